//! Messages of the verifier when live variables and code disagree.

use avarice_machine::pass::{Analyses, Analysis};
use avarice_mir::{MachineFunction, MirTarget, TargetHooks, VReg, parse_mir};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use avarice_trace::Log;
use cranelift_entity::EntityRef;

const TEXT: &str = "---
name:            f
tracksRegLiveness: true
body:             |
  bb.0:
    liveins: $edi
    %0:gr32 = COPY $edi

  bb.1:
    $ecx = MOV32ri 1

  bb.2:
    $eax = COPY %0
    RET 0, $eax
...
";

fn computed() -> (MachineFunction, Analyses) {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(TEXT.as_bytes(), &|_| Ok(target)).expect("test input is right");
    let mut function = file.functions.remove(0);
    let mut analyses = Analyses::new();
    // The blocks are not connected, and all of them are to stay.
    analyses.provide(Analysis::REACHABLE);
    analyses.require(
        Analysis::LIVE_VARIABLES,
        &mut function,
        &X86Hooks,
        &mut Log::off(),
    );
    (function, analyses)
}

fn messages(function: &MachineFunction, analyses: &Analyses) -> Vec<String> {
    match analyses.live_variables.check(function) {
        Ok(()) => Vec::new(),
        Err(errors) => errors.errors.into_iter().map(|e| e.message).collect(),
    }
}

#[test]
fn right_ones_pass() {
    let (function, analyses) = computed();
    assert!(messages(&function, &analyses).is_empty());
}

#[test]
fn blocks_and_kills_are_compared() {
    let (function, mut analyses) = computed();
    let var = analyses.live_variables.var_mut(VReg::new(0));
    var.alive_blocks.clear();
    var.alive_blocks.insert(function.layout[2]);
    var.kills.clear();
    let expected = [
        "Kill missing from LiveVariables: %0",
        "LiveVariables: Block missing from AliveBlocks: %0 must be live through it",
        "LiveVariables: Block should not be in AliveBlocks: %0 need not be live through it",
    ];
    assert_eq!(messages(&function, &analyses), expected);
}
