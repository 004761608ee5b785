//! How the time of the greedy allocator grows with the size of a function, on shapes that are hard for it.
//!
//! Each shape is run in two sizes, one four times the other; the last column says how many times longer the
//! larger takes. Four is linear.
//!
//! With a part of a shape's name and a size, the text of that function is printed instead, for timing another program;
//! with a number after them, it is allocated that many times, for a profiler.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use avarice_machine::pass::{Analyses, Analysis};
use avarice_mir::{MachineFunction, MirTarget, TargetHooks, parse_mir};
use avarice_regalloc::{greedy, rewriter};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use avarice_trace::Log;
use rustix::time::{ClockId, clock_gettime};

/// How often each size is timed; the fastest counts.
const ROUNDS: usize = 9;

/// A shape: its name, what makes a function of some size, and the smaller size.
type Shape = (&'static str, fn(usize) -> String, usize);

const SHAPES: [Shape; 4] = [
    ("n values live at once", simultaneous, 500),
    ("loops in n levels", nest, 50),
    ("n predecessors", predecessors, 1000),
    ("one block of n steps", block, 2000),
];

/// Begins a function: block 0 defines registers 0 to `live` - 1 by loads.
fn begin(live: usize) -> String {
    let mut text = String::from(
        "---\nname: f\ntracksRegLiveness: true\nstack:\n  - { id: 0, size: 65536 }\nbody: |\n  bb.0:\n    successors: %bb.1\n    liveins: $edi\n\n    %0:gr32 = COPY $edi\n",
    );
    for reg in 1..live {
        define(&mut text, reg);
    }
    text
}

/// Defines a register by a load.
fn define(text: &mut String, reg: usize) {
    let _ = writeln!(
        text,
        "    %{reg}:gr32 = MOV32rm %stack.0, 1, $noreg, {}, $noreg :: (load (s32) from %stack.0)",
        4 * (reg % 16384)
    );
}

/// Reads a register: adds it to a place in memory.
fn read(text: &mut String, reg: usize) {
    let _ = writeln!(
        text,
        "    ADD32mr %stack.0, 1, $noreg, {}, $noreg, %{reg}, implicit-def dead $eflags :: (store (s32) into %stack.0)",
        4 * (reg % 16384)
    );
}

/// Begins a block.
fn label(text: &mut String, block: usize, successors: &[usize]) {
    let _ = write!(text, "\n  bb.{block}:\n");
    for (at, successor) in successors.iter().enumerate() {
        let lead = if at == 0 { "    successors: " } else { ", " };
        let _ = write!(text, "{lead}%bb.{successor}");
    }
    text.push_str("\n\n");
}

/// Ends a block: to `taken` if register 0 is not zero, else to `other`.
fn branch(text: &mut String, taken: usize, other: usize) {
    let _ = writeln!(
        text,
        "    TEST32rr %0, %0, implicit-def $eflags\n    JCC_1 %bb.{taken}, 5, implicit $eflags\n    JMP_1 %bb.{other}"
    );
}

/// Ends the function in a block of its own that reads registers 0 to `live` - 1.
fn end(text: &mut String, at: usize, live: usize) {
    label(text, at, &[]);
    (1..live).for_each(|reg| read(text, reg));
    text.push_str("    $eax = COPY %0\n    RET 0, $eax\n...\n");
}

/// Values that are all live through a diamond; one side of it reads every fourth of them.
fn simultaneous(count: usize) -> String {
    let mut text = begin(count);
    label(&mut text, 1, &[2, 3]);
    branch(&mut text, 3, 2);
    label(&mut text, 2, &[3]);
    (1..count).step_by(4).for_each(|reg| read(&mut text, reg));
    end(&mut text, 3, count);
    text
}

/// Loops in loops, each with a header that reads a value and a latch that reads another.
fn nest(depth: usize) -> String {
    const LIVE: usize = 24;
    let mut text = begin(LIVE);
    for level in 1..=depth {
        label(&mut text, level, &[level + 1]);
        read(&mut text, level % LIVE);
        read(&mut text, level * 7 % LIVE);
    }
    for latch in depth + 1..=2 * depth {
        let header = 2 * depth + 1 - latch;
        label(&mut text, latch, &[header, latch + 1]);
        read(&mut text, latch * 5 % LIVE);
        branch(&mut text, header, latch + 1);
    }
    end(&mut text, 2 * depth + 1, LIVE);
    text
}

/// A jump to one of many blocks, which all go on to the same one; each of them reads some of the values that are
/// live through all.
fn predecessors(count: usize) -> String {
    const LIVE: usize = 24;
    let mut text = begin(LIVE);
    let last = count + 2;
    let sides: Vec<usize> = (2..last).collect();
    label(&mut text, 1, &sides);
    text.push_str("    JMP64m %stack.0, 1, $noreg, 0, $noreg :: (load (s64) from %stack.0)\n");
    for side in sides {
        label(&mut text, side, &[last]);
        (0..3).for_each(|step| read(&mut text, (side * 5 + step * 11) % LIVE));
        let _ = writeln!(text, "    JMP_1 %bb.{last}");
    }
    end(&mut text, last, LIVE);
    text
}

/// A block in which each value is read soon after its definition, and again when 40 others have been defined.
fn block(steps: usize) -> String {
    const LIVE: usize = 40;
    let mut text = begin(LIVE);
    label(&mut text, 1, &[2]);
    for reg in LIVE..LIVE + steps {
        define(&mut text, reg);
        read(&mut text, reg - 3);
        read(&mut text, reg - LIVE);
    }
    let _ = writeln!(text, "    JMP_1 %bb.2");
    end(&mut text, 2, 1);
    text
}

fn parse(text: &str) -> MachineFunction {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("bench input is right");
    let mut functions = file.functions;
    functions.pop().expect("bench input has a function")
}

/// What is kept from function to function.
type Memory = (Analyses, greedy::Scratch);

/// Time of allocating a function and rewriting it, the analyses before that left out.
fn time(memory: &mut Memory, function: &MachineFunction) -> Duration {
    let mut function = function.clone();
    let log = &mut Log::off();
    let (analyses, scratch) = memory;
    analyses.begin_function();
    analyses.require(Analysis::LIVE_INTERVALS, &mut function, &X86Hooks, log);
    let start = processor_time();
    greedy::run(&mut function, &X86Hooks, analyses, scratch, log)
        .expect("there is a place for everything");
    rewriter::run(&mut function, analyses, log);
    let time = processor_time() - start;
    black_box(&function);
    time
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

fn main() {
    let mut memory = Memory::default();
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    if let (Some(wanted), Some(size)) = (arguments.next(), arguments.next()) {
        let shape = SHAPES.iter().find(|shape| shape.0.contains(&wanted));
        let text = shape.expect("a part of a shape's name").1(size.parse().expect("a size"));
        match arguments.next() {
            None => print!("{text}"),
            Some(rounds) => {
                let function = parse(&text);
                for _ in 0..rounds.parse().expect("a number of rounds") {
                    time(&mut memory, &function);
                }
            }
        }
        return;
    }
    println!(
        "{:28} {:>6} {:>12} {:>12} {:>7}",
        "shape", "n", "time(n)", "time(4n)", "growth"
    );
    // Sizes take turns, as functions do in a compiler: a small one again and again would run as the processor has
    // learnt it by heart.
    let functions = SHAPES.map(|(_, make, size)| [size, 4 * size].map(|n| parse(&make(n))));
    let mut best = [[Duration::MAX; 2]; SHAPES.len()];
    for _ in 0..ROUNDS {
        for (functions, best) in functions.iter().zip(&mut best) {
            for (function, best) in functions.iter().zip(best) {
                *best = (*best).min(time(&mut memory, function));
            }
        }
    }
    for ((name, _, size), [small, large]) in SHAPES.iter().zip(best) {
        let growth = large.as_secs_f64() / small.as_secs_f64();
        println!("{name:28} {size:6} {small:12.2?} {large:12.2?} {growth:7.2}");
    }
}
