//! Which virtual registers are live into blocks, by the code before allocation alone.

use avarice_mir::{Block, MachineFunction, VReg};
use avarice_target::op;

use super::state::vreg;

/// Sets of virtual registers by block, as bits.
pub(super) struct LiveVariables {
    words: usize,
    live_in: Vec<u64>,
}

impl LiveVariables {
    /// Solves `in = use ∪ (out − def)`, `out = ∪ in of successors`.
    pub fn compute(function: &MachineFunction) -> Self {
        let words = function.vregs.len().div_ceil(64);
        let count = function.blocks.len();
        let mut live = Self {
            words,
            live_in: vec![0; words * count],
        };
        let mut defined = vec![0; words * count];
        for block in &function.layout {
            live.collect(function, *block, &mut defined);
        }
        for block in &function.layout {
            live.add_phi_reads(function, *block, &defined);
        }
        let mut work: Vec<Block> = function.layout.clone();
        while let Some(block) = work.pop() {
            for pred in &function.blocks[block].preds {
                if live.flow(block, *pred, &defined) {
                    work.push(*pred);
                }
            }
        }
        live
    }

    /// Marks what a block reads before it writes all of it, and what it writes all of.
    fn collect(&mut self, function: &MachineFunction, block: Block, defined: &mut [u64]) {
        let row = block.as_u32() as usize * self.words;
        for inst in function.block_insts(block) {
            if function.is_debug(inst) {
                continue;
            }
            let reads = match function.opcode(inst) {
                op::PHI => &[],
                _ => function.operands(inst),
            };
            for operand in reads {
                // Writing one part of a register leaves the others, which is a use.
                if let Some(reg) = operand.as_reg().as_virtual()
                    && operand.reads_reg()
                {
                    let (word, bit) = bit_of(reg);
                    self.live_in[row + word] |= bit & !defined[row + word];
                }
            }
            for operand in function.operands(inst) {
                if let Some(reg) = operand.as_reg().as_virtual()
                    && operand.is_def()
                {
                    let (word, bit) = bit_of(reg);
                    defined[row + word] |= bit;
                }
            }
        }
    }

    /// PHIs read where control comes from.
    fn add_phi_reads(&mut self, function: &MachineFunction, block: Block, defined: &[u64]) {
        let insts = function.block_insts(block);
        for phi in insts.take_while(|inst| function.opcode(*inst) == op::PHI) {
            let sources = function.operands(phi).get(1..).unwrap_or_default();
            for pair in sources.chunks_exact(2) {
                if let (Some(reg), Some(pred)) = (pair[0].as_reg().as_virtual(), pair[1].as_block())
                    && pair[0].reads_reg()
                {
                    let row = pred.as_u32() as usize * self.words;
                    let (word, bit) = bit_of(reg);
                    self.live_in[row + word] |= bit & !defined[row + word];
                }
            }
        }
    }

    /// Adds what is live into `block` to its predecessor, as far as that does not write it.
    fn flow(&mut self, block: Block, pred: Block, defined: &[u64]) -> bool {
        let (from, to) = (
            block.as_u32() as usize * self.words,
            pred.as_u32() as usize * self.words,
        );
        let mut changed = false;
        for word in 0..self.words {
            let passed = self.live_in[from + word] & !defined[to + word];
            changed |= passed & !self.live_in[to + word] != 0;
            self.live_in[to + word] |= passed;
        }
        changed
    }

    /// Whether `reg` is live where `block` begins.
    pub fn is_live_in(&self, block: Block, reg: VReg) -> bool {
        let (word, bit) = bit_of(reg);
        self.live_in[block.as_u32() as usize * self.words + word] & bit != 0
    }

    /// The registers that are live where `block` begins.
    pub fn live_in(&self, block: Block) -> impl Iterator<Item = VReg> + '_ {
        let count = self.words * 64;
        (0..count)
            .map(vreg)
            .filter(move |reg| self.is_live_in(block, *reg))
    }
}

fn bit_of(reg: VReg) -> (usize, u64) {
    let number = reg.as_u32() as usize;
    (number / 64, 1 << (number % 64))
}
