//! Queries about values, in which rules are written.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, IntPredicate, Type, Value};

use super::Combiner;

/// A number with `bits` bits set.
pub(super) fn low_bits(bits: u32) -> u64 {
    if bits == 0 {
        0
    } else {
        u64::MAX >> (64 - bits)
    }
}

/// A pattern of `bits` bits as a signed number.
pub(super) fn signed(bits: u32, value: u64) -> i64 {
    ((value << (64 - bits)) as i64) >> (64 - bits)
}

/// Whether a signed number fits in `bits` bits.
pub(super) fn fits_signed(bits: u32, value: i128) -> bool {
    let half = 1i128 << (bits - 1);
    -half <= value && value < half
}

/// Flags of `x op (a op b)` for `(x op a) op b` that both have `flags`, where `op` is a sum or a product.
pub(super) fn flags_of_both(
    bits: u32,
    (a, b): (u64, u64),
    flags: InstFlags,
    op: fn(i128, i128) -> Option<i128>,
) -> InstFlags {
    let unsigned = op(a.into(), b.into());
    let is_unsigned = unsigned.is_some_and(|both| both <= i128::from(low_bits(bits)));
    let both = op(signed(bits, a).into(), signed(bits, b).into());
    let is_signed = both.is_some_and(|both| fits_signed(bits, both));
    let mut fitting = InstFlags::empty();
    fitting.set(InstFlags::NUW, is_unsigned);
    fitting.set(InstFlags::NSW, is_signed);
    flags & fitting
}

impl Combiner<'_> {
    /// Operand `index` of the current instruction.
    pub(super) fn operand(&self, index: usize) -> Value {
        self.function.operand(self.at, index)
    }

    /// Flags of the current instruction.
    pub(super) fn flags(&self) -> InstFlags {
        self.function.insts[self.at].flags
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// Width of an integer type of at most 64 bits.
    pub(super) fn bits_of_type(&self, ty: Type) -> Option<u32> {
        let bits = self.folder.module.types.int_bits(ty)?;
        (bits <= 64).then_some(bits)
    }

    /// Width of an integer of at most 64 bits.
    pub(super) fn bits_of(&self, value: Value) -> Option<u32> {
        self.bits_of_type(self.ty(value))
    }

    /// Whether a value is a constant.
    pub(super) fn is_constant(&self, value: Value) -> bool {
        self.function.as_const(value).is_some()
    }

    /// The number that a value is, zero-extended, if it is an integer of at most 64 bits.
    pub(super) fn number(&self, value: Value) -> Option<u64> {
        let id = self.function.as_const(value)?;
        match self.folder.kind(id) {
            avarice_ir::ConstKind::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether a value is an integer all of whose `bits` bits are set.
    pub(super) fn is_ones(&self, value: Value) -> bool {
        self.bits_of(value)
            .is_some_and(|bits| self.number(value) == Some(low_bits(bits)))
    }

    /// Whether a value has a single use.
    pub(super) fn has_one_use(&self, value: Value) -> bool {
        self.function.has_one_use(value)
    }

    /// The instruction that makes a value, with its kind.
    pub(super) fn kind_of(&self, value: Value) -> Option<(&InstKind, Inst)> {
        let inst = self.function.def_inst(value)?;
        Some((&self.function.insts[inst].kind, inst))
    }

    /// The operands of a value that is the result of `op`, with its flags.
    pub(super) fn operands_of(
        &self,
        op: BinaryOp,
        value: Value,
    ) -> Option<(Value, Value, InstFlags)> {
        let (kind, inst) = self.kind_of(value)?;
        (*kind == InstKind::Binary(op)).then(|| {
            let operand = |index| self.function.operand(inst, index);
            (operand(0), operand(1), self.function.insts[inst].flags)
        })
    }

    /// `x op C`: `x`, the number `C`, and the flags.
    pub(super) fn with_number(
        &self,
        op: BinaryOp,
        value: Value,
    ) -> Option<(Value, u64, InstFlags)> {
        let (left, right, flags) = self.operands_of(op, value)?;
        Some((left, self.number(right)?, flags))
    }

    /// `x / C`, unsigned, or `x >> C`: `x` and what it is divided by.
    pub(super) fn divided(&self, bits: u32, value: Value) -> Option<(Value, u64)> {
        if let Some((x, divisor, _)) = self.with_number(BinaryOp::UDiv, value) {
            return (divisor != 0).then_some((x, divisor));
        }
        let (x, by, _) = self.with_number(BinaryOp::LShr, value)?;
        (by < u64::from(bits)).then(|| (x, 1 << by))
    }

    /// `y` and `z` of `x op y` and `x op z`, for a commutative `op`.
    pub(super) fn without_common(
        &self,
        op: BinaryOp,
        left: Value,
        right: Value,
    ) -> Option<(Value, Value)> {
        let (a, b, _) = self.operands_of(op, left)?;
        let (c, d, _) = self.operands_of(op, right)?;
        match () {
            () if a == c => Some((b, d)),
            () if a == d => Some((b, c)),
            () if b == c => Some((a, d)),
            () if b == d => Some((a, c)),
            () => None,
        }
    }

    /// `C - x`: the number and `x`.
    pub(super) fn number_minus(&self, value: Value) -> Option<(u64, Value)> {
        let (left, right, _) = self.operands_of(BinaryOp::Sub, value)?;
        Some((self.number(left)?, right))
    }

    /// `0 - x`: `x`.
    pub(super) fn negated(&self, value: Value) -> Option<Value> {
        let (number, value) = self.number_minus(value)?;
        (number == 0).then_some(value)
    }

    /// `~x`: `x`.
    pub(super) fn complement(&self, value: Value) -> Option<Value> {
        let (left, right, _) = self.operands_of(BinaryOp::Xor, value)?;
        self.is_ones(right).then_some(left)
    }

    /// What a value is a conversion of by `op`.
    pub(super) fn cast_of(&self, op: CastOp, value: Value) -> Option<Value> {
        match self.any_cast(value)? {
            (found, source, _) if found == op => Some(source),
            _ => None,
        }
    }

    /// A conversion, its operand, and its flags.
    pub(super) fn any_cast(&self, value: Value) -> Option<(CastOp, Value, InstFlags)> {
        let (InstKind::Cast(op), inst) = self.kind_of(value)? else {
            return None;
        };
        let source = self.function.operand(inst, 0);
        Some((*op, source, self.function.insts[inst].flags))
    }

    /// A comparison of integers.
    pub(super) fn comparison(&self, value: Value) -> Option<(IntPredicate, Value, Value)> {
        let (InstKind::ICmp(predicate), inst) = self.kind_of(value)? else {
            return None;
        };
        let operand = |index| self.function.operand(inst, index);
        Some((*predicate, operand(0), operand(1)))
    }
}
