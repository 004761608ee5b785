//! What passes that move blocks do with the ends of blocks: where control falls through, and branches that follow a new
//! order.

use avarice_ir::MetadataId;
use avarice_mir::{Block, BranchAnalysis, Inst, MachineFunction, TargetHooks};
use avarice_target::InstrFlags;
use cranelift_entity::packed_option::PackedOption;

/// The block that control may reach by running off the end of `block`; `next` is the block after it.
pub fn fall_through(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    next: Option<Block>,
) -> Option<Block> {
    let next = next.filter(|next| function.is_successor(block, *next));
    next?;
    let Some(branch) = hooks.analyze_branch(function, block) else {
        let last = function.blocks[block].last.expand();
        let is_barrier = |inst: Inst| function.desc(inst).has(InstrFlags::BARRIER);
        return next.filter(|_| !last.is_some_and(is_barrier));
    };
    let falls = branch.taken.is_none()
        || branch.taken == next
        || branch.otherwise == next
        || !branch.condition.is_empty() && branch.otherwise.is_none();
    next.filter(|_| falls)
}

/// The debug location of the branches at the end of `block`: none if one of them has none, else that of the first.
pub fn branch_location(function: &MachineFunction, block: Block) -> PackedOption<MetadataId> {
    let mut first = None;
    let mut cursor = function.first_terminator(block);
    while let Some(inst) = cursor {
        if function.desc(inst).has(InstrFlags::BRANCH) {
            let Some(location) = function.debug_loc(inst).expand() else {
                return None.into();
            };
            first = first.or(Some(location));
        }
        cursor = function.next_inst(inst);
    }
    first.into()
}

/// An unconditional branch.
pub fn jump(taken: Option<Block>) -> BranchAnalysis {
    BranchAnalysis {
        taken,
        ..BranchAnalysis::default()
    }
}

/// Inserts branches at the end of `block` that have this debug location.
pub fn insert_branch(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    branch: &BranchAnalysis,
    location: PackedOption<MetadataId>,
) {
    let before = function.blocks[block].last.expand();
    hooks.insert_branch(function, block, branch);
    let mut cursor = match before {
        Some(before) => function.next_inst(before),
        None => function.blocks[block].first.expand(),
    };
    while let Some(inst) = cursor {
        function.set_debug_loc(inst, location);
        cursor = function.next_inst(inst);
    }
}

/// Makes the branches of `block` right for a new order, in which `next` is the block after it; control fell through to
/// `fallthrough` until now. Branches that the target does not understand stay.
pub fn update(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    block: Block,
    fallthrough: Option<Block>,
    next: Option<Block>,
) {
    if function.blocks[block].succs.is_empty() {
        return;
    }
    let location = branch_location(function, block);
    let Some(branch) = hooks.analyze_branch(function, block) else {
        return;
    };
    let replace = |function: &mut MachineFunction, branch: Option<BranchAnalysis>| {
        hooks.remove_branch(function, block);
        if let Some(branch) = branch {
            insert_branch(function, hooks, block, &branch, location);
        }
    };
    let when = |condition, taken, otherwise| BranchAnalysis {
        taken,
        otherwise,
        condition,
    };
    let (taken, otherwise, mut condition) = (branch.taken, branch.otherwise, branch.condition);
    if condition.is_empty() {
        if taken.is_some() {
            if taken == next {
                replace(function, None);
            }
            return;
        }
        let goes =
            fallthrough.filter(|b| function.is_successor(block, *b) && !function.blocks[*b].eh_pad);
        if goes.is_some() && goes != next {
            insert_branch(function, hooks, block, &jump(goes), location);
        }
    } else if otherwise.is_some() {
        if taken == next {
            if hooks.reverse_condition(&mut condition) {
                replace(function, Some(when(condition, otherwise, None)));
            }
        } else if otherwise == next {
            replace(function, Some(when(condition, taken, None)));
        }
    } else if fallthrough == taken {
        replace(function, (taken != next).then(|| jump(taken)));
    } else if taken == next {
        if hooks.reverse_condition(&mut condition) {
            replace(function, Some(when(condition, fallthrough, None)));
        } else {
            insert_branch(function, hooks, block, &jump(fallthrough), location);
        }
    } else if fallthrough != next {
        replace(function, Some(when(condition, taken, fallthrough)));
    }
}
