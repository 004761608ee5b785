//! Intrinsics that a module calls without declaring them, under one name with several types: each type gets a
//! declaration of its own, which has the types in its name.

use crate::constant::ConstKind;
use crate::entities::{Global, Inst, Type, Value};
use crate::function::Function;
use crate::intrinsic_attributes::declare_function;
use crate::intrinsics::Intrinsic;
use crate::module::Module;
use crate::types::{TypeData, TypeTable};
use crate::verifier::intrinsic_has_type;

use super::mangle::mangled_name;

/// Gives the calls of the intrinsics with these names the callee that has their type.
pub(super) fn upgrade(module: &mut Module, mixed: &[Box<[u8]>]) {
    for name in mixed {
        let Some(intrinsic) = Intrinsic::from_name(name) else {
            continue;
        };
        let Some(old) = module.globals_by_name.get(name).copied() else {
            continue;
        };
        module.for_each_body(|module, _, body| separate(module, body, old, intrinsic));
    }
}

/// Changes the callee of calls of `old` in one function whose type is another.
fn separate(module: &mut Module, function: &mut Function, old: Global, intrinsic: Intrinsic) {
    let mut constants = function.constants();
    let Some((_, callee)) =
        constants.find(|(id, _)| module.consts[*id].kind == ConstKind::Global(old))
    else {
        return;
    };
    drop(constants);
    let users: Vec<Inst> = function
        .uses_of(callee)
        .map(|slot| function.uses[slot].user)
        .collect();
    for call in users {
        let Some(info) = function.insts[call].kind.call_info() else {
            continue;
        };
        let fn_type = info.fn_type;
        if fn_type != module.globals[old].value_type
            && let Some(new) = declaration(module, intrinsic, fn_type)
        {
            set_callee(module, function, call, new);
        }
    }
}

/// The declaration of an intrinsic with this type; `None` if it has none.
fn declaration(module: &mut Module, intrinsic: Intrinsic, fn_type: Type) -> Option<Global> {
    if !intrinsic_has_type(module, fn_type, intrinsic) {
        return None;
    }
    let TypeData::Function { ret, params, .. } = &module.types[fn_type] else {
        return None;
    };
    let overloads = intrinsic.overloads(&module.types, *ret, params)?;
    let name = mangled_name(&module.types, intrinsic.name(), &overloads)?;
    let global = declare_function(module, &name, fn_type);
    (module.globals[global].value_type == fn_type).then_some(global)
}

/// Makes `callee` what a call calls.
fn set_callee(module: &mut Module, function: &mut Function, call: Inst, callee: Global) {
    let id = module.constant(TypeTable::PTR, ConstKind::Global(callee));
    let value: Value = function.const_value(&module.consts, id);
    let last = function.num_operands(call) - 1;
    function.set_operand(call, last, value);
}
