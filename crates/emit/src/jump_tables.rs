//! Jump tables: what their entries are, and what they are distances from.
//!
//! ```text
//!   .Ltmp0:                        an instruction of the function that reads the table
//!       adr  x9, .Ltmp0
//!   .LJTI0_0:
//!       .word .LBB0_2-.Ltmp0
//!
//!       adr  x9, .LBB0_2           a block, after a pass has made the entries smaller
//!   .LJTI0_0:
//!       .byte (.LBB0_5-.LBB0_2)>>2
//!
//!   .LJTI0_0:
//!       .long .LBB0_2-.LJTI0_0     the table, on targets whose instructions say nothing else
//!       .quad .LBB0_2              nothing: addresses
//! ```

use avarice_ir::CodeModel;
use avarice_mir::{Inst, JumpTableIndex, MachineFunction};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::buffer::Label;
use crate::elf_target::ElfTarget;
use crate::emit_options::{EmitOptions, RelocationModel};
use crate::target::TargetEmitter;

/// Bits by which distances in compressed entries are shifted.
pub(crate) const COMPRESSED_SHIFT: u32 = 2;

/// What the entries of jump tables are that no pass made smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JumpTableEntry {
    /// Bytes of an entry.
    pub(crate) size: u8,
    /// Distances rather than addresses.
    pub(crate) is_relative: bool,
}

impl JumpTableEntry {
    pub(crate) fn of(target: &ElfTarget, options: &EmitOptions) -> Self {
        let is_pic = options.relocation_model == RelocationModel::Pic;
        let is_relative = is_pic || target.relative_jump_tables;
        let is_far = options.memory_model.code_model == CodeModel::Large
            && target.has_large_sections
            || !is_relative;
        Self {
            size: if is_far { 8 } else { 4 },
            is_relative,
        }
    }
}

/// A jump table of encoded code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpTableCode {
    /// For each entry, the offset of its block in the code.
    pub entries: Vec<u32>,
    /// The offset in the code that entries are distances from; `None` if none is in the code.
    pub base: Option<u32>,
    /// Bytes of an entry that a pass has made smaller.
    pub compressed_size: Option<u8>,
}

/// For each jump table the label that its entries are distances from.
pub(crate) type TableBases = SecondaryMap<JumpTableIndex, PackedOption<Label>>;

/// The jump table whose entries are distances from `inst`.
pub(crate) fn table_based_at(
    function: &MachineFunction,
    inst: Inst,
    emitter: &dyn TargetEmitter,
) -> Option<JumpTableIndex> {
    let table = emitter.jump_table_base(function, inst)?;
    function.compressed_tables[table].is_none().then_some(table)
}
