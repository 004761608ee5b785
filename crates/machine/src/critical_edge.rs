//! Splits critical edges.
//!
//! ```text
//!   bb.0 ──┬──▶ bb.2        bb.0 ──┬──▶ bb.3 ──▶ bb.2
//!          └──▶ …                  └──▶ …
//! ```

use avarice_mir::{
    Block, BlockData, BranchAnalysis, Inst, JumpTableIndex, MachineFunction, OperandFlags,
    TargetHooks, VReg,
};
use avarice_target::{PhysReg, op};
use smallvec::SmallVec;

use crate::terminators;
use avarice_liveness::LiveVariables;
use avarice_mir::inst_flags::add_killed;

/// Inserts a block on the edge `from → to`, right after `from` in the layout, keeping live variables
/// right; `live_in` are the registers live into `to`. Returns it, or `None` if the edge cannot be split:
/// landing pads, targets of inline assembly, and branches that are not understood.
pub fn split_critical_edge(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    live_variables: &mut LiveVariables,
    live_in: &[VReg],
    from: Block,
    to: Block,
) -> Option<Block> {
    let data: &BlockData = &function.blocks[to];
    if data.eh_pad || data.inline_asm_br_target {
        return None;
    }
    let table = only_jump_table(function, hooks, from);
    if table.is_none() {
        let analysis = hooks.analyze_branch(function, from)?;
        if analysis.taken.is_some() && analysis.taken == analysis.otherwise {
            return None;
        }
    }
    let mut fallthrough = function.layout_successor(from);
    let comes_before = fallthrough == Some(to);
    let new = function.create_block();
    // Numbers are dense: unreachable blocks have lost theirs.
    function.blocks[new].number = function.layout.len() as u32;
    function.insert_block_after(from, new);
    let killed = remove_terminator_kills(function, live_variables, from);
    retarget_branches(function, from, to, new);
    if comes_before {
        fallthrough = Some(new);
    }
    match table {
        Some(table) => {
            let entries = function.jump_tables[table].iter_mut();
            entries
                .filter(|entry| **entry == to)
                .for_each(|entry| *entry = new);
        }
        None => update_terminator(function, hooks, from, fallthrough),
    }
    function.add_edge(new, to, Some(avarice_mir::BranchProbability::ONE));
    if !comes_before {
        let branch = BranchAnalysis {
            taken: Some(to),
            ..BranchAnalysis::default()
        };
        hooks.insert_branch(function, new, &branch);
    }
    function.replace_phi_source(to, from, new);
    let live_ins = function.blocks[to].live_ins.clone();
    function.blocks[new].live_ins = live_ins;
    restore_kills(function, live_variables, from, killed);
    update_live_variables(function, live_variables, live_in, new, to);
    Some(new)
}

/// The jump table that the branch of `block` goes through, if no other block uses it.
fn only_jump_table(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
) -> Option<JumpTableIndex> {
    let table = |block: Block| {
        let first = function.first_terminator(block)?;
        hooks.jump_table_index(function, first)
    };
    let own = table(block)?;
    let mut others = function.layout.iter().filter(|other| **other != block);
    (!others.any(|other| table(*other) == Some(own))).then_some(own)
}

/// A register whose kill mark was taken from a terminator.
#[derive(Clone, Copy)]
enum Killed {
    Virtual(VReg),
    Physical(PhysReg),
}

fn remove_terminator_kills(
    function: &mut MachineFunction,
    live_variables: &mut LiveVariables,
    block: Block,
) -> SmallVec<[Killed; 4]> {
    let mut killed = SmallVec::new();
    let mut cursor = function.first_terminator(block);
    while let Some(inst) = cursor {
        for op in function.op_ids(inst) {
            let operand = *function.op(op);
            if !operand.is_use()
                || !operand.has(OperandFlags::KILL)
                || operand.has(OperandFlags::UNDEF)
            {
                continue;
            }
            match (
                operand.as_reg().as_virtual(),
                operand.as_reg().as_physical(),
            ) {
                (Some(reg), _) if live_variables.var_mut(reg).remove_kill(inst) => {
                    killed.push(Killed::Virtual(reg));
                }
                (_, Some(reg)) => killed.push(Killed::Physical(reg)),
                _ => continue,
            }
            function.op_mut(op).set(OperandFlags::KILL, false);
        }
        cursor = function.next_inst(inst);
    }
    killed
}

/// Sets the kill marks again, on the last reader in the block.
fn restore_kills(
    function: &mut MachineFunction,
    live_variables: &mut LiveVariables,
    block: Block,
    mut killed: SmallVec<[Killed; 4]>,
) {
    while let Some(reg) = killed.pop() {
        let plain = match reg {
            Killed::Virtual(reg) => reg.into(),
            Killed::Physical(reg) => reg.into(),
        };
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            if add_killed(function, inst, plain, false) {
                if let Killed::Virtual(reg) = reg {
                    live_variables.var_mut(reg).kills.push(inst);
                }
                break;
            }
            cursor = function.prev_inst(inst);
        }
    }
}

/// Makes the terminators of `from` that go to `old` go to `new`, and the edge with them.
pub fn retarget_branches(function: &mut MachineFunction, from: Block, old: Block, new: Block) {
    let mut cursor = function.blocks[from].last.expand();
    while let Some(inst) = cursor.filter(|inst| function.is_terminator(*inst)) {
        for op in function.op_ids(inst) {
            if function.op(op).as_block() == Some(old) {
                function.op_mut(op).set_block(new);
            }
        }
        cursor = function.prev_inst(inst);
    }
    function.replace_successor(from, old, new);
}

/// Makes the branches of `block` right again after the layout changed: `fallthrough` is where control
/// went by falling through.
pub fn update_terminator(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    fallthrough: Option<Block>,
) {
    let next = function.layout_successor(block);
    terminators::update(function, hooks, block, fallthrough, next);
}

/// What is live into `to` (but for its PHIs' results), and what its PHIs read from `new`, is live through
/// `new`.
fn update_live_variables(
    function: &MachineFunction,
    live_variables: &mut LiveVariables,
    live_in: &[VReg],
    new: Block,
    to: Block,
) {
    let phis: SmallVec<[Inst; 8]> = function
        .block_insts(to)
        .take_while(|inst| function.opcode(*inst) == op::PHI)
        .collect();
    for reg in live_in {
        live_variables.var_mut(*reg).alive_blocks.insert(new);
    }
    for phi in phis {
        for pair in function.operands(phi)[1..].chunks_exact(2) {
            if let (Some(reg), Some(pred)) = (pair[0].as_reg().as_virtual(), pair[1].as_block())
                && pred == new
                && pair[0].reads_reg()
            {
                live_variables.var_mut(reg).alive_blocks.insert(new);
            }
        }
    }
}
