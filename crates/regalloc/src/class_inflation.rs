//! Widening the class of a register to the largest that its uses allow.

use avarice_mir::{MachineFunction, Op, OperandFlags, VReg};
use avarice_target::RegClass;

use avarice_mir::inst_facts::is_inline_asm;

/// Gives `reg` the largest class that all its operands allow. Returns whether that is another one.
pub fn recompute_class(function: &mut MachineFunction, reg: VReg) -> bool {
    let target = function.target;
    let old = function.class(reg);
    let mut new = target.class(old).largest_legal_super;
    if new == old {
        return false;
    }
    for op in function.reg_ops(reg) {
        let operand = function.op(op);
        if operand.has(OperandFlags::DEBUG) {
            continue;
        }
        let inst = function.op_inst(op);
        if is_inline_asm(function, inst) {
            return false;
        }
        match constraint_effect(function, op, new) {
            Some(class) if class != old => new = class,
            _ => return false,
        }
    }
    function.set_class(reg, new);
    true
}

/// The largest class within `class` that operand `op` allows for its register.
pub fn constraint_effect(function: &MachineFunction, op: Op, class: RegClass) -> Option<RegClass> {
    let target = function.target;
    let inst = function.op_inst(op);
    let row = function.desc(inst).operands.get(function.op_index(op));
    let wanted = row.and_then(|row| row.class);
    let sub = function.op(op).sub_reg();
    match (wanted, sub.is_none()) {
        (Some(wanted), true) => target.common_sub_class(class, wanted),
        (None, true) => Some(class),
        (Some(wanted), false) => target.matching_super_reg_class(class, wanted, sub),
        (None, false) => target.sub_class_with_sub_reg(class, sub),
    }
}
