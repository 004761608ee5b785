//! Liveness of registers: slot indexes, live ranges with value numbers, live intervals.
//!
//! ```text
//!   MachineFunction ─▶ SlotIndexes        a number for each place in the code
//!                   ─▶ LiveIntervals      where each virtual register and register unit is live,
//!                                         and which definition is read where
//! ```
//!
//! The algorithms and the order in which values are numbered are LLVM's: both are visible in its
//! debug output and in the decisions of the allocators.

mod block_set;
pub mod calc;
pub mod components;
mod join;
mod kill_flags;
pub mod live_interval;
pub mod live_intervals;
pub mod live_range;
pub mod log;
mod moves;
mod print;
mod prune;
mod reg_mask;
mod shrink;
pub mod slot_index;
mod slot_indexes;
mod updater;
mod verify;

pub use join::JoinedValue;
pub use live_interval::{LiveInterval, SubRange};
pub use live_intervals::{LiveIntervals, tracks_lanes};
pub use live_range::{LiveRange, QueryResult, Segment, VNInfo, VNInfoId};
pub use log::{Log, LogParts};
pub use print::{Exponent, RegName, UnitName};
pub use reg_mask::RegMaskSlot;
pub use slot_index::SlotIndex;
pub use slot_indexes::{Renumbering, SlotIndexes};
