//! Time to number functions and compute all their live intervals, compared with llc's on the same MIR.
//!
//! The module is generated: 1,200 functions of four kinds, from a few instructions to a thousand.
//! Where the program that `LLC` names (or `llc-19`) can be run, it reads the same text and its
//! `-time-passes` gives what `Slot index numbering` and `Live Interval Analysis` cost there.

use std::fmt::Write;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, SystemTime};

use avarice_liveness::{LiveIntervals, Unobserved};
use avarice_mir::hooks::RegisterHooks;
use avarice_mir::{MachineFunction, MirTarget, TargetHooks, parse_mir};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use criterion::{BatchSize, Criterion};

/// Functions of the module.
const FUNCTIONS: usize = 1200;

/// The start of the function `name`: eight registers that live through all of it.
fn begin(text: &mut String, name: &str) {
    let _ = write!(
        text,
        "---\nname: {name}\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    successors: %bb.1\n    liveins: $edi\n\n    %0:gr32 = COPY $edi\n"
    );
    for reg in 1..8 {
        let _ = writeln!(text, "    %{reg}:gr32 = MOV32ri {reg}");
    }
}

/// The end of a function, in block `block`.
fn end(text: &mut String, block: usize) {
    let _ = write!(
        text,
        "\n  bb.{block}:\n    $eax = COPY %0\n    RET 0, $eax\n...\n"
    );
}

/// A chain of `blocks` loops that all read and update the long-lived registers.
fn loops(text: &mut String, name: &str, blocks: usize) {
    begin(text, name);
    for block in 1..=blocks {
        let next = block + 1;
        let _ = writeln!(
            text,
            "\n  bb.{block}:\n    successors: %bb.{block}, %bb.{next}\n"
        );
        for at in 0..8 {
            let fresh = 8 + block * 8 + at;
            let other = (at + block) % 8;
            let _ = writeln!(
                text,
                "    %{fresh}:gr32 = COPY %{at}\n    %{at}:gr32 = ADD32rr %{at}, %{fresh}, implicit-def dead $eflags\n    TEST32rr %{other}, %{fresh}, implicit-def $eflags"
            );
        }
        let _ = writeln!(
            text,
            "    JCC_1 %bb.{block}, 5, implicit $eflags\n    JMP_1 %bb.{next}"
        );
    }
    end(text, blocks + 1);
}

/// A chain of diamonds, each with a call on one side and another definition on the other.
fn diamonds(text: &mut String, name: &str, count: usize) {
    begin(text, name);
    for at in 0..count {
        let (head, left, right, next) = (3 * at + 1, 3 * at + 2, 3 * at + 3, 3 * at + 4);
        let (a, b) = (at % 8, (at + 3) % 8);
        let _ = writeln!(
            text,
            "\n  bb.{head}:\n    successors: %bb.{left}, %bb.{right}\n\n    TEST32rr %{a}, %{b}, implicit-def $eflags\n    JCC_1 %bb.{right}, 4, implicit $eflags\n    JMP_1 %bb.{left}\n\n  bb.{left}:\n    successors: %bb.{next}\n\n    $edi = COPY %{a}\n    CALL64pcrel32 &f, csr_64, implicit $rsp, implicit $ssp, implicit $edi, implicit-def $rsp, implicit-def $eax\n    %{b}:gr32 = COPY $eax\n    JMP_1 %bb.{next}\n\n  bb.{right}:\n    successors: %bb.{next}\n\n    %{b}:gr32 = LEA64_32r undef $rip, 1, $noreg, {at}, $noreg"
        );
    }
    end(text, 3 * count + 1);
}

/// One long block of short-lived registers.
fn straight(text: &mut String, name: &str, length: usize) {
    begin(text, name);
    let _ = writeln!(text, "\n  bb.1:\n    successors: %bb.2\n");
    for at in 0..length {
        let fresh = 8 + at;
        let _ = writeln!(
            text,
            "    %{fresh}:gr32 = COPY %{}\n    %{fresh}:gr32 = ADD32rr %{fresh}, %{}, implicit-def dead $eflags",
            at % 8,
            if at < 4 { at } else { fresh - 4 },
        );
    }
    end(text, 2);
}

/// The text of a module of `count` functions.
fn module(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        let name = format!("f{at}");
        // Most functions are small, a few are large.
        let size = match at % 100 {
            0 => 100,
            1..=9 => 24,
            10..=39 => 8,
            _ => 2,
        };
        match at % 4 {
            0 => loops(&mut text, &name, size),
            1 => diamonds(&mut text, &name, size),
            2 => straight(&mut text, &name, 8 * size),
            _ => loops(&mut text, &name, size / 2 + 1),
        }
    }
    text
}

fn parse(text: &str) -> Vec<MachineFunction> {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("bench input is right");
    file.functions
}

/// Computes the intervals of all functions.
fn compute_all(live_intervals: &mut LiveIntervals, functions: &mut [MachineFunction]) {
    for function in functions {
        let reserved = X86Hooks.reserved_regs(function);
        live_intervals.compute(function, &reserved, &mut Unobserved);
        black_box(&live_intervals);
    }
}

fn intervals(criterion: &mut Criterion) {
    let mut live_intervals = LiveIntervals::default();
    for blocks in [10, 100, 1000] {
        let mut text = String::new();
        loops(&mut text, "chain", blocks);
        let functions = parse(&text);
        criterion.bench_function(&format!("live intervals, {blocks} loops"), |bencher| {
            bencher.iter_batched_ref(
                || functions.clone(),
                |functions| compute_all(&mut live_intervals, functions),
                BatchSize::LargeInput,
            );
        });
    }
    let functions = parse(&module(FUNCTIONS));
    criterion.bench_function("live intervals, module", |bencher| {
        bencher.iter_batched_ref(
            || functions.clone(),
            |functions| compute_all(&mut live_intervals, functions),
            BatchSize::LargeInput,
        );
    });
}

/// Seconds that llc needs to number `path` and to compute its intervals; `None` if it cannot be run.
fn llc_seconds(llc: &str, path: &str) -> Option<f64> {
    let options = [
        "-mtriple=x86_64",
        "-run-pass=liveintervals",
        "-time-passes",
        "-o",
    ];
    let mut command = Command::new(llc);
    command.args(options).args(["/dev/null", path]);
    let output = command.output().ok().filter(|o| o.status.success())?;
    let report = String::from_utf8_lossy(&output.stderr);
    // Columns are pairs of seconds and percent; the last but one before the name is user and system time.
    let seconds = report.lines().filter_map(|line| {
        let name = line.rsplit(')').next()?.trim();
        let columns = line.split_whitespace().filter_map(|word| word.parse().ok());
        let columns: Vec<f64> = columns.collect();
        let wanted = ["Slot index numbering", "Live Interval Analysis"].contains(&name);
        wanted.then(|| columns.get(columns.len().checked_sub(2)?).copied())?
    });
    Some(seconds.sum())
}

/// Time that this thread has run, as llc's report counts it, where the system says so; else the time of
/// day.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    match nanoseconds {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default(),
    }
}

/// Prints our processor time and llc's for the generated module, the best of five runs each.
fn compare_with_llc() {
    let text = module(FUNCTIONS);
    let functions = parse(&text);
    let mut live_intervals = LiveIntervals::default();
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let mut functions = functions.clone();
        let start = cpu_time();
        compute_all(&mut live_intervals, &mut functions);
        best = best.min(cpu_time() - start);
    }
    let ours = best.as_secs_f64();
    let llc = std::env::var("LLC").unwrap_or_else(|_| "llc-19".into());
    let path = std::env::temp_dir().join(format!("intervals-{}.mir", std::process::id()));
    let times = match std::fs::write(&path, &text) {
        Ok(()) => (0..5).map_while(|_| llc_seconds(&llc, &path.to_string_lossy())),
        Err(error) => {
            println!("comparison with llc: {error}");
            return;
        }
    };
    let best = times.fold(f64::INFINITY, f64::min);
    let _ = std::fs::remove_file(&path);
    let instructions: usize = functions.iter().map(|function| function.insts.len()).sum();
    println!(
        "{FUNCTIONS} functions, {instructions} instructions: {:.2} ms",
        ours * 1e3
    );
    if best.is_finite() {
        let ratio = ours / best;
        println!(
            "{llc}: {:.2} ms; ours is {:.0} % of it",
            best * 1e3,
            ratio * 100.0
        );
    } else {
        println!("{llc} cannot be run: no comparison");
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    intervals(&mut criterion);
    criterion.final_summary();
    if std::env::args().any(|argument| argument == "--bench") {
        compare_with_llc();
    }
}
