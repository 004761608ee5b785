//! Rematerialization: which instructions can be computed again instead of being kept in a register.

use avarice_mir::{
    Block, Inst, InstBuilder, MachineFunction, MemFlags, MemOperand, MemPointer, Operand,
    OperandFlags, Reg,
};
use avarice_target::{InstrFlags, Opcode, SubRegIdx};

use crate::moves::as_slot_load;
use crate::{op, reg};

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
    let mut mem = function.mem_ops(inst).peekable();
    mem.peek().is_some() && mem.all(constant) && has_free_address(function, inst)
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

/// A load of an incoming argument that nobody writes.
fn reads_fixed_slot(function: &MachineFunction, inst: Inst) -> bool {
    as_slot_load(function, inst)
        .is_some_and(|(_, slot)| slot.0 < 0 && function.frame.object(slot).immutable)
}

/// Whether the flags hold nothing that is read after this point. Gives up (`false`) at the end of the
/// block if a successor has them live in.
fn flags_are_free(function: &MachineFunction, block: Block, before: Option<Inst>) -> bool {
    let flags = Reg::phys(reg::EFLAGS);
    let mut cursor = before;
    while let Some(inst) = cursor {
        let mut written = false;
        for operand in function.operands(inst) {
            if operand.as_reg() == flags {
                if operand.reads_reg() {
                    return false;
                }
                written |= operand.is_def();
            }
            written |= operand.kind() == avarice_mir::OperandKind::RegMask;
        }
        if written {
            return true;
        }
        cursor = function.next_inst(inst);
    }
    let successors = &function.blocks[block].succs;
    successors.iter().all(|successor| {
        let live_ins = &function.blocks[*successor].live_ins;
        live_ins.iter().all(|(r, _)| *r != reg::EFLAGS)
    })
}

/// Inserts a copy of `inst` that defines part `sub` of `dst`. Where the flags are in use, a zero is
/// made by a move instead of an exclusive or.
pub fn rematerialize(
    function: &mut MachineFunction,
    block: Block,
    before: Option<Inst>,
    dst: Reg,
    sub: SubRegIdx,
    inst: Inst,
) -> Inst {
    let small = match function.opcode(inst) {
        op::MOV32r0 => Some(0),
        op::MOV32r1 => Some(1),
        op::MOV32r_1 => Some(-1),
        _ => None,
    };
    if let Some(value) = small
        && !flags_are_free(function, block, before)
    {
        return InstBuilder::new(function, op::MOV32ri)
            .op(Operand::def(dst).with_sub_reg(sub))
            .imm(value)
            .insert_at(block, before);
    }
    let mut operands: smallvec::SmallVec<[Operand; 8]> = function
        .operands(inst)
        .iter()
        .map(|o| o.detached())
        .collect();
    let sub = function.target.compose(sub, operands[0].sub_reg());
    operands[0] = Operand::def(dst).with_sub_reg(sub);
    let copy = function.create_inst(function.opcode(inst), &operands);
    function.insts[copy].flags = function.insts[inst].flags;
    function.copy_mem_ops(inst, copy);
    function.insert_at(block, before, copy);
    copy
}
