//! What a block computes twice is computed once.
//!
//! ```text
//!   %a = mul i64 %x, 7          %a = mul i64 %x, 7
//!   %b = udiv i64 %a, 31        %b = udiv i64 %a, 31
//!   %c = mul i64 %x, 7     ─▶
//!   %d = udiv i64 %c, 31
//!   %e = add i64 %b, %d         %e = add i64 %b, %b
//! ```
//!
//! llc selects from a graph of each block, in which equal nodes are one. Nothing is shared between blocks: values would live
//! longer for it, and `machine-cse` does that where it pays.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{AttributeKind, BinaryOp, Function, Inst, InstKind, Intrinsic, Module, Value};
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;

/// Shares the operations of all functions, but those marked `optnone`.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same.
pub fn share_repeated_operations(module: &mut Module) {
    let mut known: Vec<PackedOption<Inst>> = Vec::new();
    module.for_each_body(|module, global, function| {
        if module.is_optnone(global) {
            return;
        }
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let count = function.block_insts(block).count();
            known.clear();
            known.resize((2 * count).next_power_of_two(), None.into());
            let mut next = function.blocks[block].first.expand();
            while let Some(inst) = next {
                next = function.insts[inst].next.expand();
                share(module, function, &mut known, inst);
            }
        }
    });
}

/// Replaces `inst` by an earlier one of its block that computes the same. `known` has those of the block at the places of
/// their operands or, where these were taken, after them: what is found does not hang on the numbers of values, which are
/// others with debug information.
fn share(module: &Module, function: &mut Function, known: &mut [PackedOption<Inst>], inst: Inst) {
    let data = &function.insts[inst];
    let Some(result) = data.result.expand().filter(|_| is_operation(&data.kind)) else {
        return;
    };
    if !is_pure(module, function, inst) {
        return;
    }
    let mut place = place_of(function, inst) % known.len();
    let earlier = loop {
        match known[place].expand() {
            None => {
                known[place] = inst.into();
                return;
            }
            Some(earlier) if computes_same(function, earlier, inst) => break earlier,
            Some(_) => place = (place + 1) % known.len(),
        }
    };
    let Some(known) = function.insts[earlier].result.expand() else {
        return;
    };
    // What only one of them promises is not promised to the users of both.
    let flags = function.insts[inst].flags;
    function.insts[earlier].flags &= flags;
    function.replace_all_uses(result, known);
    function.remove_inst(inst);
}

/// Whether the result of an instruction may depend on its operands only.
fn is_operation(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::FNeg
            | InstKind::Binary(_)
            | InstKind::Cast(_)
            | InstKind::ICmp(_)
            | InstKind::FCmp(_)
            | InstKind::Select
            | InstKind::Call(_)
    )
}

/// The place in the table for instructions with the operands of `inst`, in any order.
fn place_of(function: &Function, inst: Inst) -> usize {
    let operands = function.operands(inst);
    let sum = operands.fold(0_u64, |sum, value| {
        sum.wrapping_add((value.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    });
    (sum >> 32) as usize
}

/// Whether two instructions do the same with the same operands, and what is known of one is known of the other.
fn computes_same(function: &Function, a: Inst, b: Inst) -> bool {
    let [first, second] = [a, b].map(|inst| &function.insts[inst]);
    let is_swapped = || match (&first.kind, operands(function, a), operands(function, b)) {
        (InstKind::Binary(op), Some([p, q]), Some([r, s])) => commutes(*op) && p == s && q == r,
        _ => false,
    };
    let known = |inst| function.attachments_of(inst).iter().map(|(_, known)| known);
    first.kind == second.kind
        && first.ty == second.ty
        && (function.operands(a).eq(function.operands(b)) || is_swapped())
        && known(a).eq(known(b))
}

fn commutes(op: BinaryOp) -> bool {
    use BinaryOp::{Add, And, FAdd, FMul, Mul, Or, Xor};
    matches!(op, Add | Mul | And | Or | Xor | FAdd | FMul)
}

/// Both operands of an instruction that has two.
fn operands(function: &Function, inst: Inst) -> Option<[Value; 2]> {
    (function.num_operands(inst) == 2).then(|| [0, 1].map(|at| function.operand(inst, at)))
}

/// Whether an instruction does nothing but compute its result from its operands: of calls, those of intrinsics that do so.
fn is_pure(module: &Module, function: &Function, inst: Inst) -> bool {
    let InstKind::Call(info) = &function.insts[inst].kind else {
        return true;
    };
    let callee = called_global(module, function, inst);
    let Some(callee) = callee.filter(|callee| Intrinsic::of_global(module, *callee).is_some())
    else {
        return false;
    };
    let attrs = module.globals[callee]
        .function()
        .and_then(|data| data.attrs.function);
    let attrs = module.attrs(attrs);
    let memory = attrs.get("memory");
    info.bundles.is_empty()
        && matches!(memory, Some(AttributeKind::Text(_, text)) if **text == *"none")
        && attrs.has("willreturn")
        && attrs.has("nounwind")
        && !attrs.has("convergent")
}
