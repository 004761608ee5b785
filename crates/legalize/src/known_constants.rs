//! `llvm.is.constant`: answered, with the branches that depend on it.
//!
//! ```text
//!   %c = call i1 @llvm.is.constant.i32(i32 %x)
//!   br i1 %c, label %number, label %other             br label %other
//! ```
//!
//! Code for constants alone, such as inline assembly that asks for an immediate, is then not selected for anything else.

use avarice_ir::{ConstKind, Function, Inst, InstKind, Intrinsic, Module, TypeTable, Value};

/// Answers whether values are constants: only those are that are written as numbers.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module without the intrinsic.
pub(super) fn answer_known_constants(module: &mut Module) {
    let is_asked = |global| Intrinsic::of_global(module, global) == Some(Intrinsic::IsConstant);
    if !module.globals.keys().any(is_asked) {
        return;
    }
    module.for_each_body(|module, _, body| {
        let insts: Vec<Inst> = body.insts.keys().collect();
        for inst in insts {
            let called = Intrinsic::of_call(module, body, inst);
            if body.insts[inst].block.is_some() && called == Some(Intrinsic::IsConstant) {
                answer(module, body, inst);
            }
        }
    });
}

fn answer(module: &mut Module, function: &mut Function, call: Inst) {
    let known = is_number(module, function, function.operand(call, 0));
    if let Some(result) = function.insts[call].result.expand() {
        let users = function
            .uses_of(result)
            .map(|slot| function.uses[slot].user);
        let users: Vec<Inst> = users.collect();
        for user in users {
            if matches!(function.insts[user].kind, InstKind::CondBr) {
                take_edge(function, user, usize::from(!known));
            }
        }
        let bit = module.int_constant(TypeTable::I1, u64::from(known));
        let bit = function.const_value(&module.consts, bit);
        function.replace_all_uses(result, bit);
    }
    function.remove_inst(call);
}

/// Whether a value is a number, or may be any.
fn is_number(module: &Module, function: &Function, value: Value) -> bool {
    use ConstKind::{BigFloat, BigInt, Float, Int, Null, Poison, Undef, Zero};
    let kind = function.as_const(value).map(|id| &module.consts[id].kind);
    let is_data = |kind: &ConstKind| {
        matches!(
            kind,
            Int(_) | BigInt(_) | Float(_) | BigFloat(_) | Null | Zero | Undef | Poison
        )
    };
    kind.is_some_and(is_data)
}

/// Makes a conditional branch one that takes edge `taken` always.
fn take_edge(function: &mut Function, branch: Inst, taken: usize) {
    let (&[yes, no], Some(from)) = (
        function.inst_blocks(branch),
        function.insts[branch].block.expand(),
    ) else {
        return;
    };
    if yes == no {
        return;
    }
    let (kept, dropped) = if taken == 0 { (yes, no) } else { (no, yes) };
    let insts = function.block_insts(dropped);
    let phis: Vec<Inst> = insts.take_while(|inst| function.is_phi(*inst)).collect();
    for phi in phis {
        let mut inputs = function.inst_blocks(phi).iter();
        if let Some(at) = inputs.position(|block| *block == from) {
            function.remove_incoming(phi, at);
        }
    }
    let jump = function.create_inst(InstKind::Br, TypeTable::VOID, false, &[], &[kept]);
    function.insts[jump].debug_loc = function.insts[branch].debug_loc;
    function.insert_before(branch, jump);
    function.remove_inst(branch);
}
