//! Every register of every input can be explained: no explanation fails, and each says where the register ended.
//!
//! `EXPLAIN_INPUTS=FOLDER` explains all registers of all `.ll` and `.mir` files below another folder than
//! `filetests/aarch64`, with the options in `EXPLAIN_OPTIONS`; files that cannot be compiled are counted and left out.

use std::fs;
use std::path::{Path, PathBuf};

use avarice::llc_options;
use avarice::options::{Command, CompileOptions};
use avarice::record::record;
use avarice_explain::{Query, explain, find, registers, summary};
use avarice_trace::events::FunctionRecord;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn options(path: &Path, arguments: &[&str]) -> CompileOptions {
    let mut words = vec!["avarice", "compile", path.to_str().expect("paths are text")];
    words.extend(arguments);
    let line = llc_options::parse(words.iter().map(Into::into)).expect("a command line");
    match line.command {
        Command::Compile(options) => options,
        _ => unreachable!("the words say compile"),
    }
}

/// Explains all registers of some functions; returns how many.
fn explain_all(records: &[FunctionRecord], is_allocated: bool) -> usize {
    let mut explained = 0;
    let lines = summary(records, None).unwrap_or_else(|error| panic!("{error}"));
    for function in records {
        for reg in registers(function) {
            let text = explain(function, reg);
            let place = format!("{reg} in {}:\n{text}", function.name);
            assert!(text.contains("\nWhere it comes from\n"), "{place}");
            assert!(text.contains("\nWhere it ended\n"), "{place}");
            let undecided = text.contains("no allocator has run");
            assert!(!(is_allocated && undecided), "{place}");
            assert!(lines.contains(&format!("\n  {reg} ")), "{place}");
            let found = find(records, &Query::Reg(reg.as_u32()), Some(&function.name));
            assert!(found.is_ok_and(|found| found.len() == 1), "{place}");
            explained += 1;
        }
    }
    explained
}

#[test]
fn every_register_of_the_shipped_inputs() {
    let inputs = [
        ("filetests/explain/Inputs/pressure.ll", &["-O2"][..]),
        (
            "filetests/explain/Inputs/pressure.ll",
            &["-O2", "-mtriple=aarch64-linux-gnu"],
        ),
        (
            "filetests/explain/Inputs/pressure.ll",
            &["-O2", "-regalloc=basic"],
        ),
        ("filetests/explain/Inputs/pressure.ll", &["-O0"]),
        (
            "filetests/explain/Inputs/pressure.ll",
            &["-O2", "-regalloc=ion"],
        ),
        (
            "filetests/events/Inputs/two.mir",
            &["-O1", "-start-before=register-coalescer"],
        ),
        ("filetests/x86_64/seed/bar.ll", &["-O1"]),
        (
            "filetests/x86_64/greedy/evict_and_spill.mir",
            &["-start-before=greedy"],
        ),
        (
            "filetests/x86_64/greedy/split_region.mir",
            &["-start-before=greedy"],
        ),
        (
            "filetests/x86_64/greedy/fold_load.mir",
            &["-start-before=greedy"],
        ),
        (
            "filetests/x86_64/greedy/hoist_spills.mir",
            &["-start-before=greedy"],
        ),
        ("examples/queens.ll", &["-O2"]),
    ];
    let mut explained = 0;
    for (path, arguments) in inputs {
        let records = record(&options(&root().join(path), arguments));
        let records = records.unwrap_or_else(|error| panic!("{path}: {error}"));
        explained += explain_all(&records, true);
    }
    assert!(explained > 400, "only {explained} registers");
}

/// How many registers these filetests have at least.
const FEWEST_REGISTERS: usize = 3500;

#[test]
fn every_register_below_a_folder() {
    let given = std::env::var_os("EXPLAIN_INPUTS");
    let fewest = if given.is_some() { 1 } else { FEWEST_REGISTERS };
    let folder = given.map_or_else(|| root().join("filetests/aarch64"), PathBuf::from);
    let words = std::env::var("EXPLAIN_OPTIONS").unwrap_or_default();
    let words: Vec<&str> = words.split_whitespace().collect();
    let (mut files, mut refused, mut explained) = (0, 0, 0);
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("the folder can be read");
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if matches!(extension, Some("ll" | "mir")) {
                files += 1;
                match record(&options(&path, &words)) {
                    // A module of declarations has no register to ask about.
                    Ok(records) if records.is_empty() => {}
                    Ok(records) => explained += explain_all(&records, false),
                    Err(_) => refused += 1,
                }
            }
        }
    }
    println!("{explained} registers of {files} files, {refused} files refused");
    assert!(explained >= fewest, "only {explained} registers");
}
