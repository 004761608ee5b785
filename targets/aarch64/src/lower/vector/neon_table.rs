//! Which instructions the intrinsics `llvm.aarch64.neon.*` are, by the type of an operand.
//!
//! | 8 bits | 16 bits | 32 bits | 64 bits | alone: 32 and 64 bits |
//! |---|---|---|---|---|
//! | `8b`, `16b` | `4h`, `8h` | `2s`, `4s` | `2d` | `i32` or `float`, `i64` or `double` |

use avarice_target::Opcode;

use crate::op;

/// Instructions by type, in the order of the columns above.
pub(super) type ByType = [Option<Opcode>; 9];

macro_rules! opcode {
    (_) => {
        None
    };
    ($opcode:ident) => {
        Some(op::$opcode)
    };
}

/// Rows `name: [opcode…]`, with `_` where there is none.
macro_rules! rows {
    ($($name:literal: [$($opcode:tt)*])*) => {
        &[$(($name, [$(opcode!($opcode)),*])),*]
    };
}

/// Rows `name what count: [opcode…]`.
macro_rules! list_rows {
    ($($name:literal $what:ident $count:literal: [$($opcode:tt)*])*) => {
        &[$((
            $name,
            ListRow {
                access: ListAccess::$what,
                count: $count,
                opcodes: [$(opcode!($opcode)),*],
            },
        )),*]
    };
}

/// Rows `name count: [opcode…]`.
macro_rules! table_rows {
    ($($name:literal $count:literal: [$($opcode:ident)*])*) => {
        &[$(($name, $count, [$(op::$opcode),*])),*]
    };
}

/// What an intrinsic does with a list of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ListAccess {
    /// Loads all of it.
    Load,
    /// Loads a lane of each register.
    LoadLane,
    /// Stores all of it.
    Store,
    /// Stores a lane of each register.
    StoreLane,
}

/// An access to memory with a list of registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListRow {
    /// What it does.
    pub access: ListAccess,
    /// Number of registers.
    pub count: usize,
    /// Instructions by the type of a register.
    pub opcodes: ByType,
}

/// Operations on registers, by the type of the first operand; sorted by name.
const OPERATIONS: &[(&str, ByType)] = rows! {
    "neon.abs": [ABSv8i8 ABSv16i8 ABSv4i16 ABSv8i16 ABSv2i32 ABSv4i32 ABSv2i64 _ ABSv1i64]
    "neon.addhn": [_ _ _ ADDHNv8i16_v8i8 _ ADDHNv4i32_v4i16 ADDHNv2i64_v2i32 _ _]
    "neon.addp": [ADDPv8i8 ADDPv16i8 ADDPv4i16 ADDPv8i16 ADDPv2i32 ADDPv4i32 ADDPv2i64 _ _]
    "neon.cls": [CLSv8i8 CLSv16i8 CLSv4i16 CLSv8i16 CLSv2i32 CLSv4i32 _ _ _]
    "neon.fabd": [_ _ _ _ FABDv2f32 FABDv4f32 FABDv2f64 FABD32 FABD64]
    "neon.facge": [_ _ _ _ FACGEv2f32 FACGEv4f32 FACGEv2f64 FACGE32 FACGE64]
    "neon.facgt": [_ _ _ _ FACGTv2f32 FACGTv4f32 FACGTv2f64 FACGT32 FACGT64]
    "neon.faddp": [_ _ _ _ FADDPv2f32 FADDPv4f32 FADDPv2f64 _ _]
    "neon.fcvtas": [_ _ _ _ FCVTASv2f32 FCVTASv4f32 FCVTASv2f64 _ _]
    "neon.fcvtau": [_ _ _ _ FCVTAUv2f32 FCVTAUv4f32 FCVTAUv2f64 _ _]
    "neon.fcvtms": [_ _ _ _ FCVTMSv2f32 FCVTMSv4f32 FCVTMSv2f64 _ _]
    "neon.fcvtmu": [_ _ _ _ FCVTMUv2f32 FCVTMUv4f32 FCVTMUv2f64 _ _]
    "neon.fcvtns": [_ _ _ _ FCVTNSv2f32 FCVTNSv4f32 FCVTNSv2f64 _ _]
    "neon.fcvtnu": [_ _ _ _ FCVTNUv2f32 FCVTNUv4f32 FCVTNUv2f64 _ _]
    "neon.fcvtps": [_ _ _ _ FCVTPSv2f32 FCVTPSv4f32 FCVTPSv2f64 _ _]
    "neon.fcvtpu": [_ _ _ _ FCVTPUv2f32 FCVTPUv4f32 FCVTPUv2f64 _ _]
    "neon.fcvtxn": [_ _ _ _ _ _ FCVTXNv2f32 _ _]
    "neon.fcvtzs": [_ _ _ _ FCVTZSv2f32 FCVTZSv4f32 FCVTZSv2f64 _ _]
    "neon.fcvtzu": [_ _ _ _ FCVTZUv2f32 FCVTZUv4f32 FCVTZUv2f64 _ _]
    "neon.fmax": [_ _ _ _ FMAXv2f32 FMAXv4f32 FMAXv2f64 FMAXSrr FMAXDrr]
    "neon.fmaxnm": [_ _ _ _ FMAXNMv2f32 FMAXNMv4f32 FMAXNMv2f64 FMAXNMSrr FMAXNMDrr]
    "neon.fmaxnmp": [_ _ _ _ FMAXNMPv2f32 FMAXNMPv4f32 FMAXNMPv2f64 _ _]
    "neon.fmaxp": [_ _ _ _ FMAXPv2f32 FMAXPv4f32 FMAXPv2f64 _ _]
    "neon.fmin": [_ _ _ _ FMINv2f32 FMINv4f32 FMINv2f64 FMINSrr FMINDrr]
    "neon.fminnm": [_ _ _ _ FMINNMv2f32 FMINNMv4f32 FMINNMv2f64 FMINNMSrr FMINNMDrr]
    "neon.fminnmp": [_ _ _ _ FMINNMPv2f32 FMINNMPv4f32 FMINNMPv2f64 _ _]
    "neon.fminp": [_ _ _ _ FMINPv2f32 FMINPv4f32 FMINPv2f64 _ _]
    "neon.fmulx": [_ _ _ _ FMULXv2f32 FMULXv4f32 FMULXv2f64 FMULX32 FMULX64]
    "neon.frecpe": [_ _ _ _ FRECPEv2f32 FRECPEv4f32 FRECPEv2f64 FRECPEv1i32 FRECPEv1i64]
    "neon.frecps": [_ _ _ _ FRECPSv2f32 FRECPSv4f32 FRECPSv2f64 FRECPS32 FRECPS64]
    "neon.frecpx": [_ _ _ _ _ _ _ FRECPXv1i32 FRECPXv1i64]
    "neon.frsqrte": [_ _ _ _ FRSQRTEv2f32 FRSQRTEv4f32 FRSQRTEv2f64 FRSQRTEv1i32 FRSQRTEv1i64]
    "neon.frsqrts": [_ _ _ _ FRSQRTSv2f32 FRSQRTSv4f32 FRSQRTSv2f64 FRSQRTS32 FRSQRTS64]
    "neon.pmul": [PMULv8i8 PMULv16i8 _ _ _ _ _ _ _]
    "neon.pmull": [PMULLv8i8 _ _ _ _ _ _ _ _]
    "neon.raddhn": [_ _ _ RADDHNv8i16_v8i8 _ RADDHNv4i32_v4i16 RADDHNv2i64_v2i32 _ _]
    "neon.rshrn": [_ _ _ RSHRNv8i8_shift _ RSHRNv4i16_shift RSHRNv2i32_shift _ _]
    "neon.rsubhn": [_ _ _ RSUBHNv8i16_v8i8 _ RSUBHNv4i32_v4i16 RSUBHNv2i64_v2i32 _ _]
    "neon.sabd": [SABDv8i8 SABDv16i8 SABDv4i16 SABDv8i16 SABDv2i32 SABDv4i32 _ _ _]
    "neon.saddlp": [SADDLPv8i8_v4i16 SADDLPv16i8_v8i16 SADDLPv4i16_v2i32 SADDLPv8i16_v4i32 SADDLPv2i32_v1i64
        SADDLPv4i32_v2i64 _ _ _]
    "neon.scalar.sqxtn": [_ _ _ _ _ _ _ _ SQXTNv1i32]
    "neon.scalar.sqxtun": [_ _ _ _ _ _ _ _ SQXTUNv1i32]
    "neon.scalar.uqxtn": [_ _ _ _ _ _ _ _ UQXTNv1i32]
    "neon.shadd": [SHADDv8i8 SHADDv16i8 SHADDv4i16 SHADDv8i16 SHADDv2i32 SHADDv4i32 _ _ _]
    "neon.shsub": [SHSUBv8i8 SHSUBv16i8 SHSUBv4i16 SHSUBv8i16 SHSUBv2i32 SHSUBv4i32 _ _ _]
    "neon.smax": [SMAXv8i8 SMAXv16i8 SMAXv4i16 SMAXv8i16 SMAXv2i32 SMAXv4i32 _ _ _]
    "neon.smaxp": [SMAXPv8i8 SMAXPv16i8 SMAXPv4i16 SMAXPv8i16 SMAXPv2i32 SMAXPv4i32 _ _ _]
    "neon.smin": [SMINv8i8 SMINv16i8 SMINv4i16 SMINv8i16 SMINv2i32 SMINv4i32 _ _ _]
    "neon.sminp": [SMINPv8i8 SMINPv16i8 SMINPv4i16 SMINPv8i16 SMINPv2i32 SMINPv4i32 _ _ _]
    "neon.smull": [SMULLv8i8_v8i16 _ SMULLv4i16_v4i32 _ SMULLv2i32_v2i64 _ _ _ _]
    "neon.sqabs": [SQABSv8i8 SQABSv16i8 SQABSv4i16 SQABSv8i16 SQABSv2i32 SQABSv4i32 SQABSv2i64 SQABSv1i32 SQABSv1i64]
    "neon.sqadd": [SQADDv8i8 SQADDv16i8 SQADDv4i16 SQADDv8i16 SQADDv2i32 SQADDv4i32 SQADDv2i64 SQADDv1i32 SQADDv1i64]
    "neon.sqdmulh": [_ _ SQDMULHv4i16 SQDMULHv8i16 SQDMULHv2i32 SQDMULHv4i32 _ SQDMULHv1i32 _]
    "neon.sqdmulh.laneq": [_ _ SQDMULHv4i16_indexed SQDMULHv8i16_indexed SQDMULHv2i32_indexed
        SQDMULHv4i32_indexed _ _ _]
    "neon.sqdmull": [_ _ SQDMULLv4i16_v4i32 _ SQDMULLv2i32_v2i64 _ _ _ _]
    "neon.sqdmulls.scalar": [_ _ _ _ _ _ _ SQDMULLi32 _]
    "neon.sqneg": [SQNEGv8i8 SQNEGv16i8 SQNEGv4i16 SQNEGv8i16 SQNEGv2i32 SQNEGv4i32 SQNEGv2i64 SQNEGv1i32 SQNEGv1i64]
    "neon.sqrdmulh": [_ _ SQRDMULHv4i16 SQRDMULHv8i16 SQRDMULHv2i32 SQRDMULHv4i32 _ SQRDMULHv1i32 _]
    "neon.sqrdmulh.laneq": [_ _ SQRDMULHv4i16_indexed SQRDMULHv8i16_indexed SQRDMULHv2i32_indexed
        SQRDMULHv4i32_indexed _ _ _]
    "neon.sqrshl": [SQRSHLv8i8 SQRSHLv16i8 SQRSHLv4i16 SQRSHLv8i16 SQRSHLv2i32
        SQRSHLv4i32 SQRSHLv2i64 SQRSHLv1i32 SQRSHLv1i64]
    "neon.sqrshrn": [_ _ _ SQRSHRNv8i8_shift _ SQRSHRNv4i16_shift SQRSHRNv2i32_shift _ SQRSHRNs]
    "neon.sqrshrun": [_ _ _ SQRSHRUNv8i8_shift _ SQRSHRUNv4i16_shift SQRSHRUNv2i32_shift _ SQRSHRUNs]
    "neon.sqshl": [SQSHLv8i8 SQSHLv16i8 SQSHLv4i16 SQSHLv8i16 SQSHLv2i32 SQSHLv4i32 SQSHLv2i64 SQSHLv1i32 SQSHLv1i64]
    "neon.sqshlu": [SQSHLUv8i8_shift SQSHLUv16i8_shift SQSHLUv4i16_shift SQSHLUv8i16_shift SQSHLUv2i32_shift
        SQSHLUv4i32_shift SQSHLUv2i64_shift SQSHLUs SQSHLUd]
    "neon.sqshrn": [_ _ _ SQSHRNv8i8_shift _ SQSHRNv4i16_shift SQSHRNv2i32_shift _ SQSHRNs]
    "neon.sqshrun": [_ _ _ SQSHRUNv8i8_shift _ SQSHRUNv4i16_shift SQSHRUNv2i32_shift _ SQSHRUNs]
    "neon.sqsub": [SQSUBv8i8 SQSUBv16i8 SQSUBv4i16 SQSUBv8i16 SQSUBv2i32 SQSUBv4i32 SQSUBv2i64 SQSUBv1i32 SQSUBv1i64]
    "neon.sqxtn": [_ _ _ SQXTNv8i8 _ SQXTNv4i16 SQXTNv2i32 _ _]
    "neon.sqxtun": [_ _ _ SQXTUNv8i8 _ SQXTUNv4i16 SQXTUNv2i32 _ _]
    "neon.srhadd": [SRHADDv8i8 SRHADDv16i8 SRHADDv4i16 SRHADDv8i16 SRHADDv2i32 SRHADDv4i32 _ _ _]
    "neon.srshl": [SRSHLv8i8 SRSHLv16i8 SRSHLv4i16 SRSHLv8i16 SRSHLv2i32 SRSHLv4i32 SRSHLv2i64 _ SRSHLv1i64]
    "neon.sshl": [SSHLv8i8 SSHLv16i8 SSHLv4i16 SSHLv8i16 SSHLv2i32 SSHLv4i32 SSHLv2i64 _ SSHLv1i64]
    "neon.subhn": [_ _ _ SUBHNv8i16_v8i8 _ SUBHNv4i32_v4i16 SUBHNv2i64_v2i32 _ _]
    "neon.suqadd": [SUQADDv8i8 SUQADDv16i8 SUQADDv4i16 SUQADDv8i16 SUQADDv2i32
        SUQADDv4i32 SUQADDv2i64 SUQADDv1i32 SUQADDv1i64]
    "neon.uabd": [UABDv8i8 UABDv16i8 UABDv4i16 UABDv8i16 UABDv2i32 UABDv4i32 _ _ _]
    "neon.uaddlp": [UADDLPv8i8_v4i16 UADDLPv16i8_v8i16 UADDLPv4i16_v2i32 UADDLPv8i16_v4i32 UADDLPv2i32_v1i64
        UADDLPv4i32_v2i64 _ _ _]
    "neon.uhadd": [UHADDv8i8 UHADDv16i8 UHADDv4i16 UHADDv8i16 UHADDv2i32 UHADDv4i32 _ _ _]
    "neon.uhsub": [UHSUBv8i8 UHSUBv16i8 UHSUBv4i16 UHSUBv8i16 UHSUBv2i32 UHSUBv4i32 _ _ _]
    "neon.umax": [UMAXv8i8 UMAXv16i8 UMAXv4i16 UMAXv8i16 UMAXv2i32 UMAXv4i32 _ _ _]
    "neon.umaxp": [UMAXPv8i8 UMAXPv16i8 UMAXPv4i16 UMAXPv8i16 UMAXPv2i32 UMAXPv4i32 _ _ _]
    "neon.umin": [UMINv8i8 UMINv16i8 UMINv4i16 UMINv8i16 UMINv2i32 UMINv4i32 _ _ _]
    "neon.uminp": [UMINPv8i8 UMINPv16i8 UMINPv4i16 UMINPv8i16 UMINPv2i32 UMINPv4i32 _ _ _]
    "neon.umull": [UMULLv8i8_v8i16 _ UMULLv4i16_v4i32 _ UMULLv2i32_v2i64 _ _ _ _]
    "neon.uqadd": [UQADDv8i8 UQADDv16i8 UQADDv4i16 UQADDv8i16 UQADDv2i32 UQADDv4i32 UQADDv2i64 UQADDv1i32 UQADDv1i64]
    "neon.uqrshl": [UQRSHLv8i8 UQRSHLv16i8 UQRSHLv4i16 UQRSHLv8i16 UQRSHLv2i32
        UQRSHLv4i32 UQRSHLv2i64 UQRSHLv1i32 UQRSHLv1i64]
    "neon.uqrshrn": [_ _ _ UQRSHRNv8i8_shift _ UQRSHRNv4i16_shift UQRSHRNv2i32_shift _ UQRSHRNs]
    "neon.uqshl": [UQSHLv8i8 UQSHLv16i8 UQSHLv4i16 UQSHLv8i16 UQSHLv2i32 UQSHLv4i32 UQSHLv2i64 UQSHLv1i32 UQSHLv1i64]
    "neon.uqshrn": [_ _ _ UQSHRNv8i8_shift _ UQSHRNv4i16_shift UQSHRNv2i32_shift _ UQSHRNs]
    "neon.uqsub": [UQSUBv8i8 UQSUBv16i8 UQSUBv4i16 UQSUBv8i16 UQSUBv2i32 UQSUBv4i32 UQSUBv2i64 UQSUBv1i32 UQSUBv1i64]
    "neon.uqxtn": [_ _ _ UQXTNv8i8 _ UQXTNv4i16 UQXTNv2i32 _ _]
    "neon.urecpe": [_ _ _ _ URECPEv2i32 URECPEv4i32 _ _ _]
    "neon.urhadd": [URHADDv8i8 URHADDv16i8 URHADDv4i16 URHADDv8i16 URHADDv2i32 URHADDv4i32 _ _ _]
    "neon.urshl": [URSHLv8i8 URSHLv16i8 URSHLv4i16 URSHLv8i16 URSHLv2i32 URSHLv4i32 URSHLv2i64 _ URSHLv1i64]
    "neon.ursqrte": [_ _ _ _ URSQRTEv2i32 URSQRTEv4i32 _ _ _]
    "neon.ushl": [USHLv8i8 USHLv16i8 USHLv4i16 USHLv8i16 USHLv2i32 USHLv4i32 USHLv2i64 _ USHLv1i64]
    "neon.usqadd": [USQADDv8i8 USQADDv16i8 USQADDv4i16 USQADDv8i16 USQADDv2i32
        USQADDv4i32 USQADDv2i64 USQADDv1i32 USQADDv1i64]
    "neon.vcvtfp2fxs": [_ _ _ _ FCVTZSv2i32_shift FCVTZSv4i32_shift FCVTZSv2i64_shift FCVTZSs FCVTZSd]
    "neon.vcvtfp2fxu": [_ _ _ _ FCVTZUv2i32_shift FCVTZUv4i32_shift FCVTZUv2i64_shift FCVTZUs FCVTZUd]
    "neon.vcvtfp2hf": [_ _ _ _ _ FCVTNv4i16 _ _ _]
    "neon.vcvtfxs2fp": [_ _ _ _ SCVTFv2i32_shift SCVTFv4i32_shift SCVTFv2i64_shift SCVTFs SCVTFd]
    "neon.vcvtfxu2fp": [_ _ _ _ UCVTFv2i32_shift UCVTFv4i32_shift UCVTFv2i64_shift UCVTFs UCVTFd]
    "neon.vcvthf2fp": [_ _ FCVTLv4i16 _ _ _ _ _ _]
    "neon.vsli": [SLIv8i8_shift SLIv16i8_shift SLIv4i16_shift SLIv8i16_shift SLIv2i32_shift
        SLIv4i32_shift SLIv2i64_shift _ SLId]
    "neon.vsri": [SRIv8i8_shift SRIv16i8_shift SRIv4i16_shift SRIv8i16_shift SRIv2i32_shift
        SRIv4i32_shift SRIv2i64_shift _ SRId]
    "sisd.fabd": [_ _ _ _ _ _ _ FABD32 FABD64]
    "sisd.fcvtxn": [_ _ _ _ _ _ _ _ FCVTXNv1i64]
};

/// Accesses to memory with lists of registers; sorted by name.
const LISTS: &[(&str, ListRow)] = list_rows! {
    "neon.ld1x2" Load 2: [LD1Twov8b LD1Twov16b LD1Twov4h LD1Twov8h LD1Twov2s LD1Twov4s LD1Twov2d _ LD1Twov1d]
    "neon.ld1x3" Load 3: [LD1Threev8b LD1Threev16b LD1Threev4h LD1Threev8h LD1Threev2s
        LD1Threev4s LD1Threev2d _ LD1Threev1d]
    "neon.ld1x4" Load 4: [LD1Fourv8b LD1Fourv16b LD1Fourv4h LD1Fourv8h LD1Fourv2s LD1Fourv4s LD1Fourv2d _ LD1Fourv1d]
    "neon.ld2" Load 2: [LD2Twov8b LD2Twov16b LD2Twov4h LD2Twov8h LD2Twov2s LD2Twov4s LD2Twov2d _ LD1Twov1d]
    "neon.ld2lane" LoadLane 2: [LD2i8 LD2i8 LD2i16 LD2i16 LD2i32 LD2i32 LD2i64 _ LD2i64]
    "neon.ld2r" Load 2: [LD2Rv8b LD2Rv16b LD2Rv4h LD2Rv8h LD2Rv2s LD2Rv4s LD2Rv2d _ LD2Rv1d]
    "neon.ld3" Load 3: [LD3Threev8b LD3Threev16b LD3Threev4h LD3Threev8h LD3Threev2s
        LD3Threev4s LD3Threev2d _ LD1Threev1d]
    "neon.ld3lane" LoadLane 3: [LD3i8 LD3i8 LD3i16 LD3i16 LD3i32 LD3i32 LD3i64 _ LD3i64]
    "neon.ld3r" Load 3: [LD3Rv8b LD3Rv16b LD3Rv4h LD3Rv8h LD3Rv2s LD3Rv4s LD3Rv2d _ LD3Rv1d]
    "neon.ld4" Load 4: [LD4Fourv8b LD4Fourv16b LD4Fourv4h LD4Fourv8h LD4Fourv2s LD4Fourv4s LD4Fourv2d _ LD1Fourv1d]
    "neon.ld4lane" LoadLane 4: [LD4i8 LD4i8 LD4i16 LD4i16 LD4i32 LD4i32 LD4i64 _ LD4i64]
    "neon.ld4r" Load 4: [LD4Rv8b LD4Rv16b LD4Rv4h LD4Rv8h LD4Rv2s LD4Rv4s LD4Rv2d _ LD4Rv1d]
    "neon.st1x2" Store 2: [ST1Twov8b ST1Twov16b ST1Twov4h ST1Twov8h ST1Twov2s ST1Twov4s ST1Twov2d _ ST1Twov1d]
    "neon.st1x3" Store 3: [ST1Threev8b ST1Threev16b ST1Threev4h ST1Threev8h ST1Threev2s
        ST1Threev4s ST1Threev2d _ ST1Threev1d]
    "neon.st1x4" Store 4: [ST1Fourv8b ST1Fourv16b ST1Fourv4h ST1Fourv8h ST1Fourv2s ST1Fourv4s ST1Fourv2d _ ST1Fourv1d]
    "neon.st2" Store 2: [ST2Twov8b ST2Twov16b ST2Twov4h ST2Twov8h ST2Twov2s ST2Twov4s ST2Twov2d _ ST1Twov1d]
    "neon.st2lane" StoreLane 2: [ST2i8 ST2i8 ST2i16 ST2i16 ST2i32 ST2i32 ST2i64 _ ST2i64]
    "neon.st3" Store 3: [ST3Threev8b ST3Threev16b ST3Threev4h ST3Threev8h ST3Threev2s
        ST3Threev4s ST3Threev2d _ ST1Threev1d]
    "neon.st3lane" StoreLane 3: [ST3i8 ST3i8 ST3i16 ST3i16 ST3i32 ST3i32 ST3i64 _ ST3i64]
    "neon.st4" Store 4: [ST4Fourv8b ST4Fourv16b ST4Fourv4h ST4Fourv8h ST4Fourv2s ST4Fourv4s ST4Fourv2d _ ST1Fourv1d]
    "neon.st4lane" StoreLane 4: [ST4i8 ST4i8 ST4i16 ST4i16 ST4i32 ST4i32 ST4i64 _ ST4i64]
};

/// Lookups of bytes in tables of one to four registers, with indices of 64 and of 128 bits; sorted by name.
const TABLES: &[(&str, usize, [Opcode; 2])] = table_rows! {
    "neon.tbl1" 1: [TBLv8i8One TBLv16i8One]
    "neon.tbl2" 2: [TBLv8i8Two TBLv16i8Two]
    "neon.tbl3" 3: [TBLv8i8Three TBLv16i8Three]
    "neon.tbl4" 4: [TBLv8i8Four TBLv16i8Four]
    "neon.tbx1" 1: [TBXv8i8One TBXv16i8One]
    "neon.tbx2" 2: [TBXv8i8Two TBXv16i8Two]
    "neon.tbx3" 3: [TBXv8i8Three TBXv16i8Three]
    "neon.tbx4" 4: [TBXv8i8Four TBXv16i8Four]
};

/// The instructions of operation `name`, which is without the prefix `llvm.aarch64.` and without types.
pub(super) fn operation(name: &str) -> Option<&'static ByType> {
    let at = OPERATIONS.binary_search_by_key(&name, |row| row.0).ok()?;
    Some(&OPERATIONS[at].1)
}

/// What access `name` does with a list of registers.
pub(super) fn list_access(name: &str) -> Option<ListRow> {
    let at = LISTS.binary_search_by_key(&name, |row| row.0).ok()?;
    Some(LISTS[at].1)
}

/// How many registers the table of lookup `name` has, and its instructions.
pub(super) fn table_lookup(name: &str) -> Option<(usize, [Opcode; 2])> {
    let at = TABLES.binary_search_by_key(&name, |row| row.0).ok()?;
    Some((TABLES[at].1, TABLES[at].2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted() {
        assert!(OPERATIONS.is_sorted_by_key(|row| row.0));
        assert!(LISTS.is_sorted_by_key(|row| row.0));
        assert!(TABLES.is_sorted_by_key(|row| row.0));
    }
}
