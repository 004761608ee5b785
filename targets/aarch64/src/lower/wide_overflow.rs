//! Arithmetic on 128-bit integers with overflow detection.

use avarice_ir::Inst;
use avarice_lower::select::{Arithmetic, HALF, Halves, WideIntegers, WideSum};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::Selector;
use super::compare::Cc;
use super::wide::W;
use crate::{op, reg};

impl Selector<'_, '_> {
    /// A condition as 0 or 1 in a new register.
    pub(super) fn set(&mut self, cc: Cc) -> Reg {
        let dst = self.new_reg(PartType::Int(32));
        self.emit_cset(dst, cc);
        dst
    }

    /// Whether a register is not zero.
    pub(super) fn is_not_zero(&mut self, src: Reg) -> Reg {
        let emit = self.emit(op::SUBSXri).def(reg::XZR).reg(src);
        emit.imm(0).imm(0).keep_flags().done();
        self.set(Cc::Ne)
    }

    /// The halves of a result that saturates are chosen by what overflowed.
    pub(super) fn emit_wide_choice(&mut self, dst: Halves, cc: Cc, yes: Halves, no: Halves) {
        self.emit_csel(W, dst.0, cc, yes.0, no.0);
        self.emit_csel(W, dst.1, cc, yes.1, no.1);
    }

    /// Selects a saturating sum or difference of 128 bits.
    pub(super) fn lower_wide_saturating(
        &mut self,
        inst: Inst,
        kind: Arithmetic,
        signed: bool,
    ) -> Result<()> {
        let sub = kind == Arithmetic::Sub;
        let [left, right] = self.operands(inst);
        if self.wide_bits(left) != Some(128) {
            return self.unsupported("saturating arithmetic on 65 to 127 bits");
        }
        let (lhs, rhs) = (self.halves(left)?, self.halves(right)?);
        let sum = self.new_halves();
        let difference = WideSum {
            is_difference: sub,
            left: lhs,
            right: rhs,
            keeps_flags: true,
        };
        self.emit_wide_sum(sum, difference);
        let dst = self.wide_result(inst)?;
        if !signed {
            let ones = self.new_reg(HALF);
            let bound = if sub { 0 } else { u64::MAX };
            self.emit_int(ones, W, bound);
            let cc = if sub { Cc::Lo } else { Cc::Hs };
            self.emit_wide_choice(dst, cc, (ones, ones), sum);
            return Ok(());
        }
        // With overflow the sign is the wrong one: the bound is that of the other.
        let sign = self.shift_right(true, W, sum.1, 63);
        let top = self.new_reg(HALF);
        let least = i64::MIN as u64;
        let bit = crate::immediates::logical_bits(least);
        self.emit(op::EORXri).def(top).reg(sign).imm(bit).done();
        self.emit_wide_choice(dst, Cc::Vs, (sign, top), sum);
        Ok(())
    }
}
