//! `avarice compare --llc`: an llc that is run here. Avarice itself stands in for it, through a script.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const AVARICE: &str = env!("CARGO_BIN_EXE_avarice");

/// An executable shell script with these commands.
fn script(folder: &Path, commands: &str) -> PathBuf {
    let path = folder.join("llc");
    fs::write(&path, format!("#!/bin/sh\n{commands}\n")).expect("a script can be written");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&path, mode).expect("a script can be made executable");
    path
}

/// Compares with an llc that does what `commands` say.
fn compare(commands: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let llc = script(folder.path(), commands);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(AVARICE)
        .args(["compare", "filetests/compare/Inputs/two.mir", "--llc"])
        .arg(llc)
        .args(options)
        .current_dir(root)
        .output()
        .expect("avarice starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_llc_gets_equivalent_options() {
    let commands = format!("exec {AVARICE} compile \"$@\"");
    let options = [
        "-O1",
        "-start-before=register-coalescer",
        "-stop-after=greedy",
        "-mcpu=x86-64",
        "-relocation-model=pic",
        "-regalloc=greedy",
        "-terminal-rule",
        "-large-interval-size-threshold=50",
    ];
    let output = compare(&commands, &options);
    let report = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{report}{}",
        text(&output.stderr)
    );
    assert!(report.ends_with("\nequal\n"), "{report}");

    let output = compare("echo \"$@\" >&2; exit 3", &options);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    for option in options.iter().filter(|option| **option != "-terminal-rule") {
        assert!(error.contains(option), "{option} is not passed on: {error}");
    }
    for option in [
        "-terminal-rule=true",
        "-enable-misched=false",
        "-debug-only=regalloc",
    ] {
        assert!(error.contains(option), "{option} is not passed on: {error}");
    }
}

#[test]
fn an_llc_that_fails_is_an_error() {
    let output = compare("echo 'llc: error: no such thing' >&2; exit 1", &[]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("failed: exit status: 1: llc: error: no such thing"),
        "{error}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn an_llc_without_debug_output_is_explained() {
    let message = "llc: Unknown command line argument '-debug-only=regalloc'.  Try: 'llc --help'";
    let output = compare(&format!("echo \"{message}\" >&2; exit 1"), &[]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("LLVM_ENABLE_ASSERTIONS"), "{error}");
}

#[test]
fn an_llc_that_crashes_within_its_log_is_an_error() {
    let log = "filetests/compare/Inputs/two.llc-19.log";
    let output = compare(&format!("head -n 100 {log} >&2; kill -ABRT $$"), &[]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("failed: signal: 6"), "{error}");
}

#[test]
fn an_input_that_we_refuse_is_our_error() {
    let log = "filetests/compare/Inputs/two.llc-19.log";
    let output = compare(&format!("cat {log} >&2"), &["-run-pass=nothing"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("'nothing'"), "{error}");
}

#[test]
fn the_fast_allocator_is_compared_where_allocation_is_not_optimized() {
    let commands = format!("exec {AVARICE} compile \"$@\"");
    let options = ["-O0", "-start-before=regallocfast"];
    let output = compare(&commands, &options);
    let report = text(&output.stdout);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{report}{error}");
    assert!(
        report.contains("functions              2         2         2"),
        "{report}"
    );
}
