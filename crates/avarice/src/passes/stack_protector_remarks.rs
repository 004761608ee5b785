//! Why functions get a stack protector, as remarks.
//!
//! The reasons are found in the IR that selection has read. An array that was made values before (`-promote-slots`) is none.

use avarice_ir::{DataLayout, Inst};
use avarice_legalize::{ProtectionReason, protection_reasons};
use avarice_machine::pass::MachineUnit;
use avarice_machine::remarks::{place_of_body, say};
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass, SourcePlace};

/// Says why the function has a stack protector, where such remarks are wanted.
///
/// # Requires
/// The code comes from selection, and no pass has run.
pub(super) fn say_reasons(unit: &mut MachineUnit<'_>, log: &mut Log<'_>) {
    if !log.wants_remarks(RemarkPass::StackProtector) {
        return;
    }
    let module = unit.module;
    let (Some(global), Ok(layout)) = (unit.function.ir_function, DataLayout::of_module(module))
    else {
        return;
    };
    let (Some(body), Some(entry)) = (
        module.globals[global].body(),
        unit.function.layout.first().copied(),
    ) else {
        return;
    };
    let location = |unit: &MachineUnit<'_>, inst: Inst| {
        let location = body.insts[inst].debug_loc.expand()?;
        SourcePlace::of_location(module, &unit.function.own_locations, location)
    };
    for reason in protection_reasons(module, &layout, global, body) {
        let (name, why, place) = match reason {
            ProtectionReason::Attribute => (
                "StackProtectorRequested",
                " due to a function attribute or command-line switch",
                place_of_body(unit),
            ),
            ProtectionReason::Alloca(inst) => (
                "StackProtectorAllocaOrArray",
                " due to a call to alloca or use of a variable length array",
                location(unit, inst),
            ),
            ProtectionReason::Buffer(inst) => (
                "StackProtectorBuffer",
                " due to a stack allocated buffer or struct containing a buffer",
                location(unit, inst),
            ),
            ProtectionReason::AddressTaken(inst) => (
                "StackProtectorAddressTaken",
                " due to the address of a local variable being taken",
                location(unit, inst),
            ),
        };
        let own = &unit.function.name;
        let mut remark =
            Remark::new(RemarkKind::Passed, RemarkPass::StackProtector, name, own).at(place);
        let function = remark.function.clone();
        remark
            .text("Stack protection applied to function ")
            .value("Function", function)
            .placed(place_of_body(unit))
            .text(why);
        say(unit, log, entry, remark);
    }
}
