//! Comparisons that are not needed: the flags hold what they would set.
//!
//! ```text
//!   %1 = SUB64rr %0, %2          sets flags          %1 = SUB64rr …
//!   TEST64rr %1, %1              the same            gone
//!   JCC_1 %bb.1, 4                                   JCC_1 %bb.1, 4
//!
//!   CMP64rr %0, %1                                   CMP64rr %0, %1
//!   …                            no flags change     …
//!   CMP64rr %1, %0               the other way       gone
//!   JCC_1 %bb.1, 15              greater             JCC_1 %bb.1, 12 (less)
//! ```
//!
//! An instruction that sets the flags is looked for upwards, through blocks with a single predecessor. Readers of the flags
//! after the comparison then need to be such that it serves them, some with another condition.

use avarice_machine::identical::{Marks, is_identical};
use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind, Reg, VReg};
use avarice_target::{LaneMask, Opcode};
use smallvec::SmallVec;

use super::setters::{self, Flags};
use crate::condition::Cond;
use crate::{TARGET, op, reg, sub};

/// What an instruction compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Comparison {
    first: Reg,
    with: With,
}

/// What a register is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum With {
    Reg(Reg),
    Number(i64),
    /// Something in memory, or an address.
    Other,
}

impl Comparison {
    fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let at = |index: usize| function.operands(inst).get(index);
        let number = |index: usize| {
            at(index)?
                .as_imm()
                .map_or(Some(With::Other), |n| Some(With::Number(n)))
        };
        let (first, with) = match function.opcode(inst) {
            op::CMP64ri32 | op::CMP32ri | op::CMP16ri | op::CMP8ri => (0, number(1)?),
            op::SUB64rm | op::SUB32rm | op::SUB16rm | op::SUB8rm => (1, With::Other),
            op::SUB64rr | op::SUB32rr | op::SUB16rr | op::SUB8rr => (1, With::Reg(at(2)?.as_reg())),
            op::SUB64ri32 | op::SUB32ri | op::SUB16ri | op::SUB8ri => (1, number(2)?),
            op::CMP64rr | op::CMP32rr | op::CMP16rr | op::CMP8rr => (0, With::Reg(at(1)?.as_reg())),
            op::TEST8rr | op::TEST16rr | op::TEST32rr | op::TEST64rr => {
                if at(0)?.as_reg() != at(1)?.as_reg() {
                    return None;
                }
                (0, With::Number(0))
            }
            _ => return None,
        };
        let first = at(first)?.as_reg();
        Some(Self { first, with })
    }
}

/// An instruction whose flags serve in the place of a comparison's.
#[derive(Clone, Copy, Debug)]
struct Source {
    inst: Inst,
    kind: SourceKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SourceKind {
    /// It has computed what is compared with zero.
    Result(Flags),
    /// It reads what is compared with zero, which is zero if this condition holds.
    Reads(Cond),
    /// It compares the same.
    Same,
    /// It compares the same in the other order.
    Swapped,
    /// It compares with a number that is by this more.
    Shifted(i64),
}

/// What was found above a comparison.
struct Found {
    source: Source,
    /// An instruction in between that clears a register, and with it the flags: it can be moved up.
    clears: Option<Inst>,
}

/// Removes the comparison `inst`, if the flags hold what it sets. `true` if it is gone.
pub(super) fn optimize(function: &mut MachineFunction, inst: Inst) -> bool {
    let Some(mut comparison) = Comparison::of(function, inst) else {
        return false;
    };
    let is_physical = |reg: Reg| reg.as_physical().is_some();
    if is_physical(comparison.first)
        || matches!(comparison.with, With::Reg(reg) if is_physical(reg))
    {
        return false;
    }
    if let Some(compare) = without_result(function.opcode(inst)) {
        let result = function.operand(inst, 0).as_reg();
        if function.non_debug_uses(result).next().is_some() {
            return false;
        }
        make_compare(function, inst, compare);
        if matches!(
            compare,
            op::CMP64rm | op::CMP32rm | op::CMP16rm | op::CMP8rm
        ) {
            return false;
        }
        if let Some(of) = Comparison::of(function, inst) {
            comparison = of;
        }
    }
    remove(function, inst, comparison).is_some()
}

/// The comparison that a subtraction is whose result nothing reads.
fn without_result(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::SUB64rm => op::CMP64rm,
        op::SUB32rm => op::CMP32rm,
        op::SUB16rm => op::CMP16rm,
        op::SUB8rm => op::CMP8rm,
        op::SUB64rr => op::CMP64rr,
        op::SUB32rr => op::CMP32rr,
        op::SUB16rr => op::CMP16rr,
        op::SUB8rr => op::CMP8rr,
        op::SUB64ri32 => op::CMP64ri32,
        op::SUB32ri => op::CMP32ri,
        op::SUB16ri => op::CMP16ri,
        op::SUB8ri => op::CMP8ri,
        _ => return None,
    })
}

fn make_compare(function: &mut MachineFunction, inst: Inst, compare: Opcode) {
    function.set_opcode(inst, compare);
    function.untie_operand(inst, 0);
    function.remove_operand(inst, 0);
    if let Some(notes) = function.notes(inst).copied() {
        let debug_number = 0;
        function.set_notes(
            inst,
            avarice_mir::InstNotes {
                debug_number,
                ..notes
            },
        );
    }
}

fn remove(function: &mut MachineFunction, inst: Inst, comparison: Comparison) -> Option<()> {
    let block = function.inst_block(inst)?;
    let found = find(function, inst, comparison)?;
    let source = found.source;
    let updates = updates(function, inst, comparison, source.kind)?;
    let source_block = function.inst_block(source.inst)?;
    if let Some(clears) = found.clears {
        // Another block may run more often.
        let before = place_for_clearing(function, source.inst).filter(|_| block == source_block)?;
        function.remove_inst(clears);
        function.insert_before(before, clears);
    }
    let flags = function.op_ids(source.inst).find(|op| {
        let operand = function.op(*op);
        operand.is_def() && operand.as_reg() == Reg::phys(reg::EFLAGS)
    })?;
    function.op_mut(flags).set(OperandFlags::DEAD, false);
    function.remove_inst(inst);
    for (reader, condition) in updates {
        let at = condition_operand(function, reader)?;
        function.operand_mut(reader, at).set_imm(condition.number());
    }
    let mut live = block;
    while live != source_block {
        let live_ins = &mut function.blocks[live].live_ins;
        if !live_ins.iter().any(|(reg, _)| *reg == reg::EFLAGS) {
            live_ins.push((reg::EFLAGS, LaneMask::ALL));
        }
        live = *function.blocks[live].preds.first()?;
    }
    Some(())
}

// ---- Above the comparison ---------------------------------------------------------------------

/// The instruction above `inst` whose flags may serve.
fn find(function: &MachineFunction, inst: Inst, comparison: Comparison) -> Option<Found> {
    let def = function.unique_def(comparison.first.as_virtual()?)?;
    let mut block = function.inst_block(inst)?;
    let mut cursor = function.prev_inst(inst);
    let mut clears = None;
    for _ in 0..function.layout.len() {
        while let Some(above) = cursor {
            cursor = function.prev_inst(above);
            if above == def {
                let source = result_source(function, inst, def, comparison)?;
                return Some(Found { source, clears });
            }
            if !writes_flags(function, above) {
                continue;
            }
            if let Some(kind) = similar(function, inst, above, comparison) {
                let source = Source { inst: above, kind };
                return Some(Found { source, clears });
            }
            if clears.is_some() || !is_clearing(function, above) {
                return None;
            }
            clears = Some(above);
        }
        // Inline assembly may have left its block before the end.
        let data = &function.blocks[block];
        let [pred] = data.preds[..] else {
            return None;
        };
        if data.inline_asm_br_target {
            return None;
        }
        block = pred;
        cursor = function.blocks[block].last.expand();
    }
    None
}

/// The definition of what is compared with zero, or what it is part of.
fn result_source(
    function: &MachineFunction,
    inst: Inst,
    def: Inst,
    comparison: Comparison,
) -> Option<Source> {
    if comparison.with != With::Number(0) {
        return None;
    }
    if let Some(flags) = setters::of_result(function, def) {
        let kind = SourceKind::Result(flags);
        return Some(Source { inst: def, kind });
    }
    let inst = extended_and(function, inst, def)?;
    // What is the sign of the whole is not that of the part.
    let kind = SourceKind::Result(Flags::ZeroWithoutOverflow);
    Some(Source { inst, kind })
}

/// The conjunction that `def` widens or narrows, if `test` is of all that can be set in it.
///
/// ```text
///   %1:gr32 = AND32ri %0, 5            %1:gr32 = AND32ri %0, 5
///   %2 = SUBREG_TO_REG 0, %1, …        %2 = COPY %1.sub_16bit
///   TEST64rr %2, %2                    TEST16rr %2, %2
/// ```
fn extended_and(function: &MachineFunction, test: Inst, def: Inst) -> Option<Inst> {
    let at = |index: usize| function.operands(def).get(index);
    let defined = |reg: Reg| {
        reg.as_virtual()
            .and_then(|reg: VReg| function.unique_def(reg))
    };
    let and = match (function.opcode(def), function.opcode(test)) {
        (avarice_target::op::SUBREG_TO_REG, op::TEST64rr) => {
            let clears = at(1)?.as_imm() == Some(0)
                && at(3)?.as_imm() == Some(sub::SUB_32BIT.index() as i64);
            defined(at(2)?.as_reg()).filter(|_| clears)?
        }
        (avarice_target::op::COPY, op::TEST16rr) => {
            let and = defined(at(1)?.as_reg())?;
            let mask = function.operands(and).get(2)?.as_imm()?;
            let is_and = matches!(function.opcode(and), op::AND32ri | op::AND64ri32);
            (is_and && u16::try_from(mask).is_ok()).then_some(and)?
        }
        _ => return None,
    };
    let is_local = function.inst_block(and) == function.inst_block(def);
    if !is_local || !setters::is_and(function.opcode(and)) {
        return None;
    }
    let mut cursor = function.next_inst(and);
    while let Some(inst) = cursor.filter(|inst| *inst != def) {
        if writes_flags(function, inst) {
            return None;
        }
        cursor = function.next_inst(inst);
    }
    cursor.map(|_| and)
}

/// How the flags that `above` sets are like those of the comparison.
fn similar(
    function: &MachineFunction,
    inst: Inst,
    above: Inst,
    comparison: Comparison,
) -> Option<SourceKind> {
    if comparison.with == With::Number(0)
        && let Some(condition) = setters::zero_of_source(function.opcode(above))
        && function.operands(above).get(1)?.as_reg() == comparison.first
    {
        return Some(SourceKind::Reads(condition));
    }
    let other = Comparison::of(function, above)?;
    match (comparison.with, other.with) {
        (With::Reg(second), With::Reg(other_second)) => {
            if (comparison.first, second) == (other.first, other_second) {
                Some(SourceKind::Same)
            } else if (comparison.first, second) == (other_second, other.first) {
                Some(SourceKind::Swapped)
            } else {
                None
            }
        }
        (With::Number(number), With::Number(other_number)) if comparison.first == other.first => {
            match number.wrapping_sub(other_number) {
                0 => Some(SourceKind::Same),
                by @ (1 | -1) => Some(SourceKind::Shifted(by)),
                _ => None,
            }
        }
        _ if has_memory(function, above) => None,
        _ => is_identical(function, inst, above, Marks::Ignored).then_some(SourceKind::Same),
    }
}

/// Whether it subtracts what is in memory.
fn has_memory(function: &MachineFunction, inst: Inst) -> bool {
    let opcode = function.opcode(inst);
    matches!(opcode, op::SUB64rm | op::SUB32rm | op::SUB16rm | op::SUB8rm)
}

/// Whether `inst` clears a register and does not care for the flags.
fn is_clearing(function: &MachineFunction, inst: Inst) -> bool {
    function.opcode(inst) == op::MOV32r0
        && function.operands(inst).iter().any(|operand| {
            operand.is_def()
                && operand.has(OperandFlags::DEAD)
                && operand.as_reg() == Reg::phys(reg::EFLAGS)
        })
}

/// The instruction at or above `inst` that sets the flags anew: before it nothing cares for them.
fn place_for_clearing(function: &MachineFunction, inst: Inst) -> Option<Inst> {
    let mut all = std::iter::successors(Some(inst), |inst| function.prev_inst(*inst));
    all.find(|inst| !reads_flags(function, *inst) && writes_flags(function, *inst))
}

fn writes_flags(function: &MachineFunction, inst: Inst) -> bool {
    function.operands(inst).iter().any(|operand| {
        operand.kind() == OperandKind::RegMask && !function.mask_preserves(operand, reg::EFLAGS)
            || operand.is_def() && operand.as_reg() == Reg::phys(reg::EFLAGS)
    })
}

fn reads_flags(function: &MachineFunction, inst: Inst) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| operand.is_use() && operand.as_reg() == Reg::phys(reg::EFLAGS))
}

// ---- Below the comparison ---------------------------------------------------------------------

/// Conditions that instructions get.
type Updates = SmallVec<[(Inst, Cond); 4]>;

/// The conditions that readers of the flags of `inst` get, if they read the flags of another instruction instead. `None`
/// if those do not serve.
fn updates(
    function: &MachineFunction,
    inst: Inst,
    comparison: Comparison,
    kind: SourceKind,
) -> Option<Updates> {
    let block = function.inst_block(inst)?;
    let mut updates = Updates::new();
    let mut cursor = function.next_inst(inst);
    let mut is_live_out = true;
    while let Some(reader) = cursor {
        cursor = function.next_inst(reader);
        let (reads, writes) = (
            reads_flags(function, reader),
            writes_flags(function, reader),
        );
        if reads {
            let condition = condition(function, reader);
            match condition {
                Some(old) => {
                    let new = converted(function, old, comparison, kind)?;
                    if new != old {
                        updates.push((reader, new));
                    }
                }
                None if kind == SourceKind::Same => {}
                None => return None,
            }
        }
        let kills = function.operands(reader).iter().any(|operand| {
            operand.is_use()
                && operand.has(OperandFlags::KILL)
                && operand.as_reg() == Reg::phys(reg::EFLAGS)
        });
        if writes || kills {
            is_live_out = false;
            break;
        }
    }
    let asks_for_readers = match kind {
        SourceKind::Same => false,
        SourceKind::Result(_) | SourceKind::Reads(_) => true,
        // Where no reader was found there is nothing to update.
        SourceKind::Swapped | SourceKind::Shifted(_) => reads_before_end(function, inst),
    };
    if is_live_out && asks_for_readers && flags_leave(function, block) {
        return None;
    }
    Some(updates)
}

/// Whether an instruction in the rest of the block reads the flags.
fn reads_before_end(function: &MachineFunction, inst: Inst) -> bool {
    let mut rest =
        std::iter::successors(function.next_inst(inst), |inst| function.next_inst(*inst));
    rest.any(|inst| reads_flags(function, inst))
}

fn flags_leave(function: &MachineFunction, block: Block) -> bool {
    let mut succs = function.blocks[block].succs.iter();
    succs.any(|succ| {
        let mut live_ins = function.blocks[*succ].live_ins.iter();
        live_ins.any(|(reg, _)| *reg == reg::EFLAGS)
    })
}

/// The condition to read from the flags of a source in the place of `old`.
fn converted(
    function: &MachineFunction,
    old: Cond,
    comparison: Comparison,
    kind: SourceKind,
) -> Option<Cond> {
    match kind {
        SourceKind::Same => Some(old),
        SourceKind::Swapped => old.swapped(),
        SourceKind::Result(flags) => serves(flags, old).then_some(old),
        SourceKind::Reads(zero) => match old {
            Cond::E => Some(zero),
            Cond::NE => Some(zero.inverse()),
            _ => None,
        },
        SourceKind::Shifted(by) => {
            let With::Number(number) = comparison.with else {
                return None;
            };
            let reg = comparison.first.as_virtual()?;
            let bits = u32::from(TARGET.class(function.class(reg)).size_bits);
            shifted(old, by, number, bits)
        }
    }
}

/// Whether the flags say of the result what a comparison with zero does, for this condition.
fn serves(flags: Flags, condition: Cond) -> bool {
    match condition {
        Cond::A | Cond::AE | Cond::B | Cond::BE => false,
        Cond::G | Cond::GE | Cond::L | Cond::LE => flags.has_sign() && flags.clears_overflow(),
        Cond::O | Cond::NO => flags.clears_overflow(),
        Cond::S | Cond::NS => flags.has_sign(),
        _ => true,
    }
}

/// The condition on a comparison with `number - by` that is `condition` on one with `number`, of `bits` bits.
fn shifted(condition: Cond, by: i64, number: i64, bits: u32) -> Option<Cond> {
    let unused = 64_u32.checked_sub(bits)?;
    let number = number.checked_shl(unused)?.checked_shr(unused)?;
    let least = i64::MIN.checked_shr(unused)?;
    let (new, wanted, limit) = match condition {
        // x < c + 1 is x <= c.
        Cond::L => (Cond::LE, 1, least),
        Cond::B => (Cond::BE, 1, 0),
        Cond::GE => (Cond::G, 1, least),
        Cond::AE => (Cond::A, 1, 0),
        // x > c - 1 is x >= c.
        Cond::G => (Cond::GE, -1, !least),
        Cond::A => (Cond::AE, -1, -1),
        Cond::LE => (Cond::L, -1, !least),
        Cond::BE => (Cond::B, -1, -1),
        _ => return None,
    };
    (by == wanted && number != limit).then_some(new)
}

/// The operand that is the condition of a reader of the flags.
fn condition_operand(function: &MachineFunction, inst: Inst) -> Option<usize> {
    let opcode = function.opcode(inst);
    has_condition(opcode)
        .then(|| TARGET.instr(opcode).operands.len().checked_sub(1))
        .flatten()
}

fn condition(function: &MachineFunction, inst: Inst) -> Option<Cond> {
    let at = condition_operand(function, inst)?;
    let number = function.operands(inst).get(at)?.as_imm()?;
    Cond::from_number(number)
}

/// Whether the last operand of the row is a condition.
#[rustfmt::skip]
fn has_condition(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::JCC_1 | op::JCC_4 | op::SETCCr | op::SETCCm | op::CMOV16rr | op::CMOV16rm
            | op::CMOV32rr | op::CMOV32rm | op::CMOV64rr | op::CMOV64rm
    )
}
