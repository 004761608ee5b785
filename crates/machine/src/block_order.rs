//! The order of blocks that emission sees; `block-placement` calls it.
//!
//! ```text
//!   1. every block gets explicit branches        (nothing falls through)
//!   2. jumps to blocks that only jump are threaded, unreachable blocks dropped,
//!      a block and its only successor become one if that has no other predecessor
//!   3. the dispatch of a switch is copied to jumps back to it (`dispatch`)
//!   4. blocks are ordered: a trace follows each block's likely successor
//!   5. branches to the next block disappear, conditions are reversed where that helps
//! ```

use avarice_mir::{Block, BranchAnalysis, Inst, MachineFunction, TargetHooks};
use avarice_target::InstrFlags;
use cranelift_entity::SecondaryMap;

use crate::dispatch;
/// Simplifies branches and orders blocks.
///
/// # Requires
/// No PHIs. Successor lists agree with branches.
///
/// # Ensures
/// No jump to the block that follows, no block that nothing reaches; blocks are numbered by place.
pub fn run(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    make_explicit(function, hooks);
    thread_jumps(function, hooks);
    remove_unreachable(function);
    merge_chains(function, hooks);
    dispatch::duplicate(function, hooks);
    order_blocks(function, hooks);
    strip_fallthrough(function, hooks);
    function.renumber_blocks();
}

fn last_real_inst(function: &MachineFunction, block: Block) -> Option<Inst> {
    function
        .block_insts_rev(block)
        .find(|inst| !function.is_debug(*inst))
}

/// Whether control can run off the end of `block`.
fn falls_off(function: &MachineFunction, block: Block) -> bool {
    !last_real_inst(function, block)
        .is_some_and(|inst| function.desc(inst).has(InstrFlags::BARRIER))
}

fn jump_to(target: Block) -> BranchAnalysis {
    BranchAnalysis {
        taken: Some(target),
        ..BranchAnalysis::default()
    }
}

fn make_explicit(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let Some(next) = function.layout.get(at + 1).copied() else {
            continue;
        };
        if function.is_successor(block, next) && falls_off(function, block) {
            hooks.insert_branch(function, block, &jump_to(next));
        }
    }
}

/// Whether `block` must stay as it is even if empty or not branched to.
pub(crate) fn is_pinned(function: &MachineFunction, block: Block) -> bool {
    let data = &function.blocks[block];
    data.eh_pad || data.machine_address_taken || data.ir_address_taken.is_some()
}

/// If `block` does nothing but jump: where to.
fn forwards_to(function: &MachineFunction, hooks: &dyn TargetHooks, block: Block) -> Option<Block> {
    if is_pinned(function, block) {
        return None;
    }
    let mut insts = function.block_insts(block);
    let only = insts.next()?;
    if insts.next().is_some() || !function.is_terminator(only) {
        return None;
    }
    let branch = hooks.analyze_branch(function, block)?;
    let target = branch.taken.filter(|_| branch.condition.is_empty())?;
    (target != block).then_some(target)
}

fn thread_jumps(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    let mut forward: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        forward[block] = forwards_to(function, hooks, block);
    }
    let limit = function.layout.len();
    let resolve = |mut block: Block| {
        // The bound ends a cycle of empty blocks, an endless loop in the program.
        for _ in 0..limit {
            match forward[block] {
                Some(next) => block = next,
                None => break,
            }
        }
        block
    };
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let successors = function.blocks[block].succs.clone();
        for old in successors {
            let new = resolve(old);
            if new != old {
                retarget(function, block, old, new);
            }
        }
    }
    for table in function.jump_tables.keys().collect::<Vec<_>>() {
        for entry in &mut function.jump_tables[table] {
            *entry = resolve(*entry);
        }
    }
}

/// Makes branches of `block` to `old` go to `new`. Jump tables are the caller's.
fn retarget(function: &mut MachineFunction, block: Block, old: Block, new: Block) {
    let mut cursor = function.first_terminator(block);
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        for index in 0..function.num_operands(inst) {
            let operand = function.operand_mut(inst, index);
            if operand.as_block() == Some(old) {
                operand.set_block(new);
            }
        }
    }
    function.replace_successor(block, old, new);
}

fn remove_unreachable(function: &mut MachineFunction) {
    let mut reached: SecondaryMap<Block, bool> = SecondaryMap::new();
    let pinned = function
        .layout
        .iter()
        .copied()
        .filter(|b| is_pinned(function, *b));
    let mut work: Vec<Block> = pinned.chain([function.layout[0]]).collect();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut reached[block], true) {
            work.extend(&function.blocks[block].succs);
        }
    }
    let dead: Vec<Block> = function
        .layout
        .iter()
        .copied()
        .filter(|b| !reached[*b])
        .collect();
    for block in dead {
        for successor in function.blocks[block].succs.clone() {
            function.remove_edge(block, successor);
        }
        while let Some(inst) = function.blocks[block].first.expand() {
            function.remove_inst(inst);
        }
    }
    function.layout.retain(|block| reached[*block]);
}

/// Joins a block with its only successor where that has no other predecessor.
fn merge_chains(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    let entry = function.layout[0];
    let mut gone: SecondaryMap<Block, bool> = SecondaryMap::new();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        while !gone[block] {
            let [next] = function.blocks[block].succs[..] else {
                break;
            };
            let preds = &function.blocks[next].preds;
            let plain = next != entry && next != block && !is_pinned(function, next);
            if !plain || preds.len() != 1 || !ends_in_jump(function, hooks, block, next) {
                break;
            }
            hooks.remove_branch(function, block);
            function.remove_edge(block, next);
            if let Some(first) = function.blocks[next].first.expand() {
                function.splice_tail(first, block);
            }
            let successors = function.blocks[next].succs.clone();
            let probs = function.blocks[next].probs.clone();
            for (index, successor) in successors.into_iter().enumerate() {
                function.remove_edge(next, successor);
                function.add_edge(block, successor, probs.get(index).copied());
            }
            gone[next] = true;
        }
    }
    function.layout.retain(|block| !gone[*block]);
}

fn ends_in_jump(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    target: Block,
) -> bool {
    hooks
        .analyze_branch(function, block)
        .is_some_and(|b| b.condition.is_empty() && b.taken == Some(target))
}

/// Orders blocks by traces: after a block comes the successor that it jumps to, if that is still
/// without place and nothing else that is likelier to run into it is; else the next in the old order.
fn order_blocks(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    let old = std::mem::take(&mut function.layout);
    let mut placed: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut position: SecondaryMap<Block, u32> = SecondaryMap::new();
    for (at, block) in old.iter().enumerate() {
        position[*block] = at as u32;
    }
    let mut order = Vec::with_capacity(old.len());
    for start in &old {
        let mut cursor = Some(*start).filter(|block| !placed[*block]);
        while let Some(block) = cursor {
            placed[block] = true;
            order.push(block);
            cursor = next_in_trace(function, hooks, block, &placed, &position);
        }
    }
    function.layout = order;
}

fn next_in_trace(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    placed: &SecondaryMap<Block, bool>,
    position: &SecondaryMap<Block, u32>,
) -> Option<Block> {
    let branch = hooks.analyze_branch(function, block)?;
    let candidates = if branch.condition.is_empty() {
        [branch.taken, None]
    } else {
        [branch.otherwise, branch.taken]
    };
    let follows = |b: &Block| position[*b] == position[block] + 1;
    let free = candidates.into_iter().flatten().filter(|b| !placed[*b]);
    // A block that others still want to fall into stays with the old order, so that loop bottoms
    // keep their place.
    let mut ready = free.filter(|b| {
        let preds = &function.blocks[*b].preds;
        follows(b) || preds.iter().all(|p| placed[*p])
    });
    let first = ready.next()?;
    Some(ready.find(follows).unwrap_or(first))
}

/// Whether control goes from `block` to `first` rather than to `second`, as far as is known.
fn is_likelier(function: &MachineFunction, block: Block, first: Block, second: Block) -> bool {
    let data = &function.blocks[block];
    let probability = |to| {
        let at = data.succs.iter().position(|succ| *succ == to)?;
        data.probs.get(at).map(|probability| probability.0)
    };
    probability(first) > probability(second)
}

fn strip_fallthrough(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let next = function.layout.get(at + 1).copied();
        let Some(mut branch) = hooks.tidy_branch(function, block, next) else {
            continue;
        };
        if branch.taken.is_none() {
            continue;
        }
        if branch.taken == branch.otherwise {
            branch = jump_to(branch.taken.expect("checked above"));
        }
        if branch.condition.is_empty() {
            if branch.taken == next {
                hooks.remove_branch(function, block);
            }
            continue;
        }
        if branch.taken == next
            && let Some(otherwise) = branch.otherwise
            && hooks.reverse_condition(&mut branch.condition)
        {
            branch.taken = Some(otherwise);
            branch.otherwise = None;
        } else if branch.otherwise == next {
            branch.otherwise = None;
        } else if let (Some(taken), Some(otherwise)) = (branch.taken, branch.otherwise)
            && is_likelier(function, block, otherwise, taken)
            && hooks.reverse_condition(&mut branch.condition)
        {
            (branch.taken, branch.otherwise) = (Some(otherwise), Some(taken));
        }
        let location = function
            .first_terminator(block)
            .and_then(|inst| function.debug_loc(inst).expand());
        hooks.remove_branch(function, block);
        hooks.insert_branch(function, block, &branch);
        let mut cursor = function.first_terminator(block);
        while let Some(inst) = cursor {
            function.set_debug_loc(inst, location.into());
            cursor = function.next_inst(inst);
        }
    }
}
