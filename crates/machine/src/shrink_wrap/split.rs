//! A restore point of its own for the paths that need the frame.
//!
//! Where the restore point, or the only exit, is also reached by paths that never needed the frame, it cannot be the end
//! of a smaller region. A new block before it is, which only the other paths go through:
//!
//! ```text
//!     clean     dirty            clean     dirty
//!        │        │                 │        │
//!        └▶ exit ◀┘                 │      new: jump to exit      ◀── the restore point
//!                                   └▶ exit ◀┘
//! ```
//!
//! A block is dirty if something needs the frame there or on the way there.

use avarice_ir::PostDominatorTree;
use avarice_mir::{Block, BranchProbability, MachineFunction, TargetHooks};
use avarice_target::{InstrFlags, LaneMask};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

use super::points::{Graph, Points};
use super::uses::{FrameUses, FrameUsesOf};
use crate::critical_edge::retarget_branches;
use crate::pass::MachineUnit;
use crate::terminators;

type Blocks = SmallVec<[Block; 4]>;

/// What is to be split.
struct Plan {
    save: Block,
    /// The block that the new one goes before.
    exit: Block,
    /// The predecessors of `exit` that will lead to the new block.
    dirty: Blocks,
}

/// Splits the restore point of `found`, or the only exit, if the frame can then be set up later. The points are new then.
pub(super) fn split_restore_point(
    unit: &mut MachineUnit<'_>,
    post_dominators: &PostDominatorTree<Block>,
    uses: &FrameUses,
    found: Option<Points>,
) -> Option<Points> {
    let target = unit.target;
    let plan = {
        let graph = Graph {
            function: &unit.function,
            analyses: unit.analyses,
            post_dominators,
        };
        let uses = uses.of(unit.module, &unit.function, target);
        plan(&graph, &uses, found)
            .filter(|plan| target.can_use_as_prologue(&unit.function, plan.save))?
    };
    // The new block has the registers of the exit, and can be an epilogue if that can.
    if !target.can_use_as_epilogue(&unit.function, plan.exit) {
        return None;
    }
    let restore = insert_block(&mut unit.function, target, &plan);
    Some(Points {
        save: Some(plan.save),
        restore: Some(restore),
    })
}

fn plan(graph: &Graph<'_>, uses: &FrameUsesOf<'_>, found: Option<Points>) -> Option<Plan> {
    let function = graph.function;
    let (save, exit) = match found {
        Some(points) => (points.save?, points.restore?),
        None => (function.layout[0], only_exit(function)?),
    };
    let jumps_in = |block: &Block| function.blocks[*block].inline_asm_br_target;
    if save == exit || !graph.encloses(save, exit) || function.layout.iter().any(jumps_in) {
        return None;
    }
    let dirty = dirty_blocks(function, uses);
    if uses.block_needs_frame(exit) {
        return None;
    }
    let preds = &function.blocks[exit].preds;
    let hooks = uses.hooks();
    let is_understood = |block: &Block| hooks.analyze_branch(function, *block).is_some();
    if !preds.iter().all(is_understood) {
        return None;
    }
    let (dirty_preds, clean_preds): (Blocks, Blocks) = preds
        .iter()
        .copied()
        .partition(|block| dirty.contains(*block));
    if clean_preds.is_empty() {
        return None;
    }
    let new_save = new_save_point(graph, &dirty, &dirty_preds)?;
    (new_save != save && !is_reached_backwards(function, new_save, &clean_preds)).then_some(Plan {
        save: new_save,
        exit,
        dirty: dirty_preds,
    })
}

/// The block that returns, if there is only one and there are no funclets.
fn only_exit(function: &MachineFunction) -> Option<Block> {
    let mut exit = None;
    for block in &function.layout {
        if function.blocks[*block].eh_funclet_entry {
            return None;
        }
        let last = function.blocks[*block].last.expand();
        if last.is_some_and(|last| function.desc(last).has(InstrFlags::RETURN))
            && exit.replace(*block).is_some()
        {
            return None;
        }
    }
    exit
}

/// The blocks in which something needs the frame, and those that can be reached from them.
fn dirty_blocks(function: &MachineFunction, uses: &FrameUsesOf<'_>) -> EntitySet<Block> {
    let mut dirty = EntitySet::with_capacity(function.blocks.len());
    let mut work: Vec<Block> = Vec::new();
    for block in &function.layout {
        if !function.blocks[*block].eh_pad && !uses.block_needs_frame(*block) {
            continue;
        }
        work.push(*block);
        while let Some(block) = work.pop() {
            if dirty.insert(block) {
                work.extend(&function.blocks[block].succs);
            }
        }
    }
    dirty
}

/// The last block that dominates all of `dirty_preds`, is reached by no dirty block, and runs no more often than the
/// function.
fn new_save_point(
    graph: &Graph<'_>,
    dirty: &EntitySet<Block>,
    dirty_preds: &[Block],
) -> Option<Block> {
    let mut save = graph.dominator_of(*dirty_preds.first()?, dirty_preds)?;
    loop {
        let preds = &graph.function.blocks[save].preds;
        let has_dirty_pred = preds.iter().any(|pred| dirty.contains(*pred));
        if !has_dirty_pred && graph.is_cheap(save) && !graph.is_in_loop(save) {
            return Some(save);
        }
        save = graph.dominator_of(*preds.first()?, preds)?;
    }
}

/// Whether `wanted` is one of `from` or leads there.
fn is_reached_backwards(function: &MachineFunction, wanted: Block, from: &[Block]) -> bool {
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut work = from.to_vec();
    while let Some(block) = work.pop() {
        if block == wanted {
            return true;
        }
        if !std::mem::replace(&mut seen[block], true) {
            work.extend(&function.blocks[block].preds);
        }
    }
    false
}

/// Inserts the new block at the end of the function.
fn insert_block(function: &mut MachineFunction, hooks: &dyn TargetHooks, plan: &Plan) -> Block {
    let falls = |block: &&Block| falls_through(function, hooks, **block) == Some(plan.exit);
    let falling: Blocks = plan.dirty.iter().filter(falls).copied().collect();
    let new = function.append_block();
    let live_ins = function.blocks[plan.exit].live_ins.iter();
    function.blocks[new].live_ins = live_ins.map(|(reg, _)| (*reg, LaneMask::ALL)).collect();
    let to_exit = terminators::jump(Some(plan.exit));
    terminators::insert_branch(function, hooks, new, &to_exit, None.into());
    for block in &plan.dirty {
        retarget_branches(function, *block, plan.exit, new);
    }
    function.add_edge(new, plan.exit, Some(BranchProbability::ONE));
    for block in falling {
        if function.layout_successor(block) != Some(new) {
            let location = terminators::branch_location(function, block);
            let to_new = terminators::jump(Some(new));
            terminators::insert_branch(function, hooks, block, &to_new, location);
        }
    }
    new
}

/// The block that control goes on in when no branch at the end of `block` is taken. Jumps to the next block do not count, other
/// than in [`terminators::fall_through`]: they are retargeted like any branch.
fn falls_through(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
) -> Option<Block> {
    let next = function.layout_successor(block)?;
    if !function.is_successor(block, next) {
        return None;
    }
    let falls = match hooks.analyze_branch(function, block) {
        None => true,
        Some(branch) => {
            branch.taken.is_none() || !branch.condition.is_empty() && branch.otherwise.is_none()
        }
    };
    falls.then_some(next)
}
