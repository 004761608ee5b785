//! Operations under another control word of the x87 unit: conversions to integers, which round towards zero, and sums in
//! full precision.
//!
//! ```text
//!   FP80_TO_INT32_IN_MEM a, %1      FNSTCW16m %stack.0              the control word as it is
//!                                   %2 = MOVZX32rm16 %stack.0
//!                                   %3 = OR32ri %2, 3072            as it has to be
//!                                   %4 = COPY %3.sub_16bit
//!                                   MOV16mr %stack.1, %4
//!                                   FLDCW16m %stack.1
//!                                   IST_Fp32m80 a, %1
//!                                   FLDCW16m %stack.0               as it was
//! ```

use avarice_mir::{
    FrameIndex, Inst, InstBuilder, MachineFunction, MemFlags, Operand, OperandFlags, StackObject,
    StackObjectKind,
};
use avarice_target::{InstrFlags, Opcode};
use smallvec::SmallVec;

use crate::moves::{slot_address, slot_memory};
use crate::{class, op, sub};

/// Bits of the control word: rounding towards zero.
const TOWARDS_ZERO: i64 = 0xc00;
/// Bits of the control word: results with a mantissa of 64 bits.
const FULL_PRECISION: i64 = 0x300;

/// Pseudo instructions, what is done under the other control word, and its bits.
const OPERATIONS: &[(Opcode, Opcode, i64)] = &[
    (op::FP32_TO_INT16_IN_MEM, op::IST_Fp16m32, TOWARDS_ZERO),
    (op::FP32_TO_INT32_IN_MEM, op::IST_Fp32m32, TOWARDS_ZERO),
    (op::FP32_TO_INT64_IN_MEM, op::IST_Fp64m32, TOWARDS_ZERO),
    (op::FP64_TO_INT16_IN_MEM, op::IST_Fp16m64, TOWARDS_ZERO),
    (op::FP64_TO_INT32_IN_MEM, op::IST_Fp32m64, TOWARDS_ZERO),
    (op::FP64_TO_INT64_IN_MEM, op::IST_Fp64m64, TOWARDS_ZERO),
    (op::FP80_TO_INT16_IN_MEM, op::IST_Fp16m80, TOWARDS_ZERO),
    (op::FP80_TO_INT32_IN_MEM, op::IST_Fp32m80, TOWARDS_ZERO),
    (op::FP80_TO_INT64_IN_MEM, op::IST_Fp64m80, TOWARDS_ZERO),
    (op::FP80_ADDr, op::ADD_Fp80, FULL_PRECISION),
    (op::FP80_ADDm32, op::ADD_Fp80m32, FULL_PRECISION),
];

fn operation(opcode: Opcode) -> Option<(Opcode, i64)> {
    let row = OPERATIONS.iter().find(|(pseudo, ..)| *pseudo == opcode);
    row.map(|(_, real, bits)| (*real, *bits))
}

/// Whether [`expand`] knows this pseudo instruction.
pub fn is_handled(opcode: Opcode) -> bool {
    operation(opcode).is_some()
}

/// Expands `inst`, which [`is_handled`].
pub fn expand(function: &mut MachineFunction, inst: Inst) {
    let Some((real, bits)) = operation(function.opcode(inst)) else {
        return;
    };
    let location = function.debug_loc(inst);
    let old = control_word(function);
    access(function, inst, op::FNSTCW16m, &[], old).insert_before(inst);
    let word = function.create_vreg(class::GR32);
    let load = access(function, inst, op::MOVZX32rm16, &[Operand::def(word)], old);
    load.insert_before(inst);
    let changed = function.create_vreg(class::GR32);
    let change = InstBuilder::new(function, op::OR32ri).location(location);
    let change = change.def(changed).kill(word).imm(bits);
    change.insert_before(inst);
    let half = function.create_vreg(class::GR16);
    let low = Operand::reg(changed).with_sub_reg(sub::SUB_16BIT);
    let copy = InstBuilder::new(function, op::COPY).location(location);
    let copy = copy.def(half).op(low.with(OperandFlags::KILL));
    copy.insert_before(inst);
    let new = control_word(function);
    let store = access(function, inst, op::MOV16mr, &[], new);
    store.kill(half).insert_before(inst);
    access(function, inst, op::FLDCW16m, &[], new).insert_before(inst);
    let operands = explicit_operands(function, inst);
    let real = InstBuilder::new(function, real).location(location);
    real.ops(&operands).insert_before(inst);
    access(function, inst, op::FLDCW16m, &[], old).insert_before(inst);
    function.remove_inst(inst);
}

/// The operands of the row of `inst`. What is stored, and its address, may be used after it.
fn explicit_operands(function: &MachineFunction, inst: Inst) -> SmallVec<[Operand; 8]> {
    let desc = function.desc(inst);
    let operands = function.operands(inst).iter().take(desc.operands.len());
    let stores = desc.num_defs == 0;
    let copy = |operand: &Operand| match operand.is_reg() && stores {
        true => Operand::reg(operand.as_reg()),
        false => operand.detached(),
    };
    operands.map(copy).collect()
}

/// A place for the control word.
fn control_word(function: &mut MachineFunction) -> FrameIndex {
    let object = StackObject::new(StackObjectKind::Default, 2, 2);
    function.frame.create_object(object)
}

/// An instruction at the debug location of `inst` that defines `defs` and accesses `slot`.
fn access<'f>(
    function: &'f mut MachineFunction,
    inst: Inst,
    opcode: Opcode,
    defs: &[Operand],
    slot: FrameIndex,
) -> InstBuilder<'f> {
    let location = function.debug_loc(inst);
    let flags = match function.target.instr(opcode).has(InstrFlags::MAY_STORE) {
        true => MemFlags::STORE,
        false => MemFlags::LOAD,
    };
    let memory = slot_memory(function, slot, flags);
    let access = InstBuilder::new(function, opcode).location(location);
    access.ops(defs).ops(&slot_address(slot, 0)).mem(memory)
}
