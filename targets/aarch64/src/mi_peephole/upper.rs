//! What sets the upper half of a register to zero, where the lower half is written by an instruction that does so.
//!
//! ```text
//!   %1:gpr32 = ADDWrr %0, %0                  %1:gpr32 = ADDWrr %0, %0
//!   %2:gpr32 = ORRWrs $wzr, %1, 0
//!   %3:gpr64 = SUBREG_TO_REG 0, %2, sub_32    %3:gpr64 = SUBREG_TO_REG 0, %1, sub_32
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, Reg, VReg};
use smallvec::SmallVec;

use super::{def_of, has_one_reader, is_own};
use crate::{TARGET, class, op, reg, sub};

/// Removes an `ORR` that zero-extends what a 32-bit instruction made.
pub(super) fn visit_or(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let [zero, source, shift] = [1, 2, 3].map(|at| *function.operand(inst, at));
    if shift.as_imm() != Some(0) || zero.as_reg() != Reg::phys(reg::WZR) {
        return None;
    }
    let source = source.as_reg().as_virtual()?;
    let result = function.operand(inst, 0).as_reg().as_virtual()?;
    let def = function.unique_def(source)?;
    if function.opcode(def) == op::COPY && function.operand(def, 1).as_reg().is_virtual() {
        move_from_vector(function, def)?;
    } else if !is_own(function.opcode(def)) {
        return None;
    }
    take_place(function, inst, result, source);
    Some(())
}

/// Makes a copy out of a register of vectors the instruction that it will become, which is known to set zeros.
fn move_from_vector(function: &mut MachineFunction, copy: Inst) -> Option<()> {
    let source = *function.operand(copy, 1);
    let class = function.class(source.as_reg().as_virtual()?);
    let is_part = source.sub_reg() == sub::SSUB;
    let is_larger = class == class::FPR64 || class == class::FPR128;
    if class != class::FPR32 && !(is_larger && is_part) {
        return None;
    }
    let location = function.debug_loc(copy);
    let mut from = source.as_reg();
    if is_part {
        let part = function.create_vreg(class::FPR32);
        InstBuilder::new(function, op::COPY)
            .location(location)
            .def(part)
            .op(source.detached())
            .insert_before(copy);
        from = part.into();
    }
    let result = function.operand(copy, 0).as_reg();
    InstBuilder::new(function, op::FMOVSWr)
        .location(location)
        .def(result)
        .reg(from)
        .insert_before(copy);
    function.remove_inst(copy);
    Some(())
}

/// Removes `inst`; whatever reads its result reads `other`.
fn take_place(function: &mut MachineFunction, inst: Inst, result: VReg, other: VReg) {
    function.replace_reg(result, other);
    function.clear_kill_flags(other);
    function.remove_inst(inst);
}

/// Makes the insertion of a lower half that comes with zeros one that says so: what was in the register does not matter.
pub(super) fn visit_insert(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    function.operand(inst, 1).tied_to()?;
    let result = function.operand(inst, 0).as_reg().as_virtual()?;
    let def = def_of(function, function.operand(inst, 2).as_reg())?;
    let class = function.class(result);
    let is_general =
        class == class::GPR64all || TARGET.class(class).has_super_class(class::GPR64all);
    if !is_own(function.opcode(def)) || !is_general {
        return None;
    }
    let operands = [2, 3].map(|at| function.operand(inst, at).detached());
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::SUBREG_TO_REG)
        .location(location)
        .ops(&[Operand::def(result), Operand::imm(0)])
        .ops(&operands)
        .insert_before(inst);
    function.remove_inst(inst);
    Some(())
}

/// Whether an instruction sets the upper half of a register of vectors to zero.
pub(super) fn has_zero_upper_half(function: &MachineFunction, inst: Inst) -> bool {
    let result = function
        .operands(inst)
        .first()
        .filter(|operand| operand.is_def());
    let result = result.and_then(|operand| operand.as_reg().as_virtual());
    let is_double = result.is_some_and(|result| function.class(result) == class::FPR64);
    is_double && is_own(function.opcode(inst))
}

/// Removes a move of a double that is there for the zeros above it.
pub(super) fn visit_float_move(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let [result, source] = [0, 1].map(|at| function.operand(inst, at).as_reg().as_virtual());
    let (result, source) = (result?, source?);
    let def = function.unique_def(source)?;
    if !has_zero_upper_half(function, def) {
        return None;
    }
    function.clear_kill_flags(result);
    function.clear_kill_flags(source);
    let class = function.class(result);
    function.constrain_class(source, class, 0);
    function.replace_reg(result, source);
    function.remove_inst(inst);
    Some(())
}

/// Takes the lower half before a sign extension that only changes the upper one.
///
/// ```text
///   %1:gpr64 = SBFMXri %0, 0, 31
///   %2:gpr32 = COPY %1.sub_32                 %2:gpr32 = COPY %0.sub_32
/// ```
pub(super) fn visit_copy(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let source = *function.operand(inst, 1);
    let input = source.as_reg().as_virtual()?;
    if source.sub_reg() != sub::SUB_32 || !has_one_reader(function, input.into()) {
        return None;
    }
    let mut def = function.unique_def(input)?;
    let mut dead: SmallVec<[Inst; 4]> = SmallVec::new();
    dead.push(def);
    while is_full_copy(function, def) && has_one_reader(function, function.operand(def, 1).as_reg())
    {
        def = def_of(function, function.operand(def, 1).as_reg())?;
        if dead.contains(&def) {
            return None;
        }
        dead.push(def);
    }
    let imm = |at| function.operand(def, at).as_imm();
    if function.opcode(def) != op::SBFMXri || imm(2) != Some(0) || imm(3) != Some(31) {
        return None;
    }
    let extended = function.operand(def, 1).as_reg();
    if let Some(extended) = extended.as_virtual() {
        let class = function.class(input);
        function.constrain_class(extended, class, 0);
    }
    function.set_reg(inst, 1, extended);
    for inst in dead {
        function.remove_inst(inst);
    }
    Some(())
}

fn is_full_copy(function: &MachineFunction, inst: Inst) -> bool {
    let is_whole = |at| function.operand(inst, at).sub_reg().is_none();
    function.opcode(inst) == op::COPY && is_whole(0) && is_whole(1)
}
