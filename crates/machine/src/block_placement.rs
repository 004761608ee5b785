//! `block-placement`: orders blocks and aligns loops.
//!
//! [`crate::block_order`] orders blocks; this aligns those that end up as the top of a loop, so that the
//! processor fetches them at once.

use crate::block_order;
use crate::pass::{MachinePass, MachineUnit, When};
use avarice_mir::{MachineFunction, TargetHooks};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;

/// `block-placement`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["branch-folder"],
    ..MachinePass::new(
        "block-placement",
        "Branch Probability Basic Block Placement",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                run(&mut unit.function, unit.target);
                Ok(())
            })
        },
    )
};

/// Orders blocks, then aligns the targets of backward branches.
///
/// # Requires
/// No PHIs. Successor lists agree with branches.
///
/// # Ensures
/// No jump to the block that follows, no block that nothing reaches; blocks are numbered by place.
pub fn run(function: &mut MachineFunction, hooks: &dyn TargetHooks) {
    block_order::run(function, hooks);
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
