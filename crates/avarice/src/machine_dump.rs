//! Machine functions in llc's debug form: `-print-after` and its kin.

use avarice_liveness::SlotIndexes;
use avarice_mir::print::{MirPrinter, ModuleNames, SlotColumn};
use avarice_mir::{MachineFunction, TargetHooks};

/// Writes `function`, with slot indexes where there are any.
pub fn write_function(
    out: &mut String,
    names: &ModuleNames<'_>,
    hooks: &dyn TargetHooks,
    function: &MachineFunction,
    indexes: Option<&SlotIndexes>,
) {
    let printer = MirPrinter::new(hooks.text_names(), Some(names), function);
    let slots = indexes.map(|indexes| indexes as &dyn SlotColumn);
    printer.write_function(out, function, slots);
}
