//! Calls: which registers survive the places where an interval is live.

use avarice_mir::{MachineFunction, Op, OperandKind, OperandValue, RegMaskRef, VReg};

use crate::live_intervals::LiveIntervals;
use crate::slot_index::SlotIndex;

/// A register mask operand and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegMaskSlot {
    /// The register slot of the instruction.
    pub index: SlotIndex,
    /// The operand.
    pub op: Op,
}

/// The words of a register mask operand, one bit a register; empty if `op` is none.
pub fn reg_mask_words(function: &MachineFunction, op: Op) -> &[u32] {
    match function.op(op).value() {
        OperandValue::RegMask(RegMaskRef::Target(id)) => {
            function.target.reg_masks[id.index()].preserved
        }
        OperandValue::RegMask(RegMaskRef::Custom(index)) => {
            &function.custom_reg_masks[index as usize]
        }
        _ => &[],
    }
}

impl LiveIntervals {
    pub(crate) fn compute_reg_masks(&mut self, function: &MachineFunction) {
        self.reg_mask_slots.clear();
        self.reg_mask_blocks.clear();
        self.reg_mask_blocks.resize(function.blocks.len());
        for block in &function.layout {
            let first = self.reg_mask_slots.len() as u32;
            for inst in function.block_insts(*block) {
                for op in function.op_ids(inst) {
                    if function.op(op).kind() == OperandKind::RegMask {
                        let index = self.indexes.index(inst).reg_slot(false);
                        self.reg_mask_slots.push(RegMaskSlot { index, op });
                    }
                }
            }
            self.reg_mask_blocks[*block] = (first, self.reg_mask_slots.len() as u32);
        }
    }

    /// All register masks in code order.
    pub fn reg_mask_slots(&self) -> &[RegMaskSlot] {
        &self.reg_mask_slots
    }

    /// Intersects into `usable` (a bit a register) the masks of all calls that an interval is live
    /// across. `false`, leaving `usable` empty, if there is none.
    pub fn reg_mask_interference(
        &self,
        function: &MachineFunction,
        reg: VReg,
        usable: &mut Vec<u32>,
    ) -> bool {
        usable.clear();
        let interval = self.interval(reg);
        if interval.is_empty() {
            return false;
        }
        let mut slots = &self.reg_mask_slots[..];
        if let Some(block) = self.in_one_block(interval) {
            let (first, end) = self.reg_mask_blocks[block];
            slots = &slots[first as usize..end as usize];
        }
        let begin = interval.begin_index();
        slots = &slots[slots.partition_point(|slot| slot.index < begin)..];
        let mut at = 0;
        for slot in slots {
            at = interval.advance(at, slot.index);
            let Some(segment) = interval.segments().get(at) else {
                break;
            };
            if !segment.contains(slot.index) {
                continue;
            }
            if usable.is_empty() {
                usable.resize(function.target.reg_mask_words, !0);
            }
            let mask = reg_mask_words(function, slot.op);
            usable
                .iter_mut()
                .zip(mask)
                .for_each(|(word, mask)| *word &= mask);
        }
        !usable.is_empty()
    }
}
