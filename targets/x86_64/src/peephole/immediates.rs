//! Numbers in the place of registers that were set to them.

use avarice_mir::{
    InsertPoint, Inst, MachineFunction, MiFlags, Operand, OperandFlags, VReg,
    register_liveness::RegisterLiveness,
};
use avarice_target::Opcode;

use super::is_within;
use crate::{class, commute, op, reg, sub};

/// The number that `inst` sets `reg` to: directly, or as the upper half of a register whose lower half another
/// instruction sets.
pub(super) fn constant(function: &MachineFunction, inst: Inst, reg: VReg) -> Option<i64> {
    let (mut inst, mut reg) = (inst, reg);
    if function.opcode(inst) == op::SUBREG_TO_REG {
        let [_, fill, half, part, ..] = function.operands(inst) else {
            return None;
        };
        let clears =
            fill.as_imm() == Some(0) && part.as_imm() == Some(sub::SUB_32BIT.index() as i64);
        reg = half.as_reg().as_virtual().filter(|_| clears)?;
        inst = function.unique_def(reg)?;
    }
    let [def, rest @ ..] = function.operands(inst) else {
        return None;
    };
    if def.as_reg() != reg.into() {
        return None;
    }
    match function.opcode(inst) {
        op::MOV32r0 => Some(0),
        op::MOV32ri | op::MOV64ri | op::MOV32ri64 | op::MOV8ri => rest.first()?.as_imm(),
        _ => None,
    }
}

/// The form with an immediate of an operation on registers. A shift has its count in a physical register.
#[rustfmt::skip]
fn immediate_form(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::ADD64rr => op::ADD64ri32,   op::ADD32rr => op::ADD32ri,
        op::ADC64rr => op::ADC64ri32,   op::ADC32rr => op::ADC32ri,
        op::SUB64rr => op::SUB64ri32,   op::SUB32rr => op::SUB32ri,
        op::SBB64rr => op::SBB64ri32,   op::SBB32rr => op::SBB32ri,
        op::AND64rr => op::AND64ri32,   op::AND32rr => op::AND32ri,
        op::OR64rr => op::OR64ri32,     op::OR32rr => op::OR32ri,
        op::XOR64rr => op::XOR64ri32,   op::XOR32rr => op::XOR32ri,
        op::TEST64rr => op::TEST64ri32, op::TEST32rr => op::TEST32ri,
        op::CMP64rr => op::CMP64ri32,   op::CMP32rr => op::CMP32ri,
        _ => return None,
    })
}

/// Whether the operation with 0 gives its other operand.
fn keeps_with_zero(form: Opcode) -> bool {
    matches!(
        form,
        op::ADD64ri32
            | op::SUB64ri32
            | op::OR64ri32
            | op::XOR64ri32
            | op::ADD32ri
            | op::SUB32ri
            | op::OR32ri
            | op::XOR32ri
    )
}

/// The operand that must be the immediate, where operands cannot change places.
fn fixed_operand(form: Opcode) -> Option<usize> {
    match form {
        op::SUB64ri32 | op::SUB32ri | op::SBB64ri32 | op::SBB32ri => Some(2),
        op::CMP64ri32 | op::CMP32ri => Some(1),
        _ => None,
    }
}

/// The move of `number` that a copy to its destination becomes.
fn move_form(function: &MachineFunction, inst: Inst, number: i64) -> Option<Opcode> {
    let dst = function.operands(inst).first()?.as_reg();
    let is_in = |wanted: avarice_target::RegClass| match dst.as_physical() {
        Some(phys) => crate::TARGET.class(wanted).contains(phys),
        None => dst
            .as_virtual()
            .is_some_and(|reg| is_within(function.class(reg), wanted)),
    };
    if is_in(class::GR32) {
        return Some(if number == 0 {
            op::MOV32r0
        } else {
            op::MOV32ri
        });
    }
    match number {
        0 => None,
        _ if is_in(class::GR64) => Some(if u32::try_from(number).is_ok() {
            op::MOV32ri64
        } else {
            op::MOV64ri
        }),
        _ => is_in(class::GR8).then_some(op::MOV8ri),
    }
}

/// Puts `number` in the place of `reg`, which `def` sets to it, in `inst`. `true` if it did.
pub(super) fn fold(
    function: &mut MachineFunction,
    inst: Inst,
    def: Inst,
    reg: VReg,
    number: i64,
) -> bool {
    let is_wide = is_within(function.class(reg), class::GR64);
    if is_wide && i32::try_from(number).is_err() {
        return false;
    }
    let mut uses = function.operands(inst).iter().enumerate();
    let is_use = |operand: &Operand| operand.is_use() && operand.as_reg() == reg.into();
    let Some((at, used)) = uses.find(|(_, operand)| is_use(operand)) else {
        return false;
    };
    let is_shared = !function.has_one_non_debug_use(reg);
    if !used.sub_reg().is_none() || function.optimize_for_size && is_shared {
        return false;
    }
    let is_copy = function.opcode(inst) == op::COPY;
    let form = if is_copy {
        move_form(function, inst, number)
    } else {
        immediate_form(function.opcode(inst))
    };
    let Some(form) = form.filter(|form| fixed_operand(*form).is_none_or(|fixed| fixed == at))
    else {
        return false;
    };
    let is_done = if form == op::MOV32r0 {
        make_zero(function, inst, at)
    } else if number == 0 && keeps_with_zero(form) && has_dead_flags(function, inst) {
        make_copy(function, inst, at);
        true
    } else {
        make_immediate(function, inst, form, reg, number)
    };
    if is_done && function.non_debug_uses(reg).next().is_none() {
        function.remove_inst(def);
    }
    is_done
}

/// A copy becomes the instruction that clears its destination, where the flags may change.
fn make_zero(function: &mut MachineFunction, inst: Inst, at: usize) -> bool {
    let before = InsertPoint::before(function, inst);
    if function.register_liveness(before, reg::EFLAGS) != RegisterLiveness::Dead {
        return false;
    }
    function.set_opcode(inst, op::MOV32r0);
    function.remove_operand(inst, at);
    let flags = Operand::implicit_def(reg::EFLAGS).with(OperandFlags::DEAD);
    function.push_operand(inst, flags);
    true
}

fn has_dead_flags(function: &MachineFunction, inst: Inst) -> bool {
    flags_def(function, inst).is_some_and(|at| function.operand(inst, at).has(OperandFlags::DEAD))
}

fn flags_def(function: &MachineFunction, inst: Inst) -> Option<usize> {
    let mut operands = function.operands(inst).iter();
    operands.position(|o| o.is_def() && o.as_reg().as_physical() == Some(reg::EFLAGS))
}

/// An operation with 0, which is operand `at`, becomes a copy of the other operand.
fn make_copy(function: &mut MachineFunction, inst: Inst, at: usize) {
    function.set_opcode(inst, op::COPY);
    function.untie_operand(inst, 0);
    function.remove_operand(inst, at);
    if let Some(flags) = flags_def(function, inst) {
        function.remove_operand(inst, flags);
    }
    function.insts[inst].flags -= MiFlags::NSW | MiFlags::NUW;
}

/// An operation becomes the form with an immediate, with its operands exchanged if `reg` is not where that is.
fn make_immediate(
    function: &mut MachineFunction,
    inst: Inst,
    form: Opcode,
    reg: VReg,
    number: i64,
) -> bool {
    let is_copy = function.opcode(inst) == op::COPY;
    let has_result = function.operand(inst, 0).is_def();
    let at = if has_result && !is_copy { 2 } else { 1 };
    let first = usize::from(has_result);
    let reads = |function: &MachineFunction, at: usize| {
        let operand = function.operands(inst).get(at);
        operand.is_some_and(|operand| operand.as_reg() == reg.into())
    };
    if !is_copy
        && reads(function, first)
        && commute::commutable_operands(function, inst, Some(first)).is_some()
        && let Some((a, b)) = commute::commutable_operands(function, inst, None)
    {
        commute::commute(function, inst, a, b);
    }
    if !reads(function, at) {
        return false;
    }
    function.set_opcode(inst, form);
    function.replace_operand(inst, at, Operand::imm(number));
    true
}
