//! A module: everything in one `.ll` file.

use std::sync::OnceLock;

use cranelift_entity::{EntitySet, PrimaryMap};
use rustc_hash::FxHashMap;

use crate::attribute::{AttrSet, AttributeKind};
use crate::constant::{ConstData, ConstKind, ConstTable};
use crate::debug_expressions::ExpressionIndex;
use crate::debug_locations::LocationIndex;
use crate::entities::{AttrGroup, Comdat, Const, Global, InlineAsm, Type};
use crate::function::Function;
use crate::global::{GlobalData, GlobalKind};
use crate::metadata::{MetadataData, MetadataTable};
use crate::types::TypeTable;

/// How the linker chooses among COMDAT groups of one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the language reference's")]
pub enum ComdatKind {
    Any,
    ExactMatch,
    Largest,
    NoDeduplicate,
    SameSize,
}

/// A COMDAT group.
#[derive(Clone, Debug, PartialEq)]
pub struct ComdatData {
    /// Name without `$`.
    pub name: Box<[u8]>,
    /// Selection rule.
    pub kind: ComdatKind,
}

/// An inline assembly text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InlineAsmData {
    /// Type of the function that it stands for.
    pub fn_type: Type,
    /// Assembly text.
    pub text: Box<[u8]>,
    /// Constraints.
    pub constraints: Box<[u8]>,
    /// `sideeffect`
    pub side_effect: bool,
    /// `alignstack`
    pub align_stack: bool,
    /// `inteldialect`
    pub intel: bool,
    /// `unwind`
    pub unwind: bool,
}

/// A module of LLVM IR.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `; ModuleID`'s text.
    pub id: Box<[u8]>,
    /// `source_filename`.
    pub source_filename: Option<Box<[u8]>>,
    /// `target datalayout`.
    pub data_layout: Box<str>,
    /// `target triple`.
    pub triple: Box<str>,
    /// `module asm` lines.
    pub module_asm: Vec<Box<[u8]>>,
    /// Types.
    pub types: TypeTable,
    /// Constants.
    pub consts: ConstTable,
    /// Functions, variables, aliases and ifuncs in order of appearance.
    pub globals: PrimaryMap<Global, GlobalData>,
    /// Interned attribute sets.
    pub attr_sets: PrimaryMap<AttrGroup, AttrSet>,
    /// COMDAT groups.
    pub comdats: PrimaryMap<Comdat, ComdatData>,
    /// Inline assembly texts.
    pub inline_asms: PrimaryMap<InlineAsm, InlineAsmData>,
    /// Synchronization scopes and metadata.
    pub metadata: MetadataTable,
    /// Whether the text had calls of debug intrinsics, which have become records: then the declarations of
    /// the intrinsics are still written.
    pub had_debug_calls: bool,
    /// The version of the debug information that was dropped on reading, because it is none that LLVM 19 has.
    pub dropped_debug_info: Option<u64>,
    /// Globals by name.
    pub globals_by_name: FxHashMap<Box<[u8]>, Global>,
    attr_ids: FxHashMap<AttrSet, AttrGroup>,
    /// Computed on first use.
    location_index: OnceLock<LocationIndex>,
    /// Computed on first use.
    expression_index: OnceLock<ExpressionIndex>,
}

impl Module {
    /// The debug locations among the nodes of the metadata, which must not change any more.
    pub fn location_index(&self) -> &LocationIndex {
        let index = || LocationIndex::new(&self.metadata);
        self.location_index.get_or_init(index)
    }

    /// The expressions among the nodes of the metadata, which must not change any more.
    pub fn expression_index(&self) -> &ExpressionIndex {
        let index = || ExpressionIndex::new(&self.metadata);
        self.expression_index.get_or_init(index)
    }

    /// The id of an attribute set, `None` for the empty one.
    pub fn intern_attrs(&mut self, set: AttrSet) -> Option<AttrGroup> {
        if set.attrs.is_empty() {
            return None;
        }
        if let Some(id) = self.attr_ids.get(&set) {
            return Some(*id);
        }
        let id = self.attr_sets.push(set.clone());
        self.attr_ids.insert(set, id);
        Some(id)
    }

    /// The id of an attribute set, `None` for the empty one; copies it only if it is new.
    pub fn intern_attrs_ref(&mut self, set: &AttrSet) -> Option<AttrGroup> {
        match self.attr_ids.get(set) {
            Some(id) => Some(*id),
            None => self.intern_attrs(set.clone()),
        }
    }

    /// The attribute set of `group`, empty for `None`.
    pub fn attrs(&self, group: Option<AttrGroup>) -> &AttrSet {
        static EMPTY: AttrSet = AttrSet { attrs: Vec::new() };
        group.map_or(&EMPTY, |id| &self.attr_sets[id])
    }

    /// The value of a module flag (`llvm.module.flags`); `None` if the module does not have it.
    pub fn flag(&self, name: &str) -> Option<&MetadataData> {
        let metadata = &self.metadata;
        let mut named = metadata.named.iter();
        let (_, flags) = named.find(|(key, _)| **key == *"llvm.module.flags")?;
        flags.iter().find_map(|flag| {
            let MetadataData::Node { operands, .. } = &metadata.nodes[*flag] else {
                return None;
            };
            let [_, Some(key), Some(value)] = **operands else {
                return None;
            };
            let MetadataData::String(key) = &metadata.nodes[key] else {
                return None;
            };
            (**key == *name.as_bytes()).then(|| &metadata.nodes[value])
        })
    }

    /// The value of a module flag that is a number; `None` if the module does not have it, or it is none.
    pub fn flag_number(&self, name: &str) -> Option<u64> {
        match self.flag(name)? {
            MetadataData::Const(id) => match self.consts[*id].kind {
                ConstKind::Int(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a module flag that is a text; `None` if the module does not have it, or it is none.
    pub fn flag_text(&self, name: &str) -> Option<&str> {
        match self.flag(name)? {
            MetadataData::String(text) => std::str::from_utf8(text).ok(),
            _ => None,
        }
    }

    /// Whether code may refer to data of other linked objects directly, rather than through the global offset table: the
    /// flag `direct-access-external-data`, and else whether the code depends on its position.
    pub fn direct_access_external_data(&self) -> bool {
        match self.flag_number("direct-access-external-data") {
            Some(value) => value != 0,
            None => self.flag_number("PIC Level").unwrap_or(0) == 0,
        }
    }

    /// The constant with this type and content.
    pub fn constant(&mut self, ty: Type, kind: ConstKind) -> Const {
        self.consts.intern(ConstData { ty, kind })
    }

    /// The integer of at most 64 bits that a constant is.
    pub fn int_value(&self, id: Const) -> Option<u64> {
        match self.consts[id].kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// An integer constant of at most 64 bits; higher bits of `value` are dropped.
    pub fn int_constant(&mut self, ty: Type, value: u64) -> Const {
        let bits = self.types.int_bits(ty).unwrap_or(64).min(64);
        let value = value & (u64::MAX >> (64 - bits));
        self.constant(ty, ConstKind::Int(value))
    }

    /// Runs `work` on the body of `global`, which is out of the module meanwhile so that both can be changed. `None` if
    /// there is none.
    pub fn with_body<R>(
        &mut self,
        global: Global,
        work: impl FnOnce(&mut Self, &mut Function) -> R,
    ) -> Option<R> {
        let GlobalKind::Function(data) = &mut self.globals[global].kind else {
            return None;
        };
        let mut body = data.body.take()?;
        let result = work(self, &mut body);
        if let GlobalKind::Function(data) = &mut self.globals[global].kind {
            data.body = Some(body);
        }
        Some(result)
    }

    /// Runs `work` on the body of each function that is there now, as [`Self::with_body`] does.
    pub fn for_each_body(&mut self, mut work: impl FnMut(&mut Self, Global, &mut Function)) {
        let globals: Vec<Global> = self.globals.keys().collect();
        for global in globals {
            self.with_body(global, |module, body| work(module, global, body));
        }
    }

    /// Removes all globals but those in `kept`. The others get new ids, in the same order.
    ///
    /// # Requires
    /// Nothing that stays refers to what goes.
    pub fn retain_globals(&mut self, kept: &EntitySet<Global>) {
        let ids: Vec<Const> = self.consts.iter().map(|(id, _)| id).collect();
        for id in ids {
            let ConstData { ty, kind } = &self.consts[id];
            if let ConstKind::Global(global)
            | ConstKind::BlockAddress(global, _)
            | ConstKind::DsoLocalEquivalent(global)
            | ConstKind::NoCfi(global) = kind
                && !kept.contains(*global)
            {
                // No use is left of what was the address.
                let (ty, kind) = (*ty, ConstKind::Poison);
                self.consts.redefine(id, ConstData { ty, kind });
            }
        }
        let old = std::mem::take(&mut self.globals);
        let mut new_ids = PrimaryMap::with_capacity(old.len());
        for (id, data) in old {
            // Ids of removed globals are never looked up.
            new_ids.push(self.globals.next_key());
            if kept.contains(id) {
                self.globals.push(data);
            } else {
                self.globals_by_name.remove(&data.name);
            }
        }
        for id in self.globals_by_name.values_mut() {
            *id = new_ids[*id];
        }
        self.consts.renumber_globals(&new_ids);
    }

    /// Gives every function without the string attribute `key` this value of it.
    pub fn add_default_function_attr(&mut self, key: &str, value: &str) {
        let functions: Vec<Global> = self.globals.keys().collect();
        for id in functions {
            let Some(old) = self.globals[id].function().map(|f| f.attrs.function) else {
                continue;
            };
            if self.attrs(old).string(key).is_some() {
                continue;
            }
            self.set_function_attr(id, key, value.into());
        }
    }

    /// Sets the string attribute `key` of every function to this value, replacing any other.
    pub fn set_function_attrs(&mut self, key: &str, value: &str) {
        let functions: Vec<Global> = self.globals.keys().collect();
        for id in functions {
            self.set_function_attr(id, key, value.into());
        }
    }

    /// Adds `words` to the string attribute `key` of all functions, after a comma where there are some.
    pub fn append_function_attr(&mut self, key: &str, words: &str) {
        let functions: Vec<Global> = self.globals.keys().collect();
        for id in functions {
            let Some(old) = self.globals[id].function().map(|f| f.attrs.function) else {
                continue;
            };
            let value = match self.attrs(old).string(key) {
                None | Some("") => words.into(),
                Some(old) => format!("{old},{words}"),
            };
            self.set_function_attr(id, key, value);
        }
    }

    /// Whether a global is a function marked `optnone`: transformations are to leave it as it is.
    pub fn is_optnone(&self, id: Global) -> bool {
        let function = self.globals[id].function();
        function.is_some_and(|function| self.attrs(function.attrs.function).has("optnone"))
    }

    /// Takes the marks `optnone` and, where it is beside that, `noinline` off all functions: front ends that do not
    /// optimize put both on all.
    pub fn remove_optnone(&mut self) {
        let functions: Vec<Global> = self.globals.keys().collect();
        for id in functions {
            let Some(old) = self.globals[id].function().map(|f| f.attrs.function) else {
                continue;
            };
            if !self.is_optnone(id) {
                continue;
            }
            let mut set = self.attrs(old).clone();
            let is_mark = |attr: &AttributeKind| matches!(attr.name(), "optnone" | "noinline");
            set.attrs.retain(|attr| !is_mark(attr));
            let new = self.intern_attrs(set);
            if let GlobalKind::Function(function) = &mut self.globals[id].kind {
                function.attrs.function = new;
            }
        }
    }

    fn set_function_attr(&mut self, id: Global, key: &str, value: String) {
        let GlobalKind::Function(function) = &self.globals[id].kind else {
            return;
        };
        let mut set = self.attrs(function.attrs.function).clone();
        let is_old =
            |attr: &AttributeKind| matches!(attr, AttributeKind::String(k, _) if **k == *key);
        set.attrs.retain(|attr| !is_old(attr));
        set.attrs
            .push(AttributeKind::String(key.into(), value.into()));
        let new = self.intern_attrs(set);
        if let GlobalKind::Function(function) = &mut self.globals[id].kind {
            function.attrs.function = new;
        }
    }
}
