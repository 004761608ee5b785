//! The edges of the outside world: standard streams that take nothing, and processes that are killed.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn avarice() -> Command {
    Command::new(env!("CARGO_BIN_EXE_avarice"))
}

fn module(folder: &Path, functions: usize) -> std::path::PathBuf {
    let function = |n| format!("define void @f{n}() {{ ret void }}\n");
    let path = folder.join("in.ll");
    let text: String = (0..functions).map(function).collect();
    fs::write(
        &path,
        format!("target triple = \"x86_64-linux-gnu\"\n{text}"),
    )
    .expect("it can be written");
    path
}

/// A standard error that is full.
fn full() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    full.expect("there is /dev/full").into()
}

#[test]
fn full_standard_error_changes_no_exit_code() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let input = module(folder.path(), 1);
    let mut command = avarice();
    command.args(["compile", "-mcpu=bogus", "-filetype=null"]);
    let status = command.arg(&input).stderr(full()).status();
    assert_eq!(status.expect("it starts").code(), Some(0));
    let mut command = avarice();
    command.args(["compile", "missing.ll"]).stderr(full());
    assert_eq!(command.status().expect("it starts").code(), Some(1));
}

#[test]
fn a_reader_that_goes_is_told_plainly() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let input = module(folder.path(), 1);
    let mut command = avarice();
    command.arg("view").arg(&input);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.starts_with("error: cannot write '-'"), "{message}");
}

#[test]
fn a_killed_process_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let input = module(folder.path(), 300);
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("it can be made");
    for round in 0..12 {
        let mut command = avarice();
        command
            .arg("compile")
            .arg(&input)
            .arg("-o")
            .arg(out.join("f.o"));
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(10 * round));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    for entry in fs::read_dir(&out).expect("it can be read") {
        let name = entry.expect("it can be read").file_name();
        assert_eq!(name, "f.o");
    }
}
