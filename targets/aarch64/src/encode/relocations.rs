//! ELF relocation types of AArch64: which one a field of an instruction needs, and how a known distance
//! is written into it.

use avarice_emit::ElfTarget;
use avarice_ir::CodeModel;

use crate::target_flags::{FRAGMENT_MASK, GOT, HI12, NC, TLS};

/// ELF relocation types under the ABI's names, without `R_AARCH64_`.
#[allow(missing_docs, reason = "the names are the ABI's")]
pub mod reloc {
    pub const ABS64: u32 = 257;
    pub const ABS32: u32 = 258;
    pub const ABS16: u32 = 259;
    pub const PREL64: u32 = 260;
    pub const PREL32: u32 = 261;
    pub const PREL16: u32 = 262;
    pub const MOVW_UABS_G0: u32 = 263;
    pub const MOVW_UABS_G0_NC: u32 = 264;
    pub const MOVW_UABS_G1: u32 = 265;
    pub const MOVW_UABS_G1_NC: u32 = 266;
    pub const MOVW_UABS_G2: u32 = 267;
    pub const MOVW_UABS_G2_NC: u32 = 268;
    pub const MOVW_UABS_G3: u32 = 269;
    pub const LD_PREL_LO19: u32 = 273;
    pub const ADR_PREL_LO21: u32 = 274;
    pub const ADR_PREL_PG_HI21: u32 = 275;
    pub const ADR_PREL_PG_HI21_NC: u32 = 276;
    pub const ADD_ABS_LO12_NC: u32 = 277;
    pub const LDST8_ABS_LO12_NC: u32 = 278;
    pub const TSTBR14: u32 = 279;
    pub const CONDBR19: u32 = 280;
    pub const JUMP26: u32 = 282;
    pub const CALL26: u32 = 283;
    pub const LDST16_ABS_LO12_NC: u32 = 284;
    pub const LDST32_ABS_LO12_NC: u32 = 285;
    pub const LDST64_ABS_LO12_NC: u32 = 286;
    pub const LDST128_ABS_LO12_NC: u32 = 299;
    pub const GOT_LD_PREL19: u32 = 309;
    pub const ADR_GOT_PAGE: u32 = 311;
    pub const LD64_GOT_LO12_NC: u32 = 312;
    pub const TLSIE_ADR_GOTTPREL_PAGE21: u32 = 541;
    pub const TLSIE_LD64_GOTTPREL_LO12_NC: u32 = 542;
    pub const TLSIE_LD_GOTTPREL_PREL19: u32 = 543;
    pub const TLSLE_MOVW_TPREL_G2: u32 = 544;
    pub const TLSLE_MOVW_TPREL_G1: u32 = 545;
    pub const TLSLE_MOVW_TPREL_G1_NC: u32 = 546;
    pub const TLSLE_MOVW_TPREL_G0: u32 = 547;
    pub const TLSLE_MOVW_TPREL_G0_NC: u32 = 548;
    pub const TLSLE_ADD_TPREL_HI12: u32 = 549;
    pub const TLSLE_ADD_TPREL_LO12: u32 = 550;
    pub const TLSLE_ADD_TPREL_LO12_NC: u32 = 551;
    pub const TLSDESC_ADR_PAGE21: u32 = 562;
    pub const TLSDESC_LD64_LO12: u32 = 563;
    pub const TLSDESC_ADD_LO12: u32 = 564;
    pub const TLSDESC_CALL: u32 = 569;
}

/// AArch64 in the ELF format. There are no relocations of single bytes: 0 is none.
pub static ELF: ElfTarget = ElfTarget {
    machine: 183,
    flags: 0,
    big_endian: false,
    absolute: [0, reloc::ABS16, reloc::ABS32, reloc::ABS64],
    relative: [0, reloc::PREL16, reloc::PREL32, reloc::PREL64],
    // SHT_PROGBITS
    debug_thread_local: None,
    eh_frame_type: 1,
    content_symbols: Some([b"$x", b"$d"]),
    data_align: -4,
    code_align: 1,
    // X30 has the return address; SP is register 31.
    return_address: 30,
    relative_jump_tables: true,
    has_far_tables: true,
    code_models: &[CodeModel::Tiny, CodeModel::Small, CodeModel::Large],
    code_model_error: "Only small, tiny and large code models are allowed on AArch64",
    has_large_sections: false,
    initial_cfa: (31, 0),
    return_address_offset: None,
    comment: "//",
    words: [".byte", ".hword", ".word", ".xword"],
    fill: 0,
    nop: &0xd503_201f_u32.to_le_bytes(),
};

/// A field of an instruction that may hold a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The distance in bytes, 21 bits in two parts.
    Adr,
    /// The distance in pages of 4 KiB, 21 bits in two parts.
    Adrp,
    /// Twelve bits of an address that are added.
    Add12,
    /// Twelve bits of an address to load from or store to, in units of `1 << n` bytes.
    Offset12(u8),
    /// The target of a jump, 26 bits of words.
    Jump26,
    /// The target of a call, 26 bits of words.
    Call26,
    /// The target of a conditional branch, 19 bits of words.
    Branch19,
    /// The target of a branch on one bit, 14 bits of words.
    Branch14,
    /// The place of a literal, 19 bits of words.
    Literal19,
    /// Sixteen bits of an address.
    Move16,
}

impl Field {
    /// The relocation type for a symbol with these target flags; `None` if there is none.
    pub fn relocation(self, flags: u16) -> Option<u32> {
        let [got, no_check, tls] = [GOT, NC, TLS].map(|flag| flags & flag != 0);
        Some(match self {
            Self::Adr => reloc::ADR_PREL_LO21,
            Self::Adrp if tls => reloc::TLSIE_ADR_GOTTPREL_PAGE21,
            Self::Adrp if got => reloc::ADR_GOT_PAGE,
            Self::Adrp if no_check => reloc::ADR_PREL_PG_HI21_NC,
            Self::Adrp => reloc::ADR_PREL_PG_HI21,
            Self::Add12 if tls && flags & FRAGMENT_MASK == HI12 => reloc::TLSLE_ADD_TPREL_HI12,
            Self::Add12 if tls && no_check => reloc::TLSLE_ADD_TPREL_LO12_NC,
            Self::Add12 if tls => reloc::TLSLE_ADD_TPREL_LO12,
            Self::Add12 => reloc::ADD_ABS_LO12_NC,
            Self::Offset12(3) if tls => reloc::TLSIE_LD64_GOTTPREL_LO12_NC,
            Self::Offset12(3) if got => reloc::LD64_GOT_LO12_NC,
            Self::Offset12(_) if tls || got => return None,
            Self::Offset12(0) => reloc::LDST8_ABS_LO12_NC,
            Self::Offset12(1) => reloc::LDST16_ABS_LO12_NC,
            Self::Offset12(2) => reloc::LDST32_ABS_LO12_NC,
            Self::Offset12(3) => reloc::LDST64_ABS_LO12_NC,
            Self::Offset12(_) => reloc::LDST128_ABS_LO12_NC,
            Self::Jump26 => reloc::JUMP26,
            Self::Call26 => reloc::CALL26,
            Self::Branch19 => reloc::CONDBR19,
            Self::Branch14 => reloc::TSTBR14,
            Self::Literal19 if tls => reloc::TLSIE_LD_GOTTPREL_PREL19,
            Self::Literal19 if got => reloc::GOT_LD_PREL19,
            Self::Literal19 => reloc::LD_PREL_LO19,
            Self::Move16 if tls => match (flags & FRAGMENT_MASK, no_check) {
                (6, false) => reloc::TLSLE_MOVW_TPREL_G0,
                (6, true) => reloc::TLSLE_MOVW_TPREL_G0_NC,
                (5, false) => reloc::TLSLE_MOVW_TPREL_G1,
                (5, true) => reloc::TLSLE_MOVW_TPREL_G1_NC,
                (4, _) => reloc::TLSLE_MOVW_TPREL_G2,
                _ => return None,
            },
            Self::Move16 => match (flags & FRAGMENT_MASK, no_check) {
                (6, false) => reloc::MOVW_UABS_G0,
                (6, true) => reloc::MOVW_UABS_G0_NC,
                (5, false) => reloc::MOVW_UABS_G1,
                (5, true) => reloc::MOVW_UABS_G1_NC,
                (4, false) => reloc::MOVW_UABS_G2,
                (4, true) => reloc::MOVW_UABS_G2_NC,
                (3, _) => reloc::MOVW_UABS_G3,
                _ => return None,
            },
        })
    }

    /// How assembly marks a symbol with these target flags in the field: `:lo12:`.
    pub fn specifier(self, flags: u16) -> Option<&'static str> {
        Some(match self.relocation(flags)? {
            reloc::TLSIE_ADR_GOTTPREL_PAGE21 | reloc::TLSIE_LD_GOTTPREL_PREL19 => ":gottprel:",
            reloc::TLSIE_LD64_GOTTPREL_LO12_NC => ":gottprel_lo12:",
            reloc::ADR_GOT_PAGE | reloc::GOT_LD_PREL19 => ":got:",
            reloc::LD64_GOT_LO12_NC => ":got_lo12:",
            reloc::ADR_PREL_PG_HI21_NC => ":pg_hi21_nc:",
            reloc::TLSLE_MOVW_TPREL_G2 => ":tprel_g2:",
            reloc::TLSLE_MOVW_TPREL_G1 => ":tprel_g1:",
            reloc::TLSLE_MOVW_TPREL_G1_NC => ":tprel_g1_nc:",
            reloc::TLSLE_MOVW_TPREL_G0 => ":tprel_g0:",
            reloc::TLSLE_MOVW_TPREL_G0_NC => ":tprel_g0_nc:",
            reloc::TLSLE_ADD_TPREL_HI12 => ":tprel_hi12:",
            reloc::TLSLE_ADD_TPREL_LO12 => ":tprel_lo12:",
            reloc::TLSLE_ADD_TPREL_LO12_NC => ":tprel_lo12_nc:",
            reloc::MOVW_UABS_G0 => ":abs_g0:",
            reloc::MOVW_UABS_G0_NC => ":abs_g0_nc:",
            reloc::MOVW_UABS_G1 => ":abs_g1:",
            reloc::MOVW_UABS_G1_NC => ":abs_g1_nc:",
            reloc::MOVW_UABS_G2 => ":abs_g2:",
            reloc::MOVW_UABS_G2_NC => ":abs_g2_nc:",
            reloc::MOVW_UABS_G3 => ":abs_g3:",
            _ if matches!(self, Self::Add12 | Self::Offset12(_)) => ":lo12:",
            _ => "",
        })
    }
}

/// Writes a distance from the field where a relocation of type `kind` would; `None` if that type is not
/// a plain distance or the value does not fit.
pub(super) fn apply_relative(kind: u32, field: &mut [u8], value: i64) -> Option<()> {
    let size = match kind {
        reloc::PREL64 => 8,
        reloc::PREL32 => i32::try_from(value).map(|_| 4).ok()?,
        reloc::PREL16 => i16::try_from(value).map(|_| 2).ok()?,
        _ => return apply_to_instruction(kind, field, value),
    };
    let bytes = value.to_le_bytes();
    field.get_mut(..size)?.copy_from_slice(&bytes[..size]);
    Some(())
}

/// The same for fields of instructions.
fn apply_to_instruction(kind: u32, field: &mut [u8], value: i64) -> Option<()> {
    let words = |bits: u32, at: u32| {
        let limit = 1 << (bits - 1);
        let count = value >> 2;
        let fits = value & 3 == 0 && (-limit..limit).contains(&count);
        fits.then_some((count as u32 & ((1 << bits) - 1)) << at)
    };
    let bits = match kind {
        reloc::JUMP26 | reloc::CALL26 => words(26, 0)?,
        reloc::CONDBR19 | reloc::LD_PREL_LO19 => words(19, 5)?,
        reloc::TSTBR14 => words(14, 5)?,
        reloc::ADR_PREL_LO21 if (-(1 << 20)..1 << 20).contains(&value) => {
            let value = value as u32;
            (value & 3) << 29 | (value >> 2 & 0x7_ffff) << 5
        }
        _ => return None,
    };
    let field: &mut [u8; 4] = field.get_mut(..4)?.try_into().ok()?;
    *field = (u32::from_le_bytes(*field) | bits).to_le_bytes();
    Some(())
}

/// Whether a relocation of type `kind` needs the symbol itself: GOT entries and thread-local offsets
/// are made per symbol.
pub(super) fn needs_symbol(kind: u32) -> bool {
    kind >= reloc::GOT_LD_PREL19
}
