//! Offsets of `getelementptr`, index by index.

use crate::data_layout::DataLayout;
use crate::entities::Type;
use crate::types::{TypeData, TypeTable};

/// One index of a `getelementptr`: what it adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GepStep {
    /// A known number of bytes: a constant index.
    Offset(i64),
    /// The index times this many bytes: a variable index.
    Stride(u64),
}

/// Follows the indices of a `getelementptr` through its source type.
#[derive(Clone, Copy, Debug)]
pub struct GepWalk {
    ty: Type,
    first: bool,
}

impl GepWalk {
    /// A walk that starts at `source`, before the first index.
    pub fn new(source: Type) -> Self {
        Self {
            ty: source,
            first: true,
        }
    }

    /// The type that the indices so far lead to.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// Takes the next index, `constant` if its value is known (for a splat vector, the element's).
    ///
    /// `None` if the type cannot be indexed so: a struct field that is variable or does not exist, a
    /// type without size.
    pub fn step(
        &mut self,
        layout: &DataLayout,
        types: &TypeTable,
        constant: Option<i64>,
    ) -> Option<GepStep> {
        let (element, stride) = if std::mem::take(&mut self.first) {
            (self.ty, layout.alloc_size(types, self.ty)?)
        } else {
            match types[self.ty] {
                TypeData::Array { element, .. } => (element, layout.alloc_size(types, element)?),
                TypeData::Vector { element, .. } => (element, layout.store_size(types, element)?),
                _ => {
                    let index = usize::try_from(constant?).ok()?;
                    let offset = *layout.struct_layout(types, self.ty)?.offsets.get(index)?;
                    self.ty = types.element(self.ty, index as u64)?;
                    return Some(GepStep::Offset(offset as i64));
                }
            }
        };
        self.ty = element;
        Some(match constant {
            Some(index) => GepStep::Offset(index.wrapping_mul(stride as i64)),
            None => GepStep::Stride(stride),
        })
    }
}
