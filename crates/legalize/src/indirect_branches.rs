//! `indirectbr-expand`: jumps to addresses of blocks become switches, for processors that must not jump to addresses.
//!
//! ```text
//!   indirectbr ptr %p, [label %a, label %b]        %n = ptrtoint ptr %p to i64
//!                                                  switch i64 %n, label %a [i64 2, label %b]
//!   blockaddress(@f, %a)                           inttoptr (i64 1 to ptr)
//!   blockaddress(@f, %b)                           inttoptr (i64 2 to ptr)
//! ```

use avarice_ir::{
    Block, CastOp, Const, ConstData, ConstExpr, ConstKind, Function, Global, Inst, InstKind,
    Module, TypeTable, Value,
};
use cranelift_entity::EntitySet;

use crate::target::ExpansionTarget;

/// Replaces the jumps to addresses in functions for which `target` does not jump to any.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same, but for what the addresses of blocks are as numbers: small ones, none of them 0.
pub(super) fn expand_indirect_branches(module: &mut Module, target: &dyn ExpansionTarget) {
    let functions: Vec<Global> = module.globals.keys().collect();
    for global in functions {
        let Some(body) = module.globals[global].body() else {
            continue;
        };
        let branches = indirect_branches(body);
        if branches.is_empty() || !target.avoids_indirect_branches(module, global) {
            continue;
        }
        let numbered = number_blocks(module, global, &branches);
        module.with_body(global, |module, body| {
            replace(module, body, &branches, &numbered)
        });
    }
}

fn indirect_branches(function: &Function) -> Vec<Inst> {
    let blocks = function.layout.iter();
    let ends = blocks.filter_map(|block| function.terminator(*block));
    let is_indirect = |inst: &Inst| matches!(function.insts[*inst].kind, InstKind::IndirectBr);
    ends.filter(is_indirect).collect()
}

/// The blocks that the branches go to and whose address is somewhere, in the order of the layout. Their addresses are their
/// numbers from then on, which begin with 1.
fn number_blocks(module: &mut Module, global: Global, branches: &[Inst]) -> Vec<Block> {
    let mut targets: EntitySet<Block> = EntitySet::new();
    let mut order = Vec::new();
    if let Some(body) = module.globals[global].body() {
        for branch in branches {
            targets.extend(body.inst_blocks(*branch).iter().copied());
        }
        order.extend(body.layout.iter().filter(|block| targets.contains(**block)));
    }
    let addresses = module
        .consts
        .iter()
        .filter_map(|(id, data)| match data.kind {
            ConstKind::BlockAddress(function, block) if function == global => Some((block, id)),
            _ => None,
        });
    let mut addresses: Vec<(Block, Const)> = addresses.collect();
    addresses.sort_unstable();
    let mut numbered = Vec::new();
    for block in order {
        let first = addresses.partition_point(|(found, _)| *found < block);
        let own = addresses[first..]
            .iter()
            .take_while(|(found, _)| *found == block);
        let mut own = own.peekable();
        if own.peek().is_none() {
            continue;
        }
        numbered.push(block);
        let number = module.constant(TypeTable::I64, ConstKind::Int(numbered.len() as u64));
        for (_, id) in own {
            let data = ConstData {
                ty: module.consts[*id].ty,
                kind: ConstKind::Expr(ConstExpr::Cast(CastOp::IntToPtr, number)),
            };
            module.consts.redefine(*id, data);
        }
    }
    numbered
}

/// Replaces the branches. Several share a switch, unless a block that they go to tells where control comes from.
fn replace(module: &mut Module, function: &mut Function, branches: &[Inst], numbered: &[Block]) {
    let has_phi = |block: &Block| {
        let first = function.blocks[*block].first.expand();
        first.is_some_and(|inst| matches!(function.insts[inst].kind, InstKind::Phi))
    };
    if numbered.is_empty() {
        for branch in branches {
            keep_edges(function, *branch, &[]);
            end_with(function, *branch, (InstKind::Unreachable, &[], &[]));
        }
        return;
    }
    let is_shared = branches.len() > 1 && !numbered.iter().any(has_phi);
    if !is_shared {
        for branch in branches {
            let kept = keep_edges(function, *branch, numbered);
            let number = number_of(function, *branch);
            let at = *branch;
            match kept.is_empty() {
                true => end_with(function, at, (InstKind::Unreachable, &[], &[])),
                false => {
                    let operands = operands(module, function, number, &kept, numbered);
                    end_with(function, at, (InstKind::Switch, &operands, &kept));
                }
            }
        }
        return;
    }
    let shared = function.append_block(b"switch_bb");
    let mut numbers = Vec::new();
    let mut from = Vec::new();
    for branch in branches {
        numbers.push(number_of(function, *branch));
        from.extend(function.insts[*branch].block.expand());
        end_with(function, *branch, (InstKind::Br, &[], &[shared]));
    }
    let phi = function.create_inst(InstKind::Phi, TypeTable::I64, true, &numbers, &from);
    function.append_inst(shared, phi);
    if let Some(number) = function.insts[phi].result.expand() {
        let operands = operands(module, function, number, numbered, numbered);
        let kind = InstKind::Switch;
        let switch = function.create_inst(kind, TypeTable::VOID, false, &operands, numbered);
        function.append_inst(shared, switch);
    }
}

/// The numbered blocks that a branch goes to, once each. PHIs of the others, and of what is there again, forget about it.
fn keep_edges(function: &mut Function, branch: Inst, numbered: &[Block]) -> Vec<Block> {
    let mut targets = function.inst_blocks(branch).to_vec();
    targets.sort_unstable();
    targets.dedup();
    let Some(from) = function.insts[branch].block.expand() else {
        return Vec::new();
    };
    for target in &targets {
        let is_kept = usize::from(numbered.contains(target));
        let phis: Vec<Inst> = function
            .block_insts(*target)
            .take_while(|inst| matches!(function.insts[*inst].kind, InstKind::Phi))
            .collect();
        for phi in phis {
            let mut kept = is_kept;
            for index in (0..function.inst_blocks(phi).len()).rev() {
                if function.inst_blocks(phi)[index] != from {
                    continue;
                }
                match kept {
                    0 => function.remove_incoming(phi, index),
                    _ => kept -= 1,
                }
            }
        }
    }
    let kept = numbered.iter().filter(|block| targets.contains(block));
    kept.copied().collect()
}

/// The number that the address of `branch` is.
fn number_of(function: &mut Function, branch: Inst) -> Value {
    let address = function.operand(branch, 0);
    let kind = InstKind::Cast(CastOp::PtrToInt);
    let cast = function.create_inst(kind, TypeTable::I64, true, &[address], &[]);
    function.insts[cast].debug_loc = function.insts[branch].debug_loc;
    function.insert_before(branch, cast);
    function.insts[cast].result.expand().unwrap_or(address)
}

/// The operands of a switch to `targets`: the value, and the numbers of all but the first.
fn operands(
    module: &mut Module,
    function: &mut Function,
    value: Value,
    targets: &[Block],
    numbered: &[Block],
) -> Vec<Value> {
    let others = targets.iter().skip(1).map(|target| {
        let place = numbered.iter().position(|block| block == target);
        let number = place.map_or(0, |place| place as u64 + 1);
        let number = module.constant(TypeTable::I64, ConstKind::Int(number));
        function.const_value(&module.consts, number)
    });
    std::iter::once(value).chain(others).collect()
}

/// Puts another terminator in the place of `branch`.
fn end_with(
    function: &mut Function,
    branch: Inst,
    (kind, operands, blocks): (InstKind, &[Value], &[Block]),
) {
    let end = function.create_inst(kind, TypeTable::VOID, false, operands, blocks);
    function.insts[end].debug_loc = function.insts[branch].debug_loc;
    function.insert_before(branch, end);
    function.remove_inst(branch);
}
