//! Words of MIR text: [`TextNames`], those that only a target knows (see
//! [`crate::TargetHooks::text_names`]), and the words of jump tables and flags.

/// The words of one target in MIR text.
#[derive(Debug)]
pub struct TextNames {
    /// Bits of an operand's target flags that hold one of `target_flags`; the others are flags of
    /// their own, in `target_flag_bits`.
    pub target_flag_mask: u16,
    /// Numbers and names of target flags of which an operand has one: `x86-plt`.
    pub target_flags: &'static [(u16, &'static str)],
    /// Masks and names of target flags that combine: `aarch64-nc`.
    pub target_flag_bits: &'static [(u16, &'static str)],
    /// Names of the three target flags of memory operands, empty where there is none.
    pub mem_flags: [&'static str; 3],
    /// Names of target indices.
    pub target_indices: &'static [(u32, &'static str)],
    /// Names of register banks, as MIR writes them.
    pub reg_banks: &'static [&'static str],
    /// Keys and usual values under `machineFunctionInfo`.
    pub function_info: &'static [(&'static str, &'static str)],
    /// Alignment in bytes that functions have, and that of those that are optimized for size.
    pub function_align: [u64; 2],
    /// Extensions whose instructions the tables leave out, in words; empty if there are none.
    pub left_out: &'static str,
    /// What the debug form subtracts from offsets of stack objects: where LLVM's offset 0 is, in bytes
    /// from the stack pointer at entry.
    pub stack_bias: i64,
    /// Whether debug values refer to instructions by number (`debugInstrRef`) in functions selected here.
    pub debug_instr_ref: bool,
}

impl TextNames {
    /// No words at all.
    pub const NONE: Self = Self {
        target_flag_mask: u16::MAX,
        target_flags: &[],
        target_flag_bits: &[],
        mem_flags: [""; 3],
        target_indices: &[],
        reg_banks: &[],
        function_info: &[],
        function_align: [1; 2],
        left_out: "",
        stack_bias: 0,
        debug_instr_ref: false,
    };

    /// The target flag or combinable bit with this name.
    pub fn target_flag(&self, name: &str) -> Option<u16> {
        let mut all = self.target_flags.iter().chain(self.target_flag_bits);
        all.find(|(_, n)| *n == name).map(|(number, _)| *number)
    }
}

bitflags::bitflags! {
    /// Yes-or-no lines of a MIR document that no pass looks at.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct MirFlags: u32 {
        /// `legalized`
        const LEGALIZED = 1 << 0;
        /// `regBankSelected`
        const REG_BANK_SELECTED = 1 << 1;
        /// `selected`
        const SELECTED = 1 << 2;
        /// `failedISel`
        const FAILED_ISEL = 1 << 3;
        /// `hasWinCFI`
        const HAS_WIN_CFI = 1 << 4;
        /// `callsEHReturn`
        const CALLS_EH_RETURN = 1 << 5;
        /// `callsUnwindInit`
        const CALLS_UNWIND_INIT = 1 << 6;
        /// `hasEHCatchret`
        const HAS_EH_CATCHRET = 1 << 7;
        /// `hasEHScopes`
        const HAS_EH_SCOPES = 1 << 8;
        /// `hasEHFunclets`
        const HAS_EH_FUNCLETS = 1 << 9;
        /// `isOutlined`
        const IS_OUTLINED = 1 << 10;
        /// `failsVerification`
        const FAILS_VERIFICATION = 1 << 11;
        /// `tracksDebugUserValues`
        const TRACKS_DEBUG_USER_VALUES = 1 << 12;
        /// `hasStackMap` of the frame
        const HAS_STACK_MAP = 1 << 13;
        /// `hasPatchPoint` of the frame
        const HAS_PATCH_POINT = 1 << 14;
        /// Every tied use has the register of its definition; not written, but found when reading.
        const TIED_OPS_REWRITTEN = 1 << 15;
    }
}

macro_rules! jump_table_kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What an entry of the function's jump tables is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum JumpTableKind { $($(#[$doc])* $name,)* }

        impl JumpTableKind {
            /// The word in MIR text.
            pub fn keyword(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The kind with this word.
            pub fn from_keyword(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$name),)* _ => None }
            }
        }
    };
}

jump_table_kinds! {
    /// The address of the block.
    #[default]
    BlockAddress = "block-address",
    /// 64-bit offset from the global pointer.
    GpRel64 = "gp-rel64-block-address",
    /// 32-bit offset from the global pointer.
    GpRel32 = "gp-rel32-block-address",
    /// 32-bit difference of the block and the table.
    LabelDifference32 = "label-difference32",
    /// 64-bit difference of the block and the table.
    LabelDifference64 = "label-difference64",
    /// Made by the target with the instruction.
    Inline = "inline",
    /// 32-bit entries that the target makes.
    Custom32 = "custom32",
}
