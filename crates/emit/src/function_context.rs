//! What a target sees of a function that is emitted.

use avarice_ir::Module;
use avarice_mir::MachineFunction;

use crate::buffer::Label;
use crate::emit_options::EmitOptions;

/// What a target's encoder and printer see of a function.
#[derive(Clone, Copy)]
pub struct FunctionContext<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function.
    pub function: &'a MachineFunction,
    /// Options.
    pub options: &'a EmitOptions,
    /// Labels of the blocks, by id; empty when printing.
    pub labels: &'a [Label],
}

impl FunctionContext<'_> {
    /// How many instructions without effect are before the labels of functions, as `patchable-function-prefix` says.
    pub fn room_before(&self) -> u32 {
        let attrs = self.function.ir_attrs(self.module);
        let room = attrs.string("patchable-function-prefix");
        room.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// How much room for patches the function begins with, as `patchable-function-entry` says it: in bytes or
    /// instructions, as the target counts; `None` if there is no such attribute.
    pub fn patchable_room(&self) -> Option<u32> {
        let attrs = self.function.ir_attrs(self.module);
        let text = attrs.string("patchable-function-entry")?;
        Some(text.parse().unwrap_or(0))
    }
}
