//! Instructions that read or write memory where another form has a register.
//!
//! ```text
//!   ADD32rr %a, %b            register form
//!   ADD32rm %a, [address]     memory form: operand 2 became the address
//! ```

use crate::ids::Opcode;

bitflags::bitflags! {
    /// What a pair of forms is good for.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FoldFlags: u8 {
        /// The memory form reads the memory.
        const LOAD = 1 << 0;
        /// The memory form writes the memory.
        const STORE = 1 << 1;
        /// The address stands for the definition and the use that is tied to it.
        const TIED = 1 << 2;
        /// Memory must not be folded into the register form.
        const NO_FOLD = 1 << 3;
        /// The memory form must not be split into an access and the register form.
        const NO_UNFOLD = 1 << 4;
    }
}

/// A register form and the memory form for one of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The form with a register.
    pub register_form: Opcode,
    /// The form with an address.
    pub memory_form: Opcode,
    /// Index of the operand: the register in one form, the first operand of the address in the other.
    pub operand: u8,
    /// Alignment in bytes that the address must have; 1 if any will do.
    pub align: u8,
    /// What the pair is good for.
    pub flags: FoldFlags,
}

impl Fold {
    /// Whether all of `flags` are set.
    #[inline]
    pub fn has(&self, flags: FoldFlags) -> bool {
        self.flags.contains(flags)
    }

    /// What the table is sorted by.
    fn key(&self) -> (Opcode, bool, u8) {
        (self.register_form, self.has(FoldFlags::TIED), self.operand)
    }
}

/// All pairs of a target, searched from either side.
#[derive(Debug)]
pub struct FoldTable {
    /// By register form; tied pairs after the others, those by operand.
    pub folds: &'static [Fold],
    /// Places in `folds` of what may be unfolded, by memory form.
    pub by_memory_form: &'static [u16],
}

impl FoldTable {
    fn find(&self, key: (Opcode, bool, u8)) -> Option<&'static Fold> {
        let at = self.folds.binary_search_by_key(&key, Fold::key).ok()?;
        Some(&self.folds[at]).filter(|fold| !fold.has(FoldFlags::NO_FOLD))
    }

    /// The form of `opcode` with memory instead of register operand `operand`.
    pub fn memory_form(&self, opcode: Opcode, operand: usize) -> Option<&'static Fold> {
        self.find((opcode, false, u8::try_from(operand).ok()?))
    }

    /// The form of `opcode` that modifies memory instead of definition 0 and the use tied to it.
    pub fn tied_memory_form(&self, opcode: Opcode) -> Option<&'static Fold> {
        self.find((opcode, true, 0))
    }

    /// The form of `opcode` with a register instead of memory.
    pub fn register_form(&self, opcode: Opcode) -> Option<&'static Fold> {
        let fold = |at: &u16| &self.folds[usize::from(*at)];
        let at = self
            .by_memory_form
            .binary_search_by_key(&opcode, |at| fold(at).memory_form);
        at.ok().map(|at| fold(&self.by_memory_form[at]))
    }
}
