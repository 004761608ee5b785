//! Refuses vectors that would be passed in registers that are not supported.

use avarice_ir::intrinsics::called_global;
use avarice_ir::printer::print_type;
use avarice_ir::{Function, Inst, Module, Type, TypeData};

use crate::target::TargetLowering;
use avarice_legalize::Unsupported;

/// Checks what the functions of `module` and their calls pass.
///
/// # Requires
/// A verified module, with its vectors as they were written.
///
/// # Errors
/// The first vector of each function that goes in registers which `target` does not have here.
pub fn check_signatures(
    module: &Module,
    target: &dyn TargetLowering,
) -> Result<(), Vec<Unsupported>> {
    let is_vector = |(_, data): (_, &TypeData)| matches!(data, TypeData::Vector { .. });
    if !module.types.iter().any(is_vector) {
        return Ok(());
    }
    let mut found = Vec::new();
    for (global, data) in module.globals.iter() {
        let Some(body) = data.body() else { continue };
        let Some(limit) = target.unknown_vectors(module, global) else {
            continue;
        };
        let own = wide_vector(module, data.value_type, limit).map(|ty| (ty, None));
        if let Some((ty, inst)) = own.or_else(|| first_call(module, body, limit)) {
            let ty = print_type(module, ty);
            found.push(Unsupported {
                construct: format!(
                    "{ty} in a signature, where it goes in registers of {limit} bits,"
                ),
                function: data.name_str().into_owned(),
                global,
                inst,
            });
        }
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(found),
    }
}

/// The first call that passes such a vector.
fn first_call(module: &Module, body: &Function, limit: u32) -> Option<(Type, Option<Inst>)> {
    let blocks = body.layout.iter();
    let mut insts = blocks.flat_map(|block| body.block_insts(*block));
    insts.find_map(|inst| {
        let info = body.insts[inst].kind.call_info()?;
        let callee = called_global(module, body, inst);
        if callee.is_some_and(|callee| module.globals[callee].name.starts_with(b"llvm.")) {
            return None;
        }
        wide_vector(module, info.fn_type, limit).map(|ty| (ty, Some(inst)))
    })
}

/// The first vector of at least `limit` bits in a function type; bits of conditions take a byte each.
fn wide_vector(module: &Module, fn_type: Type, limit: u32) -> Option<Type> {
    let types = &module.types;
    let TypeData::Function { ret, params, .. } = &types[fn_type] else {
        return None;
    };
    let is_wide = |ty: &&Type| match types[**ty] {
        TypeData::Vector { element, len, .. } => {
            let bits = match types[element] {
                TypeData::Integer(bits) => bits.max(8),
                TypeData::Half | TypeData::BFloat => 16,
                TypeData::Float => 32,
                _ => 64,
            };
            // Registers hold powers of two, so that what does not fit in the smaller ones goes in a large one.
            u64::from(bits) * u64::from(len) > u64::from(limit / 2)
        }
        _ => false,
    };
    params.iter().chain([ret]).find(is_wide).copied()
}
