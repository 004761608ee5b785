//! Entries of debug information: made in a unit, filled with attributes, referred to from any unit.

use avarice_ir::debug_info::{number, string};
use avarice_ir::metadata::SpecialNode;
use gimli::write::{AttributeValue, Range, RangeList, Reference, Unit, UnitEntryId};
use gimli::{DwAt, DwTag};

use super::describe::{Describer, UnitIndex};

/// An entry of some unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) unit: UnitIndex,
    pub(super) id: UnitEntryId,
}

impl Describer<'_> {
    /// The entry of the unit itself.
    pub(super) fn root(&self, unit: UnitIndex) -> Entry {
        let id = self.dwarf.units.get(self.units[unit].id).root();
        Entry { unit, id }
    }

    fn unit_mut(&mut self, unit: UnitIndex) -> &mut Unit {
        self.dwarf.units.get_mut(self.units[unit].id)
    }

    /// A new entry below `parent`.
    pub(super) fn add(&mut self, parent: Entry, tag: DwTag) -> Entry {
        Entry {
            unit: parent.unit,
            id: self.unit_mut(parent.unit).add(parent.id, tag),
        }
    }

    /// Gives `entry` an attribute.
    pub(super) fn set(&mut self, entry: Entry, name: DwAt, value: AttributeValue) {
        self.unit_mut(entry.unit).get_mut(entry.id).set(name, value);
    }

    /// Gives `entry` a flag.
    pub(super) fn set_flag(&mut self, entry: Entry, name: DwAt) {
        self.set(entry, name, AttributeValue::FlagPresent);
    }

    /// Gives `entry` a number.
    pub(super) fn set_number(&mut self, entry: Entry, name: DwAt, value: u64) {
        self.set(entry, name, AttributeValue::Udata(value));
    }

    /// Gives `entry` a string.
    pub(super) fn set_text(&mut self, entry: Entry, name: DwAt, text: Vec<u8>) {
        let id = self.dwarf.strings.add(text);
        self.set(entry, name, AttributeValue::StringRef(id));
    }

    /// Makes an attribute of `entry` refer to another entry.
    pub(super) fn set_reference(&mut self, entry: Entry, name: DwAt, to: Entry) {
        let value = if to.unit == entry.unit {
            AttributeValue::UnitRef(to.id)
        } else {
            AttributeValue::DebugInfoRef(Reference::Entry(self.units[to.unit].id, to.id))
        };
        self.set(entry, name, value);
    }

    /// The name of a node.
    pub(super) fn set_name(&mut self, entry: Entry, node: &SpecialNode) {
        if let Some(name) = string(node, "name") {
            self.set_text(entry, gimli::DW_AT_name, name);
        }
    }

    /// Where a node says that it is declared.
    pub(super) fn set_declaration(&mut self, entry: Entry, node: &SpecialNode) {
        let line = number(node, "line");
        if let Some(file) = node.node("file").filter(|_| line != 0) {
            let file = self.file_number(entry.unit, file);
            self.set_number(entry, gimli::DW_AT_decl_file, u64::from(file));
            self.set_number(entry, gimli::DW_AT_decl_line, line);
        }
    }

    /// Where an entry has code: ranges in the function whose symbol is `symbol`.
    pub(super) fn set_ranges(&mut self, entry: Entry, symbol: usize, ranges: &[(u32, u32)]) {
        let address = |offset: u32| gimli::write::Address::Symbol {
            symbol,
            addend: i64::from(offset),
        };
        if let [(start, end)] = ranges {
            let low = AttributeValue::Address(address(*start));
            self.set(entry, gimli::DW_AT_low_pc, low);
            self.set_number(entry, gimli::DW_AT_high_pc, u64::from(end - start));
            return;
        }
        let mut list = vec![Range::BaseAddress {
            address: address(0),
        }];
        list.extend(ranges.iter().map(|(start, end)| Range::OffsetPair {
            begin: u64::from(*start),
            end: u64::from(*end),
        }));
        self.set_range_list(entry, list);
    }

    /// Where an entry has code.
    pub(super) fn set_range_list(&mut self, entry: Entry, list: Vec<Range>) {
        let id = self.unit_mut(entry.unit).ranges.add(RangeList(list));
        self.set(entry, gimli::DW_AT_ranges, AttributeValue::RangeListRef(id));
    }
}
