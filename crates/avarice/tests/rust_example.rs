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
