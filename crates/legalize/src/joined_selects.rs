//! Choices of a block by one condition are made one after another.
//!
//! ```text
//!   %c = icmp ult i128 %a, %b             %c = icmp ult i128 %a, %b
//!   %s = select i1 %c, i128 0, %b         %s = select i1 %c, i128 0, %b
//!   %d = sub i128 %a, %s            ─▶    %t = select i1 %c, i128 0, %x
//!   %t = select i1 %c, i128 0, %x         %d = sub i128 %a, %s
//! ```
//!
//! Flags live only until the next operation that sets them: choices that are apart need a comparison each.

use avarice_ir::{Block, Function, Inst, InstKind, Module, Value};

/// Instructions that a choice is moved over at most.
const MAX_DISTANCE: usize = 64;

/// Conditions of a block that are remembered.
const MAX_CONDITIONS: usize = 32;

/// Joins choices between numbers in all functions, but those marked `optnone`.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn join_selects(module: &mut Module) {
    let mut latest: Vec<(Value, Inst)> = Vec::new();
    module.for_each_body(|module, global, function| {
        if module.is_optnone(global) {
            return;
        }
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            latest.clear();
            join_in_block(module, function, block, &mut latest);
        }
    });
}

fn join_in_block(
    module: &Module,
    function: &mut Function,
    block: Block,
    latest: &mut Vec<(Value, Inst)>,
) {
    let mut next = function.blocks[block].first.expand();
    while let Some(inst) = next {
        next = function.insts[inst].next.expand();
        let data = &function.insts[inst];
        if data.kind != InstKind::Select || module.types.int_bits(data.ty).is_none() {
            continue;
        }
        let condition = function.operand(inst, 0);
        let Some((_, last)) = latest.iter_mut().find(|(known, _)| *known == condition) else {
            if latest.len() == MAX_CONDITIONS {
                latest.remove(0);
            }
            latest.push((condition, inst));
            continue;
        };
        if is_free_until(function, inst, *last)
            && let Some(after) = function.insts[*last].next.expand()
            && after != inst
        {
            function.move_before(inst, after);
        }
        *last = inst;
    }
}

/// Whether `inst` may come directly after `earlier`, which is above it: nothing in between computes what it reads.
fn is_free_until(function: &Function, inst: Inst, earlier: Inst) -> bool {
    let operands = [1, 2].map(|at| function.def_inst(function.operand(inst, at)));
    let above = std::iter::successors(Some(inst), |inst| function.insts[*inst].prev.expand());
    for other in above.skip(1).take(MAX_DISTANCE) {
        if other == earlier {
            return true;
        }
        if operands.contains(&Some(other)) {
            return false;
        }
    }
    false
}
