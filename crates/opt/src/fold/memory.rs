//! Loads from constant variables.

use avarice_ir::{Const, ConstKind, Linkage, Type, TypeData};

use super::Folder;
use super::float::Format;
use super::int::Int;

/// The most bytes that are put together from parts of an initial value.
const MAX_BYTES: usize = 32;

impl Folder<'_> {
    /// A load of type `ty` from a constant address.
    pub fn load(&mut self, pointer: Const, ty: Type) -> Option<Const> {
        let address = self.base_and_offset(pointer);
        let global = self.as_global(address.base)?;
        let data = &self.module.globals[global];
        let variable = data.variable()?;
        let init = variable.init?;
        let replaceable = matches!(
            data.linkage,
            Linkage::Weak | Linkage::LinkOnce | Linkage::Common | Linkage::ExternWeak
        );
        if !variable.constant || variable.externally_initialized || replaceable {
            return None;
        }
        self.part_of(init, address.offset, ty)
    }

    /// The value of type `ty` at byte `offset` of an initial value.
    fn part_of(&mut self, init: Const, offset: i64, ty: Type) -> Option<Const> {
        let size = self.layout.store_size(&self.module.types, ty)?;
        let total = self.layout.alloc_size(&self.module.types, self.ty(init))?;
        // A load from outside is undefined behaviour.
        let end = offset.checked_add(i64::try_from(size).ok()?)?;
        if size == 0 || total == 0 {
            return None;
        }
        if end <= 0 || offset >= i64::try_from(total).ok()? {
            return Some(self.poison(ty));
        }
        let offset = u64::try_from(offset).ok()?;
        if let Some(found) = self.exact_part(init, offset, ty) {
            return Some(found);
        }
        match self.kind(init) {
            ConstKind::Poison => return Some(self.poison(ty)),
            ConstKind::Undef => return Some(self.undef(ty)),
            ConstKind::Zero if !self.has_pointers_of_other_spaces(ty) => return self.null(ty),
            _ => {}
        }
        self.part_from_bytes(init, offset, ty)
    }

    fn has_pointers_of_other_spaces(&self, ty: Type) -> bool {
        match self.module.types[self.module.types.scalar(ty)] {
            TypeData::Pointer(space) => self.layout.is_non_integral(space),
            _ => false,
        }
    }

    /// The element of type `ty` that starts at `offset`.
    fn exact_part(&mut self, init: Const, mut offset: u64, ty: Type) -> Option<Const> {
        let mut id = init;
        loop {
            let at = self.ty(id);
            if offset == 0 && at == ty {
                return Some(id);
            }
            let index = match self.module.types[at] {
                TypeData::Array { element, .. } => {
                    let size = self.layout.alloc_size(&self.module.types, element)?;
                    offset.checked_div(size)?
                }
                TypeData::Vector { element, .. } => {
                    let size = self.layout.store_size(&self.module.types, element)?;
                    offset.checked_div(size)?
                }
                _ => {
                    let layout = self.layout.struct_layout(&self.module.types, at)?;
                    layout.field_containing(offset)? as u64
                }
            };
            offset =
                offset.checked_sub(self.layout.element_offset(&self.module.types, at, index)?)?;
            id = self.element(id, index)?;
        }
    }

    /// Number or vector of numbers from the bytes of an initial value.
    fn part_from_bytes(&mut self, init: Const, offset: u64, ty: Type) -> Option<Const> {
        let size = usize::try_from(self.layout.store_size(&self.module.types, ty)?).ok()?;
        let scalar = self.module.types.scalar(ty);
        let is_number =
            self.module.types.is_int(scalar) || Format::of(&self.module.types[scalar]).is_some();
        let bits = self.layout.size_in_bits(&self.module.types, ty)?;
        if size > MAX_BYTES || !is_number || bits % 8 != 0 || self.layout.is_big_endian() {
            return None;
        }
        let mut bytes = [0; MAX_BYTES];
        for (at, byte) in bytes[..size].iter_mut().enumerate() {
            *byte = self.byte_at(init, offset + at as u64)?;
        }
        let words: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|chunk| {
                chunk
                    .iter()
                    .rev()
                    .fold(0, |word, byte| word << 8 | u64::from(*byte))
            })
            .collect();
        let bits = u32::try_from(bits).ok()?;
        self.of_bits(ty, &Int::from_words(bits, &words))
    }

    /// One byte of an initial value; what is undefined is 0.
    fn byte_at(&mut self, init: Const, mut offset: u64) -> Option<u8> {
        let mut id = init;
        loop {
            let at = self.ty(id);
            let size = self.layout.store_size(&self.module.types, at)?;
            if offset >= size || self.is_undef(id) || self.is_null(id) {
                // Also padding.
                return Some(0);
            }
            if !self.module.types.is_aggregate(at) && !self.module.types.is_vector(at) {
                let bits = u32::try_from(size).ok()?.checked_mul(8)?;
                let number = match self.as_float(id) {
                    Some((_, raw)) => Int::new(bits.max(128), raw),
                    None => self.as_int(id)?.resized(bits),
                };
                let shift = u32::try_from(offset).ok()? * 8;
                return Some(number.lshr(shift).low_u128() as u8);
            }
            let index = match self.module.types[at] {
                TypeData::Array { element, .. } => {
                    offset.checked_div(self.layout.alloc_size(&self.module.types, element)?)?
                }
                TypeData::Vector { element, .. } => {
                    let bits = self.layout.size_in_bits(&self.module.types, element)?;
                    if bits % 8 != 0 {
                        return None;
                    }
                    offset.checked_div(bits / 8)?
                }
                _ => {
                    let layout = self.layout.struct_layout(&self.module.types, at)?;
                    layout.field_containing(offset)? as u64
                }
            };
            offset -= self.layout.element_offset(&self.module.types, at, index)?;
            id = self.element(id, index)?;
        }
    }
}
