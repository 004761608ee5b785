//! The chapter on the greedy allocator is true: what it shows as output is in the output.
//!
//! Its first `console` block has the command, each `log` block lines of its output: in this order, without
//! others between them, except where a line `…` stands. A line that ends with `…` is the beginning of one.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What precedes the arguments in the chapter's command.
const PROGRAM: &str = "$ cargo run --release -- ";

/// What stands for lines, or the rest of a line, that are left out.
const LEFT_OUT: &str = "…";

#[test]
fn log_blocks_are_in_the_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let chapter =
        fs::read_to_string(root.join("docs/greedy-allocator.md")).expect("there is a chapter");
    let command = blocks(&chapter, "console").remove(0);
    let arguments = command
        .trim_end()
        .strip_prefix(PROGRAM)
        .expect("the command runs avarice");
    let output = Command::new(env!("CARGO_BIN_EXE_avarice"))
        .args(arguments.split_whitespace())
        .current_dir(&root)
        .output()
        .expect("avarice starts");
    let mut text = String::from_utf8(output.stderr).expect("output is text");
    text.push_str(&String::from_utf8(output.stdout).expect("output is text"));
    let lines: Vec<&str> = text.lines().collect();
    let logs = blocks(&chapter, "log");
    assert!(logs.len() > 10, "the chapter shows its log");
    let missing: Vec<&String> = logs.iter().filter(|block| !occurs(block, &lines)).collect();
    assert!(
        missing.is_empty(),
        "not in the output of {command}: {missing:#?}"
    );
}

/// The contents of the chapter's blocks of a language.
fn blocks(chapter: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}");
    let mut found = Vec::new();
    let mut lines = chapter.lines();
    while lines.any(|line| line == fence) {
        let block = lines.by_ref().take_while(|line| *line != "```");
        found.push(block.map(|line| format!("{line}\n")).collect());
    }
    found
}

/// Whether the lines of `block` are among `lines`, one piece after the other.
fn occurs(block: &str, lines: &[&str]) -> bool {
    let wanted: Vec<&str> = block.lines().collect();
    let pieces = wanted.split(|line| line.trim() == LEFT_OUT);
    let mut from = 0;
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        let rest = &lines[from..];
        let Some(at) = rest
            .windows(piece.len())
            .position(|window| is_same(piece, window))
        else {
            return false;
        };
        from += at + piece.len();
    }
    true
}

fn is_same(piece: &[&str], window: &[&str]) -> bool {
    piece
        .iter()
        .zip(window)
        .all(|(wanted, line)| match wanted.strip_suffix(LEFT_OUT) {
            Some(start) => line.starts_with(start),
            None => wanted == line,
        })
}
