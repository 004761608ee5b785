//! How types of LLVM IR become values of CLIF: a value is a list of parts, each a value of CLIF.
//!
//! ```text
//!   i1, i8, i24          [i8], [i8], [i32]: the bits above the width are zero, always
//!   i65 … i128           [i128], with zeros above too
//!   ptr                  [i64]
//!   {i8, [2 x double]}   [i8 at 0, f64 at 8, f64 at 16]
//!   <4 x float>          [f32 at 0, f32 at 4, f32 at 8, f32 at 12]
//! ```
//!
//! A vector is represented by its elements: [`avarice_legalize::legalize`] has scalarized the operations on them. The bits
//! above the width are zero: [`crate::arithmetic`] restores that after each operation that could set them.

use avarice_ir::{DataLayout, Type, TypeData, TypeTable};
use cranelift_codegen::ir::{self, types};
use smallvec::SmallVec;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PartKind {
    /// An integer of 1 to 128 bits, or a pointer.
    Int(u32),
    /// A `float`.
    Float,
    /// A `double`.
    Double,
}

impl PartKind {
    /// The type in CLIF that holds it.
    pub(crate) fn clif(self) -> ir::Type {
        match self {
            Self::Int(0..=8) => types::I8,
            Self::Int(9..=16) => types::I16,
            Self::Int(17..=32) => types::I32,
            Self::Int(33..=64) => types::I64,
            Self::Int(_) => types::I128,
            Self::Float => types::F32,
            Self::Double => types::F64,
        }
    }

    /// Width in bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Int(bits) => bits,
            Self::Float => 32,
            Self::Double => 64,
        }
    }

    /// The width of an integer or pointer.
    pub(crate) fn int_bits(self) -> Option<u32> {
        match self {
            Self::Int(bits) => Some(bits),
            Self::Float | Self::Double => None,
        }
    }
}

/// One part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// What it is.
    pub(crate) kind: PartKind,
    /// Offset in bytes from the value's place in memory.
    pub(crate) offset: u64,
}

/// The parts of a type.
pub(crate) type Parts = SmallVec<[Part; 4]>;

/// The parts of `ty` in order; none for `void` and empty aggregates.
///
/// # Errors
/// The type (`ty` or one inside) that has none in CLIF, or too many.
pub(crate) fn parts_of(types: &TypeTable, layout: &DataLayout, ty: Type) -> Result<Parts, Type> {
    let mut parts = Parts::new();
    avarice_lower::take_apart(types, layout, (ty, 0), &mut |ty, offset| {
        let kind = match types[ty] {
            TypeData::Integer(bits @ 1..=128) => PartKind::Int(bits),
            TypeData::Pointer(0) => PartKind::Int(64),
            TypeData::Float => PartKind::Float,
            TypeData::Double => PartKind::Double,
            _ => return None,
        };
        parts.push(Part { kind, offset });
        Some(1)
    })?;
    Ok(parts)
}

/// Where the element that `indices` name begins among the parts of `ty`, and the element's type. `None` if there is no
/// such element, or something on the way has no parts.
pub(crate) fn element_parts(
    types: &TypeTable,
    layout: &DataLayout,
    ty: Type,
    indices: &[u32],
) -> Option<(usize, Type)> {
    avarice_lower::element_after(types, ty, indices, |ty| {
        Some(parts_of(types, layout, ty).ok()?.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregates_and_vectors_are_flat() {
        let mut types = TypeTable::default();
        let pair = types.intern(TypeData::Vector {
            element: TypeTable::FLOAT,
            len: 2,
            scalable: false,
        });
        let ty = types.intern(TypeData::Struct {
            fields: [TypeTable::I1, pair, TypeTable::I128].into(),
            packed: false,
        });
        let layout = DataLayout::for_triple("x86_64-unknown-linux-gnu");
        let parts = parts_of(&types, &layout, ty).unwrap();
        let found: Vec<_> = parts.iter().map(|p| (p.kind.clif(), p.offset)).collect();
        assert_eq!(
            found,
            [
                (types::I8, 0),
                (types::F32, 8),
                (types::F32, 12),
                (types::I128, 16)
            ]
        );
        let element = element_parts(&types, &layout, ty, &[1, 1]);
        assert_eq!(element, Some((2, TypeTable::FLOAT)));
        let i128 = element_parts(&types, &layout, ty, &[2]);
        assert_eq!(i128, Some((3, TypeTable::I128)));
        assert_eq!(element_parts(&types, &layout, ty, &[3]), None);
        let half = parts_of(&types, &layout, TypeTable::HALF);
        assert_eq!(half, Err(TypeTable::HALF));
    }
}
