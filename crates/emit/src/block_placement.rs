//! `block-placement`: where the code of a loop begins.
//!
//! [`crate::branch_folding`] has ordered blocks; this aligns those that end up as the top of a loop, so that the
//! processor fetches them at once.

use avarice_mir::{MachineFunction, TargetHooks};
use cranelift_entity::SecondaryMap;

/// Aligns the blocks that branches from behind lead to.
///
/// # Requires
/// Blocks are in their final order.
///
/// # Preserves
/// Everything but the alignment of blocks.
pub fn run(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    let align = hooks.loop_alignment();
    if align <= 1 || function.optimize_for_size {
        return;
    }
    let mut is_passed: SecondaryMap<avarice_mir::Block, bool> = SecondaryMap::new();
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        is_passed[block] = true;
        for index in 0..function.blocks[block].succs.len() {
            let to = function.blocks[block].succs[index];
            if is_passed[to] && to != function.layout[0] {
                let data = &mut function.blocks[to];
                data.align = data.align.max(align);
            }
        }
    }
}
