//! Functions that come, and the body that is being read.

use std::collections::VecDeque;

use avarice_ir::printer::BodyNodes;
use avarice_ir::{
    Block, Function, Global, Inst, InstFlags, InstKind, MetadataId, Module, Type, Value,
};
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::{FxHashMap, FxHashSet};

use super::records::Record;

/// Functions that have been read or will be.
#[derive(Default)]
pub(crate) struct Bodies {
    /// Functions whose bodies come, in this order.
    pub expected: VecDeque<Global>,
    pub waiting: FxHashSet<Global>,
    /// For functions whose body comes later: numbers of the blocks whose addresses have been taken. They become the
    /// first blocks of the body, in this order.
    pub promised: FxHashMap<Global, Vec<u32>>,
    /// The function that is being read.
    pub current: Option<Global>,
    /// Its body.
    pub function: Function,
    /// Its blocks by number, as far as they have been mentioned.
    pub blocks: Vec<PackedOption<Block>>,
    /// Number of blocks that have ended.
    pub ended: usize,
    /// The type of its result.
    pub ret: Option<Type>,
    pub var_arg: bool,
    /// Instructions by number; none for calls that have become debug records.
    pub insts: Vec<PackedOption<Inst>>,
    /// Operands of the instruction that is being read.
    pub operands: Vec<Value>,
    /// Blocks of the instruction that is being read.
    pub targets: Vec<Block>,
    /// Operand bundles that the next call has.
    pub bundles: Vec<(Box<str>, Vec<Numbered>)>,
    /// The place in the source of the last instruction that has one.
    pub place: Option<MetadataId>,
    /// Which nodes bodies have referred to up to now.
    pub nodes: BodyNodes,
    /// Debug records of the body.
    pub records: Vec<Record>,
    /// What the next debug location belongs to.
    pub last: Last,
}

/// What a record for the place in the source belongs to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum Last {
    #[default]
    Nothing,
    Inst(Inst),
    /// A call of a debug intrinsic, which became the last record.
    Record,
}

/// A value's number, and its type if it is not defined yet.
pub(crate) type Numbered = (u32, Option<Type>);

/// An instruction without its operands and blocks, which are in [`Bodies`].
pub(crate) struct Parts {
    pub kind: InstKind,
    /// `void` if there is no result.
    pub ty: Type,
    pub flags: InstFlags,
}

impl Parts {
    pub fn new(kind: InstKind, ty: Type) -> Self {
        Self::with_flags(kind, ty, InstFlags::empty())
    }

    pub fn with_flags(kind: InstKind, ty: Type, flags: InstFlags) -> Self {
        Self { kind, ty, flags }
    }
}

impl Bodies {
    /// Notes that the body of `global` comes after those noted before.
    pub fn expect(&mut self, global: Global) {
        self.expected.push_back(global);
        self.waiting.insert(global);
    }

    /// Whether the body of `global` is still to come, or is being read.
    pub fn is_expected(&self, global: Global) -> bool {
        self.waiting.contains(&global)
    }

    /// Whether a function lacks the body that it must have.
    pub fn has_missing(&self, module: &Module) -> bool {
        let missing = |global: &Global| module.globals[*global].body().is_none();
        self.waiting.iter().any(missing)
    }

    /// Prepares for another body.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.ended = 0;
        self.insts.clear();
        self.bundles.clear();
        self.place = None;
        self.records.clear();
        self.last = Last::Nothing;
    }
}
