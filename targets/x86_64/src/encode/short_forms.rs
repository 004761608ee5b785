//! Shorter forms of instructions, as pairs of opcodes: those that llc's encoder always picks.

use avarice_target::Opcode;

use crate::op;

/// A function from opcodes to opcodes.
macro_rules! opcode_map {
    ($(#[$doc:meta])* $name:ident { $($from:ident => $to:ident,)* }) => {
        $(#[$doc])*
        pub(super) fn $name(opcode: Opcode) -> Option<Opcode> {
            Some(match opcode {
                $(op::$from => op::$to,)*
                _ => return None,
            })
        }
    };
}

opcode_map! {
    /// The form with an immediate of one byte.
    short_immediate {
        ADD16mi => ADD16mi8,
        ADD16ri => ADD16ri8,
        ADD32mi => ADD32mi8,
        ADD32ri => ADD32ri8,
        ADD64mi32 => ADD64mi8,
        ADD64ri32 => ADD64ri8,
        AND16mi => AND16mi8,
        AND16ri => AND16ri8,
        AND32mi => AND32mi8,
        AND32ri => AND32ri8,
        AND64mi32 => AND64mi8,
        AND64ri32 => AND64ri8,
        OR16mi => OR16mi8,
        OR16ri => OR16ri8,
        OR32mi => OR32mi8,
        OR32ri => OR32ri8,
        OR64mi32 => OR64mi8,
        OR64ri32 => OR64ri8,
        SUB16mi => SUB16mi8,
        SUB16ri => SUB16ri8,
        SUB32mi => SUB32mi8,
        SUB32ri => SUB32ri8,
        SUB64mi32 => SUB64mi8,
        SUB64ri32 => SUB64ri8,
        XOR16mi => XOR16mi8,
        XOR16ri => XOR16ri8,
        XOR32mi => XOR32mi8,
        XOR32ri => XOR32ri8,
        XOR64mi32 => XOR64mi8,
        XOR64ri32 => XOR64ri8,
        ADC16mi => ADC16mi8,
        ADC16ri => ADC16ri8,
        ADC32mi => ADC32mi8,
        ADC32ri => ADC32ri8,
        ADC64mi32 => ADC64mi8,
        ADC64ri32 => ADC64ri8,
        SBB16mi => SBB16mi8,
        SBB16ri => SBB16ri8,
        SBB32mi => SBB32mi8,
        SBB32ri => SBB32ri8,
        SBB64mi32 => SBB64mi8,
        SBB64ri32 => SBB64ri8,
        CMP16mi => CMP16mi8,
        CMP16ri => CMP16ri8,
        CMP32mi => CMP32mi8,
        CMP32ri => CMP32ri8,
        CMP64mi32 => CMP64mi8,
        CMP64ri32 => CMP64ri8,
        IMUL16rmi => IMUL16rmi8,
        IMUL16rri => IMUL16rri8,
        IMUL32rmi => IMUL32rmi8,
        IMUL32rri => IMUL32rri8,
        IMUL64rmi32 => IMUL64rmi8,
        IMUL64rri32 => IMUL64rri8,
        PUSH16i => PUSH16i8,
        PUSH32i => PUSH32i8,
        PUSH64i32 => PUSH64i8,
    }
}

opcode_map! {
    /// The form without ModRM for the accumulator and an immediate.
    accumulator {
        ADC8ri => ADC8i8,
        ADC16ri => ADC16i16,
        ADC32ri => ADC32i32,
        ADC64ri32 => ADC64i32,
        ADD8ri => ADD8i8,
        ADD16ri => ADD16i16,
        ADD32ri => ADD32i32,
        ADD64ri32 => ADD64i32,
        AND8ri => AND8i8,
        AND16ri => AND16i16,
        AND32ri => AND32i32,
        AND64ri32 => AND64i32,
        CMP8ri => CMP8i8,
        CMP16ri => CMP16i16,
        CMP32ri => CMP32i32,
        CMP64ri32 => CMP64i32,
        OR8ri => OR8i8,
        OR16ri => OR16i16,
        OR32ri => OR32i32,
        OR64ri32 => OR64i32,
        SBB8ri => SBB8i8,
        SBB16ri => SBB16i16,
        SBB32ri => SBB32i32,
        SBB64ri32 => SBB64i32,
        SUB8ri => SUB8i8,
        SUB16ri => SUB16i16,
        SUB32ri => SUB32i32,
        SUB64ri32 => SUB64i32,
        TEST8ri => TEST8i8,
        TEST16ri => TEST16i16,
        TEST32ri => TEST32i32,
        TEST64ri32 => TEST64i32,
        XOR8ri => XOR8i8,
        XOR16ri => XOR16i16,
        XOR32ri => XOR32i32,
        XOR64ri32 => XOR64i32,
    }
}

opcode_map! {
    /// The form that shifts or rotates by one.
    shift_by_one {
        RCL8ri => RCL8r1,
        RCL8mi => RCL8m1,
        RCL16ri => RCL16r1,
        RCL16mi => RCL16m1,
        RCL32ri => RCL32r1,
        RCL32mi => RCL32m1,
        RCL64ri => RCL64r1,
        RCL64mi => RCL64m1,
        RCR8ri => RCR8r1,
        RCR8mi => RCR8m1,
        RCR16ri => RCR16r1,
        RCR16mi => RCR16m1,
        RCR32ri => RCR32r1,
        RCR32mi => RCR32m1,
        RCR64ri => RCR64r1,
        RCR64mi => RCR64m1,
        ROL8ri => ROL8r1,
        ROL8mi => ROL8m1,
        ROL16ri => ROL16r1,
        ROL16mi => ROL16m1,
        ROL32ri => ROL32r1,
        ROL32mi => ROL32m1,
        ROL64ri => ROL64r1,
        ROL64mi => ROL64m1,
        ROR8ri => ROR8r1,
        ROR8mi => ROR8m1,
        ROR16ri => ROR16r1,
        ROR16mi => ROR16m1,
        ROR32ri => ROR32r1,
        ROR32mi => ROR32m1,
        ROR64ri => ROR64r1,
        ROR64mi => ROR64m1,
        SAR8ri => SAR8r1,
        SAR8mi => SAR8m1,
        SAR16ri => SAR16r1,
        SAR16mi => SAR16m1,
        SAR32ri => SAR32r1,
        SAR32mi => SAR32m1,
        SAR64ri => SAR64r1,
        SAR64mi => SAR64m1,
        SHL8ri => SHL8r1,
        SHL8mi => SHL8m1,
        SHL16ri => SHL16r1,
        SHL16mi => SHL16m1,
        SHL32ri => SHL32r1,
        SHL32mi => SHL32m1,
        SHL64ri => SHL64r1,
        SHL64mi => SHL64m1,
        SHR8ri => SHR8r1,
        SHR8mi => SHR8m1,
        SHR16ri => SHR16r1,
        SHR16mi => SHR16m1,
        SHR32ri => SHR32r1,
        SHR32mi => SHR32m1,
        SHR64ri => SHR64r1,
        SHR64mi => SHR64m1,
    }
}

opcode_map! {
    /// The move with source and destination in each other's fields.
    reversed_move {
        VMOVAPDrr => VMOVAPDrr_REV,
        VMOVAPDYrr => VMOVAPDYrr_REV,
        VMOVAPSrr => VMOVAPSrr_REV,
        VMOVAPSYrr => VMOVAPSYrr_REV,
        VMOVDQArr => VMOVDQArr_REV,
        VMOVDQAYrr => VMOVDQAYrr_REV,
        VMOVDQUrr => VMOVDQUrr_REV,
        VMOVDQUYrr => VMOVDQUYrr_REV,
        VMOVUPDrr => VMOVUPDrr_REV,
        VMOVUPDYrr => VMOVUPDYrr_REV,
        VMOVUPSrr => VMOVUPSrr_REV,
        VMOVUPSYrr => VMOVUPSYrr_REV,
        VMOVSDrr => VMOVSDrr_REV,
        VMOVSSrr => VMOVSSrr_REV,
    }
}
