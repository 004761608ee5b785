//! Target flags of symbolic operands: which bits of an address an operand stands for. Numbers and MIR
//! names are LLVM's (`AArch64II::TOF`).

/// The bits that hold one of [`FRAGMENTS`]; the others are flags of their own.
pub const FRAGMENT_MASK: u16 = 7;

/// The page of the address: bits 12 and up.
pub const PAGE: u16 = 1;
/// The place in the page: bits 0 to 11.
pub const PAGEOFF: u16 = 2;
/// Bits 48 to 63 of the address.
pub const G3: u16 = 3;
/// Bits 32 to 47 of the address.
pub const G2: u16 = 4;
/// Bits 16 to 31 of the address.
pub const G1: u16 = 5;
/// Bits 0 to 15 of the address.
pub const G0: u16 = 6;
/// Bits 12 to 23 of the address.
pub const HI12: u16 = 7;
/// The entry of the global offset table, not the symbol.
pub const GOT: u16 = 0x10;
/// No check that the bits above are zero.
pub const NC: u16 = 0x20;
/// The symbol is thread-local.
pub const TLS: u16 = 0x40;

/// The distance from the instruction.
pub const PREL: u16 = 0x200;
/// The address has a tag.
pub const TAGGED: u16 = 0x400;

/// Which part of the address, by number.
pub const FRAGMENTS: &[(u16, &str)] = &[
    (PAGE, "aarch64-page"),
    (PAGEOFF, "aarch64-pageoff"),
    (G3, "aarch64-g3"),
    (G2, "aarch64-g2"),
    (G1, "aarch64-g1"),
    (G0, "aarch64-g0"),
    (HI12, "aarch64-hi12"),
];

/// How the address is meant, in the order in which LLVM lists the names.
pub const BITS: &[(u16, &str)] = &[
    (0x8, "aarch64-coffstub"),
    (GOT, "aarch64-got"),
    (NC, "aarch64-nc"),
    (0x100, "aarch64-s"),
    (TLS, "aarch64-tls"),
    (0x80, "aarch64-dllimport"),
    (PREL, "aarch64-prel"),
    (TAGGED, "aarch64-tagged"),
    (0x800, "aarch64-arm64ec-callmangle"),
];
