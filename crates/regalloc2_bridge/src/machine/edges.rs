//! Splits critical edges: regalloc2 puts moves on edges, which need a block of their own where the
//! predecessor has other successors and the successor has other predecessors.

use avarice_liveness::LiveVariables;
use avarice_machine::critical_edge::{Edge, EdgeSplitter};
use avarice_machine::pass::{AllocatorNeed, Analysis, MachinePass, MachineUnit, When};
use avarice_mir::{
    Block, BranchAnalysis, BranchProbability, JumpTableIndex, MachineFunction, OperandValue,
    TargetHooks,
};
use avarice_target::InstrFlags;
use avarice_trace::Log;

use super::AllocateError;
use super::landing_pads;
use super::translate::unsupported;

/// `split-critical-edges`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When {
        allocator: AllocatorNeed::Ssa,
        ..When::ALWAYS
    },
    requires: Analysis::REACHABLE,
    preserves: Analysis::RESERVED_REGS,
    after: &["unreachable-mbb-elimination"],
    ..MachinePass::new(
        "split-critical-edges",
        "Split critical edges for regalloc2",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let live_variables = &mut unit.analyses.live_variables;
                let splitter = EdgeSplitter {
                    hooks: unit.target,
                    module: Some(unit.module),
                };
                let done = run(&mut unit.function, splitter, live_variables);
                done.map_err(|error| unit.with_name(error))
            })
        },
    )
};

/// Splits all critical edges.
///
/// # Requires
/// Machine SSA without unreachable blocks.
///
/// # Ensures
/// No edge from a block with several successors to one with several predecessors.
///
/// # Errors
/// An edge that cannot be split: of a branch that is not understood, say.
pub fn run(
    function: &mut MachineFunction,
    splitter: EdgeSplitter<'_>,
    live_variables: &mut LiveVariables,
) -> Result<(), AllocateError> {
    live_variables.forget();
    landing_pads::run(function, splitter.hooks)?;
    let blocks: Vec<Block> = function.layout.clone();
    for from in blocks {
        for to in function.blocks[from].succs.clone() {
            let is_critical =
                function.blocks[from].succs.len() > 1 && function.blocks[to].preds.len() > 1;
            if !is_critical {
                continue;
            }
            let is_split = match jump_table(function, from) {
                Some(table) => {
                    split_table_edge(function, splitter.hooks, from, to, table);
                    true
                }
                None => {
                    let edge = Edge { from, to };
                    splitter
                        .split_critical(function, live_variables, &[], edge)
                        .is_some()
                }
            };
            if !is_split {
                let numbers = [from, to].map(|block| function.blocks[block].number);
                return Err(unsupported(format!(
                    "the edge from bb.{} to bb.{}, which cannot be split",
                    numbers[0], numbers[1]
                )));
            }
        }
    }
    Ok(())
}

/// The jump table that `block` ends with a branch through, if no other block does.
fn jump_table(function: &MachineFunction, block: Block) -> Option<JumpTableIndex> {
    let named = |block: Block| -> Option<JumpTableIndex> {
        let mut insts = function.block_insts(block);
        insts.find(|inst| function.desc(*inst).has(InstrFlags::INDIRECT_BRANCH))?;
        let insts = function.block_insts(block);
        let operands = insts.flat_map(|inst| function.operands(inst));
        let mut tables = operands.filter_map(|operand| match operand.value() {
            OperandValue::JumpTable(table) => Some(table),
            _ => None,
        });
        let first = tables.next()?;
        tables.all(|other| other == first).then_some(first)
    };
    let own = named(block)?;
    let mut others = function.layout.iter().filter(|other| **other != block);
    (!others.any(|other| named(*other) == Some(own))).then_some(own)
}

/// Splits an edge of a branch through a jump table.
fn split_table_edge(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    from: Block,
    to: Block,
    table: JumpTableIndex,
) {
    let new = function.create_block();
    function.insert_block_after(from, new);
    for entry in &mut function.jump_tables[table] {
        if *entry == to {
            *entry = new;
        }
    }
    function.replace_successor(from, to, new);
    function.add_edge(new, to, Some(BranchProbability::ONE));
    function.blocks[new].live_ins = function.blocks[to].live_ins.clone();
    function.replace_phi_source(to, from, new);
    if function.layout_successor(new) != Some(to) {
        let branch = BranchAnalysis {
            taken: Some(to),
            ..BranchAnalysis::default()
        };
        hooks.insert_branch(function, new, &branch);
    }
}
