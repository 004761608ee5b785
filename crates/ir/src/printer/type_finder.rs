//! Finds the identified structs that a module uses, in the order in which LLVM prints them.
//!
//! The order is that of first occurrence in a walk over variables, aliases, ifuncs, then functions with
//! their instructions; a type comes before the types inside it, and a constant's type before its
//! operands.

use cranelift_entity::EntityRef;

use crate::attribute::{AttributeKind, AttributeList};
use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{AttrGroup, Const, Inst, StructId, Type};
use crate::function::Function;
use crate::global::{FunctionData, GlobalKind};
use crate::inst::InstKind;
use crate::metadata::MetadataData;
use crate::module::Module;
use crate::types::TypeData;

struct TypeFinder<'m> {
    module: &'m Module,
    structs: Vec<StructId>,
    seen_types: Vec<bool>,
    seen_consts: Vec<bool>,
    types: Vec<Type>,
    consts: Vec<Const>,
}

/// Structs in LLVM's order.
pub(super) fn find_structs(module: &Module) -> Vec<StructId> {
    if module.types.structs.is_empty() {
        return Vec::new();
    }
    let mut finder = TypeFinder {
        module,
        structs: Vec::new(),
        seen_types: vec![false; module.types.len()],
        seen_consts: vec![false; module.consts.len()],
        types: Vec::new(),
        consts: Vec::new(),
    };
    finder.walk();
    finder.structs
}

impl TypeFinder<'_> {
    fn walk(&mut self) {
        let module = self.module;
        for global in module.globals.values() {
            if let GlobalKind::Variable(data) = &global.kind {
                self.ty(global.value_type);
                data.init.into_iter().for_each(|init| self.constant(init));
            }
        }
        for global in module.globals.values() {
            if let GlobalKind::Alias { aliasee } = global.kind {
                self.ty(global.value_type);
                self.constant(aliasee);
            }
        }
        for global in module.globals.values() {
            if let GlobalKind::IFunc { .. } = global.kind {
                self.ty(global.value_type);
            }
        }
        for global in module.globals.values() {
            if let GlobalKind::Function(data) = &global.kind {
                self.ty(global.value_type);
                self.function(data);
            }
        }
        for node in module.metadata.nodes.values() {
            if let MetadataData::Const(id) = node {
                self.constant(*id);
            }
        }
    }

    fn function(&mut self, data: &FunctionData) {
        self.attributes(&data.attrs);
        for id in [data.personality, data.prefix, data.prologue]
            .into_iter()
            .flatten()
        {
            self.constant(id);
        }
        let Some(body) = data.body.as_deref() else {
            return;
        };
        for block in &body.layout {
            for inst in body.block_insts(*block) {
                self.instruction(body, inst);
            }
        }
    }

    fn instruction(&mut self, body: &Function, inst: Inst) {
        let data = &body.insts[inst];
        self.ty(data.ty);
        for value in body.operands(inst) {
            if let Some(id) = body.as_const(value) {
                self.constant(id);
            }
        }
        match &data.kind {
            InstKind::GetElementPtr { source } => self.ty(*source),
            InstKind::Alloca { ty, .. } => self.ty(*ty),
            kind => {
                if let Some(info) = kind.call_info() {
                    self.attributes(&info.attrs);
                    self.ty(info.fn_type);
                }
            }
        }
    }

    fn attributes(&mut self, attrs: &AttributeList) {
        let params = attrs.params.iter().copied();
        let sets: [Option<AttrGroup>; 2] = [attrs.function, attrs.ret];
        for group in sets.into_iter().chain(params).flatten() {
            let module = self.module;
            for attr in &module.attr_sets[group].attrs {
                if let AttributeKind::Type(_, ty) = attr {
                    self.ty(*ty);
                }
            }
        }
    }

    fn ty(&mut self, ty: Type) {
        if std::mem::replace(&mut self.seen_types[ty.index()], true) {
            return;
        }
        self.types.push(ty);
        while let Some(ty) = self.types.pop() {
            let start = self.types.len();
            let mut visit = |part: Type| {
                if !std::mem::replace(&mut self.seen_types[part.index()], true) {
                    self.types.push(part);
                }
            };
            // Parts are pushed from the last to the first, so that the first is taken next.
            match &self.module.types[ty] {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => {
                    visit(*element);
                }
                TypeData::Struct { fields, .. } => {
                    fields.iter().rev().for_each(|field| visit(*field));
                }
                TypeData::Named(id) => {
                    if let Some((fields, _)) = &self.module.types.structs[*id].body {
                        fields.iter().rev().for_each(|field| visit(*field));
                    }
                    self.structs.push(*id);
                }
                TypeData::Function { ret, params, .. } => {
                    params.iter().rev().for_each(|param| visit(*param));
                    visit(*ret);
                }
                TypeData::TargetExt { types, .. } => {
                    types.iter().rev().for_each(|ty| visit(*ty));
                }
                _ => debug_assert_eq!(start, self.types.len()),
            }
        }
    }

    fn constant(&mut self, id: Const) {
        self.consts.push(id);
        while let Some(id) = self.consts.pop() {
            if std::mem::replace(&mut self.seen_consts[id.index()], true) {
                continue;
            }
            let module = self.module;
            let data = &module.consts[id];
            if matches!(data.kind, ConstKind::Global(_) | ConstKind::Metadata(_)) {
                continue;
            }
            self.ty(data.ty);
            if let ConstKind::Expr(ConstExpr::Gep { source, .. }) = &data.kind {
                self.ty(*source);
            }
            match &data.kind {
                ConstKind::Aggregate(ids) | ConstKind::PtrAuth(ids) => {
                    self.consts.extend(ids.iter().rev());
                }
                ConstKind::Splat(element) => self.consts.push(*element),
                ConstKind::Expr(expr) => match expr {
                    ConstExpr::Cast(_, a) => self.consts.push(*a),
                    ConstExpr::Binary(_, _, a, b)
                    | ConstExpr::ExtractElement(a, b)
                    | ConstExpr::ShuffleVector(a, b, _) => self.consts.extend([*b, *a]),
                    ConstExpr::InsertElement(a, b, c) => self.consts.extend([*c, *b, *a]),
                    ConstExpr::Gep { operands, .. } => self.consts.extend(operands.iter().rev()),
                },
                _ => {}
            }
        }
    }
}
