//! Branch probabilities against those that LLVM's own analysis prints.

use std::fmt::Write;

use avarice_ir::{BranchProbabilities, Function, Module, parse_module};

/// The probabilities of a function's edges, a line each.
fn describe(module: &Module, function: &Function, analysis: &mut BranchProbabilities) -> String {
    analysis.compute(module, function);
    let name = |block| {
        let name = function.name(function.blocks[block].name);
        String::from_utf8_lossy(name).into_owned()
    };
    let mut out = String::new();
    for &from in &function.layout {
        for &to in function.successors(from) {
            let probability = analysis.between(function, from, to).0;
            writeln!(out, "  {} -> {} {probability:#010x}", name(from), name(to))
                .expect("writing to a string");
        }
    }
    out
}

#[test]
fn probabilities_are_those_of_llvm() {
    let text = include_bytes!("data/branch_probabilities.ll");
    let module = parse_module(text).unwrap_or_else(|error| panic!("{error:?}"));
    let mut analysis = BranchProbabilities::new();
    let mut found = String::new();
    for data in module.globals.values() {
        if let Some(function) = data.body() {
            let name = String::from_utf8_lossy(&data.name);
            writeln!(found, "{name}:").expect("writing to a string");
            found += &describe(&module, function, &mut analysis);
        }
    }
    let expected = include_str!("data/branch_probabilities.txt");
    let (_, expected) = expected.split_once('\n').expect("a comment comes first");
    assert_eq!(found, expected);
}

#[test]
fn without_analysis_all_edges_of_a_block_are_equally_likely() {
    let text = b"define void @f(i1 %c) {\na:\n  br i1 %c, label %b, label %d\nb:\n  unreachable\nd:\n  ret void\n}";
    let module = parse_module(text).unwrap_or_else(|error| panic!("{error:?}"));
    let function = module.globals.values().find_map(|data| data.body());
    let function = function.expect("the function has a body");
    let mut analysis = BranchProbabilities::new();
    let entry = function.entry();
    analysis.compute(&module, function);
    assert_eq!(analysis.edge(entry, 0, 2).0, 0);
    analysis.forget(function);
    assert_eq!(analysis.edge(entry, 0, 2).0, 1 << 30);
    let dead = function.successors(entry)[0];
    assert_eq!(analysis.between(function, entry, dead).0, 1 << 30);
}
