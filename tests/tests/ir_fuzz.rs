//! Random LLVM IR of some seeds, compiled by us and run: it computes the same as the reference's code, whose checksums
//! are in `ir_fuzz/`. `tests/ir_fuzz.sh` takes more seeds, and makes the checksums.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use avarice_tests::ir_fuzz::tools::{Avarice, Compiler, Failure, Results, Tools, Way};
use avarice_tests::ir_fuzz::{Machine, checksum, features, modules};

/// The checksums that files in `ir_fuzz/` have: those of a machine by seed.
fn expected(machine: &str) -> Vec<(u64, BTreeMap<String, String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("ir_fuzz")
        .join(machine);
    let mut seeds: Vec<_> = fs::read_dir(folder)
        .expect("checksums are shipped")
        .map(|entry| {
            let path = entry.expect("readable folder").path();
            let stem = path.file_stem().expect("a name").to_string_lossy();
            let text = fs::read_to_string(&path).expect("readable file");
            let lines = text.lines().filter_map(|line| line.split_once(' '));
            let sums = lines
                .map(|(test, sum)| (test.to_owned(), sum.to_owned()))
                .collect();
            (stem.parse().expect("a seed"), sums)
        })
        .collect();
    seeds.sort();
    seeds
}

/// What the tests of a seed print, without those for which something is not supported.
fn results(tools: &Tools, seed: u64, level: &str) -> Results {
    let options = format!("{level} {}", features(tools.machine, seed));
    let way = Way::same(level, Compiler::ours(&options));
    let mut modules = modules(seed, tools.machine);
    loop {
        match tools.results(&way, &modules.tests(), &modules.helpers()) {
            Ok(results) => return results,
            Err(Failure::Refused(_, name)) if modules.remove(&name) => {}
            Err(failure) => panic!("seed {seed}, {level}: {failure:?}"),
        }
    }
}

/// Compares all seeds of a machine; at least `fewest` functions have to be compiled and right.
fn check(machine: Machine, name: &str, fewest: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tools = Tools::new(machine, Avarice::Library, folder.path().to_owned()).expect("gcc works");
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (seed, expected) in expected(name) {
        for level in ["-O2", "-O0"] {
            for (test, text) in results(&tools, seed, level) {
                let Some(sum) = expected.get(&test) else {
                    continue;
                };
                compared += 1;
                if checksum(&text) != *sum {
                    wrong.push(format!("seed {seed}, {level}: {test}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{name}: {compared} functions compared");
    assert!(
        compared >= fewest,
        "only {compared} functions are supported"
    );
}

#[test]
fn random_ir_for_x86_64_computes_what_it_should() {
    check(Machine::X86_64, "x86_64", 52);
}

#[test]
fn random_ir_for_aarch64_computes_what_it_should() {
    check(Machine::AArch64, "aarch64", 44);
}
