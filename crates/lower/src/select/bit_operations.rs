//! Intrinsics that look at the bits of integers.

use avarice_ir::Inst;

use super::wide_integers::WideIntegers;
use avarice_legalize::Result;

/// Selects intrinsics that look at the bits of integers.
pub trait BitOperations<'m>: WideIntegers<'m> {
    /// Selects `llvm.bswap`.
    fn lower_bswap(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.bitreverse`.
    fn lower_bitreverse(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.ctpop`.
    fn lower_ctpop(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.ctlz`.
    fn lower_ctlz(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.cttz`.
    fn lower_cttz(&mut self, inst: Inst) -> Result<()>;

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr` on at most 64 bits.
    fn lower_narrow_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()>;

    /// Selects `llvm.fshl` (`left`) and `llvm.fshr`.
    fn lower_funnel_shift(&mut self, inst: Inst, left: bool) -> Result<()> {
        match self.is_wide(self.function.operand(inst, 0)) {
            true => self.lower_wide_funnel_shift(inst, left),
            false => self.lower_narrow_funnel_shift(inst, left),
        }
    }
}
