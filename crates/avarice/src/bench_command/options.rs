//! Options of `bench`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::contestant::Contestant;

/// What `bench --help` says at its end.
pub const HELP: &str = "\
Everything is measured in processor time of one process with one thread. Repetitions are interleaved: each compiler
works on an input before any of them works on it again. Numbers are medians; the baseline is the first in --with. What
a compiler refuses is left out of its comparison, and counted. Programs that print something else than the baseline's
are errors.

Exit code: 0, or 1 for errors; an input that a compiler refuses is not an error.";

/// Compare our allocators, others and llc on the same modules: time by phase, size, moves, run time
#[derive(Args, Debug, Clone)]
pub struct BenchOptions {
    /// Inputs: .ll files, or folders with such files
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    /// What to measure (comma-separated; default: all that are available)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub with: Vec<Contestant>,
    /// Number of measurements of everything
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,
    /// The llc to measure
    #[arg(long, value_name = "PATH", default_value = "llc-19")]
    pub llc: PathBuf,
    /// Link the programs with the system's C compiler and measure their run time, too
    #[arg(long)]
    pub run: bool,
    /// Pass each program a single number as argument, such that the baseline's runs at least this long
    #[arg(long, value_name = "SECONDS", requires = "run", conflicts_with = "args", value_parser = seconds)]
    pub scale_to: Option<f64>,
    /// Write all measurements as JSON (`-` for standard output, in place of the table)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a chart of the ratios as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Arguments of the programs
    #[arg(last = true, requires = "run")]
    pub args: Vec<OsString>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 60.0 => Ok(seconds),
        _ => Err("expected a number of seconds from 0 to 60".into()),
    }
}
