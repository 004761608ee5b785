//! The compilers that are compared: our allocators, those of regalloc2, Cranelift, and llc.

use std::path::Path;
use std::process::{Command, Stdio};

use clap::ValueEnum;

use crate::diagnostics::Diagnostic;

/// Whether Cranelift is built in.
const HAS_CRANELIFT: bool = cfg!(feature = "cranelift");

/// A way to make an object of a module.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Our greedy allocator.
    Greedy,
    /// Our basic allocator.
    Basic,
    /// Our fast allocator.
    Fast,
    /// The backtracking allocator of regalloc2.
    Ion,
    /// The fast allocator of regalloc2.
    Fastalloc,
    /// Cranelift, with ion.
    Cranelift,
    /// llc without optimization.
    #[value(name = "llc-O0")]
    LlcO0,
    /// llc with some.
    #[value(name = "llc-O1")]
    LlcO1,
    /// llc with all that it does by default.
    #[value(name = "llc-O2")]
    LlcO2,
}

impl Contestant {
    /// The name, as in `--with`.
    pub fn name(self) -> String {
        let value = self.to_possible_value().expect("no variant is hidden");
        value.get_name().to_owned()
    }

    /// All that can be measured here: Cranelift where it is built in, llc where it starts.
    pub fn all_here(llc: &Path) -> Vec<Self> {
        let has_llc = starts(llc);
        let all = Self::value_variants().iter().copied();
        all.filter(|one| match one {
            Self::Cranelift => HAS_CRANELIFT,
            _ => has_llc || !one.is_llc(),
        })
        .collect()
    }

    /// Whether it is an llc.
    pub fn is_llc(self) -> bool {
        matches!(self, Self::LlcO0 | Self::LlcO1 | Self::LlcO2)
    }

    /// Checks that it can be measured here.
    ///
    /// # Errors
    /// It cannot, in words.
    pub fn require(self, llc: &Path) -> Result<(), Diagnostic> {
        if self.is_llc() && !starts(llc) {
            let (name, llc) = (self.name(), llc.display());
            let error = format!("{name} cannot be measured: '{llc}' does not start");
            return Err(Diagnostic::new(error).note("--llc names another llc"));
        }
        if self == Self::Cranelift && !HAS_CRANELIFT {
            let error = "this build has no Cranelift to measure";
            return Err(Diagnostic::new(error).note("the feature 'cranelift' adds it"));
        }
        Ok(())
    }

    /// Whether it tells how many spills, reloads and copies its allocation left.
    pub fn counts_moves(self) -> bool {
        // llc's fast allocator makes no remarks.
        !matches!(self, Self::Cranelift | Self::LlcO0)
    }

    /// The program that compiles: `avarice` itself, or `llc`.
    pub fn program<'a>(self, avarice: &'a Path, llc: &'a Path) -> &'a Path {
        if self.is_llc() { llc } else { avarice }
    }

    /// The command that compiles `input` to the object `output`, position-independent and by one thread.
    pub fn command(self, program: &Path, input: &Path, output: &Path) -> Command {
        let mut command = Command::new(program);
        if !self.is_llc() {
            command.args(["compile", "--jobs=1"]);
        }
        command
            .args(self.options())
            .args(["-relocation-model=pic", "-filetype=obj", "-o"])
            .arg(output)
            .arg(input)
            .stdin(Stdio::null());
        command
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Greedy => &["-O2", "-regalloc=greedy"],
            Self::Basic => &["-O2", "-regalloc=basic"],
            Self::Fast => &["-O2", "-regalloc=fast"],
            Self::Ion => &["-O2", "-regalloc=ion"],
            Self::Fastalloc => &["-O2", "-regalloc=fastalloc"],
            Self::Cranelift => &["-O2", "-backend=cranelift"],
            Self::LlcO0 => &["-O0"],
            Self::LlcO1 => &["-O1"],
            Self::LlcO2 => &["-O2"],
        }
    }
}

/// Whether a program is there.
fn starts(program: &Path) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
