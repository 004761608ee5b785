//! Everything that names an object that is gone names the one that has its place.

use avarice_ir::Module;
use avarice_mir::{FrameIndex, Inst, MachineFunction, MemOperand, MemPointer, Operand, SspLayout};
use avarice_target::op;

use super::merge::Merge;
use crate::alias::addresses::{IrAddress, Walk};
use crate::alias::object::Pointer;

/// Names the objects that are left.
pub(super) fn apply(module: &Module, function: &mut MachineFunction, merges: &[Merge]) {
    let mut map: Vec<FrameIndex> = (0..function.frame.objects.len())
        .map(|index| FrameIndex(index as i32))
        .collect();
    for (gone, kept) in merges {
        map[gone.0 as usize] = *kept;
        merge_facts(function, (*gone, *kept));
    }
    move_variables(function, &map);
    rename_in_memory_operands(module, function, &map);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            rename_in_operands(function, inst, &map);
        }
    }
}

/// The object at the place of `object`.
fn stand_in(map: &[FrameIndex], object: FrameIndex) -> FrameIndex {
    let at = usize::try_from(object.0).ok();
    at.and_then(|at| map.get(at).copied()).unwrap_or(object)
}

/// What is known of the object that is gone holds for the one that has its place.
fn merge_facts(function: &mut MachineFunction, (gone, kept): Merge) {
    let frame = &mut function.frame;
    if let (Some(from), Some(to)) = (frame.object(gone).alloca, frame.object(kept).alloca) {
        frame.merged_allocas.add(from, to);
    }
    let from = frame.object(gone).ssp_layout;
    let to = &mut frame.object_mut(kept).ssp_layout;
    // The smaller comes nearer to the protector.
    if from != SspLayout::None && from < *to {
        *to = from;
    }
}

/// Variables of the program move with their objects.
fn move_variables(function: &mut MachineFunction, map: &[FrameIndex]) {
    let frame = &mut function.frame;
    for at in 0..frame.variables.len() {
        let variable = frame.variables[at];
        let slot = stand_in(map, variable.slot);
        frame.variables[at].slot = slot;
        frame.object_mut(slot).variable = variable.info;
    }
}

fn rename_in_operands(function: &mut MachineFunction, inst: Inst, map: &[FrameIndex]) {
    if matches!(function.opcode(inst), op::LIFETIME_START | op::LIFETIME_END) {
        return;
    }
    for at in 0..function.num_operands(inst) {
        let Some(object) = function.operand(inst, at).as_frame_index() else {
            continue;
        };
        let kept = stand_in(map, object);
        if kept != object {
            function.replace_operand(inst, at, Operand::frame_index(kept));
        }
    }
}

/// Memory operands name the objects that are left. What types and scopes say of an access does not hold where memory is
/// shared.
fn rename_in_memory_operands(module: &Module, function: &mut MachineFunction, map: &[FrameIndex]) {
    let allocas = std::mem::take(&mut function.frame.merged_allocas);
    for operand in function.mem_operands.values_mut() {
        match &mut operand.pointer {
            MemPointer::Value(value) => *value = allocas.stand_in(*value),
            MemPointer::Stack(object) => *object = stand_in(map, *object),
            _ => {}
        }
    }
    function.frame.merged_allocas = allocas;
    let mut walk = Walk::default();
    let says_too_much = |operand: &MemOperand| {
        let has_notes =
            operand.tbaa.is_some() || operand.alias_scope.is_some() || operand.no_alias.is_some();
        let Pointer::Ir(address) = Pointer::of(module, function, operand) else {
            return false;
        };
        if !has_notes {
            return false;
        }
        let is_shared = |address: &IrAddress| matches!(address, IrAddress::Value(value) if function.frame.merged_allocas.is_shared(*value));
        match walk.objects(module, function, address) {
            None | Some([]) => true,
            Some(objects) => objects.iter().any(is_shared),
        }
    };
    let operands = function.mem_operands.values();
    let which: Vec<bool> = operands.map(says_too_much).collect();
    for (operand, too_much) in function.mem_operands.values_mut().zip(which) {
        if too_much {
            operand.tbaa = None.into();
            operand.alias_scope = None.into();
            operand.no_alias = None.into();
        }
    }
}
