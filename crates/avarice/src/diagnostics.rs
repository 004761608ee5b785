//! Diagnostics: what went wrong, where, with the line and a caret.

use std::fmt::{self, Write};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// A place in an input file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// Length of what is meant, in bytes; 0 for a point.
    pub len: usize,
}

impl Place {
    /// The place of `len` bytes at `offset`.
    pub fn from_offset(source: &[u8], offset: usize, len: usize) -> Self {
        let before = &source[..offset.min(source.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        Self {
            line,
            column: before.len() - start + 1,
            len,
        }
    }
}

/// A failed command: hand-written text, ready to print.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    text: String,
}

impl Diagnostic {
    /// An error without a place.
    pub fn new(message: impl fmt::Display) -> Self {
        Self {
            text: format!("error: {message}\n"),
        }
    }

    /// An error at a place of `source`, which was read from `path`.
    ///
    /// ```text
    ///   error: use of undefined value '%y'
    ///    --> x.ll:2:15
    ///     |
    ///   2 |   ret i32 %y
    ///     |           ^^
    /// ```
    pub fn at(path: &str, source: &[u8], place: Place, message: impl fmt::Display) -> Self {
        let line = nth_line(source, place.line);
        let start = place.column.saturating_sub(1).min(line.len());
        let end = (start + place.len).min(line.len());
        let window = Window::new(line, start, end);
        let message = message.to_string();
        // Whether or not a span touches the end of the line, the caret stays on it.
        let snippet = Snippet::source(window.text.as_str())
            .path(path)
            .line_start(place.line)
            .annotation(AnnotationKind::Primary.span(window.start..window.end));
        let report = [Level::ERROR
            .primary_title(message.as_str())
            .element(snippet)];
        let mut text = Renderer::plain().render(&report).to_string();
        if window.start != start {
            // The path line counts columns of the shortened line; say the true ones.
            text = text.replacen(
                &format!("{path}:{}:{}", place.line, window.start + 1),
                &format!("{path}:{}:{}", place.line, place.column),
                1,
            );
        }
        text.push('\n');
        Self { text }
    }

    /// The same in the form that llc has for files of machine IR, whose tools and tests read it.
    ///
    /// ```text
    ///   error: x.mir:2:14: unknown register name 'y'
    ///       NOOP implicit $y
    ///                     ^~
    /// ```
    pub fn at_machine_ir(
        path: &str,
        source: &[u8],
        place: Place,
        message: impl fmt::Display,
    ) -> Self {
        let line = nth_line(source, place.line);
        let start = place.column.saturating_sub(1).min(line.len());
        let end = (start + place.len).min(line.len());
        let window = Window::new(line, start, end);
        let before = window.text[..window.start].chars().count();
        let marked = window.text[window.start..window.end].chars().count();
        let more = "~".repeat(marked.saturating_sub(1));
        let Place { line, column, .. } = place;
        let shown = window.text.trim_end();
        Self {
            text: format!(
                "error: {path}:{line}:{column}: {message}\n{shown}\n{:before$}^{more}\n",
                ""
            ),
        }
    }

    /// Several errors as one.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self {
            text: parts.into_iter().map(|part| part.text).collect(),
        }
    }

    /// With a line of explanation.
    #[must_use]
    pub fn note(mut self, note: impl fmt::Display) -> Self {
        writeln!(self.text, "note: {note}").expect("writing to a string");
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn nth_line(source: &[u8], line: usize) -> &[u8] {
    let mut lines = source.split(|byte| *byte == b'\n');
    let line = lines.nth(line.saturating_sub(1)).unwrap_or(&[]);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The part of a line that is shown: at most a few hundred bytes around the place, as text.
struct Window {
    text: String,
    start: usize,
    end: usize,
}

impl Window {
    const BEFORE: usize = 100;
    const AFTER: usize = 100;

    fn new(line: &[u8], start: usize, end: usize) -> Self {
        let from = if start > 2 * Self::BEFORE {
            start - Self::BEFORE
        } else {
            0
        };
        let to = (start + Self::AFTER)
            .max(end.min(start + 2 * Self::AFTER))
            .min(line.len());
        let end = end.clamp(start, to);
        let before = printable(&line[from..start]);
        let marked = printable(&line[start..end]);
        let after = printable(&line[end..to]);
        Self {
            start: before.len(),
            end: before.len() + marked.len(),
            text: before + &marked + &after,
        }
    }
}

/// Text without control characters or invalid UTF-8.
fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_line_and_caret() {
        let place = Place {
            line: 2,
            column: 11,
            len: 2,
        };
        let text =
            Diagnostic::at("x.ll", b"a\n  ret i32 %y\n", place, "undefined value").to_string();
        assert!(text.contains("x.ll:2:11"), "{text}");
        assert!(text.contains("  ret i32 %y"), "{text}");
        assert!(text.contains("^^"), "{text}");
    }

    #[test]
    fn has_the_form_of_llc_for_machine_ir() {
        let place = Place {
            line: 2,
            column: 11,
            len: 2,
        };
        let text =
            Diagnostic::at_machine_ir("x.mir", b"a\n  NOOP %0, %y \n", place, "what").to_string();
        assert_eq!(
            text,
            "error: x.mir:2:11: what\n  NOOP %0, %y\n          ^~\n"
        );
    }

    #[test]
    fn survives_long_lines_and_bytes_that_are_no_text() {
        let mut source = vec![b'x'; 5000];
        source[4000] = 0xff;
        source[4001] = 0;
        let place = Place {
            line: 1,
            column: 4001,
            len: 1,
        };
        let text = Diagnostic::at("x.ll", &source, place, "bad byte").to_string();
        assert!(text.contains("x.ll:1:4001"), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() < 400),
            "{text}"
        );
        let beyond = Place {
            line: 9,
            column: 1,
            len: 3,
        };
        assert!(
            Diagnostic::at("x.ll", b"a", beyond, "end")
                .to_string()
                .contains("end")
        );
    }
}
