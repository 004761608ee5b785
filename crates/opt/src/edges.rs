//! Changes of the flow of control that keep phis right.

use avarice_ir::{Block, ConstKind, Function, Inst, InstKind, Module, TypeTable, Value};

use crate::build::insert_first;

/// Removes one edge from `from` to `to` out of the phis of `to`. Phis that are one value then go.
pub fn remove_edge(module: &mut Module, function: &mut Function, from: Block, to: Block) {
    let mut next = function.blocks[to].first.expand();
    while let Some(phi) = next {
        if !function.is_phi(phi) {
            return;
        }
        next = function.insts[phi].next.expand();
        let blocks = function.inst_blocks(phi);
        if let Some(index) = blocks.iter().position(|block| *block == from) {
            function.remove_incoming(phi, index);
            replace_if_one_value(module, function, phi);
        }
    }
}

/// Removes `phi` if all its operands are one value, or itself.
pub fn replace_if_one_value(module: &mut Module, function: &mut Function, phi: Inst) -> bool {
    let Some(value) = only_value(module, function, phi) else {
        return false;
    };
    if let Some(result) = function.insts[phi].result.expand()
        && !function.is_unused(result)
    {
        function.replace_all_uses(result, value);
    }
    function.remove_inst(phi);
    true
}

/// The value that all operands of `phi` are but those that are the phi itself; poison if there is none.
fn only_value(module: &mut Module, function: &mut Function, phi: Inst) -> Option<Value> {
    let result = function.insts[phi].result.expand();
    let mut common = None;
    for value in function.operands(phi) {
        if Some(value) != result && *common.get_or_insert(value) != value {
            return None;
        }
    }
    if common.is_none() {
        let poison = module.constant(function.insts[phi].ty, ConstKind::Poison);
        common = Some(function.const_value(&module.consts, poison));
    }
    common
}

/// Replaces `branch` by a jump to `target`. [`remove_edge`] takes removed edges out of phis.
pub fn replace_by_jump(function: &mut Function, branch: Inst, target: Block) -> Inst {
    let void = function.insts[branch].ty;
    let jump = function.create_inst(InstKind::Br, void, false, &[], &[target]);
    function.insts[jump].debug_loc = function.insts[branch].debug_loc;
    function.insert_before(branch, jump);
    function.remove_inst(branch);
    jump
}

/// Replaces a branch by a jump to `target`, one of its successors, and takes the other edges out of phis.
pub fn decide(module: &mut Module, function: &mut Function, branch: Inst, target: Block) -> Inst {
    let successors = function.inst_blocks(branch).to_vec();
    let from = function.insts[branch].block.expand();
    let mut is_kept = false;
    for successor in successors {
        if successor == target && !is_kept {
            is_kept = true;
        } else if let Some(from) = from {
            remove_edge(module, function, from, successor);
        }
    }
    replace_by_jump(function, branch, target)
}

/// Whether a block ends with a jump, a conditional branch or a switch, whose edges may be led elsewhere.
pub fn is_branch(function: &Function, block: Block) -> bool {
    function.terminator(block).is_some_and(|end| {
        let kind = &function.insts[end].kind;
        matches!(kind, InstKind::Br | InstKind::CondBr | InstKind::Switch)
    })
}

/// Makes a block that the edges from the blocks `from` lead to instead of to `to`, and that jumps there. It is not yet in
/// the layout.
///
/// # Requires
/// [`is_branch`] of each of `from`.
pub fn insert_block(function: &mut Function, to: Block, from: &[Block]) -> Block {
    let new = function.create_block(b"");
    let phis: Vec<Inst> = function
        .block_insts(to)
        .take_while(|inst| function.is_phi(*inst))
        .collect();
    for phi in phis.into_iter().rev() {
        join_incoming(function, phi, from, new);
    }
    for block in from {
        if let Some(end) = function.terminator(*block) {
            function.replace_successor(end, to, new);
        }
    }
    let jump = function.create_inst(InstKind::Br, TypeTable::VOID, false, &[], &[to]);
    function.append_inst(new, jump);
    new
}

/// Joins what `phi` gets from the blocks `from` in the new block before it.
fn join_incoming(function: &mut Function, phi: Inst, from: &[Block], new: Block) {
    let mut values: Vec<Value> = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut kept: (Vec<Value>, Vec<Block>) = Default::default();
    let incoming = function.operands(phi).zip(function.inst_blocks(phi));
    for (value, block) in incoming {
        if from.contains(block) {
            values.push(value);
            blocks.push(*block);
        } else {
            kept.0.push(value);
            kept.1.push(*block);
        }
    }
    let Some(first) = values.first().copied() else {
        return;
    };
    let value = if values.iter().all(|value| *value == first) {
        first
    } else {
        let ty = function.insts[phi].ty;
        let join = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
        function.set_incoming(join, &values, &blocks);
        insert_first(function, new, join);
        function.insts[join].result.expect("a phi has a result")
    };
    kept.0.push(value);
    kept.1.push(new);
    function.set_incoming(phi, &kept.0, &kept.1);
}

/// What a phi is if it is come to from `from`.
pub fn incoming(function: &Function, phi: Inst, from: Block) -> Option<Value> {
    let blocks = function.inst_blocks(phi);
    let at = blocks.iter().position(|block| *block == from)?;
    Some(function.operand(phi, at))
}

/// Replaces the phis of a block by what they are if it is come to from `from`: nothing else leads there any more, or
/// will.
pub fn replace_phis(function: &mut Function, block: Block, from: Block) {
    let mut next = function.blocks[block].first.expand();
    while let Some(phi) = next.filter(|inst| function.is_phi(*inst)) {
        next = function.insts[phi].next.expand();
        if let (Some(result), Some(value)) = (
            function.insts[phi].result.expand(),
            incoming(function, phi, from),
        ) {
            function.replace_all_uses(result, value);
        }
        function.remove_inst(phi);
    }
}
