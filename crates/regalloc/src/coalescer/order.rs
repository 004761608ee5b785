//! The order in which copies are considered.

use std::cmp::Reverse;

use avarice_liveness::SlotIndex;
use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::{InstrFlags, op};
use avarice_trace::log;
use cranelift_entity::packed_option::PackedOption;

use super::pair::as_move;
use super::{Coalescer, Outcome};
use avarice_mir::inst_facts::is_copy_like;

/// A copy on a work list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// The copy; none when nothing is left to do about it.
    copy: PackedOption<Inst>,
    /// How many changes there had been when it was refused; 0 if it was not.
    refused_at: u32,
}

impl Waiting {
    fn new(copy: Inst) -> Self {
        Self {
            copy: copy.into(),
            refused_at: 0,
        }
    }

    fn is_some(&self) -> bool {
        self.copy.is_some()
    }
}

/// A block with what decides its turn.
struct Turn {
    /// Smaller in deeper loops, then on split edges, then with more edges, then with a smaller number.
    rank: (Reverse<u64>, u32),
    block: Block,
    depth: u32,
}

impl Coalescer<'_, '_> {
    /// Looks at all copies, block by block, then again at those that are left until nothing changes.
    pub(super) fn join_all(&mut self) {
        log!(self.log, "********** JOINING INTERVALS ***********\n");
        self.scratch.work_list.clear();
        self.scratch.local_work_list.clear();
        let mut depth = u32::MAX;
        for turn in self.turns() {
            if self.options.global_copies && turn.depth < depth {
                self.join_local_copies();
                depth = turn.depth;
            }
            self.join_in_block(turn.block);
        }
        self.update_late();
        self.join_local_copies();
        while self.join_work_list(0) {}
        self.update_late();
        self.settle_all();
    }

    /// Blocks in the order of their turns: deeper loops first, then split edges, then blocks with more
    /// edges (the hardest copies come while intervals are short), then by number.
    fn turns(&self) -> Vec<Turn> {
        let layout = self.function.layout.iter();
        let mut turns: Vec<Turn> = layout
            .map(|block| {
                let depth = self.loops.depth_of(*block);
                let is_split = self.options.split_edges && is_split_edge(self.function, *block);
                let edges = self.live_intervals.num_edges(*block) as u64;
                let weight = u64::from(depth) << 33 | u64::from(is_split) << 32 | edges;
                Turn {
                    rank: (Reverse(weight), self.function.blocks[*block].number),
                    block: *block,
                    depth,
                }
            })
            .collect();
        turns.sort_unstable_by_key(|turn| turn.rank);
        turns
    }

    /// Looks at the copies of a block. Local ones (if global copies are treated apart) and what fails are
    /// kept for later.
    fn join_in_block(&mut self, block: Block) {
        self.log.write_block_name(self.function, block);
        log!(self.log, ":\n");
        let before = self.scratch.work_list.len();
        let (mut terminals, mut local_terminals) = (Vec::new(), Vec::new());
        let span = self.live_intervals.indexes.block_range(block);
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if !is_copy_like(self.function, inst) {
                continue;
            }
            let waits = self.options.terminal_rule && self.is_terminal_copy(inst);
            let is_local = self.options.global_copies && self.is_local_copy(inst, span);
            match (is_local, waits) {
                (true, true) => local_terminals.push(Waiting::new(inst)),
                (true, false) => self.scratch.local_work_list.push(Waiting::new(inst)),
                (false, true) => terminals.push(Waiting::new(inst)),
                (false, false) => self.scratch.work_list.push(Waiting::new(inst)),
            }
        }
        self.scratch.local_work_list.append(&mut local_terminals);
        self.scratch.work_list.append(&mut terminals);
        if self.join_work_list(before) {
            let list = &mut self.scratch.work_list;
            let mut kept = before;
            for at in before..list.len() {
                if list[at].is_some() {
                    list.swap(kept, at);
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
    }

    /// Looks at the local copies that have been collected; those that are left join the others.
    fn join_local_copies(&mut self) {
        let mut list = std::mem::take(&mut self.scratch.local_work_list);
        self.join_list(&mut list);
        self.scratch
            .work_list
            .extend(list.drain(..).filter(Waiting::is_some));
        self.scratch.local_work_list = list;
    }

    /// Looks at the work list from a position on. Returns whether a copy went.
    fn join_work_list(&mut self, from: usize) -> bool {
        let mut list = std::mem::take(&mut self.scratch.work_list);
        let progress = self.join_list(&mut list[from..]);
        self.scratch.work_list = list;
        progress
    }

    fn join_list(&mut self, list: &mut [Waiting]) -> bool {
        let says_all = self.log.is_watched();
        let mut progress = false;
        for waiting in list {
            let Some(inst) = waiting.copy.expand() else {
                continue;
            };
            if self.function.inst_block(inst).is_none() {
                // Erased meanwhile.
                waiting.copy = None.into();
                continue;
            }
            if waiting.refused_at == self.changes && !says_all {
                // It would be refused as before.
                continue;
            }
            self.is_counted = false;
            let outcome = self.join_copy(inst);
            progress |= outcome == Outcome::Done;
            if outcome == Outcome::Again {
                waiting.refused_at = if self.is_counted { 0 } else { self.changes };
            } else {
                self.changes += 1;
                waiting.copy = None.into();
            }
        }
        progress
    }

    /// Whether a copy, in a block with these bounds, is between virtual registers one of which lives in one
    /// block only.
    fn is_local_copy(&mut self, copy: Inst, (start, stop): (SlotIndex, SlotIndex)) -> bool {
        let operands = self.function.operands(copy);
        if self.function.opcode(copy) != op::COPY || operands[1].has(OperandFlags::UNDEF) {
            return false;
        }
        let (dst, src) = (operands[0].as_reg(), operands[1].as_reg());
        let (Some(src), Some(dst)) = (src.as_virtual(), dst.as_virtual()) else {
            return false;
        };
        self.settle(src);
        self.settle(dst);
        let is_local = |reg: VReg| {
            let interval = self.live_intervals.interval(reg);
            if interval.is_empty() {
                return false;
            }
            let (first, last) = (interval.begin_index(), interval.end_index());
            // If it lives in one block, it is most likely this one.
            if start < first && first < stop && !last.is_block() {
                return last < stop;
            }
            self.live_intervals.in_one_block(interval).is_some()
        };
        is_local(src) || is_local(dst)
    }

    /// Shrinks the intervals whose update was put off.
    fn update_late(&mut self) {
        let mut list = std::mem::take(&mut self.scratch.to_update);
        // LLVM keeps these in a hash set of 64 buckets, and goes through it in bucket order.
        let bucket = |reg: &VReg| avarice_mir::Reg::virt(*reg).raw().wrapping_mul(37) % 64;
        list.sort_by_key(bucket);
        self.changes += 1;
        for reg in list.drain(..) {
            if self.live_intervals.has_interval(reg) {
                self.shrink_and_clean(reg);
            }
        }
        self.scratch.to_update = list;
    }

    // ---- The terminal rule --------------------------------------------------------------------

    /// Whether a copy should wait: its destination is in no other copy, and its source is. If not all of
    /// them can be joined, joining the others leaves more to gain.
    ///
    /// ```text
    ///   %dst   = COPY %src       %dst is only here: waits
    ///   %other = COPY %src
    ///   %more  = COPY %other
    /// ```
    fn is_terminal_copy(&mut self, copy: Inst) -> bool {
        let Some(moved) = as_move(self.function, copy) else {
            return false;
        };
        let (Some(src), Some(dst)) = (moved.src.as_virtual(), moved.dst.as_virtual()) else {
            return false;
        };
        if !self.is_terminal_reg(dst, copy) {
            return false;
        }
        // LLVM means to ask whether the other copy's destination interferes with this one, but looks at this
        // copy's destination again, which interferes with itself: another copy in the block is enough.
        let block = self.function.inst_block(copy);
        let found = self.function.reg_ops(src).any(|op| {
            let inst = self.function.op_inst(op);
            inst != copy
                && is_copy_like(self.function, inst)
                && self.function.inst_block(inst) == block
        });
        if found {
            log!(self.log, "Apply terminal rule for: {dst}\n");
        }
        found
    }

    /// Whether a register is in no other copy than this one.
    fn is_terminal_reg(&self, reg: VReg, copy: Inst) -> bool {
        let mut insts = self
            .function
            .reg_ops(reg)
            .map(|op| self.function.op_inst(op));
        insts.all(|inst| inst == copy || !is_copy_like(self.function, inst))
    }
}

/// Whether a block has one way in and one way out and only copies.
fn is_split_edge(function: &MachineFunction, block: Block) -> bool {
    let data = &function.blocks[block];
    let branch = InstrFlags::BRANCH | InstrFlags::BARRIER;
    data.preds.len() == 1
        && data.succs.len() == 1
        && function.block_insts(block).all(|inst| {
            let desc = function.desc(inst);
            let jumps = desc.flags.contains(branch) && !desc.has(InstrFlags::INDIRECT_BRANCH);
            jumps || is_copy_like(function, inst)
        })
}
