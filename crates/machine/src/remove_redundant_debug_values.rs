//! `removeredundantdebugvalues`: debug values that say what is known already.
//!
//! ```text
//!   DBG_VALUE $edi, …, !"x"     removed: another value follows at once
//!   DBG_VALUE $esi, …, !"x"
//!   …  nothing that changes $esi
//!   DBG_VALUE $esi, …, !"x"     removed: that is still where it is
//! ```

use avarice_ir::Module;
use avarice_ir::debug_info::DebugInfo;
use avarice_mir::inst_facts::modifies_phys_reg;
use avarice_mir::{Block, Inst, MachineFunction, Operand, Reg};
use avarice_target::{InstrFlags, PhysReg};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::debug_values::{
    DebugValue, Shape, VariableId, VariableKey, VariableTable, debug_places,
};

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
    after: &["virtregrewriter", "regallocfast", "stack-slot-coloring"],
    ..MachinePass::new(
        "removeredundantdebugvalues",
        "Remove Redundant DEBUG_VALUE analysis",
        || Box::<Scratch>::default(),
    )
};

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    table: VariableTable,
    /// The debug value that says where a variable is, if that is known.
    known: SecondaryMap<VariableId, PackedOption<Inst>>,
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

    /// The variable of a key; nothing is known of it at first mention.
    fn id(&mut self, key: VariableKey) -> VariableId {
        let count = self.table.len();
        let id = self.table.id(key);
        if self.table.len() > count {
            self.known[id] = None.into();
        }
        id
    }

    /// Finds debug values that another one follows without an instruction between. Constants stay.
    fn find_overwritten(&mut self, function: &MachineFunction, module: &Module, block: Block) {
        self.table.clear();
        for inst in function.block_insts_rev(block) {
            let Some((value, place)) = located(function, inst) else {
                self.table.clear();
                continue;
            };
            let id = self.id(value.part_key(function, module));
            let is_known = self.known[id].is_some();
            let is_constant = value.shape != Shape::List && !place.is_reg();
            if is_constant {
                self.known[id] = (!is_known).then_some(inst).into();
            } else if is_known {
                self.redundant.push(inst);
            } else {
                self.known[id] = inst.into();
            }
        }
        self.table.clear();
    }

    /// Finds debug values that say that a variable is where it is.
    fn find_repeated(&mut self, function: &MachineFunction, module: &Module, block: Block) {
        self.held.begin(function);
        for inst in function.block_insts(block) {
            if let Some((value, place)) = located(function, inst) {
                let id = self.id(value.key(function, module));
                let known = self.known[id].expand();
                let before = known.and_then(|inst| located(function, inst));
                if value.shape == Shape::List && before.is_some() || !place.is_reg() {
                    self.known[id] = None.into();
                } else if before.is_some_and(|before| is_same(function, module, &before, &value)) {
                    self.redundant.push(inst);
                } else {
                    self.known[id] = inst.into();
                    self.held.add(place.as_reg(), id);
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
                let value = self.known[id].expand();
                let place = value.and_then(|value| debug_places(function, value).first());
                if place.is_some_and(|place| place.as_reg() == reg.into()) {
                    self.known[id] = None.into();
                }
            }
        }
    }
}

/// A `DBG_VALUE` or `DBG_VALUE_LIST`, and the first place that it speaks of.
fn located(function: &MachineFunction, inst: Inst) -> Option<(DebugValue, Operand)> {
    let value = DebugValue::of(function, inst)?;
    let place = value.places(function).first()?;
    (value.shape != Shape::References).then_some((value, *place))
}

/// Whether a debug value says of a place what the one before said.
fn is_same(
    function: &MachineFunction,
    module: &Module,
    (before, place): &(DebugValue, Operand),
    value: &DebugValue,
) -> bool {
    let derefs = |value: &DebugValue| value.expression_operand(function).derefs();
    let index = module.expression_index();
    let said = |value: &DebugValue| index.canonical(value.expression);
    let reg = value.places(function).first().map(Operand::as_reg);
    reg == Some(place.as_reg()) && derefs(before) == derefs(value) && said(before) == said(value)
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
