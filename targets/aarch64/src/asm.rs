//! Assembly of one instruction, from its row's asm string.
//!
//! `{a|b}` in an asm string gives the text of the standard syntax first, then that of Apple's; `$name` and `${name}` are operands.
//! The kind of an operand determines how it is printed. Special cases have the names of [`crate::aliases`].

use std::borrow::Cow;
use std::fmt::Write;

use avarice_emit::{AsmSyntax, AsmText, EmitError, McOperand, PrintContext, SymbolOperand};
use avarice_target::PhysReg;

use crate::aliases;
use crate::encode::mc_inst::McInst;
use crate::encode::relocations::{Field, reloc};
use crate::encode::system_registers::system_register_name;
use crate::immediates::logical_value;
use crate::subtarget::Features;
use crate::{TARGET, encoding_comments, op, reg};

/// Names of conditions by number.
const CONDITIONS: [&str; 16] = [
    "eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al", "nv",
];

/// Names of shifts by number.
const SHIFTS: [&str; 5] = ["lsl", "lsr", "asr", "ror", "msl"];

/// Names of extensions by number.
const EXTENSIONS: [&str; 8] = [
    "uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx",
];

/// Names of barriers by number, where there are any.
const BARRIERS: [&str; 16] = [
    "", "oshld", "oshst", "osh", "", "nshld", "nshst", "nsh", "", "ishld", "ishst", "ish", "",
    "ld", "st", "sy",
];

/// The assembler's name of a register that MIR calls `name`.
pub(crate) fn register_name(name: &'static str) -> &'static str {
    match name {
        "fp" => "x29",
        "lr" => "x30",
        other => other,
    }
}

/// The number of the condition that `name` says.
pub(crate) fn condition_number(name: &str) -> Option<i64> {
    let found = CONDITIONS.iter().position(|known| *known == name)?;
    Some(found as i64)
}

/// The number of the barrier that `name` says.
pub(crate) fn barrier_number(name: &str) -> Option<i64> {
    let found = BARRIERS.iter().position(|known| *known == name)?;
    Some(found as i64)
}

/// What a prefetch is for, where it is to go and whether it stays: the fields of its number from the high bits down.
const PREFETCHES: [[&str; 3]; 3] = [
    ["pld", "pli", "pst"],
    ["l1", "l2", "l3"],
    ["keep", "strm", ""],
];

/// The name of a prefetch, if its number has any.
fn prefetch_name(number: i64) -> Option<String> {
    let fields = [number >> 3 & 3, number >> 1 & 3, number & 1];
    let names = PREFETCHES.iter().zip(fields);
    names
        .map(|(names, field)| names.get(field as usize).copied())
        .collect()
}

/// The number of the prefetch that `name` says.
pub(crate) fn prefetch_number(name: &str) -> Option<i64> {
    (0..32).find(|number| prefetch_name(*number).is_some_and(|known| known == name))
}

/// Appends `inst` as one line.
///
/// # Errors
/// If an operand cannot be shown.
pub fn print(
    context: &PrintContext<'_>,
    inst: &McInst,
    out: &mut AsmText,
) -> Result<(), EmitError> {
    if out.shows_encoding() {
        encoding_comments::comment(context, inst, out)?;
    }
    if let Some((value, _)) = aliases::constant_moved(inst) {
        out.comment(format_args!("={value:#x}"));
    }
    if let Some(value) = shifted_number(inst) {
        out.comment(format_args!("={value}"));
    }
    print_in(Some(context), inst, &mut out.text)?;
    out.end_line();
    Ok(())
}

/// The value of a number that an instruction adds or compares shifted.
fn shifted_number(inst: &McInst) -> Option<i64> {
    let row = inst.desc();
    let at = row
        .kinds
        .iter()
        .position(|kind| kind.starts_with("addsub_shifted_imm"))?;
    let first = row.names.get(at)?.1;
    let number = |at| inst.operand(at).ok()?.imm();
    let (value, shift) = (number(first)?, number(first + 1)?);
    (shift != 0).then_some(value << (shift & 0x3f))
}

/// Appends `inst`, which has no symbols, as one line.
///
/// # Errors
/// If an operand cannot be shown.
pub fn print_plain(inst: &McInst, out: &mut String) -> Result<(), EmitError> {
    print_in(None, inst, out)?;
    out.push('\n');
    Ok(())
}

fn print_in(
    context: Option<&PrintContext<'_>>,
    inst: &McInst,
    out: &mut String,
) -> Result<(), EmitError> {
    let row = inst.desc();
    if row.asm.is_empty() {
        let text = format!("{} has no assembly", row.name);
        return Err(EmitError::unsupported(text));
    }
    out.push('\t');
    let features = context.map_or(Features::empty(), |context| {
        Features::of(context.function.function)
    });
    let text = match aliases::hint_of(inst, features) {
        Some(name) => Cow::Borrowed(name),
        None => aliases::text_of(inst),
    };
    let syntax = context.map_or(AsmSyntax::Standard, PrintContext::syntax);
    let text = match syntax {
        AsmSyntax::Standard => text,
        AsmSyntax::Alternative => with_arrangement_first(inst, text),
    };
    let mut rest = &*text;
    while let Some(at) = rest.find(['$', '{', '|', '}']) {
        out.push_str(&rest[..at]);
        let mark = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match (mark, syntax) {
            (b'$', _) => rest = print_named(context, inst, rest, out)?,
            (b'{', AsmSyntax::Alternative) => {
                rest = rest.split_once('|').map_or(rest, |(_, second)| second);
            }
            (b'|', AsmSyntax::Standard) => {
                rest = rest.split_once('}').map_or("", |(_, rest)| rest);
            }
            _ => {}
        }
    }
    out.push_str(rest);
    Ok(())
}

/// The text of an instruction with a list of vectors in Apple's syntax: the arrangement follows the mnemonic, and no operand
/// has one.
///
/// ```text
///   ld1   { v0.4s }, [x0]              ld1.4s   { v0 }, [x0]
///   tbl   v0.8b, { v1.16b }, v2.8b     tbl.8b   v0, { v1 }, v2
/// ```
fn with_arrangement_first(inst: &McInst, text: Cow<'static, str>) -> Cow<'static, str> {
    let mut kinds = inst.desc().kinds.iter();
    let Some(list) = kinds.find_map(|kind| kind.strip_prefix("VecList")) else {
        return text;
    };
    let Some((mnemonic, operands)) = text.split_once('\t') else {
        return text;
    };
    let of_list = format!(".{}", list_shape(list).0);
    let of_operand = operands.split_once('.').map(|(_, rest)| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
        format!(".{}", &rest[..end.unwrap_or(rest.len())])
    });
    let arrangement = of_operand.unwrap_or(of_list);
    let operands = operands.replace(&arrangement, "");
    Cow::Owned(format!("{mnemonic}{arrangement}\t{operands}"))
}

/// Appends the operand that `text` begins with the name of; returns what comes after it.
fn print_named<'a>(
    context: Option<&PrintContext<'_>>,
    inst: &McInst,
    text: &'a str,
    out: &mut String,
) -> Result<&'a str, EmitError> {
    let (name, rest) = match text.strip_prefix('{') {
        Some(braced) => braced.split_once('}').unwrap_or((braced, "")),
        None => {
            let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            text.split_at(end.unwrap_or(text.len()))
        }
    };
    let row = inst.desc();
    if name == "inverse" {
        let condition = inst.operand(3)?.imm().unwrap_or(0) ^ 1;
        out.push_str(CONDITIONS[(condition & 15) as usize]);
        return Ok(rest);
    }
    let at = row.names.iter().position(|(known, _)| *known == name);
    let Some(at) = at else {
        let text = format!("{} without the operand {name} of its text", row.name);
        return Err(EmitError::unsupported(text));
    };
    let printer = Printer {
        context,
        inst,
        first: row.names[at].1,
        is_arranged: rest.starts_with('.'),
    };
    let is_offset = out.ends_with(", ") && rest == "]" && !row.kinds[at].starts_with("ro_");
    if is_offset && matches!(inst.operand(printer.first), Ok(McOperand::Imm(0))) {
        out.truncate(out.len() - ", ".len());
        return Ok(rest);
    }
    printer.operand(row.kinds[at], out)?;
    Ok(rest)
}

/// Appends a symbol or a block as the operand at flat index `first` shows it.
///
/// # Errors
/// If it cannot be shown.
pub(crate) fn print_reference(
    context: &PrintContext<'_>,
    inst: &McInst,
    first: u8,
    out: &mut String,
) -> Result<(), EmitError> {
    let row = inst.desc();
    let at = row.names.iter().position(|(_, known)| *known == first);
    let kind = at.and_then(|at| row.kinds.get(at)).copied().unwrap_or("");
    let printer = Printer {
        context: Some(context),
        inst,
        first,
        is_arranged: false,
    };
    printer.operand(kind, out)
}

/// One operand that is shown.
struct Printer<'a> {
    /// Names of symbols; `None` if there are none.
    context: Option<&'a PrintContext<'a>>,
    inst: &'a McInst,
    /// Its first flat operand.
    first: u8,
    /// Whether the text goes on with the arrangement of a vector: `.4s`.
    is_arranged: bool,
}

impl Printer<'_> {
    fn operand(&self, kind: &str, out: &mut String) -> Result<(), EmitError> {
        match self.inst.operand(self.first)? {
            McOperand::Reg(reg) => self.register(kind, reg, out),
            McOperand::Imm(value) => self.number(kind, value, out),
            McOperand::Symbol(symbol) => self.symbol(kind, &symbol, out),
            McOperand::Block(block) => {
                out.push_str(&self.names()?.block(block));
                Ok(())
            }
        }
    }

    fn names(&self) -> Result<&PrintContext<'_>, EmitError> {
        let no_names = || EmitError::unsupported("symbol in plain assembly");
        self.context.ok_or_else(no_names)
    }

    /// The number in the flat operand after the first.
    fn second(&self) -> Result<i64, EmitError> {
        let no_number = || EmitError::unsupported("symbol where a number has to be");
        let operand = self.inst.operand(self.first + 1)?;
        operand.imm().ok_or_else(no_number)
    }

    fn register(&self, kind: &str, reg: PhysReg, out: &mut String) -> Result<(), EmitError> {
        let desc = TARGET.reg(reg);
        if let Some(list) = kind.strip_prefix("VecList") {
            let syntax = self
                .context
                .map_or(AsmSyntax::Standard, PrintContext::syntax);
            vector_list(list, u32::from(desc.encoding), syntax, out);
            return Ok(());
        }
        if let Some(bytes) = kind.strip_prefix("GPR64pi")
            && reg == reg::XZR
        {
            let _ = write!(out, "#{bytes}");
            return Ok(());
        }
        if matches!(
            kind,
            "WSeqPairClassOperand" | "XSeqPairClassOperand" | "MrrsMssrPairClassOperand"
        ) {
            let letter = if kind.starts_with('W') { 'w' } else { 'x' };
            let number = desc.encoding;
            let _ = match number {
                30 => write!(out, "{letter}30, {letter}zr"),
                _ => write!(out, "{letter}{number}, {letter}{}", number + 1),
            };
            return Ok(());
        }
        if self.is_arranged || matches!(kind, "V64" | "V128" | "V128_lo" | "V128_0to7") {
            let _ = write!(out, "v{}", desc.encoding);
            return Ok(());
        }
        out.push_str(register_name(desc.name));
        if kind.starts_with("arith_shifted_reg") || kind.starts_with("logical_shifted_reg") {
            shift(self.second()?, out);
        } else if kind.starts_with("arith_extended_reg") {
            self.extension(self.second()?, out);
        }
        Ok(())
    }

    fn number(&self, kind: &str, value: i64, out: &mut String) -> Result<(), EmitError> {
        let result = match kind {
            "ccode" => {
                out.push_str(CONDITIONS[(value & 15) as usize]);
                Ok(())
            }
            "addsub_shifted_imm32" | "addsub_shifted_imm64" => {
                let _ = write!(out, "#{value}");
                shift(self.second()?, out);
                Ok(())
            }
            "logical_imm32" => write!(out, "#{:#x}", logical_value(value as u64, 32) as u32),
            "logical_imm64" => write!(out, "#{:#x}", logical_value(value as u64, 64)),
            "timm32_0_65535" | "timm64_0_65535" if value != 0 => write!(out, "#{value:#x}"),
            // The pieces of a symbol say themselves where they go.
            "movimm32_shift" | "movimm64_shift" if self.has_symbol() => Ok(()),
            "movimm32_shift"
            | "movimm64_shift"
            | "logical_vec_shift"
            | "logical_vec_hw_shift"
            | "move_vec_shift" => {
                shift(value, out);
                Ok(())
            }
            "lsl_imm3_shift_operand" => write!(out, "lsl #{value}"),
            "arith_extendlsl64" => {
                self.extension(value, out);
                Ok(())
            }
            "fpimm8" | "fpimm16" | "fpimm32" | "fpimm64" => {
                write!(out, "#{:.8}", float_of_bits(value as u8))
            }
            "simdimmtype10" => match byte_mask(value as u8) {
                0 => write!(out, "#{:016}", 0),
                mask => write!(out, "#{mask:#016x}"),
            },
            "complexrotateop" => write!(out, "#{}", value * 90),
            "complexrotateopodd" => write!(out, "#{}", value * 180 + 90),
            "mrs_sysreg_op" => system_register(value, false, out),
            "msr_sysreg_op" => system_register(value, true, out),
            "barrier_op"
                if self.inst.opcode != op::ISB && !BARRIERS[(value & 15) as usize].is_empty() =>
            {
                out.push_str(BARRIERS[(value & 15) as usize]);
                Ok(())
            }
            "prfop" => match prefetch_name(value) {
                Some(name) => write!(out, "{name}"),
                None => write!(out, "#{value}"),
            },
            "sys_cr_op" => write!(out, "c{value}"),
            "am_brcond" | "am_tbrcond" | "am_b_target" | "am_bl_target" | "am_ldrlit" => {
                write!(out, ".{:+}", value * 4)
            }
            _ if kind.starts_with("VectorIndex") => write!(out, "[{value}]"),
            _ if kind.starts_with("ro_") => {
                self.memory_extension(kind, value, out)?;
                Ok(())
            }
            _ => write!(out, "#{}", value * scale_of(kind)),
        };
        result.map_err(|_| EmitError::unsupported("text that cannot be written"))
    }

    fn has_symbol(&self) -> bool {
        let mut operands = self.inst.operands.iter();
        operands.any(|operand| matches!(operand, McOperand::Symbol(_)))
    }

    /// `, uxtw #2`. Where the stack pointer is an operand, its own width is called `lsl` and needs no word.
    fn extension(&self, value: i64, out: &mut String) {
        let (kind, amount) = ((value >> 3 & 7) as usize, value & 7);
        let is_stack = |index| {
            let reg = self.inst.operands.get(index).map(|o: &McOperand| o.reg());
            reg == Some(reg::SP) || reg == Some(reg::WSP)
        };
        let wide = self
            .inst
            .operand(0)
            .is_ok_and(|o| TARGET.reg(o.reg()).name.starts_with('x') || o.reg() == reg::SP);
        let own_width = kind == if wide { 3 } else { 2 };
        if own_width && (is_stack(0) || is_stack(1)) {
            if amount != 0 {
                let _ = write!(out, ", lsl #{amount}");
            }
            return;
        }
        let _ = write!(out, ", {}", EXTENSIONS[kind]);
        if amount != 0 {
            let _ = write!(out, " #{amount}");
        }
    }

    /// The extension of an index register: `sxtw #3`, `lsl #3`, or nothing, without the comma before.
    fn memory_extension(&self, kind: &str, sign: i64, out: &mut String) -> Result<(), EmitError> {
        let scaled = self.second()? != 0;
        let is_wide = kind.starts_with("ro_X");
        let digits = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
        let bytes = digits.parse().unwrap_or(8u32) / 8;
        match (sign != 0, is_wide) {
            (false, true) if !scaled => {
                out.truncate(out.trim_end_matches([',', ' ']).len());
                return Ok(());
            }
            (false, true) => out.push_str("lsl"),
            (true, true) => out.push_str("sxtx"),
            (false, false) => out.push_str("uxtw"),
            (true, false) => out.push_str("sxtw"),
        }
        if scaled {
            let _ = write!(out, " #{}", bytes.trailing_zeros());
        }
        Ok(())
    }

    fn symbol(
        &self,
        kind: &str,
        symbol: &SymbolOperand,
        out: &mut String,
    ) -> Result<(), EmitError> {
        let field = match kind {
            "adrplabel" => Field::Adrp,
            "movimm32_imm" => Field::Move16,
            "am_ldrlit" => Field::Literal19,
            "addsub_shifted_imm32" | "addsub_shifted_imm64" => Field::Add12,
            _ => match kind.strip_prefix("uimm12s") {
                Some(bytes) => Field::Offset12(scale_log2(bytes)),
                None => Field::Adr,
            },
        };
        if field == Field::Move16 {
            out.push('#');
        }
        let specifier = match self.inst.relocation {
            Some(reloc::TLSDESC_ADR_PAGE21) => ":tlsdesc:",
            Some(reloc::TLSDESC_LD64_LO12 | reloc::TLSDESC_ADD_LO12) => ":tlsdesc_lo12:",
            _ if self.inst.opcode == op::TLSDESCCALL => "",
            _ => {
                let specifier = field.specifier(symbol.flags);
                specifier.ok_or_else(|| EmitError::unsupported("symbol of this kind"))?
            }
        };
        out.push_str(specifier);
        out.push_str(&self.names()?.symbol(symbol.target)?);
        if symbol.offset != 0 {
            let _ = write!(out, "{:+}", symbol.offset);
        }
        Ok(())
    }
}

/// `, lsl #3`; nothing for no shift.
fn shift(value: i64, out: &mut String) {
    let (kind, amount) = ((value >> 6 & 7) as usize, value & 0x3f);
    if value != 0
        && let Some(name) = SHIFTS.get(kind)
    {
        let _ = write!(out, ", {name} #{amount}");
    }
}

/// What the kind of a list says: the arrangement of its vectors, and how many they are.
fn list_shape(list: &str) -> (&str, u32) {
    let counts = [("One", 1), ("Two", 2), ("Three", 3), ("Four", 4)];
    let found = counts
        .iter()
        .find_map(|(word, count)| Some((list.strip_prefix(word)?, *count)));
    found.unwrap_or((list, 1))
}

/// `{ v0.4s, v1.4s }` for the kind `Two4s`; `{ v0, v1 }` in Apple's syntax.
fn vector_list(list: &str, first: u32, syntax: AsmSyntax, out: &mut String) {
    let (arrangement, count) = list_shape(list);
    out.push('{');
    for index in 0..count {
        let separator = if index == 0 { " " } else { ", " };
        let number = (first + index) % 32;
        let _ = write!(out, "{separator}v{number}");
        if syntax == AsmSyntax::Standard {
            let _ = write!(out, ".{arrangement}");
        }
    }
    out.push_str(" }");
}

/// The binary logarithm of a number of bytes.
fn scale_log2(bytes: &str) -> u8 {
    bytes.parse().map_or(0, u32::trailing_zeros) as u8
}

/// What the number of an operand of this kind counts, in bytes: the text shows bytes.
pub(crate) fn scale_of(kind: &str) -> i64 {
    for prefix in ["uimm12s", "simm7s", "simm9s", "uimm6s"] {
        if let Some(bytes) = kind.strip_prefix(prefix) {
            return bytes.parse().unwrap_or(1);
        }
    }
    match kind {
        "simm10Scaled" => 8,
        _ => 1,
    }
}

/// The number that eight bits of a floating-point immediate stand for.
fn float_of_bits(bits: u8) -> f32 {
    let sign = u32::from(bits >> 7);
    let exponent = u32::from(bits >> 4 & 7);
    let mantissa = u32::from(bits & 15);
    // The high bit of the exponent is inverted and repeated.
    let high = if exponent & 4 == 0 { 0x80 } else { 0x7c };
    f32::from_bits(sign << 31 | (high | exponent & 3) << 23 | mantissa << 19)
}

/// Each bit as a byte of ones or zeros.
fn byte_mask(bits: u8) -> u64 {
    (0..8)
        .filter(|bit| bits >> bit & 1 != 0)
        .map(|bit| 0xff << (8 * bit))
        .sum()
}

/// `TPIDR_EL0`, or without a name `S3_3_C13_C0_5`.
fn system_register(value: i64, is_written: bool, out: &mut String) -> std::fmt::Result {
    if let Some(name) = system_register_name(value, is_written) {
        return out.write_str(&name);
    }
    let bits = |at: u32, count: u32| value >> at & ((1 << count) - 1);
    write!(
        out,
        "S{}_{}_C{}_C{}_{}",
        bits(14, 2),
        bits(11, 3),
        bits(7, 4),
        bits(3, 4),
        bits(0, 3)
    )
}
