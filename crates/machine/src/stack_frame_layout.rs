//! `stack-frame-layout`: a remark that lists the objects of a frame.
//!
//! ```text
//!   Function: f
//!   Offset: [SP+8], Type: Fixed, Align: 16, Size: 4        above the return address
//!   Offset: [SP-8], Type: Spill, Align: 16, Size: 8
//!       sum @ src/a.c:102                                   a variable that is kept there
//!   Offset: [SP-40], Type: Variable, Align: 16, Size: 32
//! ```
//!
//! Offsets are from the stack pointer at the function's entry. Objects of a size that is not known come last.

use std::cmp::Reverse;

use avarice_ir::debug_info::{DebugInfo, number, string};
use avarice_ir::{MetadataId, Module};
use avarice_mir::{FrameIndex, Inst, MachineFunction, MemFlags, MemPointer, StackObjectKind};
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass};

use crate::pass::{Analysis, MachinePass, MachineUnit, PassKind};
use crate::remarks;
use avarice_mir::debug_values::{debug_places, is_debug_value, variable_of};

/// `stack-frame-layout`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    kind: PassKind::Analysis,
    preserves: Analysis::all(),
    after: &["prologepilog"],
    ..MachinePass::new("stack-frame-layout", "Stack Frame Layout Analysis", || {
        Box::new(|unit: &mut MachineUnit<'_>, log: &mut Log<'_>| {
            run(unit, log);
            Ok(())
        })
    })
};

/// Whether a pass is in every pipeline, wherever that begins and ends; nothing is printed around it.
pub fn is_always_there(pass: &MachinePass) -> bool {
    pass.name == PASS.name
}

/// Makes the remark, if it is wanted.
///
/// # Requires
/// The frame is laid out.
///
/// # Ensures
/// Nothing is changed.
pub fn run(unit: &mut MachineUnit<'_>, log: &mut Log<'_>) {
    if !log.wants_remarks(RemarkPass::StackFrameLayout) {
        return;
    }
    let name = String::from_utf8_lossy(&unit.function.name).into_owned();
    let mut remark = Remark::new(
        RemarkKind::Analysis,
        RemarkPass::StackFrameLayout,
        "StackLayout",
        &unit.function.name,
    )
    .at(remarks::place_of_body(unit));
    remark.text(format!("\nFunction: {name}"));
    let mut slots = slots(unit);
    slots.sort_by_key(|(slot, offset)| {
        let kind = unit.function.frame.object(*slot).kind;
        let is_sized = kind != StackObjectKind::VariableSized;
        Reverse((is_sized, *offset, slot.0))
    });
    let kept = KeptVariables::of(&unit.function);
    for (slot, offset) in slots {
        write_slot(&unit.function, slot, offset, &mut remark);
        let kept = kept.in_slot(slot).iter();
        for variable in kept.filter_map(|id| place_of_variable(unit.module, *id)) {
            remark.text("\n    ").value("DataLoc", variable);
        }
    }
    let entry = unit.function.layout[0];
    remarks::say(unit, log, entry, remark);
}

/// The objects that take room, with their offsets from the stack pointer at the function's entry.
fn slots(unit: &MachineUnit<'_>) -> Vec<(FrameIndex, i64)> {
    let frame = &unit.function.frame;
    let fixed = -(frame.fixed.len() as i32);
    let all = (fixed..frame.objects.len() as i32).map(FrameIndex);
    let taken = all.filter(|slot| !frame.object(*slot).dead);
    taken
        .map(|slot| (slot, unit.target.offset_at_entry(&unit.function, slot)))
        .collect()
}

fn write_slot(function: &MachineFunction, slot: FrameIndex, offset: i64, remark: &mut Remark) {
    let object = function.frame.object(slot);
    let kind = match object.kind {
        StackObjectKind::SpillSlot => "Spill",
        _ if slot.0 < 0 => "Fixed",
        StackObjectKind::VariableSized => "VariableSized",
        StackObjectKind::Default if function.frame.stack_protector == Some(slot) => "Protector",
        StackObjectKind::Default => "Variable",
    };
    let sign = if offset < 0 { "" } else { "+" };
    remark
        .text(format!("\nOffset: [SP{sign}"))
        .value("Offset", offset)
        .text("], Type: ")
        .value("Type", kind)
        .text(", Align: ")
        .value("Align", object.align)
        .text(", Size: ")
        .value("Size", object.size as u32);
}

/// Which variables (`DILocalVariable`) are kept where.
struct KeptVariables {
    /// The number of fixed objects, which have negative numbers.
    fixed: i32,
    /// By slot, fixed objects first.
    variables: Vec<Vec<MetadataId>>,
}

impl KeptVariables {
    /// Those that live in an object, then those whose registers are stored, in the order of the code.
    fn of(function: &MachineFunction) -> Self {
        let frame = &function.frame;
        let count = frame.fixed.len() + frame.objects.len();
        let mut kept = Self {
            fixed: frame.fixed.len() as i32,
            variables: vec![Vec::new(); count],
        };
        for variable in &frame.variables {
            kept.add(variable.slot, variable.info.variable.expand());
        }
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                for slot in stored_slots(function, inst) {
                    let said = debug_values_after(function, inst);
                    said.for_each(|value| kept.add(slot, variable_of(function, value)));
                }
            }
        }
        kept
    }

    fn add(&mut self, slot: FrameIndex, variable: Option<MetadataId>) {
        let kept = &mut self.variables[(slot.0 + self.fixed) as usize];
        kept.extend(variable.filter(|id| !kept.contains(id)));
    }

    fn in_slot(&self, slot: FrameIndex) -> &[MetadataId] {
        &self.variables[(slot.0 + self.fixed) as usize]
    }
}

/// The slots that an instruction stores to.
fn stored_slots(
    function: &MachineFunction,
    inst: Inst,
) -> impl Iterator<Item = FrameIndex> + use<'_> {
    let stores = function
        .mem_ops(inst)
        .filter(|access| access.flags.contains(MemFlags::STORE));
    stores.filter_map(|access| match access.pointer {
        MemPointer::Stack(slot) => Some(slot),
        _ => None,
    })
}

/// The debug values right after `inst` that speak of its first operand.
fn debug_values_after(
    function: &MachineFunction,
    inst: Inst,
) -> impl Iterator<Item = Inst> + use<'_> {
    let first = function.operands(inst).first();
    let register = first.filter(|operand| operand.is_reg());
    let register = register.map(|operand| operand.as_reg());
    let next = register.and_then(|_| function.next_inst(inst));
    let after = std::iter::successors(next, |inst| function.next_inst(*inst));
    let values = after.take_while(|inst| is_debug_value(function, *inst));
    values.filter(move |value| {
        let places = debug_places(function, *value);
        let mut places = places.iter().filter(|operand| operand.is_reg());
        places.any(|operand| Some(operand.as_reg()) == register)
    })
}

/// `sum @ src/a.c:102`: the name of a variable and where it is declared.
fn place_of_variable(module: &Module, variable: MetadataId) -> Option<String> {
    let info = DebugInfo::of(module)?;
    let node = info.node_of(variable, "DILocalVariable")?;
    let file = info.file_of(variable).and_then(|file| info.node(file));
    let file = file.and_then(|file| string(file, "filename"));
    let text =
        |bytes: Option<Vec<u8>>| String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    let (name, file) = (text(string(node, "name")), text(file));
    Some(format!("{name} @ {file}:{}", number(node, "line")))
}
