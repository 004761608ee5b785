//! A panic report says what was being done, and in which function.

use std::borrow::Cow;
use std::cell::Cell;

/// Says on standard error, when it is dropped by a panic, what was going on.
pub struct CrashNote<'a> {
    /// The function that is worked on, `None` for the module as a whole.
    function: Option<Cow<'a, [u8]>>,
    doing: Cell<&'static str>,
}

impl<'a> CrashNote<'a> {
    /// Work on a function begins, with this pass or other work.
    pub fn new(doing: &'static str, function: impl Into<Cow<'a, [u8]>>) -> Self {
        Self {
            function: Some(function.into()),
            doing: Cell::new(doing),
        }
    }

    /// Work on the module as a whole begins.
    pub fn of_module(doing: &'static str) -> Self {
        Self {
            function: None,
            doing: Cell::new(doing),
        }
    }

    /// From now on this pass, or this other work, runs.
    pub fn enter(&self, what: &'static str) {
        self.doing.set(what);
    }

    fn text(&self) -> String {
        let doing = self.doing.get();
        match &self.function {
            Some(function) => {
                let function = String::from_utf8_lossy(function);
                format!(
                    "note: this happened in {doing} of function `{function}`; it is a bug of avarice"
                )
            }
            None => format!("note: this happened in {doing}; it is a bug of avarice"),
        }
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
        let note = CrashNote::new("instruction selection", b"main".as_slice());
        note.enter("greedy");
        let text = note.text();
        assert!(text.contains("in greedy of function `main`"), "{text}");
    }

    #[test]
    fn the_note_names_what_is_done_with_the_module() {
        let text = CrashNote::of_module("emission").text();
        assert_eq!(
            text,
            "note: this happened in emission; it is a bug of avarice"
        );
    }
}
