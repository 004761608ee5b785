//! What an event changed: live intervals, instructions, blocks.

use avarice_ir::MetadataId;
use avarice_mir::VReg;
use avarice_target::{RegClass, RegUnit};

use super::schema::{kinds, parts};
use avarice_liveness::LiveInterval;
use avarice_liveness::LiveRange;
use avarice_liveness::SlotIndex;

kinds! {
    /// A difference to the state before. All changes up to an event, applied in order to nothing, give the state after
    /// it.
    Change
    /// The blocks have changed: these are all of them, in the order of the code.
    Blocks "blocks" {
        /// The blocks.
        blocks: Vec<BlockState>,
    }
    /// An instruction is gone.
    Removed "removed" {
        /// The instruction.
        id: u32,
    }
    /// An instruction is new, has moved or reads differently. If it is known, it is taken out of its place first.
    Inst "inst" {
        /// The instruction. Numbers are never used again within a function.
        id: u32,
        /// The number of its block.
        block: u32,
        /// The instruction before it, none at the start of the block.
        after: Option<u32>,
        /// Its slot index, once there are any. After the passes that maintain them, it is the last one that it had.
        slot: Option<SlotIndex>,
        /// The instruction as llc prints it.
        text: String,
        /// Virtual registers that it defines.
        defs: Vec<VReg>,
        /// Virtual registers that it reads.
        uses: Vec<VReg>,
        /// Whether it copies a whole register.
        is_copy: bool,
        /// Whether it is a PHI.
        is_phi: bool,
        /// The debug location, by its number in the module's metadata.
        location: Option<MetadataId>,
    }
    /// A register has a live interval, or another one.
    Interval "interval" {
        /// The register.
        reg: VReg,
        /// Its class.
        class: RegClass,
        /// Its interval: spill weight, segments (start, end, number of the value), where values are defined, and
        /// ranges of lanes.
        interval: Box<LiveInterval>,
    }
    /// A register unit is live elsewhere: where instructions use physical registers themselves.
    Unit "unit" {
        /// The unit.
        unit: RegUnit,
        /// Where it is live; empty if it is not.
        range: Box<LiveRange>,
    }
    /// A register has no live interval any more, or nothing uses it.
    Gone "gone" {
        /// The register.
        reg: VReg,
    }
}

parts! {
    /// A block of the code.
    BlockState "block" {
        /// Its number, which changes where blocks are numbered again.
        number: u32,
        /// What it is told apart by all the time.
        id: u32,
        /// Its name in LLVM IR, empty if it has none.
        name: String,
        /// Its first place, once there are slot indexes.
        start: Option<SlotIndex>,
        /// The place after it.
        end: Option<SlotIndex>,
        /// The numbers of the blocks that it can go to.
        succs: Vec<u32>,
        /// How likely each of them is, from 0 to 1.
        probabilities: Vec<f64>,
        /// How many loops it is in.
        loop_depth: u32,
        /// The number of the first block of its innermost loop.
        loop_header: Option<u32>,
        /// How often it runs for each run of the function.
        frequency: f64,
        /// Whether an unwinder enters it.
        is_pad: bool,
    }
}
