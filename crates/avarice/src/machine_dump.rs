//! Machine functions in llc's debug form: `-print-after`, `-debug-only=regalloc`.

use std::fmt::Write;

use avarice_ir::Module;
use avarice_liveness::{LiveIntervals, SlotIndexes};
use avarice_mir::print::{MirPrinter, ModuleNames, SlotColumn};
use avarice_mir::{Block, Inst, MachineFunction};

use crate::target::Target;

/// The slot index in front of what has one.
struct Slots<'a>(&'a SlotIndexes);

impl SlotColumn for Slots<'_> {
    fn write_block_start(&self, out: &mut String, block: Block) {
        write!(out, "{}", self.0.block_start(block)).expect("writing to a string");
    }

    fn write_inst(&self, out: &mut String, inst: Inst) {
        if let Some(index) = self.0.get(inst) {
            write!(out, "{index}").expect("writing to a string");
        }
    }
}

/// Writes `function`, with slot indexes where there are any.
pub fn write_function(
    out: &mut String,
    module: &Module,
    target: &Target,
    function: &MachineFunction,
    indexes: Option<&SlotIndexes>,
) {
    let names = ModuleNames::new(module);
    let printer = MirPrinter::new(target.hooks.text_names(), Some(&names), function);
    let slots = indexes.map(Slots);
    printer.write_function(out, function, slots.as_ref().map(|s| s as &dyn SlotColumn));
}

/// Writes all live intervals, then the code with the slot indexes that they speak of.
pub fn write_intervals(
    out: &mut String,
    module: &Module,
    target: &Target,
    function: &MachineFunction,
    intervals: &LiveIntervals,
) {
    write!(out, "{}", intervals.display(function)).expect("writing to a string");
    out.push_str("********** MACHINEINSTRS **********\n");
    write_function(out, module, target, function, Some(&intervals.indexes));
}
