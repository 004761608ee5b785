//! Vector registers that a function keeps for its caller: saved in objects of the frame, since they cannot be pushed.

use avarice_mir::{FrameIndex, MachineFunction, Operand, OperandFlags, Reg};
use avarice_mir::{StackObject, StackObjectKind};
use avarice_target::{Opcode, PhysReg};
use smallvec::SmallVec;

use super::Emitter;
use crate::{TARGET, class, op};

/// Alignment of the objects, in bytes: what the stack pointer has at calls.
const ALIGN: u64 = 16;

/// Whether a register is saved by being pushed.
pub(super) fn is_pushed(register: PhysReg) -> bool {
    TARGET.class(class::GR64).contains(register)
}

/// Whether a register is as wide as those of AVX.
fn is_whole(register: PhysReg) -> bool {
    TARGET.class(class::VR256).contains(register)
}

/// Makes an object for each vector register of `saved`.
pub(super) fn assign_slots(function: &mut MachineFunction, saved: &[PhysReg]) {
    for register in saved.iter().filter(|register| !is_pushed(**register)) {
        let size = if is_whole(*register) { 32 } else { 16 };
        let mut object = StackObject::new(StackObjectKind::SpillSlot, size, ALIGN);
        object.callee_saved = *register;
        let slot = function.frame.create_object(object);
        function.frame.callee_saved.push((*register, slot));
    }
}

/// The vector registers that are saved, and where.
fn saves(function: &MachineFunction) -> SmallVec<[(PhysReg, FrameIndex); 4]> {
    let all = function.frame.callee_saved.iter().copied();
    all.filter(|(register, _)| !is_pushed(*register)).collect()
}

/// The operands that address an object.
fn address(slot: FrameIndex) -> [Operand; 5] {
    let none = Operand::reg(Reg::NONE);
    [
        Operand::frame_index(slot),
        Operand::imm(1),
        none,
        Operand::imm(0),
        none,
    ]
}

/// The instructions that store and load a register.
fn moves(register: PhysReg) -> [Opcode; 2] {
    match is_whole(register) {
        true => [op::VMOVUPSYmr, op::VMOVUPSYrm],
        false => [op::MOVAPSmr, op::MOVAPSrm],
    }
}

impl Emitter<'_> {
    /// Saves the vector registers, once the frame is there.
    pub(super) fn save_vectors(&mut self) {
        for (register, slot) in saves(self.function) {
            let marks = self.marks_of_save(register);
            let mut operands = address(slot).to_vec();
            operands.push(Operand::reg(register).with(marks));
            self.build(moves(register)[0], &operands);
        }
    }

    /// Restores them, while the frame is there.
    pub(super) fn restore_vectors(&mut self) {
        for (register, slot) in saves(self.function) {
            let mut operands = vec![Operand::def(register)];
            operands.extend(address(slot));
            self.build(moves(register)[1], &operands);
        }
    }

    /// How a register is read that is saved: an argument in it is still to be read.
    pub(super) fn marks_of_save(&self, register: PhysReg) -> OperandFlags {
        let mut live_ins = self.function.blocks[self.block].live_ins.iter();
        match live_ins.any(|(live, _)| TARGET.regs_overlap(*live, register)) {
            true => OperandFlags::empty(),
            false => OperandFlags::KILL,
        }
    }
}
