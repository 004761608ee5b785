//! From machine SSA to code with physical registers.
//!
//! One pass is one module with one entry function. In the order of the pipeline:
//!
//! ```text
//!   early_tail_duplication    jumps skip blocks that only merge values
//!   early_machine_licm        computations moved out of loops
//!   machine_cse               what is computed twice computed once
//!   detect_dead_lanes         marks of lanes that nobody reads or writes
//!   process_imp_defs          IMPLICIT_DEFs to undef marks
//!   unreachable_block_elim    blocks that control cannot reach
//!   live_variables            kill and dead marks
//!   phi_elimination           PHIs to copies
//!   two_address               tied operands to copies
//!   (liveness)                slot indexes and live intervals
//!   coalescer                 copies to one register
//!   rename_independent_subregs  lanes that never meet to registers of their own
//!   allocate_basic            an assignment, with spill code
//!   greedy                    the same, as good as llc's
//!   virt_reg_rewriter         the assignment put into the code
//!   allocate_fast             instead of all that, for code that is not optimized: registers and slots
//!                             put into the code after two_address, block by block
//! ```
//!
//! [`Context`] holds what passes hand on to each other.

pub mod allocate_basic;
pub mod allocate_fast;
pub mod block_set;
pub mod checker;
pub mod class_inflation;
pub mod coalescer;
pub mod context;
pub mod critical_edge;
pub mod detect_dead_lanes;
pub mod early_machine_licm;
pub mod early_tail_duplication;
pub mod greedy;
pub mod inst_facts;
pub mod inst_flags;
mod inst_set;
pub mod interference;
pub mod interval_union;
pub mod live_range_edit;
pub mod live_variables;
mod live_variables_check;
pub mod machine_copy_propagation;
pub mod machine_cse;
pub mod memory_fold;
pub mod phi_elimination;
mod preheader;
pub mod process_imp_defs;
pub mod register_class_info;
pub mod rename_independent_subregs;
pub mod spill_weight_queue;
pub mod spill_weights;
pub mod spiller;
pub mod stack_slot_coloring;
pub mod two_address;
pub mod unreachable_block_elim;
mod value_table;
pub mod virt_reg_map;
pub mod virt_reg_rewriter;

pub use allocate_basic::OutOfRegisters;
pub use avarice_liveness::{Log, LogParts, events};
pub use context::Context;
pub use virt_reg_map::VirtRegMap;
