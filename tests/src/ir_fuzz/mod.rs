//! Random LLVM IR: modules with fully defined behaviour, made of instructions and types that front ends seldom write. A
//! reference compiler and ours have to agree on what they compute.
//!
//! A seed stands for two modules, so that calls between the code of two compilers are tested too: `tests` has functions
//! `@test0` …, each of which reads input, computes and writes output, and `helpers` has functions that those call.
//! `harness.c` calls the tests with several inputs and prints a checksum of each output.

mod aggregates;
mod atomics;
mod calls;
mod control;
mod convert;
mod floats;
mod function;
mod integers;
mod memory;
pub mod reduce;
pub mod tools;
mod types;
mod vectors;

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::random::Random;
use calls::Signature;
use function::{Function, MEMORY, RANDOM_INPUT};

/// The C program that calls the tests.
pub const HARNESS: &str = include_str!("harness.c");

/// What modules are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// x86-64
    X86_64,
    /// AArch64
    AArch64,
}

impl Machine {
    /// The target triple.
    pub fn triple(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-unknown-linux-gnu",
            Self::AArch64 => "aarch64-unknown-linux-gnu",
        }
    }
}

/// The modules of a seed, by parts that can be left out.
#[derive(Clone, Debug)]
pub struct Modules {
    machine: Machine,
    /// The functions that tests call: in a module of their own, and in that of the tests.
    helpers: Vec<Part>,
    local: Vec<Part>,
    tests: Vec<Part>,
}

/// A function with what belongs to it.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    /// The declaration for other modules.
    declaration: String,
    text: String,
    globals: Vec<String>,
    declarations: BTreeSet<String>,
}

/// Options for extensions that modules of a seed are compiled with.
pub fn features(machine: Machine, seed: u64) -> &'static str {
    let all: &[&str] = match machine {
        Machine::X86_64 => &[
            "",
            "",
            "",
            "-mattr=+sse4.2,+popcnt",
            "-mattr=+avx",
            "-mattr=+avx2,+fma,+bmi,+bmi2,+lzcnt",
            "-mattr=+ssse3",
        ],
        Machine::AArch64 => &["", "", "-mattr=+lse"],
    };
    all[(seed % all.len() as u64) as usize]
}

/// A short text for what a test prints.
pub fn checksum(text: &str) -> String {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// How many functions a seed has.
pub const TESTS: usize = 16;
const HELPERS: usize = 5;

/// The modules that `seed` stands for.
pub fn modules(seed: u64, machine: Machine) -> Modules {
    let mut random = Random::new(seed);
    let mut helpers = Vec::new();
    let mut signatures = Vec::new();
    let mut local = Vec::new();
    for index in 0..2 * HELPERS {
        let is_local = index >= HELPERS;
        let name = format!("helper{index}");
        let signature = match signatures.last() {
            Some(last) if !is_local && random.chance(20) => Signature {
                name,
                ..Signature::clone(last)
            },
            _ => Signature::random(&mut random, machine, name, is_local),
        };
        let (function, text) = calls::define(&signature, random.bits(), machine, &signatures);
        let part = Part::new(&function, text, signature.text("declare"));
        if is_local {
            local.push(part);
        } else {
            helpers.push(part);
        }
        signatures.push(signature);
    }
    let tests = (0..TESTS)
        .map(|index| test(index, random.bits(), machine, &signatures))
        .collect();
    Modules {
        machine,
        helpers,
        local,
        tests,
    }
}

/// A function that is tested by itself.
fn test(index: usize, seed: u64, machine: Machine, callees: &[Signature]) -> Part {
    let name = format!("test{index}");
    let mut f = Function::new(name.clone(), seed, machine, callees, true);
    take_memory(&mut f);
    let count = f.budget;
    f.statements(count);
    f.observe_from(0);
    f.line("ret void");
    let text = format!(
        "define void @{name}(ptr %in, ptr %out) {}{{\n{}\n}}\n",
        attributes(&mut f),
        f.body()
    );
    Part::new(&f, text, String::new())
}

/// Gives a function memory, filled from the input.
fn take_memory(f: &mut Function) {
    let align = f.random.pick(&[1, 8, 16, 32]);
    f.line(format!("%mem = alloca [{MEMORY} x i8], align {align}"));
    let from = f.random.below(RANDOM_INPUT - MEMORY + 1);
    let input = f.input;
    f.line(format!(
        "%filling = getelementptr i8, ptr {input}, i64 {from} ; ptr"
    ));
    f.declarations
        .insert("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)".into());
    f.line(format!(
        "call void @llvm.memcpy.p0.p0.i64(ptr %mem, ptr %filling, i64 {MEMORY}, i1 false)"
    ));
}

/// Attributes of a function, each followed by a blank.
fn attributes(f: &mut Function) -> &'static str {
    f.random.pick(&[
        "nounwind ",
        "nounwind ",
        "nounwind ",
        "nounwind uwtable ",
        "nounwind optsize ",
        "nounwind minsize optsize ",
        "nounwind \"frame-pointer\"=\"all\" ",
        "nounwind noredzone ",
    ])
}

impl Part {
    fn new(function: &Function, text: String, declaration: String) -> Self {
        Self {
            name: function.name.clone(),
            declaration,
            text,
            globals: function.globals.clone(),
            declarations: function.declarations.clone(),
        }
    }

    fn calls(&self, name: &str) -> bool {
        let name = format!("@{name}");
        self.text.match_indices(&name).any(|(at, _)| {
            let next = self.text[at + name.len()..].chars().next();
            !next.is_some_and(|next| next.is_ascii_digit() || next == '.')
        })
    }
}

impl Modules {
    /// Leaves out a function, and all that call it; whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.parts().count();
        let mut names = vec![name.to_owned()];
        while let Some(name) = names.pop() {
            for parts in [&mut self.helpers, &mut self.local, &mut self.tests] {
                parts.retain(|part| {
                    let is_gone = part.name == name || part.calls(&name);
                    if is_gone && part.name != name {
                        names.push(part.name.clone());
                    }
                    !is_gone
                });
            }
        }
        before != self.parts().count()
    }

    /// Leaves out all but one function, a test or another, and what it needs.
    pub fn keep(&mut self, name: &str) {
        let all: Vec<Part> = self.parts().cloned().collect();
        let mut kept = vec![name.to_owned()];
        let mut at = 0;
        while let Some(name) = kept.get(at) {
            let caller = all.iter().find(|part| part.name == *name);
            let callees = all
                .iter()
                .filter(|part| caller.is_some_and(|caller| caller.calls(&part.name)));
            let names: Vec<String> = callees
                .map(|part| part.name.clone())
                .filter(|name| !kept.contains(name))
                .collect();
            kept.extend(names);
            at += 1;
        }
        for parts in [&mut self.helpers, &mut self.local, &mut self.tests] {
            parts.retain(|part| kept.contains(&part.name));
        }
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.helpers.iter().chain(&self.local).chain(&self.tests)
    }

    /// How many tests there are.
    pub fn count(&self) -> usize {
        self.tests.len()
    }

    /// The module of the functions that tests call.
    pub fn helpers(&self) -> String {
        self.text(&[&self.helpers], "")
    }

    /// The module of the tests.
    pub fn tests(&self) -> String {
        let tests: Vec<String> = (0..TESTS)
            .map(|index| {
                let name = format!("test{index}");
                match self.tests.iter().any(|part| part.name == name) {
                    true => format!("ptr @{name}"),
                    false => "ptr null".into(),
                }
            })
            .collect();
        let mut further = format!("@tests = constant [{TESTS} x ptr] [{}]\n", tests.join(", "));
        for part in &self.helpers {
            let _ = writeln!(further, "{}", part.declaration);
        }
        self.text(&[&self.local, &self.tests], &further)
    }

    fn text(&self, parts: &[&Vec<Part>], further: &str) -> String {
        let mut text = format!(
            "target triple = \"{}\"\n\n@input = external global [2064 x i8]\n",
            self.machine.triple()
        );
        text.push_str(further);
        let parts: Vec<&Part> = parts.iter().copied().flatten().collect();
        let declarations: BTreeSet<&String> =
            parts.iter().flat_map(|part| &part.declarations).collect();
        for line in parts
            .iter()
            .flat_map(|part| &part.globals)
            .chain(declarations)
        {
            let _ = writeln!(text, "{line}");
        }
        for part in parts {
            let _ = write!(text, "\n{}", part.text);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_stands_for_the_same_modules() {
        let texts = |seed| {
            let modules = modules(seed, Machine::X86_64);
            (modules.tests(), modules.helpers())
        };
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
    }
}
