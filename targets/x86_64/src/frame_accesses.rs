//! Plain stores to the frame and loads from it, once addresses are registers and displacements: memory operands still say
//! which stack object it is.

use avarice_mir::hooks::RegisterInSlot;
use avarice_mir::{Inst, MachineFunction, MemFlags, MemPointer};
use avarice_target::Opcode;

use crate::op;

/// If `inst` stores a register to a stack object: both.
pub fn as_store(function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
    // Base, scale, index, displacement and segment come first.
    let is_store = is_store(function.opcode(inst));
    is_store.then(|| access(function, inst, MemFlags::STORE, 5))?
}

/// If `inst` loads a register from a stack object: both.
pub fn as_load(function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot> {
    let is_load = is_load(function.opcode(inst));
    is_load.then(|| access(function, inst, MemFlags::LOAD, 0))?
}

fn access(
    function: &MachineFunction,
    inst: Inst,
    kind: MemFlags,
    operand: usize,
) -> Option<RegisterInSlot> {
    let object = function
        .mem_ops(inst)
        .find_map(|memory| match memory.pointer {
            MemPointer::Stack(object) if memory.flags.contains(kind) => Some(object),
            _ => None,
        })?;
    let value = function.operands(inst).get(operand)?;
    value.is_reg().then(|| (value.as_reg(), object))
}

fn is_store(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::MOV8mr
            | op::MOV16mr
            | op::MOV32mr
            | op::MOV64mr
            | op::ST_FpP64m
            | op::MMX_MOVD64mr
            | op::MMX_MOVQ64mr
            | op::MMX_MOVNTQmr
            | op::MOVSSmr
            | op::VMOVSSmr
            | op::MOVSDmr
            | op::VMOVSDmr
            | op::MOVAPSmr
            | op::MOVUPSmr
            | op::MOVAPDmr
            | op::MOVUPDmr
            | op::MOVDQAmr
            | op::MOVDQUmr
            | op::VMOVAPSmr
            | op::VMOVUPSmr
            | op::VMOVAPDmr
            | op::VMOVUPDmr
            | op::VMOVDQAmr
            | op::VMOVDQUmr
            | op::VMOVAPSYmr
            | op::VMOVUPSYmr
            | op::VMOVAPDYmr
            | op::VMOVUPDYmr
            | op::VMOVDQAYmr
            | op::VMOVDQUYmr
    )
}

fn is_load(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::MOV8rm
            | op::MOV16rm
            | op::MOV32rm
            | op::MOV64rm
            | op::LD_Fp64m
            | op::MMX_MOVD64rm
            | op::MMX_MOVQ64rm
            | op::MOVSSrm
            | op::MOVSSrm_alt
            | op::VMOVSSrm
            | op::VMOVSSrm_alt
            | op::MOVSDrm
            | op::MOVSDrm_alt
            | op::VMOVSDrm
            | op::VMOVSDrm_alt
            | op::MOVAPSrm
            | op::MOVUPSrm
            | op::MOVAPDrm
            | op::MOVUPDrm
            | op::MOVDQArm
            | op::MOVDQUrm
            | op::VMOVAPSrm
            | op::VMOVUPSrm
            | op::VMOVAPDrm
            | op::VMOVUPDrm
            | op::VMOVDQArm
            | op::VMOVDQUrm
            | op::VMOVAPSYrm
            | op::VMOVUPSYrm
            | op::VMOVAPDYrm
            | op::VMOVUPDYrm
            | op::VMOVDQAYrm
            | op::VMOVDQUYrm
    )
}
