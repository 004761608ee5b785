//! The shipped Rust program, compiled through us and by rustc alone, prints the same.

use std::path::{Path, PathBuf};
use std::process::Command;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rust")
}

/// What the program prints.
fn output(program: &Path) -> String {
    let output = Command::new(program).output().expect("the program starts");
    let status = output.status;
    assert!(status.success(), "{}: {status}", program.display());
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

#[test]
fn rust_program_prints_what_rustc_makes_it_print() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let expected = folder.path().join("expected");
    let status = Command::new("rustc")
        .args(["--edition", "2024", "--crate-name", "program", "-o"])
        .arg(&expected)
        .arg(example().join("main.rs"))
        .status();
    assert!(status.expect("rustc starts").success());
    let expected = output(&expected);
    assert!(expected.contains("caught: true"), "{expected}");
    for level in ["0", "2"] {
        let program = folder.path().join(level);
        let status = Command::new(example().join("build.sh"))
            .arg(example().join("main.rs"))
            .arg(&program)
            .env("AVARICE", env!("CARGO_BIN_EXE_avarice"))
            .env("OPT_LEVEL", level)
            .status();
        assert!(
            status.expect("the script starts").success(),
            "level {level}"
        );
        assert_eq!(output(&program), expected, "level {level}");
    }
}

/// The places that the backtrace of a panicking program names: function and line of the source.
fn backtrace(program: &Path) -> Vec<(String, String)> {
    let output = Command::new(program)
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("the program starts");
    assert!(!output.status.success(), "the program panics");
    let text = String::from_utf8(output.stderr).expect("it prints UTF-8");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let frames = lines.windows(2).filter_map(|pair| {
        let (_, function) = pair[0].split_once(": program::")?;
        let (_, place) = pair[1].split_once("backtrace.rs:")?;
        let line = place.split(':').next()?;
        Some((function.to_string(), line.to_string()))
    });
    frames.collect()
}

#[test]
fn backtraces_name_functions_and_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/backtrace.rs");
    for level in ["0", "2"] {
        let program = folder.path().join(level);
        let status = Command::new(example().join("build.sh"))
            .arg(&source)
            .arg(&program)
            .env("AVARICE", env!("CARGO_BIN_EXE_avarice"))
            .env("OPT_LEVEL", level)
            .env("DEBUG_INFO", "2")
            .status();
        assert!(
            status.expect("the script starts").success(),
            "level {level}"
        );
        let frames = backtrace(&program);
        let has = |function: &str, line: &str| {
            let mut all = frames.iter();
            all.any(|(f, l)| f == function && l == line)
        };
        // What calls `element` is inlined when optimized: that it is named all the same is the point.
        assert!(has("element", "5"), "level {level}: {frames:?}");
        assert!(has("sum::{{closure}}", "10"), "level {level}: {frames:?}");
        assert!(has("sum", "10"), "level {level}: {frames:?}");
        assert!(has("main", "15"), "level {level}: {frames:?}");
    }
}
