//! Epilogues.

use avarice_mir::{Block, CfiInstruction, Inst, MachineFunction, MiFlags, Operand};

use super::layout::{Plan, Rows};
use super::prologue::{Emitter, can_update, dwarf};
use crate::{op, reg};

/// Emits an epilogue before the terminators of `block`.
pub(super) fn emit(function: &mut MachineFunction, plan: &Plan, block: Block) {
    let popped = popped_arguments(function, block);
    let last = last_inst(function, block);
    let before = function.first_terminator(block);
    let of_loads = before.map_or(None.into(), |inst| function.debug_loc(inst));
    let of_last = last.map_or(None.into(), |inst| function.debug_loc(inst));
    let mut emit = Emitter {
        block,
        before,
        flags: MiFlags::FRAME_DESTROY,
        location: of_last,
        function,
    };
    let mut epilogue = Epilogue {
        plan,
        has_rows: plan.rows == Rows::Exact,
        popped,
        of_loads,
    };
    match plan.combined {
        true => epilogue.leave_at_once(&mut emit),
        false => epilogue.leave_in_two_steps(&mut emit),
    }
    if plan.signs_return_address {
        emit.build(op::PAUTH_EPILOGUE, &[]);
    }
    if plan.has_shadow_stack {
        emit_shadow_pop(&mut emit, plan);
    }
    if plan.rows == Rows::Exact {
        emit.take_next_location();
        for at in 0..emit.function.frame.callee_saved.len() {
            let (register, _) = emit.function.frame.callee_saved[at];
            emit.cfi(CfiInstruction::Restore(dwarf(register)));
        }
    }
}

fn last_inst(function: &MachineFunction, block: Block) -> Option<Inst> {
    let mut insts = function.block_insts_rev(block);
    insts.find(|inst| !function.is_debug(*inst))
}

/// Bytes of arguments on the stack that a tail call says are to be given back.
fn popped_arguments(function: &MachineFunction, block: Block) -> i64 {
    let call = last_inst(function, block).filter(|inst| {
        matches!(
            function.opcode(*inst),
            op::TCRETURNdi
                | op::TCRETURNri
                | op::TCRETURNrix16x17
                | op::TCRETURNrix17
                | op::TCRETURNrinotx16
        )
    });
    let bytes = call.and_then(|call| function.operand(call, 1).as_imm());
    bytes.unwrap_or(0)
}

struct Epilogue<'a> {
    plan: &'a Plan,
    has_rows: bool,
    /// Bytes to give back beyond the frame.
    popped: i64,
    of_loads: cranelift_entity::packed_option::PackedOption<avarice_ir::MetadataId>,
}

impl Epilogue<'_> {
    /// All loads, then one addition.
    fn leave_at_once(&mut self, emit: &mut Emitter<'_>) {
        let plan = self.plan;
        let depth = plan.depth();
        if self.has_rows && plan.frame_pointer {
            emit.cfi(CfiInstruction::DefCfa(dwarf(reg::SP), depth));
        }
        self.load(emit, plan.locals);
        let above = self.has_rows.then_some(depth);
        emit.add_with_rows(reg::SP, reg::SP, depth + self.popped, above);
    }

    /// Gives locals back, then the save area.
    fn leave_in_two_steps(&mut self, emit: &mut Emitter<'_>) {
        let plan = self.plan;
        let size = plan.saves.size;
        let above = |bytes: i64| self.has_rows.then_some(bytes);
        if !plan.frame_pointer {
            let popped = if size == 0 { self.popped } else { 0 };
            emit.add_with_rows(
                reg::SP,
                reg::SP,
                plan.locals + popped,
                above(plan.locals + size),
            );
            self.popped -= popped;
        } else if plan.realign.is_some() || emit.function.frame.has_var_sized_objects {
            emit.add(reg::SP, reg::FP, -plan.saves.record);
        } else {
            emit.add(reg::SP, reg::SP, plan.locals);
        }
        if plan.frame_pointer && self.has_rows {
            emit.cfi(CfiInstruction::DefCfa(dwarf(reg::SP), size));
        }
        let Some(lowest) = plan.saves.list.last().copied() else {
            return emit.add_with_rows(reg::SP, reg::SP, self.popped, above(0));
        };
        if lowest.offset != 0 || self.popped < 0 {
            self.load(emit, 0);
            return emit.add_with_rows(reg::SP, reg::SP, size + self.popped, above(size));
        }
        if can_update(&lowest, size) {
            self.load_all_but_last(emit, 0);
            // The instruction takes the place of one that has the location of the terminator.
            emit.restore_last(&lowest, size);
            if self.has_rows {
                emit.cfi(CfiInstruction::DefCfaOffset(0));
            }
        } else {
            self.load(emit, 0);
            emit.add_with_rows(reg::SP, reg::SP, size, above(size));
        }
        emit.add_with_rows(reg::SP, reg::SP, self.popped, above(0));
    }

    fn load_all_but_last(&self, emit: &mut Emitter<'_>, bottom: i64) {
        let location = std::mem::replace(&mut emit.location, self.of_loads);
        let saves = &self.plan.saves.list;
        for save in &saves[..saves.len().saturating_sub(1)] {
            emit.restore(save, bottom + save.offset);
        }
        emit.location = location;
    }

    /// Restores all registers from the area `bottom` bytes above the stack pointer.
    fn load(&self, emit: &mut Emitter<'_>, bottom: i64) {
        self.load_all_but_last(emit, bottom);
        let location = std::mem::replace(&mut emit.location, self.of_loads);
        if let Some(last) = self.plan.saves.list.last() {
            emit.restore(last, bottom + last.offset);
        }
        emit.location = location;
    }
}

/// Takes the return address from the shadow stack, whatever is on the other one.
fn emit_shadow_pop(emit: &mut Emitter<'_>, plan: &Plan) {
    let [stack, link] = [reg::X18, reg::LR].map(Operand::def);
    let from = Operand::reg(reg::X18);
    emit.build(op::LDRXpre, &[stack, link, from, Operand::imm(-8)]);
    if plan.rows == Rows::Exact {
        emit.cfi(CfiInstruction::Restore(dwarf(reg::X18)));
    }
}
