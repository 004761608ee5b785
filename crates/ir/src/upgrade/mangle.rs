//! Names of overloaded intrinsics: the types that a name ends with.

use crate::entities::Type;
use crate::types::{TypeData, TypeTable};

/// `base` with the types that it is used with; `None` if one of them has no name.
pub(super) fn mangled_name(types: &TypeTable, base: &str, overloads: &[Type]) -> Option<String> {
    let mut name = base.to_owned();
    for ty in overloads {
        name.push('.');
        push_type(types, *ty, &mut name)?;
    }
    Some(name)
}

/// Adds a type as it is written in the name of an intrinsic.
fn push_type(types: &TypeTable, ty: Type, name: &mut String) -> Option<()> {
    let text = match &types[ty] {
        TypeData::Void => "isVoid",
        TypeData::Metadata => "Metadata",
        TypeData::Half => "f16",
        TypeData::BFloat => "bf16",
        TypeData::Float => "f32",
        TypeData::Double => "f64",
        TypeData::X86Fp80 => "f80",
        TypeData::Fp128 => "f128",
        TypeData::PpcFp128 => "ppcf128",
        TypeData::X86Mmx => "x86mmx",
        TypeData::X86Amx => "x86amx",
        TypeData::Integer(bits) => {
            name.push_str(&format!("i{bits}"));
            return Some(());
        }
        TypeData::Pointer(space) => {
            name.push_str(&format!("p{space}"));
            return Some(());
        }
        TypeData::Array { element, len } => {
            name.push_str(&format!("a{len}"));
            return push_type(types, *element, name);
        }
        TypeData::Vector {
            element,
            len,
            scalable,
        } => {
            let scalable = if *scalable { "nx" } else { "" };
            name.push_str(&format!("{scalable}v{len}"));
            return push_type(types, *element, name);
        }
        TypeData::Struct { fields, .. } => {
            name.push_str("sl_");
            for field in fields {
                push_type(types, *field, name)?;
            }
            name.push('s');
            return Some(());
        }
        TypeData::Named(id) => {
            let struct_name = types.structs[*id].name.as_deref()?;
            name.push_str(&format!("s_{struct_name}s"));
            return Some(());
        }
        TypeData::Label
        | TypeData::Token
        | TypeData::Function { .. }
        | TypeData::TargetExt { .. } => return None,
    };
    name.push_str(text);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_after_the_name() {
        let mut types = TypeTable::default();
        let vector = types.intern(TypeData::Vector {
            element: TypeTable::BFLOAT,
            len: 4,
            scalable: true,
        });
        let pair = types.intern(TypeData::Struct {
            fields: [TypeTable::I32, TypeTable::PTR].into(),
            packed: false,
        });
        let name = mangled_name(&types, "llvm.x", &[vector, pair]);
        assert_eq!(name.as_deref(), Some("llvm.x.nxv4bf16.sl_i32p0s"));
        assert_eq!(mangled_name(&types, "llvm.x", &[TypeTable::LABEL]), None);
    }
}
