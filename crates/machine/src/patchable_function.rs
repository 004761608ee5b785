//! `patchable-function`: room at the start of a function that can be overwritten while the program runs.

use crate::pass::{MachinePass, MachineUnit};
use avarice_ir::Module;
use avarice_mir::InsertPoint;
use avarice_mir::{InstBuilder, MachineFunction};
use avarice_target::op;
use avarice_trace::Log;

/// The least alignment of a function whose first instruction is replaced by a jump.
const ALIGN: u64 = 16;

/// `patchable-function`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["prologepilog"],
    ..MachinePass::new(
        "patchable-function",
        "Implement the 'patchable-function' attribute",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                run(unit.module, &mut unit.function);
                Ok(())
            })
        },
    )
};

/// Puts a `PATCHABLE_FUNCTION_ENTER` in front of a function with attribute `patchable-function-entry`; without that,
/// a `PATCHABLE_OP` of two bytes in front of one with `patchable-function`, which is aligned to 16 bytes.
///
/// # Requires
/// A function with code, no virtual registers.
///
/// # Ensures
/// The room is the first instruction. How much it is, emission reads in the attribute.
///
/// # Preserves
/// The control flow graph.
pub fn run(module: &Module, function: &mut MachineFunction) {
    let attrs = function.ir_attrs(module);
    let entry = function.layout[0];
    let first = function.blocks[entry].first.expand();
    if attrs.has("patchable-function-entry") {
        InstBuilder::new(function, op::PATCHABLE_FUNCTION_ENTER)
            .insert_at(InsertPoint::new(entry, first));
    } else if attrs.has("patchable-function") {
        function.align = function.align.max(ALIGN);
        InstBuilder::new(function, op::PATCHABLE_OP)
            .imm(2)
            .insert_at(InsertPoint::new(entry, first));
    }
}
