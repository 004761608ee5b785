//! How the time of `avarice compile` grows with the size of a module, in the shapes that programs and generators make.
//!
//! Each shape is compiled to an object in two sizes, one four times the other, for each target and at `-O0` and `-O2`,
//! in a separate process: its processor time is measured, the least of several runs. Four is linear. If the program
//! that `LLC` names (or `llc-19`) can be run, its times for the same inputs are shown beside; a run that takes longer
//! than a minute is stopped and shown as `-`. Rows that grow by more than 4.5, or take longer than llc, end with a word
//! that says so.
//!
//! ```text
//!     cargo bench -p avarice --bench growth                   all shapes
//!     cargo bench -p avarice --bench growth -- switch phis    shapes with these words in their names
//!     cargo bench -p avarice --bench growth -- switch 1000    the text of that size, for another program
//! ```

mod control;
mod data;
mod shapes;
mod straight;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use shapes::{SHAPES, Shape};

/// Runs of which the fastest counts.
const RUNS: usize = 3;
/// What takes fewer seconds starts a process, mostly, and has no growth.
const LEAST: f64 = 0.05;
/// The growth that is too much.
const MAX_GROWTH: f64 = 4.5;
/// After this a process is stopped.
const PATIENCE: Duration = Duration::from_secs(60);

const TARGETS: [&str; 2] = ["x86_64-linux-gnu", "aarch64-linux-gnu"];
const LEVELS: [&str; 2] = ["-O0", "-O2"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words: Vec<&str> = words.into_iter().filter(|w| *w != "--bench").collect();
    if let [name, size] = words[..]
        && let Ok(size) = size.parse()
        && let Some(shape) = SHAPES.iter().find(|shape| shape.name.contains(name))
    {
        // A reader that has seen enough closes the pipe.
        let _ = std::io::stdout().write_all((shape.make)(size).as_bytes());
        return;
    }
    let llc = std::env::var("LLC").unwrap_or_else(|_| "llc-19".into());
    println!(
        "{:24}{:>8} {:10}{:4}{:>10}{:>10}{:>8}{:>10}{:>10}",
        "shape", "n", "target", "", "time(n)", "time(4n)", "growth", "llc(n)", "llc(4n)"
    );
    let is_wanted =
        |shape: &&Shape| words.is_empty() || words.iter().any(|w| shape.name.contains(w));
    for shape in SHAPES.iter().filter(is_wanted) {
        measure(shape, &llc);
    }
}

/// Prints the rows of a shape.
fn measure(shape: &Shape, llc: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inputs = [1, 4].map(|factor| {
        let path = folder.path().join(format!("{factor}.ll"));
        let text = (shape.make)(factor * shape.least);
        std::fs::write(&path, text).expect("a temporary file");
        path
    });
    for target in TARGETS {
        for level in LEVELS {
            let ours = inputs.each_ref().map(|input| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_avarice"));
                command.arg("compile");
                seconds(&mut command, input, target, level)
            });
            let theirs = inputs
                .each_ref()
                .map(|input| seconds(&mut Command::new(llc), input, target, level));
            row(shape, target, level, ours, theirs);
        }
    }
}

fn row(shape: &Shape, target: &str, level: &str, ours: [Option<f64>; 2], theirs: [Option<f64>; 2]) {
    let growth = ours[0].zip(ours[1]).map(|(small, large)| large / small);
    let time = |time: Option<f64>| time.map_or("-".into(), |time| format!("{time:.3}"));
    let [small, large, llc_small, llc_large] = [ours[0], ours[1], theirs[0], theirs[1]].map(time);
    let shown = growth.map_or("-".into(), |growth| format!("{growth:.1}"));
    let grows = growth.is_some_and(|growth| growth > MAX_GROWTH);
    let is_long = ours[1].is_none_or(|time| time > LEAST);
    let is_slower = |at: usize| matches!((ours[at], theirs[at]), (Some(a), Some(b)) if a > b);
    let remark = match (grows && is_long, is_slower(0) || is_slower(1)) {
        (true, true) => "  grows, slower",
        (true, false) => "  grows",
        (false, true) => "  slower",
        (false, false) => "",
    };
    let target = target.split('-').next().unwrap_or(target);
    println!(
        "{:24}{:>8} {target:10}{level:4}{small:>10}{large:>10}{shown:>8}{llc_small:>10}{llc_large:>10}{remark}",
        shape.name, shape.least
    );
}

/// The processor time of compiling a module; none if that fails or takes too long.
fn seconds(command: &mut Command, input: &Path, target: &str, level: &str) -> Option<f64> {
    command
        .arg(input)
        .args([level, "-filetype=obj", "-o", "/dev/null"])
        .arg(format!("-mtriple={target}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut best: Option<f64> = None;
    for _ in 0..RUNS {
        let time = run(command)?;
        best = Some(best.map_or(time, |best| best.min(time)));
        if time > 2.0 {
            break;
        }
    }
    best
}

/// Runs a command once.
fn run(command: &mut Command) -> Option<f64> {
    let before = children_seconds();
    let start = Instant::now();
    let mut child = command.spawn().ok()?;
    let status = loop {
        match child.try_wait().ok()? {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().ok()?;
                child.wait().ok()?;
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    status.success().then(|| children_seconds() - before)
}

/// Processor time of all children that have ended, in seconds.
fn children_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
        let time = usage.user_time() + usage.system_time();
        time.num_microseconds() as f64 * 1e-6
    })
}
