//! Time to number a function and compute all its live intervals.

use std::fmt::Write;
use std::hint::black_box;

use avarice_liveness::{LiveIntervals, Log};
use avarice_mir::{MachineFunction, MirTarget, TargetHooks, parse_mir};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use criterion::Criterion;

/// A chain of `blocks` loops that all read and update a few long-lived registers.
fn function_text(blocks: usize) -> String {
    let mut text = String::from(
        "---\nname: chain\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    successors: %bb.1\n\n",
    );
    for reg in 0..8 {
        let _ = writeln!(text, "    %{reg}:gr32 = MOV32ri {reg}");
    }
    for block in 1..=blocks {
        let next = block + 1;
        let _ = writeln!(
            text,
            "\n  bb.{block}:\n    successors: %bb.{block}, %bb.{next}\n"
        );
        for at in 0..8 {
            let fresh = 8 + block * 8 + at;
            let _ = writeln!(text, "    %{fresh}:gr32 = COPY %{at}");
            let other = (at + block) % 8;
            let _ = writeln!(
                text,
                "    %{at}:gr32 = ADD32rr %{at}, %{fresh}, implicit-def dead $eflags\n    TEST32rr %{other}, %{fresh}, implicit-def $eflags"
            );
        }
        let _ = writeln!(
            text,
            "    JCC_1 %bb.{block}, 5, implicit $eflags\n    JMP_1 %bb.{next}"
        );
    }
    let _ = writeln!(
        text,
        "\n  bb.{}:\n    $eax = COPY %0\n    RET 0, $eax\n...",
        blocks + 1
    );
    text
}

fn parse(text: &str) -> MachineFunction {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("bench input is right");
    file.functions.remove(0)
}

fn intervals(criterion: &mut Criterion) {
    for blocks in [10, 100, 1000] {
        let mut function = parse(&function_text(blocks));
        let reserved = X86Hooks.reserved_regs(&function);
        let mut live_intervals = LiveIntervals::default();
        criterion.bench_function(&format!("live intervals, {blocks} loops"), |bencher| {
            bencher.iter(|| {
                live_intervals.compute(&mut function, &reserved, &mut Log::off());
                black_box(&live_intervals);
            });
        });
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    intervals(&mut criterion);
    criterion.final_summary();
}
