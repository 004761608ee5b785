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
use avarice_mir::{
    Block, CfiInstruction, Inst, InstBuilder, MachineCfg, MachineFunction, MiFlags, Operand,
    OperandValue,
};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

/// Inserts rows where layout and control flow disagree. `register` and `offset` make the frame address at the
/// function's entry.
///
/// # Requires
/// Final block order; the rows of the prologue marked `frame-setup`, those of epilogues
/// `frame-destroy`; on every path to a block the same frame.
///
/// # Ensures
/// The rows that hold by reading the blocks in layout order are right in each.
pub fn run(function: &mut MachineFunction, entry: &EntryRows) {
    let exact = function.target_info.protection.has_exact_rows;
    if !exact || function.layout.len() < 2 || !function.target_info.needs_frame_moves {
        return;
    }
    let blocks = function.layout.iter().rev();
    let mut ends = blocks.map(|block| (*block, last_row(function, *block, MiFlags::FRAME_SETUP)));
    let Some((prologue, last)) = ends.find_map(|(block, last)| Some((block, last?))) else {
        return;
    };
    let end = (prologue, function.next_inst(last));
    // Where the state is remembered for the next block that needs it, from the prologue on.
    let mut place = None;
    let frames = frames(function, prologue);
    let mut has_frame = false;
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let state = frames[block];
        // What is never reached needs no rows.
        if !state.is_reached {
            continue;
        }
        let first = function.blocks[block].first.expand();
        let wanted = state.at_entry && !state.before_prologue;
        match (has_frame, wanted, place) {
            (false, true, Some(end)) => {
                insert(function, end, CfiInstruction::RememberState);
                insert(function, (block, first), CfiInstruction::RestoreState);
                place = Some((block, first));
            }
            (false, true, None) => repeat_rows(function, prologue, (block, first)),
            (true, false, _) => reset(function, block, entry),
            _ => {}
        }
        if block == prologue {
            place = Some(end);
        }
        has_frame = state.at_exit;
    }
}

/// Inserts the rows of the prologue in a block that comes before it in the layout and after it in time.
fn repeat_rows(function: &mut MachineFunction, prologue: Block, at: (Block, Option<Inst>)) {
    let rows: Vec<CfiInstruction> = function
        .block_insts(prologue)
        .filter(|inst| function.opcode(*inst) == op::CFI_INSTRUCTION)
        .filter(|inst| function.insts[*inst].flags.contains(MiFlags::FRAME_SETUP))
        .filter_map(|inst| match function.operand(inst, 0).value() {
            OperandValue::Cfi(index) => Some(function.cfi[index]),
            _ => None,
        })
        .collect();
    for row in rows {
        insert(function, at, row);
    }
}

/// Inserts the rows of the function's entry at the start of a block.
fn reset(function: &mut MachineFunction, block: Block, entry: &EntryRows) {
    let first = function.blocks[block].first.expand();
    insert(
        function,
        (block, first),
        CfiInstruction::DefCfa(entry.register, entry.offset),
    );
    let protection = function.target_info.protection;
    let is_signed = |row: &CfiInstruction| matches!(row, CfiInstruction::NegateRaState);
    if protection.signs_return_address && function.cfi.values().any(is_signed) {
        insert(function, (block, first), CfiInstruction::NegateRaState);
    }
    if let Some(number) = entry.shadow_stack {
        insert(function, (block, first), CfiInstruction::SameValue(number));
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

/// What holds at the entry of a function.
#[derive(Clone, Copy, Debug)]
pub struct EntryRows {
    /// The register from which the CFA counts, by its DWARF number.
    pub register: u16,
    /// How far above it the CFA is, in bytes.
    pub offset: i64,
    /// The register that points to the shadow call stack, if the function uses that.
    pub shadow_stack: Option<u16>,
}

/// What is known of the frame at a block.
#[derive(Clone, Copy, Default)]
struct FrameState {
    is_reached: bool,
    /// Some path from the function's entry to the block has no prologue.
    before_prologue: bool,
    at_entry: bool,
    at_exit: bool,
}

/// Where there is a frame, which `prologue` sets up.
fn frames(function: &MachineFunction, prologue: Block) -> SecondaryMap<Block, FrameState> {
    let mut frames: SecondaryMap<Block, FrameState> = SecondaryMap::new();
    let entry = &mut frames[function.layout[0]];
    (entry.is_reached, entry.before_prologue) = (true, true);
    for block in MachineCfg::of(function).reverse_postorder() {
        let has_prologue = block == prologue;
        let state = frames[block];
        let is_up = state.at_entry || has_prologue;
        let at_exit = is_up && last_row(function, block, MiFlags::FRAME_DESTROY).is_none();
        frames[block].at_exit = at_exit;
        for successor in &function.blocks[block].succs {
            let next = &mut frames[*successor];
            next.is_reached = true;
            next.before_prologue |= state.before_prologue && !has_prologue;
            next.at_entry = at_exit;
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
