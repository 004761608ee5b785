//! Loads and stores of stack objects before the frame is laid out.

use avarice_mir::hooks::FrameReferences;
use avarice_mir::{FrameIndex, Inst, InstBuilder, MachineFunction, Operand, VReg};

use super::offsets::{Divided, OFFSETS};
use crate::{class, op, registers};

/// The distance of the frame pointer from the local objects, in bytes: twenty saved registers, each taken as 16 bytes.
const ASSUMED_SAVES: i64 = 16 * 20;

/// The bytes of spill slots between the stack pointer and the local objects that are taken to be likely.
const ASSUMED_SPILLS: i64 = 128;

/// What accesses of stack objects hold.
#[derive(Debug)]
pub struct References;

/// Puts `bytes` into `inst` besides what it has. `None` if it holds no distance.
fn divide(function: &MachineFunction, inst: Inst, operand: usize, bytes: i64) -> Option<Divided> {
    let opcode = function.opcode(inst);
    let form = OFFSETS[opcode.index()]?;
    let units = function.operands(inst).get(operand + 1)?.as_imm()?;
    let bytes = bytes.saturating_add(units.saturating_mul(form.scale));
    Some(form.divide(opcode, bytes))
}

impl FrameReferences for References {
    fn needs_base(
        &self,
        function: &MachineFunction,
        inst: Inst,
        operand: usize,
        offset: i64,
    ) -> bool {
        let can_hold = |bytes| self.can_hold(function, inst, operand, bytes);
        let size = function.frame.local_frame_size as i64;
        let from_frame_pointer = offset.saturating_sub(ASSUMED_SAVES);
        let from_stack_pointer = offset.saturating_add(size).saturating_add(ASSUMED_SPILLS);
        let is_near = registers::has_frame_pointer(function) && can_hold(from_frame_pointer)
            || can_hold(from_stack_pointer);
        !is_near && can_hold(0)
    }

    fn can_hold(&self, function: &MachineFunction, inst: Inst, operand: usize, bytes: i64) -> bool {
        divide(function, inst, operand, bytes).is_some_and(|divided| divided.rest == 0)
    }

    fn compute_address(&self, function: &mut MachineFunction, object: FrameIndex) -> VReg {
        let entry = function.layout[0];
        let first = function.blocks[entry].first.expand();
        let location = first.map_or(None.into(), |first| function.debug_loc(first));
        let address = function.create_vreg(class::GPR64sp);
        InstBuilder::new(function, op::ADDXri)
            .location(location)
            .def(address)
            .frame_index(object)
            .imm(0)
            .imm(0)
            .insert_at(avarice_mir::InsertPoint::new(entry, first));
        address
    }

    fn access_from(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        operand: usize,
        base: VReg,
        bytes: i64,
    ) {
        if let Some(divided) = divide(function, inst, operand, bytes) {
            function.set_opcode(inst, divided.opcode);
            function
                .operand_mut(inst, operand + 1)
                .set_imm(divided.units);
            function.replace_operand(inst, operand, Operand::reg(base));
        }
    }
}
