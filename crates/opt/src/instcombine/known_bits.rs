//! Known bits: bits of a value that are the same whatever the program does, found from its definitions.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, Value};

use super::Combiner;
use super::patterns::{low_bits, signed};

/// How many definitions are followed.
const MAX_DEPTH: u32 = 5;

/// Known bits of an integer of at most 64 bits: a bit may be in one of the two, none is above the width.
#[derive(Clone, Copy, Default)]
pub(super) struct KnownBits {
    /// Bits that are 0.
    pub zero: u64,
    /// Bits that are 1.
    pub one: u64,
}

impl KnownBits {
    fn number(bits: u32, number: u64) -> Self {
        Self {
            zero: !number & low_bits(bits),
            one: number,
        }
    }

    /// The least number with these bits, as an unsigned one.
    pub(super) fn least(self) -> u64 {
        self.one
    }

    /// The greatest number of `bits` bits with these, as an unsigned one.
    pub(super) fn greatest(self, bits: u32) -> u64 {
        !self.zero & low_bits(bits)
    }

    /// The least number with these bits as a signed one.
    pub(super) fn signed_least(self, bits: u32) -> i64 {
        let sign = 1 << (bits - 1) & !self.zero;
        signed(bits, self.one | sign)
    }

    /// The greatest number with these bits as a signed one.
    pub(super) fn signed_greatest(self, bits: u32) -> i64 {
        let sign = 1 << (bits - 1) & !self.one;
        signed(bits, self.greatest(bits) & !sign)
    }

    /// Whether it is not negative as a signed number.
    pub(super) fn is_non_negative(self, bits: u32) -> bool {
        self.zero >> (bits - 1) & 1 != 0
    }

    fn both(self, other: Self) -> Self {
        Self {
            zero: self.zero & other.zero,
            one: self.one & other.one,
        }
    }

    /// Number of bits at the top that are 0.
    fn leading_zeros(self, bits: u32) -> u32 {
        self.greatest(bits).leading_zeros() - (64 - bits)
    }

    fn trailing_zeros(self, bits: u32) -> u32 {
        self.zero.trailing_ones().min(bits)
    }

    fn with_leading_zeros(bits: u32, count: u32) -> Self {
        Self {
            zero: low_bits(bits) & !low_bits(bits - count.min(bits)),
            one: 0,
        }
    }

    /// A sum. A bit of it is known where the bits of both operands are, and the carry into it is the same for the least
    /// and the greatest operands.
    fn sum(self, other: Self, carry: bool, bits: u32) -> Self {
        let mask = low_bits(bits);
        let carry = u64::from(carry);
        let greatest = self
            .greatest(bits)
            .wrapping_add(other.greatest(bits))
            .wrapping_add(carry);
        let least = self.one.wrapping_add(other.one).wrapping_add(carry);
        let carry_of_greatest = greatest ^ self.greatest(bits) ^ other.greatest(bits);
        let carry_of_least = least ^ self.one ^ other.one;
        let known = (self.zero | self.one)
            & (other.zero | other.one)
            & !(carry_of_greatest ^ carry_of_least)
            & mask;
        Self {
            zero: !least & known,
            one: least & known,
        }
    }

    /// Shifted by less than the width; to the left, with the sign kept if `is_nsw`.
    fn shifted(self, op: BinaryOp, bits: u32, by: u32, is_nsw: bool) -> Self {
        let mask = low_bits(bits);
        let sign = 1 << (bits - 1);
        if op == BinaryOp::Shl {
            let known = Self {
                zero: self.zero << by & mask | low_bits(by),
                one: self.one << by & mask,
            };
            return known.with_non_negative(bits, is_nsw && self.is_non_negative(bits));
        }
        let entering = mask & !low_bits(bits - by);
        let mut known = Self {
            zero: self.zero >> by,
            one: self.one >> by,
        };
        match op {
            BinaryOp::AShr if self.one & sign != 0 => known.one |= entering,
            BinaryOp::AShr if self.zero & sign == 0 => {}
            _ => known.zero |= entering,
        }
        known
    }

    fn complement(self) -> Self {
        Self {
            zero: self.one,
            one: self.zero,
        }
    }

    fn with_non_negative(mut self, bits: u32, is_non_negative: bool) -> Self {
        let sign = 1 << (bits - 1);
        if is_non_negative && self.one & sign == 0 {
            self.zero |= sign;
        }
        self
    }
}

impl Combiner<'_> {
    /// What is known of the bits of an integer of `bits` bits, at most 64.
    pub(super) fn known_bits(&self, bits: u32, value: Value) -> KnownBits {
        self.known(bits, value, 0)
    }

    /// Whether a value has no bit of `mask`.
    pub(super) fn is_zero_in(&self, bits: u32, value: Value, mask: u64) -> bool {
        mask & !self.known_bits(bits, value).zero == 0
    }

    /// Whether a value is not negative as a signed number.
    pub(super) fn is_non_negative(&self, bits: u32, value: Value) -> bool {
        self.known_bits(bits, value).is_non_negative(bits)
    }

    fn known(&self, bits: u32, value: Value, depth: u32) -> KnownBits {
        if let Some(number) = self.number(value) {
            return KnownBits::number(bits, number);
        }
        if depth >= MAX_DEPTH {
            return KnownBits::default();
        }
        let Some(inst) = self.function.def_inst(value) else {
            return KnownBits::default();
        };
        let operand = |index| self.function.operand(inst, index);
        match self.function.insts[inst].kind {
            InstKind::Binary(op) => self.known_of_binary(bits, op, inst, depth + 1),
            InstKind::Cast(op) => self.known_of_cast(bits, op, operand(0), depth + 1),
            InstKind::Select => {
                let yes = self.known(bits, operand(1), depth + 1);
                yes.both(self.known(bits, operand(2), depth + 1))
            }
            InstKind::Phi => self.known_of_phi(bits, inst, value, depth),
            _ => KnownBits::default(),
        }
    }

    fn known_of_binary(&self, bits: u32, op: BinaryOp, inst: Inst, depth: u32) -> KnownBits {
        use BinaryOp::*;
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let flags = self.function.insts[inst].flags;
        let b = self.known(bits, right, depth);
        // Little is known of a product or a quotient without knowing the divisor, or of a shift by anything.
        let number = self.number(right);
        let a = match op {
            Shl | LShr | AShr if number.is_none_or(|by| by >= u64::from(bits)) => {
                return KnownBits::default();
            }
            FAdd | FSub | FMul | FDiv | FRem => return KnownBits::default(),
            _ => self.known(bits, left, depth),
        };
        let is_nsw = flags.contains(InstFlags::NSW);
        let (a_is_positive, b_is_positive) = (a.is_non_negative(bits), b.is_non_negative(bits));
        match op {
            And => KnownBits {
                zero: a.zero | b.zero,
                one: a.one & b.one,
            },
            Or => KnownBits {
                zero: a.zero & b.zero,
                one: a.one | b.one,
            },
            Xor => KnownBits {
                zero: a.zero & b.zero | a.one & b.one,
                one: a.zero & b.one | a.one & b.zero,
            },
            Add => a
                .sum(b, false, bits)
                .with_non_negative(bits, is_nsw && a_is_positive && b_is_positive),
            Sub => a.sum(b.complement(), true, bits),
            Mul => {
                let zeros = a.trailing_zeros(bits) + b.trailing_zeros(bits);
                let (a, b) = (a.leading_zeros(bits), b.leading_zeros(bits));
                let mut known = KnownBits::with_leading_zeros(bits, (a + b).saturating_sub(bits));
                known.zero |= low_bits(zeros.min(bits));
                known.with_non_negative(bits, is_nsw && a_is_positive && b_is_positive)
            }
            UDiv => {
                let by = 63 - b.least().max(1).leading_zeros();
                KnownBits::with_leading_zeros(bits, a.leading_zeros(bits) + by)
            }
            URem => {
                let most = b.greatest(bits).saturating_sub(1).min(a.greatest(bits));
                KnownBits::with_leading_zeros(bits, most.leading_zeros() - (64 - bits))
            }
            // The remainder has the sign of the dividend, and is no further from 0 than that.
            SRem if a_is_positive => KnownBits::with_leading_zeros(bits, a.leading_zeros(bits)),
            SDiv if a_is_positive && b_is_positive => {
                KnownBits::with_leading_zeros(bits, a.leading_zeros(bits))
            }
            SRem | SDiv => KnownBits::default(),
            Shl | LShr | AShr => a.shifted(op, bits, number.unwrap_or(0) as u32, is_nsw),
            FAdd | FSub | FMul | FDiv | FRem => KnownBits::default(),
        }
    }

    fn known_of_cast(&self, bits: u32, op: CastOp, source: Value, depth: u32) -> KnownBits {
        let Some(from) = self.bits_of(source) else {
            return KnownBits::default();
        };
        let known = self.known(from, source, depth);
        let (mask, above) = (low_bits(bits), low_bits(bits) & !low_bits(from));
        match op {
            CastOp::Trunc => KnownBits {
                zero: known.zero & mask,
                one: known.one & mask,
            },
            CastOp::ZExt => KnownBits {
                zero: known.zero | above,
                one: known.one,
            },
            CastOp::SExt => {
                let sign = 1 << (from - 1);
                KnownBits {
                    zero: known.zero | if known.zero & sign != 0 { above } else { 0 },
                    one: known.one | if known.one & sign != 0 { above } else { 0 },
                }
            }
            _ => KnownBits::default(),
        }
    }

    /// What all incoming values have in common. One that is the phi plus, or shifted right by, something, changes less than that.
    fn known_of_phi(&self, bits: u32, phi: Inst, result: Value, depth: u32) -> KnownBits {
        if self.function.num_operands(phi) > 4 {
            return KnownBits::default();
        }
        let mut common: Option<KnownBits> = None;
        for value in self.function.operands(phi) {
            let known = if value == result {
                continue;
            } else if let Some((before, by, flags)) = self.with_number(BinaryOp::Add, value)
                && before == result
            {
                // It stays what it is in sign, and in the bits below those that the step has.
                let is_upward = flags.contains(InstFlags::NSW) && signed(bits, by) >= 0;
                let low = low_bits(by.trailing_zeros().min(bits));
                let sign = if is_upward { 1 << (bits - 1) } else { 0 };
                KnownBits {
                    zero: low | sign,
                    one: low,
                }
            } else if let Some((shifted, _, _)) = self.with_number(BinaryOp::LShr, value)
                && shifted == result
            {
                // Zeros at the top stay; nothing else does.
                return self.known_of_shrinking(bits, phi, value, depth);
            } else {
                self.known(bits, value, depth.max(MAX_DEPTH - 2) + 1)
            };
            common = Some(common.map_or(known, |common| common.both(known)));
        }
        let known = common.unwrap_or_default();
        // The pattern of low bits above stands for both values of a bit.
        KnownBits {
            zero: known.zero & !known.one,
            one: known.one & !known.zero,
        }
    }

    /// A phi of one value that is shifted right in each round: zeros at the top that it begins with.
    fn known_of_shrinking(&self, bits: u32, phi: Inst, step: Value, depth: u32) -> KnownBits {
        let [first, second] = [0, 1].map(|index| self.function.operand(phi, index));
        if self.function.num_operands(phi) != 2 {
            return KnownBits::default();
        }
        let start = if first == step { second } else { first };
        let known = self.known(bits, start, depth.max(MAX_DEPTH - 2) + 1);
        KnownBits::with_leading_zeros(bits, known.leading_zeros(bits))
    }

    /// Number of bits at the top that are equal to the sign, that bit included.
    pub(super) fn sign_bits(&self, bits: u32, value: Value) -> u32 {
        self.sign_bits_at(bits, value, 0)
    }

    fn sign_bits_at(&self, bits: u32, value: Value, depth: u32) -> u32 {
        if let Some(number) = self.number(value) {
            let number = signed(bits, number);
            let magnitude = if number < 0 { !number } else { number };
            return magnitude.leading_zeros() - (64 - bits);
        }
        let Some((kind, inst)) = self.kind_of(value).filter(|_| depth < MAX_DEPTH) else {
            return 1;
        };
        let operand = |index| self.function.operand(inst, index);
        let of = |index| self.sign_bits_at(bits, operand(index), depth + 1);
        let from_definition = match *kind {
            InstKind::Cast(CastOp::SExt) => {
                let from = self.bits_of(operand(0)).unwrap_or(bits);
                bits - from + self.sign_bits_at(from, operand(0), depth + 1)
            }
            InstKind::Cast(CastOp::Trunc) => match self.bits_of(operand(0)) {
                Some(from) => self
                    .sign_bits_at(from, operand(0), depth + 1)
                    .saturating_sub(from - bits),
                None => 1,
            },
            InstKind::Binary(BinaryOp::AShr) => match self.number(operand(1)) {
                Some(by) if by < u64::from(bits) => (of(0) + by as u32).min(bits),
                _ => of(0),
            },
            InstKind::Binary(BinaryOp::Add | BinaryOp::Sub) => of(0).min(of(1)).saturating_sub(1),
            InstKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) => of(0).min(of(1)),
            InstKind::Select => of(1).min(of(2)),
            _ => 1,
        };
        if depth > 0 {
            return from_definition.max(1);
        }
        let known = self.known_bits(bits, value);
        let zeros = known.leading_zeros(bits);
        let ones = (!known.one & low_bits(bits)).leading_zeros() - (64 - bits);
        from_definition.max(zeros).max(ones).max(1)
    }
}
