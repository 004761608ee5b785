//! Kill flags from live intervals and an assignment.

use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::{LaneMask, PhysReg};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::live_interval::LiveInterval;
use crate::live_intervals::{LiveIntervals, lanes_of};
use crate::live_range::Segment;

impl LiveIntervals {
    /// Marks the last use in each segment as a kill, unless the physical register that `assigned` gives
    /// the virtual one is live on by itself. Registers without one are left alone.
    pub fn add_kill_flags(
        &mut self,
        function: &mut MachineFunction,
        assigned: impl Fn(VReg) -> Option<PhysReg>,
    ) {
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            if function.is_unused(reg) {
                continue;
            }
            self.ensure_interval(function, reg);
            let Some(phys) = assigned(reg).filter(|_| !self.interval(reg).is_empty()) else {
                continue;
            };
            let target = function.target;
            for unit in target.reg(phys).units {
                self.reg_unit(function, *unit);
            }
            let interval = self.interval(reg);
            let first_end = interval.segments()[0].end;
            let mut units: SmallVec<[_; 8]> = SmallVec::new();
            for unit in target.reg(phys).units {
                if let Some(range) = self.cached_reg_unit(*unit)
                    && !range.is_empty()
                {
                    units.push((range, range.find(first_end)));
                }
            }
            for (at, segment) in interval.segments().iter().enumerate() {
                if segment.end.is_block() {
                    continue;
                }
                let Some(inst) = self.indexes.inst_at(segment.end) else {
                    continue;
                };
                let live_on = units.iter_mut().any(|(range, cursor)| {
                    *cursor = range.advance(*cursor, segment.end);
                    let next = range.segments().get(*cursor);
                    next.is_some_and(|next| next.start < segment.end)
                });
                let next = interval.segments().get(at + 1);
                let keep = live_on
                    || function.tracks_sub_reg_liveness
                        && reads_or_keeps_other_lanes(function, inst, interval, segment, next);
                set_kill(function, inst, reg, !keep);
            }
        }
    }
}

/// With sub-register liveness: whether the use at a segment's end reads lanes that are not defined
/// there, or a partial definition follows, so that a kill of the whole register would be wrong.
fn reads_or_keeps_other_lanes(
    function: &MachineFunction,
    inst: Inst,
    interval: &LiveInterval,
    segment: &Segment,
    next: Option<&Segment>,
) -> bool {
    let mut defined = LaneMask::ALL;
    if interval.has_sub_ranges() {
        defined = LaneMask::NONE;
        for sub in interval.sub_ranges() {
            let before = sub
                .range
                .segments()
                .iter()
                .take_while(|s| s.start < segment.end);
            if before.into_iter().any(|s| s.end == segment.end) {
                defined |= sub.lanes;
            }
        }
    }
    let mut full_write = false;
    for operand in function.operands(inst) {
        if operand.as_reg() != interval.reg().into() {
            continue;
        }
        let sub = operand.sub_reg();
        if operand.is_def() {
            full_write |= sub.is_none();
            continue;
        }
        let used = if sub.is_none() {
            lanes_of(function, interval.reg())
        } else {
            function.target.sub_reg_indices[sub.index()].lane_mask
        };
        if (used & !defined).any() {
            return true;
        }
    }
    !full_write && next.is_some_and(|next| next.start == segment.end)
}

/// Sets the kill mark on the first use of a register, or clears it on all.
fn set_kill(function: &mut MachineFunction, inst: Inst, reg: VReg, kill: bool) {
    for op in function.op_ids(inst) {
        let operand = function.op_mut(op);
        let of_reg = operand.is_use() && operand.as_reg() == reg.into();
        if !of_reg
            || kill
                && operand
                    .flags()
                    .intersects(OperandFlags::UNDEF | OperandFlags::DEBUG)
        {
            continue;
        }
        operand.set(OperandFlags::KILL, kill);
        if kill {
            return;
        }
    }
}
