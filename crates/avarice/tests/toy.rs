//! The example language, `examples/toy`: in this process, line by line, and as objects for both targets.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const EXPECTED: &str = "hello\nfib(20) = 6765\nqueens(8) = 92\nrotator: a palindrome of 7 letters\nrotors: none\nnothing\n";

/// The example's program, which cargo builds beside the tests unless it is asked for only one of these.
fn toy() -> Command {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("tests are in target/*/deps");
    Command::new(folder.join("examples/toy"))
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/toy/hello.toy")
}

fn output(command: &mut Command) -> String {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(output.status.success(), "{command:?} fails");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn runs_in_process() {
    assert_eq!(output(toy().arg(source())), EXPECTED);
}

#[test]
fn objects_are_linked_and_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let targets: [(&str, &[&str], Option<&str>); 2] = [
        ("x86_64-linux-gnu", &["cc", "-no-pie"], None),
        (
            "aarch64-linux-gnu",
            &["aarch64-linux-gnu-gcc", "-static"],
            Some("qemu-aarch64"),
        ),
    ];
    for (triple, linker, emulator) in targets {
        let object = folder.path().join(triple).with_extension("o");
        let program = object.with_extension("program");
        output(toy().arg(source()).arg("-o").arg(&object).arg(triple));
        let mut link = Command::new(linker[0]);
        output(link.args(&linker[1..]).arg(&object).arg("-o").arg(&program));
        let mut run = match emulator {
            Some(emulator) => Command::new(emulator),
            None => Command::new(&program),
        };
        if emulator.is_some() {
            run.arg(&program);
        }
        assert_eq!(output(&mut run), EXPECTED, "{triple}");
    }
}

#[test]
fn lines_are_compiled_one_by_one() {
    let lines = "extern printf(format: str, ...): int\n\
                 fn twice(n: int): int { return 2 * n }\n\
                 printf(\"%ld\\n\", twice(21))\n\
                 var i = 0 while i < 3 { printf(\"%ld \", twice(i)) i = i + 1 } printf(\"\\n\")\n\
                 twice(\"x\")\n\
                 fn half(n: int): int { return twice(n) / 4 } printf(\"%ld\\n\", half(8))\n";
    let mut child = toy()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(said, "42\n0 2 4 \n4\n");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors, "error: line 1: int is needed here, not str\n");
}
