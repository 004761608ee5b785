//! The first line at which two logs of a function diverge.

use serde::Serialize;

use crate::by_design::Change;
use crate::function_log::{Event, FunctionLog, Part};
use crate::kind::Kind;
use crate::wording;

/// Lines of context on each side of a difference.
pub const CONTEXT: usize = 4;

/// A line with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Its number in its log, from 1.
    pub line: u64,
    /// Its text.
    pub text: String,
}

/// One log's view of a difference.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Side {
    /// Lines before, which both logs have but for those that could not be aligned.
    pub before: Vec<Line>,
    /// The line itself; none if the log of this function ends here.
    pub line: Option<Line>,
    /// Lines after.
    pub after: Vec<Line>,
    /// What this log last said of the interval concerned.
    pub interval: Option<String>,
    /// The instruction at the slot index concerned.
    pub instruction: Option<String>,
}

/// The first decision that two logs of a function take differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The part that decides.
    pub part: Part,
    /// What is decided, as a noun.
    pub what: &'static str,
    /// The later version's change to which the difference is due, if it is due to one.
    pub by_design: Option<Change>,
    /// Our side.
    pub ours: Side,
    /// llc's side.
    pub llc: Side,
}

/// What comparing two logs of a function shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Walk {
    /// Positions in our and their events where they part.
    pub parting: Option<(usize, usize)>,
    /// Lines that stand elsewhere or are missing without anything being decided differently: ours, theirs.
    pub moved: (u64, u64),
}

/// Compares two logs line by line from the given positions on, up to the first difference.
pub(crate) fn walk(ours: &FunctionLog, theirs: &FunctionLog, from: (usize, usize)) -> Walk {
    let mut walker = Walker {
        ours,
        theirs,
        at: from,
        moved: (0, 0),
    };
    let parting = walker.run();
    Walk {
        parting,
        moved: walker.moved,
    }
}

struct Walker<'a> {
    ours: &'a FunctionLog,
    theirs: &'a FunctionLog,
    at: (usize, usize),
    moved: (u64, u64),
}

impl Walker<'_> {
    fn run(&mut self) -> Option<(usize, usize)> {
        loop {
            self.at.0 = next_spoken(self.ours, self.at.0);
            self.at.1 = next_spoken(self.theirs, self.at.1);
            let ours = self.ours.events().get(self.at.0).copied();
            let theirs = self.theirs.events().get(self.at.1).copied();
            match (ours, theirs) {
                (None, None) => return None,
                (Some(one), Some(other)) if self.is_same(one, other) => {
                    self.at = (self.at.0 + 1, self.at.1 + 1);
                }
                (Some(one), Some(other)) if self.skip_set(one, other) => {}
                (one, other) if self.skip_movable(one, other) => {}
                _ => return Some(self.at),
            }
        }
    }

    fn is_same(&self, ours: Event, theirs: Event) -> bool {
        let (one, other) = (self.ours.text(ours), self.theirs.text(theirs));
        ours.kind == theirs.kind && wording::is_same(ours.kind, one, other)
    }

    /// Values that are live into blocks are found in the order of a set: the same lines may come in
    /// another order.
    fn skip_set(&mut self, ours: Event, theirs: Event) -> bool {
        if ours.kind != Kind::LiveIn || theirs.kind != Kind::LiveIn {
            return false;
        }
        let (one, next) = run_of_live_ins(self.ours, self.at.0);
        let (other, their_next) = run_of_live_ins(self.theirs, self.at.1);
        let is_same = one == other;
        if is_same {
            self.at = (next, their_next);
        }
        is_same
    }

    /// Skips a line on one side that may be missing on the other.
    fn skip_movable(&mut self, ours: Option<Event>, theirs: Option<Event>) -> bool {
        let text = |log: &FunctionLog, event: Event| log.text(event).to_vec();
        let is_free = |log: &FunctionLog, event: Event| {
            event.kind.is_movable()
                || event.kind == Kind::Interval && wording::is_artificial_unit(log.text(event))
        };
        let one = ours.filter(|event| is_free(self.ours, *event));
        let other = theirs.filter(|event| is_free(self.theirs, *event));
        if let (Some(one), Some(other)) = (one, other) {
            let (one_text, other_text) = (text(self.ours, one), text(self.theirs, other));
            let same_subject = subject(&one_text) == subject(&other_text);
            if one.kind == Kind::Order && other.kind == Kind::Order && same_subject {
                // The same class, another order: that is a difference.
                return false;
            }
        }
        if one.is_some() {
            self.at.0 += 1;
            self.moved.0 += 1;
        } else if other.is_some() {
            self.at.1 += 1;
            self.moved.1 += 1;
        }
        one.is_some() || other.is_some()
    }
}

/// The class of `AllocationOrder(GR32) = …`.
fn subject(line: &[u8]) -> &[u8] {
    line.split(|byte| *byte == b'=').next().unwrap_or(line)
}

/// The first position from `at` on of a line that is compared.
fn next_spoken(log: &FunctionLog, at: usize) -> usize {
    let rest = log.events()[at.min(log.events().len())..].iter();
    at + rest.take_while(|event| event.kind.is_silent()).count()
}

/// The lines of values live into blocks from `at` on, sorted, and the position after them.
fn run_of_live_ins(log: &FunctionLog, at: usize) -> (Vec<&[u8]>, usize) {
    let rest = log.events()[at..].iter();
    let run = rest.take_while(|event| event.kind == Kind::LiveIn);
    let mut texts: Vec<&[u8]> = run.map(|event| log.text(*event)).collect();
    let next = at + texts.len();
    texts.sort_unstable();
    (texts, next)
}

impl Difference {
    /// Describes the parting of two logs at the given positions, with `context` lines on each side.
    pub(crate) fn new(
        ours: &FunctionLog,
        theirs: &FunctionLog,
        (at, their_at): (usize, usize),
        context: usize,
    ) -> Self {
        let event = ours
            .events()
            .get(at)
            .or_else(|| theirs.events().get(their_at));
        let (part, what) = match (ours.events().get(at), theirs.events().get(their_at)) {
            (Some(_), Some(_)) | (None, None) => event.map_or((Part::Liveness, ""), |event| {
                (event.part, event.kind.noun())
            }),
            (Some(one), None) => (one.part, "where llc's log ends"),
            (None, Some(other)) => (other.part, "where our log ends"),
        };
        let concern = Concern::of(ours, at).or(Concern::of(theirs, their_at));
        let mut difference = Self {
            part,
            what,
            by_design: None,
            ours: side(ours, at, context),
            llc: side(theirs, their_at, context),
        };
        concern.describe(ours, at, &mut difference.ours);
        concern.describe(theirs, their_at, &mut difference.llc);
        difference
    }
}

/// The register and the slot index that a line is about.
#[derive(Default)]
struct Concern {
    register: Option<Vec<u8>>,
    index: Option<Vec<u8>>,
}

impl Concern {
    /// What the line at a position is about; the register that was last taken from the queue or
    /// considered for a join, if the line names none itself.
    fn of(log: &FunctionLog, at: usize) -> Self {
        let Some(event) = log.events().get(at) else {
            return Self::default();
        };
        let line = log.text(*event);
        let subject = log.events()[..at].iter().rev().find(|event| {
            matches!(
                event.kind,
                Kind::Dequeue | Kind::Considering | Kind::Heading
            )
        });
        let subject = subject.map(|event| log.text(*event));
        let register = wording::virtual_register(line)
            .or_else(|| subject.and_then(wording::virtual_register))
            .map(<[u8]>::to_vec);
        let index = wording::slot_index(line).map(<[u8]>::to_vec);
        Self { register, index }
    }

    fn or(self, other: Self) -> Self {
        Self {
            register: self.register.or(other.register),
            index: self.index.or(other.index),
        }
    }

    fn describe(&self, log: &FunctionLog, at: usize, side: &mut Side) {
        side.interval = self
            .register
            .as_ref()
            .and_then(|register| log.interval_of(register, at));
        let interval = side.interval.as_ref().map(String::as_bytes);
        let index = self
            .index
            .as_deref()
            .or_else(|| interval.and_then(wording::slot_index));
        side.instruction = index.and_then(|index| log.instruction_at(index, at));
    }
}

fn side(log: &FunctionLog, at: usize, context: usize) -> Side {
    let events = log.events();
    let at = at.min(events.len());
    let line = |event: &Event| Line {
        line: event.line,
        text: String::from_utf8_lossy(log.text(*event)).into_owned(),
    };
    let is_shown = |event: &&Event| event.kind != Kind::Blank;
    let mut before: Vec<Line> = events[..at]
        .iter()
        .rev()
        .filter(is_shown)
        .take(context)
        .map(line)
        .collect();
    before.reverse();
    let after = events.get(at + 1..).unwrap_or_default();
    Side {
        before,
        line: events.get(at).map(line),
        after: after
            .iter()
            .filter(is_shown)
            .take(context)
            .map(line)
            .collect(),
        ..Side::default()
    }
}
