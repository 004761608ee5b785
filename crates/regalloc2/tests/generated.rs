//! Functions that regalloc2's generator makes, allocated by our greedy allocator and held by regalloc2's checker
//! against what they said. `GENERATED=10000` asks for more of them than the test command takes.

use arbitrary::Unstructured;
use avarice_regalloc::Context;
use regalloc2::RegallocOptions;
use regalloc2::checker::Checker;
use regalloc2::fuzzing::func::{Func, Options, machine_env};

/// Functions without a number in the environment.
const COUNT: u64 = 300;

/// Bytes that decide about a function.
const BYTES: usize = 1 << 15;

/// Bytes that follow from a number alone (xorshift64*).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let words = (0..BYTES / 8).map(|_| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    });
    words.flat_map(u64::to_le_bytes).collect()
}

/// The function with this number; `None` if the generator gives up on it.
fn function(seed: u64) -> Option<Func> {
    let options = Options {
        reused_inputs: true,
        fixed_regs: true,
        fixed_nonallocatable: true,
        clobbers: true,
        callsite_ish_constraints: true,
        ..Options::DEFAULT
    };
    let bytes = bytes(seed);
    Func::arbitrary_with_options(&mut Unstructured::new(&bytes), &options).ok()
}

/// Allocates a function and has it checked.
fn check(function: &Func, context: &mut Context) -> Result<(), String> {
    let environment = machine_env();
    let options = RegallocOptions::default();
    let output = avarice_regalloc2::run_with(function, &environment, &options, context)
        .map_err(|error| format!("refused: {error}"))?;
    let mut checker = Checker::new(function, &environment);
    checker.prepare(&output);
    checker.run().map_err(|errors| format!("{errors:?}"))
}

#[test]
fn the_checker_of_regalloc2_accepts_what_we_allocate() {
    let count = std::env::var("GENERATED").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(COUNT);
    let mut context = Context::new();
    let (mut checked, mut seed) = (0, 0);
    let mut failures = Vec::new();
    while checked < count {
        seed += 1;
        let Some(function) = function(seed) else {
            continue;
        };
        checked += 1;
        if let Err(error) = check(&function, &mut context) {
            failures.push(format!("function {seed}: {error}"));
        }
    }
    let first = failures.iter().take(5).cloned().collect::<Vec<_>>();
    assert!(
        failures.is_empty(),
        "{} of {count} failed:\n{}",
        failures.len(),
        first.join("\n")
    );
}
