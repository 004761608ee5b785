//! Compiles the shipped programs by Cranelift with our register allocator in the place of regalloc2's and Cranelift's
//! check of allocations on; links and runs them, and compares what they print.
//!
//! The arguments are the folder of the programs, then what to take of it: machines (`x86_64`, `aarch64`), levels of
//! them (`x86_64/O2`) or single programs (`x86_64/O2/lisp`). What is for another machine than this one runs under qemu.
//!
//! It fails if a program is wrong, and if there was nothing to be right: no program ran, or our allocator was not asked
//! for every function.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// How many functions our allocator was asked for.
static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

/// What came of the programs of a level.
#[derive(Default)]
struct Counts {
    right: usize,
    refused: usize,
    wrong: usize,
}

fn main() -> ExitCode {
    regalloc2::set_allocator(|function, environment, options| {
        ALLOCATED.fetch_add(1, Ordering::Relaxed);
        avarice_regalloc2_bridge::run(function, environment, options)
    });
    let mut args = std::env::args().skip(1);
    let programs = PathBuf::from(args.next().unwrap_or_default());
    let mut all_right = true;
    for what in args {
        all_right &= check_all(&programs, &what).unwrap_or_else(|error| {
            println!("{what}: {error}");
            false
        });
    }
    let allocated = ALLOCATED.load(Ordering::Relaxed);
    println!("{allocated} functions allocated by greedy");
    ExitCode::from(u8::from(!all_right || allocated == 0))
}

/// Compiles and runs the programs of a machine, of a level, or one; whether there are any, and all as they should be.
fn check_all(programs: &Path, what: &str) -> Result<bool> {
    let mut parts = what.splitn(3, '/');
    let machine = parts.next().unwrap_or_default();
    let (level, program) = (parts.next(), parts.next());
    let levels = match level {
        Some(level) => vec![programs.join("ll").join(machine).join(level)],
        None => entries(&programs.join("ll").join(machine))?,
    };
    let work = std::env::temp_dir().join(format!("avarice-in-cranelift-{}", std::process::id()));
    std::fs::create_dir_all(&work)?;
    let mut all_right = true;
    for level in levels.iter().filter(|level| level.is_dir()) {
        let mut counts = Counts::default();
        for input in entries(level)? {
            if program.is_none_or(|name| input.file_stem().is_some_and(|stem| stem == name)) {
                check(programs, machine, &input, &work, &mut counts);
            }
        }
        let name = level.file_name().unwrap_or_default();
        println!(
            "{machine} {}: {} right, {} refused, {} wrong",
            name.display(),
            counts.right,
            counts.refused,
            counts.wrong
        );
        all_right &= counts.right != 0 && counts.wrong == 0;
    }
    std::fs::remove_dir_all(&work)?;
    Ok(all_right && !levels.is_empty())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

fn check(programs: &Path, machine: &str, input: &Path, work: &Path, counts: &mut Counts) {
    let object = work.join("program.o");
    if let Err(error) = compile(input, &object) {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        println!("{}: {first}", input.display());
        match is_listed(programs, input) && first.starts_with("error: unsupported: ") {
            true => counts.refused += 1,
            false => counts.wrong += 1,
        }
        return;
    }
    match run(programs, machine, input, &object, &work.join("program")) {
        Ok(()) => counts.right += 1,
        Err(error) => {
            println!("{}: {error}", input.display());
            counts.wrong += 1;
        }
    }
}

/// Whether this is one of those that Cranelift does not take.
fn is_listed(programs: &Path, input: &Path) -> bool {
    let list = std::fs::read_to_string(programs.join("refused_by_cranelift.txt"));
    let place = input.strip_prefix(programs.join("ll")).unwrap_or(input);
    let line = format!("{}:", place.with_extension("").display());
    list.is_ok_and(|list| list.lines().any(|listed| listed.starts_with(&line)))
}

fn compile(input: &Path, object: &Path) -> Result<()> {
    let words = [
        "avarice",
        "compile",
        "--backend=cranelift",
        "-verify-regalloc",
    ];
    let mut line: Vec<OsString> = words.map(OsString::from).to_vec();
    line.extend(["-relocation-model=pic", "-filetype=obj"].map(OsString::from));
    line.extend([input.into(), "-o".into(), object.into()]);
    avarice::compile_command_line(line).map_err(|error| error.to_string())?;
    Ok(())
}

/// Links and runs a program, and compares what it prints.
fn run(programs: &Path, machine: &str, input: &Path, object: &Path, program: &Path) -> Result<()> {
    let native = machine == std::env::consts::ARCH;
    let mut linker = match native {
        true => Command::new("cc"),
        false => {
            let mut linker = Command::new(format!("{machine}-linux-gnu-gcc"));
            linker.arg("-static");
            linker
        }
    };
    let linked = linker
        .arg(object)
        .arg("-o")
        .arg(program)
        .arg("-lm")
        .output()?;
    if !linked.status.success() {
        return Err(String::from_utf8_lossy(&linked.stderr).into());
    }
    let mut command = match native {
        true => Command::new(program),
        false => {
            let mut emulator = Command::new(format!("qemu-{machine}"));
            emulator.arg(program);
            emulator
        }
    };
    let output = command.stdin(Stdio::null()).output()?;
    let name = Path::new(input.file_stem().unwrap_or_default()).with_extension("txt");
    let expected = std::fs::read(programs.join("expected").join(name))?;
    match output.status.success() && output.stdout == expected {
        true => Ok(()),
        false => Err(format!("it prints something else ({})", output.status).into()),
    }
}
