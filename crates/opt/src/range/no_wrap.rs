//! Where operations do not wrap.

use avarice_ir::BinaryOp;

use super::{ConstantRange, Prefer};

impl ConstantRange {
    /// The left operands with which `op` wraps, as unsigned or as signed numbers, for no right operand in `other`.
    /// Empty for operations other than `add`, `sub`, `mul` and `shl`.
    pub fn guaranteed_no_wrap(op: BinaryOp, other: Self, signed: bool) -> Self {
        if other.is_empty() {
            return other.to_full();
        }
        let least = other.sign();
        let (min, max) = (other.signed_min(), other.signed_max());
        let (below, above) = (min.min(0) as u128, max.max(0) as u128);
        match (op, signed) {
            (BinaryOp::Add, false) => other.with(0, other.unsigned_max().wrapping_neg()),
            (BinaryOp::Add, true) => {
                other.with(least.wrapping_sub(below), least.wrapping_sub(above))
            }
            (BinaryOp::Sub, false) => other.with(other.unsigned_max(), 0),
            (BinaryOp::Sub, true) => {
                other.with(least.wrapping_add(above), least.wrapping_add(below))
            }
            (BinaryOp::Mul, false) => match other.unsigned_max() {
                0 => other.to_full(),
                factor => Self::inclusive(other.bits, 0, other.mask() / factor),
            },
            (BinaryOp::Mul, true) => other
                .no_signed_overflow_with(min)
                .intersect(other.no_signed_overflow_with(max), Prefer::Smallest),
            (BinaryOp::Shl, _) => other.no_overflow_of_shift(signed),
            _ => other.to_empty(),
        }
    }

    /// The numbers whose product with `factor` does not overflow as a signed number.
    fn no_signed_overflow_with(self, factor: i128) -> Self {
        let (least, greatest) = (self.signed(self.sign()), self.signed(self.sign() - 1));
        match factor {
            0 => self.to_full(),
            -1 => self.with(greatest.wrapping_neg() as u128, self.sign()),
            // Towards 0 is up for the lower end and down for the upper one.
            _ if factor < 0 => Self::inclusive(
                self.bits,
                (greatest / factor) as u128,
                (least / factor) as u128,
            ),
            _ => Self::inclusive(
                self.bits,
                (least / factor) as u128,
                (greatest / factor) as u128,
            ),
        }
    }

    /// The numbers that can be shifted left by each amount in this range that is less than the width.
    fn no_overflow_of_shift(self, signed: bool) -> Self {
        let legal = self.with(0, u128::from(self.bits));
        let amounts = self.intersect(legal, Prefer::Smallest);
        if amounts.is_empty() {
            // Every amount has no result.
            return self.to_full();
        }
        let amount = amounts.unsigned_max().min(127) as u32;
        if signed {
            let (least, greatest) = (self.signed(self.sign()), self.signed(self.sign() - 1));
            return Self::inclusive(
                self.bits,
                (least >> amount) as u128,
                (greatest >> amount) as u128,
            );
        }
        Self::inclusive(self.bits, 0, self.mask() >> amount)
    }
}
