//! Functions from regalloc2's generator, allocated by our greedy allocator and verified by regalloc2's checker.
//! `GENERATED=10000` requests more of them than the test command takes.
//!
//! Injected faults test that the checker really runs: an allocation is made wrong in one place, and must be rejected.

use arbitrary::Unstructured;
use avarice_regalloc2_bridge::Memory;
use regalloc2::checker::Checker;
use regalloc2::fuzzing::func::{Func, Options, machine_env};
use regalloc2::{
    Allocation, Block, Edit, Function, Inst, InstPosition, OperandKind, Output, PReg,
    RegallocOptions,
};

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

fn allocate(function: &Func, context: &mut Memory) -> Result<Output, String> {
    let options = RegallocOptions::default();
    avarice_regalloc2_bridge::run_with(function, &machine_env(), &options, context)
        .map_err(|error| format!("refused: {error}"))
}

/// Has an allocation checked.
fn check(function: &Func, output: &Output) -> Result<(), String> {
    let environment = machine_env();
    let mut checker = Checker::new(function, &environment);
    checker.prepare(output);
    checker.run().map_err(|errors| format!("{errors:?}"))
}

#[test]
fn the_checker_of_regalloc2_accepts_what_we_allocate() {
    let count = std::env::var("GENERATED").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(COUNT);
    let mut context = Memory::default();
    let (mut checked, mut seed) = (0, 0);
    let mut failures = Vec::new();
    while checked < count {
        seed += 1;
        let Some(function) = function(seed) else {
            continue;
        };
        checked += 1;
        let output = allocate(&function, &mut context);
        if let Err(error) = output.and_then(|output| check(&function, &output)) {
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

// ---- Faults ---------------------------------------------------------------------------------------

/// Functions that faults are put into.
const FAULTY: usize = 60;

/// Faults of a kind that are put into a function, one after the other.
const PLACES: usize = 3;

/// Faults that have to be tried.
const LEAST: usize = 200;

/// A change that makes an allocation wrong.
enum Fault {
    /// An operand is somewhere else; by its index among all.
    Operand(usize),
    /// A move comes from somewhere else; by its index.
    Move(usize),
}

/// A register of the kind of `like` that nothing is ever put in.
fn unused(output: &Output, like: Allocation) -> Option<Allocation> {
    let class = like.as_reg()?.class();
    let all = (0..PReg::MAX).map(|encoding| Allocation::reg(PReg::new(encoding, class)));
    let moved = |place: &Allocation| {
        let mut edits = output.edits.iter();
        edits.any(|(_, Edit::Move { to, .. })| to == place)
    };
    let mut free = all.filter(|place| !output.allocs.contains(place) && !moved(place));
    free.next()
}

/// The blocks that the checker looks at.
fn reachable(function: &Func) -> Vec<Block> {
    let mut found = vec![function.entry_block()];
    let mut at = 0;
    while let Some(block) = found.get(at).copied() {
        at += 1;
        for succ in function.block_succs(block) {
            if !found.contains(succ) {
                found.push(*succ);
            }
        }
    }
    found
}

/// Faults of two kinds: a register that is read, and a move to one that the next instruction reads.
fn faults(function: &Func, output: &Output) -> [Vec<Fault>; 2] {
    let [mut uses, mut moves] = [Vec::new(), Vec::new()];
    let blocks = reachable(function);
    for inst in blocks
        .iter()
        .flat_map(|block| function.block_insns(*block).iter())
    {
        let first = output.inst_alloc_offsets[inst.index()] as usize;
        for (at, operand) in function.inst_operands(inst).iter().enumerate() {
            let allocation = output.allocs[first + at];
            let is_read = operand.kind() == OperandKind::Use
                && operand.as_fixed_nonallocatable().is_none()
                && allocation.is_reg();
            if is_read {
                uses.push(Fault::Operand(first + at));
                moves.extend(last_move(output, inst, allocation).map(Fault::Move));
            }
        }
    }
    [uses, moves]
}

/// The last move in front of `inst` that goes to `place`.
fn last_move(output: &Output, inst: Inst, place: Allocation) -> Option<usize> {
    output
        .edits
        .iter()
        .rposition(|(point, Edit::Move { to, .. })| {
            (point.inst(), point.pos(), *to) == (inst, InstPosition::Before, place)
        })
}

/// The allocation with a fault; `None` where there is no register of that kind to put in.
fn with(output: &Output, fault: &Fault) -> Option<Output> {
    let mut wrong = output.clone();
    match *fault {
        Fault::Operand(at) => wrong.allocs[at] = unused(output, output.allocs[at])?,
        Fault::Move(at) => {
            let (_, Edit::Move { from, to }) = &mut wrong.edits[at];
            *from = unused(output, *to)?;
        }
    }
    Some(wrong)
}

#[test]
fn the_checker_of_regalloc2_rejects_what_is_wrong() {
    let mut context = Memory::default();
    let mut tried = 0;
    for function in (1..).filter_map(function).take(FAULTY) {
        let output = allocate(&function, &mut context).expect("there are enough registers");
        for kind in faults(&function, &output) {
            let step = kind.len().div_ceil(PLACES).max(1);
            for fault in kind.iter().step_by(step) {
                if let Some(wrong) = with(&output, fault) {
                    tried += 1;
                    assert!(check(&function, &wrong).is_err(), "a fault is not found");
                }
            }
        }
    }
    println!("{tried} faults");
    assert!(tried >= LEAST, "only {tried} faults");
}
