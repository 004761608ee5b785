//! What can be expanded once all blocks exist, and before all code does: the saving of vector registers in variadic
//! functions, which needs blocks of its own. What `finalize-isel` expands is left to it.

use avarice_mir::{Block, BranchProbability, Inst, InstBuilder, Operand, Reg};
use smallvec::SmallVec;

use super::Selector;
use super::compare::Cc;
use super::vex;
use crate::op;
use crate::subtarget::Features;

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

    /// Prepares the pseudo instructions of a block for their expansion, up to one that needs blocks of its own and is
    /// expanded here; the rest of the block is a new block after it, which is looked at next.
    fn expand_block(&mut self, block: Block) {
        let mut next = self.mf.blocks[block].first.expand();
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            match self.mf.opcode(inst) {
                op::LCMPXCHG16B_NO_RBX => self.compute_exchanged_address(inst),
                op::VASTART_SAVE_XMM_REGS => return self.expand_vector_save(block, inst),
                _ => {}
            }
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
        self.mf.transfer_successors_and_phis(block, sink);
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
}
