//! Inline assembly: how operands are written, and which statements become code here.
//!
//! Assembly output takes every text. An object takes statements whose instructions are in the rows, without symbols; of
//! labels only those of blocks to which the assembly may jump. A statement is matched against the asm
//! strings of the rows with its mnemonic.

use avarice_emit::{
    AsmText, AsmWriter, CodeBuffer, EmitError, FunctionContext, McOperand, PrintContext,
    expand_asm, print_asm, refused_asm,
};
use avarice_mir::Inst;
use avarice_target::PhysReg;

use super::{encoder, statement};
use crate::{TARGET, asm, class, reg};

/// Appends the words of inline assembly.
///
/// # Errors
/// If the text has something that is not known.
pub(super) fn encode(
    context: &FunctionContext<'_>,
    inst: Inst,
    buffer: &mut CodeBuffer,
) -> Result<(), EmitError> {
    let text = expand_asm(context.function, inst, &mut Writer(None))?;
    for line in text.split(['\n', ';']) {
        let line = line.split("//").next().unwrap_or("").trim();
        // At the beginning of a statement, '#' begins a comment, too.
        if !line.is_empty() && !line.starts_with('#') {
            let mc = statement::parse(line)?;
            encoder::encode(&mc, context.labels, buffer)?;
        }
    }
    Ok(())
}

/// Appends inline assembly as text.
///
/// # Errors
/// If an operand has no text.
pub(super) fn print(
    context: &PrintContext<'_>,
    inst: Inst,
    out: &mut AsmText,
) -> Result<(), EmitError> {
    let mut writer = Writer(Some(context));
    let text = expand_asm(context.function.function, inst, &mut writer)?;
    print_asm(&text, out);
    Ok(())
}

/// Operands as text; symbols if their names are known.
struct Writer<'a>(Option<&'a PrintContext<'a>>);

impl AsmWriter for Writer<'_> {
    fn comment(&self) -> &'static str {
        "//"
    }

    fn value(
        &mut self,
        operand: McOperand,
        modifier: &str,
        out: &mut String,
    ) -> Result<(), EmitError> {
        match operand {
            McOperand::Reg(register) => {
                out.push_str(&register_text(register, modifier)?);
                Ok(())
            }
            McOperand::Imm(0) if matches!(modifier, "w" | "x") => {
                out.push_str(modifier);
                out.push_str("zr");
                Ok(())
            }
            McOperand::Imm(value) => {
                let value = if modifier == "n" {
                    value.wrapping_neg()
                } else {
                    value
                };
                out.push_str(&value.to_string());
                Ok(())
            }
            McOperand::Symbol(symbol) => {
                let context = self.0.ok_or_else(|| refused_asm("symbol in an object"))?;
                out.push_str(&context.symbol(symbol.target)?);
                if symbol.offset != 0 {
                    out.push_str(&format!("{:+}", symbol.offset));
                }
                Ok(())
            }
            McOperand::Block(block) if matches!(modifier, "" | "l") => {
                match self.0 {
                    Some(context) => out.push_str(&context.block(block)),
                    None => {
                        out.push(statement::BLOCK_MARK);
                        out.push_str(&block.as_u32().to_string());
                    }
                }
                Ok(())
            }
            McOperand::Block(_) => {
                Err(refused_asm(format!("operand letter {modifier} of a label")))
            }
        }
    }

    fn memory(
        &mut self,
        operands: &[McOperand],
        modifier: &str,
        out: &mut String,
    ) -> Result<(), EmitError> {
        let ([McOperand::Reg(base)], "" | "a") = (operands, modifier) else {
            return Err(refused_asm("address of this form"));
        };
        out.push_str(&format!("[{}]", asm::register_name(TARGET.reg(*base).name)));
        Ok(())
    }
}

/// The name of a register by a letter: of 64 bits, or as a vector, without one.
fn register_text(register: PhysReg, modifier: &str) -> Result<String, EmitError> {
    let number = TARGET.reg(register).encoding;
    let within = |class| TARGET.class(class).contains(register);
    let is_general = within(class::GPR32all) || within(class::GPR64all);
    let letter = match (is_general, modifier) {
        (true, "" | "x") => 'x',
        (true, "w") => 'w',
        (false, "") => 'v',
        (false, "b" | "h" | "s" | "d" | "q") => modifier.chars().next().unwrap_or('v'),
        (_, other) => {
            return Err(refused_asm(format!("operand letter {other} of a register")));
        }
    };
    Ok(match (register, number) {
        (reg::SP | reg::WSP, _) if letter == 'x' => "sp".to_string(),
        (reg::SP | reg::WSP, _) => "wsp".to_string(),
        (_, 31) if is_general => format!("{letter}zr"),
        _ => format!("{letter}{number}"),
    })
}
