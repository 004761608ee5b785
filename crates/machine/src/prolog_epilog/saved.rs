//! Which registers a function changes that its caller wants back.

use avarice_ir::Module;
use avarice_mir::{Inst, MachineFunction, MirFlags, OperandValue};
use avarice_target::{InstrFlags, PhysReg};

/// The callee-saved registers that the function changes, in the order of their list; none if it has no prologue.
pub fn changed_registers(module: &Module, function: &MachineFunction) -> Vec<PhysReg> {
    if function.target_info.is_naked {
        return Vec::new();
    }
    let all = function
        .mir_info
        .flags
        .contains(MirFlags::CALLS_UNWIND_INIT);
    let lost = function.saved_and_lost_in_calls();
    let has_rows = function.ir_attrs(module).has("uwtable");
    let saved = function.callee_saved().iter().copied();
    saved
        .filter(|saved| {
            all || lost.contains(saved) || is_changed(module, function, *saved, has_rows)
        })
        .collect()
}

/// Whether some instruction writes `reg` or what overlaps it, other than calls after which nothing of the caller runs.
fn is_changed(module: &Module, function: &MachineFunction, reg: PhysReg, has_rows: bool) -> bool {
    let desc = function.target.reg(reg);
    let parts = desc.sub_regs.iter().map(|(_, part)| *part);
    let mut aliases = parts.chain([reg]).chain(desc.super_regs.iter().copied());
    aliases.any(|alias| {
        let mut defs = function.defs(alias);
        defs.any(|def| has_rows || !is_last_call(module, function, function.op_inst(def)))
    })
}

/// Whether `inst` is a call that neither returns nor unwinds, at the end of everything.
fn is_last_call(module: &Module, function: &MachineFunction, inst: Inst) -> bool {
    let ends = |block| function.blocks[block].succs.is_empty();
    if !function.desc(inst).has(InstrFlags::CALL) || !function.inst_block(inst).is_some_and(ends) {
        return false;
    }
    let callee = function
        .operands(inst)
        .iter()
        .find_map(|operand| match operand.value() {
            OperandValue::Global(global, ..) => module.globals[global].function(),
            _ => None,
        });
    callee.is_some_and(|callee| {
        let attrs = module.attrs(callee.attrs.function);
        attrs.has("noreturn") && attrs.has("nounwind")
    })
}
