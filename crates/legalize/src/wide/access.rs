//! Loads and stores that are done in pieces.

use avarice_ir::{CastOp, InstFlags, Type, TypeTable, Value};

use super::super::builder::Builder;
use super::number::{WORD, Wide, word_count};

/// Bytes of a word.
pub(super) const WORD_BYTES: u64 = WORD as u64 / 8;

/// A load or store that is taken apart.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    /// Alignment in bytes.
    pub align: u64,
    /// What else is said of the access.
    pub flags: InstFlags,
}

impl Access {
    /// The alignment at an offset.
    fn align_at(self, offset: u64) -> u64 {
        match offset {
            0 => self.align,
            _ => self.align.min(1 << offset.trailing_zeros()),
        }
    }
}

impl Builder<'_> {
    /// The address `offset` bytes above a pointer.
    fn byte_pointer(&mut self, pointer: Value, offset: u64) -> Value {
        match offset {
            0 => pointer,
            _ => {
                let offset = self.word(offset);
                self.element_pointer(TypeTable::I8, pointer, offset)
            }
        }
    }

    /// Loads a value `offset` bytes above a pointer.
    pub(crate) fn load_at(
        &mut self,
        access: Access,
        ty: Type,
        pointer: Value,
        offset: u64,
    ) -> Value {
        let place = self.byte_pointer(pointer, offset);
        let value = self.load(ty, place, access.align_at(offset));
        if let Some(inst) = self.function.def_inst(value) {
            self.function.insts[inst].flags = access.flags;
        }
        value
    }

    /// Stores a value `offset` bytes above a pointer.
    pub(crate) fn store_at(&mut self, access: Access, value: Value, pointer: Value, offset: u64) {
        let place = self.byte_pointer(pointer, offset);
        self.store(value, place, access.align_at(offset));
        if let Some(inst) = self.function.insts[self.at].prev.expand() {
            self.function.insts[inst].flags = access.flags;
        }
    }

    /// The type of the bytes of word `index` of a number that are in memory.
    fn memory_word(&mut self, bits: u32, index: usize) -> Type {
        let bytes = u64::from(bits.div_ceil(8)) - index as u64 * WORD_BYTES;
        self.module.types.int(bytes.min(WORD_BYTES) as u32 * 8)
    }

    /// Loads the words of a number of `bits` bits.
    pub(crate) fn load_number(
        &mut self,
        access: Access,
        bits: u32,
        pointer: Value,
        offset: u64,
    ) -> Vec<Value> {
        let words = (0..word_count(bits)).map(|index| {
            let ty = self.memory_word(bits, index);
            let word = self.load_at(access, ty, pointer, offset + index as u64 * WORD_BYTES);
            self.cast(CastOp::ZExt, word, TypeTable::I64)
        });
        words.collect()
    }

    /// Stores a number.
    pub(crate) fn store_number(
        &mut self,
        access: Access,
        number: &Wide,
        pointer: Value,
        offset: u64,
    ) {
        let number = match number.bits % 8 {
            0 => number.clone(),
            _ => self.normalize(number, false),
        };
        for (index, word) in number.words.iter().enumerate() {
            let ty = self.memory_word(number.bits, index);
            let word = match self.const_int(*word) {
                Some(value) => self.int(ty, value),
                None => self.cast(CastOp::Trunc, *word, ty),
            };
            self.store_at(access, word, pointer, offset + index as u64 * WORD_BYTES);
        }
    }
}
