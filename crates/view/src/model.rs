//! What a page shows, as data.
//!
//! A [`Run`] is one compilation of one function, as a sequence of states: one after each pass, and within the passes
//! that decide about registers one after each decision. A state is stored as its difference from the state before it;
//! what states have in common is in tables, and named by its index there:
//!
//! ```text
//!   texts ◀── rows ◀──────── State::code      which lines of code come and go
//!     ▲        ▲ blocks ◀─┘
//!   values ◀── ranges ◀───── State::ranges    which value is live where from here on
//!     ▲        places ◀───── State::places    which register or slot it has from here on
//!     └──────────────────── State::decision   what was decided, in words
//! ```
//!
//! Slot indexes are raw numbers ([`avarice_liveness::SlotIndex::raw`]).

use serde::{Serialize, Serializer};

/// The version of this form. Pages and their scripts are made together, so that it only serves other readers.
pub const SCHEMA: u32 = 1;

/// No entry of a table.
pub const NONE: i32 = -1;

/// A function with its runs: one, or two to compare.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionView {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Its name.
    pub name: String,
    /// The compilations.
    pub runs: Vec<Run>,
    /// Where two runs decide differently for the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// One compilation of a function.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Run {
    /// What distinguishes it: its options, or the log that it was read from.
    pub label: String,
    /// Texts of instructions.
    pub texts: Vec<String>,
    /// Lines of code.
    pub rows: Vec<Row>,
    /// Blocks as they are at some time.
    pub blocks: Vec<BlockState>,
    /// What may be live.
    pub values: Vec<Value>,
    /// Live ranges.
    pub ranges: Vec<Range>,
    /// Registers and slots.
    pub places: Vec<Place>,
    /// The passes, in order.
    pub passes: Vec<Pass>,
    /// The states, in order.
    pub states: Vec<State>,
}

/// A line of code: the head of a block, or an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// The instruction's number, which it keeps; for the head of block `b`, `-1 - b`.
    pub id: i64,
    /// Its text, in [`Run::texts`]; for a head, the block's state in [`Run::blocks`].
    pub text: u32,
    /// Its slot index, if there are any.
    pub slot: i64,
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.id, self.text, self.slot).serialize(serializer)
    }
}

/// A block at some time.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct BlockState {
    /// Its number, which it keeps.
    pub id: u32,
    /// `bb.3.if.end`.
    pub name: String,
    /// How often it runs for each run of the entry block, as a decimal number; empty if unknown.
    pub frequency: String,
    /// Whether an unwinder enters it.
    pub pad: bool,
    /// Its successors, each with the probability of the edge in hundredths of a percent.
    pub successors: Vec<(u32, u32)>,
}

/// What may be live.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Value {
    /// `%5`, `fi#2`, or a register unit's name.
    pub name: String,
    /// What it is.
    pub kind: ValueKind,
    /// The class of a virtual register or slot.
    pub class: String,
    /// The virtual register that it was split or spilled from, in [`Run::values`]; [`NONE`] if from none.
    pub original: i32,
    /// The IR value or values that it has, where they are known.
    pub ir: String,
}

/// What a [`Value`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// A virtual register.
    Register,
    /// A register unit.
    Unit,
    /// A spill slot.
    Slot,
}

/// A live range.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Range {
    /// Segments in order, each as start, end, number of its value.
    pub segments: Vec<u32>,
    /// Values: where each is defined; -1 if it is unused. A definition in a block slot is a PHI.
    pub defs: Vec<i64>,
    /// Spill weight: none if it must not be spilled.
    pub weight: Weight,
    /// Live ranges of lanes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<Lanes>,
}

/// The live range of some lanes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Lanes {
    /// The lane mask, as it prints.
    pub lanes: String,
    /// Segments, as in [`Range::segments`].
    pub segments: Vec<u32>,
    /// Values, as in [`Range::defs`].
    pub defs: Vec<i64>,
}

/// A spill weight, by its bits: ranges that are equal have equal weights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Weight(u32);

impl Weight {
    /// The weight `weight`, which is infinite for what must not be spilled.
    pub fn new(weight: f32) -> Self {
        Self(weight.to_bits())
    }
}

impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let weight = f32::from_bits(self.0);
        weight.is_finite().then_some(weight).serialize(serializer)
    }
}

/// Where a value is put.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Place {
    /// `$eax`, `fi#2`.
    pub name: String,
    /// The largest register that it is part of, which registers that overlap have in common; a slot's own name.
    pub root: String,
    /// Whether it is memory.
    pub slot: bool,
}

/// A pass.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pass {
    /// llc's name.
    pub name: String,
    /// What it does, in words.
    pub title: String,
    /// The state after it: one more than the last decision's.
    pub state: usize,
    /// Whether live ranges are known after it.
    pub ranges: bool,
}

/// What a state has that the one before it had not.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct State {
    /// What was decided; none for the state after a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Changes to the code, by their place in the code before, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<Splice>,
    /// Values whose live ranges differ: the value, and the range or [`NONE`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<(u32, i32)>,
    /// Values that are put elsewhere: the value, and the place or [`NONE`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(u32, i32)>,
}

/// Lines that replace others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// Number of the first line that differs, in the code before.
    pub at: u32,
    /// How many lines go.
    pub gone: u32,
    /// The lines that come, in [`Run::rows`].
    pub rows: Vec<u32>,
}

impl Serialize for Splice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.at, self.gone, &self.rows).serialize(serializer)
    }
}

/// A decision.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Decision {
    /// What kind of decision: `assign`, `evict`, `split`, `spill`, `join` …
    pub kind: String,
    /// It, in a sentence.
    pub text: String,
    /// What led to it, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The values that it is about, in [`Run::values`], the first before all.
    pub about: Vec<u32>,
}

/// Where two runs decide differently for the first time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// What is decided, as a noun.
    pub what: String,
    /// For each run, the state of that decision; none if it has none any more.
    pub states: [Option<usize>; 2],
    /// For each run, what it decides, in words or in the words of its log.
    pub texts: [String; 2],
}
