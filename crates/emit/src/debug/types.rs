//! Types, and the namespaces and types that contain entries.

use avarice_ir::MetadataId;
use avarice_ir::debug_info::{has_flag, is_true, number};
use avarice_ir::metadata::{MetadataField, SpecialNode};
use gimli::{DwTag, constants as dw};

use super::constants;
use super::describe::Describer;
use super::tree::{Block, Entry, UnitIndex, Value};

/// Types that may be in each other before the innermost waits; where their entries are nested that deep, the order of
/// entries is another than llc's.
const MAX_NESTING: u32 = 200;
/// Base types that a chain may have; only a chain that is a circle has more.
const MAX_CHAIN: usize = 100;

impl Describer<'_> {
    /// Gives `entry` the type that `node` is; none is `void`.
    pub(super) fn set_type(&mut self, entry: Entry, node: Option<MetadataId>) {
        self.set_type_as(entry, dw::DW_AT_type, node);
    }

    fn set_type_as(&mut self, entry: Entry, name: gimli::DwAt, node: Option<MetadataId>) {
        let unit = self.tree.unit_of(entry);
        if let Some(ty) = node.and_then(|node| self.type_entry(unit, node)) {
            self.tree.set_entry(entry, name, ty);
        }
    }

    /// What something of the scope `scope` is in: a namespace, a type, a function or block, or the unit itself.
    pub(super) fn context(&mut self, unit: UnitIndex, scope: Option<MetadataId>) -> Entry {
        let root = self.root(unit);
        let Some((id, node)) = scope.and_then(|id| Some((id, self.view.node(id)?))) else {
            return root;
        };
        if self.depth >= MAX_NESTING {
            return root;
        }
        self.depth += 1;
        let found = match &*node.name {
            "DINamespace" => Some(self.namespace(unit, id, node)),
            "DICompositeType" | "DIDerivedType" | "DIBasicType" => self.type_entry(unit, id),
            "DISubprogram" | "DILexicalBlock" | "DILexicalBlockFile" => self.code_context(unit, id),
            "DIModule" | "DICommonBlock" => self.entries[id].expand(),
            _ => None,
        };
        self.depth -= 1;
        found.unwrap_or(root)
    }

    /// The entry of a function or block that something is declared in.
    fn code_context(&mut self, unit: UnitIndex, scope: MetadataId) -> Option<Entry> {
        let scope = self.view.real_scope(scope)?;
        if let Some(found) = self.abstract_scopes[scope].expand() {
            return Some(found);
        }
        match self.view.node_of(scope, "DISubprogram") {
            Some(_) => self.subprogram_entry(unit, scope),
            None => self.blocks[scope].expand(),
        }
    }

    fn namespace(&mut self, unit: UnitIndex, id: MetadataId, node: &SpecialNode) -> Entry {
        let parent = self.context(unit, node.node("scope"));
        if let Some(known) = self.entries[id].expand() {
            return known;
        }
        let entry = self.tree.add(parent, dw::DW_TAG_namespace);
        self.entries[id] = entry.into();
        self.set_name(entry, node);
        if is_true(node, "exportSymbols") {
            self.tree.set_flag(entry, dw::DW_AT_export_symbols);
        }
        entry
    }

    /// The entry of a type, made on first request; `None` if `id` is no type.
    pub(super) fn type_entry(&mut self, unit: UnitIndex, id: MetadataId) -> Option<Entry> {
        let node = self.view.node(id)?;
        let tag = type_tag(node)?;
        if tag == dw::DW_TAG_atomic_type && self.version < 5 {
            if self.depth >= MAX_NESTING {
                return None;
            }
            self.depth += 1;
            let base = node
                .node("baseType")
                .and_then(|base| self.type_entry(unit, base));
            self.depth -= 1;
            return base;
        }
        if let Some(known) = self.entries[id].expand() {
            return Some(known);
        }
        let parent = self.context(unit, node.node("scope"));
        if let Some(known) = self.entries[id].expand() {
            return Some(known);
        }
        let entry = self.tree.add(parent, tag);
        self.entries[id] = entry.into();
        if self.depth >= MAX_NESTING {
            self.unfilled.push(id);
        } else {
            self.depth += 1;
            self.fill_type(entry, node);
            self.depth -= 1;
        }
        Some(entry)
    }

    /// Fills the entries of the types that are still empty.
    pub(super) fn fill_types(&mut self) {
        while let Some(id) = self.unfilled.pop() {
            if let (Some(entry), Some(node)) = (self.entries[id].expand(), self.view.node(id)) {
                self.fill_type(entry, node);
            }
        }
    }

    fn fill_type(&mut self, entry: Entry, node: &SpecialNode) {
        match &*node.name {
            "DIBasicType" => self.basic_type(entry, node),
            "DIDerivedType" => self.derived_type(entry, node),
            "DICompositeType" => self.composite_type(entry, node),
            "DISubroutineType" => self.subroutine_type(entry, node),
            _ => {}
        }
    }

    /// Gives `entry` a number in one byte.
    fn set_byte(&mut self, entry: Entry, name: gimli::DwAt, value: u8) {
        let value = Value::Number(value.into());
        self.tree.set(entry, name, gimli::DW_FORM_data1, value);
    }

    fn basic_type(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_name(entry, node);
        if self.tree.tag(entry) == dw::DW_TAG_unspecified_type {
            return;
        }
        let encoding = node.text("encoding").and_then(constants::encoding);
        let encoding = encoding.map_or(0, |encoding| encoding.0);
        self.set_byte(entry, dw::DW_AT_encoding, encoding);
        let size = number(node, "size") / 8;
        self.tree.set_number(entry, dw::DW_AT_byte_size, size);
        for (flag, order) in [
            ("DIFlagBigEndian", dw::DW_END_big),
            ("DIFlagLittleEndian", dw::DW_END_little),
        ] {
            if has_flag(node, "flags", flag) {
                self.tree
                    .set_number(entry, dw::DW_AT_endianity, order.0.into());
            }
        }
    }

    /// The alignment that a node asks for.
    pub(super) fn set_alignment(&mut self, entry: Entry, node: &SpecialNode) {
        let bytes = number(node, "align") / 8;
        if bytes != 0 {
            let bytes = Value::Number(bytes);
            self.tree
                .set(entry, dw::DW_AT_alignment, gimli::DW_FORM_udata, bytes);
        }
    }

    fn derived_type(&mut self, entry: Entry, node: &SpecialNode) {
        self.set_type(entry, node.node("baseType"));
        self.set_name(entry, node);
        let tag = self.tree.tag(entry);
        if tag == dw::DW_TAG_typedef && self.version >= 5 {
            self.set_alignment(entry, node);
        }
        let is_pointer = matches!(
            tag,
            dw::DW_TAG_pointer_type
                | dw::DW_TAG_ptr_to_member_type
                | dw::DW_TAG_reference_type
                | dw::DW_TAG_rvalue_reference_type
        );
        let size = number(node, "size") / 8;
        if size != 0 && !is_pointer {
            self.tree.set_number(entry, dw::DW_AT_byte_size, size);
        }
        if tag == dw::DW_TAG_ptr_to_member_type {
            self.set_type_as(entry, dw::DW_AT_containing_type, node.node("extraData"));
        }
        self.accessibility(entry, node);
        if !has_flag(node, "flags", "DIFlagFwdDecl") {
            self.set_declaration(entry, node);
        }
        if node.text("dwarfAddressSpace").is_some() {
            let space = Value::Number(number(node, "dwarfAddressSpace"));
            self.tree
                .set(entry, dw::DW_AT_address_class, gimli::DW_FORM_data4, space);
        }
        if tag == dw::DW_TAG_template_alias {
            self.template_parameters(entry, node, "extraData");
        }
    }

    pub(super) fn accessibility(&mut self, entry: Entry, node: &SpecialNode) {
        for (flag, access) in [
            ("DIFlagPrivate", dw::DW_ACCESS_private),
            ("DIFlagProtected", dw::DW_ACCESS_protected),
            ("DIFlagPublic", dw::DW_ACCESS_public),
        ] {
            if has_flag(node, "flags", flag) {
                self.set_byte(entry, dw::DW_AT_accessibility, access.0);
                return;
            }
        }
    }

    fn composite_type(&mut self, entry: Entry, node: &SpecialNode) {
        let tag = self.tree.tag(entry);
        match tag {
            dw::DW_TAG_array_type => self.array_type(entry, node),
            dw::DW_TAG_enumeration_type => self.enumeration(entry, node),
            _ => self.structure(entry, node),
        }
        self.set_name(entry, node);
        let has_size = matches!(
            tag,
            dw::DW_TAG_enumeration_type
                | dw::DW_TAG_class_type
                | dw::DW_TAG_structure_type
                | dw::DW_TAG_union_type
        );
        if !has_size {
            return;
        }
        let size = number(node, "size") / 8;
        let is_forward = has_flag(node, "flags", "DIFlagFwdDecl");
        if !is_forward || size != 0 && tag == dw::DW_TAG_enumeration_type {
            self.tree.set_number(entry, dw::DW_AT_byte_size, size);
        }
        if is_forward {
            self.tree.set_flag(entry, dw::DW_AT_declaration);
        }
        self.accessibility(entry, node);
        if !is_forward {
            self.set_declaration(entry, node);
        }
        self.set_alignment(entry, node);
    }

    fn structure(&mut self, entry: Entry, node: &SpecialNode) {
        let tag = self.tree.tag(entry);
        let discriminator = node
            .node("discriminator")
            .filter(|_| tag == dw::DW_TAG_variant_part);
        if let Some(id) = discriminator
            && let Some(data) = self.view.node(id)
        {
            let member = self.member(entry, data);
            self.tree.set_entry(entry, dw::DW_AT_discr, member);
        }
        if tag != dw::DW_TAG_variant_part {
            self.template_parameters(entry, node, "templateParams");
        }
        for element in self.view.elements(node, "elements") {
            self.element(entry, discriminator, element);
        }
        if has_flag(node, "flags", "DIFlagExportSymbols") {
            self.tree.set_flag(entry, dw::DW_AT_export_symbols);
        }
        self.set_type_as(entry, dw::DW_AT_containing_type, node.node("vtableHolder"));
        for (flag, convention) in [
            ("DIFlagTypePassByValue", dw::DW_CC_pass_by_value),
            ("DIFlagTypePassByReference", dw::DW_CC_pass_by_reference),
        ] {
            if has_flag(node, "flags", flag) {
                self.set_byte(entry, dw::DW_AT_calling_convention, convention.0);
            }
        }
    }

    /// Describes what is in a structure, union or part of variants.
    fn element(&mut self, entry: Entry, discriminator: Option<MetadataId>, id: MetadataId) {
        let Some(node) = self.view.node(id) else {
            return;
        };
        let unit = self.tree.unit_of(entry);
        let is_variant = self.tree.tag(entry) == dw::DW_TAG_variant_part;
        match &*node.name {
            "DISubprogram" => {
                self.subprogram_entry(unit, id);
            }
            "DIDerivedType" if type_tag(node) == Some(dw::DW_TAG_friend) => {
                let friend = self.tree.add(entry, dw::DW_TAG_friend);
                self.set_type_as(friend, dw::DW_AT_friend, node.node("baseType"));
            }
            "DIDerivedType" if has_flag(node, "flags", "DIFlagStaticMember") => {
                self.static_member(unit, id);
            }
            "DIDerivedType" if is_variant => {
                let variant = self.tree.add(entry, dw::DW_TAG_variant);
                let value = node.node("extraData").and_then(|id| self.integer(id));
                if let Some((value, bits)) = value {
                    let ty = discriminator.and_then(|id| self.view.node(id)?.node("baseType"));
                    match self.is_unsigned(ty) {
                        true => self.tree.set_number(variant, dw::DW_AT_discr_value, value),
                        false => {
                            let value = sign_extended(value, bits);
                            self.tree.set_signed(variant, dw::DW_AT_discr_value, value);
                        }
                    }
                }
                self.member(variant, node);
            }
            "DIDerivedType" => {
                self.member(entry, node);
            }
            "DICompositeType"
                if type_tag(node) == Some(dw::DW_TAG_variant_part) && self.depth < MAX_NESTING =>
            {
                self.depth += 1;
                let part = self.tree.add(entry, dw::DW_TAG_variant_part);
                self.composite_type(part, node);
                self.depth -= 1;
            }
            _ => {}
        }
    }

    fn member(&mut self, parent: Entry, node: &SpecialNode) -> Entry {
        let tag = type_tag(node).unwrap_or(dw::DW_TAG_member);
        let entry = self.tree.add(parent, tag);
        self.set_name(entry, node);
        self.set_type(entry, node.node("baseType"));
        self.set_declaration(entry, node);
        let (offset, size) = (number(node, "offset"), number(node, "size"));
        let is_virtual = has_flag(node, "flags", "DIFlagVirtual");
        if tag == dw::DW_TAG_inheritance && is_virtual {
            let mut bytes = vec![dw::DW_OP_dup.0, dw::DW_OP_deref.0, dw::DW_OP_constu.0];
            super::leb128::unsigned(&mut bytes, offset);
            bytes.extend([dw::DW_OP_minus.0, dw::DW_OP_deref.0, dw::DW_OP_plus.0]);
            let block = Block {
                bytes,
                ..Block::default()
            };
            self.tree
                .set_block(entry, dw::DW_AT_data_member_location, block);
        } else if has_flag(node, "flags", "DIFlagBitField") {
            self.tree.set_number(entry, dw::DW_AT_bit_size, size);
            self.tree
                .set_number(entry, dw::DW_AT_data_bit_offset, offset);
        } else {
            self.set_alignment(entry, node);
            self.tree
                .set_number(entry, dw::DW_AT_data_member_location, offset / 8);
        }
        self.accessibility(entry, node);
        if is_virtual {
            self.set_byte(entry, dw::DW_AT_virtuality, dw::DW_VIRTUALITY_virtual.0);
        }
        if has_flag(node, "flags", "DIFlagArtificial") {
            self.tree.set_flag(entry, dw::DW_AT_artificial);
        }
        entry
    }

    /// The entry of a member that a class has only once, made on first request.
    pub(super) fn static_member(&mut self, unit: UnitIndex, id: MetadataId) -> Option<Entry> {
        let node = self.view.node_of(id, "DIDerivedType")?;
        let tag = type_tag(node)?;
        let parent = self.context(unit, node.node("scope"));
        if let Some(known) = self.entries[id].expand() {
            return Some(known);
        }
        let entry = self.tree.add(parent, tag);
        self.entries[id] = entry.into();
        self.set_name(entry, node);
        self.set_type(entry, node.node("baseType"));
        self.set_declaration(entry, node);
        self.tree.set_flag(entry, dw::DW_AT_external);
        self.tree.set_flag(entry, dw::DW_AT_declaration);
        self.accessibility(entry, node);
        if let Some((value, bits)) = node.node("extraData").and_then(|id| self.integer(id)) {
            self.set_constant(entry, (value, bits), node.node("baseType"));
        }
        self.set_alignment(entry, node);
        Some(entry)
    }

    /// Gives `entry` a constant of a type, which is its lowest bits.
    pub(super) fn set_constant(
        &mut self,
        entry: Entry,
        (value, bits): (u64, u32),
        ty: Option<MetadataId>,
    ) {
        let is_unsigned = self.is_unsigned(ty);
        self.set_constant_as(entry, (value, bits), is_unsigned);
    }

    /// Gives `entry` a constant.
    pub(super) fn set_constant_as(
        &mut self,
        entry: Entry,
        (value, bits): (u64, u32),
        is_unsigned: bool,
    ) {
        let (form, value) = match is_unsigned {
            true => (gimli::DW_FORM_udata, value),
            false => (gimli::DW_FORM_sdata, sign_extended(value, bits) as u64),
        };
        let value = Value::Number(value);
        self.tree.set(entry, dw::DW_AT_const_value, form, value);
    }

    /// The integer that a node is, and its number of bits.
    pub(super) fn integer(&self, id: MetadataId) -> Option<(u64, u32)> {
        let avarice_ir::metadata::MetadataData::Const(constant) = self.module.metadata.nodes[id]
        else {
            return None;
        };
        let data = &self.module.consts[constant];
        let bits = self.module.types.int_bits(data.ty)?;
        Some((self.view.constant(id)?, bits))
    }

    /// Whether numbers of a type are unsigned.
    pub(super) fn is_unsigned(&self, ty: Option<MetadataId>) -> bool {
        let mut next = ty;
        for _ in 0..MAX_CHAIN {
            let Some(node) = next.and_then(|id| self.view.node(id)) else {
                return false;
            };
            let tag = type_tag(node);
            next = match &*node.name {
                "DIStringType" => return true,
                "DICompositeType" if tag == Some(dw::DW_TAG_enumeration_type) => {
                    node.node("baseType")
                }
                "DICompositeType" => return true,
                "DIDerivedType" => match tag {
                    Some(
                        dw::DW_TAG_pointer_type
                        | dw::DW_TAG_ptr_to_member_type
                        | dw::DW_TAG_reference_type
                        | dw::DW_TAG_rvalue_reference_type,
                    ) => return true,
                    _ => node.node("baseType"),
                },
                _ => {
                    let encoding = node.text("encoding").and_then(constants::encoding);
                    return tag == Some(dw::DW_TAG_unspecified_type)
                        || matches!(
                            encoding,
                            Some(
                                dw::DW_ATE_unsigned
                                    | dw::DW_ATE_unsigned_char
                                    | dw::DW_ATE_UTF
                                    | dw::DW_ATE_boolean
                                    | dw::DW_ATE_unsigned_fixed
                            )
                        );
                }
            };
        }
        false
    }

    fn enumeration(&mut self, entry: Entry, node: &SpecialNode) {
        let base = node.node("baseType");
        let is_unsigned = base.is_some() && self.is_unsigned(base);
        self.set_type(entry, base);
        if base.is_some() && self.version >= 4 && has_flag(node, "flags", "DIFlagEnumClass") {
            self.tree.set_flag(entry, dw::DW_AT_enum_class);
        }
        for id in self.view.elements(node, "elements") {
            let Some(node) = self.view.node_of(id, "DIEnumerator") else {
                continue;
            };
            let constant = self.tree.add(entry, dw::DW_TAG_enumerator);
            self.set_name(constant, node);
            let text = node.text("value").unwrap_or_default();
            let signed = text.parse::<i64>().map(|value| value as u64);
            let value = signed.or_else(|_| text.parse::<u64>()).unwrap_or(0);
            self.set_constant_as(constant, (value, 64), is_unsigned);
        }
    }

    fn array_type(&mut self, entry: Entry, node: &SpecialNode) {
        if has_flag(node, "flags", "DIFlagVector") {
            self.tree.set_flag(entry, dw::DW_AT_GNU_vector);
            let size = number(node, "size");
            if size != self.vector_bits(node) {
                self.tree.set_number(entry, dw::DW_AT_byte_size, size / 8);
            }
        }
        self.set_type(entry, node.node("baseType"));
        let unit = self.tree.unit_of(entry);
        let index = self.index_type(unit);
        for id in self.view.elements(node, "elements") {
            if let Some(node) = self.view.node_of(id, "DISubrange") {
                self.subrange(entry, node, index);
            }
        }
    }

    /// Bits of the elements of a vector.
    fn vector_bits(&self, node: &SpecialNode) -> u64 {
        let base = node.node("baseType").and_then(|id| self.view.node(id));
        let element = base.map_or(0, |base| number(base, "size"));
        let range = self.view.elements(node, "elements").next();
        let range = range.and_then(|id| self.view.node_of(id, "DISubrange"));
        let count = range.map_or(0, |range| match range.node("count") {
            Some(count) => self.view.constant(count).unwrap_or(0),
            None => number(range, "count"),
        });
        element.wrapping_mul(count)
    }

    /// The type of indices of arrays, made on first request.
    fn index_type(&mut self, unit: UnitIndex) -> Entry {
        if let Some(known) = self.units[unit].index_type {
            return known;
        }
        let root = self.root(unit);
        let entry = self.tree.add(root, dw::DW_TAG_base_type);
        self.units[unit].index_type = Some(entry);
        self.set_text(entry, dw::DW_AT_name, b"__ARRAY_SIZE_TYPE__");
        self.tree.set_number(entry, dw::DW_AT_byte_size, 8);
        let encoding = match constants::indexes_are_signed(self.units[unit].language) {
            true => dw::DW_ATE_signed,
            false => dw::DW_ATE_unsigned,
        };
        self.set_byte(entry, dw::DW_AT_encoding, encoding.0);
        entry
    }

    fn subrange(&mut self, parent: Entry, node: &SpecialNode, index: Entry) {
        let range = self.tree.add(parent, dw::DW_TAG_subrange_type);
        self.tree.set_entry(range, dw::DW_AT_type, index);
        let unit = self.tree.unit_of(range);
        let language = self.units[unit].language;
        let least = constants::default_lower_bound(language, self.version);
        for (key, name) in [
            ("lowerBound", dw::DW_AT_lower_bound),
            ("count", dw::DW_AT_count),
            ("upperBound", dw::DW_AT_upper_bound),
            ("stride", dw::DW_AT_byte_stride),
        ] {
            match self.bound(node, key) {
                Some(Bound::Entry(entry)) => self.tree.set_entry(range, name, entry),
                Some(Bound::Expression(block)) => self.tree.set_block(range, name, block),
                Some(Bound::Number(-1)) if key == "count" => {}
                Some(Bound::Number(count)) if key == "count" => {
                    self.tree.set_number(range, name, count as u64);
                }
                Some(Bound::Number(value)) if key == "lowerBound" && Some(value) == least => {}
                Some(Bound::Number(value)) => {
                    let value = Value::Number(value as u64);
                    self.tree.set(range, name, gimli::DW_FORM_sdata, value);
                }
                None => {}
            }
        }
    }

    /// What a bound of an array is.
    fn bound(&self, node: &SpecialNode, key: &str) -> Option<Bound> {
        match node.field(key)? {
            MetadataField::Text(text) => text.parse().ok().map(Bound::Number),
            _ => {
                let id = node.node(key)?;
                if let Some((value, bits)) = self.integer(id) {
                    return Some(Bound::Number(sign_extended(value, bits)));
                }
                if self.view.node_of(id, "DIExpression").is_some() {
                    return self.memory_expression(id).map(Bound::Expression);
                }
                self.entries[id].expand().map(Bound::Entry)
            }
        }
    }

    fn subroutine_type(&mut self, entry: Entry, node: &SpecialNode) {
        let types = node.node("types").map_or(&[][..], |id| self.view.list(id));
        if let Some(Some(result)) = types.first() {
            self.set_type(entry, Some(*result));
        }
        self.parameters_of(entry, types);
        let unit = self.tree.unit_of(entry);
        let is_prototyped = !matches!(types, [_, None]);
        if is_prototyped && constants::is_c(self.units[unit].language) {
            self.tree.set_flag(entry, dw::DW_AT_prototyped);
        }
        self.calling_convention(entry, node);
        for (flag, name) in [
            ("DIFlagLValueReference", dw::DW_AT_reference),
            ("DIFlagRValueReference", dw::DW_AT_rvalue_reference),
        ] {
            if has_flag(node, "flags", flag) {
                self.tree.set_flag(entry, name);
            }
        }
    }

    /// The calling convention of the type of a function, if it is not the usual one.
    pub(super) fn calling_convention(&mut self, entry: Entry, node: &SpecialNode) {
        let convention = node.text("cc").and_then(constants::calling_convention);
        if let Some(convention) = convention.filter(|cc| cc.0 != 0 && *cc != dw::DW_CC_normal) {
            self.set_byte(entry, dw::DW_AT_calling_convention, convention.0);
        }
    }

    /// The parameters of a subprogram or subroutine type, by type alone.
    pub(super) fn parameters_of(&mut self, entry: Entry, types: &[Option<MetadataId>]) {
        for ty in types.iter().skip(1) {
            let Some(ty) = *ty else {
                self.tree.add(entry, dw::DW_TAG_unspecified_parameters);
                continue;
            };
            let parameter = self.tree.add(entry, dw::DW_TAG_formal_parameter);
            self.set_type(parameter, Some(ty));
            let data = self.view.node(ty);
            if data.is_some_and(|ty| has_flag(ty, "flags", "DIFlagArtificial")) {
                self.tree.set_flag(parameter, dw::DW_AT_artificial);
            }
        }
    }

    /// The parameters of a template that was instantiated.
    pub(super) fn template_parameters(&mut self, entry: Entry, node: &SpecialNode, key: &str) {
        for id in self.view.elements(node, key) {
            let Some(node) = self.view.node(id) else {
                continue;
            };
            match &*node.name {
                "DITemplateTypeParameter" => {
                    let parameter = self.tree.add(entry, dw::DW_TAG_template_type_parameter);
                    self.set_type(parameter, node.node("type"));
                    self.set_name(parameter, node);
                    self.default_value(parameter, node);
                }
                "DITemplateValueParameter" => self.value_parameter(entry, node),
                _ => {}
            }
        }
    }

    fn default_value(&mut self, parameter: Entry, node: &SpecialNode) {
        if is_true(node, "isDefault") && self.version >= 5 {
            self.tree.set_flag(parameter, dw::DW_AT_default_value);
        }
    }

    fn value_parameter(&mut self, entry: Entry, node: &SpecialNode) {
        let tag = node.text("tag").and_then(constants::tag);
        let tag = tag.unwrap_or(dw::DW_TAG_template_value_parameter);
        let parameter = self.tree.add(entry, tag);
        if tag == dw::DW_TAG_template_value_parameter {
            self.set_type(parameter, node.node("type"));
        }
        self.set_name(parameter, node);
        self.default_value(parameter, node);
        if tag == dw::DW_TAG_GNU_template_template_param {
            if let Some(name) = avarice_ir::debug_info::string(node, "value") {
                self.set_text(parameter, dw::DW_AT_GNU_template_name, &name);
            }
        } else if tag == dw::DW_TAG_GNU_template_parameter_pack {
            if self.depth < MAX_NESTING {
                self.depth += 1;
                self.template_parameters(parameter, node, "value");
                self.depth -= 1;
            }
        } else if let Some(value) = node.node("value").and_then(|id| self.integer(id)) {
            self.set_constant(parameter, value, node.node("type"));
        }
    }
}

/// A bound of an array.
enum Bound {
    Number(i64),
    /// A variable.
    Entry(Entry),
    Expression(Block),
}

/// The lowest `bits` of `value` as a signed number.
pub(super) fn sign_extended(value: u64, bits: u32) -> i64 {
    let unused = 64_u32.saturating_sub(bits.max(1));
    (value << unused) as i64 >> unused
}

/// The tag of a type's entry; `None` if `node` is no type.
fn type_tag(node: &SpecialNode) -> Option<DwTag> {
    let written = node.text("tag").and_then(constants::tag);
    match &*node.name {
        "DIBasicType" => Some(written.unwrap_or(dw::DW_TAG_base_type)),
        "DIStringType" => Some(written.unwrap_or(dw::DW_TAG_string_type)),
        "DIDerivedType" | "DICompositeType" => written,
        "DISubroutineType" => Some(dw::DW_TAG_subroutine_type),
        _ => None,
    }
}
