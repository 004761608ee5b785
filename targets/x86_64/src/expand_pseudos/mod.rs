//! `x86-pseudo`: pseudo instructions that become others once the frame is laid out.
//!
//! ```text
//!   TCRETURNdi64 @f, 0, csr_64     ─▶    TAILJMPd64 @f, csr_64
//!   RET 0, $eax                    ─▶    RET64 $eax
//! ```

mod vector_save;

use avarice_machine::live_phys_regs::LivePhysRegs;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass};
use avarice_mir::{
    Block, InsertPoint, Inst, InstBuilder, MachineFunction, MiFlags, Operand, OperandFlags,
};
use avarice_target::{Opcode, PhysReg};
use avarice_trace::Log;
use cranelift_entity::EntityList;
use smallvec::SmallVec;

use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::{frame, moves, op, reg};

/// `x86-pseudo`.
///
/// # Requires
/// No virtual registers, frames laid out.
///
/// # Ensures
/// No tail call whose epilogue is missing, no `RET`, none of the other pseudo instructions of [`expand`].
///
/// # Preserves
/// The control flow graph, unless the function saves the vector registers of its variable arguments, which takes blocks
/// of their own.
pub const PASS: MachinePass = MachinePass {
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::RESERVED_REGS,
    after: &["postrapseudos"],
    ..MachinePass::new(
        "x86-pseudo",
        "X86 pseudo instruction expansion pass",
        || Box::<Scratch>::default(),
    )
};

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    live: LivePhysRegs,
    defined: Vec<PhysReg>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let function = &mut unit.function;
        self.expand_vector_save(function, &unit.analyses.reserved);
        let mut at = 0;
        while let Some(block) = function.layout.get(at).copied() {
            let mut cursor = function.blocks[block].first.expand();
            while let Some(inst) = cursor {
                cursor = function.next_inst(inst);
                expand(function, block, inst);
            }
            at += 1;
        }
        Ok(())
    }
}

/// Expands `inst` if it is a pseudo of this pass.
fn expand(function: &mut MachineFunction, block: Block, inst: Inst) {
    match function.opcode(inst) {
        op::TCRETURNdi64 => tail_call(function, (block, inst), op::TAILJMPd64, 1),
        op::TCRETURNdi64cc => tail_call(function, (block, inst), op::TAILJMPd64_CC, 1),
        op::TCRETURNri64 => tail_call(function, (block, inst), op::TAILJMPr64, 1),
        op::TCRETURNmi64 => tail_call(function, (block, inst), op::TAILJMPm64, MEMORY_OPERANDS),
        op::EH_RETURN | op::EH_RETURN64 => move_to_handler_frame(function, inst),
        op::IRET => return_from_interrupt(function, block, inst),
        op::RET => return_to_caller(function, inst),
        op::LCMPXCHG16B_SAVE_RBX => compare_exchange(function, inst),
        op::MWAITX_SAVE_RBX => monitor_wait(function, inst),
        _ => {}
    }
}

/// A tail call: operand `moved` says by how many bytes the stack pointer has to be moved first.
fn tail_call(
    function: &mut MachineFunction,
    (block, inst): (Block, Inst),
    opcode: Opcode,
    moved: usize,
) {
    let bytes = function.operands(inst).get(moved).and_then(Operand::as_imm);
    let Some(bytes) = bytes else {
        return;
    };
    if bytes != 0 {
        frame::move_stack_pointer(function, (block, inst), bytes);
    }
    function.set_opcode(inst, opcode);
    function.remove_operand(inst, moved);
    if opcode == op::TAILJMPr64 && function.operand(inst, 0).is_use() {
        function.operand_mut(inst, 0).set(OperandFlags::KILL, true);
    }
    insert_row_registers(function, inst);
    forget_notes(function, inst);
}

/// Gives `inst` the implicit operands of its row before those that it has.
fn insert_row_registers(function: &mut MachineFunction, inst: Inst) {
    let row = function.desc(inst);
    let is_implicit = |operand: &Operand| operand.has(OperandFlags::IMPLICIT);
    let first = function.operands(inst).iter().position(is_implicit);
    let first = first.unwrap_or(function.num_operands(inst));
    let defs = row.implicit_defs.iter();
    let defs = defs.map(|reg| Operand::implicit_def(*reg));
    let uses = row.implicit_uses.iter();
    let operands = defs.chain(uses.map(|reg| Operand::implicit_use(*reg)));
    for (at, operand) in (first..).zip(operands) {
        function.insert_operand(inst, at, operand);
    }
}

/// What a new instruction does not have: flags and memory operands.
fn forget_notes(function: &mut MachineFunction, inst: Inst) {
    function.insts[inst].flags = MiFlags::empty();
    function.insts[inst].mem_ops = EntityList::new();
}

/// The stack pointer of the frame that an exception is handled in. The pseudo stays: it returns there.
fn move_to_handler_frame(function: &mut MachineFunction, inst: Inst) {
    let Some(address) = function.operands(inst).first().map(Operand::as_reg) else {
        return;
    };
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::MOV64rr)
        .location(location)
        .def(reg::RSP)
        .reg(address)
        .insert_before(inst);
}

/// The end of an interrupt handler: takes the error code off the stack.
fn return_from_interrupt(function: &mut MachineFunction, block: Block, inst: Inst) {
    let bytes = function.operands(inst).first().and_then(Operand::as_imm);
    if let Some(bytes) = bytes.filter(|bytes| *bytes != 0) {
        frame::move_stack_pointer(function, (block, inst), bytes);
    }
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::IRET64)
        .location(location)
        .insert_before(inst);
    function.remove_inst(inst);
}

/// The return from a function, which pops so many bytes of arguments.
fn return_to_caller(function: &mut MachineFunction, inst: Inst) {
    // MIR may leave the number out.
    let popped = function.operands(inst).first().and_then(Operand::as_imm);
    match popped {
        Some(1..) => function.set_opcode(inst, op::RETI64),
        _ => function.set_opcode(inst, op::RET64),
    }
    if popped == Some(0) {
        function.remove_operand(inst, 0);
    }
    forget_notes(function, inst);
}

/// `lock cmpxchg16b` where RBX has another value before and after. The address does not use RBX.
fn compare_exchange(function: &mut MachineFunction, inst: Inst) {
    let operands: SmallVec<[Operand; 8]> = function.operands(inst).iter().copied().collect();
    let [_, address @ .., low, saved] = &operands[..operands.len().min(8)] else {
        return;
    };
    let location = function.debug_loc(inst);
    // The address may be in the same register: that does not end here.
    copy(function, inst, (reg::RBX, low), Kill::Keep);
    InstBuilder::new(function, op::LCMPXCHG16B)
        .location(location)
        .ops(address)
        .insert_before(inst);
    copy(function, inst, (reg::RBX, saved), Kill::End);
    function.remove_inst(inst);
}

/// `mwaitx` where RBX has another value before and after.
fn monitor_wait(function: &mut MachineFunction, inst: Inst) {
    let &[_, input, saved, ..] = function.operands(inst) else {
        return;
    };
    let kill = match input.has(OperandFlags::KILL) {
        true => Kill::End,
        false => Kill::Keep,
    };
    let location = function.debug_loc(inst);
    copy(function, inst, (reg::EBX, &input), kill);
    InstBuilder::new(function, op::MWAITXrrr)
        .location(location)
        .insert_before(inst);
    copy(function, inst, (reg::RBX, &saved), Kill::End);
    function.remove_inst(inst);
}

/// What becomes of the source of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kill {
    /// It is still used.
    Keep,
    /// Its value ends.
    End,
}

/// Inserts a copy of `from` before `inst`.
fn copy(function: &mut MachineFunction, inst: Inst, (to, from): (PhysReg, &Operand), kill: Kill) {
    let (Some(from), Some(block)) = (from.as_reg().as_physical(), function.inst_block(inst)) else {
        return;
    };
    let at = InsertPoint::new(block, Some(inst));
    let location = function.debug_loc(inst);
    if let Some(copy) = moves::copy(function, at, to, from, kill == Kill::End) {
        function.set_debug_loc(copy, location);
    }
}
