//! Programs in the process of `avarice run`, without a linker: each shipped one prints what it should; what `run` takes and says.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Runs one program; what is wrong, if anything is.
fn run(avarice: &Path, input: &Path, options: &[&str], expected: &Path) -> Result<(), String> {
    let output = Command::new(avarice)
        .arg("run")
        .args(options)
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
            "{options:?} {}: {}\n{}",
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
    let ways: [(&str, &[&str]); 3] = [
        ("O2", &["-O2"]),
        ("O2", &["-O2", "--lazy"]),
        ("O0", &["-O0"]),
    ];
    for (clangs, ours) in ways {
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

/// Whose functions keep their addresses when they are compiled, and get all their arguments at the first call: numbers, one of
/// a variable list, vectors. `@missing` is called only with arguments.
const LAZY: &str = r#"
@format = private constant [13 x i8] c"%d %d %.1f\0A\00\00"
@table = internal constant [2 x ptr] [ptr @sum, ptr @same]
@labels.table = internal constant [2 x ptr] [ptr blockaddress(@labels, %first), ptr blockaddress(@labels, %second)]
declare i32 @printf(ptr, ...)
declare void @llvm.va_start(ptr)
declare void @missing()
define internal i32 @same(ptr %a) {
  %is_same = icmp eq ptr %a, @same
  %value = zext i1 %is_same to i32
  ret i32 %value
}
define internal double @sum(i32 %a, i64 %b, <4 x float> %c, double %d, <4 x i32> %e, i32 %f, i32 %g, i32 %h, i32 %i) {
  %1 = sitofp i32 %a to double
  %2 = sitofp i64 %b to double
  %3 = extractelement <4 x float> %c, i32 3
  %4 = fpext float %3 to double
  %5 = extractelement <4 x i32> %e, i32 2
  %6 = add i32 %f, %g
  %7 = add i32 %h, %i
  %8 = add i32 %6, %7
  %9 = add i32 %8, %5
  %10 = sitofp i32 %9 to double
  %11 = fadd double %1, %2
  %12 = fadd double %11, %4
  %13 = fadd double %12, %d
  %14 = fadd double %13, %10
  ret double %14
}
define i32 @second(i32 %count, ...) {
  %list = alloca [32 x i8], align 8
  call void @llvm.va_start(ptr %list)
  %first = va_arg ptr %list, i32
  %second = va_arg ptr %list, i32
  ret i32 %second
}
define i32 @main(i32 %argc, ptr %argv) {
entry:
  %place = getelementptr [2 x ptr], ptr @table, i32 0, i32 1
  %function = load ptr, ptr %place
  %same = call i32 %function(ptr %function)
  %second = call i32 (i32, ...) @second(i32 2, i32 7, i32 8)
  %labels = call i32 @labels(i32 1)
  %sum = call double @sum(i32 1, i64 2, <4 x float> <float 0.0, float 0.0, float 0.0, float 3.0>, double 0.5,
                          <4 x i32> <i32 0, i32 0, i32 4, i32 0>, i32 5, i32 6, i32 7, i32 8)
  call i32 (ptr, ...) @printf(ptr @format, i32 %labels, i32 %second, double %sum)
  %more = icmp sgt i32 %argc, 1
  br i1 %more, label %calls_missing, label %end
calls_missing:
  call void @uses_missing()
  br label %end
end:
  ret i32 0
}
; Not one of those that wait.
define internal i32 @labels(i32 %index) {
entry:
  %place = getelementptr [2 x ptr], ptr @labels.table, i32 0, i32 %index
  %label = load ptr, ptr %place
  indirectbr ptr %label, [label %first, label %second]
first:
  ret i32 10
second:
  %place2 = getelementptr [2 x ptr], ptr @table, i32 0, i32 1
  %function = load ptr, ptr %place2
  %same = call i32 %function(ptr @same)
  ret i32 %same
}
define internal void @uses_missing() noinline {
  call void @missing()
  ret void
}
"#;

#[test]
#[cfg(target_arch = "x86_64")]
fn functions_are_compiled_when_they_are_first_called() {
    let folder = folder(&[
        ("lazy.ll", LAZY),
        ("first.ll", FIRST),
        ("second.ll", SECOND),
        ("crash.ll", CRASH),
    ]);
    let run = |args: &[&str]| run_in(folder.path(), args);
    let expected = ("1 8 36.5\n".to_owned(), String::new(), Some(0));
    assert_eq!(run(&["--lazy", "lazy.ll"]), expected);
    // All at once, the missing function is an error.
    assert_eq!(run(&["lazy.ll"]).2, Some(1));
    let (said, errors, code) = run(&["--lazy", "lazy.ll", "--", "1"]);
    assert_eq!(said, "1 8 36.5\n");
    assert_eq!(
        errors,
        "error: function 'uses_missing' is not there: not defined anywhere: 'missing'\n"
    );
    assert_eq!(code, Some(1));
    let (said, ..) = run(&["--lazy", "first.ll", "second.ll", "--", "8"]);
    assert_eq!(said, "8 2.0\n");
    let (_, errors, _) = run(&["--lazy", "crash.ll"]);
    assert!(
        errors.contains("SIGSEGV in function 'reads_nothing'"),
        "{errors}"
    );
}
