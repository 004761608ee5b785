//! Which blocks may share their ends: those that end the function, and those that go on to the same block.
//!
//! While the ends of blocks are compared that go on to block B, branches to B are taken away:
//!
//! ```text
//!   …; jmp B             ─▶  …
//!   …; jcc B; (to Q)     ─▶  …; jncc Q
//! ```
//!
//! What is not merged gets them back. Blocks are sorted by a number made of their last instruction, so that only those of
//! one number are compared with each other.

use avarice_mir::{Block, BranchAnalysis, Inst};

use crate::identical::hash_of;
use crate::terminators::jump;

use super::code::{Folder, Location, Probes, last_inst};
use super::common_tail::{Goal, estimate_time};

/// A block that may share its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) hash: u32,
    pub(super) block: Block,
    /// The debug location of the branches that it had.
    pub(super) location: Location,
}

/// A candidate, and where in it the instructions begin that all of a list end with.
#[derive(Clone, Copy, Debug)]
pub(super) struct SameTail {
    /// Index of the candidate.
    pub(super) candidate: usize,
    pub(super) block: Block,
    pub(super) start: Inst,
}

/// Memory for lists of candidates.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) candidates: Vec<Candidate>,
    pub(super) same: Vec<SameTail>,
}

impl Folder<'_> {
    /// Merges common ends of blocks.
    pub(super) fn merge_tails(&mut self) -> bool {
        if !self.request.tails.enabled {
            return false;
        }
        let mut changed = self.merge_final_blocks();
        let mut cursor = self.scratch.layout.first();
        while let Some(block) = cursor.and_then(|block| self.scratch.layout.next(block)) {
            cursor = Some(block);
            let joins = self.code.function.blocks[block].preds.len() >= 2;
            if joins && !self.is_loop_header(block) {
                changed |= self.merge_predecessors(block);
            }
        }
        changed
    }

    fn min_length(&self) -> u32 {
        self.request.tails.size.unwrap_or(super::TAIL_SIZE)
    }

    fn is_full(&self) -> bool {
        self.scratch.tails.candidates.len() == self.request.tails.threshold as usize
    }

    fn merge_final_blocks(&mut self) -> bool {
        self.scratch.tails.candidates.clear();
        let mut cursor = self.scratch.layout.first();
        while let Some(block) = cursor.filter(|_| !self.is_full()) {
            let ends = self.code.function.blocks[block].succs.is_empty();
            if ends && !self.scratch.tried.contains(block) {
                let location = self.branch_location(block);
                self.add_candidate(block, location);
            }
            cursor = self.scratch.layout.next(block);
        }
        self.note_tried();
        let goal = Goal {
            successor: None,
            falls_in: None,
            min_length: self.min_length(),
        };
        self.scratch.tails.candidates.len() >= 2 && self.merge_candidates(goal)
    }

    fn add_candidate(&mut self, block: Block, location: Location) {
        let function = &*self.code.function;
        let last = last_inst(function, block, Probes::Counted);
        let candidate = Candidate {
            hash: last.map_or(0, |inst| hash_of(function, inst)),
            block,
            location,
        };
        self.scratch.tails.candidates.push(candidate);
    }

    /// So many candidates are not looked at again.
    fn note_tried(&mut self) {
        if self.is_full() {
            for candidate in &self.scratch.tails.candidates {
                self.scratch.tried.insert(candidate.block);
            }
        }
    }

    fn merge_predecessors(&mut self, successor: Block) -> bool {
        self.scratch.tails.candidates.clear();
        for at in 0..self.code.function.blocks[successor].preds.len() {
            if self.is_full() {
                break;
            }
            let pred = self.code.function.blocks[successor].preds[at];
            let mut known = self.scratch.tails.candidates.iter();
            let is_known = known.any(|candidate| candidate.block == pred);
            if pred != successor && !is_known && self.may_be_changed(pred) {
                let same_loop = || self.loop_of(pred) == self.loop_of(successor);
                if !self.is_placed() || same_loop() {
                    self.take_away_branch(pred, successor);
                }
            }
        }
        self.note_tried();
        let goal = Goal {
            successor: Some(successor),
            falls_in: self.scratch.layout.prev(successor),
            min_length: self.min_length(),
        };
        let changed = self.scratch.tails.candidates.len() >= 2 && self.merge_candidates(goal);
        if let [only] = self.scratch.tails.candidates[..]
            && self.scratch.layout.prev(successor) != Some(only.block)
        {
            self.give_back_branch(only.block, successor, only.location);
        }
        changed
    }

    /// Whether a block was not looked at too often, and nothing but its branches leads out of it.
    fn may_be_changed(&self, block: Block) -> bool {
        let blocks = &self.code.function.blocks;
        let mut succs = blocks[block].succs.iter();
        let is_special = |succ: &Block| blocks[*succ].eh_pad || blocks[*succ].inline_asm_br_target;
        !self.scratch.tried.contains(block) && !succs.any(is_special)
    }

    /// Takes the branch to `successor` away from `block`, and makes it a candidate.
    fn take_away_branch(&mut self, block: Block, successor: Block) {
        let Some(branch) = self.tidy(block) else {
            return;
        };
        let is_conditional = !branch.condition.is_empty();
        let mut otherwise = branch.otherwise;
        let mut condition = branch.condition.clone();
        if is_conditional && branch.taken == Some(successor) {
            let Some(reversed) = self.reversed(&condition) else {
                return;
            };
            condition = reversed;
            otherwise = otherwise.or_else(|| self.scratch.layout.next(block));
        }
        let location = self.branch_location(block);
        if branch.taken.is_some() && (!is_conditional || otherwise.is_some()) {
            self.remove_branch(block);
            if is_conditional {
                let goes_on = branch.taken == Some(successor);
                let rest = BranchAnalysis {
                    taken: if goes_on { otherwise } else { branch.taken },
                    otherwise: None,
                    condition,
                };
                self.insert_branch(block, &rest, location);
            }
        }
        self.add_candidate(block, location);
    }

    /// Makes `block` go on to `successor` again: where a conditional branch leads to the next block, by its opposite.
    fn give_back_branch(&mut self, block: Block, successor: Block, fallback: Location) {
        let own = self.branch_location(block);
        let location = if own.is_some() { own } else { fallback };
        let next = self.scratch.layout.next(block);
        if next.is_some()
            && let Some(branch) = self.tidy(block)
            && branch.taken == next
            && !branch.condition.is_empty()
            && branch.otherwise.is_none()
            && let Some(condition) = self.reversed(&branch.condition)
        {
            self.remove_branch(block);
            let reversed = BranchAnalysis {
                taken: Some(successor),
                otherwise: None,
                condition,
            };
            return self.insert_branch(block, &reversed, location);
        }
        self.insert_branch(block, &jump(Some(successor)), location);
    }

    /// Merges tails of candidates. At most one candidate stays.
    fn merge_candidates(&mut self, mut goal: Goal) -> bool {
        let blocks = &self.code.function.blocks;
        let key = |candidate: &Candidate| (candidate.hash, blocks[candidate.block].number);
        self.scratch.tails.candidates.sort_unstable_by_key(key);
        let mut changed = false;
        while let [_, .., last] = self.scratch.tails.candidates[..] {
            let length = self.find_same_tails(&goal, last.hash);
            if length == 0 {
                self.drop_candidates(&goal, last);
                continue;
            }
            let common = self.choose_common_tail(&mut goal);
            self.share_tail(common);
            changed = true;
        }
        changed
    }

    /// Finds the candidates with the number `hash` that share the longest tail that pays to be shared: those that share it
    /// with the last of them. Returns its length, 0 if there is none.
    fn find_same_tails(&mut self, goal: &Goal, hash: u32) -> u32 {
        let mut same = std::mem::take(&mut self.scratch.tails.same);
        same.clear();
        let mut longest = 0;
        let candidates = &self.scratch.tails.candidates;
        let before = candidates.iter().rposition(|other| other.hash != hash);
        let first = before.map_or(0, |at| at + 1);
        let mut base = candidates.len() - 1;
        for current in (first + 1..candidates.len()).rev() {
            for other in (first..current).rev() {
                let pair = [candidates[current].block, candidates[other].block];
                let Some(tail) = self.profitable_tail(goal, pair[0], pair[1]) else {
                    continue;
                };
                let entry = |candidate, which: usize| SameTail {
                    candidate,
                    block: pair[which],
                    start: tail.starts[which],
                };
                if tail.length > longest {
                    same.clear();
                    longest = tail.length;
                    base = current;
                    same.push(entry(current, 0));
                }
                if base == current && tail.length == longest {
                    same.push(entry(other, 1));
                }
            }
        }
        self.scratch.tails.same = same;
        longest
    }

    /// Drops the candidates with the number of `last`, which is the last, and gives them their branches back.
    fn drop_candidates(&mut self, goal: &Goal, last: Candidate) {
        while let Some(candidate) = self.scratch.tails.candidates.last().copied() {
            if candidate.hash != last.hash {
                break;
            }
            self.scratch.tails.candidates.pop();
            if let Some(successor) = goal.successor
                && Some(candidate.block) != goal.falls_in
            {
                self.give_back_branch(candidate.block, successor, last.location);
            }
        }
    }

    /// Which of the blocks that share a tail keeps it, as a block of its own: the index in the list. A block that has
    /// more is split, where none has nothing else.
    fn choose_common_tail(&mut self, goal: &mut Goal) -> usize {
        let function = &*self.code.function;
        let layout = &self.scratch.layout;
        let same = &self.scratch.tails.same;
        let is_whole = |at: &SameTail| function.blocks[at.block].first.expand() == Some(at.start);
        let is_pad = |at: &SameTail| function.blocks[at.block].eh_pad;
        let follows = |a: &SameTail, b: &SameTail| {
            layout.follows(a.block, b.block) && is_whole(b) && !is_pad(b)
        };
        let mut chosen = None;
        match &same[..] {
            [a, b] if follows(a, b) => chosen = Some(1),
            [a, b] if follows(b, a) => chosen = Some(0),
            _ => {
                for (index, tail) in same.iter().enumerate() {
                    let is_entry = layout.first() == Some(tail.block);
                    if (is_entry || is_pad(tail)) && is_whole(tail) {
                        continue;
                    }
                    if Some(tail.block) == goal.falls_in {
                        chosen = Some(index);
                        break;
                    }
                    if is_whole(tail) {
                        chosen = Some(index);
                    }
                }
            }
        }
        match chosen {
            Some(index) if Some(same[index].block) != goal.falls_in || is_whole(&same[index]) => {
                index
            }
            _ => self.split_off_tail(goal),
        }
    }

    /// Splits the tail off the block that control falls from into the successor, else off the one that takes the
    /// least time to get there.
    fn split_off_tail(&mut self, goal: &mut Goal) -> usize {
        let function = &*self.code.function;
        let (mut chosen, mut least) = (0, u32::MAX);
        for (index, tail) in self.scratch.tails.same.iter().enumerate() {
            if Some(tail.block) == goal.falls_in {
                chosen = index;
                break;
            }
            let first = function.blocks[tail.block].first.expand();
            let time = estimate_time(function, first, tail.start);
            if time <= least {
                (chosen, least) = (index, time);
            }
        }
        let SameTail {
            candidate,
            block,
            start,
        } = self.scratch.tails.same[chosen];
        let data = &function.blocks[block];
        let ir_block = match goal.successor {
            Some(successor) if data.succs.len() == 1 => function.blocks[successor].ir_block,
            _ => data.ir_block,
        };
        let rest = self.split_before(start, block, ir_block);
        self.scratch.tails.candidates[candidate].block = rest;
        self.scratch.tails.same[chosen].block = rest;
        if goal.falls_in == Some(block) {
            goal.falls_in = Some(rest);
        }
        chosen
    }
}
