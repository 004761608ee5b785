//! ELF relocation types of x86-64 and which one a field of an instruction needs.

use avarice_emit::ElfTarget;
use avarice_ir::CodeModel;

use crate::target_flags as flags;

/// ELF relocation types under the ABI's names, without `R_X86_64_`.
#[allow(missing_docs, reason = "the names are the ABI's")]
pub mod reloc {
    pub const ABS64: u32 = 1;
    pub const PC32: u32 = 2;
    pub const GOT32: u32 = 3;
    pub const PLT32: u32 = 4;
    pub const GOTPCREL: u32 = 9;
    pub const ABS32: u32 = 10;
    pub const ABS32S: u32 = 11;
    pub const ABS16: u32 = 12;
    pub const PC16: u32 = 13;
    pub const ABS8: u32 = 14;
    pub const PC8: u32 = 15;
    pub const DTPOFF64: u32 = 17;
    pub const TPOFF64: u32 = 18;
    pub const TLSGD: u32 = 19;
    pub const TLSLD: u32 = 20;
    pub const DTPOFF32: u32 = 21;
    pub const GOTTPOFF: u32 = 22;
    pub const TPOFF32: u32 = 23;
    pub const PC64: u32 = 24;
    pub const GOTOFF64: u32 = 25;
    pub const GOTPC32: u32 = 26;
    pub const GOT64: u32 = 27;
    pub const GOTPC64: u32 = 29;
    pub const GOTPCRELX: u32 = 41;
    pub const REX_GOTPCRELX: u32 = 42;
}

/// x86-64 in the ELF format.
pub static ELF: ElfTarget = ElfTarget {
    machine: 62,
    flags: 0,
    big_endian: false,
    absolute: [reloc::ABS8, reloc::ABS16, reloc::ABS32, reloc::ABS64],
    relative: [reloc::PC8, reloc::PC16, reloc::PC32, reloc::PC64],
    // SHT_X86_64_UNWIND
    debug_thread_local: Some(reloc::DTPOFF64),
    eh_frame_type: 0x7000_0001,
    content_symbols: None,
    data_align: -8,
    code_align: 1,
    // The return address is column 16; RSP is register 7.
    return_address: 16,
    relative_jump_tables: false,
    has_far_tables: false,
    code_models: &[
        CodeModel::Small,
        CodeModel::Kernel,
        CodeModel::Medium,
        CodeModel::Large,
    ],
    code_model_error: "Target does not support the tiny CodeModel",
    has_large_sections: true,
    initial_cfa: (7, 8),
    return_address_offset: Some(-8),
    comment: "#",
    words: [".byte", ".short", ".long", ".quad"],
    fill: 0x90,
    nop: &[0x90],
};

/// A field of an instruction that may hold a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// One byte.
    Abs8,
    /// Two bytes.
    Abs16,
    /// Four bytes, zero-extended.
    Abs32,
    /// Four bytes, sign-extended.
    Abs32S,
    /// Eight bytes.
    Abs64,
    /// One byte, relative.
    Rel8,
    /// Two bytes, relative.
    Rel16,
    /// Four bytes, relative.
    Rel32,
    /// The target of a call or jump, four bytes, relative.
    Branch32,
    /// Displacement from the instruction pointer.
    RipRelative(GotRelaxation),
}

/// Whether a linker may rewrite an instruction that reads a GOT entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GotRelaxation {
    /// It must keep it.
    None,
    /// It may; the instruction has no REX prefix.
    Plain,
    /// It may; the instruction has a REX prefix.
    Rex,
}

impl Field {
    /// Size in bytes.
    pub fn size(self) -> usize {
        match self {
            Self::Abs8 | Self::Rel8 => 1,
            Self::Abs16 | Self::Rel16 => 2,
            Self::Abs64 => 8,
            _ => 4,
        }
    }

    /// Whether the value is relative to the end of the instruction.
    pub fn is_relative(self) -> bool {
        use Field::{Branch32, Rel8, Rel16, Rel32, RipRelative};
        matches!(self, Rel8 | Rel16 | Rel32 | Branch32 | RipRelative(_))
    }

    /// The relocation type for the global offset table itself; `None` if there is none.
    pub fn got_relocation(self) -> Option<u32> {
        match self {
            Self::RipRelative(_) => Some(reloc::GOTPC32),
            Self::Abs64 => Some(reloc::GOTPC64),
            _ => None,
        }
    }

    /// The relocation type for a symbol with these target flags; `None` if there is none.
    pub fn relocation(self, target_flags: u16) -> Option<u32> {
        Some(match (target_flags, self) {
            (flags::MO_NO_FLAG | flags::MO_ABS8, field) => match field {
                Self::Abs8 => reloc::ABS8,
                Self::Abs16 => reloc::ABS16,
                Self::Abs32 => reloc::ABS32,
                Self::Abs32S => reloc::ABS32S,
                Self::Abs64 => reloc::ABS64,
                Self::Rel8 => reloc::PC8,
                Self::Rel16 => reloc::PC16,
                Self::Rel32 | Self::RipRelative(_) => reloc::PC32,
                Self::Branch32 => reloc::PLT32,
            },
            (flags::MO_PLT, Self::Rel32 | Self::Branch32 | Self::RipRelative(_)) => reloc::PLT32,
            (flags::MO_GOTPCREL, Self::RipRelative(GotRelaxation::Plain)) => reloc::GOTPCRELX,
            (flags::MO_GOTPCREL, Self::RipRelative(GotRelaxation::Rex)) => reloc::REX_GOTPCRELX,
            (flags::MO_GOTPCREL | flags::MO_GOTPCREL_NORELAX, field) if field.is_relative() => {
                reloc::GOTPCREL
            }
            (flags::MO_GOTTPOFF, Self::RipRelative(_)) => reloc::GOTTPOFF,
            (flags::MO_TLSGD, Self::RipRelative(_)) => reloc::TLSGD,
            (flags::MO_TLSLD, Self::RipRelative(_)) => reloc::TLSLD,
            (flags::MO_TPOFF, Self::Abs32 | Self::Abs32S) => reloc::TPOFF32,
            (flags::MO_TPOFF, Self::Abs64) => reloc::TPOFF64,
            (flags::MO_DTPOFF, Self::Abs32 | Self::Abs32S) => reloc::DTPOFF32,
            (flags::MO_DTPOFF, Self::Abs64) => reloc::DTPOFF64,
            (flags::MO_GOT, Self::Abs32 | Self::Abs32S) => reloc::GOT32,
            (flags::MO_GOT, Self::Abs64) => reloc::GOT64,
            (flags::MO_GOTOFF, Self::Abs64) => reloc::GOTOFF64,
            _ => return None,
        })
    }
}

/// Writes a distance from the field where a relocation of type `kind` would; `None` if that type is not
/// a plain distance or the value does not fit.
pub(super) fn apply_relative(kind: u32, field: &mut [u8], value: i64) -> Option<()> {
    let bytes = value.to_le_bytes();
    let size = match kind {
        reloc::PC8 => i8::try_from(value).map(|_| 1).ok()?,
        reloc::PC16 => i16::try_from(value).map(|_| 2).ok()?,
        reloc::PC32 | reloc::PLT32 => i32::try_from(value).map(|_| 4).ok()?,
        reloc::PC64 => 8,
        _ => return None,
    };
    field.get_mut(..size)?.copy_from_slice(&bytes[..size]);
    Some(())
}

/// Whether a relocation of type `kind` needs the symbol itself: GOT entries and thread-local offsets
/// are made per symbol.
pub(super) fn needs_symbol(kind: u32) -> bool {
    !matches!(
        kind,
        reloc::ABS8
            | reloc::ABS16
            | reloc::ABS32
            | reloc::ABS32S
            | reloc::ABS64
            | reloc::PC8
            | reloc::PC16
            | reloc::PC32
            | reloc::PC64
            | reloc::PLT32
    )
}
