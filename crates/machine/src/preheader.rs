//! Preheaders: blocks before loops, to which loop-invariant computations can be hoisted.
//!
//! ```text
//!   bb.0 ──┬──▶ bb.3 (header)         bb.0 ──┬──▶ bb.9 ──▶ bb.3
//!   bb.1 ──┘                          bb.1 ──┘
//!     %5 = PHI %1, bb.0, %2, bb.1, %6, bb.4      %10 = PHI %1, bb.0, %2, bb.1     in bb.9
//!                                                %5 = PHI %6, bb.4, %10, bb.9     in bb.3
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, BranchAnalysis, BranchProbability, InstBuilder, MachineFunction, MachineLoop, Operand,
    TargetHooks,
};
use avarice_target::op;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::critical_edge::{retarget_branches, split_critical_edge, update_terminator};
use crate::pass::Analyses;

/// Blocks outside a loop from which it is entered.
type Entries = SmallVec<[Block; 4]>;

/// Gives each loop a preheader where control flow is understood, and computes loops.
///
/// # Requires
/// Machine SSA; loops hold.
///
/// # Preserves
/// Machine SSA. [`Analyses::loops`] hold afterwards.
pub fn make_preheaders(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
) {
    let mut is_changed = false;
    let all: SmallVec<[MachineLoop; 16]> = analyses.loops.loops().collect();
    let old_blocks = function.blocks.len();
    for id in all {
        is_changed |= make_preheader(function, hooks, analyses, id, old_blocks);
    }
    if is_changed {
        analyses.compute_loops(function);
    }
}

/// Returns whether it made one. Loops are those of the first `old_blocks` blocks; a new block is on edges to this header only: what is known of other loops stays
/// right.
fn make_preheader(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    id: MachineLoop,
    old_blocks: usize,
) -> bool {
    let Analyses {
        loops, dominators, ..
    } = analyses;
    let header = loops.header(id);
    let data = &function.blocks[header];
    let entries: Entries = data
        .preds
        .iter()
        .copied()
        .filter(|pred| !loops.contains(id, *pred))
        .collect();
    let is_known = |pred: &Block| dominators.is_reachable(*pred);
    if data.eh_pad
        || data.inline_asm_br_target
        || data.machine_address_taken
        || data.ir_address_taken.is_some()
        || !entries.iter().all(is_known)
    {
        return false;
    }
    match entries[..] {
        [] => false,
        [only] if function.blocks[only].succs.len() == 1 => false,
        [only] => {
            let live_variables = &mut analyses.live_variables;
            split_critical_edge(function, hooks, live_variables, &[], only, header).is_some()
        }
        _ => {
            let before = function.layout_index(header).checked_sub(1);
            let before = before.map(|at| function.layout[at]);
            let is_new = |block: Block| block.index() >= old_blocks;
            let outside = before.filter(|block| is_new(*block) || !loops.contains(id, *block));
            merge_entries(function, hooks, header, &entries, outside)
        }
    }
}

/// Inserts a block on all edges from `entries` to `header`: after `place`, the block in front of the header, or
/// where that is `None`, since the loop comes back from there, after the last entry.
fn merge_entries(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    header: Block,
    entries: &[Block],
    place: Option<Block>,
) -> bool {
    let is_clear = |pred: &Block| {
        let branch = hooks.analyze_branch(function, *pred);
        branch.is_some_and(|b| b.taken.is_none() || b.taken != b.otherwise)
    };
    let Some(place) = place.or(entries.last().copied()) else {
        return false;
    };
    if !entries.iter().all(is_clear) {
        return false;
    }
    let mut falls: SmallVec<[(Block, Option<Block>); 4]> = SmallVec::new();
    for block in entries {
        falls.push((*block, function.layout_successor(*block)));
    }
    if !entries.contains(&place) {
        falls.push((place, function.layout_successor(place)));
    }
    let comes_before = function.layout_successor(place) == Some(header);
    let new = function.create_block();
    function.blocks[new].number = function.layout.len() as u32;
    function.insert_block_after(place, new);
    for entry in entries {
        retarget_branches(function, *entry, header, new);
    }
    for (block, fall) in falls {
        let is_entry = entries.contains(&block);
        let fall = fall.map(|to| if is_entry && to == header { new } else { to });
        update_terminator(function, hooks, block, fall);
    }
    function.add_edge(new, header, Some(BranchProbability::ONE));
    if !comes_before {
        let branch = BranchAnalysis {
            taken: Some(header),
            ..BranchAnalysis::default()
        };
        hooks.insert_branch(function, new, &branch);
    }
    function.blocks[new].live_ins = function.blocks[header].live_ins.clone();
    split_phis(function, header, entries, new);
    true
}

/// Makes PHIs of `header` read what comes from `entries` by way of `new`.
fn split_phis(function: &mut MachineFunction, header: Block, entries: &[Block], new: Block) {
    let mut cursor = function.blocks[header].first.expand();
    while let Some(phi) = cursor.filter(|inst| function.opcode(*inst) == op::PHI) {
        cursor = function.next_inst(phi);
        let mut values: SmallVec<[Operand; 8]> = SmallVec::new();
        for at in (1..function.num_operands(phi)).step_by(2).rev() {
            let from = function.operand(phi, at + 1).as_block();
            if from.is_some_and(|from| entries.contains(&from)) {
                values.push(function.operand(phi, at).detached());
                values.push(function.operand(phi, at + 1).detached());
                function.remove_operand(phi, at + 1);
                function.remove_operand(phi, at);
            }
        }
        let Some(first) = values.first().copied() else {
            continue;
        };
        let is_same = values.iter().step_by(2).all(|value| *value == first);
        let merged = if is_same {
            first
        } else {
            let def = function.operand(phi, 0).as_reg().as_virtual();
            let class = def.map(|def| function.class(def));
            let reg = function.create_vreg(class.expect("a PHI defines a virtual register"));
            let builder = InstBuilder::new(function, op::PHI).def(reg);
            let inst = builder.ops(&values).create();
            let before = function.first_non_phi(new);
            function.insert_at(InsertPoint::new(new, before), inst);
            Operand::reg(reg)
        };
        function.push_operand(phi, merged);
        function.push_operand(phi, Operand::block(new));
    }
}
