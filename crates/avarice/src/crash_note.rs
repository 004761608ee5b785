//! If a pass panics, the report says which pass it was and on which function.

use std::borrow::Cow;
use std::cell::Cell;

/// Says on standard error, when it is dropped by a panic, what was going on.
pub struct CrashNote<'a> {
    function: Cow<'a, [u8]>,
    doing: Cell<&'static str>,
}

impl<'a> CrashNote<'a> {
    /// Work on a function begins.
    pub fn new(function: impl Into<Cow<'a, [u8]>>) -> Self {
        Self {
            function: function.into(),
            doing: Cell::new("instruction selection"),
        }
    }

    /// From now on this pass, or this other work, runs.
    pub fn enter(&self, what: &'static str) {
        self.doing.set(what);
    }

    fn text(&self) -> String {
        let function = String::from_utf8_lossy(&self.function);
        format!(
            "note: this happened in {} of function `{function}`; it is a bug of avarice",
            self.doing.get()
        )
    }
}

impl Drop for CrashNote<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.text());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_names_pass_and_function() {
        let note = CrashNote::new(b"main".as_slice());
        note.enter("greedy");
        let text = note.text();
        assert!(text.contains("in greedy of function `main`"), "{text}");
    }
}
