//! Rules of globals: linkage, visibility, initializers, aliases, and function heads.

use super::{Rule, Verifier, ensure};
use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{Const, Global, Type};
use crate::global::{
    DllStorage, FunctionData, GlobalData, GlobalKind, Linkage, VariableData, Visibility,
};
use crate::intrinsics::Intrinsic;
use crate::types::{TypeData, TypeTable};

/// Largest alignment that LLVM can represent.
pub(super) const MAX_ALIGN: u64 = 1 << 32;

/// Steps through aliases after which a cycle is certain enough to stop.
const MAX_ALIAS_STEPS: usize = 10_000;

impl Verifier<'_> {
    pub(super) fn global(&mut self, id: Global) {
        let module = self.module;
        let global = &module.globals[id];
        self.global_rule(id, self.symbol_rule(global));
        match &global.kind {
            GlobalKind::Variable(data) => self.global_rule(id, self.variable_rule(global, data)),
            GlobalKind::Alias { aliasee } => {
                self.global_rule(id, self.alias_rule(id, global, *aliasee));
            }
            GlobalKind::IFunc { resolver } => self.global_rule(id, self.ifunc_rule(*resolver)),
            GlobalKind::Function(data) => {
                self.global_rule(id, self.function_rule(global, data));
                self.global_rule(id, self.function_attributes_rule(global, data));
            }
        }
    }

    fn symbol_rule(&self, global: &GlobalData) -> Rule {
        let declaration = global.is_declaration();
        ensure!(
            !declaration || matches!(global.linkage, Linkage::External | Linkage::ExternWeak),
            "declaration without external or extern_weak linkage"
        );
        ensure!(
            declaration || global.linkage != Linkage::ExternWeak,
            "definition with extern_weak linkage"
        );
        ensure!(
            !(declaration && global.comdat.is_some()),
            "declaration in a comdat"
        );
        ensure!(
            !global.linkage.is_local() || global.visibility == Visibility::Default,
            "local linkage with a visibility other than default"
        );
        ensure!(
            !global.linkage.is_local() || global.dll_storage == DllStorage::Default,
            "local linkage with a DLL storage class"
        );
        if let Some(align) = global.align {
            ensure!(
                align.is_power_of_two() && align <= MAX_ALIGN,
                "alignment {align} is not a power of two up to 2^32"
            );
        }
        if global.dll_storage == DllStorage::Import {
            ensure!(!global.dso_local, "dllimport together with dso_local");
            ensure!(
                declaration && global.linkage == Linkage::External
                    || global.linkage == Linkage::AvailableExternally,
                "dllimport of something that is not external"
            );
        }
        if global.linkage == Linkage::Appending {
            ensure!(
                global.variable().is_some(),
                "appending linkage of something that is not a variable"
            );
            ensure!(
                matches!(self.module.types[global.value_type], TypeData::Array { .. }),
                "appending linkage of a variable that is not an array"
            );
        }
        Ok(())
    }

    fn variable_rule(&self, global: &GlobalData, data: &VariableData) -> Rule {
        let module = self.module;
        let types = &module.types;
        ensure!(
            !matches!(
                types[global.value_type],
                TypeData::Function { .. } | TypeData::Void | TypeData::Label | TypeData::Metadata
            ),
            "variable of invalid type {}",
            self.show(global.value_type)
        );
        ensure!(
            !self.is_scalable(global.value_type),
            "variable of scalable type {}",
            self.show(global.value_type)
        );
        let Some(init) = data.init else {
            return Ok(());
        };
        let init_type = module.consts[init].ty;
        ensure!(
            init_type == global.value_type,
            "initializer is {} but the variable {}",
            self.show(init_type),
            self.show(global.value_type)
        );
        ensure!(
            self.layout.size_in_bits(types, global.value_type).is_some()
                || matches!(types[global.value_type], TypeData::TargetExt { .. }),
            "variable of unsized type {}",
            self.show(global.value_type)
        );
        if global.linkage == Linkage::Common {
            ensure!(
                self.is_zero(init),
                "common variable with an initializer that is not zero"
            );
            ensure!(!data.constant, "common variable that is constant");
            ensure!(global.comdat.is_none(), "common variable in a comdat");
        }
        match &*global.name {
            b"llvm.global_ctors" | b"llvm.global_dtors" => self.structors_rule(global.value_type),
            b"llvm.used" | b"llvm.compiler.used" => self.used_rule(global, init),
            _ => Ok(()),
        }
    }

    /// Whether the type is or directly holds a scalable vector.
    fn is_scalable(&self, ty: Type) -> bool {
        let types = &self.module.types;
        let is_vector = |ty: Type| matches!(types[ty], TypeData::Vector { scalable: true, .. });
        let fields = types
            .struct_fields(ty)
            .map_or(&[][..], |(fields, _)| fields);
        is_vector(ty)
            || fields.iter().any(|field| is_vector(*field))
            || matches!(types[ty], TypeData::Array { element, .. } if is_vector(element))
    }

    fn structors_rule(&self, ty: Type) -> Rule {
        let types = &self.module.types;
        let fields = match types[ty] {
            TypeData::Array { element, .. } => types.struct_fields(element),
            _ => None,
        };
        let fields = fields.map_or(&[][..], |(fields, _)| fields);
        let begins = matches!(fields, [priority, function, ..]
            if *priority == TypeTable::I32 && types.is_ptr(*function));
        ensure!(
            !begins || fields.len() != 2,
            "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form"
        );
        let fits = begins && fields.len() == 3 && types.is_ptr(fields[2]);
        ensure!(fits, "not an array of {{ i32, ptr, ptr }}");
        Ok(())
    }

    fn used_rule(&self, global: &GlobalData, init: Const) -> Rule {
        let module = self.module;
        let fits = match module.types[global.value_type] {
            TypeData::Array { element, .. } => module.types.is_ptr(element),
            _ => false,
        };
        ensure!(fits, "not an array of pointers");
        if let ConstKind::Aggregate(members) = &module.consts[init].kind {
            for member in members {
                let base = self.aliasee_base(*member);
                ensure!(
                    base.is_some_and(|id| !module.globals[id].name.is_empty()),
                    "member {} is no named global",
                    self.show_const(*member)
                );
            }
        }
        Ok(())
    }

    fn is_zero(&self, id: Const) -> bool {
        match &self.module.consts[id].kind {
            ConstKind::Int(0) | ConstKind::Float(0) | ConstKind::Null | ConstKind::Zero => true,
            ConstKind::BigFloat(words) => *words == [0, 0],
            ConstKind::BigInt(words) => words.iter().all(|word| *word == 0),
            ConstKind::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
            ConstKind::Aggregate(elements) => elements.iter().all(|id| self.is_zero(*id)),
            ConstKind::Splat(element) => self.is_zero(*element),
            _ => false,
        }
    }

    /// The global whose address `id` is computed from, or `None`.
    fn aliasee_base(&self, id: Const) -> Option<Global> {
        let mut id = id;
        loop {
            id = match &self.module.consts[id].kind {
                ConstKind::Global(global)
                | ConstKind::DsoLocalEquivalent(global)
                | ConstKind::NoCfi(global) => return Some(*global),
                ConstKind::Expr(ConstExpr::Cast(_, value)) => *value,
                ConstKind::Expr(ConstExpr::Binary(_, _, left, right)) => {
                    // A difference of addresses is based on the first.
                    return self
                        .aliasee_base(*left)
                        .or_else(|| self.aliasee_base(*right));
                }
                ConstKind::Expr(ConstExpr::Gep { operands, .. }) => *operands.first()?,
                _ => return None,
            };
        }
    }

    fn alias_rule(&self, id: Global, global: &GlobalData, aliasee: Const) -> Rule {
        use Linkage::*;
        let module = self.module;
        ensure!(
            matches!(
                global.linkage,
                Private
                    | Internal
                    | External
                    | Weak
                    | WeakOdr
                    | LinkOnce
                    | LinkOnceOdr
                    | AvailableExternally
            ),
            "linkage that an alias cannot have"
        );
        ensure!(
            matches!(
                module.consts[aliasee].kind,
                ConstKind::Global(_) | ConstKind::Expr(_)
            ),
            "aliasee is neither a global nor a constant expression"
        );
        match module.types[module.consts[aliasee].ty] {
            TypeData::Pointer(space) => ensure!(
                space == global.address_space,
                "alias and aliasee are in different address spaces"
            ),
            _ => return Err("aliasee is not a pointer".into()),
        }
        let mut at = self.aliasee_base(aliasee);
        for _ in 0..MAX_ALIAS_STEPS {
            let Some(target) = at else {
                return Ok(());
            };
            ensure!(target != id, "alias of itself");
            let target = &module.globals[target];
            match target.kind {
                GlobalKind::Alias { aliasee } => {
                    ensure!(
                        !is_interposable(target.linkage),
                        "alias of an alias that can be replaced"
                    );
                    at = self.aliasee_base(aliasee);
                }
                _ => {
                    ensure!(
                        !target.is_declaration() || global.linkage == AvailableExternally,
                        "alias of a declaration"
                    );
                    return Ok(());
                }
            }
        }
        Err("aliases form a cycle".into())
    }

    fn ifunc_rule(&self, resolver: Const) -> Rule {
        let module = self.module;
        let mut base = self.aliasee_base(resolver);
        for _ in 0..MAX_ALIAS_STEPS {
            let Some(id) = base else {
                break;
            };
            match &module.globals[id].kind {
                GlobalKind::Function(data) => {
                    ensure!(data.body.is_some(), "resolver is only declared");
                    return Ok(());
                }
                GlobalKind::Alias { aliasee } => base = self.aliasee_base(*aliasee),
                _ => break,
            }
        }
        Err("resolver is not a function".into())
    }

    fn function_rule(&self, global: &GlobalData, data: &FunctionData) -> Rule {
        let types = &self.module.types;
        let TypeData::Function {
            ret,
            params,
            var_arg,
        } = &types[global.value_type]
        else {
            return Err("function without a function type".into());
        };
        ensure!(
            global.linkage != Linkage::Common,
            "function with common linkage"
        );
        let is_intrinsic = global.name.starts_with(b"llvm.");
        if let Some(id) =
            Intrinsic::from_name(&global.name).filter(|id| id.name().as_bytes() != &*global.name)
        {
            self.intrinsic_signature_rule(global.value_type, id)?;
        }
        for param in params {
            ensure!(
                is_intrinsic
                    || !matches!(
                        types[*param],
                        TypeData::Metadata | TypeData::Token | TypeData::Label
                    ),
                "parameter of type {}, which only intrinsics have",
                self.show(*param)
            );
        }
        ensure!(
            is_intrinsic || *ret != TypeTable::TOKEN,
            "function that returns a token"
        );
        // Conventions of the AMD and SPIR kernels among others; of those we know only that they are
        // not variadic.
        ensure!(
            !(*var_arg && matches!(data.conv.0, 75 | 76 | 91)),
            "variadic function with a calling convention for kernels"
        );
        let Some(body) = data.body.as_deref() else {
            return Ok(());
        };
        ensure!(!is_intrinsic, "intrinsic with a body");
        ensure!(!body.layout.is_empty(), "function body without blocks");
        ensure!(
            body.args.len() == params.len()
                && body
                    .args
                    .iter()
                    .zip(params)
                    .all(|(arg, ty)| body.values[*arg].ty == *ty),
            "arguments of the body are not those of the function's type"
        );
        Ok(())
    }
}

/// Whether the linker may take another definition that behaves differently.
fn is_interposable(linkage: Linkage) -> bool {
    use Linkage::*;
    matches!(linkage, Weak | LinkOnce | Common | ExternWeak)
}
