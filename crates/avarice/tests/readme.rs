//! The README's examples are true: every `console` block is run and compared. `BLESS=1` rewrites them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What precedes the arguments in a block's command.
const PROGRAM: &str = "$ cargo run --release -- ";

#[test]
fn console_blocks_show_what_comes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = root.join("README.md");
    let text = fs::read_to_string(&readme).expect("there is a README");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let mut actual = String::new();
    let mut count = 0;
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        actual.push_str(line);
        if line.trim_end() != "```console" {
            continue;
        }
        let command = lines
            .next()
            .expect("a console block begins with its command");
        actual.push_str(command);
        actual.push_str(&run(command.trim_end(), &root, scratch.path()));
        actual.push_str("```\n");
        count += 1;
        lines
            .by_ref()
            .take_while(|line| line.trim_end() != "```")
            .for_each(drop);
    }
    assert!(count > 0, "the README has no console block");
    if avarice_filetest::bless_from_environment().unwrap_or_else(|error| panic!("{error}")) {
        fs::write(&readme, &actual).expect("the README can be written");
    } else {
        assert!(
            text == actual,
            "the README's examples are not true; this is:\n{actual}"
        );
    }
}

/// The output of the command, both streams, with its inputs found in the project and its outputs
/// written to `scratch`.
fn run(command: &str, root: &Path, scratch: &Path) -> String {
    let arguments = command
        .strip_prefix(PROGRAM)
        .expect("the command runs avarice");
    let mut words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    if let Some(at) = words.iter().position(|word| word == "-o") {
        let output = &mut words[at + 1];
        if output != "-" {
            *output = scratch
                .join(PathBuf::from(&*output))
                .to_string_lossy()
                .into_owned();
        }
    }
    let output = Command::new(env!("CARGO_BIN_EXE_avarice"))
        .args(words)
        .current_dir(root)
        .output()
        .expect("avarice starts");
    let mut text = String::from_utf8(output.stdout).expect("output is text");
    text.push_str(&String::from_utf8(output.stderr).expect("output is text"));
    text
}
