//! Operands of instructions: values by their distance from the next number, with a type where they are not defined yet.

use avarice_ir::printer::BodyNodes;
use avarice_ir::{Const, ConstKind, Type, TypeTable, Value, typing};

use crate::error::Result;
use crate::reader::Reader;
use crate::tables::bodies::Numbered;
use crate::tables::values::Slot;

impl Reader<'_> {
    /// The number in operand `at`, which is moved on, with the type that follows if it is not defined yet.
    #[inline]
    pub fn numbered(&mut self, at: &mut usize) -> Result<Numbered> {
        let next = self.values.next();
        let number = next.wrapping_sub(self.operand(*at)? as u32);
        *at += 1;
        if number < next {
            return Ok((number, None));
        }
        let ty = self.type_operand(*at)?;
        *at += 1;
        Ok((number, Some(ty)))
    }

    /// The number in operand `at` of a value whose type is known otherwise.
    #[inline]
    pub fn untyped(&self, at: &mut usize) -> Result<u32> {
        let number = self.values.next().wrapping_sub(self.operand(*at)? as u32);
        *at += 1;
        Ok(number)
    }

    /// Adds a value as the next operand of the instruction.
    #[inline]
    pub fn push(&mut self, (number, ty): Numbered) -> Result<Value> {
        let value = self.value(number, ty)?;
        self.bodies.operands.push(value);
        Ok(value)
    }

    /// Adds the value with this number, which must have type `ty`.
    #[inline]
    pub fn push_of(&mut self, number: u32, ty: Type) -> Result<Value> {
        let value = match ty == TypeTable::METADATA {
            true => self.metadata_value(number)?,
            false => self.value(number, Some(ty))?,
        };
        self.bodies.operands.push(value);
        Ok(value)
    }

    /// The value at `at` as the next operand.
    #[inline]
    pub fn next_operand(&mut self, at: &mut usize) -> Result<Value> {
        let numbered = self.numbered(at)?;
        self.push(numbered)
    }

    /// The value of type `ty` at `at` as the next operand.
    #[inline]
    pub fn next_operand_of(&mut self, at: &mut usize, ty: Type) -> Result<Value> {
        let number = self.untyped(at)?;
        self.push_of(number, ty)
    }

    /// The value at `at` as the next operand, which must be a pointer.
    #[inline]
    pub fn next_pointer(&mut self, at: &mut usize) -> Result<Value> {
        let pointer = self.next_operand(at)?;
        self.check_pointer(pointer)?;
        Ok(pointer)
    }

    /// Refuses what is not a pointer.
    #[inline]
    pub fn check_pointer(&self, value: Value) -> Result<()> {
        let ty = self.value_type(value);
        if self.module.types.is_ptr(ty) {
            return Ok(());
        }
        let ty = typing::type_name(&self.module, ty);
        Err(self.error(format!("the address must be a pointer, not {ty}")))
    }

    /// The constant with the number at `at`.
    pub fn next_constant(&mut self, at: &mut usize) -> Result<Const> {
        let (number, _) = self.numbered(at)?;
        self.constant_numbered(u64::from(number))
    }

    /// The node with this number as a value.
    pub fn metadata_value(&mut self, number: u32) -> Result<Value> {
        self.bodies.nodes = BodyNodes::Any;
        let id = self.metadata_operand(u64::from(number))?;
        let id = self
            .module
            .constant(TypeTable::METADATA, ConstKind::Metadata(id));
        let function = &mut self.bodies.function;
        Ok(function.const_value(&self.module.consts, id))
    }

    /// The inline assembly with this number, if it is that.
    pub fn is_inline_asm(&self, number: u32) -> bool {
        match self.values.get(number) {
            Some(Slot::Const(index)) => self.listed_code(index) == 30,
            _ => false,
        }
    }

    /// Whether there are operands from `at` on.
    #[inline]
    pub fn has_more(&self, at: usize) -> bool {
        at < self.stream.operands.len()
    }
}
