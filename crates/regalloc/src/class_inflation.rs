//! Widening the class of a register to the largest that its uses allow.

use avarice_mir::{MachineFunction, OperandFlags, VReg};
use avarice_target::{RegClass, SubRegIdx, TargetDesc};

use crate::inst_facts::is_inline_asm;

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
        let row = function.desc(inst).operands.get(function.op_index(op));
        let wanted = row.and_then(|row| row.class);
        let sub = operand.sub_reg();
        let narrowed = match wanted {
            Some(wanted) if sub.is_none() => target.common_sub_class(new, wanted),
            None if sub.is_none() => Some(new),
            _ => sub_class_with(target, new, sub, wanted),
        };
        match narrowed {
            Some(class) if class != old => new = class,
            _ => return false,
        }
    }
    function.vregs[reg].class = new;
    true
}

/// The largest class within `class` all of whose registers have a part `sub`, in class `part` if that is
/// given.
pub fn sub_class_with(
    target: &TargetDesc,
    class: RegClass,
    sub: SubRegIdx,
    part: Option<RegClass>,
) -> Option<RegClass> {
    (0..target.classes.len())
        .map(RegClass::from_index)
        .find(|candidate| {
            let row = target.class(*candidate);
            let within = *candidate == class || row.has_super_class(class);
            within
                && !row.order.is_empty()
                && row.order.iter().all(|reg| {
                    let sub = target.sub_reg(*reg, sub);
                    !sub.is_none() && part.is_none_or(|part| target.class(part).contains(sub))
                })
        })
}
