//! Explains in plain sentences what happened to a value, from the record of what passes did to its function.
//!
//! ```text
//!   record ─ index ─▶ which events are about which register       (index)
//!                       │
//!   the query ─────────▶ registers: %13, an IR value, a line      (query)
//!                       │
//!                       ▼
//!   a section for each thing that there is to say:
//!     where it comes from                                         (origin)
//!     what it was joined with, and what not                       (joining)
//!     where it is live, and what it weighs                        (liveness)
//!     every attempt to find a register                            (attempts, sentences)
//!     where it ended, and what would have to change               (ending)
//! ```
//!
//! A register that was joined into another continues as that one: the sections that follow are about both.
//!
//! [`remarks`] says in a line each what happened to the values that were spilled, for tools that show such lines beside
//! the source.

mod attempts;
mod ending;
mod index;
mod joining;
mod liveness;
mod origin;
mod query;
mod remarks;
mod sentences;
mod words;

use avarice_mir::VReg;
use avarice_trace::events::FunctionRecord;

pub use ending::summary;
use index::Index;
pub use query::{NotFound, Query, find, registers};
pub use remarks::remarks;

/// The life of a register, in sentences.
///
/// # Requires
/// The record names the register: [`find`] has found it.
pub fn explain(record: &FunctionRecord, reg: VReg) -> String {
    let index = Index::new(record);
    let mut text = format!("{} in {}\n", index.full_name(reg), record.name);
    let story = Story {
        index: &index,
        reg,
        text: &mut text,
    };
    story.tell();
    text
}

/// A story being told.
struct Story<'a> {
    index: &'a Index<'a>,
    /// The register that it is about at this point.
    reg: VReg,
    text: &'a mut String,
}

impl Story<'_> {
    fn tell(mut self) {
        self.tell_origin();
        self.tell_joins();
        self.tell_liveness();
        self.tell_attempts();
        self.tell_end();
    }

    /// Begins a section.
    fn title(&mut self, title: &str) {
        self.text.push('\n');
        self.text.push_str(title);
        self.text.push('\n');
    }

    /// A sentence, which gets its full stop here.
    fn say(&mut self, sentence: impl AsRef<str>) {
        self.text.push_str("  ");
        self.text.push_str(sentence.as_ref());
        self.text.push_str(".\n");
    }

    /// A line that is no sentence: code, a live interval.
    fn show(&mut self, line: impl AsRef<str>) {
        self.text.push_str("      ");
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }
}
