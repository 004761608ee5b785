//! Two-address arithmetic as LEA, which needs no tie.
//!
//! ```text
//!   %2 = ADD64rr %0, %1          %2 = LEA64r %0, 1, %1, 0, $noreg
//!   %1 = ADD32ri %0, 7           undef %3.sub_32bit:gr64 = COPY %0
//!                                %1 = LEA64_32r killed %3, 1, $noreg, 7, $noreg
//!   %1 = INC16r %0               %2:gr64_nosp = IMPLICIT_DEF
//!                                %2.sub_16bit = COPY %0
//!                                %3:gr32 = LEA64_32r killed %2, 1, $noreg, 1, $noreg
//!                                %1 = COPY killed %3.sub_16bit
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{Opcode, PhysReg, RegClass, SubRegIdx};

use crate::{TARGET, class, op, reg, sub};

/// How many bits an instruction computes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Byte,
    Word,
    Double,
    Quad,
}

/// What is computed from operand 1.
#[derive(Clone, Copy)]
enum Computation {
    /// Plus operand 2, a register.
    AddRegister,
    /// Plus an immediate or symbol. `wants_nosp`: LLVM keeps the stack pointer out of operand 1.
    AddConstant { constant: Operand, wants_nosp: bool },
    /// Shifted left by 1 to 3.
    Shift(u32),
}

fn step(constant: i64) -> Computation {
    Computation::AddConstant {
        constant: Operand::imm(constant),
        wants_nosp: true,
    }
}

/// What `inst` computes, if an LEA can do it.
fn understand(function: &MachineFunction, inst: Inst) -> Option<(Width, Computation)> {
    use Width::{Byte, Double, Quad, Word};
    let constant = || {
        let constant = function.operand(inst, 2).detached();
        (!constant.is_reg()).then_some(Computation::AddConstant {
            constant,
            wants_nosp: false,
        })
    };
    let small_constant = || constant().filter(|_| function.operand(inst, 2).is_imm());
    let negated = || {
        let value = function.operand(inst, 2).as_imm()?.checked_neg()?;
        let value = i32::try_from(value).ok()?;
        Some(Computation::AddConstant {
            constant: Operand::imm(value.into()),
            wants_nosp: false,
        })
    };
    let shift = |mask: i64| {
        let amount = function.operand(inst, 2).as_imm()? & mask;
        (1..=3)
            .contains(&amount)
            .then_some(Computation::Shift(amount as u32))
    };
    Some(match function.opcode(inst) {
        op::ADD64rr | op::ADD64rr_DB => (Quad, Computation::AddRegister),
        op::ADD32rr | op::ADD32rr_DB => (Double, Computation::AddRegister),
        op::ADD16rr | op::ADD16rr_DB => (Word, Computation::AddRegister),
        op::ADD8rr | op::ADD8rr_DB => (Byte, Computation::AddRegister),
        op::ADD64ri32 | op::ADD64ri32_DB => (Quad, constant()?),
        op::ADD32ri | op::ADD32ri_DB => (Double, constant()?),
        op::ADD16ri | op::ADD16ri_DB => (Word, small_constant()?),
        op::ADD8ri | op::ADD8ri_DB => (Byte, small_constant()?),
        op::SUB64ri32 => (Quad, negated()?),
        op::SUB32ri => (Double, negated()?),
        op::INC64r => (Quad, step(1)),
        op::INC32r => (Double, step(1)),
        op::INC16r => (Word, step(1)),
        op::INC8r => (Byte, step(1)),
        op::DEC64r => (Quad, step(-1)),
        op::DEC32r => (Double, step(-1)),
        op::DEC16r => (Word, step(-1)),
        op::DEC8r => (Byte, step(-1)),
        op::SHL64ri => (Quad, shift(63)?),
        op::SHL32ri => (Double, shift(31)?),
        op::SHL16ri => (Word, shift(31)?),
        op::SHL8ri => (Byte, shift(31)?),
        _ => return None,
    })
}

/// Inserts an LEA that computes what `inst` does, with what it needs around it, before `inst`. Returns the
/// instruction that defines the result; `None` if there is no such LEA, or if the flags that `inst`
/// writes are read.
pub fn convert(function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
    let operands = function.operands(inst);
    let flags = Reg::phys(reg::EFLAGS);
    let live_flags = |o: &Operand| o.is_def() && o.as_reg() == flags && !o.has(OperandFlags::DEAD);
    // Parts and undefined values would have to be taken over to the new registers.
    let plain = |o: &Operand| {
        !o.is_reg() || o.sub_reg().is_none() && !o.has(OperandFlags::UNDEF) && !o.as_reg().is_none()
    };
    let inputs = operands.get(1..operands.len().min(3))?;
    if operands.iter().any(live_flags)
        || !inputs.iter().all(plain)
        || !operands[0].as_reg().is_virtual()
        || !operands[0].sub_reg().is_none()
    {
        return None;
    }
    let (width, computation) = understand(function, inst)?;
    match width {
        Width::Byte => convert_narrow(function, inst, computation, sub::SUB_8BIT),
        Width::Word => convert_narrow(function, inst, computation, sub::SUB_16BIT),
        Width::Double => convert_wide(function, inst, computation, op::LEA64_32r),
        Width::Quad => convert_wide(function, inst, computation, op::LEA64r),
    }
}

/// The five operands of an address.
fn address(base: Operand, scale: i64, index: Operand, disp: Operand) -> [Operand; 5] {
    [
        base,
        Operand::imm(scale),
        index,
        disp,
        Operand::reg(Reg::NONE),
    ]
}

const NO_REG: fn() -> Operand = || Operand::reg(Reg::NONE);

/// 32 and 64 bits.
fn convert_wide(
    function: &mut MachineFunction,
    inst: Inst,
    computation: Computation,
    opcode: Opcode,
) -> Option<Inst> {
    let first = function.operand(inst, 1).detached();
    let mut implicit: [Option<Operand>; 2] = [None; 2];
    let address = match computation {
        Computation::AddRegister => {
            // The index first: its new register has the lower number.
            let second = function.operand(inst, 2).detached();
            let index = address_register(function, inst, second, opcode, class::GR64_NOSP)?;
            implicit[1] = index.implicit;
            // The same register twice is copied once.
            let base = if first.as_reg() == second.as_reg() {
                index.operand
            } else {
                let base = address_register(function, inst, first, opcode, class::GR64)?;
                implicit[0] = base.implicit;
                base.operand
            };
            address(base, 1, index.operand, Operand::imm(0))
        }
        Computation::AddConstant {
            constant,
            wants_nosp,
        } => {
            let base = if opcode == op::LEA64r && !wants_nosp {
                first
            } else {
                let reg_class = match wants_nosp {
                    true => class::GR64_NOSP,
                    false => class::GR64,
                };
                let base = address_register(function, inst, first, opcode, reg_class)?;
                implicit[0] = base.implicit;
                base.operand
            };
            address(base, 1, NO_REG(), constant)
        }
        Computation::Shift(amount) => {
            let index = address_register(function, inst, first, opcode, class::GR64_NOSP)?;
            implicit[0] = index.implicit;
            address(NO_REG(), 1 << amount, index.operand, Operand::imm(0))
        }
    };
    let dst = function.operand(inst, 0).detached();
    let mut lea = InstBuilder::new(function, opcode).op(dst).ops(&address);
    for operand in implicit.into_iter().flatten() {
        lea = lea.extra(operand);
    }
    Some(lea.insert_before(inst))
}

/// A register of an address.
struct AddressRegister {
    operand: Operand,
    /// What the instruction really reads, if that is part of a physical register.
    implicit: Option<Operand>,
}

impl From<Operand> for AddressRegister {
    fn from(operand: Operand) -> Self {
        Self {
            operand,
            implicit: None,
        }
    }
}

/// A 64-bit register with the value of `source`: itself for `LEA64r`, for `LEA64_32r` a new register of
/// which it is the low half.
fn address_register(
    function: &mut MachineFunction,
    inst: Inst,
    source: Operand,
    opcode: Opcode,
    reg_class: RegClass,
) -> Option<AddressRegister> {
    let killed = function
        .operands(inst)
        .iter()
        .any(|o| o.is_use() && o.as_reg() == source.as_reg() && o.has(OperandFlags::KILL));
    let mut read = Operand::reg(source.as_reg());
    read.set(OperandFlags::KILL, killed);
    if opcode == op::LEA64r {
        if let Some(vreg) = source.as_reg().as_virtual() {
            function.constrain_class(vreg, reg_class, 0)?;
        }
        return Some(read.into());
    }
    if let Some(part) = source.as_reg().as_physical() {
        let mut whole = Operand::reg(whole_register(part)?);
        whole.set(OperandFlags::KILL, killed);
        return Some(AddressRegister {
            operand: whole,
            implicit: Some(source.with(OperandFlags::IMPLICIT)),
        });
    }
    let new = function.create_vreg(reg_class);
    let part = Operand::def(new)
        .with(OperandFlags::UNDEF)
        .with_sub_reg(sub::SUB_32BIT);
    let copy = function.create_inst(avarice_target::op::COPY, &[part, read]);
    function.insert_before(inst, copy);
    Some(Operand::reg(new).with(OperandFlags::KILL).into())
}

/// The 64-bit register of which `part` is the low half.
fn whole_register(part: PhysReg) -> Option<PhysReg> {
    let whole = TARGET.matching_super_reg(part, sub::SUB_32BIT, class::GR64);
    (!whole.is_none()).then_some(whole)
}

/// 8 and 16 bits: in the low part of otherwise undefined 64-bit registers.
fn convert_narrow(
    function: &mut MachineFunction,
    inst: Inst,
    computation: Computation,
    part: SubRegIdx,
) -> Option<Inst> {
    let first = function.operand(inst, 1).detached();
    let input = function.create_vreg(class::GR64_NOSP);
    let output = function.create_vreg(class::GR32);
    widen(function, inst, input, first, part);
    let killed = Operand::reg(input).with(OperandFlags::KILL);
    let address = match computation {
        Computation::AddRegister => {
            let second = function.operand(inst, 2).detached();
            if first.as_reg() == second.as_reg() {
                address(killed, 1, Operand::reg(input), Operand::imm(0))
            } else {
                let other = function.create_vreg(class::GR64_NOSP);
                widen(function, inst, other, second, part);
                let other = Operand::reg(other).with(OperandFlags::KILL);
                address(killed, 1, other, Operand::imm(0))
            }
        }
        Computation::AddConstant { constant, .. } => address(killed, 1, NO_REG(), constant),
        Computation::Shift(amount) => address(NO_REG(), 1 << amount, killed, Operand::imm(0)),
    };
    InstBuilder::new(function, op::LEA64_32r)
        .def(output)
        .ops(&address)
        .insert_before(inst);
    let dst = function.operand(inst, 0).detached();
    let result = Operand::reg(output)
        .with(OperandFlags::KILL)
        .with_sub_reg(part);
    let copy = function.create_inst(avarice_target::op::COPY, &[dst, result]);
    function.insert_before(inst, copy);
    Some(copy)
}

/// Puts `source` into part `part` of the undefined register `wide`.
fn widen(
    function: &mut MachineFunction,
    inst: Inst,
    wide: avarice_mir::VReg,
    source: Operand,
    part: SubRegIdx,
) {
    let undefined = function.create_inst(avarice_target::op::IMPLICIT_DEF, &[Operand::def(wide)]);
    function.insert_before(inst, undefined);
    let def = Operand::def(wide).with_sub_reg(part);
    let copy = function.create_inst(avarice_target::op::COPY, &[def, source]);
    function.insert_before(inst, copy);
}
