//! Arithmetic on integers of one register.

use avarice_ir::{BinaryOp, Inst, InstFlags, Value};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::divisions::Divisions;
use super::integers::IntWidth;
use avarice_legalize::Result;

/// An operation on integers of at most 64 bits.
#[derive(Clone, Copy)]
pub struct IntOperation {
    /// What computes it.
    pub inst: Inst,
    /// What it is.
    pub op: BinaryOp,
    /// The type's width.
    pub bits: u32,
    /// Its result.
    pub dst: Reg,
    /// The first operand.
    pub left: Value,
    /// The second.
    pub right: Value,
}

/// Selects arithmetic on integers.
pub trait IntegerArithmetic<'m>: Divisions<'m> {
    /// The flags of IR that machine instructions keep.
    const WRAP_FLAGS: &'static [(InstFlags, MiFlags)];

    /// Whether an opcode computes the integer operation `op` and nothing else.
    fn is_form_of(op: BinaryOp, opcode: Opcode) -> bool;

    /// Selects a shift.
    fn lower_shift(&mut self, operation: &IntOperation) -> Result<()>;

    /// Selects a product.
    fn lower_mul(&mut self, operation: &IntOperation) -> Result<()>;

    /// Selects a sum, a difference or an operation of logic.
    fn lower_simple(&mut self, operation: &IntOperation) -> Result<()>;

    /// Selects an integer operation.
    fn lower_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let [left, right] = self.operands(inst);
        if self.is_wide(left) {
            return self.lower_wide_binary(inst, op);
        }
        let Some(bits) = self.int_bits(left) else {
            return self.unsupported(format!("{} on this type", op.keyword()));
        };
        let dst = self.result_reg(inst)?;
        let operation = IntOperation {
            inst,
            op,
            bits,
            dst,
            left,
            right,
        };
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.lower_shift(&operation)?,
            BinaryOp::Mul => self.lower_mul(&operation)?,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                self.lower_division(&operation)?;
            }
            _ => self.lower_simple(&operation)?,
        }
        if Self::Width::of_bits(bits).bits() == bits {
            let is_form = |opcode| Self::is_form_of(op, opcode);
            self.keep_wrap_flags(inst, dst, Self::WRAP_FLAGS, is_form);
        }
        Ok(())
    }
}
