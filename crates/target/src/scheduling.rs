//! Scheduling models: what processors say about the time that instructions take.
//!
//! ```text
//!   opcode ──class──▶ scheduling class ──model──▶ row: micro-operations, resources, latencies
//!                            ▲               │
//!                            └── variant ◀───┘   the first class whose condition the instruction meets
//! ```
//!
//! Classes have LLVM's numbers and are the same for all models of a target. Class 0 is described by no model.

use crate::ids::{Opcode, PhysReg, RegClass};

/// Where instructions can wait for a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceBuffer {
    /// In the buffer of the whole processor, which renames registers.
    Shared,
    /// Nowhere: an instruction is issued when the resource is free. The pipeline is in order.
    None,
    /// In a buffer of this many entries. With one entry, the resource works in order within a processor that does not.
    Entries(u32),
}

/// A kind of resource of a processor: some equal units, or a group of other kinds.
#[derive(Clone, Copy, Debug)]
pub struct ProcResource {
    /// LLVM's name, for the debug log.
    pub name: &'static str,
    /// The number of units.
    pub units: u32,
    /// Where instructions wait for it.
    pub buffer: ResourceBuffer,
    /// The kind that this one is a part of; 0 for none.
    pub super_kind: u32,
    /// The kinds that a group consists of, one for each unit; empty if it is no group.
    pub sub_units: &'static [u32],
}

/// That a class occupies a kind of resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// The number of the kind in [`ProcessorModel::resources`].
    pub resource: u32,
    /// The cycle, counted from issue, from which on it is free again.
    pub release_at: u32,
    /// The cycle, counted from issue, in which it is taken.
    pub acquire_at: u32,
}

/// When a definition of an instruction is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteLatency {
    /// Cycles from issue; negative if it is unknown how many.
    pub cycles: i32,
    /// What [`ReadAdvance::write`] names it by; 0 if by nothing.
    pub write: u32,
}

/// That an operand is read later than at issue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadAdvance {
    /// The number of the operand among the registers that are read.
    pub operand: u32,
    /// Cycles after issue.
    pub cycles: i32,
    /// The definition that it is read from; 0 for every one.
    pub write: u32,
}

/// A part of one of the lists of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// How long it is.
    pub len: u32,
}

impl Span {
    /// The part of `list`.
    #[inline]
    pub fn of<T>(self, list: &'static [T]) -> &'static [T] {
        &list[self.start as usize..][..self.len as usize]
    }
}

bitflags::bitflags! {
    /// Where in a cycle the instructions of a class start.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct GroupFlags: u8 {
        /// First in their cycle.
        const BEGIN = 1 << 0;
        /// Last in their cycle.
        const END = 1 << 1;
    }
}

/// What a model says of a class.
#[derive(Clone, Copy, Debug)]
pub struct SchedRow {
    /// Micro-operations.
    pub micro_ops: u32,
    /// Where in a cycle its instructions start.
    pub group: GroupFlags,
    /// The part of [`ProcessorModel::uses`].
    pub uses: Span,
    /// The part of [`ProcessorModel::latencies`]: one for each register defined.
    pub latencies: Span,
    /// The part of [`ProcessorModel::advances`], sorted by operand.
    pub advances: Span,
}

/// A condition on an instruction. One that asks for an operand that is missing or of another kind does not hold.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// Always.
    Always,
    /// All of these hold.
    All(&'static [Self]),
    /// One of these holds.
    Any(&'static [Self]),
    /// This does not hold.
    Not(&'static Self),
    /// A condition with a name holds.
    Named(&'static Self),
    /// The opcode is one of these.
    Opcode(&'static [Opcode]),
    /// Two operands are the same register.
    Same(u8, u8),
    /// The operand is this register, or no register.
    Register(u8, PhysReg),
    /// The operand is a register.
    IsRegister(u8),
    /// The operand is a number.
    IsImmediate(u8),
    /// The operand is a global variable or function.
    IsGlobal(u8),
    /// The operand is this number.
    Immediate(u8, i64),
    /// Bits of an operand that is a number.
    Bits {
        /// The operand.
        operand: u8,
        /// The lowest of the bits.
        low: u8,
        /// How many bits.
        width: u8,
        /// What they have to be.
        value: u64,
    },
    /// An operand is a physical register of one of these classes.
    Physical(u8, &'static [RegClass]),
    /// Any operand is a register of one of these classes, or a virtual register of just this class.
    AnyOperand(&'static [RegClass]),
}

/// A choice of a variant class.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// When it is chosen.
    pub condition: Condition,
    /// The class chosen, perhaps a variant again.
    pub class: u16,
}

/// What a model says of a class, or how it finds another one.
#[derive(Clone, Copy, Debug)]
pub enum ClassEntry {
    /// Nothing.
    Invalid,
    /// This row.
    Row(&'static SchedRow),
    /// The class of the first of these whose condition holds.
    Variants(&'static [Variant]),
}

bitflags::bitflags! {
    /// Properties of a model.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct ModelFlags: u8 {
        /// Instructions are scheduled again after register allocation.
        const POST_RA = 1 << 0;
        /// The model describes every instruction of the processor.
        const COMPLETE = 1 << 1;
        /// The intervals in which resources are taken are modelled.
        const INTERVALS = 1 << 2;
    }
}

/// The scheduling model of some processors.
#[derive(Debug)]
pub struct ProcessorModel {
    /// LLVM's name.
    pub name: &'static str,
    /// Processors with this model, sorted.
    pub processors: &'static [&'static str],
    /// Micro-operations that start in a cycle.
    pub issue_width: u32,
    /// Micro-operations that can wait for execution.
    pub micro_op_buffer_size: u32,
    /// Micro-operations of a loop that the processor keeps decoded.
    pub loop_micro_op_buffer_size: u32,
    /// Cycles of a load, for instructions that are not described.
    pub load_latency: u32,
    /// Cycles of slow instructions that are not described.
    pub high_latency: u32,
    /// Cycles lost when a branch was predicted wrongly.
    pub mispredict_penalty: u32,
    /// Further properties.
    pub flags: ModelFlags,
    /// Kinds of resources; number 0 is none. Empty if the model describes no instructions.
    pub resources: &'static [ProcResource],
    /// By class: 0 for invalid, the number of a row plus 1, or [`Self::VARIANT`] plus the number of a list of variants.
    pub classes: &'static [u16],
    /// Rows.
    pub rows: &'static [SchedRow],
    /// Lists of variants.
    pub variants: &'static [&'static [Variant]],
    /// What rows say of resources.
    pub uses: &'static [ResourceUse],
    /// What rows say of definitions.
    pub latencies: &'static [WriteLatency],
    /// What rows say of operands.
    pub advances: &'static [ReadAdvance],
}

impl ProcessorModel {
    /// Entries of `classes` from this number on are variants.
    pub const VARIANT: u16 = 1 << 15;

    /// Whether single instructions are described.
    #[inline]
    pub fn describes_instructions(&self) -> bool {
        !self.classes.is_empty()
    }

    /// What is known of a class.
    #[inline]
    pub fn entry(&'static self, class: u16) -> ClassEntry {
        match self.classes.get(usize::from(class)).copied().unwrap_or(0) {
            0 => ClassEntry::Invalid,
            number @ Self::VARIANT.. => {
                ClassEntry::Variants(self.variants[usize::from(number - Self::VARIANT)])
            }
            number => ClassEntry::Row(&self.rows[usize::from(number) - 1]),
        }
    }
}

/// The scheduling models of a target.
#[derive(Debug)]
pub struct SchedulingTables {
    /// Classes by opcode.
    pub classes: &'static [u16],
    /// All models.
    pub models: &'static [ProcessorModel],
    /// Opcodes that models which do not describe them call slow, sorted.
    pub slow: &'static [Opcode],
}

/// The model of a processor about which nothing is known.
pub static NO_MODEL: ProcessorModel = ProcessorModel {
    name: "NoSchedModel",
    processors: &[],
    issue_width: 1,
    micro_op_buffer_size: 0,
    loop_micro_op_buffer_size: 0,
    load_latency: 4,
    high_latency: 10,
    mispredict_penalty: 10,
    flags: ModelFlags::empty(),
    resources: &[],
    classes: &[],
    rows: &[],
    variants: &[],
    uses: &[],
    latencies: &[],
    advances: &[],
};

/// That nothing is known.
impl Default for &'static ProcessorModel {
    fn default() -> Self {
        &NO_MODEL
    }
}

impl SchedulingTables {
    /// No models.
    pub const NONE: Self = Self {
        classes: &[],
        models: &[],
        slow: &[],
    };

    /// The model of `processor`; [`NO_MODEL`] if LLVM knows no such processor.
    pub fn of_processor(&'static self, processor: &str) -> &'static ProcessorModel {
        let has = |model: &&ProcessorModel| model.processors.binary_search(&processor).is_ok();
        self.models.iter().find(has).unwrap_or(&NO_MODEL)
    }

    /// The class of an opcode, not yet resolved.
    #[inline]
    pub fn class(&self, opcode: Opcode) -> u16 {
        self.classes.get(opcode.index()).copied().unwrap_or(0)
    }
}
