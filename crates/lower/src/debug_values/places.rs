//! Where the values are that a record speaks of.

use avarice_ir::{Const, ConstKind, Expression, MetadataId, TypeData, Value, ValueDef};
use avarice_mir::{Operand, OperandKind};
use smallvec::SmallVec;

use super::state::{Place, debug_register};
use crate::function::FunctionLowering;
use crate::parts::{Part, count_parts};
use crate::vector::VectorShape;

/// Instructions that are gone through to find a value in a register, and values that an expression may compute with.
const MAX_STEPS: usize = 16;

/// What is known of the values of a record.
#[derive(Debug)]
pub(super) struct Known {
    /// Their places.
    pub places: SmallVec<[Place; 2]>,
    /// Another expression than the record's, if the places are those of other values.
    pub expression: Option<Expression>,
}

impl FunctionLowering<'_> {
    /// Where `values` are, of which `expression` computes a variable; `None` if that of one is not known.
    pub(super) fn places_of(
        &self,
        values: &[Value],
        expression: Option<MetadataId>,
    ) -> Option<Known> {
        let mut known = Known {
            places: SmallVec::new(),
            expression: None,
        };
        let mut values: SmallVec<[Value; 4]> = values.into();
        let mut steps = 0;
        let mut at = 0;
        while at < values.len() {
            values[at] = self.function.debug.current(values[at]);
            if let Some(place) = self.place_of(values[at]) {
                known.places.push(place);
                at += 1;
                continue;
            }
            let inst = self.function.def_inst(values[at])?;
            let origin = self.origin_of(inst, values.len())?;
            steps += 1;
            if steps > MAX_STEPS || values.len() + origin.others.len() > MAX_STEPS {
                return None;
            }
            values[at] = origin.base;
            if !origin.steps.is_empty() {
                let old = known.expression.take();
                let mut old = old.unwrap_or_else(|| self.expression(expression));
                if !origin.others.is_empty() {
                    old = old.with_numbered_argument();
                }
                let changed = old.with_argument_changed(at as u64, &origin.steps);
                known.expression = Some(changed.as_stack_value());
            }
            values.extend(origin.others);
        }
        Some(known)
    }

    pub(super) fn expression(&self, id: Option<MetadataId>) -> Expression {
        let said = id.map(|id| self.mf.own_expressions.expression(self.module, id));
        said.unwrap_or_default()
    }

    /// Where a value is as a whole.
    fn place_of(&self, value: Value) -> Option<Place> {
        if let Some(slot) = self.frame_value(value) {
            return Some(Place::Slot(slot));
        }
        if let ValueDef::Const(id) = self.function.values[value].def {
            return self.number(id);
        }
        if self.count(value) != 1 || !self.is_as_in_memory(value) || self.is_gone(value) {
            return None;
        }
        let (source, part) = self.resolve(value, 0).ok()?;
        if let Some(id) = self.function.as_const(source) {
            // A part of an aggregate is none.
            return self.number(id).filter(|_| self.count(source) == 1);
        }
        let register = self.requested(source, part);
        match self.frame_value(source) {
            Some(slot) => Some(Place::Slot(slot)),
            None => (!register.is_none()).then_some(Place::Register(register)),
        }
    }

    /// Whether what computed a value was replaced by something that has no such value, and has no operands any more.
    fn is_gone(&self, value: Value) -> bool {
        let def = self.function.def_inst(value);
        def.is_some_and(|def| self.function.insts[def].block.is_none())
    }

    fn count(&self, value: Value) -> usize {
        count_parts(&self.module.types, self.ty(value))
    }

    /// Whether the register of a value has the bits that memory would have.
    fn is_as_in_memory(&self, value: Value) -> bool {
        let types = &self.module.types;
        let shape = VectorShape::of(types, self.ty(value));
        match types[self.ty(value)] {
            TypeData::Vector { .. } => shape.is_some_and(VectorShape::is_exact),
            _ => true,
        }
    }

    /// A constant that is no address.
    fn number(&self, id: Const) -> Option<Place> {
        let data = &self.module.consts[id];
        let types = &self.module.types;
        let is_number = match data.kind {
            ConstKind::Int(_) => types.int_bits(data.ty).is_some_and(|bits| bits <= 64),
            ConstKind::Null => true,
            ConstKind::Float(_) => matches!(types[data.ty], TypeData::Float | TypeData::Double),
            _ => false,
        };
        is_number.then_some(Place::Number(id))
    }

    /// Where the parts of a value of several are; none for parts that nothing needs.
    pub(super) fn parts_in_registers(&self, value: Value) -> Option<Vec<(Part, Option<Place>)>> {
        let value = self.function.debug.current(value);
        let is_number = self.function.as_const(value).is_some();
        if is_number || !self.is_as_in_memory(value) || self.is_gone(value) {
            return None;
        }
        let parts = self.parts(self.ty(value)).ok()?;
        if parts.len() < 2 {
            return None;
        }
        let place = |(at, part): (usize, &Part)| {
            let (source, at) = self.resolve(value, at).ok()?;
            if self.function.as_const(source).is_some() || self.frame_value(source).is_some() {
                return Some((*part, None));
            }
            let register = self.requested(source, at);
            let place = (!register.is_none()).then_some(Place::Register(register));
            Some((*part, place))
        };
        parts.iter().enumerate().map(place).collect()
    }

    /// The operand of a debug value for a place.
    pub(super) fn debug_operand(&self, place: Place) -> Operand {
        match place {
            Place::Register(register) => debug_register(register),
            Place::Slot(slot) => Operand::frame_index(slot),
            Place::Number(id) => match self.module.consts[id].kind {
                ConstKind::Int(bits) => {
                    let width = self.module.types.int_bits(self.module.consts[id].ty);
                    let unused = 64 - width.unwrap_or(64).clamp(1, 64);
                    Operand::imm((bits as i64) << unused >> unused)
                }
                ConstKind::Float(_) => Operand::ir_constant(OperandKind::FpImm, id),
                _ => Operand::imm(0),
            },
        }
    }
}
