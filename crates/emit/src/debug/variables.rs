//! Variables: parameters and locals of functions, and those of the module.

use std::collections::{BTreeMap, BTreeSet}; // Allowed because a module is described once.

use avarice_ir::debug_expressions::{Expression, Fragment};
use avarice_ir::debug_info::{DebugInfo, has_flag, is_true, number};
use avarice_ir::metadata::SpecialNode;
use avarice_ir::{Global, MetadataId, ThreadLocal};
use gimli::constants as dw;

use super::code::{Location, expression_after};
use super::constants;
use super::content::Reference;
use super::describe::{Concrete, Describer};
use super::pools::Address;
use super::tree::{Block, Entry, ListKind, UnitIndex, Value};

/// Where a variable is, in the words of its unit.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Nowhere,
    Single(Location),
    Number(i64),
    /// Words, lowest first, how many bits of them count, and whether they are a floating-point number.
    Bits(Vec<u64>, u32, bool),
    /// A list of places by its number.
    List(usize),
}

/// What is known of a variable in code: its number among those, and where it is.
pub(super) type InCode = (usize, Found);

/// The variables and labels of a scope.
#[derive(Default)]
pub(super) struct ScopeEntities {
    arguments: BTreeMap<u64, (MetadataId, Option<InCode>)>,
    pub(super) locals: Vec<(MetadataId, Option<InCode>)>,
    pub(super) labels: Vec<(MetadataId, Option<InCode>)>,
}

impl ScopeEntities {
    /// Adds a variable, which is an argument if it has a number, or a label.
    pub(super) fn add(
        &mut self,
        node: MetadataId,
        argument: u64,
        code: Option<InCode>,
        is_label: bool,
    ) {
        match (is_label, argument) {
            (true, _) => self.labels.push((node, code)),
            (false, 0) => self.locals.push((node, code)),
            (false, _) => {
                self.arguments.entry(argument).or_insert((node, code));
            }
        }
    }

    /// Whether there are variables.
    pub(super) fn has_variables(&self) -> bool {
        !self.arguments.is_empty() || !self.locals.is_empty()
    }

    /// The arguments in order.
    pub(super) fn arguments(&self) -> impl Iterator<Item = (MetadataId, Option<&InCode>)> {
        self.arguments
            .values()
            .map(|(node, code)| (*node, code.as_ref()))
    }
}

/// The order of variables in which those that say how long arrays are come before the arrays.
pub(super) fn dependencies_first(
    view: DebugInfo<'_>,
    variables: &[(MetadataId, Option<InCode>)],
) -> Vec<usize> {
    let lengths = |at: usize| lengths_of(view, variables[at].0);
    if (0..variables.len()).all(|at| lengths(at).is_empty()) {
        return (0..variables.len()).collect();
    }
    let mut order = Vec::new();
    let mut is_met = vec![false; variables.len()];
    let mut stack: Vec<(usize, bool)> = (0..variables.len()).rev().map(|at| (at, false)).collect();
    while let Some((at, is_ready)) = stack.pop() {
        if is_ready {
            order.push(at);
            continue;
        }
        if std::mem::replace(&mut is_met[at], true) {
            continue;
        }
        stack.push((at, true));
        for length in lengths(at) {
            let found = variables.iter().position(|(node, _)| *node == length);
            stack.extend(found.map(|found| (found, false)));
        }
    }
    order
}

/// The variables that say how long the array is that a variable is.
fn lengths_of(view: DebugInfo<'_>, variable: MetadataId) -> Vec<MetadataId> {
    let ty = view.node(variable).and_then(|node| node.node("type"));
    let array = ty.and_then(|ty| view.node_of(ty, "DICompositeType"));
    let array = array.filter(|array| array.text("tag") == Some("DW_TAG_array_type"));
    let Some(array) = array else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for id in view.elements(array, "elements") {
        let Some(range) = view.node_of(id, "DISubrange") else {
            continue;
        };
        let keys = ["count", "lowerBound", "upperBound", "stride"];
        let bounds = keys.iter().filter_map(|key| range.node(key));
        found.extend(bounds.filter(|id| view.node_of(*id, "DILocalVariable").is_some()));
    }
    found
}

/// A variable of the module that a described one is, or a part of it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GlobalPart {
    global: Option<Global>,
    expression: Option<MetadataId>,
}

impl Describer<'_> {
    /// Describes a variable or label of a scope below `parent`.
    pub(super) fn entity(
        &mut self,
        parent: Entry,
        id: MetadataId,
        code: Option<&InCode>,
        is_abstract: bool,
    ) -> Option<Entry> {
        let node = self.view.node(id)?;
        let unit = self.tree.unit_of(parent);
        let tag = match (&*node.name, number(node, "arg")) {
            ("DILabel", _) => dw::DW_TAG_label,
            (_, 0) => dw::DW_TAG_variable,
            _ => dw::DW_TAG_formal_parameter,
        };
        let entry = self.tree.detached(unit, tag);
        if self.entries[id].is_none() {
            self.entries[id] = entry.into();
        }
        if is_abstract {
            self.abstract_entities[id] = Some(entry.into());
            self.entity_attributes(entry, node);
        } else if let Some((concrete, found)) = code {
            self.concrete[*concrete].entry = Some(entry);
            self.set_place(entry, node, found);
        }
        self.tree.attach(parent, entry);
        Some(entry)
    }

    fn set_place(&mut self, entry: Entry, node: &SpecialNode, found: &Found) {
        let unit = self.tree.unit_of(entry);
        match found {
            Found::Nowhere => {}
            Found::Single(location) => {
                let block = self.block(unit, location);
                self.tree.set_block(entry, dw::DW_AT_location, block);
            }
            Found::Number(number) => {
                self.set_constant(entry, (*number as u64, 64), node.node("type"));
            }
            Found::Bits(words, bits @ ..=64, is_float) => {
                let word = words.first().copied().unwrap_or(0);
                match is_float {
                    true => self.set_constant_as(entry, (word, *bits), true),
                    false => self.set_constant(entry, (word, *bits), node.node("type")),
                }
            }
            Found::Bits(words, bits, _) => {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                let bytes = bytes.take(*bits as usize / 8).collect();
                self.tree.set_bytes(entry, dw::DW_AT_const_value, bytes);
            }
            Found::List(list) => {
                let (form, value) = match self.version {
                    5.. => (gimli::DW_FORM_loclistx, Value::Number(*list as u64)),
                    _ => (
                        gimli::DW_FORM_sec_offset,
                        Value::List(ListKind::Locations, *list),
                    ),
                };
                self.tree.set(entry, dw::DW_AT_location, form, value);
            }
        }
    }

    /// What all copies of a variable or label have.
    fn entity_attributes(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_name(entry, node);
        if *node.name == *"DILabel" {
            self.set_declaration(entry, node);
            return;
        }
        self.set_alignment(entry, node);
        self.set_declaration(entry, node);
        self.set_type(entry, node.node("type"));
        if has_flag(node, "flags", "DIFlagArtificial") {
            self.tree.set_flag(entry, dw::DW_AT_artificial);
        }
    }

    /// Completes the variables and labels in code.
    pub(super) fn finish_concrete(&mut self) {
        for Concrete { node, entry, label } in std::mem::take(&mut self.concrete) {
            let (Some(entry), Some(data)) = (entry, self.view.node(node)) else {
                continue;
            };
            let origin = self.abstract_entities[node].and_then(|entry| entry.expand());
            match origin {
                Some(origin) => self
                    .tree
                    .set_entry(entry, dw::DW_AT_abstract_origin, origin),
                None => self.entity_attributes(entry, data),
            }
            if let Some(label) = label {
                self.set_address(entry, dw::DW_AT_low_pc, label);
            }
        }
    }

    /// Describes what units list: variables of the module, and types that are wanted though nothing may be of them.
    pub(super) fn begin(&mut self) {
        let mut parts = self.attached_parts();
        for unit in self.view.units() {
            let Some(node) = self.view.node_of(*unit, "DICompileUnit") else {
                continue;
            };
            let lists = ["imports", "enums", "retainedTypes", "globals", "macros"];
            let is_empty = |key: &&str| self.view.elements(node, key).next().is_none();
            if lists.iter().all(is_empty) || node.text("emissionKind") == Some("NoDebug") {
                continue;
            }
            let Some(own) = self.unit(*unit) else {
                continue;
            };
            if self.units[own].emission == super::describe::Emission::Directives {
                continue;
            }
            self.unit_variables(own, node, &mut parts);
            for list in ["enums", "retainedTypes"] {
                for id in self.view.elements(node, list) {
                    self.type_entry(own, id);
                }
            }
        }
    }

    /// What variables of the module say of described ones.
    fn attached_parts(&self) -> BTreeMap<MetadataId, Vec<GlobalPart>> {
        let mut parts: BTreeMap<MetadataId, Vec<GlobalPart>> = BTreeMap::new();
        for (global, data) in &self.module.globals {
            if data.variable().is_none() || data.metadata.is_empty() || !(self.has_place)(global) {
                continue;
            }
            for attached in self.view.attachments(global) {
                let both = self.view.node_of(attached, "DIGlobalVariableExpression");
                let variable = match both {
                    Some(both) => both.node("var"),
                    None => Some(attached),
                };
                let expression = both.and_then(|both| both.node("expr"));
                if let Some(variable) = variable {
                    parts.entry(variable).or_default().push(GlobalPart {
                        global: Some(global),
                        expression,
                    });
                }
            }
        }
        parts
    }

    fn unit_variables(
        &mut self,
        unit: UnitIndex,
        node: &SpecialNode,
        parts: &mut BTreeMap<MetadataId, Vec<GlobalPart>>,
    ) {
        let listed: Vec<MetadataId> = self.view.elements(node, "globals").collect();
        let variable = |id: MetadataId| match self.view.node_of(id, "DIGlobalVariableExpression") {
            Some(both) => (both.node("var"), both.node("expr")),
            None => (Some(id), None),
        };
        let listed: Vec<(Option<MetadataId>, Option<MetadataId>)> =
            listed.into_iter().map(variable).collect();
        for (variable, expression) in &listed {
            let Some(variable) = variable else {
                continue;
            };
            let own = parts.entry(*variable).or_default();
            if own.is_empty() || self.constant_expression(*expression).is_some() {
                own.push(GlobalPart {
                    global: None,
                    expression: *expression,
                });
            }
        }
        let mut processed: BTreeSet<MetadataId> = BTreeSet::new();
        for (variable, _) in listed {
            if let Some(variable) = variable.filter(|variable| processed.insert(*variable)) {
                let own = parts.get(&variable).cloned().unwrap_or_default();
                self.module_variable(unit, variable, &self.sorted_parts(own));
            }
        }
    }

    fn fragment(&self, expression: Option<MetadataId>) -> Option<Fragment> {
        self.expression(expression).fragment()
    }

    fn expression(&self, expression: Option<MetadataId>) -> Expression {
        let node = expression.and_then(|id| self.view.node(id));
        node.and_then(Expression::of_node).unwrap_or_default()
    }

    /// The constant that an expression is, and whether it is unsigned.
    fn constant_expression(&self, expression: Option<MetadataId>) -> Option<(u64, bool)> {
        let expression = self.expression(expression);
        let [constant, value, rest @ ..] = expression.steps() else {
            return None;
        };
        let is_unsigned = constant.is("DW_OP_constu");
        let is_constant = (is_unsigned || constant.is("DW_OP_consts"))
            && value.is("DW_OP_stack_value")
            && matches!(rest, [] | [_]);
        let number = constant.number(0)?;
        is_constant.then_some((number, is_unsigned))
    }

    /// Parts in order, each once.
    fn sorted_parts(&self, mut parts: Vec<GlobalPart>) -> Vec<GlobalPart> {
        let key = |part: &GlobalPart| {
            let fragment = self.fragment(part.expression);
            (
                part.expression.is_some(),
                fragment.is_some(),
                fragment.map_or(0, |fragment| fragment.offset),
            )
        };
        parts.sort_by_key(key);
        parts.dedup_by_key(|part| part.expression);
        parts
    }

    /// Describes a variable of the module.
    fn module_variable(&mut self, unit: UnitIndex, id: MetadataId, parts: &[GlobalPart]) {
        let Some(node) = self.view.node_of(id, "DIGlobalVariable") else {
            return;
        };
        if self.entries[id].is_some() {
            return;
        }
        let parent = self.context(unit, node.node("scope"));
        let entry = self.tree.add(parent, dw::DW_TAG_variable);
        self.entries[id] = entry.into();
        let member = node.node("declaration");
        let specification = member.and_then(|member| self.static_member(unit, member));
        if let Some(specification) = specification {
            self.tree
                .set_entry(entry, dw::DW_AT_specification, specification);
            let member = member.and_then(|member| self.view.node(member));
            let base = member.and_then(|member| member.node("baseType"));
            if node.node("type") != base {
                self.set_type(entry, node.node("type"));
            }
        } else {
            self.set_name(entry, node);
            self.set_type(entry, node.node("type"));
            if !is_true(node, "isLocal") {
                self.tree.set_flag(entry, dw::DW_AT_external);
            }
            self.set_declaration(entry, node);
        }
        if node.text("isDefinition") == Some("false") {
            self.tree.set_flag(entry, dw::DW_AT_declaration);
        }
        self.set_alignment(entry, node);
        self.template_parameters(entry, node, "templateParams");
        self.global_place(entry, parts);
        self.set_linkage_name(entry, node);
    }

    fn global_place(&mut self, entry: Entry, parts: &[GlobalPart]) {
        let mut block = Block::default();
        let mut offset = 0;
        let mut is_placed = false;
        for part in parts {
            let constant = self.constant_expression(part.expression);
            if let (Some((value, is_unsigned)), 1) = (constant, parts.len()) {
                self.set_constant_as(entry, (value, 64), is_unsigned);
                return;
            }
            let is_thread_local = part.global.is_some_and(|global| {
                self.module.globals[global].thread_local != ThreadLocal::None
            });
            let has_words = part.global.is_some() || constant.is_some();
            if !has_words || is_thread_local && !self.supports_thread_local {
                continue;
            }
            is_placed = true;
            let expression = self.expression(part.expression);
            let skipped = expression
                .fragment()
                .map_or(0, |fragment| fragment.offset.saturating_sub(offset));
            if skipped != 0 {
                block.bytes.push(dw::DW_OP_piece.0);
                super::leb128::unsigned(&mut block.bytes, skipped / 8);
            }
            if let Some(global) = part.global {
                self.push_address(&mut block, global, is_thread_local);
            }
            let rest = expression_after(&expression, self.version);
            block.bytes.extend(rest);
            offset = expression
                .fragment()
                .map_or(offset, |fragment| fragment.offset + fragment.size);
        }
        if is_placed {
            self.tree.set_block(entry, dw::DW_AT_location, block);
        }
    }

    /// Adds the address of a variable to an expression.
    fn push_address(&mut self, block: &mut Block, global: Global, is_thread_local: bool) {
        if is_thread_local {
            block.bytes.push(dw::DW_OP_const8u.0);
            let at = block.bytes.len();
            block.addresses.push((at, Reference::ThreadLocal(global)));
            block.bytes.extend([0; 8]);
            block.bytes.push(dw::DW_OP_GNU_push_tls_address.0);
        } else if self.version >= 5 {
            block.bytes.push(dw::DW_OP_addrx.0);
            let number = self.addresses.number(Address::Global(global));
            super::leb128::unsigned(&mut block.bytes, number as u64);
        } else {
            block.bytes.push(dw::DW_OP_addr.0);
            let at = block.bytes.len();
            block.addresses.push((at, Reference::Global(global)));
            block.bytes.extend([0; 8]);
        }
    }

    /// An expression whose result is in memory, as those of bounds of arrays are.
    pub(super) fn memory_expression(&self, id: MetadataId) -> Option<Block> {
        let expression = self.expression(Some(id));
        let bytes = expression_after(&expression, self.version);
        (!bytes.is_empty()).then(|| Block {
            bytes,
            ..Block::default()
        })
    }

    /// Describes what a unit imports by name.
    pub(super) fn imported_entities(&mut self, unit: UnitIndex, node: &SpecialNode) {
        for id in self.view.elements(node, "imports") {
            if let Some(node) = self.view.node_of(id, "DIImportedEntity")
                && self.entries[id].is_none()
            {
                self.imported_entity(unit, id, node);
            }
        }
    }

    fn imported_entity(&mut self, unit: UnitIndex, id: MetadataId, node: &SpecialNode) {
        let parent = self.context(unit, node.node("scope"));
        let tag = node.text("tag").and_then(constants::tag);
        let entry = self
            .tree
            .detached(unit, tag.unwrap_or(dw::DW_TAG_imported_declaration));
        self.entries[id] = entry.into();
        let entity = node.node("entity");
        let imported = entity.and_then(|id| {
            let name = &*self.view.node(id)?.name;
            match name {
                "DISubprogram" => match self.abstract_scopes[id].expand() {
                    Some(origin) => Some(origin),
                    None => self.subprogram_entry(unit, id),
                },
                "DINamespace" => Some(self.context(unit, Some(id))),
                "DIBasicType" | "DIDerivedType" | "DICompositeType" | "DISubroutineType" => {
                    self.type_entry(unit, id)
                }
                _ => self.entries[id].expand(),
            }
        });
        self.set_declaration(entry, node);
        if let Some(imported) = imported {
            self.tree.set_entry(entry, dw::DW_AT_import, imported);
        }
        self.set_name(entry, node);
        self.tree.attach(parent, entry);
    }
}
