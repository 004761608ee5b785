//! Intrinsics that have the same arguments under another name: moved out of `llvm.experimental`, or with the types that
//! they are used with left out or written otherwise.

use cranelift_entity::EntitySet;

use crate::constant::{ConstData, ConstKind};
use crate::entities::{Global, Type};
use crate::intrinsics::Intrinsic;
use crate::module::Module;
use crate::types::{TypeData, TypeTable};
use crate::verifier::intrinsic_has_type;

use super::mangle::mangled_name;

/// Beginnings of names with what takes their place; types that follow are written anew.
const RENAMED: &[(&str, Intrinsic)] = &[
    ("llvm.aarch64.neon.frintn.", Intrinsic::Roundeven),
    ("llvm.aarch64.neon.rbit.", Intrinsic::Bitreverse),
    ("llvm.aarch64.rbit.", Intrinsic::Bitreverse),
    ("llvm.aarch64.thread.pointer", Intrinsic::ThreadPointer),
    ("llvm.arm.neon.vcnt.", Intrinsic::Ctpop),
    ("llvm.arm.neon.vqadds.", Intrinsic::SaddSat),
    ("llvm.arm.neon.vqaddu.", Intrinsic::UaddSat),
    ("llvm.arm.neon.vqsubs.", Intrinsic::SsubSat),
    ("llvm.arm.neon.vqsubu.", Intrinsic::UsubSat),
    ("llvm.arm.rbit", Intrinsic::Bitreverse),
    ("llvm.arm.thread.pointer", Intrinsic::ThreadPointer),
    (
        "llvm.experimental.vector.deinterleave2.",
        Intrinsic::VectorDeinterleave2,
    ),
    (
        "llvm.experimental.vector.extract.",
        Intrinsic::VectorExtract,
    ),
    ("llvm.experimental.vector.insert.", Intrinsic::VectorInsert),
    (
        "llvm.experimental.vector.interleave2.",
        Intrinsic::VectorInterleave2,
    ),
    (
        "llvm.experimental.vector.reverse.",
        Intrinsic::VectorReverse,
    ),
    ("llvm.experimental.vector.splice.", Intrinsic::VectorSplice),
    ("llvm.flt.rounds", Intrinsic::GetRounding),
    (
        "llvm.invariant.group.barrier",
        Intrinsic::LaunderInvariantGroup,
    ),
    // LLVM 20 moved it out.
    ("llvm.stepvector", Intrinsic::ExperimentalStepvector),
];

/// Reductions of vectors, `llvm.experimental.vector.reduce.` and then perhaps `v2.`.
const REDUCTIONS: &str = "llvm.experimental.vector.reduce.";

/// Gives declarations the names that LLVM 19 has for them.
pub(super) fn upgrade(module: &mut Module) {
    let ids: Vec<Global> = module.globals.keys().collect();
    let mut kept = EntitySet::new();
    let mut is_one_superfluous = false;
    for id in ids {
        kept.insert(id);
        let data = &module.globals[id];
        if !data.name.starts_with(b"llvm.") || data.function().is_none_or(|f| f.body.is_some()) {
            continue;
        }
        if let Some(name) = new_name(module, id)
            && *name.as_bytes() != *module.globals[id].name
            && rename(module, id, &name)
        {
            kept.remove(id);
            is_one_superfluous = true;
        }
    }
    if is_one_superfluous {
        module.retain_globals(&kept);
    }
}

/// The name that LLVM 19 has for an intrinsic of this name and type, `None` if it knows none.
fn new_name(module: &Module, id: Global) -> Option<String> {
    let data = &module.globals[id];
    let name = std::str::from_utf8(&data.name).ok()?;
    let types = &module.types;
    let TypeData::Function { ret, params, .. } = &types[data.value_type] else {
        return None;
    };
    if name.starts_with("llvm.aarch64.neon.addp.") && types.is_float(types.scalar(*ret)) {
        return mangled_name(types, "llvm.aarch64.neon.faddp", &[*ret]);
    }
    let intrinsic = renamed(name).or_else(|| Intrinsic::from_name(name.as_bytes()))?;
    let overloads = match intrinsic.overloads(types, *ret, params) {
        Some(overloads) if intrinsic_has_type(module, data.value_type, intrinsic) => overloads,
        Some(_) => return None,
        None => overloads_of(intrinsic, types, *ret, params)?,
    };
    mangled_name(types, intrinsic.name(), &overloads)
}

/// The intrinsic that has taken the place of the one with this name.
fn renamed(name: &str) -> Option<Intrinsic> {
    if let Some(reduction) = name.strip_prefix(REDUCTIONS) {
        let reduction = reduction.strip_prefix("v2.").unwrap_or(reduction);
        let new = format!("llvm.vector.reduce.{reduction}");
        return Intrinsic::from_name(new.as_bytes());
    }
    let mut rows = RENAMED.iter();
    rows.find(|(start, _)| name.starts_with(start))
        .map(|(_, intrinsic)| *intrinsic)
}

/// The types in the names of intrinsics whose signature is not described.
fn overloads_of(
    intrinsic: Intrinsic,
    types: &TypeTable,
    ret: Type,
    params: &[Type],
) -> Option<Vec<Type>> {
    use Intrinsic::*;
    let pointer = |index: usize| params.get(index).copied().filter(|ty| types.is_ptr(*ty));
    Some(match (intrinsic, params.len()) {
        // LLVM 22 has no size in the first place.
        (LifetimeStart | LifetimeEnd, 1 | 2) => vec![pointer(params.len() - 1)?],
        (Objectsize, 4) => vec![ret, pointer(0)?],
        (Annotation, 4) => vec![ret, pointer(1)?],
        (PtrAnnotation, 5) => vec![ret, pointer(1)?],
        (VarAnnotation, 5) => vec![pointer(0)?, pointer(1)?],
        _ if intrinsic.name().starts_with(CONSTRAINED) => {
            constrained_overloads(intrinsic, ret, params)?
        }
        (VectorInterleave2, 2) if types.is_vector(ret) => vec![ret],
        (VectorDeinterleave2, 1) if types.is_vector(params[0]) => vec![params[0]],
        _ => return None,
    })
}

/// Operations on numbers in an environment.
const CONSTRAINED: &str = "llvm.experimental.constrained.";

/// The types in the names of operations in an environment: the result, and what else it does not follow from.
fn constrained_overloads(intrinsic: Intrinsic, ret: Type, params: &[Type]) -> Option<Vec<Type>> {
    let operation = intrinsic.name().strip_prefix(CONSTRAINED)?;
    let first = *params.first()?;
    Some(match operation {
        "fcmp" | "fcmps" => vec![first],
        "fpext" | "fptrunc" | "fptosi" | "fptoui" | "sitofp" | "uitofp" | "lrint" | "llrint"
        | "lround" | "llround" => vec![ret, first],
        "ldexp" => vec![ret, *params.get(1)?],
        _ => vec![ret],
    })
}

/// Gives a declaration another name; where there is one of that name and type, that takes its place, and this says so.
fn rename(module: &mut Module, id: Global, name: &str) -> bool {
    match module.globals_by_name.get(name.as_bytes()).copied() {
        None => {
            let old = std::mem::replace(&mut module.globals[id].name, name.as_bytes().into());
            module.globals_by_name.remove(&old);
            module.globals_by_name.insert(name.as_bytes().into(), id);
            false
        }
        Some(other) if module.globals[other].value_type == module.globals[id].value_type => {
            let old = module.constant(TypeTable::PTR, ConstKind::Global(id));
            let (ty, kind) = (TypeTable::PTR, ConstKind::Global(other));
            module.consts.redefine(old, ConstData { ty, kind });
            true
        }
        // A name that is taken: whoever checks the module says so.
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_keep_their_operation() {
        let old = "llvm.experimental.vector.reduce.v2.fadd.f32.v4f32";
        assert_eq!(renamed(old), Some(Intrinsic::VectorReduceFadd));
        assert_eq!(
            renamed("llvm.experimental.vector.reduce.smin.v4i32"),
            Some(Intrinsic::VectorReduceSmin)
        );
        assert_eq!(renamed("llvm.vector.reduce.add.v4i32"), None);
    }
}
