//! The loads that there are for constants.

use avarice_target::Opcode;

use crate::op;

/// How a load makes a vector of what is in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// The rest is zero.
    ZeroUpper,
    /// It is repeated.
    Splat,
    /// Elements are extended by their sign.
    SignExtend,
    /// Elements are extended by zeros.
    ZeroExtend,
}

/// What the processor must have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    Sse41,
    Avx2,
    /// The other form is better where there is AVX2.
    NoAvx2,
}

/// A load.
pub(super) struct Form {
    pub(super) opcode: Opcode,
    /// How many elements it makes, if it extends them.
    pub(super) elements: u32,
    /// Bits of an element in memory, or of all that is read.
    pub(super) bits: u32,
    pub(super) how: How,
    pub(super) needs: Needs,
}

const fn form(opcode: Opcode, elements: u32, bits: u32, how: How, needs: Needs) -> Form {
    Form {
        opcode,
        elements,
        bits,
        how,
        needs,
    }
}

use How::{SignExtend, Splat, ZeroExtend, ZeroUpper};
use Needs::{Avx2, NoAvx2, Nothing, Sse41};

/// Loads of whole vectors, the bits of these, and what may take their place, the least memory first.
#[rustfmt::skip]
pub(super) const FORMS: &[(&[Opcode], u32, &[Form])] = &[
    (&[op::MOVAPDrm, op::MOVAPSrm, op::MOVUPDrm, op::MOVUPSrm], 128, &[
        form(op::MOVSSrm, 1, 32, ZeroUpper, Nothing),
        form(op::MOVSDrm, 1, 64, ZeroUpper, Nothing),
    ]),
    (&[op::VMOVAPDrm, op::VMOVAPSrm, op::VMOVUPDrm, op::VMOVUPSrm], 128, &[
        form(op::VMOVSSrm, 1, 32, ZeroUpper, Nothing),
        form(op::VBROADCASTSSrm, 1, 32, Splat, Nothing),
        form(op::VMOVSDrm, 1, 64, ZeroUpper, Nothing),
        form(op::VMOVDDUPrm, 1, 64, Splat, Nothing),
    ]),
    (&[op::VMOVAPDYrm, op::VMOVAPSYrm, op::VMOVUPDYrm, op::VMOVUPSYrm], 256, &[
        form(op::VBROADCASTSSYrm, 1, 32, Splat, Nothing),
        form(op::VBROADCASTSDYrm, 1, 64, Splat, Nothing),
        form(op::VBROADCASTF128rm, 1, 128, Splat, Nothing),
    ]),
    (&[op::MOVDQArm, op::MOVDQUrm], 128, &[
        form(op::PMOVSXBQrm, 2, 8, SignExtend, Sse41),
        form(op::PMOVZXBQrm, 2, 8, ZeroExtend, Sse41),
        form(op::MOVDI2PDIrm, 1, 32, ZeroUpper, Nothing),
        form(op::PMOVSXBDrm, 4, 8, SignExtend, Sse41),
        form(op::PMOVZXBDrm, 4, 8, ZeroExtend, Sse41),
        form(op::PMOVSXWQrm, 2, 16, SignExtend, Sse41),
        form(op::PMOVZXWQrm, 2, 16, ZeroExtend, Sse41),
        form(op::MOVQI2PQIrm, 1, 64, ZeroUpper, Nothing),
        form(op::PMOVSXBWrm, 8, 8, SignExtend, Sse41),
        form(op::PMOVZXBWrm, 8, 8, ZeroExtend, Sse41),
        form(op::PMOVSXWDrm, 4, 16, SignExtend, Sse41),
        form(op::PMOVZXWDrm, 4, 16, ZeroExtend, Sse41),
        form(op::PMOVSXDQrm, 2, 32, SignExtend, Sse41),
        form(op::PMOVZXDQrm, 2, 32, ZeroExtend, Sse41),
    ]),
    (&[op::VMOVDQArm, op::VMOVDQUrm], 128, &[
        form(op::VPBROADCASTBrm, 1, 8, Splat, Avx2),
        form(op::VPBROADCASTWrm, 1, 16, Splat, Avx2),
        form(op::VPMOVSXBQrm, 2, 8, SignExtend, Nothing),
        form(op::VPMOVZXBQrm, 2, 8, ZeroExtend, Nothing),
        form(op::VMOVDI2PDIrm, 1, 32, ZeroUpper, Nothing),
        form(op::VPBROADCASTDrm, 1, 32, Splat, Avx2),
        form(op::VBROADCASTSSrm, 1, 32, Splat, NoAvx2),
        form(op::VPMOVSXBDrm, 4, 8, SignExtend, Nothing),
        form(op::VPMOVZXBDrm, 4, 8, ZeroExtend, Nothing),
        form(op::VPMOVSXWQrm, 2, 16, SignExtend, Nothing),
        form(op::VPMOVZXWQrm, 2, 16, ZeroExtend, Nothing),
        form(op::VMOVQI2PQIrm, 1, 64, ZeroUpper, Nothing),
        form(op::VPBROADCASTQrm, 1, 64, Splat, Avx2),
        form(op::VMOVDDUPrm, 1, 64, Splat, NoAvx2),
        form(op::VPMOVSXBWrm, 8, 8, SignExtend, Nothing),
        form(op::VPMOVZXBWrm, 8, 8, ZeroExtend, Nothing),
        form(op::VPMOVSXWDrm, 4, 16, SignExtend, Nothing),
        form(op::VPMOVZXWDrm, 4, 16, ZeroExtend, Nothing),
        form(op::VPMOVSXDQrm, 2, 32, SignExtend, Nothing),
        form(op::VPMOVZXDQrm, 2, 32, ZeroExtend, Nothing),
    ]),
    (&[op::VMOVDQAYrm, op::VMOVDQUYrm], 256, &[
        form(op::VPBROADCASTBYrm, 1, 8, Splat, Avx2),
        form(op::VPBROADCASTWYrm, 1, 16, Splat, Avx2),
        form(op::VPBROADCASTDYrm, 1, 32, Splat, Avx2),
        form(op::VBROADCASTSSYrm, 1, 32, Splat, NoAvx2),
        form(op::VPMOVSXBQYrm, 4, 8, SignExtend, Avx2),
        form(op::VPMOVZXBQYrm, 4, 8, ZeroExtend, Avx2),
        form(op::VPBROADCASTQYrm, 1, 64, Splat, Avx2),
        form(op::VBROADCASTSDYrm, 1, 64, Splat, NoAvx2),
        form(op::VPMOVSXBDYrm, 8, 8, SignExtend, Avx2),
        form(op::VPMOVZXBDYrm, 8, 8, ZeroExtend, Avx2),
        form(op::VPMOVSXWQYrm, 4, 16, SignExtend, Avx2),
        form(op::VPMOVZXWQYrm, 4, 16, ZeroExtend, Avx2),
        form(op::VBROADCASTI128rm, 1, 128, Splat, Avx2),
        form(op::VBROADCASTF128rm, 1, 128, Splat, NoAvx2),
        form(op::VPMOVSXBWYrm, 16, 8, SignExtend, Avx2),
        form(op::VPMOVZXBWYrm, 16, 8, ZeroExtend, Avx2),
        form(op::VPMOVSXWDYrm, 8, 16, SignExtend, Avx2),
        form(op::VPMOVZXWDYrm, 8, 16, ZeroExtend, Avx2),
        form(op::VPMOVSXDQYrm, 4, 32, SignExtend, Avx2),
        form(op::VPMOVZXDQYrm, 4, 32, ZeroExtend, Avx2),
    ]),
];
