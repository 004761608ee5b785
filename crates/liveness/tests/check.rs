//! Messages of the verifier when intervals and code disagree: each test breaks correct intervals in one way.

use avarice_liveness::{LiveInterval, LiveIntervals, Segment, SlotIndex, Unobserved, VNInfoId};
use avarice_mir::InsertPoint;
use avarice_mir::hooks::RegisterHooks;
use avarice_mir::{MachineFunction, MirTarget, OperandFlags, TargetHooks, VReg, parse_mir};
use avarice_target::{LaneMask, op};
use avarice_target_x86_64::{TARGET, hooks::X86Hooks};
use cranelift_entity::EntityRef;

/// A value that two blocks define, and one that lives through.
///
/// ```text
///   0B bb.0   16 %0 =   32 %1 =  48 TEST  64 JCC
///   80B bb.1  96 %1 =
///   112B bb.2 128 use %1  144 use %0  160 RET
/// ```
const TEXT: &str = "---
name:            f
tracksRegLiveness: true
body:             |
  bb.0:
    liveins: $edi
    %0:gr32 = COPY $edi
    %1:gr32 = MOV32ri 1
    TEST32rr %0, %0, implicit-def $eflags
    JCC_1 %bb.2, 4, implicit $eflags

  bb.1:
    %1:gr32 = MOV32ri 2

  bb.2:
    $ecx = COPY %1
    $eax = COPY %0
    RET 0, $eax, $ecx
...
";

/// Both bytes of a register by themselves.
const LANES: &str = "---
name:            f
tracksRegLiveness: true
body:             |
  bb.0:
    undef %0.sub_8bit:gr16_abcd = MOV8ri 1
    %0.sub_8bit_hi:gr16_abcd = MOV8ri 2
    $al = COPY %0.sub_8bit
    $cl = COPY %0.sub_8bit_hi
    RET 0, $al, $cl
...
";

struct Broken {
    function: MachineFunction,
    intervals: LiveIntervals,
    reserved: Vec<bool>,
}

fn right(text: &str, lanes: bool) -> Broken {
    let target = MirTarget {
        desc: &TARGET,
        text: X86Hooks.text_names(),
    };
    let mut file = parse_mir(text.as_bytes(), &|_| Ok(target)).expect("test input is right");
    let mut function = file.functions.remove(0);
    function.tracks_sub_reg_liveness = lanes;
    let reserved = X86Hooks.reserved_regs(&function);
    let mut intervals = LiveIntervals::default();
    intervals.compute(&mut function, &reserved, &mut Unobserved);
    let broken = Broken {
        function,
        intervals,
        reserved,
    };
    assert_eq!(broken.messages(), "");
    broken
}

impl Broken {
    /// All messages, one a line.
    fn messages(&self) -> String {
        let Err(errors) = self.intervals.check(&self.function, &self.reserved) else {
            return String::new();
        };
        let messages = errors.errors.into_iter().map(|error| error.message);
        messages.collect::<Vec<_>>().join("\n")
    }

    fn interval(&mut self, reg: usize) -> &mut LiveInterval {
        self.intervals.interval_mut(VReg::new(reg))
    }

    fn expect(&self, message: &str) {
        let messages = self.messages();
        assert!(messages.contains(message), "no {message:?} in {messages}");
    }
}

fn at(instruction: u32) -> SlotIndex {
    SlotIndex::from_raw(instruction)
}

#[test]
fn missing_interval() {
    let mut broken = right(TEXT, false);
    broken.intervals.remove_interval(VReg::new(0));
    broken.expect("Virtual register has no live interval");
    broken.expect("Missing live interval for virtual register: %0");
}

#[test]
fn range_too_short() {
    let mut broken = right(TEXT, false);
    broken
        .interval(0)
        .remove_segment(at(112), at(144).reg_slot(false), false);
    broken.expect("No live segment at use: %0 [16r,112B:0) 0@16r at 144B");
}

#[test]
fn range_ends_at_no_reader() {
    let mut broken = right(TEXT, false);
    let end = at(144).reg_slot(false);
    let more = Segment::new(end, at(160).reg_slot(false), VNInfoId::new(0));
    broken.interval(0).add_segment(more);
    broken.expect("Instruction ending live segment doesn't read the register");
}

#[test]
fn range_ends_between_slots() {
    let mut broken = right(TEXT, false);
    let more = Segment::new(at(144).reg_slot(false), at(160), VNInfoId::new(0));
    broken.interval(0).add_segment(more);
    broken.expect("Live segment ends at B slot of an instruction");
}

#[test]
fn definition_elsewhere() {
    let mut broken = right(TEXT, false);
    broken.interval(0).value_mut(VNInfoId::new(0)).def = at(32).reg_slot(false);
    broken.expect("Inconsistent valno->def");
    broken.expect("Defining instruction does not modify register");
    broken.expect("Live segment must begin at MBB entry or valno def");
}

#[test]
fn definition_in_wrong_slot() {
    let mut broken = right(TEXT, false);
    let interval = broken.interval(0);
    interval.value_mut(VNInfoId::new(0)).def = at(16).reg_slot(true);
    let more = Segment::new(
        at(16).reg_slot(true),
        at(16).reg_slot(false),
        VNInfoId::new(0),
    );
    interval.add_segment(more);
    broken.expect("Non-PHI, non-early clobber def must be at a register slot");
}

#[test]
fn value_lives_nowhere() {
    let mut broken = right(TEXT, false);
    broken.interval(1).next_value(at(144).reg_slot(false));
    broken.expect("Value not live at VNInfo def and not marked unused");
    let mut broken = right(TEXT, false);
    broken.interval(0).next_value(at(16).reg_slot(false));
    broken.expect("Live segment at def has different VNInfo");
}

#[test]
fn unused_value_lives() {
    let mut broken = right(TEXT, false);
    broken.interval(0).value_mut(VNInfoId::new(0)).def = SlotIndex::NONE;
    broken.expect("Live segment valno is marked unused");
}

#[test]
fn phi_value_inside_a_block() {
    let mut broken = right(TEXT, false);
    broken.interval(0).value_mut(VNInfoId::new(0)).def = at(32);
    broken.expect("PHIDef VNInfo is not defined at MBB start");
}

#[test]
fn value_does_not_leave_the_predecessor() {
    let mut broken = right(TEXT, false);
    broken.interval(0).remove_segment(at(80), at(112), false);
    broken.expect("Register not marked live out of predecessor, live into %bb.2@112B");
    // The value of bb.1 is not that of bb.0.
    let mut broken = right(TEXT, false);
    let interval = broken.interval(1);
    let phi = interval
        .value_at(at(112))
        .expect("values meet at the last block");
    interval.value_mut(phi).def = at(96).reg_slot(false);
    broken.expect("Different value live out of predecessor");
}

#[test]
fn separate_components() {
    let mut broken = right(TEXT, false);
    let interval = broken.interval(0);
    let value = interval.next_value(at(160).reg_slot(false));
    let segment = Segment::new(at(160).reg_slot(false), at(160).dead_slot(), value);
    interval.add_segment(segment);
    broken.expect("Multiple connected components in live interval");
}

#[test]
fn marks_that_lie() {
    let mut broken = right(TEXT, false);
    let block = broken.function.layout[0];
    let insts: Vec<_> = broken.function.block_insts(block).collect();
    let function = &mut broken.function;
    function
        .operand_mut(insts[2], 0)
        .set(OperandFlags::KILL, true);
    function
        .operand_mut(insts[0], 0)
        .set(OperandFlags::DEAD, true);
    broken.expect("Live range continues after kill flag: %0");
    broken.expect("Live range continues after dead def flag: %0");
}

#[test]
fn dead_without_mark() {
    let mut broken = right(TEXT, false);
    let end = at(144).reg_slot(false);
    broken
        .interval(0)
        .remove_segment(at(16).dead_slot(), end, false);
    broken.expect("Instruction ending live segment on dead slot has no dead flag");
}

#[test]
fn numbers_out_of_order() {
    let mut broken = right(TEXT, false);
    let block = broken.function.layout[0];
    let insts: Vec<_> = broken.function.block_insts(block).collect();
    broken
        .function
        .splice(insts[1], InsertPoint::new(block, Some(insts[0])));
    broken.expect("Instruction index out of order: 16B after 32B");
    let mut broken = right(TEXT, false);
    let new = broken.function.create_inst(op::KILL, &[]);
    broken.function.insert_before(insts[1], new);
    broken.expect("Missing slot index");
}

#[test]
fn lanes_disagree() {
    let mut broken = right(LANES, true);
    broken.interval(0).clear_sub_ranges();
    broken.expect("Live interval for subreg operand has no subranges");
    let mut broken = right(LANES, true);
    for sub in broken.interval(0).sub_ranges_mut() {
        sub.lanes = LaneMask(1);
    }
    broken.expect("Lane masks of sub ranges overlap in live interval");
    let mut broken = right(LANES, true);
    for sub in broken.interval(0).sub_ranges_mut() {
        sub.lanes = LaneMask(16);
    }
    broken.expect("Subrange lanemask is invalid");
    broken.expect("No live subrange at use");
    let mut broken = right(LANES, true);
    for sub in broken.interval(0).sub_ranges_mut() {
        sub.range.clear();
    }
    broken.expect("Subrange must not be empty");
    let mut broken = right(LANES, true);
    broken
        .interval(0)
        .remove_segment(at(16).reg_slot(false), at(32).reg_slot(false), false);
    broken.expect("A Subrange is not covered by the main range");
}
