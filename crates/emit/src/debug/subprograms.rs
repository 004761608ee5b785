//! Functions: their entries, the scopes in them, and what was inlined.
//!
//! ```text
//!   subprogram g  [inline]                       what g is, for all its copies
//!   subprogram f  low_pc high_pc
//!     inlined_subroutine  abstract_origin g      a copy, with the place of the call
//!       lexical_block                            only where it has variables
//! ```

use avarice_ir::MetadataId;
use avarice_ir::debug_info::{has_flag, is_true, number, string};
use avarice_ir::metadata::SpecialNode;
use gimli::write::{AttributeValue, EndianVec, Expression, Writer};
use gimli::{DwAt, LittleEndian, Register};

use super::describe::{Describer, UnitIndex};
use super::entries::Entry;
use super::scopes::{Scope, ScopeTree};
use super::variables::Placed;

impl<'a> Describer<'a> {
    /// Describes all functions.
    pub(super) fn functions(&mut self) {
        let trees: Vec<ScopeTree> = self
            .pieces
            .iter()
            .map(|piece| ScopeTree::new(self.view, piece.debug, piece.length as u32))
            .collect();
        for tree in &trees {
            for scope in &tree.scopes[1..] {
                if self.is_subprogram(scope.key.0) {
                    self.inlined[scope.key.0] = true;
                }
            }
        }
        for (symbol, tree) in trees.iter().enumerate() {
            self.function(symbol, tree);
        }
    }

    fn is_subprogram(&self, node: MetadataId) -> bool {
        self.view.node_of(node, "DISubprogram").is_some()
    }

    fn function(&mut self, symbol: usize, tree: &ScopeTree) {
        let piece = &self.pieces[symbol];
        let subprogram = piece.debug.subprogram;
        let (Some(unit), Some(node)) = (self.unit_of(subprogram), self.view.node(subprogram))
        else {
            return;
        };
        let parent = self.subprogram_parent(unit, node);
        let entry = self.add(parent, gimli::DW_TAG_subprogram);
        self.code[subprogram] = Some(entry);
        self.set_ranges(entry, symbol, &[(0, piece.length as u32)]);
        if let Some(register) = piece.debug.frame_register {
            let mut base = Expression::new();
            base.op_reg(Register(register));
            let base = AttributeValue::Exprloc(base);
            self.set(entry, gimli::DW_AT_frame_base, base);
        }
        if self.inlined[subprogram] {
            if let Some(origin) = self.abstract_subprogram(subprogram) {
                self.set_reference(entry, gimli::DW_AT_abstract_origin, origin);
            }
        } else {
            self.subprogram_attributes(entry, subprogram, node);
        }
        self.scopes(symbol, entry, tree);
    }

    /// Describes what is in the function `entry`.
    fn scopes(&mut self, symbol: usize, entry: Entry, tree: &ScopeTree) {
        let places = self.placed_variables(symbol, tree);
        let mut has_variables = vec![false; tree.scopes.len()];
        for place in &places {
            has_variables[place.scope] = true;
        }
        let mut entries = vec![entry];
        for (scope, has_variables) in tree.scopes.iter().zip(has_variables).skip(1) {
            let parent = entries[scope.parent];
            let entry = if self.is_subprogram(scope.key.0) {
                self.inlined_subroutine(symbol, parent, scope)
            } else if has_variables {
                let block = self.add(parent, gimli::DW_TAG_lexical_block);
                self.set_ranges(block, symbol, &scope.ranges);
                if scope.key.1.is_none() {
                    self.code[scope.key.0] = Some(block);
                }
                Some(block)
            } else {
                None
            };
            entries.push(entry.unwrap_or(parent));
        }
        for Placed {
            scope,
            variable,
            location,
        } in places
        {
            self.variable(entries[scope], variable, location);
        }
    }

    /// Describes a copy of a subprogram in another.
    fn inlined_subroutine(&mut self, symbol: usize, parent: Entry, scope: &Scope) -> Option<Entry> {
        let origin = self.abstract_subprogram(scope.key.0)?;
        let entry = self.add(parent, gimli::DW_TAG_inlined_subroutine);
        self.set_reference(entry, gimli::DW_AT_abstract_origin, origin);
        self.set_ranges(entry, symbol, &scope.ranges);
        let call = scope.call?;
        let file = self.file_number(entry.unit, call.scope);
        self.set_number(entry, gimli::DW_AT_call_file, u64::from(file));
        self.set_number(entry, gimli::DW_AT_call_line, u64::from(call.line));
        if call.column != 0 {
            self.set_number(entry, gimli::DW_AT_call_column, u64::from(call.column));
        }
        Some(entry)
    }

    /// The entry of what a subprogram is, apart from any code, made on first request.
    fn abstract_subprogram(&mut self, subprogram: MetadataId) -> Option<Entry> {
        if let Some(known) = self.entries[subprogram] {
            return Some(known);
        }
        let unit = self.unit_of(subprogram)?;
        let node = self.view.node(subprogram)?;
        let parent = self.subprogram_parent(unit, node);
        let entry = self.add(parent, gimli::DW_TAG_subprogram);
        self.entries[subprogram] = Some(entry);
        self.subprogram_attributes(entry, subprogram, node);
        let inline = AttributeValue::Inline(gimli::DW_INL_inlined);
        self.set(entry, gimli::DW_AT_inline, inline);
        self.abstract_variables(entry, subprogram, node);
        Some(entry)
    }

    /// What the entry of a subprogram is in: a definition that has a declaration is nowhere else.
    fn subprogram_parent(&mut self, unit: UnitIndex, node: &SpecialNode) -> Entry {
        match node.node("declaration") {
            Some(_) => self.root(unit),
            None => self.context(unit, node.node("scope")),
        }
    }

    /// The attributes of a defined subprogram, and its parameters' where nothing else will tell of them.
    fn subprogram_attributes(&mut self, entry: Entry, subprogram: MetadataId, node: &SpecialNode) {
        let declaration = node
            .node("declaration")
            .filter(|id| *id != subprogram)
            .and_then(|id| self.declared_subprogram(entry.unit, id));
        match declaration {
            Some(declaration) => {
                self.set_reference(entry, gimli::DW_AT_specification, declaration);
                self.set_declaration(entry, node);
                let named = node.node("declaration").and_then(|id| self.view.node(id));
                if named.is_none_or(|other| string(other, "linkageName").is_none()) {
                    self.set_linkage_name(entry, node);
                }
            }
            None => {
                self.set_linkage_name(entry, node);
                self.set_name(entry, node);
                self.set_declaration(entry, node);
                self.signature(entry, node);
            }
        }
    }

    fn set_linkage_name(&mut self, entry: Entry, node: &SpecialNode) {
        if let Some(name) = string(node, "linkageName") {
            self.set_text(entry, gimli::DW_AT_linkage_name, name);
        }
    }

    /// What a subprogram returns and what its flags say.
    pub(super) fn signature(&mut self, entry: Entry, node: &SpecialNode) {
        let types = self.parameter_types(node);
        if let Some(result) = types.first().copied().flatten() {
            self.set_type(entry, Some(result));
        }
        let flags: [(&str, DwAt); 3] = [
            ("DIFlagPrototyped", gimli::DW_AT_prototyped),
            ("DIFlagArtificial", gimli::DW_AT_artificial),
            ("DIFlagNoReturn", gimli::DW_AT_noreturn),
        ];
        for (flag, attribute) in flags {
            if has_flag(node, "flags", flag) {
                self.set_flag(entry, attribute);
            }
        }
        let is_local = has_flag(node, "spFlags", "DISPFlagLocalToUnit") || is_true(node, "isLocal");
        if !is_local {
            self.set_flag(entry, gimli::DW_AT_external);
        }
    }

    /// The types of the result and of the parameters of a subprogram.
    fn parameter_types(&self, node: &SpecialNode) -> &'a [Option<MetadataId>] {
        let kind = node.node("type").and_then(|id| self.view.node(id));
        let list = kind.and_then(|kind| kind.node("types"));
        list.map_or(&[], |list| self.view.list(list))
    }

    /// The entry of a subprogram that is declared in a type or namespace.
    pub(super) fn declared_subprogram(&mut self, unit: UnitIndex, id: MetadataId) -> Option<Entry> {
        if let Some(known) = self.entries[id] {
            return Some(known);
        }
        let node = self.view.node_of(id, "DISubprogram")?;
        let parent = self.context(unit, node.node("scope"));
        // Its type may have made it along with its other members.
        if let Some(known) = self.entries[id] {
            return Some(known);
        }
        let entry = self.add(parent, gimli::DW_TAG_subprogram);
        self.entries[id] = Some(entry);
        self.set_linkage_name(entry, node);
        self.set_name(entry, node);
        self.set_declaration(entry, node);
        self.signature(entry, node);
        self.set_flag(entry, gimli::DW_AT_declaration);
        self.accessibility(entry, node);
        self.virtuality(entry, node);
        self.parameters_of(entry, self.parameter_types(node));
        Some(entry)
    }

    /// Whether a method is virtual, and where it is in the table.
    fn virtuality(&mut self, entry: Entry, node: &SpecialNode) {
        let virtuality = if has_flag(node, "spFlags", "DISPFlagPureVirtual") {
            gimli::DW_VIRTUALITY_pure_virtual
        } else if has_flag(node, "spFlags", "DISPFlagVirtual") {
            gimli::DW_VIRTUALITY_virtual
        } else {
            return;
        };
        let virtuality = AttributeValue::Virtuality(virtuality);
        self.set(entry, gimli::DW_AT_virtuality, virtuality);
        // Debuggers know this operation here, not the shorter ones that mean the same.
        let mut index = EndianVec::new(LittleEndian);
        let written = index
            .write_u8(gimli::DW_OP_constu.0)
            .and_then(|()| index.write_uleb128(number(node, "virtualIndex")));
        if written.is_ok() {
            let index = AttributeValue::Exprloc(Expression::raw(index.into_vec()));
            self.set(entry, gimli::DW_AT_vtable_elem_location, index);
        }
        self.set_containing_type(entry, node.node("containingType"));
    }

    /// The parameters of a subprogram or subroutine type, by type alone.
    pub(super) fn parameters_of(&mut self, entry: Entry, types: &[Option<MetadataId>]) {
        for (at, ty) in types.iter().enumerate().skip(1) {
            let Some(ty) = *ty else {
                self.add(entry, gimli::DW_TAG_unspecified_parameters);
                continue;
            };
            let parameter = self.add(entry, gimli::DW_TAG_formal_parameter);
            self.set_type(parameter, Some(ty));
            let is_artificial = self
                .view
                .node(ty)
                .is_some_and(|ty| has_flag(ty, "flags", "DIFlagArtificial"));
            if is_artificial && at == 1 {
                self.set_flag(parameter, gimli::DW_AT_artificial);
            }
        }
    }
}
