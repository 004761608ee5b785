//! Functions that are compiled when they are first called.
//!
//! ```text
//!   caller ─▶ stub: jump through its entry ─▶ at first: the rest of the stub, which says which function it is
//!                        ▲                       └─▶ `process::first_call`: compiles, links and loads the function,
//!                        │                             │  puts its address into the entry, and jumps there with all
//!                        └─────────────────────────────┘  registers as they were
//!                     from then on: the function
//! ```
//!
//! The address of such a function is that of its stub, for everybody: it does not change when the function is compiled.
//! Entries are data and stay writable; stubs are code like any other.

use crate::image::{Image, ImagePart, ImageSymbol, Import, Machine, Word, WordValue};
use crate::table::{adrp_x16, ldr_x16};

/// Makes the object that defines a function, position independent and without constructors, or says why it cannot.
pub type MakeObject = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

/// A function that is compiled when it is first called.
pub struct LazyFunction {
    /// The name under which the object defines it.
    pub name: String,
    /// What makes the object.
    pub make: MakeObject,
}

/// A module whose functions are compiled when they are first called.
pub struct LazyModule {
    /// The object with everything else: variables, constants, functions that cannot wait.
    pub object: Vec<u8>,
    /// The functions.
    pub functions: Vec<LazyFunction>,
    /// Whether other modules see a name. All parts of the module see each other's names.
    pub exports: Box<dyn Fn(&str) -> bool>,
}

/// The symbol that stubs jump to at first.
pub(crate) const FIRST_CALL: &str = "avarice_jit_first_call";

/// Bytes of a stub.
const STUB_SIZE: u64 = 32;

/// Where in a stub the first call goes on.
const FIRST: u64 = 12;

/// An image with stubs for functions, whose numbers begin with `first`, and their entries in the same order.
pub(crate) fn stubs(machine: Machine, first: u32, names: &[&str]) -> Image {
    let page = machine.page();
    let count = names.len() as u64;
    let code_size = (count * STUB_SIZE).next_multiple_of(page);
    let entries = code_size + page;
    let mut code = Vec::with_capacity((count * STUB_SIZE) as usize);
    let mut words = vec![Word {
        offset: code_size,
        value: WordValue::Import { name: 0, addend: 0 },
    }];
    let mut symbols = Vec::with_capacity(names.len());
    for ((number, offset), name) in (first..).zip((0..).step_by(STUB_SIZE as usize)).zip(names) {
        let entry = entries + offset / STUB_SIZE * 8;
        let stub = Stub {
            offset,
            entry,
            first_call: code_size,
            number,
        };
        code.extend(stub.code(machine));
        words.push(Word {
            offset: entry,
            value: WordValue::Address((offset + FIRST) as i64),
        });
        symbols.push(ImageSymbol {
            name: (*name).to_owned(),
            offset,
            size: STUB_SIZE,
            is_function: true,
            is_global: true,
        });
    }
    let part = |offset, bytes: Vec<u8>| {
        let size = (bytes.len() as u64).next_multiple_of(page);
        ImagePart {
            offset,
            bytes,
            size,
        }
    };
    Image {
        code: part(0, code),
        read_only: part(code_size, vec![0; 8]),
        data: part(entries, vec![0; 8 * names.len()]),
        words,
        imports: vec![Import {
            name: FIRST_CALL.to_owned(),
            is_weak: false,
        }],
        symbols,
        ..Image::empty(machine)
    }
}

/// Offset of the entry of the function at this position, in the image that [`stubs`] makes.
pub(crate) fn entry(image: &Image, position: usize) -> u64 {
    image.data.offset + 8 * position as u64
}

/// A stub, with offsets in its image.
struct Stub {
    offset: u64,
    entry: u64,
    /// The word with the address of what first calls go to.
    first_call: u64,
    number: u32,
}

impl Stub {
    fn code(&self, machine: Machine) -> Vec<u8> {
        let mut code = match machine {
            Machine::X86_64 => self.x86_64(),
            Machine::AArch64 => self.aarch64(),
        };
        code.resize(STUB_SIZE as usize, 0xcc);
        code
    }

    /// `jmp *entry(%rip)`; at `FIRST` `push $number; jmp *first_call(%rip)`
    fn x86_64(&self) -> Vec<u8> {
        let jump = |at: u64, target: u64| {
            let distance = target.wrapping_sub(self.offset + at + 6) as u32;
            [&[0xff, 0x25][..], &distance.to_le_bytes()].concat()
        };
        let mut code = jump(0, self.entry);
        code.resize(FIRST as usize, 0xcc);
        code.push(0x68);
        code.extend_from_slice(&self.number.to_le_bytes());
        code.extend(jump(FIRST + 5, self.first_call));
        code
    }

    /// Jumps through x16; at `FIRST` w17 becomes the number first.
    fn aarch64(&self) -> Vec<u8> {
        const BR_X16: u32 = 0xd61f_0200;
        let (low, high) = (self.number & 0xffff, self.number >> 16);
        let words = [
            adrp_x16(self.offset, self.entry),
            ldr_x16(self.entry),
            BR_X16,
            0x5280_0011 | low << 5,  // mov w17, #low
            0x72a0_0011 | high << 5, // movk w17, #high, lsl #16
            adrp_x16(self.offset + 20, self.first_call),
            ldr_x16(self.first_call),
            BR_X16,
        ];
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stubs_of_x86_64() {
        let image = stubs(Machine::X86_64, 7, &["f", "g"]);
        let code = &image.code.bytes[32..];
        // The second entry is at 0x2008, the word for first calls at 0x1000.
        assert_eq!(code[..6], [0xff, 0x25, 0xe2, 0x1f, 0, 0]);
        assert_eq!(code[12..17], [0x68, 8, 0, 0, 0]);
        assert_eq!(code[17..23], [0xff, 0x25, 0xc9, 0x0f, 0, 0]);
        assert_eq!(entry(&image, 1), 0x2008);
        assert_eq!(image.words[2].value, WordValue::Address(32 + 12));
    }

    /// Words that GNU as makes of the same text.
    #[test]
    fn stubs_of_aarch64() {
        let image = stubs(Machine::AArch64, 0x1_0007, &["f", "g"]);
        let words: Vec<u32> = image.code.bytes[32..]
            .chunks_exact(4)
            .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            .collect();
        let expected = [
            0x9000_0110, // adrp x16, 0x20000
            0xf940_0610, // ldr x16, [x16, #8]
            0xd61f_0200, // br x16
            0x5280_0111, // mov w17, #8
            0x72a0_0031, // movk w17, #1, lsl #16
            0x9000_0090, // adrp x16, 0x10000
            0xf940_0210, // ldr x16, [x16]
            0xd61f_0200, // br x16
        ];
        assert_eq!(words, expected);
    }
}
