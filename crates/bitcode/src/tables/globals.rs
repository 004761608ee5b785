//! Globals while they are read.

use avarice_ir::Global;
use avarice_ir::global::GlobalData;
use rustc_hash::FxHashSet;

/// A global that is not in the module yet.
pub(crate) struct Declared {
    pub data: GlobalData,
    pub operands: Operands,
    pub has_body: bool,
}

/// Numbers of the constants that a global refers to, each plus 1; 0 is none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Operands {
    /// Initial value, aliasee or resolver.
    pub value: u64,
    pub prefix: u64,
    pub prologue: u64,
    pub personality: u64,
}

/// Globals while they are read.
#[derive(Default)]
pub(crate) struct Globals {
    pub sections: Vec<Box<[u8]>>,
    pub collectors: Vec<Box<str>>,
    pub declared: Vec<Declared>,
    pub names: FxHashSet<Box<[u8]>>,
    pub is_defined: bool,
    pub operands: Vec<(Global, Operands)>,
}
