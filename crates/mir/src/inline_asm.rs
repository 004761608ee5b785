//! The operands of inline assembly.
//!
//! ```text
//!   INLINEASM &"text", extra, flag, operands…, flag, operands…, …
//! ```
//!
//! A word precedes each group of operands, an [`AsmFlag`]: `$0` in the text is the first group.

/// The word in front of each group of operands of inline assembly.
///
/// ```text
///   bits 0-2  kind      bits 3-15  number of operands
///   bits 16-30  register class + 1, memory constraint, or the tied group (bit 31 set)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmFlag(pub u32);

/// What a group of operands is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum AsmOperandKind {
    /// A register that is read.
    RegUse = 1,
    /// A register that is written.
    RegDef = 2,
    /// A register that is written before everything is read.
    RegDefEarlyClobber = 3,
    /// A register that is destroyed.
    Clobber = 4,
    /// A number or address.
    Imm = 5,
    /// An address in memory.
    Mem = 6,
    /// A function.
    Func = 7,
}

impl AsmFlag {
    /// A group of `count` operands.
    pub fn new(kind: AsmOperandKind, count: usize) -> Self {
        Self(kind as u32 | (count as u32) << 3)
    }

    /// The same for registers of a class, given by its number.
    pub fn with_class(self, class: usize) -> Self {
        Self(self.0 | (class as u32 + 1) << 16)
    }

    /// The same for a register that is the one of an earlier group.
    pub fn with_tie(self, group: usize) -> Self {
        Self(self.0 | 1 << 31 | (group as u32) << 16)
    }

    /// The same for memory with a constraint, see [`MEMORY_CONSTRAINTS`].
    pub fn with_memory_constraint(self, number: usize) -> Self {
        Self(self.0 | (number as u32) << 16)
    }

    /// Number of operands of the group.
    pub fn num_operands(self) -> usize {
        (self.0 >> 3 & 0x1fff) as usize
    }

    /// What the group is, `None` for a number that stands for nothing.
    pub fn kind(self) -> Option<AsmOperandKind> {
        use AsmOperandKind::*;
        let kinds = [RegUse, RegDef, RegDefEarlyClobber, Clobber, Imm, Mem, Func];
        kinds.into_iter().find(|kind| *kind as u32 == self.0 & 7)
    }

    /// The number of the register class, if there is one.
    pub fn class(self) -> Option<usize> {
        let class = (self.data() & 0x3fff).checked_sub(1);
        class
            .filter(|_| !self.is_tied())
            .map(|class| class as usize)
    }

    /// Whether the group's register is that of an earlier group.
    pub fn is_tied(self) -> bool {
        self.0 >> 31 != 0
    }

    /// Bits 16 to 30.
    pub fn data(self) -> u32 {
        self.0 >> 16 & 0x7fff
    }
}

/// Letters of memory constraints by number.
pub const MEMORY_CONSTRAINTS: [&str; 29] = [
    "unknown", "es", "i", "k", "m", "o", "v", "A", "Q", "R", "S", "T", "Um", "Un", "Uq", "Us",
    "Ut", "Uv", "Uy", "X", "Z", "ZB", "ZC", "Zy", "p", "ZQ", "ZR", "ZS", "ZT",
];

bitflags::bitflags! {
    /// Operand 1 of inline assembly: what is known about the text.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct AsmExtra: i64 {
        /// It has effects other than writing its outputs.
        const SIDE_EFFECT = 1;
        /// The stack must be aligned.
        const ALIGN_STACK = 2;
        /// It is in Intel's syntax.
        const INTEL = 4;
        /// It reads memory.
        const MAY_LOAD = 8;
        /// It writes memory.
        const MAY_STORE = 16;
        /// It must not be made dependent on more conditions.
        const CONVERGENT = 32;
    }
}
