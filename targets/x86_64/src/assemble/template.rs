//! How operands of inline assembly are written.

use avarice_emit::{AsmWriter, EmitError, refused_asm as refused};
use avarice_mir::Block;
use avarice_target::PhysReg;

use crate::asm;
use crate::encode::mc_inst::{McOperand, SymbolOperand};
use crate::{TARGET, class, sub};

/// How symbols are written.
pub(super) trait SymbolText {
    /// Appends a symbol with its offset.
    fn symbol(&mut self, symbol: &SymbolOperand, out: &mut String) -> Result<(), EmitError>;

    /// Appends the label of a block of the function.
    fn block(&mut self, block: Block, out: &mut String);
}

/// Operands in AT&T syntax.
pub(super) struct Writer<'s>(pub &'s mut dyn SymbolText);

impl AsmWriter for Writer<'_> {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn value(
        &mut self,
        operand: McOperand,
        modifier: &str,
        out: &mut String,
    ) -> Result<(), EmitError> {
        write_value(operand, modifier, self.0, out)
    }

    fn memory(
        &mut self,
        operands: &[McOperand],
        modifier: &str,
        out: &mut String,
    ) -> Result<(), EmitError> {
        write_memory(operands, modifier, self.0, out)
    }
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
        McOperand::Block(block) => match modifier {
            "" | "l" => symbols.block(block, out),
            other => return Err(refused(format!("operand letter {other} of a label"))),
        },
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
