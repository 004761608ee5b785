//! Comparisons of integers: strict, with constants on the right, in few bits, and of the operands of an operation
//! rather than of its result.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, IntPredicate, Value};

use super::known_bits::KnownBits;
use super::patterns::{fits_signed, low_bits, signed};
use super::{Combined, Combiner};
use crate::fold::int::Int;
use crate::fold::{compare_ints, holds};

const NONE: InstFlags = InstFlags::empty();

/// Instructions before a comparison among which the step of a counter is looked for.
const MAX_STEPS_BACK: usize = 4;

impl Combiner<'_> {
    /// `left predicate right`
    pub(super) fn icmp(&mut self, predicate: IntPredicate) -> Option<Combined> {
        let (left, right) = (self.operand(0), self.operand(1));
        if self.is_constant(left) && !self.is_constant(right) {
            self.function.set_operand(self.at, 0, right);
            self.function.set_operand(self.at, 1, left);
            self.function.insts[self.at].kind = InstKind::ICmp(predicate.swapped());
            return Some(Combined::InPlace);
        }
        let Some(bits) = self.bits_of(left) else {
            return self.icmp_of_addresses(predicate, left, right);
        };
        if let Some(number) = self.number(right) {
            return self
                .canonical(predicate, bits, left, number)
                .or_else(|| self.icmp_of_known(predicate, bits, left, right))
                .or_else(|| self.icmp_of_cast(predicate, left, number))
                .or_else(|| self.icmp_of_choice(predicate, bits, left, number))
                .or_else(|| self.icmp_of_operation(predicate, bits, left, number))
                .or_else(|| self.icmp_after_step(predicate, left, number))
                .or_else(|| self.operation_on_phi());
        }
        self.icmp_of_known(predicate, bits, left, right)
            .or_else(|| self.icmp_of_two(predicate, left, right))
    }

    /// A comparison of the result of an operation that has no other use. A result with other uses exists anyway, and
    /// keeping its operands alive as well costs a register: a counter is better compared after its step.
    fn icmp_of_operation(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        if !self.has_one_use(left) {
            return None;
        }
        self.icmp_of_sum(predicate, bits, left, number)
            .or_else(|| self.icmp_of_product(predicate, bits, left, number))
            .or_else(|| self.icmp_of_bits(predicate, bits, left, number))
    }

    /// `i == C`, where the next `i` is `i + D` and was just computed: that is compared with `C + D`, so that the old `i` is
    /// needed no more. Loops that count down with `while (n--)` ask so. A step that must not wrap may be no number where `i` is one.
    fn icmp_after_step(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        let (kind, phi) = self.kind_of(left)?;
        let function = &*self.function;
        let block = function.insts[self.at].block;
        let is_here = |inst: Inst| function.insts[inst].block == block;
        if *kind != InstKind::Phi || !is_here(phi) || !predicate.is_equality() {
            return None;
        }
        let is_needed_here = |slot| is_here(function.uses[slot].user);
        if !function.uses_of(left).all(is_needed_here) {
            return None;
        }
        let before = std::iter::successors(function.insts[self.at].prev.expand(), |inst| {
            function.insts[*inst].prev.expand()
        });
        let (next, step) = before.take(MAX_STEPS_BACK).find_map(|inst| {
            let result = function.insts[inst].result.expand()?;
            let (from, step, flags) = self.with_number(BinaryOp::Add, result)?;
            let is_next = from == left
                && flags == NONE
                && function.operands(phi).any(|value| value == result);
            is_next.then_some((result, step))
        })?;
        let number = number.wrapping_add(step);
        Some(self.make_icmp_with(predicate, next, number).into())
    }

    /// Whether a comparison of an extended number may be one of the number before that: it is the only user of one of
    /// them, or both are there anyway.
    fn is_no_burden(&self, extended: Value, source: Value) -> bool {
        self.has_one_use(extended) || !self.has_one_use(source)
    }

    /// Comparisons with a number are strict, and `eq` or `ne` where they single out one number.
    fn canonical(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        use IntPredicate::*;
        let most = low_bits(bits);
        let sign = 1u64 << (bits - 1);
        // Where these were extremes the comparison is always true or false, which is known before.
        let (predicate, number) = match predicate {
            Uge if number != 0 => (Ugt, number - 1),
            Ule if number != most => (Ult, number + 1),
            Sge if number != sign => (Sgt, number.wrapping_sub(1)),
            Sle if number != sign - 1 => (Slt, number.wrapping_add(1)),
            Ult if number == 1 => (Eq, 0),
            Ugt if number == 0 => (Ne, 0),
            Ult if number == most => (Ne, most),
            Ugt if number == most - 1 => (Eq, most),
            Slt if number == sign.wrapping_add(1) & most => (Eq, sign),
            Sgt if number == sign => (Ne, sign),
            Slt if number == sign - 1 => (Ne, sign - 1),
            Sgt if number == sign.wrapping_sub(2) & most => (Eq, sign - 1),
            // Bits that are one number with all below: greater than the sign is negative.
            Ugt if number == sign - 1 => (Slt, 0),
            Ult if number == sign => (Sgt, most),
            // x == false -> !x
            Eq if bits == 1 && number == 0 => return Some(self.make_not(left).into()),
            _ => return None,
        };
        Some(self.make_icmp_with(predicate, left, number).into())
    }

    /// What follows from known bits.
    fn icmp_of_known(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        let (a, b) = (self.known_bits(bits, left), self.known_bits(bits, right));
        let outcome = always(predicate, bits, a, b)
            .then_some(true)
            .or_else(|| always(predicate.inverse(), bits, a, b).then_some(false));
        if let Some(outcome) = outcome {
            return Some(self.truth(outcome).into());
        }
        // Numbers that are not negative compare as unsigned ones.
        if predicate.is_signed() && a.is_non_negative(bits) && b.is_non_negative(bits) {
            return Some(self.make_icmp(predicate.unsigned(), left, right).into());
        }
        // x != 1 where x has one bit that may be set -> x == 0
        let number = self.number(right)?;
        let may_have = a.greatest(bits);
        if predicate.is_equality() && may_have.is_power_of_two() && number == may_have {
            return Some(self.make_icmp_with(predicate.inverse(), left, 0).into());
        }
        None
    }

    /// A comparison of an extended number with one that fits: that before it was extended.
    fn icmp_of_cast(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        let (cast, x, flags) = self.any_cast(left)?;
        let (from, bits) = (self.bits_of(x)?, self.bits_of(left)?);
        let value = signed(bits, number);
        if from != 1 && !self.is_no_burden(left, x) {
            return None;
        }
        match cast {
            CastOp::ZExt if number <= low_bits(from) => {
                Some(self.make_icmp_with(predicate.unsigned(), x, number).into())
            }
            CastOp::SExt if fits_signed(from, i128::from(value)) => {
                Some(self.make_icmp_with(predicate, x, number).into())
            }
            // Nothing was lost: as a signed or unsigned number it is the same.
            CastOp::Trunc if flags.contains(InstFlags::NUW) && !predicate.is_signed() => {
                Some(self.make_icmp_with(predicate, x, number).into())
            }
            CastOp::Trunc
                if flags.contains(InstFlags::NSW)
                    && (predicate.is_signed() || predicate.is_equality()) =>
            {
                Some(self.make_icmp_with(predicate, x, value as u64).into())
            }
            _ => None,
        }
    }

    /// A comparison of a choice between numbers: the choice, or its opposite.
    fn icmp_of_choice(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        let (InstKind::Select, select) = self.kind_of(left)? else {
            return None;
        };
        let operand = |index| self.function.operand(select, index);
        let (condition, yes, no) = (operand(0), operand(1), operand(2));
        let (yes, no) = (self.number(yes)?, self.number(no)?);
        let outcome = |value| {
            let int = |value: u64| Int::new(bits, u128::from(value));
            compare_ints(predicate, &int(value), &int(number))
        };
        let value = match (outcome(yes), outcome(no)) {
            (true, false) => condition,
            (false, true) => self.make_not(condition),
            (both, _) => self.truth(both),
        };
        Some(value.into())
    }

    /// A comparison of a sum with a number: of what the number was added to.
    fn icmp_of_sum(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        use BinaryOp::*;
        let equality = predicate.is_equality();
        if let Some((x, inner, flags)) = self.with_number(Add, left) {
            let difference = number.wrapping_sub(inner);
            if equality {
                return Some(self.make_icmp_with(predicate, x, difference).into());
            }
            let exact = i128::from(signed(bits, number)) - i128::from(signed(bits, inner));
            let is_signed = predicate.is_signed();
            let fits = if is_signed {
                flags.contains(InstFlags::NSW) && fits_signed(bits, exact)
            } else {
                flags.contains(InstFlags::NUW) && number >= inner
            };
            return fits.then(|| self.make_icmp_with(predicate, x, difference).into());
        }
        if equality && let Some((inner, x)) = self.number_minus(left) {
            let difference = inner.wrapping_sub(number);
            return Some(self.make_icmp_with(predicate, x, difference).into());
        }
        if let Some((x, inner, _)) = self.with_number(Xor, left) {
            if equality {
                return Some(self.make_icmp_with(predicate, x, inner ^ number).into());
            }
            // Whether it is negative: that of x, or the opposite
            let sign = 1u64 << (bits - 1);
            if inner == low_bits(bits) {
                // ~x < C -> x > ~C
                let number = !number & low_bits(bits);
                return Some(self.make_icmp_with(predicate.swapped(), x, number).into());
            }
            if inner == sign && predicate.is_signed() {
                let number = number ^ sign;
                return Some(self.make_icmp_with(predicate.unsigned(), x, number).into());
            }
            return None;
        }
        if number != 0 {
            return None;
        }
        // x - y == 0 and the like, also signed where it does not wrap
        if let Some((x, y, flags)) = self.operands_of(Sub, left)
            && (equality || predicate.is_signed() && flags.contains(InstFlags::NSW))
        {
            return Some(self.make_icmp(predicate, x, y).into());
        }
        let (x, y, _) = self.operands_of(Xor, left)?;
        equality.then(|| self.make_icmp(predicate, x, y).into())
    }

    /// A comparison of a product, a quotient or a shift by constants.
    fn icmp_of_product(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        use BinaryOp::*;
        let equality = predicate.is_equality();
        if let Some((x, factor, flags)) = self.with_number(Mul, left)
            && equality
            && factor != 0
        {
            let (value, by) = (signed(bits, number), signed(bits, factor));
            let quotient = match () {
                () if flags.contains(InstFlags::NUW) => {
                    Some((number / factor, number.is_multiple_of(factor)))
                }
                () if flags.contains(InstFlags::NSW) && by > 0 => {
                    Some(((value / by) as u64, value % by == 0))
                }
                () => None,
            };
            if let Some((quotient, is_exact)) = quotient {
                return Some(match is_exact {
                    true => self.make_icmp_with(predicate, x, quotient).into(),
                    false => self.truth(predicate == IntPredicate::Ne).into(),
                });
            }
        }
        if let Some((x, by, flags)) = self.with_number(Shl, left)
            && by < u64::from(bits)
        {
            let is_multiple = number & low_bits(by as u32) == 0;
            if equality && is_multiple && flags.intersects(InstFlags::NUW | InstFlags::NSW) {
                let shifted = match flags.contains(InstFlags::NUW) {
                    true => number >> by,
                    false => (signed(bits, number) >> by) as u64,
                };
                return Some(self.make_icmp_with(predicate, x, shifted).into());
            }
            // (x << C) == 0 -> (x & (2^(bits - C) - 1)) == 0
            if equality && number == 0 {
                let masked = self.make_with(And, x, low_bits(bits - by as u32), NONE);
                return Some(self.make_icmp_with(predicate, masked, 0).into());
            }
        }
        // x / C == 0 -> x < C, for shifts to the right too
        if number != 0 || !equality {
            return None;
        }
        let (x, divisor) = self.divided(bits, left)?;
        let (predicate, limit) = match predicate {
            IntPredicate::Eq => (IntPredicate::Ult, divisor),
            _ => (IntPredicate::Ugt, divisor - 1),
        };
        Some(self.make_icmp_with(predicate, x, limit).into())
    }

    /// Questions about bits.
    fn icmp_of_bits(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        left: Value,
        number: u64,
    ) -> Option<Combined> {
        use BinaryOp::*;
        let sign = 1u64 << (bits - 1);
        let (x, mask, _) = self.with_number(And, left)?;
        if !predicate.is_equality() {
            // The sign is what it was.
            let asks_sign = predicate == IntPredicate::Slt && number == 0
                || predicate == IntPredicate::Sgt && number == low_bits(bits);
            return (asks_sign && mask & sign != 0)
                .then(|| self.make_icmp_with(predicate, x, number).into());
        }
        // (x & 2^n) == 2^n -> (x & 2^n) != 0
        if mask.is_power_of_two() && number == mask && mask != sign {
            return Some(self.make_icmp_with(predicate.inverse(), left, 0).into());
        }
        let is_zero = number == 0;
        if mask == sign && (is_zero || number == sign) {
            // (x & sign) != 0 -> x < 0
            let is_negative = (predicate == IntPredicate::Ne) == is_zero;
            let (predicate, number) = match is_negative {
                true => (IntPredicate::Slt, 0),
                false => (IntPredicate::Sgt, u64::MAX),
            };
            return Some(self.make_icmp_with(predicate, x, number).into());
        }
        // (x & -2^n) == 0 -> x < 2^n
        let below = !mask & low_bits(bits);
        if is_zero && mask != 0 && below != 0 && below & (below + 1) == 0 {
            let (predicate, limit) = match predicate {
                IntPredicate::Eq => (IntPredicate::Ult, below + 1),
                _ => (IntPredicate::Ugt, below),
            };
            return Some(self.make_icmp_with(predicate, x, limit).into());
        }
        // ((x >> A) & B) == C -> (x & (B << A)) == C << A
        let (value, by) = [LShr, AShr]
            .into_iter()
            .find_map(|op| self.with_number(op, x).map(|(value, by, _)| (value, by)))?;
        let fits = |pattern: u64| pattern << by >> by == pattern && pattern << by <= low_bits(bits);
        if by < u64::from(bits) && self.has_one_use(x) && fits(mask) && fits(number) {
            // A mask that is no immediate costs more than the shift.
            if mask << by > low_bits(31) {
                return None;
            }
            let value = self.make_with(And, value, mask << by, NONE);
            return Some(self.make_icmp_with(predicate, value, number << by).into());
        }
        None
    }

    /// A comparison of two values.
    fn icmp_of_two(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        if let (Some((a, x, _)), Some((b, y, _))) = (self.any_cast(left), self.any_cast(right))
            && a == b
            && self.ty(x) == self.ty(y)
            && self.bits_of(x).is_some()
            && (self.is_no_burden(left, x) || self.is_no_burden(right, y))
        {
            // Extended both, numbers keep their order.
            match a {
                CastOp::ZExt => return Some(self.make_icmp(predicate.unsigned(), x, y).into()),
                CastOp::SExt => return Some(self.make_icmp(predicate, x, y).into()),
                _ => {}
            }
        }
        if !predicate.is_equality() {
            return None;
        }
        for op in [BinaryOp::Add, BinaryOp::Xor] {
            for (value, other) in [(left, right), (right, left)] {
                let Some((x, y, _)) = self.operands_of(op, value) else {
                    continue;
                };
                // x + y == x -> y == 0
                let rest = match () {
                    () if x == other => Some(y),
                    () if y == other => Some(x),
                    () => None,
                };
                if let Some(rest) = rest {
                    return Some(self.make_icmp_with(predicate, rest, 0).into());
                }
            }
            // x + y == x + z -> y == z
            if let Some((x, y)) = self.without_common(op, left, right) {
                return Some(self.make_icmp(predicate, x, y).into());
            }
        }
        None
    }

    /// A comparison of addresses that were made of one: of the steps.
    fn icmp_of_addresses(
        &mut self,
        predicate: IntPredicate,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        if !predicate.is_equality() {
            return None;
        }
        for (value, other) in [(left, right), (right, left)] {
            if let Some((base, index, stride, flags)) = self.one_step(value)
                && base == other
                && stride != 0
                && flags.contains(InstFlags::INBOUNDS)
                && self.bits_of(index).is_some()
            {
                return Some(self.make_icmp_with(predicate, index, 0).into());
            }
        }
        None
    }
}

/// Whether a comparison holds for all numbers with these bits.
fn always(predicate: IntPredicate, bits: u32, a: KnownBits, b: KnownBits) -> bool {
    use IntPredicate::*;
    match predicate {
        Eq => a.zero | a.one == low_bits(bits) && a.zero == b.zero && a.one == b.one,
        Ne => a.zero & b.one | a.one & b.zero != 0,
        Ugt | Uge => holds(predicate, a.least().cmp(&b.greatest(bits))),
        Ult | Ule => holds(predicate, a.greatest(bits).cmp(&b.least())),
        Sgt | Sge => holds(
            predicate,
            a.signed_least(bits).cmp(&b.signed_greatest(bits)),
        ),
        Slt | Sle => holds(
            predicate,
            a.signed_greatest(bits).cmp(&b.signed_least(bits)),
        ),
    }
}
