//! Converts the record of a function into a run: each decision and each pass becomes a state.
//!
//! Events that only prepare a decision are shown with it. What they changed is part of its state:
//!
//! ```text
//!   dequeue %5 ─ blocked ─ region ─ region ─ split   ─▶ one decision: split, with four sentences before it
//!   evict ─ unassign ─ assign                        ─▶ two: an eviction and an assignment
//! ```

use avarice_liveness::{LiveInterval, LiveRange};
use avarice_mir::{FrameIndex, VReg};
use avarice_target::TargetDesc;
use avarice_trace::events::{Change, Event, FunctionRecord, Record};
use rustc_hash::FxHashSet;

use crate::build::{Builder, slot_place};
use crate::code::Code;
use crate::model::{Decision, Lanes, NONE, Range, Run, ValueKind, Weight};
use crate::words::{Role, Words, slot_name};

/// The pass after which there are no live intervals any more.
const LAST_WITH_INTERVALS: &str = "virtregrewriter";
/// The most sentences that lead to one decision: the first and those that come last.
const MAX_SENTENCES: usize = 10;

/// A run, and where to find in it what logs count.
pub struct Converted {
    /// The run.
    pub run: Run,
    /// For each register that an allocator took from its queue, in order: the state of the decision that follows.
    pub turns: Vec<usize>,
    /// Likewise for each copy that the coalescer considered.
    pub copies: Vec<usize>,
}

/// The run that `record` tells of, with a label that distinguishes it.
pub fn run_of(record: &FunctionRecord, label: &str) -> Converted {
    let mut converter = Converter {
        target: record.target,
        words: Words::new(record.target),
        code: Code::default(),
        builder: Builder::new(record.target),
        pending: Vec::new(),
        is_rewritten: false,
        retired: FxHashSet::default(),
        turns: Vec::new(),
        copies: Vec::new(),
    };
    for record in &record.records {
        converter.take(record);
    }
    Converted {
        run: converter
            .builder
            .finish(label, converter.code.into_tables()),
        turns: converter.turns,
        copies: converter.copies,
    }
}

struct Converter {
    target: &'static TargetDesc,
    words: Words,
    code: Code,
    builder: Builder,
    /// What was said since the last decision.
    pending: Vec<String>,
    /// Whether virtual registers are gone from the code.
    is_rewritten: bool,
    /// Registers that were split or spilled: nothing uses them, though their intervals are kept.
    retired: FxHashSet<VReg>,
    turns: Vec<usize>,
    copies: Vec<usize>,
}

impl Converter {
    fn take(&mut self, record: &Record) {
        self.note_origins(&record.event);
        if let Event::Spilled {
            regs,
            slot: Some(slot),
            ..
        } = &record.event
        {
            // Before the changes, which take their intervals away.
            self.fill_slot(*slot, regs);
        }
        for change in &record.changes {
            self.code.apply(change);
            self.apply_to_ranges(change);
        }
        self.apply_to_places(&record.event);
        self.retire(&record.event);
        match &record.event {
            Event::Start {} => self.end_pass("input", "As the passes find it"),
            Event::Pass { title } => {
                if self.is_rewritten {
                    self.code.hide_slots();
                    self.builder.forget_all();
                }
                self.is_rewritten |= record.pass == LAST_WITH_INTERVALS;
                self.end_pass(record.pass, title);
            }
            event => self.tell(record.pass, event),
        }
    }

    /// Makes a decision of an event, or keeps what it says for the next one.
    fn tell(&mut self, pass: &str, event: &Event) {
        match event {
            Event::Dequeue { .. } => self.turns.push(self.builder.states()),
            Event::Copy { .. } => self.copies.push(self.builder.states()),
            _ => {}
        }
        let Some(told) = self.words.tell(pass, event) else {
            return;
        };
        if told.role == Role::Begin {
            self.pending.clear();
        }
        if told.role != Role::Decision {
            self.keep(told.text);
            return;
        }
        let mut about: Vec<u32> = told.about.iter().map(|reg| self.register(*reg)).collect();
        if let Event::Spilled {
            slot: Some(slot), ..
        } = event
        {
            about.push(self.builder.value(&slot_name(*slot), ValueKind::Slot));
        }
        let decision = Decision {
            kind: told.kind.to_owned(),
            text: told.text,
            details: std::mem::take(&mut self.pending),
            about,
        };
        self.builder.push_state(Some(decision), self.code.changes());
    }

    /// Keeps a sentence for the next decision.
    fn keep(&mut self, sentence: String) {
        if self.pending.len() == MAX_SENTENCES {
            self.pending.remove(2);
            self.pending[1].clear();
            self.pending[1].push('…');
        }
        self.pending.push(sentence);
    }

    fn end_pass(&mut self, name: &str, title: &str) {
        self.pending.clear();
        self.builder.end_pass(name, title, self.code.changes());
    }

    // ---- Values -------------------------------------------------------------------------------

    fn register(&mut self, reg: VReg) -> u32 {
        self.builder.value(&reg.to_string(), ValueKind::Register)
    }

    /// Notes what registers are made of, and which IR values they have.
    fn note_origins(&mut self, event: &Event) {
        match event {
            Event::Value { reg, name, part } => {
                let name = match part {
                    0 => name.clone(),
                    _ => format!("{name} (part {part})"),
                };
                let value = self.register(*reg);
                let ir = &mut self.builder.value_mut(value).ir;
                if !ir.is_empty() {
                    ir.push_str(", ");
                }
                ir.push_str(&name);
            }
            Event::Split { reg, pieces, .. } => {
                pieces
                    .iter()
                    .for_each(|piece| self.note_origin(piece.reg, *reg));
            }
            Event::Spilled { reg, new, .. } => {
                new.iter().for_each(|new| self.note_origin(*new, *reg));
            }
            Event::Separate { reg, parts } => {
                parts.iter().for_each(|part| self.note_origin(*part, *reg));
            }
            Event::Join { gone, kept } => self.note_join(*gone, kept.as_virtual()),
            _ => {}
        }
    }

    fn note_origin(&mut self, reg: VReg, of: VReg) {
        let (value, of) = (self.register(reg), self.register(of));
        self.builder.note_origin(value, of);
    }

    /// What two IR values have become one register is named after both.
    fn note_join(&mut self, gone: VReg, kept: Option<VReg>) {
        let Some(kept) = kept else {
            return;
        };
        let (gone, kept) = (self.register(gone), self.register(kept));
        let gone = self.builder.value_mut(gone).ir.clone();
        let ir = &mut self.builder.value_mut(kept).ir;
        if ir.is_empty() || gone.is_empty() {
            ir.push_str(&gone);
        } else if *ir != gone {
            ir.push_str(", ");
            ir.push_str(&gone);
        }
    }

    // ---- Where they are live ------------------------------------------------------------------

    fn apply_to_ranges(&mut self, change: &Change) {
        match change {
            Change::Interval {
                reg,
                class,
                interval,
            } if !self.retired.contains(reg) => {
                let value = self.register(*reg);
                let name = self.target.class(*class).name;
                if self.builder.value_mut(value).class != name {
                    self.builder.value_mut(value).class = name.to_owned();
                }
                self.builder.set_range(value, interval_range(interval));
            }
            Change::Gone { reg } => {
                let value = self.register(*reg);
                self.builder.set_range(value, Range::default());
            }
            Change::Unit { unit, range } => {
                let name = self.target.units[unit.index()].name;
                let value = self.builder.value(name, ValueKind::Unit);
                self.builder.set_range(value, plain_range(range));
            }
            _ => {}
        }
    }

    /// Registers that an event replaced by others are not live any more.
    fn retire(&mut self, event: &Event) {
        let regs = match event {
            Event::Split { reg, .. } => std::slice::from_ref(reg),
            Event::Spilled { regs, .. } => regs,
            _ => return,
        };
        for reg in regs {
            self.retired.insert(*reg);
            let value = self.register(*reg);
            self.builder.set_range(value, Range::default());
        }
    }

    /// Says that a slot holds registers where they were live.
    fn fill_slot(&mut self, slot: FrameIndex, regs: &[VReg]) {
        let slot = self.builder.value(&slot_name(slot), ValueKind::Slot);
        let mut spans: Vec<(u32, u32)> = Vec::new();
        let held = regs.iter().map(|reg| self.register(*reg));
        let held: Vec<u32> = held.chain([slot]).collect();
        for value in held {
            if let Some(range) = self.builder.last_range(value) {
                let parts = range.segments.chunks_exact(3);
                spans.extend(parts.map(|part| (part[0], part[1])));
            }
        }
        self.builder.set_range(slot, union(spans));
    }

    // ---- Where they are put -------------------------------------------------------------------

    fn apply_to_places(&mut self, event: &Event) {
        match event {
            Event::Assign { reg, phys, .. } => {
                let place = self.builder.register_place(self.target.reg(*phys).name);
                let value = self.register(*reg);
                self.builder.set_place(value, Some(place));
            }
            Event::Unassign { reg, .. } => {
                let value = self.register(*reg);
                self.builder.set_place(value, None);
            }
            Event::Evict { evicted, .. } => {
                for one in evicted {
                    let value = self.register(one.reg);
                    self.builder.set_place(value, None);
                }
            }
            Event::Spilled {
                slot: Some(slot),
                regs,
                ..
            } => {
                for reg in regs {
                    let value = self.register(*reg);
                    let place = slot_place(&slot_name(*slot));
                    self.builder.set_place(value, Some(place));
                }
            }
            _ => {}
        }
    }
}

fn interval_range(interval: &LiveInterval) -> Range {
    let lanes = interval.sub_ranges().map(|sub| Lanes {
        lanes: sub.lanes.to_string(),
        segments: segments(&sub.range),
        defs: defs(&sub.range),
    });
    Range {
        weight: Weight::new(interval.weight),
        lanes: lanes.collect(),
        ..plain_range(interval.range())
    }
}

fn plain_range(range: &LiveRange) -> Range {
    Range {
        segments: segments(range),
        defs: defs(range),
        ..Range::default()
    }
}

fn segments(range: &LiveRange) -> Vec<u32> {
    let segments = range.segments().iter();
    let numbers = segments.flat_map(|s| [s.start.raw(), s.end.raw(), s.value.as_u32()]);
    numbers.collect()
}

fn defs(range: &LiveRange) -> Vec<i64> {
    let values = range.values().iter();
    let numbers = values.map(|value| match value.is_unused() {
        true => i64::from(NONE),
        false => i64::from(value.def.raw()),
    });
    numbers.collect()
}

/// What is covered by at least one of some spans, as one value.
fn union(mut spans: Vec<(u32, u32)>) -> Range {
    spans.sort_unstable();
    let mut range = Range {
        defs: vec![i64::from(NONE)],
        ..Range::default()
    };
    for (start, end) in spans {
        let open = range.segments.len().checked_sub(2);
        match open.filter(|open| range.segments[*open] >= start) {
            Some(open) => range.segments[open] = range.segments[open].max(end),
            None => range.segments.extend([start, end, 0]),
        }
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_meet_become_one() {
        let range = union(vec![(48, 64), (16, 32), (32, 40), (50, 60)]);
        assert_eq!(range.segments, [16, 40, 0, 48, 64, 0]);
    }
}
