//! Conversions from, to and between floating-point types.

use avarice_ir::{BinaryOp, CastOp, FloatPredicate, Type, TypeTable, Value};

use super::x87::X87_SLOT;
use super::{Builder, Format, Replacement};

impl Builder<'_> {
    /// `fpext`, `fptrunc` between types that selection does not convert between.
    pub(super) fn expand_resize(&mut self, value: Value, to: Type) -> Option<Value> {
        let from = self.format(value)?;
        let format = Format::of(&self.module.types, to)?;
        if from.is_narrow() {
            let by_call = from == Format::Half && matches!(format, Format::X87 | Format::Quad);
            if by_call {
                return Some(self.resize_call("__extend", value, from, format));
            }
            if format == Format::Single && from == Format::Half && self.has_half_instructions() {
                return None;
            }
            let single = self.widened(value);
            return Some(self.cast(CastOp::FpExt, single, to));
        }
        if format == Format::Half && from == Format::Single && self.has_half_instructions() {
            return None;
        }
        let is_double = format == Format::Half && from == Format::Double;
        if is_double && self.target.rounds_double_to_half() {
            return None;
        }
        if format.is_narrow() {
            return Some(self.resize_call("__trunc", value, from, format));
        }
        match (from, format) {
            (Format::Quad, _) => Some(self.resize_call("__trunc", value, from, format)),
            (_, Format::Quad) => Some(self.resize_call("__extend", value, from, format)),
            _ => None,
        }
    }

    fn has_half_instructions(&self) -> bool {
        self.target.extends_half(self.module, self.global)
    }

    fn resize_call(&mut self, verb: &str, value: Value, from: Format, to: Format) -> Value {
        let name = format!("{verb}{}{}2", from.runtime_name(), to.runtime_name());
        self.call(&name, to.ty(), &[value])
    }

    /// The width of integers that runtime functions convert from or to, and their name for it.
    fn runtime_int(bits: u32) -> Option<(u32, &'static str)> {
        Some(match bits {
            0..=32 => (32, "si"),
            33..=64 => (64, "di"),
            65..=128 => (128, "ti"),
            _ => return None,
        })
    }

    /// `fptosi`, `fptoui`.
    pub(super) fn expand_float_to_int(
        &mut self,
        value: Value,
        to: Type,
        signed: bool,
    ) -> Option<Value> {
        let format = self.format(value)?;
        let bits = self.bits(to)?;
        let op = if signed {
            CastOp::FpToSi
        } else {
            CastOp::FpToUi
        };
        match format {
            Format::Half | Format::BFloat => {
                let single = self.widened(value);
                return Some(self.cast(op, single, to));
            }
            Format::X87 if bits == 64 && !signed => return Some(self.x87_to_u64(value)),
            Format::X87 | Format::Single | Format::Double if bits <= 64 => return None,
            Format::Single | Format::Double if bits == 128 => return None,
            _ => {}
        }
        // A number that fits an unsigned integer fits a wider signed one.
        let signed = signed || bits < 32;
        let (width, int) = Self::runtime_int(bits)?;
        let verb = if signed { "__fix" } else { "__fixuns" };
        let name = format!("{verb}{}{int}", format.runtime_name());
        let wide = self.module.types.int(width);
        let result = self.call(&name, wide, &[value]);
        Some(self.cast(CastOp::Trunc, result, to))
    }

    /// Numbers from 2^63 on are converted after subtracting that, which the sign bit stands for.
    fn x87_to_u64(&mut self, value: Value) -> Value {
        let limit = self.float_constant(Format::X87, Format::X87.power_of_two(63));
        let zero = self.float_constant(Format::X87, 0);
        let is_big = self.fcmp(FloatPredicate::Oge, value, limit);
        let bias = self.select(is_big, limit, zero);
        let rest = self.binary(BinaryOp::FSub, value, bias);
        let low = self.cast(CastOp::FpToSi, rest, TypeTable::I64);
        let bit = self.cast(CastOp::ZExt, is_big, TypeTable::I64);
        let high = self.binary_int(BinaryOp::Shl, bit, 63);
        self.binary(BinaryOp::Xor, low, high)
    }

    /// `sitofp`, `uitofp`.
    pub(super) fn expand_int_to_float(
        &mut self,
        value: Value,
        to: Type,
        signed: bool,
    ) -> Option<Value> {
        let format = Format::of(&self.module.types, to)?;
        let bits = self.bits(self.ty(value))?;
        let op = if signed {
            CastOp::SiToFp
        } else {
            CastOp::UiToFp
        };
        match format {
            Format::Half | Format::BFloat => {
                let single = self.cast(op, value, TypeTable::FLOAT);
                return Some(self.cast(CastOp::FpTrunc, single, to));
            }
            Format::X87 if bits == 64 && !signed => return Some(self.u64_to_x87(value)),
            Format::X87 | Format::Single | Format::Double if bits <= 64 => return None,
            Format::Single | Format::Double if bits == 128 => return None,
            _ => {}
        }
        let (width, int) = Self::runtime_int(bits)?;
        let (verb, extend) = match signed || bits < width {
            true => ("__float", if signed { CastOp::SExt } else { CastOp::ZExt }),
            false => ("__floatun", CastOp::ZExt),
        };
        let wide = self.module.types.int(width);
        let operand = self.cast(extend, value, wide);
        let name = format!("{verb}{int}{}", format.runtime_name());
        Some(self.call(&name, to, &[operand]))
    }

    /// The signed integer of the same bits is less by 2^64 if the sign bit is set; adding that is exact.
    fn u64_to_x87(&mut self, value: Value) -> Value {
        let signed = self.cast(CastOp::SiToFp, value, TypeTable::X86_FP80);
        let zero = self.int(TypeTable::I64, 0);
        let is_negative = self.icmp(avarice_ir::IntPredicate::Slt, value, zero);
        let lost = self.float_constant(Format::X87, Format::X87.power_of_two(64));
        let nothing = self.float_constant(Format::X87, 0);
        let lost = self.select(is_negative, lost, nothing);
        self.binary(BinaryOp::FAdd, signed, lost)
    }

    /// Bit casts between a number and a vector, where selection does not find the number in the vector's
    /// register: through an integer or memory.
    pub(in super::super) fn expand_number_bit_cast(&mut self) -> Option<Replacement> {
        let (value, to) = (self.operand(0), self.function.insts[self.at].ty);
        let from = self.ty(value);
        let formats = [from, to].map(|ty| Format::of(&self.module.types, ty));
        let format = formats.into_iter().flatten().next()?;
        let vector = if formats[0].is_some() { to } else { from };
        let shape = self.shape(vector)?;
        let is_mask = shape.element == TypeTable::I1;
        Some(Replacement::Value(match format {
            Format::Half | Format::BFloat => {
                let bits = self.cast(CastOp::BitCast, value, TypeTable::I16);
                self.cast(CastOp::BitCast, bits, to)
            }
            Format::Quad if is_mask => {
                let bits = self.cast(CastOp::BitCast, value, TypeTable::I128);
                self.cast(CastOp::BitCast, bits, to)
            }
            Format::X87 => self.cast_in_memory(value, to),
            _ => return None,
        }))
    }

    /// The bits of a value as another type.
    fn cast_in_memory(&mut self, value: Value, to: Type) -> Value {
        let slot = self.alloca(TypeTable::FP128, X87_SLOT);
        self.store(value, slot, X87_SLOT);
        self.load(to, slot, X87_SLOT)
    }

    /// Bit casts between numbers of more than 64 bits and integers, through memory or vectors.
    pub(super) fn expand_wide_bit_cast(&mut self, value: Value, to: Type) -> Option<Value> {
        let from = self.ty(value);
        if from == to {
            return None;
        }
        let formats = [from, to].map(|ty| Format::of(&self.module.types, ty));
        let wide = |format: Option<Format>| matches!(format, Some(Format::X87 | Format::Quad));
        if !formats.into_iter().any(wide) {
            return None;
        }
        let other = if wide(formats[0]) { to } else { from };
        // Vectors of 16 bytes are in the registers that numbers of 16 bytes are in.
        if self.shape(other).is_some() && !formats.contains(&Some(Format::X87)) {
            return None;
        }
        Some(self.cast_in_memory(value, to))
    }
}
