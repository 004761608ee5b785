//! Reads the instructions of a test file: its `RUN:` lines and related directives.
//!
//! The file is read as bytes, since a test may be about input that is not text.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::condition::{self, Condition};

/// What a test file asks for.
#[derive(Debug)]
pub(crate) struct TestFile {
    /// The path as the user wrote it, for reports.
    pub(crate) display_path: PathBuf,
    /// The absolute path, which `%s` stands for.
    pub(crate) path: PathBuf,
    /// The content.
    pub(crate) bytes: Vec<u8>,
    /// The commands, in order.
    pub(crate) runs: Vec<RunLine>,
    /// All have to hold for the test to be run.
    pub(crate) requires: Vec<Condition>,
    /// None may hold for the test to be run.
    pub(crate) unsupported: Vec<Condition>,
    /// If one holds, the test is expected to fail.
    pub(crate) expected_failure: Vec<Condition>,
}

/// One `RUN:` line, with its continuations joined, and what it is to give.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RunLine {
    /// The line it starts on, counted from 1.
    pub(crate) line: usize,
    /// The command, before substitution.
    pub(crate) command: String,
    /// The exit code of an `EXIT:` line.
    pub(crate) exit_code: Option<i32>,
    /// The exact-output block for standard output.
    pub(crate) stdout: Option<OutputBlock>,
    /// The exact-output block for standard error.
    pub(crate) stderr: Option<OutputBlock>,
}

/// An exact-output block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutputBlock {
    /// The line of its header, counted from 1.
    pub(crate) line: usize,
    /// The characters that begin each of its lines, such as `;`.
    pub(crate) leader: String,
    /// The text it stands for.
    pub(crate) expected: String,
    /// The bytes of the file that hold its lines, without the header.
    pub(crate) body: Range<usize>,
}

/// The line, after the leader, that removes the newline of the line above it.
const NO_NEWLINE: &str = "\\ no newline at end of output";

impl TestFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be read. Malformed instructions are a sentence in the inner result.
    pub(crate) fn read(path: &Path) -> io::Result<Result<Self, String>> {
        let absolute = fs::canonicalize(path)?;
        let bytes = fs::read(&absolute)?;
        Ok(Self::parse(path, absolute, bytes))
    }

    fn parse(display_path: &Path, path: PathBuf, bytes: Vec<u8>) -> Result<Self, String> {
        let mut file = Self {
            display_path: display_path.to_owned(),
            path,
            bytes: Vec::new(),
            runs: Vec::new(),
            requires: Vec::new(),
            unsupported: Vec::new(),
            expected_failure: Vec::new(),
        };
        let mut lines = Lines {
            bytes: &bytes,
            position: 0,
            number: 0,
        };
        // Whether the last `RUN:` line ends with a backslash.
        let mut continues = false;
        while let Some((_, line)) = lines.next() {
            let Some((leader, keyword, rest)) = split_instruction(&line) else {
                continue;
            };
            if continues && keyword != "RUN" {
                continue;
            }
            let number = lines.number;
            let fault = |message: String| format!("line {number}: {message}");
            match keyword {
                "RUN" => continues = file.run_line(number, rest, continues),
                "REQUIRES" => file
                    .requires
                    .extend(condition::parse_list(rest).map_err(fault)?),
                "UNSUPPORTED" => file
                    .unsupported
                    .extend(condition::parse_list(rest).map_err(fault)?),
                "XFAIL" => file
                    .expected_failure
                    .extend(condition::parse_list(rest).map_err(fault)?),
                "EXIT" => file.exit_line(rest).map_err(fault)?,
                "END" => break,
                _ => {
                    let block = OutputBlock::read(leader, &mut lines);
                    file.attach(block, keyword == "OUTPUT(stderr)")
                        .map_err(fault)?;
                }
            }
        }
        if continues {
            return Err("the last RUN line ends with a backslash".to_owned());
        }
        file.bytes = bytes;
        Ok(file)
    }

    /// Adds a `RUN:` line; returns whether the next one continues it.
    fn run_line(&mut self, line: usize, command: &str, continues: bool) -> bool {
        let (command, more) = match command.strip_suffix('\\') {
            Some(command) => (command, true),
            None => (command, false),
        };
        match self.runs.last_mut() {
            Some(run) if continues => run.command.push_str(command),
            _ => self.runs.push(RunLine {
                line,
                command: command.to_owned(),
                exit_code: None,
                stdout: None,
                stderr: None,
            }),
        }
        more
    }

    fn exit_line(&mut self, text: &str) -> Result<(), String> {
        let code = text
            .parse()
            .map_err(|_| format!("'{text}' is not an exit code"))?;
        let run = self
            .runs
            .last_mut()
            .ok_or("EXIT: comes before the first RUN: line")?;
        match run.exit_code.replace(code) {
            None => Ok(()),
            Some(_) => Err("a second EXIT: line for one RUN: line".to_owned()),
        }
    }

    fn attach(&mut self, block: OutputBlock, is_stderr: bool) -> Result<(), String> {
        let run = self
            .runs
            .last_mut()
            .ok_or("OUTPUT: comes before the first RUN: line")?;
        let place = if is_stderr {
            &mut run.stderr
        } else {
            &mut run.stdout
        };
        match place.replace(block) {
            None => Ok(()),
            Some(_) => Err("a second OUTPUT: block of its kind for one RUN: line".to_owned()),
        }
    }
}

impl OutputBlock {
    /// Reads the lines that begin with `leader`, after a block's header.
    fn read(leader: &str, lines: &mut Lines<'_>) -> Self {
        let line = lines.number;
        let start = lines.position;
        let mut expected = String::new();
        loop {
            let before = lines.clone();
            let text = lines.next().map(|(_, text)| text);
            let Some(text) = text.as_deref().and_then(|text| text.strip_prefix(leader)) else {
                *lines = before;
                break;
            };
            if text == NO_NEWLINE {
                expected.pop();
                continue;
            }
            expected.push_str(text.strip_prefix(' ').unwrap_or(text));
            expected.push('\n');
        }
        Self {
            line,
            leader: leader.to_owned(),
            expected,
            body: start..lines.position,
        }
    }

    /// The lines of a block that stands for `text`.
    pub(crate) fn render(&self, text: &str) -> String {
        let mut body = String::new();
        for line in text.split_inclusive('\n') {
            body.push_str(&self.leader);
            let content = line.strip_suffix('\n').unwrap_or(line);
            if !content.is_empty() {
                body.push(' ');
                body.push_str(content);
            }
            body.push('\n');
        }
        if !text.is_empty() && !text.ends_with('\n') {
            body.push_str(&self.leader);
            body.push_str(NO_NEWLINE);
            body.push('\n');
        }
        body
    }
}

/// Iterates over the lines of a file: the range of each with its newline, and its text without.
#[derive(Clone)]
struct Lines<'a> {
    bytes: &'a [u8],
    position: usize,
    /// The number of the line returned last.
    number: usize,
}

impl Lines<'_> {
    fn next(&mut self) -> Option<(Range<usize>, String)> {
        let rest = self
            .bytes
            .get(self.position..)
            .filter(|rest| !rest.is_empty())?;
        let length = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(rest.len(), |at| at + 1);
        let range = self.position..self.position + length;
        let line = rest[..length]
            .strip_suffix(b"\n")
            .unwrap_or(&rest[..length]);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.position = range.end;
        self.number += 1;
        Some((range, String::from_utf8_lossy(line).into_owned()))
    }
}

/// The words that begin an instruction; `END` is followed by a full stop, the others by a colon.
const KEYWORDS: [&str; 7] = [
    "RUN",
    "REQUIRES",
    "UNSUPPORTED",
    "XFAIL",
    "EXIT",
    "OUTPUT(stderr)",
    "OUTPUT",
];

/// Splits `; RUN: command` into leader, keyword and the trimmed rest.
///
/// `RUN:`, `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` count wherever they are in a line, as for lit;
/// our own instructions count only after a leader of at most four punctuation characters.
fn split_instruction(line: &str) -> Option<(&str, &str, &str)> {
    if line.trim_start_matches([';', '#', '/', ' ']) == "END." {
        return Some(("", "END", ""));
    }
    for keyword in KEYWORDS {
        let Some(at) = line.find(keyword) else {
            continue;
        };
        let Some(rest) = line[at + keyword.len()..].strip_prefix(':') else {
            continue;
        };
        let before = &line[..at];
        if before.ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_') {
            continue;
        }
        let leader = before.trim_end();
        let is_ours = keyword == "EXIT" || keyword.starts_with("OUTPUT");
        let is_leader =
            (1..=4).contains(&leader.len()) && leader.chars().all(|c| c.is_ascii_punctuation());
        let stands_alone = !keyword.starts_with("OUTPUT") || rest.trim().is_empty();
        if is_ours && !(is_leader && stands_alone) {
            continue;
        }
        return Some((leader, keyword, rest.trim()));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<TestFile, String> {
        TestFile::parse(
            Path::new("f.ll"),
            PathBuf::from("f.ll"),
            text.as_bytes().to_vec(),
        )
    }

    #[test]
    fn run_lines_are_found_after_any_comment_leader() {
        let file = parse("; RUN: a\n// RUN: b\n# RUN:c\ndefine void @f() ; RUN: d\n").unwrap();
        let commands: Vec<&str> = file.runs.iter().map(|run| run.command.as_str()).collect();
        assert_eq!(commands, ["a", "b", "c", "d"]);
        assert_eq!(file.runs[3].line, 4);
    }

    #[test]
    fn continuations_are_joined() {
        let file = parse("; RUN: a \\\n; RUN: | b\n; RUN: c\n").unwrap();
        assert_eq!(file.runs[0].command, "a | b");
        assert_eq!(file.runs[1].command, "c");
        assert!(parse("; RUN: a \\\n").is_err());
    }

    #[test]
    fn conditions_are_read() {
        let file = parse("; REQUIRES: x86, asserts\n; UNSUPPORTED: y\n; XFAIL: *\n").unwrap();
        assert_eq!(file.requires.len(), 2);
        assert_eq!(file.expected_failure, [Condition::Always]);
        assert!(
            parse("; REQUIRES: a b\n")
                .unwrap_err()
                .starts_with("line 1:")
        );
    }

    #[test]
    fn output_blocks_belong_to_the_run_line_before_them() {
        let text = "; RUN: a\n; EXIT: 3\n; OUTPUT:\n; one\n;\n;  two\n\n; OUTPUT(stderr):\n; bad\n";
        let file = parse(text).unwrap();
        let run = &file.runs[0];
        assert_eq!(run.exit_code, Some(3));
        let block = run.stdout.as_ref().unwrap();
        assert_eq!((block.line, block.expected.as_str()), (3, "one\n\n two\n"));
        assert_eq!(run.stderr.as_ref().unwrap().expected, "bad\n");
        assert_eq!(&text[block.body.clone()], "; one\n;\n;  two\n");
    }

    #[test]
    fn run_lines_inside_a_block_are_output() {
        let file = parse("# RUN: a\n# OUTPUT:\n# RUN: not a command\n\n# RUN: b\n").unwrap();
        assert_eq!(file.runs.len(), 2);
        assert_eq!(
            file.runs[0].stdout.as_ref().unwrap().expected,
            "RUN: not a command\n"
        );
    }

    #[test]
    fn rendering_reverses_reading() {
        for text in ["", "a\n", "a\n\n  b\n", "no newline", "\n", "\\ no\n"] {
            let mut file = parse("; RUN: a\n; OUTPUT:\n").unwrap();
            let block = file.runs[0].stdout.take().unwrap();
            let again = format!("; RUN: a\n; OUTPUT:\n{}", block.render(text));
            let reread = parse(&again).unwrap();
            assert_eq!(reread.runs[0].stdout.as_ref().unwrap().expected, text);
        }
    }

    #[test]
    fn misplaced_instructions_are_refused() {
        assert!(parse("; OUTPUT:\n; a\n").is_err());
        assert!(parse("; EXIT: 1\n").is_err());
        assert!(parse("; RUN: a\n; EXIT: x\n").is_err());
        assert!(parse("; RUN: a\n; OUTPUT:\n; a\n\n; OUTPUT:\n; a\n").is_err());
    }

    #[test]
    fn nothing_is_read_after_the_end() {
        let file = parse("; RUN: a\n; END.\n; RUN: b\n").unwrap();
        assert_eq!(file.runs.len(), 1);
    }

    #[test]
    fn bytes_that_are_no_text_are_harmless() {
        let bytes = b"; RUN: a\n\xff\xfe\0\n; RUN: b\n".to_vec();
        let file = TestFile::parse(Path::new("f"), PathBuf::from("f"), bytes).unwrap();
        assert_eq!(file.runs.len(), 2);
    }
}
