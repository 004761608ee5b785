//! Vectors of 32 bytes and more as arguments and results, where the function may use AVX: two of our registers are then
//! the halves of one of 32 bytes. Nothing else is in registers of that size.
//!
//! ```text
//!   <8 x float> as the first argument     $xmm0 = COPY %low
//!                                         $ymm0 = VINSERTF128rr undef $ymm0, %high, 1, implicit $xmm0
//!   as it comes in                        %low = COPY $xmm0
//!                                         %whole = COPY $ymm0
//!                                         %high = VEXTRACTF128rr %whole, 1
//! ```

use avarice_mir::{Operand, OperandFlags, Reg};
use avarice_target::PhysReg;

use super::Selector;
use crate::abi::{is_whole, low_half};
use crate::{class, op};

impl Selector<'_, '_> {
    /// Makes `src` the upper half of `to`, whose lower half is set.
    pub(super) fn emit_upper_half_to(&mut self, to: PhysReg, src: Reg) {
        let unset = Operand::reg(to).with(OperandFlags::UNDEF);
        let emit = self.emit(op::VINSERTF128rr).def(to).op(unset);
        let low = Operand::implicit_use(low_half(to));
        emit.reg(src).imm(1).extra(low).done();
    }

    /// `dst` = the upper half of `whole`.
    pub(super) fn emit_extracted_half(&mut self, dst: Reg, whole: Reg) {
        let emit = self.emit(op::VEXTRACTF128rr).def(dst);
        emit.reg(whole).imm(1).done();
    }

    /// Copies a result out of the register that it arrives in.
    pub(super) fn emit_result_copy(&mut self, dst: Reg, from: PhysReg) {
        if !is_whole(from) {
            self.emit_copy(dst, from);
            return;
        }
        let whole = self.new_of(class::VR256);
        self.emit_copy(whole, from);
        self.emit_extracted_half(dst, whole);
    }
}
