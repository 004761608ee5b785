//! Whole tests run with a tool that echoes what it was given.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Options, Summary, Tool, ToolCall, ToolOutput, run_with};

/// Its output is its arguments, separated by spaces, and then its input. `fail` as the second
/// argument makes it exit with 1, `panic` with 101, `path` writes the test's path.
struct EchoTool;

impl Tool for EchoTool {
    fn run(&self, call: ToolCall<'_>) -> io::Result<ToolOutput> {
        let mut output = ToolOutput {
            stdout: format!("{}\n", call.arguments.join(" ")).into_bytes(),
            ..ToolOutput::default()
        };
        output.stdout.extend_from_slice(call.stdin);
        match call.arguments.get(1).map(String::as_str) {
            Some("fail") => output.exit_code = 1,
            Some("panic") => output.exit_code = 101,
            Some("hang") => return Err(io::ErrorKind::TimedOut.into()),
            Some("warn") => output.stderr = b"warning\n".to_vec(),
            _ => {}
        }
        Ok(output)
    }
}

/// A directory with one test.
struct Fixture {
    directory: tempfile::TempDir,
    options: Options,
}

impl Fixture {
    fn new(text: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("a.ll"), text).unwrap();
        Self {
            directory,
            options: Options::new(PathBuf::new()),
        }
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn run(&self) -> (Summary, String) {
        let mut out = Vec::new();
        let paths = [self.path().to_owned()];
        let summary = run_with(&EchoTool, &paths, &self.options, &mut out).unwrap();
        (summary, String::from_utf8(out).unwrap())
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path().join("a.ll")).unwrap()
    }
}

#[track_caller]
fn passes(text: &str) {
    let (summary, report) = Fixture::new(text).run();
    assert_eq!(
        summary,
        Summary {
            passed: 1,
            ..Summary::default()
        },
        "{report}"
    );
}

#[track_caller]
fn fails(text: &str) -> String {
    let (summary, report) = Fixture::new(text).run();
    assert_eq!(
        summary,
        Summary {
            failed: 1,
            ..Summary::default()
        },
        "{report}"
    );
    report
}

#[track_caller]
fn is_unsupported(text: &str) -> String {
    let (summary, report) = Fixture::new(text).run();
    assert_eq!(
        summary,
        Summary {
            unsupported: 1,
            ..Summary::default()
        },
        "{report}"
    );
    report
}

#[test]
fn the_tool_is_called_and_checked() {
    passes("; RUN: avarice compile -x | FileCheck %s\n; CHECK: compile -x\n");
    let report = fails("; RUN: avarice compile -x | FileCheck %s\n; CHECK: compile -y\n");
    assert!(
        report.contains("a.ll:2:10: error: CHECK: expected string not found"),
        "{report}"
    );
    assert!(report.ends_with("\n0 passed, 1 failed\n"), "{report}");
}

#[test]
fn llc_is_compile() {
    passes("; RUN: llc -O2 < %s | FileCheck %s\n; CHECK: {{^}}compile -O2 -{{$}}\n");
    passes("; RUN: llc -O2 in.ll | FileCheck %s\n; CHECK: {{^}}compile -O2 in.ll{{$}}\n");
    passes("; RUN: cat %s | llc -o - - | FileCheck %s\n; CHECK: {{^}}compile -o - -{{$}}\n");
}

#[test]
fn a_failing_command_fails_the_test() {
    let report = fails("; RUN: avarice compile\n; RUN: avarice compile fail\n");
    assert!(
        report.contains("a.ll:2: exit code 1 instead of 0"),
        "{report}"
    );
    fails("; RUN: avarice compile fail | cat\n");
    fails("; RUN: false && true\n");
    passes("; RUN: false || true\n");
}

#[test]
fn not_wants_a_failure_but_no_crash() {
    passes("; RUN: not avarice compile fail\n");
    fails("; RUN: not avarice compile\n");
    fails("; RUN: not avarice compile panic\n");
    passes("; RUN: not --crash avarice compile panic\n");
    fails("; RUN: not --crash avarice compile fail\n");
}

#[test]
fn exit_codes_can_be_named() {
    passes("; RUN: avarice compile fail\n; EXIT: 1\n");
    assert!(fails("; RUN: avarice compile\n; EXIT: 1\n").contains("exit code 0 instead of 1"));
}

#[test]
fn a_command_that_hangs_fails_even_under_not() {
    assert!(fails("; RUN: not avarice compile hang\n").contains("did not end within 60s"));
}

#[test]
fn streams_can_be_redirected() {
    passes(
        "; RUN: avarice x warn 2>%t > %t.out\n; RUN: grep warning %t\n; RUN: grep 'x warn' %t.out\n",
    );
    passes("; RUN: echo a > %t && echo b >> %t && count 2 < %t\n");
    passes("; RUN: avarice x warn 2>&1 >/dev/null | FileCheck %s\n; CHECK: {{^}}warning\n");
    fails("; RUN: cat < no-such-file\n");
}

#[test]
fn files_can_be_split() {
    passes("; RUN: split-file %s %t\n; RUN: grep one %t/b.ll\n;--- b.ll\none\n;--- c.ll\ntwo\n");
}

#[test]
fn other_programs_make_a_test_unsupported() {
    assert!(is_unsupported("; RUN: opt %s | llc\n").contains("`opt` is not available"));
    is_unsupported("; RUN: not opt %s\n");
    is_unsupported("; RUN: echo $(pwd)\n");
    is_unsupported("; RUN: (echo a; echo b)\n");
    passes("; RUN: echo '$(pwd)' | grep -F '$(pwd)'\n");
}

#[test]
fn conditions_decide_whether_and_how_a_test_runs() {
    passes("; REQUIRES: x86-registered-target\n; RUN: true\n");
    assert!(is_unsupported("; REQUIRES: asserts\n; RUN: true\n").contains("requires asserts"));
    is_unsupported("; UNSUPPORTED: target={{.*}}linux{{.*}}\n; RUN: true\n");
    passes("; XFAIL: *\n; RUN: false\n");
    assert!(fails("; XFAIL: *\n; RUN: true\n").contains("although XFAIL"));
}

#[test]
fn a_file_without_commands_fails() {
    assert!(fails("define void @f() {\n").contains("has no RUN: line"));
}

#[test]
fn exact_output_is_compared() {
    passes("; RUN: avarice compile %s %t.o\n; OUTPUT:\n; compile %s %t.o\n");
    passes("; RUN: avarice x warn\n; OUTPUT(stderr):\n; warning\n");
    let report = fails("; RUN: echo one\n; OUTPUT:\n; two\n");
    assert!(
        report.contains("a.ll:2: the output is not as expected"),
        "{report}"
    );
    assert!(report.contains("\n-two\n+one\n"), "{report}");
}

#[test]
fn blessing_rewrites_blocks_and_nothing_else() {
    let mut fixture = Fixture::new(
        "; RUN: echo one\n; OUTPUT:\n; two\n; three\n\n; RUN: echo -n x\n; OUTPUT:\n\nkept\n",
    );
    fixture.options.bless = true;
    let (summary, report) = fixture.run();
    assert_eq!((summary.passed, summary.blessed), (1, 1), "{report}");
    let expected = "; RUN: echo one\n; OUTPUT:\n; one\n\n; RUN: echo -n x\n; OUTPUT:\n; x\n;\\ no newline at end of output\n\nkept\n";
    assert_eq!(fixture.text(), expected);
    fixture.options.bless = false;
    assert_eq!(
        fixture.run().0,
        Summary {
            passed: 1,
            ..Summary::default()
        }
    );
}

#[test]
fn blessing_settles_where_output_names_lines() {
    let text = "; RUN: grep -n 'mark' %s | tail -n 1\n; OUTPUT:\n\nmark\n";
    let mut fixture = Fixture::new(text);
    fixture.options.bless = true;
    assert_eq!(fixture.run().0.blessed, 1);
    assert!(
        fixture.text().contains("\n; 5:mark\n\nmark\n"),
        "{}",
        fixture.text()
    );
}

#[test]
fn blessing_gives_up_where_output_never_settles() {
    let mut fixture = Fixture::new("; RUN: wc -l < %s; cat %s\n; OUTPUT:\n");
    fixture.options.bless = true;
    let (summary, report) = fixture.run();
    assert_eq!(summary.failed, 1);
    assert!(report.contains("different each time"), "{report}");
}

#[test]
fn blessing_accepts_no_failure() {
    let text = "; RUN: avarice compile fail\n; OUTPUT:\n; two\n";
    let mut fixture = Fixture::new(text);
    fixture.options.bless = true;
    assert_eq!(fixture.run().0.failed, 1);
    assert_eq!(fixture.text(), text);
}

#[test]
fn directories_are_walked_in_order() {
    let fixture = Fixture::new("; RUN: false\n");
    let path = fixture.path();
    fs::create_dir_all(path.join("b/Inputs")).unwrap();
    fs::write(path.join("b/z.mir"), "# RUN: false\n").unwrap();
    fs::write(path.join("b/Inputs/x.ll"), "").unwrap();
    fs::write(path.join("b/lit.local.ll"), "").unwrap();
    fs::write(path.join("b/notes.txt"), "").unwrap();
    fs::write(path.join("b/c.c"), "// RUN: true\n").unwrap();
    let (summary, report) = fixture.run();
    assert_eq!((summary.passed, summary.failed), (1, 2), "{report}");
    assert!(
        report.find("a.ll").unwrap() < report.find("z.mir").unwrap(),
        "{report}"
    );
}

#[test]
fn a_path_that_does_not_exist_is_an_error() {
    let options = Options::new(PathBuf::new());
    let paths = [PathBuf::from("no/such/file.ll")];
    let error = run_with(&EchoTool, &paths, &options, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("no/such/file.ll"));
}

#[test]
fn expectations_are_rewritten_on_request_but_never_by_ci() {
    assert_eq!(crate::bless("", "true"), Ok(false));
    assert_eq!(crate::bless("0", ""), Ok(false));
    assert_eq!(crate::bless("1", ""), Ok(true));
    assert_eq!(crate::bless("1", "false"), Ok(true));
    assert!(crate::bless("1", "true").is_err_and(|why| why.contains("CI")));
    assert!(crate::bless("yes", "").is_err_and(|why| why.contains("'yes'")));
}
