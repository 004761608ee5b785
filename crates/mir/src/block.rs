//! Machine basic blocks.

use avarice_ir::BranchProbability;
use avarice_target::{LaneMask, PhysReg};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use crate::entities::{Block, Inst};

/// The section of a basic block: each group of blocks can have its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BlockSection {
    /// By number; 0 is the function's.
    Number(u32),
    /// That of landing pads.
    Exception,
    /// That of code which is seldom executed.
    Cold,
}

/// What the blocks of a function have of their own in the assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BlockSections {
    /// Nothing.
    #[default]
    None,
    /// Labels, and entries in the map of block addresses (`-basic-block-sections=labels`).
    Labels,
    /// Sections, as [`BlockData::section`] says.
    Sections,
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
    pub live_ins: SmallVec<[(PhysReg, LaneMask); 1]>,
    /// The IR block that it comes from, where there is one.
    pub ir_block: PackedOption<avarice_ir::Block>,
    /// Alignment of its address in bytes, 1 if none.
    pub align: u64,
    /// Most bytes of padding for that, 0 for no limit.
    pub max_padding: u64,
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
    /// Whether it is the first block of its section, in a function whose blocks have sections.
    pub begins_section: bool,
    /// Whether it is the last one.
    pub ends_section: bool,
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
            max_padding: 0,
            ir_address_taken: None.into(),
            machine_address_taken: false,
            eh_pad: false,
            inline_asm_br_target: false,
            eh_funclet_entry: false,
            section: BlockSection::Number(0),
            begins_section: false,
            ends_section: false,
            block_id: None,
            call_frame_size: 0,
        }
    }

    /// Sorts the live-ins by register and joins the lanes of those that are listed twice.
    pub fn sort_unique_live_ins(&mut self) {
        self.live_ins.sort_unstable_by_key(|(reg, _)| *reg);
        self.live_ins.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 |= later.1;
            }
            same
        });
    }
}
