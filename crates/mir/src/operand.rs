//! Operands of machine instructions: small fixed-size records in a pool of the function.
//!
//! A register operand is also a node of the use-def chain of its register (see
//! [`crate::MachineFunction`]): `next`, `prev` and `parent` belong to the function.

use avarice_ir::{Const, Global, MetadataId};
use avarice_target::{PhysReg, RegMaskId, SubRegIdx};
use cranelift_entity::packed_option::PackedOption;

use crate::derefs::Derefs;
use crate::entities::{
    Block, CfiIndex, ConstPoolIndex, FrameIndex, Inst, JumpTableIndex, Op, Reg, RegMaskRef, Symbol,
};

/// The kind of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum OperandKind {
    /// A register.
    Reg,
    /// An integer.
    Imm,
    /// An integer constant of the IR.
    CImm,
    /// A floating-point constant of the IR.
    FpImm,
    /// A block.
    Block,
    /// A stack object.
    FrameIndex,
    /// A constant pool entry and an offset.
    ConstPool,
    /// A jump table.
    JumpTable,
    /// An external symbol and an offset.
    Symbol,
    /// A global of the module and an offset.
    Global,
    /// The address of an IR block and an offset.
    BlockAddress,
    /// Registers that a call preserves.
    RegMask,
    /// Metadata.
    Metadata,
    /// A label made by the code generator.
    McSymbol,
    /// A call frame instruction.
    Cfi,
    /// An intrinsic.
    Intrinsic,
    /// A comparison predicate.
    Predicate,
    /// A target's own index and an offset.
    TargetIndex,
    /// A shuffle mask, by index.
    ShuffleMask,
    /// Registers that live past a patch point, by index of a mask.
    LiveOut,
    /// A value by the number of the instruction that makes it, and its operand.
    DbgInstrRef,
}

bitflags::bitflags! {
    /// Marks of a register operand.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct OperandFlags: u16 {
        /// Writes the register.
        const DEF = 1 << 0;
        /// Not among the row's operands.
        const IMPLICIT = 1 << 1;
        /// Last use of the value.
        const KILL = 1 << 2;
        /// The value written is never read.
        const DEAD = 1 << 3;
        /// The value read does not matter; on a sub-register definition, the other lanes do not.
        const UNDEF = 1 << 4;
        /// Written before all inputs are read.
        const EARLY_CLOBBER = 1 << 5;
        /// Reads what an earlier instruction of the same bundle wrote.
        const INTERNAL = 1 << 6;
        /// The assigned register may be changed.
        const RENAMABLE = 1 << 7;
        /// In a debug instruction.
        const DEBUG = 1 << 8;
    }
}

/// One operand. 24 bytes: a function has more operands than anything else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operand {
    /// Register or index.
    index: u32,
    /// The instruction.
    pub(crate) parent: PackedOption<Inst>,
    /// Of a register, its neighbours in the chain, [`Op`]s or [`END`]: the next (older for definitions, younger for uses)
    /// and the one before. Of all others one number, lower half first: immediate, bits, or offset; of a block address the
    /// block and 32 bits of offset; of metadata the dereferences that were added to it.
    words: [u32; 2],
    flags: OperandFlags,
    target_flags: u16,
    kind: OperandKind,
    sub_reg: SubRegIdx,
    /// Index of the tied operand plus one, 0 if none.
    tied: u16,
}

const _: () = assert!(size_of::<Operand>() == 24);

/// No neighbour in the chain.
const END: u32 = u32::MAX;

/// An operand taken apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OperandValue {
    /// A register with its sub-register index.
    Reg(Reg, SubRegIdx),
    /// An integer.
    Imm(i64),
    /// An integer constant of the IR.
    CImm(Const),
    /// A floating-point constant of the IR.
    FpImm(Const),
    /// A block.
    Block(Block),
    /// A stack object.
    FrameIndex(FrameIndex),
    /// A constant pool entry and an offset.
    ConstPool(ConstPoolIndex, i64),
    /// A jump table.
    JumpTable(JumpTableIndex),
    /// An external symbol and an offset.
    Symbol(Symbol, i64),
    /// A global and an offset.
    Global(Global, i64),
    /// The address of an IR block (function, block) and an offset.
    BlockAddress(Global, avarice_ir::Block, i32),
    /// Registers that a call preserves.
    RegMask(RegMaskRef),
    /// Metadata.
    Metadata(MetadataId),
    /// A label made by the code generator.
    McSymbol(Symbol),
    /// A call frame instruction.
    Cfi(CfiIndex),
    /// An intrinsic by name.
    Intrinsic(Symbol),
    /// A comparison predicate's number.
    Predicate(u32),
    /// A target's own index and an offset.
    TargetIndex(u32, i64),
    /// A shuffle mask, by index.
    ShuffleMask(u32),
    /// Registers that live past a patch point, by index of the function's own masks.
    LiveOut(u32),
    /// The number of an instruction and its operand.
    DbgInstrRef(u32, u32),
}

impl Operand {
    fn new(kind: OperandKind, index: u32, payload: i64) -> Self {
        let words = match kind {
            OperandKind::Reg => [END; 2],
            _ => halves(payload),
        };
        Self {
            index,
            parent: None.into(),
            words,
            flags: OperandFlags::empty(),
            target_flags: 0,
            kind,
            sub_reg: SubRegIdx::NONE,
            tied: 0,
        }
    }

    /// The number of an operand that is no register.
    #[inline]
    fn payload(&self) -> i64 {
        debug_assert!(!self.is_reg());
        let [low, high] = self.words.map(u64::from);
        (high << 32 | low) as i64
    }

    fn set_payload(&mut self, payload: i64) {
        debug_assert!(!self.is_reg());
        self.words = halves(payload);
    }

    #[inline]
    fn neighbour(&self, which: usize) -> Option<Op> {
        debug_assert!(self.is_reg());
        let word = self.words[which];
        (word != END).then(|| Op::from_u32(word))
    }

    #[inline]
    fn set_neighbour(&mut self, which: usize, op: Option<Op>) {
        debug_assert!(self.is_reg());
        self.words[which] = op.map_or(END, Op::as_u32);
    }

    /// Next in the register's chain; older for definitions, younger for uses.
    #[inline]
    pub(crate) fn next(&self) -> Option<Op> {
        self.neighbour(0)
    }

    /// Previous in the register's chain.
    #[inline]
    pub(crate) fn prev(&self) -> Option<Op> {
        self.neighbour(1)
    }

    #[inline]
    pub(crate) fn set_next(&mut self, op: Option<Op>) {
        self.set_neighbour(0, op);
    }

    #[inline]
    pub(crate) fn set_prev(&mut self, op: Option<Op>) {
        self.set_neighbour(1, op);
    }

    /// A use of `reg`.
    pub fn reg(reg: impl Into<Reg>) -> Self {
        Self::new(OperandKind::Reg, reg.into().raw(), 0)
    }

    /// A definition of `reg`.
    pub fn def(reg: impl Into<Reg>) -> Self {
        Self::reg(reg).with(OperandFlags::DEF)
    }

    /// An implicit use of `reg`.
    pub fn implicit_use(reg: PhysReg) -> Self {
        Self::reg(reg).with(OperandFlags::IMPLICIT)
    }

    /// An implicit definition of `reg`.
    pub fn implicit_def(reg: PhysReg) -> Self {
        Self::reg(reg).with(OperandFlags::IMPLICIT | OperandFlags::DEF)
    }

    /// An integer.
    pub fn imm(value: i64) -> Self {
        Self::new(OperandKind::Imm, 0, value)
    }

    /// A block.
    pub fn block(block: Block) -> Self {
        Self::new(OperandKind::Block, block.as_u32(), 0)
    }

    /// A stack object.
    pub fn frame_index(index: FrameIndex) -> Self {
        Self::new(OperandKind::FrameIndex, index.0 as u32, 0)
    }

    /// A constant pool entry.
    pub fn const_pool(index: ConstPoolIndex, offset: i64) -> Self {
        Self::new(OperandKind::ConstPool, index.as_u32(), offset)
    }

    /// A jump table.
    pub fn jump_table(index: JumpTableIndex) -> Self {
        Self::new(OperandKind::JumpTable, index.as_u32(), 0)
    }

    /// An external symbol.
    pub fn symbol(symbol: Symbol, offset: i64) -> Self {
        Self::new(OperandKind::Symbol, symbol.as_u32(), offset)
    }

    /// A global of the module.
    pub fn global(global: Global, offset: i64) -> Self {
        Self::new(OperandKind::Global, global.as_u32(), offset)
    }

    /// The address of an IR block.
    pub fn block_address(function: Global, block: avarice_ir::Block) -> Self {
        Self::new(
            OperandKind::BlockAddress,
            function.as_u32(),
            i64::from(block.as_u32()) << 32,
        )
    }

    /// One of the target's register masks.
    pub fn reg_mask(mask: RegMaskId) -> Self {
        Self::new(OperandKind::RegMask, u32::from(mask.0), 0)
    }

    /// One of the function's own register masks.
    pub fn custom_reg_mask(index: u32) -> Self {
        Self::new(OperandKind::RegMask, index, 1)
    }

    /// A call frame instruction.
    pub fn cfi(index: CfiIndex) -> Self {
        Self::new(OperandKind::Cfi, index.as_u32(), 0)
    }

    /// A label made by the code generator.
    pub fn mc_symbol(symbol: Symbol) -> Self {
        Self::new(OperandKind::McSymbol, symbol.as_u32(), 0)
    }

    /// Metadata.
    pub fn metadata(id: MetadataId) -> Self {
        Self::new(OperandKind::Metadata, id.as_u32(), 0)
    }

    /// An integer or floating-point constant of the IR (`CImm`, `FpImm`).
    pub fn ir_constant(kind: OperandKind, id: Const) -> Self {
        debug_assert!(matches!(kind, OperandKind::CImm | OperandKind::FpImm));
        Self::new(kind, id.as_u32(), 0)
    }

    /// The value that operand `operand` of the instruction with this number makes.
    pub fn dbg_instr_ref(number: u32, operand: u32) -> Self {
        Self::new(OperandKind::DbgInstrRef, number, i64::from(operand))
    }

    /// An operand of the kinds that are just a number and an offset: `Intrinsic` (a symbol's), `Predicate`,
    /// `TargetIndex`, `ShuffleMask`, `LiveOut`.
    pub fn indexed(kind: OperandKind, index: u32, offset: i64) -> Self {
        Self::new(kind, index, offset)
    }

    /// With more marks.
    #[must_use]
    pub fn with(mut self, flags: OperandFlags) -> Self {
        self.flags |= flags;
        self
    }

    /// With another register.
    #[must_use]
    pub fn with_reg(mut self, reg: impl Into<Reg>) -> Self {
        debug_assert!(self.is_reg() && self.parent().is_none());
        self.index = reg.into().raw();
        self
    }

    /// With a sub-register index.
    #[must_use]
    pub fn with_sub_reg(mut self, index: SubRegIdx) -> Self {
        self.sub_reg = index;
        self
    }

    /// With target flags.
    #[must_use]
    pub fn with_target_flags(mut self, flags: u16) -> Self {
        self.target_flags = flags;
        self
    }

    /// The kind.
    #[inline]
    pub fn kind(&self) -> OperandKind {
        self.kind
    }

    /// The operand taken apart.
    pub fn value(&self) -> OperandValue {
        let offset = self.offset();
        match self.kind {
            OperandKind::Reg => OperandValue::Reg(Reg::from_raw(self.index), self.sub_reg),
            OperandKind::Imm => OperandValue::Imm(offset),
            OperandKind::CImm => OperandValue::CImm(Const::from_u32(self.index)),
            OperandKind::FpImm => OperandValue::FpImm(Const::from_u32(self.index)),
            OperandKind::Block => OperandValue::Block(Block::from_u32(self.index)),
            OperandKind::FrameIndex => OperandValue::FrameIndex(FrameIndex(self.index as i32)),
            OperandKind::ConstPool => {
                OperandValue::ConstPool(ConstPoolIndex::from_u32(self.index), offset)
            }
            OperandKind::JumpTable => OperandValue::JumpTable(JumpTableIndex::from_u32(self.index)),
            OperandKind::Symbol => OperandValue::Symbol(Symbol::from_u32(self.index), offset),
            OperandKind::Global => OperandValue::Global(Global::from_u32(self.index), offset),
            OperandKind::BlockAddress => OperandValue::BlockAddress(
                Global::from_u32(self.index),
                avarice_ir::Block::from_u32(self.words[1]),
                offset as i32,
            ),
            OperandKind::RegMask => OperandValue::RegMask(if offset == 0 {
                RegMaskRef::Target(RegMaskId(self.index as u16))
            } else {
                RegMaskRef::Custom(self.index)
            }),
            OperandKind::Metadata => OperandValue::Metadata(MetadataId::from_u32(self.index)),
            OperandKind::McSymbol => OperandValue::McSymbol(Symbol::from_u32(self.index)),
            OperandKind::Cfi => OperandValue::Cfi(CfiIndex::from_u32(self.index)),
            OperandKind::Intrinsic => OperandValue::Intrinsic(Symbol::from_u32(self.index)),
            OperandKind::Predicate => OperandValue::Predicate(self.index),
            OperandKind::TargetIndex => OperandValue::TargetIndex(self.index, offset),
            OperandKind::ShuffleMask => OperandValue::ShuffleMask(self.index),
            OperandKind::LiveOut => OperandValue::LiveOut(self.index),
            OperandKind::DbgInstrRef => OperandValue::DbgInstrRef(self.index, offset as u32),
        }
    }

    /// Whether this is a register operand.
    #[inline]
    pub fn is_reg(&self) -> bool {
        self.kind == OperandKind::Reg
    }

    /// Whether this is an integer.
    #[inline]
    pub fn is_imm(&self) -> bool {
        self.kind == OperandKind::Imm
    }

    /// The register; [`Reg::NONE`] if this is not a register operand.
    #[inline]
    pub fn as_reg(&self) -> Reg {
        if self.is_reg() {
            Reg::from_raw(self.index)
        } else {
            Reg::NONE
        }
    }

    /// The integer, or `None`.
    #[inline]
    pub fn as_imm(&self) -> Option<i64> {
        self.is_imm().then(|| self.payload())
    }

    /// The block, or `None`.
    #[inline]
    pub fn as_block(&self) -> Option<Block> {
        (self.kind == OperandKind::Block).then(|| Block::from_u32(self.index))
    }

    /// The stack object, or `None`.
    #[inline]
    pub fn as_frame_index(&self) -> Option<FrameIndex> {
        (self.kind == OperandKind::FrameIndex).then_some(FrameIndex(self.index as i32))
    }

    /// The offset of a symbolic operand; 0 of a register.
    #[inline]
    pub fn offset(&self) -> i64 {
        match self.kind {
            OperandKind::Reg => 0,
            OperandKind::BlockAddress => i64::from(self.payload() as i32),
            _ => self.payload(),
        }
    }

    /// Marks.
    #[inline]
    pub fn flags(&self) -> OperandFlags {
        self.flags
    }

    /// Whether all of `flags` are set.
    #[inline]
    pub fn has(&self, flags: OperandFlags) -> bool {
        self.flags.contains(flags)
    }

    /// Whether this is a register definition.
    #[inline]
    pub fn is_def(&self) -> bool {
        self.is_reg() && self.has(OperandFlags::DEF)
    }

    /// Whether this is a register use.
    #[inline]
    pub fn is_use(&self) -> bool {
        self.is_reg() && !self.has(OperandFlags::DEF)
    }

    /// Whether the value of the register is read: a use that is neither undef nor internal, or a
    /// sub-register definition that keeps other lanes.
    #[inline]
    pub fn reads_reg(&self) -> bool {
        self.is_reg()
            && !self
                .flags
                .intersects(OperandFlags::UNDEF | OperandFlags::INTERNAL)
            && (!self.has(OperandFlags::DEF) || !self.sub_reg.is_none())
    }

    /// Sub-register index.
    #[inline]
    pub fn sub_reg(&self) -> SubRegIdx {
        self.sub_reg
    }

    /// Target flags.
    #[inline]
    pub fn target_flags(&self) -> u16 {
        self.target_flags
    }

    /// Index of the operand that this one is tied to, or `None`.
    #[inline]
    pub fn tied_to(&self) -> Option<usize> {
        (self.tied != 0).then(|| usize::from(self.tied) - 1)
    }

    /// The instruction that it belongs to; `None` before it is added to one.
    #[inline]
    pub fn parent(&self) -> Option<Inst> {
        self.parent.expand()
    }

    /// Sets or clears marks. `DEF` must not change on an operand of a function: it decides the place
    /// in the register's chain (see `MachineFunction::set_def`).
    #[inline]
    pub fn set(&mut self, flags: OperandFlags, value: bool) {
        self.flags.set(flags, value);
    }

    /// Sets the sub-register index.
    #[inline]
    pub fn set_sub_reg(&mut self, index: SubRegIdx) {
        self.sub_reg = index;
    }

    /// Sets target flags.
    #[inline]
    pub fn set_target_flags(&mut self, flags: u16) {
        self.target_flags = flags;
    }

    /// Sets the integer of an immediate.
    #[inline]
    pub fn set_imm(&mut self, value: i64) {
        debug_assert!(self.is_imm());
        self.set_payload(value);
    }

    /// Dereferences that were added to the expression that is the operand; none for other operands.
    pub fn derefs(&self) -> Derefs {
        match self.kind {
            OperandKind::Metadata => Derefs(self.payload() as u64),
            _ => Derefs::default(),
        }
    }

    /// Adds a dereference to the expression that is the operand: after this argument of its list, or before
    /// everything else. Other operands stay as they are.
    pub fn add_deref(&mut self, argument: Option<usize>) {
        if self.kind == OperandKind::Metadata {
            let mut derefs = self.derefs();
            derefs.add(argument);
            self.set_payload(derefs.0 as i64);
        }
    }

    /// Sets the offset of a symbolic operand; that of a block address has 32 bits.
    #[inline]
    pub fn set_offset(&mut self, offset: i64) {
        match self.kind {
            OperandKind::BlockAddress => self.words[0] = offset as u32,
            _ => self.set_payload(offset),
        }
    }

    /// Sets the block of a block operand.
    #[inline]
    pub fn set_block(&mut self, block: Block) {
        debug_assert_eq!(self.kind, OperandKind::Block);
        self.index = block.as_u32();
    }

    pub(crate) fn set_raw_reg(&mut self, reg: Reg) {
        debug_assert!(self.is_reg());
        self.index = reg.raw();
    }

    pub(crate) fn set_tied(&mut self, to: Option<usize>) {
        self.tied = to.map_or(0, |index| index as u16 + 1);
    }

    /// The same operand outside any chain and instruction.
    #[must_use]
    pub fn detached(mut self) -> Self {
        if self.is_reg() {
            self.words = [END; 2];
        }
        self.parent = None.into();
        self.tied = 0;
        self
    }
}

/// The two words of a number, lower first.
fn halves(number: i64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
