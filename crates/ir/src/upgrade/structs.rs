//! Intrinsics declared with a named struct as result: the actual type is unnamed.
//!
//! ```text
//!   %pair = type { <8 x i8>, <8 x i8> }
//!   call %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr %p)
//! ```

use crate::entities::{Type, Value};
use crate::inst::InstKind;
use crate::types::{TypeData, TypeTable};

use super::Outcome;
use super::builder::Builder;

/// Whether an intrinsic (its name after `llvm.`) has a struct with a name as result.
pub(super) fn has_name(name: &[u8], types: &TypeTable, fn_type: Type) -> bool {
    let TypeData::Function { ret, .. } = &types[fn_type] else {
        return false;
    };
    // Results of statepoints have any type.
    !name.starts_with(b"experimental.")
        && matches!(types[*ret], TypeData::Named(_))
        && types.struct_fields(*ret).is_some()
}

/// Calls the intrinsic, and puts the members of its result into the struct.
pub(super) fn apply(builder: &mut Builder<'_>, name: &str) -> Option<Outcome> {
    let ret = builder.result;
    let (fields, _) = builder.module.types.struct_fields(ret)?;
    let fields: Box<[Type]> = fields.into();
    let count = fields.len() as u32;
    let plain = builder.module.types.intern(TypeData::Struct {
        fields,
        packed: false,
    });
    let result = builder.call(name, plain, builder.args)?;
    let mut whole: Value = builder.poison(ret);
    for index in 0..count {
        let member = builder.extract_value(result, index)?;
        let kind = InstKind::InsertValue([index].into());
        whole = builder.value(kind, ret, &[whole, member]);
    }
    Some(Outcome::Value(whole))
}
