//! Registers set to zero before a function returns.

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags};
use avarice_target::{Opcode, PhysReg, RegClass};

use crate::subtarget::{self, Features};
use crate::{TARGET, class, op, reg};

/// Places of the x87 unit's stack.
const FLOAT_STACK: usize = 8;

/// Whether `reg` is a general-purpose register, or part of one.
pub fn is_general_purpose(reg: PhysReg) -> bool {
    let classes = [class::GR64, class::GR32, class::GR16, class::GR8];
    classes.iter().any(|of| TARGET.class(*of).contains(reg))
}

/// Whether arguments are passed in `register`, in part or in one that it is part of.
pub fn is_argument(function: &MachineFunction, register: PhysReg) -> bool {
    let general = [reg::RDI, reg::RSI, reg::RDX, reg::RCX, reg::R8, reg::R9];
    let vectors = [
        reg::XMM0,
        reg::XMM1,
        reg::XMM2,
        reg::XMM3,
        reg::XMM4,
        reg::XMM5,
        reg::XMM6,
        reg::XMM7,
    ];
    let is_one = |list: &[PhysReg]| list.iter().any(|one| TARGET.regs_overlap(*one, register));
    is_one(&general) || subtarget::of(function).contains(Features::SSE2) && is_one(&vectors)
}

/// Sets `registers` to zero before `before`: the x87 unit's first, then general-purpose ones, then vectors.
pub fn clear(function: &mut MachineFunction, before: Inst, registers: &[PhysReg]) {
    let location = function.debug_loc(before);
    let is_in = |of: RegClass, register: &PhysReg| TARGET.class(of).contains(*register);
    if registers.iter().any(|one| is_in(class::RFP80, one)) {
        for _ in 0..FLOAT_STACK {
            InstBuilder::new(function, op::LD_F0)
                .location(location)
                .insert_before(before);
        }
        for _ in 0..FLOAT_STACK {
            InstBuilder::new(function, op::ST_FPrr)
                .reg(reg::ST0)
                .location(location)
                .insert_before(before);
        }
    }
    let general = registers.iter().filter(|one| is_general_purpose(**one));
    let mut general: Vec<PhysReg> = general.filter_map(|one| low_half(*one)).collect();
    general.sort();
    general.dedup();
    for register in general {
        clear_one(function, before, op::XOR32rr, register, None);
    }
    let features = subtarget::of(function);
    for register in registers {
        if is_in(class::VR128, register) && features.contains(Features::SSE2) {
            clear_one(function, before, op::PXORrr, *register, None);
        } else if is_in(class::VR256, register) && features.contains(Features::AVX) {
            let low = TARGET.sub_reg(*register, crate::sub::SUB_XMM);
            clear_one(function, before, op::VPXORrr, low, Some(*register));
        }
    }
}

/// The 32 bits that the general-purpose register `register` is in, or has.
fn low_half(register: PhysReg) -> Option<PhysReg> {
    let desc = TARGET.reg(register);
    let parts = desc.sub_regs.iter().map(|(_, part)| *part);
    let wholes = desc.super_regs.iter().copied();
    let mut all = parts.chain(wholes).chain([register]);
    all.find(|other| TARGET.class(class::GR32).contains(*other))
}

/// `register = register ^ register`, which clears all of `whole`.
fn clear_one(
    function: &mut MachineFunction,
    before: Inst,
    opcode: Opcode,
    register: PhysReg,
    whole: Option<PhysReg>,
) {
    let location = function.debug_loc(before);
    let undef = Operand::reg(register).with(OperandFlags::UNDEF);
    let mut builder = InstBuilder::new(function, opcode)
        .location(location)
        .def(register)
        .op(undef)
        .op(undef);
    if let Some(whole) = whole {
        builder = builder.implicit_def(whole);
    }
    builder.insert_before(before);
}
