//! What the passes share, and keep between functions.

use avarice_liveness::LiveIntervals;
use avarice_mir::{
    BlockFrequencies, Inst, MachineCfg, MachineDominatorTree, MachineFunction, MachineLoopInfo,
    TargetHooks,
};

use crate::allocate_fast::FastState;
use crate::detect_dead_lanes::DeadLanes;
use crate::greedy::GreedyState;
use crate::interference::LiveRegMatrix;
use crate::live_variables::LiveVariables;
use crate::phi_elimination;
use crate::register_class_info::RegisterClassInfo;
use crate::spill_weights::RegInsts;
use crate::spiller::hoist::SpillHoister;
use crate::two_address;
use crate::virt_reg_map::VirtRegMap;

/// Analyses and scratch memory of the passes from machine SSA to allocated code. One value serves function
/// after function; each pass says what it needs of it.
#[derive(Debug, Default)]
pub struct Context {
    /// From [`crate::live_variables::LiveVariables::run`] to two-address form.
    pub live_variables: LiveVariables,
    /// From [`Context::compute_live_intervals`] to the rewriter.
    pub live_intervals: LiveIntervals,
    /// Natural loops of the current CFG, see [`Context::compute_cfg`].
    pub loops: MachineLoopInfo,
    /// Frequencies of blocks of the current CFG, see [`Context::compute_cfg`].
    pub frequencies: BlockFrequencies,
    /// The assignment that an allocator leaves for the rewriter.
    pub virt_reg_map: VirtRegMap,
    /// Who is assigned where.
    pub matrix: LiveRegMatrix,
    /// Allocation orders.
    pub class_info: RegisterClassInfo,
    /// By register number: not to be allocated. See [`Context::begin_function`].
    pub reserved: Vec<bool>,
    /// Dominators of the current CFG, see [`Context::compute_cfg`].
    pub dominators: MachineDominatorTree,
    pub(crate) dead_lanes: DeadLanes,
    /// Choices of the coalescer.
    pub coalescer_options: crate::coalescer::Options,
    /// Memory of the coalescer.
    pub(crate) coalescer: crate::coalescer::Scratch,
    /// Stores of spilled registers, to be merged at the end.
    pub(crate) hoister: SpillHoister,
    /// State of the greedy allocator.
    pub(crate) greedy: GreedyState,
    /// Memory of stack slot coloring.
    pub(crate) stack_slot_coloring: crate::stack_slot_coloring::Scratch,
    /// Memory of copy propagation.
    pub(crate) machine_copy_propagation: crate::machine_copy_propagation::Scratch,
    /// State of the fast allocator.
    pub(crate) fast: FastState,
    pub(crate) cfg: MachineCfg,
    /// Memory of the pass that moves computations out of loops.
    pub(crate) early_machine_licm: crate::early_machine_licm::Scratch,
    /// Memory of the pass that removes common subexpressions.
    pub(crate) machine_cse: crate::machine_cse::Scratch,
    /// Memory of two-address rewriting.
    pub(crate) two_address: two_address::Scratch,
    /// Memory of PHI elimination.
    pub(crate) phi_elimination: phi_elimination::Scratch,
    pub(crate) insts: RegInsts,
    /// Instructions that a pass still has to look at.
    pub(crate) work_list: Vec<Inst>,
}

impl Context {
    /// A context for any function of any target.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a function: finds out which registers are reserved. To be called first.
    pub fn begin_function(&mut self, function: &MachineFunction, hooks: &dyn TargetHooks) {
        self.reserved = hooks.reserved_regs(function);
        self.live_intervals.eh_pad_mask = hooks.eh_pad_preserved_mask(function);
    }

    /// Computes dominators and loops of the current CFG.
    pub fn compute_loops(&mut self, function: &MachineFunction) {
        self.cfg.compute(function);
        self.dominators.compute(&self.cfg);
        self.loops.compute(&self.cfg, &self.dominators);
    }

    /// Computes dominators, loops and block frequencies of the current CFG.
    pub fn compute_cfg(&mut self, function: &MachineFunction) {
        self.compute_loops(function);
        self.frequencies.compute(function, &self.cfg, &self.loops);
    }

    /// Computes kill and dead marks (`livevars`).
    pub fn compute_live_variables(&mut self, function: &mut MachineFunction) {
        self.live_variables.run(function, &self.reserved);
    }

    /// Numbers the code and computes live intervals (`slotindexes`, `liveintervals`).
    pub fn compute_live_intervals(
        &mut self,
        function: &mut MachineFunction,
        log: &mut crate::Log<'_>,
    ) {
        self.live_intervals.compute(function, &self.reserved, log);
    }
}
