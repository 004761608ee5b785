//! Rematerialization: which values can be recomputed instead of being kept in a register.

use avarice_mir::InsertPoint;
use avarice_mir::{
    Inst, MachineFunction, MemFlags, MemOperand, MemPointer, MiFlags, Operand, OperandFlags, Reg,
    RegisterLiveness, hooks,
};
use avarice_target::{InstrFlags, Opcode, PhysReg, SubRegIdx};

use crate::moves::as_slot_load;
use crate::{TARGET, op, reg};

/// Constants: nothing but immediates goes in.
fn is_constant(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::MOV32r0
            | op::MOV32r1
            | op::MOV32r_1
            | op::MOV32ri64
            | op::MOV8ri
            | op::MOV16ri
            | op::MOV32ri
            | op::MOV64ri
            | op::MOV64ri32
            | op::FsFLD0SS
            | op::FsFLD0SD
            | op::FsFLD0SH
            | op::FsFLD0F128
            | op::V_SET0
            | op::V_SETALLONES
            | op::AVX_SET0
            | op::AVX1_SETALLONES
            | op::AVX2_SETALLONES
    )
}

/// Whether `inst` can be computed again anywhere, needing no operand that could have changed.
pub fn is_trivial(function: &MachineFunction, inst: Inst) -> bool {
    let opcode = function.opcode(inst);
    if opcode == avarice_target::op::IMPLICIT_DEF {
        return true;
    }
    if !function.desc(inst).has(InstrFlags::REMATERIALIZABLE) {
        return false;
    }
    let partial = function.operands(inst).first().is_some_and(|def| {
        def.is_def() && !def.sub_reg().is_none() && !def.has(OperandFlags::UNDEF)
    });
    if partial {
        return false;
    }
    is_constant(opcode)
        || is_constant_load(function, inst)
        || is_constant_address(function, inst)
        || reads_fixed_slot(function, inst)
        || reads_nothing_that_changes(function, inst)
}

/// Whether nothing that an instruction reads can be different elsewhere: memory that never changes, no
/// virtual register, physical registers that are never written.
fn reads_nothing_that_changes(function: &MachineFunction, inst: Inst) -> bool {
    let bad = InstrFlags::NOT_DUPLICABLE | InstrFlags::MAY_STORE | InstrFlags::SIDE_EFFECTS;
    let desc = function.desc(inst);
    let traps = desc.has(InstrFlags::FP_EXCEPTION)
        && !function.insts[inst].flags.contains(MiFlags::NOFPEXCEPT);
    if desc.flags.intersects(bad) || traps {
        return false;
    }
    let mut mem = function.mem_ops(inst).peekable();
    let loads = desc.has(InstrFlags::MAY_LOAD);
    if loads && (mem.peek().is_none() || !mem.all(|m| is_constant_memory(function, m))) {
        return false;
    }
    let Some(def) = function.operands(inst).first().map(Operand::as_reg) else {
        return false;
    };
    function.operands(inst).iter().all(|operand| {
        let reg = operand.as_reg();
        match reg.as_physical() {
            Some(phys) => operand.is_use() && is_ambient(function, phys),
            None if reg.is_none() => true,
            None => operand.is_def() && reg == def,
        }
    })
}

/// Whether a memory operand reads what never changes.
fn is_constant_memory(function: &MachineFunction, mem: &MemOperand) -> bool {
    let fixed = match mem.pointer {
        MemPointer::Got | MemPointer::ConstPool | MemPointer::JumpTable => true,
        MemPointer::Stack(slot) => function.frame.object(slot).immutable,
        _ => false,
    };
    let always = MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
    !mem.is_ordered()
        && !mem.flags.contains(MemFlags::STORE)
        && (fixed || mem.flags.contains(always))
}

/// Whether nothing writes a physical register, and it is not one that could be allocated.
fn is_ambient(function: &MachineFunction, phys: PhysReg) -> bool {
    let mut classes = TARGET.classes.iter();
    let allocatable = !TARGET.reg(phys).reserved
        && classes.any(|class| class.allocatable && class.contains(phys));
    !allocatable && function.defs(phys).next().is_none()
}

/// A load of memory that never changes, at an address without registers other than `$rip`.
fn is_constant_load(function: &MachineFunction, inst: Inst) -> bool {
    if !function.desc(inst).has(InstrFlags::MAY_LOAD) {
        return false;
    }
    let always = MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
    let constant = |m: &MemOperand| {
        let table = matches!(
            m.pointer,
            MemPointer::ConstPool | MemPointer::Got | MemPointer::JumpTable
        );
        (table || m.flags.contains(always)) && !m.is_ordered()
    };
    // Few addresses are free, and operands are available.
    let mut mem = function.mem_ops(inst).peekable();
    has_free_address(function, inst) && mem.peek().is_some() && mem.all(constant)
}

fn has_free_address(function: &MachineFunction, inst: Inst) -> bool {
    let Some([base, scale, index, disp, _]) = function.operands(inst).get(1..6) else {
        return false;
    };
    base.is_reg()
        && scale.is_imm()
        && index.is_reg()
        && index.as_reg().is_none()
        && !disp.is_reg()
        && (base.as_reg().is_none() || base.as_reg() == Reg::phys(reg::RIP))
}

/// An LEA of a slot, a global or a number.
fn is_constant_address(function: &MachineFunction, inst: Inst) -> bool {
    if !matches!(function.opcode(inst), op::LEA64r | op::LEA32r) {
        return false;
    }
    let ops = function.operands(inst);
    let on_slot = ops[1].as_frame_index().is_some()
        && ops[3].is_reg()
        && ops[3].as_reg().is_none()
        && !ops[4].is_reg();
    on_slot || has_free_address(function, inst) && ops[1].as_reg().is_none()
}

/// A load of an incoming argument that is never written.
fn reads_fixed_slot(function: &MachineFunction, inst: Inst) -> bool {
    as_slot_load(function, inst)
        .is_some_and(|(_, slot)| slot.0 < 0 && function.frame.object(slot).immutable)
}

/// The number that an instruction makes by arithmetic, which changes the flags.
fn number_by_arithmetic(opcode: Opcode) -> Option<i64> {
    match opcode {
        op::MOV32r0 => Some(0),
        op::MOV32r1 => Some(1),
        op::MOV32r_1 => Some(-1),
        _ => None,
    }
}

/// The number of 32 bits that an instruction moves to a register, by arithmetic or not.
pub fn number_computed(function: &MachineFunction, inst: Inst) -> Option<i64> {
    match function.opcode(inst) {
        op::MOV32ri => function.operand(inst, 1).as_imm(),
        opcode => number_by_arithmetic(opcode),
    }
}

/// Inserts a copy of `inst` that defines part `sub` of `dst`. Where the flags are in use, a zero is
/// made by a move instead of an exclusive or.
pub fn rematerialize(
    function: &mut MachineFunction,
    at: InsertPoint,
    dst: Reg,
    sub: SubRegIdx,
    inst: Inst,
) -> Inst {
    let value = number_by_arithmetic(function.opcode(inst));
    let flags = function.register_liveness(at, reg::EFLAGS);
    let copy = hooks::rematerialize(function, at, dst, sub, inst);
    if let Some(value) = value.filter(|_| flags != RegisterLiveness::Dead) {
        for index in (1..function.num_operands(copy)).rev() {
            function.remove_operand(copy, index);
        }
        function.set_opcode(copy, op::MOV32ri);
        function.push_operand(copy, Operand::imm(value));
    }
    copy
}
