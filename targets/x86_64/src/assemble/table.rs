//! Finds the instruction of a statement, by the asm strings of all rows.

use std::sync::OnceLock;

use avarice_emit::{CodeBuffer, EmitError};
use avarice_mir::Block;
use avarice_target::{InstrDesc, Opcode};

use super::operand::{Symbols, register};
use super::refused;
use crate::asm::condition_names;
use crate::encode::encoder::encode;
use crate::encode::mc_inst::{McInst, McOperand, shorten};
use crate::{TARGET, reg};

/// One operand of a row as its asm string has it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pattern {
    /// This text.
    Literal(String),
    /// Text, followed by the operand with this index in [`InstrDesc::names`].
    Operand(String, usize),
}

/// A row under one of its names.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    opcode: Opcode,
    /// The condition that is in the name.
    condition: Option<i64>,
    operands: Vec<Pattern>,
}

/// Stands for operand `n` in a flattened asm string.
const OPERAND_MARK: u32 = 0xe000;

/// All rows that have an encoding and an asm string, by name.
fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let mut entries = Vec::new();
        for (index, desc) in TARGET.instrs.iter().enumerate() {
            let is_32_bit = desc
                .predicates
                .iter()
                .any(|name| name.starts_with("Not64BitMode"));
            if desc.encoding.is_some() && !desc.asm.is_empty() && !is_32_bit {
                add_row(Opcode::from_index(index), desc, &mut entries);
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        entries
    })
}

fn add_row(opcode: Opcode, desc: &InstrDesc, entries: &mut Vec<Entry>) {
    let Some(text) = flatten(desc) else {
        return;
    };
    let (name, rest) = text.split_once(['\t', ' ']).unwrap_or((&text, ""));
    let operands: Option<Vec<Pattern>> = split(rest).map(pattern).collect();
    let Some(operands) = operands else {
        return;
    };
    let condition = name.chars().position(|c| mark_of(c).is_some());
    let Some(at) = condition else {
        entries.push(Entry {
            name: name.to_string(),
            opcode,
            condition: None,
            operands,
        });
        return;
    };
    let chars: Vec<char> = name.chars().collect();
    let (before, after) = (&chars[..at], &chars[at + 1..]);
    for (number, condition) in condition_names() {
        let mut name: String = before.iter().collect();
        name.push_str(condition);
        name.extend(after);
        entries.push(Entry {
            name,
            opcode,
            condition: Some(number),
            operands: operands.clone(),
        });
    }
}

/// The AT&T side of an asm string, with a private character for each operand. `None` if it has something
/// that is no operand.
fn flatten(desc: &InstrDesc) -> Option<String> {
    let mut out = String::new();
    let mut rest = desc.asm;
    let mut in_braces = false;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => in_braces = true,
            '}' => in_braces = false,
            '|' if in_braces => {
                let mut depth = 0;
                let end = rest.find(|c| {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => return true,
                        '}' => depth -= 1,
                        _ => {}
                    }
                    false
                })?;
                rest = &rest[end + 1..];
                in_braces = false;
            }
            '\\' => {
                out.extend(rest.chars().next());
                rest = rest.get(1..)?;
            }
            '$' => {
                let (name, after) = match rest.strip_prefix('{') {
                    Some(braced) => braced.split_once('}')?,
                    None => {
                        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                        rest.split_at(end.unwrap_or(rest.len()))
                    }
                };
                rest = after;
                let index = desc.names.iter().position(|(known, _)| *known == name)?;
                out.push(char::from_u32(OPERAND_MARK + index as u32)?);
            }
            c => out.push(c),
        }
    }
    Some(out)
}

/// The operand that a character stands for.
fn mark_of(c: char) -> Option<usize> {
    (c as u32)
        .checked_sub(OPERAND_MARK)
        .filter(|n| *n < 64)
        .map(|n| n as usize)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

fn pattern(text: &str) -> Option<Pattern> {
    let Some(at) = text.find(|c| mark_of(c).is_some()) else {
        return Some(Pattern::Literal(text.to_string()));
    };
    let mut after = text[at..].chars();
    let index = mark_of(after.next()?)?;
    // Masks and the like come after operands.
    after
        .next()
        .is_none()
        .then(|| Pattern::Operand(text[..at].to_string(), index))
}

/// Finds a label of the text.
pub(super) type FindLabel<'a> = &'a dyn Fn(&str) -> Option<Block>;

/// The instruction that a statement is.
///
/// # Errors
/// If no row fits, or rows of several operand sizes do.
pub(super) fn find(
    mnemonic: &str,
    operands: &[&str],
    symbols: &Symbols<'_>,
    labels: FindLabel<'_>,
) -> Result<McInst, EmitError> {
    let operands = match operands {
        [] => x87_operands(mnemonic),
        operands => operands,
    };
    if let Some(found) = best(mnemonic, operands, symbols, labels) {
        return Ok(found);
    }
    let suffixes = ["b", "w", "l", "q"];
    let with_suffix = suffixes.map(|suffix| {
        let name = format!("{mnemonic}{suffix}");
        best(&name, operands, symbols, labels)
    });
    let mut found = with_suffix.iter().flatten();
    let has_register = operands.iter().any(|text| register(text).is_some());
    let uses_stack = ["push", "pop", "call", "jmp", "ret", "enter", "leave"];
    let is_64_bits = uses_stack.iter().any(|name| mnemonic.starts_with(name));
    let chosen = match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) if is_64_bits => with_suffix[3].as_ref(),
        (Some(first), Some(_)) if has_register => Some(first),
        _ => None,
    };
    let text = || format!("instruction '{mnemonic} {}'", operands.join(", "));
    chosen.cloned().ok_or_else(|| refused(text()))
}

/// The operands that an x87 instruction without any has.
fn x87_operands(mnemonic: &str) -> &'static [&'static str] {
    match mnemonic {
        "faddp" | "fmulp" | "fsubp" | "fsubrp" | "fdivp" | "fdivrp" => &["%st", "%st(1)"],
        "fcomi" | "fcompi" | "fucomi" | "fucompi" => &["%st(1)", "%st"],
        "fcom" | "fcomp" | "fucom" | "fucomp" | "fxch" => &["%st(1)"],
        _ => &[],
    }
}

/// The row of exactly this name that fits with the shortest code.
fn best(
    name: &str,
    operands: &[&str],
    symbols: &Symbols<'_>,
    labels: FindLabel<'_>,
) -> Option<McInst> {
    let entries = entries();
    let first = entries.partition_point(|entry| entry.name.as_str() < name);
    let same = entries[first..]
        .iter()
        .take_while(|entry| entry.name == name);
    let fitting = same.filter_map(|entry| entry.instruction(operands, symbols, labels));
    fitting
        .filter_map(|inst| Some((length(&inst)?, inst)))
        .min_by_key(|(length, _)| *length)
        .map(|(_, inst)| inst)
}

/// Bytes of an instruction's code, twice, and one more for forms that are only there to be read; `None` if
/// it has none with these operands.
fn length(inst: &McInst) -> Option<usize> {
    let is_alternative = ["_REV", "_alt"]
        .iter()
        .any(|end| inst.desc().name.ends_with(end));
    if inst
        .operands
        .iter()
        .any(|o| matches!(o, McOperand::Block(_)))
    {
        return Some(usize::from(is_alternative));
    }
    let mut buffer = CodeBuffer::default();
    encode(inst, &[], &mut buffer).ok()?;
    let code = buffer.finish(|_, _| {});
    Some(2 * code.bytes.len() + usize::from(is_alternative))
}

impl Entry {
    /// The instruction with these operands, `None` if they do not fit.
    fn instruction(
        &self,
        texts: &[&str],
        symbols: &Symbols<'_>,
        labels: FindLabel<'_>,
    ) -> Option<McInst> {
        let desc = TARGET.instr(self.opcode);
        let mut flat: Vec<Option<McOperand>> = vec![None; desc.operands.len()];
        if texts.is_empty() && !self.operands.is_empty() {
            self.fill_string_operands(desc, &mut flat)?;
        } else {
            if texts.len() != self.operands.len() {
                return None;
            }
            for (pattern, text) in self.operands.iter().zip(texts) {
                match pattern {
                    Pattern::Literal(wanted) if wanted == text => {}
                    Pattern::Literal(wanted) if wanted == "%st" && *text == "%st(0)" => {}
                    Pattern::Literal(_) => return None,
                    Pattern::Operand(before, index) => {
                        let text = text.strip_prefix(before.as_str())?.trim_start();
                        let found = operand(desc, *index, text, symbols, labels)?;
                        let at = usize::from(desc.names[*index].1);
                        for (offset, operand) in found.into_iter().enumerate() {
                            *flat.get_mut(at + offset)? = Some(operand);
                        }
                    }
                }
            }
        }
        if let Some(condition) = self.condition {
            let at = desc.kinds.iter().position(|kind| *kind == "ccode")?;
            flat[usize::from(desc.names[at].1)] = Some(McOperand::Imm(condition));
        }
        let operands = complete(desc, &flat)?;
        let mut inst = McInst::new(self.opcode, &operands);
        shorten(&mut inst);
        Some(inst)
    }

    /// The operands of a string instruction that are not written.
    fn fill_string_operands(&self, desc: &InstrDesc, flat: &mut [Option<McOperand>]) -> Option<()> {
        for pattern in &self.operands {
            let index = match pattern {
                Pattern::Operand(before, index) if before.is_empty() => *index,
                Pattern::Literal(text) if text.starts_with('%') => continue,
                _ => return None,
            };
            let at = usize::from(desc.names[index].1);
            let kind = desc.kinds[index];
            if kind.starts_with("dstidx") {
                flat[at] = Some(McOperand::Reg(reg::RDI));
            } else if kind.starts_with("srcidx") {
                flat[at] = Some(McOperand::Reg(reg::RSI));
                flat[at + 1] = Some(McOperand::Reg(avarice_target::PhysReg::NONE));
            } else {
                return None;
            }
        }
        Some(())
    }
}

/// All operands: those that are not in the text are the same as those that they are tied to.
fn complete(desc: &InstrDesc, flat: &[Option<McOperand>]) -> Option<Vec<McOperand>> {
    let tied = |at: usize| {
        let own = usize::try_from(desc.operands[at].tied_to).ok();
        let other = desc
            .operands
            .iter()
            .position(|o| o.tied_to as isize == at as isize);
        own.or(other)
    };
    (0..flat.len())
        .map(|at| flat[at].or_else(|| flat[tied(at)?]))
        .collect()
}

/// The flat operands that `text` is, if the row's operand `index` can be that.
fn operand(
    desc: &InstrDesc,
    index: usize,
    text: &str,
    symbols: &Symbols<'_>,
    labels: FindLabel<'_>,
) -> Option<Vec<McOperand>> {
    let kind = desc.kinds.get(index).copied()?;
    let at = usize::from(desc.names[index].1);
    if kind.starts_with("brtarget") || kind.ends_with("_brtarget") || kind.contains("pcrel") {
        let label = labels(text).map(McOperand::Block);
        return Some(vec![label.or_else(|| symbols.value(text))?]);
    }
    if kind.contains("mem") {
        return Some(symbols.memory(text)?.to_vec());
    }
    if let Some(class) = desc.operands.get(at)?.class {
        let found = register(text)?;
        let fits = TARGET.class(class).contains(found);
        return fits.then(|| vec![McOperand::Reg(found)]);
    }
    let value = symbols.immediate(text)?;
    let fits = match value {
        McOperand::Imm(value) => immediate_range(kind).contains(&value),
        // Symbols are 32 bits wide.
        _ => !kind.ends_with("8imm") && !kind.contains("16"),
    };
    fits.then(|| vec![value])
}

/// What an immediate of a kind may be.
fn immediate_range(kind: &str) -> std::ops::RangeInclusive<i64> {
    match kind {
        "i8imm" | "u8imm" | "i8mem" => -0x80..=0xff,
        "u4imm" => 0..=15,
        "i16imm" => -0x8000..=0xffff,
        "i32imm" | "i32u8imm" => -0x8000_0000..=0xffff_ffff,
        "i64imm" => i64::MIN..=i64::MAX,
        kind if kind.ends_with("i8imm") => -0x80..=0x7f,
        kind if kind.ends_with("u8imm") => 0..=0xff,
        kind if kind.ends_with("i32imm") => i64::from(i32::MIN)..=i64::from(i32::MAX),
        _ => -0x8000_0000..=0xffff_ffff,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of one instruction, as GNU `as` has them.
    fn bytes(mnemonic: &str, operands: &[&str]) -> Option<Vec<u8>> {
        let symbols = Symbols {
            numbered: &[],
            named: &|_| None,
        };
        let inst = find(mnemonic, operands, &symbols, &|_| None).ok()?;
        let mut buffer = CodeBuffer::default();
        encode(&inst, &[], &mut buffer).ok()?;
        Some(buffer.finish(|_, _| {}).bytes)
    }

    #[test]
    fn rows_are_found_by_their_text() {
        let cases: &[(&str, &[&str], &[u8])] = &[
            ("nop", &[], &[0x90]),
            ("decl", &["%edi"], &[0xff, 0xcf]),
            ("pause", &[], &[0xf3, 0x90]),
            ("rdtsc", &[], &[0x0f, 0x31]),
            ("cpuid", &[], &[0x0f, 0xa2]),
            ("addl", &["$5", "%eax"], &[0x83, 0xc0, 0x05]),
            ("add", &["%rcx", "%rax"], &[0x48, 0x01, 0xc8]),
            ("movl", &["$1", "(%rdi)"], &[0xc7, 0x07, 1, 0, 0, 0]),
            (
                "mov",
                &["8(%rsi,%rcx,4)", "%edx"],
                &[0x8b, 0x54, 0x8e, 0x08],
            ),
            ("cmovz", &["%rax", "%rbx"], &[0x48, 0x0f, 0x44, 0xd8]),
            ("setnz", &["%al"], &[0x0f, 0x95, 0xc0]),
            ("xchgl", &["%eax", "(%rdi)"], &[0x87, 0x07]),
            ("bswap", &["%eax"], &[0x0f, 0xc8]),
            ("push", &["%rbp"], &[0x55]),
            ("movzbl", &["%al", "%eax"], &[0x0f, 0xb6, 0xc0]),
            ("shll", &["%cl", "%edx"], &[0xd3, 0xe2]),
            ("movsb", &[], &[0xa4]),
            ("stosq", &[], &[0x48, 0xab]),
            ("mfence", &[], &[0x0f, 0xae, 0xf0]),
        ];
        for (mnemonic, operands, expected) in cases {
            let got = bytes(mnemonic, operands);
            assert_eq!(got.as_deref(), Some(*expected), "{mnemonic} {operands:?}");
        }
    }

    #[test]
    fn sizes_that_are_not_given_are_refused() {
        assert_eq!(bytes("inc", &["(%rax)"]), None);
        assert_eq!(bytes("frobnicate", &[]), None);
        assert_eq!(bytes("addl", &["%rax", "%eax"]), None);
    }
}
