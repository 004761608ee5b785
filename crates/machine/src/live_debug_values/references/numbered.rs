//! Instructions counted in their block.

use avarice_mir::Inst;

/// An instruction and its number in its block, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    pub inst: Inst,
    pub number: u32,
}
