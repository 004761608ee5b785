//! Side effects of instructions.

use avarice_ir::{
    AtomicOrdering, AttributeKind, ConstKind, Function, Inst, InstFlags, InstKind, Intrinsic,
    Module, Value, ValueDef, intrinsics::called_global,
};

/// Whether `inst` writes memory, throws, or may not return: whether it has effects even if its result is not used.
pub fn has_side_effects(module: &Module, function: &Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    match &data.kind {
        InstKind::Store { .. }
        | InstKind::Fence { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::VaArg
        | InstKind::CatchPad
        | InstKind::CatchRet
        | InstKind::Resume => true,
        InstKind::CleanupRet => data.blocks.is_empty(),
        InstKind::CatchSwitch { unwinds } => !unwinds,
        InstKind::Load { ordering, .. } => {
            *ordering > AtomicOrdering::Unordered || data.flags.contains(InstFlags::VOLATILE)
        }
        InstKind::Call(_) | InstKind::Invoke(_) | InstKind::CallBr(_) => {
            !only_reads(module, function, inst)
                || !(matches!(data.kind, InstKind::Invoke(_))
                    || call_has(module, function, inst, "nounwind"))
                || !(call_has(module, function, inst, "willreturn")
                    || Intrinsic::of_call(module, function, inst).is_some())
        }
        _ => false,
    }
}

/// Whether `inst` can be removed once its result is not used.
pub fn is_removable(module: &Module, function: &Function, inst: Inst) -> bool {
    let kind = &function.insts[inst].kind;
    let is_pad = matches!(
        kind,
        InstKind::LandingPad { .. } | InstKind::CatchPad | InstKind::CleanupPad
    );
    if kind.is_terminator() || is_pad {
        return false;
    }
    match Intrinsic::of_call(module, function, inst) {
        Some(Intrinsic::Stacksave | Intrinsic::LaunderInvariantGroup) => true,
        Some(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd) => {
            marks_unused_memory(module, function, function.operand(inst, 1))
        }
        Some(Intrinsic::Assume) => {
            let has_bundles = function.num_operands(inst) > 2;
            !has_bundles && is_true(module, function, function.operand(inst, 0))
        }
        _ => !has_side_effects(module, function, inst),
    }
}

/// Whether only the marks of a lifetime use an object.
fn marks_unused_memory(module: &Module, function: &Function, object: Value) -> bool {
    match function.values[object].def {
        ValueDef::Const(id) => {
            matches!(module.consts[id].kind, ConstKind::Undef | ConstKind::Poison)
        }
        ValueDef::Inst(inst) if !matches!(function.insts[inst].kind, InstKind::Alloca { .. }) => {
            false
        }
        _ => function.uses_of(object).all(|slot| {
            let user = function.uses[slot].user;
            is_lifetime_mark(module, function, user)
        }),
    }
}

/// Whether `inst` only says where the lifetime of an object begins or ends.
pub fn is_lifetime_mark(module: &Module, function: &Function, inst: Inst) -> bool {
    matches!(
        Intrinsic::of_call(module, function, inst),
        Some(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd)
    )
}

fn is_true(module: &Module, function: &Function, value: Value) -> bool {
    let id = function.as_const(value);
    id.is_some_and(|id| module.consts[id].kind == ConstKind::Int(1))
}

/// Whether a call or the function that it calls directly has the attribute `name`.
pub fn call_has(module: &Module, function: &Function, call: Inst, name: &str) -> bool {
    let on_call = function.insts[call].kind.call_info();
    let on_callee =
        called_global(module, function, call).and_then(|global| module.globals[global].function());
    on_call.is_some_and(|info| module.attrs(info.attrs.function).has(name))
        || on_callee.is_some_and(|data| module.attrs(data.attrs.function).has(name))
}

/// Whether a call writes no memory that anybody can see.
pub fn only_reads(module: &Module, function: &Function, call: Inst) -> bool {
    let Some(info) = function.insts[call].kind.call_info() else {
        return false;
    };
    // Operand bundles may read and write, depending on their tag.
    if !info.bundles.is_empty() {
        return false;
    }
    let callee =
        called_global(module, function, call).and_then(|global| module.globals[global].function());
    let sets = [
        Some(info.attrs.function),
        callee.map(|data| data.attrs.function),
    ];
    sets.into_iter()
        .flatten()
        .any(|set| match module.attrs(set).get("memory") {
            Some(AttributeKind::Text(_, effects)) => !effects.contains("write"),
            _ => false,
        })
}
