//! `cfi-fixup`: unwind rows for blocks that follow an epilogue in the layout, where epilogues undo all rows of the
//! prologue.
//!
//! ```text
//!   bb.0: prologue           .cfi_remember_state   ◀── inserted after its last row
//!         …  epilogue  ret   .cfi_restore …
//!   bb.1: (frame is up)      .cfi_restore_state    ◀── inserted
//! ```
//!
//! A block without a frame that follows one with a frame gets the rows of the function's entry.

use avarice_mir::InsertPoint;
use avarice_mir::{Block, CfiInstruction, Inst, InstBuilder, MachineFunction, MiFlags, Operand};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

/// Inserts rows where layout and control flow disagree. `register` and `offset` make the frame address at the
/// function's entry.
///
/// # Requires
/// Final block order; the prologue in the entry block, its rows marked `frame-setup`, those of epilogues
/// `frame-destroy`; on every path to a block the same frame.
///
/// # Ensures
/// The rows that hold by reading the blocks in layout order are right in each.
pub fn run(function: &mut MachineFunction, register: u16, offset: i64) {
    let exact = function.target_info.protection.has_exact_rows;
    if !exact || function.layout.len() < 2 || !function.target_info.needs_frame_moves {
        return;
    }
    let entry = function.layout[0];
    let Some(last) = last_row(function, entry, MiFlags::FRAME_SETUP) else {
        return;
    };
    // Where the state is remembered for the next block that needs it.
    let mut place = (entry, function.next_inst(last));
    let frames = frames_at_entries(function);
    let mut has_frame = true;
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        // What is never reached needs no rows.
        let wanted = frames[block].filter(|_| at != 0).unwrap_or(has_frame);
        let first = function.blocks[block].first.expand();
        match (has_frame, wanted) {
            (false, true) => {
                insert(function, place, CfiInstruction::RememberState);
                insert(function, (block, first), CfiInstruction::RestoreState);
                place = (block, first);
            }
            (true, false) => reset(function, block, (register, offset)),
            _ => {}
        }
        has_frame = wanted && last_row(function, block, MiFlags::FRAME_DESTROY).is_none();
    }
}

/// Inserts the rows of the function's entry at the start of a block.
fn reset(function: &mut MachineFunction, block: Block, (register, offset): (u16, i64)) {
    let first = function.blocks[block].first.expand();
    insert(
        function,
        (block, first),
        CfiInstruction::DefCfa(register, offset),
    );
    let protection = function.target_info.protection;
    let is_signed = |row: &CfiInstruction| matches!(row, CfiInstruction::NegateRaState);
    if protection.signs_return_address && function.cfi.values().any(is_signed) {
        insert(function, (block, first), CfiInstruction::NegateRaState);
    }
    let saved: Vec<_> = function
        .frame
        .callee_saved
        .iter()
        .map(|(reg, _)| *reg)
        .collect();
    for register in saved {
        let number = function.target.reg(register).dwarf as u16;
        insert(function, (block, first), CfiInstruction::SameValue(number));
    }
}

/// Whether each block is entered with a frame; `None` where it is not reached. The entry block counts as one that
/// has it.
fn frames_at_entries(function: &MachineFunction) -> SecondaryMap<Block, Option<bool>> {
    let mut frames: SecondaryMap<Block, Option<bool>> = SecondaryMap::new();
    let mut work = vec![(function.layout[0], true)];
    while let Some((block, has_frame)) = work.pop() {
        if frames[block].is_none() {
            frames[block] = Some(has_frame);
            let after = has_frame && last_row(function, block, MiFlags::FRAME_DESTROY).is_none();
            let successors = function.blocks[block].succs.iter();
            work.extend(successors.map(|successor| (*successor, after)));
        }
    }
    frames
}

fn last_row(function: &MachineFunction, block: Block, flag: MiFlags) -> Option<Inst> {
    let mut insts = function.block_insts_rev(block);
    insts.find(|inst| {
        function.opcode(*inst) == op::CFI_INSTRUCTION && function.insts[*inst].flags.contains(flag)
    })
}

fn insert(
    function: &mut MachineFunction,
    (block, before): (Block, Option<Inst>),
    instruction: CfiInstruction,
) {
    let index = function.cfi.push(instruction);
    InstBuilder::new(function, op::CFI_INSTRUCTION)
        .op(Operand::cfi(index))
        .insert_at(InsertPoint::new(block, before));
}
