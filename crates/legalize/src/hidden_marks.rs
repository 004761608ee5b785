//! Constants that, as parts of instructions, would look like the marker of an indirect-branch target: they are replaced
//! by complements.
//!
//! ```text
//!   %y = add i32 %x, -217112838         %c = xor i32 -1, 217112837
//!                                       %y = add i32 %x, %c
//! ```

use avarice_ir::{
    BinaryOp, Const, ConstData, ConstKind, Function, Inst, InstKind, Intrinsic, Module, Value,
};
use cranelift_entity::EntitySet;

use crate::target::ExpansionTarget;

/// Writes the constants that `target` must not have in code as complements, if `module` asks for marks or `is_asked` says that
/// the command line does. To be run last: other passes would compute the complements.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. Numbers that intrinsics and switches take have no code of their own and stay.
pub fn hide_marks(module: &mut Module, target: &dyn ExpansionTarget, is_asked: bool) {
    if !is_asked && !target.has_marks(module) {
        return;
    }
    let is_mark = |data: &ConstData| match (module.types.int_bits(data.ty), &data.kind) {
        (Some(bits @ (32 | 64)), ConstKind::Int(value)) => target.is_mark(*value, bits),
        _ => false,
    };
    let consts = module.consts.iter();
    let marks = consts.filter(|(_, data)| is_mark(data));
    let mut found: EntitySet<Const> = EntitySet::new();
    found.extend(marks.map(|(id, _)| id));
    let marks = found;
    if marks.is_empty() {
        return;
    }
    module.for_each_body(|module, _, body| {
        for index in 0..body.layout.len() {
            let block = body.layout[index];
            let mut next = body.blocks[block].first.expand();
            while let Some(inst) = next {
                next = body.insts[inst].next.expand();
                hide_operands(module, body, &marks, inst);
            }
        }
    });
}

/// Replaces operands of `inst`.
fn hide_operands(
    module: &mut Module,
    function: &mut Function,
    marks: &EntitySet<Const>,
    inst: Inst,
) {
    let has_numbers = match &function.insts[inst].kind {
        InstKind::Switch => true,
        InstKind::Call(_) => Intrinsic::of_call(module, function, inst).is_some(),
        _ => false,
    };
    if has_numbers {
        return;
    }
    for index in 0..function.operands(inst).count() {
        let operand = function.operand(inst, index);
        let Some(id) = function.as_const(operand).filter(|id| marks.contains(*id)) else {
            continue;
        };
        let ConstKind::Int(value) = module.consts[id].kind else {
            continue;
        };
        if !matches!(function.insts[inst].kind, InstKind::Phi) {
            let hidden = complement(module, function, inst, operand, value);
            function.set_operand(inst, index, hidden);
            continue;
        }
        let block = function.inst_blocks(inst)[index];
        let Some(at) = function.terminator(block) else {
            continue;
        };
        let hidden = complement(module, function, at, operand, value);
        // A block that is there twice has the same value each time.
        for other in index..function.inst_blocks(inst).len() {
            if function.inst_blocks(inst)[other] == block {
                function.set_operand(inst, other, hidden);
            }
        }
    }
}

/// The value of `constant`, made before `at`.
fn complement(
    module: &mut Module,
    function: &mut Function,
    at: Inst,
    constant: Value,
    value: u64,
) -> Value {
    let ty = function.values[constant].ty;
    let bits = module.types.int_bits(ty).unwrap_or(64);
    let all = u64::MAX >> (64 - bits);
    let [ones, complement] = [all, !value & all].map(|value| {
        let id = module.int_constant(ty, value);
        function.const_value(&module.consts, id)
    });
    let kind = InstKind::Binary(BinaryOp::Xor);
    let xor = function.create_inst(kind, ty, true, &[ones, complement], &[]);
    function.insts[xor].debug_loc = function.insts[at].debug_loc;
    function.insert_before(at, xor);
    function.insts[xor].result.expand().unwrap_or(constant)
}
