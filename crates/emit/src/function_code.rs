//! The code of one function, and what belongs to it.

use avarice_ir::{Global, Module};
use avarice_mir::{CfiInstruction, ConstPoolEntry, MachineFunction, Symbol};
use cranelift_entity::PrimaryMap;

use crate::block_address_map::BlockMap;
use crate::buffer::{FarJump, Fixup};
use crate::debug::rows::FunctionDebug;
use crate::emit_options::EmitOptions;
use crate::exception_table::EncodedExceptionTable;
use crate::function_entry::FunctionEntry;
use crate::jump_tables::JumpTableCode;
use crate::names::is_local_reference;

/// A function's code and what belongs to it.
#[derive(Clone, Debug, Default)]
pub struct FunctionCode {
    /// Code; fields of fixups are zero.
    pub bytes: Vec<u8>,
    /// Alignment in bytes.
    pub align: u64,
    /// Longest instruction in bytes that fills the gap before it.
    pub longest_nop: usize,
    /// Fixups that the layout of this function alone does not settle, in order of offset.
    pub fixups: Vec<Fixup>,
    /// Names of the external symbols that fixups refer to.
    pub symbols: PrimaryMap<Symbol, Box<str>>,
    /// Constant pool.
    pub const_pool: Vec<ConstPoolEntry>,
    /// Jump tables.
    pub jump_tables: Vec<JumpTableCode>,
    /// Offsets of the blocks whose address is taken.
    pub block_offsets: Vec<(avarice_ir::Block, u32)>,
    /// Call frame instructions with their offsets.
    pub cfi: Vec<(u32, CfiInstruction)>,
    /// Whether its return address is signed with the second of two keys.
    pub has_b_key: bool,
    /// Offsets of traps that are listed.
    pub traps: Vec<u32>,
    /// What its personality function reads.
    pub exception_table: Option<EncodedExceptionTable>,
    /// Whether the function has an entry in the unwind table.
    pub has_unwind_table: bool,
    /// What stands around its label.
    pub entry: Option<Box<FunctionEntry>>,
    /// Where the room for patches begins that is to be listed, in bytes from the function's start; below 0 before it.
    pub patch: Option<i64>,
    /// The blocks that the map of block addresses lists.
    pub mapped_blocks: Option<BlockMap>,
    /// The size of its stack frame in bytes, if that is listed.
    pub listed_stack_size: Option<u64>,
    /// What its debug information says of the code.
    pub debug: Option<Box<FunctionDebug>>,
    /// Jumps out of the function, in order, all of them long unless the function was encoded again.
    pub far_jumps: Vec<FarJump>,
    /// The machine code, where one of these may have to be short: see [`Self::keep_if_near`].
    pub machine: Option<Box<MachineFunction>>,
}

/// A short jump goes back at most this many bytes, and ahead one less.
const NEAR: u32 = 128;

/// By how many bytes the code next to a jump may shrink: alignment, and for each jump what the short form saves.
const SLACK: u32 = 32;
const SLACK_OF_JUMP: u32 = 6;

impl FunctionCode {
    /// Keeps the machine code that this was encoded from if a jump out of it may be short in an object file. Most functions
    /// have no such jump, or what follows or precedes it in them is too long already.
    pub fn keep_if_near(
        &mut self,
        module: &Module,
        function: MachineFunction,
        options: &EmitOptions,
    ) {
        let Some(own) = function.ir_function else {
            return;
        };
        let reach = NEAR + SLACK + SLACK_OF_JUMP * self.far_jumps.len() as u32;
        let size = self.bytes.len() as u32;
        let may_reach = |jump: &FarJump| {
            let least = match jump.target > own {
                true => size - jump.end,
                false => jump.end,
            };
            least <= reach && is_near_candidate(module, jump.target, options)
        };
        if self.far_jumps.iter().any(may_reach) {
            self.machine = Some(Box::new(function));
        }
    }
}

/// Whether a jump to this global may be short: nothing but this object decides where it is.
pub(crate) fn is_near_candidate(module: &Module, target: Global, options: &EmitOptions) -> bool {
    module.globals[target].function().is_some() && is_local_reference(module, target, options)
}
