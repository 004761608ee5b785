//! Terminators and exception handling.

use rustc_hash::FxHashSet;

use crate::inst::{InstFlags, InstKind};
use crate::lexer::Token;
use crate::types::{TypeData, TypeTable};

use super::instruction::Parts;
use super::keyword::Keyword;
use super::{Parser, Result};

const VOID: crate::Type = TypeTable::VOID;

impl Parser<'_> {
    /// `label %name` as the next block.
    pub(super) fn label(&mut self) -> Result<()> {
        self.expect_word(Keyword::Label, "'label' and the name of a block")?;
        let block = self.local_block()?;
        self.blocks.push(block);
        Ok(())
    }

    pub(super) fn ret(&mut self, start: usize) -> Result<Parts> {
        let type_start = self.start;
        let ty = self.type_or_void()?;
        if ty != VOID {
            self.operand_of(ty)?;
        }
        let at = if ty == VOID { start } else { type_start };
        Ok(Parts::new(self.check_return(at, ty)?, VOID))
    }

    pub(super) fn unreachable(&mut self, _start: usize) -> Result<Parts> {
        Ok(Parts::new(InstKind::Unreachable, VOID))
    }

    pub(super) fn br(&mut self, _start: usize) -> Result<Parts> {
        if self.at_word(Keyword::Label) {
            self.label()?;
            return Ok(Parts::new(InstKind::Br, VOID));
        }
        let start = self.start;
        let condition = self.operand()?;
        if self.value_type(condition) != TypeTable::I1 {
            let ty = self.type_name(self.value_type(condition));
            return Err(self.error_at(start, format!("the condition of a 'br' is an i1, not {ty}")));
        }
        self.comma()?;
        self.label()?;
        self.comma()?;
        self.label()?;
        Ok(Parts::new(InstKind::CondBr, VOID))
    }

    /// `switch T V, label %default [ T C, label %b … ]`
    pub(super) fn switch(&mut self, _start: usize) -> Result<Parts> {
        let start = self.start;
        let value = self.operand()?;
        let ty = self.value_type(value);
        if !self.module.types.is_int(ty) {
            return Err(self.error_at(start, "the value of a 'switch' is an integer"));
        }
        self.comma()?;
        self.label()?;
        self.expect(Token::LSquare, "'[' before the cases")?;
        let mut seen = FxHashSet::default();
        while self.token != Token::RSquare {
            let start = self.start;
            let case_type = self.ty()?;
            if case_type != ty {
                let ty = self.type_name(ty);
                return Err(
                    self.error_at(start, format!("the cases of this 'switch' have type {ty}"))
                );
            }
            let case = self.operand_of(ty)?;
            self.need_const(start, case, "a case of a 'switch'")?;
            if !seen.insert(case) {
                return Err(self.error_at(start, "this 'switch' already has this case"));
            }
            self.comma()?;
            self.label()?;
        }
        self.bump();
        Ok(Parts::new(InstKind::Switch, VOID))
    }

    /// `indirectbr ptr P, [ label %a, … ]`
    pub(super) fn indirect_br(&mut self, _start: usize) -> Result<Parts> {
        let start = self.start;
        let address = self.operand()?;
        if !self.module.types.is_ptr(self.value_type(address)) {
            return Err(self.error_at(start, "the address of an 'indirectbr' is a pointer"));
        }
        self.comma()?;
        self.expect(Token::LSquare, "'[' before the possible targets")?;
        self.label_list()?;
        Ok(Parts::new(InstKind::IndirectBr, VOID))
    }

    /// Labels up to `]`, which is consumed.
    pub(super) fn label_list(&mut self) -> Result<()> {
        while self.token != Token::RSquare {
            self.label()?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RSquare, "',' or ']' after the label")
    }

    pub(super) fn resume(&mut self, _start: usize) -> Result<Parts> {
        self.operand()?;
        Ok(Parts::new(InstKind::Resume, VOID))
    }

    /// `landingpad T [cleanup] (catch T V | filter T V)*`
    pub(super) fn landing_pad(&mut self, start: usize) -> Result<Parts> {
        let ty = self.ty()?;
        self.check_value_type(start, ty)?;
        let flags = self.one_flag(Keyword::Cleanup, InstFlags::CLEANUP);
        let mut filters = Vec::new();
        loop {
            let filter = self.at_word(Keyword::Filter);
            if !filter && !self.at_word(Keyword::Catch) {
                break;
            }
            self.bump();
            let clause_start = self.start;
            let clause = self.operand()?;
            let clause_ty = self.value_type(clause);
            let is_array = matches!(self.module.types[clause_ty], TypeData::Array { .. });
            if filter != is_array {
                let message = "a 'filter' takes an array, a 'catch' anything else";
                return Err(self.error_at(clause_start, message));
            }
            self.need_const(clause_start, clause, "the clause of a 'landingpad'")?;
            filters.push(filter);
        }
        let filters = filters.into();
        Ok(Parts::with_flags(
            InstKind::LandingPad { filters },
            ty,
            flags,
        ))
    }

    /// A token as the next operand: `none` or the name of a pad.
    fn pad(&mut self) -> Result<()> {
        self.operand_of(TypeTable::TOKEN)?;
        Ok(())
    }

    /// `unwind to caller` (false) or `unwind label %b`, after `unwind`.
    fn unwind_target(&mut self) -> Result<bool> {
        self.expect_word(Keyword::Unwind, "'unwind'")?;
        if self.eat_word(Keyword::To) {
            self.expect_word(Keyword::Caller, "'caller' after 'unwind to'")?;
            return Ok(false);
        }
        self.label()?;
        Ok(true)
    }

    pub(super) fn cleanup_ret(&mut self, _start: usize) -> Result<Parts> {
        self.expect_word(Keyword::From, "'from' and a cleanup pad")?;
        self.pad()?;
        self.unwind_target()?;
        Ok(Parts::new(InstKind::CleanupRet, VOID))
    }

    pub(super) fn catch_ret(&mut self, _start: usize) -> Result<Parts> {
        self.expect_word(Keyword::From, "'from' and a catch pad")?;
        self.pad()?;
        self.expect_word(Keyword::To, "'to' and a label")?;
        self.label()?;
        Ok(Parts::new(InstKind::CatchRet, VOID))
    }

    /// `catchswitch within P [label %a, …] unwind …`
    pub(super) fn catch_switch(&mut self, _start: usize) -> Result<Parts> {
        self.expect_word(Keyword::Within, "'within' and the parent pad")?;
        self.pad()?;
        self.expect(Token::LSquare, "'[' before the handlers")?;
        self.label_list()?;
        let unwinds = self.unwind_target()?;
        Ok(Parts::new(
            InstKind::CatchSwitch { unwinds },
            TypeTable::TOKEN,
        ))
    }

    pub(super) fn catch_pad(&mut self, _start: usize) -> Result<Parts> {
        self.pad_with_arguments()?;
        Ok(Parts::new(InstKind::CatchPad, TypeTable::TOKEN))
    }

    pub(super) fn cleanup_pad(&mut self, _start: usize) -> Result<Parts> {
        self.pad_with_arguments()?;
        Ok(Parts::new(InstKind::CleanupPad, TypeTable::TOKEN))
    }

    /// `within P [T V, …]`
    fn pad_with_arguments(&mut self) -> Result<()> {
        self.expect_word(Keyword::Within, "'within' and the parent pad")?;
        self.pad()?;
        self.expect(Token::LSquare, "'[' before the arguments")?;
        while self.token != Token::RSquare {
            self.operand()?;
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::RSquare, "',' or ']' after the argument")
    }
}
