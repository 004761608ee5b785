//! What the verifier says when live variables and code disagree.

use avarice_mir::{MachineFunction, MirTarget, TargetHooks, VReg, parse_mir};
use avarice_regalloc::Context;
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
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

fn computed() -> (MachineFunction, Context) {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(TEXT.as_bytes(), &|_| Ok(target)).expect("test input is right");
    let mut function = file.functions.remove(0);
    let mut context = Context::new();
    context.begin_function(&function, &X86Hooks);
    context.compute_live_variables(&mut function);
    (function, context)
}

fn messages(function: &MachineFunction, context: &Context) -> Vec<String> {
    match context.live_variables.check(function) {
        Ok(()) => Vec::new(),
        Err(errors) => errors.errors.into_iter().map(|e| e.message).collect(),
    }
}

#[test]
fn right_ones_pass() {
    let (function, context) = computed();
    assert!(messages(&function, &context).is_empty());
}

#[test]
fn blocks_and_kills_are_compared() {
    let (function, mut context) = computed();
    let var = context.live_variables.var_mut(VReg::new(0));
    var.alive_blocks.clear();
    var.alive_blocks.insert(function.layout[2]);
    var.kills.clear();
    let expected = [
        "Kill missing from LiveVariables: %0",
        "LiveVariables: Block missing from AliveBlocks: %0 must be live through it",
        "LiveVariables: Block should not be in AliveBlocks: %0 need not be live through it",
    ];
    assert_eq!(messages(&function, &context), expected);
}
