//! Reads a log function by function, so that a log of any length needs no more memory than its longest
//! function.

use std::io::BufRead;

use crate::function_log::{FunctionLog, Part};
use crate::kind::{self, Kind};
use crate::lines::{Lines, LogError};

/// What stands around a heading.
const STARS: &[u8] = b"**********";

/// What kind of block the lines are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// None: a line says itself what it is.
    Plain,
    /// After the heading INTERVALS.
    Intervals,
    /// In a listing of machine code that belongs to the log.
    Code,
    /// In a listing that another option requested.
    Foreign,
    /// After the heading REGISTER MAP, and in the blocks below.
    Rewriting,
}

/// The function logs of a log, in order.
///
/// A log names a function only after its lines have begun: after the heading of a pass, or at the top of a
/// listing. Until then, lines are kept apart from those of the function before. Then they turn out to
/// belong either to that function, or to a new one, and the one before is complete.
///
/// ```text
///     … function a …
///     ********** REWRITE VIRTUAL REGISTERS **********
///     ********** Function: a
///     …
///     Computing live-in reg-units in ABI blocks.        ← may begin a function
///     ********** INTERVALS **********
///     …
///     # Machine code for function b: NoPHIs, …          ← it does
/// ```
///
/// Where intervals of the same function are computed again, another run of the compiler begins.
pub struct LogReader<R> {
    lines: Lines<R>,
    current: FunctionLog,
    /// Whether the current function has its name.
    is_named: bool,
    /// From where on lines may belong to a new function.
    maybe_new: Option<usize>,
    /// The part whose pass began at that place, if one began.
    begun: Option<Part>,
    part: Part,
    is_fast: bool,
    mode: Mode,
    is_done: bool,
}

impl<R: BufRead> LogReader<R> {
    /// The functions of `input`, which errors name `log`.
    pub fn new(input: R, log: &str) -> Self {
        Self {
            lines: Lines::new(input, log),
            current: FunctionLog::default(),
            is_named: false,
            maybe_new: Some(0),
            begun: None,
            part: Part::Liveness,
            is_fast: false,
            mode: Mode::Plain,
            is_done: false,
        }
    }

    /// How many lines were read.
    pub fn lines_read(&self) -> u64 {
        self.lines.number()
    }

    /// The next function.
    ///
    /// # Errors
    /// The log cannot be read, or is no text.
    pub fn next_function(&mut self) -> Result<Option<FunctionLog>, LogError> {
        while !self.is_done {
            if !self.lines.advance()? {
                self.is_done = true;
                let mut last = std::mem::take(&mut self.current);
                last.is_cut = self.lines.is_cut();
                return Ok(self.is_named.then_some(last));
            }
            let complete = self.take_line()?;
            if complete.is_some() {
                return Ok(complete);
            }
        }
        Ok(None)
    }

    /// Adds the line to the current function, and returns the one before if the line shows that it is
    /// complete.
    fn take_line(&mut self) -> Result<Option<FunctionLog>, LogError> {
        let kind = self.classify();
        let line = self.lines.line();
        let fits = self
            .current
            .push(self.lines.number(), kind, self.part, line);
        if !fits {
            return Err(self.lines.error("a function's log is longer than 4 GiB"));
        }
        let name = match kind {
            Kind::Heading => heading(line).and_then(|text| text.strip_prefix(b"Function: ")),
            Kind::Code => listed_function(line),
            _ => None,
        };
        Ok(name
            .map(<[u8]>::to_owned)
            .and_then(|name| self.set_name(name)))
    }

    /// Sets the function to which the lines since `maybe_new` belong.
    fn set_name(&mut self, name: Vec<u8>) -> Option<FunctionLog> {
        let at = self.maybe_new.take();
        let begun = self.begun.take();
        if !self.is_named {
            self.is_named = true;
            self.current.name = name;
            return None;
        }
        // Each run computes intervals first, or allocates without any. Within a run, allocators come
        // several times: on x86-64 once for tiles, on other targets once for each bank of registers.
        let runs_again = match begun {
            Some(Part::Liveness) => true,
            Some(Part::Allocation) => self.is_fast,
            _ => false,
        };
        if name == self.current.name && !runs_again {
            return None;
        }
        // Without a place where it may have begun, a new function begins with this very line.
        let at = at.unwrap_or(self.current.events().len() - 1);
        let mut new = self.current.split_off(at);
        new.name = name;
        Some(std::mem::replace(&mut self.current, new))
    }

    /// Remembers that lines from here on may be about another function, and which pass begins.
    fn may_begin(&mut self, part: Option<Part>) {
        let here = self.current.events().len();
        self.maybe_new.get_or_insert(here);
        if self.begun.is_none() {
            self.begun = part;
        }
        if let Some(part) = part {
            self.part = part;
        }
    }

    /// What the line is; what it begins is noted.
    fn classify(&mut self) -> Kind {
        let line = self.lines.line();
        if line.is_empty() {
            return Kind::Blank;
        }
        if let Some(text) = heading(line) {
            let text = text.to_owned();
            self.begin_heading(&text);
            return Kind::Heading;
        }
        if line.starts_with(b"# ") && self.mode != Mode::Code {
            return self.begin_listing();
        }
        if line == b"Computing live-in reg-units in ABI blocks." {
            self.mode = Mode::Plain;
            self.is_fast = false;
            self.may_begin(Some(Part::Liveness));
            return Kind::LiveUnits;
        }
        match self.mode {
            Mode::Code => {
                if line.starts_with(b"# End machine code for function ") {
                    self.mode = Mode::Plain;
                }
                Kind::Code
            }
            Mode::Foreign => {
                if line.starts_with(b"# End machine code for function ") {
                    self.mode = Mode::Plain;
                }
                Kind::Unknown
            }
            Mode::Intervals => kind::of_intervals(line),
            Mode::Rewriting => kind::of_rewriting(line),
            Mode::Plain if self.is_fast => Kind::Fast,
            Mode::Plain => match self.part {
                Part::Liveness => kind::of_liveness(line),
                Part::Coalescer => kind::of_coalescer(line),
                Part::Allocation => kind::of_allocation(line),
                Part::Rewriting => kind::of_rewriting(line),
            },
        }
    }

    fn begin_heading(&mut self, text: &[u8]) {
        self.mode = Mode::Plain;
        match text {
            b"INTERVALS" => {
                self.mode = Mode::Intervals;
                // Intervals that were computed for a function come before its first pass.
                self.may_begin(None);
            }
            b"MACHINEINSTRS" => {}
            b"REGISTER MAP" => self.mode = Mode::Rewriting,
            b"REGISTER COALESCER" => self.may_begin(Some(Part::Coalescer)),
            b"REWRITE VIRTUAL REGISTERS" => {
                self.is_fast = false;
                self.may_begin(Some(Part::Rewriting));
            }
            _ if text.ends_with(b"REGISTER ALLOCATION") => {
                self.is_fast = text.starts_with(b"FAST");
                self.may_begin(Some(Part::Allocation));
            }
            _ => {}
        }
    }

    /// A listing: of the log itself, or one that `-print-after` and the like put between.
    fn begin_listing(&mut self) -> Kind {
        let line = self.lines.line();
        if line.starts_with(b"# *** IR Dump ") {
            self.mode = Mode::Foreign;
            return Kind::Unknown;
        }
        if listed_function(line).is_some() && self.mode != Mode::Foreign {
            self.mode = Mode::Code;
            return Kind::Code;
        }
        if line.starts_with(b"# End machine code for function ") {
            self.mode = Mode::Plain;
        }
        Kind::Unknown
    }
}

/// What a heading says: `INTERVALS` for `********** INTERVALS **********`.
fn heading(line: &[u8]) -> Option<&[u8]> {
    let text = line.strip_prefix(STARS)?.strip_prefix(b" ")?;
    // One heading has a star more than the others at its end.
    let trimmed = text.trim_ascii_end();
    let stars = trimmed
        .iter()
        .rev()
        .take_while(|byte| **byte == b'*')
        .count();
    if stars == 0 {
        return Some(text);
    }
    Some(trimmed[..trimmed.len() - stars].trim_ascii_end())
}

/// The function whose listing begins: `# Machine code for function NAME: PROPERTIES`.
fn listed_function(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"# Machine code for function ")?;
    let colon = rest.iter().rposition(|byte| *byte == b':')?;
    Some(&rest[..colon])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn functions(log: &str) -> Vec<FunctionLog> {
        let mut reader = LogReader::new(log.as_bytes(), "log");
        let mut found = Vec::new();
        while let Some(function) = reader.next_function().expect("this is text") {
            found.push(function);
        }
        found
    }

    fn names(log: &str) -> Vec<String> {
        functions(log).iter().map(FunctionLog::name_text).collect()
    }

    /// A shortened log of a function.
    fn run(name: &str) -> String {
        format!(
            "Computing live-in reg-units in ABI blocks.\n\
             ********** INTERVALS **********\n\
             %0 [16r,32r:0) 0@16r  weight:0.000000e+00\n\
             ********** MACHINEINSTRS **********\n\
             # Machine code for function {name}: NoPHIs\n\
             16B\t  %0:gr32 = COPY $edi\n\
             # End machine code for function {name}.\n\
             ********** REGISTER COALESCER **********\n\
             ********** Function: {name}\n\
             ********** GREEDY REGISTER ALLOCATION **********\n\
             ********** Function: {name}\n\
             Enqueuing %0\n\
             ********** REWRITE VIRTUAL REGISTERS **********\n\
             ********** Function: {name}\n\
             ********** REGISTER MAP **********\n\
             [%0 -> $edi] GR32\n\n\
             > renamable $edi = COPY $edi\n"
        )
    }

    #[test]
    fn a_function_begins_with_its_intervals() {
        let log = run("a") + &run("b: c");
        let found = functions(&log);
        assert_eq!(names(&log), ["a", "b: c"]);
        for function in &found {
            let first = function.text_at(0);
            assert_eq!(first, b"Computing live-in reg-units in ABI blocks.");
            assert!(
                function
                    .events()
                    .iter()
                    .all(|event| event.kind != Kind::Unknown)
            );
            assert!(function.has_part(Part::Rewriting));
        }
        let lines = log.lines().count() as u64;
        assert_eq!(
            found[1].events().last().map(|event| event.line),
            Some(lines)
        );
        assert_eq!(
            found[0].instruction_at(b"16", 100).as_deref(),
            Some("16B   %0:gr32 = COPY $edi")
        );
        let interval = found[0].interval_of(b"%0", 100);
        assert_eq!(
            interval.as_deref(),
            Some("%0 [16r,32r:0) 0@16r  weight:0.000000e+00")
        );
    }

    #[test]
    fn intervals_of_the_same_function_begin_another_run() {
        assert_eq!(names(&(run("a") + &run("a"))), ["a", "a"]);
    }

    #[test]
    fn listings_of_other_options_are_not_of_the_log() {
        let foreign = "# *** IR Dump After Pass ***:\n# Machine code for function z: NoPHIs\n\
                       16B\t  NOOP\n# End machine code for function z.\n";
        let found = functions(&(run("a") + foreign + &run("b")));
        assert_eq!(found.len(), 2);
        let unknown = found[0]
            .events()
            .iter()
            .filter(|event| event.kind == Kind::Unknown);
        assert_eq!(unknown.count(), 4);
    }

    #[test]
    fn passes_without_intervals_are_told_apart_by_name() {
        let fast = |name: &str| {
            format!(
                "********** FAST REGISTER ALLOCATION **********\n********** Function: {name}\nx\n"
            )
        };
        assert_eq!(names(&(fast("a") + &fast("b"))), ["a", "b"]);
        assert_eq!(names(&(fast("a") + &fast("a"))), ["a", "a"]);
    }

    #[test]
    fn what_is_no_log_has_no_functions_or_an_error_with_a_place() {
        assert!(functions("").is_empty());
        assert!(functions("some\ntext").is_empty());
        let mut reader = LogReader::new(&b"one\ntwo\0three"[..], "x.log");
        let error = reader.next_function().expect_err("a zero is no text");
        assert_eq!(error.to_string(), "x.log:2:4: not text: a byte 0x00");
        assert!(
            functions(&(run("a") + "%0 [16r"))
                .last()
                .expect("a function")
                .is_cut
        );
    }
}
