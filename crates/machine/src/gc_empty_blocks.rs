//! `gc-empty-basic-blocks`: removes blocks without code, so that no block has the address of another.
//!
//! ```text
//!   bb.1:                              bb.1:
//!     JCC_1 %bb.2, 4                     JCC_1 %bb.3, 4
//!   bb.2:                      ──▶
//!     DBG_VALUE $eax …
//!   bb.3:                              bb.3:
//! ```

use avarice_mir::{Block, Inst, MachineFunction, inst_facts};
use avarice_target::op;
use cranelift_entity::EntitySet;

use crate::pass::{MachinePass, When, on_functions};

/// `gc-empty-basic-blocks`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    after: &["block-placement"],
    ..MachinePass::new(
        "gc-empty-basic-blocks",
        "Remove Empty Basic Blocks.",
        || on_functions(run),
    )
};

/// Removes blocks that become no code; what led to them leads to the block after them.
///
/// # Requires
/// Final order of blocks, no PHIs.
///
/// # Ensures
/// A block has code, or it is the last one, a landing pad or one whose address is taken.
pub fn run(function: &mut MachineFunction) {
    let mut removed: EntitySet<Block> = EntitySet::new();
    for at in 1..function.layout.len() {
        let (block, next) = (function.layout[at - 1], function.layout[at]);
        if is_removed(function, block) {
            remove(function, block, next);
            removed.insert(block);
        }
    }
    function.layout.retain(|block| !removed.contains(*block));
}

fn is_removed(function: &MachineFunction, block: Block) -> bool {
    let data = &function.blocks[block];
    let has_address = data.ir_address_taken.is_some() || data.machine_address_taken;
    let mut insts = function.block_insts(block);
    !data.eh_pad && !has_address && insts.all(|inst| is_no_code(function, inst))
}

fn is_no_code(function: &MachineFunction, inst: Inst) -> bool {
    let is_mark = matches!(function.opcode(inst), op::IMPLICIT_DEF | op::KILL);
    is_mark || inst_facts::is_position(function, inst) || function.is_debug(inst)
}

/// Takes `block` out of the graph; `next` stands for it.
fn remove(function: &mut MachineFunction, block: Block, next: Block) {
    for pred in function.blocks[block].preds.clone() {
        function.retarget_branches(pred, block, next);
    }
    for entry in function.jump_tables.values_mut().flatten() {
        if *entry == block {
            *entry = next;
        }
    }
    while let Some(succ) = function.blocks[block].succs.last().copied() {
        function.remove_edge(block, succ);
    }
    while let Some(inst) = function.blocks[block].last.expand() {
        function.remove_inst(inst);
    }
}
