//! Compiles random modules, links them with the harness, runs them, and compares.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{HARNESS, Machine};

/// The compiler of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// `llc-19`, with options.
    Reference(Vec<String>),
    /// Ours, with options.
    Ours(Vec<String>),
}

impl Compiler {
    fn parse(is_ours: bool, options: &str) -> Self {
        let options = options.split_whitespace().map(str::to_owned).collect();
        match is_ours {
            true => Self::Ours(options),
            false => Self::Reference(options),
        }
    }

    /// The reference with options.
    pub fn reference(options: &str) -> Self {
        Self::parse(false, options)
    }

    /// Ours with options.
    pub fn ours(options: &str) -> Self {
        Self::parse(true, options)
    }
}

/// The compilers of the two modules of a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What reports call it.
    pub name: String,
    /// For the module of the tests.
    pub tests: Compiler,
    /// For that of the functions that they call.
    pub helpers: Compiler,
}

impl Way {
    /// Both by the same compiler.
    pub fn same(name: &str, compiler: Compiler) -> Self {
        Self {
            name: name.into(),
            tests: compiler.clone(),
            helpers: compiler,
        }
    }
}

/// What each test printed, by the name of the test.
pub type Results = BTreeMap<String, String>;

/// Why there are no results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Ours says that it does not know something: what, and in which function.
    Refused(String, String),
    /// A compiler failed in another way: what it says, and of which function if it does.
    Broken(String, Option<String>),
}

/// Our compiler: a program, or the library that it is made of.
#[derive(Clone, Debug)]
pub enum Avarice {
    /// A program, which may crash.
    Program(PathBuf),
    /// The library.
    Library,
}

impl Avarice {
    /// Compiles with these arguments of `avarice`.
    fn compile(&self, words: Vec<OsString>) -> Result<(), String> {
        match self {
            Self::Program(path) => {
                let mut command = Command::new("timeout");
                finished(command.arg("60").arg(path).args(words)).map(|_| ())
            }
            Self::Library => {
                let words = std::iter::once("avarice".into()).chain(words);
                let result = avarice::compile_command_line(words);
                result.map(|_| ()).map_err(|error| error.to_string())
            }
        }
    }
}

/// The programs that are used, and a folder for files.
#[derive(Clone, Debug)]
pub struct Tools {
    /// What is compiled for.
    pub machine: Machine,
    avarice: Avarice,
    folder: PathBuf,
}

impl Tools {
    /// Builds the harness in `folder`, which is made.
    ///
    /// # Errors
    ///
    /// If that does not work; the text says why.
    pub fn new(machine: Machine, avarice: Avarice, folder: PathBuf) -> Result<Self, String> {
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let source = folder.join("harness.c");
        fs::write(&source, HARNESS).map_err(|error| error.to_string())?;
        let tools = Self {
            machine,
            avarice,
            folder,
        };
        let mut compile = Command::new(tools.gcc());
        compile
            .args(["-O1", "-w", "-fno-pie", "-c"])
            .arg(&source)
            .arg("-o")
            .arg(tools.path("harness.o"));
        finished(&mut compile)?;
        Ok(tools)
    }

    fn gcc(&self) -> &'static str {
        match self.machine {
            Machine::X86_64 => "gcc",
            Machine::AArch64 => "aarch64-linux-gnu-gcc",
        }
    }

    /// A file of the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Compiles the two modules, runs all tests, and collects what they print.
    ///
    /// # Errors
    ///
    /// If a module is refused, or a program fails.
    pub fn results(&self, way: &Way, tests: &str, helpers: &str) -> Result<Results, Failure> {
        self.compile(&way.tests, tests, "tests")?;
        self.compile(&way.helpers, helpers, "helpers")?;
        let program = self.path("program");
        let mut link = Command::new(self.gcc());
        link.args(match self.machine {
            Machine::X86_64 => ["-no-pie"],
            Machine::AArch64 => ["-static"],
        });
        link.args([
            self.path("tests.o"),
            self.path("helpers.o"),
            self.path("harness.o"),
        ]);
        finished(link.arg("-o").arg(&program).arg("-lm")).map_err(broken)?;
        let mut run = Command::new("timeout");
        run.arg("60");
        if self.machine == Machine::AArch64 {
            run.arg("qemu-aarch64");
        }
        let output = finished(run.arg(&program)).map_err(broken)?;
        let mut results = Results::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            let text = results.entry(name.to_owned()).or_default();
            text.push_str(rest);
            text.push('\n');
        }
        Ok(results)
    }

    /// Compiles one module.
    fn compile(&self, compiler: &Compiler, text: &str, name: &str) -> Result<(), Failure> {
        let input = self.path(&format!("{name}.ll"));
        let output = self.path(&format!("{name}.o"));
        fs::write(&input, text).map_err(|error| broken(error.to_string()))?;
        let files = [
            "-filetype=obj".into(),
            input.into(),
            "-o".into(),
            output.into(),
        ];
        let done = match compiler {
            Compiler::Reference(options) => {
                let mut command = Command::new("timeout");
                finished(command.args(["60", "llc-19"]).args(options).args(files)).map(|_| ())
            }
            Compiler::Ours(options) => {
                let mut words: Vec<OsString> = vec![
                    "compile".into(),
                    "-verify-machineinstrs".into(),
                    "-verify-regalloc".into(),
                    "--jobs=1".into(),
                ];
                words.extend(options.iter().map(Into::into));
                words.extend(files);
                self.avarice.compile(words)
            }
        };
        done.map_err(|text| refusal(&text).unwrap_or_else(|| broken(text)))
    }
}

/// Reads `error: unsupported: WHAT in function `NAME``.
fn refusal(text: &str) -> Option<Failure> {
    let line = text
        .lines()
        .find_map(|line| line.split_once("error: unsupported"))
        .map(|(_, rest)| rest)?;
    let line = line.split_once(": ").map_or(line, |(_, rest)| rest);
    let (what, name) = line.rsplit_once(" in ")?;
    let name = name
        .trim_start_matches("function ")
        .trim_matches(|c| matches!(c, '`' | '\''));
    Some(Failure::Refused(what.to_owned(), name.to_owned()))
}

/// What a program that failed says, in short: its first line, and those that point at something.
fn broken(text: String) -> Failure {
    let lines = text.lines().enumerate();
    let kept: Vec<&str> = lines
        .filter(|(number, line)| {
            *number == 0
                || ["; ^", "panicked at", "undefined reference"]
                    .iter()
                    .any(|word| line.contains(word))
        })
        .map(|(_, line)| line.trim())
        .collect();
    // Ours names the function in a message, the reference in its trace.
    let ours = text
        .split_once("code in function `")
        .and_then(|(_, rest)| rest.split_once('`'));
    let name = ours.or_else(|| {
        text.split_once("on function '@")
            .and_then(|(_, rest)| rest.split_once('\''))
    });
    Failure::Broken(kept.join(" | "), name.map(|(name, _)| name.to_owned()))
}

/// Runs a program to its end.
fn finished(command: &mut Command) -> Result<Output, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(output),
        false => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let program = Path::new(command.get_args().nth(1).unwrap_or_default())
                .display()
                .to_string();
            Err(format!("{program}: {}: {errors}", output.status))
        }
    }
}
