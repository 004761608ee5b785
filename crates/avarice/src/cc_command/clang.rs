//! Clang: where it is, and what it would do.

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};

use super::job::{Job, exit_code};
use super::options::Language;
use crate::diagnostics::Diagnostic;

/// Names under which clang is looked for, the version whose IR is ours first.
const NAMES: [&str; 6] = [
    "clang-19", "clang", "clang-18", "clang-17", "clang-16", "clang-15",
];

/// The environment variable that names it.
const VARIABLE: &str = "AVARICE_CLANG";

/// The start of lines that clang says about itself before it lists jobs.
const ABOUT: [&str; 8] = [
    "Target:",
    "Thread model:",
    "InstalledDir:",
    "Build config:",
    "Configuration file:",
    "Found candidate",
    "Selected GCC",
    "Candidate multilib",
];

/// A clang that starts.
pub struct Clang {
    program: OsString,
    language: Language,
    version: String,
}

/// What clang would do for a command line.
pub struct Plan {
    /// The jobs, in order.
    pub jobs: Vec<Job>,
    /// Its errors and warnings about the command line.
    pub messages: String,
    /// Its exit code.
    pub code: i32,
}

impl Clang {
    /// The clang that the environment names, or the first one that the path has.
    ///
    /// # Errors
    /// There is none.
    pub fn find(language: Language) -> Result<Self, Diagnostic> {
        let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
        let names = match &named {
            Some(name) => vec![name.clone()],
            None => NAMES.iter().map(OsString::from).collect(),
        };
        for program in names {
            let mut command = Command::new(&program);
            let output = command.arg("--version").stdin(Stdio::null()).output();
            let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
            if let Ok(version) = text
                && version.contains("clang version")
            {
                return Ok(Self {
                    program,
                    language,
                    version,
                });
            }
        }
        Err(match named {
            Some(name) => Diagnostic::new(format!(
                "'{}', which {VARIABLE} names, is no clang that starts",
                name.to_string_lossy()
            )),
            None => Diagnostic::new("there is no clang, which reads C and C++ for 'avarice cc'")
                .note(format!(
                    "install it (package clang), or name it in {VARIABLE}"
                )),
        })
    }

    /// What it says to `--version`.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn command(&self, args: &[OsString]) -> Command {
        let mut command = Command::new(&self.program);
        if self.language == Language::Cxx {
            command.arg("--driver-mode=g++");
        }
        command.args(args);
        command
    }

    /// Runs it with a command line, without a part of ours.
    ///
    /// # Errors
    /// It does not start.
    pub fn exec(&self, args: &[OsString]) -> Result<ExitCode, Diagnostic> {
        let status = self
            .command(args)
            .status()
            .map_err(|error| self.fails(&error))?;
        Ok(exit_code(status.code().unwrap_or(1)))
    }

    fn fails(&self, error: &std::io::Error) -> Diagnostic {
        let name = self.program.to_string_lossy();
        Diagnostic::new(format!("cannot start '{name}': {error}"))
    }

    /// Asks for the jobs of a command line.
    ///
    /// # Errors
    /// It does not start.
    pub fn plan(&self, args: &[OsString]) -> Result<Plan, Diagnostic> {
        let mut command = self.command(args);
        let output = command
            .arg("-###")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| self.fails(&error))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let mut plan = Plan {
            jobs: Vec::new(),
            messages: String::new(),
            code: output.status.code().unwrap_or(1),
        };
        for line in text.lines() {
            if let Some(job) = Job::read(line) {
                plan.jobs.push(job);
            } else if !is_about(line) {
                plan.messages.push_str(line);
                plan.messages.push('\n');
            }
        }
        Ok(plan)
    }
}

fn is_about(line: &str) -> bool {
    line.contains("clang version ")
        || line == " (in-process)"
        || ABOUT.iter().any(|start| line.starts_with(start))
}
