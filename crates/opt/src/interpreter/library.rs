//! Functions of C's library that are run: what programs of a few pages call.

use avarice_ir::{Global, Inst, TypeTable};

use super::datum::{Datum, signed, truncate};
use super::memory::ObjectKind;
use super::{Failure, Interpreter, Outcome, Spectator};

/// Alignment of memory on the heap.
const HEAP_ALIGN: u64 = 16;

impl<W: Spectator> Interpreter<'_, W> {
    /// The result of a call of a function that is only declared, or how the call ends the run.
    pub(super) fn library_call(
        &mut self,
        global: Global,
        call: Inst,
        args: &[Datum],
    ) -> Result<Result<Datum, Outcome>, Failure> {
        let name = self.module.globals[global].name_str();
        let word = |index: usize| args.get(index).map_or(0, Datum::word);
        let result = match &*name {
            "printf" => {
                let text = self.format(word(0), args, 1, call)?;
                self.write_output(&text)?;
                text.len() as u64
            }
            "sprintf" | "snprintf" => self.print_to_memory(&name, args, call)?,
            "puts" => {
                let mut text = self.memory.string(word(0))?.to_vec();
                text.push(b'\n');
                self.write_output(&text)?;
                text.len() as u64
            }
            "putchar" => {
                self.write_output(&[word(0) as u8])?;
                word(0) & 0xff
            }
            "malloc" => self
                .memory
                .allocate(word(0), HEAP_ALIGN, ObjectKind::Heap)?,
            "calloc" => {
                let size = word(0).saturating_mul(word(1));
                self.memory.allocate(size, HEAP_ALIGN, ObjectKind::Heap)?
            }
            "realloc" => self.reallocate(word(0), word(1))?,
            "free" => {
                self.memory.free(word(0))?;
                0
            }
            "exit" | "_exit" => return Ok(Err(Outcome::Exited(word(0) as u32))),
            "abort" => return Err(Failure::trap("the program aborts")),
            "memcpy" | "memmove" => {
                self.memory.copy(word(0), word(1), word(2))?;
                word(0)
            }
            "memset" => {
                self.memory.bytes_mut(word(0), word(2))?.fill(word(1) as u8);
                word(0)
            }
            "memcmp" => {
                let left = self.memory.bytes(word(0), word(2))?;
                ordering(left.cmp(self.memory.bytes(word(1), word(2))?))
            }
            "abs" | "labs" | "llabs" => {
                let bits = self.encoding.bits(self.operand_type(call, 0))?;
                signed(word(0).into(), bits).unsigned_abs() as u64
            }
            _ => match self.string_call(&name, args)? {
                Some(result) => result,
                None => return Ok(Ok(self.number_call(&name, call, args)?)),
            },
        };
        let ty = self.frame().function.insts[call].ty;
        let bits = self.encoding.bits(ty).unwrap_or(0);
        Ok(Ok(Datum::Bits(truncate(result.into(), bits))))
    }

    fn reallocate(&mut self, old: u64, size: u64) -> Result<u64, Failure> {
        let new = self.memory.allocate(size, HEAP_ALIGN, ObjectKind::Heap)?;
        if old != 0 {
            let Some(old_size) = self.memory.heap_size(old) else {
                return Err(Failure::trap(format!(
                    "{old:#x} is resized, which is no heap object"
                )));
            };
            self.memory.copy(new, old, old_size.min(size))?;
            self.memory.free(old)?;
        }
        Ok(new)
    }

    /// `sprintf` and `snprintf`.
    fn print_to_memory(&mut self, name: &str, args: &[Datum], call: Inst) -> Result<u64, Failure> {
        let word = |index: usize| args.get(index).map_or(0, Datum::word);
        let (room, first) = match name {
            "sprintf" => (u64::MAX, 1),
            _ => (word(1), 2),
        };
        let text = self.format(word(first), args, first + 1, call)?;
        if room > 0 {
            let kept = text.len().min((room - 1).min(usize::MAX as u64) as usize);
            let place = self.memory.bytes_mut(word(0), kept as u64 + 1)?;
            place[..kept].copy_from_slice(&text[..kept]);
            place[kept] = 0;
        }
        Ok(text.len() as u64)
    }

    /// Functions of strings; `None` if it is none of them.
    fn string_call(&mut self, name: &str, args: &[Datum]) -> Result<Option<u64>, Failure> {
        let word = |index: usize| args.get(index).map_or(0, Datum::word);
        Ok(Some(match name {
            "strlen" => self.memory.string(word(0))?.len() as u64,
            "strcmp" => {
                let left = self.memory.string(word(0))?;
                ordering(left.cmp(self.memory.string(word(1))?))
            }
            "strncmp" => {
                let len = word(2) as usize;
                let left = self.memory.string(word(0))?;
                let right = self.memory.string(word(1))?;
                ordering(left[..len.min(left.len())].cmp(&right[..len.min(right.len())]))
            }
            "strcpy" | "strcat" => {
                let text = self.memory.string(word(1))?.to_vec();
                let offset = match name {
                    "strcat" => self.memory.string(word(0))?.len() as u64,
                    _ => 0,
                };
                let place = self
                    .memory
                    .bytes_mut(word(0) + offset, text.len() as u64 + 1)?;
                place[..text.len()].copy_from_slice(&text);
                place[text.len()] = 0;
                word(0)
            }
            "strchr" | "strrchr" => {
                let text = self.memory.string(word(0))?;
                let is_wanted = |byte: &u8| *byte == word(1) as u8;
                let place = match name {
                    _ if word(1) as u8 == 0 => Some(text.len()),
                    "strchr" => text.iter().position(is_wanted),
                    _ => text.iter().rposition(is_wanted),
                };
                place.map_or(0, |place| word(0) + place as u64)
            }
            "atoi" | "atol" | "atoll" => self.parse_integer(word(0), 10)?.0,
            "strtol" | "strtoll" | "strtoul" | "strtoull" => {
                let (value, len) = self.parse_integer(word(0), word(2))?;
                if word(1) != 0 {
                    let end = Datum::Bits((word(0) + len).into());
                    self.store(TypeTable::PTR, &end, word(1))?;
                }
                value
            }
            _ => return Ok(None),
        }))
    }

    /// The integer at the beginning of the string at `address`, and how many bytes it takes.
    fn parse_integer(&self, address: u64, base: u64) -> Result<(u64, u64), Failure> {
        let text = self.memory.string(address)?;
        let mut at = text
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let is_negative = text.get(at) == Some(&b'-');
        at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
        let is_hexadecimal = matches!(text.get(at..at + 2), Some(b"0x" | b"0X"));
        let base = match base {
            0 | 16 if is_hexadecimal => {
                at += 2;
                16
            }
            0 if text.get(at) == Some(&b'0') => 8,
            0 => 10,
            base => base.clamp(2, 36) as u32,
        };
        let start = at;
        let mut value: i64 = 0;
        let digit = |at: usize| {
            text.get(at)
                .and_then(|byte| char::from(*byte).to_digit(base))
        };
        while let Some(digit) = digit(at) {
            value = value
                .saturating_mul(i64::from(base))
                .saturating_add(i64::from(digit));
            at += 1;
        }
        let len = if at == start { 0 } else { at };
        let value = if is_negative { -value } else { value };
        Ok((value as u64, len as u64))
    }

    /// Functions of floating-point numbers.
    fn number_call(&self, name: &str, call: Inst, args: &[Datum]) -> Result<Datum, Failure> {
        let (base, is_single) = match name.strip_suffix('f') {
            Some(base) => (base, true),
            None => (name, false),
        };
        let number = |index: usize| {
            let bits = args.get(index).map_or(0, Datum::bits);
            if is_single {
                f64::from(f32::from_bits(bits as u32))
            } else {
                f64::from_bits(bits as u64)
            }
        };
        let (a, b) = (number(0), number(1));
        let result = match base {
            "sqrt" => a.sqrt(),
            "fabs" => a.abs(),
            "floor" => a.floor(),
            "ceil" => a.ceil(),
            "sin" => a.sin(),
            "cos" => a.cos(),
            "tan" => a.tan(),
            "atan" => a.atan(),
            "atan2" => a.atan2(b),
            "exp" => a.exp(),
            "log" => a.ln(),
            "log10" => a.log10(),
            "pow" => a.powf(b),
            "fmod" => a % b,
            "round" => a.round(),
            "rint" => a.round_ties_even(),
            "lrint" | "llrint" => return self.integer_result(call, a.round_ties_even()),
            "lround" | "llround" => return self.integer_result(call, a.round()),
            _ => {
                let what = format!("the function '{name}', which is only declared,");
                return Err(Failure::unsupported(what));
            }
        };
        let is_right = self.frame().function.insts[call].ty == self.operand_type(call, 0);
        if !is_right {
            return Err(Failure::unsupported(format!(
                "'{name}' with other types than C's"
            )));
        }
        Ok(Datum::Bits(if is_single {
            (result as f32).to_bits().into()
        } else {
            result.to_bits().into()
        }))
    }

    /// A whole number as the result of a call.
    fn integer_result(&self, call: Inst, number: f64) -> Result<Datum, Failure> {
        let bits = self.encoding.bits(self.frame().function.insts[call].ty)?;
        Ok(Datum::Bits(truncate(number as i128 as u128, bits)))
    }
}

/// What a comparing function returns.
fn ordering(order: std::cmp::Ordering) -> u64 {
    order as i64 as u64
}
