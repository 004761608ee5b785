//! Puts two logs of register allocation beside each other: ours and llc's.
//!
//! A log is what `-debug-only=regalloc` prints. [`compare`] pairs functions by name, and of each function
//! walks both logs line by line to the first line that says something else: that is the first decision that
//! is taken differently, and what follows is its consequence. Intervals, joins, decisions and assignments
//! are counted by what they are about, wherever they stand.
//!
//! ```text
//!   llc's log ─lines─▶ LogReader ─functions─┐
//!                      (what is this line?) ├─▶ compare: walk to the first difference ─▶ Report
//!   our run   ─lines─▶ LogReader ─functions─┘            count what is equal
//! ```
//!
//! A log may hold hundreds of megabytes: it is read as it comes, and only one function of each side is kept.
//!
//! Other versions of LLVM (17 to 22) are aligned as far as they word things alike; the rules for lines are
//! in one table each, and what two wordings have in common is in one place, as tests show. Lines that no
//! rule knows – of another version, of another `-debug-only` part, of whatever was mixed in – are counted
//! and reported as *not aligned*; they never make logs different.

mod counts;
mod difference;
mod function_log;
mod kind;
mod lines;
mod reader;
mod report;
mod session;
mod wording;

pub use counts::{Count, Counts};
pub use difference::{CONTEXT, Difference, Line, Side};
pub use function_log::{Event, FunctionLog, Part};
pub use kind::Kind;
pub use lines::LogError;
pub use reader::LogReader;
pub use report::{FunctionReport, NotAligned, Report, SCHEMA, Sides};
pub use session::{Options, compare};
