//! The tree of entries, with attributes in the forms that llc chooses, and its bytes.
//!
//! ```text
//!   compile_unit                     abbreviation 1: producer strx1, language data2 …
//!     base_type "int"                             2: name strx1, encoding data1, byte_size data1
//!     subprogram "f"                              3: low_pc addrx …, has children
//!       variable "x"                              4: name strx1 …, type ref4
//! ```
//!
//! Entries are numbered as they are made. Abbreviations and offsets follow the order of the tree.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, entity_impl};
use gimli::{DwAt, DwForm, DwTag, SectionId};

use super::code::BASE_TYPE_BYTES;
use super::content::{Content, Reference};
use super::leb128;

/// A compile unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct UnitIndex(u32);
entity_impl!(UnitIndex, "unit");

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u32);
entity_impl!(Entry, "entry");

/// What an attribute is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// A number in the attribute's form.
    Number(u64),
    /// Another entry.
    Entry(Entry),
    /// Bytes after their length.
    Block(Block),
    /// An address.
    Address(Reference),
    /// A distance in another section.
    Section(SectionId, u64),
    /// A list of ranges or locations by its number, where it is named by its distance.
    List(ListKind, usize),
}

/// What is in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListKind {
    Ranges,
    Locations,
}

/// Where lists begin in their sections.
#[derive(Clone, Debug, Default)]
pub(super) struct ListOffsets {
    pub(super) ranges: Vec<u64>,
    pub(super) locations: Vec<u64>,
}

/// An expression or other bytes.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    /// Base types whose distances stand in the bytes.
    pub(super) base_types: Vec<(usize, Entry)>,
    /// Addresses of 8 bytes in the bytes.
    pub(super) addresses: Vec<(usize, Reference)>,
}

/// An attribute.
#[derive(Clone, PartialEq, Debug)]
struct Attribute {
    name: DwAt,
    form: DwForm,
    value: Value,
}

/// What an entry has.
struct Node {
    tag: DwTag,
    unit: UnitIndex,
    parent: PackedOption<Entry>,
    attributes: Vec<Attribute>,
    children: Vec<Entry>,
    /// Its distance from the start of its unit, and its abbreviation, known after layout.
    offset: u32,
    abbreviation: u32,
}

/// All entries of a module.
pub(super) struct Tree {
    version: u16,
    nodes: PrimaryMap<Entry, Node>,
    /// The entries of the units themselves.
    pub(super) roots: PrimaryMap<UnitIndex, Entry>,
    abbreviations: Vec<u8>,
    /// The distance of each unit from the start of the section.
    starts: Vec<u64>,
}

/// The smallest form of a number.
fn number_form(value: u64) -> DwForm {
    match value {
        0..=0xff => gimli::DW_FORM_data1,
        0x100..=0xffff => gimli::DW_FORM_data2,
        0x1_0000..=0xffff_ffff => gimli::DW_FORM_data4,
        _ => gimli::DW_FORM_data8,
    }
}

/// The smallest form of a signed number.
fn signed_form(value: i64) -> DwForm {
    match () {
        () if i8::try_from(value).is_ok() => gimli::DW_FORM_data1,
        () if i16::try_from(value).is_ok() => gimli::DW_FORM_data2,
        () if i32::try_from(value).is_ok() => gimli::DW_FORM_data4,
        () => gimli::DW_FORM_data8,
    }
}

/// Bytes of forms of a fixed size.
fn fixed_size(form: DwForm) -> Option<u32> {
    Some(match form {
        gimli::DW_FORM_flag_present | gimli::DW_FORM_implicit_const => 0,
        gimli::DW_FORM_data1 | gimli::DW_FORM_strx1 => 1,
        gimli::DW_FORM_data2 | gimli::DW_FORM_strx2 => 2,
        gimli::DW_FORM_strx3 => 3,
        gimli::DW_FORM_data4
        | gimli::DW_FORM_strx4
        | gimli::DW_FORM_strp
        | gimli::DW_FORM_ref4
        | gimli::DW_FORM_ref_addr
        | gimli::DW_FORM_sec_offset => 4,
        gimli::DW_FORM_data8 | gimli::DW_FORM_addr => 8,
        _ => return None,
    })
}

impl Tree {
    pub(super) fn new(version: u16) -> Self {
        Self {
            version,
            nodes: PrimaryMap::new(),
            roots: PrimaryMap::new(),
            abbreviations: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// A new unit.
    pub(super) fn add_unit(&mut self) -> UnitIndex {
        let unit = self.roots.next_key();
        let root = self.nodes.push(Node {
            tag: gimli::DW_TAG_compile_unit,
            unit,
            parent: None.into(),
            attributes: Vec::new(),
            children: Vec::new(),
            offset: 0,
            abbreviation: 0,
        });
        self.roots.push(root)
    }

    /// An entry that is nowhere yet.
    pub(super) fn detached(&mut self, unit: UnitIndex, tag: DwTag) -> Entry {
        self.nodes.push(Node {
            tag,
            unit,
            parent: None.into(),
            attributes: Vec::new(),
            children: Vec::new(),
            offset: 0,
            abbreviation: 0,
        })
    }

    /// A new entry below `parent`.
    pub(super) fn add(&mut self, parent: Entry, tag: DwTag) -> Entry {
        let entry = self.detached(self.nodes[parent].unit, tag);
        self.nodes[entry].parent = parent.into();
        self.nodes[parent].children.push(entry);
        entry
    }

    /// Puts an entry that is nowhere below `parent`, after all others.
    pub(super) fn attach(&mut self, parent: Entry, entry: Entry) {
        self.nodes[entry].parent = parent.into();
        self.nodes[parent].children.push(entry);
    }

    /// Puts an entry that is nowhere below `parent`, before all others.
    pub(super) fn attach_first(&mut self, parent: Entry, entry: Entry) {
        self.nodes[entry].parent = parent.into();
        self.nodes[parent].children.insert(0, entry);
    }

    /// The unit that an entry is in.
    pub(super) fn unit_of(&self, entry: Entry) -> UnitIndex {
        self.nodes[entry].unit
    }

    pub(super) fn tag(&self, entry: Entry) -> DwTag {
        self.nodes[entry].tag
    }

    /// Gives `entry` an attribute.
    pub(super) fn set(&mut self, entry: Entry, name: DwAt, form: DwForm, value: Value) {
        self.nodes[entry]
            .attributes
            .push(Attribute { name, form, value });
    }

    /// Gives an attribute that is a distance in a section another distance.
    pub(super) fn move_section(&mut self, entry: Entry, name: DwAt, to: u64) {
        let attributes = self.nodes[entry].attributes.iter_mut();
        for attribute in attributes.filter(|attribute| attribute.name == name) {
            if let Value::Section(_, offset) = &mut attribute.value {
                *offset = to;
            }
        }
    }

    /// Gives `entry` a flag.
    pub(super) fn set_flag(&mut self, entry: Entry, name: DwAt) {
        self.set(entry, name, gimli::DW_FORM_flag_present, Value::Number(1));
    }

    /// Gives `entry` a number in the smallest form.
    pub(super) fn set_number(&mut self, entry: Entry, name: DwAt, value: u64) {
        self.set(entry, name, number_form(value), Value::Number(value));
    }

    /// Gives `entry` a signed number in the smallest form.
    pub(super) fn set_signed(&mut self, entry: Entry, name: DwAt, value: i64) {
        self.set(entry, name, signed_form(value), Value::Number(value as u64));
    }

    /// Makes an attribute of `entry` refer to another entry.
    pub(super) fn set_entry(&mut self, entry: Entry, name: DwAt, to: Entry) {
        let form = match self.nodes[to].unit == self.nodes[entry].unit {
            true => gimli::DW_FORM_ref4,
            false => gimli::DW_FORM_ref_addr,
        };
        self.set(entry, name, form, Value::Entry(to));
    }

    /// Gives `entry` an expression.
    pub(super) fn set_block(&mut self, entry: Entry, name: DwAt, block: Block) {
        self.set(entry, name, gimli::DW_FORM_exprloc, Value::Block(block));
    }

    /// Gives `entry` bytes that are a constant.
    pub(super) fn set_bytes(&mut self, entry: Entry, name: DwAt, bytes: Vec<u8>) {
        let form = match bytes.len() {
            0..=0xff => gimli::DW_FORM_block1,
            0x100..=0xffff => gimli::DW_FORM_block2,
            _ => gimli::DW_FORM_block4,
        };
        let block = Block {
            bytes,
            ..Block::default()
        };
        self.set(entry, name, form, Value::Block(block));
    }

    fn size(attribute: &Attribute) -> u32 {
        if let Some(size) = fixed_size(attribute.form) {
            return size;
        }
        match &attribute.value {
            Value::Block(block) => {
                let size = block.bytes.len() as u32;
                let length = match attribute.form {
                    gimli::DW_FORM_block1 => 1,
                    gimli::DW_FORM_block2 => 2,
                    gimli::DW_FORM_block4 => 4,
                    _ => leb128::unsigned_size(size.into()) as u32,
                };
                length + size
            }
            Value::Number(value) if attribute.form == gimli::DW_FORM_sdata => {
                leb128::signed_size(*value as i64) as u32
            }
            Value::Number(value) => leb128::unsigned_size(*value) as u32,
            _ => 0,
        }
    }

    fn header_size(&self) -> u32 {
        if self.version >= 5 { 12 } else { 11 }
    }

    /// Gives all entries their abbreviations and offsets.
    pub(super) fn lay_out(&mut self) {
        let mut known: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        let mut start = 0_u64;
        for root in self.roots.values().copied().collect::<Vec<_>>() {
            if self.nodes[root].attributes.is_empty() {
                self.starts.push(start);
                continue;
            }
            let mut offset = self.header_size();
            let mut stack = vec![Step::Enter(root)];
            while let Some(step) = stack.pop() {
                let Step::Enter(entry) = step else {
                    offset += 1;
                    continue;
                };
                let abbreviation = self.abbreviation(entry, &mut known);
                let node = &mut self.nodes[entry];
                node.abbreviation = abbreviation;
                node.offset = offset;
                offset += leb128::unsigned_size(abbreviation.into()) as u32;
                offset += node.attributes.iter().map(Self::size).sum::<u32>();
                if !node.children.is_empty() {
                    stack.push(Step::Leave);
                    stack.extend(node.children.iter().rev().map(|child| Step::Enter(*child)));
                }
            }
            self.starts.push(start);
            start += u64::from(offset);
        }
        self.abbreviations.push(0);
    }

    fn abbreviation(&mut self, entry: Entry, known: &mut BTreeMap<Vec<u8>, u32>) -> u32 {
        let node = &self.nodes[entry];
        let mut text = Vec::new();
        leb128::unsigned(&mut text, node.tag.0.into());
        text.push(u8::from(!node.children.is_empty()));
        for attribute in &node.attributes {
            leb128::unsigned(&mut text, attribute.name.0.into());
            leb128::unsigned(&mut text, attribute.form.0.into());
            if let (gimli::DW_FORM_implicit_const, Value::Number(value)) =
                (attribute.form, &attribute.value)
            {
                leb128::signed(&mut text, *value as i64);
            }
        }
        text.extend([0, 0]);
        if let Some(found) = known.get(&text) {
            return *found;
        }
        let number = known.len() as u32 + 1;
        leb128::unsigned(&mut self.abbreviations, number.into());
        self.abbreviations.extend_from_slice(&text);
        known.insert(text, number);
        number
    }

    /// The distance of an entry from the start of its unit.
    pub(super) fn offset(&self, entry: Entry) -> u32 {
        self.nodes[entry].offset
    }

    /// The bytes of `.debug_abbrev`.
    pub(super) fn abbreviations(&self) -> Content {
        let mut content = Content::default();
        content.bytes.extend_from_slice(&self.abbreviations);
        content
    }

    /// The bytes of `.debug_info`.
    pub(super) fn entries(&self, lists: &ListOffsets) -> Content {
        let mut content = Content::default();
        for root in self.roots.values() {
            if self.nodes[*root].attributes.is_empty() {
                continue;
            }
            let start = content.bytes.len();
            content.number(0, 4);
            content.number(self.version.into(), 2);
            if self.version >= 5 {
                content.bytes.extend([gimli::DW_UT_compile.0, 8]);
            }
            content.reference(Reference::Section(SectionId::DebugAbbrev, 0), 4);
            if self.version < 5 {
                content.bytes.push(8);
            }
            self.write_unit(*root, lists, &mut content);
            let length = (content.bytes.len() - start - 4) as u32;
            content.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
        }
        content
    }

    fn write_unit(&self, root: Entry, lists: &ListOffsets, content: &mut Content) {
        let mut stack = vec![Step::Enter(root)];
        while let Some(step) = stack.pop() {
            let Step::Enter(entry) = step else {
                content.bytes.push(0);
                continue;
            };
            let node = &self.nodes[entry];
            leb128::unsigned(&mut content.bytes, node.abbreviation.into());
            for attribute in &node.attributes {
                self.write(attribute, lists, content);
            }
            if !node.children.is_empty() {
                stack.push(Step::Leave);
                stack.extend(node.children.iter().rev().map(|child| Step::Enter(*child)));
            }
        }
    }

    fn write(&self, attribute: &Attribute, lists: &ListOffsets, content: &mut Content) {
        let size = fixed_size(attribute.form).map(|size| size as usize);
        match (&attribute.value, size) {
            (Value::Number(number), Some(size)) => content.number(*number, size),
            (Value::Number(number), None) if attribute.form == gimli::DW_FORM_sdata => {
                leb128::signed(&mut content.bytes, *number as i64);
            }
            (Value::Number(number), None) => leb128::unsigned(&mut content.bytes, *number),
            (Value::Entry(to), _) => {
                let offset = self.offset(*to);
                if attribute.form == gimli::DW_FORM_ref4 {
                    content.number(offset.into(), 4);
                } else {
                    let unit = self.nodes[*to].unit.as_u32() as usize;
                    let offset = self.starts[unit] + u64::from(offset);
                    content.reference(Reference::Section(SectionId::DebugInfo, offset), 4);
                }
            }
            (Value::Block(block), _) => {
                let length = block.bytes.len() as u64;
                match attribute.form {
                    gimli::DW_FORM_block1 => content.number(length, 1),
                    gimli::DW_FORM_block2 => content.number(length, 2),
                    gimli::DW_FORM_block4 => content.number(length, 4),
                    _ => leb128::unsigned(&mut content.bytes, length),
                }
                self.write_block(block, content);
            }
            (Value::Address(to), _) => content.reference(*to, 8),
            (Value::Section(section, offset), _) => {
                content.reference(Reference::Section(*section, *offset), 4);
            }
            (Value::List(kind, number), _) => {
                let (section, offsets) = match kind {
                    ListKind::Ranges => (SectionId::DebugRanges, &lists.ranges),
                    ListKind::Locations => (SectionId::DebugLoc, &lists.locations),
                };
                let offset = offsets.get(*number).copied().unwrap_or(0);
                content.reference(Reference::Section(section, offset), 4);
            }
        }
    }

    /// Appends the bytes of an expression.
    pub(super) fn write_block(&self, block: &Block, content: &mut Content) {
        let start = content.bytes.len();
        content.bytes.extend_from_slice(&block.bytes);
        for (at, base_type) in &block.base_types {
            let offset = self.offset(*base_type);
            let place = start + at..start + at + BASE_TYPE_BYTES;
            leb128::padded(&mut content.bytes[place], offset.into());
        }
        for (at, to) in &block.addresses {
            content.relocate(start + at, *to, 8);
        }
    }
}

/// A step of a walk through the tree.
enum Step {
    Enter(Entry),
    Leave,
}
