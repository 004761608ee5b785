//! `removeredundantdebugvalues`: debug values that say what is known already.
//!
//! ```text
//!   DBG_VALUE $edi, …, !"x"     removed: another value follows at once
//!   DBG_VALUE $esi, …, !"x"
//!   …  nothing that changes $esi
//!   DBG_VALUE $esi, …, !"x"     removed: that is still where it is
//! ```

use avarice_ir::debug_info::DebugInfo;
use avarice_ir::metadata::{MetadataData, MetadataField, SpecialNode};
use avarice_ir::{MetadataId, Module};
use avarice_mir::inst_facts::modifies_phys_reg;
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandValue, Reg};
use avarice_target::{InstrFlags, PhysReg, op};
use avarice_trace::Log;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};

/// `removeredundantdebugvalues`.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// Of debug values of the same part of a variable with no instruction between, only the last is there, unless it is a
/// constant; and in a block none that says where a variable is already.
///
/// # Preserves
/// All code but debug values.
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    preserves: Analysis::all(),
    after: &["virtregrewriter", "regallocfast", "machine-cp"],
    ..MachinePass::new(
        "removeredundantdebugvalues",
        "Remove Redundant DEBUG_VALUE analysis",
        || Box::<Scratch>::default(),
    )
};

/// A variable, or a copy of it where it was inlined, or a part of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct VariableKey {
    variable: MetadataId,
    inlined_at: Option<MetadataId>,
    /// Offset and size in bits.
    part: Option<(u64, u64)>,
}

/// A variable in the table, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct VariableId(u32);
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
struct VariableTable {
    first: SecondaryMap<MetadataId, PackedOption<VariableId>>,
    known: PrimaryMap<VariableId, Known>,
}

impl VariableTable {
    fn clear(&mut self) {
        for known in self.known.values() {
            self.first[known.key.variable] = None.into();
        }
        self.known.clear();
    }

    fn id(&mut self, key: VariableKey) -> VariableId {
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

    fn value(&self, id: VariableId) -> Option<Inst> {
        self.known[id].value
    }

    fn set_value(&mut self, id: VariableId, value: Option<Inst>) {
        self.known[id].value = value;
    }
}

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    table: VariableTable,
    held: Held,
    redundant: Vec<Inst>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let global = unit.function.ir_function;
        let info = DebugInfo::of(unit.module);
        let Some((info, global)) = info.zip(global) else {
            return Ok(());
        };
        if info.subprogram(global).is_none() {
            return Ok(());
        }
        for at in 0..unit.function.layout.len() {
            let block = unit.function.layout[at];
            self.find_overwritten(&unit.function, unit.module, block);
            self.remove(&mut unit.function);
            self.find_repeated(&unit.function, unit.module, block);
            self.remove(&mut unit.function);
        }
        Ok(())
    }
}

impl Scratch {
    fn remove(&mut self, function: &mut MachineFunction) {
        for inst in self.redundant.drain(..) {
            function.remove_inst(inst);
        }
    }

    /// Finds debug values that another one follows without an instruction between. Constants stay.
    fn find_overwritten(&mut self, function: &MachineFunction, module: &Module, block: Block) {
        self.table.clear();
        for inst in function.block_insts_rev(block) {
            let Some(value) = DebugValue::of(function, module, inst) else {
                self.table.clear();
                continue;
            };
            let id = self.table.id(value.part_key(module));
            let is_known = self.table.value(id).is_some();
            let is_constant = !value.is_list && !value.location.is_reg();
            if is_constant {
                self.table.set_value(id, (!is_known).then_some(inst));
            } else if is_known {
                self.redundant.push(inst);
            } else {
                self.table.set_value(id, Some(inst));
            }
        }
        self.table.clear();
    }

    /// Finds debug values that say that a variable is where it is.
    fn find_repeated(&mut self, function: &MachineFunction, module: &Module, block: Block) {
        self.held.begin(function);
        for inst in function.block_insts(block) {
            if let Some(value) = DebugValue::of(function, module, inst) {
                let id = self.table.id(value.key);
                let known = self.table.value(id);
                let before = known.and_then(|inst| DebugValue::of(function, module, inst));
                if value.is_list && before.is_some() || !value.location.is_reg() {
                    self.table.set_value(id, None);
                } else if before.is_some_and(|before| before.is_same_place(module, &value)) {
                    self.redundant.push(inst);
                } else {
                    self.table.set_value(id, Some(inst));
                    self.held.add(value.location.as_reg(), id);
                }
            } else if !function.desc(inst).has(InstrFlags::META) {
                self.forget_changed(function, inst);
            }
        }
        self.table.clear();
    }

    /// Forgets where variables are whose register `inst` changes.
    fn forget_changed(&mut self, function: &MachineFunction, inst: Inst) {
        let mut at = 0;
        while let Some(reg) = self.held.registers.get(at).copied() {
            if !modifies_phys_reg(function, inst, reg) {
                at += 1;
                continue;
            }
            self.held.registers.swap_remove(at);
            for id in self.held.variables[reg.index()].drain(..) {
                let value = self.table.value(id);
                let location = value.and_then(|value| location_operand(function, value));
                if location.is_some_and(|location| location.as_reg() == reg.into()) {
                    self.table.set_value(id, None);
                }
            }
        }
    }
}

/// Which variables were said to be in which register. A variable may be elsewhere by now.
#[derive(Debug, Default)]
struct Held {
    /// Registers with variables.
    registers: Vec<PhysReg>,
    /// By register.
    variables: Vec<Vec<VariableId>>,
}

impl Held {
    /// Begins a block: no register has variables.
    fn begin(&mut self, function: &MachineFunction) {
        for reg in self.registers.drain(..) {
            self.variables[reg.index()].clear();
        }
        self.variables
            .resize(function.target.registers.len(), Vec::new());
    }

    fn add(&mut self, reg: Reg, variable: VariableId) {
        let Some(reg) = reg.as_physical() else {
            return;
        };
        let variables = &mut self.variables[reg.index()];
        if variables.is_empty() {
            self.registers.push(reg);
        }
        variables.push(variable);
    }
}

/// What a debug value says.
struct DebugValue {
    key: VariableKey,
    /// Of several arguments the first.
    location: Operand,
    expression: Operand,
    is_list: bool,
}

impl DebugValue {
    /// What `inst` says; `None` if it is no debug value.
    fn of(function: &MachineFunction, module: &Module, inst: Inst) -> Option<Self> {
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
    fn part_key(&self, module: &Module) -> VariableKey {
        VariableKey {
            part: node_of(module, &self.expression).and_then(part_of),
            ..self.key
        }
    }

    /// Whether both say the same of where a variable is.
    fn is_same_place(&self, module: &Module, other: &Self) -> bool {
        let (a, b) = (&self.expression, &other.expression);
        let same_expression = a.derefs() == b.derefs()
            && (a.value() == b.value() || node_of(module, a) == node_of(module, b));
        let reg: Reg = self.location.as_reg();
        reg == other.location.as_reg() && same_expression
    }
}

/// The first operand of a debug value that says where its variable is.
fn location_operand(function: &MachineFunction, inst: Inst) -> Option<&Operand> {
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
