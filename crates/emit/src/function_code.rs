//! The code of one function, and what belongs to it.

use avarice_mir::{CfiInstruction, ConstPoolEntry, Symbol};
use cranelift_entity::PrimaryMap;

use crate::block_address_map::BlockMap;
use crate::buffer::Fixup;
use crate::debug::rows::FunctionDebug;
use crate::exception_table::EncodedExceptionTable;
use crate::function_entry::FunctionEntry;
use crate::jump_tables::JumpTableCode;

/// A function's code and what belongs to it.
#[derive(Clone, Debug)]
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
}
