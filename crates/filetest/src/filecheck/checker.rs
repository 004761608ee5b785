//! Matching the directives of a check file against an input.
//!
//! The input is cut into blocks by the `-LABEL` directives, which are found first, independently of
//! everything else. Within a block, every step is searched for after the one before:
//!
//! ```text
//!   previous match │   -DAG group, -NOT …   │ this match │
//!                  └── skipped region ──────┘
//! ```
//!
//! `-NEXT`, `-SAME` and `-EMPTY` count the newlines of the skipped region; a `-NOT` must not occur
//! in it. The members of a `-DAG` group match in any order, at places that do not overlap, and what
//! follows the group is searched for after the last of them.

use super::directive::{Directive, Step};
use super::pattern::{Found, SearchError, Variables};
use super::report::{Severity, Source};
use super::{DirectiveKind, FileCheckOptions};

/// Lines of input shown below a failure.
const EXCERPT_LINES: usize = 8;

/// Lines of input compared with a pattern that was not found.
const CANDIDATE_LINES: usize = 300;

/// Matches `steps`, read from `check`, against `input`.
///
/// # Errors
///
/// Reports of the first directive that fails in each block.
pub(super) fn run(
    check: &Source<'_>,
    steps: &[Step],
    input: &Source<'_>,
    variables: Variables,
    options: &FileCheckOptions,
) -> Result<(), String> {
    let mut checker = Checker {
        check,
        input,
        variables,
        problems: String::new(),
    };
    checker.check_blocks(steps, options.enable_var_scope);
    if checker.problems.is_empty() {
        Ok(())
    } else {
        Err(checker.problems)
    }
}

struct Checker<'a> {
    check: &'a Source<'a>,
    input: &'a Source<'a>,
    variables: Variables,
    problems: String,
}

/// A part of the input, in byte offsets.
#[derive(Clone, Copy)]
struct Region {
    start: usize,
    end: usize,
}

/// A directive failed and was reported.
struct Failed;

impl Checker<'_> {
    fn check_blocks(&mut self, steps: &[Step], enable_var_scope: bool) {
        let mut rest = Region {
            start: 0,
            end: self.input.text.len(),
        };
        let mut first = 0;
        loop {
            // A label is the last step of the block it ends; its text belongs to neither side.
            let label = steps[first..]
                .iter()
                .position(|step| step.directive.kind == DirectiveKind::Label)
                .map(|at| first + at);
            let (block, end) = match label {
                Some(at) => {
                    let Ok(found) = self.find_count(&steps[at].directive, rest) else {
                        return;
                    };
                    let block = Region {
                        start: rest.start,
                        end: found.end,
                    };
                    rest.start = found.end;
                    (block, at + 1)
                }
                None => (rest, steps.len()),
            };
            if enable_var_scope && first != 0 {
                self.variables.clear_local();
            }
            self.check_block(&steps[first..end], block);
            first = end;
            if label.is_none() {
                return;
            }
        }
    }

    /// Checks steps in order until one fails.
    fn check_block(&mut self, steps: &[Step], mut region: Region) {
        for step in steps {
            match self.check_step(step, region) {
                Ok(found) => region.start = found.end,
                Err(Failed) => return,
            }
        }
    }

    fn check_step(&mut self, step: &Step, region: Region) -> Result<Found, Failed> {
        let mut exclusions = Vec::new();
        let start = self.check_before(&step.before, region, &mut exclusions)?;
        let found = self.find_count(&step.directive, Region { start, ..region })?;
        let skipped = Region {
            start,
            end: found.start,
        };
        self.check_newlines(&step.directive, skipped)?;
        self.check_exclusions(&exclusions, skipped)?;
        Ok(found)
    }

    /// Finds `directive` as often as it asks for; the result spans all its matches.
    fn find_count(&mut self, directive: &Directive, region: Region) -> Result<Found, Failed> {
        let mut first = None;
        let mut position = region.start;
        for _ in 0..directive.count {
            let found = self.find(
                directive,
                Region {
                    start: position,
                    ..region
                },
            )?;
            first.get_or_insert(found.start);
            position = found.end;
        }
        Ok(Found {
            start: first.unwrap_or(region.start),
            end: position,
        })
    }

    /// Finds `directive` in `region` or reports that it is not there.
    fn find(&mut self, directive: &Directive, region: Region) -> Result<Found, Failed> {
        self.search(directive, region).map_err(|error| {
            match error {
                SearchError::NotFound => self.report_not_found(directive, region),
                SearchError::Invalid(message) => self.error(directive, &message),
            }
            Failed
        })
    }

    fn search(&mut self, directive: &Directive, region: Region) -> Result<Found, SearchError> {
        let text = &self.input.text[region.start..region.end];
        let found = directive.pattern.find(text, &mut self.variables)?;
        Ok(Found {
            start: region.start + found.start,
            end: region.start + found.end,
        })
    }

    /// Checks the `-DAG` groups of `before`; returns where the search continues. The `-NOT`
    /// directives after the last group are left in `exclusions`.
    fn check_before<'d>(
        &mut self,
        before: &'d [Directive],
        region: Region,
        exclusions: &mut Vec<&'d Directive>,
    ) -> Result<usize, Failed> {
        let mut start = region.start;
        // The matches of the current group, in the order of the input.
        let mut group: Vec<Found> = Vec::new();
        for (index, directive) in before.iter().enumerate() {
            if directive.kind == DirectiveKind::Not {
                exclusions.push(directive);
                continue;
            }
            self.find_in_group(directive, Region { start, ..region }, &mut group)?;
            let group_ends = before
                .get(index + 1)
                .is_none_or(|next| next.kind == DirectiveKind::Not);
            if let (true, Some(first), Some(last)) = (group_ends, group.first(), group.last()) {
                let (skipped, end) = (
                    Region {
                        start,
                        end: first.start,
                    },
                    last.end,
                );
                self.check_exclusions(exclusions, skipped)?;
                exclusions.clear();
                start = end;
                group.clear();
            }
        }
        Ok(start)
    }

    /// Finds the first match of `directive` that overlaps none in `group`, and inserts it there.
    fn find_in_group(
        &mut self,
        directive: &Directive,
        region: Region,
        group: &mut Vec<Found>,
    ) -> Result<(), Failed> {
        let mut position = region.start;
        let mut index = 0;
        loop {
            let found = self.find(
                directive,
                Region {
                    start: position,
                    ..region
                },
            )?;
            while group
                .get(index)
                .is_some_and(|other| other.end <= found.start)
            {
                index += 1;
            }
            match group.get(index) {
                Some(other) if other.start < found.end => position = other.end,
                _ => {
                    group.insert(index, found);
                    return Ok(());
                }
            }
            index += 1;
        }
    }

    fn check_exclusions(
        &mut self,
        exclusions: &[&Directive],
        skipped: Region,
    ) -> Result<(), Failed> {
        for directive in exclusions {
            match self.search(directive, skipped) {
                Err(SearchError::NotFound) => {}
                Err(SearchError::Invalid(message)) => {
                    self.error(directive, &message);
                    return Err(Failed);
                }
                Ok(found) => {
                    self.error(
                        directive,
                        &format!("excluded string found in input: {}", directive.text),
                    );
                    self.note(found.start, "found here");
                    return Err(Failed);
                }
            }
        }
        Ok(())
    }

    fn check_newlines(&mut self, directive: &Directive, skipped: Region) -> Result<(), Failed> {
        let region = &self.input.text[skipped.start..skipped.end];
        let newlines = region.bytes().filter(|&byte| byte == b'\n').count();
        let complaint = match (directive.kind, newlines) {
            (DirectiveKind::Next | DirectiveKind::Empty, 0) => {
                "is on the same line as the previous match"
            }
            (DirectiveKind::Next | DirectiveKind::Empty, 2..) => {
                "is not on the line after the previous match"
            }
            (DirectiveKind::Same, 1..) => "is not on the same line as the previous match",
            _ => return Ok(()),
        };
        self.error(directive, complaint);
        self.note(skipped.end, "this match was here");
        self.note(skipped.start, "the previous match ended here");
        if newlines > 1 {
            let next_line = region
                .find('\n')
                .map_or(skipped.end, |at| skipped.start + at + 1);
            self.note(next_line, "the line after it is this one");
        }
        Err(Failed)
    }

    fn error(&mut self, directive: &Directive, message: &str) {
        let message = format!("{}: {message}", directive.name);
        let report = self
            .check
            .report(directive.offset, Severity::Error, &message);
        self.problems.push_str(&report);
    }

    fn note(&mut self, offset: usize, message: &str) {
        self.problems
            .push_str(&self.input.report(offset, Severity::Note, message));
    }

    fn report_not_found(&mut self, directive: &Directive, region: Region) {
        self.error(directive, "expected string not found in input");
        self.note(region.start, "scanning from here");
        if let Some(offset) = self.likely_meant(directive, region) {
            self.note(offset, "possible intended match here");
        }
        self.problems.push_str("input from there:\n");
        self.problems
            .push_str(&self.input.excerpt(region.start, EXCERPT_LINES));
    }

    /// The start of the line of `region` that is most like the pattern.
    fn likely_meant(&self, directive: &Directive, region: Region) -> Option<usize> {
        let wanted = directive.pattern.example(&directive.text);
        let mut best: Option<(f32, usize)> = None;
        let mut offset = region.start;
        let text = &self.input.text[region.start..region.end];
        for line in text.split_inclusive('\n').take(CANDIDATE_LINES) {
            let ratio = similar::TextDiff::from_chars(wanted.as_str(), line.trim()).ratio();
            if ratio > best.map_or(0.5, |(ratio, _)| ratio) {
                best = Some((ratio, offset + line.len() - line.trim_start().len()));
            }
            offset += line.len();
        }
        best.map(|(_, offset)| offset)
    }
}
