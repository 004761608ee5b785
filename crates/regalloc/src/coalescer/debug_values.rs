//! Debug values of registers that are joined.
//!
//! A `DBG_VALUE` says which register holds a variable from there on. If its register is not live there, and
//! the one that it is joined with is, the joined register holds something else: the debug value becomes
//! undefined.

use avarice_liveness::{LiveInterval, LiveRange, SlotIndex, SlotIndexes};
use avarice_mir::{Inst, MachineFunction, OperandFlags, Reg, VReg};

use super::value_map::{Resolution, Side, ValueMap};

/// A debug value: the register, the place of the instruction after it, the debug instruction.
type Entry = (VReg, SlotIndex, Inst);

/// The debug values of all virtual registers of a function.
#[derive(Debug, Default)]
pub(super) struct DebugValues {
    /// Sorted.
    entries: Vec<Entry>,
}

impl DebugValues {
    /// Collects the debug values of `function`. It was numbered as it is: a walk through all of it is saved if
    /// no instruction went without a number.
    pub fn compute(&mut self, function: &MachineFunction, indexes: &SlotIndexes) {
        self.entries.clear();
        if indexes.numbers_all() {
            return;
        }
        for block in &function.layout {
            let mut open = self.entries.len();
            for inst in function.block_insts(*block) {
                if function.is_debug(inst) {
                    let operands = function.operands(inst).iter();
                    let regs = operands.filter_map(|operand| operand.as_reg().as_virtual());
                    self.entries
                        .extend(regs.map(|reg| (reg, SlotIndex::NONE, inst)));
                } else if let Some(at) = indexes.get(inst) {
                    self.entries[open..].iter_mut().for_each(|e| e.1 = at);
                    open = self.entries.len();
                }
            }
            let end = indexes.block_end(*block);
            self.entries[open..].iter_mut().for_each(|e| e.1 = end);
        }
        self.entries.sort_unstable();
    }

    fn of(&self, reg: VReg) -> &[Entry] {
        let from = self.entries.partition_point(|entry| entry.0 < reg);
        let count = self.entries[from..].partition_point(|entry| entry.0 == reg);
        &self.entries[from..from + count]
    }

    /// Makes debug values undefined that a join would give another value.
    pub fn check(
        &self,
        function: &mut MachineFunction,
        (left, right): (&LiveInterval, &LiveInterval),
        map: &ValueMap,
    ) {
        if self.entries.is_empty() {
            return;
        }
        self.check_side(function, Side::Right, (right, left), map);
        self.check_side(function, Side::Left, (left, right), map);
    }

    fn check_side(
        &self,
        function: &mut MachineFunction,
        side: Side,
        (own, other): (&LiveRange, &LiveRange),
        map: &ValueMap,
    ) {
        let reg = map.side(side).reg;
        let mut cursor = 0;
        for (_, at, inst) in self.of(reg) {
            cursor = other.advance(cursor, *at);
            let Some(segment) = other.segments().get(cursor) else {
                break;
            };
            if *at < segment.start || !names(function, *inst, reg) {
                continue;
            }
            // The place need not be in the segment: what counts is how the next value was resolved.
            let next = own.segments().get(own.find(*at));
            let same = next.is_some_and(|segment| {
                let resolution = map.brief(side, segment.value).resolution;
                matches!(resolution, Resolution::Keep | Resolution::Erase)
            });
            if !same {
                make_undefined(function, *inst);
            }
        }
    }
}

fn names(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| operand.as_reg() == reg.into())
}

fn make_undefined(function: &mut MachineFunction, inst: Inst) {
    for op in function.op_ids(inst) {
        let operand = function.op(op);
        if operand.is_reg() && operand.has(OperandFlags::DEBUG) {
            function
                .op_mut(op)
                .set_sub_reg(avarice_target::SubRegIdx::NONE);
            function.set_op_reg(op, Reg::NONE);
        }
    }
}
