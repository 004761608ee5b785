//! Calls: which registers survive the places where an interval is live.
//!
//! A register mask names the registers that a call preserves. Masks sit at the register slot of their
//! instruction, which lies inside every segment that continues after the call and in none that ends
//! there:
//!
//! ```text
//!   %0  [16r────────────────96r:0)      crosses the call at 48: must be in a preserved register
//!   %1  [32r──48r:0)                    is an argument: may be anywhere
//!   RegMasks: 48r
//! ```

use avarice_mir::{
    Block, Inst, MachineFunction, Operand, OperandValue, RegMaskRef, VReg, inst_facts,
};
use avarice_target::{InstrFlags, RegMaskId, op};

use crate::live_interval::LiveInterval;
use crate::live_intervals::LiveIntervals;
use crate::search::gallop;
use crate::slot_index::SlotIndex;

/// A register mask and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegMaskSlot {
    /// The register slot of the instruction, or the start of a landing pad.
    pub index: SlotIndex,
    /// The registers that are preserved; none at all if `None`.
    pub mask: Option<RegMaskRef>,
}

/// The words of a register mask, one bit a register.
pub fn reg_mask_words(function: &MachineFunction, mask: RegMaskRef) -> &[u32] {
    match mask {
        RegMaskRef::Target(id) => function.target.reg_masks[id.index()].preserved,
        RegMaskRef::Custom(index) => &function.custom_reg_masks[index as usize],
    }
}

impl LiveIntervals {
    /// Collects the masks of all blocks. `eh_pad_mask` is what an unwinder preserves on the way into a
    /// landing pad, where the target knows that.
    pub(crate) fn compute_reg_masks(
        &mut self,
        function: &MachineFunction,
        eh_pad_mask: Option<RegMaskId>,
    ) {
        self.reg_mask_slots.clear();
        self.reg_mask_blocks.clear();
        self.reg_mask_blocks.resize(function.blocks.len());
        let is_mask = |operand: &Operand| matches!(operand.value(), OperandValue::RegMask(_));
        let mut insts = function.insts.keys();
        let has_masks = insts.any(|inst| function.operands(inst).iter().any(is_mask));
        let returns = |inst: &Inst| function.desc(*inst).has(InstrFlags::RETURN);
        for block in &function.layout {
            let first = self.reg_mask_slots.len() as u32;
            let data = &function.blocks[*block];
            if let Some(mask) = eh_pad_mask.filter(|_| data.eh_pad) {
                self.reg_mask_slots.push(RegMaskSlot {
                    index: self.indexes.block_start(*block),
                    mask: Some(RegMaskRef::Target(mask)),
                });
            }
            let insts = function.block_insts(*block);
            for inst in insts.take_while(|_| has_masks) {
                for operand in function.operands(inst) {
                    if let OperandValue::RegMask(mask) = operand.value() {
                        let index = self.indexes.index(inst).reg_slot(false);
                        let mask = Some(mask);
                        self.reg_mask_slots.push(RegMaskSlot { index, mask });
                    }
                }
            }
            // A block that returns and yet has successors leaves them nothing.
            let last = data.last.expand();
            if let Some(last) = last.filter(|inst| !data.succs.is_empty() && returns(inst)) {
                let index = self.indexes.index(last).reg_slot(false);
                self.reg_mask_slots.push(RegMaskSlot { index, mask: None });
            }
            self.reg_mask_blocks[*block] = (first, self.reg_mask_slots.len() as u32);
        }
    }

    /// All register masks in code order.
    pub fn reg_mask_slots(&self) -> &[RegMaskSlot] {
        &self.reg_mask_slots
    }

    /// The register masks of a block in code order.
    #[inline]
    pub fn reg_mask_slots_in(&self, block: Block) -> &[RegMaskSlot] {
        let (first, end) = self.reg_mask_blocks[block];
        &self.reg_mask_slots[first as usize..end as usize]
    }

    /// Intersects into `usable` (a bit a register) the masks of all calls that the interval of `reg` is
    /// live across. `false`, leaving `usable` empty, if there is none.
    pub fn reg_mask_interference(
        &self,
        function: &MachineFunction,
        reg: VReg,
        usable: &mut Vec<u32>,
    ) -> bool {
        self.reg_mask_interference_of(function, self.interval(reg), usable)
    }

    /// [`Self::reg_mask_interference`] for an interval that may be taken out.
    pub fn reg_mask_interference_of(
        &self,
        function: &MachineFunction,
        interval: &LiveInterval,
        usable: &mut Vec<u32>,
    ) -> bool {
        usable.clear();
        if interval.is_empty() {
            return false;
        }
        let mut slots = &self.reg_mask_slots[..];
        if let Some(block) = self.in_one_block(interval) {
            let (first, end) = self.reg_mask_blocks[block];
            slots = &slots[first as usize..end as usize];
        }
        // Both are sorted. Most calls lie between two segments.
        for segment in interval.segments() {
            slots = &slots[gallop(slots, 0, |slot| slot.index < segment.start)..];
            while let Some((slot, rest)) = slots.split_first()
                && slot.index < segment.end
            {
                self.intersect(function, slot, usable);
                slots = rest;
            }
            let Some(slot) = slots.first() else { break };
            let ends = slot.index == segment.end;
            if ends && self.has_live_through_use(function, slot.index, interval.reg()) {
                self.intersect(function, slot, usable);
            }
        }
        !usable.is_empty()
    }

    fn intersect(&self, function: &MachineFunction, slot: &RegMaskSlot, usable: &mut Vec<u32>) {
        if usable.is_empty() {
            usable.resize(function.target.reg_mask_words, !0);
        }
        let Some(mask) = slot.mask else {
            usable.fill(0);
            return;
        };
        let words = usable.iter_mut().zip(reg_mask_words(function, mask));
        words.for_each(|(word, mask)| *word &= mask);
    }

    /// Whether the instruction at `index` needs `reg` after the call that it makes: the operands of a
    /// statepoint that describe the frame for deoptimization are read when the call has returned.
    fn has_live_through_use(
        &self,
        function: &MachineFunction,
        index: SlotIndex,
        reg: VReg,
    ) -> bool {
        const DEOPT_LIVE_IN: i64 = 2;
        let inst = self.indexes.inst_at(index);
        let Some(inst) = inst.filter(|inst| function.opcode(*inst) == op::STATEPOINT) else {
            return false;
        };
        let operands = function.operands(inst);
        let imm = |at: usize| operands.get(at).and_then(|operand| operand.as_imm());
        let variable = inst_facts::statepoint_description(function, inst);
        let (Some(flags), Some(count)) = (imm(variable + 3), imm(variable + 5)) else {
            return false;
        };
        if flags & DEOPT_LIVE_IN != 0 {
            return false;
        }
        let mut rest = operands.get(variable + 6..).unwrap_or_default();
        for _ in 0..count {
            // A location is a register, or a kind with the operands that belong to it.
            let words = match rest.first().map(|operand| operand.as_imm()) {
                None => break,
                Some(Some(0)) => 3,
                Some(Some(1)) => 4,
                Some(Some(_)) => 2,
                Some(None) => 1,
            };
            let (location, others) = rest.split_at(words.min(rest.len()));
            if location.iter().any(|o| o.as_reg() == reg.into()) {
                return true;
            }
            rest = others;
        }
        false
    }
}
