//! `x86-cmov-conversion`: conditional moves become branches where the processor gains by predicting them.
//!
//! A conditional move waits for its condition and for both of its values. A branch that is predicted well waits for nothing;
//! and a value that is loaded is loaded only if it is needed:
//!
//! ```text
//!   bb.0:                                       bb.0:
//!     TEST32rr %0, %0                             TEST32rr %0, %0
//!     %4 = CMOV32rr %1, %2, 4                     JCC_1 %bb.2, 5
//!     %5 = CMOV32rm %4, %3, 1, …, 4             bb.1:                  (falls through)
//!     rest                                        %6 = MOV32rm %3, 1, …
//!                                               bb.2:
//!                                                 %4 = PHI %2, %bb.1, %1, %bb.0
//!                                                 %5 = PHI %6, %bb.1, %1, %bb.0     (what %4 is there)
//!                                                 rest
//! ```
//!
//! Conditional moves that read the same flags are converted together or not at all. Those that load are converted wherever
//! they are; others only in innermost loops, where the longest way through the loop becomes shorter.
//!
//! | file | has |
//! |---|---|
//! | `groups` | which conditional moves can share a branch |
//! | `profit` | what a loop gains |
//! | `convert` | the branch and the PHIs |

mod convert;
mod groups;
mod profit;

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_machine::schedule::target_model::TargetModel;
use avarice_mir::{Block, MachineFunction, MachineLoop, MachineLoopInfo, inst_facts};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use convert::Converter;
use groups::{Groups, Loads};
use profit::Depths;

/// `x86-cmov-conversion`, see [`CmovConversion`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["early-tailduplication"],
    ..MachinePass::new("x86-cmov-conversion", "X86 cmov Conversion", || {
        Box::<CmovConversion>::default()
    })
};

/// The pass.
#[derive(Default)]
struct CmovConversion {
    groups: Groups,
    depths: Depths,
    converter: Converter,
    /// The blocks of a function, or of a loop.
    blocks: Vec<Block>,
    innermost: Vec<MachineLoop>,
    new_blocks: NewBlocks,
}

/// In which loops the blocks are that the pass has made.
#[derive(Default)]
struct NewBlocks {
    /// By new block: the block of the function as it was whose code it has.
    origin: SecondaryMap<Block, PackedOption<Block>>,
    /// With the loop that they are in.
    in_loops: Vec<(MachineLoop, Block)>,
}

impl NewBlocks {
    fn add(&mut self, loops: &MachineLoopInfo, block: Block, new: [Block; 2]) {
        let origin = self.origin[block].expand().unwrap_or(block);
        for new in new {
            self.origin[new] = origin.into();
            let around = loops.loop_of(origin);
            self.in_loops.extend(around.map(|id| (id, new)));
        }
    }

    /// Those in `id`, in the order in which they were made, if they are sorted.
    fn of_loop(&self, id: MachineLoop) -> impl Iterator<Item = Block> + '_ {
        let start = self.in_loops.partition_point(|(other, _)| *other < id);
        let here = self.in_loops[start..].iter();
        here.take_while(move |(other, _)| *other == id)
            .map(|(_, block)| *block)
    }
}

impl RunPass for CmovConversion {
    /// Converts conditional moves to branches.
    ///
    /// # Requires
    /// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`].
    ///
    /// # Ensures
    /// No group of conditional moves has one that loads.
    ///
    /// # Preserves
    /// Machine SSA; the CFG where nothing is converted.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let options = unit.options.cmov_conversion;
        if !options.enabled || !unit.function.is_ssa {
            return Ok(());
        }
        let blocks_before = unit.function.blocks.len();
        let loops = &unit.analyses.loops;
        let function = &mut unit.function;
        self.new_blocks.origin.clear();
        self.new_blocks.in_loops.clear();
        if options.all || options.memory_operands {
            self.convert_everywhere(function, loops, options.all);
        }
        if !options.all {
            let detail = unit.options.scheduling.detail;
            let model = TargetModel::of(function, detail);
            self.convert_in_loops(function, loops, (&model, options.threshold));
        }
        if unit.function.blocks.len() != blocks_before {
            unit.analyses.forget(Analysis::CFG);
        }
        Ok(())
    }
}

impl CmovConversion {
    /// Converts the groups of the function in which one loads, or all.
    fn convert_everywhere(
        &mut self,
        function: &mut MachineFunction,
        loops: &MachineLoopInfo,
        all: bool,
    ) {
        self.blocks.clear();
        self.blocks.extend_from_slice(&function.layout);
        self.groups.collect(function, &self.blocks, Loads::Included);
        for at in 0..self.groups.len() {
            let group = self.groups.get(at);
            let mut loads = group
                .iter()
                .map(|inst| inst_facts::may_load(function, *inst));
            if (all || loads.any(|loads| loads))
                && let Some((block, new)) = self.converter.convert(function, group)
            {
                self.new_blocks.add(loops, block, new);
            }
        }
        self.new_blocks.in_loops.sort_by_key(|(id, _)| *id);
    }

    /// Converts groups of innermost loops that gain at least `threshold` cycles in two iterations.
    fn convert_in_loops(
        &mut self,
        function: &mut MachineFunction,
        loops: &MachineLoopInfo,
        (model, threshold): (&TargetModel, u32),
    ) {
        self.list_innermost(loops);
        for at in 0..self.innermost.len() {
            let id = self.innermost[at];
            self.blocks.clear();
            self.blocks.extend_from_slice(loops.blocks(id));
            self.blocks.extend(self.new_blocks.of_loop(id));
            self.groups.collect(function, &self.blocks, Loads::Excluded);
            if self.groups.len() == 0 {
                continue;
            }
            let gain = self
                .depths
                .compute(function, model, &self.blocks, &self.groups);
            if !gain.is_worth_it(threshold) {
                continue;
            }
            let penalty = model.processor().mispredict_penalty;
            for at in 0..self.groups.len() {
                if self
                    .depths
                    .is_group_worth_it(function, &self.groups, at, penalty)
                {
                    self.converter.convert(function, self.groups.get(at));
                }
            }
        }
    }

    /// Lists loops without loops inside, level by level; the outermost ones last first.
    fn list_innermost(&mut self, loops: &MachineLoopInfo) {
        let outermost = loops.loops().rev();
        let mut level: Vec<_> = outermost.filter(|id| loops.parent(*id).is_none()).collect();
        self.innermost.clear();
        while !level.is_empty() {
            let is_innermost = |id: &&MachineLoop| loops.children(**id).next().is_none();
            self.innermost.extend(level.iter().filter(is_innermost));
            level = level.iter().flat_map(|id| loops.children(*id)).collect();
        }
    }
}
