//! `x86_fp80`: what the x87 unit has no instruction for.

use avarice_ir::{BinaryOp, InstFlags, InstKind, IntPredicate, Intrinsic, TypeTable, Value};

use super::Builder;

/// Bytes of a number in memory, with padding.
pub(super) const X87_SLOT: u64 = 16;

impl Builder<'_> {
    pub(super) fn x87_binary(&mut self, op: BinaryOp) -> Option<Value> {
        let operands = [self.operand(0), self.operand(1)];
        (op == BinaryOp::FRem).then(|| self.call("fmodl", TypeTable::X86_FP80, &operands))
    }

    /// Mantissa (64 bits) and sign with exponent (16 bits) of a number.
    pub(super) fn x87_words(&mut self, value: Value) -> (Value, Value) {
        let slot = self.alloca(TypeTable::X86_FP80, X87_SLOT);
        self.store(value, slot, X87_SLOT);
        let low = self.load(TypeTable::I64, slot, 8);
        let one = self.int(TypeTable::I64, 1);
        let above = self.element_pointer(TypeTable::I64, slot, one);
        let high = self.load(TypeTable::I16, above, 8);
        (low, high)
    }

    /// Whether a number's sign is set.
    pub(super) fn x87_is_negative(&mut self, value: Value) -> Value {
        let (_, high) = self.x87_words(value);
        let zero = self.int(TypeTable::I16, 0);
        self.icmp(IntPredicate::Slt, high, zero)
    }

    pub(super) fn x87_copysign(&mut self, magnitude: Value, sign: Value) -> Value {
        let ty = TypeTable::X86_FP80;
        let none = InstFlags::empty();
        let positive = self.intrinsic(Intrinsic::Fabs, &[ty], ty, none, &[magnitude]);
        let negative = self.value(InstKind::FNeg, ty, none, &[positive]);
        let is_negative = self.x87_is_negative(sign);
        self.select(is_negative, negative, positive)
    }
}
