//! Instructions on memory.

use avarice_ir::typing;
use avarice_ir::{AtomicOrdering, InstFlags, InstKind, RmwOp, SyncScope, TypeData, TypeTable};

use crate::error::Result;
use crate::instructions::gep_flags;
use crate::reader::Reader;
use crate::tables::bodies::Parts;

impl Reader<'_> {
    fn ordering(&self, index: usize) -> Result<AtomicOrdering> {
        use AtomicOrdering::*;
        let all = [
            NotAtomic, Unordered, Monotonic, Acquire, Release, AcqRel, SeqCst,
        ];
        let found = all.get(self.operand(index)? as usize).copied();
        found.ok_or_else(|| self.error("there is no such memory ordering"))
    }

    /// The synchronization scope in operand `index`, `None` for the whole system.
    fn scope(&self, index: usize) -> Result<Option<SyncScope>> {
        let number = self.operand(index)?;
        match self.scopes.get(number as usize) {
            Some(name) => Ok((!name.is_empty()).then(|| SyncScope::new(name))),
            None if number == 0 => Ok(Some(SyncScope::new("singlethread"))),
            None if number == 1 => Ok(None),
            None => Err(self.error("there is no such synchronization scope")),
        }
    }

    /// Refuses an ordering that `what` cannot have.
    fn check_ordering(&self, valid: bool, what: &str) -> Result<()> {
        match valid {
            true => Ok(()),
            false => Err(self.error(format!("{what} cannot have this memory ordering"))),
        }
    }

    /// The alignment in operand `index`, 0 if it has none.
    fn align_operand(&self, index: usize) -> Result<u64> {
        let align = self.alignment(self.operand_or_zero(index))?;
        Ok(align.unwrap_or(0))
    }

    fn volatile(&self, index: usize) -> Result<InstFlags> {
        let mut flags = InstFlags::empty();
        flags.set(InstFlags::VOLATILE, self.operand(index)? != 0);
        Ok(flags)
    }

    /// Alignment, whether it is volatile, ordering and scope of a load or store.
    #[inline]
    fn access(&self, at: usize, atomic: bool) -> Result<Access> {
        let align = self.align_operand(at)?;
        let flags = self.volatile(at + 1)?;
        let (ordering, scope) = match atomic {
            false => (AtomicOrdering::NotAtomic, None),
            true => (self.ordering(at + 2)?, self.scope(at + 3)?),
        };
        if atomic && (align == 0 || ordering == AtomicOrdering::NotAtomic) {
            return Err(self.error("an atomic access must give its alignment and ordering"));
        }
        Ok(Access {
            align,
            flags,
            ordering,
            scope,
        })
    }

    /// `[pointer, type, alignment, volatile, ordering, scope]`
    #[inline]
    pub fn load(&mut self, atomic: bool) -> Result<Parts> {
        use AtomicOrdering::{AcqRel, Release};
        let mut at = 0;
        self.next_pointer(&mut at)?;
        let ty = self.type_operand(at)?;
        self.follow(typing::check_value_type(&self.module, ty))?;
        let access = self.access(at + 1, atomic)?;
        self.check_ordering(!matches!(access.ordering, Release | AcqRel), "a load")?;
        let kind = InstKind::Load {
            align: access.align,
            ordering: access.ordering,
            scope: access.scope,
        };
        Ok(Parts::with_flags(kind, ty, access.flags))
    }

    /// `[pointer, value, alignment, volatile, ordering, scope]`
    #[inline]
    pub fn store(&mut self, atomic: bool) -> Result<Parts> {
        use AtomicOrdering::{AcqRel, Acquire};
        let mut at = 0;
        let pointer = self.numbered(&mut at)?;
        let value = self.next_operand(&mut at)?;
        let ty = self.value_type(value);
        self.follow(typing::check_value_type(&self.module, ty))?;
        let pointer = self.push(pointer)?;
        self.check_pointer(pointer)?;
        let access = self.access(at, atomic)?;
        self.check_ordering(!matches!(access.ordering, Acquire | AcqRel), "a store")?;
        let kind = InstKind::Store {
            align: access.align,
            ordering: access.ordering,
            scope: access.scope,
        };
        Ok(Parts::with_flags(kind, TypeTable::VOID, access.flags))
    }

    /// `[ordering, scope]`
    pub fn fence(&mut self) -> Result<Parts> {
        use AtomicOrdering::{Monotonic, NotAtomic, Unordered};
        let ordering = self.ordering(0)?;
        let valid = !matches!(ordering, NotAtomic | Unordered | Monotonic);
        self.check_ordering(valid, "a fence")?;
        let scope = self.scope(1)?;
        let kind = InstKind::Fence { ordering, scope };
        Ok(Parts::new(kind, TypeTable::VOID))
    }

    /// `[pointer, expected, new, volatile, ordering, scope, ordering on failure, weak, alignment]`
    pub fn cmpxchg(&mut self) -> Result<Parts> {
        use AtomicOrdering::{AcqRel, NotAtomic, Release, Unordered};
        let mut at = 0;
        self.next_pointer(&mut at)?;
        let expected = self.next_operand(&mut at)?;
        let ty = self.value_type(expected);
        self.next_operand_of(&mut at, ty)?;
        if !self.module.types.is_int(ty) && !self.module.types.is_ptr(ty) {
            return Err(self.error("'cmpxchg' compares an integer or a pointer"));
        }
        let mut flags = self.volatile(at)?;
        let success = self.ordering(at + 1)?;
        let scope = self.scope(at + 2)?;
        let failure = self.ordering(at + 3)?;
        let valid = !matches!(success, NotAtomic | Unordered)
            && !matches!(failure, NotAtomic | Unordered | Release | AcqRel);
        self.check_ordering(valid, "a 'cmpxchg'")?;
        flags.set(InstFlags::WEAK, self.operand_or_zero(at + 4) != 0);
        let align = self.align_operand(at + 5)?;
        let fields = [ty, TypeTable::I1].into();
        let result = TypeData::Struct {
            fields,
            packed: false,
        };
        let result = self.module.types.intern(result);
        let kind = InstKind::CmpXchg {
            align,
            success,
            failure,
            scope,
        };
        Ok(Parts::with_flags(kind, result, flags))
    }

    /// `[pointer, value, operation, volatile, ordering, scope, alignment]`
    pub fn atomic_rmw(&mut self, old: bool) -> Result<Parts> {
        use AtomicOrdering::{NotAtomic, Unordered};
        if old {
            return Err(self.error("an 'atomicrmw' of LLVM before 13 is not read"));
        }
        let mut at = 0;
        self.next_pointer(&mut at)?;
        let value = self.next_operand(&mut at)?;
        let ty = self.value_type(value);
        let found = RmwOp::ALL.get(self.operand(at)? as usize);
        let Some((op, _)) = found else {
            return Err(self.error("there is no such operation of 'atomicrmw'"));
        };
        self.follow(typing::check_rmw(&self.module, *op, ty))?;
        let flags = self.volatile(at + 1)?;
        let ordering = self.ordering(at + 2)?;
        let valid = !matches!(ordering, NotAtomic | Unordered);
        self.check_ordering(valid, "an 'atomicrmw'")?;
        let scope = self.scope(at + 3)?;
        let kind = InstKind::AtomicRmw {
            op: *op,
            align: self.align_operand(at + 4)?,
            ordering,
            scope,
        };
        Ok(Parts::with_flags(kind, ty, flags))
    }

    /// `[type, type of the count, count, alignment and flags, address space]`; the count's number is not a distance.
    pub fn alloca(&mut self) -> Result<Parts> {
        let ty = self.type_operand(0)?;
        self.follow(typing::check_value_type(&self.module, ty))?;
        let count_type = self.type_operand(1)?;
        if !self.module.types.is_int(count_type) {
            return Err(self.error("the number of elements is an integer"));
        }
        let bits = self.operand(3)?;
        if bits >> 6 & 1 == 0 {
            return Err(self.error("an 'alloca' of this form is no longer read"));
        }
        self.push_of(self.operand(2)? as u32, count_type)?;
        let mut flags = InstFlags::empty();
        flags.set(InstFlags::INALLOCA, bits >> 5 & 1 != 0);
        flags.set(InstFlags::SWIFTERROR, bits >> 7 & 1 != 0);
        let align = self.alignment(bits & 0x1f | (bits >> 8 & 7) << 5)?;
        let address_space = match self.stream.operands.get(4) {
            Some(space) if *space <= u64::from(typing::MAX_ADDRESS_SPACE) => *space as u32,
            Some(_) => return Err(self.error("an address space must be less than 2^24")),
            None => self.alloca_space,
        };
        let pointer = self.pointer_to(address_space);
        let kind = InstKind::Alloca {
            ty,
            align: align.unwrap_or(0),
            address_space,
        };
        Ok(Parts::with_flags(kind, pointer, flags))
    }

    /// `[flags, source type, pointer, indices…]`
    #[inline]
    pub fn gep(&mut self) -> Result<Parts> {
        let flags = gep_flags(self.operand(0)?);
        let source = self.type_operand(1)?;
        let mut at = 2;
        let pointer = self.next_operand(&mut at)?;
        while self.has_more(at) {
            self.next_operand(&mut at)?;
        }
        let pointer = self.value_type(pointer);
        let function = &self.bodies.function;
        let indices = self.bodies.operands[1..].iter();
        let indices = indices.map(|value| (function.values[*value].ty, function.as_const(*value)));
        let rule = typing::check_gep(&self.module, source, pointer, indices);
        let ty = match self.follow(rule)? {
            None => pointer,
            shape => typing::gep_type(&mut self.module, pointer, shape),
        };
        Ok(Parts::with_flags(
            InstKind::GetElementPtr { source },
            ty,
            flags,
        ))
    }

    /// `[type of the list, list, type]`
    pub fn va_arg(&mut self) -> Result<Parts> {
        let list = self.type_operand(0)?;
        self.next_operand_of(&mut 1, list)?;
        let ty = self.type_operand(2)?;
        self.follow(typing::check_value_type(&self.module, ty))?;
        Ok(Parts::new(InstKind::VaArg, ty))
    }
}

/// What loads and stores have.
struct Access {
    align: u64,
    flags: InstFlags,
    ordering: AtomicOrdering,
    scope: Option<SyncScope>,
}
