//! Estimates of register pressure before allocation, and which results have a high latency.

use avarice_target::{Opcode, RegClass};

use crate::{TARGET, class, op};

/// General registers.
const GENERAL: usize = 0;
/// Vector registers.
const VECTOR: usize = 1;
/// The x87 stack.
const FLOAT_STACK: usize = 2;

/// The set that registers of a class are taken from, and what one takes of its limit: a byte half of what a wider
/// register does. Others than general and vector registers and the x87 stack are not counted.
pub fn weight(class: RegClass) -> Option<(usize, i32)> {
    let desc = TARGET.class(class);
    let first = *desc.order.first()?;
    let widest = *TARGET.reg(first).super_regs.last().unwrap_or(&first);
    if TARGET.class(class::GR64).contains(widest) {
        Some((GENERAL, if desc.size_bits == 8 { 1 } else { 2 }))
    } else if TARGET.class(class::VR512).contains(widest) {
        Some((VECTOR, 1))
    } else if TARGET.class(class::RFP80).contains(first) {
        Some((FLOAT_STACK, 1))
    } else {
        None
    }
}

/// From which sum of weights on the registers of a set count as used up. LLVM's numbers: those of general
/// registers count 16 that only APX has.
pub fn limit(set: usize) -> i32 {
    match set {
        GENERAL => 66,
        VECTOR => 16,
        FLOAT_STACK => 7,
        _ => i32::MAX,
    }
}

/// Division and square root.
#[rustfmt::skip]
pub fn has_high_latency(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::DIVPDrm | op::DIVPDrr | op::DIVPSrm | op::DIVPSrr
            | op::DIVSDrm | op::DIVSDrm_Int | op::DIVSDrr | op::DIVSDrr_Int
            | op::DIVSSrm | op::DIVSSrm_Int | op::DIVSSrr | op::DIVSSrr_Int
            | op::SQRTPDm | op::SQRTPDr | op::SQRTPSm | op::SQRTPSr
            | op::SQRTSDm | op::SQRTSDm_Int | op::SQRTSDr | op::SQRTSDr_Int
            | op::SQRTSSm | op::SQRTSSm_Int | op::SQRTSSr | op::SQRTSSr_Int
            | op::VDIVPDrm | op::VDIVPDrr | op::VDIVPDYrm | op::VDIVPDYrr
            | op::VDIVPSrm | op::VDIVPSrr | op::VDIVPSYrm | op::VDIVPSYrr
            | op::VDIVSDrm | op::VDIVSDrm_Int | op::VDIVSDrr | op::VDIVSDrr_Int
            | op::VDIVSSrm | op::VDIVSSrm_Int | op::VDIVSSrr | op::VDIVSSrr_Int
            | op::VSQRTPDm | op::VSQRTPDr | op::VSQRTPDYm | op::VSQRTPDYr
            | op::VSQRTPSm | op::VSQRTPSr | op::VSQRTPSYm | op::VSQRTPSYr
            | op::VSQRTSDm | op::VSQRTSDm_Int | op::VSQRTSDr | op::VSQRTSDr_Int
            | op::VSQRTSSm | op::VSQRTSSm_Int | op::VSQRTSSr | op::VSQRTSSr_Int
    )
}
