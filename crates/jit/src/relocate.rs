//! What relocations mean, and how the fields are filled that they are about.

use object::elf::*;

use crate::image::Machine;

/// A call in data, which the list of `object` does not have.
const R_AARCH64_PLT32: u32 = 314;

/// What a relocation refers to, of its symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reference {
    /// The symbol itself.
    Symbol,
    /// The symbol, or a stub that jumps there.
    Call,
    /// The entry of the table that has its address.
    Entry,
    /// The two words that stand for a thread-local variable.
    Variable,
    /// The two words that stand for all thread-local variables of the image.
    Variables,
    /// The place of a thread-local variable among them, in a field for a distance.
    PlaceOfVariable,
    /// The descriptor of a thread-local variable.
    Descriptor,
    /// Nothing: a hint for linkers.
    Nothing,
}

/// How a field is filled. Distances are from the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// An address of 64 bits.
    Address,
    /// A distance in this many bytes, four or eight.
    Distance(u8),
    /// The distance in pages of `adrp`.
    Pages,
    /// The place in its page, in units of `1 << shift` bytes: `add`, loads and stores.
    InPage(u8),
    /// The distance in words of a branch or load: its first bit, how many bits.
    Words(u8, u8),
    /// The distance in bytes of `adr`.
    Bytes,
}

/// What to do for a relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Action {
    pub(crate) reference: Reference,
    pub(crate) field: Field,
}

const fn action(reference: Reference, field: Field) -> Option<Action> {
    Some(Action { reference, field })
}

impl Action {
    /// What a relocation of this type asks for; `None` if that is not possible in an image.
    pub(crate) fn of(machine: Machine, kind: u32) -> Option<Self> {
        match machine {
            Machine::X86_64 => of_x86_64(kind),
            Machine::AArch64 => of_aarch64(kind),
        }
    }
}

fn of_x86_64(kind: u32) -> Option<Action> {
    let distance = Field::Distance(4);
    match kind {
        R_X86_64_NONE => action(Reference::Nothing, distance),
        R_X86_64_64 => action(Reference::Symbol, Field::Address),
        R_X86_64_PC32 => action(Reference::Symbol, distance),
        R_X86_64_PC64 => action(Reference::Symbol, Field::Distance(8)),
        R_X86_64_PLT32 => action(Reference::Call, distance),
        R_X86_64_GOTPCREL | R_X86_64_GOTPCRELX | R_X86_64_REX_GOTPCRELX => {
            action(Reference::Entry, distance)
        }
        R_X86_64_TLSGD => action(Reference::Variable, distance),
        R_X86_64_TLSLD => action(Reference::Variables, distance),
        R_X86_64_DTPOFF32 => action(Reference::PlaceOfVariable, distance),
        _ => None,
    }
}

fn of_aarch64(kind: u32) -> Option<Action> {
    use Reference::{Call, Descriptor, Entry, Nothing, Symbol};
    match kind {
        R_AARCH64_NONE | R_AARCH64_TLSDESC_CALL => action(Nothing, Field::Bytes),
        R_AARCH64_ABS64 => action(Symbol, Field::Address),
        R_AARCH64_PREL32 => action(Symbol, Field::Distance(4)),
        R_AARCH64_PREL64 => action(Symbol, Field::Distance(8)),
        R_AARCH64_PLT32 => action(Call, Field::Distance(4)),
        R_AARCH64_ADR_PREL_LO21 => action(Symbol, Field::Bytes),
        R_AARCH64_ADR_PREL_PG_HI21 | R_AARCH64_ADR_PREL_PG_HI21_NC => action(Symbol, Field::Pages),
        R_AARCH64_ADD_ABS_LO12_NC | R_AARCH64_LDST8_ABS_LO12_NC => action(Symbol, Field::InPage(0)),
        R_AARCH64_LDST16_ABS_LO12_NC => action(Symbol, Field::InPage(1)),
        R_AARCH64_LDST32_ABS_LO12_NC => action(Symbol, Field::InPage(2)),
        R_AARCH64_LDST64_ABS_LO12_NC => action(Symbol, Field::InPage(3)),
        R_AARCH64_LDST128_ABS_LO12_NC => action(Symbol, Field::InPage(4)),
        R_AARCH64_LD_PREL_LO19 => action(Symbol, Field::Words(5, 19)),
        R_AARCH64_TSTBR14 => action(Call, Field::Words(5, 14)),
        R_AARCH64_CONDBR19 => action(Call, Field::Words(5, 19)),
        R_AARCH64_JUMP26 | R_AARCH64_CALL26 => action(Call, Field::Words(0, 26)),
        R_AARCH64_ADR_GOT_PAGE => action(Entry, Field::Pages),
        R_AARCH64_LD64_GOT_LO12_NC => action(Entry, Field::InPage(3)),
        R_AARCH64_TLSDESC_ADR_PAGE21 => action(Descriptor, Field::Pages),
        R_AARCH64_TLSDESC_LD64_LO12 => action(Descriptor, Field::InPage(3)),
        R_AARCH64_TLSDESC_ADD_LO12 => action(Descriptor, Field::InPage(0)),
        _ => None,
    }
}

/// The name of a relocation type that [`Action::of`] does not know, as far as a user meets it.
pub(crate) fn describe(machine: Machine, kind: u32) -> String {
    let why = match (machine, kind) {
        (Machine::X86_64, R_X86_64_32 | R_X86_64_32S | R_X86_64_16 | R_X86_64_8) => {
            "code that depends on its address"
        }
        (Machine::AArch64, R_AARCH64_MOVW_UABS_G0..=R_AARCH64_MOVW_UABS_G3) => {
            "code that depends on its address"
        }
        (Machine::X86_64, R_X86_64_TPOFF32 | R_X86_64_GOTTPOFF) => {
            "a thread-local variable of a model for executables"
        }
        (Machine::AArch64, R_AARCH64_TLSGD_ADR_PREL21..=R_AARCH64_TLSLE_LDST64_TPREL_LO12_NC) => {
            "a thread-local variable of a model for executables"
        }
        _ => "a relocation",
    };
    format!("unsupported: {why} (relocation type {kind})")
}

/// Fills the field at the start of `bytes`, which is at `place`, for a reference to `target`, both offsets in the image.
/// `None` if there are not so many bytes, or it is too far.
pub(crate) fn fill(field: Field, bytes: &mut [u8], place: u64, target: i64) -> Option<()> {
    let distance = target.wrapping_sub(place as i64);
    match field {
        Field::Address | Field::Distance(8) => {
            *bytes.first_chunk_mut()? = distance.to_le_bytes();
        }
        Field::Distance(_) => {
            *bytes.first_chunk_mut()? = i32::try_from(distance).ok()?.to_le_bytes();
        }
        Field::Pages => {
            let pages = (target >> 12) - (place as i64 >> 12);
            let value = signed_bits(pages, 21)?;
            change_word(bytes, 0x60ff_ffe0, (value & 3) << 29 | value >> 2 << 5)?;
        }
        Field::Bytes => {
            let value = signed_bits(distance, 21)?;
            change_word(bytes, 0x60ff_ffe0, (value & 3) << 29 | value >> 2 << 5)?;
        }
        Field::InPage(shift) => {
            let low = (target & 0xfff) as u32;
            if low & ((1 << shift) - 1) != 0 {
                return None;
            }
            change_word(bytes, 0xfff << 10, (low >> shift) << 10)?;
        }
        Field::Words(first, bits) => {
            if distance & 3 != 0 {
                return None;
            }
            let value = signed_bits(distance >> 2, bits)?;
            change_word(bytes, ((1 << bits) - 1) << first, value << first)?;
        }
    }
    Some(())
}

/// The lowest `bits` bits of a number that fits them.
fn signed_bits(value: i64, bits: u8) -> Option<u32> {
    let limit = 1i64 << (bits - 1);
    let fits = (-limit..limit).contains(&value);
    fits.then_some(value as u32 & (u32::MAX >> (32 - bits)))
}

fn change_word(bytes: &mut [u8], mask: u32, value: u32) -> Option<()> {
    let word: &mut [u8; 4] = bytes.first_chunk_mut()?;
    *word = (u32::from_le_bytes(*word) & !mask | value & mask).to_le_bytes();
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(field: Field, code: u32, place: u64, target: i64) -> Option<u32> {
        let mut bytes = code.to_le_bytes();
        fill(field, &mut bytes, place, target)?;
        Some(u32::from_le_bytes(bytes))
    }

    #[test]
    fn fields_of_aarch64() {
        // bl, adrp, ldr x0, [x0, #imm], tbz
        let call = Field::Words(0, 26);
        assert_eq!(filled(call, 0x9400_0000, 8, 0), Some(0x97ff_fffe));
        assert_eq!(filled(call, 0x9400_0000, 0, 1 << 28), None);
        assert_eq!(
            filled(Field::Pages, 0x9000_0000, 0x1ff0, 0x5010),
            Some(0x9000_0020)
        );
        assert_eq!(
            filled(Field::InPage(3), 0xf940_0000, 0, 0x1018),
            Some(0xf940_0c00)
        );
        assert_eq!(filled(Field::InPage(3), 0xf940_0000, 0, 0x1014), None);
        assert_eq!(
            filled(Field::Words(5, 14), 0x3600_0000, 0, -4),
            Some(0x3607_ffe0)
        );
    }

    #[test]
    fn distances_that_do_not_fit() {
        let field = Field::Distance(4);
        assert_eq!(filled(field, 0, 4, 0), Some(0xffff_fffc));
        assert_eq!(filled(field, 0, 0, 1 << 31), None);
        assert_eq!(fill(field, &mut [0; 3], 0, 0), None);
    }
}
