//! Checks the tables of a target against facts: what LLVM says about the same target, one JSON
//! object per line, produced independently of our `.tab` files. Only tests use this crate.
//!
//! A target implements [`TargetFacts`] for what only it can know (which instructions it leaves out, how
//! to read its encodings) and calls the functions of [`registers`] and [`instructions`], each of which
//! returns the [`Differences`] that it found.

use std::fmt::Debug;
use std::fs::File;
use std::path::Path;

use avarice_target::processors::Processors;
use avarice_target::{InstrDesc, PhysReg, RegClass, TargetDesc};
use flate2::read::GzDecoder;
use serde_json::{Map, Value};

pub mod assembler;
pub mod instructions;
pub mod registers;
pub mod scheduling;

/// One line of a file of facts.
pub type Fact = Map<String, Value>;

/// What a target says about its facts.
pub trait TargetFacts {
    /// The tables to check.
    fn target(&self) -> &'static TargetDesc;

    /// The folder of the facts.
    fn folder(&self) -> &Path;

    /// Whether the target has no row for this instruction.
    fn is_excluded(&self, fact: &Fact) -> bool;

    /// Flat operands of an operand kind.
    fn flat_length(&self, kind: &str) -> usize;

    /// The classes of `ptr_class` 0, 1 …
    fn pointer_classes(&self) -> &'static [&'static str];

    /// Compares the encoding of a row.
    fn check_encoding(&self, differences: &mut Differences, fact: &Fact, row: &InstrDesc);

    /// The facts of the file `name.jsonl.gz`.
    ///
    /// # Panics
    /// If there is no such file or it has no such form: the test that asks for it fails.
    fn read(&self, name: &str) -> Vec<Fact> {
        let path = self.folder().join(format!("{name}.jsonl.gz"));
        let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let text = std::io::read_to_string(GzDecoder::new(file)).expect("a gzip file of text");
        text.lines()
            .map(|line| serde_json::from_str(line).expect("a JSON object in each line"))
            .collect()
    }
}

/// Differences between the tables and the facts.
#[derive(Default, Debug)]
pub struct Differences(Vec<String>);

impl Differences {
    /// Notes it if `ours` is not the fact's.
    pub fn check<T: PartialEq + Debug>(&mut self, of: &str, column: &str, ours: T, fact: T) {
        if ours != fact {
            self.0.push(format!(
                "{of}, {column}: ours is {ours:?}, the fact is {fact:?}"
            ));
        }
    }

    /// Fails if there are any, showing the first ones.
    ///
    /// # Panics
    /// If there are any.
    pub fn assert_none(self) {
        let shown: Vec<_> = self.0.iter().take(30).map(String::as_str).collect();
        assert!(
            self.0.is_empty(),
            "{} differences, among them:\n{}",
            self.0.len(),
            shown.join("\n")
        );
    }
}

/// A string, empty if there is none.
pub fn string<'a>(fact: &'a Fact, key: &str) -> &'a str {
    fact.get(key).and_then(Value::as_str).unwrap_or("")
}

/// A list of strings, empty if there is none.
pub fn strings<'a>(fact: &'a Fact, key: &str) -> Vec<&'a str> {
    let list = fact.get(key).and_then(Value::as_array);
    list.map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

fn number(fact: &Fact, key: &str) -> i64 {
    let value = fact.get(key).and_then(Value::as_i64);
    value.unwrap_or_else(|| panic!("no number {key} in {fact:?}"))
}

fn boolean(fact: &Fact, key: &str) -> bool {
    let value = fact.get(key).and_then(Value::as_bool);
    value.unwrap_or_else(|| panic!("no truth value {key} in {fact:?}"))
}

fn register_names(target: &TargetDesc, registers: &[PhysReg]) -> Vec<&'static str> {
    registers.iter().map(|reg| target.reg(*reg).name).collect()
}

fn class_name(target: &TargetDesc, class: RegClass) -> &'static str {
    target.class(class).name
}

/// Differences between a table of processors and features and the fact file `cpus`.
pub fn processors(facts: &impl TargetFacts, table: &Processors) -> Differences {
    let mut differences = Differences::default();
    let facts = facts.read("cpus");
    let (features, cpus): (Vec<&Fact>, Vec<&Fact>) =
        facts.iter().partition(|fact| fact.contains_key("feature"));
    let known = |rows: usize, facts: usize| (rows, rows > 0) == (facts, true);
    if !known(table.features.len(), features.len()) || !known(table.processors.len(), cpus.len()) {
        differences.check("the table", "length", "another", "that of the facts");
    }
    for fact in features {
        let name = string(fact, "feature");
        let row = table.feature(name).map(|at| &table.features[at]);
        let ours = row.map(|row| (row.description, row.implies.to_vec()));
        let fact = (string(fact, "description"), strings(fact, "implies"));
        differences.check(name, "feature", ours, Some(fact));
    }
    for fact in cpus {
        let name = string(fact, "cpu");
        let row = table.processor(name);
        let ours = row.map(|row| (row.features.to_vec(), row.tune.to_vec()));
        let fact = (strings(fact, "features"), strings(fact, "tune"));
        differences.check(name, "processor", ours, Some(fact));
    }
    differences
}
