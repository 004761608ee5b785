//! Memory operands: what an instruction reads or writes in memory.

use avarice_ir::{AtomicOrdering, Const, Global, MetadataId, Value};
use cranelift_entity::packed_option::PackedOption;

use crate::entities::{FrameIndex, Symbol};
use crate::low_level_type::LowLevelType;

bitflags::bitflags! {
    /// Marks of a memory operand.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct MemFlags: u16 {
        /// Reads.
        const LOAD = 1 << 0;
        /// Writes.
        const STORE = 1 << 1;
        /// Must not be moved, removed or repeated.
        const VOLATILE = 1 << 2;
        /// Need not be cached.
        const NON_TEMPORAL = 1 << 3;
        /// Does not trap.
        const DEREFERENCEABLE = 1 << 4;
        /// Always gives the same value.
        const INVARIANT = 1 << 5;
        /// Target's first own mark.
        const TARGET_1 = 1 << 6;
        /// Target's second own mark.
        const TARGET_2 = 1 << 7;
        /// Target's third own mark.
        const TARGET_3 = 1 << 8;
    }
}

/// Where a memory operand points, before the offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemPointer {
    /// Not known.
    #[default]
    Unknown,
    /// A value of the IR function.
    Value(Value),
    /// A global.
    Global(Global),
    /// Any other constant of the IR.
    Const(Const),
    /// A stack object.
    Stack(FrameIndex),
    /// The outgoing argument area.
    StackArgs,
    /// The constant pool.
    ConstPool,
    /// The jump tables.
    JumpTable,
    /// The global offset table.
    Got,
    /// The entry of a called global in a table.
    CallEntryGlobal(Global),
    /// The entry of a called symbol in a table.
    CallEntrySymbol(Symbol),
}

/// One memory access of an instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MemOperand {
    /// Marks.
    pub flags: MemFlags,
    /// Size in bytes, `None` if unknown.
    pub size: Option<u64>,
    /// Alignment of the pointer before the offset, in bytes.
    pub base_align: u64,
    /// Where it points.
    pub pointer: MemPointer,
    /// Offset in bytes.
    pub offset: i64,
    /// Address space.
    pub address_space: u32,
    /// Ordering.
    pub ordering: AtomicOrdering,
    /// Ordering of a compare-exchange that fails.
    pub failure_ordering: AtomicOrdering,
    /// Synchronization scope by name, none for the system.
    pub sync_scope: PackedOption<Symbol>,
    /// Type of what is read or written; none prints as `s` and the size.
    pub low_level_type: LowLevelType,
    /// `!tbaa`
    pub tbaa: PackedOption<MetadataId>,
    /// `!alias.scope`
    pub alias_scope: PackedOption<MetadataId>,
    /// `!noalias`
    pub no_alias: PackedOption<MetadataId>,
    /// `!range`
    pub range: PackedOption<MetadataId>,
}

impl MemOperand {
    /// An access of `size` bytes at `pointer + offset`, whose pointer is aligned to `base_align`.
    pub fn new(
        flags: MemFlags,
        pointer: MemPointer,
        offset: i64,
        size: u64,
        base_align: u64,
    ) -> Self {
        Self {
            flags,
            size: Some(size),
            base_align,
            pointer,
            offset,
            address_space: 0,
            ordering: AtomicOrdering::NotAtomic,
            failure_ordering: AtomicOrdering::NotAtomic,
            sync_scope: None.into(),
            low_level_type: LowLevelType::NONE,
            tbaa: None.into(),
            alias_scope: None.into(),
            no_alias: None.into(),
            range: None.into(),
        }
    }

    /// Alignment of the access itself, in bytes.
    pub fn align(&self) -> u64 {
        let offset = self.offset.unsigned_abs();
        if offset == 0 {
            self.base_align
        } else {
            self.base_align.min(1 << offset.trailing_zeros())
        }
    }

    /// Whether the access is volatile or ordered and so must stay where it is.
    pub fn is_ordered(&self) -> bool {
        self.flags.contains(MemFlags::VOLATILE) || self.ordering > AtomicOrdering::Unordered
    }

    /// Whether two memory operands say the same; how accesses are ordered is not compared.
    pub fn says_same(&self, other: &Self) -> bool {
        let comparable = |operand: &Self| Self {
            ordering: AtomicOrdering::NotAtomic,
            failure_ordering: AtomicOrdering::NotAtomic,
            sync_scope: None.into(),
            low_level_type: LowLevelType::NONE,
            base_align: operand.align(),
            ..*operand
        };
        comparable(self) == comparable(other)
    }
}
