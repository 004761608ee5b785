//! Intrinsics on integers of widths that selection does not take, and saturating shifts of any width.
//!
//! ```text
//!   %r = call i17 @llvm.fshl.i17(i17 %a, i17 %b, i17 %n)
//!
//!   %m = urem i17 %n, 17              the amount counts modulo the width
//!   %k = sub i17 16, %m               one of the shifts is done in two steps, since its amount
//!   %l = lshr i17 (lshr %b, 1), %k    may be the whole width
//!   %r = or i17 (shl %a, %m), %l
//! ```

use avarice_ir::{
    BinaryOp, CastOp, Global, InstFlags, InstKind, IntPredicate, Intrinsic, Module, Type, TypeData,
    Value,
};

use super::builder::Builder;
use crate::replacement::Replacement;

/// Whether an intrinsic may have to be rewritten for scalars, depending on their width.
pub(super) fn is_known(intrinsic: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        intrinsic,
        Bitreverse | Ctlz | Ctpop | Cttz | Fshl | Fshr | SshlSat | UshlSat
    ) || matches!(intrinsic, SaddSat | SsubSat | UaddSat | UsubSat)
        || matches!(intrinsic, SmulWithOverflow | UmulWithOverflow)
}

/// Whether `intrinsic` is rewritten for integers of `bits` bits.
fn is_rewritten(intrinsic: Intrinsic, bits: u32) -> bool {
    use Intrinsic::*;
    match intrinsic {
        SshlSat | UshlSat => bits <= 128,
        SmulWithOverflow | UmulWithOverflow => (33..64).contains(&bits),
        Bitreverse | Ctlz | Ctpop | Cttz => (65..128).contains(&bits),
        SaddSat | SsubSat | UaddSat | UsubSat => (65..=128).contains(&bits),
        Fshl | Fshr => !matches!(bits, 8 | 16 | 32 | 64),
        _ => false,
    }
}

/// Whether `global`, which is `intrinsic`, is of such a width.
pub(super) fn is_declared(module: &Module, global: Global, intrinsic: Intrinsic) -> bool {
    let TypeData::Function { params, .. } = &module.types[module.globals[global].value_type] else {
        return false;
    };
    let first = params.first().map(|ty| module.types.scalar(*ty));
    let bits = first.and_then(|ty| module.types.int_bits(ty));
    bits.is_some_and(|bits| is_rewritten(intrinsic, bits))
}

impl Builder<'_> {
    /// An intrinsic that [`is_known`] on scalars, if it has to be rewritten.
    pub(super) fn expand_odd_integer(&mut self, intrinsic: Intrinsic) -> Option<Replacement> {
        use Intrinsic::*;
        let ty = self.ty(self.operand(0));
        let bits = self.module.types.int_bits(ty)?;
        if !is_rewritten(intrinsic, bits) {
            return None;
        }
        let new = match intrinsic {
            SshlSat | UshlSat => self.saturating_shift(intrinsic),
            SaddSat | SsubSat | UaddSat | UsubSat => self.saturating_sum(intrinsic),
            SmulWithOverflow | UmulWithOverflow => {
                if self.target.checks_odd_products() {
                    return None;
                }
                self.exact_product(intrinsic == SmulWithOverflow)
            }
            Fshl | Fshr => self.odd_funnel_shift(intrinsic == Fshl, bits)?,
            _ => self.odd_bits(intrinsic, ty, bits),
        };
        Some(Replacement::Value(new))
    }

    /// `ctpop`, `ctlz`, `cttz`, `bitreverse` of 65 to 127 bits, by those of 128.
    fn odd_bits(&mut self, intrinsic: Intrinsic, ty: Type, bits: u32) -> Value {
        let value = self.operand(0);
        let whole = self.module.types.int(128);
        let mut wide = self.cast(CastOp::ZExt, value, whole);
        let mut operands = Vec::new();
        match intrinsic {
            Intrinsic::Cttz => {
                // No more zeros than bits.
                let end = self.wide_int(whole, 1 << bits);
                wide = self.binary(BinaryOp::Or, wide, end);
                operands.extend([wide, self.operand(1)]);
            }
            Intrinsic::Ctlz => operands.extend([wide, self.operand(1)]),
            _ => operands.push(wide),
        }
        let flags = Default::default();
        let mut result = self.intrinsic(intrinsic, &[whole], whole, flags, &operands);
        let surplus = u64::from(128 - bits);
        match intrinsic {
            Intrinsic::Ctlz => result = self.binary_int(BinaryOp::Sub, result, surplus),
            Intrinsic::Bitreverse => result = self.binary_int(BinaryOp::LShr, result, surplus),
            _ => {}
        }
        self.cast(CastOp::Trunc, result, ty)
    }

    /// All bits set; or the least number of a signed type where `negative` holds, and the greatest elsewhere.
    fn limit(&mut self, ty: Type, negative: Option<Value>) -> Value {
        let bits = self.bits(ty).unwrap_or(64);
        let number = |builder: &mut Self, value: u128| match bits {
            ..=64 => builder.int(ty, value as u64),
            _ => builder.wide_int(ty, value),
        };
        let Some(negative) = negative else {
            return number(self, u128::MAX >> (128 - bits));
        };
        let least = number(self, 1 << (bits - 1));
        let most = number(self, (1 << (bits - 1)) - 1);
        self.select(negative, least, most)
    }

    /// A shift to the left that must not lose bits. It loses some if the shift back gives another number.
    pub(super) fn saturating_shift(&mut self, intrinsic: Intrinsic) -> Value {
        let (value, amount) = (self.operand(0), self.operand(1));
        let ty = self.ty(value);
        let (back, negative) = match intrinsic {
            Intrinsic::SshlSat => {
                let zero = self.int(ty, 0);
                let negative = self.icmp(IntPredicate::Slt, value, zero);
                (BinaryOp::AShr, Some(negative))
            }
            _ => (BinaryOp::LShr, None),
        };
        let shifted = self.binary(BinaryOp::Shl, value, amount);
        let again = self.binary(back, shifted, amount);
        let loses = self.icmp(IntPredicate::Ne, again, value);
        let limit = self.limit(ty, negative);
        self.select(loses, limit, shifted)
    }

    /// A saturating sum or difference of 65 to 128 bits.
    fn saturating_sum(&mut self, intrinsic: Intrinsic) -> Value {
        let (left, right) = (self.operand(0), self.operand(1));
        let ty = self.ty(left);
        let (op, is_signed) = match intrinsic {
            Intrinsic::SaddSat => (BinaryOp::Add, true),
            Intrinsic::SsubSat => (BinaryOp::Sub, true),
            Intrinsic::UaddSat => (BinaryOp::Add, false),
            _ => (BinaryOp::Sub, false),
        };
        let result = self.binary(op, left, right);
        if !is_signed {
            let (predicate, limit) = match op {
                BinaryOp::Add => (IntPredicate::Ult, self.limit(ty, None)),
                _ => (IntPredicate::Ugt, self.int(ty, 0)),
            };
            let wrong = self.icmp(predicate, result, left);
            return self.select(wrong, limit, result);
        }
        // The sign of the result is wrong: unlike that of both operands, or of the left one where they differ.
        let of_left = self.binary(BinaryOp::Xor, left, result);
        let other = match op {
            BinaryOp::Add => self.binary(BinaryOp::Xor, right, result),
            _ => self.binary(BinaryOp::Xor, left, right),
        };
        let wrong = self.binary(BinaryOp::And, of_left, other);
        let zero = self.int(ty, 0);
        let overflows = self.icmp(IntPredicate::Slt, wrong, zero);
        let negative = self.icmp(IntPredicate::Slt, left, zero);
        let limit = self.limit(ty, Some(negative));
        self.select(overflows, limit, result)
    }

    /// A product of at most 64 bits and whether it has overflowed, by the exact one.
    fn exact_product(&mut self, is_signed: bool) -> Value {
        let ty = self.ty(self.operand(0));
        let extend = if is_signed {
            CastOp::SExt
        } else {
            CastOp::ZExt
        };
        // Selection has products of 128 bits without first taking apart wide integers.
        let doubled = self.module.types.int(128);
        let [left, right] = [0, 1].map(|index| self.cast(extend, self.operand(index), doubled));
        let exact = self.binary(BinaryOp::Mul, left, right);
        let product = self.cast(CastOp::Trunc, exact, ty);
        let again = self.cast(extend, product, doubled);
        let overflows = self.icmp(IntPredicate::Ne, again, exact);
        let pair = self.function.insts[self.at].ty;
        let mut result = self.poison(pair);
        for (index, part) in [(0, product), (1, overflows)] {
            let kind = InstKind::InsertValue([index].into());
            result = self.value(kind, pair, InstFlags::empty(), &[result, part]);
        }
        result
    }

    /// A funnel shift; `None` if selection takes it.
    fn odd_funnel_shift(&mut self, is_left: bool, bits: u32) -> Option<Value> {
        let [high, low, amount] = [0, 1, 2].map(|index| self.operand(index));
        if bits == 1 {
            return Some(if is_left { high } else { low });
        }
        let width = u64::from(bits);
        let constant = self.const_int(amount).map(|amount| amount % width);
        let is_taken = match bits {
            128 => constant.is_some() || self.target.takes_wide_funnel_shift(),
            bits => bits < 64 && constant.is_some(),
        };
        if is_taken {
            return None;
        }
        if let Some(amount) = constant {
            let left = match amount {
                0 => return Some(if is_left { high } else { low }),
                amount if is_left => amount,
                amount => width - amount,
            };
            let high = self.binary_int(BinaryOp::Shl, high, left);
            let low = self.binary_int(BinaryOp::LShr, low, width - left);
            return Some(self.binary(BinaryOp::Or, high, low));
        }
        let ty = self.ty(high);
        let amount = match bits.is_power_of_two() {
            true => self.binary_int(BinaryOp::And, amount, width - 1),
            false => self.binary_int(BinaryOp::URem, amount, width),
        };
        let last = self.int(ty, width - 1);
        let rest = self.binary(BinaryOp::Sub, last, amount);
        let (high, low) = if is_left {
            let low = self.binary_int(BinaryOp::LShr, low, 1);
            let high = self.binary(BinaryOp::Shl, high, amount);
            (high, self.binary(BinaryOp::LShr, low, rest))
        } else {
            let high = self.binary_int(BinaryOp::Shl, high, 1);
            let high = self.binary(BinaryOp::Shl, high, rest);
            (high, self.binary(BinaryOp::LShr, low, amount))
        };
        Some(self.binary(BinaryOp::Or, high, low))
    }
}
