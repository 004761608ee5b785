//! The placement of vectors in vector registers of 16 bytes; a target may use smaller ones for parts that fit.
//!
//! ```text
//!   <4 x i32>     one part of four lanes of 32 bits
//!   <8 x float>   two parts of four lanes each
//!   <3 x float>   one part of three lanes; the fourth is anything
//!   <4 x i12>     lanes of the next size, 16 bits; the upper 4 bits of each are anything
//!   <4 x ptr>     as <4 x i64>
//!   <8 x half>    as <8 x i16>, and so is <8 x bfloat>: nothing but moves is done with them there
//!   <4 x i1>      a mask: lanes of 32 bits (two i1: 64, up to eight: 16, more: 8), each of them all ones
//!                 or all zeros
//! ```
//!
//! Vectors of one element have the parts of the element, and so do vectors of other elements one after
//! the other (`<2 x i128>` is four integers).

use avarice_ir::{Type, TypeData, TypeTable};
use avarice_legalize::PassedVector;

/// Bytes of a vector register.
pub const REGISTER_BYTES: u32 = 16;

/// What a lane of a vector register holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lane {
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits, or a pointer.
    I64,
    /// A `float`.
    F32,
    /// A `double`.
    F64,
}

impl Lane {
    /// The smallest lane for an integer of `bits` bits; `None` above 64.
    pub fn of_int(bits: u32) -> Option<Self> {
        Some(match bits {
            0..=8 => Self::I8,
            9..=16 => Self::I16,
            17..=32 => Self::I32,
            33..=64 => Self::I64,
            _ => return None,
        })
    }

    /// Size in bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Self::I8 => 1,
            Self::I16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 => 8,
        }
    }

    /// Size in bits.
    pub fn bits(self) -> u32 {
        self.bytes() * 8
    }

    /// Whether it holds a floating-point number.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// The lane of integers of the same size.
    pub fn to_int(self) -> Self {
        match self {
            Self::F32 => Self::I32,
            Self::F64 => Self::I64,
            lane => lane,
        }
    }

    /// Lanes of a register.
    pub fn per_register(self) -> u32 {
        REGISTER_BYTES / self.bytes()
    }
}

/// Elements of the longest vector that has a shape: its bits, and those of the next power of two, can be counted in 32
/// bits.
pub const MOST_ELEMENTS: u32 = 1 << 24;

/// How the elements of a vector type lie in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorShape {
    /// The lane of an element.
    pub lane: Lane,
    /// Number of elements.
    pub count: u32,
    /// Size of an element, at most that of its lane.
    pub element_bits: u32,
}

impl VectorShape {
    /// The shape of a vector type of at most `MOST_ELEMENTS` elements that are lanes; `None` for other types.
    pub fn of(types: &TypeTable, ty: Type) -> Option<Self> {
        let TypeData::Vector {
            element,
            len: count @ 2..=MOST_ELEMENTS,
            scalable: false,
        } = types[ty]
        else {
            return None;
        };
        let (lane, element_bits) = match types[element] {
            TypeData::Integer(1) => (mask_lane(count), 1),
            TypeData::Integer(bits) => (Lane::of_int(bits)?, bits),
            TypeData::Half | TypeData::BFloat => (Lane::I16, 16),
            TypeData::Pointer(0) => (Lane::I64, 64),
            TypeData::Float => (Lane::F32, 32),
            TypeData::Double => (Lane::F64, 64),
            _ => return None,
        };
        Some(Self {
            lane,
            count,
            element_bits,
        })
    }

    /// Whether it is a mask: a vector of bits.
    pub fn is_mask(self) -> bool {
        self.element_bits == 1
    }

    /// Whether elements fill their lanes.
    pub fn is_exact(self) -> bool {
        self.element_bits == self.lane.bits()
    }

    /// Number of registers.
    pub fn parts(self) -> usize {
        self.count.div_ceil(self.lane.per_register()) as usize
    }

    /// Number of elements in register `part`.
    pub fn lanes_of(self, part: usize) -> u32 {
        let per_register = self.lane.per_register();
        (self.count - part as u32 * per_register).min(per_register)
    }

    /// The same elements in lanes of another size.
    pub fn with_lane(self, lane: Lane) -> Self {
        Self {
            lane,
            element_bits: lane.bits(),
            ..self
        }
    }
}

/// How conventions pass a value of a type that has no shape: a vector of integers of two words is passed word by word.
pub fn passed_without_shape(types: &TypeTable, ty: Type) -> PassedVector {
    match has_two_words(types, ty) {
        true => PassedVector::Elements,
        false => PassedVector::Whole,
    }
}

/// Whether `ty` is a vector of several integers of 65 to 128 bits.
pub(crate) fn has_two_words(types: &TypeTable, ty: Type) -> bool {
    match types[ty] {
        TypeData::Vector {
            element,
            len: 2..,
            scalable: false,
        } => matches!(types[element], TypeData::Integer(65..=128)),
        _ => false,
    }
}

/// The lanes of a mask of `count` bits.
fn mask_lane(count: u32) -> Lane {
    match count {
        0..=2 => Lane::I64,
        3..=4 => Lane::I32,
        5..=8 => Lane::I16,
        _ => Lane::I8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_vectors() {
        let mut types = TypeTable::default();
        let mut shape = |element, len| {
            let scalable = false;
            let ty = types.intern(TypeData::Vector {
                element,
                len,
                scalable,
            });
            VectorShape::of(&types, ty).map(|s| (s.lane, s.parts(), s.lanes_of(s.parts() - 1)))
        };
        assert_eq!(shape(TypeTable::FLOAT, 3), Some((Lane::F32, 1, 3)));
        assert_eq!(shape(TypeTable::I64, 5), Some((Lane::I64, 3, 1)));
        assert_eq!(shape(TypeTable::I1, 20), Some((Lane::I8, 2, 4)));
        assert_eq!(shape(TypeTable::I1, 4), Some((Lane::I32, 1, 4)));
        assert_eq!(shape(TypeTable::DOUBLE, 1), None);
        assert_eq!(shape(TypeTable::I128, 2), None);
    }
}
