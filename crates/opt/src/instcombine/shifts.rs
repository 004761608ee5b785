//! Shifts by constants: two become one, or a mask.

use avarice_ir::{BinaryOp, CastOp, InstFlags, Value};

use super::patterns::low_bits;
use super::{Combined, Combiner};

const NONE: InstFlags = InstFlags::empty();

impl Combiner<'_> {
    /// `left op right`
    pub(super) fn shift(
        &mut self,
        op: BinaryOp,
        bits: u32,
        left: Value,
        right: Value,
    ) -> Option<Combined> {
        let Some(by) = self.number(right) else {
            // A sign that is known to be 0 is shifted in like any 0.
            if op == BinaryOp::AShr && self.is_non_negative(bits, left) {
                let flags = self.flags();
                return Some(self.make(BinaryOp::LShr, left, right, flags).into());
            }
            return None;
        };
        if by >= u64::from(bits) {
            return None;
        }
        if let Some(found) = self.shift_twice(op, bits, left, by) {
            return Some(found);
        }
        let flags = self.flags();
        match op {
            BinaryOp::AShr if self.is_non_negative(bits, left) => {
                Some(self.make_with(BinaryOp::LShr, left, by, flags).into())
            }
            BinaryOp::LShr => {
                // zext(x) >> C -> zext(x >> C)
                let x = self
                    .cast_of(CastOp::ZExt, left)
                    .filter(|_| self.has_one_use(left))?;
                let from = self.bits_of(x).filter(|from| by < u64::from(*from))?;
                if from < 32 {
                    return None;
                }
                let shifted = self.make_with(BinaryOp::LShr, x, by, flags);
                let ty = self.ty(left);
                Some(self.make_cast(CastOp::ZExt, shifted, ty, NONE).into())
            }
            BinaryOp::Shl => {
                let known = self.known_bits(bits, left);
                let mut flags = NONE;
                if known.greatest(bits).leading_zeros() - (64 - bits) >= by as u32 {
                    flags |= InstFlags::NUW;
                }
                let has_nsw = self.flags().contains(InstFlags::NSW);
                if !has_nsw && self.sign_bits(bits, left) > by as u32 {
                    flags |= InstFlags::NSW;
                }
                self.set_flags(flags)
            }
            _ => None,
        }
    }

    /// A shift by a constant of what was shifted by one.
    fn shift_twice(&mut self, op: BinaryOp, bits: u32, left: Value, by: u64) -> Option<Combined> {
        use BinaryOp::*;
        let flags = self.flags();
        let width = u64::from(bits);
        if let Some((x, inner, inner_flags)) = self.with_number(op, left) {
            if inner >= width {
                return None;
            }
            // (x >> A) >> B -> x >> (A + B); of the sign there is always one more
            let sum = match inner + by {
                sum if sum < width => sum,
                _ if op == AShr => width - 1,
                _ => return Some(self.int(self.ty(x), 0).into()),
            };
            let flags = if inner + by < width {
                flags & inner_flags
            } else {
                NONE
            };
            return Some(self.make_with(op, x, sum, flags).into());
        }
        let (inner_op, (x, inner, inner_flags)) = match op {
            Shl => [LShr, AShr]
                .into_iter()
                .find_map(|inner| Some((inner, self.with_number(inner, left)?)))?,
            _ => (Shl, self.with_number(Shl, left)?),
        };
        if inner >= width {
            return None;
        }
        let is_lossless = match op {
            Shl => inner_flags.contains(InstFlags::EXACT),
            LShr => inner_flags.contains(InstFlags::NUW),
            _ => inner_flags.contains(InstFlags::NSW),
        };
        if is_lossless && inner != by {
            // Nothing was shifted out: the two become a shift by their difference.
            if by > inner {
                return Some(self.make_with(op, x, by - inner, NONE).into());
            }
            let flags = if op == Shl {
                InstFlags::EXACT
            } else {
                inner_flags
            };
            return Some(self.make_with(inner_op, x, inner - by, flags).into());
        }
        if inner != by {
            return None;
        }
        match op {
            // (x >> C) << C -> x & -2^C
            Shl => {
                let mask = low_bits(bits) & !low_bits(by as u32);
                Some(self.make_with(And, x, mask, NONE).into())
            }
            // (x << C) >> C -> x & (2^(bits - C) - 1)
            LShr => {
                let mask = low_bits(bits - by as u32);
                Some(self.make_with(And, x, mask, NONE).into())
            }
            _ => None,
        }
    }
}
