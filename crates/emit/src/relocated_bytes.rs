//! Bytes of a section that gimli writes, with the relocations that it requests.

use gimli::LittleEndian;
use gimli::write::{EndianVec, RelocateWriter, Relocation};

/// A section in the making. What its symbols stand for is known to whoever writes it.
#[derive(Clone)]
pub(crate) struct RelocatedBytes {
    pub(crate) bytes: EndianVec<LittleEndian>,
    pub(crate) relocations: Vec<Relocation>,
}

impl RelocatedBytes {
    /// An empty section.
    pub(crate) fn new() -> Self {
        Self {
            bytes: EndianVec::new(LittleEndian),
            relocations: Vec::new(),
        }
    }
}

impl RelocateWriter for RelocatedBytes {
    type Writer = EndianVec<LittleEndian>;

    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }

    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }

    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}
