//! Addresses: a base and a number of bytes.

use avarice_ir::{
    CastOp, Const, ConstExpr, ConstKind, GlobalKind, InstFlags, Linkage, Type, TypeData, TypeTable,
    UnnamedAddr,
};

use super::Folder;
use super::int::Int;

/// A constant address as a base that is no `getelementptr`, and bytes from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaseAndOffset {
    /// What the offset is from; the address itself if nothing is known of it.
    pub base: Const,
    /// Bytes, modulo 2^64.
    pub offset: i64,
    /// Each step on the way was in bounds.
    pub in_bounds: bool,
}

impl Folder<'_> {
    /// Goes through the constant `getelementptr`s of an address.
    pub fn base_and_offset(&self, id: Const) -> BaseAndOffset {
        let mut address = BaseAndOffset {
            base: id,
            offset: 0,
            in_bounds: true,
        };
        while let Some(ConstExpr::Gep {
            source,
            flags,
            in_range: None,
            operands,
        }) = self.expr(address.base)
        {
            let Some((base, indices)) = operands.split_first() else {
                break;
            };
            if !self.module.types.is_ptr(self.ty(*base)) {
                break;
            }
            let Some(offset) = self.offset_of(*source, indices) else {
                break;
            };
            address = BaseAndOffset {
                base: *base,
                offset: address.offset.wrapping_add(offset),
                in_bounds: address.in_bounds && flags.contains(InstFlags::INBOUNDS),
            };
        }
        address
    }

    /// The bytes that constant indices add.
    fn offset_of(&self, source: Type, indices: &[Const]) -> Option<i64> {
        if self.module.types.is_vector(source) && self.vector(source)?.2 {
            return None;
        }
        let mut numbers = smallvec::SmallVec::<[i64; 4]>::new();
        for index in indices {
            if !self.module.types.is_int(self.ty(*index)) {
                return None;
            }
            let number = self.as_int(*index)?;
            let number = number.resized_signed(number.bits().max(64)).resized(64);
            numbers.push(number.to_i64()?);
        }
        self.layout.gep_offset(&self.module.types, source, numbers)
    }

    /// `getelementptr flags source, base, indices…` of type `ty`
    pub fn gep(
        &mut self,
        ty: Type,
        source: Type,
        flags: InstFlags,
        base: Const,
        indices: &[Const],
    ) -> Option<Const> {
        if self.is_poison(base) || indices.iter().any(|id| self.is_poison(*id)) {
            return Some(self.poison(ty));
        }
        if self.ty(base) != ty {
            return None;
        }
        if self.is_undef(base) {
            return Some(self.undef(ty));
        }
        let is_gep = matches!(self.expr(base), Some(ConstExpr::Gep { .. }));
        if !is_gep && indices.iter().all(|id| self.is_null(*id)) {
            return Some(base);
        }
        let TypeData::Pointer(space) = self.module.types[ty] else {
            return None;
        };
        let step = self.offset_of(source, indices)?;
        let inner = self.base_and_offset(base);
        let bits = self.layout.index_bits(space).clamp(1, 64);
        let offset = inner.offset.wrapping_add(step) << (64 - bits) >> (64 - bits);
        let mut in_bounds = inner.in_bounds && flags.contains(InstFlags::INBOUNDS);
        if let Some(number) = self.number_of_pointer(inner.base)
            && !self.layout.is_non_integral(space)
        {
            let int = self.module.types.int(self.layout.pointer(space).bits);
            let number = number.add(&Int::new(64, offset as u64 as u128).resized(number.bits()));
            let address = self.int(int, &number);
            return self.cast(CastOp::IntToPtr, address, ty);
        }
        if offset == 0 {
            return Some(inner.base);
        }
        if !in_bounds && offset >= 0 {
            // Also one past the end is in bounds.
            let size = self.size_at(inner.base);
            in_bounds = size.is_some_and(|size| size != 0 && offset as u64 <= size);
        }
        let index = self.module.types.int(self.layout.index_bits(space).max(1));
        let index = self.int(
            index,
            &Int::new(64, offset as u64 as u128).resized(self.layout.index_bits(space).max(1)),
        );
        let flags = if in_bounds {
            // What is in bounds does not wrap as a signed number either.
            InstFlags::INBOUNDS
        } else {
            InstFlags::empty()
        };
        let expr = ConstExpr::Gep {
            source: TypeTable::I8,
            flags,
            in_range: None,
            operands: [inner.base, index].into(),
        };
        Some(self.make(ty, ConstKind::Expr(expr)))
    }

    /// The number that a pointer made from one is: that of null is 0.
    fn number_of_pointer(&self, id: Const) -> Option<Int> {
        let TypeData::Pointer(space) = self.module.types[self.ty(id)] else {
            return None;
        };
        match self.kind(id) {
            ConstKind::Null => Some(Int::zero(self.layout.pointer(space).bits)),
            ConstKind::Expr(ConstExpr::Cast(CastOp::IntToPtr, int)) => self.as_int(*int),
            _ => None,
        }
    }

    /// Bytes of memory at the variable `id`.
    fn size_at(&self, id: Const) -> Option<u64> {
        let data = &self.module.globals[self.as_global(id)?];
        data.variable()?;
        if data.linkage == Linkage::ExternWeak {
            return None;
        }
        self.layout.store_size(&self.module.types, data.value_type)
    }

    /// Whether the address of this global cannot be 0.
    pub(super) fn is_never_null(&self, id: Const) -> bool {
        let Some(global) = self.as_global(id) else {
            return false;
        };
        let data = &self.module.globals[global];
        data.linkage != Linkage::ExternWeak
            && data.address_space == 0
            && matches!(data.kind, GlobalKind::Variable(_) | GlobalKind::Function(_))
    }

    /// Whether no other global can have the address of this one.
    pub(super) fn has_own_address(&self, id: Const) -> bool {
        use Linkage::*;
        let Some(global) = self.as_global(id) else {
            return false;
        };
        let data = &self.module.globals[global];
        if matches!(data.linkage, Weak | LinkOnce | Common | ExternWeak)
            || data.unnamed_addr == UnnamedAddr::Global
        {
            return false;
        }
        match &data.kind {
            GlobalKind::Function(_) => true,
            GlobalKind::Variable(_) => {
                let size = self.layout.store_size(&self.module.types, data.value_type);
                size.is_some_and(|size| size != 0)
            }
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => false,
        }
    }
}
