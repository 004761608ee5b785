//! Terminators and exception handling.

use avarice_ir::{InstFlags, InstKind, TypeData, TypeTable, typing};
use rustc_hash::FxHashSet;

use crate::error::Result;
use crate::reader::Reader;
use crate::tables::bodies::Parts;

const VOID: avarice_ir::Type = TypeTable::VOID;

/// Where `switch` once had its cases in another form.
const OLD_SWITCH: u64 = 0x4b5;

impl Reader<'_> {
    /// `[]` or `[value]`
    pub fn ret(&mut self) -> Result<Parts> {
        let ty = match self.has_more(0) {
            false => VOID,
            true => {
                let value = self.next_operand(&mut 0)?;
                self.value_type(value)
            }
        };
        let ret = self.bodies.ret.unwrap_or(VOID);
        if ret == ty {
            return Ok(Parts::new(InstKind::Ret, VOID));
        }
        let name = |ty| typing::type_name(&self.module, ty);
        let (ret, ty) = (name(ret), name(ty));
        Err(self.error(format!(
            "this returns {ty}, but the function's result is {ret}"
        )))
    }

    pub fn unreachable(&mut self) -> Result<Parts> {
        Ok(Parts::new(InstKind::Unreachable, VOID))
    }

    /// `[target]` or `[target if true, target if false, condition]`
    #[inline]
    pub fn br(&mut self) -> Result<Parts> {
        if !self.has_more(1) {
            self.target(0)?;
            return Ok(Parts::new(InstKind::Br, VOID));
        }
        self.next_operand_of(&mut 2, TypeTable::I1)?;
        self.target(0)?;
        self.target(1)?;
        Ok(Parts::new(InstKind::CondBr, VOID))
    }

    /// `[type, value, default target, (case, target)…]`; numbers of cases are not distances.
    pub fn switch(&mut self) -> Result<Parts> {
        if self.operand(0)? >> 16 == OLD_SWITCH {
            return Err(self.error("a 'switch' of this form is no longer read"));
        }
        let ty = self.type_operand(0)?;
        if !self.module.types.is_int(ty) {
            return Err(self.error("a 'switch' takes an integer"));
        }
        self.next_operand_of(&mut 1, ty)?;
        self.target(2)?;
        let mut seen = FxHashSet::default();
        for at in (3..self.stream.operands.len()).step_by(2) {
            let id = self.constant_numbered(self.operand(at)?)?;
            if self.module.consts[id].ty != ty {
                return Err(self.error("a case of a 'switch' does not have its type"));
            }
            if !seen.insert(id) {
                return Err(self.error("this 'switch' already has this case"));
            }
            let bodies = &mut self.bodies;
            let value = bodies.function.const_value(&self.module.consts, id);
            bodies.operands.push(value);
            self.target(at + 1)?;
        }
        Ok(Parts::new(InstKind::Switch, VOID))
    }

    /// `[type, address, targets…]`
    pub fn indirect_br(&mut self) -> Result<Parts> {
        let ty = self.type_operand(0)?;
        let address = self.next_operand_of(&mut 1, ty)?;
        self.check_pointer(address)?;
        for at in 2..self.stream.operands.len() {
            self.target(at)?;
        }
        Ok(Parts::new(InstKind::IndirectBr, VOID))
    }

    pub fn resume(&mut self) -> Result<Parts> {
        self.next_operand(&mut 0)?;
        Ok(Parts::new(InstKind::Resume, VOID))
    }

    /// `[type, is cleanup, number of clauses, (kind, value)…]`
    pub fn landing_pad(&mut self) -> Result<Parts> {
        let ty = self.type_operand(0)?;
        self.follow(typing::check_value_type(&self.module, ty))?;
        let mut flags = InstFlags::empty();
        flags.set(InstFlags::CLEANUP, self.operand(1)? != 0);
        let mut filters = Vec::new();
        let mut at = 3;
        for _ in 0..self.operand(2)? {
            let filter = self.operand(at)? != 0;
            at += 1;
            let clause = self.next_operand(&mut at)?;
            let clause_type = self.value_type(clause);
            let is_array = matches!(self.module.types[clause_type], TypeData::Array { .. });
            if filter != is_array {
                return Err(self.error("a 'filter' takes an array, a 'catch' anything else"));
            }
            if self.bodies.function.as_const(clause).is_none() {
                return Err(self.error("the clause of a 'landingpad' must be a constant"));
            }
            filters.push(filter);
        }
        let filters = filters.into();
        Ok(Parts::with_flags(
            InstKind::LandingPad { filters },
            ty,
            flags,
        ))
    }

    /// `[pad]` or `[pad, unwind target]`
    pub fn cleanup_ret(&mut self) -> Result<Parts> {
        self.next_operand_of(&mut 0, TypeTable::TOKEN)?;
        if self.has_more(1) {
            self.target(1)?;
        }
        Ok(Parts::new(InstKind::CleanupRet, VOID))
    }

    /// `[pad, target]`
    pub fn catch_ret(&mut self) -> Result<Parts> {
        self.next_operand_of(&mut 0, TypeTable::TOKEN)?;
        self.target(1)?;
        Ok(Parts::new(InstKind::CatchRet, VOID))
    }

    /// `[parent, number of handlers, handlers…, unwind target]`, the last of which may be missing.
    pub fn catch_switch(&mut self) -> Result<Parts> {
        self.next_operand_of(&mut 0, TypeTable::TOKEN)?;
        let handlers = self.operand(1)?;
        let len = self.stream.operands.len();
        for at in 2..len {
            self.target(at)?;
        }
        let unwinds = match (len as u64 - 2).checked_sub(handlers) {
            Some(0) => false,
            Some(1) => true,
            _ => return Err(self.error("this record does not have as many handlers as it says")),
        };
        let kind = InstKind::CatchSwitch { unwinds };
        Ok(Parts::new(kind, TypeTable::TOKEN))
    }

    /// `[parent, number of arguments, arguments…]`
    pub fn pad(&mut self, kind: InstKind) -> Result<Parts> {
        self.next_operand_of(&mut 0, TypeTable::TOKEN)?;
        let mut at = 2;
        for _ in 0..self.operand(1)? {
            self.next_operand(&mut at)?;
        }
        Ok(Parts::new(kind, TypeTable::TOKEN))
    }
}
