//! Pseudo instructions that selection leaves because they take blocks, registers or stack objects of their own.

use crate::entities::{Block, Inst};
use crate::function::MachineFunction;

/// The end of selection.
pub trait InsertionHooks {
    /// Expands `inst`, whose row asks for it (`InstrFlags::CUSTOM_INSERTER`), and returns the block that the code after
    /// it is in: that of `inst`, or a new one that begins where control joins again. `None` changes nothing: the target
    /// has no expansion.
    fn expand_selected(&self, function: &mut MachineFunction, inst: Inst) -> Option<Block> {
        let _ = (function, inst);
        None
    }

    /// Notes in the frame what is known of it now that all code is selected.
    fn finish_selection(&self, function: &mut MachineFunction) {
        let _ = function;
    }
}
