//! Pseudo instructions of x86-64 after frames are laid out.

use avarice_mir::{Inst, InstBuilder, MachineFunction, MemOperand, Operand, OperandFlags, Reg};
use avarice_target::Opcode;

use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::subtarget::{self, Features};
use crate::{TARGET, op, reg, sub};

/// Replaces a pseudo by real instructions; `true` if it changed.
///
/// Copies and sub-register pseudos are generic and not handled here.
pub fn expand(function: &mut MachineFunction, inst: Inst) -> bool {
    match function.opcode(inst) {
        op::MOV32r0 => self_operation(function, inst, op::XOR32rr),
        op::FsFLD0SS | op::FsFLD0SD | op::FsFLD0SH | op::FsFLD0F128 | op::V_SET0 => {
            self_operation(function, inst, or_vex(function, op::XORPSrr, op::VXORPSrr));
        }
        op::V_SETALLONES => {
            self_operation(
                function,
                inst,
                or_vex(function, op::PCMPEQDrr, op::VPCMPEQDrr),
            );
        }
        op::MOV32ri64 => narrow_move(function, inst),
        op::RET => {
            // MIR may leave the number of bytes out that are popped.
            let popped = function.operands(inst).first();
            match popped.and_then(|popped| popped.as_imm()) {
                None => function.set_opcode(inst, op::RET64),
                Some(0) => {
                    function.set_opcode(inst, op::RET64);
                    function.remove_operand(inst, 0);
                }
                Some(_) => function.set_opcode(inst, op::RETI64),
            }
        }
        op::LCMPXCHG16B_SAVE_RBX => compare_exchange(function, inst),
        op::TCRETURNdi64 => tail_jump(function, inst, op::TAILJMPd64, 1),
        op::TCRETURNdi64cc => tail_jump(function, inst, op::TAILJMPd64_CC, 1),
        op::TCRETURNri64 => tail_jump(function, inst, op::TAILJMPr64, 1),
        op::TCRETURNmi64 => tail_jump(function, inst, op::TAILJMPm64, MEMORY_OPERANDS),
        opcode => match DISJOINT_ADDS.iter().find(|(pseudo, _)| *pseudo == opcode) {
            Some((_, real)) => function.set_opcode(inst, *real),
            None => return false,
        },
    }
    true
}

/// `plain`, or `vex` where the function may use AVX.
fn or_vex(function: &MachineFunction, plain: Opcode, vex: Opcode) -> Opcode {
    match subtarget::of(function).contains(Features::AVX) {
        true => vex,
        false => plain,
    }
}

/// An `or` without common bits, kept as an addition until now for its LEA form.
const DISJOINT_ADDS: &[(Opcode, Opcode)] = &[
    (op::ADD8rr_DB, op::OR8rr),
    (op::ADD16rr_DB, op::OR16rr),
    (op::ADD32rr_DB, op::OR32rr),
    (op::ADD64rr_DB, op::OR64rr),
    (op::ADD8ri_DB, op::OR8ri),
    (op::ADD16ri_DB, op::OR16ri),
    (op::ADD32ri_DB, op::OR32ri),
    (op::ADD64ri32_DB, op::OR64ri32),
];

/// A tail call whose epilogue is there: operand `moved`, by how much arguments move, is gone.
fn tail_jump(function: &mut MachineFunction, inst: Inst, opcode: Opcode, moved: usize) {
    function.set_opcode(inst, opcode);
    function.remove_operand(inst, moved);
}

/// `lock cmpxchg16b` where RBX has another value before and after. The address does not use RBX.
fn compare_exchange(function: &mut MachineFunction, inst: Inst) {
    let operands: Vec<Operand> = function.operands(inst).to_vec();
    let mem: Vec<MemOperand> = function.mem_ops(inst).copied().collect();
    let location = function.debug_loc(inst);
    let (address, low, saved) = (&operands[1..6], operands[6], operands[7]);
    let copy = |function: &mut MachineFunction, dst: Reg, src: Operand| {
        InstBuilder::new(function, op::MOV64rr)
            .location(location)
            .def(dst)
            .op(src.detached())
            .insert_before(inst);
    };
    copy(function, reg::RBX.into(), low);
    let mut exchange = InstBuilder::new(function, op::LCMPXCHG16B)
        .location(location)
        .ops(address);
    for mem in mem {
        exchange = exchange.mem(mem);
    }
    exchange.insert_before(inst);
    copy(function, reg::RBX.into(), saved);
    function.remove_inst(inst);
}

/// `d = OP d(undef), d(undef)`: a constant made without reading anything.
fn self_operation(function: &mut MachineFunction, inst: Inst, opcode: Opcode) {
    let dst = function.operand(inst, 0).as_reg();
    let undef = Operand::reg(dst).with(OperandFlags::UNDEF);
    let location = function.debug_loc(inst);
    let new = InstBuilder::new(function, opcode)
        .location(location)
        .def(dst)
        .op(undef)
        .op(undef)
        .insert_before(inst);
    for index in 3..function.num_operands(new) {
        let operand = function.operand_mut(new, index);
        if operand.is_def() {
            operand.set(OperandFlags::DEAD, true);
        }
    }
    function.remove_inst(inst);
}

/// A 64-bit constant that a 32-bit move makes, since it clears the upper half.
fn narrow_move(function: &mut MachineFunction, inst: Inst) {
    let Some(dst) = function.operand(inst, 0).as_reg().as_physical() else {
        return;
    };
    let value = *function.operand(inst, 1);
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::MOV32ri)
        .location(location)
        .def(TARGET.sub_reg(dst, sub::SUB_32BIT))
        .op(value)
        .implicit_def(dst)
        .insert_before(inst);
    function.remove_inst(inst);
}
