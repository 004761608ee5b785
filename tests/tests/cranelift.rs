//! Shipped programs compiled by `--backend=cranelift`, linked, run (under qemu for AArch64) and compared with their
//! expected output. A refusal must be an error that says so; `programs/refused_by_cranelift.txt` lists the refused
//! programs, so that no other joins them unnoticed.
//!
//! The test command takes every third program, each at another level; `AVARICE_CRANELIFT=all` takes all at all levels.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What programs for a target need.
struct Machine {
    name: &'static str,
    linker: &'static [&'static str],
    emulator: Option<&'static str>,
    /// How many programs are right in the test command, and of all.
    right: [usize; 2],
}

const MACHINES: [Machine; 2] = [
    Machine {
        name: "x86_64",
        linker: &["cc"],
        emulator: None,
        right: [63, 188],
    },
    Machine {
        name: "aarch64",
        linker: &["aarch64-linux-gnu-gcc", "-static"],
        emulator: Some("qemu-aarch64"),
        right: [42, 125],
    },
];

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("programs are shipped");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable folder").path())
        .collect();
    paths.sort();
    paths
}

/// Whether all programs are wanted.
fn takes_all() -> bool {
    match std::env::var("AVARICE_CRANELIFT") {
        Ok(value) => {
            assert_eq!(value, "all", "AVARICE_CRANELIFT is 'all' or not set");
            true
        }
        Err(_) => false,
    }
}

/// The inputs for a machine.
fn inputs(machine: &Machine) -> Vec<PathBuf> {
    let all = takes_all();
    let levels = entries(&programs().join("ll").join(machine.name));
    let mut inputs = Vec::new();
    for (number, level) in levels.iter().enumerate() {
        let files = entries(level).into_iter().enumerate();
        let chosen = files.filter(|(index, _)| all || index % 3 == number % 3);
        inputs.extend(chosen.map(|(_, path)| path));
    }
    inputs
}

fn compile(input: &Path, output: &Path) -> Result<(), String> {
    let mut line: Vec<OsString> = ["avarice", "compile", "--backend=cranelift"]
        .map(OsString::from)
        .to_vec();
    line.extend(["-relocation-model=pic", "-filetype=obj", "--jobs=1"].map(OsString::from));
    line.extend([input.into(), "-o".into(), output.into()]);
    let compiled = avarice::compile_command_line(line);
    compiled.map(drop).map_err(|error| error.to_string())
}

fn run_tool(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{command:?} does not start: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => {
            let text = String::from_utf8_lossy(&output.stderr);
            Err(format!("{command:?}: {}: {text}", output.status))
        }
    }
}

/// Links and runs a program, and compares what it prints.
fn run(machine: &Machine, input: &Path, object: &Path, folder: &Path) -> Result<(), String> {
    let name = input.file_stem().expect("a name");
    let program = folder.join(name);
    let (linker, flags) = machine.linker.split_first().expect("a linker");
    let mut link = Command::new(linker);
    link.args(flags)
        .arg(object)
        .arg("-o")
        .arg(&program)
        .arg("-lm");
    run_tool(&mut link)?;
    let mut command = match machine.emulator {
        Some(emulator) => {
            let mut command = Command::new(emulator);
            command.arg(&program);
            command
        }
        None => Command::new(&program),
    };
    let got = run_tool(&mut command)?;
    let expected = programs().join("expected").join(name).with_extension("txt");
    match fs::read(expected).map_err(|error| error.to_string())? == got {
        true => Ok(()),
        false => Err("the output differs".into()),
    }
}

fn check_machine(machine: &Machine) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let listed = fs::read_to_string(programs().join("refused_by_cranelift.txt"));
    let listed = listed.expect("the list is shipped");
    let mut wrong = Vec::new();
    let mut right = 0;
    for input in inputs(machine) {
        let place = input
            .strip_prefix(programs().join("ll"))
            .expect("a program");
        let place = place.with_extension("").display().to_string();
        let is_listed = listed
            .lines()
            .any(|line| line.starts_with(&format!("{place}:")));
        let object = folder.path().join("program.o");
        let outcome = match compile(&input, &object) {
            Ok(()) => run(machine, &input, &object, folder.path()),
            Err(error) if error.starts_with("error: unsupported: ") && is_listed => continue,
            Err(error) => Err(error),
        };
        match outcome {
            Ok(()) if is_listed => wrong.push(format!("{place}: is listed, but runs")),
            Ok(()) => right += 1,
            Err(error) => wrong.push(format!("{place}: {error}")),
        }
    }
    println!("{}: {right} right", machine.name);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        right,
        machine.right[usize::from(takes_all())],
        "programs that are right"
    );
}

#[test]
fn programs_compiled_by_cranelift_print_what_they_should() {
    check_machine(&MACHINES[0]);
}

#[test]
fn programs_compiled_by_cranelift_for_aarch64_print_what_they_should() {
    check_machine(&MACHINES[1]);
}
