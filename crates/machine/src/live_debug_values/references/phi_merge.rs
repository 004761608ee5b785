//! The value of a PHI whose block was duplicated: several `DBG_PHI` have its number, and which of them counts depends on
//! the way.
//!
//! ```text
//!   bb.1  DBG_PHI $rax, 5      bb.2  DBG_PHI $rax, 5
//!                        ╲   ╱
//!                         bb.3   DBG_INSTR_REF dbg-instr-ref(5, 0)      what bb.3 begins with in $rax, if both
//!                                                                       still hold at the ends of their blocks
//! ```

use avarice_mir::Block;
use cranelift_entity::SecondaryMap;

use super::numbers::{PhiRecord, Solved};
use super::places::{Place, Value};

/// Which definition reaches the end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Reaching {
    /// Not known yet.
    #[default]
    Unknown,
    /// That of this block: a `DBG_PHI`, a join, or nothing at all.
    Of(Block),
}

/// What a block does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Role {
    /// No way from it leads to the place that asks.
    #[default]
    Outside,
    /// What reaches its begin reaches its end.
    Passes,
    /// It has a `DBG_PHI`.
    Defines,
    /// Definitions meet at its begin.
    Joins,
    /// Nothing comes before it.
    Undefined,
}

/// Memory for the search.
#[derive(Clone, Debug, Default)]
pub(super) struct PhiMerge {
    roles: SecondaryMap<Block, Role>,
    reaching: SecondaryMap<Block, Reaching>,
    /// Values at the ends of blocks that were checked.
    checked: SecondaryMap<Block, Option<Value>>,
    blocks: Vec<Block>,
}

impl PhiMerge {
    /// The value that several `DBG_PHI` of one number have at a debug value in `here`.
    pub fn value(&mut self, solved: Solved<'_>, phis: &[PhiRecord], here: Block) -> Option<Value> {
        let (_, place) = phis[0].read?;
        self.roles.clear();
        self.reaching.clear();
        self.checked.clear();
        for phi in phis {
            let (value, _) = phi.read?;
            // The first of a block counts.
            if self.checked[phi.block].is_none() {
                self.checked[phi.block] = Some(value);
                self.roles[phi.block] = Role::Defines;
                self.reaching[phi.block] = Reaching::Of(phi.block);
            }
        }
        if let Some(value) = self.checked[here] {
            return Some(value);
        }
        self.collect(solved, here);
        self.spread(solved);
        let Reaching::Of(from) = self.reaching[here] else {
            return Some(Value::live_in(here, place));
        };
        let result = match self.roles[from] {
            Role::Joins => solved.values.live_in.value(from, place),
            Role::Defines => self.checked[from]?,
            _ => Value::live_in(from, place),
        };
        self.check(solved, place).then_some(result)
    }

    /// Finds the blocks from which ways lead to `here` without a definition between, in order.
    fn collect(&mut self, solved: Solved<'_>, here: Block) {
        self.blocks.clear();
        self.blocks.push(here);
        self.roles[here] = Role::Passes;
        let mut at = 0;
        while let Some(block) = self.blocks.get(at).copied() {
            at += 1;
            let preds = solved.graph.cfg.predecessors(block);
            if preds.is_empty() {
                self.roles[block] = Role::Undefined;
                self.reaching[block] = Reaching::Of(block);
            }
            for pred in preds {
                if self.roles[*pred] == Role::Outside {
                    self.roles[*pred] = Role::Passes;
                    self.blocks.push(*pred);
                }
            }
        }
        let order = solved.graph.order;
        self.blocks
            .sort_unstable_by_key(|block| order.place(*block));
    }

    /// Finds which definition reaches the end of each block.
    fn spread(&mut self, solved: Solved<'_>) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for at in 0..self.blocks.len() {
                let block = self.blocks[at];
                if self.roles[block] != Role::Passes {
                    continue;
                }
                let preds = solved.graph.cfg.predecessors(block).iter();
                let mut from = preds
                    .map(|pred| self.reaching[*pred])
                    .filter(|from| *from != Reaching::Unknown);
                let first = from.next().unwrap_or_default();
                let new = if from.all(|other| other == first) {
                    first
                } else {
                    self.roles[block] = Role::Joins;
                    Reaching::Of(block)
                };
                changed |= std::mem::replace(&mut self.reaching[block], new) != new;
            }
        }
    }

    /// Whether each join gets what is expected from its predecessors.
    fn check(&mut self, solved: Solved<'_>, place: Place) -> bool {
        for at in 0..self.blocks.len() {
            let block = self.blocks[at];
            if self.roles[block] != Role::Joins {
                continue;
            }
            let own = solved.values.live_in.value(block, place);
            for pred in solved.graph.cfg.predecessors(block) {
                if self.roles[*pred] == Role::Undefined {
                    return false;
                }
                let expected = self.checked[*pred].unwrap_or(own);
                if solved.values.live_out.value(*pred, place) != expected {
                    return false;
                }
            }
            self.checked[block] = Some(own);
        }
        true
    }
}
