//! Functions: their entries, the scopes in them, and what was inlined.
//!
//! ```text
//!   subprogram g  [inline]                       what g is, for all its copies
//!   subprogram f  low_pc high_pc
//!     inlined_subroutine  abstract_origin g      a copy, with the place of the call
//!       lexical_block                            only where it has variables
//!     call_site                                  a call, and what it calls
//! ```

use std::collections::{BTreeMap, BTreeSet}; // Allowed because a module is described once.

use avarice_ir::MetadataId;
use avarice_ir::debug_info::{has_flag, number, string};
use avarice_ir::metadata::SpecialNode;
use gimli::constants as dw;

use super::code::{Call, Callee, CodeDebug, END, EntityKind, Place, Position, ScopeCode};
use super::constants;
use super::describe::{Concrete, Describer};
use super::lists::Span;
use super::tree::{Block, Entry, UnitIndex, Value};
use super::variables::{Found, ScopeEntities, dependencies_first};

/// A subprogram or block that was inlined in a function, apart from its copies.
pub(super) struct AbstractScope {
    node: MetadataId,
    parent: Option<usize>,
    children: Vec<usize>,
    entities: ScopeEntities,
}

/// What is collected of one function before its entries are made.
pub(super) struct FunctionScopes<'a> {
    pub(super) piece: usize,
    pub(super) unit: UnitIndex,
    pub(super) code: &'a CodeDebug,
    children: Vec<Vec<usize>>,
    pub(super) entities: Vec<ScopeEntities>,
    pub(super) inlined: Vec<AbstractScope>,
    by_key: BTreeMap<(MetadataId, Option<MetadataId>), usize>,
    by_node: BTreeMap<MetadataId, usize>,
    /// Variables and labels that are known, with the calls that they were inlined for.
    processed: BTreeSet<(MetadataId, Option<MetadataId>)>,
}

impl FunctionScopes<'_> {
    fn new(piece: usize, unit: UnitIndex, code: &CodeDebug) -> FunctionScopes<'_> {
        let mut children = vec![Vec::new(); code.scopes.len()];
        for (at, scope) in code.scopes.iter().enumerate() {
            if let Some(parent) = scope.parent {
                children[parent].push(at);
            }
        }
        let entities = code.scopes.iter().map(|_| ScopeEntities::default());
        let keys = code.scopes.iter().enumerate();
        let by_key = keys.map(|(at, scope)| ((scope.node, scope.inlined_at), at));
        FunctionScopes {
            piece,
            unit,
            code,
            children,
            entities: entities.collect(),
            inlined: Vec::new(),
            by_key: by_key.collect(),
            by_node: BTreeMap::new(),
            processed: BTreeSet::new(),
        }
    }
}

impl Describer<'_> {
    /// Describes the function that is a piece of code.
    pub(super) fn function(&mut self, piece: usize) {
        let debug = self.pieces[piece].debug;
        let subprogram = debug.subprogram;
        let (Some(unit), Some(node)) = (self.unit_of(subprogram), self.view.node(subprogram))
        else {
            return;
        };
        for (_, row) in &debug.rows {
            self.file_number(unit, row.scope);
        }
        self.units[unit].pieces.push(piece);
        if self.units[unit].emission == super::describe::Emission::Directives {
            return;
        }
        let mut scopes = FunctionScopes::new(piece, unit, &debug.code);
        for scope in &debug.code.inlined {
            self.abstract_scope(&mut scopes, *scope);
        }
        self.collect(&mut scopes, node);
        if self.is_minimal(unit) && scopes.inlined.is_empty() {
            return;
        }
        self.describe_inlined(&mut scopes);
        if !std::mem::replace(&mut self.is_described[subprogram], true) {
            self.subprograms.push(subprogram);
        }
        let Some(entry) = self.code_entry(&scopes, subprogram, node) else {
            return;
        };
        if let Some(calls) = &debug.code.calls {
            self.calls(piece, entry, calls);
        }
    }

    /// The number of the abstract scope of a subprogram or block, made on first request.
    fn abstract_scope(
        &mut self,
        scopes: &mut FunctionScopes<'_>,
        scope: MetadataId,
    ) -> Option<usize> {
        let mut missing = Vec::new();
        let mut next = self.view.real_scope(scope);
        let mut parent = None;
        while let Some(scope) = next {
            if let Some(known) = scopes.by_node.get(&scope) {
                parent = Some(*known);
                break;
            }
            if missing.contains(&scope) {
                return None;
            }
            missing.push(scope);
            next = self.view.enclosing(scope);
        }
        for node in missing.into_iter().rev() {
            let own = scopes.inlined.len();
            scopes.by_node.insert(node, own);
            scopes.inlined.push(AbstractScope {
                node,
                parent,
                children: Vec::new(),
                entities: ScopeEntities::default(),
            });
            if let Some(parent) = parent {
                scopes.inlined[parent].children.push(own);
            }
            parent = Some(own);
        }
        parent
    }

    /// Collects the variables and labels of a function.
    fn collect(&mut self, scopes: &mut FunctionScopes<'_>, node: &SpecialNode) {
        let code = scopes.code;
        for entity in &code.entities {
            scopes.processed.insert((entity.node, entity.inlined_at));
            let Some(scope) = entity.scope else {
                continue;
            };
            let (found, label) = match &entity.kind {
                EntityKind::Variable(place) => (self.found(scopes.unit, scopes.piece, place), None),
                EntityKind::Label(at) => (Found::Nowhere, Some((scopes.piece, *at))),
            };
            self.add_concrete(scopes, scope, entity.node, (found, label));
        }
        for retained in self.view.elements(node, "retainedNodes") {
            if self.is_entity(retained) {
                if !scopes.processed.insert((retained, None)) {
                    continue;
                }
                let scope = self.view.node(retained).and_then(|node| node.node("scope"));
                let scope = scope.and_then(|scope| self.view.real_scope(scope));
                let own = scope.and_then(|scope| scopes.by_key.get(&(scope, None)).copied());
                if let Some(own) = own {
                    self.add_concrete(scopes, own, retained, (Found::Nowhere, None));
                }
            }
        }
    }

    /// Whether a node is a variable or a label.
    fn is_entity(&self, node: MetadataId) -> bool {
        let node = self.view.node(node);
        node.is_some_and(|node| matches!(&*node.name, "DILocalVariable" | "DILabel"))
    }

    fn add_concrete(
        &mut self,
        scopes: &mut FunctionScopes<'_>,
        scope: usize,
        node: MetadataId,
        (found, label): (Found, Option<(usize, Position)>),
    ) {
        if self.abstract_entities[node].is_none()
            && let Some(inlined) = scopes.by_node.get(&scopes.code.scopes[scope].node).copied()
        {
            self.add_abstract(scopes, inlined, node);
        }
        let concrete = self.concrete.len();
        self.concrete.push(Concrete {
            node,
            entry: None,
            label,
        });
        let data = self.view.node(node);
        let argument = data.map_or(0, |data| number(data, "arg"));
        scopes.entities[scope].add(node, argument, Some((concrete, found)), label.is_some());
    }

    fn add_abstract(&mut self, scopes: &mut FunctionScopes<'_>, scope: usize, node: MetadataId) {
        self.abstract_entities[node] = Some(None.into());
        let data = self.view.node(node);
        let argument = data.map_or(0, |data| number(data, "arg"));
        let is_label = data.is_some_and(|data| *data.name == *"DILabel");
        scopes.inlined[scope]
            .entities
            .add(node, argument, None, is_label);
    }

    /// Describes the subprograms that were inlined in a function, each once for all functions.
    fn describe_inlined(&mut self, scopes: &mut FunctionScopes<'_>) {
        let all: Vec<usize> = (0..scopes.inlined.len())
            .filter(|at| scopes.inlined[*at].parent.is_none())
            .collect();
        for at in all {
            let id = scopes.inlined[at].node;
            let Some(node) = self.view.node_of(id, "DISubprogram") else {
                continue;
            };
            for retained in self.view.elements(node, "retainedNodes") {
                let scope = self.view.node(retained).and_then(|node| node.node("scope"));
                let scope = scope.and_then(|scope| self.abstract_scope(scopes, scope));
                let (Some(scope), true) = (scope, self.is_entity(retained)) else {
                    continue;
                };
                if scopes.processed.insert((retained, None))
                    && self.abstract_entities[retained].is_none()
                {
                    self.add_abstract(scopes, scope, retained);
                }
            }
            self.abstract_subprogram(scopes, at, (id, node));
        }
    }

    /// The entry of what a subprogram is, apart from any code.
    fn abstract_subprogram(
        &mut self,
        scopes: &FunctionScopes<'_>,
        at: usize,
        (id, node): (MetadataId, &SpecialNode),
    ) {
        if self.abstract_scopes[id].is_some() {
            return;
        }
        let Some(unit) = self.unit_of(id) else {
            return;
        };
        let parent = if self.is_minimal(unit) {
            self.root(unit)
        } else if let Some(declaration) = node.node("declaration") {
            self.subprogram_entry(unit, declaration);
            self.root(unit)
        } else {
            self.context(unit, node.node("scope"))
        };
        let entry = self.tree.add(parent, dw::DW_TAG_subprogram);
        self.abstract_scopes[id] = entry.into();
        self.definition_attributes(entry, id, node);
        let inlined = dw::DW_INL_inlined.0.into();
        if self.version >= 5 {
            let form = gimli::DW_FORM_implicit_const;
            self.tree
                .set(entry, dw::DW_AT_inline, form, Value::Number(inlined));
        } else {
            self.tree.set_number(entry, dw::DW_AT_inline, inlined);
        }
        if let Some(object) = self.abstract_children(scopes, at, entry) {
            self.tree.set_entry(entry, dw::DW_AT_object_pointer, object);
        }
    }

    /// Describes what is in an inlined subprogram or block, apart from any code. Returns what its `this` is.
    fn abstract_children(
        &mut self,
        scopes: &FunctionScopes<'_>,
        at: usize,
        entry: Entry,
    ) -> Option<Entry> {
        let object = self.entities(&scopes.inlined[at].entities, entry, true);
        let mut stack: Vec<(usize, Entry)> = Vec::new();
        let push = |stack: &mut Vec<(usize, Entry)>, at: usize, entry: Entry| {
            let children = scopes.inlined[at].children.iter().rev();
            stack.extend(children.map(|child| (*child, entry)));
        };
        push(&mut stack, at, entry);
        while let Some((at, parent)) = stack.pop() {
            let scope = &scopes.inlined[at];
            let mut own = parent;
            if scope.entities.has_variables() {
                own = self.tree.add(parent, dw::DW_TAG_lexical_block);
                self.abstract_scopes[scope.node] = own.into();
            }
            self.entities(&scope.entities, own, true);
            push(&mut stack, at, own);
        }
        object
    }

    /// The entry of the code of a function, with all that is in it.
    fn code_entry(
        &mut self,
        scopes: &FunctionScopes<'_>,
        subprogram: MetadataId,
        node: &SpecialNode,
    ) -> Option<Entry> {
        let entry = self.subprogram_entry(scopes.unit, subprogram)?;
        self.set_spans(
            entry,
            &[Span {
                start: (scopes.piece, 0),
                end: (scopes.piece, END),
            }],
        );
        let is_minimal = self.is_minimal(scopes.unit);
        if let Some(base) = scopes.code.frame_base.as_ref().filter(|_| !is_minimal) {
            let base = self.block(scopes.unit, base);
            self.tree.set_block(entry, dw::DW_AT_frame_base, base);
        }
        let root = scopes
            .code
            .scopes
            .iter()
            .position(|scope| scope.parent.is_none());
        if let Some(root) = root
            && let Some(object) = self.scope_children(scopes, root, entry)
        {
            self.tree.set_entry(entry, dw::DW_AT_object_pointer, object);
        }
        if let [_, .., None] = self.parameter_types(node)
            && !is_minimal
        {
            self.tree.add(entry, dw::DW_TAG_unspecified_parameters);
        }
        Some(entry)
    }

    /// Describes what is in a scope. Returns what its `this` is.
    fn scope_children(
        &mut self,
        scopes: &FunctionScopes<'_>,
        at: usize,
        entry: Entry,
    ) -> Option<Entry> {
        let object = self.entities(&scopes.entities[at], entry, false);
        // What is still to be described: scopes in a scope, in order, below its entry.
        let mut stack: Vec<(usize, Entry)> = Vec::new();
        let push = |stack: &mut Vec<(usize, Entry)>, at: usize, entry: Entry| {
            stack.extend(
                scopes.children[at]
                    .iter()
                    .rev()
                    .map(|child| (*child, entry)),
            );
        };
        push(&mut stack, at, entry);
        while let Some((at, parent)) = stack.pop() {
            let scope = &scopes.code.scopes[at];
            let is_subprogram = self.view.node_of(scope.node, "DISubprogram").is_some();
            let own = match (is_subprogram, scopes.entities[at].has_variables()) {
                (true, _) => self.inlined_subroutine(scopes, parent, scope),
                (false, false) => Some(parent),
                (false, true) if scope.ranges.is_empty() => None,
                (false, true) => Some(self.lexical_block(scopes, parent, scope)),
            };
            let Some(own) = own else {
                continue;
            };
            self.entities(&scopes.entities[at], own, false);
            push(&mut stack, at, own);
        }
        object
    }

    fn spans(piece: usize, ranges: &[(Position, Position)]) -> Vec<Span> {
        let spans = ranges.iter().map(|(start, end)| Span {
            start: (piece, *start),
            end: (piece, *end),
        });
        spans.collect()
    }

    fn lexical_block(
        &mut self,
        scopes: &FunctionScopes<'_>,
        parent: Entry,
        scope: &ScopeCode,
    ) -> Entry {
        let block = self.tree.add(parent, dw::DW_TAG_lexical_block);
        if scope.inlined_at.is_none() {
            self.blocks[scope.node] = block.into();
        }
        self.set_spans(block, &Self::spans(scopes.piece, &scope.ranges));
        block
    }

    /// Describes a copy of a subprogram in another.
    fn inlined_subroutine(
        &mut self,
        scopes: &FunctionScopes<'_>,
        parent: Entry,
        scope: &ScopeCode,
    ) -> Option<Entry> {
        let origin = self.abstract_scopes[scope.node].expand()?;
        let entry = self.tree.add(parent, dw::DW_TAG_inlined_subroutine);
        self.tree
            .set_entry(entry, dw::DW_AT_abstract_origin, origin);
        if !scope.ranges.is_empty() {
            self.set_spans(entry, &Self::spans(scopes.piece, &scope.ranges));
        }
        let call = scope.call?;
        let file = self.file_number(scopes.unit, call.scope);
        self.tree
            .set_number(entry, dw::DW_AT_call_file, file.into());
        self.tree
            .set_number(entry, dw::DW_AT_call_line, call.line.into());
        if call.column != 0 {
            self.tree
                .set_number(entry, dw::DW_AT_call_column, call.column.into());
        }
        let block = self.view.node_of(call.scope, "DILexicalBlockFile");
        let discriminator = block.map_or(0, |block| number(block, "discriminator"));
        if discriminator != 0 {
            self.tree
                .set_number(entry, dw::DW_AT_GNU_discriminator, discriminator);
        }
        Some(entry)
    }

    /// Describes the calls of a function.
    fn calls(&mut self, piece: usize, entry: Entry, calls: &[Call]) {
        let is_new = self.version >= 5;
        let name = |new, old| if is_new { new } else { old };
        self.tree.set_flag(
            entry,
            name(dw::DW_AT_call_all_calls, dw::DW_AT_GNU_all_call_sites),
        );
        let unit = self.tree.unit_of(entry);
        for call in calls {
            let site = self.tree.add(
                entry,
                match is_new {
                    true => dw::DW_TAG_call_site,
                    false => dw::DW_TAG_GNU_call_site,
                },
            );
            match &call.callee {
                Callee::Register(location) => {
                    let target = self.block(unit, location);
                    let attribute = name(dw::DW_AT_call_target, dw::DW_AT_GNU_call_site_target);
                    self.tree.set_block(site, attribute, target);
                }
                Callee::Function(global) => {
                    let mut attached = self.view.attachments(*global);
                    let callee =
                        attached.find(|id| self.view.node_of(*id, "DISubprogram").is_some());
                    if let Some(callee) = callee.and_then(|id| self.subprogram_entry(unit, id)) {
                        let attribute = name(dw::DW_AT_call_origin, dw::DW_AT_abstract_origin);
                        self.tree.set_entry(site, attribute, callee);
                    }
                }
            }
            if let Some(at) = call.tail_at {
                self.tree.set_flag(
                    site,
                    name(dw::DW_AT_call_tail_call, dw::DW_AT_GNU_tail_call),
                );
                if is_new {
                    self.set_address(site, dw::DW_AT_call_pc, (piece, at));
                }
            }
            if call.tail_at.is_none() || !is_new {
                let attribute = name(dw::DW_AT_call_return_pc, dw::DW_AT_low_pc);
                self.set_address(site, attribute, (piece, call.returns_to));
            }
        }
    }

    /// The entry of a subprogram that is in code, or declared, made on first request.
    pub(super) fn subprogram_entry(&mut self, unit: UnitIndex, id: MetadataId) -> Option<Entry> {
        let node = self.view.node_of(id, "DISubprogram")?;
        let is_minimal = self.is_minimal(unit);
        let mut parent = match is_minimal {
            true => self.root(unit),
            false => self.context(unit, node.node("scope")),
        };
        if let Some(known) = self.entries[id].expand() {
            return Some(known);
        }
        if let Some(declaration) = node.node("declaration").filter(|other| *other != id)
            && !is_minimal
        {
            parent = self.root(unit);
            self.subprogram_entry(unit, declaration);
        }
        let entry = self.tree.add(parent, dw::DW_TAG_subprogram);
        self.entries[id] = entry.into();
        if !is_definition(node) {
            self.subprogram_attributes(entry, id, node);
        }
        Some(entry)
    }

    fn definition_attributes(&mut self, entry: Entry, id: MetadataId, node: &SpecialNode) {
        self.subprogram_attributes(entry, id, node);
    }

    /// Completes the functions that have code.
    pub(super) fn finish_subprograms(&mut self) {
        for id in std::mem::take(&mut self.subprograms) {
            let (Some(entry), Some(node)) = (self.entries[id].expand(), self.view.node(id)) else {
                continue;
            };
            match self.abstract_scopes[id].expand() {
                Some(origin) => self
                    .tree
                    .set_entry(entry, dw::DW_AT_abstract_origin, origin),
                None => self.definition_attributes(entry, id, node),
            }
        }
    }

    /// The attributes that a definition has beyond those of its declaration. Returns whether there is one.
    fn set_specification(&mut self, entry: Entry, id: MetadataId, node: &SpecialNode) -> bool {
        let unit = self.tree.unit_of(entry);
        let is_minimal = self.is_minimal(unit);
        let declaration = node
            .node("declaration")
            .filter(|other| *other != id && !is_minimal);
        let declared = declaration.and_then(|id| self.view.node(id));
        if let Some(declared) = declared {
            let results = [declared, node].map(|node| self.parameter_types(node).first().copied());
            if let [Some(old), Some(Some(new))] = results
                && old != Some(new)
            {
                self.set_type(entry, Some(new));
            }
            let files = [declared, node].map(|node| node.node("file"));
            if let [Some(old), Some(new)] = files.map(|file| Some(self.file_number(unit, file?)))
                && old != new
            {
                self.tree.set_number(entry, dw::DW_AT_decl_file, new.into());
            }
            let line = number(node, "line");
            if line != number(declared, "line") {
                self.tree.set_number(entry, dw::DW_AT_decl_line, line);
            }
        }
        self.template_parameters(entry, node, "templateParams");
        if declared.is_none_or(|declared| string(declared, "linkageName").is_none()) {
            self.set_linkage_name(entry, node);
        }
        let specification = declaration.and_then(|id| self.entries[id].expand());
        if let Some(specification) = specification {
            self.tree
                .set_entry(entry, dw::DW_AT_specification, specification);
        }
        specification.is_some()
    }

    fn subprogram_attributes(&mut self, entry: Entry, id: MetadataId, node: &SpecialNode) {
        let unit = self.tree.unit_of(entry);
        if self.is_minimal(unit) {
            self.set_name(entry, node);
            return;
        }
        if self.set_specification(entry, id, node) {
            return;
        }
        self.set_name(entry, node);
        self.set_declaration(entry, node);
        let is_c = constants::is_c(self.units[unit].language);
        if is_c && has_flag(node, "flags", "DIFlagPrototyped") {
            self.tree.set_flag(entry, dw::DW_AT_prototyped);
        }
        let types = self.parameter_types(node);
        if let Some(ty) = node.node("type").and_then(|id| self.view.node(id)) {
            self.calling_convention(entry, ty);
        }
        if let Some(Some(result)) = types.first() {
            self.set_type(entry, Some(*result));
        }
        self.virtuality(entry, node);
        if !is_definition(node) {
            self.tree.set_flag(entry, dw::DW_AT_declaration);
            self.parameters_of(entry, types);
        }
        for thrown in self.view.elements(node, "thrownTypes") {
            let thrown_type = self.tree.add(entry, dw::DW_TAG_thrown_type);
            self.set_type(thrown_type, Some(thrown));
        }
        self.subprogram_flags(entry, node);
    }

    fn subprogram_flags(&mut self, entry: Entry, node: &SpecialNode) {
        if has_flag(node, "flags", "DIFlagArtificial") {
            self.tree.set_flag(entry, dw::DW_AT_artificial);
        }
        let is_local = has_flag(node, "spFlags", "DISPFlagLocalToUnit");
        if !is_local {
            self.tree.set_flag(entry, dw::DW_AT_external);
        }
        for (flag, name) in [
            ("DIFlagLValueReference", dw::DW_AT_reference),
            ("DIFlagRValueReference", dw::DW_AT_rvalue_reference),
            ("DIFlagNoReturn", dw::DW_AT_noreturn),
        ] {
            if has_flag(node, "flags", flag) {
                self.tree.set_flag(entry, name);
            }
        }
        self.accessibility(entry, node);
        if has_flag(node, "flags", "DIFlagExplicit") {
            self.tree.set_flag(entry, dw::DW_AT_explicit);
        }
        for (flag, name) in [
            ("DISPFlagMainSubprogram", dw::DW_AT_main_subprogram),
            ("DISPFlagPure", dw::DW_AT_pure),
            ("DISPFlagElemental", dw::DW_AT_elemental),
            ("DISPFlagRecursive", dw::DW_AT_recursive),
        ] {
            if has_flag(node, "spFlags", flag) {
                self.tree.set_flag(entry, name);
            }
        }
        if let Some(name) = string(node, "targetFuncName") {
            self.set_text(entry, dw::DW_AT_trampoline, &name);
        }
        if self.version >= 5 && has_flag(node, "spFlags", "DISPFlagDeleted") {
            self.tree.set_flag(entry, dw::DW_AT_deleted);
        }
    }

    pub(super) fn set_linkage_name(&mut self, entry: Entry, node: &SpecialNode) {
        if let Some(name) = string(node, "linkageName") {
            let name = name.strip_prefix(b"\x01").unwrap_or(&name);
            self.set_text(entry, dw::DW_AT_linkage_name, name);
        }
    }

    /// The types of the result and of the parameters of a subprogram.
    fn parameter_types<'v>(&self, node: &SpecialNode) -> &'v [Option<MetadataId>]
    where
        Self: 'v,
    {
        let kind = node.node("type").and_then(|id| self.view.node(id));
        let list = kind.and_then(|kind| kind.node("types"));
        list.map_or(&[], |list| self.view.list(list))
    }

    /// Whether a method is virtual, and where it is in the table.
    fn virtuality(&mut self, entry: Entry, node: &SpecialNode) {
        let virtuality = if has_flag(node, "spFlags", "DISPFlagPureVirtual") {
            dw::DW_VIRTUALITY_pure_virtual
        } else if has_flag(node, "spFlags", "DISPFlagVirtual") {
            dw::DW_VIRTUALITY_virtual
        } else {
            return;
        };
        let value = Value::Number(virtuality.0.into());
        self.tree
            .set(entry, dw::DW_AT_virtuality, gimli::DW_FORM_data1, value);
        let index = number(node, "virtualIndex");
        if index != u64::from(u32::MAX) {
            let mut bytes = vec![dw::DW_OP_constu.0];
            super::leb128::unsigned(&mut bytes, index);
            let block = Block {
                bytes,
                ..Block::default()
            };
            self.tree
                .set_block(entry, dw::DW_AT_vtable_elem_location, block);
        }
        self.methods.push((entry, node.node("containingType")));
    }

    /// Says in which classes virtual methods begin.
    pub(super) fn finish_methods(&mut self) {
        for (method, class) in std::mem::take(&mut self.methods) {
            if let Some(class) = class.and_then(|class| self.entries[class].expand()) {
                self.tree
                    .set_entry(method, dw::DW_AT_containing_type, class);
            }
        }
    }

    /// Where a variable is, in the words of its unit.
    fn found(&mut self, unit: UnitIndex, piece: usize, place: &Place) -> Found {
        match place {
            Place::Nowhere => Found::Nowhere,
            Place::Single(location) => Found::Single(location.clone()),
            Place::Number(number) => Found::Number(*number),
            Place::Bits {
                words,
                bits,
                is_float,
            } => Found::Bits(words.clone(), *bits, *is_float),
            Place::List(ranges) => {
                let mut spans = Vec::new();
                for range in ranges {
                    let span = Span {
                        start: (piece, range.start),
                        end: (piece, range.end),
                    };
                    spans.push((span, Some(self.block(unit, &range.location))));
                }
                self.location_lists.push(super::lists::List { unit, spans });
                Found::List(self.location_lists.len() - 1)
            }
        }
    }

    /// Describes the variables and labels of a scope below `entry`. Returns what its `this` is.
    fn entities(&mut self, own: &ScopeEntities, entry: Entry, is_abstract: bool) -> Option<Entry> {
        let mut object = None;
        for (node, concrete) in own.arguments() {
            let variable = self.entity(entry, node, concrete, is_abstract);
            let data = self.view.node(node);
            if data.is_some_and(|data| has_flag(data, "flags", "DIFlagObjectPointer")) {
                object = variable;
            }
        }
        for at in dependencies_first(self.view, &own.locals) {
            let (node, concrete) = &own.locals[at];
            let variable = self.entity(entry, *node, concrete.as_ref(), is_abstract);
            let data = self.view.node(*node);
            if data.is_some_and(|data| has_flag(data, "flags", "DIFlagObjectPointer")) {
                object = variable;
            }
        }
        for (node, concrete) in &own.labels {
            self.entity(entry, *node, concrete.as_ref(), is_abstract);
        }
        object
    }
}

/// Whether a subprogram is no declaration.
pub(super) fn is_definition(node: &SpecialNode) -> bool {
    has_flag(node, "spFlags", "DISPFlagDefinition")
}
