//! `processimpdefs`: removes implicit definitions of virtual registers and marks their readers.
//!
//! ```text
//!   %1 = IMPLICIT_DEF
//!   %2 = ADD32rr %0, %1        becomes     %2 = ADD32rr %0, undef %1
//! ```

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, Reg};
use avarice_target::op;

use avarice_machine::pass::{Analysis, MachinePass, When, on_functions};

/// `processimpdefs`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_ALLOCATION,
    preserves: Analysis::all(),
    after: &["detect-dead-lanes"],
    ..MachinePass::new("processimpdefs", "Process Implicit Definitions", || {
        on_functions(run)
    })
};

/// Removes implicit definitions.
///
/// # Requires
/// Machine SSA.
///
/// # Ensures
/// No `IMPLICIT_DEF` of a virtual register is left whose readers could be marked `undef` instead;
/// copies, PHIs and sub-register insertions that read nothing else are gone too.
///
/// # Preserves
/// The CFG.
pub fn run(function: &mut MachineFunction) {
    let work_list = &mut Vec::new();
    for at in 0..function.layout.len() {
        let block: Block = function.layout[at];
        work_list.clear();
        work_list.extend(
            function
                .block_insts(block)
                .filter(|i| function.opcode(*i) == op::IMPLICIT_DEF),
        );
        while let Some(inst) = work_list.pop() {
            process(function, inst, work_list);
        }
    }
}

fn process(function: &mut MachineFunction, inst: Inst, work_list: &mut Vec<Inst>) {
    let reg = function.operand(inst, 0).as_reg();
    if reg.is_virtual() {
        let mut cursor = function.first_reg_op(reg);
        while let Some(op) = cursor {
            cursor = function.next_reg_op(op);
            let operand = function.op_mut(op);
            if operand.is_def() || operand.has(OperandFlags::DEBUG) {
                continue;
            }
            operand.set(OperandFlags::UNDEF, true);
            let user = function.op_inst(op);
            if reads_nothing(function, user) {
                function.set_opcode(user, op::IMPLICIT_DEF);
                if !work_list.contains(&user) {
                    work_list.push(user);
                }
            }
        }
        function.remove_inst(inst);
    } else if mark_next_user(function, inst, reg) {
        function.remove_inst(inst);
    } else {
        for at in (1..function.num_operands(inst)).rev() {
            function.remove_operand(inst, at);
        }
    }
}

/// Whether an instruction only moves values, and reads none.
fn reads_nothing(function: &MachineFunction, inst: Inst) -> bool {
    let moves = matches!(
        function.opcode(inst),
        op::COPY | op::SUBREG_TO_REG | op::INSERT_SUBREG | op::REG_SEQUENCE | op::PHI
    );
    moves
        && !function
            .operands(inst)
            .iter()
            .any(|o| o.is_use() && o.reads_reg())
}

/// Marks the uses of a physical register in the next instruction of the block that has an overlapping
/// operand. Returns whether there is one.
fn mark_next_user(function: &mut MachineFunction, inst: Inst, reg: Reg) -> bool {
    let Some(reg) = reg.as_physical() else {
        return false;
    };
    let mut next = function.next_inst(inst);
    while let Some(user) = next {
        let mut found = false;
        for op in function.op_ids(user) {
            let other = function.op(op).as_reg().as_physical();
            if other.is_some_and(|other| function.target.regs_overlap(reg, other)) {
                found = true;
                if function.op(op).is_use() {
                    function.op_mut(op).set(OperandFlags::UNDEF, true);
                }
            }
        }
        if found {
            return true;
        }
        next = function.next_inst(user);
    }
    false
}
