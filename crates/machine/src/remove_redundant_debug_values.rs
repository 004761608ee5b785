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
use avarice_mir::{Block, Inst, MachineFunction, Reg};
use avarice_target::{InstrFlags, PhysReg};
use avarice_trace::Log;

use crate::debug_variables::{DebugValue, VariableId, VariableTable, location_operand};
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
