//! Passes on machine code that are not allocation, and what a machine pass is ([`pass`]).
//!
//! Each pass has llc's name and one file, which declares it (`PASS`) and says on top what it requires and ensures:
//!
//! ```text
//!   after selection     finalize_isel              pseudo instructions that take blocks of their own
//!   on machine SSA      tail_duplication           jumps skip blocks that only merge values
//!                       opt_phis                   PHIs of one value, or of none that is read
//!                       stack_coloring             variables that are not in use at the same time
//!                       local_stack_slot_allocation
//!                                                  stack objects far from pointers to the frame
//!                       machine_licm               computations move out of loops
//!                       machine_cse                what is computed twice is computed once
//!                       machine_combiner           other instructions that do the same sooner
//!                       early_if_conversion        selections instead of branches
//!                       peephole_opt               small improvements, by target
//!                       dead_mi_elimination        instructions whose results nothing reads
//!                       live_range_shrink          computations move up to what they read
//!                       unreachable_block_elim     blocks that control cannot reach
//!   after allocation    machine_copy_propagation   copies that nothing needs
//!                       remove_redundant_debug_values
//!                                                  what is known of variables already
//!                       machine_licm               reloads and constants move out of loops
//!                       postra_machine_sink        copies go to the path that reads them
//!                       shrink_wrap                where frames are set up
//!                       prolog_epilog              frames, zero_call_used_regs
//!                       machine_late_cleanup       constants that registers have already
//!                       post_ra_pseudos            pseudo instructions become moves or nothing
//!                       branch_folder              branches, and code that blocks have in common
//!                       schedule                   the order of instructions in a block
//!                       kcfi                       checks of types before indirect calls
//!                       block_placement            the order of blocks, alignment of loops
//!                       fentry_insert, patchable_function
//!                       execution_domain_fix       units for integers and for floating-point numbers
//!                       break_false_deps           waits for registers that are not needed
//!                       live_debug_values          where variables are, and where they go
//!                       branch_relaxation          branches that reach too far
//!                       cfi_fixup, cfi_inserter    unwind rows that follow the order of blocks
//!                       stack_frame_layout, instruction_mix
//!                                                  remarks about frames and instructions
//! ```
//!
//! [`mir_namer`] and [`mir_canonicalizer`] make the texts of functions comparable; they run where they are asked for.
//!
//! A function that does not ask for a pass pays for looking up the attribute.

pub mod alias;
pub mod basic_block_sections;
pub mod block_placement;
pub mod branch_folder;
pub mod branch_relaxation;
pub mod break_false_deps;
pub mod bundles;
pub mod cfi_fixup;
pub mod cfi_inserter;
pub mod clones;
pub mod critical_edge;
pub mod dead_mi_elimination;
pub mod debug_numbers;
pub mod debug_phis;
pub mod early_if_conversion;
pub mod execution_domain_fix;
pub mod fentry_insert;
pub mod finalize_isel;
pub mod gc_empty_blocks;
pub mod identical;
pub mod init_undef;
pub mod instruction_mix;
pub mod kcfi;
pub mod layout_links;
pub mod live_debug_values;
pub mod live_debug_variables;
pub mod live_phys_regs;
pub mod live_range_shrink;
pub mod live_reg_units;
pub mod local_stack_slot_allocation;
pub mod locations;
pub mod loop_invariance;
pub mod loop_traversal;
pub mod machine_combiner;
pub mod machine_copy_propagation;
pub mod machine_cse;
pub mod machine_late_cleanup;
pub mod machine_licm;
pub mod machine_sink;
pub mod memory_fold;
pub mod mir_canonicalizer;
pub mod mir_namer;
pub mod opt_phis;
pub mod pass;
pub mod patchable_function;
pub mod peephole_opt;
pub mod placed_loops;
pub mod post_ra_pseudos;
pub mod postra_machine_sink;
pub mod prolog_epilog;
pub mod reaching_defs;
pub mod register_class_info;
pub mod remarks;
pub mod remove_redundant_debug_values;
pub mod schedule;
pub mod shrink_wrap;
mod sinking;
pub mod ssa_edges;
pub mod stack_coloring;
pub mod stack_frame_layout;
pub mod stack_map_fold;
mod stack_warning;
pub mod tail_duplication;
pub mod tail_duplicator;
pub mod terminators;
pub mod thunk_functions;
pub mod trace_metrics;
pub mod unpack_bundles;
pub mod unreachable_block_elim;
pub mod unreachable_blocks;
mod value_table;
pub mod virt_reg_map;
pub mod zero_call_used_regs;

pub use avarice_mir::{debug_values, lexical_scopes};
