//! Kill marks of physical registers, set anew for a block.

use avarice_mir::{Block, Inst, MachineFunction, MiFlags, OperandFlags, OperandKind, inst_facts};

use crate::live_reg_units::LiveRegUnits;

/// Marks the last reads of registers in `block`.
///
/// # Requires
/// Live-in lists of successors.
///
/// # Ensures
/// A read is marked if no part of the register is live after it, unless it is reserved.
pub fn fix_kills(
    function: &mut MachineFunction,
    block: Block,
    reserved: &[bool],
    live: &mut LiveRegUnits,
) {
    live.begin_function(function);
    live.add_live_outs_of_frame(function, block);
    let mut cursor = function.blocks[block].last.expand();
    while let Some(last) = cursor {
        let head = function.bundle_head(last);
        cursor = function.prev_inst(head);
        if inst_facts::is_debug_or_probe(function, head) {
            continue;
        }
        remove_defs(function, head, live);
        if head == last {
            mark(function, head, reserved, live, Adding::Reads);
            continue;
        }
        // The head repeats what the others read.
        mark(function, head, reserved, live, Adding::Nothing);
        let mut member = last;
        while member != head {
            if !inst_facts::is_debug_or_probe(function, member) {
                mark(function, member, reserved, live, Adding::Reads);
            }
            let Some(prev) = function.prev_inst(member) else {
                break;
            };
            member = prev;
        }
    }
}

/// Removes what an instruction or its bundle defines or clobbers.
fn remove_defs(function: &MachineFunction, head: Inst, live: &mut LiveRegUnits) {
    let mut cursor = Some(head);
    while let Some(inst) = cursor {
        for operand in function.operands(inst) {
            match operand.as_reg().as_physical() {
                Some(reg) if operand.is_def() => live.remove(function, reg),
                _ if operand.kind() == OperandKind::RegMask => {
                    live.remove_clobbered(function, operand);
                }
                _ => {}
            }
        }
        let has_more = function.insts[inst].flags.contains(MiFlags::BUNDLED_SUCC);
        cursor = function.next_inst(inst).filter(|_| has_more);
    }
}

/// What becomes live above an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Adding {
    Reads,
    Nothing,
}

fn mark(
    function: &mut MachineFunction,
    inst: Inst,
    reserved: &[bool],
    live: &mut LiveRegUnits,
    adding: Adding,
) {
    for op in function.op_ids(inst) {
        let operand = function.op(op);
        let Some(reg) = operand.as_reg().as_physical() else {
            continue;
        };
        if !operand.reads_reg() {
            continue;
        }
        let is_reserved = reserved.get(reg.index()).copied().unwrap_or(false);
        let is_kill = live.is_available(function, reg) && !is_reserved;
        if operand.has(OperandFlags::KILL) != is_kill {
            function.op_mut(op).set(OperandFlags::KILL, is_kill);
        }
        if adding == Adding::Reads {
            live.add(function, reg);
        }
    }
}
