//! What debug values say of variables, in values instead of places.

use avarice_ir::MetadataId;
use avarice_ir::debug_expressions::Fragment;
use avarice_mir::{Block, Operand, OperandValue};
use cranelift_entity::{PrimaryMap, entity_impl};
use smallvec::SmallVec;
use std::collections::BTreeMap; // Allowed because only constants go through it.

use super::places::Value;
use crate::live_debug_values::overlaps::Overlaps;
use crate::live_debug_values::properties::PropertiesId;
use avarice_mir::debug_values::{VariableId, VariableKey, VariableTable};
use avarice_mir::lexical_scopes::ScopeId;

/// Places of one debug value that are kept.
const MAX_OPERANDS: usize = 8;

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ConstantId(u32);
entity_impl!(ConstantId);

/// What a variable is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Value(Value),
    Constant(ConstantId),
}

impl Source {
    /// Whether it is a constant.
    pub fn is_constant(self) -> bool {
        matches!(self, Self::Constant(_))
    }
}

/// Sources of a variable.
pub(super) type Sources = SmallVec<[Source; 1]>;

/// Constants of debug values.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    operands: PrimaryMap<ConstantId, Operand>,
    known: BTreeMap<(u8, i64), ConstantId>,
}

impl Constants {
    pub fn clear(&mut self) {
        self.operands.clear();
        self.known.clear();
    }

    /// The id of an operand that is no register.
    pub fn id(&mut self, operand: &Operand) -> ConstantId {
        let number = match operand.value() {
            OperandValue::Imm(number) => Some(number),
            OperandValue::CImm(id) | OperandValue::FpImm(id) => Some(i64::from(id.as_u32())),
            _ => None,
        };
        let Some(number) = number else {
            return self.operands.push(operand.detached());
        };
        let operands = &mut self.operands;
        let key = (operand.kind() as u8, number);
        *self
            .known
            .entry(key)
            .or_insert_with(|| operands.push(operand.detached()))
    }

    /// The operand.
    pub fn operand(&self, id: ConstantId) -> Operand {
        self.operands[id]
    }
}

/// What is known of a variable at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It has no value.
    Undefined,
    /// It is computed from sources.
    Defined,
    /// Different values meet in this block; the sources say where all of them are, if there are any.
    Join(Block),
    /// Nothing is known. Told apart by a number.
    Unknown(u32),
}

/// A variable's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct VariableValue {
    pub kind: Kind,
    pub properties: PropertiesId,
    pub sources: Sources,
}

impl VariableValue {
    /// A value without sources.
    pub fn of(kind: Kind, properties: PropertiesId) -> Self {
        Self {
            kind,
            properties,
            sources: Sources::new(),
        }
    }

    /// What a debug value says. No sources, too many, or one that is nowhere: no value.
    pub fn said(properties: PropertiesId, sources: Sources) -> Self {
        let is_nowhere = |source: &Source| *source == Source::Value(Value::NONE);
        if sources.is_empty() || sources.len() > MAX_OPERANDS || sources.iter().any(is_nowhere) {
            return Self::of(Kind::Undefined, properties);
        }
        Self {
            kind: Kind::Defined,
            properties,
            sources,
        }
    }

    /// Whether different values meet and no place is known that has them all.
    pub fn is_open_join(&self) -> bool {
        matches!(self.kind, Kind::Join(_)) && self.sources.is_empty()
    }
}

/// The last that a block says of a variable.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub block: Block,
    pub value: VariableValue,
    pub scope: ScopeId,
}

/// Variables of a function and what blocks say of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Assignments {
    table: VariableTable,
    /// By variable: in the order of blocks.
    by_variable: PrimaryMap<VariableId, Vec<Assignment>>,
    /// By variable: the debug location with which it was first met.
    locations: PrimaryMap<VariableId, MetadataId>,
    /// Which parts of variables share bits.
    pub overlaps: Overlaps,
}

impl Assignments {
    pub fn clear(&mut self) {
        self.table.clear();
        self.by_variable.clear();
        self.locations.clear();
        self.overlaps.clear();
    }

    /// The id of a variable, which is new at first mention.
    pub fn id(&mut self, key: VariableKey, location: MetadataId) -> VariableId {
        let id = self.table.id(key);
        if self.by_variable.len() < self.table.len() {
            self.by_variable.push(Vec::new());
            self.locations.push(location);
        }
        id
    }

    /// The debug location with which a variable was first met.
    pub fn location(&self, id: VariableId) -> MetadataId {
        self.locations[id]
    }

    /// The variable.
    pub fn key(&self, id: VariableId) -> VariableKey {
        self.table.key(id)
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// What blocks say of a variable.
    pub fn of(&self, id: VariableId) -> &[Assignment] {
        &self.by_variable[id]
    }

    /// A block says that a variable has a value, at a debug location. What shares bits with it has none any more; `empty`
    /// are the properties of that.
    pub fn define(
        &mut self,
        (key, location): (VariableKey, MetadataId),
        said: Assignment,
        empty: PropertiesId,
    ) {
        let id = self.id(key, location);
        let (block, scope) = (said.block, said.scope);
        self.set(id, said);
        let others: SmallVec<[Option<Fragment>; 4]> = self.overlaps.of(key).into();
        for part in others {
            let other = self.id(VariableKey { part, ..key }, location);
            let value = VariableValue::of(Kind::Undefined, empty);
            let said = Assignment {
                block,
                value,
                scope,
            };
            self.set(other, said);
        }
    }

    fn set(&mut self, id: VariableId, said: Assignment) {
        let all = &mut self.by_variable[id];
        match all.last_mut() {
            Some(last) if last.block == said.block => *last = said,
            _ => all.push(said),
        }
    }
}
