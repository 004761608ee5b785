//! Conversions and square roots that write the low part of a vector register get a cleared one, so that they do not
//! wait for what was in the rest.
//!
//! ```text
//!   $xmm1 = CVTSI2SDrr $eax         $xmm1 = XORPSrr undef $xmm1, undef $xmm1
//!                                   $xmm1 = CVTSI2SDrr $eax, implicit killed $xmm1
//! ```

use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags};
use avarice_target::{Opcode, PhysReg};

use crate::{TARGET, op};

/// How many instructions before it no write of the register has to be so that nobody waits (LLVM's number).
const CLEARANCE: usize = 64;

/// Clears registers before they are written in part.
///
/// # Requires
/// Code after allocation.
///
/// # Preserves
/// The CFG, all values.
pub fn run(function: &mut MachineFunction) {
    if function.optimize_for_size {
        return;
    }
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if let Some(reg) = partly_written(function, inst)
                && waits(function, at == 0, inst, reg)
            {
                let unused = Operand::reg(reg).with(OperandFlags::UNDEF);
                let operands = [Operand::def(reg), unused, unused];
                let clear = function.create_inst(op::XORPSrr, &operands);
                function.insert_before(inst, clear);
                let read = Operand::implicit_use(reg).with(OperandFlags::KILL);
                function.push_operand(inst, read);
            }
        }
    }
}

/// The register that an instruction writes in part without reading it.
fn partly_written(function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
    if !writes_part(function.opcode(inst)) {
        return None;
    }
    let (def, others) = function.operands(inst).split_first()?;
    let reg = def.as_reg().as_physical()?;
    let is_read = |operand: &Operand| {
        let other = operand.as_reg().as_physical();
        other.is_some_and(|other| TARGET.regs_overlap(other, reg))
    };
    (!others.iter().any(is_read)).then_some(reg)
}

/// Whether an instruction close before `inst`, or maybe one of another block, writes `reg`.
fn waits(function: &MachineFunction, is_entry: bool, inst: Inst, reg: PhysReg) -> bool {
    let mut cursor = function.prev_inst(inst);
    for _ in 0..CLEARANCE {
        let Some(other) = cursor else {
            return !is_entry;
        };
        let writes = |operand: &Operand| {
            let other = operand.as_reg().as_physical();
            operand.is_def() && other.is_some_and(|other| TARGET.regs_overlap(other, reg))
        };
        if function.operands(other).iter().any(writes) {
            return true;
        }
        cursor = function.prev_inst(other);
    }
    false
}

/// Instructions without a VEX prefix that leave the upper part of their result as it was.
#[rustfmt::skip]
fn writes_part(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::CVTSI2SSrr | op::CVTSI2SSrm | op::CVTSI642SSrr | op::CVTSI642SSrm
            | op::CVTSI2SDrr | op::CVTSI2SDrm | op::CVTSI642SDrr | op::CVTSI642SDrm
            | op::CVTSD2SSrr | op::CVTSD2SSrm | op::CVTSS2SDrr | op::CVTSS2SDrm
            | op::RCPSSr | op::RCPSSm | op::RSQRTSSr | op::RSQRTSSm
            | op::ROUNDSDri | op::ROUNDSDmi | op::ROUNDSSri | op::ROUNDSSmi
            | op::SQRTSSr | op::SQRTSSm | op::SQRTSDr | op::SQRTSDm
    )
}
