//! Remarks: what a pass tells the programmer of its work, in the form of llc's.
//!
//! A pass asks its [`Log`](crate::Log) whether there is a reader for its remarks, and hands over [`Remark`]s. The command
//! renders them: as lines on standard error, and as YAML for tools that show them beside the source.
//!
//! ```text
//!   pass ─ log.wants_remarks(RegAlloc)? ─ log.remark(Remark { … }) ─▶ RemarkSink ─┬▶ remark: f.c:3:20: 1 spills …
//!                                                                                 └▶ --- !Missed
//!                                                                                    Pass: regalloc …
//! ```
//!
//! Without a request, that is one predictable branch a pass. A remark changes no code.

mod request;
mod source;
mod yaml;

use std::borrow::Cow;
use std::fmt::{self, Write};

pub use request::{Hotness, RemarkPass, RemarkPasses, RemarkRequest};
pub use source::SourcePlace;

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// Something that was done.
    Passed,
    /// Something that could not be done.
    Missed,
    /// What is known of the code.
    Analysis,
}

impl RemarkKind {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Passed, Self::Missed, Self::Analysis];

    /// The tag in YAML.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Passed => "Passed",
            Self::Missed => "Missed",
            Self::Analysis => "Analysis",
        }
    }
}

/// A piece of a remark: text, or a value that tools find by its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemarkArg {
    /// The key; `String` for text.
    pub key: Cow<'static, str>,
    /// Text or value.
    pub value: String,
    /// Where in the source is what it speaks of.
    pub place: Option<SourcePlace>,
}

/// One remark. The values of its arguments, one after the other, are its message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is about.
    pub kind: RemarkKind,
    /// The pass that makes it.
    pub pass: RemarkPass,
    /// Its name, for tools.
    pub name: &'static str,
    /// Where in the source is what it speaks of.
    pub place: Option<SourcePlace>,
    /// The name of the function.
    pub function: String,
    /// How often the code that it speaks of ran, by the profile.
    pub hotness: Option<u64>,
    /// Its arguments.
    pub args: Vec<RemarkArg>,
}

impl Remark {
    /// A remark without arguments about a function, which has this name.
    pub fn new(kind: RemarkKind, pass: RemarkPass, name: &'static str, function: &[u8]) -> Self {
        // A name that is not to be mangled begins with a mark.
        let function = function.strip_prefix(b"\x01").unwrap_or(function);
        Self {
            kind,
            pass,
            name,
            place: None,
            function: String::from_utf8_lossy(function).into_owned(),
            hotness: None,
            args: Vec::new(),
        }
    }

    /// The same, with a place in the source.
    pub fn at(mut self, place: Option<SourcePlace>) -> Self {
        self.place = place;
        self
    }

    /// Appends text.
    pub fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.push("String".into(), text.into())
    }

    /// Appends a value.
    pub fn value(&mut self, key: &'static str, value: impl fmt::Display) -> &mut Self {
        self.push(key.into(), value.to_string())
    }

    /// Appends a value whose key is not known beforehand.
    pub fn keyed(&mut self, key: String, value: impl fmt::Display) -> &mut Self {
        self.push(key.into(), value.to_string())
    }

    /// Says where in the source is what the last argument speaks of.
    pub fn placed(&mut self, place: Option<SourcePlace>) -> &mut Self {
        if let Some(arg) = self.args.last_mut() {
            arg.place = place;
        }
        self
    }

    fn push(&mut self, key: Cow<'static, str>, value: String) -> &mut Self {
        self.args.push(RemarkArg {
            key,
            value,
            place: None,
        });
        self
    }

    /// Appends the line that standard error gets.
    pub fn write_text(&self, out: &mut String) {
        out.push_str("remark: ");
        match &self.place {
            Some(place) => {
                let _ = write!(out, "{place}");
            }
            None => out.push_str("<unknown>:0:0"),
        }
        out.push_str(": ");
        for arg in &self.args {
            out.push_str(&arg.value);
        }
        if let Some(hotness) = self.hotness {
            let _ = write!(out, " (hotness: {hotness})");
        }
        out.push('\n');
    }

    /// Appends the document in YAML.
    pub fn write_yaml(&self, out: &mut String) {
        yaml::write(self, out);
    }
}

/// Takes the remarks of one function.
#[derive(Clone, Debug)]
pub struct RemarkSink {
    /// What is wanted.
    pub request: RemarkRequest,
    remarks: Vec<Remark>,
}

impl RemarkSink {
    /// A sink without remarks.
    pub fn new(request: RemarkRequest) -> Self {
        Self {
            request,
            remarks: Vec::new(),
        }
    }

    /// Takes a remark, unless the code that it speaks of ran less often than the request says.
    pub fn push(&mut self, remark: Remark) {
        if remark.hotness.unwrap_or(0) >= self.request.hotness.threshold {
            self.remarks.push(remark);
        }
    }

    /// The remarks so far; there are none after that.
    pub fn take(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark() -> Remark {
        let mut remark = Remark::new(
            RemarkKind::Analysis,
            RemarkPass::PrologEpilog,
            "StackSize",
            b"\x01f",
        );
        remark.value("NumStackBytes", 8).text(" stack bytes");
        remark
    }

    #[test]
    fn the_message_is_what_the_arguments_say() {
        let mut out = String::new();
        remark().write_text(&mut out);
        let mut remark = remark().at(Some(SourcePlace {
            file: "a.c".into(),
            line: 3,
            column: 20,
        }));
        remark.hotness = Some(5);
        remark.write_text(&mut out);
        assert_eq!(
            out,
            "remark: <unknown>:0:0: 8 stack bytes\nremark: a.c:3:20: 8 stack bytes (hotness: 5)\n"
        );
    }

    #[test]
    fn code_that_runs_seldom_is_passed_over() {
        let mut request = RemarkRequest::default();
        request.hotness.threshold = 6;
        let mut sink = RemarkSink::new(request);
        sink.push(remark());
        let mut hot = remark();
        hot.hotness = Some(6);
        sink.push(hot.clone());
        assert_eq!(sink.take(), [hot]);
    }
}
