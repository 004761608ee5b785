//! Copies the dispatch of a switch in a loop to the ends of the loop that lead back to it.
//!
//! A processor predicts an indirect jump by its address. With one jump for all cases, it can at best predict the last
//! case again; with a jump after each case, it learns what tends to follow that case:
//!
//! ```text
//!   head:  cmp; ja default          case 1:  ...               case 1:  ...
//!   jump:  lea; movslq; jmp *              jmp head                  cmp; ja default
//!                                                             copy:    lea; movslq; jmp *
//! ```
//!
//! llc copies a dispatch before allocation, and only one without a range check and of a small switch; here it is done
//! last, when nothing has to be updated.

use avarice_mir::{Block, BranchAnalysis, Inst, MachineFunction, Operand, TargetHooks};
use avarice_target::{InstrFlags, op};
use cranelift_entity::EntitySet;

use crate::block_order::is_pinned;

/// The least number of jumps back for which copies pay.
const MIN_JUMPS: usize = 3;

/// The largest dispatch, in instructions.
const MAX_DISPATCH: usize = 16;

/// The most instructions that all copies of one dispatch may have.
const MAX_COPIED: usize = 1024;

/// The most edges that they may add.
const MAX_EDGES: usize = 4096;

/// A dispatch: an indirect jump, and the check that leads to it alone.
struct Dispatch {
    head: Block,
    jump: Block,
    /// Of the check, if there is one.
    check: Option<BranchAnalysis>,
}

/// Copies dispatches to the ends of blocks that jump to them from within their loop.
///
/// # Requires
/// No virtual registers; no block falls through.
///
/// # Ensures
/// The same; new blocks are at the end of the layout.
pub(crate) fn duplicate(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    if function.optimize_for_size {
        return;
    }
    for at in 0..function.layout.len() {
        let jump = function.layout[at];
        if let Some(dispatch) = dispatch_of(function, hooks, jump) {
            let mut sources = sources(function, hooks, &dispatch);
            if sources.len() == function.blocks[dispatch.head].preds.len() {
                // Something has to reach the original.
                sources.pop();
            }
            for source in sources {
                copy_to(function, hooks, &dispatch, source);
            }
        }
    }
}

/// The dispatch that ends in block `jump`.
fn dispatch_of(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    jump: Block,
) -> Option<Dispatch> {
    let last = function.blocks[jump].last.expand()?;
    let desc = function.desc(last);
    let is_jump = desc.has(InstrFlags::INDIRECT_BRANCH) && !desc.has(InstrFlags::RETURN);
    if !is_jump || desc.has(InstrFlags::CALL) || is_pinned(function, jump) {
        return None;
    }
    let alone = Dispatch {
        head: jump,
        jump,
        check: None,
    };
    let [head] = function.blocks[jump].preds[..] else {
        return Some(alone);
    };
    let check = hooks.analyze_branch(function, head)?;
    let leads_there = [check.taken, check.otherwise].contains(&Some(jump));
    (leads_there && !check.condition.is_empty() && head != jump && !is_pinned(function, head))
        .then_some(Dispatch {
            head,
            jump,
            check: Some(check),
        })
}

/// The blocks that jump to a dispatch and that it leads to; none if copies would be too large.
fn sources(function: &MachineFunction, hooks: &dyn TargetHooks, dispatch: &Dispatch) -> Vec<Block> {
    let jumps = |block: &Block| {
        *block != dispatch.head
            && *block != dispatch.jump
            && hooks
                .analyze_branch(function, *block)
                .is_some_and(|branch| {
                    branch.condition.is_empty() && branch.taken == Some(dispatch.head)
                })
    };
    let preds = function.blocks[dispatch.head].preds.iter().copied();
    let mut found: Vec<Block> = preds.filter(jumps).collect();
    let blocks = match dispatch.check {
        Some(_) => vec![dispatch.head, dispatch.jump],
        None => vec![dispatch.jump],
    };
    let insts = || blocks.iter().flat_map(|block| function.block_insts(*block));
    let size = insts().take(MAX_DISPATCH + 1).count();
    if size > MAX_DISPATCH || !insts().all(|inst| may_copy(function, inst)) {
        return Vec::new();
    }
    let edges = function.blocks[dispatch.jump].succs.len();
    if found.len() < MIN_JUMPS || found.len() * size > MAX_COPIED || found.len() * edges > MAX_EDGES
    {
        return Vec::new();
    }
    let inside = reachable(function, dispatch.jump);
    found.retain(|block| inside.contains(*block));
    if found.len() < MIN_JUMPS {
        found.clear();
    }
    found
}

/// Whether there may be several of an instruction: none that is a place (labels around a call that may throw, the
/// text of inline assembly), and no call, which is no dispatch.
fn may_copy(function: &MachineFunction, inst: Inst) -> bool {
    let desc = function.desc(inst);
    let refused = InstrFlags::CALL | InstrFlags::NOT_DUPLICABLE | InstrFlags::META;
    function.is_debug(inst)
        || !desc.flags.intersects(refused)
            && !matches!(function.opcode(inst), op::INLINEASM | op::INLINEASM_BR)
            && function.notes(inst).is_none()
}

fn reachable(function: &MachineFunction, from: Block) -> EntitySet<Block> {
    let mut seen = EntitySet::new();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        for next in &function.blocks[block].succs {
            if seen.insert(*next) {
                open.push(*next);
            }
        }
    }
    seen
}

/// Replaces the jump at the end of `source` by a copy of the dispatch.
fn copy_to(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    dispatch: &Dispatch,
    source: Block,
) {
    hooks.remove_branch(function, source);
    function.remove_edge(source, dispatch.head);
    let Some(check) = &dispatch.check else {
        return copy_block(function, dispatch.jump, source);
    };
    let copy = function.append_block();
    function.blocks[copy].ir_block = function.blocks[dispatch.jump].ir_block;
    function.blocks[copy].live_ins = function.blocks[dispatch.jump].live_ins.clone();
    copy_block(function, dispatch.jump, copy);
    let insts: Vec<Inst> = function.block_insts(dispatch.head).collect();
    for inst in insts {
        if !function.is_terminator(inst) {
            copy_inst(function, inst, source);
        }
    }
    let to_copy = |block: Option<Block>| match block {
        Some(block) if block == dispatch.jump => Some(copy),
        other => other,
    };
    let branch = BranchAnalysis {
        taken: to_copy(check.taken),
        otherwise: to_copy(check.otherwise),
        condition: check.condition.clone(),
    };
    hooks.insert_branch(function, source, &branch);
    copy_edges(function, dispatch.head, source, |block| {
        to_copy(Some(block)).unwrap_or(block)
    });
}

/// Appends copies of all instructions of `from`, and its edges.
fn copy_block(function: &mut MachineFunction, from: Block, to: Block) {
    let insts: Vec<Inst> = function.block_insts(from).collect();
    for inst in insts {
        copy_inst(function, inst, to);
    }
    copy_edges(function, from, to, |block| block);
}

fn copy_edges(
    function: &mut MachineFunction,
    from: Block,
    to: Block,
    changed: impl Fn(Block) -> Block,
) {
    let succs = function.blocks[from].succs.clone();
    let probs = function.blocks[from].probs.clone();
    for (index, succ) in succs.iter().enumerate() {
        function.add_edge(to, changed(*succ), probs.get(index).copied());
    }
}

fn copy_inst(function: &mut MachineFunction, inst: Inst, to: Block) {
    if function.is_debug(inst) {
        return;
    }
    let operands: Vec<Operand> = function.operands(inst).to_vec();
    let new = function.create_inst(function.opcode(inst), &operands);
    let (flags, location) = (function.insts[inst].flags, function.debug_loc(inst));
    function.insts[new].flags = flags;
    function.set_debug_loc(new, location);
    function.copy_mem_ops(inst, new);
    function.append_inst(to, new);
}
