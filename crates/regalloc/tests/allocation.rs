//! Functions compiled from machine SSA through allocation, and invariants of the result.

use avarice_machine::critical_edge::EdgeSplitter;
use avarice_machine::pass::{Analyses, Analysis};
use avarice_machine::unreachable_blocks;
use avarice_mir::{MachineFunction, MirTarget, TargetHooks, parse_mir, verify};
use avarice_regalloc::out_of_ssa::{phi_elimination, process_imp_defs, two_address};
use avarice_regalloc::{basic, checker, rewriter};
use avarice_target::op;
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use avarice_trace::Log;

fn parse(text: &str) -> MachineFunction {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("test input is right");
    file.functions.remove(0)
}

/// Up to two-address form.
fn leave_ssa(function: &mut MachineFunction, analyses: &mut Analyses) {
    let hooks = &X86Hooks;
    analyses.begin_function();
    process_imp_defs::run(function);
    let wanted = Analysis::LIVE_VARIABLES | Analysis::LOOPS;
    analyses.require(wanted, function, hooks, &mut Log::off());
    let splitter = EdgeSplitter {
        hooks,
        module: None,
    };
    phi_elimination::run(function, splitter, analyses, &mut Default::default());
    two_address::run(function, hooks, analyses, &mut Default::default(), true);
    analyses.keep(Analysis::RESERVED_REGS);
}

/// All the way, with checks in between. Returns the log.
fn allocate(function: &mut MachineFunction) -> String {
    let hooks = &X86Hooks;
    let mut analyses = Analyses::new();
    leave_ssa(function, &mut analyses);
    let mut text = String::new();
    let mut log = Log::on(&mut text);
    analyses.require(Analysis::LIVE_INTERVALS, function, hooks, &mut log);
    assert_eq!(analyses.live_intervals.verify(function), Ok(()));
    let before = function.clone();
    let scratch = &mut basic::Scratch::default();
    basic::run(function, hooks, &mut analyses, scratch, &mut log).expect("registers suffice");
    assert_eq!(analyses.live_intervals.verify(function), Ok(()));
    rewriter::run(function, &mut analyses, &mut log);
    assert_eq!(checker::check(&before, function, hooks), Ok(()));
    assert_eq!(function.verify_chains(), Ok(()));
    if let Err(errors) = verify(function, hooks) {
        panic!("{:?}", errors.errors);
    }
    text
}

fn all_regs_are_physical(function: &MachineFunction) -> bool {
    function.layout.iter().all(|block| {
        function.block_insts(*block).all(|inst| {
            function
                .operands(inst)
                .iter()
                .all(|o| !o.as_reg().is_virtual())
        })
    })
}

fn count(function: &MachineFunction, opcode: avarice_target::Opcode) -> usize {
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    insts
        .filter(|inst| function.opcode(*inst) == opcode)
        .count()
}

#[test]
fn swapping_phis_keep_both_values() {
    let mut function = parse(
        "---
name:            swap
tracksRegLiveness: true
body:             |
  bb.0:
    successors: %bb.1
    liveins: $edi, $esi

    %0:gr32 = COPY $edi
    %1:gr32 = COPY $esi

  bb.1:
    successors: %bb.1(0x7c000000), %bb.2(0x04000000)

    %2:gr32 = PHI %0, %bb.0, %3, %bb.1
    %3:gr32 = PHI %1, %bb.0, %2, %bb.1
    TEST32rr %2, %3, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
    JMP_1 %bb.2

  bb.2:
    $eax = COPY %2
    RET 0, $eax
...
",
    );
    let mut analyses = Analyses::new();
    leave_ssa(&mut function, &mut analyses);
    assert_eq!(count(&function, op::PHI), 0);
    // Two copies into each of the two blocks before, two at the start of the loop, three of the input.
    assert_eq!(count(&function, op::COPY), 2 + 2 + 2 + 2 + 1);
    let mut function_again = function.clone();
    assert!(verify(&function, &X86Hooks).is_ok());
    let wanted = Analysis::LIVE_INTERVALS;
    analyses.require(wanted, &mut function_again, &X86Hooks, &mut Log::off());
    assert_eq!(analyses.live_intervals.verify(&function_again), Ok(()));
}

#[test]
fn a_copied_argument_stays_where_it_is() {
    let mut function = parse(
        "---
name:            id
tracksRegLiveness: true
body:             |
  bb.0:
    liveins: $edi

    %0:gr32 = COPY $edi
    $edi = COPY %0
    RET 0, $edi
...
",
    );
    let log = allocate(&mut function);
    assert!(
        log.contains("assigning %0 to $edi: DIL [16r,32r:0) 0@16r"),
        "{log}"
    );
    assert_eq!(count(&function, op::COPY), 0);
    assert!(all_regs_are_physical(&function));
}

#[test]
fn tied_operand_that_lives_on_is_copied() {
    let mut function = parse(
        "---
name:            tied
tracksRegLiveness: true
body:             |
  bb.0:
    liveins: $edi, $esi

    %0:gr32 = COPY $edi
    %1:gr32 = COPY $esi
    %2:gr32 = SUB32rr %0, %1, implicit-def dead $eflags
    %3:gr32 = IMUL32rr %2, %0, implicit-def dead $eflags
    $eax = COPY %3
    RET 0, $eax
...
",
    );
    allocate(&mut function);
    let block = function.layout[0];
    for inst in function.block_insts(block) {
        for operand in function.operands(inst) {
            if let Some(tied) = operand.tied_to() {
                assert_eq!(operand.as_reg(), function.operand(inst, tied).as_reg());
            }
        }
    }
}

/// A function that keeps `values` values alive across a call.
fn many_values(values: usize, constant: bool) -> String {
    let mut text = String::from(
        "---\nname: many\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $rdi\n\n    %0:gr64 = COPY $rdi\n",
    );
    for value in 1..=values {
        text += &if constant {
            format!("    %{value}:gr32 = MOV32ri {value}\n")
        } else {
            let offset = value * 4;
            format!("    %{value}:gr32 = MOV32rm %0, 1, $noreg, {offset}, $noreg :: (load (s32))\n")
        };
    }
    text += "    CALL64pcrel32 &f, csr_64, implicit $rsp, implicit $ssp, implicit-def $rsp, implicit-def $ssp\n";
    for value in 1..=values {
        let (sum, before) = (values + value, values + value - 1);
        text += &match value {
            1 => format!("    %{sum}:gr32 = COPY %1\n"),
            _ => format!(
                "    %{sum}:gr32 = IMUL32rr %{before}, %{value}, implicit-def dead $eflags\n"
            ),
        };
    }
    text + &format!("    $eax = COPY %{}\n    RET 0, $eax\n...\n", values * 2)
}

#[test]
fn values_across_a_call_are_spilled_when_registers_run_out() {
    let mut function = parse(&many_values(12, false));
    let log = allocate(&mut function);
    assert!(all_regs_are_physical(&function));
    assert!(log.contains("Inline spilling GR32:"), "{log}");
    assert!(!function.frame.objects.is_empty());
    // Five callee-saved registers are there (one more would be the frame pointer).
    assert!(
        function.frame.objects.len() <= 12 - 5,
        "{}",
        function.frame.objects.len()
    );
}

#[test]
fn constants_are_computed_again_instead_of_stored() {
    let mut function = parse(&many_values(12, true));
    let log = allocate(&mut function);
    assert!(log.contains("\tremat:"), "{log}");
    assert!(function.frame.objects.is_empty());
    let stores = TARGET.opcode_by_name("MOV32mr").expect("the target has it");
    assert_eq!(count(&function, stores), 0);
}

#[test]
fn unreachable_blocks_and_their_phi_operands_go() {
    let mut function = parse(
        "---
name:            dead
tracksRegLiveness: true
body:             |
  bb.0:
    successors: %bb.2
    liveins: $edi

    %0:gr32 = COPY $edi
    JMP_1 %bb.2

  bb.1:
    successors: %bb.2

    %1:gr32 = MOV32ri 7

  bb.2:
    %2:gr32 = PHI %0, %bb.0, %1, %bb.1
    $eax = COPY %2
    RET 0, $eax
...
",
    );
    unreachable_blocks::remove(&mut function);
    assert_eq!(function.layout.len(), 2);
    assert_eq!(count(&function, op::PHI), 0);
    assert_eq!(function.blocks[function.layout[1]].number, 1);
    allocate(&mut function);
}
