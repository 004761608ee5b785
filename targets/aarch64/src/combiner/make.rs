//! The instructions that combinations make.

use avarice_machine::machine_combiner::Alternative;
use avarice_mir::{Inst, InstBuilder, InstNotes, MachineFunction, MiFlags, Operand, OperandFlags};
use avarice_mir::{Reg, VReg};
use avarice_target::{Opcode, RegClass};
use smallvec::SmallVec;

use super::rules::{Make, Rule, Sign};
use crate::constants::{ConstantStep, constant_steps};
use crate::{class, op, reg};

/// Makes what a rule says.
pub(super) fn by_rule(
    function: &mut MachineFunction,
    root: Inst,
    rule: &Rule,
    out: &mut Alternative,
) -> Option<()> {
    let at = usize::from(rule.operand);
    let removed = match rule.make {
        Make::ByLane(opcode) => {
            let made = by_lane(function, root, (at, rule.class), opcode)?;
            out.inserted.push(made);
            None
        }
        _ => {
            let inner = function.operand(root, at).as_reg().as_virtual()?;
            let inner = function.unique_def(inner)?;
            joined(function, root, inner, rule, out)?;
            Some(inner)
        }
    };
    let mut flags = function.insts[root].flags;
    if let Some(inner) = removed {
        flags |= function.insts[inner].flags;
    }
    for inst in &out.inserted {
        function.insts[*inst].flags = flags;
    }
    out.removed.extend(removed);
    out.removed.push(root);
    Some(())
}

/// Begins an instruction that comes from `root`.
fn build(function: &mut MachineFunction, root: Inst, opcode: Opcode) -> InstBuilder<'_> {
    let location = function.debug_loc(root);
    InstBuilder::new(function, opcode).location(location)
}

/// Finishes it, with the sections in which the address of `root` is listed.
fn finish(function: &mut MachineFunction, root: Inst, inst: Inst) -> Inst {
    let sections = function.notes(root).map(|notes| notes.pc_sections);
    if let Some(pc_sections) = sections.filter(|sections| sections.is_some()) {
        let notes = InstNotes {
            pc_sections,
            ..InstNotes::default()
        };
        function.set_notes(inst, notes);
    }
    inst
}

/// A use of a register that is the last if the operand is one.
fn as_use(operand: &Operand) -> Operand {
    Operand::reg(operand.as_reg()).with(operand.flags() & OperandFlags::KILL)
}

fn constrain(function: &mut MachineFunction, registers: &[Reg], class: RegClass) {
    for register in registers
        .iter()
        .filter_map(|register| register.as_virtual())
    {
        function.constrain_class(register, class, 0);
    }
}

/// Joins `root` with the multiplication `inner`.
fn joined(
    function: &mut MachineFunction,
    root: Inst,
    inner: Inst,
    rule: &Rule,
    out: &mut Alternative,
) -> Option<()> {
    let other = 3 - usize::from(rule.operand).min(2);
    let (opcode, addend) = match rule.make {
        Make::Negated(opcode) => (opcode, as_use(function.operand(inner, 3))),
        Make::Constant(opcode, sign) => {
            (opcode, constant(function, root, (rule.class, sign), out)?)
        }
        Make::FromZero(opcode) => (opcode, from_zero(function, root, rule.class, out)),
        Make::NegatedAccumulated(negation, opcode)
        | Make::NegatedAccumulatedLane(negation, opcode) => {
            let register = function.create_vreg(rule.class);
            let operand = function.operand(root, 2).detached();
            let made = build(function, root, negation)
                .def(register)
                .op(operand)
                .create();
            out.inserted.push(finish(function, root, made));
            out.between = Some(register);
            let kill = Operand::reg(register).with(OperandFlags::KILL);
            (opcode, kill)
        }
        Make::Fused(opcode)
        | Make::Accumulated(opcode)
        | Make::AccumulatedLane(opcode)
        | Make::ByLane(opcode) => (opcode, as_use(function.operand(root, other))),
    };
    let result = function.operand(root, 0).as_reg();
    let [left, right] = [1, 2].map(|at| as_use(function.operand(inner, at)));
    let class = match rule.make {
        Make::Negated(_) => function.class(function.operand(inner, 0).as_reg().as_virtual()?),
        _ => rule.class,
    };
    let registers = [result, left.as_reg(), right.as_reg(), addend.as_reg()];
    constrain(function, &registers, class);
    let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
    match rule.make {
        Make::Fused(_) | Make::Constant(..) | Make::FromZero(_) | Make::Negated(_) => {
            operands.extend([left, right, addend]);
        }
        _ => operands.extend([addend, left, right]),
    }
    if matches!(
        rule.make,
        Make::AccumulatedLane(_) | Make::NegatedAccumulatedLane(..)
    ) {
        operands.push(function.operand(inner, 3).detached());
    }
    let made = build(function, root, opcode)
        .def(result)
        .ops(&operands)
        .create();
    out.inserted.push(finish(function, root, made));
    Some(())
}

/// Whether a class of general registers has 64 bits.
fn is_wide(class: RegClass) -> bool {
    class == class::GPR64
}

/// Makes the constant that `root` adds or subtracts, if one instruction does.
fn constant(
    function: &mut MachineFunction,
    root: Inst,
    (class, sign): (RegClass, Sign),
    out: &mut Alternative,
) -> Option<Operand> {
    let wide = is_wide(class);
    let register = function.create_vreg(if wide { class::GPR64sp } else { class::GPR32sp });
    let number = function.operand(root, 2).as_imm()?;
    let shift = function.operand(root, 3).as_imm().unwrap_or(0);
    let value = (number as u64).checked_shl(u32::try_from(shift).ok()?)?;
    let value = match sign {
        Sign::Plus => value,
        Sign::Minus => value.wrapping_neg(),
    };
    let [step] = constant_steps(value, wide)[..] else {
        return None;
    };
    let (opcodes, numbers) = match step {
        ConstantStep::Logical(bits) => ([op::ORRWri, op::ORRXri], [None, Some(bits)]),
        ConstantStep::Zeros { chunk, shift } => (
            [op::MOVZWi, op::MOVZXi],
            [Some(i64::from(chunk)), Some(i64::from(shift))],
        ),
        ConstantStep::Ones { chunk, shift } => (
            [op::MOVNWi, op::MOVNXi],
            [Some(i64::from(chunk)), Some(i64::from(shift))],
        ),
        _ => return None,
    };
    let zero = if wide { reg::XZR } else { reg::WZR };
    let first = numbers[0].map_or(Operand::reg(zero), Operand::imm);
    let second = numbers[1].map_or(Operand::imm(0), Operand::imm);
    let opcode = opcodes[usize::from(wide)];
    let made = build(function, root, opcode)
        .def(register)
        .op(first)
        .op(second)
        .create();
    out.inserted.push(finish(function, root, made));
    out.between = Some(register);
    Some(Operand::reg(register))
}

/// Subtracts the second operand of `root` from zero.
fn from_zero(
    function: &mut MachineFunction,
    root: Inst,
    class: RegClass,
    out: &mut Alternative,
) -> Operand {
    let (opcode, class, zero) = match is_wide(class) {
        true => (op::SUBXrr, class::GPR64sp, reg::XZR),
        false => (op::SUBWrr, class::GPR32sp, reg::WZR),
    };
    let register = function.create_vreg(class);
    let operand = function.operand(root, 2).detached();
    let made = build(function, root, opcode)
        .def(register)
        .reg(zero)
        .op(operand)
        .create();
    out.inserted.push(finish(function, root, made));
    out.between = Some(register);
    Operand::reg(register)
}

/// What defines operand `at` of an instruction, perhaps by way of a copy.
pub(super) fn duplicate(function: &MachineFunction, root: Inst, at: usize) -> Option<Inst> {
    let register = function.operand(root, at).as_reg().as_virtual()?;
    let def = function.unique_def(register)?;
    if function.opcode(def) != op::COPY {
        return Some(def);
    }
    match function.operand(def, 1).as_reg().as_virtual() {
        Some(source) => function.unique_def(source),
        None => Some(def),
    }
}

/// Multiplies with a lane.
fn by_lane(
    function: &mut MachineFunction,
    root: Inst,
    (at, class): (usize, RegClass),
    opcode: Opcode,
) -> Option<Inst> {
    let inner = duplicate(function, root, at)?;
    let source = function.operand(inner, 1).as_reg();
    let lane = function.operand(inner, 2).detached();
    function.clear_kill_flags(source);
    constrain(function, &[source], class);
    let other = function.operand(root, 3 - at).detached();
    let result = function.operand(root, 0).as_reg();
    let made = build(function, root, opcode)
        .def(result)
        .op(other)
        .reg(source)
        .op(lane)
        .create();
    Some(finish(function, root, made))
}

/// Makes two subtractions of one of a sum; `first` is the operand of the sum that is subtracted first.
pub(super) fn two_subtractions(
    function: &mut MachineFunction,
    root: Inst,
    first: usize,
    out: &mut Alternative,
) -> Option<()> {
    let sum: VReg = function.operand(root, 2).as_reg().as_virtual()?;
    let sum = function.unique_def(sum)?;
    let left = as_use(function.operand(root, 1));
    let [first, second] = [first, 3 - first].map(|at| as_use(function.operand(sum, at)));
    let class = function.class(left.as_reg().as_virtual()?);
    let between = function.create_vreg(class);
    let opcode = match function.opcode(root) {
        op::SUBWrr | op::SUBSWrr => op::SUBWrr,
        _ => op::SUBXrr,
    };
    let flags = function.insts[root].flags | function.insts[sum].flags;
    let flags = flags - (MiFlags::NSW | MiFlags::NUW);
    let result = function.operand(root, 0).as_reg();
    let kill = Operand::reg(between).with(OperandFlags::KILL);
    for (to, from, subtracted) in [(between.into(), left, first), (result, kill, second)] {
        let made = build(function, root, opcode)
            .flags(flags)
            .def(to)
            .op(from)
            .op(subtracted)
            .create();
        out.inserted.push(finish(function, root, made));
    }
    out.removed.extend([sum, root]);
    out.between = Some(between);
    Some(())
}
