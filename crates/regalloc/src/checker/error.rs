//! What the checker finds to be wrong.

use std::fmt;

use avarice_mir::Inst;

/// Something that an allocation has broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckError {
    /// The printed number of the block.
    pub block: u32,
    /// The instruction after allocation, if the fault shows at one.
    pub inst: Option<Inst>,
    /// What is wrong, with the instruction as text.
    pub message: String,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bb.{}: {}", self.block, self.message)
    }
}
