//! One tail for several blocks.

use avarice_ir::BranchProbability;
use avarice_mir::{Block, InsertPoint, Inst, InstBuilder, LowLevelType, MachineFunction, MemOp};
use avarice_mir::{MemOperand, Operand, OperandFlags};
use avarice_target::{LaneMask, PhysReg, op};
use smallvec::SmallVec;

use crate::terminators::jump;

use super::code::Folder;
use super::common_tail::{counted_before, counts, touches_memory};

impl Folder<'_> {
    /// Makes all blocks that share a tail jump to the one at `common` in their list, which has nothing else. They are no
    /// candidates any more; that one is.
    pub(super) fn share_tail(&mut self, common: usize) {
        let block = self.scratch.tails.same[common].block;
        self.add_up_frequencies(block);
        for index in (0..self.scratch.tails.same.len()).filter(|index| *index != common) {
            let start = self.scratch.tails.same[index].start;
            merge_operands(self.code.function, start, block);
        }
        self.merge_locations(common);
        if self.tracks_live_ins {
            self.update_live_ins(block);
        }
        for index in (0..self.scratch.tails.same.len()).filter(|index| *index != common) {
            let tail = self.scratch.tails.same[index];
            self.replace_tail(tail.block, tail.start, block);
            self.scratch.tails.candidates.remove(tail.candidate);
        }
    }

    /// Gives the common tail the frequency of all blocks that share it, and its edges those of theirs.
    fn add_up_frequencies(&mut self, block: Block) {
        let function = &mut *self.code.function;
        let successors = function.blocks[block].succs.clone();
        let mut total = 0u64;
        let mut edges: SmallVec<[u64; 4]> = smallvec::smallvec![0; successors.len()];
        for tail in &self.scratch.tails.same {
            let frequency = self.code.frequencies.frequency(tail.block);
            total = total.saturating_add(frequency);
            if successors.len() <= 1 {
                continue;
            }
            for (edge, successor) in edges.iter_mut().zip(&successors) {
                let succs = &function.blocks[tail.block].succs;
                let at = succs.iter().position(|succ| succ == successor);
                let share = at.map_or(0, |at| {
                    let probability = function.succ_probability(tail.block, at);
                    scale(frequency, probability)
                });
                *edge = edge.saturating_add(share);
            }
        }
        self.code.frequencies.set(block, total);
        let sum = edges
            .iter()
            .fold(0, |sum: u64, edge| sum.saturating_add(*edge));
        if successors.len() > 1 && sum > 0 {
            let data = &mut function.blocks[block];
            for (probability, edge) in data.probs.iter_mut().zip(&edges) {
                *probability = ratio(*edge, sum);
            }
        }
    }

    /// Gives each instruction of the common tail a debug location for all that it stands for.
    fn merge_locations(&mut self, common: usize) {
        let same = std::mem::take(&mut self.scratch.tails.same);
        let block = same[common].block;
        let mut others: SmallVec<[Option<Inst>; 8]> = same
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != common)
            .map(|(_, tail)| Some(tail.start))
            .collect();
        self.scratch.tails.same = same;
        let mut cursor = self.code.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.code.function.next_inst(inst);
            if !counts(self.code.function, inst) {
                continue;
            }
            let mut location = self.code.function.debug_loc(inst);
            for other in &mut others {
                let function = &*self.code.function;
                while let Some(inst) = other.filter(|inst| !counts(function, *inst)) {
                    *other = function.next_inst(inst);
                }
                let Some(same) = *other else { continue };
                *other = function.next_inst(same);
                let theirs = function.debug_loc(same);
                location = self.merged_location(location, theirs);
            }
            self.code.function.set_debug_loc(inst, location);
        }
    }

    /// Finds what lives into the common tail, anew since some uses may no longer be of undefined values. Predecessors that
    /// do not define what these read get a definition.
    fn update_live_ins(&mut self, block: Block) {
        let reserved = self.code.reserved;
        let function = &*self.code.function;
        let live = &mut self.scratch.live;
        live.compute_live_ins(function, block);
        let members = live.members().iter().copied();
        let wholes = members.filter(|reg| !live.has_whole(function, reserved, *reg));
        let mut wholes: SmallVec<[PhysReg; 16]> = wholes.collect();
        for at in 0..function.blocks[block].preds.len() {
            let function = &*self.code.function;
            let pred = function.blocks[block].preds[at];
            let live = &mut self.scratch.live;
            live.clear();
            live.add_pristine(function);
            live.add_live_outs(function, pred);
            let before = function.first_terminator(pred);
            self.define_missing(&wholes, InsertPoint::new(pred, before));
        }
        wholes.retain(|reg| !reserved[reg.index()]);
        let live_ins = wholes.iter().map(|reg| (*reg, LaneMask::ALL));
        self.code.function.blocks[block].live_ins = live_ins.collect();
    }

    /// Defines those of `regs` before `place` that are not live there.
    fn define_missing(&mut self, regs: &[PhysReg], place: InsertPoint) {
        let function = &mut *self.code.function;
        for reg in regs {
            if self
                .scratch
                .live
                .is_available(function, self.code.reserved, *reg)
            {
                InstBuilder::new(function, op::IMPLICIT_DEF)
                    .def(*reg)
                    .insert_at(place);
            }
        }
    }

    /// Puts a jump to `target` in the place of the instructions of `block` from `start` on.
    fn replace_tail(&mut self, block: Block, start: Inst, target: Block) {
        if self.tracks_live_ins {
            let function = &*self.code.function;
            let live = &mut self.scratch.live;
            live.clear();
            live.add_pristine(function);
            live.add_live_outs(function, block);
            for inst in function.block_insts_rev(block) {
                live.step_backward(function, inst);
                if inst == start {
                    break;
                }
            }
            let wanted = function.blocks[target].live_ins.iter();
            let wanted: SmallVec<[PhysReg; 16]> = wanted.map(|(reg, _)| *reg).collect();
            self.define_missing(&wanted, InsertPoint::new(block, Some(start)));
        }
        while let Some(successor) = self.code.function.blocks[block].succs.first().copied() {
            self.code.function.remove_edge(block, successor);
        }
        let location = self.code.function.debug_loc(start);
        self.remove_from(Some(start));
        if !self.scratch.layout.follows(block, target) {
            self.insert_branch(block, &jump(Some(target)), location);
        }
        let unknown = Some(BranchProbability::UNKNOWN);
        self.code.function.add_edge(block, target, unknown);
    }
}

/// `frequency · probability`, rounded down.
fn scale(frequency: u64, probability: BranchProbability) -> u64 {
    let product = u128::from(frequency) * u128::from(probability.0);
    (product / u128::from(BranchProbability::DENOMINATOR)) as u64
}

/// `part / whole` as a probability; large numbers lose their low bits first.
fn ratio(part: u64, whole: u64) -> BranchProbability {
    let excess = (u64::BITS - whole.leading_zeros()).saturating_sub(u32::BITS);
    BranchProbability::new(part >> excess, whole >> excess)
}

/// Makes the instructions of `common` stand also for those from `start` to the end of its block: they access the memory of
/// both, and read defined values where one of both does.
fn merge_operands(function: &mut MachineFunction, start: Inst, common: Block) {
    let Some(block) = function.inst_block(start) else {
        return;
    };
    let mut theirs = function.blocks[block].last.expand();
    let mut ours = function.blocks[common].last.expand();
    while let Some(inst) = theirs {
        if counts(function, inst) {
            let Some(other) = counted_before(function, ours) else {
                return;
            };
            if touches_memory(function, other) {
                merge_memory(function, other, inst);
            }
            for index in 0..function.num_operands(other) {
                let is_undef =
                    |operand: &Operand| operand.is_reg() && operand.has(OperandFlags::UNDEF);
                if is_undef(function.operand(other, index))
                    && !is_undef(function.operand(inst, index))
                {
                    let operand = function.operand_mut(other, index);
                    operand.set(OperandFlags::UNDEF, false);
                }
            }
            ours = function.prev_inst(other);
        }
        theirs = function.prev_inst(inst).filter(|_| inst != start);
    }
}

/// Adds the memory operands of `from` to those of `to`; where one has none, which is all memory, neither has.
fn merge_memory(function: &mut MachineFunction, to: Inst, from: Inst) {
    let ids = |inst: Inst| function.insts[inst].mem_ops.as_slice(&function.mem_lists);
    let (ours, theirs): (&[MemOp], &[MemOp]) = (ids(to), ids(from));
    if ours.is_empty() {
        return;
    }
    let is_same = |(a, b): (&MemOp, &MemOp)| {
        is_same_access(&function.mem_operands[*a], &function.mem_operands[*b])
    };
    if ours.len() == theirs.len() && ours.iter().zip(theirs).all(is_same) {
        return;
    }
    if theirs.is_empty() {
        function.insts[to].mem_ops.clear(&mut function.mem_lists);
    } else {
        function.copy_mem_ops(from, to);
    }
}

/// Whether two memory operands say the same; how accesses are ordered is not compared.
fn is_same_access(a: &MemOperand, b: &MemOperand) -> bool {
    let comparable = |operand: &MemOperand| MemOperand {
        ordering: avarice_ir::AtomicOrdering::NotAtomic,
        failure_ordering: avarice_ir::AtomicOrdering::NotAtomic,
        sync_scope: None.into(),
        low_level_type: LowLevelType::NONE,
        base_align: operand.align(),
        ..*operand
    };
    comparable(a) == comparable(b)
}
