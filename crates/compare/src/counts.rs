//! How much of two logs of a function is equal, by kind.
//!
//! Entries are paired by what they are about, not by position: an interval by its register and the block
//! of intervals it is in, a join by its copy, a decision by the register that was taken from the queue,
//! each with the number of earlier entries of the same kind. So one early difference does not make
//! everything after it unequal.

use std::ops::AddAssign;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::function_log::{Event, FunctionLog, Part};
use crate::kind::Kind;
use crate::wording;

/// How many things of a kind there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// In our log.
    pub ours: u64,
    /// In llc's log.
    pub llc: u64,
    /// In both, with the same outcome.
    pub equal: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.ours += other.ours;
        self.llc += other.llc;
        self.equal += other.equal;
    }
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Live intervals, each time that all are printed.
    pub intervals: Count,
    /// Copies that the coalescer considers, with everything that it says about each.
    pub joins: Count,
    /// Registers taken from the queue, with everything that the allocator says about each.
    pub decisions: Count,
    /// Lines of the register map.
    pub assignments: Count,
    /// Lines about instructions that were rewritten.
    pub instructions: Count,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.intervals += other.intervals;
        self.joins += other.joins;
        self.decisions += other.decisions;
        self.assignments += other.assignments;
        self.instructions += other.instructions;
    }
}

impl Counts {
    /// The counts with the names that reports use.
    pub fn named(&self) -> [(&'static str, Count); 5] {
        [
            ("intervals", self.intervals),
            ("joins", self.joins),
            ("decisions", self.decisions),
            ("assignments", self.assignments),
            ("instructions", self.instructions),
        ]
    }

    /// The counts of a log that another one equals throughout.
    pub(crate) fn of_equal(log: &FunctionLog) -> Self {
        let mut counts = Self::default();
        for (event, of) in counted(log) {
            let count = counts.of_mut(of);
            // A unit that only other versions have is not counted, on neither side.
            if of != Thing::Interval || !wording::is_artificial_unit(log.text(*event)) {
                *count += Count {
                    ours: 1,
                    llc: 1,
                    equal: 1,
                };
            }
        }
        counts
    }

    /// The counts of two logs that differ somewhere, from the given positions on.
    pub(crate) fn of_pair(ours: &FunctionLog, theirs: &FunctionLog, from: (usize, usize)) -> Self {
        let ours = Things::of(ours, from.0);
        let theirs = Things::of(theirs, from.1);
        let mut counts = Self::default();
        for (key, range) in &ours.found {
            let count = counts.of_mut(key.thing);
            count.ours += 1;
            let other = theirs.found.get(key);
            if other.is_some_and(|other| ours.is_same(*range, &theirs, *other)) {
                count.equal += 1;
            }
        }
        for key in theirs.found.keys() {
            counts.of_mut(key.thing).llc += 1;
        }
        counts
    }

    fn of_mut(&mut self, thing: Thing) -> &mut Count {
        match thing {
            Thing::Interval => &mut self.intervals,
            Thing::Join => &mut self.joins,
            Thing::Decision => &mut self.decisions,
            Thing::Assignment => &mut self.assignments,
            Thing::Instruction => &mut self.instructions,
        }
    }
}

/// What can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Thing {
    Interval,
    Join,
    Decision,
    Assignment,
    Instruction,
}

impl Thing {
    /// The thing that a line begins.
    fn begun_by(event: &Event) -> Option<Self> {
        match event.kind {
            Kind::Interval => Some(Self::Interval),
            Kind::Copy => Some(Self::Join),
            Kind::Dequeue => Some(Self::Decision),
            Kind::Map => Some(Self::Assignment),
            Kind::Rewritten => Some(Self::Instruction),
            _ => None,
        }
    }

    /// Whether more lines than the first belong to it.
    fn has_lines(self) -> bool {
        matches!(self, Self::Join | Self::Decision)
    }
}

/// The things of a log: each with the event that begins it.
fn counted(log: &FunctionLog) -> impl Iterator<Item = (&Event, Thing)> {
    let begun = |event: &'_ Event| Thing::begun_by(event);
    log.events()
        .iter()
        .filter_map(move |event| Some((event, begun(event)?)))
}

/// What a thing is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key<'a> {
    thing: Thing,
    part: Part,
    subject: &'a [u8],
    /// How many things of the same subject came before.
    before: u32,
}

/// The things of a log by what they are about, each with its lines.
struct Things<'a> {
    log: &'a FunctionLog,
    found: FxHashMap<Key<'a>, (usize, usize)>,
}

impl<'a> Things<'a> {
    fn of(log: &'a FunctionLog, from: usize) -> Self {
        let mut before: FxHashMap<(Thing, Part, &[u8]), u32> = FxHashMap::default();
        let mut found = FxHashMap::default();
        let events = log.events();
        let mut at = from;
        while at < events.len() {
            let event = &events[at];
            let Some(thing) = Thing::begun_by(event) else {
                at += 1;
                continue;
            };
            let end = if thing.has_lines() {
                end_of_thing(events, at)
            } else {
                at + 1
            };
            let text = log.text(*event);
            if thing != Thing::Interval || !wording::is_artificial_unit(text) {
                let subject = subject(thing, text);
                let count = before.entry((thing, event.part, subject)).or_default();
                let key = Key {
                    thing,
                    part: event.part,
                    subject,
                    before: *count,
                };
                *count += 1;
                found.insert(key, (at, end));
            }
            at = end;
        }
        Self { log, found }
    }

    fn is_same(&self, ours: (usize, usize), theirs: &Self, other: (usize, usize)) -> bool {
        let compared = |log: &'a FunctionLog, (start, end): (usize, usize)| {
            let events = log.events()[start..end].iter();
            events.filter(|event| !event.kind.is_silent() && !event.kind.is_movable())
        };
        let mut ours = compared(self.log, ours);
        let mut theirs_lines = compared(theirs.log, other);
        loop {
            match (ours.next(), theirs_lines.next()) {
                (None, None) => return true,
                (Some(one), Some(other))
                    if one.kind == other.kind
                        && wording::is_same(
                            one.kind,
                            self.log.text(*one),
                            theirs.log.text(*other),
                        ) => {}
                _ => return false,
            }
        }
    }
}

/// Where the lines of a join or decision end: at the next one, or where something else begins.
fn end_of_thing(events: &[Event], start: usize) -> usize {
    let first = &events[start];
    let ends = |event: &Event| {
        event.part != first.part
            || event.kind == first.kind
            || matches!(event.kind, Kind::Heading | Kind::Reconcile | Kind::Block)
    };
    let rest = events[start + 1..].iter();
    start + 1 + rest.take_while(|event| !ends(event)).count()
}

/// What a thing is about, as its first line says it.
fn subject(thing: Thing, line: &[u8]) -> &[u8] {
    let until = |stop: &[u8]| {
        let end = line.iter().position(|byte| stop.contains(byte));
        &line[..end.unwrap_or(line.len())]
    };
    match thing {
        Thing::Interval => until(b" "),
        // The slot index alone: the copy's registers are part of the outcome.
        Thing::Join => until(b"\t"),
        Thing::Decision => wording::virtual_register(line).unwrap_or(line),
        Thing::Assignment => until(b" "),
        Thing::Instruction => line,
    }
}
