//! What is known of a function between passes.
//!
//! A pass says which analyses it requires and which it preserves ([`super::MachinePass`]). What is required and does not
//! hold is computed before the pass runs; what the pass does not preserve is dropped after it.
//!
//! ```text
//!   LIVE_INTERVALS ──▶ FREQUENCIES ──▶ LOOPS ◀── TRACES
//!         └──────────▶ RESERVED_REGS
//!   LIVE_VARIABLES ──▶ RESERVED_REGS
//!         └──────────▶ REACHABLE
//!   VIRT_REG_MAP       made by allocators only
//! ```

use avarice_ir::Module;
use avarice_liveness::{LiveIntervals, LiveVariables};
use avarice_mir::{
    BlockFrequencies, MachineCfg, MachineDominatorTree, MachineFunction, MachineLoopInfo,
    TargetHooks,
};
use avarice_trace::{Log, log};

use crate::live_debug_variables::LiveDebugVariables;
use crate::trace_metrics::TraceMetrics;
use crate::unreachable_blocks;
use crate::virt_reg_map::VirtRegMap;

bitflags::bitflags! {
    /// Analyses of a function, and properties that passes establish and keep.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Analysis: u8 {
        /// [`Analyses::reserved`].
        const RESERVED_REGS = 1 << 0;
        /// [`Analyses::cfg`], [`Analyses::dominators`] and [`Analyses::loops`].
        const LOOPS = 1 << 1;
        /// [`Analyses::frequencies`].
        const FREQUENCIES = 1 << 2;
        /// [`Analyses::live_variables`], with kill and dead marks in the code.
        const LIVE_VARIABLES = 1 << 3;
        /// [`Analyses::live_intervals`], with slot indexes.
        const LIVE_INTERVALS = 1 << 4;
        /// Every block can be reached from the entry.
        const REACHABLE = 1 << 5;
        /// [`Analyses::virt_reg_map`]: an allocator ran.
        const VIRT_REG_MAP = 1 << 6;
        /// [`Analyses::traces`]: what passes have asked of traces, and have kept up to date.
        const TRACES = 1 << 7;

        /// What depends on blocks and edges alone.
        const CFG = Self::LOOPS.bits() | Self::FREQUENCIES.bits() | Self::REACHABLE.bits();
    }
}

/// The analyses of the current function, and which of them hold. One value serves function after function and keeps its
/// memory.
#[derive(Debug, Default)]
pub struct Analyses {
    /// Those that hold.
    valid: Analysis,
    /// The version of `cfg` that dominators and loops were computed from.
    loops_version: u32,
    /// The version of `cfg` that frequencies were computed from.
    frequencies_version: u32,
    /// Blocks and edges, numbered in reverse postorder.
    pub cfg: MachineCfg,
    /// Dominators of blocks.
    pub dominators: MachineDominatorTree,
    /// Natural loops.
    pub loops: MachineLoopInfo,
    /// How often blocks run.
    pub frequencies: BlockFrequencies,
    /// By register number: whether it must not be allocated.
    pub reserved: Vec<bool>,
    /// Where registers die, in machine SSA and after PHI elimination.
    pub live_variables: LiveVariables,
    /// Slot indexes and live intervals.
    pub live_intervals: LiveIntervals,
    /// Traces through blocks, computed as passes ask for them. What one pass has computed, the next one finds: cycles of
    /// instructions outside the trace that it looks at are those of the trace in which they were last.
    pub traces: TraceMetrics,
    /// The assignment that an allocator leaves for the rewriter, and where its spill slots are in use.
    pub virt_reg_map: VirtRegMap,
    /// Where variables are, from before allocation to the rewriter.
    pub debug_variables: LiveDebugVariables,
}

impl Analyses {
    /// Analyses for any function of any target.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a function: nothing is known of it.
    pub fn begin_function(&mut self) {
        self.valid = Analysis::empty();
        self.debug_variables.begin_function();
    }

    /// Whether all of `wanted` hold.
    pub fn has(&self, wanted: Analysis) -> bool {
        self.valid.contains(wanted)
    }

    /// Drops all that is not `preserved`.
    pub fn keep(&mut self, preserved: Analysis) {
        self.valid &= preserved;
    }

    /// Drops `analyses`.
    pub fn forget(&mut self, analyses: Analysis) {
        self.valid -= analyses;
    }

    /// Says that `provided` hold from now on.
    pub fn provide(&mut self, provided: Analysis) {
        self.valid |= provided;
    }

    /// Computes what of `wanted` does not hold. [`Analysis::REACHABLE`] and [`Analysis::LIVE_VARIABLES`] change the
    /// function: unreachable blocks go, and live variables mark the last uses of registers. [`Analysis::VIRT_REG_MAP`]
    /// cannot be computed and is passed over.
    pub fn require(
        &mut self,
        wanted: Analysis,
        function: &mut MachineFunction,
        hooks: &dyn TargetHooks,
        log: &mut Log<'_>,
    ) {
        let missing = with_prerequisites(wanted) - self.valid;
        if missing.contains(Analysis::REACHABLE) {
            unreachable_blocks::remove(function);
            self.valid = Analysis::REACHABLE;
        }
        let missing = with_prerequisites(wanted) - self.valid;
        if missing.contains(Analysis::RESERVED_REGS) {
            self.reserved = hooks.reserved_regs(function);
            self.live_intervals.eh_pad_mask = hooks.eh_pad_preserved_mask(function);
        }
        if missing.contains(Analysis::LOOPS) {
            self.compute_loops(function);
        }
        if missing.contains(Analysis::FREQUENCIES) {
            self.compute_frequencies(function);
        }
        if missing.contains(Analysis::TRACES) {
            self.traces.begin_function(function);
        }
        if missing.contains(Analysis::LIVE_VARIABLES) {
            self.live_variables.run(function, &self.reserved);
        }
        if missing.contains(Analysis::LIVE_INTERVALS) {
            self.live_intervals.compute(function, &self.reserved, log);
            self.write_intervals(function, log);
        }
        self.valid |= missing - Analysis::VIRT_REG_MAP;
    }

    /// Checks that the live intervals, if they hold, are those of a function whose every use is defined.
    ///
    /// # Errors
    /// The first use of a virtual register that a path from the entry reaches without a definition.
    pub fn check_definitions(&self, function: &MachineFunction) -> Result<(), String> {
        let undominated = self.live_intervals.undominated_use();
        let Some(found) = undominated.filter(|_| self.has(Analysis::LIVE_INTERVALS)) else {
            return Ok(());
        };
        let block = function.blocks[found.block].number;
        let name = String::from_utf8_lossy(&function.name);
        let reg = found.reg;
        Err(format!(
            "bb.{block} of '{name}' reads {reg}, which is not defined on every path to it"
        ))
    }

    /// Takes debug instructions out of the code of `function`, unless that has been done. Live intervals hold.
    pub fn collect_debug_variables(
        &mut self,
        function: &mut MachineFunction,
        module: &Module,
        log: &mut Log<'_>,
    ) {
        let intervals = &self.live_intervals;
        self.debug_variables
            .collect(function, module, intervals, log);
    }

    /// Puts debug instructions back into the code of `function`, which has physical registers now.
    pub fn emit_debug_variables(
        &mut self,
        function: &mut MachineFunction,
        module: &Module,
        log: &mut Log<'_>,
    ) {
        let (intervals, map) = (&self.live_intervals, &self.virt_reg_map);
        self.debug_variables
            .emit(function, module, intervals, map, log);
    }

    /// Numbers instructions anew, 16 apart.
    pub fn pack_indexes(&mut self) {
        if let Some(renumbering) = self.live_intervals.pack_indexes() {
            self.debug_variables.follow_packing(&renumbering);
        }
    }

    /// Computes blocks and edges, dominators and loops, whether or not they hold. Few passes change edges: where they are
    /// what they were, what was computed from them is right.
    pub fn compute_loops(&mut self, function: &MachineFunction) {
        self.cfg.update(function);
        if self.loops_version != self.cfg.version() {
            self.dominators.compute(&self.cfg);
            self.loops.compute(&self.cfg, &self.dominators);
            self.loops_version = self.cfg.version();
        }
    }

    fn compute_frequencies(&mut self, function: &MachineFunction) {
        match self.frequencies_version == self.cfg.version() {
            true => self.frequencies.update(function, &self.cfg, &self.loops),
            false => self.frequencies.compute(function, &self.cfg, &self.loops),
        }
        self.frequencies_version = self.cfg.version();
    }

    /// Writes live intervals to the log, then the code with the slot indexes that they speak of.
    pub fn write_intervals(&self, function: &MachineFunction, log: &mut Log<'_>) {
        if log.is_on() {
            let intervals = &self.live_intervals;
            log!(log, "{}", intervals.display(function));
            log!(log, "********** MACHINEINSTRS **********\n");
            log.write_function(function, &intervals.indexes);
        }
    }
}

/// `wanted` and what it is computed from.
const fn with_prerequisites(wanted: Analysis) -> Analysis {
    let mut all = wanted;
    if all.contains(Analysis::LIVE_INTERVALS) {
        all = all
            .union(Analysis::FREQUENCIES)
            .union(Analysis::RESERVED_REGS);
    }
    if all.contains(Analysis::LIVE_VARIABLES) {
        all = all
            .union(Analysis::REACHABLE)
            .union(Analysis::RESERVED_REGS);
    }
    if all.intersects(Analysis::FREQUENCIES.union(Analysis::TRACES)) {
        all = all.union(Analysis::LOOPS);
    }
    all
}
