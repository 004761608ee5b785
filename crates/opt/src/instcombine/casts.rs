//! Conversions: two become one, and bits that they cut off or add are not computed where nothing uses them.

use avarice_ir::{BinaryOp, CastOp, InstFlags, InstKind, IntPredicate, Type, Value};

use super::patterns::{low_bits, signed};
use super::{Combined, Combiner};

const NONE: InstFlags = InstFlags::empty();

impl Combiner<'_> {
    /// The current conversion.
    pub(super) fn cast(&mut self, op: CastOp) -> Option<Combined> {
        let (value, ty) = (self.operand(0), self.function.insts[self.at].ty);
        if op == CastOp::UiToFp {
            return self.float_of_unsigned(value, ty);
        }
        if op == CastOp::BitCast {
            // There and further: one step
            let source = self.cast_of(CastOp::BitCast, value)?;
            return Some(self.make_cast(CastOp::BitCast, source, ty, NONE).into());
        }
        let (from, to) = (self.bits_of(value)?, self.bits_of_type(ty)?);
        let combined = match op {
            CastOp::ZExt => self.zext(from, to, value, ty),
            CastOp::SExt => self.sext(from, to, value, ty),
            CastOp::Trunc => self.trunc(to, value, ty),
            _ => None,
        };
        combined
            .or_else(|| self.extended_sum(op, value, ty))
            .or_else(|| self.operation_on_phi())
    }

    /// `sext(x + C) -> sext(x) + C`, without overflow: the sum can become part of an address, and `x` may be extended
    /// for others, too. Only where that costs nothing, `x` being an extension itself or the sum an index.
    fn extended_sum(&mut self, op: CastOp, value: Value, ty: Type) -> Option<Combined> {
        let (x, number, flags) = self.with_number(BinaryOp::Add, value)?;
        let is_non_negative = self.flags().contains(InstFlags::NNEG);
        let (extend, flag) = match op {
            CastOp::SExt => (CastOp::SExt, InstFlags::NSW),
            CastOp::ZExt if is_non_negative && flags.contains(InstFlags::NSW) => {
                (CastOp::SExt, InstFlags::NSW)
            }
            CastOp::ZExt => (CastOp::ZExt, InstFlags::NUW),
            _ => return None,
        };
        if !flags.contains(flag) || !self.has_one_use(value) {
            return None;
        }
        let result = self.function.insts[self.at].result.expand()?;
        let is_extension = matches!(self.any_cast(x), Some((CastOp::SExt | CastOp::ZExt, _, _)));
        if !is_extension && !self.is_index_only(result) {
            return None;
        }
        let bits = self.bits_of(x)?;
        let number = match extend {
            CastOp::SExt => signed(bits, number) as u64,
            _ => number,
        };
        let wide = self.make_cast(extend, x, ty, NONE);
        Some(self.make_with(BinaryOp::Add, wide, number, flag).into())
    }

    /// Whether a value is used, as an index of addresses only.
    fn is_index_only(&self, value: Value) -> bool {
        let function = &*self.function;
        let mut uses = function.uses_of(value);
        !function.is_unused(value)
            && uses.all(|slot| {
                let user = function.uses[slot].user;
                let is_base = slot.as_u32() == function.insts[user].first_use;
                matches!(function.insts[user].kind, InstKind::GetElementPtr { .. }) && !is_base
            })
    }

    /// `value` in `ty`, with zeros above or cut off.
    fn resized(&mut self, value: Value, ty: Type) -> Value {
        self.resized_by(CastOp::ZExt, value, ty)
    }

    /// `value` in `ty`: extended by `extend`, or cut off.
    fn resized_by(&mut self, extend: CastOp, value: Value, ty: Type) -> Value {
        let is_wider = self.bits_of(value) > self.bits_of_type(ty);
        let op = if is_wider { CastOp::Trunc } else { extend };
        self.make_cast(op, value, ty, NONE)
    }

    fn zext(&mut self, from: u32, to: u32, value: Value, ty: Type) -> Option<Combined> {
        match self.any_cast(value) {
            Some((CastOp::ZExt, x, _)) => {
                return Some(self.make_cast(CastOp::ZExt, x, ty, NONE).into());
            }
            Some((CastOp::Trunc, x, flags)) => {
                let bits = self.bits_of(x)?;
                let cut = low_bits(bits) & !low_bits(from);
                if flags.contains(InstFlags::NUW) || self.is_zero_in(bits, x, cut) {
                    return Some(self.resized(x, ty).into());
                }
                // zext(trunc x) -> x & mask
                if bits >= to {
                    let x = self.resized(x, ty);
                    let mask = low_bits(from);
                    return Some(self.make_with(BinaryOp::And, x, mask, NONE).into());
                }
            }
            _ => {}
        }
        // zext((trunc x) & C) -> x & C
        if let Some((narrow, mask, _)) = self.with_number(BinaryOp::And, value)
            && let Some(x) = self.cast_of(CastOp::Trunc, narrow)
            && self.has_one_use(value)
            && self.bits_of(x)? >= to
        {
            let x = self.resized(x, ty);
            return Some(self.make_with(BinaryOp::And, x, mask, NONE).into());
        }
        if from == 1 {
            return self.zext_of_comparison(value, ty);
        }
        if !self.flags().contains(InstFlags::NNEG) && self.is_non_negative(from, value) {
            return self.set_flags(InstFlags::NNEG);
        }
        None
    }

    /// A comparison as a number that is a bit of what is compared.
    fn zext_of_comparison(&mut self, value: Value, ty: Type) -> Option<Combined> {
        let (predicate, x, number) = self.comparison(value)?;
        let (bits, number) = (self.bits_of(x)?, self.number(number)?);
        if !self.has_one_use(value) {
            return None;
        }
        match predicate {
            // x < 0 -> the sign
            IntPredicate::Slt if number == 0 => {
                let by = u64::from(bits - 1);
                let sign = self.make_with(BinaryOp::LShr, x, by, NONE);
                Some(self.resized(sign, ty).into())
            }
            // x != 0, where x has one bit that may be set -> that bit
            IntPredicate::Ne | IntPredicate::Eq if number == 0 => {
                let may_have = self.known_bits(bits, x).greatest(bits);
                if !may_have.is_power_of_two() {
                    return None;
                }
                let by = u64::from(may_have.trailing_zeros());
                let bit = match by {
                    0 => x,
                    _ => self.make_with(BinaryOp::LShr, x, by, NONE),
                };
                let bit = self.resized(bit, ty);
                Some(match predicate {
                    IntPredicate::Ne => bit.into(),
                    _ => self.make_with(BinaryOp::Xor, bit, 1, NONE).into(),
                })
            }
            _ => None,
        }
    }

    fn sext(&mut self, from: u32, to: u32, value: Value, ty: Type) -> Option<Combined> {
        // Of a number that is not negative
        if self.is_non_negative(from, value) {
            let wide = self.make_cast(CastOp::ZExt, value, ty, InstFlags::NNEG);
            return Some(wide.into());
        }
        match self.any_cast(value) {
            Some((CastOp::SExt, x, _)) => {
                return Some(self.make_cast(CastOp::SExt, x, ty, NONE).into());
            }
            Some((CastOp::Trunc, x, flags)) => {
                let bits = self.bits_of(x)?;
                let is_lossless =
                    flags.contains(InstFlags::NSW) || self.sign_bits(bits, x) > bits - from;
                if is_lossless {
                    return Some(self.resized_by(CastOp::SExt, x, ty).into());
                }
            }
            _ => {}
        }
        // sext(x < 0) -> copies of the sign
        let (predicate, x, number) = self.comparison(value)?;
        let bits = self.bits_of(x)?;
        let is_sign = predicate == IntPredicate::Slt && self.number(number) == Some(0);
        if is_sign && bits == to && self.has_one_use(value) {
            let by = u64::from(bits - 1);
            return Some(self.make_with(BinaryOp::AShr, x, by, NONE).into());
        }
        None
    }

    fn trunc(&mut self, to: u32, value: Value, ty: Type) -> Option<Combined> {
        if let Some((op, x, _)) = self.any_cast(value)
            && self.bits_of(x).is_some()
        {
            return match op {
                // Of an extended number: that, extended less or cut off
                CastOp::ZExt | CastOp::SExt => Some(self.resized_by(op, x, ty).into()),
                CastOp::Trunc => Some(self.make_cast(CastOp::Trunc, x, ty, NONE).into()),
                _ => None,
            };
        }
        // Copies of the sign that are cut off may be zeros.
        if let Some((x, by, flags)) = self.with_number(BinaryOp::AShr, value)
            && let Some(bits) = self.bits_of(x)
            && u64::from(to) + by <= u64::from(bits)
            && self.has_one_use(value)
        {
            let shifted = self.make_with(BinaryOp::LShr, x, by, flags);
            return Some(self.make_cast(CastOp::Trunc, shifted, ty, NONE).into());
        }
        self.narrowed(to, value, ty)
    }

    /// A number that is not negative is the same as a signed one, and those are converted by one instruction everywhere.
    fn float_of_unsigned(&mut self, value: Value, ty: Type) -> Option<Combined> {
        let bits = self.bits_of(value)?;
        if !self.flags().contains(InstFlags::NNEG) && !self.is_non_negative(bits, value) {
            return None;
        }
        let kind = InstKind::Cast(CastOp::SiToFp);
        Some(self.insert_before(self.at, kind, ty, NONE, &[value]).into())
    }
}
