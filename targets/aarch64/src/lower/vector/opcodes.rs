//! Opcodes by how a register is divided into lanes.
//!
//! | lanes | 8 bits | 16 bits | 32 bits | 64 bits |
//! |---|---|---|---|---|
//! | in 64 bits | `8b` | `4h` | `2s` | |
//! | in 128 bits | `16b` | `8h` | `4s` | `2d` |

use avarice_lower::Lane;
use avarice_target::Opcode;

use crate::op;

/// Opcodes for integers: `8b`, `16b`, `4h`, `8h`, `2s`, `4s`, `2d`.
pub(super) type ByInts = [Opcode; 7];
/// Opcodes for integers of at most 32 bits.
pub(super) type BySmallInts = [Opcode; 6];
/// Opcodes for numbers: `2s`, `4s`, `2d`.
pub(super) type ByFloats = [Opcode; 3];

/// How a register is divided into lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Form {
    /// What each lane holds.
    pub lane: Lane,
    /// Whether the register has 128 bits, not 64. Lanes of 64 bits are only in such.
    pub wide: bool,
}

impl Form {
    /// The form of a register with `lanes` lanes: the smallest that has as many.
    pub fn of(lane: Lane, lanes: u32) -> Self {
        Self {
            lane,
            wide: lane.bytes() == 8 || lane.bytes() * lanes > 8,
        }
    }

    /// Bytes of the register.
    pub fn bytes(self) -> u32 {
        if self.wide { 16 } else { 8 }
    }

    /// Lanes of the register.
    pub fn lanes(self) -> u32 {
        self.bytes() / self.lane.bytes()
    }

    /// The register with other lanes.
    pub fn with_lane(self, lane: Lane) -> Self {
        Self { lane, ..self }
    }

    /// The opcode for integers; `None` if there is none for lanes of this size.
    pub fn int(self, opcodes: &[Opcode]) -> Option<Opcode> {
        let index = match self.lane.to_int() {
            Lane::I64 => 6,
            lane => 2 * lane as usize + usize::from(self.wide),
        };
        opcodes.get(index).copied()
    }

    /// The opcode for numbers.
    pub fn float(self, opcodes: &ByFloats) -> Opcode {
        match (self.lane, self.wide) {
            (Lane::F32, false) => opcodes[0],
            (Lane::F32, true) => opcodes[1],
            _ => opcodes[2],
        }
    }
}

/// Additions.
pub(super) const ADD: ByInts = [
    op::ADDv8i8,
    op::ADDv16i8,
    op::ADDv4i16,
    op::ADDv8i16,
    op::ADDv2i32,
    op::ADDv4i32,
    op::ADDv2i64,
];

/// Subtractions.
pub(super) const SUB: ByInts = [
    op::SUBv8i8,
    op::SUBv16i8,
    op::SUBv4i16,
    op::SUBv8i16,
    op::SUBv2i32,
    op::SUBv4i32,
    op::SUBv2i64,
];

/// Negations.
pub(super) const NEG: ByInts = [
    op::NEGv8i8,
    op::NEGv16i8,
    op::NEGv4i16,
    op::NEGv8i16,
    op::NEGv2i32,
    op::NEGv4i32,
    op::NEGv2i64,
];

/// Absolute values.
pub(super) const ABS: ByInts = [
    op::ABSv8i8,
    op::ABSv16i8,
    op::ABSv4i16,
    op::ABSv8i16,
    op::ABSv2i32,
    op::ABSv4i32,
    op::ABSv2i64,
];

/// Multiplications.
pub(super) const MUL: BySmallInts = [
    op::MULv8i8,
    op::MULv16i8,
    op::MULv4i16,
    op::MULv8i16,
    op::MULv2i32,
    op::MULv4i32,
];

/// Products added to a third operand.
pub(super) const MLA: BySmallInts = [
    op::MLAv8i8,
    op::MLAv16i8,
    op::MLAv4i16,
    op::MLAv8i16,
    op::MLAv2i32,
    op::MLAv4i32,
];

/// Products subtracted from a third operand.
pub(super) const MLS: BySmallInts = [
    op::MLSv8i8,
    op::MLSv16i8,
    op::MLSv4i16,
    op::MLSv8i16,
    op::MLSv2i32,
    op::MLSv4i32,
];

/// Larger signed numbers.
pub(super) const SMAX: BySmallInts = [
    op::SMAXv8i8,
    op::SMAXv16i8,
    op::SMAXv4i16,
    op::SMAXv8i16,
    op::SMAXv2i32,
    op::SMAXv4i32,
];

/// Smaller signed numbers.
pub(super) const SMIN: BySmallInts = [
    op::SMINv8i8,
    op::SMINv16i8,
    op::SMINv4i16,
    op::SMINv8i16,
    op::SMINv2i32,
    op::SMINv4i32,
];

/// Larger unsigned numbers.
pub(super) const UMAX: BySmallInts = [
    op::UMAXv8i8,
    op::UMAXv16i8,
    op::UMAXv4i16,
    op::UMAXv8i16,
    op::UMAXv2i32,
    op::UMAXv4i32,
];

/// Smaller unsigned numbers.
pub(super) const UMIN: BySmallInts = [
    op::UMINv8i8,
    op::UMINv16i8,
    op::UMINv4i16,
    op::UMINv8i16,
    op::UMINv2i32,
    op::UMINv4i32,
];

/// Signed additions that saturate.
pub(super) const SQADD: ByInts = [
    op::SQADDv8i8,
    op::SQADDv16i8,
    op::SQADDv4i16,
    op::SQADDv8i16,
    op::SQADDv2i32,
    op::SQADDv4i32,
    op::SQADDv2i64,
];

/// Signed subtractions that saturate.
pub(super) const SQSUB: ByInts = [
    op::SQSUBv8i8,
    op::SQSUBv16i8,
    op::SQSUBv4i16,
    op::SQSUBv8i16,
    op::SQSUBv2i32,
    op::SQSUBv4i32,
    op::SQSUBv2i64,
];

/// Unsigned additions that saturate.
pub(super) const UQADD: ByInts = [
    op::UQADDv8i8,
    op::UQADDv16i8,
    op::UQADDv4i16,
    op::UQADDv8i16,
    op::UQADDv2i32,
    op::UQADDv4i32,
    op::UQADDv2i64,
];

/// Unsigned subtractions that saturate.
pub(super) const UQSUB: ByInts = [
    op::UQSUBv8i8,
    op::UQSUBv16i8,
    op::UQSUBv4i16,
    op::UQSUBv8i16,
    op::UQSUBv2i32,
    op::UQSUBv4i32,
    op::UQSUBv2i64,
];

/// Counts of leading zeros.
pub(super) const CLZ: BySmallInts = [
    op::CLZv8i8,
    op::CLZv16i8,
    op::CLZv4i16,
    op::CLZv8i16,
    op::CLZv2i32,
    op::CLZv4i32,
];

/// Equality.
pub(super) const CMEQ: ByInts = [
    op::CMEQv8i8,
    op::CMEQv16i8,
    op::CMEQv4i16,
    op::CMEQv8i16,
    op::CMEQv2i32,
    op::CMEQv4i32,
    op::CMEQv2i64,
];

/// Signed greater.
pub(super) const CMGT: ByInts = [
    op::CMGTv8i8,
    op::CMGTv16i8,
    op::CMGTv4i16,
    op::CMGTv8i16,
    op::CMGTv2i32,
    op::CMGTv4i32,
    op::CMGTv2i64,
];

/// Signed greater or equal.
pub(super) const CMGE: ByInts = [
    op::CMGEv8i8,
    op::CMGEv16i8,
    op::CMGEv4i16,
    op::CMGEv8i16,
    op::CMGEv2i32,
    op::CMGEv4i32,
    op::CMGEv2i64,
];

/// Unsigned greater.
pub(super) const CMHI: ByInts = [
    op::CMHIv8i8,
    op::CMHIv16i8,
    op::CMHIv4i16,
    op::CMHIv8i16,
    op::CMHIv2i32,
    op::CMHIv4i32,
    op::CMHIv2i64,
];

/// Unsigned greater or equal.
pub(super) const CMHS: ByInts = [
    op::CMHSv8i8,
    op::CMHSv16i8,
    op::CMHSv4i16,
    op::CMHSv8i16,
    op::CMHSv2i32,
    op::CMHSv4i32,
    op::CMHSv2i64,
];

/// Whether the operands have a common bit.
pub(super) const CMTST: ByInts = [
    op::CMTSTv8i8,
    op::CMTSTv16i8,
    op::CMTSTv4i16,
    op::CMTSTv8i16,
    op::CMTSTv2i32,
    op::CMTSTv4i32,
    op::CMTSTv2i64,
];

/// Equality with zero.
pub(super) const CMEQ_ZERO: ByInts = [
    op::CMEQv8i8rz,
    op::CMEQv16i8rz,
    op::CMEQv4i16rz,
    op::CMEQv8i16rz,
    op::CMEQv2i32rz,
    op::CMEQv4i32rz,
    op::CMEQv2i64rz,
];

/// Greater than zero.
pub(super) const CMGT_ZERO: ByInts = [
    op::CMGTv8i8rz,
    op::CMGTv16i8rz,
    op::CMGTv4i16rz,
    op::CMGTv8i16rz,
    op::CMGTv2i32rz,
    op::CMGTv4i32rz,
    op::CMGTv2i64rz,
];

/// Greater than or equal to zero.
pub(super) const CMGE_ZERO: ByInts = [
    op::CMGEv8i8rz,
    op::CMGEv16i8rz,
    op::CMGEv4i16rz,
    op::CMGEv8i16rz,
    op::CMGEv2i32rz,
    op::CMGEv4i32rz,
    op::CMGEv2i64rz,
];

/// Less than or equal to zero.
pub(super) const CMLE_ZERO: ByInts = [
    op::CMLEv8i8rz,
    op::CMLEv16i8rz,
    op::CMLEv4i16rz,
    op::CMLEv8i16rz,
    op::CMLEv2i32rz,
    op::CMLEv4i32rz,
    op::CMLEv2i64rz,
];

/// Less than zero.
pub(super) const CMLT_ZERO: ByInts = [
    op::CMLTv8i8rz,
    op::CMLTv16i8rz,
    op::CMLTv4i16rz,
    op::CMLTv8i16rz,
    op::CMLTv2i32rz,
    op::CMLTv4i32rz,
    op::CMLTv2i64rz,
];

/// Shifts to the left by a constant.
pub(super) const SHL: ByInts = [
    op::SHLv8i8_shift,
    op::SHLv16i8_shift,
    op::SHLv4i16_shift,
    op::SHLv8i16_shift,
    op::SHLv2i32_shift,
    op::SHLv4i32_shift,
    op::SHLv2i64_shift,
];

/// Signed shifts to the right by a constant.
pub(super) const SSHR: ByInts = [
    op::SSHRv8i8_shift,
    op::SSHRv16i8_shift,
    op::SSHRv4i16_shift,
    op::SSHRv8i16_shift,
    op::SSHRv2i32_shift,
    op::SSHRv4i32_shift,
    op::SSHRv2i64_shift,
];

/// Unsigned shifts to the right by a constant.
pub(super) const USHR: ByInts = [
    op::USHRv8i8_shift,
    op::USHRv16i8_shift,
    op::USHRv4i16_shift,
    op::USHRv8i16_shift,
    op::USHRv2i32_shift,
    op::USHRv4i32_shift,
    op::USHRv2i64_shift,
];

/// Unsigned shifts to the right by a constant, added to an operand.
pub(super) const USRA: ByInts = [
    op::USRAv8i8_shift,
    op::USRAv16i8_shift,
    op::USRAv4i16_shift,
    op::USRAv8i16_shift,
    op::USRAv2i32_shift,
    op::USRAv4i32_shift,
    op::USRAv2i64_shift,
];

/// Signed shifts by lanes, to the right by negative ones.
pub(super) const SSHL: ByInts = [
    op::SSHLv8i8,
    op::SSHLv16i8,
    op::SSHLv4i16,
    op::SSHLv8i16,
    op::SSHLv2i32,
    op::SSHLv4i32,
    op::SSHLv2i64,
];

/// Unsigned shifts by lanes, to the right by negative ones.
pub(super) const USHL: ByInts = [
    op::USHLv8i8,
    op::USHLv16i8,
    op::USHLv4i16,
    op::USHLv8i16,
    op::USHLv2i32,
    op::USHLv4i32,
    op::USHLv2i64,
];

/// Lanes of the lower halves by turns.
pub(super) const ZIP1: ByInts = [
    op::ZIP1v8i8,
    op::ZIP1v16i8,
    op::ZIP1v4i16,
    op::ZIP1v8i16,
    op::ZIP1v2i32,
    op::ZIP1v4i32,
    op::ZIP1v2i64,
];

/// Lanes of the upper halves by turns.
pub(super) const ZIP2: ByInts = [
    op::ZIP2v8i8,
    op::ZIP2v16i8,
    op::ZIP2v4i16,
    op::ZIP2v8i16,
    op::ZIP2v2i32,
    op::ZIP2v4i32,
    op::ZIP2v2i64,
];

/// Even lanes of both.
pub(super) const UZP1: ByInts = [
    op::UZP1v8i8,
    op::UZP1v16i8,
    op::UZP1v4i16,
    op::UZP1v8i16,
    op::UZP1v2i32,
    op::UZP1v4i32,
    op::UZP1v2i64,
];

/// Odd lanes of both.
pub(super) const UZP2: ByInts = [
    op::UZP2v8i8,
    op::UZP2v16i8,
    op::UZP2v4i16,
    op::UZP2v8i16,
    op::UZP2v2i32,
    op::UZP2v4i32,
    op::UZP2v2i64,
];

/// Even lanes by turns.
pub(super) const TRN1: ByInts = [
    op::TRN1v8i8,
    op::TRN1v16i8,
    op::TRN1v4i16,
    op::TRN1v8i16,
    op::TRN1v2i32,
    op::TRN1v4i32,
    op::TRN1v2i64,
];

/// Odd lanes by turns.
pub(super) const TRN2: ByInts = [
    op::TRN2v8i8,
    op::TRN2v16i8,
    op::TRN2v4i16,
    op::TRN2v8i16,
    op::TRN2v2i32,
    op::TRN2v4i32,
    op::TRN2v2i64,
];

/// A general register in all lanes.
pub(super) const DUP_GENERAL: ByInts = [
    op::DUPv8i8gpr,
    op::DUPv16i8gpr,
    op::DUPv4i16gpr,
    op::DUPv8i16gpr,
    op::DUPv2i32gpr,
    op::DUPv4i32gpr,
    op::DUPv2i64gpr,
];

/// One lane in all lanes.
pub(super) const DUP_LANE: ByInts = [
    op::DUPv8i8lane,
    op::DUPv16i8lane,
    op::DUPv4i16lane,
    op::DUPv8i16lane,
    op::DUPv2i32lane,
    op::DUPv4i32lane,
    op::DUPv2i64lane,
];

/// A number that eight bits say, in all lanes.
pub(super) const FMOV_IMMEDIATE: ByFloats = [op::FMOVv2f32_ns, op::FMOVv4f32_ns, op::FMOVv2f64_ns];

/// Additions.
pub(super) const FADD: ByFloats = [op::FADDv2f32, op::FADDv4f32, op::FADDv2f64];

/// Subtractions.
pub(super) const FSUB: ByFloats = [op::FSUBv2f32, op::FSUBv4f32, op::FSUBv2f64];

/// Multiplications.
pub(super) const FMUL: ByFloats = [op::FMULv2f32, op::FMULv4f32, op::FMULv2f64];

/// Divisions.
pub(super) const FDIV: ByFloats = [op::FDIVv2f32, op::FDIVv4f32, op::FDIVv2f64];

/// Negations.
pub(super) const FNEG: ByFloats = [op::FNEGv2f32, op::FNEGv4f32, op::FNEGv2f64];

/// Absolute values.
pub(super) const FABS: ByFloats = [op::FABSv2f32, op::FABSv4f32, op::FABSv2f64];

/// Absolute values of differences.
pub(super) const FABD: ByFloats = [op::FABDv2f32, op::FABDv4f32, op::FABDv2f64];

/// Square roots.
pub(super) const FSQRT: ByFloats = [op::FSQRTv2f32, op::FSQRTv4f32, op::FSQRTv2f64];

/// Products added to a third operand, rounded once.
pub(super) const FMLA: ByFloats = [op::FMLAv2f32, op::FMLAv4f32, op::FMLAv2f64];

/// Products subtracted from a third operand, rounded once.
pub(super) const FMLS: ByFloats = [op::FMLSv2f32, op::FMLSv4f32, op::FMLSv2f64];

/// The larger number, or the only one.
pub(super) const FMAXNM: ByFloats = [op::FMAXNMv2f32, op::FMAXNMv4f32, op::FMAXNMv2f64];

/// The smaller number, or the only one.
pub(super) const FMINNM: ByFloats = [op::FMINNMv2f32, op::FMINNMv4f32, op::FMINNMv2f64];

/// The larger number, if both are.
pub(super) const FMAX: ByFloats = [op::FMAXv2f32, op::FMAXv4f32, op::FMAXv2f64];

/// The smaller number, if both are.
pub(super) const FMIN: ByFloats = [op::FMINv2f32, op::FMINv4f32, op::FMINv2f64];

/// Equality.
pub(super) const FCMEQ: ByFloats = [op::FCMEQv2f32, op::FCMEQv4f32, op::FCMEQv2f64];

/// Greater.
pub(super) const FCMGT: ByFloats = [op::FCMGTv2f32, op::FCMGTv4f32, op::FCMGTv2f64];

/// Greater or equal.
pub(super) const FCMGE: ByFloats = [op::FCMGEv2f32, op::FCMGEv4f32, op::FCMGEv2f64];

/// Rounded down.
pub(super) const FRINTM: ByFloats = [op::FRINTMv2f32, op::FRINTMv4f32, op::FRINTMv2f64];

/// Rounded up.
pub(super) const FRINTP: ByFloats = [op::FRINTPv2f32, op::FRINTPv4f32, op::FRINTPv2f64];

/// Rounded to zero.
pub(super) const FRINTZ: ByFloats = [op::FRINTZv2f32, op::FRINTZv4f32, op::FRINTZv2f64];

/// Rounded to the nearest, halves away from zero.
pub(super) const FRINTA: ByFloats = [op::FRINTAv2f32, op::FRINTAv4f32, op::FRINTAv2f64];

/// Rounded to the nearest, halves to even.
pub(super) const FRINTN: ByFloats = [op::FRINTNv2f32, op::FRINTNv4f32, op::FRINTNv2f64];

/// Rounded as the mode says, exactly.
pub(super) const FRINTX: ByFloats = [op::FRINTXv2f32, op::FRINTXv4f32, op::FRINTXv2f64];

/// Rounded as the mode says.
pub(super) const FRINTI: ByFloats = [op::FRINTIv2f32, op::FRINTIv4f32, op::FRINTIv2f64];

/// Numbers of signed integers.
pub(super) const SCVTF: ByFloats = [op::SCVTFv2f32, op::SCVTFv4f32, op::SCVTFv2f64];

/// Numbers of unsigned integers.
pub(super) const UCVTF: ByFloats = [op::UCVTFv2f32, op::UCVTFv4f32, op::UCVTFv2f64];

/// Signed integers of numbers.
pub(super) const FCVTZS: ByFloats = [op::FCVTZSv2f32, op::FCVTZSv4f32, op::FCVTZSv2f64];

/// Unsigned integers of numbers.
pub(super) const FCVTZU: ByFloats = [op::FCVTZUv2f32, op::FCVTZUv4f32, op::FCVTZUv2f64];

/// Lanes of 64 bits of register lower halves, twice as wide: signed.
pub(super) const SSHLL: [Opcode; 3] = [
    op::SSHLLv8i8_shift,
    op::SSHLLv4i16_shift,
    op::SSHLLv2i32_shift,
];
/// The same of upper halves.
pub(super) const SSHLL2: [Opcode; 3] = [
    op::SSHLLv16i8_shift,
    op::SSHLLv8i16_shift,
    op::SSHLLv4i32_shift,
];
/// Unsigned, of lower halves.
pub(super) const USHLL: [Opcode; 3] = [
    op::USHLLv8i8_shift,
    op::USHLLv4i16_shift,
    op::USHLLv2i32_shift,
];
/// Unsigned, of upper halves.
pub(super) const USHLL2: [Opcode; 3] = [
    op::USHLLv16i8_shift,
    op::USHLLv8i16_shift,
    op::USHLLv4i32_shift,
];
/// The lower halves of lanes, by the size of what comes out.
pub(super) const XTN: [Opcode; 3] = [op::XTNv8i8, op::XTNv4i16, op::XTNv2i32];
/// A lane that comes from a lane, by its size.
pub(super) const INS_LANE: [Opcode; 4] = [
    op::INSvi8lane,
    op::INSvi16lane,
    op::INSvi32lane,
    op::INSvi64lane,
];
/// A lane that comes from a general register, by its size.
pub(super) const INS_GENERAL: [Opcode; 4] = [
    op::INSvi8gpr,
    op::INSvi16gpr,
    op::INSvi32gpr,
    op::INSvi64gpr,
];
/// A lane to a general register, by its size.
pub(super) const UMOV: [Opcode; 4] = [op::UMOVvi8, op::UMOVvi16, op::UMOVvi32, op::UMOVvi64];

/// Sums of all lanes; two lanes by pairs.
pub(super) const ADDV: BySmallInts = [
    op::ADDVv8i8v,
    op::ADDVv16i8v,
    op::ADDVv4i16v,
    op::ADDVv8i16v,
    op::ADDPv2i32,
    op::ADDVv4i32v,
];

/// The largest signed lane; two lanes by pairs.
pub(super) const SMAXV: BySmallInts = [
    op::SMAXVv8i8v,
    op::SMAXVv16i8v,
    op::SMAXVv4i16v,
    op::SMAXVv8i16v,
    op::SMAXPv2i32,
    op::SMAXVv4i32v,
];

/// The smallest signed lane; two lanes by pairs.
pub(super) const SMINV: BySmallInts = [
    op::SMINVv8i8v,
    op::SMINVv16i8v,
    op::SMINVv4i16v,
    op::SMINVv8i16v,
    op::SMINPv2i32,
    op::SMINVv4i32v,
];

/// The largest unsigned lane; two lanes by pairs.
pub(super) const UMAXV: BySmallInts = [
    op::UMAXVv8i8v,
    op::UMAXVv16i8v,
    op::UMAXVv4i16v,
    op::UMAXVv8i16v,
    op::UMAXPv2i32,
    op::UMAXVv4i32v,
];

/// The smallest unsigned lane; two lanes by pairs.
pub(super) const UMINV: BySmallInts = [
    op::UMINVv8i8v,
    op::UMINVv16i8v,
    op::UMINVv4i16v,
    op::UMINVv8i16v,
    op::UMINPv2i32,
    op::UMINVv4i32v,
];
