//! Programs in the process of `avarice run`, without a linker: each shipped one prints what it should; what `run` takes and says.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Runs one program; what is wrong, if anything is.
fn run(avarice: &Path, input: &Path, level: &str, expected: &Path) -> Result<(), String> {
    let output = Command::new(avarice)
        .args(["run", level])
        .arg(input)
        // Nothing of a compiler is needed.
        .env("CC", "/nonexistent")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let expected = fs::read(expected).map_err(|error| error.to_string())?;
    match output.stdout == expected {
        true => Ok(()),
        false => Err(format!(
            "{level} {}: {}\n{}",
            input.display(),
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn programs_print_what_they_should() {
    let avarice = Path::new(env!("CARGO_BIN_EXE_avarice"));
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut wrong = Vec::new();
    for (clangs, ours) in [("O2", "-O2"), ("O0", "-O0")] {
        let folder = programs.join("ll/x86_64").join(clangs);
        for entry in fs::read_dir(folder).expect("programs are shipped") {
            let input = entry.expect("readable folder").path();
            let name = input
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let expected = programs.join("expected").join(format!("{name}.txt"));
            wrong.extend(run(avarice, &input, ours, &expected).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it is written");
    }
    folder
}

/// Runs `avarice run` in a folder: standard output, standard error, and the exit code.
fn run_in(folder: &Path, args: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_avarice"))
        .arg("run")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

/// Prints the arguments, with a function of `second.ll` and one of a library.
const FIRST: &str = r#"
@format = private constant [9 x i8] c"%s %.1f\0A\00"
declare i32 @printf(ptr, ...)
declare double @of(ptr)
define i32 @main(i32 %argc, ptr %argv) {
entry:
  br label %test
test:
  %i = phi i32 [ 1, %entry ], [ %next, %work ]
  %more = icmp slt i32 %i, %argc
  br i1 %more, label %work, label %end
work:
  %place = getelementptr ptr, ptr %argv, i32 %i
  %arg = load ptr, ptr %place
  %number = call double @of(ptr %arg)
  call i32 (ptr, ...) @printf(ptr @format, ptr %arg, double %number)
  %next = add i32 %i, 1
  br label %test
end:
  ret i32 %argc
}
"#;

const SECOND: &str = r#"
declare double @atof(ptr)
declare double @cbrt(double)
define double @of(ptr %text) {
  %number = call double @atof(ptr %text)
  %root = call double @cbrt(double %number)
  ret double %root
}
"#;

const CRASH: &str = r#"
define internal i32 @reads_nothing(ptr %p) noinline {
  %value = load volatile i32, ptr %p
  ret i32 %value
}
define i32 @main() {
  %value = call i32 @reads_nothing(ptr null)
  ret i32 %value
}
"#;

#[test]
#[cfg(target_arch = "x86_64")]
fn several_modules_libraries_and_arguments() {
    let folder = folder(&[("first.ll", FIRST), ("second.ll", SECOND)]);
    let modules = ["first.ll", "second.ll", "-lm", "--", "8", "-l", "27"];
    let expected = "8 2.0\n-l 0.0\n27 3.0\n";
    let result = run_in(folder.path(), &modules);
    assert_eq!(result, (expected.to_owned(), String::new(), Some(4)));
    let (_, errors, code) = run_in(folder.path(), &["first.ll"]);
    assert_eq!(
        errors.lines().next(),
        Some("error: the program does not start: not defined anywhere: 'of'")
    );
    assert_eq!(code, Some(1));
    let (_, errors, code) = run_in(folder.path(), &["second.ll", "-lnot_there"]);
    assert!(errors.contains("no library 'not_there'"), "{errors}");
    assert_eq!(code, Some(1));
}

#[test]
#[cfg(target_arch = "x86_64")]
fn signals_are_named_with_their_function() {
    let folder = folder(&[("crash.ll", CRASH)]);
    let (_, errors, code) = run_in(folder.path(), &["crash.ll"]);
    assert_eq!(
        errors,
        "error: the program was ended by SIGSEGV in function 'reads_nothing'\n"
    );
    assert_eq!(code, Some(128 + 11));
}

/// GDB stops in a function of the program, and its backtrace has the names.
#[test]
#[cfg(target_arch = "x86_64")]
fn debuggers_see_the_functions() {
    let folder = folder(&[("crash.ll", CRASH)]);
    let output = Command::new("gdb")
        .args(["-batch", "-nx", "-ex", "set breakpoint pending on"])
        .args(["-ex", "break reads_nothing", "-ex", "run", "-ex", "bt 2"])
        .args(["--args", env!("CARGO_BIN_EXE_avarice"), "run", "crash.ll"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("gdb starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("in reads_nothing ()"), "{said}");
    assert!(said.contains("in main ()"), "{said}");
}
