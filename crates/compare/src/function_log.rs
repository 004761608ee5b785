//! The log of one function, as lines of known kinds.

use std::fmt;

use serde::Serialize;

use crate::kind::{self, Kind};
use crate::wording;

/// The part of the compiler that a line belongs to, in the order in which they run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Live intervals are computed.
    Liveness,
    /// The register coalescer.
    Coalescer,
    /// An allocator.
    Allocation,
    /// Virtual registers are replaced.
    Rewriting,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Liveness => "live intervals",
            Self::Coalescer => "the register coalescer",
            Self::Allocation => "the register allocator",
            Self::Rewriting => "the rewriter",
        })
    }
}

/// A line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number in the log, from 1.
    pub line: u64,
    /// What it says.
    pub kind: Kind,
    /// The part that logged it.
    pub part: Part,
    start: u32,
    len: u32,
}

/// The lines about one function in one run.
///
/// ```text
///   Computing live-in reg-units …                    ┐ Part::Liveness
///   ********** INTERVALS **********  rows, listing   ┘
///   ********** REGISTER COALESCER **********         ┐ Part::Coalescer
///   copies, joins, INTERVALS again                   ┘
///   ********** GREEDY REGISTER ALLOCATION **********   Part::Allocation
///   ********** REWRITE VIRTUAL REGISTERS **********    Part::Rewriting
/// ```
#[derive(Clone, Debug, Default)]
pub struct FunctionLog {
    /// The function's name, as the log has it.
    pub name: Vec<u8>,
    /// Whether the log was cut off in its last line.
    pub is_cut: bool,
    events: Vec<Event>,
    text: Vec<u8>,
}

impl FunctionLog {
    /// Adds a line. False if there is no room for it any more: a function has at most 4 GiB of log.
    pub(crate) fn push(&mut self, line: u64, kind: Kind, part: Part, text: &[u8]) -> bool {
        let start = u32::try_from(self.text.len());
        let end = u32::try_from(self.text.len() + text.len());
        let (Ok(start), Ok(end)) = (start, end) else {
            return false;
        };
        let len = end - start;
        self.text.extend_from_slice(text);
        self.events.push(Event {
            line,
            kind,
            part,
            start,
            len,
        });
        true
    }

    /// Moves the events from `at` on to a log of their own.
    pub(crate) fn split_off(&mut self, at: usize) -> Self {
        let mut rest = Self::default();
        for event in &self.events[at..] {
            let fits = rest.push(event.line, event.kind, event.part, self.text(*event));
            debug_assert!(fits, "a part fits where the whole did");
        }
        if let Some(first) = self.events.get(at) {
            self.text.truncate(first.start as usize);
        }
        self.events.truncate(at);
        rest
    }

    /// Its lines, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The text of one of its lines.
    pub fn text(&self, event: Event) -> &[u8] {
        let start = event.start as usize;
        &self.text[start..start + event.len as usize]
    }

    /// The text of the line at a position.
    pub fn text_at(&self, at: usize) -> &[u8] {
        self.text(self.events[at])
    }

    /// The name as text.
    pub fn name_text(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }

    /// Whether it has intervals of register units that LLVM 19 does not have.
    pub(crate) fn has_artificial_units(&self) -> bool {
        let mut intervals = self
            .events
            .iter()
            .filter(|event| event.kind == Kind::Interval);
        intervals.any(|event| wording::is_artificial_unit(self.text(*event)))
    }

    /// Whether a part of the compiler has a line in it.
    pub fn has_part(&self, part: Part) -> bool {
        self.events.iter().any(|event| event.part == part)
    }

    /// The instruction at a slot index (`112` for any slot of it), as in the last listing before position
    /// `at`, or in the first one after it if there is none before.
    pub fn instruction_at(&self, index: &[u8], at: usize) -> Option<String> {
        let (before, after) = self.events.split_at(at.min(self.events.len()));
        let is_it = |event: &&Event| {
            let rest = self.text(**event).strip_prefix(index);
            let is_index = matches!(rest, Some([b'B' | b'e' | b'r' | b'd', b'\t', ..]));
            event.kind == Kind::Code && is_index
        };
        let event = before
            .iter()
            .rev()
            .find(is_it)
            .or_else(|| after.iter().find(is_it))?;
        Some(String::from_utf8_lossy(self.text(*event)).replace('\t', " "))
    }

    /// The last that is said of a virtual register's interval up to position `at`, that line included.
    pub fn interval_of(&self, register: &[u8], at: usize) -> Option<String> {
        let end = self.events.len().min(at + 1);
        let texts = self.events[..end]
            .iter()
            .rev()
            .map(|event| self.text(*event));
        texts.filter_map(|text| interval_in(text, register)).next()
    }
}

/// The interval of a register in a line: from its name to its weight.
fn interval_in(line: &[u8], register: &[u8]) -> Option<String> {
    let mut from = 0;
    while let Some(found) = kind::find(&line[from..], register) {
        let start = from + found;
        let rest = &line[start + register.len()..];
        if rest.starts_with(b" [") || rest.starts_with(b" EMPTY") {
            let text = &line[start..];
            // A line may continue with another cost, ` w=`.
            let end = kind::find(text, b" w=").unwrap_or(text.len());
            return Some(String::from_utf8_lossy(&text[..end]).into_owned());
        }
        from = start + register.len();
    }
    None
}
