//! Liveness of registers: slot indexes, live ranges with value numbers, live intervals.
//!
//! ```text
//!   MachineFunction ─▶ SlotIndexes        a number for each place in the code
//!                   ─▶ LiveIntervals      where each virtual register and register unit is live,
//!                                         and which definition is read where
//! ```
//!
//! The algorithms and the order in which values are numbered are LLVM's: both are visible in its
//! debug output and in the allocators' decisions.
//!
//! # Places
//!
//! Instructions are numbered 16 apart, and so is each block's start, which is the end of the block before
//! it. An instruction has four places, its slots; two places are compared by comparing two numbers
//! ([`SlotIndex`]):
//!
//! ```text
//!     16B   block slot           before the instruction; of a block: where PHI values are defined
//!     16e   early-clobber slot   definitions that must not share a register with any operand
//!     16r   register slot        all other definitions; uses end here
//!     16d   dead slot            where a definition that is not read ends
//! ```
//!
//! A use ends and a definition begins at the same place, so `%1` and `%2` of `%2 = COPY %1` do not
//! overlap and can share a register. New instructions get numbers between their neighbours; when there is
//! none left, a few numbers move ([`Renumbering`]).
//!
//! # Values
//!
//! A [`LiveRange`] is a list of segments, each with the value that the register has there. A value is a
//! definition: by an instruction, or by control flow that joins several values (a PHI value, although
//! there may be no instruction for it):
//!
//! ```text
//!      0B  bb.0:                                   0B ┐
//!     16B    %0 = MOV32ri 1                       16r ┬ 1       values:  0@64r
//!     32B    JCC_1 %bb.2                              │                  1@16r
//!     48B  bb.1:                                  48B │                  2@80B-phi
//!     64B    %0 = ADD32ri %0, 1                   64r ┼ 0
//!     80B  bb.2:                                  80B ┼ 2       both 1 (from bb.0) and 0 arrive
//!     96B    $eax = COPY %0                       96r ┴
//!
//!     %0 [16r,64r:1)[64r,80B:0)[80B,96r:2) 0@64r 1@16r 2@80B-phi
//! ```
//!
//! Numbers follow the order in which definitions were found: for a function that was read from text,
//! use-def chains give the last definition first; PHI values are numbered as uses are followed upwards.
//!
//! A [`LiveInterval`] is the range of a virtual register with its spill weight. Physical registers have
//! no ranges of their own but *register units* do, the smallest parts in which they overlap: `$eax` is
//! live where all of `AL`, `AH`, `HAX` are.
//!
//! # Lanes
//!
//! With sub-register liveness ([`avarice_mir::MachineFunction::tracks_sub_reg_liveness`]), lanes of a
//! register that are defined separately get ranges of their own ([`SubRange`]). The main range covers them
//! all; a definition of one lane reads, for the main range only, what the register held before. `undef`
//! says that nothing does:
//!
//! ```text
//!                                              main      lane 1      lane 2
//!     16B  undef %0.sub_8bit = MOV8ri 1        16r ┬ 0   16r ┬ 0
//!     32B  %0.sub_8bit_hi = MOV8ri 2           32r ┼ 1       │       32r ┬ 0
//!     48B  $al = COPY %0.sub_8bit                  │     48r ┴           │
//!     64B  $ah = COPY %0.sub_8bit_hi           64r ┴                 64r ┴
//! ```
//!
//! # Updates
//!
//! Passes edit the code and notify this crate, which updates ranges without recomputing them.
//! [`LiveIntervals::verify`] compares them with fresh ones.
//!
//! ```text
//!   code changes                                 what follows
//!   ─────────────────────────────────────────────────────────────────────────────────────────────────
//!   an instruction is added                      insert_inst
//!   … that reads a value further down            extend_to_indices     16r ┬────48r┴ ─ ─ ─▶ 96r ┴
//!   … that redefines a value in its middle       prune_value, then create_dead_def and
//!                                                extend_to_indices     16r ┬──48r┼ new ────96r ┴
//!   … in place of another                        replace_inst
//!   an instruction is removed                    remove_inst, and for its registers
//!                                                remove_vreg_def_at, remove_phys_reg_def_at
//!   uses went away                               shrink_to_uses        16r ┬──48r┴ · · · · 96r
//!   … and the rest hangs together no more        split_separate_components
//!                                                %0 16r ┬──32r┴   %0 64r ┬──96r┴   the second is %1
//!   an instruction moves within its block        handle_move           16r ┬──48r┴──▶──96r ┴
//!   … as many do, one after the other            defer_renumberings … number_all
//!   instructions become a bundle                 handle_move_into_new_bundle
//!   instructions are replaced by others          repair_intervals_in_range
//!   lanes are merged or told apart               refine_sub_ranges,
//!                                                construct_main_range_from_subranges
//!   ranges are put together                      merge_sorted, merge_value_into
//! ```
//!
//! To edit one interval while using the others, take it out ([`LiveIntervals::take_interval`]) and put it
//! back. Nothing here allocates per virtual register once a [`LiveIntervals`] has seen a function of the
//! size: states of blocks are arrays with generation stamps, intervals keep their memory.

mod block_set;
pub mod calc;
mod check;
pub mod components;
mod deferred;
mod join;
mod kill_flags;
pub mod live_interval;
pub mod live_intervals;
pub mod live_range;
mod live_variables;
mod live_variables_check;
mod moves;
mod names;
mod observer;
mod predecessors;
mod print;
mod prune;
pub mod reg_mask;
mod renumber;
mod renumbering;
mod search;
mod shrink;
pub mod slot_index;
mod slot_indexes;
mod spans;
mod updater;
mod verify;

pub use join::{JoinedValue, JoinedValues};
pub use live_interval::{LiveInterval, SubRange};
pub use live_intervals::{LiveIntervals, UndominatedUse, tracks_lanes};
pub use live_range::{LiveRange, QueryResult, Segment, VNInfo, VNInfoId};
pub use live_variables::LiveVariables;
pub use observer::{Observer, Unobserved};
pub use print::{Exponent, RegName, UnitName};
pub use reg_mask::RegMaskSlot;
pub use renumbering::{AscendingMap, Renumbering, Renumberings};
pub use search::gallop;
pub use slot_index::SlotIndex;
pub use slot_indexes::SlotIndexes;
