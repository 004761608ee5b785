//! Branches that skip one block each, several in a row.
//!
//! ```text
//!   a ─┬─▶ b        a, c and e are decided the same way more often than their probabilities say: programs test the same
//!      ▼   │        thing again. Copies of c and e at the ends of b and d let both ways fall through.
//!      c ◀─┘
//!      c ─┬─▶ d
//!         ▼   │
//!         e ◀─┘
//! ```

use avarice_ir::BranchProbability;
use avarice_mir::Block;
use cranelift_entity::SecondaryMap;

use super::{Choice, Fit, Placement};
use crate::tail_duplicator;

/// So many in a row are copied.
const TRIANGLES: usize = 2;

impl Placement<'_> {
    /// Chooses the ends of triangles as successors.
    pub(super) fn choose_triangles(&mut self) {
        // By the last block of a row: its index.
        let mut row_at: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
        let mut rows: Vec<Vec<Block>> = Vec::new();
        let mut cursor = self.code.links.first();
        while let Some(block) = cursor {
            cursor = self.code.links.next(block);
            let Some(end) = self.end_of_triangle(block) else {
                continue;
            };
            let row = row_at[block].take().unwrap_or_else(|| {
                rows.push(vec![block]);
                rows.len() - 1
            });
            // A row that ends here already stays the one that later triangles go on with.
            rows[row].push(end);
            if row_at[end].is_none() {
                row_at[end] = Some(row);
            } else {
                rows[row].clear();
            }
        }
        for row in rows.iter().filter(|row| row.len() > TRIANGLES) {
            for pair in row.windows(2) {
                self.state.chosen[pair[0]] = Some(Choice {
                    block: pair[1],
                    fit: Fit::Duplicated,
                });
            }
        }
    }

    /// The block that both ways from `block` lead to, if it can be copied into all other predecessors.
    fn end_of_triangle(&self, block: Block) -> Option<Block> {
        let succs = self.succs(block);
        if succs.len() != 2 {
            return None;
        }
        let mut succs = succs.iter().copied();
        let end = succs.find(|succ| self.state.post_dominators.postdominates(*succ, block))?;
        let is_likely = self.probability(block, end) >= BranchProbability::new(1, 2);
        let is_entered_by_jumps = || {
            let mut others = self.preds(end).iter().filter(|pred| **pred != block);
            others.all(|pred| tail_duplicator::can_copy_into(&self.code, end, *pred))
        };
        (is_likely && self.should_duplicate(end) && is_entered_by_jumps()).then_some(end)
    }
}
