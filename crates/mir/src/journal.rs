//! A log of the changes of a machine function, in order, for observers.

use crate::entities::{Inst, VReg};

/// A list of changes, which only grows: an observer remembers how far it has read.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    is_on: bool,
    placed: Vec<Inst>,
    edited: Vec<Inst>,
    regs: Vec<VReg>,
}

impl Journal {
    /// Begins to note changes.
    pub fn begin(&mut self) {
        self.is_on = true;
    }

    /// Whether changes are noted.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Instructions that were put into a block or taken out of one.
    pub fn placed(&self) -> &[Inst] {
        &self.placed
    }

    /// Instructions of which the opcode or an operand may have changed.
    pub fn edited(&self) -> &[Inst] {
        &self.edited
    }

    /// Registers of which the class may have changed, or whether anything uses them.
    pub fn regs(&self) -> &[VReg] {
        &self.regs
    }

    #[inline]
    pub(crate) fn note_placed(&mut self, inst: Inst) {
        if self.is_on {
            self.placed.push(inst);
        }
    }

    #[inline]
    pub(crate) fn note_edited(&mut self, inst: Option<Inst>) {
        if self.is_on
            && let Some(inst) = inst
        {
            self.edited.push(inst);
        }
    }

    #[inline]
    pub(crate) fn note_reg(&mut self, reg: Option<VReg>) {
        if self.is_on
            && let Some(reg) = reg
        {
            self.regs.push(reg);
        }
    }
}
