//! Machine functions in llc's debug form: `-print-after`, `-debug-only=regalloc`.

use std::fmt::Write;

use avarice_liveness::{LiveIntervals, SlotIndexes};
use avarice_mir::MachineFunction;
use avarice_mir::print::{MirPrinter, ModuleNames, SlotColumn};

use crate::target::Target;

/// Writes `function`, with slot indexes where there are any.
pub fn write_function(
    out: &mut String,
    names: &ModuleNames<'_>,
    target: &Target,
    function: &MachineFunction,
    indexes: Option<&SlotIndexes>,
) {
    let printer = MirPrinter::new(target.hooks.text_names(), Some(names), function);
    let slots = indexes.map(|indexes| indexes as &dyn SlotColumn);
    printer.write_function(out, function, slots);
}

/// Writes all live intervals, then the code with the slot indexes that they refer to.
pub fn write_intervals(
    out: &mut String,
    names: &ModuleNames<'_>,
    target: &Target,
    function: &MachineFunction,
    intervals: &LiveIntervals,
) {
    write!(out, "{}", intervals.display(function)).expect("writing to a string");
    out.push_str("********** MACHINEINSTRS **********\n");
    write_function(out, names, target, function, Some(&intervals.indexes));
}
