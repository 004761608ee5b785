//! Vectors of which all lanes are one number.

use avarice_ir::{ConstKind, Function, InstKind, Module, Value};

/// The scalar that all lanes of `value` are, if it was made of one by `insertelement` and
/// `shufflevector`.
pub(super) fn splatted(module: &Module, function: &Function, value: Value) -> Option<Value> {
    let kind = |value| {
        let inst = function.def_inst(value)?;
        Some((inst, &function.insts[inst].kind))
    };
    let (shuffle, InstKind::ShuffleVector { mask, .. }) = kind(value)? else {
        return None;
    };
    let (insert, InstKind::InsertElement) = kind(function.operand(shuffle, 0))? else {
        return None;
    };
    let index = function.as_const(function.operand(insert, 2))?;
    let first = matches!(module.consts[index].kind, ConstKind::Int(0));
    (first && mask.iter().all(|lane| *lane <= 0)).then(|| function.operand(insert, 1))
}
