//! From debug values to intervals: what is said holds until the register is no longer live, something else is said, or
//! the block ends.

use avarice_ir::Module;
use avarice_liveness::{LiveIntervals, SlotIndex, VNInfoId};
use avarice_mir::{MachineFunction, VReg};
use avarice_target::op;
use avarice_trace::{Log, log};
use smallvec::SmallVec;

use super::LiveDebugVariables;
use super::expressions::Expressions;
use super::location_map::Value;
use super::user_value::{UserValue, renamed, tidied};
use avarice_mir::debug_values::{VariableId, inlined_at};

/// A place that is a register with a live range, and the value that this has.
#[derive(Clone, Copy)]
struct LivePlace {
    place: u32,
    reg: VReg,
}

/// What the extension of one variable's intervals works on.
struct Extender<'a, 'l> {
    function: &'a MachineFunction,
    expressions: &'a mut Expressions,
    live_intervals: &'a LiveIntervals,
    user: &'a mut UserValue,
    /// What is to be extended, and from where.
    defs: Vec<(SlotIndex, Value)>,
    log: &'a mut Log<'l>,
}

impl LiveDebugVariables {
    /// Extends what debug values say.
    pub(super) fn compute_intervals(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        live_intervals: &LiveIntervals,
        log: &mut Log<'_>,
    ) {
        if self.values.is_empty() {
            return;
        }
        self.scopes.compute(function, module);
        for number in 0..self.values.len() {
            let id = VariableId::from_u32(number as u32);
            let user = &mut self.values[id];
            let said = user
                .map
                .intervals
                .iter()
                .filter(|said| !said.value.is_undef());
            let defs = said.map(|said| (said.start, said.value.clone())).collect();
            let mut extender = Extender {
                function,
                expressions: &mut self.expressions,
                live_intervals,
                user,
                defs,
                log,
            };
            extender.run();
            self.trim_to_scope(function, module, live_intervals, id);
            let regs: SmallVec<[VReg; 8]> = self.values[id].regs().collect();
            for reg in regs {
                self.note_reg(reg, id);
            }
        }
    }

    /// Cuts intervals of a variable that was inlined down to where its scope has code: outside, no one asks for it.
    fn trim_to_scope(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        live_intervals: &LiveIntervals,
        id: VariableId,
    ) {
        let user = &mut self.values[id];
        let location = user.location.expand();
        let is_inlined = |location: &_| inlined_at(function, module, *location).is_some();
        let location = location.filter(is_inlined);
        let scope = location.and_then(|location| self.scopes.find(function, module, location));
        let Some(scope) = scope else {
            return;
        };
        let indexes = &live_intervals.indexes;
        let map = &mut user.map;
        let mut end: Option<SlotIndex> = None;
        let mut at = 0;
        for (first, last) in self.scopes.ranges(scope) {
            let start = match function.prev_inst(*first) {
                Some(_) => indexes.index(*first),
                None => indexes.index_before(function, *first),
            };
            if let Some(end) = end
                && map.intervals[at].start < end
            {
                let part = &mut map.intervals[at];
                let (stop, value) = (part.stop, part.value.clone());
                part.stop = end;
                at += 1;
                if start < stop {
                    at = map.insert(at, start, stop, value);
                }
            }
            at = map.advance(at, start);
            let Some(part) = map.intervals.get_mut(at) else {
                return;
            };
            if part.start < start {
                part.start = start;
                user.trimmed.push(start);
            }
            let after = indexes.next_entry(indexes.index(*last));
            at = map.advance(at, after);
            if map.get(at).is_none() {
                return;
            }
            end = Some(after);
        }
        if let Some(end) = end
            && map.intervals[at].start < end
        {
            map.intervals[at].stop = end;
        }
    }
}

impl Extender<'_, '_> {
    fn run(&mut self) {
        let mut next = 0;
        while let Some((at, value)) = self.defs.get(next).cloned() {
            next += 1;
            let mut lives: SmallVec<[LivePlace; 2]> = SmallVec::new();
            let mut extends = false;
            for place in &value.places {
                let operand = &self.user.places[*place as usize];
                let Some(reg) = operand.as_reg().as_virtual() else {
                    extends |= !operand.is_reg();
                    continue;
                };
                extends = true;
                let intervals = self.live_intervals;
                let live = intervals.has_interval(reg).then(|| intervals.interval(reg));
                if live.is_some_and(|live| live.live_at(at)) {
                    let place = *place;
                    lives.push(LivePlace { place, reg });
                }
            }
            if !extends {
                continue;
            }
            lives.sort_by_key(|live| bucket(live.place, value.places.len()));
            if let Some((killed_at, killed)) = self.extend(at, &value, &lives) {
                self.follow_copies(&value, &killed, killed_at);
            }
        }
    }

    /// Extends what is said at `start` as far down as the registers keep their values. Returns where registers stop being
    /// live before the variable gets another value, and which.
    fn extend(
        &mut self,
        start: SlotIndex,
        value: &Value,
        lives: &[LivePlace],
    ) -> Option<(SlotIndex, SmallVec<[LivePlace; 2]>)> {
        let indexes = &self.live_intervals.indexes;
        let mut stop = indexes.block_end(indexes.block_at(start));
        let mut kills: Option<(SlotIndex, SmallVec<[LivePlace; 2]>)> = None;
        for live in lives {
            let range = self.live_intervals.interval(live.reg).range();
            let end = range.segments()[range.find(start)].end;
            if end < stop {
                stop = end;
                kills = Some((end, SmallVec::from_slice(&[*live])));
            } else if end == stop
                && let Some((_, killed)) = &mut kills
            {
                killed.push(*live);
            }
        }
        let map = &mut self.user.map;
        let mut at = map.find(start);
        let mut from = start;
        if let Some(part) = map.get(at).filter(|part| part.start <= start) {
            from = indexes.next_slot(start);
            if part.value != *value || part.stop != from {
                return None;
            }
            at += 1;
        }
        if let Some(part) = map.get(at).filter(|part| part.start < stop) {
            stop = part.start;
            kills = None;
        }
        if from < stop {
            map.insert(at, from, stop, value.clone());
        }
        kills
    }

    /// Lets a variable go on in copies of the registers that end at `at`.
    fn follow_copies(&mut self, value: &Value, killed: &[LivePlace], at: SlotIndex) {
        let is_part = |live: &LivePlace| {
            let place = &self.user.places[live.place as usize];
            !place.sub_reg().is_none()
        };
        if killed.iter().any(is_part) {
            return;
        }
        let copies: SmallVec<[Vec<(VReg, VNInfoId)>; 2]> = killed
            .iter()
            .map(|live| self.copies_of(value, live.reg))
            .collect();
        if copies.iter().all(Vec::is_empty) {
            return;
        }
        if self.log.is_on() {
            for (copies, live) in copies.iter().zip(killed) {
                let interval = self.live_intervals.interval(live.reg);
                log!(self.log, "Got {} copies of {interval}\n", copies.len());
            }
        }
        let found = self.user.map.find(at);
        if self
            .user
            .map
            .get(found)
            .is_some_and(|part| part.start <= at)
        {
            return;
        }
        let mut new = value.clone();
        for (copies, live) in copies.iter().zip(killed) {
            let reaches = |(reg, value): &&(VReg, VNInfoId)| {
                self.live_intervals.interval(*reg).value_at(at) == Some(*value)
            };
            let Some((reg, number)) = copies.iter().find(reaches) else {
                return;
            };
            let interval = self.live_intervals.interval(*reg);
            log!(
                self.log,
                "Kill at {at} covered by valno #{} in {interval}\n",
                number.as_u32()
            );
            let copy = self
                .live_intervals
                .indexes
                .inst_at(interval.value(*number).def);
            let Some(copy) = copy.and_then(|copy| self.function.operands(copy).first()) else {
                return;
            };
            let place = self.user.number_of(copy);
            let value = renamed(&new, |old| if old == live.place { place } else { old });
            new = tidied(value, self.expressions);
        }
        let after = self.live_intervals.indexes.next_slot(at);
        self.user.map.insert(found, at, after, new.clone());
        self.defs.push((at, new));
    }

    /// Copies of all of a register where the variable has the value, with what they define.
    fn copies_of(&self, value: &Value, reg: VReg) -> Vec<(VReg, VNInfoId)> {
        let function = self.function;
        let mut copies = Vec::new();
        for op in function.non_debug_uses(reg) {
            let inst = function.op_inst(op);
            if !function.op(op).sub_reg().is_none() || function.opcode(inst) != op::COPY {
                continue;
            }
            let Some(copy) = function.operand(inst, 0).as_reg().as_virtual() else {
                continue;
            };
            let at = self.live_intervals.indexes.index(inst);
            let part = self.user.map.get(self.user.map.find(at.reg_slot(true)));
            if part.is_none_or(|part| part.value != *value)
                || !self.live_intervals.has_interval(copy)
            {
                continue;
            }
            let def = self
                .live_intervals
                .interval(copy)
                .value_at(at.reg_slot(false));
            copies.extend(def.map(|def| (copy, def)));
        }
        copies
    }
}

/// Where llc's map of places has this one: it is gone through in that order. The map has room for two at first.
fn bucket(place: u32, count: usize) -> u32 {
    let buckets = if count <= 2 { 4 } else { 128 };
    place.wrapping_mul(37) % buckets
}
