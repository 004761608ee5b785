//! What an instruction depends on.

use avarice_mir::{Block, Inst, MachineFunction, Operand, VReg};

use super::is_phi;
use crate::schedule::model::OperandPlace;

/// That an operand reads what an instruction has defined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependency {
    /// The definition.
    pub def: OperandPlace,
    /// The number of the operand that reads it.
    pub operand: u32,
}

/// Whether an instruction has operands that are physical registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Physical {
    Some,
    None,
}

/// The definition of a virtual register in machine SSA.
pub(super) fn definition(function: &MachineFunction, reg: VReg) -> Option<OperandPlace> {
    let op = function.defs(reg).next()?;
    Some(OperandPlace {
        inst: function.op_inst(op),
        operand: function.op_index(op) as u32,
    })
}

fn on(function: &MachineFunction, at: usize, operand: &Operand) -> Option<Dependency> {
    let reg = operand.as_reg().as_virtual()?;
    Some(Dependency {
        def: definition(function, reg)?,
        operand: at as u32,
    })
}

/// What a PHI depends on if control comes from `pred`.
pub(super) fn of_phi(
    function: &MachineFunction,
    phi: Inst,
    pred: Option<Block>,
) -> Option<Dependency> {
    let pred = pred?;
    let operands = function.operands(phi);
    let mut sources = (1..operands.len()).step_by(2);
    let at = sources.find(|at| operands.get(at + 1).and_then(Operand::as_block) == Some(pred))?;
    on(function, at, &operands[at])
}

/// Collects the virtual registers on which an instruction depends that is no PHI.
pub(super) fn of_inst(
    function: &MachineFunction,
    inst: Inst,
    out: &mut Vec<Dependency>,
) -> Physical {
    out.clear();
    let mut physical = Physical::None;
    if function.is_debug(inst) || is_phi(function, inst) {
        return physical;
    }
    for (at, operand) in function.operands(inst).iter().enumerate() {
        if operand.as_reg().is_physical() {
            physical = Physical::Some;
        } else if operand.reads_reg() {
            out.extend(on(function, at, operand));
        }
    }
    physical
}
