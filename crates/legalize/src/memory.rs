//! Memory: elements at variable indices, masked accesses.

use avarice_ir::{BinaryOp, CastOp, InstFlags, Intrinsic, Type, TypeTable, Value};

use super::builder::Builder;
use crate::replacement::Replacement;

impl Builder<'_> {
    // ---- Elements at variable places ----------------------------------------------------------

    /// `extractelement` with an index that is not constant: through memory.
    pub(super) fn expand_extract(&mut self) -> Option<Replacement> {
        let (vector, index) = (self.operand(0), self.operand(1));
        let shape = self.shape(self.ty(vector))?;
        match self.const_int(index) {
            Some(index) if index < u64::from(shape.len) => return None,
            Some(_) => return Some(Replacement::Value(self.poison(shape.element))),
            None => {}
        }
        if let Some(filled) = self.filled_element(self.ty(vector)) {
            let wide = self.vector(filled, shape.len);
            let wide = self.cast(CastOp::ZExt, vector, wide);
            let element = self.element_in_memory(wide, index);
            let narrow = self.cast(CastOp::Trunc, element, shape.element);
            return Some(Replacement::Value(narrow));
        }
        let element = self.element_in_memory(vector, index);
        Some(Replacement::Value(element))
    }

    fn element_in_memory(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.ty(vector);
        let element = self.module.types.scalar(ty);
        let slot = self.alloca(ty, 16);
        self.store(vector, slot, 16);
        let place = self.place_in(slot, ty, index);
        self.load(element, place, 1)
    }

    /// `insertelement` with an index that is not constant: through memory.
    pub(super) fn expand_insert(&mut self) -> Option<Replacement> {
        let [vector, element, index] = [0, 1, 2].map(|index| self.operand(index));
        let ty = self.ty(vector);
        let shape = self.shape(ty)?;
        match self.const_int(index) {
            Some(index) if index < u64::from(shape.len) => return None,
            Some(_) => return Some(Replacement::Value(self.poison(ty))),
            None => {}
        }
        let filled = self.filled_element(ty);
        let (mut vector, mut element) = (vector, element);
        if let Some(filled) = filled {
            let wide = self.vector(filled, shape.len);
            vector = self.cast(CastOp::ZExt, vector, wide);
            element = self.cast(CastOp::ZExt, element, filled);
        }
        let memory_ty = self.ty(vector);
        let slot = self.alloca(memory_ty, 16);
        self.store(vector, slot, 16);
        let place = self.place_in(slot, memory_ty, index);
        self.store(element, place, 1);
        let mut result = self.load(memory_ty, slot, 16);
        if filled.is_some() {
            result = self.cast(CastOp::Trunc, result, ty);
        }
        Some(Replacement::Value(result))
    }

    /// The address of element `index` of a vector at `slot`. An index that is out of range leads to
    /// another element: the result is poison, but memory beyond the slot stays as it is.
    fn place_in(&mut self, slot: Value, vector: Type, index: Value) -> Value {
        let shape = self.shape(vector);
        let (element, len) = shape.map_or((vector, 1), |shape| (shape.element, shape.len));
        let ty = self.ty(index);
        let last = u64::from(len - 1);
        let bits = self.bits(ty).unwrap_or(64);
        let index = if bits < 64 && last >> bits != 0 {
            index
        } else if len.is_power_of_two() {
            self.binary_int(BinaryOp::And, index, last)
        } else {
            let last = self.int(ty, last);
            let flags = InstFlags::empty();
            self.intrinsic(Intrinsic::Umin, &[ty], ty, flags, &[index, last])
        };
        let index = match bits {
            64.. => self.cast(CastOp::Trunc, index, TypeTable::I64),
            _ => self.cast(CastOp::ZExt, index, TypeTable::I64),
        };
        self.lane_pointer(element, slot, index)
    }

    // ---- Masked accesses ----------------------------------------------------------------------

    /// Masked loads and stores, gathers and scatters: element after element. Elements that are masked
    /// out access an object of the stack instead, so that no branch is needed.
    pub(super) fn expand_masked(&mut self, intrinsic: Intrinsic) -> Option<Replacement> {
        use Intrinsic::*;
        let is_store = match intrinsic {
            MaskedLoad | MaskedGather | MaskedExpandload => false,
            MaskedStore | MaskedScatter | MaskedCompressstore => true,
            _ => return None,
        };
        let steps = matches!(intrinsic, MaskedExpandload | MaskedCompressstore);
        let args: usize = if steps { 3 } else { 4 };
        let (value, pointers) = match is_store {
            true => (Some(self.operand(0)), self.operand(1)),
            false => (None, self.operand(0)),
        };
        let mask = match is_store {
            true => self.operand(args - 1),
            false => self.operand(args - 2),
        };
        let align = match steps {
            true => 1,
            false => self.const_int(self.operand(args - if is_store { 2 } else { 3 }))?,
        };
        let ty = value.map_or(self.function.insts[self.at].ty, |value| self.ty(value));
        let shape = self.shape(ty)?;
        let spare = self.alloca(shape.element, 16);
        let mut running = self.int(TypeTable::I64, 0);
        let mut loaded = Vec::new();
        for at in 0..shape.len {
            let bit = self.extract(mask, at);
            let place = match self.shape(self.ty(pointers)) {
                Some(_) => self.extract(pointers, at),
                None => {
                    let at = self.int(TypeTable::I64, u64::from(at));
                    let at = if steps { running } else { at };
                    self.lane_pointer(shape.element, pointers, at)
                }
            };
            let place = self.select(bit, place, spare);
            let align = if self.shape(self.ty(pointers)).is_some() {
                align
            } else {
                1
            };
            match value {
                Some(value) => {
                    let element = self.extract(value, at);
                    self.store(element, place, align);
                }
                None => loaded.push(self.load(shape.element, place, align)),
            }
            let one = self.cast(CastOp::ZExt, bit, TypeTable::I64);
            running = self.binary(BinaryOp::Add, running, one);
        }
        if is_store {
            return Some(Replacement::Effect);
        }
        let loaded = self.gather(&loaded);
        let pass_through = self.operand(args - 1);
        let result = self.select(mask, loaded, pass_through);
        Some(Replacement::Value(result))
    }
}
