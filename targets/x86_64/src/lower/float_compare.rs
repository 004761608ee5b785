//! Floating-point comparisons and selects.
//!
//! `UCOMISD a, b` sets flags as an unsigned comparison would, and all of ZF, PF, CF if a or b is NaN:
//!
//! ```text
//!             ZF PF CF
//!   a > b      0  0  0      ogt = A    oge = AE    ult = B    ule = BE
//!   a < b      0  0  1      one = NE   ueq = E
//!   a = b      1  0  0      ord = NP   uno = P
//!   unordered  1  1  1      oeq = E and NP         une = NE or P
//! ```
//!
//! The other four predicates are these with operands exchanged.

use avarice_ir::{FloatPredicate, Inst, InstKind, Value};
use avarice_lower::select::{Choice, FloatArithmetic, Integers};
use avarice_lower::{FloatKind, Result};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::compare::{Cc, Condition};
use super::float::int_width;
use super::int::AND;
use super::x87::is_x87;
use super::{Selector, Width};
use crate::{class, op};

/// Whether operands are exchanged, and what must hold after `UCOMIS`.
fn flags_of(predicate: FloatPredicate) -> (bool, Condition) {
    use FloatPredicate::*;
    let one = |swap, cc| (swap, Condition::One(cc));
    match predicate {
        False => (false, Condition::Known(false)),
        True => (false, Condition::Known(true)),
        Oeq => (false, Condition::Both(Cc::E, Cc::Np)),
        Une => (false, Condition::Either(Cc::Ne, Cc::P)),
        Ogt => one(false, Cc::A),
        Oge => one(false, Cc::Ae),
        Olt => one(true, Cc::A),
        Ole => one(true, Cc::Ae),
        Ult => one(false, Cc::B),
        Ule => one(false, Cc::Be),
        Ugt => one(true, Cc::B),
        Uge => one(true, Cc::Be),
        One => one(false, Cc::Ne),
        Ueq => one(false, Cc::E),
        Ord => one(false, Cc::Np),
        Uno => one(false, Cc::P),
    }
}

/// The immediate of `CMPSD` that computes a predicate, and whether operands are exchanged; `None` for
/// the two that it does not have.
pub(super) fn mask_compare(predicate: FloatPredicate) -> Option<(bool, i64)> {
    use FloatPredicate::*;
    Some(match predicate {
        Oeq => (false, 0),
        Olt => (false, 1),
        Ole => (false, 2),
        Uno => (false, 3),
        Une => (false, 4),
        Uge => (false, 5),
        Ugt => (false, 6),
        Ord => (false, 7),
        Ogt => (true, 1),
        Oge => (true, 2),
        Ule => (true, 5),
        Ult => (true, 6),
        False | True | One | Ueq => return None,
    })
}

impl Selector<'_, '_> {
    /// Sets the flags for fcmp `inst`.
    pub(super) fn compare_scalars(
        &mut self,
        inst: Inst,
        predicate: FloatPredicate,
    ) -> Result<Condition> {
        let [left, right] = self.operands(inst);
        let (swap, condition) = flags_of(predicate);
        if let Condition::Known(_) = condition {
            return Ok(condition);
        }
        let (left, right) = if swap { (right, left) } else { (left, right) };
        if is_x87(self.ty(left)) {
            let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
            self.emit_x87_compare(lhs, rhs);
            return Ok(condition);
        }
        let kind = self.float_kind(left)?;
        // Folding is for the only user of the comparison: others emit it again.
        let result = self.function.insts[inst].result.expand();
        let only = result.is_some_and(|value| self.function.has_one_use(value));
        let lhs = self.use_value(left)?;
        let place = if only {
            self.float_memory(right)?
        } else {
            None
        };
        match place {
            Some((address, mem)) => {
                let emit = self.emit(kind.pick(op::UCOMISSrm, op::UCOMISDrm)).reg(lhs);
                let emit = emit.ops(&address.operands()).mem(mem);
                emit.flags(MiFlags::NOFPEXCEPT).keep_flags().done();
            }
            None => {
                let rhs = self.use_value(right)?;
                self.emit_ucomi(kind, lhs, rhs);
            }
        }
        Ok(condition)
    }

    /// `ucomis left, right`
    pub(super) fn emit_ucomi(&mut self, kind: FloatKind, left: Reg, right: Reg) {
        let emit = self.emit(kind.pick(op::UCOMISSrr, op::UCOMISDrr));
        let emit = emit.reg(left).reg(right).flags(MiFlags::NOFPEXCEPT);
        emit.keep_flags().done();
    }

    /// `oeq` or `une` as a bit in `dst`, without flags: the mask that a comparison gives has it in all
    /// places. `false` for other predicates.
    pub(super) fn lower_float_equality(
        &mut self,
        dst: Reg,
        inst: Inst,
        predicate: FloatPredicate,
    ) -> Result<bool> {
        if !matches!(predicate, FloatPredicate::Oeq | FloatPredicate::Une) {
            return Ok(false);
        }
        let [left, right] = self.operands(inst);
        if is_x87(self.ty(left)) {
            return Ok(false);
        }
        let kind = self.float_kind(left)?;
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let imm = if predicate == FloatPredicate::Oeq {
            0
        } else {
            4
        };
        let mask = self.emit_mask(kind, lhs, rhs, imm);
        let bits = self.float_bits(kind, mask);
        let low = self.low(bits, int_width(kind), Width::W32);
        let bit = self.alu_imm(&AND, Width::W32, low, 1)?;
        self.copy_low(dst, bit, Width::W32, Width::W8);
        Ok(true)
    }

    /// All ones where `left` compares to `right` as `CMPSD`'s immediate says, else zeros.
    pub(super) fn emit_mask(&mut self, kind: FloatKind, left: Reg, right: Reg, imm: i64) -> Reg {
        let mask = self.new_reg(kind.part());
        let emit = self.emit(kind.pick(op::CMPSSrri, op::CMPSDrri)).def(mask);
        emit.reg(left)
            .reg(right)
            .imm(imm)
            .flags(MiFlags::NOFPEXCEPT)
            .done();
        mask
    }

    /// `dst = mask ? yes : no`
    pub(super) fn emit_mask_select(&mut self, dst: Reg, mask: Reg, yes: Reg, no: Reg) {
        let chosen = self.emit_logic(op::ANDPSrr, mask, yes);
        let other = self.emit_logic(op::ANDNPSrr, mask, no);
        self.emit(op::ORPSrr).def(dst).reg(other).reg(chosen).done();
    }

    /// A bitwise operation on vector registers.
    pub(super) fn emit_logic(&mut self, opcode: Opcode, left: Reg, right: Reg) -> Reg {
        let dst = self.new_of(class::VR128);
        self.emit(opcode).def(dst).reg(left).reg(right).done();
        dst
    }

    /// Selects one floating-point part of a `select`.
    pub(super) fn lower_float_select(&mut self, condition: Value, choice: &Choice) -> Result<()> {
        let Choice { ty, dst, yes, no } = *choice;
        let Some(kind) = FloatKind::of(ty) else {
            return self.unsupported("select of this type");
        };
        if self.lower_compared_select(dst, condition, yes, no, kind)? {
            return Ok(());
        }
        let condition = self.emit_condition(condition)?;
        self.emit_float_cmov(dst, kind, condition, yes, no);
        Ok(())
    }

    /// A select by a comparison of numbers of the same type that has no other use: minimum, maximum or
    /// a mask. `false` if it is not one.
    fn lower_compared_select(
        &mut self,
        dst: Reg,
        condition: Value,
        yes: Reg,
        no: Reg,
        kind: FloatKind,
    ) -> Result<bool> {
        let Some((inst, InstKind::FCmp(predicate))) = self.def_kind(condition) else {
            return Ok(false);
        };
        let [left, right] = self.operands(inst);
        if !self.is_foldable(condition) || self.part(self.ty(left))? != kind.part() {
            return Ok(false);
        }
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        if let Some((opcode, first, second)) = min_max(*predicate, kind, lhs, rhs, yes, no) {
            let emit = self.emit(opcode).def(dst).reg(first).reg(second);
            emit.flags(MiFlags::NOFPEXCEPT).done();
            return Ok(true);
        }
        let Some((swap, imm)) = mask_compare(*predicate) else {
            return Ok(false);
        };
        let mask = match swap {
            false => self.emit_mask(kind, lhs, rhs, imm),
            true => self.emit_mask(kind, rhs, lhs, imm),
        };
        self.emit_mask_select(dst, mask, yes, no);
        Ok(true)
    }

    /// `dst = condition ? yes : no` under the flags of the group: expanded to branches later.
    pub(super) fn emit_float_cmov(
        &mut self,
        dst: Reg,
        kind: FloatKind,
        condition: Condition,
        yes: Reg,
        no: Reg,
    ) {
        let opcode = kind.pick(op::CMOV_FR32, op::CMOV_FR64);
        self.emit_cmov(opcode, dst, condition, yes, no);
    }
}

/// The instruction that computes `left predicate right ? yes : no` if that is a minimum or maximum with
/// the hardware's meaning: the second operand if either is NaN or both are zero.
fn min_max(
    predicate: FloatPredicate,
    kind: FloatKind,
    left: Reg,
    right: Reg,
    yes: Reg,
    no: Reg,
) -> Option<(Opcode, Reg, Reg)> {
    use FloatPredicate::*;
    // Unordered predicates are ordered ones negated: exchange the arms.
    let (predicate, yes, no) = match predicate {
        Uge => (Olt, no, yes),
        Ule => (Ogt, no, yes),
        Olt | Ogt => (predicate, yes, no),
        _ => return None,
    };
    let (less, first, second) = match (left == yes && right == no, left == no && right == yes) {
        (true, _) => (predicate == Olt, left, right),
        // `a < b ? b : a` is `b > a ? b : a`.
        (_, true) => (predicate == Ogt, right, left),
        _ => return None,
    };
    let opcode = match less {
        true => kind.pick(op::MINSSrr, op::MINSDrr),
        false => kind.pick(op::MAXSSrr, op::MAXSDrr),
    };
    Some((opcode, first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `UCOMIS a, b` and the condition give.
    fn holds(condition: Condition, a: f64, b: f64) -> bool {
        let unordered = a.is_nan() || b.is_nan();
        let (zero, carry) = (a == b || unordered, a < b || unordered);
        let test = |cc| match cc {
            Cc::A => !carry && !zero,
            Cc::Ae => !carry,
            Cc::B => carry,
            Cc::Be => carry || zero,
            Cc::E => zero,
            Cc::Ne => !zero,
            Cc::P => unordered,
            Cc::Np => !unordered,
            _ => panic!("not a condition of ucomis"),
        };
        match condition {
            Condition::One(cc) => test(cc),
            Condition::Both(x, y) => test(x) && test(y),
            Condition::Either(x, y) => test(x) || test(y),
            Condition::Known(value) => value,
        }
    }

    fn expected(predicate: FloatPredicate, a: f64, b: f64) -> bool {
        use FloatPredicate::*;
        let unordered = a.is_nan() || b.is_nan();
        match predicate {
            False => false,
            True => true,
            Oeq => a == b,
            Ogt => a > b,
            Oge => a >= b,
            Olt => a < b,
            Ole => a <= b,
            One => a.partial_cmp(&b).is_some_and(|order| order.is_ne()),
            Ord => !unordered,
            Uno => unordered,
            Ueq => unordered || a == b,
            Ugt => unordered || a > b,
            Uge => unordered || a >= b,
            Ult => unordered || a < b,
            Ule => unordered || a <= b,
            Une => unordered || a != b,
        }
    }

    #[test]
    fn flags_mean_the_predicates() {
        let numbers = [f64::NAN, -1.0, -0.0, 0.0, 1.0, f64::INFINITY];
        for (predicate, _) in FloatPredicate::ALL {
            for a in numbers {
                for b in numbers {
                    let (swap, condition) = flags_of(*predicate);
                    let (x, y) = if swap { (b, a) } else { (a, b) };
                    let wanted = expected(*predicate, a, b);
                    assert_eq!(holds(condition, x, y), wanted, "{predicate:?} {a} {b}");
                    if let Some((swap, imm)) = mask_compare(*predicate) {
                        let (x, y) = if swap { (b, a) } else { (a, b) };
                        let unordered = x.is_nan() || y.is_nan();
                        let base = [x == y, x < y, x <= y, unordered][imm as usize & 3];
                        assert_eq!(base ^ (imm >= 4), wanted, "mask {predicate:?} {a} {b}");
                    }
                }
            }
        }
    }
}
