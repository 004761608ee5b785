//! Parts of MIR text about a function that no pass needs: they are kept so that a function prints as
//! it was read.

use avarice_ir::MetadataId;
use avarice_target::{PhysReg, SubRegIdx};
use cranelift_entity::packed_option::PackedOption;

use crate::entities::{Block, FrameIndex, Inst, Reg, VReg};
use crate::text_names::{JumpTableKind, MirFlags};

/// A variable, its expression and its location: debug information about a stack object or register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VariableInfo {
    /// `DILocalVariable`
    pub variable: PackedOption<MetadataId>,
    /// `DIExpression`
    pub expression: PackedOption<MetadataId>,
    /// `DILocation`
    pub location: PackedOption<MetadataId>,
}

impl VariableInfo {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The registers that pass a call's arguments on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The call.
    pub inst: Inst,
    /// Numbers of arguments and their registers.
    pub arguments: Vec<(u16, Reg)>,
}

/// Debug values that refer to one instruction's operand mean another's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugSubstitution {
    /// Number of the instruction and its operand that is no more.
    pub from: (u32, u32),
    /// Number of the instruction and its operand that has the value now.
    pub to: (u32, u32),
    /// Sub-register of the value, 0 for all of it.
    pub sub_reg: u32,
}

/// A PHI that debug values refer to, after PHIs were replaced by copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugPhi {
    /// Its number.
    pub number: u32,
    /// Its block, at whose start the value is.
    pub block: Block,
    /// The register that holds it.
    pub reg: VReg,
    /// The part of the register that holds it.
    pub sub_reg: SubRegIdx,
}

/// What a MIR document says about a function that no pass needs.
#[derive(Clone, Debug, Default)]
pub struct MirInfo {
    /// Yes-or-no lines.
    pub flags: MirFlags,
    /// `debugInstrRef`, `None` for the target's usual value.
    pub debug_instr_ref: Option<bool>,
    /// The `functionContext` slot.
    pub function_context: Option<FrameIndex>,
    /// `cvBytesOfCalleeSavedRegisters`
    pub cv_bytes_of_callee_saved_registers: u32,
    /// Kind of jump table entries.
    pub jump_table_kind: JumpTableKind,
    /// Lines under `machineFunctionInfo` that were read.
    pub function_info: Vec<(Box<str>, Box<str>)>,
    /// `entry_values`: variables in registers at the entry.
    pub entry_values: Vec<(PhysReg, VariableInfo)>,
    /// `callSites`
    pub call_sites: Vec<CallSite>,
    /// `debugValueSubstitutions`
    pub debug_substitutions: Vec<DebugSubstitution>,
    /// PHIs that debug values refer to; no part of the text.
    pub debug_phis: Vec<DebugPhi>,
    /// The largest number that an instruction was given; `None` if that is not known.
    pub last_debug_number: Option<u32>,
}
