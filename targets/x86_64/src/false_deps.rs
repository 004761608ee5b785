//! Instructions of x86 with false dependencies, for [`avarice_machine::break_false_deps`].

use avarice_machine::break_false_deps::{BreakFalseDeps, FalseDependencies};
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, inst_flags};
use avarice_target::{Opcode, PhysReg};
use avarice_trace::Log;

use crate::subtarget::{self, Features};
use crate::tuning::{self, Tuning};
use crate::{TARGET, class, op, sub};

/// `break-false-deps`, see [`BreakFalseDeps::run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: Analysis::all(),
    after: &["block-placement"],
    ..MachinePass::new("break-false-deps", "BreakFalseDeps", || {
        Box::<Scratch>::default()
    })
};

#[derive(Debug, Default)]
struct Scratch(BreakFalseDeps);

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        self.0.run(unit, &X86Dependencies);
        Ok(())
    }
}

/// How many instructions back the last write of a register should be that is written in part.
const PARTIAL_CLEARANCE: i32 = 64;

/// How many instructions back the last write of an undefined register should be that is read.
const UNDEF_CLEARANCE: i32 = 128;

/// The dependencies of x86.
struct X86Dependencies;

impl FalseDependencies for X86Dependencies {
    fn registers(&self) -> &'static [PhysReg] {
        static REGISTERS: std::sync::LazyLock<Vec<PhysReg>> = std::sync::LazyLock::new(|| {
            let classes = [class::VR128X, class::GR64];
            let orders = classes.iter().flat_map(|class| TARGET.class(*class).order);
            orders.copied().collect()
        });
        &REGISTERS
    }

    fn undef_clearance(&self, function: &MachineFunction, inst: Inst, index: usize) -> i32 {
        let opcode = function.opcode(inst);
        let is_free = match index {
            1 => reads_rest(opcode) || reads_either(opcode),
            2 => reads_second(opcode) || reads_either(opcode),
            _ => false,
        };
        if is_free { UNDEF_CLEARANCE } else { 0 }
    }

    fn partial_clearance(&self, function: &MachineFunction, inst: Inst, index: usize) -> i32 {
        if index != 0 || !writes_part(function, function.opcode(inst)) {
            return 0;
        }
        let Some(reg) = function.operand(inst, 0).as_reg().as_physical() else {
            return 0;
        };
        // One that reads the register wants the rest.
        let reads = |operand: &Operand| {
            let other = operand.as_reg().as_physical();
            operand.is_use()
                && !operand.has(OperandFlags::UNDEF)
                && other.is_some_and(|other| TARGET.regs_overlap(other, reg))
        };
        match function.operands(inst).iter().any(reads) {
            true => 0,
            false => PARTIAL_CLEARANCE,
        }
    }

    fn break_dependency(&self, function: &mut MachineFunction, inst: Inst, index: usize) {
        let Some(reg) = function.operand(inst, index).as_reg().as_physical() else {
            return;
        };
        let kills = |operand: &Operand| {
            let other = operand.as_reg().as_physical();
            let holds =
                |other: PhysReg| other == reg || TARGET.reg(reg).super_regs.contains(&other);
            operand.is_use() && operand.has(OperandFlags::KILL) && other.is_some_and(holds)
        };
        if function.operands(inst).iter().any(kills) {
            return;
        }
        let within = |class| TARGET.class(class).contains(reg);
        let xorps = match subtarget::of(function).contains(Features::AVX) {
            true => op::VXORPSrr,
            false => op::XORPSrr,
        };
        let (opcode, part) = if within(class::VR128) {
            (xorps, reg)
        } else if within(class::VR256) {
            (op::VXORPSrr, TARGET.sub_reg(reg, sub::SUB_XMM))
        } else if within(class::GR64) {
            (op::XOR32rr, TARGET.sub_reg(reg, sub::SUB_32BIT))
        } else if within(class::GR32) {
            (op::XOR32rr, reg)
        } else {
            return;
        };
        let undef = Operand::reg(part).with(OperandFlags::UNDEF);
        let location = function.debug_loc(inst);
        let mut clear = InstBuilder::new(function, opcode)
            .location(location)
            .def(part)
            .ops(&[undef; 2]);
        if part != reg {
            clear = clear.implicit_def(reg);
        }
        clear.insert_before(inst);
        inst_flags::add_killed(function, inst, reg.into(), true);
    }
}

/// Whether the register that operand 2 reads may be any. Operand 1 is the result's.
#[rustfmt::skip]
fn reads_second(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::MMX_PUNPCKHBWrr | op::MMX_PUNPCKHWDrr | op::MMX_PUNPCKHDQrr | op::MMX_PUNPCKLBWrr
            | op::MMX_PUNPCKLWDrr | op::MMX_PUNPCKLDQrr | op::MOVHLPSrr | op::PACKSSWBrr | op::PACKUSWBrr
            | op::PACKSSDWrr | op::PACKUSDWrr | op::PUNPCKHBWrr | op::PUNPCKLBWrr | op::PUNPCKHWDrr
            | op::PUNPCKLWDrr | op::PUNPCKHDQrr | op::PUNPCKLDQrr | op::PUNPCKHQDQrr | op::PUNPCKLQDQrr
    )
}

/// Whether the registers that operands 1 and 2 read may be any.
#[rustfmt::skip]
fn reads_either(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::VMOVLHPSrr | op::VPACKSSWBrr | op::VPACKUSWBrr | op::VPACKSSDWrr | op::VPACKUSDWrr
            | op::VPERM2F128rr | op::VPERM2I128rr | op::VPUNPCKHBWrr | op::VPUNPCKLBWrr | op::VPUNPCKHBWYrr
            | op::VPUNPCKLBWYrr | op::VPUNPCKHWDrr | op::VPUNPCKLWDrr | op::VPUNPCKHWDYrr | op::VPUNPCKLWDYrr
            | op::VPUNPCKHDQrr | op::VPUNPCKLDQrr | op::VPUNPCKHDQYrr | op::VPUNPCKLDQYrr | op::VPUNPCKHQDQrr
            | op::VPUNPCKLQDQrr | op::VPUNPCKHQDQYrr | op::VPUNPCKLQDQYrr
    )
}

/// Instructions with a VEX prefix whose operand 1 is what the upper part of their result is.
#[rustfmt::skip]
fn reads_rest(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::VCVTSI2SSrr | op::VCVTSI2SSrm | op::VCVTSI2SSrr_Int | op::VCVTSI2SSrm_Int | op::VCVTSI642SSrr
            | op::VCVTSI642SSrm | op::VCVTSI642SSrr_Int | op::VCVTSI642SSrm_Int | op::VCVTSI2SDrr
            | op::VCVTSI2SDrm | op::VCVTSI2SDrr_Int | op::VCVTSI2SDrm_Int | op::VCVTSI642SDrr
            | op::VCVTSI642SDrm | op::VCVTSI642SDrr_Int | op::VCVTSI642SDrm_Int | op::VCVTSD2SSrr
            | op::VCVTSD2SSrm | op::VCVTSD2SSrr_Int | op::VCVTSD2SSrm_Int | op::VCVTSS2SDrr | op::VCVTSS2SDrm
            | op::VCVTSS2SDrr_Int | op::VCVTSS2SDrm_Int | op::VRCPSSr | op::VRCPSSr_Int | op::VRCPSSm
            | op::VRCPSSm_Int | op::VROUNDSDri | op::VROUNDSDmi | op::VROUNDSDri_Int | op::VROUNDSDmi_Int
            | op::VROUNDSSri | op::VROUNDSSmi | op::VROUNDSSri_Int | op::VROUNDSSmi_Int | op::VRSQRTSSr
            | op::VRSQRTSSr_Int | op::VRSQRTSSm | op::VRSQRTSSm_Int | op::VSQRTSSr | op::VSQRTSSr_Int
            | op::VSQRTSSm | op::VSQRTSSm_Int | op::VSQRTSDr | op::VSQRTSDr_Int | op::VSQRTSDm
            | op::VSQRTSDm_Int
    )
}

/// Instructions that leave the upper part of their result as it was, or wait for it though they do not.
#[rustfmt::skip]
fn writes_part(function: &MachineFunction, opcode: Opcode) -> bool {
    match opcode {
        op::CVTSI2SSrr | op::CVTSI2SSrm | op::CVTSI642SSrr | op::CVTSI642SSrm
            | op::CVTSI2SDrr | op::CVTSI2SDrm | op::CVTSI642SDrr | op::CVTSI642SDrm
            | op::CVTSD2SSrr | op::CVTSD2SSrm | op::CVTSS2SDrr | op::CVTSS2SDrm
            | op::MOVHPDrm | op::MOVHPSrm | op::MOVLPDrm | op::MOVLPSrm
            | op::RCPSSr | op::RCPSSm | op::RCPSSr_Int | op::RCPSSm_Int
            | op::ROUNDSDri | op::ROUNDSDmi | op::ROUNDSSri | op::ROUNDSSmi
            | op::RSQRTSSr | op::RSQRTSSm | op::RSQRTSSr_Int | op::RSQRTSSm_Int
            | op::SQRTSSr | op::SQRTSSm | op::SQRTSSr_Int | op::SQRTSSm_Int
            | op::SQRTSDr | op::SQRTSDm | op::SQRTSDr_Int | op::SQRTSDm_Int => true,
        op::VPERMDYrm | op::VPERMDYrr | op::VPERMQYmi | op::VPERMQYri
            | op::VPERMPSYrm | op::VPERMPSYrr | op::VPERMPDYmi | op::VPERMPDYri => {
            tuning::of(function).contains(Tuning::FALSE_DEPS_PERM)
        }
        op::POPCNT32rm | op::POPCNT32rr | op::POPCNT64rm | op::POPCNT64rr => {
            tuning::of(function).contains(Tuning::FALSE_DEPS_POPCNT)
        }
        op::LZCNT32rm | op::LZCNT32rr | op::LZCNT64rm | op::LZCNT64rr
            | op::TZCNT32rm | op::TZCNT32rr | op::TZCNT64rm | op::TZCNT64rr => {
            tuning::of(function).contains(Tuning::FALSE_DEPS_ZERO_COUNTS)
        }
        _ => false,
    }
}
