//! `branch-folder`: branches, and the code around them, after registers are assigned.
//!
//! Until nothing changes any more:
//!
//! ```text
//!   tails      blocks that end the same way, and go on to the same block, share that end    (tails, common_tail, merge)
//!   branches   jumps skip blocks that only jump, blocks move to where control falls into them,
//!              blocks that nothing reaches go, conditions are reversed                       (branches, forward, moves)
//!   heads      what both successors of a block begin with moves into the block               (hoist)
//! ```
//!
//! Tails of three instructions pay, shorter ones where that needs no branch more. At last, jump tables without readers are
//! emptied.
//!
//! Block placement calls [`BranchFolder::optimize`] for blocks in their final order.

mod branches;
mod code;
mod common_tail;
mod forward;
mod hoist;
mod merge;
mod moves;
mod tails;

use avarice_ir::Module;
use avarice_mir::OperandValue;
use avarice_mir::{Block, BlockFrequencies, MachineFunction, TargetHooks};
use avarice_trace::Log;
use cranelift_entity::{EntityRef, EntitySet};

use crate::layout_links::LayoutLinks;
use crate::live_phys_regs::LivePhysRegs;
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, TailMergeOptions, When};
use crate::placed_loops::PlacedLoops;

/// Instructions that a common tail has at least.
const TAIL_SIZE: u32 = 3;

/// `branch-folder`, see [`BranchFolder::optimize`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::FREQUENCIES.union(Analysis::RESERVED_REGS),
    preserves: Analysis::RESERVED_REGS,
    after: &["prologepilog"],
    ..MachinePass::new("branch-folder", "Control Flow Optimizer", || {
        Box::<BranchFolder>::default()
    })
};

/// What is asked of one run.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Which tails are merged.
    pub tails: TailMergeOptions,
    /// Whether code that both successors of a block begin with moves into the block.
    pub hoist: bool,
}

/// The function that is changed, and what is known of it.
pub struct Code<'a> {
    /// The function.
    pub function: &'a mut MachineFunction,
    /// The target.
    pub hooks: &'a dyn TargetHooks,
    /// The module, for debug locations.
    pub module: &'a Module,
    /// How often blocks run. Merged blocks get theirs.
    pub frequencies: &'a mut BlockFrequencies,
    /// By register number: whether it must not be allocated.
    pub reserved: &'a [bool],
    /// The loops, if blocks are in their final order: blocks that come and go do so there, too.
    pub placed: Option<&'a mut PlacedLoops>,
}

/// The pass with its scratch memory.
#[derive(Debug, Default)]
pub struct BranchFolder {
    layout: LayoutLinks,
    live: LivePhysRegs,
    tails: tails::Scratch,
    hoist: hoist::Scratch,
    /// Blocks with that many neighbours that they are looked at once only.
    tried: EntitySet<Block>,
    /// Blocks that jump tables name.
    in_tables: EntitySet<Block>,
}

impl RunPass for BranchFolder {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let request = Request {
            tails: unit.options.tails,
            hoist: true,
        };
        let hooks = unit.hooks();
        let code = Code {
            function: &mut unit.function,
            hooks,
            module: unit.module,
            frequencies: &mut unit.analyses.frequencies,
            reserved: &unit.analyses.reserved,
            placed: None,
        };
        self.optimize(code, &request);
        Ok(())
    }
}

impl BranchFolder {
    /// Folds branches of a function; `false` if nothing changed.
    ///
    /// # Requires
    /// No PHIs, no virtual registers. Successor lists agree with branches.
    ///
    /// # Ensures
    /// Blocks are numbered by place unless they are in their final order. What lives into changed blocks is up to date
    /// where the function tracks that.
    pub fn optimize(&mut self, code: Code<'_>, request: &Request) -> bool {
        self.layout.read(code.function);
        self.live.begin_function(code.function);
        self.tried.clear();
        self.in_tables.clear();
        for block in code.function.jump_tables.values().flatten() {
            self.in_tables.insert(*block);
        }
        let mut folder = code::Folder::new(code, request, self);
        let mut any = false;
        loop {
            let mut changed = folder.merge_tails();
            if !folder.is_placed() || changed {
                changed |= folder.optimize_branches();
            }
            if request.hoist {
                changed |= folder.hoist_common_code();
            }
            if !changed {
                break;
            }
            any = true;
        }
        folder.finish() || any
    }
}

/// Which jump tables instructions name.
fn used_tables(function: &MachineFunction) -> Vec<bool> {
    let mut used = vec![false; function.jump_tables.len()];
    let mut num_unused = used.len();
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|block| function.block_insts(*block));
    while num_unused != 0 {
        let Some(inst) = insts.next() else { break };
        for operand in function.operands(inst) {
            if let OperandValue::JumpTable(index) = operand.value() {
                let is_used = &mut used[index.index()];
                num_unused -= usize::from(!*is_used);
                *is_used = true;
            }
        }
    }
    used
}

/// Empties jump tables that no instruction names; `false` if there is none.
fn empty_unused_tables(function: &mut MachineFunction) -> bool {
    let used = used_tables(function);
    let mut any = false;
    for (index, table) in &mut function.jump_tables {
        if !used[index.index()] {
            table.clear();
            any = true;
        }
    }
    any
}
