//! Instructions on memory.

use crate::constant::ConstKind;
use crate::entities::{Const, Type};
use crate::inst::{AtomicOrdering, InstFlags, InstKind, RmwOp, SyncScope};
use crate::types::TypeTable;
use crate::typing;

use super::instruction::Parts;
use super::keyword::Keyword;
use super::{Parser, Result};
use crate::lexer::Token;

impl Parser<'_> {
    /// Refuses operands that are not a pointer.
    fn check_pointer(&self, start: usize, ty: Type) -> Result<()> {
        if self.module.types.is_ptr(ty) {
            return Ok(());
        }
        let message = format!("the address must be a pointer, not {}", self.type_name(ty));
        Err(self.error_at(start, message))
    }

    /// A typed pointer as the next operand.
    fn pointer_operand(&mut self) -> Result<()> {
        let start = self.start;
        let pointer = self.operand()?;
        self.check_pointer(start, self.value_type(pointer))
    }

    /// `, align N` after an operand, 0 if it is not there.
    fn optional_align(&mut self) -> Result<u64> {
        if !self.comma_and_more() {
            return Ok(0);
        }
        self.expect_word(Keyword::Align, "'align' or metadata after ','")?;
        self.alignment()
    }

    fn volatile(&mut self) -> InstFlags {
        self.one_flag(Keyword::Volatile, InstFlags::VOLATILE)
    }

    /// `syncscope("…")`, `None` for the whole system.
    fn scope(&mut self) -> Result<Option<SyncScope>> {
        if !self.eat_word(Keyword::Syncscope) {
            return Ok(None);
        }
        self.expect(Token::LParen, "'(' after 'syncscope'")?;
        let name = self.utf8_string("the name of the synchronization scope")?;
        self.expect(Token::RParen, "')' after the synchronization scope")?;
        Ok((!name.is_empty()).then(|| SyncScope::new(&name)))
    }

    fn ordering(&mut self) -> Result<AtomicOrdering> {
        let text = self.token_str();
        match AtomicOrdering::from_keyword(text) {
            Some(ordering) if ordering != AtomicOrdering::NotAtomic => {
                self.bump();
                Ok(ordering)
            }
            _ => Err(self.expected("a memory ordering such as 'seq_cst'")),
        }
    }

    /// Refuses an ordering that the instruction at `start` cannot have.
    fn check_ordering(&self, start: usize, valid: bool, what: &str) -> Result<()> {
        if valid {
            return Ok(());
        }
        Err(self.error_at(start, format!("{what} cannot have this memory ordering")))
    }

    /// `load [atomic] [volatile] T, ptr P [scope ordering][, align N]`
    pub(super) fn load(&mut self, start: usize) -> Result<Parts> {
        use AtomicOrdering::{AcqRel, NotAtomic, Release};
        let atomic = self.eat_word(Keyword::Atomic);
        let flags = self.volatile();
        let type_start = self.start;
        let ty = self.ty()?;
        self.check_value_type(type_start, ty)?;
        self.comma()?;
        self.pointer_operand()?;
        let (scope, ordering) = if atomic {
            (self.scope()?, self.ordering()?)
        } else {
            (None, NotAtomic)
        };
        self.check_ordering(start, !matches!(ordering, Release | AcqRel), "a load")?;
        let align = self.optional_align()?;
        if atomic && align == 0 {
            return Err(self.error_at(start, "an atomic load must give its alignment"));
        }
        let kind = InstKind::Load {
            align,
            ordering,
            scope,
        };
        Ok(Parts::with_flags(kind, ty, flags))
    }

    /// `store [atomic] [volatile] T V, ptr P [scope ordering][, align N]`
    pub(super) fn store(&mut self, start: usize) -> Result<Parts> {
        use AtomicOrdering::{AcqRel, Acquire, NotAtomic};
        let atomic = self.eat_word(Keyword::Atomic);
        let flags = self.volatile();
        let value_start = self.start;
        let value = self.operand()?;
        self.check_value_type(value_start, self.value_type(value))?;
        self.comma()?;
        self.pointer_operand()?;
        let (scope, ordering) = if atomic {
            (self.scope()?, self.ordering()?)
        } else {
            (None, NotAtomic)
        };
        self.check_ordering(start, !matches!(ordering, Acquire | AcqRel), "a store")?;
        let align = self.optional_align()?;
        if atomic && align == 0 {
            return Err(self.error_at(start, "an atomic store must give its alignment"));
        }
        let kind = InstKind::Store {
            align,
            ordering,
            scope,
        };
        Ok(Parts::with_flags(kind, TypeTable::VOID, flags))
    }

    /// `fence [scope] ordering`
    pub(super) fn fence(&mut self, start: usize) -> Result<Parts> {
        use AtomicOrdering::{Monotonic, Unordered};
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        self.check_ordering(start, !matches!(ordering, Unordered | Monotonic), "a fence")?;
        Ok(Parts::new(
            InstKind::Fence { ordering, scope },
            TypeTable::VOID,
        ))
    }

    /// `cmpxchg [weak] [volatile] ptr P, T expected, T new [scope] success failure[, align N]`
    pub(super) fn cmpxchg(&mut self, start: usize) -> Result<Parts> {
        use AtomicOrdering::{AcqRel, Release, Unordered};
        let mut flags = self.one_flag(Keyword::Weak, InstFlags::WEAK);
        flags |= self.volatile();
        self.pointer_operand()?;
        self.comma()?;
        let value_start = self.start;
        let expected = self.operand()?;
        let ty = self.value_type(expected);
        self.comma()?;
        let new_start = self.start;
        let new = self.operand()?;
        if self.value_type(new) != ty {
            let message = "the expected and the new value must have the same type";
            return Err(self.error_at(new_start, message));
        }
        if !self.module.types.is_int(ty) && !self.module.types.is_ptr(ty) {
            let message = "'cmpxchg' compares an integer or a pointer";
            return Err(self.error_at(value_start, message));
        }
        let scope = self.scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        let valid = success != Unordered && !matches!(failure, Unordered | Release | AcqRel);
        self.check_ordering(start, valid, "a 'cmpxchg'")?;
        let align = self.optional_align()?;
        let fields = [ty, TypeTable::I1].into();
        let result = crate::TypeData::Struct {
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

    /// `atomicrmw [volatile] op ptr P, T V [scope] ordering[, align N]`
    pub(super) fn atomic_rmw(&mut self, start: usize) -> Result<Parts> {
        let flags = self.volatile();
        let Some(op) = RmwOp::from_keyword(self.token_str()) else {
            return Err(self.expected("an operation such as 'add' or 'xchg'"));
        };
        self.bump();
        self.pointer_operand()?;
        self.comma()?;
        let value_start = self.start;
        let value = self.operand()?;
        let ty = self.value_type(value);
        self.follow(value_start, typing::check_rmw(&self.module, op, ty))?;
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        let valid = ordering != AtomicOrdering::Unordered;
        self.check_ordering(start, valid, "an 'atomicrmw'")?;
        let align = self.optional_align()?;
        let kind = InstKind::AtomicRmw {
            op,
            align,
            ordering,
            scope,
        };
        Ok(Parts::with_flags(kind, ty, flags))
    }

    /// `alloca [inalloca] [swifterror] T[, T N][, align N][, addrspace(N)]`
    pub(super) fn alloca(&mut self, _start: usize) -> Result<Parts> {
        let mut flags = self.one_flag(Keyword::Inalloca, InstFlags::INALLOCA);
        flags |= self.one_flag(Keyword::Swifterror, InstFlags::SWIFTERROR);
        let type_start = self.start;
        let ty = self.ty()?;
        self.check_value_type(type_start, ty)?;
        let mut align = 0;
        let mut address_space = self.alloca_space;
        while self.comma_and_more() {
            if self.eat_word(Keyword::Align) {
                align = self.alignment()?;
            } else if self.at_word(Keyword::Addrspace) {
                address_space = self.optional_address_space()?;
            } else if self.operands.is_empty() {
                let start = self.start;
                let count = self.operand()?;
                if !self.module.types.is_int(self.value_type(count)) {
                    return Err(self.error_at(start, "the number of elements is an integer"));
                }
            } else {
                return Err(self.expected("'align', 'addrspace' or metadata"));
            }
        }
        if self.operands.is_empty() {
            let one: Const = self.intern(TypeTable::I32, ConstKind::Int(1));
            let function = &mut self.body.function;
            self.operands
                .push(function.const_value(&self.module.consts, one));
        }
        let pointer = self.pointer_type(address_space);
        let kind = InstKind::Alloca {
            ty,
            align,
            address_space,
        };
        Ok(Parts::with_flags(kind, pointer, flags))
    }

    /// `getelementptr flags T, ptr P, T I, …`
    pub(super) fn gep(&mut self, start: usize) -> Result<Parts> {
        let flags = self.gep_flags();
        let source = self.ty()?;
        self.comma()?;
        let pointer = self.operand()?;
        while self.comma_and_more() {
            self.operand()?;
        }
        let pointer = self.value_type(pointer);
        let function = &self.body.function;
        let indices = self.operands[1..]
            .iter()
            .map(|value| (function.values[*value].ty, function.as_const(*value)));
        let rule = typing::check_gep(&self.module, source, pointer, indices);
        let shape = self.follow(start, rule)?;
        let ty = match shape {
            None => pointer,
            shape => typing::gep_type(&mut self.module, pointer, shape),
        };
        Ok(Parts::with_flags(
            InstKind::GetElementPtr { source },
            ty,
            flags,
        ))
    }

    /// `va_arg ptr P, T`
    pub(super) fn va_arg(&mut self, _start: usize) -> Result<Parts> {
        self.operand()?;
        self.comma()?;
        let type_start = self.start;
        let ty = self.ty()?;
        self.check_value_type(type_start, ty)?;
        Ok(Parts::new(InstKind::VaArg, ty))
    }
}
