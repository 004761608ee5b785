//! Refuses values with so many elements that no code could hold them: each element is one instruction or more.

use avarice_ir::printer::print_type;
use avarice_ir::{Function, Global, Inst, Module, Type, TypeData, TypeTable};
use cranelift_entity::SecondaryMap;

use crate::error::Unsupported;

/// The most scalars that a value may be made of: 4096 registers of 16 bytes.
const MAX_SCALARS: u64 = 1 << 16;

/// Checks the sizes of all values of `module`: arguments, results of instructions and constants that instructions take. Types in
/// memory may have any size.
///
/// # Requires
/// A verified module.
///
/// # Errors
/// The first value of each function that has more than 65,536 scalars.
pub fn check_value_sizes(module: &Module) -> Result<(), Vec<Unsupported>> {
    let mut counts = SecondaryMap::new();
    let mut is_huge = false;
    for (ty, _) in module.types.iter() {
        is_huge |= count_scalars(&module.types, ty, &mut counts) > MAX_SCALARS;
    }
    if !is_huge {
        return Ok(());
    }
    let is_huge = |ty: Type| counts[ty].is_some_and(|count| count > MAX_SCALARS);
    let mut found = Vec::new();
    for (global, data) in module.globals.iter() {
        let TypeData::Function { ret, params, .. } = &module.types[data.value_type] else {
            continue;
        };
        let Some(body) = data.body() else { continue };
        let place = first_huge(body, is_huge).or_else(|| {
            let mut all = params.iter().chain([ret]);
            all.find(|ty| is_huge(**ty)).map(|ty| (*ty, None))
        });
        found.extend(place.map(|(ty, inst)| refusal(module, global, ty, inst)));
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(found),
    }
}

fn refusal(module: &Module, global: Global, ty: Type, inst: Option<Inst>) -> Unsupported {
    let ty = print_type(module, ty);
    Unsupported {
        construct: format!("value of type {ty}, of more than {MAX_SCALARS} numbers or pointers,"),
        function: module.globals[global].name_str().into_owned(),
        global,
        inst,
    }
}

/// The first instruction with a huge operand or result, and its type.
fn first_huge(body: &Function, is_huge: impl Fn(Type) -> bool) -> Option<(Type, Option<Inst>)> {
    let mut insts = body
        .layout
        .iter()
        .flat_map(|block| body.block_insts(*block));
    insts.find_map(|inst| {
        let operands = body.operands(inst).map(|value| body.values[value].ty);
        let mut all = operands.chain([body.insts[inst].ty]);
        all.find(|ty| is_huge(*ty)).map(|ty| (ty, Some(inst)))
    })
}

/// The scalars in a type, as far as they can be counted; each type is counted once.
fn count_scalars(types: &TypeTable, ty: Type, counts: &mut SecondaryMap<Type, Option<u64>>) -> u64 {
    if let Some(count) = counts[ty] {
        return count;
    }
    // A type that contains itself is never a value.
    counts[ty] = Some(0);
    let count = match &types[ty] {
        TypeData::Array { element, len } => {
            count_scalars(types, *element, counts).saturating_mul(*len)
        }
        TypeData::Vector { element, len, .. } => {
            count_scalars(types, *element, counts).saturating_mul(u64::from(*len))
        }
        TypeData::Struct { .. } | TypeData::Named(_) => {
            let fields = types
                .struct_fields(ty)
                .map_or(&[][..], |(fields, _)| fields);
            let counted = fields
                .iter()
                .map(|field| count_scalars(types, *field, counts));
            counted.fold(0, u64::saturating_add)
        }
        TypeData::Integer(bits) => u64::from(bits.div_ceil(64)),
        TypeData::Void => 0,
        _ => 1,
    };
    counts[ty] = Some(count);
    count
}
