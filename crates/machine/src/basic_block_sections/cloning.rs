//! `bb-path-cloning`: blocks along a path that is often taken are copied, so that they can stand together in a section.
//!
//! ```text
//!   p 1 3 4        1 ─▶ 3 ─▶ 4 ─▶ …          1 ─▶ 3.1 ─▶ 4.1 ─▶ …
//!                  2 ─▶ 3                    2 ─▶ 3 ─▶ 4 ─▶ …
//! ```

use std::collections::BTreeMap; // Allowed because it works once a function, in order.
use std::fmt::Write;

use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, TargetHooks};
use avarice_target::{InstrFlags, op};
use avarice_trace::Log;

use super::falls_into;
use crate::clones::clone_inst;
use crate::critical_edge::retarget_branches;
use crate::pass::{MachinePass, MachineUnit};
use crate::terminators;

/// `bb-path-cloning`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["block-placement"],
    ..MachinePass::new("bb-path-cloning", "Basic Block Path Cloning", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            let options = &unit.options.block_sections;
            if let Some(profile) = options.profile_of(unit.module, &unit.function) {
                let hooks = unit.hooks();
                run(
                    &mut unit.function,
                    hooks,
                    &profile.paths,
                    &mut unit.warnings,
                );
            }
            Ok(())
        })
    })
};

/// Copies the blocks of each path but its first, which then goes to the first copy. A path that cannot be copied is left
/// alone with a warning.
///
/// # Requires
/// Final order of blocks, no PHIs; blocks have numbers that stay.
///
/// # Ensures
/// Copies stand at the end, and have the number of their block with the number of the copy. None falls through.
///
/// # Preserves
/// All blocks but the first ones of paths.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    paths: &[Vec<u32>],
    warnings: &mut String,
) {
    if paths.is_empty() {
        return;
    }
    let blocks = function.layout.iter();
    let mut by_id: BTreeMap<u32, Block> = BTreeMap::new();
    for block in blocks {
        if let Some((id, _)) = function.blocks[*block].block_id {
            by_id.entry(id).or_insert(*block);
        }
    }
    let mut copies: BTreeMap<u32, u32> = BTreeMap::new();
    for path in paths {
        if let Some(reason) = obstacle(function, &by_id, path) {
            let name = String::from_utf8_lossy(&function.name);
            let _ = writeln!(warnings, "warning: {reason} in function {name}");
            // The profile names later copies by their numbers all the same.
            for id in path {
                *copies.entry(*id).or_default() += 1;
            }
            continue;
        }
        let mut previous: Option<Block> = None;
        for id in path {
            let block = by_id[id];
            let Some(before) = previous else {
                branch_on(function, hooks, block, block);
                previous = Some(block);
                continue;
            };
            let number = copies.entry(*id).or_default();
            *number += 1;
            let copy = copy_block(function, hooks, block, (*id, *number));
            retarget_branches(function, before, block, copy);
            function.blocks[copy].live_ins = function.blocks[block].live_ins.clone();
            previous = Some(copy);
        }
    }
}

/// Why a path cannot be copied, if so.
fn obstacle(
    function: &MachineFunction,
    by_id: &BTreeMap<u32, Block>,
    path: &[u32],
) -> Option<String> {
    let mut previous: Option<(u32, Block)> = None;
    for (at, id) in path.iter().enumerate() {
        let Some(block) = by_id.get(id).copied() else {
            return Some(format!("no block with id {id}"));
        };
        if let Some((before, from)) = previous {
            if !function.is_successor(from, block) {
                return Some(format!("block #{id} is not a successor of block #{before}"));
            }
            let stays = |inst: Inst| {
                function.desc(inst).has(InstrFlags::NOT_DUPLICABLE)
                    && function.opcode(inst) != op::CFI_INSTRUCTION
            };
            if function.block_insts(block).any(stays) {
                return Some(format!("block #{id} has non-duplicable instructions"));
            }
            if function.blocks[block].machine_address_taken {
                return Some(format!("block #{id} has its machine block address taken"));
            }
        }
        let last = function.blocks[block].last.expand();
        let is_indirect = |inst: Inst| function.desc(inst).has(InstrFlags::INDIRECT_BRANCH);
        if at + 1 != path.len() && last.is_some_and(is_indirect) {
            return Some(format!(
                "block #{id} has indirect branch and appears as the non-tail block of a path"
            ));
        }
        previous = Some((*id, block));
    }
    None
}

/// Makes `to` branch to where control falls from `block`.
fn branch_on(function: &mut MachineFunction, hooks: &dyn TargetHooks, block: Block, to: Block) {
    let next = function.layout_successor(block);
    if let Some(falls) = falls_into(function, hooks, block, next) {
        let location = terminators::branch_location(function, to);
        let jump = terminators::jump(Some(falls));
        terminators::insert_branch(function, hooks, to, &jump, location);
    }
}

/// A copy of `block` at the end of the layout, without predecessors.
fn copy_block(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    id: (u32, u32),
) -> Block {
    let copy = function.append_block();
    function.blocks[copy].ir_block = function.blocks[block].ir_block;
    function.blocks[copy].block_id = Some(id);
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        let new = clone_inst(function, inst);
        function.insert_at(InsertPoint::at_end(copy), new);
    }
    let succs = function.blocks[block].succs.clone();
    let probs = function.blocks[block].probs.clone();
    for (at, successor) in succs.iter().enumerate() {
        function.add_edge(copy, *successor, probs.get(at).copied());
    }
    branch_on(function, hooks, block, copy);
    copy
}
