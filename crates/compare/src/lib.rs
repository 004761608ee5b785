//! Compares two logs of register allocation: ours and llc's.
//!
//! A log is what `-debug-only=regalloc` prints. [`compare`] pairs functions by name, and for each function
//! walks both logs line by line to the first line that differs: that is the first decision that is made
//! differently, and what follows is its consequence. Intervals, joins, decisions and assignments are
//! counted by what they are about, whatever their position.
//!
//! ```text
//!   llc's log ─lines─▶ LogReader ─functions─┐
//!                      (what is this line?) ├─▶ compare: walk to the first difference ─▶ Report
//!   our run   ─lines─▶ LogReader ─functions─┘            count what is equal
//! ```
//!
//! A log may be hundreds of megabytes long: it is read as a stream, and only one function of each side is kept.
//!
//! Other versions of LLVM (17 to 22) are aligned as far as their wording matches. What they decide differently on purpose
//! is reported as such, if the version is known. Lines that match no rule
//! – from another version, another `-debug-only` part, or mixed in from elsewhere – are counted and
//! reported as *not aligned*; they never make logs different.

mod by_design;
mod counts;
mod difference;
mod function_log;
mod kind;
mod lines;
mod reader;
mod report;
mod selection;
mod session;
mod wording;

pub use by_design::Change;
pub use counts::{Count, Counts};
pub use difference::{CONTEXT, Difference, Line, Side};
pub use function_log::{Event, FunctionLog, Part};
pub use kind::Kind;
pub use lines::LogError;
pub use reader::LogReader;
pub use report::{FunctionReport, NotAligned, Report, SCHEMA, Sides, Start};
pub use selection::{Selection, SelectionDifference};
pub use session::{Options, compare};
