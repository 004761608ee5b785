//! Memory taken from the stack at run time.

use avarice_ir::{Inst, InstKind};
use avarice_mir::Reg;

use super::integers::{IntWidth, Integers};
use crate::parts::PartType;
use avarice_legalize::Result;

/// Selects allocations that are no stack objects: the stack pointer moves down.
pub trait StackAllocation<'m>: Integers<'m> {
    /// The alignment in bytes that the stack pointer keeps.
    fn kept_alignment(&self) -> u64;

    /// Emits `dst = src * factor`, 64 bits.
    fn emit_product_by(&mut self, dst: Reg, src: Reg, factor: i64) -> Result<()>;

    /// `bytes` rounded up to a multiple of `align`, a power of two.
    fn rounded_up(&mut self, bytes: Reg, align: u64) -> Result<Reg>;

    /// Moves the stack pointer down by `bytes`, and to a multiple of `align` if that is more than its own alignment.
    /// Returns where it is then.
    fn emit_allocation(&mut self, bytes: Reg, align: u64) -> Result<Reg>;

    /// Selects an `alloca` that is executed: of variable size, or not in the entry block.
    fn lower_dynamic_alloca(&mut self, inst: Inst) -> Result<()> {
        let InstKind::Alloca { ty, align, .. } = self.function.insts[inst].kind else {
            return self.unsupported("allocation of this kind");
        };
        let count = self.function.operand(inst, 0);
        let Some(size) = self.layout.alloc_size(&self.module.types, ty) else {
            return self.unsupported("alloca of a type without size");
        };
        let Ok(factor) = i64::try_from(size) else {
            return self.unsupported("alloca of a type of this size");
        };
        let dst = self.result_reg(inst)?;
        let count = self.extend(count, false, Self::Width::DOUBLE_WORD)?;
        let mut bytes = self.new_reg(PartType::Int(64));
        self.emit_product_by(bytes, count, factor)?;
        let stack_align = self.kept_alignment();
        if !size.is_multiple_of(stack_align) {
            bytes = self.rounded_up(bytes, stack_align)?;
        }
        let align = align.max(self.layout.abi_align(&self.module.types, ty));
        let place = self.emit_allocation(bytes, align)?;
        self.emit_copy(dst, place);
        Ok(())
    }
}
