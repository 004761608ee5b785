//! Instructions that do the same in several execution domains.

use avarice_target::Opcode;

use crate::op;

/// Opcodes for packed numbers of single precision, of double precision, and for integers.
pub(super) type Forms = [Opcode; 3];

/// Forms that all processors have.
#[rustfmt::skip]
pub(super) const ALL: &[Forms] = &[
    [op::MOVAPSmr, op::MOVAPDmr, op::MOVDQAmr],
    [op::MOVAPSrm, op::MOVAPDrm, op::MOVDQArm],
    [op::MOVAPSrr, op::MOVAPDrr, op::MOVDQArr],
    [op::MOVUPSmr, op::MOVUPDmr, op::MOVDQUmr],
    [op::MOVUPSrm, op::MOVUPDrm, op::MOVDQUrm],
    [op::MOVLPSmr, op::MOVLPDmr, op::MOVPQI2QImr],
    [op::MOVSDmr, op::MOVSDmr, op::MOVPQI2QImr],
    [op::MOVSSmr, op::MOVSSmr, op::MOVPDI2DImr],
    [op::MOVSDrm, op::MOVSDrm, op::MOVQI2PQIrm],
    [op::MOVSDrm_alt, op::MOVSDrm_alt, op::MOVQI2PQIrm],
    [op::MOVSSrm, op::MOVSSrm, op::MOVDI2PDIrm],
    [op::MOVSSrm_alt, op::MOVSSrm_alt, op::MOVDI2PDIrm],
    [op::MOVNTPSmr, op::MOVNTPDmr, op::MOVNTDQmr],
    [op::ANDNPSrm, op::ANDNPDrm, op::PANDNrm],
    [op::ANDNPSrr, op::ANDNPDrr, op::PANDNrr],
    [op::ANDPSrm, op::ANDPDrm, op::PANDrm],
    [op::ANDPSrr, op::ANDPDrr, op::PANDrr],
    [op::ORPSrm, op::ORPDrm, op::PORrm],
    [op::ORPSrr, op::ORPDrr, op::PORrr],
    [op::XORPSrm, op::XORPDrm, op::PXORrm],
    [op::XORPSrr, op::XORPDrr, op::PXORrr],
    [op::UNPCKLPDrm, op::UNPCKLPDrm, op::PUNPCKLQDQrm],
    [op::MOVLHPSrr, op::UNPCKLPDrr, op::PUNPCKLQDQrr],
    [op::UNPCKHPDrm, op::UNPCKHPDrm, op::PUNPCKHQDQrm],
    [op::UNPCKHPDrr, op::UNPCKHPDrr, op::PUNPCKHQDQrr],
    [op::UNPCKLPSrm, op::UNPCKLPSrm, op::PUNPCKLDQrm],
    [op::UNPCKLPSrr, op::UNPCKLPSrr, op::PUNPCKLDQrr],
    [op::UNPCKHPSrm, op::UNPCKHPSrm, op::PUNPCKHDQrm],
    [op::UNPCKHPSrr, op::UNPCKHPSrr, op::PUNPCKHDQrr],
    [op::EXTRACTPSmr, op::EXTRACTPSmr, op::PEXTRDmr],
    [op::EXTRACTPSrr, op::EXTRACTPSrr, op::PEXTRDrr],
    [op::VMOVAPSmr, op::VMOVAPDmr, op::VMOVDQAmr],
    [op::VMOVAPSrm, op::VMOVAPDrm, op::VMOVDQArm],
    [op::VMOVAPSrr, op::VMOVAPDrr, op::VMOVDQArr],
    [op::VMOVUPSmr, op::VMOVUPDmr, op::VMOVDQUmr],
    [op::VMOVUPSrm, op::VMOVUPDrm, op::VMOVDQUrm],
    [op::VMOVLPSmr, op::VMOVLPDmr, op::VMOVPQI2QImr],
    [op::VMOVSDmr, op::VMOVSDmr, op::VMOVPQI2QImr],
    [op::VMOVSSmr, op::VMOVSSmr, op::VMOVPDI2DImr],
    [op::VMOVSDrm, op::VMOVSDrm, op::VMOVQI2PQIrm],
    [op::VMOVSDrm_alt, op::VMOVSDrm_alt, op::VMOVQI2PQIrm],
    [op::VMOVSSrm, op::VMOVSSrm, op::VMOVDI2PDIrm],
    [op::VMOVSSrm_alt, op::VMOVSSrm_alt, op::VMOVDI2PDIrm],
    [op::VMOVNTPSmr, op::VMOVNTPDmr, op::VMOVNTDQmr],
    [op::VANDNPSrm, op::VANDNPDrm, op::VPANDNrm],
    [op::VANDNPSrr, op::VANDNPDrr, op::VPANDNrr],
    [op::VANDPSrm, op::VANDPDrm, op::VPANDrm],
    [op::VANDPSrr, op::VANDPDrr, op::VPANDrr],
    [op::VORPSrm, op::VORPDrm, op::VPORrm],
    [op::VORPSrr, op::VORPDrr, op::VPORrr],
    [op::VXORPSrm, op::VXORPDrm, op::VPXORrm],
    [op::VXORPSrr, op::VXORPDrr, op::VPXORrr],
    [op::VUNPCKLPDrm, op::VUNPCKLPDrm, op::VPUNPCKLQDQrm],
    [op::VMOVLHPSrr, op::VUNPCKLPDrr, op::VPUNPCKLQDQrr],
    [op::VUNPCKHPDrm, op::VUNPCKHPDrm, op::VPUNPCKHQDQrm],
    [op::VUNPCKHPDrr, op::VUNPCKHPDrr, op::VPUNPCKHQDQrr],
    [op::VUNPCKLPSrm, op::VUNPCKLPSrm, op::VPUNPCKLDQrm],
    [op::VUNPCKLPSrr, op::VUNPCKLPSrr, op::VPUNPCKLDQrr],
    [op::VUNPCKHPSrm, op::VUNPCKHPSrm, op::VPUNPCKHDQrm],
    [op::VUNPCKHPSrr, op::VUNPCKHPSrr, op::VPUNPCKHDQrr],
    [op::VEXTRACTPSmr, op::VEXTRACTPSmr, op::VPEXTRDmr],
    [op::VEXTRACTPSrr, op::VEXTRACTPSrr, op::VPEXTRDrr],
    [op::VMOVAPSYmr, op::VMOVAPDYmr, op::VMOVDQAYmr],
    [op::VMOVAPSYrm, op::VMOVAPDYrm, op::VMOVDQAYrm],
    [op::VMOVAPSYrr, op::VMOVAPDYrr, op::VMOVDQAYrr],
    [op::VMOVUPSYmr, op::VMOVUPDYmr, op::VMOVDQUYmr],
    [op::VMOVUPSYrm, op::VMOVUPDYrm, op::VMOVDQUYrm],
    [op::VMOVNTPSYmr, op::VMOVNTPDYmr, op::VMOVNTDQYmr],
    [op::VPERMPSYrm, op::VPERMPSYrm, op::VPERMDYrm],
    [op::VPERMPSYrr, op::VPERMPSYrr, op::VPERMDYrr],
    [op::VPERMPDYmi, op::VPERMPDYmi, op::VPERMQYmi],
    [op::VPERMPDYri, op::VPERMPDYri, op::VPERMQYri],
    [op::VPERMILPSmi, op::VPERMILPSmi, op::VPSHUFDmi],
    [op::VPERMILPSri, op::VPERMILPSri, op::VPSHUFDri],
];

/// Forms whose last one takes AVX2.
#[rustfmt::skip]
pub(super) const WITH_AVX2: &[Forms] = &[
    [op::VANDNPSYrm, op::VANDNPDYrm, op::VPANDNYrm],
    [op::VANDNPSYrr, op::VANDNPDYrr, op::VPANDNYrr],
    [op::VANDPSYrm, op::VANDPDYrm, op::VPANDYrm],
    [op::VANDPSYrr, op::VANDPDYrr, op::VPANDYrr],
    [op::VORPSYrm, op::VORPDYrm, op::VPORYrm],
    [op::VORPSYrr, op::VORPDYrr, op::VPORYrr],
    [op::VXORPSYrm, op::VXORPDYrm, op::VPXORYrm],
    [op::VXORPSYrr, op::VXORPDYrr, op::VPXORYrr],
    [op::VPERM2F128rm, op::VPERM2F128rm, op::VPERM2I128rm],
    [op::VPERM2F128rr, op::VPERM2F128rr, op::VPERM2I128rr],
    [op::VBROADCASTSSrm, op::VBROADCASTSSrm, op::VPBROADCASTDrm],
    [op::VBROADCASTSSrr, op::VBROADCASTSSrr, op::VPBROADCASTDrr],
    [op::VMOVDDUPrm, op::VMOVDDUPrm, op::VPBROADCASTQrm],
    [op::VMOVDDUPrr, op::VMOVDDUPrr, op::VPBROADCASTQrr],
    [op::VBROADCASTSSYrr, op::VBROADCASTSSYrr, op::VPBROADCASTDYrr],
    [op::VBROADCASTSSYrm, op::VBROADCASTSSYrm, op::VPBROADCASTDYrm],
    [op::VBROADCASTSDYrr, op::VBROADCASTSDYrr, op::VPBROADCASTQYrr],
    [op::VBROADCASTSDYrm, op::VBROADCASTSDYrm, op::VPBROADCASTQYrm],
    [op::VBROADCASTF128rm, op::VBROADCASTF128rm, op::VBROADCASTI128rm],
    [op::VBLENDPSYrri, op::VBLENDPSYrri, op::VPBLENDDYrri],
    [op::VBLENDPSYrmi, op::VBLENDPSYrmi, op::VPBLENDDYrmi],
    [op::VPERMILPSYmi, op::VPERMILPSYmi, op::VPSHUFDYmi],
    [op::VPERMILPSYri, op::VPERMILPSYri, op::VPSHUFDYri],
    [op::VUNPCKLPDYrm, op::VUNPCKLPDYrm, op::VPUNPCKLQDQYrm],
    [op::VUNPCKLPDYrr, op::VUNPCKLPDYrr, op::VPUNPCKLQDQYrr],
    [op::VUNPCKHPDYrm, op::VUNPCKHPDYrm, op::VPUNPCKHQDQYrm],
    [op::VUNPCKHPDYrr, op::VUNPCKHPDYrr, op::VPUNPCKHQDQYrr],
    [op::VUNPCKLPSYrm, op::VUNPCKLPSYrm, op::VPUNPCKLDQYrm],
    [op::VUNPCKLPSYrr, op::VUNPCKLPSYrr, op::VPUNPCKLDQYrr],
    [op::VUNPCKHPSYrm, op::VUNPCKHPSYrm, op::VPUNPCKHDQYrm],
    [op::VUNPCKHPSYrr, op::VUNPCKHPSYrr, op::VPUNPCKHDQYrr],
];

/// Forms for numbers of both precisions alone.
#[rustfmt::skip]
pub(super) const FLOATS: &[[Opcode; 2]] = &[
    [op::MOVLPSrm, op::MOVLPDrm],
    [op::MOVHPSrm, op::MOVHPDrm],
    [op::MOVHPSmr, op::MOVHPDmr],
    [op::VMOVLPSrm, op::VMOVLPDrm],
    [op::VMOVHPSrm, op::VMOVHPDrm],
    [op::VMOVHPSmr, op::VMOVHPDmr],
];

/// Inserted and extracted halves: with AVX2 only, else they have no domain.
#[rustfmt::skip]
pub(super) const HALVES: &[Forms] = &[
    [op::VEXTRACTF128mr, op::VEXTRACTF128mr, op::VEXTRACTI128mr],
    [op::VEXTRACTF128rr, op::VEXTRACTF128rr, op::VEXTRACTI128rr],
    [op::VINSERTF128rm, op::VINSERTF128rm, op::VINSERTI128rm],
    [op::VINSERTF128rr, op::VINSERTF128rr, op::VINSERTI128rr],
];

/// Blends, whose masks change too.
#[rustfmt::skip]
pub(super) const BLENDS: &[Forms] = &[
    [op::BLENDPSrmi, op::BLENDPDrmi, op::PBLENDWrmi],
    [op::BLENDPSrri, op::BLENDPDrri, op::PBLENDWrri],
    [op::VBLENDPSrmi, op::VBLENDPDrmi, op::VPBLENDWrmi],
    [op::VBLENDPSrri, op::VBLENDPDrri, op::VPBLENDWrri],
    [op::VBLENDPSYrmi, op::VBLENDPDYrmi, op::VPBLENDWYrmi],
    [op::VBLENDPSYrri, op::VBLENDPDYrri, op::VPBLENDWYrri],
];

/// Blends with AVX2.
#[rustfmt::skip]
pub(super) const BLENDS_WITH_AVX2: &[Forms] = &[
    [op::VBLENDPSrmi, op::VBLENDPDrmi, op::VPBLENDDrmi],
    [op::VBLENDPSrri, op::VBLENDPDrri, op::VPBLENDDrri],
    [op::VBLENDPSYrmi, op::VBLENDPDYrmi, op::VPBLENDDYrmi],
    [op::VBLENDPSYrri, op::VBLENDPDYrri, op::VPBLENDDYrri],
];
