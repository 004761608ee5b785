//! What linking makes: bytes for memory, and what only the process can fill in.

use std::ops::Range;

/// The machines that images are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// x86-64
    X86_64,
    /// AArch64 with the lowest byte first
    AArch64,
}

impl Machine {
    /// The machine that this process runs on, if there are images for it.
    pub fn host() -> Option<Self> {
        if cfg!(all(target_arch = "x86_64", target_endian = "little")) {
            Some(Self::X86_64)
        } else if cfg!(all(target_arch = "aarch64", target_endian = "little")) {
            Some(Self::AArch64)
        } else {
            None
        }
    }

    /// Largest size of its pages, in bytes.
    pub(crate) fn page(self) -> u64 {
        match self {
            Self::X86_64 => 1 << 12,
            Self::AArch64 => 1 << 16,
        }
    }
}

/// A part of an image with protection of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImagePart {
    /// Where it begins in the image, at a page.
    pub offset: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its size, with the zeros after the bytes.
    pub size: u64,
}

/// What a word of eight bytes holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordValue {
    /// The address of this offset in the image.
    Address(i64),
    /// The address of a symbol of others, plus a number: `names[name]`.
    Import {
        /// Index of its name.
        name: u32,
        /// What is added.
        addend: i64,
    },
    /// What [`ThreadLocals`] are known by to `__tls_get_addr`.
    ThreadLocals,
}

/// A word that only the process can fill in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Where it is in the image.
    pub offset: u64,
    /// What it holds.
    pub value: WordValue,
}

/// A name of another's symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Import {
    pub(crate) name: String,
    /// Whether the address may be null.
    pub(crate) is_weak: bool,
}

/// A symbol that the image defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImageSymbol {
    /// Its name.
    pub name: String,
    /// Where it is in the image.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it is a function.
    pub is_function: bool,
    /// Whether other images see it.
    pub is_global: bool,
}

/// The thread-local variables of an image: what each thread begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadLocals {
    /// Where their initial bytes are in the image.
    pub offset: u64,
    /// How many bytes those are.
    pub initialized: u64,
    /// Their size, with the zeros after these bytes.
    pub size: u64,
    /// Their alignment.
    pub align: u64,
}

/// Objects as they stand in memory, but for the words that hold addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// What it runs on.
    pub machine: Machine,
    /// Functions and stubs.
    pub code: ImagePart,
    /// What is never written once its words are filled in.
    pub read_only: ImagePart,
    /// Variables.
    pub data: ImagePart,
    /// Words to fill in.
    pub words: Vec<Word>,
    pub(crate) imports: Vec<Import>,
    /// What it defines, sorted by offset.
    pub symbols: Vec<ImageSymbol>,
    /// Where the unwind table is, which ends with four zeros; empty if there is none.
    pub unwind: Range<u64>,
    /// Words with the addresses of functions to call first, in order.
    pub constructors: Vec<u64>,
    /// Words with the addresses of functions to call last, in order.
    pub destructors: Vec<u64>,
    /// Its thread-local variables.
    pub thread_locals: Option<ThreadLocals>,
    /// Where each section of each object went: object, index of the section, offset.
    pub(crate) sections: Vec<(usize, usize, u64)>,
}

impl Image {
    /// An image without anything in it.
    pub(crate) fn empty(machine: Machine) -> Self {
        Self {
            machine,
            code: ImagePart::default(),
            read_only: ImagePart::default(),
            data: ImagePart::default(),
            words: Vec::new(),
            imports: Vec::new(),
            symbols: Vec::new(),
            unwind: 0..0,
            constructors: Vec::new(),
            destructors: Vec::new(),
            thread_locals: None,
            sections: Vec::new(),
        }
    }

    /// Size of the memory that it needs, in bytes.
    pub fn size(&self) -> u64 {
        let page = self.machine.page();
        (self.data.offset + self.data.size).next_multiple_of(page)
    }

    /// The names of others' symbols that it uses, by the index that words have.
    pub fn imports(&self) -> impl ExactSizeIterator<Item = &str> {
        self.imports.iter().map(|import| &*import.name)
    }

    /// Whether the symbol of others with this index may be missing: its address is null then.
    pub fn may_miss(&self, index: usize) -> bool {
        self.imports.get(index).is_some_and(|import| import.is_weak)
    }

    /// The symbol that other images see under this name.
    pub fn symbol(&self, name: &str) -> Option<&ImageSymbol> {
        let mut symbols = self.symbols.iter();
        symbols.find(|symbol| symbol.is_global && symbol.name == name)
    }

    /// The function that has the code at an offset.
    pub fn function_at(&self, offset: u64) -> Option<&ImageSymbol> {
        let after = self
            .symbols
            .partition_point(|symbol| symbol.offset <= offset);
        let mut before = self.symbols[..after].iter().rev();
        before.find(|symbol| symbol.is_function && offset < symbol.offset + symbol.size.max(1))
    }

    /// All parts in order of their offsets.
    pub fn parts(&self) -> [&ImagePart; 3] {
        [&self.code, &self.read_only, &self.data]
    }

    /// The same to be changed.
    pub(crate) fn parts_mut(&mut self) -> [&mut ImagePart; 3] {
        [&mut self.code, &mut self.read_only, &mut self.data]
    }
}
