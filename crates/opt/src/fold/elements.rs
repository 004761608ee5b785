//! Parts of constant vectors, arrays and structs, and constants made of parts.

use avarice_ir::{Const, ConstKind, Type, TypeData, TypeTable};

use super::{Folder, is_null_kind};

impl Folder<'_> {
    /// Element `index` of a vector, array or struct; `None` if there is none or it is no constant of its own.
    pub fn element(&mut self, id: Const, index: u64) -> Option<Const> {
        let data = &self.module.consts[id];
        let element = self.module.types.element(data.ty, index)?;
        match &data.kind {
            ConstKind::Aggregate(elements) => elements.get(usize::try_from(index).ok()?).copied(),
            ConstKind::Splat(element) => Some(*element),
            ConstKind::Bytes(bytes) => {
                let byte = *bytes.get(usize::try_from(index).ok()?)?;
                Some(self.make(element, ConstKind::Int(u64::from(byte))))
            }
            ConstKind::Zero => self.null(element),
            ConstKind::Undef => Some(self.undef(element)),
            ConstKind::Poison => Some(self.poison(element)),
            _ => None,
        }
    }

    /// The vector of type `ty` of which each element is `element`; `element` itself where `ty` is no vector.
    pub fn splat(&mut self, ty: Type, element: Const) -> Const {
        match self.vector(ty) {
            None => element,
            Some((_, len, scalable)) if scalable || len > super::MAX_ELEMENTS => {
                let kind = match self.kind(element) {
                    ConstKind::Undef => ConstKind::Undef,
                    ConstKind::Poison => ConstKind::Poison,
                    kind if is_null_kind(kind) => ConstKind::Zero,
                    _ => ConstKind::Splat(element),
                };
                self.make(ty, kind)
            }
            Some((_, len, _)) => self.composite(ty, vec![element; len as usize]),
        }
    }

    /// The vector, array or struct of these elements, in the form in which equal constants are equal.
    pub fn composite(&mut self, ty: Type, elements: Vec<Const>) -> Const {
        let all = |test: fn(&ConstKind) -> bool| elements.iter().all(|id| test(self.kind(*id)));
        let kind = if all(is_null_kind) {
            ConstKind::Zero
        } else if all(|kind| *kind == ConstKind::Poison) {
            ConstKind::Poison
        } else if all(|kind| *kind == ConstKind::Undef) {
            ConstKind::Undef
        } else if matches!(self.module.types[ty], TypeData::Array { element, .. } if element == TypeTable::I8)
            && all(|kind| matches!(kind, ConstKind::Int(_)))
        {
            let byte = |id: &Const| match self.kind(*id) {
                ConstKind::Int(word) => *word as u8,
                _ => 0,
            };
            ConstKind::Bytes(elements.iter().map(byte).collect())
        } else {
            ConstKind::Aggregate(elements.into())
        };
        self.make(ty, kind)
    }

    /// All elements of a vector, array or struct of at most [`super::MAX_ELEMENTS`].
    pub fn elements(&mut self, id: Const) -> Option<Vec<Const>> {
        let count = self.module.types.num_elements(self.ty(id))?;
        if count > u64::from(super::MAX_ELEMENTS) {
            return None;
        }
        (0..count).map(|index| self.element(id, index)).collect()
    }

    /// A vector operation, element by element; `ty` is the result's type.
    pub(super) fn elementwise(
        &mut self,
        ty: Type,
        operands: &[Const],
        fold: impl Fn(&mut Self, &[Const]) -> Option<Const>,
    ) -> Option<Const> {
        let (_, len, scalable) = self.vector(self.ty(*operands.first()?))?;
        let mut parts = smallvec::SmallVec::<[Const; 3]>::new();
        if scalable || len > super::MAX_ELEMENTS {
            for id in operands {
                let uniform = !matches!(self.kind(*id), ConstKind::Aggregate(_));
                parts.push(self.element(*id, 0).filter(|_| uniform)?);
            }
            let element = fold(self, &parts)?;
            return Some(self.splat(ty, element));
        }
        let mut elements = Vec::with_capacity(len as usize);
        for index in 0..u64::from(len) {
            parts.clear();
            for id in operands {
                parts.push(self.element(*id, index)?);
            }
            elements.push(fold(self, &parts)?);
        }
        Some(self.composite(ty, elements))
    }

    /// `extractelement`
    pub fn extract_element(&mut self, vector: Const, index: Const) -> Option<Const> {
        let (element, len, scalable) = self.vector(self.ty(vector))?;
        if self.is_poison(vector) || self.is_undef(index) {
            return Some(self.poison(element));
        }
        if self.is_undef(vector) {
            return Some(self.undef(element));
        }
        let Some(index) = self.as_int(index)?.to_u64().filter(|i| *i < u64::from(len)) else {
            return (!scalable).then(|| self.poison(element));
        };
        self.element(vector, index)
    }

    /// `insertelement`
    pub fn insert_element(&mut self, vector: Const, element: Const, index: Const) -> Option<Const> {
        let ty = self.ty(vector);
        let (_, len, scalable) = self.vector(ty)?;
        if self.is_undef(index) {
            return Some(self.poison(ty));
        }
        // Nothing changes where zero is put into zeros.
        if self.is_null(vector) && self.is_null(element) {
            return Some(vector);
        }
        if scalable {
            return None;
        }
        let Some(index) = self.as_int(index)?.to_u64().filter(|i| *i < u64::from(len)) else {
            return Some(self.poison(ty));
        };
        let mut elements = self.elements(vector)?;
        *elements.get_mut(index as usize)? = element;
        Some(self.composite(ty, elements))
    }

    /// `shufflevector` to type `ty`
    pub fn shuffle(&mut self, ty: Type, left: Const, right: Const, mask: &[i32]) -> Option<Const> {
        let (element, len, scalable) = self.vector(self.ty(left))?;
        if scalable || mask.len() > super::MAX_ELEMENTS as usize {
            return None;
        }
        if mask.iter().all(|index| *index < 0) {
            return Some(self.poison(ty));
        }
        let mut elements = Vec::with_capacity(mask.len());
        for index in mask {
            elements.push(match u32::try_from(*index) {
                Err(_) => self.undef(element),
                Ok(index) if index < len => self.element(left, u64::from(index))?,
                Ok(index) => self.element(right, u64::from(index - len))?,
            });
        }
        Some(self.composite(ty, elements))
    }

    /// `insertvalue`
    pub fn insert_value(
        &mut self,
        aggregate: Const,
        element: Const,
        indices: &[u32],
    ) -> Option<Const> {
        // The aggregates on the way down, to be made again on the way up.
        let mut path = Vec::with_capacity(indices.len());
        let mut id = aggregate;
        for index in indices {
            path.push((self.ty(id), self.elements(id)?, *index));
            id = self.element(id, u64::from(*index))?;
        }
        let mut result = element;
        while let Some((ty, mut elements, index)) = path.pop() {
            *elements.get_mut(index as usize)? = result;
            result = self.composite(ty, elements);
        }
        Some(result)
    }
}
