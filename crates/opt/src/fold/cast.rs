//! Conversions of constants.

use avarice_ir::{CastOp, Const, ConstExpr, ConstKind, Type, TypeData};

use super::Folder;
use super::float::Format;
use super::int::Int;

impl Folder<'_> {
    /// `op value to ty`
    pub fn cast(&mut self, op: CastOp, value: Const, ty: Type) -> Option<Const> {
        use CastOp::*;
        let from = self.ty(value);
        if self.is_poison(value) {
            return Some(self.poison(ty));
        }
        if self.is_undef(value) {
            // An extension has known bits, and not every integer is a number's.
            return match op {
                ZExt | SExt | UiToFp | SiToFp => self.null(ty),
                _ => Some(self.undef(ty)),
            };
        }
        if op == BitCast {
            return self.bitcast(value, ty);
        }
        if self.is_null(value) && op != AddrSpaceCast {
            return self.null(ty);
        }
        if self.vector(from).is_some() {
            let element = self.vector(ty)?.0;
            return self.elementwise(ty, &[value], |folder, parts| {
                folder.cast(op, parts[0], element)
            });
        }
        match op {
            Trunc | ZExt | SExt => match self.as_int(value) {
                Some(number) => {
                    let bits = self.module.types.int_bits(ty)?;
                    let number = match op {
                        SExt => number.resized_signed(bits),
                        _ => number.resized(bits),
                    };
                    Some(self.int(ty, &number))
                }
                None if op == Trunc => Some(self.cast_expr(op, value, ty)),
                None => None,
            },
            FpTrunc | FpExt => {
                let (format, bits) = self.as_float(value)?;
                let to = Format::of(&self.module.types[ty])?;
                let bits = format.convert(bits, to);
                Some(self.float(ty, to, bits))
            }
            FpToUi | FpToSi => {
                let (format, bits) = self.as_float(value)?;
                let width = self.module.types.int_bits(ty)?;
                if width > 128 {
                    return None;
                }
                match format.to_int(bits, width, op == FpToSi) {
                    Some(number) => Some(self.int(ty, &number)),
                    None => Some(self.poison(ty)),
                }
            }
            UiToFp | SiToFp => {
                let number = self.as_int(value)?;
                let format = Format::of(&self.module.types[ty])?;
                let bits = format.of_int(&number, op == SiToFp)?;
                Some(self.float(ty, format, bits))
            }
            PtrToInt => self.pointer_to_int(value, ty),
            IntToPtr => self.int_to_pointer(value, ty),
            BitCast | AddrSpaceCast => Some(self.cast_expr(op, value, ty)),
        }
    }

    fn cast_expr(&mut self, op: CastOp, value: Const, ty: Type) -> Const {
        self.make(ty, ConstKind::Expr(ConstExpr::Cast(op, value)))
    }

    fn pointer_bits(&self, pointer: Type) -> Option<u32> {
        match self.module.types[pointer] {
            TypeData::Pointer(space) => Some(self.layout.pointer(space).bits),
            _ => None,
        }
    }

    fn pointer_to_int(&mut self, value: Const, ty: Type) -> Option<Const> {
        let pointer_bits = self.pointer_bits(self.ty(value))?;
        if let Some(ConstExpr::Cast(CastOp::IntToPtr, int)) = self.expr(value) {
            let int = *int;
            let number = self.as_int(int)?;
            let bits = self.module.types.int_bits(ty)?;
            return Some(self.int(ty, &number.resized(pointer_bits).resized(bits)));
        }
        let address = self.base_and_offset(value);
        if *self.kind(address.base) == ConstKind::Null {
            let bits = self.module.types.int_bits(ty)?;
            let number = Int::new(64, u128::from(address.offset as u64));
            return Some(
                self.int(
                    ty,
                    &number
                        .resized_signed(pointer_bits.max(64))
                        .resized(pointer_bits)
                        .resized(bits),
                ),
            );
        }
        Some(self.cast_expr(CastOp::PtrToInt, value, ty))
    }

    fn int_to_pointer(&mut self, value: Const, ty: Type) -> Option<Const> {
        if let Some(ConstExpr::Cast(CastOp::PtrToInt, pointer)) = self.expr(value) {
            let pointer = *pointer;
            let wide = self
                .module
                .types
                .int_bits(self.ty(value))
                .zip(self.pointer_bits(ty))
                .is_some_and(|(int, pointer)| int >= pointer);
            if wide && self.ty(pointer) == ty {
                return Some(pointer);
            }
        }
        // The integer has a pointer's width.
        let value = match self.as_int(value) {
            Some(number) => {
                let bits = self.pointer_bits(ty)?;
                let int = self.module.types.int(bits);
                self.int(int, &number.resized(bits))
            }
            None => value,
        };
        Some(self.cast_expr(CastOp::IntToPtr, value, ty))
    }

    /// `bitcast`: the same bits. Only between scalars and vectors whose elements are no pointers.
    fn bitcast(&mut self, value: Const, ty: Type) -> Option<Const> {
        let from = self.ty(value);
        if from == ty {
            return Some(value);
        }
        if self.is_null(value) {
            return self.null(ty);
        }
        let bits = u32::try_from(self.layout.size_in_bits(&self.module.types, ty)?).ok()?;
        if bits > super::MAX_ELEMENTS * 64 || self.layout.is_big_endian() {
            return None;
        }
        let whole = self.bits_of(value, bits)?;
        self.of_bits(ty, &whole)
    }

    /// The bits of a number or a vector of numbers, the first element lowest.
    pub(super) fn bits_of(&mut self, id: Const, bits: u32) -> Option<Int> {
        let ty = self.ty(id);
        let Some((element, len, scalable)) = self.vector(ty) else {
            let raw = match self.as_float(id) {
                Some((_, raw)) => Int::new(bits.max(128), raw),
                None => self.as_int(id)?,
            };
            return Some(raw.resized(bits));
        };
        let width = u32::try_from(self.layout.size_in_bits(&self.module.types, element)?).ok()?;
        if scalable || len > super::MAX_ELEMENTS {
            return None;
        }
        let mut whole = Int::zero(bits);
        for index in (0..len).rev() {
            let element = self.element(id, u64::from(index))?;
            whole = whole.shl(width).or(&self.bits_of(element, bits)?);
        }
        Some(whole)
    }

    /// The number or vector of numbers that these bits are.
    pub(super) fn of_bits(&mut self, ty: Type, bits: &Int) -> Option<Const> {
        if let Some((element, len, scalable)) = self.vector(ty) {
            let width =
                u32::try_from(self.layout.size_in_bits(&self.module.types, element)?).ok()?;
            if scalable || len > super::MAX_ELEMENTS {
                return None;
            }
            let mut elements = Vec::with_capacity(len as usize);
            for index in 0..len {
                let part = bits.lshr(index * width).resized(width);
                elements.push(self.of_bits(element, &part)?);
            }
            return Some(self.composite(ty, elements));
        }
        if let Some(format) = Format::of(&self.module.types[ty]) {
            return Some(self.float(ty, format, bits.low_u128()));
        }
        let width = self.module.types.int_bits(ty)?;
        Some(self.int(ty, &bits.resized(width)))
    }
}
