//! Sets kill, dead and definition flags on instructions, with overlapping physical registers.

use crate::{Inst, MachineFunction, Op, Operand, OperandFlags, Reg};
use avarice_target::{PhysReg, TargetDesc};
use smallvec::SmallVec;

use crate::inst_facts::is_asm_operand;

/// Whether `sub` is a proper part of `reg`.
fn is_part(target: &TargetDesc, reg: PhysReg, sub: PhysReg) -> bool {
    target.reg(sub).super_regs.contains(&reg)
}

/// Marks the use of `reg` in `inst` as a kill. With `add`, an implicit use is added if there is none.
/// A kill of a larger register counts; kills of parts become superfluous. Returns whether `reg` is
/// killed by `inst` now.
pub fn add_killed(function: &mut MachineFunction, inst: Inst, reg: Reg, add: bool) -> bool {
    let target = function.target;
    let phys = reg.as_physical();
    let mut found = false;
    let mut parts: SmallVec<[Op; 4]> = SmallVec::new();
    for op in function.op_ids(inst) {
        let operand = *function.op(op);
        if !operand.is_use()
            || operand
                .flags()
                .intersects(OperandFlags::UNDEF | OperandFlags::DEBUG)
        {
            continue;
        }
        let other = operand.as_reg();
        if other == reg {
            if found {
                continue;
            }
            if operand.has(OperandFlags::KILL) || phys.is_some() && operand.tied_to().is_some() {
                return true;
            }
            function.op_mut(op).set(OperandFlags::KILL, true);
            found = true;
        } else if let (Some(phys), Some(other)) = (phys, other.as_physical())
            && operand.has(OperandFlags::KILL)
        {
            if is_part(target, other, phys) {
                return true;
            }
            if is_part(target, phys, other) {
                parts.push(op);
            }
        }
    }
    clear_parts(function, inst, &parts, OperandFlags::KILL);
    if !found && add {
        let flags = OperandFlags::IMPLICIT | OperandFlags::KILL;
        function.push_operand(inst, Operand::reg(reg).with(flags));
        return true;
    }
    found
}

/// Marks the definitions of `reg` in `inst` as dead. With `add`, an implicit dead definition is added if
/// there is none. Returns whether `inst` has a dead definition of `reg` now.
pub fn add_dead(function: &mut MachineFunction, inst: Inst, reg: Reg, add: bool) -> bool {
    let target = function.target;
    let phys = reg.as_physical();
    let mut found = false;
    let mut parts: SmallVec<[Op; 4]> = SmallVec::new();
    for op in function.op_ids(inst) {
        let operand = *function.op(op);
        if !operand.is_def() {
            continue;
        }
        let other = operand.as_reg();
        if other == reg {
            function.op_mut(op).set(OperandFlags::DEAD, true);
            found = true;
        } else if let (Some(phys), Some(other)) = (phys, other.as_physical())
            && operand.has(OperandFlags::DEAD)
        {
            if is_part(target, other, phys) {
                return true;
            }
            if is_part(target, phys, other) {
                parts.push(op);
            }
        }
    }
    clear_parts(function, inst, &parts, OperandFlags::DEAD);
    if !found && add {
        let flags = OperandFlags::IMPLICIT | OperandFlags::DEF | OperandFlags::DEAD;
        function.push_operand(inst, Operand::reg(reg).with(flags));
        return true;
    }
    found
}

/// Removes implicit operands whose mark a larger register took over; clears it on explicit ones, and on those
/// that inline assembly names.
fn clear_parts(function: &mut MachineFunction, inst: Inst, parts: &[Op], mark: OperandFlags) {
    for op in parts.iter().rev() {
        let operand = function.op(*op);
        let at = function.op_index(*op);
        if operand.has(OperandFlags::IMPLICIT)
            && operand.tied_to().is_none()
            && !is_asm_operand(function, inst, at)
        {
            function.remove_operand(inst, at);
        } else {
            function.op_mut(*op).set(mark, false);
        }
    }
}

/// Adds an implicit definition of `reg` unless `inst` defines it, or a register that contains it, fully.
pub fn add_defined(function: &mut MachineFunction, inst: Inst, reg: PhysReg) {
    let target = function.target;
    let defines = function.operands(inst).iter().any(|operand| {
        let other = operand.as_reg().as_physical().filter(|_| operand.is_def());
        other.is_some_and(|other| {
            other == reg && operand.sub_reg().is_none() || is_part(target, other, reg)
        })
    });
    if !defines {
        function.push_operand(inst, Operand::implicit_def(reg));
    }
}

/// Clears the kill mark on the first killed use of `reg`.
pub fn clear_kill(function: &mut MachineFunction, inst: Inst, reg: Reg) {
    for op in function.op_ids(inst) {
        let operand = function.op_mut(op);
        if operand.is_use() && operand.has(OperandFlags::KILL) && operand.as_reg() == reg {
            operand.set(OperandFlags::KILL, false);
            return;
        }
    }
}

/// Whether `inst` has a killed use of exactly `reg`, or of a physical register that contains it.
pub fn kills(function: &MachineFunction, inst: Inst, reg: Reg) -> bool {
    function.operands(inst).iter().any(|operand| {
        operand.is_use() && operand.has(OperandFlags::KILL) && operand.as_reg() == reg
    })
}
