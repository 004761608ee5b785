//! Liveness of x87 registers, and the stack layouts on which the blocks at both ends of edges agree.
//!
//! Sets of registers are masks: bit `n` stands for FP`n`.

use avarice_mir::{Block, Inst, MachineFunction, OperandKind};
use avarice_target::InstrFlags;
use cranelift_entity::SecondaryMap;

use super::value_of;

/// What an instruction does to x87 registers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Effect {
    /// Read.
    pub uses: u8,
    /// Written with something.
    pub defs: u8,
    /// Written, maybe with nothing: calls leave no register as it was.
    clobbers: u8,
    /// Operands that are no results, be they undefined.
    pub sources: u8,
}

impl Effect {
    /// The effect of an instruction.
    pub fn of(function: &MachineFunction, inst: Inst) -> Self {
        let mut effect = Self::default();
        if function.is_debug(inst) {
            return effect;
        }
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                effect.clobbers = u8::MAX;
            }
            let Some(value) = value_of(operand.as_reg()) else {
                continue;
            };
            if operand.is_def() {
                effect.defs |= 1 << value;
                continue;
            }
            effect.sources |= 1 << value;
            if operand.reads_reg() {
                effect.uses |= 1 << value;
            }
        }
        if function.desc(inst).has(InstrFlags::CALL) {
            effect.clobbers = u8::MAX;
        }
        effect
    }

    /// Whether it mentions x87 registers, or has no form without them.
    pub fn is_any(self) -> bool {
        self.defs | self.sources | self.clobbers != 0
    }

    /// What is live before, if `after` is live after.
    pub fn before(self, after: u8) -> u8 {
        (after & !self.clobbers & !self.defs) | self.uses
    }
}

/// What blocks at the ends of a group of edges agree on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Bundle {
    /// What is on the stack: the union of what the blocks that are entered need.
    pub mask: u8,
    /// The values from the bottom up, once a block has decided; as many as `mask` has bits.
    pub order: Option<[u8; 8]>,
}

/// Edge bundles and liveness of a function.
pub(super) struct Bundles {
    live_in: SecondaryMap<Block, u8>,
    live_out: SecondaryMap<Block, u8>,
    /// The bundle by which each block is entered and the one by which it is left.
    ends: SecondaryMap<Block, [u32; 2]>,
    bundles: Vec<Bundle>,
}

impl Bundles {
    /// Computes them.
    pub fn new(function: &MachineFunction) -> Self {
        let mut bundles = Self {
            live_in: SecondaryMap::new(),
            live_out: SecondaryMap::new(),
            ends: SecondaryMap::new(),
            bundles: Vec::new(),
        };
        bundles.compute_liveness(function);
        bundles.join_edges(function);
        bundles
    }

    fn compute_liveness(&mut self, function: &MachineFunction) {
        let mut pending = function.layout.clone();
        while let Some(block) = pending.pop() {
            let successors = function.blocks[block].succs.iter();
            let out = successors.fold(0, |mask, succ| mask | self.live_in[*succ]);
            let insts = function.block_insts_rev(block);
            let before = insts.fold(out, |live, inst| Effect::of(function, inst).before(live));
            self.live_out[block] = out;
            if self.live_in[block] != before {
                self.live_in[block] = before;
                pending.extend(&function.blocks[block].preds);
            }
        }
    }

    /// Joins the ends of each edge. An unwinder leaves nothing on the stack: landing pads are entered with
    /// an empty one, whatever the block that they are entered from has there.
    fn join_edges(&mut self, function: &MachineFunction) {
        let mut parents: Vec<u32> = (0..2 * function.layout.len() as u32).collect();
        for (index, block) in function.layout.iter().enumerate() {
            self.ends[*block] = [2 * index as u32, 2 * index as u32 + 1];
        }
        for block in &function.layout {
            for succ in &function.blocks[*block].succs {
                if function.blocks[*succ].eh_pad {
                    continue;
                }
                let from = find(&mut parents, self.ends[*block][1]);
                let to = find(&mut parents, self.ends[*succ][0]);
                parents[from as usize] = to;
            }
        }
        self.bundles.resize(parents.len(), Bundle::default());
        for block in &function.layout {
            let ends = self.ends[*block].map(|end| find(&mut parents, end));
            self.ends[*block] = ends;
            let data = &function.blocks[*block];
            if !data.eh_pad && !data.preds.is_empty() {
                self.bundles[ends[0] as usize].mask |= self.live_in[*block];
            }
        }
    }

    /// The registers that are live at the beginning of a block.
    pub fn live_in(&self, block: Block) -> u8 {
        self.live_in[block]
    }

    /// The registers that are live at the end of a block.
    pub fn live_out(&self, block: Block) -> u8 {
        self.live_out[block]
    }

    /// The bundle by which a block is entered.
    pub fn entry(&mut self, block: Block) -> &mut Bundle {
        &mut self.bundles[self.ends[block][0] as usize]
    }

    /// The bundle by which a block is left.
    pub fn exit(&mut self, block: Block) -> &mut Bundle {
        &mut self.bundles[self.ends[block][1] as usize]
    }
}

/// The representative of a set of ends.
fn find(parents: &mut [u32], mut end: u32) -> u32 {
    while parents[end as usize] != end {
        let parent = parents[end as usize];
        parents[end as usize] = parents[parent as usize];
        end = parent;
    }
    end
}
