//! Insertions into lanes of vectors.

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg, VReg};
use avarice_target::Opcode;

use super::def_of;
use super::upper::has_zero_upper_half;
use crate::{class, op};

/// Inserts a lane from the vector that it comes from, rather than from a general register that it was copied to.
///
/// ```text
///   %2:gpr32 = COPY %1:fpr128
///   %3:fpr128 = INSvi32gpr %0, 2, %2          %3:fpr128 = INSvi32lane %0, 2, %1, 0
/// ```
pub(super) fn visit_from_general(
    function: &mut MachineFunction,
    inst: Inst,
    opcode: Opcode,
) -> Option<()> {
    let mut copy = def_of(function, function.operand(inst, 3).as_reg())?;
    // In machine SSA a chain of copies ends; elsewhere it may be a circle.
    for _ in 0..function.vregs.len() {
        let source = copied_register(function, copy)?;
        if function.class(source) == class::FPR128 {
            break;
        }
        copy = function.unique_def(source)?;
    }
    if function.class(copied_register(function, copy)?) != class::FPR128 {
        return None;
    }
    let source = *function.operand(copy, 1);
    let [result, vector, lane] = [0, 1, 2].map(|at| function.operand(inst, at).detached());
    let location = function.debug_loc(inst);
    InstBuilder::new(function, opcode)
        .location(location)
        .def(result.as_reg())
        .ops(&[vector, lane])
        .op(Operand::reg(source.as_reg()).with(source.flags() - OperandFlags::DEF))
        .imm(0)
        .insert_before(inst);
    function.remove_inst(inst);
    Some(())
}

/// The virtual register that a copy reads.
fn copied_register(function: &MachineFunction, inst: Inst) -> Option<VReg> {
    let source = function.operands(inst).get(1)?.as_reg().as_virtual();
    source.filter(|_| function.opcode(inst) == op::COPY)
}

/// Removes the insertion of zeros above a double that comes with zeros.
///
/// ```text
///   %2:fpr64 = FCVTNv4i16 %0                  %2:fpr64 = FCVTNv4i16 %0
///   %4:fpr128 = INSERT_SUBREG %3, %2, dsub    %4:fpr128 = INSERT_SUBREG %3, %2, dsub
///   %5:fpr64 = MOVID 0
///   %7:fpr128 = INSERT_SUBREG %6, %5, dsub
///   %8:fpr128 = INSvi64lane %4, 1, %7, 0      readers of %8 read %4
/// ```
pub(super) fn visit_high_half(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let low = inserted(function, function.operand(inst, 1).as_reg())?;
    let mut high = inserted(function, function.operand(inst, 3).as_reg())?;
    if !has_zero_upper_half(function, low) {
        return None;
    }
    if function.opcode(high) == op::COPY {
        high = def_of(function, function.operand(high, 1).as_reg())?;
    }
    let is_zero = matches!(function.opcode(high), op::MOVID | op::MOVIv2d_ns)
        && function.operand(high, 1).as_imm() == Some(0);
    let [result, vector] = [0, 1].map(|at| function.operand(inst, at).as_reg().as_virtual());
    let (result, vector) = (result?, vector?);
    if is_zero {
        let class = function.class(result);
        function.constrain_class(vector, class, 0);
        function.replace_reg(result, vector);
        function.remove_inst(inst);
    }
    Some(())
}

/// What makes the part that an `INSERT_SUBREG` inserts.
fn inserted(function: &MachineFunction, register: Reg) -> Option<Inst> {
    let insertion = def_of(function, register)?;
    let is_insertion = function.opcode(insertion) == op::INSERT_SUBREG;
    def_of(function, function.operands(insertion).get(2)?.as_reg()).filter(|_| is_insertion)
}
