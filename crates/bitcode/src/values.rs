//! Values by number: globals, constants, then the arguments, constants and results of the function that is being read.

use avarice_ir::typing;
use avarice_ir::{Const, ConstKind, Global, Inst, Type, TypeData, Value, ValueDef};

use crate::error::Result;
use crate::reader::Reader;
use crate::tables::values::Slot;

impl Reader<'_> {
    /// The constant with this number.
    pub fn constant_numbered(&mut self, number: u64) -> Result<Const> {
        let slot = u32::try_from(number).ok().and_then(|n| self.values.get(n));
        match slot {
            Some(Slot::Global(global)) => Ok(self.address_of(global)),
            Some(Slot::Const(index)) => self.resolve(index, 0),
            Some(Slot::Local(_)) => Err(self.error("a constant is expected here")),
            None => Err(self.error(format!("there is no constant with the number {number}"))),
        }
    }

    /// The address of a global.
    pub fn address_of(&mut self, global: Global) -> Const {
        let ty = self.pointer_to(self.module.globals[global].address_space);
        self.module.constant(ty, ConstKind::Global(global))
    }

    /// The value with this number; one that is not defined yet has type `ty`.
    #[inline]
    pub fn value(&mut self, number: u32, ty: Option<Type>) -> Result<Value> {
        let value = match self.values.get(number) {
            Some(Slot::Local(value)) => value,
            Some(_) => match self.values.used(number) {
                Some(value) => value,
                None => self.first_use(number)?,
            },
            None => return self.forward_value(number, ty),
        };
        match ty {
            Some(ty) if self.bodies.function.values[value].ty != ty => {
                Err(self.wrong_type(value, ty))
            }
            _ => Ok(value),
        }
    }

    /// The value of the global or constant with this number, which the function has not used yet.
    fn first_use(&mut self, number: u32) -> Result<Value> {
        let id = self.constant_numbered(u64::from(number))?;
        let function = &mut self.bodies.function;
        let value = function.const_value(&self.module.consts, id);
        self.values.note_use(number, value);
        Ok(value)
    }

    #[cold]
    fn wrong_type(&self, value: Value, ty: Type) -> Box<crate::BitcodeError> {
        let found = typing::type_name(&self.module, self.value_type(value));
        let ty = typing::type_name(&self.module, ty);
        self.error(format!("an operand has type {found}, but {ty} is expected"))
    }

    fn forward_value(&mut self, number: u32, ty: Option<Type>) -> Result<Value> {
        let Some(ty) = ty else {
            return Err(self.error("the type of a value that is not defined yet is missing"));
        };
        if let Some(value) = self.values.forward.get(&number) {
            let value = *value;
            if self.value_type(value) != ty {
                return Err(self.wrong_type(value, ty));
            }
            return Ok(value);
        }
        if matches!(
            self.module.types[ty],
            TypeData::Label | TypeData::Void | TypeData::Metadata | TypeData::Function { .. }
        ) {
            let ty = typing::type_name(&self.module, ty);
            return Err(self.error(format!("a value cannot have type {ty}")));
        }
        let value = self.bodies.function.forward_value(ty);
        self.values.forward.insert(number, value);
        Ok(value)
    }

    /// Gives the result of `inst`, of type `ty`, the next number.
    #[inline]
    pub fn define_result(&mut self, inst: Inst, ty: Type) -> Result<()> {
        let number = self.values.next();
        let forward = match self.values.forward.is_empty() {
            true => None,
            false => self.values.forward.remove(&number),
        };
        let value = match forward {
            None => self.bodies.function.add_result(inst, ty),
            Some(value) => {
                if self.value_type(value) != ty {
                    return Err(self.wrong_type(value, ty));
                }
                self.bodies.function.define_forward(value, inst);
                value
            }
        };
        self.values.push(Slot::Local(value));
        Ok(())
    }

    /// The type of a value of the function.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.bodies.function.values[value].ty
    }

    /// Whether a value is used but not defined, for debug records.
    pub fn is_forward(&self, value: Value) -> bool {
        self.bodies.function.values[value].def == ValueDef::Forward
    }
}
