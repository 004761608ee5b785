//! Machine basic blocks.

use avarice_target::{LaneMask, PhysReg};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use crate::entities::{Block, Inst};

/// The probability of a CFG edge as a fraction of 2^31, with LLVM's rounding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BranchProbability(pub u32);

impl BranchProbability {
    /// Denominator.
    pub const DENOMINATOR: u32 = 1 << 31;
    /// Certain.
    pub const ONE: Self = Self(Self::DENOMINATOR);
    /// Impossible.
    pub const ZERO: Self = Self(0);
    /// Not known.
    pub const UNKNOWN: Self = Self(u32::MAX);

    /// `numerator / denominator`, rounded to nearest.
    pub fn new(numerator: u64, denominator: u64) -> Self {
        debug_assert!(denominator != 0 && numerator <= denominator);
        let scaled = u128::from(numerator) * u128::from(Self::DENOMINATOR);
        Self(((scaled + u128::from(denominator) / 2) / u128::from(denominator)) as u32)
    }

    /// Whether it is not known.
    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    /// Makes probabilities add up to one, as LLVM does after reading them: unknown ones share what is
    /// left; the others are scaled.
    pub fn normalize(probabilities: &mut [Self]) {
        let one = u64::from(Self::DENOMINATOR);
        let count = probabilities.len() as u64;
        let known = probabilities.iter().filter(|p| !p.is_unknown());
        let sum: u64 = known.map(|p| u64::from(p.0)).sum();
        let unknown = probabilities.iter().filter(|p| p.is_unknown()).count() as u64;
        if let Some(share) = one.saturating_sub(sum).checked_div(unknown) {
            for probability in probabilities.iter_mut().filter(|p| p.is_unknown()) {
                *probability = Self(share as u32);
            }
            if sum <= one {
                return;
            }
        }
        for probability in probabilities {
            *probability = match sum {
                0 => Self::new(1, count),
                _ => Self(((u64::from(probability.0) * one + sum / 2) / sum) as u32),
            };
        }
    }

    /// One minus this.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(Self::DENOMINATOR - self.0)
    }
}

/// The section of a basic block: each group of blocks can have its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockSection {
    /// By number; 0 is the function's.
    Number(u32),
    /// That of landing pads.
    Exception,
    /// That of code which is seldom executed.
    Cold,
}

/// A machine basic block.
#[derive(Clone, Debug)]
pub struct BlockData {
    /// Printed number: `bb.3`.
    pub number: u32,
    /// First instruction.
    pub first: PackedOption<Inst>,
    /// Last instruction.
    pub last: PackedOption<Inst>,
    /// Predecessors, in the order in which edges were added.
    pub preds: SmallVec<[Block; 4]>,
    /// Successors, in the order in which edges were added.
    pub succs: SmallVec<[Block; 4]>,
    /// Probability of each edge in `succs`; empty when none is known.
    pub probs: SmallVec<[BranchProbability; 4]>,
    /// Physical registers that are live at the start, with the live lanes.
    pub live_ins: SmallVec<[(PhysReg, LaneMask); 4]>,
    /// The IR block that it comes from, where there is one.
    pub ir_block: PackedOption<avarice_ir::Block>,
    /// Alignment of its address in bytes, 1 if none.
    pub align: u64,
    /// The address is used by a blockaddress of this IR block.
    pub ir_address_taken: PackedOption<avarice_ir::Block>,
    /// The address is used by machine code.
    pub machine_address_taken: bool,
    /// Entered by the unwinder.
    pub eh_pad: bool,
    /// Target of an `INLINEASM_BR`.
    pub inline_asm_br_target: bool,
    /// Begins a funclet of exception handling.
    pub eh_funclet_entry: bool,
    /// Section in which the block is placed.
    pub section: BlockSection,
    /// The block's number before any change and the number of its copy, for profiles.
    pub block_id: Option<(u32, u32)>,
    /// Bytes of a call frame that is open at the start.
    pub call_frame_size: u32,
}

impl BlockData {
    pub(crate) fn new(number: u32) -> Self {
        Self {
            number,
            first: None.into(),
            last: None.into(),
            preds: SmallVec::new(),
            succs: SmallVec::new(),
            probs: SmallVec::new(),
            live_ins: SmallVec::new(),
            ir_block: None.into(),
            align: 1,
            ir_address_taken: None.into(),
            machine_address_taken: false,
            eh_pad: false,
            inline_asm_br_target: false,
            eh_funclet_entry: false,
            section: BlockSection::Number(0),
            block_id: None,
            call_frame_size: 0,
        }
    }
}
