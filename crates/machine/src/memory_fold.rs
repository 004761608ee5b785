//! Folds memory into instructions: the part that is common to all targets.

use avarice_mir::{
    FrameIndex, Inst, InstNotes, MachineFunction, MemFlags, MemOperand, MemPointer, TargetHooks,
};
use cranelift_entity::EntityList;
use cranelift_entity::packed_option::PackedOption;

use crate::stack_map_fold;

/// Folds a slot into operands `ops` of `inst`. Returns the new instruction, which is before `inst` and has its
/// memory operands and one for the slot; `None` if the target has none.
pub fn fold_slot(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    inst: Inst,
    ops: &[usize],
    slot: FrameIndex,
) -> Option<Inst> {
    let object = function.frame.object(slot);
    let (slot_size, align) = (object.size, object.align);
    let mut flags = MemFlags::empty();
    let mut size = 0;
    for index in ops {
        let operand = function.operand(inst, *index);
        flags |= if operand.is_def() {
            MemFlags::STORE
        } else {
            MemFlags::LOAD
        };
        let bits = function.target.sub_reg_indices[operand.sub_reg().index()].size_bits;
        let partial = !operand.sub_reg().is_none() && bits != 0 && bits.is_multiple_of(8);
        size = size.max(if partial {
            u64::from(bits) / 8
        } else {
            slot_size
        });
    }
    if flags.contains(MemFlags::STORE) {
        size = slot_size;
    }
    let new = match stack_map_fold::fixed_operands(function, inst) {
        Some(_) => stack_map_fold::fold_slot(function, inst, ops, slot)?,
        None => hooks.fold_slot(function, inst, ops, slot)?,
    };
    function.insts[new].mem_ops = EntityList::new();
    function.copy_mem_ops(inst, new);
    let pointer = MemPointer::Stack(slot);
    function.add_mem_operand(new, MemOperand::new(flags, pointer, 0, size, align));
    let post_symbol = function.notes(inst).map(|notes| notes.post_symbol);
    if let Some(post_symbol) = post_symbol.filter(PackedOption::is_some) {
        let notes = InstNotes {
            post_symbol,
            ..InstNotes::default()
        };
        function.set_notes(new, notes);
    }
    Some(new)
}

/// Folds what `load` loads into operands `ops` of `inst`. Returns the new instruction, which is before `inst`
/// and has the memory operands of both; `None` if the target has none.
pub fn fold_load(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    inst: Inst,
    ops: &[usize],
    load: Inst,
) -> Option<Inst> {
    let new = match stack_map_fold::fixed_operands(function, inst) {
        Some(_) => {
            let (_, slot) = hooks.is_load_from_slot(function, load)?;
            stack_map_fold::fold_slot(function, inst, ops, slot)?
        }
        None => hooks.fold_load(function, inst, ops, load)?,
    };
    function.insts[new].mem_ops = EntityList::new();
    function.copy_mem_ops(inst, new);
    function.copy_mem_ops(load, new);
    Some(new)
}
