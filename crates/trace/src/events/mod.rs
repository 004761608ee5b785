//! A record of what passes do to a function: every decision in order, and what each changed.
//!
//! A pass that is given a [`Recorder`] by its [`Log`](crate::Log) reports its decisions with [`event!`](crate::event!);
//! without one, that is a predictable branch. An event comes with the changes since the last event that requested them:
//!
//! ```text
//!   events     … evict %5 from $eax     unassign %5     assign %9 to $eax     split %5 → %20, %21
//!                     │                                                              │
//!   changes           none: weights and intervals are as they were          Interval %20, Interval %21,
//!                                                                           Gone %5, Inst (a copy) …
//! ```
//!
//! Changes are differences between states, found by comparison ([`snapshot`]), so they are complete whatever a pass
//! did. Applied in order to nothing they give the state after each event; assignments follow from the events `assign`,
//! `unassign` and `spilled`.
//!
//! [`Record::write`] writes an event as one line of JSON. `docs/events.md` describes these lines; it is made from
//! [`schema_text`], which is made from the declarations in [`event`], [`words`] and [`change`].

pub mod change;
pub mod event;
mod follow;
mod json;
mod schema;
mod snapshot;
pub mod words;

use std::fmt::Write;

use avarice_mir::MachineFunction;
use avarice_mir::print::MirPrinter;
use avarice_target::TargetDesc;

pub use change::{BlockState, Change};
pub use event::Event;
pub use schema::{FieldInfo, Kind};
pub use words::{
    Attempt, Bypass, CalleeSavedChoice, Erased, Evicted, Obstacle, ObstacleAt, Piece,
    RecolorOutcome, Refusal, RegionOutcome, RematRefusal, Stage, Weighed, WeightTerm,
};

use avarice_liveness::LiveIntervals;

/// An event, with the pass in which it happened and what it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// llc's name of the pass; empty before the first.
    pub pass: &'static str,
    /// What happened.
    pub event: Event,
    /// What is different from the state before.
    pub changes: Vec<Change>,
}

impl Record {
    /// Appends the event as a line of JSON. `seq` is its number within the function.
    pub fn write(&self, out: &mut String, function: &str, target: &'static TargetDesc, seq: usize) {
        out.push('{');
        json::write_field(out, target, "function", &function.to_owned());
        let _ = write!(out, ",\"seq\":{seq}");
        json::write_field(out, target, "pass", &self.pass);
        json::write_field(out, target, "kind", &self.event.kind());
        self.event.write_fields(target, out);
        if !self.changes.is_empty() {
            out.push_str(",\"changes\":[");
            for (at, change) in self.changes.iter().enumerate() {
                out.push_str(if at > 0 { ",{" } else { "{" });
                json::write_field(out, target, "change", &change.kind());
                change.write_fields(target, out);
                out.push('}');
            }
            out.push(']');
        }
        out.push_str("}\n");
    }
}

/// What the passes did to one function.
#[derive(Clone, Debug)]
pub struct FunctionRecord {
    /// The name of the function.
    pub name: String,
    /// The target: registers and classes in the records are its.
    pub target: &'static TargetDesc,
    /// All events, in order.
    pub records: Vec<Record>,
}

impl FunctionRecord {
    /// The events as lines of JSON.
    pub fn to_json_lines(&self) -> String {
        let mut out = String::new();
        for (seq, record) in self.records.iter().enumerate() {
            record.write(&mut out, &self.name, self.target, seq);
        }
        out
    }
}

/// Collects the events of one function.
#[derive(Debug, Default)]
pub struct Recorder {
    pass: &'static str,
    records: Vec<Record>,
    snapshot: snapshot::Snapshot,
    /// Whether changes are only looked for where a pass ends.
    is_coarse: bool,
}

impl Recorder {
    /// A recorder without events.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks for changes only where a pass ends, for functions where doing so for each event would take too long.
    pub fn make_coarse(&mut self) {
        self.is_coarse = true;
    }

    /// Says which pass the next events belong to.
    pub fn enter_pass(&mut self, name: &'static str) {
        self.pass = name;
    }

    /// Adds an event without changes.
    pub fn push(&mut self, event: Event) {
        self.records.push(Record {
            pass: self.pass,
            event,
            changes: Vec::new(),
        });
    }

    /// Adds an event with all changes since the last one that had any. `live_intervals` is to be given where it holds.
    pub fn push_changes(
        &mut self,
        event: Event,
        function: &MachineFunction,
        live_intervals: Option<&LiveIntervals>,
        printer: Option<&MirPrinter<'_>>,
    ) {
        let is_end = matches!(event, Event::Start {} | Event::Pass { .. });
        self.snapshot.prints_anew = is_end;
        self.push(event);
        if self.is_coarse && !is_end {
            return;
        }
        if let Some(last) = self.records.last_mut() {
            let changes = &mut last.changes;
            self.snapshot
                .observe(function, live_intervals, printer, changes);
        }
    }

    /// What was recorded.
    pub fn into_records(self) -> Vec<Record> {
        self.records
    }
}

/// The description of the lines of JSON, as Markdown: a section for each kind of event, change, part and enumeration.
pub fn schema_text() -> String {
    let mut out = String::new();
    section(&mut out, "Kinds of events", &Event::schema());
    section(&mut out, "Kinds of changes", &Change::schema());
    let mut parts = words::part_schema();
    parts.extend(change::part_schema());
    section(&mut out, "Parts", &parts);
    section(&mut out, "Names", &words::name_schema());
    out
}

fn section(out: &mut String, title: &str, kinds: &[Kind]) {
    let _ = writeln!(out, "## {title}");
    for kind in kinds {
        let _ = write!(out, "\n### `{}`\n\n{}\n", kind.name, kind.doc.trim());
        if kind.fields.is_empty() {
            continue;
        }
        out.push('\n');
        for field in &kind.fields {
            let doc = field.doc.trim();
            let _ = match field.type_name.as_str() {
                "name" => writeln!(out, "- `\"{}\"`: {doc}", field.name),
                type_name => writeln!(out, "- `{}` ({type_name}): {doc}", field.name),
            };
        }
    }
    out.push('\n');
}

/// Does what is seldom done, out of line: what makes an event must not weigh on the function that has the event.
#[cold]
#[inline(never)]
pub fn seldom<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Records an event if the log has a recorder; its fields are not computed otherwise.
///
/// `event!(log, Event::…)` is for what changes neither code nor intervals,
/// `event!(log, function, live_intervals, Event::…)` for what does.
#[macro_export]
macro_rules! event {
    ($log:expr, $function:expr, $live_intervals:expr, $event:expr $(,)?) => {
        if $log.is_recording() {
            $crate::events::seldom(|| {
                let event = $event;
                $log.record_changes(event, $function, $live_intervals);
            });
        }
    };
    ($log:expr, $event:expr $(,)?) => {
        if $log.is_recording() {
            $crate::events::seldom(|| {
                let event = $event;
                $log.record(event);
            });
        }
    };
}
