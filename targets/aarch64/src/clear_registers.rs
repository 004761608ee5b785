//! Registers set to zero before a function returns.

use avarice_mir::{Inst, InstBuilder, MachineFunction};
use avarice_target::PhysReg;

use crate::subtarget::Features;
use crate::{TARGET, class, op, reg};

/// The registers that pass arguments, besides their parts.
const ARGUMENTS: [PhysReg; 18] = [
    reg::X0,
    reg::X1,
    reg::X2,
    reg::X3,
    reg::X4,
    reg::X5,
    reg::X6,
    reg::X7,
    reg::X8,
    reg::X18,
    reg::Q0,
    reg::Q1,
    reg::Q2,
    reg::Q3,
    reg::Q4,
    reg::Q5,
    reg::Q6,
    reg::Q7,
];

/// Whether `reg` is a general-purpose register, or part of one.
pub fn is_general_purpose(reg: PhysReg) -> bool {
    let classes = [class::GPR64, class::GPR32];
    classes.iter().any(|of| TARGET.class(*of).contains(reg))
}

/// Whether arguments are passed in `register`.
pub fn is_argument(register: PhysReg) -> bool {
    whole(register).is_some_and(|whole| ARGUMENTS.contains(&whole))
}

/// Sets `registers` to zero before `before`: general-purpose ones first, then vectors, all of whose bits this clears.
///
/// # Errors
/// Predicate registers of a processor that has some.
pub fn clear(
    function: &mut MachineFunction,
    before: Inst,
    registers: &[PhysReg],
) -> Result<(), &'static str> {
    let is_predicate = |register: &PhysReg| TARGET.class(class::PPR).contains(*register);
    if Features::of(function).contains(Features::SVE) && registers.iter().any(is_predicate) {
        return Err("unsupported: \"zero-call-used-regs\" with the predicate registers of SVE");
    }
    let location = function.debug_loc(before);
    let mut wholes: Vec<PhysReg> = registers.iter().filter_map(|one| whole(*one)).collect();
    wholes.sort_by_key(|reg| (!is_general_purpose(*reg), *reg));
    wholes.dedup();
    for register in wholes {
        if is_general_purpose(register) {
            // X19 and up are preserved, or are frame pointer and link register.
            if TARGET.reg(register).encoding > 18 {
                continue;
            }
            InstBuilder::new(function, op::MOVZXi)
                .location(location)
                .def(register)
                .imm(0)
                .imm(0)
                .insert_before(before);
        } else {
            InstBuilder::new(function, op::MOVIv2d_ns)
                .location(location)
                .def(register)
                .imm(0)
                .insert_before(before);
        }
    }
    Ok(())
}

/// The largest register that `register` is part of, of those that hold one number or vector.
fn whole(register: PhysReg) -> Option<PhysReg> {
    let desc = TARGET.reg(register);
    let mut all = desc.super_regs.iter().copied().chain([register]);
    all.find(|other| {
        TARGET.class(class::GPR64).contains(*other) || TARGET.class(class::FPR128).contains(*other)
    })
}
