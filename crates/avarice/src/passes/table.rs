//! All machine passes in order. Selection comes before them, encoding after.

use avarice_machine::basic_block_sections;
use avarice_machine::finalize_isel;
use avarice_machine::gc_empty_blocks;
use avarice_machine::init_undef;
use avarice_machine::live_debug_values;
use avarice_machine::local_stack_slot_allocation;
use avarice_machine::machine_late_cleanup;
use avarice_machine::machine_licm;
use avarice_machine::machine_sink;
use avarice_machine::opt_phis;
use avarice_machine::pass::analysis_passes::{LIVE_INTERVALS, LIVE_VARIABLES, MACHINE_LOOPS};
use avarice_machine::pass::pipeline::Place::BeforeMachineSsaOptimization;
use avarice_machine::pass::pipeline::Place::IlpOpts;
use avarice_machine::pass::pipeline::Place::MachineSsaOptimization;
use avarice_machine::pass::pipeline::Place::OptimizedRegAlloc;
use avarice_machine::pass::pipeline::Place::PostBbSections;
use avarice_machine::pass::pipeline::Place::PreRegAlloc;
use avarice_machine::pass::pipeline::Place::RegAssignAndRewriteOptimized;
use avarice_machine::pass::pipeline::Place::{PostRegAlloc, PreEmit, PreEmit2, PreSched2};
use avarice_machine::pass::pipeline::Step::{self, Pass, Target};
use avarice_machine::postra_machine_sink;
use avarice_machine::remove_redundant_debug_values;
use avarice_machine::stack_coloring;
use avarice_machine::{
    block_placement, branch_folder, dead_mi_elimination, fentry_insert, kcfi,
    machine_copy_propagation, machine_cse, mir_canonicalizer, mir_namer, patchable_function,
    peephole_opt, post_ra_pseudos, prolog_epilog, shrink_wrap, stack_frame_layout,
    tail_duplication, unreachable_block_elim,
};
use avarice_regalloc::out_of_ssa::{
    detect_dead_lanes, phi_elimination, process_imp_defs, two_address,
};
use avarice_regalloc::{
    basic, coalescer, fast, greedy, rename_independent_subregs, rewriter, stack_slot_coloring,
    tile_config,
};
use avarice_regalloc2_bridge::machine as regalloc2;

use super::{machine_printer, machine_verifier};

/// The order of passes, with the places of those that targets have for themselves.
pub const TABLE: &[Step] = &[
    Pass(&finalize_isel::PASS),
    Target(BeforeMachineSsaOptimization),
    Pass(&tail_duplication::PASS),
    Pass(&opt_phis::PASS),
    Pass(&stack_coloring::PASS),
    Pass(&local_stack_slot_allocation::PASS),
    Pass(&dead_mi_elimination::PASS),
    Target(IlpOpts),
    Pass(&machine_licm::EARLY),
    Pass(&machine_cse::PASS),
    Pass(&machine_sink::PASS),
    Pass(&peephole_opt::PASS),
    Pass(&dead_mi_elimination::PASS),
    Target(MachineSsaOptimization),
    Target(PreRegAlloc),
    Pass(&detect_dead_lanes::PASS),
    Pass(&init_undef::PASS),
    Pass(&process_imp_defs::PASS),
    Pass(&unreachable_block_elim::PASS),
    Pass(&LIVE_VARIABLES),
    Pass(&MACHINE_LOOPS),
    Pass(&regalloc2::SPLIT_CRITICAL_EDGES),
    Pass(&phi_elimination::PASS),
    Pass(&two_address::PASS),
    Pass(&LIVE_INTERVALS),
    Pass(&coalescer::PASS),
    Pass(&rename_independent_subregs::PASS),
    Target(OptimizedRegAlloc),
    Target(RegAssignAndRewriteOptimized),
    Pass(&basic::PASS),
    Pass(&fast::PASS),
    Pass(&regalloc2::ION),
    Pass(&regalloc2::FASTALLOC),
    Pass(&tile_config::PASS),
    Pass(&greedy::PASS),
    Pass(&rewriter::PASS),
    Pass(&stack_slot_coloring::PASS),
    Pass(&machine_copy_propagation::PASS),
    Pass(&machine_licm::PASS),
    Target(PostRegAlloc),
    Pass(&remove_redundant_debug_values::PASS),
    Pass(&postra_machine_sink::PASS),
    Pass(&shrink_wrap::PASS),
    Pass(&prolog_epilog::PASS),
    Pass(&machine_late_cleanup::PASS),
    Pass(&branch_folder::PASS),
    Pass(&tail_duplication::AFTER_ALLOCATION),
    Pass(&machine_copy_propagation::AFTER_FRAMES),
    Pass(&post_ra_pseudos::PASS),
    Target(PreSched2),
    Pass(&kcfi::PASS),
    Pass(&block_placement::PASS),
    Pass(&fentry_insert::PASS),
    Pass(&patchable_function::PASS),
    Target(PreEmit),
    Pass(&live_debug_values::PASS),
    Pass(&gc_empty_blocks::PASS),
    Pass(&basic_block_sections::PATH_CLONING),
    Pass(&basic_block_sections::PASS),
    Target(PostBbSections),
    Pass(&stack_frame_layout::PASS),
    Target(PreEmit2),
    Pass(&machine_verifier::PASS),
    Pass(&machine_printer::PASS),
    Pass(&mir_namer::PASS),
    Pass(&mir_canonicalizer::PASS),
];
