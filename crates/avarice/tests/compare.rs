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
        "-misched-topdown",
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
    for option in options
        .iter()
        .filter(|option| option.contains('=') || option.starts_with("-O"))
    {
        assert!(error.contains(option), "{option} is not passed on: {error}");
    }
    for option in [
        "-terminal-rule=true",
        "-misched-topdown=true",
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

/// Two functions in LLVM IR, in a folder of their own.
fn two_functions(folder: &Path) -> PathBuf {
    let path = folder.join("two.ll");
    let text = "target triple = \"x86_64-unknown-linux-gnu\"\n\
                define i32 @sum(i32 %a, i32 %b) {\n  %s = add i32 %a, %b\n  ret i32 %s\n}\n\
                define i32 @difference(i32 %a, i32 %b) {\n  %d = sub i32 %a, %b\n  ret i32 %d\n}\n";
    fs::write(&path, text).expect("the input can be written");
    path
}

/// Compares LLVM IR with an llc that does what `commands` say; `$LOG` names a file for it.
fn compare_ir(commands: &str, options: &[&str]) -> (Output, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("calls");
    fs::write(&log, "").expect("the file can be written");
    let output = Command::new(AVARICE)
        .arg("compare")
        .arg(two_functions(folder.path()))
        .arg("--llc")
        .arg(script(folder.path(), commands))
        .args(options)
        .env("LOG", &log)
        .current_dir(folder.path())
        .output()
        .expect("avarice starts");
    let calls = fs::read_to_string(&log).expect("the file can be read");
    (output, calls)
}

#[test]
fn ir_is_compared_from_machine_code_of_llc() {
    let commands = format!("echo \"$@\" >> $LOG; exec {AVARICE} compile \"$@\"");
    let (output, calls) = compare_ir(&commands, &["-mcpu=x86-64", "--keep-mir", "kept.mir"]);
    let report = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{report}{}",
        text(&output.stderr)
    );
    let start = "two.ll after unreachable-mbb-elimination\n";
    assert!(report.contains(start), "{report}");
    assert!(report.ends_with("\nequal\n"), "{report}");
    let ["--version", first, second] = calls.lines().collect::<Vec<_>>()[..] else {
        panic!("{calls}");
    };
    for options in ["two.ll ", "-stop-after=unreachable-mbb-elimination"] {
        assert!(first.contains(options), "{first}");
    }
    for options in [
        "two.mir ",
        "-start-after=unreachable-mbb-elimination",
        "-stop-after=virtregrewriter",
        "-mcpu=x86-64",
        "-debug-only=regalloc",
    ] {
        assert!(second.contains(options), "{second}");
    }
}

#[test]
fn the_machine_code_is_that_of_another_pass_on_request_and_without_optimization() {
    let commands = format!("exec {AVARICE} compile \"$@\"");
    for option in ["-O0", "--from=finalize-isel"] {
        let (output, _) = compare_ir(&commands, &[option, "--json"]);
        let report = text(&output.stdout);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{report}{error}");
        assert!(report.contains("\"after\": \"finalize-isel\""), "{report}");
    }
}

#[test]
fn an_llc_that_does_not_take_its_own_machine_code_is_an_error() {
    let commands = format!(
        "case \"$*\" in *-start-after=*) kill -SEGV $$;; esac; exec {AVARICE} compile \"$@\""
    );
    let (output, _) = compare_ir(&commands, &[]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("failed: signal: 11"), "{error}");
    assert!(
        error.contains("two.ll' after unreachable-mbb-elimination"),
        "{error}"
    );
}

#[test]
fn from_the_input_the_report_begins_with_selection() {
    let (output, _) = compare_ir(&format!("exec {AVARICE} compile \"$@\""), &["--from=ll"]);
    let report = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{report}{}",
        text(&output.stderr)
    );
    assert!(
        report.contains("selection: equal in 2 of 2 functions"),
        "{report}"
    );

    let commands = format!(
        "in=$1; shift; sed 's/sub/mul/' $in > other.ll; exec {AVARICE} compile other.ll \"$@\""
    );
    let (output, _) = compare_ir(&commands, &["--from=ll"]);
    let report = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(1),
        "{report}{}",
        text(&output.stderr)
    );
    for part in [
        "selection: equal in 1 of 2 functions",
        "selection of difference differs:",
        "IMUL32rr",
        "function difference: equal are",
    ] {
        assert!(report.contains(part), "no '{part}' in {report}");
    }
}

#[test]
fn options_about_the_start_that_contradict_each_other_are_errors() {
    let commands = format!("exec {AVARICE} compile \"$@\"");
    for (options, message) in [
        (
            &["-start-after=livevars"][..],
            "--from=PASS says after which pass",
        ),
        (
            &["--from=ll", "--keep-mir=kept.mir"],
            "both sides begin with the input",
        ),
        (&["--from=no-such-pass"], "no-such-pass"),
    ] {
        let (output, _) = compare_ir(&commands, options);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{error}");
    }
    let output = compare(&commands, &["--from=ll"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("are about LLVM IR"), "{error}");
}
