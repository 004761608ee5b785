//! Constants, by number.

use avarice_ir::module::InlineAsmData;
use avarice_ir::{Const, InlineAsm, Type};
use rustc_hash::FxHashMap;

/// A constant that has been read.
#[derive(Clone, Copy)]
pub(crate) struct Listed {
    pub ty: Type,
    pub code: u32,
    /// Range of [`Constants::operands`].
    pub start: u32,
    pub end: u32,
    /// Where its record starts.
    pub bit: u64,
    pub state: State,
    /// Number of constants written in its text.
    pub weight: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Read,
    InProgress,
    Made(Const),
}

/// Constants of the module, then those of the function that is being read.
#[derive(Default)]
pub(crate) struct Constants {
    pub list: Vec<Listed>,
    pub operands: Vec<u64>,
    pub asm_ids: FxHashMap<InlineAsmData, InlineAsm>,
}

/// How many constants there are, to return to.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize, usize);

impl Constants {
    pub fn mark(&self) -> Mark {
        Mark(self.list.len(), self.operands.len())
    }

    /// Forgets the constants since `mark`.
    pub fn truncate(&mut self, mark: Mark) {
        self.list.truncate(mark.0);
        self.operands.truncate(mark.1);
    }
}
