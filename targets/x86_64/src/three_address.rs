//! Two-address instructions: exchanging operands, and LEA forms that need no tie.

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{InstrFlags, Opcode, RegClass, SubRegIdx};

use crate::condition::Cond;
use crate::{class, op, reg, sub};

fn is_cmov(opcode: Opcode) -> bool {
    matches!(opcode, op::CMOV16rr | op::CMOV32rr | op::CMOV64rr)
}

/// Instructions that LLVM marks commutable though exchanged operands need another opcode.
const COMMUTED_BY_OPCODE: &[Opcode] = &[
    op::MOVHLPSrr,
    op::MOVSDrr,
    op::MOVSSrr,
    op::PFSUBRrr,
    op::PFSUBrr,
    op::UNPCKHPDrr,
    op::VMOVHLPSrr,
    op::VMOVSDrr,
    op::VMOVSSrr,
    op::VUNPCKHPDrr,
];

/// Two operands that can change places: 1 and 2 of a commutable instruction.
///
/// Instructions whose exchange changes an immediate or the opcode are left out, but for `CMOV`.
pub fn commutable_operands(
    function: &MachineFunction,
    inst: Inst,
    first: Option<usize>,
) -> Option<(usize, usize)> {
    let desc = function.desc(inst);
    if !desc.has(InstrFlags::COMMUTABLE) || COMMUTED_BY_OPCODE.contains(&function.opcode(inst)) {
        return None;
    }
    let ops = function.operands(inst);
    let plain = desc.operands.len() == 3 && desc.num_defs == 1 && ops.len() >= 3;
    if !plain && !is_cmov(function.opcode(inst)) || !ops[1].is_reg() || !ops[2].is_reg() {
        return None;
    }
    match first {
        None | Some(1) => Some((1, 2)),
        Some(2) => Some((2, 1)),
        Some(_) => None,
    }
}

/// Exchanges two commutable operands; the tie stays with its place.
pub fn commute(function: &mut MachineFunction, inst: Inst, first: usize, second: usize) -> bool {
    if !matches!((first, second), (1, 2) | (2, 1)) {
        return false;
    }
    if is_cmov(function.opcode(inst)) {
        let condition = function.operand_mut(inst, 3);
        let Some(cond) = condition.as_imm().and_then(Cond::from_number) else {
            return false;
        };
        condition.set_imm(cond.inverse().number());
    }
    let marks =
        OperandFlags::KILL | OperandFlags::UNDEF | OperandFlags::INTERNAL | OperandFlags::RENAMABLE;
    let (a, b) = (*function.operand(inst, 1), *function.operand(inst, 2));
    for (index, from) in [(1, b), (2, a)] {
        function.set_reg(inst, index, from.as_reg());
        let operand = function.operand_mut(inst, index);
        operand.set_sub_reg(from.sub_reg());
        operand.set(marks, false);
        operand.set(from.flags() & marks, true);
    }
    // An instruction that is already in two-address form keeps its definition equal to operand 1.
    let tied_to_def = function.operand(inst, 1).tied_to() == Some(0);
    let def = function.operand(inst, 0).as_reg();
    if tied_to_def && def == a.as_reg() {
        function.set_reg(inst, 0, b.as_reg());
        function.operand_mut(inst, 0).set_sub_reg(b.sub_reg());
    }
    true
}

/// What an instruction computes, as an address.
struct Lea {
    /// 64-bit arithmetic, or 32-bit in 64-bit registers.
    wide: bool,
    base: Option<Operand>,
    index: Option<Operand>,
    scale: i64,
    disp: Operand,
}

fn as_lea(function: &MachineFunction, inst: Inst) -> Option<Lea> {
    let ops = function.operands(inst);
    let add = |wide, disp: Operand| Lea {
        wide,
        base: Some(ops[1]),
        index: None,
        scale: 1,
        disp,
    };
    let sum = |wide| Lea {
        wide,
        base: Some(ops[1]),
        index: Some(ops[2]),
        scale: 1,
        disp: Operand::imm(0),
    };
    let negated = || {
        let value = ops[2].as_imm()?.checked_neg()?;
        i32::try_from(value)
            .ok()
            .map(|v| Operand::imm(i64::from(v)))
    };
    let shift = |wide| {
        let amount = ops[2].as_imm().filter(|amount| (1..=3).contains(amount))?;
        Some(Lea {
            wide,
            base: None,
            index: Some(ops[1]),
            scale: 1 << amount,
            disp: Operand::imm(0),
        })
    };
    Some(match function.opcode(inst) {
        op::ADD64rr | op::ADD64rr_DB => sum(true),
        op::ADD32rr | op::ADD32rr_DB => sum(false),
        op::ADD64ri32 | op::ADD64ri32_DB => add(true, ops[2]),
        op::ADD32ri | op::ADD32ri_DB => add(false, ops[2]),
        op::SUB64ri32 => add(true, negated()?),
        op::SUB32ri => add(false, negated()?),
        op::INC64r => add(true, Operand::imm(1)),
        op::INC32r => add(false, Operand::imm(1)),
        op::DEC64r => add(true, Operand::imm(-1)),
        op::DEC32r => add(false, Operand::imm(-1)),
        op::SHL64ri => shift(true)?,
        op::SHL32ri => shift(false)?,
        _ => return None,
    })
}

/// Inserts an LEA that computes what `inst` does, before it. `None` if there is none, or if the flags
/// that `inst` writes are read.
pub fn convert(function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
    let flags = function
        .operands(inst)
        .iter()
        .find(|operand| operand.is_def() && operand.as_reg() == Reg::phys(reg::EFLAGS));
    if flags.is_some_and(|operand| !operand.has(OperandFlags::DEAD)) {
        return None;
    }
    let lea = as_lea(function, inst)?;
    let virtual_whole = |o: &Operand| {
        o.as_reg().is_virtual() && o.sub_reg().is_none() && !o.has(OperandFlags::UNDEF)
    };
    let registers = [lea.base.as_ref(), lea.index.as_ref()];
    if !registers.into_iter().flatten().all(virtual_whole) || lea.disp.is_reg() {
        return None;
    }
    let dst = *function.operand(inst, 0);
    let none = Operand::reg(Reg::NONE);
    // The index first: llc numbers its new register before that of the base.
    let index = match lea.index {
        Some(operand) => address_register(function, inst, operand, lea.wide, class::GR64_NOSP)?,
        None => none,
    };
    let base = match (lea.base, lea.index) {
        // The same register twice is copied once.
        (Some(base), Some(other)) if base.as_reg() == other.as_reg() => index,
        (Some(operand), _) => address_register(function, inst, operand, lea.wide, class::GR64)?,
        (None, _) => none,
    };
    let opcode = if lea.wide { op::LEA64r } else { op::LEA64_32r };
    let new = InstBuilder::new(function, opcode)
        .op(dst.detached())
        .op(base)
        .imm(lea.scale)
        .op(index)
        .op(lea.disp.detached())
        .op(none)
        .insert_before(inst);
    Some(new)
}

/// A 64-bit register operand with the value of `operand`: itself if it is wide, else a new register of
/// which it is the low half.
fn address_register(
    function: &mut MachineFunction,
    inst: Inst,
    operand: Operand,
    wide: bool,
    reg_class: RegClass,
) -> Option<Operand> {
    let vreg = operand.as_reg().as_virtual()?;
    let killed = function
        .operands(inst)
        .iter()
        .any(|o| o.is_use() && o.as_reg() == operand.as_reg() && o.has(OperandFlags::KILL));
    if wide {
        function.constrain_class(vreg, reg_class, 0)?;
        let mut same = operand.detached();
        same.set(OperandFlags::KILL, killed);
        return Some(same);
    }
    let new = function.create_vreg(reg_class);
    let part = Operand::def(new)
        .with(OperandFlags::UNDEF)
        .with_sub_reg(sub::SUB_32BIT);
    let mut source = Operand::reg(vreg).with_sub_reg(SubRegIdx::NONE);
    source.set(OperandFlags::KILL, killed);
    InstBuilder::new(function, avarice_target::op::COPY)
        .op(part)
        .op(source)
        .insert_before(inst);
    Some(Operand::reg(new).with(OperandFlags::KILL))
}
