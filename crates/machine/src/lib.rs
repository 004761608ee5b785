//! Passes on machine code that are not allocation, and what a machine pass is ([`pass`]).
//!
//! Each pass has llc's name and one file, which declares it (`PASS`) and says on top what it requires and ensures:
//!
//! ```text
//!   on machine SSA      tail_duplication           jumps skip blocks that only merge values
//!                       early_machine_licm         computations move out of loops
//!                       machine_cse                what is computed twice is computed once
//!                       peephole_opt               small improvements, by target
//!                       dead_mi_elimination        instructions whose results nothing reads
//!                       unreachable_block_elim     blocks that control cannot reach
//!   after allocation    machine_copy_propagation   copies that nothing needs
//!                       shrink_wrap                where frames are set up
//!                       prolog_epilog              frames, zero_call_used_regs
//!                       post_ra_pseudos            pseudo instructions become moves or nothing
//!                       branch_folder              branches, and code that blocks have in common
//!                       schedule                   the order of instructions in a block
//!                       kcfi                       checks of types before indirect calls
//!                       block_placement            the order of blocks, alignment of loops
//!                       fentry_insert, patchable_function
//!                       branch_relaxation          branches that reach too far
//!                       cfi_fixup, cfi_inserter    unwind rows that follow the order of blocks
//!                       stack_frame_layout, instruction_mix
//!                                                  remarks about frames and instructions
//! ```
//!
//! [`mir_namer`] and [`mir_canonicalizer`] make the texts of functions comparable; they run where they are asked for.
//!
//! A function that does not ask for a pass pays for looking up the attribute.

pub mod block_placement;
pub mod branch_folder;
pub mod branch_relaxation;
pub mod cfi_fixup;
pub mod cfi_inserter;
pub mod critical_edge;
pub mod dead_mi_elimination;
pub mod early_machine_licm;
pub mod fentry_insert;
pub mod identical;
pub mod instruction_mix;
pub mod kcfi;
pub mod layout_links;
pub mod live_phys_regs;
pub mod live_reg_units;
pub mod machine_copy_propagation;
pub mod machine_cse;
pub mod mir_canonicalizer;
pub mod mir_namer;
pub mod pass;
pub mod patchable_function;
pub mod peephole_opt;
pub mod post_ra_pseudos;
mod preheader;
pub mod prolog_epilog;
pub mod remarks;
pub mod schedule;
pub mod shrink_wrap;
pub mod stack_frame_layout;
mod stack_warning;
pub mod tail_duplication;
pub mod tail_duplicator;
mod terminators;
pub mod thunk_functions;
pub mod unreachable_block_elim;
pub mod unreachable_blocks;
mod value_table;
pub mod virt_reg_map;
pub mod zero_call_used_regs;
