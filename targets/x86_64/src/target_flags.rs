//! Target flags of symbolic operands: how an instruction refers to a symbol. Numbers and MIR names are
//! LLVM's (`X86II::TOF`).

macro_rules! target_flags {
    ($($(#[$doc:meta])* $name:ident = $number:literal $mir:literal;)*) => {
        $($(#[$doc])* pub const $name: u16 = $number;)*

        /// All flags but [`MO_NO_FLAG`] with their MIR names, by number.
        pub const NAMES: &[(u16, &str)] = &[$(($name, $mir)),*];
    };
}

/// A plain reference.
pub const MO_NO_FLAG: u16 = 0;

target_flags! {
    /// `_GLOBAL_OFFSET_TABLE_ + (. - pic base)`, 32-bit code only.
    MO_GOT_ABSOLUTE_ADDRESS = 1 "x86-got-absolute-address";
    /// Offset from the pic base, 32-bit code only.
    MO_PIC_BASE_OFFSET = 2 "x86-pic-base-offset";
    /// `@GOT`: offset of the symbol's GOT entry from the GOT.
    MO_GOT = 3 "x86-got";
    /// `@GOTOFF`: offset of the symbol from the GOT.
    MO_GOTOFF = 4 "x86-gotoff";
    /// `@GOTPCREL`: the symbol's GOT entry, relative to the instruction pointer.
    MO_GOTPCREL = 5 "x86-gotpcrel";
    /// `@GOTPCREL_NORELAX`: the same, and the linker must keep the load.
    MO_GOTPCREL_NORELAX = 6 "x86-gotpcrel-norelax";
    /// `@PLT`: the symbol or its PLT entry.
    MO_PLT = 7 "x86-plt";
    /// `@TLSGD`: argument of `__tls_get_addr` for one variable.
    MO_TLSGD = 8 "x86-tlsgd";
    /// `@TLSLD`: argument of `__tls_get_addr` for the module's block.
    MO_TLSLD = 9 "x86-tlsld";
    /// `@TLSLDM`: as `@TLSLD`, 32-bit code only.
    MO_TLSLDM = 10 "x86-tlsldm";
    /// `@GOTTPOFF`: GOT entry that holds the variable's offset from the thread pointer.
    MO_GOTTPOFF = 11 "x86-gottpoff";
    /// `@INDNTPOFF`: the same, absolute, 32-bit code only.
    MO_INDNTPOFF = 12 "x86-indntpoff";
    /// `@TPOFF`: the variable's offset from the thread pointer.
    MO_TPOFF = 13 "x86-tpoff";
    /// `@DTPOFF`: the variable's offset in the module's block.
    MO_DTPOFF = 14 "x86-dtpoff";
    /// `@NTPOFF`: negated offset from the thread pointer, 32-bit code only.
    MO_NTPOFF = 15 "x86-ntpoff";
    /// `@GOTNTPOFF`: GOT entry with such an offset, 32-bit code only.
    MO_GOTNTPOFF = 16 "x86-gotntpoff";
    /// Windows: the import pointer.
    MO_DLLIMPORT = 17 "x86-dllimport";
    /// Darwin: the non-lazy pointer.
    MO_DARWIN_NONLAZY = 18 "x86-darwin-nonlazy";
    /// Darwin: the non-lazy pointer relative to the pic base.
    MO_DARWIN_NONLAZY_PIC_BASE = 19 "x86-darwin-nonlazy-pic-base";
    /// Darwin: the thread-local descriptor.
    MO_TLVP = 20 "x86-tlvp";
    /// Darwin: the thread-local descriptor relative to the pic base.
    MO_TLVP_PIC_BASE = 21 "x86-tlvp-pic-base";
    /// Windows: offset in the section.
    MO_SECREL = 22 "x86-secrel";
    /// `@ABS8`: an absolute symbol that fits in a signed byte. It has no MIR name in LLVM.
    MO_ABS8 = 23 "";
    /// Windows: the `.refptr.` stub.
    MO_COFFSTUB = 24 "x86-coffstub";
}

/// The MIR name of `flags` (`x86-plt`), `None` for no flag and for flags without name.
pub fn name(flags: u16) -> Option<&'static str> {
    let found = NAMES.iter().find(|(number, _)| *number == flags);
    found.map(|(_, name)| *name).filter(|name| !name.is_empty())
}

/// The flags with MIR name `name`, or `None`.
pub fn by_name(name: &str) -> Option<u16> {
    let found = NAMES.iter().find(|(_, n)| !n.is_empty() && *n == name);
    found.map(|(number, _)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (index, (number, mir)) in NAMES.iter().enumerate() {
            assert_eq!(usize::from(*number), index + 1);
            if !mir.is_empty() {
                assert_eq!(by_name(mir), Some(*number));
                assert_eq!(name(*number), Some(*mir));
            }
        }
        assert_eq!((MO_GOTPCREL, MO_PLT, MO_TPOFF), (5, 7, 13));
        assert_eq!(
            (by_name("x86-nothing"), by_name(""), name(0)),
            (None, None, None)
        );
    }
}
