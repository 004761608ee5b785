//! `half` and `bfloat`, through `float`; signs of these and of `fp128` by integer operations.

use avarice_ir::{BinaryOp, CastOp, InstFlags, InstKind, Intrinsic, Type, TypeTable, Value};

use super::{Builder, Format, Replacement};

impl Builder<'_> {
    /// A number in one of the narrow formats as a `float`.
    pub(super) fn widened(&mut self, value: Value) -> Value {
        match self.format(value) {
            Some(Format::BFloat) => {
                let bits = self.cast(CastOp::BitCast, value, TypeTable::I16);
                let wide = self.cast(CastOp::ZExt, bits, TypeTable::I32);
                let high = self.binary_int(BinaryOp::Shl, wide, 16);
                self.cast(CastOp::BitCast, high, TypeTable::FLOAT)
            }
            Some(Format::Half) if self.target.extends_half(self.module, self.global) => {
                self.cast(CastOp::FpExt, value, TypeTable::FLOAT)
            }
            Some(Format::Half) => self.call("__extendhfsf2", TypeTable::FLOAT, &[value]),
            _ => value,
        }
    }

    pub(super) fn narrow_binary(&mut self, op: BinaryOp) -> Option<Value> {
        let (left, right) = (self.operand(0), self.operand(1));
        let to = self.ty(left);
        let flags = self.function.insts[self.at].flags;
        let (left, right) = (self.widened(left), self.widened(right));
        let result = self.binary_with(op, flags, left, right);
        Some(self.cast(CastOp::FpTrunc, result, to))
    }

    // ---- Elements of vectors ------------------------------------------------------------------

    /// An element is taken out of or put into the vector as an integer: vectors of these numbers are in
    /// registers as vectors of integers are.
    pub(in super::super) fn expand_half_element(&mut self) -> Option<Replacement> {
        let vector = self.operand(0);
        let shape = self.shape(self.ty(vector))?;
        let format = Format::of(&self.module.types, shape.element);
        format.filter(|format| format.is_narrow())?;
        let result = self.function.insts[self.at].ty;
        let ints = self.vector(TypeTable::I16, shape.len);
        let bits = self.cast(CastOp::BitCast, vector, ints);
        let none = InstFlags::empty();
        let kind = self.function.insts[self.at].kind.clone();
        let (ty, operands) = match kind {
            InstKind::InsertElement => {
                let element = self.operand(1);
                let element = self.cast(CastOp::BitCast, element, TypeTable::I16);
                (ints, vec![bits, element, self.operand(2)])
            }
            _ => (TypeTable::I16, vec![bits, self.operand(1)]),
        };
        let changed = self.value(kind, ty, none, &operands);
        Some(Replacement::Value(self.cast(
            CastOp::BitCast,
            changed,
            result,
        )))
    }

    // ---- Signs --------------------------------------------------------------------------------

    /// The type in which bits of a number are changed: `fp128` is in vector registers.
    fn bits_type(&mut self, format: Format) -> Type {
        match format {
            Format::Quad => self.vector(TypeTable::I64, 2),
            _ => TypeTable::I16,
        }
    }

    /// These bits, in the type in which bits of a number are changed.
    fn bits_constant(&mut self, format: Format, bits: u128) -> Value {
        match format {
            Format::Quad => self.int_vector(TypeTable::I64, &[bits as u64, (bits >> 64) as u64]),
            _ => self.int(TypeTable::I16, bits as u64),
        }
    }

    fn change_bits(&mut self, value: Value, format: Format, op: BinaryOp, mask: u128) -> Value {
        let ty = self.bits_type(format);
        let bits = self.cast(CastOp::BitCast, value, ty);
        let mask = self.bits_constant(format, mask);
        self.binary(op, bits, mask)
    }

    /// The number with the other sign.
    pub(super) fn flip_sign(&mut self, value: Value, format: Format) -> Value {
        let bits = self.change_bits(value, format, BinaryOp::Xor, format.sign());
        self.cast(CastOp::BitCast, bits, format.ty())
    }

    /// `fabs`, unless the target has it.
    pub(super) fn expand_fabs(&mut self) -> Option<Value> {
        let value = self.operand(0);
        let format = self.format(value).filter(|format| format.is_bits())?;
        let bits = self.change_bits(value, format, BinaryOp::And, format.sign() - 1);
        Some(self.cast(CastOp::BitCast, bits, format.ty()))
    }

    /// `copysign`, unless the target has it.
    pub(super) fn expand_copysign(&mut self) -> Option<Value> {
        let (magnitude, sign) = (self.operand(0), self.operand(1));
        let format = self.format(magnitude).filter(|format| format.is_soft())?;
        if format == Format::X87 {
            return Some(self.x87_copysign(magnitude, sign));
        }
        let signs = self.change_bits(sign, format, BinaryOp::And, format.sign());
        let rest = self.change_bits(magnitude, format, BinaryOp::And, format.sign() - 1);
        let bits = self.binary(BinaryOp::Or, signs, rest);
        Some(self.cast(CastOp::BitCast, bits, format.ty()))
    }

    /// `llvm.convert.to.fp16` and `llvm.convert.from.fp16`, whose halves are integers.
    pub(super) fn expand_fp16_conversion(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        let value = self.operand(0);
        Some(match intrinsic {
            Intrinsic::ConvertToFp16 => {
                let half = self.cast(CastOp::FpTrunc, value, TypeTable::HALF);
                self.cast(CastOp::BitCast, half, TypeTable::I16)
            }
            _ => {
                let to = self.function.insts[self.at].ty;
                let half = self.cast(CastOp::BitCast, value, TypeTable::HALF);
                self.cast(CastOp::FpExt, half, to)
            }
        })
    }
}
