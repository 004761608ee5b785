//! Values as bytes in memory, as a data layout has them.

use avarice_ir::{DataLayout, Type, TypeData, TypeTable};

use super::Failure;
use super::datum::{Datum, check_parts, num_parts, truncate};

/// Types and how they lie in memory.
#[derive(Clone, Copy)]
pub struct Encoding<'m> {
    /// The module's types.
    pub types: &'m TypeTable,
    /// Sizes and offsets.
    pub layout: &'m DataLayout,
}

impl Encoding<'_> {
    /// Bytes that a value of type `ty` takes.
    ///
    /// # Errors
    /// The type has no size.
    pub fn store_size(&self, ty: Type) -> Result<u64, Failure> {
        let size = self.layout.store_size(self.types, ty);
        size.ok_or_else(|| Failure::unsupported("a type without known size"))
    }

    /// Bytes from one element of an array of `ty` to the next.
    ///
    /// # Errors
    /// The type has no size.
    pub fn alloc_size(&self, ty: Type) -> Result<u64, Failure> {
        let size = self.layout.alloc_size(self.types, ty);
        size.ok_or_else(|| Failure::unsupported("a type without known size"))
    }

    /// Bits of a scalar type.
    ///
    /// # Errors
    /// The type has no size.
    pub fn bits(&self, ty: Type) -> Result<u32, Failure> {
        let bits = self.layout.size_in_bits(self.types, ty);
        let bits = bits.and_then(|bits| u32::try_from(bits).ok());
        bits.ok_or_else(|| Failure::unsupported("a type without known size"))
    }

    /// Writes `datum`, of type `ty`, to the beginning of `bytes`, which has room for it.
    ///
    /// # Errors
    /// The type has no values that are run.
    pub fn write(&self, ty: Type, datum: &Datum, bytes: &mut [u8]) -> Result<(), Failure> {
        check_parts(self.types, ty)?;
        self.write_checked(ty, datum, bytes)
    }

    fn write_checked(&self, ty: Type, datum: &Datum, bytes: &mut [u8]) -> Result<(), Failure> {
        if let TypeData::Vector { element, len, .. } = self.types[ty]
            && !self.bits(element)?.is_multiple_of(8)
        {
            let packed = self.pack(element, len, datum)?;
            return self.write_bits(packed, self.store_size(ty)?, bytes);
        }
        let Some(count) = num_parts(self.types, ty)? else {
            return self.write_bits(datum.bits(), self.store_size(ty)?, bytes);
        };
        for (index, part) in (0..count).zip(datum.parts()) {
            let (element, offset) = self.place(ty, index)?;
            self.write_checked(element, part, tail(bytes, offset)?)?;
        }
        Ok(())
    }

    fn write_bits(&self, bits: u128, size: u64, bytes: &mut [u8]) -> Result<(), Failure> {
        let size = size as usize;
        let Some(bytes) = bytes.get_mut(..size) else {
            return Err(Failure::bounds());
        };
        bytes.fill(0);
        for (index, byte) in bits.to_le_bytes().into_iter().take(size).enumerate() {
            let at = if self.layout.is_big_endian() {
                size - 1 - index
            } else {
                index
            };
            bytes[at] = byte;
        }
        Ok(())
    }

    /// The value of type `ty` at the beginning of `bytes`.
    ///
    /// # Errors
    /// The type has no values that are run.
    pub fn read(&self, ty: Type, bytes: &[u8]) -> Result<Datum, Failure> {
        check_parts(self.types, ty)?;
        self.read_checked(ty, bytes)
    }

    fn read_checked(&self, ty: Type, bytes: &[u8]) -> Result<Datum, Failure> {
        if let TypeData::Vector { element, len, .. } = self.types[ty]
            && !self.bits(element)?.is_multiple_of(8)
        {
            let packed = self.read_bits(self.store_size(ty)?, bytes)?;
            return self.unpack(element, len, packed);
        }
        let Some(count) = num_parts(self.types, ty)? else {
            let bits = self.read_bits(self.store_size(ty)?, bytes)?;
            return Ok(Datum::Bits(truncate(bits, self.bits(ty)?)));
        };
        let parts = (0..count).map(|index| {
            let (element, offset) = self.place(ty, index)?;
            let rest = bytes.get(offset..).ok_or_else(Failure::bounds)?;
            self.read_checked(element, rest)
        });
        Ok(Datum::Parts(parts.collect::<Result<_, _>>()?))
    }

    fn read_bits(&self, size: u64, bytes: &[u8]) -> Result<u128, Failure> {
        let bytes = bytes.get(..size as usize).ok_or_else(Failure::bounds)?;
        let append = |bits: u128, byte: &u8| bits << 8 | u128::from(*byte);
        Ok(if self.layout.is_big_endian() {
            bytes.iter().fold(0, append)
        } else {
            bytes.iter().rev().fold(0, append)
        })
    }

    /// The type of element `index`, and where it lies.
    fn place(&self, ty: Type, index: u64) -> Result<(Type, usize), Failure> {
        let element = self.types.element(ty, index);
        let offset = self.layout.element_offset(self.types, ty, index);
        match (element, offset.map(usize::try_from)) {
            (Some(element), Some(Ok(offset))) => Ok((element, offset)),
            _ => Err(Failure::unsupported("a type without known size")),
        }
    }

    /// Elements that are no whole bytes, beside each other.
    fn pack(&self, element: Type, len: u32, datum: &Datum) -> Result<u128, Failure> {
        let bits = self.packed_bits(element, len)?;
        let parts = datum.parts().iter().zip(0..);
        Ok(parts.fold(0, |packed, (part, index): (_, u32)| {
            packed | truncate(part.bits(), bits) << (self.packed_place(index, len) * bits)
        }))
    }

    fn unpack(&self, element: Type, len: u32, packed: u128) -> Result<Datum, Failure> {
        let bits = self.packed_bits(element, len)?;
        let part = |index| truncate(packed >> (self.packed_place(index, len) * bits), bits);
        Ok(Datum::Parts(
            (0..len).map(|index| Datum::Bits(part(index))).collect(),
        ))
    }

    fn packed_bits(&self, element: Type, len: u32) -> Result<u32, Failure> {
        let bits = self.bits(element)?;
        match bits.checked_mul(len) {
            Some(total) if total <= 128 => Ok(bits),
            _ => Err(Failure::unsupported("a long vector of parts of bytes")),
        }
    }

    fn packed_place(&self, index: u32, len: u32) -> u32 {
        if self.layout.is_big_endian() {
            len - 1 - index
        } else {
            index
        }
    }
}

fn tail(bytes: &mut [u8], offset: usize) -> Result<&mut [u8], Failure> {
    bytes.get_mut(offset..).ok_or_else(Failure::bounds)
}
