//! Positions of the processed instructions of a block, for two-address rewriting.

use avarice_mir::Inst;
use cranelift_entity::SecondaryMap;

/// How far from the start of the block instructions are, as far as they were handled.
///
/// llc keeps these by the address of an instruction. A new instruction gets the address of the one that
/// was removed last, and with it the position, if that was not forgotten:
///
/// ```text
///   removed:  bottom … [4] [—] [9] top        a new copy takes position 9, the next one its own
/// ```
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// 0 for instructions that were not handled.
    at: SecondaryMap<Inst, u32>,
    /// What removed instructions left, the last one on top; 0 for nothing.
    removed: Vec<u32>,
}

impl Positions {
    /// Forgets everything.
    pub(crate) fn begin_function(&mut self) {
        self.at.clear();
        self.removed.clear();
    }

    /// Forgets the positions in removed instructions; those of other blocks are not asked for.
    pub(crate) fn begin_block(&mut self) {
        self.removed.fill(0);
    }

    /// Position of an instruction, 0 if it was not handled.
    pub(crate) fn get(&self, inst: Inst) -> u32 {
        self.at[inst]
    }

    /// Says where an instruction is.
    pub(crate) fn set(&mut self, inst: Inst, position: u32) {
        self.at[inst] = position;
    }

    /// Says where an instruction is unless that is known.
    pub(crate) fn note(&mut self, inst: Inst, position: u32) {
        if self.at[inst] == 0 {
            self.at[inst] = position;
        }
    }

    /// Says where a new instruction is unless it takes the place of one that was removed.
    pub(crate) fn note_new(&mut self, inst: Inst, position: u32) {
        let inherited = self.removed.pop().unwrap_or(0);
        self.at[inst] = if inherited == 0 { position } else { inherited };
    }

    /// Forgets where an instruction is.
    pub(crate) fn forget(&mut self, inst: Inst) {
        self.at[inst] = 0;
    }

    /// Notes that an instruction was removed.
    pub(crate) fn remove(&mut self, inst: Inst) {
        self.removed.push(self.at[inst]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_instructions_inherit_positions() {
        let [old, gone, first, second] = [1, 2, 3, 4].map(Inst::from_u32);
        let mut positions = Positions::default();
        positions.begin_function();
        positions.note(old, 5);
        positions.note(old, 6);
        assert_eq!(positions.get(old), 5);
        positions.note(gone, 7);
        positions.remove(gone);
        positions.note_new(first, 9);
        positions.note_new(second, 9);
        assert_eq!((positions.get(first), positions.get(second)), (7, 9));
        // Another block starts afresh.
        positions.remove(first);
        positions.begin_block();
        positions.note_new(second, 1);
        assert_eq!(positions.get(second), 1);
    }
}
