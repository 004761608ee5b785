//! `avarice cc` as build systems use it. Clang reads the sources.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const AVARICE: &str = env!("CARGO_BIN_EXE_avarice");

const MAIN: &str = r#"
#include <stdio.h>
#include "sum.h"
int main(int argc, char **argv) {
    printf("%d %s\n", sum(argc, 40), NAME);
    return argc - 1;
}
"#;

/// A folder with a program of two files.
fn sources() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the file is written");
    };
    write("main.c", MAIN);
    write("sum.h", "int sum(int, int);\n");
    write(
        "sum.c",
        "#include \"sum.h\"\nint sum(int a, int b) { return a + b; }\n",
    );
    write("broken.c", "int broken(void) { return missing; }\n");
    folder
}

fn run(program: impl AsRef<OsStr>, folder: &Path, args: &[&str]) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(folder)
        .output()
        .expect("it starts")
}

/// Runs `avarice` with success, and returns standard output and standard error.
fn compile(folder: &Path, args: &[&str]) -> (String, String) {
    let output = run(AVARICE, folder, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{args:?}: {err}");
    (out, err)
}

#[test]
fn a_program_is_compiled_and_linked() {
    let folder = sources();
    let folder = folder.path();
    for level in ["-O0", "-O2"] {
        let args = [
            "cc",
            level,
            "-g",
            "-DNAME=\"x y\"",
            "main.c",
            "sum.c",
            "-o",
            "program",
            "-lm",
        ];
        compile(folder, &args);
        let output = run(folder.join("program"), folder, &["a", "b"]);
        assert_eq!(output.stdout, b"43 x y\n", "{level}");
        assert_eq!(output.status.code(), Some(2), "{level}");
    }
    assert!(!folder.join("main.o").exists());
}

#[test]
fn objects_have_their_dependencies_and_our_code() {
    let folder = sources();
    let folder = folder.path();
    compile(
        folder,
        &["cc", "-O2", "-c", "-MMD", "-DNAME=\"n\"", "main.c", "sum.c"],
    );
    let rule = fs::read_to_string(folder.join("main.d")).expect("dependencies");
    assert_eq!(rule, "main.o: main.c sum.h\n");
    for (level, name) in [("-O2", "sum.s"), ("-O2", "again.s")] {
        compile(folder, &["cc", level, "-S", "sum.c", "-o", name]);
    }
    // The same as `compile` makes of clang's IR.
    compile(
        folder,
        &["cc", "-O2", "-S", "-emit-llvm", "sum.c", "-o", "sum.ll"],
    );
    compile(
        folder,
        &[
            "compile",
            "-O2",
            "-relocation-model=pic",
            "sum.ll",
            "-o",
            "ours.s",
        ],
    );
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(read("sum.s"), read("again.s"));
    assert_eq!(read("sum.s"), read("ours.s"));
}

#[test]
fn a_shared_library_and_a_program_of_it() {
    let folder = sources();
    let folder = folder.path();
    let library = [
        "cc",
        "-fPIC",
        "-shared",
        "-ffunction-sections",
        "sum.c",
        "-o",
        "libsum.so",
        "-Wl,--gc-sections",
    ];
    compile(folder, &library);
    compile(folder, &["cc", "-DNAME=\"n\"", "-c", "main.c", "-o", "m.o"]);
    compile(
        folder,
        &[
            "cc",
            "m.o",
            "-L.",
            "-lsum",
            "-Wl,-rpath,$ORIGIN",
            "-o",
            "program",
        ],
    );
    let output = run(folder.join("program"), folder, &[]);
    assert_eq!(output.stdout, b"41 n\n");
}

#[test]
fn an_error_ends_in_1_and_leaves_no_file() {
    let folder = sources();
    let folder = folder.path();
    let output = run(AVARICE, folder, &["cc", "-c", "broken.c", "sum.c"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("broken.c:1:27: error: use of undeclared identifier"),
        "{text}"
    );
    assert!(!folder.join("broken.o").exists());
    assert!(folder.join("sum.o").exists(), "the other file is compiled");
    let output = run(AVARICE, folder, &["cc", "nowhere.c"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("no such file or directory: 'nowhere.c'"),
        "{text}"
    );
    let output = run(AVARICE, folder, &["cc", "-flto", "-c", "sum.c"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("optimization while linking (-flto) is not supported"),
        "{text}"
    );
}

#[test]
fn it_answers_as_a_compiler() {
    let folder = sources();
    let folder = folder.path();
    let (version, _) = compile(folder, &["cc", "--version"]);
    assert!(
        version.starts_with("avarice ") && version.contains("clang version "),
        "{version}"
    );
    let (machine, _) = compile(folder, &["cc", "-dumpmachine"]);
    assert_eq!(machine.trim().split('-').count(), 4, "{machine}");
    let (text, _) = compile(folder, &["cc", "-E", "-DNAME=7", "sum.c"]);
    assert!(text.contains("int sum(int, int);"), "{text}");
    let (_, jobs) = compile(folder, &["cc", "-###", "-O1", "sum.c", "-o", "p"]);
    let lines: Vec<&str> = jobs.lines().collect();
    assert_eq!(lines.len(), 3, "{jobs}");
    assert!(lines[0].contains("\"-emit-llvm\""), "{jobs}");
    assert!(
        lines[1].contains("\"compile\"") && lines[1].ends_with("\"-O1\""),
        "{jobs}"
    );
    assert!(!folder.join("p").exists());
}

#[test]
fn the_name_of_the_program_counts() {
    let folder = sources();
    let folder = folder.path();
    fs::write(
        folder.join("hello.cc"),
        "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n",
    )
    .expect("the file is written");
    for name in ["avarice-cc", "avarice-c++"] {
        std::os::unix::fs::symlink(AVARICE, folder.join(name)).expect("a link");
    }
    let output = run(
        folder.join("avarice-c++"),
        folder,
        &["-O1", "hello.cc", "-o", "hello"],
    );
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(run(folder.join("hello"), folder, &[]).stdout, b"hello\n");
    let output = run(folder.join("avarice-cc"), folder, &["-c", "sum.c"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn without_clang_it_says_what_is_missing() {
    let folder = sources();
    let output = Command::new(AVARICE)
        .args(["cc", "-c", "sum.c"])
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.starts_with("error: there is no clang"), "{text}");
    assert!(text.contains("AVARICE_CLANG"), "{text}");
}
