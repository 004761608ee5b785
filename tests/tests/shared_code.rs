//! How much of one target stands in the other: what both need belongs into a crate below them.
//!
//! A line counts if it is part of a run of six or more lines, blank ones and imports left out, that the other target
//! has too, whatever the indentation.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The fewest lines that make a run.
const RUN: usize = 6;

/// The targets, each with the largest part of its lines that may stand in the other, in tenths of a percent. These numbers
/// may only fall.
const TARGETS: [(&str, usize); 2] = [("x86_64", 30), ("aarch64", 30)];

/// A source file: its lines with their numbers.
struct Source {
    path: PathBuf,
    lines: Vec<(usize, String)>,
}

/// The Rust files below `folder`.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the project");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The lines of a file that count: neither blank nor part of an import.
fn read(path: PathBuf) -> Source {
    let text = fs::read_to_string(&path).expect("a source file");
    let mut lines = Vec::new();
    let mut in_import = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let begins = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "];
        let is_import = in_import || begins.iter().any(|begin| line.starts_with(begin));
        in_import = is_import && !line.ends_with(';');
        if !is_import && !line.is_empty() {
            lines.push((number + 1, line.to_owned()));
        }
    }
    Source { path, lines }
}

/// All files of a target.
fn sources(target: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../targets");
    let mut files = Vec::new();
    rust_files(&root.join(target), &mut files);
    files.sort();
    files.into_iter().map(read).collect()
}

/// The text of the run that begins at line `at`.
fn run(source: &Source, at: usize) -> Vec<&str> {
    let lines = source.lines[at..at + RUN].iter();
    lines.map(|(_, line)| line.as_str()).collect()
}

/// All runs of a target.
fn runs(sources: &[Source]) -> HashSet<Vec<&str>> {
    let places = sources.iter().flat_map(|source| {
        (0..(source.lines.len() + 1).saturating_sub(RUN)).map(move |at| (source, at))
    });
    places.map(|(source, at)| run(source, at)).collect()
}

#[test]
fn targets_share_code_below_them() {
    let all = TARGETS.map(|(target, _)| sources(target));
    let known = [runs(&all[0]), runs(&all[1])];
    let mut offences = Vec::new();
    for (index, (target, most)) in TARGETS.into_iter().enumerate() {
        let mut found: HashMap<&Path, HashSet<usize>> = HashMap::new();
        for source in &all[index] {
            for at in 0..(source.lines.len() + 1).saturating_sub(RUN) {
                if known[1 - index].contains(&run(source, at)) {
                    let numbers = source.lines[at..at + RUN].iter().map(|(number, _)| *number);
                    found.entry(&source.path).or_default().extend(numbers);
                }
            }
        }
        let lines: usize = all[index].iter().map(|source| source.lines.len()).sum();
        let shared: usize = found.values().map(HashSet::len).sum();
        if shared * 1000 > lines * most {
            let mut files: Vec<_> = found.into_iter().collect();
            files.sort_by_key(|(_, numbers)| std::cmp::Reverse(numbers.len()));
            let files = files.iter().take(10);
            let files =
                files.map(|(path, numbers)| format!("{}: {}", path.display(), numbers.len()));
            offences.push(format!(
                "{target}: {shared} of {lines} lines stand in the other target:\n{}",
                files.collect::<Vec<_>>().join("\n")
            ));
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}
