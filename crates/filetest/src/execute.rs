//! Executing the commands of a test.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::builtin;
use crate::process::{self, ToolOutput};
use crate::shell::{self, Joint, Redirect, SimpleCommand, Stream, SyntaxError};
use crate::tool::{Tool, ToolCall};

/// Why a command has no output to look at.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RunError {
    /// The command needs something that there is not here.
    Unsupported(String),
    /// The command cannot be run as it is written, or did not end.
    Failed(String),
}

impl RunError {
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

impl From<SyntaxError> for RunError {
    fn from(error: SyntaxError) -> Self {
        match error {
            SyntaxError::Malformed(_) => Self::Failed(error.to_string()),
            SyntaxError::NotUnderstood(_) => Self::Unsupported(error.to_string()),
        }
    }
}

/// Programs of the system that a test may use. All but the last line are part of any POSIX system;
/// those come with a C toolchain.
const SYSTEM_PROGRAMS: [&str; 29] = [
    "awk", "basename", "cmp", "cp", "cut", "diff", "dirname", "egrep", "grep", "head", "ls",
    "mkdir", "mv", "od", "rm", "sed", "sort", "tail", "test", "touch", "tr", "uniq", "wc", //
    "as", "cc", "c++", "nm", "objdump", "readelf",
];

/// Programs that link and run what is for AArch64.
const AARCH64_PROGRAMS: [&str; 2] = ["aarch64-linux-gnu-gcc", "qemu-aarch64"];

fn is_system_program(name: &str) -> bool {
    SYSTEM_PROGRAMS.contains(&name) || AARCH64_PROGRAMS.contains(&name)
}

/// Where a test's commands run.
pub(crate) struct Context<'a> {
    pub(crate) tool: &'a dyn Tool,
    /// The absolute path of the test file.
    pub(crate) test: &'a Path,
    /// The path of the test file as reports show it.
    pub(crate) display: &'a Path,
    /// A directory of this test's own: the working directory, and where `%t` is.
    pub(crate) directory: &'a Path,
    pub(crate) timeout: Duration,
}

/// One command ready to run, with pipes and redirections resolved.
pub(crate) struct Invocation<'a> {
    pub(crate) words: &'a [String],
    pub(crate) stdin: &'a [u8],
    /// Whether the input comes from a pipe or a file named in the command.
    pub(crate) stdin_given: bool,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) merge_streams: bool,
}

impl Context<'_> {
    /// The path that `%t` stands for.
    pub(crate) fn temporary_path(&self) -> PathBuf {
        let mut name = self.test.file_name().unwrap_or_default().to_owned();
        name.push(".tmp");
        self.directory.join(name)
    }

    /// Replaces lit's substitutions in one word.
    pub(crate) fn substitute(&self, word: &str) -> String {
        let parent = self.test.parent().unwrap_or(Path::new("/"));
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut output = String::with_capacity(word.len());
        let mut rest = word;
        while let Some(at) = rest.find('%') {
            output.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            // `%/s` is `%s` with slashes, which are the only separators here.
            let name = after.strip_prefix('/').unwrap_or(after);
            let (value, length) = if name.starts_with("basename_t") {
                (
                    path(Path::new(
                        self.temporary_path().file_name().unwrap_or_default(),
                    )),
                    10,
                )
            } else {
                match name.chars().next() {
                    Some('s') => (path(self.test), 1),
                    Some('S' | 'p') => (path(parent), 1),
                    Some('t') => (path(&self.temporary_path()), 1),
                    Some('T') => (path(self.directory), 1),
                    Some('%') if name.len() == after.len() => ("%".to_owned(), 1),
                    _ => {
                        output.push('%');
                        rest = after;
                        continue;
                    }
                }
            };
            output.push_str(&value);
            rest = &name[length..];
        }
        output.push_str(rest);
        output
    }

    /// Runs the command line of one `RUN:` line.
    ///
    /// The result has the output of all pipelines one after the other, and the exit code of the
    /// last one. A pipeline fails if one of its commands does.
    pub(crate) fn run_line(&self, source: &str) -> Result<ToolOutput, RunError> {
        let script = shell::parse(source, &|word| self.substitute(word))?;
        let mut total = ToolOutput::default();
        for (joint, pipeline) in &script.pipelines {
            let runs = match joint {
                Joint::Always => true,
                Joint::IfSucceeded => total.exit_code == 0,
                Joint::IfFailed => total.exit_code != 0,
            };
            if runs {
                let output = self.run_pipeline(pipeline)?;
                total.stdout.extend_from_slice(&output.stdout);
                total.stderr.extend_from_slice(&output.stderr);
                total.exit_code = output.exit_code;
            }
        }
        Ok(total)
    }

    fn run_pipeline(&self, pipeline: &[SimpleCommand]) -> Result<ToolOutput, RunError> {
        let mut carried = Vec::new();
        let mut stderr = Vec::new();
        let mut exit_code = 0;
        for (index, command) in pipeline.iter().enumerate() {
            let output = self.run_command(command, &carried, index > 0)?;
            carried = output.stdout;
            stderr.extend_from_slice(&output.stderr);
            if output.exit_code != 0 {
                exit_code = output.exit_code;
            }
        }
        Ok(ToolOutput {
            stdout: carried,
            stderr,
            exit_code,
        })
    }

    fn run_command(
        &self,
        command: &SimpleCommand,
        piped: &[u8],
        is_piped: bool,
    ) -> Result<ToolOutput, RunError> {
        let mut input = None;
        let (mut stdout, mut stderr) = (Target::Stdout, Target::Stderr);
        for redirect in &command.redirects {
            match redirect {
                Redirect::Input(path) => {
                    let path = self.directory.join(path);
                    let bytes = fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
                    input = Some(bytes);
                }
                Redirect::StderrToStdout => stderr = stdout.clone(),
                Redirect::StdoutToStderr => stdout = stderr.clone(),
                Redirect::File {
                    stream,
                    path,
                    append,
                } => {
                    let target = Target::File(self.open_for_output(path, *append)?);
                    match stream {
                        Stream::Stdout => stdout = target,
                        Stream::Stderr => stderr = target,
                        Stream::Both => (stdout, stderr) = (target.clone(), target),
                    }
                }
            }
        }
        let output = self.invoke(&Invocation {
            words: &command.words,
            stdin: input.as_deref().unwrap_or(piped),
            stdin_given: is_piped || input.is_some(),
            environment: Vec::new(),
            merge_streams: stdout == stderr,
        })?;
        let mut result = ToolOutput {
            exit_code: output.exit_code,
            ..ToolOutput::default()
        };
        for (target, bytes) in [(stdout, output.stdout), (stderr, output.stderr)] {
            match target {
                Target::Stdout => result.stdout.extend_from_slice(&bytes),
                Target::Stderr => result.stderr.extend_from_slice(&bytes),
                Target::File(path) => {
                    append_to(&path, &bytes).map_err(|error| cannot("write", &path, &error))?
                }
            }
        }
        Ok(result)
    }

    /// Empties the file at `path` unless it is to be appended to.
    fn open_for_output(&self, path: &str, append: bool) -> Result<PathBuf, RunError> {
        let path = self.directory.join(path);
        if !append {
            fs::write(&path, []).map_err(|error| cannot("write", &path, &error))?;
        }
        Ok(path)
    }

    /// Whether `program` is a file that the test has made, a program that it compiled for instance.
    fn is_of_test(&self, program: &str) -> bool {
        Path::new(program).starts_with(self.directory)
    }

    /// Runs one command: a built-in one, the tool, or a program of the system.
    pub(crate) fn invoke(&self, invocation: &Invocation<'_>) -> Result<ToolOutput, RunError> {
        let Some((program, arguments)) = invocation.words.split_first() else {
            return Err(RunError::failed("a command is missing"));
        };
        if let Some(result) = builtin::run(self, program, arguments, invocation) {
            return result;
        }
        match program.as_str() {
            "avarice" => self.call_tool(arguments, invocation),
            "llc" => {
                let mut translated = vec!["compile".to_owned()];
                translated.extend_from_slice(arguments);
                // llc reads standard input when no file is named; `compile` wants to be told.
                if invocation.stdin_given && !arguments.iter().any(|argument| argument == "-") {
                    translated.push("-".to_owned());
                }
                self.call_tool(&translated, invocation)
            }
            name if is_system_program(name) || self.is_of_test(name) => {
                let mut command = Command::new(name);
                command.args(arguments).current_dir(self.directory).envs(
                    invocation
                        .environment
                        .iter()
                        .map(|(name, value)| (name, value)),
                );
                let output = process::run(
                    command,
                    invocation.stdin,
                    invocation.merge_streams,
                    self.timeout,
                );
                output.map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => {
                        RunError::Unsupported(format!("`{name}` is not installed"))
                    }
                    _ => self.run_error(name, &error),
                })
            }
            other => Err(RunError::Unsupported(format!(
                "`{other}` is not available to tests"
            ))),
        }
    }

    fn call_tool(
        &self,
        arguments: &[String],
        invocation: &Invocation<'_>,
    ) -> Result<ToolOutput, RunError> {
        let call = ToolCall {
            arguments,
            stdin: invocation.stdin,
            directory: self.directory,
            environment: &invocation.environment,
            merge_streams: invocation.merge_streams,
            timeout: self.timeout,
        };
        self.tool
            .run(call)
            .map_err(|error| self.run_error("avarice", &error))
    }

    fn run_error(&self, program: &str, error: &io::Error) -> RunError {
        match error.kind() {
            io::ErrorKind::TimedOut => {
                RunError::Failed(format!("`{program}` did not end within {:?}", self.timeout))
            }
            _ => RunError::Failed(format!("`{program}` could not be run: {error}")),
        }
    }
}

/// Where an output stream goes.
#[derive(Clone, PartialEq, Eq)]
enum Target {
    Stdout,
    Stderr,
    File(PathBuf),
}

fn append_to(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)?
        .write_all(bytes)
}

pub(crate) fn cannot(what: &str, path: &Path, error: &io::Error) -> RunError {
    RunError::Failed(format!("cannot {what} '{}': {error}", path.display()))
}
