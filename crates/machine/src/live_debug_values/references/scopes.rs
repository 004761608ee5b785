//! In which blocks the variables of a scope are followed.

use avarice_mir::{Block, MachineCfg, MachineFunction};
use cranelift_entity::SecondaryMap;

use crate::live_debug_values::order::BlockOrder;
use avarice_mir::lexical_scopes::{LexicalScopes, ScopeId};

/// The blocks of a scope.
#[derive(Clone, Debug, Default)]
pub(super) struct ScopeBlocks {
    /// In their order.
    pub blocks: Vec<Block>,
    /// By block: its place in `blocks`, counted from 1, where that is right.
    places: SecondaryMap<Block, u32>,
}

impl ScopeBlocks {
    /// Finds them: those that a range of the scope touches, those of `assigning`, which say something of its variables, and
    /// blocks that no line stands for which come after one of these.
    pub fn find(
        &mut self,
        function: &MachineFunction,
        cfg: &MachineCfg,
        order: &BlockOrder,
        (scopes, scope): (&LexicalScopes, ScopeId),
        assigning: &[Block],
    ) {
        self.blocks.clear();
        if scopes.root() == Some(scope) {
            self.blocks.extend_from_slice(&function.layout);
        } else {
            for (first, last) in scopes.ranges(scope) {
                let (first, last) = (function.inst_block(*first), function.inst_block(*last));
                if let (Some(first), Some(last)) = (first, last) {
                    let (first, last) = (function.layout_index(first), function.layout_index(last));
                    let blocks = function.layout.get(first..=last);
                    self.blocks.extend_from_slice(blocks.unwrap_or_default());
                }
            }
            self.blocks.extend_from_slice(assigning);
        }
        let mut at = 0;
        for number in 0..self.blocks.len() {
            self.places[self.blocks[number]] = 1;
        }
        while let Some(block) = self.blocks.get(at).copied() {
            at += 1;
            for next in cfg.successors(block) {
                if order.is_artificial[*next] && self.places[*next] == 0 {
                    self.places[*next] = 1;
                    self.blocks.push(*next);
                }
            }
        }
        self.blocks
            .sort_unstable_by_key(|block| order.place(*block));
        self.blocks.dedup();
        for (place, block) in (1..).zip(&self.blocks) {
            self.places[*block] = place;
        }
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        for block in self.blocks.drain(..) {
            self.places[block] = 0;
        }
    }

    /// The place of a block among them.
    pub fn place(&self, block: Block) -> Option<usize> {
        (self.places[block] as usize).checked_sub(1)
    }
}

/// The scopes of a function, each before those in it, those in it in the order in which they were met.
pub(super) fn in_order(scopes: &LexicalScopes) -> Vec<ScopeId> {
    let mut inner: SecondaryMap<ScopeId, Vec<ScopeId>> = SecondaryMap::new();
    for scope in scopes.ids() {
        if let Some(parent) = scopes.parent(scope) {
            inner[parent].push(scope);
        }
    }
    let mut ordered = Vec::new();
    let mut stack: Vec<ScopeId> = scopes.root().into_iter().collect();
    while let Some(scope) = stack.pop() {
        ordered.push(scope);
        stack.extend(inner[scope].iter().rev());
    }
    ordered
}
