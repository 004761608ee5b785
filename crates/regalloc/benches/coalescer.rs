//! How the time of the coalescer grows with the size of a function, on shapes that are hard for it.
//!
//! Each shape is run in two sizes, one four times the other; the last column says how many times longer the
//! larger takes. Four is linear.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use avarice_machine::pass::{Analyses, Analysis, CoalescerOptions};
use avarice_mir::{MachineFunction, MirTarget, TargetHooks, parse_mir};
use avarice_regalloc::coalescer;
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use avarice_trace::Log;
use rustix::time::{ClockId, clock_gettime};

/// How often each size is timed; the fastest counts.
const ROUNDS: usize = 15;

/// A shape: its name, what makes a function of some size, and the smaller size.
type Shape = (&'static str, fn(usize) -> String, usize);

const SHAPES: [Shape; 4] = [
    ("16 values merged n times", merges, 250),
    ("chain of n copies", chain, 2000),
    ("n predecessors", predecessors, 500),
    ("n loops that rotate values", rotations, 250),
];

fn begin(live: usize) -> String {
    let mut text = String::from(
        "---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    successors: %bb.1\n    liveins: $edi\n\n    %0:gr32 = COPY $edi\n",
    );
    for reg in 1..live {
        let _ = writeln!(
            text,
            "    %{reg}:gr32 = MOV32rm %stack.0, 1, $noreg, {reg}, $noreg"
        );
    }
    text = text.replacen("body: |", "stack:\n  - { id: 0, size: 4096 }\nbody: |", 1);
    text
}

fn end(text: &mut String, block: usize, result: usize) {
    let _ = write!(
        text,
        "\n  bb.{block}:\n    $eax = COPY %{result}\n    RET 0, $eax\n...\n"
    );
}

/// Diamonds in a row; after each, 16 registers get their values from one side or the other.
fn merges(count: usize) -> String {
    const LIVE: usize = 16;
    let mut text = begin(LIVE);
    let mut fresh = LIVE;
    for at in 0..count {
        let (head, left, right, next) = (3 * at + 1, 3 * at + 2, 3 * at + 3, 3 * at + 4);
        let _ = writeln!(
            text,
            "\n  bb.{head}:\n    successors: %bb.{left}, %bb.{right}\n\n    TEST32rr %0, %1, implicit-def $eflags\n    JCC_1 %bb.{right}, 4, implicit $eflags\n    JMP_1 %bb.{left}\n\n  bb.{left}:\n    successors: %bb.{next}\n"
        );
        for reg in 0..LIVE {
            let _ = writeln!(
                text,
                "    %{fresh}:gr32 = COPY %{reg}\n    %{fresh}:gr32 = ADD32ri %{fresh}, {at}, implicit-def dead $eflags\n    %{reg}:gr32 = COPY %{fresh}"
            );
            fresh += 1;
        }
        let _ = writeln!(
            text,
            "    JMP_1 %bb.{next}\n\n  bb.{right}:\n    successors: %bb.{next}\n"
        );
        for reg in 0..LIVE {
            let _ = writeln!(
                text,
                "    %{fresh}:gr32 = LEA64_32r $noreg, 1, $noreg, {at}, $noreg\n    %{reg}:gr32 = COPY %{fresh}"
            );
            fresh += 1;
        }
    }
    end(&mut text, 3 * count + 1, 0);
    text
}

/// Each register is a copy of the one before.
fn chain(count: usize) -> String {
    let mut text = begin(1);
    text.push_str("\n  bb.1:\n    successors: %bb.2\n\n");
    for at in 1..=count {
        let _ = writeln!(text, "    %{at}:gr32 = COPY %{}", at - 1);
    }
    end(&mut text, 2, count);
    text
}

/// A block that many others jump to, each with its own value for one register.
fn predecessors(count: usize) -> String {
    let mut text = begin(2);
    let last = 2 * count + 1;
    for at in 0..count {
        let (head, side, next) = (2 * at + 1, 2 * at + 2, 2 * at + 3);
        let (own, result) = (3 + at, 2);
        let after = if at + 1 == count { side } else { next };
        let _ = writeln!(
            text,
            "\n  bb.{head}:\n    successors: %bb.{side}, %bb.{after}\n\n    TEST32rr %0, %1, implicit-def $eflags\n    JCC_1 %bb.{after}, 4, implicit $eflags\n    JMP_1 %bb.{side}\n\n  bb.{side}:\n    successors: %bb.{last}\n\n    %{own}:gr32 = LEA64_32r $noreg, 1, $noreg, {at}, $noreg\n    %{result}:gr32 = COPY %{own}\n    JMP_1 %bb.{last}"
        );
    }
    end(&mut text, last, 2);
    text
}

/// Loops one after the other, in each of which four registers change places.
fn rotations(count: usize) -> String {
    const LIVE: usize = 4;
    let mut text = begin(LIVE);
    let mut fresh = LIVE;
    for block in 1..=count {
        let next = block + 1;
        let _ = writeln!(
            text,
            "\n  bb.{block}:\n    successors: %bb.{block}, %bb.{next}\n"
        );
        for reg in 0..LIVE {
            let _ = writeln!(text, "    %{}:gr32 = COPY %{reg}", fresh + reg);
        }
        for reg in 0..LIVE {
            let _ = writeln!(text, "    %{reg}:gr32 = COPY %{}", fresh + (reg + 1) % LIVE);
        }
        let _ = writeln!(
            text,
            "    TEST32rr %0, %1, implicit-def $eflags\n    JCC_1 %bb.{block}, 5, implicit $eflags\n    JMP_1 %bb.{next}"
        );
        fresh += LIVE;
    }
    end(&mut text, count + 1, 0);
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
type Memory = (Analyses, coalescer::Scratch);

/// Time of coalescing a function, the analyses before it left out.
fn time(memory: &mut Memory, function: &MachineFunction) -> Duration {
    let options = CoalescerOptions::default();
    let round = |(analyses, scratch): &mut Memory| {
        let (mut function, log) = (function.clone(), &mut Log::off());
        analyses.begin_function();
        analyses.require(Analysis::LIVE_INTERVALS, &mut function, &X86Hooks, log);
        let start = processor_time();
        coalescer::run(&mut function, &X86Hooks, analyses, &options, scratch, log);
        let time = processor_time() - start;
        black_box(&function);
        time
    };
    let times = (0..ROUNDS).map(|_| round(memory));
    times.min().unwrap_or_default()
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

fn main() {
    // With a name, the text of that shape is printed instead, for another program to be timed on.
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    if let (Some(wanted), Some(size)) = (arguments.next(), arguments.next()) {
        let shape = SHAPES.iter().find(|shape| shape.0.contains(&wanted));
        let size = size.parse().expect("a size");
        print!("{}", shape.expect("a part of a shape's name").1(size));
        return;
    }
    let mut memory = Memory::default();
    println!(
        "{:28} {:>6} {:>12} {:>12} {:>7}",
        "shape", "n", "time(n)", "time(4n)", "growth"
    );
    for (name, make, size) in SHAPES {
        let small = time(&mut memory, &parse(&make(size)));
        let large = time(&mut memory, &parse(&make(4 * size)));
        let growth = large.as_secs_f64() / small.as_secs_f64();
        println!("{name:28} {size:6} {small:12.2?} {large:12.2?} {growth:7.2}");
    }
}
