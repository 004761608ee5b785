//! Addresses as a base and a sum: a constant, and values times constants.
//!
//! ```text
//!   getelementptr inbounds %pair, ptr %p, i64 %i, i32 1        %p + 8 + 16 * %i
//!   getelementptr inbounds i64, ptr %p, (%i + 3) nsw           %p + 24 + 8 * %i
//! ```

use avarice_ir::{
    BinaryOp, CastOp, ConstExpr, ConstKind, GepStep, GepWalk, Inst, InstFlags, InstKind, Type,
    Value,
};
use smallvec::SmallVec;

use super::super::addresses::{self, IrAddress};
use super::{Query, is_in_bounds};

/// At most so many steps lead to a base.
const MOST_STEPS: u32 = 6;

/// How deep sums are looked into.
const MOST_DEPTH: u32 = 6;

/// A value that is extended to the width of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extended {
    pub(super) value: Value,
    /// Bits that are added in front: zeros.
    zeros: u32,
    /// Bits that are added in front of these: copies of the sign.
    signs: u32,
    /// Whether only the low bits are used.
    pub(super) is_cut: bool,
    /// Bits of the value.
    pub(super) bits: u32,
    /// Whether the extension by zeros is known to be one by the sign too.
    is_not_negative: bool,
}

impl Extended {
    /// Whether another value is extended in the same way.
    pub(super) fn is_extended_like(&self, other: &Self) -> bool {
        let is_either = self.is_not_negative || other.is_not_negative;
        self.is_cut == other.is_cut
            && self.bits == other.bits
            && (self.zeros == other.zeros && self.signs == other.signs
                || is_either && self.zeros + self.signs == other.zeros + other.signs)
    }

    fn is_like(&self, other: &Self) -> bool {
        self.value == other.value && self.is_extended_like(other)
    }
}

/// A value times a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) value: Extended,
    pub(super) scale: i64,
    /// The greatest value, as a number without sign.
    most: u64,
    /// Whether the product does not overflow as a signed number.
    pub(super) no_wrap: bool,
    /// Whether it is subtracted.
    is_negated: bool,
    /// What computes the address; `None` for a constant.
    pub(super) at: Option<Inst>,
}

/// An address as a sum.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) base: IrAddress,
    pub(super) offset: i64,
    pub(super) is_in_bounds: bool,
    terms: SmallVec<[Term; 4]>,
}

/// How far one address is after another.
#[derive(Clone, Debug)]
pub(super) struct Distance {
    pub(super) offset: i64,
    pub(super) terms: SmallVec<[Term; 4]>,
}

/// `scale * value + offset`.
#[derive(Clone, Copy, Debug)]
struct Linear {
    value: Extended,
    scale: i64,
    offset: i64,
    no_wrap: bool,
}

impl Sum {
    /// How far this is after `other`, if both have the same base. `is_same`: whether a value is the same in both.
    pub(super) fn minus(mut self, other: &Self, is_same: impl Fn(Value) -> bool) -> Distance {
        for term in &other.terms {
            let mut terms = self.terms.iter();
            let same =
                terms.position(|own| own.value.is_like(&term.value) && is_same(term.value.value));
            let Some(at) = same else {
                self.terms.push(Term {
                    is_negated: true,
                    ..*term
                });
                continue;
            };
            let own = &mut self.terms[at];
            if own.is_negated {
                own.scale = own.scale.wrapping_neg();
                own.is_negated = false;
                own.no_wrap = false;
            }
            if own.scale == term.scale {
                self.terms.remove(at);
            } else {
                own.scale = own.scale.wrapping_sub(term.scale);
                own.no_wrap = false;
            }
        }
        Distance {
            offset: self.offset.wrapping_sub(other.offset),
            terms: self.terms,
        }
    }
}

impl Distance {
    /// Whether accesses of `first` bytes at the distance, and of `second` bytes at the base, are apart whatever the values
    /// are.
    pub(super) fn keeps_apart(&self, first: u64, second: u64) -> bool {
        let divisor = self.terms.iter().fold(0u64, |divisor, term| {
            let scale = match term.no_wrap {
                true => term.scale.unsigned_abs(),
                false => 1 << term.scale.trailing_zeros().min(63),
            };
            greatest_common_divisor(divisor, scale)
        });
        if divisor > 0 {
            let rest = i128::from(self.offset).rem_euclid(i128::from(divisor)) as u64;
            if rest >= second && divisor - rest >= first {
                return true;
            }
        }
        let mut range = WrappingRange::of(self.offset);
        for term in &self.terms {
            let Some((least, most)) = term.range() else {
                return false;
            };
            range.add(least, most);
        }
        range.keeps_apart(first, second)
    }
}

/// Addresses from one on, around the end of memory: their sums wrap.
#[derive(Clone, Copy)]
struct WrappingRange {
    start: u64,
    /// How many there are after the first.
    more: u128,
}

impl WrappingRange {
    fn of(start: i64) -> Self {
        let start = start as u64;
        Self { start, more: 0 }
    }

    /// Adds any number from `least` to `most`.
    fn add(&mut self, least: i128, most: i128) {
        self.start = self.start.wrapping_add(least as u64);
        self.more += (most - least) as u128;
    }

    /// Whether accesses of `first` bytes at any of these are apart from `second` bytes at 0.
    fn keeps_apart(self, first: u64, second: u64) -> bool {
        let end = u128::from(self.start) + self.more + u128::from(first);
        self.start >= second && end <= 1 << 64
    }
}

impl Term {
    /// Whether a product is the other one times -1 where the values are equal.
    pub(super) fn is_opposite(&self, other: &Self) -> bool {
        match self.is_negated == other.is_negated {
            true => self.scale == other.scale.wrapping_neg(),
            false => self.scale == other.scale,
        }
    }

    /// The least and the greatest product; `None` if there are no bounds. One that does not overflow is within 64 bits.
    fn range(&self) -> Option<(i128, i128)> {
        let Extended {
            zeros,
            signs,
            is_cut,
            bits,
            ..
        } = self.value;
        let most = u128::from(self.most);
        let (least, most) = match (zeros, signs) {
            _ if is_cut || bits == 0 || bits > 64 => return None,
            _ if zeros > 0 || most < 1 << (bits - 1) => (0, most as i128),
            (0, 0) => return None,
            _ => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        };
        let scale = i128::from(self.scale);
        let bounds = i128::from(i64::MIN)..=i128::from(i64::MAX);
        let product = |factor: i128| match factor * scale {
            product if bounds.contains(&product) => Some(product),
            product if self.no_wrap => Some(product.clamp(*bounds.start(), *bounds.end())),
            _ => None,
        };
        let (a, b) = (product(least)?, product(most)?);
        let (least, most) = (a.min(b), a.max(b));
        Some(match self.is_negated {
            true => (-most, -least),
            false => (least, most),
        })
    }
}

/// All bits up to the highest one of a number.
fn up_to(most: u64) -> u64 {
    u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0)
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Query<'_> {
    /// An address as a sum.
    pub(super) fn decompose(&self, address: IrAddress) -> Sum {
        let mut sum = Sum {
            base: address,
            offset: 0,
            is_in_bounds: true,
            terms: SmallVec::new(),
        };
        for _ in 0..MOST_STEPS {
            if !self.add_step(&mut sum) {
                break;
            }
        }
        sum
    }

    /// Adds what the base adds to its own base. False if it adds nothing that is understood.
    fn add_step(&self, sum: &mut Sum) -> bool {
        if let Some(base) = self.addresses.cast_base(sum.base) {
            sum.base = base;
            return true;
        }
        match sum.base {
            IrAddress::Const(id) => {
                let ConstKind::Expr(ConstExpr::Gep {
                    source,
                    flags,
                    operands,
                    ..
                }) = &self.addresses.module.consts[id].kind
                else {
                    return false;
                };
                let indices = operands.iter().skip(1).map(|id| Index::Constant(*id));
                let Some(base) = operands.first() else {
                    return false;
                };
                if !self.add_indices(sum, *source, (*flags, None), indices) {
                    return false;
                }
                sum.base = addresses::of_constant(self.addresses.module, *base);
                true
            }
            IrAddress::Value(value) => {
                let body = self.addresses.body;
                let Some(inst) = body.def_inst(value) else {
                    return false;
                };
                let data = &body.insts[inst];
                let InstKind::GetElementPtr { source } = &data.kind else {
                    return false;
                };
                let indices = body.operands(inst).skip(1);
                let indices = indices.map(|value| match body.as_const(value) {
                    Some(id) => Index::Constant(id),
                    None => Index::Variable(value),
                });
                if !self.add_indices(sum, *source, (data.flags, Some(inst)), indices) {
                    return false;
                }
                sum.base = self.addresses.of_value(body.operand(inst, 0));
                true
            }
            IrAddress::Global(_) => false,
        }
    }

    fn add_indices(
        &self,
        sum: &mut Sum,
        source: Type,
        (flags, at): (InstFlags, Option<Inst>),
        indices: impl Iterator<Item = Index>,
    ) -> bool {
        let module = self.addresses.module;
        let mut walk = GepWalk::new(source);
        let mut new = sum.clone();
        new.is_in_bounds &= is_in_bounds(flags);
        for index in indices {
            let constant = match index {
                Index::Constant(id) => match self.signed_constant(id) {
                    Some(number) => Some(number),
                    None => return false,
                },
                Index::Variable(_) => None,
            };
            match (walk.step(self.layout, &module.types, constant), index) {
                (Some(GepStep::Offset(offset)), _) => {
                    new.offset = new.offset.wrapping_add(offset);
                }
                (Some(GepStep::Stride(stride)), Index::Variable(value)) => {
                    let Some(mut linear) = self.linear_index(value) else {
                        return false;
                    };
                    linear.multiply(stride as i64, is_in_bounds(flags));
                    new.offset = new.offset.wrapping_add(linear.offset);
                    add_term(
                        &mut new,
                        Term {
                            value: linear.value,
                            scale: linear.scale,
                            most: self.most(linear.value.value, linear.value.bits, 0),
                            no_wrap: linear.no_wrap,
                            is_negated: false,
                            at,
                        },
                    );
                }
                _ => return false,
            }
        }
        *sum = new;
        true
    }

    fn signed_constant(&self, id: avarice_ir::Const) -> Option<i64> {
        let module = self.addresses.module;
        let number = module.int_value(id)?;
        let bits = module.types.int_bits(module.consts[id].ty)?;
        let unused = 64u32.checked_sub(bits)?;
        Some((number << unused) as i64 >> unused)
    }

    pub(super) fn bits_of(&self, value: Value) -> Option<u32> {
        let types = &self.addresses.module.types;
        types.int_bits(self.addresses.body.values[value].ty)
    }

    /// The greatest number that a value can be, without sign.
    fn most(&self, value: Value, bits: u32, depth: u32) -> u64 {
        let all = u64::MAX >> (64 - bits.clamp(1, 64));
        let body = self.addresses.body;
        let Some(inst) = body.def_inst(value).filter(|_| depth < MOST_DEPTH) else {
            return all;
        };
        let number = || {
            let id = body.as_const(body.operand(inst, 1))?;
            self.addresses.module.int_value(id)
        };
        let most = |index: usize| {
            let most = self.most_of_any(body.operand(inst, index), depth + 1);
            most.unwrap_or(all)
        };
        let known = match &body.insts[inst].kind {
            InstKind::Cast(CastOp::ZExt) => most(0),
            InstKind::Cast(CastOp::Trunc) => most(0).min(all),
            InstKind::Binary(BinaryOp::And) => most(0).min(most(1)),
            InstKind::Binary(BinaryOp::LShr) => match number() {
                Some(by) if by < 64 => most(0) >> by,
                _ => all,
            },
            InstKind::Binary(BinaryOp::URem) => match number() {
                Some(by) if by > 0 => by - 1,
                _ => all,
            },
            InstKind::Select => most(1).max(most(2)),
            InstKind::Phi if depth + 1 < MOST_DEPTH => match self.counts_up(inst, value, depth) {
                true => all >> 1,
                false => self.most_of_phi(inst, value, all),
            },
            _ => all,
        };
        known.min(all)
    }

    /// The same for a value that may be a constant; `None` for no number of at most 64 bits.
    fn most_of_any(&self, value: Value, depth: u32) -> Option<u64> {
        match self.addresses.body.as_const(value) {
            Some(id) => self.addresses.module.int_value(id),
            None => {
                let bits = self.bits_of(value)?;
                (bits <= 64).then(|| self.most(value, bits, depth))
            }
        }
    }

    /// Whether a PHI of two values begins at a number that is not negative, and each time one is added that is not, without
    /// a signed overflow: then it never is.
    fn counts_up(&self, phi: Inst, result: Value, depth: u32) -> bool {
        let body = self.addresses.body;
        let values: SmallVec<[Value; 2]> = body.operands(phi).collect();
        let [a, b] = values.as_slice() else {
            return false;
        };
        let is_positive = |value: Value| {
            let bits = self.bits_of(value).filter(|bits| (1..=64).contains(bits));
            let most = self.most_of_any(value, depth + 1);
            most.zip(bits)
                .is_some_and(|(most, bits)| most >> (bits - 1) == 0)
        };
        [(*a, *b), (*b, *a)].into_iter().any(|(start, next)| {
            let sum = body.def_inst(next).filter(|inst| {
                let data = &body.insts[*inst];
                data.kind == InstKind::Binary(BinaryOp::Add) && data.flags.contains(InstFlags::NSW)
            });
            sum.is_some_and(|sum| {
                let (left, right) = (body.operand(sum, 0), body.operand(sum, 1));
                let step = if left == result { right } else { left };
                (left == result || right == result) && is_positive(start) && is_positive(step)
            })
        })
    }

    /// The greatest number that a PHI can be: all bits that one of its values may have. As in llc, what these are computed from is not looked
    /// into any further.
    fn most_of_phi(&self, phi: Inst, result: Value, all: u64) -> u64 {
        let body = self.addresses.body;
        let others = body.operands(phi).filter(|value| *value != result);
        others.fold(0, |possible, value| {
            let most = self.most_of_any(value, MOST_DEPTH - 1);
            let most = most.unwrap_or(all);
            possible
                | match body.as_const(value) {
                    Some(_) => most,
                    None => up_to(most),
                }
        })
    }

    /// An index as a multiple of a value, and a constant.
    fn linear_index(&self, value: Value) -> Option<Linear> {
        let bits = self.bits_of(value)?;
        let extended = Extended {
            value,
            zeros: 0,
            signs: 64u32.saturating_sub(bits),
            is_cut: bits > 64,
            bits,
            is_not_negative: false,
        };
        Some(self.linear(extended, 0))
    }

    fn linear(&self, extended: Extended, depth: u32) -> Linear {
        let plain = Linear {
            value: extended,
            scale: 1,
            offset: 0,
            no_wrap: true,
        };
        if depth >= MOST_DEPTH || extended.is_cut {
            return plain;
        }
        self.linear_of_inst(extended, depth).unwrap_or(plain)
    }

    fn linear_of_inst(&self, extended: Extended, depth: u32) -> Option<Linear> {
        let body = self.addresses.body;
        let inst = body.def_inst(extended.value)?;
        let data = &body.insts[inst];
        match &data.kind {
            InstKind::Cast(op @ (CastOp::ZExt | CastOp::SExt)) => {
                let inner = body.operand(inst, 0);
                let bits = self.bits_of(inner)?;
                let added = extended.bits.checked_sub(bits)?;
                let new = match op {
                    CastOp::SExt => Extended {
                        value: inner,
                        signs: extended.signs + added,
                        bits,
                        ..extended
                    },
                    // Signs of what is extended by zeros are zeros.
                    _ => Extended {
                        value: inner,
                        zeros: extended.zeros + added + extended.signs,
                        signs: 0,
                        bits,
                        is_not_negative: data.flags.contains(InstFlags::NNEG),
                        ..extended
                    },
                };
                Some(self.linear(new, depth + 1))
            }
            InstKind::Binary(op) => {
                let number = self.signed_constant(body.as_const(body.operand(inst, 1))?)?;
                let flags = data.flags;
                let no_unsigned = flags.contains(InstFlags::NUW) || *op == BinaryOp::Or;
                let no_signed = flags.contains(InstFlags::NSW) || *op == BinaryOp::Or;
                if extended.zeros > 0 && !no_unsigned || extended.signs > 0 && !no_signed {
                    return None;
                }
                // A constant that is extended by zeros is not negative.
                let number = match extended.zeros > 0 {
                    true => number & (u64::MAX >> (64 - extended.bits.clamp(1, 64))) as i64,
                    false => number,
                };
                let inner = Extended {
                    value: body.operand(inst, 0),
                    is_not_negative: extended.is_not_negative && *op == BinaryOp::Shl && no_signed,
                    ..extended
                };
                let mut linear = self.linear(inner, depth + 1);
                match op {
                    BinaryOp::Or if !flags.contains(InstFlags::DISJOINT) => return None,
                    BinaryOp::Add | BinaryOp::Or => {
                        linear.offset = linear.offset.wrapping_add(number);
                        linear.no_wrap &= no_signed;
                    }
                    BinaryOp::Sub => {
                        linear.offset = linear.offset.wrapping_sub(number);
                        linear.no_wrap &= no_signed;
                    }
                    BinaryOp::Mul => linear.multiply(number, no_signed),
                    BinaryOp::Shl if (0..63).contains(&number) => {
                        linear.offset <<= number;
                        linear.scale <<= number;
                        linear.no_wrap &= no_signed;
                    }
                    _ => return None,
                }
                Some(linear)
            }
            _ => None,
        }
    }
}

impl Query<'_> {
    /// Whether two values that are subtracted from each other always differ by so much that accesses of `first` bytes at
    /// the distance, and of `second` bytes at the base, are apart.
    pub(super) fn differ_enough(&self, distance: &Distance, first: u64, second: u64) -> bool {
        let [a, b] = distance.terms.as_slice() else {
            return false;
        };
        if a.value.is_cut || !a.value.is_extended_like(&b.value) || !a.is_opposite(b) {
            return false;
        }
        // Without their extensions.
        let plain = |extended: Extended| Extended {
            zeros: 0,
            signs: 0,
            is_not_negative: false,
            ..extended
        };
        let (of_a, of_b) = (
            self.linear(plain(a.value), 0),
            self.linear(plain(b.value), 0),
        );
        let is_same = of_a.value.value == of_b.value.value
            && self.is_same(IrAddress::Value(of_a.value.value));
        if of_a.scale != of_b.scale || !of_a.value.is_extended_like(&of_b.value) || !is_same {
            return false;
        }
        let all = u64::MAX >> (64 - a.value.bits.clamp(1, 64));
        let ahead = of_a.offset.wrapping_sub(of_b.offset) as u64 & all;
        let least = ahead.min(ahead.wrapping_neg() & all);
        let bytes = least.wrapping_mul(a.scale.unsigned_abs());
        let needs = |size: u64| size.saturating_add(distance.offset.unsigned_abs());
        bytes >= needs(first) && bytes >= needs(second)
    }
}

impl Linear {
    fn multiply(&mut self, by: i64, no_signed_wrap: bool) {
        self.no_wrap &= by == 1 || no_signed_wrap && self.offset == 0;
        self.scale = self.scale.wrapping_mul(by);
        self.offset = self.offset.wrapping_mul(by);
    }
}

/// An index of an address.
#[derive(Clone, Copy)]
enum Index {
    Constant(avarice_ir::Const),
    Variable(Value),
}

fn add_term(sum: &mut Sum, mut new: Term) {
    let mut terms = sum.terms.iter();
    if let Some(at) = terms.position(|term| term.value.is_like(&new.value)) {
        new.scale = sum.terms.remove(at).scale.wrapping_add(new.scale);
        new.no_wrap = false;
    }
    if new.scale != 0 {
        sum.terms.push(new);
    }
}
