//! Strings and addresses that entries name by number.

use std::collections::BTreeMap; // Allowed because it works once a module.

use avarice_ir::Global;
use gimli::SectionId;

use super::code::Position;
use super::content::{Content, Reference};

/// The strings of a module, each once.
#[derive(Default)]
pub(super) struct Strings {
    known: BTreeMap<Vec<u8>, usize>,
    offsets: Vec<u64>,
    content: Content,
}

impl Strings {
    /// The number of a string.
    pub(super) fn number(&mut self, text: &[u8]) -> usize {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let number = self.offsets.len();
        self.known.insert(text.to_vec(), number);
        self.offsets.push(self.content.bytes.len() as u64);
        self.content.bytes.extend_from_slice(text);
        self.content.bytes.push(0);
        number
    }

    /// The distance of a string from the start of its section.
    pub(super) fn offset(&self, number: usize) -> u64 {
        self.offsets[number]
    }

    /// `.debug_str_offsets`
    pub(super) fn table(&self) -> Content {
        let mut table = Content::default();
        if self.offsets.is_empty() {
            return table;
        }
        table.number(4 + 4 * self.offsets.len() as u64, 4);
        table.number(5, 2);
        table.number(0, 2);
        for offset in &self.offsets {
            table.reference(Reference::Section(SectionId::DebugStr, *offset), 4);
        }
        table
    }

    /// `.debug_str`
    pub(super) fn finish(self) -> Content {
        self.content
    }
}

/// What has a number in the table of addresses. Two positions are two even where they have the same address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Address {
    /// A position in a piece of code.
    Code(usize, Position),
    Global(Global),
}

/// The addresses that entries and lists name.
#[derive(Default)]
pub(super) struct Addresses {
    known: BTreeMap<Address, usize>,
    order: Vec<Address>,
}

impl Addresses {
    /// The number of an address.
    pub(super) fn number(&mut self, address: Address) -> usize {
        let next = self.order.len();
        let number = *self.known.entry(address).or_insert(next);
        if number == next {
            self.order.push(address);
        }
        number
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// `.debug_addr`; `reference` says where an address is.
    pub(super) fn table(&self, reference: impl Fn(Address) -> Reference) -> Content {
        let mut table = Content::default();
        if self.order.is_empty() {
            return table;
        }
        table.number(4 + 8 * self.order.len() as u64, 4);
        table.number(5, 2);
        table.bytes.extend([8, 0]);
        for address in &self.order {
            table.reference(reference(*address), 8);
        }
        table
    }
}
