//! The ledger answers every request that LLVM knows, and names a filetest for each that is carried out.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use avarice::ledger::{self, Answer, Machine, Places, Row, Values};

/// Attributes: name, kind, places.
const ATTRIBUTES: &str = include_str!("facts/attributes.tsv");

/// Names of module flags.
const MODULE_FLAGS: &str = include_str!("facts/module_flags.tsv");

const MACHINES: [Machine; 3] = [Machine::X86_64, Machine::AArch64, Machine::Cranelift];

/// All tables with their names.
fn tables() -> [(&'static str, &'static [Row]); 9] {
    [
        ("attributes", ledger::ATTRIBUTES),
        ("module flags", ledger::MODULE_FLAGS),
        ("conventions", ledger::CONVENTIONS),
        ("features", ledger::FEATURES),
        ("attachments", ledger::ATTACHMENTS),
        ("named metadata", ledger::NAMED_METADATA),
        ("collectors", ledger::COLLECTORS),
        ("dialects", ledger::ASSEMBLY_DIALECTS),
        ("constructs", ledger::CONSTRUCTS),
    ]
}

fn facts(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

fn filetests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests")
}

/// Names of facts without a row.
fn missing<'f>(names: impl Iterator<Item = &'f str>, rows: &[Row]) -> Vec<&'f str> {
    names
        .filter(|name| !rows.iter().any(|row| row.name == *name))
        .collect()
}

#[test]
fn every_attribute_and_module_flag_has_a_row() {
    let names = facts(ATTRIBUTES).map(|fact| fact[0]);
    assert_eq!(missing(names, ledger::ATTRIBUTES), [""; 0]);
    let names = facts(MODULE_FLAGS).map(|fact| fact[0]);
    assert_eq!(missing(names, ledger::MODULE_FLAGS), [""; 0]);
}

#[test]
fn every_calling_convention_has_a_row() {
    let all = (0..=111).filter_map(|number| avarice_ir::CallingConv(number).keyword());
    assert_eq!(missing(all, ledger::CONVENTIONS), [""; 0]);
}

#[test]
fn rows_are_sorted_and_each_can_be_found() {
    for (table, rows) in tables() {
        for pair in rows.windows(2) {
            let [before, row] = pair else { continue };
            assert!(
                before.name <= row.name,
                "{table}: {} stands too late",
                row.name
            );
            let is_last = before.values == Values::Any
                && (before.places.is_empty() || before.places.intersects(row.places));
            assert!(
                before.name != row.name || !is_last,
                "{table}: no value is left for the second row of {}",
                row.name
            );
        }
    }
}

#[test]
fn what_is_done_has_a_filetest_that_names_it() {
    let mut offences = Vec::new();
    for (table, rows) in tables() {
        for row in rows {
            for machine in MACHINES {
                let Answer::Done(test) = row.answer(machine) else {
                    continue;
                };
                // `ccc` and AT&T's syntax are what is meant without a word.
                let is_default = matches!(row.name, "ccc" | "att");
                match fs::read_to_string(filetests().join(test)) {
                    Err(error) => offences.push(format!("{table}: {}: {test}: {error}", row.name)),
                    Ok(text) if !text.contains(row.name) && !is_default => {
                        offences.push(format!("{table}: {test} does not name {}", row.name));
                    }
                    Ok(_) => {}
                }
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

/// What `avarice compile` says to `text`, empty if it compiles.
fn compile(text: &str, machine: Machine) -> String {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let input = folder.path().join("in.ll");
    fs::write(&input, text).expect("it can be written");
    let triple = match machine {
        Machine::AArch64 => "-mtriple=aarch64-linux-gnu",
        _ => "-mtriple=x86_64-linux-gnu",
    };
    let mut args: Vec<OsString> = ["avarice", "compile", triple, "-filetype=null"]
        .map(OsString::from)
        .into();
    args.push(input.into());
    match avarice::compile_command_line(args) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

/// A value that `row` of `rows` is about.
fn value(rows: &[Row], row: &Row) -> &'static str {
    let own = match row.values {
        Values::Any => &[][..],
        Values::Only(values) | Values::Except(values) => values,
    };
    let mut all = own.iter().chain(&["1", "3", "true", "0", "false", "none"]);
    let is_own = |value: &&&str| {
        let found = ledger::find(rows, row.name, value);
        found.is_some_and(|found| std::ptr::eq(found, row))
    };
    all.find(is_own).expect("a row has values of its own")
}

#[test]
fn compilation_answers_as_the_ledger_says() {
    let mut offences = Vec::new();
    let mut expect = |row: &Row, machine: Machine, text: &str, word: &str| {
        let said = compile(text, machine);
        let is_refused = said.contains("unsupported: ") && said.contains(word);
        if is_refused != (row.answer(machine) == Answer::Refused) {
            offences.push(format!("{machine:?}: {word}: {said}"));
        }
    };
    for machine in [Machine::X86_64, Machine::AArch64] {
        for fact in facts(ATTRIBUTES).filter(|fact| matches!(fact[1], "string" | "strbool")) {
            let rows = ledger::ATTRIBUTES.iter().filter(|row| row.name == fact[0]);
            for row in rows.filter(|row| row.places.contains(Places::FUNCTION)) {
                let attr = format!("\"{}\"=\"{}\"", row.name, value(ledger::ATTRIBUTES, row));
                if row.name != "frame-pointer" {
                    let text = format!("define void @f() {attr} {{ ret void }}\n");
                    expect(row, machine, &text, row.name);
                }
            }
        }
        for row in ledger::MODULE_FLAGS {
            let text = format!(
                "!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !\"{}\", i32 {}}}\n",
                row.name,
                value(ledger::MODULE_FLAGS, row)
            );
            expect(row, machine, &text, row.name);
        }
        for row in ledger::FEATURES {
            let word = format!("{}{}", value(ledger::FEATURES, row), row.name);
            let text = format!("define void @f() \"target-features\"=\"{word}\" {{ ret void }}\n");
            expect(row, machine, &text, &format!("feature {word}"));
        }
        for row in ledger::CONVENTIONS {
            let text = format!("define {} void @f() {{ ret void }}\n", row.name);
            expect(
                row,
                machine,
                &text,
                &format!("calling convention {}", row.name),
            );
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}
