//! Pairs the functions of two logs while both are read.

use std::io::BufRead;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::by_design;
use crate::counts::Counts;
use crate::difference::{self, Difference};
use crate::function_log::{FunctionLog, Part};
use crate::kind::Kind;
use crate::lines::LogError;
use crate::reader::LogReader;
use crate::report::{FunctionReport, NotAligned, Report, SCHEMA, Sides};
use crate::wording;

/// Limit of the wordings that are distinguished among unknown lines.
const MAX_WORDINGS: usize = 64;

/// What to compare, and how to show it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The name of llc's log.
    pub llc: String,
    /// The functions to compare; all if there are none.
    pub functions: Vec<String>,
    /// Lines of context on each side of a difference.
    pub context: usize,
    /// The version of LLVM that wrote llc's log, where it is known; else what the log shows.
    pub llvm_version: Option<u8>,
}

/// Compares llc's log with ours.
///
/// `start_ours` starts our run and gives its log. It is called once for each run of llc in the log `theirs`.
/// Functions are paired by name as they come; of both logs only functions are kept for which the other has
/// not come yet. Time is linear in the length of the logs.
///
/// # Errors
/// One of the logs cannot be read, is not text, or (llc's) is not a log.
pub fn compare<R: BufRead>(
    theirs: impl BufRead,
    mut start_ours: impl FnMut() -> Result<R, LogError>,
    options: &Options,
) -> Result<Report, LogError> {
    let mut theirs = LogReader::new(theirs, &options.llc);
    let mut session = Session::new(options);
    let mut next = theirs.next_function()?;
    if next.is_none() {
        return Err(LogError {
            log: options.llc.clone(),
            place: None,
            message: "no function in it: it is not the output of -debug-only=regalloc".into(),
        });
    }
    let mut lines = Sides::default();
    let mut run = 0;
    while next.is_some() {
        run += 1;
        let mut ours = LogReader::new(start_ours()?, "our log");
        next = session.compare_run(run, &mut ours, &mut theirs, next)?;
        lines.ours = ours.lines_read();
    }
    lines.llc = theirs.lines_read();
    Ok(session.finish(run, lines))
}

struct Session<'a> {
    options: &'a Options,
    report: Report,
    wordings: Wordings,
}

impl<'a> Session<'a> {
    fn new(options: &'a Options) -> Self {
        let report = Report {
            schema: SCHEMA,
            equal: true,
            llc: options.llc.clone(),
            llvm_version: options.llvm_version,
            llc_options: Vec::new(),
            start: None,
            selection: None,
            lines: Sides::default(),
            runs: 0,
            cut: false,
            totals: Counts::default(),
            functions: Vec::new(),
            only_ours: Vec::new(),
            only_llc: Vec::new(),
            not_aligned: Vec::new(),
            not_aligned_lines: Sides::default(),
        };
        Self {
            options,
            report,
            wordings: Wordings::default(),
        }
    }

    fn is_wanted(&self, log: &FunctionLog) -> bool {
        let names = &self.options.functions;
        names.is_empty() || names.iter().any(|name| name.as_bytes() == log.name)
    }

    /// Compares one run of llc, which begins with `next`, with ours. Returns the first function of llc's
    /// next run.
    fn compare_run<R: BufRead>(
        &mut self,
        run: u32,
        ours: &mut LogReader<R>,
        theirs: &mut LogReader<impl BufRead>,
        mut next: Option<FunctionLog>,
    ) -> Result<Option<FunctionLog>, LogError> {
        let mut seen: FxHashSet<Vec<u8>> = FxHashSet::default();
        let mut waiting: FxHashMap<Vec<u8>, FunctionLog> = FxHashMap::default();
        // Which of ours wait, in order.
        let mut order: Vec<Vec<u8>> = Vec::new();
        while let Some(their_log) = next {
            if !seen.insert(their_log.name.clone()) {
                next = Some(their_log);
                self.leave(ours, &order, &waiting)?;
                return Ok(next);
            }
            self.report.cut |= their_log.is_cut;
            if self.is_wanted(&their_log) {
                let mut found = waiting.remove(&their_log.name);
                while found.is_none() {
                    let Some(log) = ours.next_function()? else {
                        break;
                    };
                    if log.name == their_log.name {
                        found = Some(log);
                    } else if self.is_wanted(&log) {
                        order.push(log.name.clone());
                        waiting.insert(log.name.clone(), log);
                    }
                }
                match found {
                    Some(our_log) => self.compare_function(run, &our_log, &their_log),
                    None => {
                        self.wordings.note("llc", &their_log);
                        self.report.only_llc.push(their_log.name_text());
                    }
                }
            }
            next = theirs.next_function()?;
        }
        self.leave(ours, &order, &waiting)?;
        Ok(None)
    }

    /// Notes those of our functions that llc's run has not.
    fn leave<R: BufRead>(
        &mut self,
        ours: &mut LogReader<R>,
        order: &[Vec<u8>],
        waiting: &FxHashMap<Vec<u8>, FunctionLog>,
    ) -> Result<(), LogError> {
        for log in order.iter().filter_map(|name| waiting.get(name)) {
            self.report.only_ours.push(log.name_text());
        }
        while let Some(log) = ours.next_function()? {
            if self.is_wanted(&log) {
                self.report.only_ours.push(log.name_text());
            }
        }
        Ok(())
    }

    fn compare_function(&mut self, run: u32, ours: &FunctionLog, theirs: &FunctionLog) {
        self.wordings.note("ours", ours);
        self.wordings.note("llc", theirs);
        // A run that began later has computed intervals of other code.
        let is_partial = ours.has_part(Part::Coalescer) != theirs.has_part(Part::Coalescer)
            && ours.has_part(Part::Allocation)
            && theirs.has_part(Part::Allocation);
        let from = |log: &FunctionLog| {
            let events = log.events().iter();
            let skipped = |part: Part| is_partial && part < Part::Allocation;
            events.take_while(|event| skipped(event.part)).count()
        };
        let from = (from(ours), from(theirs));
        let walk = difference::walk(ours, theirs, from);
        let counts = match walk.parting {
            None if !is_partial => Counts::of_equal(ours),
            _ => Counts::of_pair(ours, theirs, from),
        };
        let context = self.options.context;
        let version = self.version_of(theirs);
        let first_difference = walk.parting.map(|at| Difference {
            by_design: version.and_then(|version| by_design::explain(version, ours, theirs, at)),
            ..Difference::new(ours, theirs, at, context)
        });
        self.report.totals += counts;
        self.report.functions.push(FunctionReport {
            name: theirs.name_text(),
            run,
            equal: first_difference.is_none(),
            counts,
            not_compared: if is_partial {
                vec![Part::Liveness, Part::Coalescer]
            } else {
                Vec::new()
            },
            moved: Sides {
                ours: walk.moved.0,
                llc: walk.moved.1,
            },
            first_difference,
        });
    }

    /// The version that wrote llc's log, or the least that it shows to have written it.
    fn version_of(&mut self, theirs: &FunctionLog) -> Option<u8> {
        let known = &mut self.report.llvm_version;
        if known.is_none() && theirs.has_artificial_units() {
            *known = Some(wording::FIRST_WITH_ARTIFICIAL_UNITS);
        }
        *known
    }

    fn finish(mut self, runs: u32, lines: Sides) -> Report {
        let report = &mut self.report;
        report.runs = runs;
        report.lines = lines;
        report.equal = report.only_ours.is_empty()
            && report.only_llc.is_empty()
            && report.functions.iter().all(|function| function.equal);
        report.not_aligned_lines = self.wordings.lines;
        report.not_aligned = self.wordings.found;
        // The most frequent first; of equals, the first in the log.
        report
            .not_aligned
            .sort_by_key(|one| (one.log, u64::MAX - one.count, one.line));
        self.report
    }
}

/// Unknown lines, distinguished by their beginnings.
#[derive(Default)]
struct Wordings {
    lines: Sides,
    found: Vec<NotAligned>,
    index: FxHashMap<(&'static str, Vec<u8>), usize>,
}

impl Wordings {
    fn note(&mut self, whose: &'static str, log: &FunctionLog) {
        for event in log
            .events()
            .iter()
            .filter(|event| event.kind == Kind::Unknown)
        {
            match whose {
                "ours" => self.lines.ours += 1,
                _ => self.lines.llc += 1,
            }
            let text = log.text(*event);
            let key = (whose, beginning(text));
            if let Some(at) = self.index.get(&key) {
                self.found[*at].count += 1;
            } else if self.found.len() < MAX_WORDINGS {
                self.index.insert(key, self.found.len());
                self.found.push(NotAligned {
                    log: whose,
                    count: 1,
                    line: event.line,
                    text: String::from_utf8_lossy(text).into_owned(),
                });
            }
        }
    }
}

/// How a line begins, whatever its numbers are: its first word, or first two if the first is short.
fn beginning(line: &[u8]) -> Vec<u8> {
    let masked = line
        .iter()
        .map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte });
    let mut key: Vec<u8> = masked.take(16).collect();
    key.dedup_by(|one, other| *one == b'0' && *other == b'0');
    key
}
