//! The table of addresses, and the stubs that jump through it.

use std::collections::BTreeMap;

use crate::image::{Image, Machine, Word, WordValue};
use crate::symbols::Target;

/// Bytes of a stub.
pub(crate) const STUB_SIZE: u64 = 16;

/// Bytes of an entry for an address.
const WORD: u64 = 8;

/// What an entry of the table is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Address(Place),
    /// Two words: the image and an offset, for `__tls_get_addr`.
    Variable(u64),
    /// Two words: the function that finds a variable, and the address of the two words above.
    Descriptor(u64),
}

/// A [`Target`] that has an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Image(u64),
    Import(u32),
    Absolute(u64),
}

/// The table and the stubs, filled as relocations ask for entries.
#[derive(Default)]
pub(crate) struct Table {
    entries: BTreeMap<Key, u64>,
    stubs: BTreeMap<u32, u64>,
    /// Where the function that finds thread-local variables by descriptors is.
    finder: Option<u64>,
    next_entry: u64,
    next_stub: u64,
}

impl Table {
    /// A table whose entries and stubs begin at these offsets.
    pub(crate) fn new(entries: u64, stubs: u64) -> Self {
        Self {
            next_entry: entries,
            next_stub: stubs,
            ..Self::default()
        }
    }

    /// Offset of the entry with the address of `target`.
    pub(crate) fn address_of(&mut self, target: Target, image: &mut Image) -> u64 {
        let place = match target {
            Target::Image(offset) => Place::Image(offset),
            Target::Import(name) => Place::Import(name),
            Target::Absolute(address) => Place::Absolute(address),
            Target::Nowhere | Target::ThreadLocal(_) => Place::Absolute(0),
        };
        if let Some(at) = self.entries.get(&Key::Address(place)) {
            return *at;
        }
        let at = self.take(1);
        self.entries.insert(Key::Address(place), at);
        let value = match place {
            Place::Image(offset) => Some(WordValue::Address(offset as i64)),
            Place::Import(name) => Some(WordValue::Import { name, addend: 0 }),
            Place::Absolute(address) => {
                write_word(image, at, address);
                None
            }
        };
        let word = value.map(|value| Word { offset: at, value });
        image.words.extend(word);
        at
    }

    fn take(&mut self, words: u64) -> u64 {
        let at = self.next_entry;
        self.next_entry += WORD * words;
        at
    }

    /// Offset of the two words that stand for the thread-local variable at `offset`.
    pub(crate) fn variable(&mut self, offset: u64, image: &mut Image) -> u64 {
        if let Some(at) = self.entries.get(&Key::Variable(offset)) {
            return *at;
        }
        let at = self.take(2);
        self.entries.insert(Key::Variable(offset), at);
        let value = WordValue::ThreadLocals;
        image.words.push(Word { offset: at, value });
        write_word(image, at + WORD, offset);
        at
    }

    /// Offset of the descriptor of the thread-local variable at `offset`. `get_address` is the import that finds one.
    pub(crate) fn descriptor(&mut self, offset: u64, get_address: u32, image: &mut Image) -> u64 {
        if let Some(at) = self.entries.get(&Key::Descriptor(offset)) {
            return *at;
        }
        let variable = self.variable(offset, image);
        let finder = match self.finder {
            Some(finder) => finder,
            None => self.add_finder(get_address, image),
        };
        let at = self.take(2);
        self.entries.insert(Key::Descriptor(offset), at);
        for (offset, target) in [(at, finder), (at + WORD, variable)] {
            let value = WordValue::Address(target as i64);
            image.words.push(Word { offset, value });
        }
        at
    }

    /// Offset of a stub that jumps to a symbol of others.
    pub(crate) fn stub(&mut self, name: u32, image: &mut Image) -> u64 {
        if let Some(at) = self.stubs.get(&name) {
            return *at;
        }
        let at = self.next_stub;
        self.next_stub += STUB_SIZE;
        self.stubs.insert(name, at);
        let entry = self.address_of(Target::Import(name), image);
        let code = match image.machine {
            Machine::X86_64 => jump_x86_64(at, entry),
            Machine::AArch64 => jump_aarch64(at, entry),
        };
        write_code(image, at, &code);
        at
    }

    /// Adds the function that the code of AArch64 calls with the address of a descriptor: it returns the distance of the
    /// variable from the thread pointer, and changes no other register.
    fn add_finder(&mut self, get_address: u32, image: &mut Image) -> u64 {
        let at = self.next_stub;
        self.next_stub += FINDER_SIZE;
        self.finder = Some(at);
        let entry = self.address_of(Target::Import(get_address), image);
        let code = finder_aarch64(at, entry);
        let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
        write_code(image, at, &bytes);
        at
    }
}

/// `jmp *entry(%rip)`, and traps after it.
fn jump_x86_64(at: u64, entry: u64) -> Vec<u8> {
    let distance = entry.wrapping_sub(at + 6) as u32;
    let mut code = vec![0xff, 0x25];
    code.extend_from_slice(&distance.to_le_bytes());
    code.resize(STUB_SIZE as usize, 0xcc);
    code
}

/// `adrp x16, entry; ldr x16, [x16, :lo12:entry]; br x16`, and a trap after it.
fn jump_aarch64(at: u64, entry: u64) -> Vec<u8> {
    let words = [
        adrp_x16(at, entry),
        ldr_x16(entry),
        0xd61f_0200,
        0xd420_0000,
    ];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// `adrp x16, target` at `at`
pub(crate) fn adrp_x16(at: u64, target: u64) -> u32 {
    let pages = ((target >> 12) as u32).wrapping_sub((at >> 12) as u32);
    0x9000_0010 | (pages & 3) << 29 | (pages >> 2 & 0x7_ffff) << 5
}

/// `ldr x16, [x16, :lo12:entry]`
pub(crate) fn ldr_x16(entry: u64) -> u32 {
    0xf940_0210 | ((entry & 0xfff) as u32 / 8) << 10
}

/// Pairs of general registers that a function may change, but the finder must not: x1 and x2 to x17 and x18.
const PAIRS: u32 = 9;

/// Room for [`finder_aarch64`] in bytes, a multiple of the size of a stub.
pub(crate) const FINDER_SIZE: u64 = 256;

/// Saves all registers but x0, calls `__tls_get_addr` with the second word of the descriptor at x0, subtracts the thread
/// pointer.
fn finder_aarch64(at: u64, entry: u64) -> Vec<u32> {
    const STP_X: u32 = 0xa900_03e0;
    const LDP_X: u32 = 0xa940_03e0;
    const STP_Q: u32 = 0xad00_03e0;
    const LDP_Q: u32 = 0xad40_03e0;
    // The frame: x29 and x30, the pairs of general registers, those of vectors.
    let general = |pair: u32| (2 + 2 * pair) << 15 | (2 + 2 * pair) << 10 | (1 + 2 * pair);
    let vector = |pair: u32| (10 + 2 * pair) << 15 | (2 * pair + 1) << 10 | (2 * pair);
    let moves = |general_op: u32, vector_op: u32| {
        let general = (0..PAIRS).map(move |pair| general_op | general(pair));
        general.chain((0..16).map(move |pair| vector_op | vector(pair)))
    };
    let mut code = vec![
        0xd10a_83ff, // sub sp, sp, #672
        0xa900_7bfd, // stp x29, x30, [sp]
    ];
    code.extend(moves(STP_X, STP_Q));
    code.push(0xf940_0400); // ldr x0, [x0, #8]
    let here = at + 4 * code.len() as u64;
    code.push(adrp_x16(here, entry));
    code.push(ldr_x16(entry));
    code.push(0xd63f_0200); // blr x16
    code.push(0xd53b_d041); // mrs x1, tpidr_el0
    code.push(0xcb01_0000); // sub x0, x0, x1
    code.extend(moves(LDP_X, LDP_Q));
    code.push(0xa940_7bfd); // ldp x29, x30, [sp]
    code.push(0x910a_83ff); // add sp, sp, #672
    code.push(0xd65f_03c0); // ret
    code
}

fn write_word(image: &mut Image, offset: u64, value: u64) {
    let at = (offset - image.read_only.offset) as usize;
    image.read_only.bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}

fn write_code(image: &mut Image, offset: u64, code: &[u8]) {
    let at = (offset - image.code.offset) as usize;
    image.code.bytes[at..at + code.len()].copy_from_slice(code);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that GNU as makes of the same text.
    #[test]
    fn the_finder_is_what_an_assembler_makes() {
        let code = finder_aarch64(0, 0);
        assert_eq!(code[2], 0xa901_0be1, "stp x1, x2, [sp, #16]");
        assert_eq!(code[10], 0xa909_4bf1, "stp x17, x18, [sp, #144]");
        assert_eq!(code[11], 0xad05_07e0, "stp q0, q1, [sp, #160]");
        assert_eq!(code[26], 0xad14_7ffe, "stp q30, q31, [sp, #640]");
        assert!(code.len() as u64 * 4 <= FINDER_SIZE);
    }

    #[test]
    fn jumps_reach_their_entry() {
        assert_eq!(
            jump_x86_64(0x1000, 0x3000)[..6],
            [0xff, 0x25, 0xfa, 0x1f, 0, 0]
        );
        let code = jump_aarch64(0x1000, 0x3018);
        assert_eq!(code[..4], 0xd000_0010_u32.to_le_bytes());
        assert_eq!(code[4..8], 0xf940_0e10_u32.to_le_bytes());
    }
}
