//! Runs random LLVM IR through Avarice and the reference compiler: `tests/ir_fuzz.sh` says how it is used.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use avarice_tests::ir_fuzz::tools::{Avarice, Compiler, Failure, Results, Tools, Way};
use avarice_tests::ir_fuzz::{Machine, Modules, checksum, features, modules, reduce};

/// What is counted over all seeds.
#[derive(Default)]
struct Counts {
    tests: usize,
    runs: usize,
    failed: usize,
    /// Tests that the reference itself compiles in two ways.
    unclear: usize,
    refused: BTreeMap<String, usize>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["run", machine, first, last] => {
            tools(machine).and_then(|tools| run(&tools, number(first)?, number(last)?))
        }
        ["reduce", machine, seed, test] => {
            tools(machine).and_then(|tools| reduce_one(&tools, number(seed)?, test))
        }
        ["expect", machine, seed] => {
            tools(machine).and_then(|tools| print_expected(&tools, number(seed)?))
        }
        ["print", machine, seed] => tools(machine).and_then(|tools| {
            let modules = modules(number(seed)?, tools.machine);
            println!("{}\n{}", modules.tests(), modules.helpers());
            Ok(true)
        }),
        _ => Err("run MACHINE FIRST LAST | reduce MACHINE SEED TEST | expect MACHINE SEED | print MACHINE SEED".into()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is no number"))
}

/// The tools for a machine; `AVARICE` is the binary, `IR_FUZZ_FOLDER` the folder for files.
fn tools(machine: &str) -> Result<Tools, String> {
    let machine = match machine {
        "x86_64" => Machine::X86_64,
        "aarch64" => Machine::AArch64,
        _ => return Err("MACHINE is x86_64 or aarch64".into()),
    };
    let variable = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .ok_or(format!("{name} is not set"))
    };
    let folder = variable("IR_FUZZ_FOLDER")?.join(machine.triple());
    Tools::new(machine, Avarice::Program(variable("AVARICE")?), folder)
}

fn references(machine: Machine, seed: u64) -> [Way; 2] {
    let features = features(machine, seed);
    ["-O2", "-O0"]
        .map(|level| Way::same(level, Compiler::reference(&format!("{level} {features}"))))
}

/// How modules of a seed are compiled by us: alone in some ways, and together with the reference.
fn ways(machine: Machine, seed: u64) -> Vec<Way> {
    let features = features(machine, seed);
    let ours = |options: &str| Compiler::ours(&format!("{options} {features}"));
    let reference = || Compiler::reference(&format!("-O2 {features}"));
    let others = [
        "-O2 -regalloc=basic",
        "-O2 -regalloc=fast",
        "-O2 -relocation-model=pic",
        "-O0 -relocation-model=pic",
    ];
    let other = others[(seed / 2 % others.len() as u64) as usize];
    let mut ways: Vec<Way> = ["-O2", "-O0", other]
        .iter()
        .map(|options| Way::same(options, ours(options)))
        .collect();
    let level = if seed.is_multiple_of(2) { "-O2" } else { "-O0" };
    ways.push(Way {
        name: format!("tests {level}"),
        tests: ours(level),
        helpers: reference(),
    });
    ways.push(Way {
        name: format!("helpers {level}"),
        tests: reference(),
        helpers: ours(level),
    });
    ways
}

fn run(tools: &Tools, first: u64, last: u64) -> Result<bool, String> {
    let mut counts = Counts::default();
    for seed in first..=last {
        run_seed(tools, seed, &mut counts)?;
    }
    let mut refused: Vec<_> = counts.refused.iter().collect();
    refused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (what, count) in refused {
        println!("refused {count} times: {what}");
    }
    println!(
        "random IR: {} modules, {} functions, {} compared ({} unclear), {} failed",
        last - first + 1,
        counts.tests,
        counts.runs,
        counts.unclear,
        counts.failed
    );
    Ok(counts.failed == 0 && counts.runs > 0)
}

fn run_seed(tools: &Tools, seed: u64, counts: &mut Counts) -> Result<(), String> {
    let mut modules = modules(seed, tools.machine);
    let Some(expected) = expected(tools, seed, &mut modules, counts) else {
        return Ok(());
    };
    for way in ways(tools.machine, seed) {
        let results = results(tools, seed, &way, &mut modules, counts)?;
        counts.runs += results.len();
        for (test, text) in &results {
            if expected.get(test).is_some_and(|expected| expected != text) {
                counts.failed += 1;
                println!("FAILED: seed {seed}, {}: {test}", way.name);
            }
        }
    }
    counts.tests += modules.count();
    Ok(())
}

/// What the tests print if they are compiled in a way. Functions that cannot be compiled leave the modules.
fn results(
    tools: &Tools,
    seed: u64,
    way: &Way,
    modules: &mut Modules,
    counts: &mut Counts,
) -> Result<Results, String> {
    loop {
        let name = match tools.results(way, &modules.tests(), &modules.helpers()) {
            Ok(results) => return Ok(results),
            Err(Failure::Refused(what, name)) => {
                *counts.refused.entry(what).or_default() += 1;
                name
            }
            Err(Failure::Broken(text, name)) => {
                counts.failed += 1;
                println!("FAILED: seed {seed}, {}: {text}", way.name);
                let Some(name) = name else {
                    return Ok(Results::new());
                };
                name
            }
        };
        if !modules.remove(&name) {
            return Err(format!("seed {seed}, {}: no function {name}", way.name));
        }
    }
}

/// What the tests print that the reference compiles the same in both ways.
fn expected(
    tools: &Tools,
    seed: u64,
    modules: &mut Modules,
    counts: &mut Counts,
) -> Option<Results> {
    let mut all = Vec::new();
    for way in references(tools.machine, seed) {
        all.push(loop {
            match tools.results(&way, &modules.tests(), &modules.helpers()) {
                Ok(results) => break results,
                // The reference does not know everything either.
                Err(Failure::Broken(_, Some(name))) if modules.remove(&name) => {}
                Err(failure) => {
                    println!("unclear: seed {seed}: {failure:?}");
                    return None;
                }
            }
        });
    }
    let other = all.pop()?;
    let mut one = all.pop()?;
    let unclear: BTreeSet<String> = one
        .iter()
        .filter(|(test, text)| other.get(*test) != Some(text) || text.contains("signal"))
        .map(|(test, _)| test.clone())
        .collect();
    counts.unclear += unclear.len();
    for test in &unclear {
        println!("unclear: seed {seed}: {test}");
    }
    one.retain(|test, _| !unclear.contains(test));
    Some(one)
}

/// Prints the checksums of what the tests of a seed have to print.
fn print_expected(tools: &Tools, seed: u64) -> Result<bool, String> {
    let mut modules = modules(seed, tools.machine);
    let mut counts = Counts::default();
    let results = expected(tools, seed, &mut modules, &mut counts);
    for (test, text) in results.ok_or("the reference does not compile them")? {
        println!("{test} {}", checksum(&text));
    }
    Ok(true)
}

/// Makes the modules in which a test fails smaller, for the first way in which it does.
fn reduce_one(tools: &Tools, seed: u64, test: &str) -> Result<bool, String> {
    let mut modules = modules(seed, tools.machine);
    modules.keep(test);
    let (mut tests, mut helpers) = (modules.tests(), modules.helpers());
    let ways = ways(tools.machine, seed);
    let Some((way, first)) = ways.iter().find_map(|way| {
        let found = symptom(tools, seed, way, &tests, &helpers)?;
        Some((way.clone(), found))
    }) else {
        println!("{test} of seed {seed} does not fail alone");
        return Ok(false);
    };
    let still = |tests: &str, helpers: &str| {
        symptom(tools, seed, &way, tests, helpers).as_ref() == Some(&first)
    };
    loop {
        let before = tests.len() + helpers.len();
        tests = reduce::reduce(&tests, &mut |text| still(text, &helpers));
        helpers = reduce::reduce(&helpers, &mut |text| still(&tests, text));
        if tests.len() + helpers.len() == before {
            break;
        }
    }
    println!("; {first} with {}\n{tests}\n; helpers\n{helpers}", way.name);
    Ok(true)
}

/// What is wrong with what we make of two modules, in words that do not depend on details; nothing if it is right.
fn symptom(tools: &Tools, seed: u64, way: &Way, tests: &str, helpers: &str) -> Option<String> {
    let ours = match tools.results(way, tests, helpers) {
        Ok(ours) => ours,
        Err(Failure::Refused(..)) => return None,
        Err(Failure::Broken(text, _)) => {
            let detail = text.rsplit(['^', '|']).next().unwrap_or_default();
            return Some(detail.chars().filter(|c| !c.is_ascii_digit()).collect());
        }
    };
    let [slow, fast] = references(tools.machine, seed);
    let fast = tools.results(&fast, tests, helpers).ok()?;
    if ours == fast || fast.values().any(|text| text.contains("signal")) {
        return None;
    }
    let slow = tools.results(&slow, tests, helpers).ok()?;
    (slow == fast).then(|| "other results".into())
}
