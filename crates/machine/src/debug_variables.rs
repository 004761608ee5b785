//! Variables that debug values say something of.

use avarice_ir::metadata::{MetadataData, MetadataField, SpecialNode};
use avarice_ir::{MetadataId, Module};
use avarice_mir::{Inst, MachineFunction, Operand, OperandValue, Reg};
use avarice_target::op;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

/// A variable, or a copy of it where it was inlined, or a part of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableKey {
    /// Its node.
    pub variable: MetadataId,
    /// Where the function that declares it was inlined.
    pub inlined_at: Option<MetadataId>,
    /// Offset and size in bits.
    pub part: Option<(u64, u64)>,
}

/// A variable in the table, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariableId(u32);
entity_impl!(VariableId);

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: VariableKey,
    /// The debug value that says where it is, if that is known.
    value: Option<Inst>,
    /// The next variable with the same node.
    next: PackedOption<VariableId>,
}

/// Variables that were met since the table was cleared.
#[derive(Debug, Default)]
pub struct VariableTable {
    first: SecondaryMap<MetadataId, PackedOption<VariableId>>,
    known: PrimaryMap<VariableId, Known>,
}

impl VariableTable {
    /// Forgets all variables.
    pub fn clear(&mut self) {
        for known in self.known.values() {
            self.first[known.key.variable] = None.into();
        }
        self.known.clear();
    }

    /// The place of a variable, which may be new.
    pub fn id(&mut self, key: VariableKey) -> VariableId {
        let mut cursor = self.first[key.variable];
        while let Some(id) = cursor.expand() {
            if self.known[id].key == key {
                return id;
            }
            cursor = self.known[id].next;
        }
        let next = self.first[key.variable];
        let known = Known {
            key,
            value: None,
            next,
        };
        let id = self.known.push(known);
        self.first[key.variable] = id.into();
        id
    }

    /// The debug value that was set for a variable.
    pub fn value(&self, id: VariableId) -> Option<Inst> {
        self.known[id].value
    }

    /// Sets the debug value of a variable.
    pub fn set_value(&mut self, id: VariableId, value: Option<Inst>) {
        self.known[id].value = value;
    }
}

/// What a debug value says.
pub struct DebugValue {
    /// The whole variable.
    pub key: VariableKey,
    /// Of several arguments the first.
    pub location: Operand,
    /// What is done to it.
    pub expression: Operand,
    /// Whether it has several arguments.
    pub is_list: bool,
}

impl DebugValue {
    /// What `inst` says; `None` if it is no debug value.
    pub fn of(function: &MachineFunction, module: &Module, inst: Inst) -> Option<Self> {
        let is_list = match function.opcode(inst) {
            op::DBG_VALUE => false,
            op::DBG_VALUE_LIST => true,
            _ => return None,
        };
        let (variable, expression) = if is_list { (0, 1) } else { (2, 3) };
        let operands = function.operands(inst);
        let OperandValue::Metadata(variable) = operands.get(variable)?.value() else {
            return None;
        };
        let location = function.debug_loc(inst).expand();
        let inlined_at = location.and_then(|id| location_of(function, module, id));
        Some(Self {
            key: VariableKey {
                variable,
                inlined_at,
                part: None,
            },
            location: *location_operand(function, inst)?,
            expression: *operands.get(expression)?,
            is_list,
        })
    }

    /// The variable, and which part of it.
    pub fn part_key(&self, module: &Module) -> VariableKey {
        VariableKey {
            part: node_of(module, &self.expression).and_then(part_of),
            ..self.key
        }
    }

    /// Whether both say the same of where a variable is.
    pub fn is_same_place(&self, module: &Module, other: &Self) -> bool {
        let (a, b) = (&self.expression, &other.expression);
        let same_expression = a.derefs() == b.derefs()
            && (a.value() == b.value() || node_of(module, a) == node_of(module, b));
        let reg: Reg = self.location.as_reg();
        reg == other.location.as_reg() && same_expression
    }
}

/// The first operand of a debug value that says where its variable is.
pub fn location_operand(function: &MachineFunction, inst: Inst) -> Option<&Operand> {
    let at = if function.opcode(inst) == op::DBG_VALUE_LIST {
        2
    } else {
        0
    };
    function.operands(inst).get(at)
}

/// Where the code at a debug location was inlined.
fn location_of(function: &MachineFunction, module: &Module, id: MetadataId) -> Option<MetadataId> {
    if let Some(own) = function.own_locations.get(id) {
        return own.inlined_at;
    }
    match module.metadata.nodes.get(id)? {
        MetadataData::Special(node) => node.node("inlinedAt"),
        _ => None,
    }
}

fn node_of<'m>(module: &'m Module, operand: &Operand) -> Option<&'m SpecialNode> {
    let OperandValue::Metadata(id) = operand.value() else {
        return None;
    };
    match module.metadata.nodes.get(id)? {
        MetadataData::Special(node) => Some(node),
        _ => None,
    }
}

/// Offset and size in bits of the part of a variable that an expression is for.
fn part_of(expression: &SpecialNode) -> Option<(u64, u64)> {
    fn text(field: &MetadataField) -> Option<&str> {
        match field {
            MetadataField::Text(text) => Some(text),
            _ => None,
        }
    }
    let [.., (_, operation), (_, offset), (_, size)] = &expression.fields[..] else {
        return None;
    };
    if text(operation)? != "DW_OP_LLVM_fragment" {
        return None;
    }
    Some((text(offset)?.parse().ok()?, text(size)?.parse().ok()?))
}
