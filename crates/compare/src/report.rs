//! What a comparison found, for people and for programs.
//!
//! # As JSON
//!
//! `serde_json` of a [`Report`]. Fields are added in later versions, never renamed; `schema` is incremented
//! by changes that a reader has to know about.
//!
//! ```text
//!   { "schema": 1,
//!     "equal": false,                       what the exit code says, too
//!     "llc": "llc.log",                     the log, or the program that made it
//!     "llvm_version": 21,                   that wrote llc's log, or the least that it shows; null if unknown
//!     "llc_options": [],                    what llc was told that the input does not ask for
//!     "start": {"input": "f.ll", "after": "finalize-isel"},
//!                                           both began with llc's machine code after this pass; or null
//!     "selection":                          null if it was not compared
//!       { "functions": 2, "equal": 1,
//!         "differing": [{"name": "bar", "ours": SIDE, "llc": SIDE}] },
//!     "lines": {"ours": 497, "llc": 497},   lines read
//!     "runs": 1,                            runs of llc that the log holds
//!     "cut": false,                         whether the log ends within a line
//!     "totals": COUNTS,
//!     "functions": [                        those in both logs, in llc's order
//!       { "name": "bar", "run": 1, "equal": false,
//!         "counts": {"intervals":    {"ours": 28, "llc": 28, "equal": 28},
//!                    "joins": …, "decisions": …, "assignments": …, "instructions": …},
//!         "not_compared": ["liveness"],     parts that only one of the logs has
//!         "moved": {"ours": 0, "llc": 0},   lines elsewhere or missing that decide nothing
//!         "first_difference":               null if equal
//!           { "part": "allocation", "what": "an assignment",
//!             "by_design": {"since": 21, "pull_requests": [131046], "what": "…"},
//!                                           a later version's change that the lines show, or null
//!             "ours": SIDE, "llc": SIDE } } ],
//!     "only_ours": ["f"],                   functions that llc's log has not (any more)
//!     "only_llc": ["g"],
//!     "not_aligned": [                      lines that are not compared, by how they begin
//!       {"log": "llc", "count": 2, "line": 17, "text": "Splitting foo"} ],
//!     "not_aligned_lines": {"ours": 0, "llc": 2} }
//!
//!   SIDE: { "before": [{"line": 409, "text": "…"}, …],  "line": {"line": 412, "text": "…"} or null,
//!           "after": […],  "interval": "…" or null,  "instruction": "…" or null }
//!   part: "liveness", "coalescer", "allocation" or "rewriting"
//! ```

use std::fmt;

use serde::Serialize;

use crate::counts::Counts;
use crate::difference::{Difference, Line, Side};
use crate::function_log::Part;
use crate::selection::Selection;

/// The version of the form of a [`Report`] in JSON.
pub const SCHEMA: u32 = 1;

/// Functions whose difference is shown to people; the rest is named.
const MAX_SHOWN: usize = 20;
/// The most characters of a line that are shown to people.
const MAX_WIDTH: usize = 160;

/// A number for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Sides {
    /// For our log.
    pub ours: u64,
    /// For llc's.
    pub llc: u64,
}

/// What was found about one function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionReport {
    /// Its name.
    pub name: String,
    /// The run of llc, from 1.
    pub run: u32,
    /// Whether all that can be compared is equal.
    pub equal: bool,
    /// How much is equal.
    pub counts: Counts,
    /// Parts that only one of the logs has, and that are therefore left out.
    pub not_compared: Vec<Part>,
    /// Lines that stand elsewhere, or are missing, without anything being decided differently.
    pub moved: Sides,
    /// Where the logs part.
    pub first_difference: Option<Difference>,
}

/// Lines that cannot be compared, since nothing is known of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotAligned {
    /// `ours` or `llc`.
    pub log: &'static str,
    /// How many lines begin alike.
    pub count: u64,
    /// The first of them.
    pub line: u64,
    /// Its text.
    pub text: String,
}

/// The machine code with which both sides began: llc's, in the middle of its pipeline.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Start {
    /// What llc made it from.
    pub input: String,
    /// The pass after which it stopped.
    pub after: String,
}

/// What was found about all functions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Whether both logs have the same functions, and all that can be compared is equal.
    pub equal: bool,
    /// The name of llc's log.
    pub llc: String,
    /// The version of LLVM that wrote llc's log, or the least that the log shows; none if that is not known.
    pub llvm_version: Option<u8>,
    /// What llc was told that the input does not ask for.
    pub llc_options: Vec<String>,
    /// The machine code with which both sides began, if not with the input.
    pub start: Option<Start>,
    /// How the selections compare, if that was asked for.
    pub selection: Option<Selection>,
    /// Lines read.
    pub lines: Sides,
    /// Runs of llc that its log holds.
    pub runs: u32,
    /// Whether llc's log ends within a line.
    pub cut: bool,
    /// Sums over all functions.
    pub totals: Counts,
    /// Functions that both logs have, in the order of llc's.
    pub functions: Vec<FunctionReport>,
    /// Functions that only our log has.
    pub only_ours: Vec<String>,
    /// Functions that only llc's log has.
    pub only_llc: Vec<String>,
    /// Lines that are not compared.
    pub not_aligned: Vec<NotAligned>,
    /// How many lines are not compared.
    pub not_aligned_lines: Sides,
}

impl Report {
    /// The report as JSON, with a line end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Whether every difference is due to a change of a later version.
    fn is_by_design(&self) -> bool {
        let is_due = |function: &FunctionReport| {
            let difference = function.first_difference.as_ref();
            difference.is_some_and(|difference| difference.by_design.is_some())
        };
        let mut differing = self.functions.iter().filter(|function| !function.equal);
        self.only_ours.is_empty()
            && self.only_llc.is_empty()
            && self.selection.as_ref().is_none_or(Selection::is_equal)
            && differing.all(is_due)
    }

    /// With what both sides began, and how.
    fn write_start(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Start { input, after }) = &self.start {
            writeln!(
                f,
                "both sides begin with llc's machine code of {input} after {after}"
            )?;
        }
        if !self.llc_options.is_empty() {
            writeln!(f, "llc runs with {}", self.llc_options.join(" "))?;
        }
        match &self.selection {
            Some(selection) => write!(f, "{selection}"),
            None => Ok(()),
        }
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equal = self
            .functions
            .iter()
            .filter(|function| function.equal)
            .count() as u64;
        let both = self.functions.len() as u64;
        writeln!(f, "{:14}{:>10}{:>10}{:>10}", "", "ours", "llc", "equal")?;
        let rows = [(
            "functions",
            both + self.only_ours.len() as u64,
            both + self.only_llc.len() as u64,
            equal,
        )];
        let counts = self
            .totals
            .named()
            .map(|(name, count)| (name, count.ours, count.llc, count.equal));
        for (name, ours, llc, equal) in rows.into_iter().chain(counts) {
            writeln!(f, "{name:14}{ours:>10}{llc:>10}{equal:>10}")?;
        }
        writeln!(
            f,
            "{:14}{:>10}{:>10}",
            "lines", self.lines.ours, self.lines.llc
        )
    }

    fn write_missing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (names, whose) in [(&self.only_ours, "our"), (&self.only_llc, "llc's")] {
            for name in names.iter().take(MAX_SHOWN) {
                writeln!(f, "only in {whose} log: function {name}")?;
            }
            if names.len() > MAX_SHOWN {
                writeln!(
                    f,
                    "only in {whose} log: {} more functions",
                    names.len() - MAX_SHOWN
                )?;
            }
        }
        if self.cut {
            writeln!(f, "llc's log ends within a line: it was cut off")?;
        }
        if self.runs > 1 {
            writeln!(
                f,
                "llc's log has {} runs; ours is compared with each",
                self.runs
            )?;
        }
        Ok(())
    }

    fn write_not_aligned(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moved = self
            .functions
            .iter()
            .map(|function| function.moved.ours + function.moved.llc);
        let moved: u64 = moved.sum();
        if moved > 0 {
            writeln!(
                f,
                "{moved} lines that decide nothing stand elsewhere, or in one log only"
            )?;
        }
        for (log, lines) in [
            ("our", self.not_aligned_lines.ours),
            ("llc's", self.not_aligned_lines.llc),
        ] {
            if lines > 0 {
                writeln!(
                    f,
                    "not aligned: {lines} lines of {log} log, of which nothing is known:"
                )?;
            }
        }
        for one in self.not_aligned.iter().take(MAX_SHOWN) {
            let text = shown(&one.text, 0);
            writeln!(
                f,
                "  {:>7} × as in line {} of {}: {text}",
                one.count, one.line, one.log
            )?;
        }
        if self.not_aligned.len() > MAX_SHOWN {
            writeln!(
                f,
                "  and {} other wordings",
                self.not_aligned.len() - MAX_SHOWN
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_start(f)?;
        let differing = self.functions.iter().filter(|function| !function.equal);
        for function in differing.clone().take(MAX_SHOWN) {
            writeln!(f, "{function}")?;
        }
        let rest: Vec<&str> = differing
            .skip(MAX_SHOWN)
            .map(|function| function.name.as_str())
            .collect();
        if !rest.is_empty() {
            writeln!(
                f,
                "{} more functions differ: {}\n",
                rest.len(),
                rest.join(", ")
            )?;
        }
        self.write_table(f)?;
        self.write_missing(f)?;
        let parts = self
            .functions
            .iter()
            .filter(|function| !function.not_compared.is_empty());
        if let Some(function) = parts.clone().next() {
            let names: Vec<String> = function.not_compared.iter().map(Part::to_string).collect();
            let count = parts.count();
            let names = names.join(" and ");
            writeln!(
                f,
                "not compared, since only one log has it ({count} functions): {names}"
            )?;
        }
        self.write_not_aligned(f)?;
        f.write_str(match self.equal {
            true => "equal\n",
            false if self.is_by_design() => "different by design of later versions\n",
            false => "different\n",
        })
    }
}

impl fmt::Display for FunctionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {}", self.name)?;
        if self.run > 1 {
            write!(f, " (run {})", self.run)?;
        }
        if self.equal {
            return writeln!(f, ": equal");
        }
        let counts = self.counts.named();
        let counts = counts
            .iter()
            .filter(|(_, count)| count.ours + count.llc > 0);
        let counts: Vec<String> = counts
            .map(|(name, count)| format!("{} of {} {name}", count.equal, count.ours.max(count.llc)))
            .collect();
        writeln!(f, ": equal are {}", counts.join(", "))?;
        match &self.first_difference {
            Some(difference) => difference.fmt(f),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "first difference: {}, in {}", self.what, self.part)?;
        if let Some(change) = &self.by_design {
            writeln!(f, "{change}")?;
        }
        for line in &self.llc.before {
            writeln!(f, "          {:>8}  {}", line.line, shown(&line.text, 0))?;
        }
        let from = self.first_differing_character();
        write_side(f, "llc", &self.llc, from)?;
        write_side(f, "ours", &self.ours, from)?;
        let pairs = [
            ("interval", &self.ours.interval, &self.llc.interval),
            ("instruction", &self.ours.instruction, &self.llc.instruction),
        ];
        for (name, ours, llc) in pairs {
            match (ours, llc) {
                (Some(ours), Some(llc)) if ours == llc => {
                    writeln!(f, "  {name}: {}", shown(ours, 0))?;
                }
                _ => {
                    for (whose, text) in [("llc", llc), ("ours", ours)] {
                        if let Some(text) = text {
                            writeln!(f, "  {name} ({whose}): {}", shown(text, 0))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Difference {
    /// Where the differing lines begin to differ, in characters.
    fn first_differing_character(&self) -> usize {
        match (&self.ours.line, &self.llc.line) {
            (Some(ours), Some(llc)) => {
                let pairs = ours.text.chars().zip(llc.text.chars());
                pairs.take_while(|(one, other)| one == other).count()
            }
            _ => 0,
        }
    }
}

fn write_side(f: &mut fmt::Formatter<'_>, whose: &str, side: &Side, from: usize) -> fmt::Result {
    match &side.line {
        Some(Line { line, text }) => {
            writeln!(f, "  {whose:>6} > {line:>7}  {}", shown(text, from))?;
        }
        None => writeln!(f, "  {whose:>6} > the log of this function ends here")?,
    }
    for line in &side.after {
        writeln!(
            f,
            "  {whose:>6}   {:>7}  {}",
            line.line,
            shown(&line.text, 0)
        )?;
    }
    Ok(())
}

/// A line as people see it: without control characters, and of a long one the part around character
/// `from`.
fn shown(line: &str, from: usize) -> String {
    let clean = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let count = line.chars().count();
    if count <= MAX_WIDTH {
        return line.chars().map(clean).collect();
    }
    let start = if from + MAX_WIDTH / 4 < MAX_WIDTH {
        0
    } else {
        from - MAX_WIDTH / 2
    };
    let start = start.min(count - MAX_WIDTH);
    let middle: String = line
        .chars()
        .skip(start)
        .take(MAX_WIDTH)
        .map(clean)
        .collect();
    let (left, right) = (
        if start > 0 { "…" } else { "" },
        if start + MAX_WIDTH < count { "…" } else { "" },
    );
    format!("{left}{middle}{right}")
}
