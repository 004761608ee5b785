//! Changes of the flow of control that keep phis right.

use avarice_ir::{Block, ConstKind, Function, Inst, InstKind, Module, Value};

/// Removes one edge from `from` to `to` out of the phis of `to`. Phis that are one value then go.
pub fn remove_edge(module: &mut Module, function: &mut Function, from: Block, to: Block) {
    let mut next = function.blocks[to].first.expand();
    while let Some(phi) = next {
        if function.insts[phi].kind != InstKind::Phi {
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

/// Puts a jump to `target` in the place of `branch`. Edges that go are taken out of phis by [`remove_edge`].
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
