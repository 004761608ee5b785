//! Blocks in the order in which values flow.

use avarice_mir::{Block, MachineCfg, MachineFunction};
use cranelift_entity::SecondaryMap;

use super::code::Code;

/// The blocks in reverse postorder, unreachable ones after them in the order of the layout.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockOrder {
    pub blocks: Vec<Block>,
    /// How many of them are reachable.
    pub reachable: usize,
    /// By block: its place in `blocks`.
    places: SecondaryMap<Block, u32>,
    /// By block: whether no line of the source stands for any of its instructions. Variables pass through.
    pub is_artificial: SecondaryMap<Block, bool>,
}

impl BlockOrder {
    pub fn compute(&mut self, code: &Code<'_>, cfg: &MachineCfg) {
        let function: &MachineFunction = code.function;
        self.blocks.clear();
        self.blocks.extend(cfg.reverse_postorder());
        self.reachable = self.blocks.len();
        let rest = function.layout.iter().copied();
        self.blocks
            .extend(rest.filter(|block| !cfg.is_reachable(*block)));
        self.places.clear();
        self.is_artificial.clear();
        for (place, block) in (0..).zip(&self.blocks) {
            self.places[*block] = place;
            self.is_artificial[*block] = !code.has_lines(*block);
        }
    }

    /// The place of a block.
    pub fn place(&self, block: Block) -> u32 {
        self.places[block]
    }
}

/// Blocks to be visited, first ones of an order first; those before the current one wait for the next round.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    /// By place in the order.
    is_waiting: Vec<bool>,
    is_next: Vec<bool>,
    /// Where the search for the next one goes on.
    at: usize,
    /// Places that wait for the next round, from the least to one more than the last.
    next: std::ops::Range<usize>,
    /// One more than the last place that waits.
    end: usize,
}

impl Rounds {
    /// Begins with all of `count` places waiting.
    pub fn begin(&mut self, count: usize) {
        self.is_waiting.clear();
        self.is_waiting.resize(count, true);
        self.is_next.clear();
        self.is_next.resize(count, false);
        self.at = 0;
        self.end = count;
        self.next = count..0;
    }

    /// The next place of this round.
    pub fn pop(&mut self) -> Option<usize> {
        while self.at < self.end {
            let place = self.at;
            self.at += 1;
            if std::mem::take(&mut self.is_waiting[place]) {
                return Some(place);
            }
        }
        None
    }

    /// Begins the next round; `false` if there is none.
    pub fn go_on(&mut self) -> bool {
        std::mem::swap(&mut self.is_waiting, &mut self.is_next);
        self.at = self.next.start;
        self.end = self.next.end;
        self.next = self.is_waiting.len()..0;
        self.at < self.end
    }

    /// Has `to` visited after `from`: in this round if it comes later, else in the next.
    pub fn push(&mut self, from: usize, to: usize) {
        if to > from {
            self.is_waiting[to] = true;
            self.end = self.end.max(to + 1);
        } else {
            self.push_next(to);
        }
    }

    /// Has `to` visited in the next round.
    pub fn push_next(&mut self, to: usize) {
        self.is_next[to] = true;
        self.next.start = self.next.start.min(to);
        self.next.end = self.next.end.max(to + 1);
    }
}
