//! Makes a copy superfluous by commuting the instruction that defines its source.
//!
//! ```text
//!   %a:3 = op %a:2, killed %b:0          %b:2 = op %b:0, killed %a:2
//!   %b:1 = COPY %a:3              ─▶     %b = COPY %b                   now superfluous
//!   use %a:3                             use %b:2
//! ```

use avarice_liveness::{LiveInterval, LiveRange, Segment, SlotIndex, VNInfoId};
use avarice_mir::{Inst, OperandFlags, VReg};
use avarice_target::{InstrFlags, LaneMask};
use avarice_trace::log;

use super::Coalescer;
use super::pair::CoalescerPair;
use avarice_mir::inst_facts::find_def;

/// A commutation that helps.
struct Plan {
    /// The instruction that defines the copied value.
    inst: Inst,
    /// Its operand that is tied to the definition.
    tied: usize,
    /// The operand to exchange it with, which reads the copy's destination for the last time.
    other: usize,
    /// The copied value of the copy's source.
    a_value: VNInfoId,
    /// Where that is defined.
    a_def: SlotIndex,
    /// The value that the copy defines.
    b_value: VNInfoId,
}

/// A copy that is superfluous.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Superfluous {
    /// Only the copy has to go.
    Copy,
    /// The interval of its destination has to be shrunk after it is gone.
    AndTooLong,
}

impl Coalescer<'_, '_> {
    /// Commutes the definition of a copy's source so that it defines the destination; `None` if that is not
    /// possible.
    pub(super) fn remove_copy_by_commuting(
        &mut self,
        copy: Inst,
        pair: &CoalescerPair,
    ) -> Option<Superfluous> {
        let (a, b) = Self::copied_regs(pair)?;
        let copy_at = self.live_intervals.indexes.index(copy).reg_slot(false);
        let plan = self.plan_commutation(copy_at, a, b)?;
        log!(self.log, "\tremoveCopyByCommutingDef: {}\t", plan.a_def);
        self.log.write_inst(self.function, plan.inst);
        let commuted = self
            .hooks
            .commute(self.function, plan.inst, plan.tied, plan.other);
        let class = self.function.class(a);
        if !commuted || self.function.constrain_class(b, class, 0).is_none() {
            return None;
        }
        // Sub-register indices have changed places with the operands.
        self.scratch.known_defs.forget(a);
        self.scratch.known_defs.forget(b);
        let b_value = self.rewrite_uses(copy, copy_at, (a, b), &plan);
        let mut from = self.live_intervals.take_interval(a);
        let mut to = self.live_intervals.take_interval(b);
        let mut shrink = self.extend_lanes(&mut from, &mut to, copy_at);
        to.value_mut(b_value).def = plan.a_def;
        let added = add_segments(&mut to, b_value, &from, plan.a_value);
        shrink |= added == Added::AtDeadDef;
        log!(self.log, "\t\textended: {to}\n");
        from.remove_def_at(plan.a_def);
        log!(self.log, "\t\ttrimmed:  {from}\n");
        self.live_intervals.put_interval(from);
        self.live_intervals.put_interval(to);
        Some(match shrink {
            true => Superfluous::AndTooLong,
            false => Superfluous::Copy,
        })
    }

    /// Sees whether commuting helps and is right.
    fn plan_commutation(&self, copy_at: SlotIndex, a: VReg, b: VReg) -> Option<Plan> {
        let (from, to) = (
            self.live_intervals.interval(a),
            self.live_intervals.interval(b),
        );
        let b_value = to.value_at(copy_at)?;
        let a_value = from.value_at(copy_at.reg_slot(true))?;
        let value = from.value(a_value);
        if value.is_unused() || value.is_phi_def() {
            return None;
        }
        let inst = self.live_intervals.indexes.inst_at(value.def)?;
        if !self.function.desc(inst).has(InstrFlags::COMMUTABLE) {
            return None;
        }
        let def = find_def(self.function, inst, a.into())?;
        let tied = self.function.op(def).tied_to()?;
        let (first, second) = self
            .hooks
            .commutable_operands(self.function, inst, Some(tied))?;
        let other = if first == tied { second } else { first };
        let read = self.function.operand(inst, other).as_reg();
        if read != b.into() || !to.query(value.def).is_kill {
            return None;
        }
        if self.reached_by_others(from, to, a_value, b_value) {
            return None;
        }
        let tied_use = self.function.non_debug_uses(a).any(|op| {
            let at = self.live_intervals.indexes.index(self.function.op_inst(op));
            from.value_at(at) == Some(a_value) && self.function.op(op).tied_to().is_some()
        });
        (!tied_use).then_some(Plan {
            inst,
            tied,
            other,
            a_value,
            a_def: value.def,
            b_value,
        })
    }

    /// Whether other values of `to` than `b_value` are live where `a_value` is, which is to become one of
    /// them.
    fn reached_by_others(
        &self,
        from: &LiveInterval,
        to: &LiveInterval,
        a_value: VNInfoId,
        b_value: VNInfoId,
    ) -> bool {
        if self.live_intervals.has_phi_kill(from, a_value) {
            return true;
        }
        let of_value = from.segments().iter().filter(|s| s.value == a_value);
        let segments = to.segments();
        of_value.into_iter().any(|own| {
            let first = segments.partition_point(|s| s.start <= own.start);
            segments[first.saturating_sub(1)..]
                .iter()
                .take_while(|s| s.start <= own.end)
                .filter(|s| s.value != b_value)
                .any(|s| {
                    s.start <= own.start && s.end > own.start
                        || s.start > own.start && s.start < own.end
                })
        })
    }

    /// Changes uses of the copied value to the copy's destination; copies to that which become superfluous
    /// are removed, and their values joined. Returns the destination's value.
    fn rewrite_uses(
        &mut self,
        copy: Inst,
        copy_at: SlotIndex,
        (a, b): (VReg, VReg),
        plan: &Plan,
    ) -> VNInfoId {
        let mut b_value = plan.b_value;
        let mut cursor = self.function.uses(a).next();
        while let Some(operand) = cursor {
            cursor = self.function.next_reg_op(operand);
            let inst = self.function.op_inst(operand);
            let data = self.function.op(operand);
            if data.has(OperandFlags::UNDEF) {
                continue;
            }
            let Some(at) = self.live_intervals.indexes.get(inst) else {
                self.function.set_op_reg(operand, b);
                continue;
            };
            let at = at.reg_slot(true);
            if self.live_intervals.interval(a).value_at(at) != Some(plan.a_value) {
                continue;
            }
            self.function.op_mut(operand).set(OperandFlags::KILL, false);
            self.function.set_op_reg(operand, b);
            let defined = self.function.operand(inst, 0);
            let is_copy = self.function.opcode(inst) == avarice_target::op::COPY;
            if inst == copy
                || !is_copy
                || defined.as_reg() != b.into()
                || !defined.sub_reg().is_none()
            {
                continue;
            }
            let def = at.reg_slot(false);
            let Some(other) = self.live_intervals.interval(b).value_at(def) else {
                continue;
            };
            log!(self.log, "\t\tnoop: {def}\t");
            self.log.write_inst(self.function, inst);
            let interval = self.live_intervals.interval_mut(b);
            if other != b_value {
                b_value = interval.merge_value_into(other, b_value);
            }
            for sub in interval.sub_ranges_mut() {
                let (other, value) = (sub.range.value_at(def), sub.range.value_at(copy_at));
                if let (Some(other), Some(value)) = (other, value)
                    && other != value
                {
                    sub.range.merge_value_into(other, value);
                }
            }
            self.delete_inst(inst);
        }
        b_value
    }

    /// Extends the sub-ranges of the destination by the copied value's. Returns whether they may be too
    /// long.
    fn extend_lanes(
        &self,
        from: &mut LiveInterval,
        to: &mut LiveInterval,
        copy_at: SlotIndex,
    ) -> bool {
        let mut shrink = false;
        if !from.has_sub_ranges() && !to.has_sub_ranges() {
            return shrink;
        }
        for interval in [&mut *from, &mut *to] {
            if !interval.has_sub_ranges() {
                let class = self.function.class(interval.reg());
                let main = interval.range().clone();
                interval.create_sub_range(self.function.target.class(class).lane_mask, main);
            }
        }
        let mut covered = LaneMask::NONE;
        for own in from.sub_ranges() {
            // Some lanes may be undefined even in a full copy.
            let Some(value) = own.range.value_at(copy_at.reg_slot(true)) else {
                continue;
            };
            covered |= own.lanes;
            let indexes = &self.live_intervals.indexes;
            let whole = avarice_target::SubRegIdx::NONE;
            to.refine_sub_ranges(own.lanes, self.function, indexes, whole, |sub| {
                let copied = if sub.range.is_empty() {
                    Some(sub.range.next_value(copy_at))
                } else {
                    sub.range.value_at(copy_at)
                };
                let Some(copied) = copied else { return };
                let added = add_segments(&mut sub.range, copied, &own.range, value);
                shrink |= added == Added::AtDeadDef;
                if added != Added::Nothing {
                    sub.range.value_mut(copied).def = own.range.value(value).def;
                }
            });
        }
        // Lanes that the source has undefined are not defined by the copy either.
        for sub in to.sub_ranges_mut() {
            if (sub.lanes & covered).any() {
                continue;
            }
            if let Some(at) = sub.range.segment_at(copy_at)
                && sub.range.segments()[at].start.same_inst(copy_at)
            {
                sub.range.remove_segment_at(at, true);
            }
        }
        shrink
    }
}

/// What was added to a live range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Added {
    /// No segment.
    Nothing,
    /// Some segments.
    Segments,
    /// Some, of which one was joined with a dead definition, which makes it too long.
    AtDeadDef,
}

/// Adds the segments of `src` with value `src_value` to `dst`, as value `value`.
fn add_segments(
    dst: &mut LiveRange,
    value: VNInfoId,
    src: &LiveRange,
    src_value: VNInfoId,
) -> Added {
    let mut added = Added::Nothing;
    for segment in src.segments().iter().filter(|s| s.value == src_value) {
        dst.add_segment(Segment { value, ..*segment });
        let joined = dst.segments()[dst.find(segment.start)];
        added = added.max(match joined.end.is_dead() {
            true => Added::AtDeadDef,
            false => Added::Segments,
        });
    }
    added
}
