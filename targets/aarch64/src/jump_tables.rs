//! `aarch64-jump-tables`: makes the entries of jump tables as small as the function's code allows.
//!
//! ```text
//!   adr   x9, .Ltmp0                        adr  x9, .LBB0_2           the first of the table's blocks
//!   ldrsw x10, [x11, x12, lsl #2]    ─▶     ldrb w10, [x11, x12]
//!   add   x9, x9, x10                       add  x9, x9, x10, lsl #2
//!   .word .LBB0_5-.Ltmp0                    .byte (.LBB0_5-.LBB0_2)>>2
//! ```

use avarice_machine::pass::{MachinePass, MachineUnit, When};
use avarice_mir::{
    Block, CompressedEntries, Inst, JumpTable, JumpTableIndex, MachineFunction, OperandValue,
};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;

use crate::branch_reach::code_size;
use crate::op;
use crate::subtarget::Features;

/// Bytes of an instruction.
const WORD: i64 = 4;

/// How far `adr` reaches in either direction, in bytes.
const REACH: i64 = 1 << 20;

/// `aarch64-jump-tables`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["branch-relaxation"],
    ..MachinePass::new(
        "aarch64-jump-tables",
        "AArch64 compress jump tables pass",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let is_smallest = unit.has_attribute("minsize");
                let features = Features::of(&unit.function);
                if is_smallest || !features.contains(Features::FORCE_32_BIT_JUMP_TABLES) {
                    run(&mut unit.function);
                }
                Ok(())
            })
        },
    )
};

/// The jump table that `inst`, one of the `JumpTableDest` pseudos, reads.
pub(crate) fn table_of(function: &MachineFunction, inst: Inst) -> Option<JumpTableIndex> {
    match function.operands(inst).get(4)?.value() {
        OperandValue::JumpTable(table) => Some(table),
        _ => None,
    }
}

/// Gives jump tables entries of 8 or 16 bits where the distances between their blocks allow it.
///
/// # Requires
/// Final code and order of blocks.
///
/// # Ensures
/// A table has smaller entries only if its first block is in the reach of `adr` from the instruction that reads the table,
/// and the last one within the range of an entry. A function with inline assembly, whose size is not known, is unchanged.
///
/// # Preserves
/// The control flow graph, all values.
pub fn run(function: &mut MachineFunction) {
    if function.jump_tables.is_empty() {
        return;
    }
    let Some(offsets) = block_offsets(function) else {
        return;
    };
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut offset = offsets[block];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let size = size_of(function, inst);
            if function.opcode(inst) == op::JumpTableDest32 {
                compress(function, inst, offset, &offsets);
            }
            offset += size;
        }
    }
}

/// For each block, the most bytes that are before it; `None` if that is not known.
fn block_offsets(function: &MachineFunction) -> Option<SecondaryMap<Block, i64>> {
    let mut offsets = SecondaryMap::with_capacity(function.blocks.len());
    let mut end = 0;
    for block in &function.layout {
        let align = i64::try_from(function.blocks[*block].align).ok()?;
        // Where the function begins is not known, so that any padding is possible.
        end += (align - WORD).max(0);
        offsets[*block] = end;
        for inst in function.block_insts(*block) {
            if matches!(function.opcode(inst), op::INLINEASM | op::INLINEASM_BR) {
                return None;
            }
            end += size_of(function, inst);
        }
    }
    Some(offsets)
}

fn size_of(function: &MachineFunction, inst: Inst) -> i64 {
    i64::try_from(code_size(function, inst)).unwrap_or(i64::MAX >> 16)
}

/// Makes the entries smaller of the table that `inst`, which is at `offset`, reads.
fn compress(
    function: &mut MachineFunction,
    inst: Inst,
    offset: i64,
    offsets: &SecondaryMap<Block, i64>,
) {
    let Some(table) = table_of(function, inst) else {
        return;
    };
    let Some((base, span)) = extent(&function.jump_tables[table], offsets) else {
        return;
    };
    if !(-REACH..REACH).contains(&(offsets[base] - offset)) {
        return;
    }
    let (size, opcode) = match span / WORD {
        0..=0xff => (1, op::JumpTableDest8),
        0x100..=0xffff => (2, op::JumpTableDest16),
        _ => return,
    };
    function.compressed_tables[table] = Some(CompressedEntries { size, base });
    function.set_opcode(inst, opcode);
}

/// The first block of a table, and how many bytes after it the last one begins. Of blocks that begin at one place, it is the
/// one that comes last in the table.
fn extent(table: &JumpTable, offsets: &SecondaryMap<Block, i64>) -> Option<(Block, i64)> {
    let last = table.iter().map(|block| offsets[*block]).max()?;
    let first = table.iter().rev().min_by_key(|block| offsets[**block])?;
    Some((*first, last - offsets[*first]))
}
