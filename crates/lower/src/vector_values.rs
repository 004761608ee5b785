//! Vectors as values of a function: their shapes, the constants that their lanes are, their registers.

use avarice_ir::{Const, ConstKind, Inst, InstKind, Module, TypeData, Value};
use avarice_mir::Reg;
use smallvec::SmallVec;

use crate::function::FunctionLowering;
use crate::local::LocalKey;
use crate::parts::PartType;
use crate::vector::{Lane, VectorShape};
use avarice_legalize::Result;

/// The registers of a value, or of a step on the way to one.
pub type Regs = SmallVec<[Reg; 4]>;

/// The constants that the lanes of a vector are; `None` for lanes that may be anything.
pub type LaneConstants = SmallVec<[Option<u64>; 8]>;

/// The scalars that go into the lanes of a register; `None` for lanes that stay.
pub type Elements = SmallVec<[Option<Value>; 16]>;

/// For each lane of a register the lane that it comes from; -1 for any.
pub type LaneChoice = SmallVec<[i32; 16]>;

/// The integers that the elements of vector constant `id` are; `None` if one is no integer.
pub fn lane_constants(module: &Module, id: Const) -> Option<LaneConstants> {
    let data = &module.consts[id];
    let TypeData::Vector { len, .. } = module.types[data.ty] else {
        return None;
    };
    let lane = |id: Const| match &module.consts[id].kind {
        ConstKind::Int(bits) => Some(Some(*bits)),
        ConstKind::Undef | ConstKind::Poison => Some(None),
        _ => None,
    };
    match &data.kind {
        ConstKind::Zero => Some(SmallVec::from_elem(Some(0), len as usize)),
        ConstKind::Splat(element) => Some(SmallVec::from_elem(lane(*element)?, len as usize)),
        ConstKind::Aggregate(elements) => elements.iter().map(|id| lane(*id)).collect(),
        _ => None,
    }
}

/// The one constant that all lanes can be.
pub fn uniform(lanes: &LaneConstants) -> Option<u64> {
    let first = lanes.iter().find_map(|lane| *lane)?;
    let same = lanes.iter().flatten().all(|lane| *lane == first);
    same.then_some(first)
}

/// The bytes of a register in which each lane has the low bits of `value`.
pub fn splat(lane: Lane, value: u64) -> [u64; 2] {
    let bits = lane.bits();
    let value = value & (u64::MAX >> (64 - bits));
    let word = (0..64 / bits).fold(0, |word, at| word | value << (at * bits));
    [word; 2]
}

/// The same choice among lanes of twice the size, if pairs stay together.
pub fn pairs_of_lanes(mask: &[i32]) -> Option<LaneChoice> {
    let pairs = mask.chunks(2).map(|pair| match *pair {
        [-1, -1] => Some(-1),
        [-1, high] if high % 2 == 1 => Some(high / 2),
        [low, -1] if low % 2 == 0 => Some(low / 2),
        [low, high] if low >= 0 && low % 2 == 0 && high == low + 1 => Some(low / 2),
        _ => None,
    });
    pairs.collect()
}

/// Whether `mask` is what `wanted` says for each lane that matters.
pub fn lanes_match(mask: &[i32], wanted: impl Fn(i32) -> i32) -> bool {
    let mut lanes = mask.iter().enumerate().filter(|(_, lane)| **lane >= 0);
    lanes.all(|(at, lane)| *lane == wanted(at as i32))
}

impl FunctionLowering<'_> {
    /// How a vector lies in registers.
    ///
    /// # Errors
    /// If its elements are not lanes.
    pub fn shape(&self, value: Value) -> Result<VectorShape> {
        match VectorShape::of(&self.module.types, self.ty(value)) {
            Some(shape) => Ok(shape),
            None => self.unsupported("operation on a vector of this type"),
        }
    }

    /// The registers of all parts of `value`.
    pub fn vector_regs(&mut self, value: Value) -> Result<Regs> {
        let parts = self.shape(value)?.parts();
        (0..parts).map(|part| self.use_part(value, part)).collect()
    }

    /// The bytes of part `part` of a vector constant; unspecified lanes are zero.
    pub fn const_bytes(&self, value: Value, part: usize) -> Result<Option<[u64; 2]>> {
        let (value, part) = self.resolve(value, part)?;
        let Some(id) = self.function.as_const(value) else {
            return Ok(None);
        };
        Ok(match self.const_key(id, part)? {
            LocalKey::Vector(words) => Some(words),
            LocalKey::Float(PartType::Double, bits) => Some([bits, 0]),
            LocalKey::Undef(_) => Some([0; 2]),
            _ => None,
        })
    }

    /// Whether a vector is zero in all lanes.
    pub fn is_zero_vector(&self, value: Value) -> bool {
        matches!(self.const_kind(value), Some(ConstKind::Zero))
    }

    /// Whether all bits of all lanes of a vector are ones.
    pub fn is_ones_vector(&self, value: Value) -> bool {
        let Ok(shape) = self.shape(value) else {
            return false;
        };
        let ones = u64::MAX >> (64 - shape.element_bits);
        let lanes = self.lane_constants(value);
        lanes.is_some_and(|lanes| lanes.iter().flatten().all(|lane| lane & ones == ones))
    }

    /// The constants that the lanes of a vector are, `None` for lanes that may be anything; `None` if
    /// it is no constant.
    pub fn lane_constants(&self, value: Value) -> Option<LaneConstants> {
        let id = self.function.as_const(value)?;
        lane_constants(self.module, id)
    }

    /// Whether nothing is known of part `part` of a vector.
    pub fn is_undef_part(&self, value: Value, part: usize) -> Result<bool> {
        Ok(match self.function.as_const(value) {
            Some(id) => matches!(self.const_key(id, part)?, LocalKey::Undef(_)),
            None => false,
        })
    }

    /// Whether nothing is known of a vector.
    pub fn is_undefined(&self, value: Value) -> bool {
        matches!(
            self.const_kind(value),
            Some(ConstKind::Undef | ConstKind::Poison)
        )
    }

    /// The scalars that `inst` and insertions before it put into register `part`; returns the vector
    /// that they are put into.
    pub fn collect_elements(&self, inst: Inst, part: usize, elements: &mut Elements) -> Value {
        let mut inst = inst;
        loop {
            let base = self.function.operand(inst, 0);
            let index = self.const_int(self.function.operand(inst, 2)).unwrap_or(0) as usize;
            if index / elements.len() == part {
                let at = index % elements.len();
                elements[at].get_or_insert(self.function.operand(inst, 1));
            }
            let next = self.def_kind(base).filter(|(next, kind)| {
                matches!(kind, InstKind::InsertElement)
                    && self.is_foldable(base)
                    && self.const_int(self.function.operand(*next, 2)).is_some()
            });
            match next {
                Some((next, _)) => inst = next,
                None => return base,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splats_fill_the_register() {
        assert_eq!(splat(Lane::I8, 0x180), [0x8080_8080_8080_8080; 2]);
        assert_eq!(splat(Lane::I32, 1), [0x1_0000_0001; 2]);
        assert_eq!(splat(Lane::F64, 1 << 63), [1 << 63; 2]);
    }
}
