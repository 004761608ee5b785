//! The flags: who writes them, who reads which of them.

use avarice_mir::{Inst, MachineFunction, OperandFlags, OperandKind, Reg};
use smallvec::SmallVec;

use crate::{op, reg};

bitflags::bitflags! {
    /// Flags that a condition depends on.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) struct Nzcv: u8 {
        const N = 1 << 0;
        const Z = 1 << 1;
        const C = 1 << 2;
        const V = 1 << 3;
    }
}

/// The condition that holds exactly when condition `number` does not.
pub(super) fn inverse(number: i64) -> i64 {
    number ^ 1
}

/// What condition `number` depends on.
pub(super) fn of_condition(number: i64) -> Nzcv {
    match number >> 1 {
        // EQ, NE
        0 => Nzcv::Z,
        // HS, LO
        1 => Nzcv::C,
        // MI, PL
        2 => Nzcv::N,
        // VS, VC
        3 => Nzcv::V,
        // HI, LS
        4 => Nzcv::Z | Nzcv::C,
        // GE, LT
        5 => Nzcv::N | Nzcv::V,
        // GT, LE
        6 => Nzcv::Z | Nzcv::N | Nzcv::V,
        _ => Nzcv::empty(),
    }
}

pub(super) fn writes(function: &MachineFunction, inst: Inst) -> bool {
    function.operands(inst).iter().any(|operand| {
        operand.kind() == OperandKind::RegMask && !function.mask_preserves(operand, reg::NZCV)
            || operand.is_def() && operand.as_reg() == Reg::phys(reg::NZCV)
    })
}

pub(super) fn reads(function: &MachineFunction, inst: Inst) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| operand.is_use() && operand.as_reg() == Reg::phys(reg::NZCV))
}

/// The operand that says that the flags which `inst` writes are not read.
pub(super) fn dead_def(function: &MachineFunction, inst: Inst) -> Option<usize> {
    let mut operands = function.operands(inst).iter();
    operands.position(|operand| {
        operand.is_def()
            && operand.has(OperandFlags::DEAD)
            && operand.as_reg() == Reg::phys(reg::NZCV)
    })
}

/// What must not happen between two instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Write,
    Any,
}

/// Whether the flags are accessed between two instructions, or the two are not in the same block.
pub(super) fn is_accessed_between(
    function: &MachineFunction,
    first: Inst,
    last: Inst,
    access: Access,
) -> bool {
    if function.inst_block(first) != function.inst_block(last) {
        return true;
    }
    let mut cursor = function.prev_inst(last);
    while let Some(inst) = cursor.filter(|inst| *inst != first) {
        let counts = !avarice_mir::inst_facts::is_debug_or_probe(function, inst);
        let reads = || access == Access::Any && reads(function, inst);
        if counts && (writes(function, inst) || reads()) {
            return true;
        }
        cursor = function.prev_inst(inst);
    }
    cursor.is_none()
}

/// The operand that is the condition of a branch or a select; `None` for what reads the flags in another way.
pub(super) fn condition_operand(function: &MachineFunction, inst: Inst) -> Option<usize> {
    let before = match function.opcode(inst) {
        op::Bcc => 2,
        op::CSINVWr
        | op::CSINVXr
        | op::CSINCWr
        | op::CSINCXr
        | op::CSELWr
        | op::CSELXr
        | op::CSNEGWr
        | op::CSNEGXr
        | op::FCSELSrrr
        | op::FCSELDrrr => 1,
        _ => return None,
    };
    let mut operands = function.operands(inst).iter();
    let read =
        operands.position(|operand| operand.is_use() && operand.as_reg() == Reg::phys(reg::NZCV));
    read?.checked_sub(before)
}

/// The condition that a branch or a select depends on.
pub(super) fn condition(function: &MachineFunction, inst: Inst) -> Option<i64> {
    let at = condition_operand(function, inst)?;
    function.operands(inst).get(at)?.as_imm()
}

/// Who reads the flags that a comparison sets.
pub(super) struct Readers {
    pub(super) flags: Nzcv,
    pub(super) insts: SmallVec<[Inst; 4]>,
}

/// The readers of the flags that `compare` sets. `None` if some may be in other blocks, if one is not understood, or if
/// `other` is in another block.
pub(super) fn readers(function: &MachineFunction, other: Inst, compare: Inst) -> Option<Readers> {
    let block = function.inst_block(compare)?;
    let mut succs = function.blocks[block].succs.iter();
    let leaves = succs.any(|succ| {
        let mut live_ins = function.blocks[*succ].live_ins.iter();
        live_ins.any(|(reg, _)| *reg == reg::NZCV)
    });
    if leaves || function.inst_block(other) != Some(block) {
        return None;
    }
    let mut readers = Readers {
        flags: Nzcv::empty(),
        insts: SmallVec::new(),
    };
    let mut cursor = function.next_inst(compare);
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        if avarice_mir::inst_facts::is_debug_or_probe(function, inst) {
            continue;
        }
        if reads(function, inst) {
            readers.flags |= of_condition(condition(function, inst)?);
            readers.insts.push(inst);
        }
        if writes(function, inst) {
            break;
        }
    }
    Some(readers)
}
