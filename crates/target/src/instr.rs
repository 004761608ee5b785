//! Instruction rows.

use crate::ids::{PhysReg, RegClass};

bitflags::bitflags! {
    /// What an instruction is and does (LLVM's MCInstrDesc flags).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct InstrFlags: u32 {
        /// May have more operands than its row lists.
        const VARIADIC = 1 << 0;
        /// Has no encoding.
        const PSEUDO = 1 << 1;
        /// Emits no code.
        const META = 1 << 2;
        /// Returns.
        const RETURN = 1 << 3;
        /// Calls.
        const CALL = 1 << 4;
        /// Control never goes past it.
        const BARRIER = 1 << 5;
        /// Ends a block.
        const TERMINATOR = 1 << 6;
        /// Branches.
        const BRANCH = 1 << 7;
        /// Branches to an address in a register or in memory.
        const INDIRECT_BRANCH = 1 << 8;
        /// Compares.
        const COMPARE = 1 << 9;
        /// Moves an immediate.
        const MOVE_IMM = 1 << 10;
        /// Moves a register.
        const MOVE_REG = 1 << 11;
        /// Bit cast between classes.
        const BITCAST = 1 << 12;
        /// A load that other instructions may fold.
        const FOLDABLE_LOAD = 1 << 13;
        /// May read memory.
        const MAY_LOAD = 1 << 14;
        /// May write memory.
        const MAY_STORE = 1 << 15;
        /// Has effects that its operands do not show.
        const SIDE_EFFECTS = 1 << 16;
        /// Operands 1 and 2 can change places.
        const COMMUTABLE = 1 << 17;
        /// Has a three-address form.
        const CONVERTIBLE_TO_3ADDR = 1 << 18;
        /// Needs code made by a hook after selection.
        const CUSTOM_INSERTER = 1 << 19;
        /// Can be computed again instead of being kept.
        const REMATERIALIZABLE = 1 << 20;
        /// As cheap as a register move.
        const CHEAP_AS_MOVE = 1 << 21;
        /// May raise a floating-point exception.
        const FP_EXCEPTION = 1 << 22;
        /// Must not be made control dependent on more.
        const CONVERGENT = 1 << 23;
        /// Must not be duplicated.
        const NOT_DUPLICABLE = 1 << 24;
    }

    /// Marks of one operand.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct OperandFlags: u8 {
        /// Written before all inputs are read.
        const EARLY_CLOBBER = 1 << 0;
        /// A pointer-sized register: `class` is the class it has on this target.
        const POINTER = 1 << 1;
    }
}

/// The kind of an operand (LLVM's MCOI::OperandType, target's own kinds above `PcRel`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct OperandType(pub u8);

impl OperandType {
    /// Anything.
    pub const UNKNOWN: Self = Self(0);
    /// An immediate.
    pub const IMMEDIATE: Self = Self(1);
    /// A register.
    pub const REGISTER: Self = Self(2);
    /// Part of a memory reference.
    pub const MEMORY: Self = Self(3);
    /// A PC-relative target.
    pub const PC_REL: Self = Self(4);
    /// The first kind of operands of generic instructions: of a type that other operands may share.
    const FIRST_GENERIC: u8 = 6;
    /// One more than the last of these kinds.
    const END_GENERIC: u8 = 12;

    /// Which of the types of a generic instruction the operand has, `None` for all other kinds.
    pub fn generic_index(self) -> Option<u8> {
        let generic = Self::FIRST_GENERIC..Self::END_GENERIC;
        generic
            .contains(&self.0)
            .then(|| self.0 - Self::FIRST_GENERIC)
    }
}

/// One operand of an instruction row.
#[derive(Clone, Copy, Debug)]
pub struct OperandDesc {
    /// Its kind.
    pub kind: OperandType,
    /// Register class of a register operand.
    pub class: Option<RegClass>,
    /// Index of the definition that must be in the same register, -1 if none.
    pub tied_to: i8,
    /// Marks.
    pub flags: OperandFlags,
}

/// The encoding of a row: the target's own columns, or a word with fields.
#[derive(Clone, Copy, Debug)]
pub struct EncodingRow {
    /// Form number, an index into the target's list of forms; 0 for a word.
    pub form: u8,
    /// Opcode byte or bits; for a word its fixed bits.
    pub opcode: u32,
    /// Everything else, packed by the target; for a word the bits that are neither fixed nor in a field.
    pub bits: u32,
    /// Where the operands of a word stand, from its high end; empty for columns.
    pub fields: &'static [EncodingField],
}

/// A run of bits of one operand in an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodingField {
    /// Index of the (first) flat operand.
    pub operand: u8,
    /// Lowest bit of the operand's value that is in the run.
    pub low: u8,
    /// Number of bits.
    pub width: u8,
    /// The position of the lowest bit in the word.
    pub at: u8,
}

/// One machine instruction.
#[derive(Debug)]
pub struct InstrDesc {
    /// LLVM's opcode name.
    pub name: &'static str,
    /// Explicit definitions: the first `num_defs` operands.
    pub num_defs: u8,
    /// Explicit operands, after expansion (a memory operand may be several).
    pub operands: &'static [OperandDesc],
    /// Flags.
    pub flags: InstrFlags,
    /// Registers read in addition to the operands.
    pub implicit_uses: &'static [PhysReg],
    /// Registers written in addition to the operands.
    pub implicit_defs: &'static [PhysReg],
    /// LLVM's asm string (`add{l}\t{$src2, $src1|$src1, $src2}`), empty if none.
    pub asm: &'static str,
    /// For each named operand of `outs` then `ins`: its name and the index of its first flat operand.
    pub names: &'static [(&'static str, u8)],
    /// For each of `names`, the kind of operand that the row says: a register class or a kind of the target.
    pub kinds: &'static [&'static str],
    /// Its encoding, `None` for pseudos.
    pub encoding: Option<EncodingRow>,
    /// Bytes of its code; 0 if there is none, or if that depends on the operands.
    pub size: u8,
    /// LLVM's name of the execution domain or similar note, empty if none.
    pub domain: &'static str,
    /// Names of the features that it needs.
    pub predicates: &'static [&'static str],
}

impl InstrDesc {
    /// Whether all of `flags` are set.
    #[inline]
    pub fn has(&self, flags: InstrFlags) -> bool {
        self.flags.contains(flags)
    }
}
