//! How IR types map to machine registers: a value is a list of parts, each in one register.
//!
//! ```text
//!   i32                  [i32]
//!   {i8, [2 x double]}   [i8 at 0, double at 8, double at 16]
//!   i128                 [i64 at 0, i64 at 8]
//!   i65                  the same; bits above the 65th are unspecified. The target must not let them get
//!                        to memory or calls
//!   <6 x float>          [4 lanes at 0, 2 lanes at 16], each in a vector register (see `VectorShape`)
//!   half, bfloat         [half]: 16 bits of a vector register
//!   x86_fp80             [x86_fp80]
//!   fp128                [2 lanes of 64 bits] of a vector register
//!   i33                  [i33]: the target chooses a register that is wide enough; bits above the
//!                        33rd are unspecified
//! ```

use avarice_ir::{DataLayout, Type, TypeData, TypeTable};
use avarice_legalize::MAX_PARTS;
use smallvec::SmallVec;

use crate::vector::{Lane, REGISTER_BYTES, VectorShape};

/// What one register holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartType {
    /// An integer of 1 to 64 bits; bits above are unspecified.
    Int(u8),
    /// A pointer of address space 0, 64 bits.
    Pointer,
    /// A `half` or a `bfloat`.
    Half,
    /// A `float`.
    Float,
    /// A `double`.
    Double,
    /// An `x86_fp80`.
    X86Fp80,
    /// Lanes of a vector register, from the first on; the others are unspecified.
    Vector {
        /// What each holds.
        lane: Lane,
        /// How many, at least one and at most 16 bytes.
        lanes: u8,
    },
}

impl PartType {
    /// What holds an `fp128`.
    pub const FP128: Self = Self::Vector {
        lane: Lane::I64,
        lanes: 2,
    };

    /// Size in bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(bits) => u32::from(bits),
            Self::Pointer | Self::Double => 64,
            Self::Half => 16,
            Self::Float => 32,
            Self::X86Fp80 => 80,
            Self::Vector { lane, lanes } => lane.bits() * u32::from(lanes),
        }
    }

    /// Bytes that it takes in memory, without padding.
    pub fn store_size(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    /// Whether it is an integer or a pointer.
    pub fn is_int(self) -> bool {
        matches!(self, Self::Int(_) | Self::Pointer)
    }
}

/// One part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is.
    pub ty: PartType,
    /// Offset in bytes from the value's place in memory.
    pub offset: u64,
}

/// The parts of a type.
pub type Parts = SmallVec<[Part; 2]>;

/// The parts of `ty` in order; none for `void` and empty aggregates.
///
/// # Errors
/// The type (`ty` or one inside) that has no registers.
pub fn parts_of(types: &TypeTable, layout: &DataLayout, ty: Type) -> Result<Parts, Type> {
    let mut parts = Parts::new();
    take_apart(types, layout, (ty, 0), &mut |ty, offset| {
        push_parts(types, ty, offset, &mut parts)
    })?;
    Ok(parts)
}

/// Adds the parts of a type that is taken as a whole. Returns how many there are, `None` for other types.
fn push_parts(types: &TypeTable, ty: Type, offset: u64, parts: &mut Parts) -> Option<usize> {
    let scalar = match types[ty] {
        TypeData::Integer(bits @ 1..=64) => PartType::Int(bits as u8),
        TypeData::Integer(65..=128) => {
            let ty = PartType::Int(64);
            parts.extend([0, 8].map(|at| Part {
                ty,
                offset: offset + at,
            }));
            return Some(2);
        }
        TypeData::Pointer(0) => PartType::Pointer,
        TypeData::Half | TypeData::BFloat => PartType::Half,
        TypeData::Float => PartType::Float,
        TypeData::Double => PartType::Double,
        TypeData::X86Fp80 => PartType::X86Fp80,
        TypeData::Fp128 => PartType::FP128,
        TypeData::Vector { .. } => {
            let shape = VectorShape::of(types, ty)?;
            for part in 0..shape.parts() {
                let lanes = shape.lanes_of(part) as u8;
                let lane = shape.lane;
                let ty = PartType::Vector { lane, lanes };
                let offset = offset + part as u64 * u64::from(REGISTER_BYTES);
                parts.push(Part { ty, offset });
            }
            return Some(shape.parts());
        }
        _ => return None,
    };
    parts.push(Part { ty: scalar, offset });
    Some(1)
}

/// Takes apart a type at an offset in memory: asks `take` for it and for whatever is in it, in order, until that takes
/// a type as a whole and says how many parts it is. Returns the number of all of them.
///
/// # Errors
/// The type (`ty` or one inside) that can be neither taken nor taken apart, or that has too many parts.
pub fn take_apart(
    types: &TypeTable,
    layout: &DataLayout,
    (ty, offset): (Type, u64),
    take: &mut impl FnMut(Type, u64) -> Option<usize>,
) -> Result<usize, Type> {
    let count = match take(ty, offset) {
        Some(count) => count,
        None => take_inside(types, layout, (ty, offset), take)?,
    };
    match count > MAX_PARTS {
        true => Err(ty),
        false => Ok(count),
    }
}

/// [`take_apart`] for what is in a type.
fn take_inside(
    types: &TypeTable,
    layout: &DataLayout,
    (ty, offset): (Type, u64),
    take: &mut impl FnMut(Type, u64) -> Option<usize>,
) -> Result<usize, Type> {
    match &types[ty] {
        TypeData::Void => Ok(0),
        TypeData::Vector {
            element,
            len,
            scalable: false,
        } => {
            // Vectors have no padding between their elements.
            let size = layout.store_size(types, *element).ok_or(ty)?;
            let elements = (*element, u64::from(*len), size);
            take_elements(types, layout, elements, offset, take)
        }
        TypeData::Array { element, len } => {
            let size = layout.alloc_size(types, *element).ok_or(ty)?;
            take_elements(types, layout, (*element, *len, size), offset, take)
        }
        TypeData::Struct { .. } | TypeData::Named(_) => {
            let (fields, _) = types.struct_fields(ty).ok_or(ty)?;
            let struct_layout = layout.struct_layout(types, ty).ok_or(ty)?;
            let mut count = 0;
            for (field, at) in fields.iter().zip(&struct_layout.offsets) {
                count += take_apart(types, layout, (*field, offset + at), take)?;
            }
            Ok(count)
        }
        _ => Err(ty),
    }
}

/// [`take_apart`] for elements, given as type, number and distance in memory: as far as they are not too many.
fn take_elements(
    types: &TypeTable,
    layout: &DataLayout,
    (element, len, size): (Type, u64, u64),
    offset: u64,
    take: &mut impl FnMut(Type, u64) -> Option<usize>,
) -> Result<usize, Type> {
    let mut count = 0;
    for index in 0..len {
        count += take_apart(types, layout, (element, offset + index * size), take)?;
        if count == 0 || count > MAX_PARTS {
            break;
        }
    }
    Ok(count)
}

/// Number of parts of `ty`; types without registers count as none.
pub fn count_parts(types: &TypeTable, ty: Type) -> usize {
    match &types[ty] {
        TypeData::Integer(65..=128) => 2,
        TypeData::Array { element, len } => {
            let each = count_parts(types, *element);
            usize::try_from(*len).map_or(usize::MAX, |len| each.saturating_mul(len))
        }
        TypeData::Vector { element, len, .. } => match VectorShape::of(types, ty) {
            Some(shape) => shape.parts(),
            None => count_parts(types, *element).saturating_mul(*len as usize),
        },
        TypeData::Struct { .. } | TypeData::Named(_) => {
            let fields = types
                .struct_fields(ty)
                .map_or(&[][..], |(fields, _)| fields);
            fields.iter().map(|field| count_parts(types, *field)).sum()
        }
        TypeData::Void => 0,
        _ => 1,
    }
}

/// Where the element that `indices` name begins among the parts of aggregate type `ty`, and the
/// element's type. `None` if there is no such element.
pub fn element_parts(types: &TypeTable, ty: Type, indices: &[u32]) -> Option<(usize, Type)> {
    element_after(types, ty, indices, |ty| Some(count_parts(types, ty)))
}

/// How many parts of aggregate type `ty` come before the element that `indices` name, where `count` says how many a
/// type has; and the element's type. `None` if there is no such element, or a type before it has no number.
pub fn element_after(
    types: &TypeTable,
    ty: Type,
    indices: &[u32],
    count: impl Fn(Type) -> Option<usize>,
) -> Option<(usize, Type)> {
    let mut first = 0;
    let mut ty = ty;
    for index in indices {
        match &types[ty] {
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                first += count(*element)?.checked_mul(*index as usize)?;
                ty = *element;
            }
            _ => {
                let (fields, _) = types.struct_fields(ty)?;
                for field in fields.get(..*index as usize)? {
                    first += count(*field)?;
                }
                ty = *fields.get(*index as usize)?;
            }
        }
    }
    Some((first, ty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregates_flatten_with_offsets() {
        let mut types = TypeTable::default();
        let pair = types.intern(TypeData::Array {
            element: TypeTable::DOUBLE,
            len: 2,
        });
        let ty = types.intern(TypeData::Struct {
            fields: [TypeTable::I8, pair, TypeTable::I128].into(),
            packed: false,
        });
        let layout = DataLayout::for_triple("x86_64-unknown-linux-gnu");
        let parts = parts_of(&types, &layout, ty).unwrap();
        let found: Vec<_> = parts.iter().map(|p| (p.ty, p.offset)).collect();
        let (i64, double) = (PartType::Int(64), PartType::Double);
        assert_eq!(
            found,
            [
                (PartType::Int(8), 0),
                (double, 8),
                (double, 16),
                (i64, 32),
                (i64, 40)
            ]
        );
        assert_eq!(count_parts(&types, ty), 5);
        assert_eq!(
            element_parts(&types, ty, &[1, 1]),
            Some((2, TypeTable::DOUBLE))
        );
        assert_eq!(element_parts(&types, ty, &[2]), Some((3, TypeTable::I128)));
        let half = parts_of(&types, &layout, TypeTable::HALF).unwrap();
        assert_eq!((half[0].ty, half[0].ty.store_size()), (PartType::Half, 2));
        assert_eq!(
            parts_of(&types, &layout, TypeTable::PPC_FP128),
            Err(TypeTable::PPC_FP128)
        );
    }
}
