//! Words for numbers in debug information.

use gimli::constants as dw;

/// The word for a number of DWARF in the space that `kind` names, `None` if it has none.
pub(crate) fn dwarf_word(kind: Space, value: u64) -> Option<&'static str> {
    let number = u16::try_from(value).ok()?;
    let byte = u8::try_from(value).ok();
    match kind {
        Space::Tag => dw::DwTag(number).static_string(),
        Space::Language => dw::DwLang(number).static_string(),
        Space::Encoding => dw::DwAte(byte?).static_string(),
        Space::Convention => dw::DwCc(byte?).static_string(),
        Space::Macro => match value {
            1 => Some("DW_MACINFO_define"),
            2 => Some("DW_MACINFO_undef"),
            3 => Some("DW_MACINFO_start_file"),
            4 => Some("DW_MACINFO_end_file"),
            0xff => Some("DW_MACINFO_vendor_ext"),
            _ => None,
        },
        Space::Emission => [
            "NoDebug",
            "FullDebug",
            "LineTablesOnly",
            "DebugDirectivesOnly",
        ]
        .get(usize::from(number))
        .copied(),
        Space::NameTable => ["Default", "GNU", "None", "Apple"]
            .get(usize::from(number))
            .copied(),
        Space::Checksum => ["", "CSK_MD5", "CSK_SHA1", "CSK_SHA256"]
            .get(usize::from(number))
            .copied(),
        Space::Operation => operation(value),
    }
}

/// What numbers stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Space {
    Tag,
    Language,
    Encoding,
    Convention,
    Macro,
    Emission,
    NameTable,
    Checksum,
    Operation,
}

/// The operation of an expression; those from 0x1000 on are LLVM's own.
fn operation(value: u64) -> Option<&'static str> {
    Some(match value {
        0x1000 => "DW_OP_LLVM_fragment",
        0x1001 => "DW_OP_LLVM_convert",
        0x1002 => "DW_OP_LLVM_tag_offset",
        0x1003 => "DW_OP_LLVM_entry_value",
        0x1004 => "DW_OP_LLVM_implicit_pointer",
        0x1005 => "DW_OP_LLVM_arg",
        0x1006 => "DW_OP_LLVM_extract_bits_sext",
        0x1007 => "DW_OP_LLVM_extract_bits_zext",
        value => return dw::DwOp(u8::try_from(value).ok()?).static_string(),
    })
}

/// Number of operands of an operation.
pub(crate) fn operands_of(operation: u64) -> usize {
    match operation {
        // Fragment, conversion, bits, register with an offset.
        0x1000 | 0x1001 | 0x1006 | 0x1007 | 0x92 => 2,
        // Offsets from registers, numbers, sizes, registers.
        0x70..=0x8f | 0x10 | 0x11 | 0x94 | 0x23 | 0x1002 | 0x1003 | 0x1005 | 0x90 => 1,
        _ => 0,
    }
}

/// Flags of nodes that are a bit each, in LLVM's order.
const FLAGS: &[(u64, &str)] = &[
    (1 << 2, "DIFlagFwdDecl"),
    (1 << 3, "DIFlagAppleBlock"),
    (1 << 4, "DIFlagReservedBit4"),
    (1 << 5, "DIFlagVirtual"),
    (1 << 6, "DIFlagArtificial"),
    (1 << 7, "DIFlagExplicit"),
    (1 << 8, "DIFlagPrototyped"),
    (1 << 9, "DIFlagObjcClassComplete"),
    (1 << 10, "DIFlagObjectPointer"),
    (1 << 11, "DIFlagVector"),
    (1 << 12, "DIFlagStaticMember"),
    (1 << 13, "DIFlagLValueReference"),
    (1 << 14, "DIFlagRValueReference"),
    (1 << 15, "DIFlagExportSymbols"),
    (1 << 18, "DIFlagIntroducedVirtual"),
    (1 << 19, "DIFlagBitField"),
    (1 << 20, "DIFlagNoReturn"),
    (1 << 22, "DIFlagTypePassByValue"),
    (1 << 23, "DIFlagTypePassByReference"),
    (1 << 24, "DIFlagEnumClass"),
    (1 << 25, "DIFlagThunk"),
    (1 << 26, "DIFlagNonTrivial"),
    (1 << 27, "DIFlagBigEndian"),
    (1 << 28, "DIFlagLittleEndian"),
    (1 << 29, "DIFlagAllCallsDescribed"),
];

/// Flags of functions, in LLVM's order.
const FUNCTION_FLAGS: &[(u64, &str)] = &[
    (1, "DISPFlagVirtual"),
    (2, "DISPFlagPureVirtual"),
    (1 << 2, "DISPFlagLocalToUnit"),
    (1 << 3, "DISPFlagDefinition"),
    (1 << 4, "DISPFlagOptimized"),
    (1 << 5, "DISPFlagPure"),
    (1 << 6, "DISPFlagElemental"),
    (1 << 7, "DISPFlagRecursive"),
    (1 << 8, "DISPFlagMainSubprogram"),
    (1 << 9, "DISPFlagDeleted"),
    (1 << 11, "DISPFlagObjCDirect"),
];

/// Flags joined by bars; what is left of `value` is written as a number.
fn joined(words: Vec<&str>, mut value: u64, table: &[(u64, &str)]) -> String {
    let mut text = words.join(" | ");
    let mut push = |word: &str| {
        let bar = if text.is_empty() { "" } else { " | " };
        text = format!("{text}{bar}{word}");
    };
    let mut has_words = !words.is_empty();
    for (bit, word) in table {
        if value & bit != 0 {
            push(word);
            has_words = true;
            value &= !bit;
        }
    }
    if value != 0 || !has_words {
        push(&value.to_string());
    }
    text
}

/// The flags of a node.
pub(crate) fn flags(mut value: u64) -> String {
    let mut words = Vec::new();
    let access = ["", "DIFlagPrivate", "DIFlagProtected", "DIFlagPublic"];
    let inheritance = [
        "",
        "DIFlagSingleInheritance",
        "DIFlagMultipleInheritance",
        "DIFlagVirtualInheritance",
    ];
    for (shift, names) in [(0, access), (16, inheritance)] {
        let bits = value >> shift & 3;
        if bits != 0 {
            words.push(names[bits as usize]);
            value &= !(3 << shift);
        }
    }
    const INDIRECT_VIRTUAL_BASE: u64 = 1 << 2 | 1 << 5;
    if value & INDIRECT_VIRTUAL_BASE == INDIRECT_VIRTUAL_BASE {
        words.push("DIFlagIndirectVirtualBase");
        value &= !INDIRECT_VIRTUAL_BASE;
    }
    joined(words, value, FLAGS)
}

/// The flags of a function.
pub(crate) fn function_flags(value: u64) -> String {
    joined(Vec::new(), value, FUNCTION_FLAGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_llvm_names() {
        assert_eq!(flags(3), "DIFlagPublic");
        assert_eq!(
            flags(1 << 8 | 1 << 29),
            "DIFlagPrototyped | DIFlagAllCallsDescribed"
        );
        assert_eq!(flags(1 << 2 | 1 << 5), "DIFlagIndirectVirtualBase");
        assert_eq!(flags(1 << 21), "2097152");
        assert_eq!(function_flags(0), "0");
        assert_eq!(
            function_flags(0x18),
            "DISPFlagDefinition | DISPFlagOptimized"
        );
    }

    #[test]
    fn numbers_of_dwarf_have_words() {
        assert_eq!(dwarf_word(Space::Tag, 0x24), Some("DW_TAG_base_type"));
        assert_eq!(dwarf_word(Space::Language, 0x1d), Some("DW_LANG_C11"));
        assert_eq!(dwarf_word(Space::Encoding, 5), Some("DW_ATE_signed"));
        assert_eq!(
            dwarf_word(Space::Operation, 0x9f),
            Some("DW_OP_stack_value")
        );
        assert_eq!(
            dwarf_word(Space::Operation, 0x1000),
            Some("DW_OP_LLVM_fragment")
        );
        assert_eq!(dwarf_word(Space::Tag, 1 << 20), None);
    }
}
