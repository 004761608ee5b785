//! Breaks false dependencies: conversions and square roots that write the low part of a vector register get a cleared
//! one, so that they do not wait for the previous content.
//!
//! ```text
//!   $xmm1 = CVTSI2SDrr $eax         $xmm1 = XORPSrr undef $xmm1, undef $xmm1
//!                                   $xmm1 = CVTSI2SDrr $eax, implicit killed $xmm1
//! ```
//!
//! With a VEX prefix the rest comes from a register that is an operand. If that is undefined, it becomes the
//! source, on which the instruction depends anyway, or is cleared before.

use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags};
use avarice_target::{Opcode, PhysReg};

use crate::{TARGET, class, op};
use avarice_machine::pass::{MachinePass, When, on_functions};

/// How many instructions back the last write of the register must be so that it causes no wait (LLVM's number).
const CLEARANCE: usize = 64;

/// `break-false-deps`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    after: &["block-placement"],
    ..MachinePass::new("break-false-deps", "BreakFalseDeps", || on_functions(run))
};

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
            if reads_rest(function.opcode(inst)) {
                choose_rest(function, at == 0, inst);
                continue;
            }
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

/// Makes the undefined register that provides the rest of a result one that causes no wait.
fn choose_rest(function: &mut MachineFunction, is_entry: bool, inst: Inst) {
    let rest = *function.operand(inst, 1);
    if !rest.has(OperandFlags::UNDEF) {
        return;
    }
    let source = function.operand(inst, 2).as_reg().as_physical();
    if let Some(source) = source.filter(|source| TARGET.class(class::VR128).contains(*source)) {
        function.set_reg(inst, 1, source);
        return;
    }
    // Another register may hold something.
    let Some(reg) = function.operand(inst, 0).as_reg().as_physical() else {
        return;
    };
    function.set_reg(inst, 1, reg);
    if waits(function, is_entry, inst, reg) {
        let unused = Operand::reg(reg).with(OperandFlags::UNDEF);
        let operands = [Operand::def(reg), unused, unused];
        let clear = function.create_inst(op::VXORPSrr, &operands);
        function.insert_before(inst, clear);
        function
            .operand_mut(inst, 1)
            .set(OperandFlags::UNDEF, false);
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

/// Instructions with a VEX prefix whose second operand is what the upper part of their result is.
#[rustfmt::skip]
fn reads_rest(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::VCVTSI2SSrr | op::VCVTSI2SSrm | op::VCVTSI642SSrr | op::VCVTSI642SSrm
            | op::VCVTSI2SDrr | op::VCVTSI2SDrm | op::VCVTSI642SDrr | op::VCVTSI642SDrm
            | op::VCVTSD2SSrr | op::VCVTSD2SSrm | op::VCVTSS2SDrr | op::VCVTSS2SDrm
            | op::VRCPSSr | op::VRCPSSm | op::VRSQRTSSr | op::VRSQRTSSm
            | op::VROUNDSDri | op::VROUNDSDmi | op::VROUNDSSri | op::VROUNDSSmi
            | op::VSQRTSSr | op::VSQRTSSm | op::VSQRTSDr | op::VSQRTSDm
    )
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
