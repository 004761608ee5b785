//! Intrinsics of AArch64 that take other arguments now.

use crate::entities::Type;
use crate::types::{TypeData, TypeTable};

use super::Outcome;
use super::builder::Builder;

/// Operations on `bfloat` that took bytes, by the beginning of their name, and whether the name ends with types.
const BFLOAT: &[(&str, bool)] = &[
    ("llvm.aarch64.neon.bfdot", true),
    ("llvm.aarch64.neon.bfmmla", false),
    ("llvm.aarch64.neon.bfmlalb", false),
    ("llvm.aarch64.neon.bfmlalt", false),
];

/// The row of operations on `bfloat` that a function with this name and these parameters belongs to, if it takes bytes.
pub(super) fn bfloat_row(name: &[u8], types: &TypeTable, fn_type: Type) -> Option<usize> {
    let TypeData::Function { params, .. } = &types[fn_type] else {
        return None;
    };
    let takes_bytes = params.len() == 3 && types.scalar(params[1]) == TypeTable::I8;
    let begins = |(start, _): &(&str, bool)| {
        name.strip_prefix(start.as_bytes())
            .is_some_and(|rest| rest.starts_with(b"."))
    };
    BFLOAT.iter().position(begins).filter(|_| takes_bytes)
}

/// Makes the call with arguments of `bfloat`.
pub(super) fn apply(builder: &mut Builder<'_>, row: usize) -> Option<Outcome> {
    let (name, has_types) = BFLOAT[row];
    let mut args = builder.args.to_vec();
    for arg in args.iter_mut().skip(1) {
        let len = builder.shape(builder.ty(*arg))?.len / 2;
        let ty = builder.vector(TypeTable::BFLOAT, len);
        *arg = builder.bitcast(*arg, ty);
    }
    let ret = builder.result;
    let overloads = match has_types {
        true => vec![ret, builder.ty(*args.get(1)?)],
        false => Vec::new(),
    };
    let name = super::mangle::mangled_name(&builder.module.types, name, &overloads)?;
    builder.call(&name, ret, &args).map(Outcome::Value)
}
