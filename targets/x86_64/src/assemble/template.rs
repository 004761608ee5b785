//! The text of inline assembly with its operands filled in.

use avarice_emit::EmitError;
use avarice_mir::inline_asm::{AsmFlag, AsmOperandKind};
use avarice_mir::{Inst, MachineFunction, Operand, OperandValue};
use avarice_target::PhysReg;
use cranelift_entity::EntityRef;

use super::refused;
use crate::asm;
use crate::encode::mc_inst::{McOperand, SymbolOperand};
use crate::{TARGET, class, sub};

/// How symbols are written.
pub(super) trait SymbolText {
    /// Appends a symbol with its offset.
    fn symbol(&mut self, symbol: &SymbolOperand, out: &mut String) -> Result<(), EmitError>;
}

/// The text of `inst` with operands in place of `$0`, `${1:b}` …
pub(super) fn expand(
    function: &MachineFunction,
    inst: Inst,
    symbols: &mut dyn SymbolText,
) -> Result<String, EmitError> {
    let OperandValue::Symbol(text, _) = function.operand(inst, 0).value() else {
        return Err(refused("without text"));
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
                let (reference, behind) = reference(rest)?;
                rest = behind;
                if alternative <= 1 {
                    write_reference(function, inst, &reference, symbols, &mut out)?;
                }
                continue;
            }
        }
        rest = &rest[1..];
    }
    append(alternative, rest, &mut out);
    Ok(out)
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
    let (inner, behind) = match text.strip_prefix('{') {
        Some(braced) => braced
            .split_once('}')
            .ok_or_else(|| refused("'${' without '}'"))?,
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
                .map_err(|_| refused("'$' without a number"))?,
        ),
    };
    if number.is_none() && modifier.is_empty() {
        return Err(refused("'$' without a number"));
    }
    Ok((Reference { number, modifier }, behind))
}

fn write_reference(
    function: &MachineFunction,
    inst: Inst,
    reference: &Reference<'_>,
    symbols: &mut dyn SymbolText,
    out: &mut String,
) -> Result<(), EmitError> {
    let Some(number) = reference.number else {
        match reference.modifier {
            "uid" => out.push_str(&inst.index().to_string()),
            "comment" => out.push('#'),
            "private" => out.push_str(".L"),
            other => return Err(refused(format!("'${{:{other}}}'"))),
        }
        return Ok(());
    };
    let (kind, operands) = group(function, inst, number)
        .ok_or_else(|| refused(format!("operand {number}, which is not there")))?;
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
        AsmOperandKind::Mem => write_memory(&lowered, reference.modifier, symbols, out),
        _ => write_value(lowered[0], reference.modifier, symbols, out),
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

/// A register, number or symbol, as a letter wants it.
fn write_value(
    operand: McOperand,
    modifier: &str,
    symbols: &mut dyn SymbolText,
    out: &mut String,
) -> Result<(), EmitError> {
    match operand {
        McOperand::Reg(reg) => {
            let (before, width, after) = match modifier {
                "" | "x" | "V" => ("", "", ""),
                "a" => ("(", "", ")"),
                "A" => ("*", "", ""),
                "b" | "w" | "k" | "q" | "h" => ("", modifier, ""),
                other => return Err(refused(format!("operand letter {other} of a register"))),
            };
            out.push_str(before);
            asm::print_reg(part(reg, width)?, out);
            out.push_str(after);
        }
        McOperand::Imm(value) => match modifier {
            "c" | "P" | "p" | "a" => out.push_str(&value.to_string()),
            "n" => out.push_str(&value.wrapping_neg().to_string()),
            _ => out.push_str(&format!("${value}")),
        },
        McOperand::Symbol(symbol) => {
            if !matches!(modifier, "c" | "P" | "p" | "a") {
                out.push('$');
            }
            symbols.symbol(&symbol, out)?;
        }
        McOperand::Block(_) => return Err(refused("block as an operand")),
    }
    Ok(())
}

/// The part of a register that a letter names.
fn part(reg: PhysReg, letter: &str) -> Result<PhysReg, EmitError> {
    let index = match letter {
        "b" => sub::SUB_8BIT,
        "h" => sub::SUB_8BIT_HI,
        "w" => sub::SUB_16BIT,
        "k" => sub::SUB_32BIT,
        "q" => avarice_target::SubRegIdx::NONE,
        _ => return Ok(reg),
    };
    let whole = whole_register(reg);
    let found = TARGET.sub_reg(whole, index);
    match found.is_none() {
        true => Err(refused(format!(
            "part {letter} of register {}",
            TARGET.reg(reg).name
        ))),
        false => Ok(found),
    }
}

/// The 64-bit register that `reg` is part of; `reg` itself if there is none.
pub(crate) fn whole_register(reg: PhysReg) -> PhysReg {
    let all = TARGET.class(class::GR64);
    let supers = TARGET.reg(reg).super_regs.iter().copied();
    supers
        .chain([reg])
        .find(|r| all.contains(*r))
        .unwrap_or(reg)
}

fn write_memory(
    operands: &[McOperand],
    modifier: &str,
    symbols: &mut dyn SymbolText,
    out: &mut String,
) -> Result<(), EmitError> {
    let [base, scale, index, displacement, segment] = operands else {
        return Err(refused("address of this form"));
    };
    let extra = match modifier {
        "H" => 8,
        "" | "P" => 0,
        other => return Err(refused(format!("operand letter {other} of memory"))),
    };
    let mut shifted = *displacement;
    match &mut shifted {
        McOperand::Imm(value) => *value += extra,
        McOperand::Symbol(symbol) => symbol.offset += extra,
        _ => {}
    }
    let mut text = String::new();
    if let McOperand::Symbol(symbol) = &shifted {
        symbols.symbol(symbol, &mut text)?;
    }
    asm::print_address([*base, *scale, *index, shifted, *segment], &text, out);
    Ok(())
}
