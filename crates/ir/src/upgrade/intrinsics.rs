//! Calls of intrinsics that are gone or take other arguments.

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};

use crate::constant::{ConstExpr, ConstKind};
use crate::crash_note::CrashNote;
use crate::entities::{Const, Global, Inst, Value};
use crate::function::Function;
use crate::global::GlobalKind;
use crate::inst::InstKind;
use crate::metadata::MetadataData;
use crate::module::Module;

use super::builder::Builder;
use super::names::Names;
use super::{Outcome, arm, generic, structs, x86};

/// How the calls of a function change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    Generic(generic::Change),
    X86(x86::Change),
    Bfloat(usize),
    /// The result, which was a struct with a name, is one without.
    PlainStruct,
}

/// A function whose calls change, under the name that it had: it loses that, since what takes its place may have it.
struct Old {
    global: Global,
    name: Box<[u8]>,
    plan: Plan,
}

/// Replaces calls of intrinsics that have changed, and removes the declarations of these.
pub(super) fn upgrade(module: &mut Module) {
    let olds = find(module);
    if olds.is_empty() {
        return;
    }
    let mut plans: SecondaryMap<Global, Option<u32>> = SecondaryMap::new();
    for (index, old) in olds.iter().enumerate() {
        plans[old.global] = Some(index as u32);
        module.globals_by_name.remove(&old.name);
        let mut name = old.name.to_vec();
        name.extend_from_slice(b".old");
        module.globals[old.global].name = name.into();
    }
    let mut used = EntitySet::new();
    module.for_each_body(|module, global, body| {
        let name = module.globals[global].name.clone();
        let _note = CrashNote::new("upgrade of intrinsics", &*name);
        upgrade_calls(module, global, body, &olds, &plans, &mut used);
    });
    mark_mentioned(module, &mut used);
    remove(module, olds, &plans, &used);
}

/// The functions whose calls change.
fn find(module: &Module) -> Vec<Old> {
    let mut found = Vec::new();
    for (global, data) in module.globals.iter() {
        let Some(rest) = data.name.strip_prefix(b"llvm.") else {
            continue;
        };
        if data.function().is_none_or(|f| f.body.is_some()) {
            continue;
        }
        let (types, fn_type) = (&module.types, data.value_type);
        let x86 = || {
            let rest = rest.strip_prefix(b"x86.")?;
            let name = std::str::from_utf8(rest).ok()?;
            x86::change(name, types, fn_type)
        };
        let plan = generic::change(&data.name, types, fn_type)
            .map(Plan::Generic)
            .or_else(|| x86().map(Plan::X86))
            .or_else(|| arm::bfloat_row(&data.name, types, fn_type).map(Plan::Bfloat))
            .or_else(|| structs::has_name(rest, types, fn_type).then_some(Plan::PlainStruct));
        if let Some(plan) = plan {
            let name = data.name.clone();
            found.push(Old { global, name, plan });
        }
    }
    found
}

/// Changes the calls of one function; what it still uses of `olds` is put into `used`.
fn upgrade_calls(
    module: &mut Module,
    id: Global,
    function: &mut Function,
    olds: &[Old],
    plans: &SecondaryMap<Global, Option<u32>>,
    used: &mut EntitySet<Global>,
) {
    let mut callees: Vec<(Value, usize, Global)> = function
        .constants()
        .filter_map(|(id, value)| match module.consts[id].kind {
            ConstKind::Global(global) => Some((value, plans[global]? as usize, global)),
            _ => None,
        })
        .collect();
    callees.sort_unstable_by_key(|(_, old, _)| *old);
    let mut names = Names::default();
    for (callee, old, global) in callees {
        let mut calls: Vec<Inst> = function
            .uses_of(callee)
            .map(|slot| function.uses[slot].user)
            .collect();
        // Uses are listed newest first. LLVM collects the uses that precede the declaration in a list that it reverses
        // later; the order is visible in names.
        if global > id {
            calls.reverse();
        }
        calls.dedup();
        for call in calls {
            upgrade_call(module, function, call, callee, &olds[old], &mut names);
        }
        if !function.is_unused(callee) {
            used.insert(global);
        }
    }
}

/// Changes one call, if it is one that looks as it has to.
fn upgrade_call(
    module: &mut Module,
    function: &mut Function,
    call: Inst,
    callee: Value,
    old: &Old,
    names: &mut Names,
) {
    let InstKind::Call(info) = &function.insts[call].kind else {
        return;
    };
    let is_callee = function.operands(call).next_back() == Some(callee);
    if !is_callee
        || !info.bundles.is_empty()
        || info.fn_type != module.globals[old.global].value_type
    {
        return;
    }
    let args: Vec<Value> = function
        .operands(call)
        .take(info.num_args as usize)
        .collect();
    let result = function.insts[call].ty;
    let mut builder = Builder {
        module,
        function,
        at: call,
        args: &args,
        result,
        names,
        next_name: None,
    };
    let named = |outcome: Outcome, builder: &mut Builder<'_>| {
        if let Outcome::Value(value) = outcome {
            builder.take_name(value);
        }
        outcome
    };
    let outcome = match old.plan {
        Plan::Generic(change) => {
            generic::apply(&mut builder, change).map(|outcome| named(outcome, &mut builder))
        }
        Plan::Bfloat(row) => {
            arm::apply(&mut builder, row).map(|outcome| named(outcome, &mut builder))
        }
        Plan::PlainStruct => {
            let name = String::from_utf8_lossy(&old.name);
            structs::apply(&mut builder, &name)
        }
        Plan::X86(change) => {
            let name = String::from_utf8_lossy(&old.name);
            let name = name.strip_prefix("llvm.x86.").unwrap_or_default();
            x86::apply(&mut builder, change, name)
        }
    };
    let old_result = function.insts[call].result.expand();
    match (outcome, old_result) {
        (Some(Outcome::Value(new)), Some(old_result)) => {
            function.replace_all_uses(old_result, new);
            function.remove_inst(call);
        }
        (Some(Outcome::Removed), None) => function.remove_inst(call),
        _ => return,
    }
    // Their text names values by numbers that are others now.
    function.debug_records.clear();
}

/// Puts the globals into `used` that are mentioned outside calls.
fn mark_mentioned(module: &Module, used: &mut EntitySet<Global>) {
    let mut mark = |id: Const| {
        if let ConstKind::Global(global) = module.consts[id].kind {
            used.insert(global);
        }
    };
    for (_, data) in module.consts.iter() {
        match &data.kind {
            ConstKind::Splat(id) => mark(*id),
            ConstKind::Aggregate(ids) | ConstKind::PtrAuth(ids) => {
                ids.iter().copied().for_each(&mut mark)
            }
            ConstKind::Expr(ConstExpr::Cast(_, id)) => mark(*id),
            ConstKind::Expr(ConstExpr::Binary(_, _, a, b)) => {
                mark(*a);
                mark(*b);
            }
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => {
                operands.iter().copied().for_each(&mut mark);
            }
            _ => {}
        }
    }
    for node in module.metadata.nodes.values() {
        if let MetadataData::Const(id) = node {
            mark(*id);
        }
    }
    for data in module.globals.values() {
        match &data.kind {
            GlobalKind::Variable(variable) => variable.init.into_iter().for_each(&mut mark),
            GlobalKind::Alias { aliasee } => mark(*aliasee),
            GlobalKind::IFunc { resolver } => mark(*resolver),
            GlobalKind::Function(function) => {
                let constants = [function.prefix, function.prologue, function.personality];
                constants.into_iter().flatten().for_each(&mut mark);
            }
        }
    }
}

/// Removes the functions that nothing uses any more; the others get their name back.
fn remove(
    module: &mut Module,
    olds: Vec<Old>,
    plans: &SecondaryMap<Global, Option<u32>>,
    used: &EntitySet<Global>,
) {
    for old in olds {
        let data = &mut module.globals[old.global];
        if used.contains(old.global) && !module.globals_by_name.contains_key(&old.name) {
            data.name = old.name.clone();
        }
        module.globals_by_name.insert(data.name.clone(), old.global);
    }
    let mut kept = EntitySet::with_capacity(module.globals.len());
    for id in module.globals.keys() {
        if plans[id].is_none() || used.contains(id) {
            kept.insert(id);
        }
    }
    let all = (0..module.globals.len()).all(|index| kept.contains(Global::new(index)));
    if !all {
        module.retain_globals(&kept);
    }
}
