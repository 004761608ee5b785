//! Blocks, edges and layout of a [`MachineFunction`].

use avarice_ir::BranchProbability;
use avarice_target::op;

use crate::block::BlockData;
use crate::entities::{Block, Inst};
use crate::function::MachineFunction;

impl MachineFunction {
    /// Adds a block that is not in the layout; its number is its id.
    pub fn create_block(&mut self) -> Block {
        let number = self.next_block_number;
        self.next_block_number += 1;
        let block = self.blocks.push(BlockData::new(number));
        if self.names_blocks {
            self.blocks[block].block_id = Some((block.as_u32(), 0));
        }
        block
    }

    /// Gives each block a number that stays, and each one that is made from now on.
    pub fn name_blocks(&mut self) {
        self.names_blocks = true;
        for (block, data) in self.blocks.iter_mut() {
            data.block_id.get_or_insert((block.as_u32(), 0));
        }
    }

    /// Notes which blocks are the first and last ones of their sections.
    pub fn mark_section_borders(&mut self) {
        let mut previous: Option<Block> = None;
        for block in &self.layout {
            let section = self.blocks[*block].section;
            let begins = previous.is_none_or(|previous| self.blocks[previous].section != section);
            if let Some(previous) = previous {
                self.blocks[previous].ends_section = begins;
            }
            self.blocks[*block].begins_section = begins;
            previous = Some(*block);
        }
        if let Some(last) = previous {
            self.blocks[last].ends_section = true;
        }
    }

    /// Adds a block at the end of the layout.
    pub fn append_block(&mut self) -> Block {
        let block = self.create_block();
        self.layout.push(block);
        block
    }

    /// Puts `block` into the layout after `after`.
    pub fn insert_block_after(&mut self, after: Block, block: Block) {
        let at = self.layout_index(after) + 1;
        self.layout.insert(at, block);
        self.inserted += 1;
    }

    /// Moves the instructions of `block` from `first` on (none for `None`) to a new block after it, together with the
    /// successors of `block`. There are no PHIs. Registers that live into `block` live into the new one.
    pub fn split_block(&mut self, block: Block, first: Option<Inst>) -> Block {
        let rest = self.create_block();
        self.insert_block_after(block, rest);
        if let Some(first) = first {
            self.splice_tail(first, rest);
        }
        let data = &mut self.blocks[block];
        let (succs, probs) = (
            std::mem::take(&mut data.succs),
            std::mem::take(&mut data.probs),
        );
        let (ir_block, live_ins) = (data.ir_block, data.live_ins.clone());
        for succ in &succs {
            for pred in &mut self.blocks[*succ].preds {
                if *pred == block {
                    *pred = rest;
                }
            }
        }
        let data = &mut self.blocks[rest];
        (data.succs, data.probs) = (succs, probs);
        (data.ir_block, data.live_ins) = (ir_block, live_ins);
        rest
    }

    /// Position of `block` in the layout. It is looked for around where it is if blocks were inserted before it only since
    /// they were numbered; in the worst case that costs the layout's length.
    pub fn layout_index(&self, block: Block) -> usize {
        let last = self.layout.len().saturating_sub(1);
        let guess = self.blocks[block].number as usize + self.inserted as usize;
        let guess = guess.min(last);
        let is_at = |at: &usize| self.layout.get(*at) == Some(&block);
        let around = (0..=last).flat_map(|far| [guess.wrapping_sub(far), guess + far]);
        around
            .into_iter()
            .find(is_at)
            .expect("block is in the layout")
    }

    /// Numbers blocks by their place in the layout.
    pub fn renumber_blocks(&mut self) {
        self.inserted = 0;
        self.next_block_number = 0;
        for block in &self.layout {
            self.blocks[*block].number = self.next_block_number;
            self.next_block_number += 1;
        }
    }

    /// Adds the edge `from → to`. Probabilities are kept for all edges of a block or for none.
    pub fn add_edge(&mut self, from: Block, to: Block, probability: Option<BranchProbability>) {
        let data = &mut self.blocks[from];
        match probability {
            Some(p) if data.probs.len() == data.succs.len() => data.probs.push(p),
            _ => data.probs.clear(),
        }
        data.succs.push(to);
        self.blocks[to].preds.push(from);
    }

    /// Removes the edge `from → to` if it is there.
    pub fn remove_edge(&mut self, from: Block, to: Block) {
        let data = &mut self.blocks[from];
        let Some(at) = data.succs.iter().position(|b| *b == to) else {
            return;
        };
        data.succs.remove(at);
        if !data.probs.is_empty() {
            data.probs.remove(at);
        }
        let preds = &mut self.blocks[to].preds;
        if let Some(at) = preds.iter().position(|b| *b == from) {
            preds.remove(at);
        }
    }

    /// Makes the PHIs of `block` that read from `old` read from `new`.
    pub fn replace_phi_source(&mut self, block: Block, old: Block, new: Block) {
        let mut cursor = self.blocks[block].first.expand();
        while let Some(phi) = cursor.filter(|inst| self.opcode(*inst) == op::PHI) {
            for op in self.op_ids(phi) {
                if self.op(op).as_block() == Some(old) {
                    self.op_mut(op).set_block(new);
                }
            }
            cursor = self.next_inst(phi);
        }
    }

    /// Makes the edge `from → old` lead to `new`; merges it with an edge that is already there.
    pub fn replace_successor(&mut self, from: Block, old: Block, new: Block) {
        if old == new {
            return;
        }
        let data = &mut self.blocks[from];
        let Some(at) = data.succs.iter().position(|b| *b == old) else {
            return;
        };
        match data.succs.iter().position(|b| *b == new) {
            Some(other) => {
                if !data.probs.is_empty() {
                    if !data.probs[other].is_unknown() {
                        let p = data.probs[at].0.saturating_add(data.probs[other].0);
                        let p = p.min(BranchProbability::DENOMINATOR);
                        data.probs[other] = BranchProbability(p);
                    }
                    data.probs.remove(at);
                }
                data.succs.remove(at);
            }
            None => {
                data.succs[at] = new;
                self.blocks[new].preds.push(from);
            }
        }
        let preds = &mut self.blocks[old].preds;
        if let Some(at) = preds.iter().position(|b| *b == from) {
            preds.remove(at);
        }
    }

    /// Makes all edges of `from` edges of `to`, after those that it has. They are the newest of their destinations.
    pub fn transfer_successors(&mut self, from: Block, to: Block) {
        if from == to {
            return;
        }
        while let Some(succ) = self.blocks[from].succs.first().copied() {
            let probability = self.blocks[from].probs.first().copied();
            self.add_edge(to, succ, probability);
            self.remove_edge(from, succ);
        }
    }

    /// The same, and PHIs that read from `from` read from `to`.
    pub fn transfer_successors_and_phis(&mut self, from: Block, to: Block) {
        for at in 0..self.blocks[from].succs.len() {
            self.replace_phi_source(self.blocks[from].succs[at], from, to);
        }
        self.transfer_successors(from, to);
    }

    /// A block after `after` in the layout, for code that was in that block.
    pub fn create_block_after(&mut self, after: Block, origin: Block) -> Block {
        let block = self.create_block();
        self.blocks[block].ir_block = self.blocks[origin].ir_block;
        self.insert_block_after(after, block);
        block
    }

    /// Makes the terminators of `block` that name `old` name `new`, and the edge to `old` lead to `new`. Jump tables are
    /// the caller's.
    pub fn retarget_branches(&mut self, block: Block, old: Block, new: Block) {
        let mut cursor = self.blocks[block].last.expand();
        while let Some(inst) = cursor.filter(|inst| self.is_terminator(*inst)) {
            for op in self.op_ids(inst) {
                if self.op(op).as_block() == Some(old) {
                    self.op_mut(op).set_block(new);
                }
            }
            cursor = self.prev_inst(inst);
        }
        self.replace_successor(block, old, new);
    }

    /// Whether `block` is a successor of `from`.
    pub fn is_successor(&self, from: Block, block: Block) -> bool {
        self.blocks[from].succs.contains(&block)
    }

    /// The block after `block` in the layout; costs what [`Self::layout_index`] does.
    pub fn layout_successor(&self, block: Block) -> Option<Block> {
        self.layout.get(self.layout_index(block) + 1).copied()
    }
}
