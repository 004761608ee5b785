//! Pseudo instructions that need blocks of their own, expanded once all blocks exist: `CMOV_FR32` and its
//! like for other registers that have no conditional moves, and the saving of vector registers in variadic
//! functions.
//!
//! ```text
//!   d = CMOV_FR64 no, yes, cc        JCC_1 sink, cc
//!   e = CMOV_FR64 no2, yes2, cc    other:                  (falls through)
//!   rest                           sink:
//!                                    d = PHI no, other, yes, block
//!                                    e = PHI no2, other, yes2, block
//!                                    rest
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::{Block, BranchProbability, Inst, InstBuilder, MachineFunction, Operand, Reg};
use avarice_target::{LaneMask, Opcode};
use smallvec::SmallVec;

use super::Selector;
use super::compare::Cc;
use super::vex;
use crate::subtarget::Features;
use crate::{op, reg};

/// Whether an instruction is a conditional move that the machine does not have.
fn is_select(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::CMOV_FR32 | op::CMOV_FR64 | op::CMOV_VR128 | op::CMOV_RFP80
    )
}

impl Selector<'_, '_> {
    /// Expands what needs blocks of its own, once all blocks are there.
    pub(super) fn expand_blocks(&mut self) {
        let mut index = 0;
        while let Some(block) = self.mf.layout.get(index).copied() {
            self.expand_block(block);
            index += 1;
        }
        if self.features().contains(Features::AVX) {
            vex::convert(&mut self.mf);
        }
    }

    /// Expands the first pseudo instruction of a block; the rest of the block is a new block after it,
    /// which is looked at next.
    fn expand_block(&mut self, block: Block) {
        let is_pseudo = |function: &MachineFunction, inst: Inst| {
            let opcode = function.opcode(inst);
            is_select(opcode)
                || matches!(opcode, op::VASTART_SAVE_XMM_REGS | op::LCMPXCHG16B_NO_RBX)
        };
        let mut first = self
            .mf
            .block_insts(block)
            .find(|inst| is_pseudo(&self.mf, *inst));
        while let Some(inst) = first
            && self.mf.opcode(inst) == op::LCMPXCHG16B_NO_RBX
        {
            let next = self.mf.next_inst(inst);
            self.expand_compare_exchange(inst);
            first = next;
            while let Some(inst) = first.filter(|inst| !is_pseudo(&self.mf, *inst)) {
                first = self.mf.next_inst(inst);
            }
        }
        match first {
            Some(first) if self.mf.opcode(first) == op::VASTART_SAVE_XMM_REGS => {
                self.expand_vector_save(block, first);
            }
            Some(first) => self.expand_float_select(block, first),
            None => {}
        }
    }

    /// Ends `block` before `rest` (at its end for `None`), and makes a block that is entered from it or
    /// skipped, and one for the rest. The caller adds the branch.
    fn split_around(&mut self, block: Block, rest: Option<Inst>) -> (Block, Block) {
        let other = self.mf.create_block();
        let sink = self.mf.create_block();
        self.mf.insert_block_after(block, other);
        self.mf.insert_block_after(other, sink);
        if let Some(rest) = rest {
            self.mf.splice_tail(rest, sink);
        }
        self.move_successors(block, sink);
        let half = BranchProbability::new(1, 2);
        self.mf.add_edge(block, other, Some(half));
        self.mf.add_edge(block, sink, Some(half));
        self.mf.add_edge(other, sink, Some(BranchProbability::ONE));
        (other, sink)
    }

    /// Saves vector registers of a variadic function, unless AL is zero.
    fn expand_vector_save(&mut self, block: Block, save: Inst) {
        let rest = self.mf.next_inst(save);
        let (other, sink) = self.split_around(block, rest);
        let operands: SmallVec<[Operand; 16]> = self.mf.operands(save).iter().copied().collect();
        let mem = self.mf.mem_ops(save).next().copied();
        let location = self.mf.debug_loc(save);
        self.mf.remove_inst(save);
        let al = operands[0].as_reg();
        let area = operands[1].as_frame_index();
        let first = operands[6].as_imm().unwrap_or(0);
        let vectors = operands[7..].iter().filter(|o| o.as_reg().is_virtual());
        for (index, vector) in vectors.enumerate() {
            let offset = first + 16 * index as i64;
            let mut store = InstBuilder::new(&mut self.mf, op::MOVAPSmr).location(location);
            if let Some(area) = area {
                store = store.frame_index(area);
            }
            store = store
                .imm(1)
                .reg(Reg::NONE)
                .imm(offset)
                .reg(Reg::NONE)
                .reg(vector.as_reg());
            if let Some(mut mem) = mem {
                (mem.offset, mem.size) = (offset, Some(16));
                store = store.mem(mem);
            }
            store.append(other);
        }
        InstBuilder::new(&mut self.mf, op::TEST8rr)
            .location(location)
            .reg(al)
            .reg(al)
            .append(block);
        let equal = Cc::E.imm();
        InstBuilder::new(&mut self.mf, op::JCC_1)
            .location(location)
            .block(sink)
            .imm(equal)
            .append(block);
    }

    fn expand_float_select(&mut self, block: Block, first: Inst) {
        let condition = *self.mf.operand(first, 3);
        let location = self.mf.debug_loc(first);
        let mut selects: SmallVec<[Inst; 4]> = SmallVec::new();
        let mut next = Some(first);
        while let Some(inst) = next {
            let same = is_select(self.mf.opcode(inst))
                && self.mf.operand(inst, 3).as_imm() == condition.as_imm()
                && !selects
                    .iter()
                    .any(|earlier| self.reads_result(inst, *earlier));
            if !same {
                break;
            }
            selects.push(inst);
            next = self.mf.next_inst(inst);
        }
        let flags = next.is_some_and(|rest| self.reads_flags(rest));
        let (other, sink) = self.split_around(block, next);
        if flags {
            for block in [other, sink] {
                self.mf.blocks[block]
                    .live_ins
                    .push((reg::EFLAGS, LaneMask::ALL));
            }
        }
        let before = self.mf.blocks[sink].first.expand();
        for inst in &selects {
            let [dst, no, yes] = [0, 1, 2].map(|index| self.mf.operand(*inst, index).as_reg());
            self.mf.remove_inst(*inst);
            InstBuilder::new(&mut self.mf, op::PHI)
                .location(location)
                .def(dst)
                .reg(no)
                .block(other)
                .reg(yes)
                .block(block)
                .insert_at(InsertPoint::new(sink, before));
        }
        InstBuilder::new(&mut self.mf, op::JCC_1)
            .location(location)
            .block(sink)
            .op(condition.detached())
            .append(block);
    }

    /// Whether an operand of `inst` is what `earlier` defines.
    fn reads_result(&self, inst: Inst, earlier: Inst) -> bool {
        let dst = self.mf.operand(earlier, 0).as_reg();
        self.mf.operands(inst)[1..3]
            .iter()
            .any(|operand| operand.as_reg() == dst)
    }

    /// Whether the flags are read at or after `first` in its block before they are set again.
    fn reads_flags(&self, first: Inst) -> bool {
        let flags = reg::EFLAGS.into();
        let mut next = Some(first);
        while let Some(inst) = next {
            let operands = self.mf.operands(inst);
            let mentions = |test: fn(&Operand) -> bool| {
                operands
                    .iter()
                    .any(|operand| operand.as_reg() == flags && test(operand))
            };
            if mentions(Operand::is_use) {
                return true;
            }
            if mentions(Operand::is_def) {
                return false;
            }
            next = self.mf.next_inst(inst);
        }
        false
    }

    /// Makes the successors of `from` those of `to`, in the PHIs of the successors as well.
    fn move_successors(&mut self, from: Block, to: Block) {
        let succs = self.mf.blocks[from].succs.clone();
        let probs = self.mf.blocks[from].probs.clone();
        for (index, succ) in succs.iter().copied().enumerate() {
            self.mf.remove_edge(from, succ);
            self.mf.add_edge(to, succ, probs.get(index).copied());
            let phis: SmallVec<[Inst; 8]> = self
                .mf
                .block_insts(succ)
                .take_while(|inst| self.mf.opcode(*inst) == op::PHI)
                .collect();
            for phi in phis {
                for index in 1..self.mf.num_operands(phi) {
                    if self.mf.operand(phi, index).as_block() == Some(from) {
                        self.mf.operand_mut(phi, index).set_block(to);
                    }
                }
            }
        }
    }
}
