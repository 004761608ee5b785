//! Two comparisons of the same value with constants become one: whether it is in an interval.
//!
//! ```text
//!   x >= 48 && x <= 57       x - 48 < 10           x == 65 || x == 97       x | 32 == 97
//!   x < 4 || x == 4          x < 5                 x == 0 && y == 0         x | y == 0
//! ```

use avarice_ir::{BinaryOp, InstFlags, IntPredicate, Value};

use super::Combiner;
use super::patterns::low_bits;

/// The numbers of `bits` bits from `start` on, `size` of them, around the end.
#[derive(Clone, Copy)]
struct Interval {
    bits: u32,
    start: u64,
    size: u128,
}

impl Interval {
    fn new(bits: u32, start: u64, size: u128) -> Self {
        Self {
            bits,
            start: start & low_bits(bits),
            size,
        }
    }

    /// The numbers that compare so with `number`.
    fn of(bits: u32, predicate: IntPredicate, number: u64) -> Self {
        use IntPredicate::*;
        let all = 1u128 << bits;
        let sign = 1u64 << (bits - 1);
        // Signed numbers are in the order of unsigned ones that begin with the least.
        let (first, place) = match predicate {
            Sgt | Sge | Slt | Sle => (sign, u128::from(number ^ sign)),
            _ => (0, u128::from(number)),
        };
        let from = |start: u64, size| Self::new(bits, start, size);
        match predicate {
            Eq => from(number, 1),
            Ne => from(number.wrapping_add(1), all - 1),
            Ult | Slt => from(first, place),
            Ule | Sle => from(first, place + 1),
            Ugt | Sgt => from(number.wrapping_add(1), all - 1 - place),
            Uge | Sge => from(number, all - place),
        }
    }

    fn all(self) -> u128 {
        1 << self.bits
    }

    fn complement(self) -> Self {
        let end = self.start.wrapping_add(self.size as u64);
        Self::new(self.bits, end, self.all() - self.size)
    }

    /// All that are in one of two, if that is an interval.
    fn union(self, other: Self) -> Option<Self> {
        if self.size == 0 || other.size == self.all() {
            return Some(other);
        }
        if other.size == 0 || self.size == self.all() {
            return Some(self);
        }
        let distance = |from: Self, to: Self| {
            u128::from(to.start.wrapping_sub(from.start) & low_bits(self.bits))
        };
        let (there, back) = (distance(self, other), distance(other, self));
        let joined = |first: Self, by: u128, second: Self| {
            let size = first.size.max(by + second.size);
            Self::new(self.bits, first.start, size.min(self.all()))
        };
        match (there <= self.size, back <= other.size) {
            // Each begins in the other: around the whole circle, unless they begin at the same number.
            (true, true) if there == 0 => Some(joined(self, 0, other)),
            (true, true) => Some(Self::new(self.bits, self.start, self.all())),
            (true, false) => Some(joined(self, there, other)),
            (false, true) => Some(joined(other, back, self)),
            (false, false) => None,
        }
    }
}

impl Combiner<'_> {
    /// `a & b` for two comparisons, or `a | b`, as one. If `is_lazy`, the second is evaluated only where the first does
    /// not decide, and may be poison elsewhere.
    pub(super) fn two_comparisons(
        &mut self,
        is_and: bool,
        a: Value,
        b: Value,
        is_lazy: bool,
    ) -> Option<Value> {
        let (first, second) = (self.comparison(a)?, self.comparison(b)?);
        let (x, y) = (first.1, second.1);
        let (p, q) = (self.number(first.2)?, self.number(second.2)?);
        let are_free = self.has_one_use(a) && self.has_one_use(b);
        if let Some(interval) = self.common_interval(is_and, (first.0, x, p), (second.0, y, q)) {
            let (value, interval) = interval;
            return self.make_in_interval(value, interval, are_free);
        }
        // What the comparisons have to be for both, or one of them, to decide.
        let predicate = if is_and {
            IntPredicate::Eq
        } else {
            IntPredicate::Ne
        };
        if !are_free || first.0 != second.0 {
            return None;
        }
        if x == y && first.0 != predicate {
            // x == A || x == B, where these differ in a bit: with that bit set
            let bit = p ^ q;
            if bit.is_power_of_two() && matches!(first.0, IntPredicate::Eq | IntPredicate::Ne) {
                let value = self.make_with(BinaryOp::Or, x, bit, InstFlags::empty());
                return Some(self.make_icmp_with(first.0, value, p | bit));
            }
            return None;
        }
        if first.0 != predicate || (p, q) != (0, 0) {
            return None;
        }
        // (x & A) == 0 && (x & B) == 0
        let masks = self
            .with_number(BinaryOp::And, x)
            .zip(self.with_number(BinaryOp::And, y));
        if let Some(((v, m, _), (w, n, _))) = masks
            && v == w
        {
            let value = self.make_with(BinaryOp::And, v, m | n, InstFlags::empty());
            return Some(self.make_icmp_with(predicate, value, 0));
        }
        // x == 0 && y == 0
        if is_lazy || self.ty(x) != self.ty(y) {
            return None;
        }
        let value = self.make(BinaryOp::Or, x, y, InstFlags::empty());
        Some(self.make_icmp_with(predicate, value, 0))
    }

    /// The value that two comparisons are about, and the interval that their combination is.
    fn common_interval(
        &self,
        is_and: bool,
        (p, x, a): (IntPredicate, Value, u64),
        (q, y, b): (IntPredicate, Value, u64),
    ) -> Option<(Value, Interval)> {
        let bits = self.bits_of(x)?;
        // x + C is compared as x, in an interval that begins C lower.
        let (v, c) = self.base_of_sum(x, y);
        let (w, d) = self.base_of_sum(y, x);
        if v != w {
            return None;
        }
        let moved = |interval: Interval, by: u64| {
            Interval::new(bits, interval.start.wrapping_sub(by), interval.size)
        };
        let first = moved(Interval::of(bits, p, a), c);
        let second = moved(Interval::of(bits, q, b), d);
        let interval = if is_and {
            first.complement().union(second.complement())?.complement()
        } else {
            first.union(second)?
        };
        Some((v, interval))
    }

    /// `value` as a sum with a number, where the other value is one of the same or that itself.
    fn base_of_sum(&self, value: Value, other: Value) -> (Value, u64) {
        if value == other {
            return (value, 0);
        }
        self.with_number(BinaryOp::Add, value)
            .map_or((value, 0), |(x, number, _)| (x, number))
    }

    /// Whether `value` is in an interval: in one comparison, or with a sum before it if `may_add`.
    fn make_in_interval(
        &mut self,
        value: Value,
        interval: Interval,
        may_add: bool,
    ) -> Option<Value> {
        use IntPredicate::*;
        let Interval { bits, start, size } = interval;
        let all = interval.all();
        if size == 0 || size == all {
            return Some(self.truth(size != 0));
        }
        let end = start.wrapping_add(size as u64) & low_bits(bits);
        let last = end.wrapping_sub(1) & low_bits(bits);
        let before = start.wrapping_sub(1) & low_bits(bits);
        let sign = 1u64 << (bits - 1);
        let (predicate, number) = match () {
            () if size == 1 => (Eq, start),
            () if size == all - 1 => (Ne, end),
            () if start == 0 => (Ult, end),
            () if end == 0 => (Ugt, before),
            () if start == sign => (Slt, end),
            () if last == sign - 1 => (Sgt, before),
            () if may_add => {
                let moved = start.wrapping_neg();
                let value = self.make_with(BinaryOp::Add, value, moved, InstFlags::empty());
                return Some(self.make_icmp_with(Ult, value, size as u64));
            }
            () => return None,
        };
        Some(self.make_icmp_with(predicate, value, number))
    }
}
