//! Which instructions a load or a store can be moved across.

use avarice_ir::AtomicOrdering;
use avarice_mir::{
    Inst, MachineFunction, MemFlags, MemOperand, MemPointer, OperandKind, StackObjectKind,
};
use avarice_target::{InstrFlags, PhysReg};
use smallvec::SmallVec;

use super::{Access, access};
use crate::TARGET;

/// Instructions between two places.
#[derive(Default)]
pub(super) struct Between {
    written: SmallVec<[PhysReg; 16]>,
    read: SmallVec<[PhysReg; 16]>,
    /// What accesses memory, and how if that is known.
    memory: SmallVec<[(Inst, Option<Access>); 8]>,
}

impl Between {
    /// Adds `inst`; `false` if no load or store may pass it.
    pub fn add(&mut self, function: &MachineFunction, inst: Inst) -> bool {
        let desc = function.desc(inst);
        let wall = InstrFlags::CALL | InstrFlags::TERMINATOR | InstrFlags::SIDE_EFFECTS;
        if desc.flags.intersects(wall) && !desc.has(InstrFlags::META) {
            return false;
        }
        for operand in function.operands(inst) {
            let Some(register) = operand.as_reg().as_physical() else {
                if operand.kind() == OperandKind::RegMask {
                    return false;
                }
                continue;
            };
            match operand.is_def() {
                true => self.written.push(register),
                false => self.read.push(register),
            }
        }
        let mut accessed = function.mem_ops(inst);
        if accessed.any(|mem| mem.ordering > AtomicOrdering::Monotonic) {
            return false;
        }
        if desc
            .flags
            .intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE)
        {
            self.memory.push((inst, access(function, inst)));
        }
        true
    }

    pub fn writes(&self, register: PhysReg) -> bool {
        let mut written = self.written.iter();
        written.any(|other| TARGET.regs_overlap(*other, register))
    }

    pub fn reads(&self, register: PhysReg) -> bool {
        let mut read = self.read.iter();
        read.any(|other| TARGET.regs_overlap(*other, register))
    }

    /// Whether `moved` may be done before or after all of them as far as memory goes. Its base must be the same
    /// before and after.
    pub fn allows(&self, function: &MachineFunction, moved: &Access) -> bool {
        self.memory.iter().all(|(inst, other)| {
            let stores = function.desc(*inst).has(InstrFlags::MAY_STORE);
            let beside = other.is_some_and(|other| {
                other.base == moved.base
                    && (other.end() <= moved.offset || moved.end() <= other.offset)
            });
            (moved.is_load && !stores) || beside || are_apart(function, *inst, moved.inst)
        })
    }
}

/// Whether what two instructions say about memory shows that they access different bytes.
fn are_apart(function: &MachineFunction, left: Inst, right: Inst) -> bool {
    let known = |inst| function.mem_ops(inst).next().is_some();
    known(left)
        && known(right)
        && function.mem_ops(left).all(|left| {
            let mut others = function.mem_ops(right);
            others.all(|right| are_different(function, left, right))
        })
}

fn are_different(function: &MachineFunction, left: &MemOperand, right: &MemOperand) -> bool {
    let ends_before = |left: &MemOperand, right: &MemOperand| {
        let size = left.size.and_then(|size| i64::try_from(size).ok());
        let end = size.and_then(|size| left.offset.checked_add(size));
        end.is_some_and(|end| end <= right.offset)
    };
    let constant = |mem: &MemOperand| {
        mem.flags.contains(MemFlags::INVARIANT)
            || matches!(
                mem.pointer,
                MemPointer::ConstPool | MemPointer::JumpTable | MemPointer::Got
            )
    };
    let is_slot = |mem: &MemOperand| {
        matches!(mem.pointer, MemPointer::Stack(slot)
            if slot.0 >= 0 && function.frame.object(slot).kind == StackObjectKind::SpillSlot)
    };
    if constant(left) || constant(right) {
        return true;
    }
    match (left.pointer, right.pointer) {
        (MemPointer::Unknown, _) | (_, MemPointer::Unknown) => is_slot(left) || is_slot(right),
        (one, other) if one == other => ends_before(left, right) || ends_before(right, left),
        (MemPointer::Stack(one), MemPointer::Stack(other)) => one.0 >= 0 && other.0 >= 0,
        _ => is_slot(left) || is_slot(right),
    }
}
