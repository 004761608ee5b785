//! Every directive, in cases where it matches and where it does not.

use super::{FileCheckOptions, NamedText, check, parse_arguments};

fn run(options: &FileCheckOptions, directives: &str, input: &str) -> Result<(), String> {
    let directives = NamedText {
        name: "check",
        text: directives,
    };
    check(
        directives,
        NamedText {
            name: "<stdin>",
            text: input,
        },
        options,
    )
}

fn run_with(arguments: &str, directives: &str, input: &str) -> Result<(), String> {
    let arguments: Vec<String> = format!("f {arguments}")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    run(
        &parse_arguments(&arguments).unwrap().options,
        directives,
        input,
    )
}

#[track_caller]
fn holds(directives: &str, input: &str) {
    if let Err(report) = run(&FileCheckOptions::default(), directives, input) {
        panic!("should hold:\n{report}");
    }
}

#[track_caller]
fn fails(directives: &str, input: &str) -> String {
    run(&FileCheckOptions::default(), directives, input).expect_err("should fail")
}

#[test]
fn plain_directives_match_in_order() {
    holds("; CHECK: a\n; CHECK: b\n", "x a\ny\nb\n");
    let report = fails("; CHECK: b\n; CHECK: a\n", "a\nb\n");
    assert!(
        report.starts_with("check:2:10: error: CHECK: expected string not found"),
        "{report}"
    );
    assert!(
        report.contains("<stdin>:2:2: note: scanning from here"),
        "{report}"
    );
}

#[test]
fn blanks_are_canonical_unless_strict() {
    holds("; CHECK: a b\n", "\ta\t  b\n");
    assert!(run_with("--strict-whitespace", "; CHECK: a b\n", "a  b\n").is_err());
    assert!(run_with("--strict-whitespace", "; CHECK: a  b\n", "a  b\n").is_ok());
}

#[test]
fn next_wants_the_following_line() {
    holds("; CHECK: a\n; CHECK-NEXT: b\n", "a\nb\n");
    assert!(fails("; CHECK: a\n; CHECK-NEXT: b\n", "a\n\nb\n").contains("not on the line after"));
    assert!(fails("; CHECK: a\n; CHECK-NEXT: b\n", "a b\n").contains("on the same line"));
    assert!(fails("; CHECK-NEXT: a\n", "a\n").contains("without previous"));
}

#[test]
fn same_wants_the_same_line() {
    holds("; CHECK: a\n; CHECK-SAME: b\n", "a b\n");
    assert!(fails("; CHECK: a\n; CHECK-SAME: b\n", "a\nb\n").contains("not on the same line"));
}

#[test]
fn empty_wants_an_empty_line() {
    holds("; CHECK: a\n; CHECK-EMPTY:\n; CHECK-NEXT: b\n", "a\n\nb\n");
    fails("; CHECK: a\n; CHECK-EMPTY:\n", "a\nb\nc\n\n");
    assert!(fails("; CHECK: a\n; CHECK-EMPTY: x\n", "a\n\n").contains("non-empty check string"));
}

#[test]
fn not_excludes_the_region_between_matches() {
    holds("; CHECK: a\n; CHECK-NOT: x\n; CHECK: b\n", "x\na\nb\nx\n");
    assert!(
        fails("; CHECK: a\n; CHECK-NOT: x\n; CHECK: b\n", "a\nx\nb\n").contains("excluded string")
    );
    fails("; CHECK: a\n; CHECK-NOT: x\n", "a\nx\n");
    fails("; CHECK-NOT: x\n; CHECK: a\n", "x\na\n");
}

#[test]
fn labels_cut_the_input_into_blocks() {
    let directives = "; CHECK-LABEL: f:\n; CHECK: add\n; CHECK-LABEL: g:\n; CHECK: sub\n";
    holds(directives, "f:\nadd\ng:\nsub\n");
    // Without labels the first directive would find the `add` of g.
    let report = fails(directives, "f:\nmul\ng:\nadd\nsub\n");
    assert!(report.contains("check:2:10"), "{report}");
    assert!(fails("; CHECK-LABEL: [[X:a]]\n", "a\n").contains("variable definition or use"));
}

#[test]
fn a_failed_block_does_not_hide_the_next() {
    let directives = "; CHECK-LABEL: f:\n; CHECK: add\n; CHECK-LABEL: g:\n; CHECK: sub\n";
    let report = fails(directives, "f:\ng:\n");
    assert!(
        report.contains("check:2:10") && report.contains("check:4:10"),
        "{report}"
    );
}

#[test]
fn dag_directives_match_in_any_order_without_overlap() {
    holds("; CHECK-DAG: a\n; CHECK-DAG: b\n; CHECK: c\n", "b\na\nc\n");
    fails("; CHECK-DAG: a\n; CHECK-DAG: b\n; CHECK: c\n", "b\nc\na\n");
    holds("; CHECK-DAG: {{[a-z]}}\n; CHECK-DAG: {{[a-z]}}\n", "x y\n");
    fails("; CHECK-DAG: {{[a-z]}}\n; CHECK-DAG: {{[a-z]}}\n", "x\n");
}

#[test]
fn not_between_dag_groups_applies_between_them() {
    let directives = "; CHECK-DAG: a\n; CHECK-NOT: x\n; CHECK-DAG: b\n";
    holds(directives, "a\nb\nx\n");
    fails(directives, "a\nx\nb\n");
}

#[test]
fn count_wants_that_many_matches() {
    holds("; CHECK-COUNT-3: a\n", "a a\na\n");
    fails("; CHECK-COUNT-3: a\n", "a a\n");
    assert!(fails("; CHECK-COUNT-0: a\n", "a\n").contains("invalid count"));
    assert!(fails("; CHECK-COUNT-x: a\n", "a\n").contains("invalid count"));
}

#[test]
fn literal_directives_take_braces_as_they_are() {
    holds("; CHECK{LITERAL}: [[a]] {{b}}\n", "[[a]] {{b}}\n");
    fails("; CHECK{LITERAL}: {{b}}\n", "b\n");
    holds("; CHECK: a\n; CHECK-NEXT{LITERAL}: {{b}}\n", "a\n{{b}}\n");
}

#[test]
fn comments_and_longer_words_are_no_directives() {
    holds(
        "; RUN: x | FileCheck %s CHECK: no\n; COM: CHECK: no\n; CHECK: a\n",
        "a\n",
    );
    holds("; MY-CHECK: no\n; CHECKED: no\n; CHECK: a\n", "a\n");
}

#[test]
fn mistaken_directives_are_reported() {
    assert!(fails("; CHECK: a\n; CHECK_NEXT: b\n", "a\nb\n").contains("misspelled"));
    assert!(fails("; CHECK: a\n; CHECK-NEXT-NOT: b\n", "a\nb\n").contains("-NOT combo"));
    assert!(fails("nothing here\n", "a\n").contains("no check strings found"));
    assert!(fails("; CHECK:\n", "a\n").contains("empty check string"));
    assert!(fails("; CHECK: {{(}}\n", "a\n").contains("invalid regex"));
}

#[test]
fn several_prefixes_work_together() {
    let directives = "; A: one\n; B-NEXT: two\n; C: never\n";
    assert!(run_with("--check-prefixes=A,B", directives, "one\ntwo\n").is_ok());
    assert!(run_with("--check-prefixes=A,B", directives, "one\n\ntwo\n").is_err());
    let unused = run_with("--check-prefixes=A,D", directives, "one\n").unwrap_err();
    assert!(unused.contains("'D:'"), "{unused}");
    assert!(
        run_with(
            "--check-prefixes=A,D --allow-unused-prefixes",
            directives,
            "one\n"
        )
        .is_ok()
    );
}

#[test]
fn whole_lines_are_matched_on_demand() {
    assert!(run_with("--match-full-lines", "; CHECK: a\n", "  a  \n").is_ok());
    assert!(run_with("--match-full-lines", "; CHECK: a\n", "a b\n").is_err());
    assert!(run_with("--match-full-lines", "; CHECK: {{[ab]+}}\n", "c\nabba\n").is_ok());
}

#[test]
fn case_is_ignored_on_demand() {
    assert!(run_with("--ignore-case", "; CHECK: HELLO {{W.*}}\n", "hello world\n").is_ok());
    fails("; CHECK: HELLO\n", "hello\n");
    assert!(run_with("--ignore-case", "; CHECK: HELLO\n", "hello\n").is_ok());
}

#[test]
fn implicit_exclusions_apply_everywhere() {
    let arguments = "--implicit-check-not=error";
    assert!(run_with(arguments, "; CHECK: a\n; CHECK: b\n", "a\nb\n").is_ok());
    for input in ["error\na\nb\n", "a\nerror\nb\n", "a\nb\nerror\n"] {
        assert!(
            run_with(arguments, "; CHECK: a\n; CHECK: b\n", input).is_err(),
            "{input}"
        );
    }
}

#[test]
fn an_empty_input_is_an_error_unless_allowed() {
    assert!(fails("; CHECK-NOT: a\n", "").contains("is empty"));
    assert!(run_with("--allow-empty", "; CHECK-NOT: a\n", "").is_ok());
}

#[test]
fn variables_are_defined_from_outside() {
    assert!(run_with("-DREG=eax", "; CHECK: mov [[REG]]\n", "mov eax\n").is_ok());
    assert!(run_with("-DREG=eax", "; CHECK: mov [[REG]]\n", "mov ebx\n").is_err());
    assert!(run_with("-D#N=4", "; CHECK: [[#N+1]]\n", "5\n").is_ok());
    assert!(run_with("-D#%x,N=0xa", "; CHECK: <[[#N]]>\n", "<a>\n").is_ok());
    assert!(run_with("-D1=2", "; CHECK: a\n", "a\n").is_err());
}

#[test]
fn local_variables_end_at_a_label_on_demand() {
    let directives = "; CHECK: [[L:a]] [[$G:b]]\n; CHECK-LABEL: f\n; CHECK: [[L]]\n";
    assert!(run_with("", directives, "a b\nf\na\n").is_ok());
    let report = run_with("--enable-var-scope", directives, "a b\nf\na\n").unwrap_err();
    assert!(report.contains("undefined variable: L"), "{report}");
    let global = "; CHECK: [[$G:b]]\n; CHECK-LABEL: f\n; CHECK: [[$G]]\n";
    assert!(run_with("--enable-var-scope", global, "b\nf\nb\n").is_ok());
}

#[test]
fn numeric_constraints_are_checked() {
    let directives =
        "; CHECK: at [[#%x,A:]]\n; CHECK-NEXT: at [[#%x,B:A+8]]\n; CHECK-NEXT: [[#B]]\n";
    holds(directives, "at 1f8\nat 200\n200\n");
    fails(directives, "at 1f8\nat 201\n201\n");
}

#[test]
fn a_likely_line_is_pointed_out() {
    let report = fails(
        "; CHECK: movl $1, %eax\n",
        "pushq %rbp\n  movl $2, %eax\nretq\n",
    );
    assert!(
        report.contains("<stdin>:2:2: note: possible intended match here"),
        "{report}"
    );
}

#[test]
fn windows_line_ends_are_accepted() {
    holds("; CHECK: a\r\n; CHECK-NEXT: {{^b$}}\r\n", "a\r\nb\r\n");
}
