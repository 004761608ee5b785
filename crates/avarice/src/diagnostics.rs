//! Diagnostics: what is wrong, where, with the line and a caret.

use std::fmt;
use std::ops::Range;

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

/// How much a diagnostic matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Nothing is made of the input.
    Error,
    /// Something is made of it, but perhaps not what was meant.
    Warning,
}

impl Severity {
    /// The word that messages begin with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }

    /// The same with the number of its colour.
    fn word_and_color(self) -> (&'static str, u8) {
        let color = match self {
            Self::Error => 91,
            Self::Warning => 93,
        };
        (self.word(), color)
    }

    fn level(self) -> Level<'static> {
        match self {
            Self::Error => Level::ERROR,
            Self::Warning => Level::WARNING,
        }
    }
}

/// The word that explanations begin with, and the number of its colour.
const NOTE: (&str, u8) = ("note", 92);

/// A place that a diagnostic is about, with the line of the source there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The name of the input.
    pub file: String,
    /// Where in it.
    pub place: Place,
    window: Window,
    /// Whether columns of the line are not those of the shown part.
    is_moved: bool,
}

impl Label {
    /// The line, or of a long one the part around the place, as text without control characters.
    pub fn line(&self) -> &str {
        &self.window.text
    }

    /// The bytes of [`Self::line`] that are meant; empty for a point.
    pub fn span(&self) -> Range<usize> {
        self.window.start..self.window.end
    }
}

/// How a diagnostic is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// With the line in a frame, where there is one.
    Framed,
    /// As llc writes those about machine IR.
    MachineIr,
}

/// What is wrong, as data; written, it is a text for a terminal.
///
/// ```
/// use avarice::{Module, Severity};
///
/// let error = Module::parse("define i32 @f() {\n  ret i32 %y\n}\n").err().unwrap();
/// assert_eq!(error.severity(), Severity::Error);
/// assert_eq!(error.message(), "use of undefined value '%y'");
/// let label = &error.labels()[0];
/// assert_eq!((label.place.line, label.place.column), (2, 11));
/// assert_eq!(&label.line()[label.span()], "%y");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic(Box<Parts>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    severity: Severity,
    message: String,
    labels: Vec<Label>,
    notes: Vec<String>,
    form: Form,
    more: Vec<Diagnostic>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn new(message: impl fmt::Display) -> Self {
        Self::with_label(message, None, Form::Framed)
    }

    /// A warning without a place.
    pub fn warning(message: impl fmt::Display) -> Self {
        let mut warning = Self::new(message);
        warning.0.severity = Severity::Warning;
        warning
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
        Self::with_label(message, Some(label(path, source, place)), Form::Framed)
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
        Self::with_label(message, Some(label(path, source, place)), Form::MachineIr)
    }

    fn with_label(message: impl fmt::Display, label: Option<Label>, form: Form) -> Self {
        Self(Box::new(Parts {
            severity: Severity::Error,
            message: message.to_string(),
            labels: label.into_iter().collect(),
            notes: Vec::new(),
            form,
            more: Vec::new(),
        }))
    }

    /// Several errors, at least one, as one: the first, which has the [others](Self::more).
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = parts.into_iter();
        let mut first = parts
            .next()
            .unwrap_or_else(|| Self::new("an unknown error"));
        first.0.more.extend(parts);
        first
    }

    /// With a line of explanation, after all that is there.
    #[must_use]
    pub fn note(mut self, note: impl fmt::Display) -> Self {
        let last = match self.0.more.last_mut() {
            Some(last) => last,
            None => &mut self,
        };
        last.0.notes.push(note.to_string());
        self
    }

    /// Whether it is an error.
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// One sentence without a full stop: what is wrong, or what was expected.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The places that the message is about; none where it is about the whole.
    pub fn labels(&self) -> &[Label] {
        &self.0.labels
    }

    /// Explanations.
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// Further errors of the same input.
    pub fn more(&self) -> &[Self] {
        &self.0.more
    }

    /// Written for a terminal that has colours.
    ///
    /// ```
    /// let error = avarice::Diagnostic::new("what is wrong");
    /// assert!(error.in_colors().to_string().contains("\x1b["));
    /// assert_eq!(error.to_string(), "error: what is wrong\n");
    /// ```
    pub fn in_colors(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| self.write(f, Colors::Terminal))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, colors: Colors) -> fmt::Result {
        self.write_title(f, colors)?;
        for note in &self.0.notes {
            colors.write_line(f, NOTE, note)?;
        }
        let mut more = self.0.more.iter();
        more.try_for_each(|more| more.write(f, colors))
    }

    /// Writes the title with the line that it is about.
    fn write_title(&self, f: &mut fmt::Formatter<'_>, colors: Colors) -> fmt::Result {
        let Parts {
            severity, message, ..
        } = &*self.0;
        let Some(label) = self.0.labels.first() else {
            return colors.write_line(f, severity.word_and_color(), message);
        };
        match self.0.form {
            Form::MachineIr => label.write_bare(f, colors, *severity, message),
            Form::Framed => label.write_framed(f, colors, *severity, message),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Colors::None)
    }
}

/// Whether a text has the colours of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colors {
    None,
    Terminal,
}

impl Colors {
    fn renderer(self) -> Renderer {
        match self {
            Self::None => Renderer::plain(),
            Self::Terminal => Renderer::styled(),
        }
    }

    /// Writes a line that begins with a word, whose colour has this number.
    fn write_line(
        self,
        f: &mut fmt::Formatter<'_>,
        (word, color): (&str, u8),
        text: &str,
    ) -> fmt::Result {
        match self {
            Self::None => writeln!(f, "{word}: {text}"),
            Self::Terminal => writeln!(f, "\x1b[1m\x1b[{color}m{word}\x1b[0m: {text}"),
        }
    }
}

impl std::error::Error for Diagnostic {}

fn label(path: &str, source: &[u8], place: Place) -> Label {
    let line = nth_line(source, place.line);
    let start = place.column.saturating_sub(1).min(line.len());
    let end = (start + place.len).min(line.len());
    let window = Window::new(line, start, end);
    Label {
        file: path.to_owned(),
        place,
        is_moved: window.start != start,
        window,
    }
}

impl Label {
    fn write_framed(
        &self,
        f: &mut fmt::Formatter<'_>,
        colors: Colors,
        severity: Severity,
        message: &str,
    ) -> fmt::Result {
        let Self {
            file,
            place,
            window,
            is_moved,
        } = self;
        // Whether or not a span touches the end of the line, the caret stays on it.
        let snippet = Snippet::source(window.text.as_str())
            .path(file)
            .line_start(place.line)
            .annotation(AnnotationKind::Primary.span(window.start..window.end));
        let report = [severity.level().primary_title(message).element(snippet)];
        let mut text = colors.renderer().render(&report).to_string();
        if *is_moved {
            // The path line counts columns of the shown text; say the true ones.
            text = text.replacen(
                &format!("{file}:{}:{}", place.line, window.start + 1),
                &format!("{file}:{}:{}", place.line, place.column),
                1,
            );
        }
        writeln!(f, "{text}")
    }

    fn write_bare(
        &self,
        f: &mut fmt::Formatter<'_>,
        colors: Colors,
        severity: Severity,
        message: &str,
    ) -> fmt::Result {
        let Self { file, window, .. } = self;
        let Place { line, column, .. } = self.place;
        let before = window.text[..window.start].chars().count();
        let marked = window.text[window.start..window.end].chars().count();
        let more = "~".repeat(marked.saturating_sub(1));
        let shown = window.text.trim_end();
        let title = format!("{file}:{line}:{column}: {message}");
        colors.write_line(f, severity.word_and_color(), &title)?;
        writeln!(f, "{shown}\n{:before$}^{more}", "")
    }
}

fn nth_line(source: &[u8], line: usize) -> &[u8] {
    let mut lines = source.split(|byte| *byte == b'\n');
    let line = lines.nth(line.saturating_sub(1)).unwrap_or(&[]);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The part of a line that is shown: at most a few hundred bytes around the place, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
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
