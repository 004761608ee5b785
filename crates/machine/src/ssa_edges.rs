//! Edges of machine SSA that change when conditional code is joined with the code before it, and the PHIs that name them.

use avarice_mir::{Block, MachineFunction};
use avarice_target::op;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use avarice_mir::MachineDominatorTree;

/// Makes the edges of `from` edges of `to`, after those that it has. PHIs at their ends read from `to`.
pub fn transfer_successors_and_phis(function: &mut MachineFunction, from: Block, to: Block) {
    let successors: SmallVec<[Block; 4]> = function.blocks[from].succs.clone();
    function.transfer_successors(from, to);
    for block in successors {
        function.replace_phi_source(block, from, to);
    }
}

/// Removes what PHIs of `block` read from `pred`, as long as they read from another block as well.
pub fn remove_phi_source(function: &mut MachineFunction, block: Block, pred: Block) {
    let mut cursor = function.blocks[block].first.expand();
    while let Some(phi) = cursor.filter(|inst| function.opcode(*inst) == op::PHI) {
        for at in (2..function.num_operands(phi)).rev().step_by(2) {
            if function.operand(phi, at).as_block() == Some(pred) && function.num_operands(phi) > 2
            {
                function.remove_operand(phi, at);
                function.remove_operand(phi, at - 1);
            }
        }
        cursor = function.next_inst(phi);
    }
}

/// Children of blocks in the dominator tree while blocks are joined with those that dominate them.
#[derive(Debug, Default)]
pub struct DominatorChildren {
    changed: SecondaryMap<Block, Option<SmallVec<[Block; 4]>>>,
}

impl DominatorChildren {
    /// Begins a function: nothing has changed.
    pub fn begin_function(&mut self) {
        self.changed.clear();
    }

    /// The children of `block`.
    pub fn of<'a>(&'a self, tree: &'a MachineDominatorTree, block: Block) -> &'a [Block] {
        let changed = self.changed.get(block).and_then(|list| list.as_deref());
        changed.unwrap_or_else(|| tree.children(block))
    }

    /// Notes that `child` is joined with `block`, which is its parent: its children become those of `block`, last first.
    pub fn join(&mut self, tree: &MachineDominatorTree, block: Block, child: Block) {
        let mut all: SmallVec<[Block; 4]> = SmallVec::from_slice(self.of(tree, block));
        all.extend(self.of(tree, child).iter().rev().copied());
        all.retain(|one| *one != child);
        self.changed[block] = Some(all);
    }
}
