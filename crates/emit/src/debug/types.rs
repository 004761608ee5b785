//! Types, and the namespaces and types that contain entries.
//!
//! The entry of a type is created when it is first referred to, and filled in later, so types may refer to each other
//! in cycles, and no chain of them is too long.

use avarice_ir::MetadataId;
use avarice_ir::debug_info::{has_flag, is_true, number};
use avarice_ir::metadata::SpecialNode;
use gimli::write::AttributeValue;
use gimli::{DwTag, constants as dw};

use super::constants;
use super::describe::{Describer, UnitIndex};
use super::entries::Entry;

/// Namespaces and types that may be in each other.
const MAX_NESTING: u32 = 100;

impl Describer<'_> {
    /// Gives `entry` the type that `node` is; none is `void`.
    pub(super) fn set_type(&mut self, entry: Entry, node: Option<MetadataId>) {
        if let Some(ty) = node.and_then(|node| self.type_entry(entry.unit, node, 0)) {
            self.set_reference(entry, dw::DW_AT_type, ty);
        }
    }

    /// Describes a type that nothing has referred to yet.
    pub(super) fn add_type(&mut self, unit: UnitIndex, id: MetadataId) {
        self.type_entry(unit, id, 0);
    }

    /// Says in which class a virtual method begins, a table is, or a member is that a pointer points to.
    pub(super) fn set_containing_type(&mut self, entry: Entry, node: Option<MetadataId>) {
        if let Some(class) = node.and_then(|node| self.type_entry(entry.unit, node, 0)) {
            self.set_reference(entry, dw::DW_AT_containing_type, class);
        }
    }

    /// What something of the scope `scope` is in: a namespace, a type, or the unit itself.
    pub(super) fn context(&mut self, unit: UnitIndex, scope: Option<MetadataId>) -> Entry {
        self.context_at(unit, scope, 0)
    }

    fn context_at(&mut self, unit: UnitIndex, scope: Option<MetadataId>, depth: u32) -> Entry {
        let root = self.root(unit);
        let Some((id, node)) = scope.and_then(|id| Some((id, self.view.node(id)?))) else {
            return root;
        };
        if depth == MAX_NESTING {
            return root;
        }
        match &*node.name {
            "DINamespace" => self.namespace(unit, id, node, depth),
            "DICompositeType" => self.type_entry(unit, id, depth).unwrap_or(root),
            _ => root,
        }
    }

    fn namespace(
        &mut self,
        unit: UnitIndex,
        id: MetadataId,
        node: &SpecialNode,
        depth: u32,
    ) -> Entry {
        if let Some(known) = self.entries[id] {
            return known;
        }
        let parent = self.context_at(unit, node.node("scope"), depth + 1);
        let entry = self.add(parent, dw::DW_TAG_namespace);
        self.entries[id] = Some(entry);
        self.set_name(entry, node);
        if is_true(node, "exportSymbols") {
            self.set_flag(entry, dw::DW_AT_export_symbols);
        }
        entry
    }

    /// The entry of a type, made on first request, to be filled later; `None` if `id` is no type.
    fn type_entry(&mut self, unit: UnitIndex, id: MetadataId, depth: u32) -> Option<Entry> {
        if let Some(known) = self.entries[id] {
            return Some(known);
        }
        let node = self.view.node(id)?;
        let tag = type_tag(node)?;
        let parent = self.context_at(unit, node.node("scope"), depth + 1);
        if let Some(known) = self.entries[id] {
            return Some(known);
        }
        let entry = self.add(parent, tag);
        self.entries[id] = Some(entry);
        self.unfilled.push(id);
        Some(entry)
    }

    /// Fills the entries of all types.
    pub(super) fn fill_types(&mut self) {
        while let Some(id) = self.unfilled.pop() {
            let (Some(entry), Some(node)) = (self.entries[id], self.view.node(id)) else {
                continue;
            };
            match &*node.name {
                "DIBasicType" => self.basic_type(entry, node),
                "DIDerivedType" => self.derived_type(entry, node),
                "DICompositeType" => self.composite_type(entry, node),
                "DISubroutineType" => self.subroutine_type(entry, node),
                _ => {}
            }
        }
    }

    fn basic_type(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_name(entry, node);
        if let Some(encoding) = node.text("encoding").and_then(constants::encoding) {
            let encoding = AttributeValue::Encoding(encoding);
            self.set(entry, dw::DW_AT_encoding, encoding);
        }
        self.set_size(entry, node);
    }

    fn set_size(&mut self, entry: Entry, node: &SpecialNode) {
        let size = number(node, "size");
        if size != 0 {
            self.set_number(entry, dw::DW_AT_byte_size, size.div_ceil(8));
        }
    }

    fn derived_type(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_name(entry, node);
        self.set_type(entry, node.node("baseType"));
        let tag = type_tag(node);
        if tag == Some(dw::DW_TAG_member) || tag == Some(dw::DW_TAG_inheritance) {
            self.member_place(entry, node);
        }
        if tag == Some(dw::DW_TAG_ptr_to_member_type) {
            self.set_containing_type(entry, node.node("extraData"));
        }
        if tag != Some(dw::DW_TAG_inheritance) {
            self.set_declaration(entry, node);
        }
        self.accessibility(entry, node);
        if has_flag(node, "flags", "DIFlagArtificial") {
            self.set_flag(entry, dw::DW_AT_artificial);
        }
    }

    /// Where a member is in what it is a member of.
    fn member_place(&mut self, entry: Entry, node: &SpecialNode) {
        let (offset, size) = (number(node, "offset"), number(node, "size"));
        if has_flag(node, "flags", "DIFlagStaticMember") {
            self.set_flag(entry, dw::DW_AT_external);
            self.set_flag(entry, dw::DW_AT_declaration);
        } else if has_flag(node, "flags", "DIFlagBitField") {
            self.set_number(entry, dw::DW_AT_bit_size, size);
            self.set_number(entry, dw::DW_AT_data_bit_offset, offset);
        } else if !has_flag(node, "flags", "DIFlagVirtual") {
            self.set_number(entry, dw::DW_AT_data_member_location, offset / 8);
        }
    }

    pub(super) fn accessibility(&mut self, entry: Entry, node: &SpecialNode) {
        for (flag, access) in [
            ("DIFlagPrivate", dw::DW_ACCESS_private),
            ("DIFlagProtected", dw::DW_ACCESS_protected),
            ("DIFlagPublic", dw::DW_ACCESS_public),
        ] {
            if has_flag(node, "flags", flag) {
                let access = AttributeValue::Accessibility(access);
                self.set(entry, dw::DW_AT_accessibility, access);
                return;
            }
        }
    }

    fn composite_type(&mut self, entry: Entry, node: &SpecialNode) {
        let tag = type_tag(node);
        if tag == Some(dw::DW_TAG_array_type) {
            return self.array_type(entry, node);
        }
        self.set_name(entry, node);
        if has_flag(node, "flags", "DIFlagFwdDecl") {
            self.set_flag(entry, dw::DW_AT_declaration);
        } else {
            // A type without members has the size 0, and that is to be said.
            let size = number(node, "size").div_ceil(8);
            if tag != Some(dw::DW_TAG_variant_part) {
                self.set_number(entry, dw::DW_AT_byte_size, size);
            }
        }
        self.set_declaration(entry, node);
        if tag == Some(dw::DW_TAG_enumeration_type) {
            return self.enumeration(entry, node);
        }
        if tag == Some(dw::DW_TAG_variant_part)
            && let Some(discriminator) = node.node("discriminator")
            && let Some(member) = self.member(entry, discriminator)
        {
            self.set_reference(entry, dw::DW_AT_discr, member);
        }
        for element in self.view.elements(node, "elements") {
            self.element(entry, tag, element);
        }
        self.set_containing_type(entry, node.node("vtableHolder"));
        self.template_parameters(entry, node);
    }

    /// Describes what is in a structure, union or part of variants.
    fn element(&mut self, entry: Entry, tag: Option<DwTag>, id: MetadataId) {
        let Some(node) = self.view.node(id) else {
            return;
        };
        match &*node.name {
            "DISubprogram" => {
                self.declared_subprogram(entry.unit, id);
            }
            "DIDerivedType" if tag == Some(dw::DW_TAG_variant_part) => {
                let variant = self.add(entry, dw::DW_TAG_variant);
                let value = node.node("extraData").and_then(|id| self.view.constant(id));
                if let Some(value) = value {
                    self.set_number(variant, dw::DW_AT_discr_value, value);
                }
                self.member(variant, id);
            }
            "DIDerivedType" => {
                self.member(entry, id);
            }
            "DICompositeType" if type_tag(node) == Some(dw::DW_TAG_variant_part) => {
                self.member(entry, id);
            }
            _ => {}
        }
    }

    /// The entry below `parent` of a member, whose node may be used for nothing else.
    fn member(&mut self, parent: Entry, id: MetadataId) -> Option<Entry> {
        if let Some(known) = self.entries[id] {
            return Some(known);
        }
        let tag = self.view.node(id).and_then(type_tag)?;
        let entry = self.add(parent, tag);
        self.entries[id] = Some(entry);
        self.unfilled.push(id);
        Some(entry)
    }

    fn enumeration(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_type(entry, node.node("baseType"));
        if has_flag(node, "flags", "DIFlagEnumClass") {
            self.set_flag(entry, dw::DW_AT_enum_class);
        }
        for id in self.view.elements(node, "elements") {
            let Some(node) = self.view.node_of(id, "DIEnumerator") else {
                continue;
            };
            let constant = self.add(entry, dw::DW_TAG_enumerator);
            self.set_name(constant, node);
            let value = number(node, "value");
            let value = match is_true(node, "isUnsigned") {
                true => AttributeValue::Udata(value),
                false => AttributeValue::Sdata(value as i64),
            };
            self.set(constant, dw::DW_AT_const_value, value);
        }
    }

    fn array_type(&mut self, entry: Entry, node: &SpecialNode) {
        if has_flag(node, "flags", "DIFlagVector") {
            self.set_flag(entry, dw::DW_AT_GNU_vector);
            self.set_size(entry, node);
        }
        self.set_type(entry, node.node("baseType"));
        for id in self.view.elements(node, "elements") {
            let Some(node) = self.view.node_of(id, "DISubrange") else {
                continue;
            };
            let range = self.add(entry, dw::DW_TAG_subrange_type);
            let count = match node.node("count") {
                Some(count) => self.view.constant(count),
                // Without a number, or with -1, it is not known.
                None => Some(number(node, "count")).filter(|_| node.text("count").is_some()),
            };
            let lower = number(node, "lowerBound");
            if lower != 0 {
                let lower = AttributeValue::Sdata(lower as i64);
                self.set(range, dw::DW_AT_lower_bound, lower);
            }
            if let Some(count) = count.filter(|count| *count as i64 >= 0) {
                self.set_number(range, dw::DW_AT_count, count);
            }
        }
    }

    fn subroutine_type(&mut self, entry: Entry, node: &SpecialNode) {
        let types = node.node("types").map_or(&[][..], |id| self.view.list(id));
        if let Some(Some(result)) = types.first() {
            self.set_type(entry, Some(*result));
        }
        self.set_flag(entry, dw::DW_AT_prototyped);
        self.parameters_of(entry, types);
    }

    fn template_parameters(&mut self, entry: Entry, node: &SpecialNode) {
        for id in self.view.elements(node, "templateParams") {
            let Some(node) = self.view.node_of(id, "DITemplateTypeParameter") else {
                continue;
            };
            let parameter = self.add(entry, dw::DW_TAG_template_type_parameter);
            self.set_name(parameter, node);
            self.set_type(parameter, node.node("type"));
        }
    }
}

/// The tag of a type's entry; `None` if `node` is no type.
fn type_tag(node: &SpecialNode) -> Option<DwTag> {
    let written = node.text("tag").and_then(constants::tag);
    match &*node.name {
        "DIBasicType" => Some(written.unwrap_or(dw::DW_TAG_base_type)),
        "DIDerivedType" | "DICompositeType" => written,
        "DISubroutineType" => Some(dw::DW_TAG_subroutine_type),
        _ => None,
    }
}
