//! How many registers are needed at each place of a region.
//!
//! Values compete for the registers of the target's pressure sets. A [`PressureTracker`] follows what is live while it moves
//! over instructions, up or down, and what each set is asked for, now and at most:
//!
//! ```text
//!                          GR32   most
//!   %2 = ADD %0, %1        2 → 1     2     up: %2 dies, %0 and %1 are live
//!   USE %2                 1 → 0     1
//! ```
//!
//! Registers are tracked as wholes: no processor for which we compile is scheduled by lanes.

pub mod diff;
pub mod limits;
mod operands;
mod registers;
mod tracker;

pub use operands::{DeadDefs, OperandPool, RegLists, RegOperands};
pub use registers::PressureReg;
pub use tracker::{Bounds, Liveness, PressureTracker, is_last_use};
