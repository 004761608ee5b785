//! The text of inline assembly with its operands filled in.
//!
//! ```text
//!   "add $0, $1, #4"      $0, ${0:w}     operand 0, by a letter that the target knows
//!                         $$             a dollar
//!                         $(a$|b$)       the text in one of several syntaxes: the first is ours
//! ```

use std::fmt::Write;

use avarice_mir::inline_asm::{AsmFlag, AsmOperandKind};
use avarice_mir::{Inst, MachineFunction, Operand, OperandValue};
use avarice_target::PhysReg;
use cranelift_entity::EntityRef;

use crate::asm_text::AsmText;
use crate::error::EmitError;
use crate::mc_operand::McOperand;

/// How a target writes operands of inline assembly.
pub trait AsmWriter {
    /// What a comment begins with.
    fn comment(&self) -> &'static str;

    /// Appends a register, number or symbol in the form given by the letters `modifier`.
    ///
    /// # Errors
    /// If it cannot be written so.
    fn value(
        &mut self,
        operand: McOperand,
        modifier: &str,
        out: &mut String,
    ) -> Result<(), EmitError>;

    /// Appends memory at an address.
    ///
    /// # Errors
    /// If it cannot be written so.
    fn memory(
        &mut self,
        operands: &[McOperand],
        modifier: &str,
        out: &mut String,
    ) -> Result<(), EmitError>;
}

/// An error about inline assembly.
pub fn refused_asm(what: impl std::fmt::Display) -> EmitError {
    EmitError::unsupported(format!("inline assembly: {what}"))
}

/// The text of `inst` with operands in place of `$0`, `${1:b}` …
///
/// # Errors
/// An invalid reference, or an operand that cannot be written in the form that the text requires.
pub fn expand_asm(
    function: &MachineFunction,
    inst: Inst,
    writer: &mut dyn AsmWriter,
) -> Result<String, EmitError> {
    let text = match function.operands(inst) {
        [text, _dialect, ..] => text.value(),
        _ => return Err(refused_asm("without text")),
    };
    let OperandValue::Symbol(text, _) = text else {
        return Err(refused_asm("without text"));
    };
    let mut rest: &str = &function.symbols[text];
    let mut out = String::with_capacity(rest.len());
    // 0 outside of alternatives, else which one: the first is ours.
    let mut alternative = 0;
    while let Some(at) = rest.find('$') {
        append(alternative, &rest[..at], &mut out);
        rest = &rest[at + 1..];
        let next = rest.bytes().next().unwrap_or(b' ');
        match next {
            b'$' => append(alternative, "$", &mut out),
            b'(' => alternative = 1,
            b'|' => alternative += 1,
            b')' => alternative = 0,
            _ => {
                let (reference, after) = reference(rest)?;
                rest = after;
                if alternative <= 1 {
                    write_reference(function, inst, &reference, writer, &mut out)?;
                }
                continue;
            }
        }
        rest = &rest[1..];
    }
    append(alternative, rest, &mut out);
    Ok(out)
}

/// Appends inline assembly between markers.
pub fn print_asm(text: &str, out: &mut AsmText) {
    let mark = out.mark();
    let _ = writeln!(out, "\t{mark}APP");
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(out, "\t{}", line.trim_start());
    }
    let _ = writeln!(out, "\t{mark}NO_APP");
}

fn append(alternative: u32, text: &str, out: &mut String) {
    if alternative <= 1 {
        out.push_str(text);
    }
}

/// `0`, `{0:b}`, `{:uid}`: the number and the letter.
struct Reference<'t> {
    number: Option<usize>,
    modifier: &'t str,
}

fn reference(text: &str) -> Result<(Reference<'_>, &str), EmitError> {
    let (inner, after) = match text.strip_prefix('{') {
        Some(braced) => braced
            .split_once('}')
            .ok_or_else(|| refused_asm("'${' without '}'"))?,
        None => {
            let end = text.find(|c: char| !c.is_ascii_digit());
            text.split_at(end.unwrap_or(text.len()))
        }
    };
    let (number, modifier) = inner.split_once(':').unwrap_or((inner, ""));
    let number = match number {
        "" => None,
        digits => Some(
            digits
                .parse()
                .map_err(|_| refused_asm("'$' without a number"))?,
        ),
    };
    if number.is_none() && modifier.is_empty() {
        return Err(refused_asm("'$' without a number"));
    }
    Ok((Reference { number, modifier }, after))
}

fn write_reference(
    function: &MachineFunction,
    inst: Inst,
    reference: &Reference<'_>,
    writer: &mut dyn AsmWriter,
    out: &mut String,
) -> Result<(), EmitError> {
    let Some(number) = reference.number else {
        match reference.modifier {
            "uid" => out.push_str(&inst.index().to_string()),
            "comment" => out.push_str(writer.comment()),
            "private" => out.push_str(".L"),
            other => return Err(refused_asm(format!("'${{:{other}}}'"))),
        }
        return Ok(());
    };
    let (kind, operands) = group(function, inst, number)
        .ok_or_else(|| refused_asm(format!("operand {number}, which is not there")))?;
    let mut lowered = Vec::with_capacity(operands.len());
    for operand in operands {
        // Registers of the flags and of clobbers are implicit.
        let plain = operand.with_target_flags(operand.target_flags());
        lowered.push(match operand.as_reg().as_physical() {
            Some(reg) if operand.is_reg() => McOperand::Reg(reg),
            _ => McOperand::of(&plain)?.unwrap_or(McOperand::Reg(PhysReg::NONE)),
        });
    }
    match kind {
        AsmOperandKind::Mem => writer.memory(&lowered, reference.modifier, out),
        _ => writer.value(lowered[0], reference.modifier, out),
    }
}

/// The operands of a group and what they are.
fn group(
    function: &MachineFunction,
    inst: Inst,
    number: usize,
) -> Option<(AsmOperandKind, Vec<Operand>)> {
    let operands = function.operands(inst);
    let mut at = 2;
    for _ in 0..number {
        at += 1 + AsmFlag(operands.get(at)?.as_imm()? as u32).num_operands();
    }
    let flag = AsmFlag(operands.get(at)?.as_imm()? as u32);
    let group = operands.get(at + 1..at + 1 + flag.num_operands())?;
    (!group.is_empty()).then_some((flag.kind()?, group.to_vec()))
}
