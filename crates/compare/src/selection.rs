//! The machine code of two selections, as MIR text: which functions are the same, and where the others part.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::difference::{Line, Side};

/// Functions whose difference is shown to people; the rest is counted.
const MAX_SHOWN: usize = 5;

/// Where two selections of a function part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SelectionDifference {
    /// The function.
    pub name: String,
    /// Our first line that differs.
    pub ours: Side,
    /// llc's.
    pub llc: Side,
}

/// What comparing two selections of a module shows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Selection {
    /// Functions that both have.
    pub functions: u64,
    /// Those of them with the same text.
    pub equal: u64,
    /// Where the others part, in llc's order.
    pub differing: Vec<SelectionDifference>,
}

impl Selection {
    /// Compares two MIR files function by function: those in `functions`, or all if there are none. `context` is the
    /// number of lines on each side of a difference.
    pub fn of_mir(ours: &str, theirs: &str, functions: &[String], context: usize) -> Self {
        let ours = documents(ours);
        let by_name: FxHashMap<&str, &Document<'_>> =
            ours.iter().map(|one| (one.name, one)).collect();
        let mut selection = Self::default();
        for other in &documents(theirs) {
            let is_wanted = functions.is_empty() || functions.iter().any(|name| name == other.name);
            let Some(one) = by_name.get(other.name).filter(|_| is_wanted) else {
                continue;
            };
            selection.functions += 1;
            let Some((at, their_at)) = one.parting(other) else {
                selection.equal += 1;
                continue;
            };
            selection.differing.push(SelectionDifference {
                name: other.name.to_owned(),
                ours: one.side(at, context),
                llc: other.side(their_at, context),
            });
        }
        selection
    }

    /// Whether all functions are the same.
    pub fn is_equal(&self) -> bool {
        self.differing.is_empty()
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (equal, functions) = (self.equal, self.functions);
        writeln!(f, "selection: equal in {equal} of {functions} functions")?;
        for one in self.differing.iter().take(MAX_SHOWN) {
            writeln!(f, "selection of {} differs:", one.name)?;
            for line in &one.llc.before {
                writeln!(f, "          {:>8}  {}", line.line, line.text)?;
            }
            write_side(f, "llc", &one.llc)?;
            write_side(f, "ours", &one.ours)?;
        }
        let rest = self.differing.iter().skip(MAX_SHOWN);
        let rest: Vec<&str> = rest.map(|one| one.name.as_str()).collect();
        if !rest.is_empty() {
            writeln!(
                f,
                "selection of {} more differs: {}",
                rest.len(),
                rest.join(", ")
            )?;
        }
        writeln!(f)
    }
}

/// One side's line that differs, and those after it.
fn write_side(f: &mut fmt::Formatter<'_>, whose: &str, side: &Side) -> fmt::Result {
    match &side.line {
        Some(Line { line, text }) => writeln!(f, "  {whose:>6} > {line:>7}  {text}")?,
        None => writeln!(f, "  {whose:>6} > the function ends here")?,
    }
    for Line { line, text } in &side.after {
        writeln!(f, "  {whose:>6}   {line:>7}  {text}")?;
    }
    Ok(())
}

/// The text of one function in a MIR file.
struct Document<'a> {
    name: &'a str,
    /// The number of its first line in the file, from 1.
    first: u64,
    lines: Vec<&'a str>,
}

impl Document<'_> {
    /// The positions of the first lines that differ: of the code if it does, else of what comes before it.
    fn parting(&self, other: &Self) -> Option<(usize, usize)> {
        let from = |at: usize, their_at: usize| {
            let (ours, theirs) = (&self.lines[at..], &other.lines[their_at..]);
            let same = ours
                .iter()
                .zip(theirs)
                .take_while(|(one, other)| one == other);
            let same = same.count();
            let is_end = same == ours.len() && same == theirs.len();
            (!is_end).then_some((at + same, their_at + same))
        };
        from(self.body(), other.body()).or_else(|| from(0, 0))
    }

    /// The position of the line that begins the code.
    fn body(&self) -> usize {
        let mut lines = self.lines.iter();
        lines
            .position(|line| line.starts_with("body:"))
            .unwrap_or(0)
    }

    /// The line at `at`, with those around it.
    fn side(&self, at: usize, context: usize) -> Side {
        let line = |index: usize| Line {
            line: self.first + index as u64,
            text: self.lines[index].to_owned(),
        };
        let end = self.lines.len();
        Side {
            before: (at.saturating_sub(context)..at).map(line).collect(),
            line: (at < end).then(|| line(at)),
            after: (at + 1..end.min(at + 1 + context)).map(line).collect(),
            ..Side::default()
        }
    }
}

/// The functions of a MIR file: its documents that have a name.
fn documents(text: &str) -> Vec<Document<'_>> {
    let mut found = Vec::new();
    let mut current: Option<Document<'_>> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if line == "---" {
            current = Some(Document {
                name: "",
                first: number,
                lines: Vec::new(),
            });
        }
        let Some(document) = &mut current else {
            continue;
        };
        if line == "..." {
            found.extend(current.take().filter(|document| !document.name.is_empty()));
            continue;
        }
        if document.name.is_empty()
            && let Some(name) = line.strip_prefix("name:")
        {
            document.name = name.trim();
        }
        document.lines.push(line);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "--- |\n  define void @f() {\n    ret void\n  }\n...\n";

    fn function(name: &str, body: &str) -> String {
        format!("---\nname:            {name}\nbody:             |\n{body}\n...\n")
    }

    #[test]
    fn functions_are_paired_by_name() {
        let ours = MODULE.to_owned() + &function("f", "  RET") + &function("g", "  A\n  RET");
        let theirs = MODULE.to_owned() + &function("g", "  B\n  RET") + &function("f", "  RET");
        let selection = Selection::of_mir(&ours, &theirs, &[], 1);
        assert_eq!((selection.functions, selection.equal), (2, 1));
        let [difference] = &selection.differing[..] else {
            panic!("{selection:?}");
        };
        assert_eq!(difference.name, "g");
        let line = |line, text: &str| Line {
            line,
            text: text.to_owned(),
        };
        assert_eq!(difference.ours.line, Some(line(14, "  A")));
        assert_eq!(difference.llc.line, Some(line(9, "  B")));
        assert_eq!(difference.llc.before, [line(8, "body:             |")]);
        assert_eq!(difference.llc.after, [line(10, "  RET")]);
        assert!(Selection::of_mir(&ours, &theirs, &["f".to_owned()], 1).is_equal());
    }

    #[test]
    fn code_comes_before_what_it_is_about() {
        let with = |class: &str, body: &str| {
            let registers = format!("registers:\n  - {{ id: 0, class: {class} }}\nbody:");
            function("f", body).replace("body:", &registers)
        };
        let first = |ours: &str, theirs: &str| {
            let selection = Selection::of_mir(ours, theirs, &[], 0);
            let line = selection.differing[0].ours.line.clone();
            line.map_or(String::new(), |line| line.text)
        };
        assert_eq!(first(&with("gr32", "  A"), &with("gr64", "  B")), "  A");
        let same_code = first(&with("gr32", "  A"), &with("gr64", "  A"));
        assert_eq!(same_code, "  - { id: 0, class: gr32 }");
    }

    #[test]
    fn a_text_that_ends_first_differs() {
        let selection =
            Selection::of_mir(&function("f", "  A"), &function("f", "  A\n  RET"), &[], 0);
        assert_eq!(selection.differing[0].ours.line, None);
        assert!(
            selection
                .to_string()
                .contains("ours > the function ends here")
        );
    }
}
