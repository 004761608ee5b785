//! What the scheduling models of a target say.

/// A kind of resource.
pub(crate) struct Resource {
    pub(crate) name: String,
    pub(crate) units: u32,
    /// Entries of its buffer; -1 for the one of the processor.
    pub(crate) buffer: i32,
    pub(crate) super_kind: u32,
    pub(crate) sub_units: Vec<u32>,
}

/// What a model says of some classes. Lists have the numbers of their line, a missing last number being 0.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) micro_ops: u32,
    pub(crate) begins: bool,
    pub(crate) ends: bool,
    pub(crate) uses: Vec<[i32; 3]>,
    pub(crate) latencies: Vec<[i32; 3]>,
    pub(crate) advances: Vec<[i32; 3]>,
    pub(crate) classes: Vec<u16>,
}

/// Classes that are chosen among others.
#[derive(Default)]
pub(crate) struct Variants {
    pub(crate) classes: Vec<u16>,
    pub(crate) choices: Vec<(Condition, u16)>,
}

/// A model.
#[derive(Default)]
pub(crate) struct Model {
    pub(crate) name: String,
    /// Issue width, buffer, loop buffer, latency of loads and of slow instructions, cost of a wrong prediction.
    pub(crate) numbers: [u32; 6],
    /// After allocation, complete, intervals.
    pub(crate) marks: [bool; 3],
    pub(crate) processors: Vec<String>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) rows: Vec<Row>,
    pub(crate) variants: Vec<Variants>,
}

/// All models of a target.
#[derive(Default)]
pub(crate) struct Scheduling {
    /// Classes by opcode.
    pub(crate) classes: Vec<u16>,
    /// Named conditions, each after those that it names.
    pub(crate) predicates: Vec<(String, Condition)>,
    pub(crate) models: Vec<Model>,
    /// Opcodes that are slow for models which do not describe them.
    pub(crate) slow: Vec<usize>,
}

/// A condition; references are numbers.
pub(crate) enum Condition {
    Always,
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    /// A named condition.
    Named(usize),
    Opcode(Vec<usize>),
    Same([i64; 2]),
    /// Operand and register, 0 for none.
    Register(i64, usize),
    IsRegister(i64),
    IsImmediate(i64),
    IsGlobal(i64),
    Immediate([i64; 2]),
    /// Operand, lowest bit, width, value.
    Bits([i64; 4]),
    Physical(i64, Vec<usize>),
    AnyOperand(Vec<usize>),
}
