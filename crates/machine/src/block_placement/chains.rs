//! Chains: blocks that will follow each other.
//!
//! ```text
//!   chain 0   bb.0  bb.3  bb.4
//!   chain 1   bb.1                  every block is in one chain
//!   chain 2   bb.2  bb.5
//!
//!   append(chain 0, chain 2)        bb.0  bb.3  bb.4  bb.2  bb.5
//! ```

use avarice_mir::Block;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use smallvec::{SmallVec, smallvec};

/// A chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chain(u32);
entity_impl!(Chain);

#[derive(Debug, Default)]
struct ChainData {
    blocks: SmallVec<[Block; 4]>,
    /// Edges into the chain from blocks that are not placed yet.
    unplaced_preds: u32,
}

/// All chains of a function.
#[derive(Debug, Default)]
pub struct Chains {
    chains: PrimaryMap<Chain, ChainData>,
    of: SecondaryMap<Block, PackedOption<Chain>>,
}

impl Chains {
    /// Forgets all chains.
    pub fn clear(&mut self) {
        self.chains.clear();
        self.of.clear();
    }

    /// Begins a chain with one block.
    pub fn begin(&mut self, block: Block) -> Chain {
        let chain = self.chains.push(ChainData {
            blocks: smallvec![block],
            unplaced_preds: 0,
        });
        self.of[block] = chain.into();
        chain
    }

    /// Adds a block that is in no chain.
    pub fn push(&mut self, chain: Chain, block: Block) {
        self.chains[chain].blocks.push(block);
        self.of[block] = chain.into();
    }

    /// Moves the blocks of `other` to the end of `chain`.
    pub fn append(&mut self, chain: Chain, other: Chain) {
        let blocks = std::mem::take(&mut self.chains[other].blocks);
        for block in &blocks {
            self.of[*block] = chain.into();
        }
        self.chains[chain].blocks.extend(blocks);
    }

    /// The chain that a block is in; `None` for blocks that were removed.
    #[inline]
    pub fn of(&self, block: Block) -> Option<Chain> {
        self.of[block].expand()
    }

    /// Whether `block` is in `chain`.
    #[inline]
    pub fn is_in(&self, block: Block, chain: Chain) -> bool {
        self.of(block) == Some(chain)
    }

    /// The blocks of a chain.
    pub fn blocks(&self, chain: Chain) -> &[Block] {
        &self.chains[chain].blocks
    }

    /// The blocks of a chain, to be put in another order.
    pub fn blocks_mut(&mut self, chain: Chain) -> &mut [Block] {
        &mut self.chains[chain].blocks
    }

    /// The first block of the chain that `block` is in.
    pub fn head_of(&self, block: Block) -> Option<Block> {
        self.blocks(self.of(block)?).first().copied()
    }

    /// The last block of a chain.
    pub fn last(&self, chain: Chain) -> Option<Block> {
        self.blocks(chain).last().copied()
    }

    /// Whether `block` is the first of its chain: another chain may go before it.
    pub fn is_head(&self, block: Block) -> bool {
        self.head_of(block) == Some(block)
    }

    /// Whether `block` is the last of its chain: another chain may go after it.
    pub fn is_last(&self, block: Block) -> bool {
        self.of(block).and_then(|chain| self.last(chain)) == Some(block)
    }

    /// Removes a block from its chain.
    pub fn remove(&mut self, block: Block) {
        if let Some(chain) = self.of[block].take() {
            self.chains[chain].blocks.retain(|other| *other != block);
        }
    }

    /// Edges into a chain from blocks that are not placed yet.
    pub fn unplaced_preds(&self, chain: Chain) -> u32 {
        self.chains[chain].unplaced_preds
    }

    /// The same, to be changed.
    pub fn unplaced_preds_mut(&mut self, chain: Chain) -> &mut u32 {
        &mut self.chains[chain].unplaced_preds
    }
}

/// The blocks that are being placed: those of a loop, or all of the function.
#[derive(Debug, Default)]
pub struct Region {
    /// Blocks of the loop, in the order of the loop.
    pub order: Vec<Block>,
    /// By block: the number of the loop for which it was entered last.
    entered: SecondaryMap<Block, u32>,
    number: u32,
    is_function: bool,
}

impl Region {
    /// Makes this the whole function.
    pub fn set_function(&mut self) {
        self.order.clear();
        self.number += 1;
        self.is_function = true;
    }

    /// Makes this a loop with these blocks.
    pub fn set_loop(&mut self, blocks: &[Block]) {
        self.set_function();
        self.is_function = false;
        self.order.extend_from_slice(blocks);
        for block in blocks {
            self.entered[*block] = self.number;
        }
    }

    /// Whether this is the whole function.
    pub fn is_function(&self) -> bool {
        self.is_function
    }

    /// Whether `block` is one of those.
    #[inline]
    pub fn contains(&self, block: Block) -> bool {
        self.is_function || self.entered[block] == self.number
    }

    /// Takes a block out; `at` is a place in the order that stays at the same block, or goes on to the next.
    pub fn remove(&mut self, block: Block, at: &mut usize) {
        if self.is_function {
            return;
        }
        if let Some(place) = self.order.iter().position(|other| *other == block) {
            self.order.remove(place);
            if place < *at {
                *at -= 1;
            }
            self.entered[block] = 0;
        }
    }
}
