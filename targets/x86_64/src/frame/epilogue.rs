//! Epilogues.

use avarice_machine::prolog_epilog::blocks;
use avarice_mir::{Block, CfiInstruction, Inst, MachineFunction, MiFlags, MirFlags, Operand};
use avarice_target::{InstrFlags, PhysReg, op as generic};

use super::{Emitter, Plan, SLOT, call_frames, dwarf, location_from};
use crate::{TARGET, op, reg};

/// Registers that a return may change.
const FREE_AT_RETURN: [PhysReg; 8] = [
    reg::RAX,
    reg::RCX,
    reg::RDX,
    reg::RSI,
    reg::RDI,
    reg::R8,
    reg::R9,
    reg::R11,
];

/// Emits an epilogue before the terminators of `block`, which pops `saved`.
pub(super) fn emit(function: &mut MachineFunction, plan: &Plan, saved: &[PhysReg], block: Block) {
    let before = function.first_terminator(block);
    let pops = !saved.is_empty() || plan.frame_pointer;
    let free = before
        .filter(|_| !pops)
        .and_then(|inst| dead_register(function, inst));
    let at_end = before.map_or(None.into(), |inst| function.debug_loc(inst));
    let of_pops = location_from(function, before);
    let pushed = saved.len() as i64 * SLOT;
    let unknown_rsp = plan.realign.is_some() || function.frame.has_var_sized_objects;
    let mut adjust = plan.adjust as i64;
    if adjust != 0 || function.frame.has_var_sized_objects {
        adjust += call_frames::take_previous(function, (block, before));
    }
    let mut emit = Emitter {
        keeps_flags: needs_flags(function, block),
        block,
        before,
        flags: MiFlags::FRAME_DESTROY,
        location: if saved.is_empty() { at_end } else { of_pops },
        moves: plan.moves,
        function,
    };
    emit.restore_vectors();
    if unknown_rsp {
        emit.flags = MiFlags::empty();
        match pushed {
            0 => {
                let [top, frame] = [Operand::def(reg::RSP), Operand::reg(reg::RBP)];
                emit.build(op::MOV64rr, &[top, frame]);
            }
            _ => emit.load_address(reg::RSP, reg::RBP, -pushed),
        }
        emit.flags = MiFlags::FRAME_DESTROY;
    } else {
        give_back(&mut emit, adjust, free);
        if adjust != 0 && !plan.frame_pointer {
            emit.cfi(CfiInstruction::DefCfaOffset(SLOT + pushed));
        }
    }
    let mut cfa = SLOT + pushed;
    for register in saved {
        emit.location = of_pops;
        emit.build(op::POP64r, &[Operand::def(*register)]);
        cfa -= SLOT;
        if !plan.frame_pointer {
            emit.cfi(CfiInstruction::DefCfaOffset(cfa));
        }
    }
    emit.location = at_end;
    if plan.frame_pointer {
        emit.build(op::POP64r, &[Operand::def(reg::RBP)]);
        emit.cfi(CfiInstruction::DefCfa(dwarf(reg::RSP), SLOT));
    }
    emit_restore_rows(&mut emit, plan, block);
}

/// Adds `bytes` to the stack pointer.
fn give_back(emit: &mut Emitter<'_>, bytes: i64, free: Option<PhysReg>) {
    match (bytes, free) {
        (0, _) => {}
        (SLOT, Some(free)) => {
            emit.build(op::POP64r, &[Operand::def(free)]);
        }
        _ if i32::try_from(bytes).is_err() => emit.move_far(bytes, free),
        (1.., _) => emit.adjust(op::ADD64ri32, bytes),
        _ => emit.adjust(op::SUB64ri32, -bytes),
    }
}

/// Says that registers have the caller's values again, where code of the function follows.
fn emit_restore_rows(emit: &mut Emitter<'_>, plan: &Plan, block: Block) {
    if emit.function.blocks[block].succs.is_empty() {
        return;
    }
    for at in 0..emit.function.frame.callee_saved.len() {
        let (register, _) = emit.function.frame.callee_saved[at];
        emit.unmarked_cfi(CfiInstruction::Restore(dwarf(register)));
    }
    if plan.frame_pointer && !blocks::returns(emit.function, block) {
        emit.cfi(CfiInstruction::Restore(dwarf(reg::RBP)));
    }
}

/// Whether the flags are read by the terminators of `block`, or by what follows.
fn needs_flags(function: &MachineFunction, block: Block) -> bool {
    let first = function.first_terminator(block);
    for inst in std::iter::successors(first, |inst| function.next_inst(*inst)) {
        let flags = reg::EFLAGS.into();
        let mut named = function
            .operands(inst)
            .iter()
            .filter(|operand| operand.as_reg() == flags);
        match named.clone().any(|operand| operand.is_use()) {
            true => return true,
            false if named.next().is_some() => return false,
            false => {}
        }
    }
    let succs = &function.blocks[block].succs;
    succs
        .iter()
        .any(|succ| function.is_live_in(*succ, reg::EFLAGS))
}

/// A caller-saved register that the return `inst` does not read.
fn dead_register(function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
    let opcode = function.opcode(inst);
    let returns = function.desc(inst).has(InstrFlags::RETURN) || opcode == generic::PATCHABLE_RET;
    let is_last = !function.mir_info.flags.contains(MirFlags::CALLS_EH_RETURN);
    let is_free = |candidate: &PhysReg| {
        let operands = function
            .operands(inst)
            .iter()
            .filter(|operand| operand.is_use());
        let mut read = operands.filter_map(|operand| operand.as_reg().as_physical());
        !read.any(|register| TARGET.regs_overlap(register, *candidate))
            && !function.callee_saved().contains(candidate)
    };
    let mut candidates = FREE_AT_RETURN.into_iter().filter(|_| returns && is_last);
    candidates.find(is_free)
}
