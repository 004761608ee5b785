//! Live intervals of whole functions, as llc 19 prints them.

use avarice_liveness::{LiveIntervals, Unobserved};
use avarice_mir::InsertPoint;
use avarice_mir::hooks::RegisterHooks;
use avarice_mir::{MachineFunction, MiFlags, MirTarget, Operand, TargetHooks, parse_mir};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};

fn parse(text: &str) -> MachineFunction {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("test input is right");
    file.functions.remove(0)
}

fn compute(function: &mut MachineFunction) -> (LiveIntervals, String) {
    let reserved = X86Hooks.reserved_regs(function);
    let mut live_intervals = LiveIntervals::default();
    live_intervals.compute(function, &reserved, &mut Unobserved);
    let text = live_intervals.display(function).to_string();
    (live_intervals, text)
}

/// A loop with a call, two-address redefinitions, and values that meet at block starts.
const LOOP: &str = "---
name:            sum
tracksRegLiveness: true
liveins:
  - { reg: '$rdi', virtual-reg: '%0' }
  - { reg: '$esi', virtual-reg: '%1' }
body:             |
  bb.0:
    successors: %bb.1(0x40000000), %bb.2(0x40000000)
    liveins: $rdi, $esi

    %1:gr32 = COPY killed $esi
    %0:gr64 = COPY killed $rdi
    %2:gr32 = MOV32r0 implicit-def dead $eflags
    %3:gr32 = COPY killed %2
    TEST32rr %1, %1, implicit-def $eflags
    JCC_1 %bb.2, 14, implicit killed $eflags
    JMP_1 %bb.1

  bb.1:
    successors: %bb.1(0x7c000000), %bb.2(0x04000000)

    %4:gr32 = COPY killed %3
    %4:gr32 = ADD32rm %4, %0, 1, $noreg, 0, $noreg, implicit-def dead $eflags :: (load (s32))
    %3:gr32 = COPY killed %4
    %1:gr32 = DEC32r %1, implicit-def $eflags
    CALL64pcrel32 &ext, csr_64, implicit $rsp, implicit $ssp, implicit-def $rsp, implicit-def $ssp
    TEST32rr %1, %1, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit killed $eflags
    JMP_1 %bb.2

  bb.2:
    $eax = COPY killed %3
    RET 0, killed $eax
...
";

#[test]
fn values_meet_at_loop_headers() {
    let mut function = parse(LOOP);
    let (mut live_intervals, text) = compute(&mut function);
    let expected = "********** INTERVALS **********
DIL [0B,32r:0) 0@0B-phi
DIH [0B,32r:0) 0@0B-phi
HDI [0B,32r:0) 0@0B-phi
SIL [0B,16r:0) 0@0B-phi
SIH [0B,16r:0) 0@0B-phi
HSI [0B,16r:0) 0@0B-phi
%0 [32r,272B:0) 0@32r  weight:0.000000e+00
%1 [16r,128B:1)[128B,192r:2)[192r,272B:0) 0@192r 1@16r 2@128B-phi  weight:0.000000e+00
%2 [48r,64r:0) 0@48r  weight:0.000000e+00
%3 [64r,128B:1)[128B,144r:2)[176r,272B:0)[272B,288r:3) 0@176r 1@64r 2@128B-phi 3@272B-phi  weight:0.000000e+00
%4 [144r,160r:1)[160r,176r:0) 0@160r 1@144r  weight:0.000000e+00
RegMasks: 208r
";
    let mut got: Vec<&str> = text.lines().collect();
    let mut want: Vec<&str> = expected.lines().collect();
    // Register numbers in the order in which the text mentions them.
    got.sort_unstable();
    want.sort_unstable();
    assert_eq!(got, want);
    assert_eq!(live_intervals.verify(&function), Ok(()));
}

#[test]
fn numbers_survive_insertion() {
    let mut function = parse(LOOP);
    let (mut live_intervals, _) = compute(&mut function);
    let block = function.layout[1];
    let at = function
        .block_insts(block)
        .nth(2)
        .expect("block has instructions");
    let source = function
        .operand(at, 0)
        .as_reg()
        .as_virtual()
        .expect("a virtual register");
    let class = function.class(source);
    // More insertions than fit between two numbers: the following ones must move.
    for _ in 0..12 {
        let new = function.create_vreg(class);
        let operands = [Operand::def(new), Operand::reg(source)];
        let copy = function.create_inst(avarice_target::op::COPY, &operands);
        function.insert_after(at, copy);
        live_intervals.insert_inst(&function, copy, false);
        live_intervals.ensure_interval(&mut function, new);
    }
    assert!(!live_intervals.renumberings().is_empty());
    assert_eq!(live_intervals.verify(&function), Ok(()));
}

#[test]
fn dead_definition_gets_a_register_of_its_own() {
    let mut function = parse(
        "---
name:            parts
tracksRegLiveness: true
body:             |
  bb.0:
    %0:gr32 = MOV32ri 1
    $eax = COPY %0
    %0:gr32 = MOV32ri 2
    RET 0, $eax
...
",
    );
    let (_, text) = compute(&mut function);
    assert!(text.contains("%0 [48r,48d:0) 0@48r "), "{text}");
    assert!(text.contains("%1 [16r,32r:0) 0@16r "), "{text}");
}

#[test]
fn shrinking_follows_removed_uses() {
    let mut function = parse(LOOP);
    let (mut live_intervals, _) = compute(&mut function);
    let block = function.layout[2];
    let copy = function
        .block_insts(block)
        .next()
        .expect("block has instructions");
    let reg = function
        .operand(copy, 1)
        .as_reg()
        .as_virtual()
        .expect("a virtual register");
    live_intervals.remove_inst(copy);
    function.remove_inst(copy);
    live_intervals.shrink_to_uses(&mut function, reg, None, &mut Unobserved);
    let text = live_intervals.interval(reg).to_string();
    assert!(
        text.contains("[64r,128B:1)[128B,144r:2)[176r,208B") || text.contains("[176r,272B:0) "),
        "{text}"
    );
    assert!(!text.contains("272B-phi"), "{text}");
}

/// Definitions of different parts change places: the value that leaves the block keeps its number, since
/// it is live in a block further down.
#[test]
fn moving_a_partial_definition_keeps_the_value_that_goes_on() {
    let mut function = parse(
        "---
name:            parts
tracksRegLiveness: true
body:             |
  bb.0:
    successors: %bb.1, %bb.2

    %0:gr32_abcd = MOV32ri 1
    %0.sub_8bit:gr32_abcd = MOV8ri 2
    %0.sub_8bit_hi:gr32_abcd = MOV8ri 3
    JCC_1 %bb.2, 4, implicit undef $eflags

  bb.1:
    RET 0

  bb.2:
    $eax = COPY %0
    RET 0, $eax
...
",
    );
    let (mut live_intervals, text) = compute(&mut function);
    let before = "%0 [16r,32r:2)[32r,48r:1)[48r,80B:0)[112B,128r:0) 0@48r 1@32r 2@16r ";
    assert!(text.contains(before), "{text}");
    let block = function.layout[0];
    let insts: Vec<_> = function.block_insts(block).collect();
    function.splice(insts[1], InsertPoint::new(block, Some(insts[3])));
    live_intervals.handle_move(&mut function, insts[1], false, &mut Unobserved);
    let text = live_intervals.display(&function).to_string();
    let after = "%0 [16r,48r:2)[48r,56r:1)[56r,80B:0)[112B,128r:0) 0@56r 1@48r 2@16r ";
    assert!(text.contains(after), "{text}");
    assert_eq!(live_intervals.verify(&function), Ok(()));
}

/// Instructions are put into a bundle: it has one number, and one definition of what they define.
#[test]
fn a_bundle_is_one_instruction() {
    let mut function = parse(
        "---
name:            bundled
tracksRegLiveness: true
body:             |
  bb.0:
    liveins: $edi

    %0:gr32 = COPY $edi
    %1:gr32 = COPY %0
    %1:gr32 = ADD32ri %1, 1, implicit-def dead $eflags
    %2:gr32 = COPY %1
    $eax = COPY %2
    RET 0, $eax
...
",
    );
    let (mut live_intervals, _) = compute(&mut function);
    let block = function.layout[0];
    let insts: Vec<_> = function.block_insts(block).collect();
    let vreg = |inst, at| function.operand(inst, at).as_reg();
    let operands = [
        Operand::def(vreg(insts[1], 0)),
        Operand::implicit_def(TARGET.reg_by_name("eflags").expect("x86-64 has it")),
        Operand::reg(vreg(insts[1], 1)),
    ];
    let head = function.create_inst(avarice_target::op::BUNDLE, &operands);
    function.insert_before(insts[1], head);
    for (inst, is_last) in [(head, false), (insts[1], false), (insts[2], true)] {
        let flags = &mut function.insts[inst].flags;
        flags.set(MiFlags::BUNDLED_PRED, inst != head);
        flags.set(MiFlags::BUNDLED_SUCC, !is_last);
    }
    live_intervals.handle_move_into_new_bundle(&mut function, head, false);
    let text = live_intervals.display(&function).to_string();
    assert!(text.contains("[16r,24r:0) 0@16r "), "{text}");
    assert!(text.contains("[24r,64r:0) 0@24r "), "{text}");
}
