//! Pseudo instructions of AArch64 after frames are laid out.

use avarice_ir::CodeModel;
use avarice_mir::InsertPoint;
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags};
use avarice_target::Opcode;

use crate::immediates::{ConstantStep, constant_steps};
use crate::target_flags::{GOT, NC, PAGE, PAGEOFF, TLS};
use crate::{op, reg, stack_guard};

/// Register forms and the same with a shift: by zero.
const UNSHIFTED: &[(Opcode, Opcode)] = &[
    (op::ADDWrr, op::ADDWrs),
    (op::ADDXrr, op::ADDXrs),
    (op::SUBWrr, op::SUBWrs),
    (op::SUBXrr, op::SUBXrs),
    (op::ADDSWrr, op::ADDSWrs),
    (op::ADDSXrr, op::ADDSXrs),
    (op::SUBSWrr, op::SUBSWrs),
    (op::SUBSXrr, op::SUBSXrs),
    (op::ANDWrr, op::ANDWrs),
    (op::ANDXrr, op::ANDXrs),
    (op::ANDSWrr, op::ANDSWrs),
    (op::ANDSXrr, op::ANDSXrs),
    (op::BICWrr, op::BICWrs),
    (op::BICXrr, op::BICXrs),
    (op::BICSWrr, op::BICSWrs),
    (op::BICSXrr, op::BICSXrs),
    (op::EONWrr, op::EONWrs),
    (op::EONXrr, op::EONXrs),
    (op::EORWrr, op::EORWrs),
    (op::EORXrr, op::EORXrs),
    (op::ORNWrr, op::ORNWrs),
    (op::ORNXrr, op::ORNXrs),
    (op::ORRWrr, op::ORRWrs),
    (op::ORRXrr, op::ORRXrs),
];

/// The system register that holds the address of thread-local storage (TPIDR_EL0).
const THREAD_POINTER: i64 = 0xde82;

/// The system register that controls floating-point arithmetic (FPCR).
const FLOAT_CONTROL: i64 = 0xda20;

/// Replaces a pseudo by real instructions; `true` if it changed.
///
/// Copies and sub-register pseudos are generic and not handled here.
pub fn expand(function: &mut MachineFunction, inst: Inst) -> bool {
    match function.opcode(inst) {
        op::MOVi32imm => constant(function, inst, false),
        op::MOVi64imm => constant(function, inst, true),
        op::MOVaddr
        | op::MOVaddrJT
        | op::MOVaddrCP
        | op::MOVaddrBA
        | op::MOVaddrTLS
        | op::MOVaddrEXT => address(function, inst),
        op::LOAD_STACK_GUARD => stack_guard::expand(function, inst),
        op::LOADgot => got_entry(function, inst),
        op::MOVbaseTLS => {
            let dst = *function.operand(inst, 0);
            let value = Operand::imm(THREAD_POINTER);
            replace(function, inst, &[(op::MRS, &[dst.detached(), value])]);
        }
        op::MRS_FPCR => {
            let dst = *function.operand(inst, 0);
            let number = Operand::imm(FLOAT_CONTROL);
            replace(function, inst, &[(op::MRS, &[dst.detached(), number])]);
        }
        op::MSR_FPCR => {
            let src = *function.operand(inst, 0);
            let number = Operand::imm(FLOAT_CONTROL);
            replace(function, inst, &[(op::MSR, &[number, src.detached()])]);
        }
        op::RET_ReallyLR => {
            function.set_opcode(inst, op::RET);
            let link = Operand::reg(reg::LR).with(OperandFlags::UNDEF);
            function.insert_operand(inst, 0, link);
        }
        op::BLR_BTI => call_with_mark(function, inst),
        op::BSPv8i8 => bitwise_select(function, inst, [op::BSLv8i8, op::BITv8i8, op::BIFv8i8]),
        op::BSPv16i8 => bitwise_select(function, inst, [op::BSLv16i8, op::BITv16i8, op::BIFv16i8]),
        opcode => match UNSHIFTED.iter().find(|(pseudo, _)| *pseudo == opcode) {
            Some((_, real)) => {
                function.set_opcode(inst, *real);
                function.insert_operand(inst, 3, Operand::imm(0));
            }
            None => return false,
        },
    }
    true
}

/// A call of a function that returns twice: the second time it jumps to the `bti j` after the call.
fn call_with_mark(function: &mut MachineFunction, inst: Inst) {
    const BTI_JUMPS: i64 = 36;
    let is_register = function.operand(inst, 0).is_reg();
    function.set_opcode(inst, if is_register { op::BLR } else { op::BL });
    let (block, after) = (function.inst_block(inst), function.next_inst(inst));
    let location = function.debug_loc(inst);
    let mark = InstBuilder::new(function, op::HINT)
        .location(location)
        .imm(BTI_JUMPS);
    if let Some(block) = block {
        mark.insert_at(InsertPoint::new(block, after));
    }
}

/// Puts instructions in the place of `inst`.
fn replace(function: &mut MachineFunction, inst: Inst, with: &[(Opcode, &[Operand])]) {
    let location = function.debug_loc(inst);
    for (at, (opcode, operands)) in with.iter().enumerate() {
        let made = InstBuilder::new(function, *opcode)
            .location(location)
            .ops(operands)
            .insert_before(inst);
        // Even if the result is not read, the next instruction reads this one's.
        if at + 1 < with.len() {
            let result = function.operand_mut(made, 0);
            result.set(OperandFlags::DEAD, false);
        }
    }
    function.remove_inst(inst);
}

/// A constant in as few steps as [`constant_steps`] finds.
fn constant(function: &mut MachineFunction, inst: Inst, is_wide: bool) {
    let dst = function.operand(inst, 0).as_reg();
    let value = function.operand(inst, 1).as_imm().unwrap_or(0);
    let location = function.debug_loc(inst);
    let of_width = |narrow, wide| if is_wide { wide } else { narrow };
    for step in constant_steps(value as u64, is_wide) {
        let opcode = match step {
            ConstantStep::Logical(_) => of_width(op::ORRWri, op::ORRXri),
            ConstantStep::Zeros { .. } => of_width(op::MOVZWi, op::MOVZXi),
            ConstantStep::Ones { .. } => of_width(op::MOVNWi, op::MOVNXi),
            ConstantStep::Keep { .. } => of_width(op::MOVKWi, op::MOVKXi),
        };
        let emit = InstBuilder::new(function, opcode)
            .location(location)
            .def(dst);
        let emit = match step {
            ConstantStep::Logical(bits) => {
                let zero = if is_wide { reg::XZR } else { reg::WZR };
                emit.reg(zero).imm(bits)
            }
            ConstantStep::Zeros { chunk, shift } | ConstantStep::Ones { chunk, shift } => {
                emit.imm(chunk.into()).imm(shift.into())
            }
            ConstantStep::Keep { chunk, shift } => {
                emit.reg(dst).imm(chunk.into()).imm(shift.into())
            }
        };
        emit.insert_before(inst);
    }
    function.remove_inst(inst);
}

/// `adrp` and `add` of the two halves of an address.
fn address(function: &mut MachineFunction, inst: Inst) {
    let [dst, page, low] = [0, 1, 2].map(|at| function.operand(inst, at).detached());
    let base = Operand::reg(dst.as_reg());
    let page: &[Operand] = &[dst, page];
    let add: &[Operand] = &[dst, base, low, Operand::imm(0)];
    replace(function, inst, &[(op::ADRP, page), (op::ADDXri, add)]);
}

/// The pointer in the global offset table.
fn got_entry(function: &mut MachineFunction, inst: Inst) {
    let [dst, symbol] = [0, 1].map(|at| function.operand(inst, at).detached());
    let kind = symbol.target_flags() & (GOT | TLS);
    if function.target_info.code_model == CodeModel::Tiny {
        replace(function, inst, &[(op::LDRXl, &[dst, symbol])]);
        return;
    }
    let base = Operand::reg(dst.as_reg()).with(OperandFlags::KILL);
    let page: &[Operand] = &[dst, symbol.with_target_flags(kind | PAGE)];
    let load: &[Operand] = &[dst, base, symbol.with_target_flags(kind | PAGEOFF | NC)];
    replace(function, inst, &[(op::ADRP, page), (op::LDRXui, load)]);
}

/// `dst = mask ? yes : no`, bit by bit: the form depends on which operand is the result's register.
///
/// ```text
///   bsl dst, yes, no     dst is the mask
///   bit dst, yes, mask   dst is `no`: bits of `yes` are inserted where the mask is one
///   bif dst, no, mask    dst is `yes`
/// ```
fn bitwise_select(function: &mut MachineFunction, inst: Inst, forms: [Opcode; 3]) {
    let [bsl, bit, bif] = forms;
    let [dst, mask, yes, no] = [0, 1, 2, 3].map(|at| function.operand(inst, at).detached());
    let tied = Operand::reg(dst.as_reg());
    let same = |operand: &Operand| operand.as_reg() == dst.as_reg();
    if same(&no) {
        replace(function, inst, &[(bit, &[dst, tied, yes, mask])]);
    } else if same(&yes) {
        replace(function, inst, &[(bif, &[dst, tied, no, mask])]);
    } else if same(&mask) {
        replace(function, inst, &[(bsl, &[dst, tied, yes, no])]);
    } else {
        let register = if forms[0] == op::BSLv8i8 {
            op::ORRv8i8
        } else {
            op::ORRv16i8
        };
        // What chooses may be chosen as well.
        let mut mask = mask;
        mask.set(OperandFlags::KILL, false);
        let copy: &[Operand] = &[dst, mask, mask];
        let select: &[Operand] = &[dst, tied, yes, no];
        replace(function, inst, &[(register, copy), (bsl, select)]);
    }
}
