//! From arguments in LLVM's spelling to those that `clap` reads.
//!
//! ```text
//!   -mtriple=x        --mtriple=x           one dash or two
//!   -mtriple x        --mtriple=x           an option that takes a value takes the next argument
//!   -verify-regalloc f.ll                   an option that may do without leaves it alone
//!   -simplify-mir=0   (nothing)             0, 1, true, false; the last one of several counts
//!   -disable-machine-cse  --omit-pass=machine-cse
//! ```

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};

use clap::ArgAction;

use super::facts::{self, Fact, Takes};
use super::response_files;
use super::row::{self, Answer, Row};
use crate::diagnostics::Diagnostic;
use crate::grammar;
use crate::options::CommandLine;

/// Subcommands that take llc's options.
const TAKE_LLC_OPTIONS: [&str; 5] = ["compile", "compare", "explain", "view", "run"];

/// Options that are written with one dash and a letter.
const LETTERS: [&str; 2] = ["o", "x"];

/// Turns a command line (the program's name first) into one for `clap`. Everything after the first positional argument of
/// `run` is left alone: these are arguments of the program that is run.
///
/// # Errors
/// An option of llc that is not supported, or one with a value that it cannot have.
pub fn normalize(args: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, Diagnostic> {
    let mut args = args.into_iter();
    let program = args.next();
    let command = args.next();
    let name = command
        .as_deref()
        .and_then(OsStr::to_str)
        .unwrap_or("")
        .to_owned();
    let rest = match name.as_str() {
        // The arguments of the program are its own.
        "run" => args.collect(),
        // Those of a C compiler are in another spelling.
        "cc" | "c++" => return Ok(program.into_iter().chain(command).chain(args).collect()),
        _ => response_files::expand(args)?,
    };
    let mut out: Vec<OsString> = program.into_iter().chain(command.map(two_dashes)).collect();
    if !TAKE_LLC_OPTIONS.contains(&name.as_str()) {
        out.extend(rest.into_iter().map(two_dashes));
        return Ok(out);
    }
    // To know the subcommand's options costs as much as to compile a small function.
    if !rest.iter().any(|arg| is_option(arg)) {
        out.extend(rest);
        return Ok(out);
    }
    grammar::inspect(&name, |command| {
        let mut reader = Reader::new(command, rest);
        reader.read()?;
        out.extend(reader.out.into_iter().map(|(_, word)| word));
        out.extend(reader.rest);
        Ok(out)
    })
}

/// Reads a command line (the program's name first).
///
/// # Errors
/// As [`normalize`], and what `clap` says.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<CommandLine, Diagnostic> {
    grammar::read(&normalize(args)?).map_err(Diagnostic::new)
}

/// A long option with one dash gets a second one. `-o`, `-O2`, `-x`, `-h`, `-V`, single dashes and numbers are left alone.
fn two_dashes(arg: OsString) -> OsString {
    let body = arg.to_str().and_then(|text| text.strip_prefix('-'));
    match body {
        Some(body) if is_long(body) => format!("--{body}").into(),
        _ => arg,
    }
}

/// Whether an argument is an option, or the `--` that ends them.
fn is_option(arg: &OsStr) -> bool {
    let text = arg.to_str().unwrap_or("");
    text.len() > 1 && text.starts_with('-')
}

fn is_long(body: &str) -> bool {
    let letters = body.starts_with(|c: char| c.is_ascii_lowercase());
    letters && body.len() > 1 && !body.starts_with("o=")
}

/// The arguments of one subcommand.
struct Reader<'a> {
    command: &'a clap::Command,
    args: VecDeque<OsString>,
    /// Whether `-run-pass` names the passes that run.
    names_passes: bool,
    /// What was read: the name of the option and the words that `clap` gets for it.
    out: Vec<(String, OsString)>,
    /// What is not read.
    rest: Vec<OsString>,
}

impl<'a> Reader<'a> {
    fn new(command: &'a clap::Command, args: Vec<OsString>) -> Self {
        let names_passes = args.iter().any(|arg| {
            let text = arg.to_str().unwrap_or("");
            let body = text.strip_prefix("--").or(text.strip_prefix('-'));
            body.is_some_and(|body| body == "run-pass" || body.starts_with("run-pass="))
        });
        Self {
            command,
            args: args.into(),
            names_passes,
            out: Vec::new(),
            rest: Vec::new(),
        }
    }

    fn read(&mut self) -> Result<(), Diagnostic> {
        while let Some(arg) = self.args.pop_front() {
            let text = arg.to_str().unwrap_or("");
            if text == "--" {
                self.rest.push(arg);
                self.rest.extend(std::mem::take(&mut self.args));
            } else if is_option(&arg) {
                let body = text.strip_prefix("--").or(text.strip_prefix('-'));
                self.option(text, body.unwrap_or(""))?;
            } else {
                self.push("", arg);
            }
        }
        Ok(())
    }

    fn push(&mut self, name: &str, word: impl Into<OsString>) {
        self.out.push((name.to_owned(), word.into()));
    }

    /// Takes back what was read for an option: the last one of several counts.
    fn take_back(&mut self, name: &str) {
        self.out.retain(|(of, _)| of != name);
    }

    fn option(&mut self, text: &str, body: &str) -> Result<(), Diagnostic> {
        let (name, value) = match body.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (body, None),
        };
        // llc's only short name of another option.
        let name = if name == "p" { "passes" } else { name };
        if self.is_library(text, name) {
            let (letter, given) = body.split_at(1);
            let given = (!given.is_empty()).then(|| given.to_owned());
            let value = self.value(letter, given)?;
            self.push(letter, format!("-{letter}{value}"));
            return Ok(());
        }
        if LETTERS.contains(&name) {
            let value = self.value(name, value)?;
            self.push(name, format!("-{name}"));
            self.push(name, value);
            return Ok(());
        }
        if let Some(level) = level(body) {
            return self.level(level);
        }
        let own = self
            .command
            .get_arguments()
            .find(|arg| arg.get_long() == Some(name) && !is_added(arg));
        match (facts::find(name), own) {
            (Some(fact), own) => self.option_of_llc(fact, own, value),
            // `clap` knows it, or says that it does not.
            (None, _) => {
                self.push(name, two_dashes(text.into()));
                Ok(())
            }
        }
    }

    /// Whether it is `-lNAME` or `-LFOLDER` of `run`.
    fn is_library(&self, text: &str, name: &str) -> bool {
        let is_short = text.starts_with("-l") || text.starts_with("-L");
        let mut known = self.command.get_arguments();
        self.command.get_name() == "run"
            && is_short
            && facts::find(name).is_none()
            && !known.any(|arg| arg.get_long() == Some(name))
    }

    /// `-O2` and its kin.
    fn level(&mut self, level: &str) -> Result<(), Diagnostic> {
        let level = match level {
            "" => self.value("O", None)?,
            level => level.to_owned(),
        };
        match level.as_str() {
            "0" | "1" | "2" | "3" => {
                self.push("O", format!("-O{level}"));
                Ok(())
            }
            _ => Err(
                Diagnostic::new(format!("invalid optimization level '{level}'"))
                    .note("levels are 0, 1, 2 and 3"),
            ),
        }
    }

    /// The value of an option that must have one.
    fn value(&mut self, name: &str, given: Option<String>) -> Result<String, Diagnostic> {
        let next = || Some(self.args.pop_front()?.to_string_lossy().into_owned());
        let missing = || Diagnostic::new(format!("option '-{name}' requires a value"));
        given.or_else(next).ok_or_else(missing)
    }

    fn option_of_llc(
        &mut self,
        fact: Fact,
        own: Option<&clap::Arg>,
        given: Option<String>,
    ) -> Result<(), Diagnostic> {
        let name = fact.name;
        let value = match fact.takes {
            Takes::Value => Some(self.value(name, given)?),
            Takes::Flag => Some(truth(name, given.as_deref())?.to_string()),
            Takes::Nothing | Takes::Optional => given,
        };
        let text = value.as_deref().unwrap_or("");
        let row = row::find(name);
        if row.is_some_and(|row| row.is_same(text)) {
            self.take_back(name);
            self.tell_llc(name, text);
            return Ok(());
        }
        let answer = match (row, own) {
            (Some(row), _) if row.answer != Answer::Done => row.answer,
            (_, Some(own)) if !lacks_value(fact, own, value.as_deref()) => Answer::Done,
            _ => Answer::Refused,
        };
        match (answer, own) {
            (Answer::Done, Some(own)) => self.done(own, name, value.as_deref()),
            (Answer::Omits(passes), _) => self.omit(name, text, passes, text == "true"),
            (Answer::Includes(passes), _) => self.omit(name, text, passes, text == "false"),
            (Answer::Attribute(attribute), _) => {
                self.take_back(name);
                self.push(name, format!("--function-attribute={attribute}={text}"));
                self.tell_llc(name, text);
            }
            (Answer::Brings, _) if self.names_passes => {
                self.take_back(name);
                self.tell_llc(name, text);
            }
            (Answer::Done | Answer::Refused | Answer::Brings, _) => {
                return Err(refusal(fact, own, row, value.as_deref()));
            }
        }
        Ok(())
    }

    /// Has `compare` give llc an option that is none of ours.
    fn tell_llc(&mut self, name: &str, value: &str) {
        if self.command.get_name() == "compare" {
            self.push(name, format!("--llc-argument=-{name}={value}"));
        }
    }

    /// Leaves out `passes` if `is_on`.
    fn omit(&mut self, name: &str, value: &str, passes: &[&str], is_on: bool) {
        self.take_back(name);
        self.tell_llc(name, value);
        for pass in passes.iter().filter(|_| is_on) {
            self.push(name, format!("--omit-pass={pass}"));
        }
    }
}

impl Reader<'_> {
    /// An option that we have too, under the same name.
    fn done(&mut self, own: &clap::Arg, name: &str, value: Option<&str>) {
        let is_switch = matches!(own.get_action(), ArgAction::SetTrue);
        match value {
            Some("false") if is_switch => self.take_back(name),
            Some(value) if !is_switch => self.push(name, format!("--{name}={value}")),
            _ => self.push(name, format!("--{name}")),
        }
    }
}

/// Whether `clap` has added the option, which none of the declared ones are.
fn is_added(arg: &clap::Arg) -> bool {
    matches!(
        arg.get_action(),
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    )
}

/// The level that `O`, `O2` or `O=2` names, empty for the next argument.
fn level(body: &str) -> Option<&str> {
    let rest = body.strip_prefix('O')?;
    let level = rest.strip_prefix('=').unwrap_or(rest);
    (level.len() <= 1).then_some(level)
}

/// What llc takes as a truth value; nothing is true.
fn truth(name: &str, value: Option<&str>) -> Result<bool, Diagnostic> {
    match value {
        None | Some("" | "1" | "true" | "True" | "TRUE") => Ok(true),
        Some("0" | "false" | "False" | "FALSE") => Ok(false),
        Some(value) => Err(Diagnostic::new(format!(
            "'{value}' is no truth value for option '-{name}'"
        ))
        .note("truth values are 0, 1, true and false")),
    }
}

/// Whether `own` has a list of values without `value`, although llc has it.
fn lacks_value(fact: Fact, own: &clap::Arg, value: Option<&str>) -> bool {
    let Some(value) = value else { return false };
    let known = own.get_possible_values();
    let is_here = known.is_empty() || known.iter().any(|known| known.matches(value, false));
    !is_here && fact.values().any(|of_llc| of_llc == value)
}

/// That an option of llc is refused, with what is accepted instead.
fn refusal(
    fact: Fact,
    own: Option<&clap::Arg>,
    row: Option<&Row>,
    value: Option<&str>,
) -> Diagnostic {
    let name = fact.name;
    let is_choice = fact.takes != Takes::Flag && fact.values().next().is_some();
    let shown = match value.filter(|_| is_choice || fact.takes == Takes::Flag) {
        None | Some("true") => format!("-{name}"),
        Some(value) => format!("-{name}={value}"),
    };
    let message = format!("'{shown}' is an option of llc that is not supported");
    let mut diagnostic = Diagnostic::new(message);
    if let Some(row) = row.filter(|row| !row.note.is_empty()) {
        diagnostic = diagnostic.note(row.note);
    }
    let own = own.map(clap::Arg::get_possible_values).unwrap_or_default();
    let own = own.iter().map(|value| value.get_name().to_owned());
    let same = row
        .map_or(&[][..], |row| row.same)
        .iter()
        .map(|value| (*value).to_owned());
    let accepted: Vec<String> = own.chain(same).collect();
    match accepted.is_empty() {
        true => diagnostic,
        false => diagnostic.note(format!("accepted values: {}", accepted.join(", "))),
    }
}
