//! Register allocation: from machine SSA to code with physical registers.
//!
//! ```text
//!   out_of_ssa/               detect_dead_lanes   marks of lanes that nothing reads or writes
//!                             process_imp_defs    IMPLICIT_DEFs become undef marks
//!                             phi_elimination     PHIs become copies
//!                             two_address         tied operands become copies
//!   coalescer/                copies become one register
//!   rename_independent_subregs  lanes that never meet get registers of their own
//!   greedy/                   an assignment with splits and spill code, as good as llc's
//!   basic/                    a simpler one
//!   rewriter                  the assignment put into the code
//!   stack_slot_coloring       slots that are never in use together share one
//!   fast/                     instead of all that, for code that is not optimized: registers and slots put into
//!                             the code after two_address, block by block
//!   checker/                  whether allocated code does what it did before
//! ```
//!
//! What allocators share: [`interference`] (what is assigned where), [`live_range_edit`] and [`spiller`] (changes of
//! code and live intervals), [`spill_weights`].

pub mod basic;
pub mod checker;
pub mod class_inflation;
pub mod coalescer;
pub mod error;
pub mod fast;
pub mod greedy;
mod inst_set;
pub mod interference;
pub mod interval_union;
pub mod live_range_edit;
pub mod out_of_ssa;
pub mod rename_independent_subregs;
pub mod rewriter;
pub mod spill_weights;
pub mod spiller;
pub mod stack_slot_coloring;
pub mod tile_config;

pub use error::OutOfRegisters;
