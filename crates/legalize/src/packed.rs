//! Vectors of elements that are not whole bytes, or of a width that has no place of its own: memory has them bit after bit.
//!
//! ```text
//!   load <3 x i5>      element   2    1    0        %n = load i15
//!                      bits   14…10  9…5  4…0       %0 = trunc %n, %1 = trunc (lshr %n, 5), …
//! ```

use avarice_ir::{BinaryOp, CastOp, DataLayout, InstFlags, InstKind, Type, TypeTable, Value};

use super::builder::Builder;
use super::wide::access::Access;
use super::wide::number::{WORD, Wide, word_count};
use crate::replacement::Replacement;

impl Builder<'_> {
    /// Whether memory has the elements of a vector of this type bit after bit.
    pub(super) fn is_packed(&self, ty: Type) -> bool {
        let bits = self.shape(ty).and_then(|shape| self.bits(shape.element));
        bits.is_some_and(|bits| !bits.is_power_of_two() || bits < 8)
    }

    /// The integer that has an address in memory in the place of an element of a packed vector.
    pub(super) fn filled_element(&mut self, ty: Type) -> Option<Type> {
        if !self.is_packed(ty) {
            return None;
        }
        let element = self.module.types.scalar(ty);
        let bits = self.bits(element)?.next_power_of_two().max(8);
        Some(self.module.types.int(bits))
    }

    /// A load of packed elements: of an integer that is taken apart, or of words or elements if there are more than 128 bits.
    pub(super) fn expand_load(&mut self) -> Option<Replacement> {
        let ty = self.function.insts[self.at].ty;
        let pointer = self.operand(0);
        let Some(whole) = self.packed_integer(ty) else {
            let elements = self.load_elements(ty, pointer)?;
            return Some(Replacement::Value(self.gather(&elements)));
        };
        let (kind, flags) = self.access();
        let packed = self.value(kind, whole, flags, &[pointer]);
        self.unpack(packed, ty).map(Replacement::Value)
    }

    /// A store of packed elements.
    pub(super) fn expand_store(&mut self) -> Option<Replacement> {
        let (value, pointer) = (self.operand(0), self.operand(1));
        let Some(whole) = self.packed_integer(self.ty(value)) else {
            self.store_elements(value, pointer)?;
            return Some(Replacement::Effect);
        };
        let packed = self.pack(value, whole)?;
        let (kind, flags) = self.access();
        self.inst(kind, TypeTable::VOID, flags, &[packed, pointer]);
        Some(Replacement::Effect)
    }

    // ---- More bits than an integer has that selection takes -------------------------------------

    /// The width of the elements of a packed vector that [`Self::load_elements`] and [`Self::store_elements`] know.
    fn packed_bits(&self, ty: Type) -> Option<u32> {
        let shape = self.shape(ty).filter(|_| self.is_packed(ty))?;
        self.bits(shape.element).filter(|bits| *bits <= 2 * WORD)
    }

    /// The current access, in pieces.
    fn access_in_pieces(&self, ty: Type) -> Option<Access> {
        let data = &self.function.insts[self.at];
        let align = match data.kind {
            InstKind::Load { align, .. } | InstKind::Store { align, .. } if align != 0 => align,
            _ => {
                let layout = DataLayout::of_module(self.module).ok()?;
                layout.abi_align(&self.module.types, ty)
            }
        };
        Some(Access {
            align,
            flags: data.flags & InstFlags::VOLATILE,
        })
    }

    /// Loads the elements of a vector: one by one if they are whole bytes, else out of words.
    fn load_elements(&mut self, ty: Type, pointer: Value) -> Option<Vec<Value>> {
        let bits = self.packed_bits(ty)?;
        let shape = self.shape(ty)?;
        let access = self.access_in_pieces(ty)?;
        if bits.is_multiple_of(8) {
            let bytes = u64::from(bits / 8);
            let places = (0..u64::from(shape.len)).map(|index| index * bytes);
            let load = |place| self.load_at(access, shape.element, pointer, place);
            return Some(places.map(load).collect());
        }
        let words = self.load_number(access, bits.checked_mul(shape.len)?, pointer, 0);
        let mut elements = Vec::with_capacity(shape.len as usize);
        for index in 0..shape.len {
            let at = index * bits;
            let low = self.bits_of_words(&words, at, bits.min(WORD));
            elements.push(match bits.checked_sub(WORD) {
                None | Some(0) => self.cast(CastOp::Trunc, low, shape.element),
                Some(rest) => {
                    let high = self.bits_of_words(&words, at + WORD, rest);
                    let both = self.join128(low, high);
                    self.cast(CastOp::Trunc, both, shape.element)
                }
            });
        }
        Some(elements)
    }

    /// A word of which the lowest `count` bits are those from bit `at` on of all words.
    fn bits_of_words(&mut self, words: &[Value], at: u32, count: u32) -> Value {
        let (index, by) = ((at / WORD) as usize, at % WORD);
        let low = self.word_shift(BinaryOp::LShr, words[index], by);
        if by + count <= WORD {
            return low;
        }
        let high = self.word_shift(BinaryOp::Shl, words[index + 1], WORD - by);
        self.word_op(BinaryOp::Or, low, high)
    }

    /// Stores the elements of a vector: one by one if they are whole bytes, else in words.
    fn store_elements(&mut self, value: Value, pointer: Value) -> Option<()> {
        let ty = self.ty(value);
        let bits = self.packed_bits(ty)?;
        let access = self.access_in_pieces(ty)?;
        let elements = self.elements(value);
        if bits.is_multiple_of(8) {
            for (index, element) in (0u64..).zip(elements) {
                self.store_at(access, element, pointer, index * u64::from(bits / 8));
            }
            return Some(());
        }
        let total = bits.checked_mul(elements.len() as u32)?;
        let mut words = vec![self.word(0); word_count(total)];
        for (index, element) in (0u32..).zip(elements) {
            let at = index * bits;
            if bits <= WORD {
                let low = self.cast(CastOp::ZExt, element, TypeTable::I64);
                self.put_bits(&mut words, at, bits, low);
                continue;
            }
            let [low, high] = self.two_words(element);
            self.put_bits(&mut words, at, WORD, low);
            self.put_bits(&mut words, at + WORD, bits - WORD, high);
        }
        let number = Wide { words, bits: total };
        self.store_number(access, &number, pointer, 0);
        Some(())
    }

    /// Puts the lowest `count` bits of `word`, above which there is nothing, where bit `at` of all words is.
    fn put_bits(&mut self, words: &mut [Value], at: u32, count: u32, word: Value) {
        let (index, by) = ((at / WORD) as usize, at % WORD);
        let low = self.word_shift(BinaryOp::Shl, word, by);
        words[index] = self.word_op(BinaryOp::Or, words[index], low);
        if by + count > WORD {
            let high = self.word_shift(BinaryOp::LShr, word, WORD - by);
            words[index + 1] = self.word_op(BinaryOp::Or, words[index + 1], high);
        }
    }

    // ---- Bits of an integer -----------------------------------------------------------------------

    /// The kind and flags of the current access.
    fn access(&self) -> (InstKind, InstFlags) {
        let data = &self.function.insts[self.at];
        (data.kind.clone(), data.flags)
    }

    /// The integer that has the bits of a vector of packed elements, of at most 128 in all.
    fn packed_integer(&mut self, ty: Type) -> Option<Type> {
        if !self.is_packed(ty) {
            return None;
        }
        let shape = self.shape(ty)?;
        let bits = self.bits(shape.element)?.checked_mul(shape.len)?;
        (bits <= 128).then(|| self.module.types.int(bits))
    }

    /// The elements of `packed`, the first in the lowest bits.
    pub(super) fn unpack(&mut self, packed: Value, ty: Type) -> Option<Value> {
        let shape = self.shape(ty)?;
        if shape.element == TypeTable::I1 && self.target.moves_masks() {
            return Some(self.cast(CastOp::BitCast, packed, ty));
        }
        let bits = u64::from(self.bits(shape.element)?);
        let mut elements = Vec::with_capacity(shape.len as usize);
        for index in 0..u64::from(shape.len) {
            let shifted = self.binary_int(BinaryOp::LShr, packed, index * bits);
            elements.push(self.cast(CastOp::Trunc, shifted, shape.element));
        }
        Some(self.gather(&elements))
    }

    /// The integer of type `whole` that has the elements of `vector`, the first in the lowest bits.
    pub(super) fn pack(&mut self, vector: Value, whole: Type) -> Option<Value> {
        let shape = self.shape(self.ty(vector))?;
        if shape.element == TypeTable::I1 && self.target.moves_masks() {
            return Some(self.cast(CastOp::BitCast, vector, whole));
        }
        let bits = u64::from(self.bits(shape.element)?);
        let mut packed = self.int(whole, 0);
        for (index, element) in (0u64..).zip(self.elements(vector)) {
            let wide = self.cast(CastOp::ZExt, element, whole);
            let placed = self.binary_int(BinaryOp::Shl, wide, index * bits);
            packed = self.binary(BinaryOp::Or, packed, placed);
        }
        Some(packed)
    }
}
