//! Where a frame is set up and torn down, and which saved registers live outside of that region.

use avarice_mir::{Block, MachineFunction};
use avarice_target::{InstrFlags, LaneMask, PhysReg};
use cranelift_entity::EntitySet;
use smallvec::SmallVec;

/// The block at whose begin the frame is set up, and those before whose terminators it is torn down.
#[derive(Clone, Debug)]
pub struct FrameBlocks {
    /// The entry, unless a later block is the save point.
    pub save: Block,
    /// All blocks that return, unless there is a restore point.
    pub restores: SmallVec<[Block; 4]>,
}

impl FrameBlocks {
    /// Says that the terminators of the save block are in `rest` now.
    pub fn split_save(&mut self, rest: Block) {
        for block in &mut self.restores {
            if *block == self.save {
                *block = rest;
            }
        }
    }

    /// Those of a function that has blocks.
    pub fn of(function: &MachineFunction) -> Self {
        let returns = |block: &Block| returns(function, *block);
        let frame = &function.frame;
        match (frame.save_point, frame.restore_point) {
            (Some(save), Some(restore)) => {
                // What is never left needs no epilogue.
                let ends = function.blocks[restore].succs.is_empty() && !returns(&restore);
                let restores = (!ends).then_some(restore);
                Self {
                    save,
                    restores: restores.into_iter().collect(),
                }
            }
            _ => Self {
                save: function.layout[0],
                restores: function.layout.iter().copied().filter(returns).collect(),
            },
        }
    }
}

/// Whether the last instruction of `block` returns.
pub fn returns(function: &MachineFunction, block: Block) -> bool {
    let last = function.blocks[block].last.expand();
    last.is_some_and(|last| function.desc(last).has(InstrFlags::RETURN))
}

/// Makes the saved registers live-in where the frame is not set up: they still, or again, have the values of the caller.
/// Those in `reserved`, by register number, are left out.
pub fn mark_saved_live(function: &mut MachineFunction, reserved: &[bool]) {
    let saved: SmallVec<[PhysReg; 16]> = function
        .frame
        .callee_saved
        .iter()
        .map(|(reg, _)| *reg)
        .filter(|reg| !reserved[reg.index()])
        .collect();
    let outside = blocks_outside(function);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        if outside.contains(block) {
            for reg in &saved {
                add_live_in(function, block, *reg);
            }
        }
    }
}

/// Makes `reg` live-in to `block`, unless it is.
pub fn add_live_in(function: &mut MachineFunction, block: Block, reg: PhysReg) {
    let live_ins = &mut function.blocks[block].live_ins;
    if live_ins.iter().all(|(live, _)| *live != reg) {
        live_ins.push((reg, LaneMask::ALL));
    }
}

/// The blocks before the save point, the save point, and those after the restore point.
fn blocks_outside(function: &MachineFunction) -> EntitySet<Block> {
    let entry = function.layout[0];
    let save = function.frame.save_point.unwrap_or(entry);
    let restore = function.frame.restore_point;
    let mut outside = EntitySet::with_capacity(function.blocks.len());
    let mut work: SmallVec<[Block; 16]> = SmallVec::new();
    if save != entry {
        work.push(entry);
        outside.insert(entry);
    }
    outside.insert(save);
    work.extend(restore);
    while let Some(block) = work.pop() {
        if block == save && Some(save) != restore {
            continue;
        }
        for successor in &function.blocks[block].succs {
            if outside.insert(*successor) {
                work.push(*successor);
            }
        }
    }
    outside
}

/// Forgets how many bytes of a call frame are open at the begin of each block: no pseudos say so any more.
pub fn forget_call_frames(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        function.blocks[block].call_frame_size = 0;
    }
}
