//! Debug values: instructions that say where a variable is from there on.
//!
//! ```text
//!   DBG_VALUE $edi, $noreg, !"x", !DIExpression()                     in a register
//!   DBG_VALUE $rdi, 0, !"x", !DIExpression()                          in memory, at the address in a register
//!   DBG_VALUE_LIST !"x", !DIExpression(DW_OP_LLVM_arg, 0, …), $edi    computed from several places
//!   DBG_INSTR_REF !"x", !DIExpression(…), dbg-instr-ref(4, 0)         what instruction 4 defines first
//! ```

use avarice_ir::debug_expressions::{Fragment, deref_step, fragment_of};
use avarice_ir::metadata::MetadataData;
use avarice_ir::{Expression, ExpressionTable, MetadataId, Module};
use avarice_target::op;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap; // Allowed because a table by id is as long as the module's metadata.

use crate::{Inst, MachineFunction, Operand, OperandValue};

/// A variable, or a copy of it where it was inlined, or a part of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableKey {
    /// The `DILocalVariable`.
    pub variable: MetadataId,
    /// The call that was inlined.
    pub inlined_at: Option<MetadataId>,
    /// The part that is spoken of.
    pub part: Option<Fragment>,
}

/// A variable in a [`VariableTable`], in the order of first mention.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VariableId(u32);
entity_impl!(VariableId);

/// The variables that were met since the table was cleared.
#[derive(Clone, Debug, Default)]
pub struct VariableTable {
    /// The newest variable of a node. Not by id: a function has few of a module's nodes.
    first: FxHashMap<MetadataId, VariableId>,
    /// The variable, and the next one with the same node.
    known: PrimaryMap<VariableId, (VariableKey, PackedOption<VariableId>)>,
}

impl VariableTable {
    /// Forgets all variables.
    pub fn clear(&mut self) {
        for (key, _) in self.known.values() {
            self.first.remove(&key.variable);
        }
        self.known.clear();
    }

    /// The id of a variable, which is the next free one at first mention.
    pub fn id(&mut self, key: VariableKey) -> VariableId {
        if let Some(id) = self.of_node(key.variable).find(|id| self.key(*id) == key) {
            return id;
        }
        let id = self.known.next_key();
        let next = self.first.insert(key.variable, id);
        self.known.push((key, next.into()))
    }

    /// The variables and parts with the same node, newest first.
    pub fn of_node(&self, variable: MetadataId) -> impl Iterator<Item = VariableId> + '_ {
        let first = self.first.get(&variable).copied();
        std::iter::successors(first, |id| self.known[*id].1.expand())
    }

    /// The variable.
    pub fn key(&self, id: VariableId) -> VariableKey {
        self.known[id].0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// How the operands of a debug value stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The place is a register, a slot or a constant.
    Direct,
    /// The place is the address of the variable.
    Indirect,
    /// There are any number of places, and the expression computes with them.
    List,
    /// The places are results of instructions.
    References,
}

/// A debug value taken apart.
#[derive(Clone, Copy, Debug)]
pub struct DebugValue {
    /// The instruction.
    pub inst: Inst,
    /// How its operands stand.
    pub shape: Shape,
    /// The `DILocalVariable`.
    pub variable: MetadataId,
    /// The `DIExpression`.
    pub expression: MetadataId,
}

impl DebugValue {
    /// What `inst` says; `None` if it is no well-formed debug value.
    pub fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let operands = function.operands(inst);
        let metadata = |at: usize| match operands.get(at)?.value() {
            OperandValue::Metadata(id) => Some(id),
            _ => None,
        };
        let (shape, at) = match function.opcode(inst) {
            op::DBG_VALUE if operands.get(1)?.is_imm() => (Shape::Indirect, 2),
            op::DBG_VALUE => (Shape::Direct, 2),
            op::DBG_VALUE_LIST => (Shape::List, 0),
            op::DBG_INSTR_REF => (Shape::References, 0),
            _ => return None,
        };
        Some(Self {
            inst,
            shape,
            variable: metadata(at)?,
            expression: metadata(at + 1)?,
        })
    }

    /// The operand that is the expression.
    pub fn expression_operand<'f>(&self, function: &'f MachineFunction) -> &'f Operand {
        &function.operands(self.inst)[self.expression_at()]
    }

    fn expression_at(&self) -> usize {
        match self.shape {
            Shape::Direct | Shape::Indirect => 3,
            Shape::List | Shape::References => 1,
        }
    }

    /// What the expression says, with the dereferences that were added to it.
    pub fn said(
        &self,
        function: &MachineFunction,
        module: &Module,
        table: &ExpressionTable,
    ) -> Expression {
        let derefs = self.expression_operand(function).derefs();
        let mut expression = table.expression(module, self.expression);
        for argument in 0..self.places(function).len() {
            if derefs.after_argument(argument) {
                expression = expression.with_argument_changed(argument as u64, &[deref_step()]);
            }
        }
        expression.prepended(std::iter::repeat_n(deref_step(), derefs.before()))
    }

    /// Gives it another expression.
    pub fn set_expression(&self, function: &mut MachineFunction, id: MetadataId) {
        function.replace_operand(self.inst, self.expression_at(), Operand::metadata(id));
    }

    /// The places that it speaks of.
    pub fn places<'f>(&self, function: &'f MachineFunction) -> &'f [Operand] {
        debug_places(function, self.inst)
    }

    /// The variable, all of it.
    pub fn key(&self, function: &MachineFunction, module: &Module) -> VariableKey {
        let location = function.debug_loc(self.inst).expand();
        VariableKey {
            variable: self.variable,
            inlined_at: location.and_then(|id| inlined_at(function, module, id)),
            part: None,
        }
    }

    /// The variable, and which part of it.
    pub fn part_key(&self, function: &MachineFunction, module: &Module) -> VariableKey {
        let node = function.own_expressions.node(module, self.expression);
        VariableKey {
            part: node.and_then(fragment_of),
            ..self.key(function, module)
        }
    }
}

/// Where the code at a debug location was inlined.
pub fn inlined_at(
    function: &MachineFunction,
    module: &Module,
    location: MetadataId,
) -> Option<MetadataId> {
    if let Some(own) = function.own_locations.get(location) {
        return own.inlined_at;
    }
    match module.metadata.nodes.get(location)? {
        MetadataData::Location(node) => node.inlined_at.expand(),
        _ => None,
    }
}

/// Whether an instruction says where a variable is.
pub fn is_debug_value(function: &MachineFunction, inst: Inst) -> bool {
    matches!(function.opcode(inst), op::DBG_VALUE | op::DBG_VALUE_LIST)
}

/// The places that a debug value speaks of.
pub fn debug_places(function: &MachineFunction, value: Inst) -> &[Operand] {
    let operands = function.operands(value);
    let places = match function.opcode(value) {
        op::DBG_VALUE => operands.get(..1),
        _ => operands.get(2..),
    };
    places.unwrap_or_default()
}

/// The variable that a debug value speaks of.
pub fn variable_of(function: &MachineFunction, value: Inst) -> Option<MetadataId> {
    DebugValue::of(function, value).map(|value| value.variable)
}
