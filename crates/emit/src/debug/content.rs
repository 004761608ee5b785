//! The content of a section of debug information.

use avarice_ir::Global;
use gimli::SectionId;

/// What an address or a distance in a section refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reference {
    /// Bytes from the start of a section of debug information.
    Section(SectionId, u64),
    /// Bytes from the start of a piece of code.
    Piece(usize, u64),
    /// A variable.
    Global(Global),
    /// A variable, from the start of the block of those that each thread has.
    ThreadLocal(Global),
}

/// A reference in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Relocation {
    pub(super) offset: usize,
    pub(super) size: u8,
    pub(super) to: Reference,
}

/// Bytes, and the references among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Content {
    pub(super) bytes: Vec<u8>,
    /// In order of their offsets.
    pub(super) relocations: Vec<Relocation>,
}

impl Content {
    /// Appends the lowest `size` bytes of a number.
    pub(super) fn number(&mut self, value: u64, size: usize) {
        self.bytes.extend_from_slice(&value.to_le_bytes()[..size]);
    }

    /// Appends a reference.
    pub(super) fn reference(&mut self, to: Reference, size: u8) {
        self.relocate(self.bytes.len(), to, size);
        self.bytes.extend(std::iter::repeat_n(0, size.into()));
    }

    /// Makes bytes that are there a reference.
    pub(super) fn relocate(&mut self, offset: usize, to: Reference, size: u8) {
        self.relocations.push(Relocation { offset, size, to });
    }
}
