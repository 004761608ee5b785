//! Moves that clear the upper half of a register, where an instruction has cleared it.
//!
//! ```text
//!   %1:gr32 = ADD32rr …
//!   %2:gr32 = MOV32rr %1                                  gone: every instruction of 32 bits clears the rest
//!   %3:gr64 = SUBREG_TO_REG 0, %2, %subreg.sub_32bit      %3:gr64 = SUBREG_TO_REG 0, %1, %subreg.sub_32bit
//! ```
//!
//! Which instruction defines a value is only known when it is selected, which is after its users.

use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};

use crate::{TARGET, class, op};

/// Removes such moves.
pub(super) fn remove(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if function.opcode(inst) == op::MOV32rr {
                remove_extension(function, inst);
            }
        }
    }
}

fn remove_extension(function: &mut MachineFunction, inst: Inst) {
    let (to, from) = (*function.operand(inst, 0), *function.operand(inst, 1));
    let is_plain = to.sub_reg().is_none()
        && from.sub_reg().is_none()
        && !from.has(OperandFlags::UNDEF)
        && function.num_operands(inst) == 2;
    let regs = to.as_reg().as_virtual().zip(from.as_reg().as_virtual());
    let Some((to, from)) = regs.filter(|_| is_plain) else {
        return;
    };
    let clears = function.unique_def(from).is_some_and(|def| {
        let operand = function.operand(def, 0);
        let row = function.desc(def);
        let is_wide = row.operands.first().and_then(|first| first.class);
        let is_wide = is_wide.is_some_and(|class| TARGET.class(class).size_bits == 32);
        is_wide && operand.as_reg() == from.into() && operand.sub_reg().is_none()
    });
    if !clears || !is_general(function, from) || !is_general(function, to) {
        return;
    }
    if function
        .constrain_class(from, function.class(to), 0)
        .is_some()
    {
        function.remove_inst(inst);
        function.replace_reg(to, from);
        function.clear_kill_flags(from);
    }
}

fn is_general(function: &MachineFunction, reg: VReg) -> bool {
    let own = function.class(reg);
    own == class::GR32 || TARGET.class(own).has_super_class(class::GR32)
}
