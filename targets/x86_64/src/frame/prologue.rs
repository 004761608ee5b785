//! The prologue.

use avarice_machine::prolog_epilog::blocks;
use avarice_mir::{
    Block, CfiInstruction, MachineFunction, MiFlags, Operand, OperandFlags, StackProbe,
};
use avarice_target::PhysReg;

use super::{BASE, Emitter, Plan, SLOT, dwarf, location_from};
use crate::{TARGET, op, reg};

/// Emits the prologue at the begin of `block`, which pushes `saved`. Returns the block that has what was
/// in it: loops of probes come before that.
pub(super) fn emit(
    function: &mut MachineFunction,
    plan: &Plan,
    saved: &[PhysReg],
    block: Block,
) -> Block {
    let before = function.blocks[block].first.expand();
    let of_pushes = location_from(function, before);
    let mut emit = Emitter {
        keeps_flags: function.is_live_in(block, reg::EFLAGS),
        function,
        block,
        before,
        flags: MiFlags::FRAME_SETUP,
        // The first location is to be that of the body.
        location: None.into(),
        moves: plan.moves,
    };
    let mut cfa = SLOT;
    if plan.frame_pointer {
        emit.push(reg::RBP, OperandFlags::KILL);
        cfa += SLOT;
        emit.cfi(CfiInstruction::DefCfaOffset(cfa));
        emit.cfi(CfiInstruction::Offset(dwarf(reg::RBP), -2 * SLOT));
        let copy = [Operand::def(reg::RBP), Operand::reg(reg::RSP)];
        emit.build(op::MOV64rr, &copy);
        emit.cfi(CfiInstruction::DefCfaRegister(dwarf(reg::RBP)));
    }
    for register in saved.iter().rev() {
        emit.location = of_pushes;
        emit.save(*register);
        emit.location = None.into();
        cfa += SLOT;
        if !plan.frame_pointer {
            emit.cfi(CfiInstruction::DefCfaOffset(cfa));
        }
    }
    if let Some(align) = plan.realign {
        match emit.function.target_info.stack_probe {
            StackProbe::Inline(size) if align >= size => emit.align_with_probes(align, size),
            _ => emit.adjust(op::AND64ri32, -(align as i64)),
        }
    }
    emit_allocation(&mut emit, plan);
    if plan.base_pointer {
        emit.build(op::MOV64rr, &[Operand::def(BASE), Operand::reg(reg::RSP)]);
    }
    emit.save_vectors();
    let moves = !plan.frame_pointer && plan.adjust != 0;
    if moves {
        emit.cfi(CfiInstruction::DefCfaOffset(cfa + plan.adjust as i64));
    }
    if moves || !emit.function.frame.callee_saved.is_empty() {
        emit_save_places(&mut emit);
    }
    emit.block
}

fn emit_save_places(emit: &mut Emitter<'_>) {
    for at in 0..emit.function.frame.callee_saved.len() {
        let (register, slot) = emit.function.frame.callee_saved[at];
        let offset = emit.function.frame.object(slot).offset;
        emit.unmarked_cfi(CfiInstruction::Offset(dwarf(register), offset));
    }
}

/// Subtracts what the frame needs from the stack pointer, touching memory as the function asks for it.
fn emit_allocation(emit: &mut Emitter<'_>, plan: &Plan) {
    let bytes = plan.adjust;
    match emit.function.target_info.stack_probe {
        _ if bytes == 0 => {}
        StackProbe::Inline(size) => emit.allocate_with_probes(plan, bytes, size),
        StackProbe::Call(callee, size) if bytes >= size => emit.allocate_by_call(bytes, callee),
        _ if bytes == SLOT as u64 => emit.push(reg::RAX, OperandFlags::UNDEF),
        _ => match i32::try_from(bytes) {
            Ok(_) => emit.adjust(op::SUB64ri32, bytes as i64),
            Err(_) => emit.move_far(-(bytes as i64), emit.free_at_entry()),
        },
    }
}

impl Emitter<'_> {
    /// Pushes a register that is to be restored. It is live-in, and an argument in it, or in a part of it, is still to be
    /// read.
    fn save(&mut self, register: PhysReg) {
        let live_ins = self.function.live_ins.iter().map(|(live, _)| *live);
        let mut overlapping = live_ins.filter(|live| TARGET.regs_overlap(*live, register));
        let (is_whole, is_part) = match overlapping.next() {
            None => (false, false),
            Some(first) => (
                first == register || overlapping.any(|live| live == register),
                true,
            ),
        };
        if !is_whole {
            blocks::add_live_in(self.function, self.block, register);
        }
        let marks = match is_part {
            true => OperandFlags::empty(),
            false => OperandFlags::KILL,
        };
        self.push(register, marks);
    }
}
