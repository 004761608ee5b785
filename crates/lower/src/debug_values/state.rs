//! What is kept while records become debug instructions.

use std::collections::BTreeMap; // Allowed because few expressions differ in a function, and each is made once.

use avarice_ir::{Const, DebugInfo, Fragment, MetadataId, Module, Value};
use avarice_mir::debug_values::{VariableKey, VariableTable};
use avarice_mir::{FrameIndex, InsertPoint, Inst, Operand, OperandFlags, Reg, VReg};
use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// Memory that is kept from function to function.
#[derive(Default)]
pub(crate) struct DebugScratch {
    /// Where the records of an instruction stand.
    pub(super) anchors: SecondaryMap<avarice_ir::Inst, Anchor>,
    /// The order of machine instructions, across blocks.
    pub(super) order: SecondaryMap<Inst, u32>,
    /// Arguments in registers that nothing reads.
    pub(super) unread: Vec<(Value, PhysReg)>,
    /// Debug instructions that name virtual registers.
    pub(super) named: Vec<Inst>,
    /// Variables that have been spoken of in the entry block.
    pub(super) seen: VariableTable,
    /// Those that wait for definitions further down in the block.
    pub(super) waiting: Vec<Waiting>,
    /// The numbers of what registers hold.
    pub(super) references: References,
    /// The id of the empty expression.
    pub(super) empty: PackedOption<MetadataId>,
}

impl DebugScratch {
    pub fn clear(&mut self) {
        self.anchors.clear();
        self.order.clear();
        self.unread.clear();
        self.named.clear();
        self.waiting.clear();
        self.references.clear();
        self.empty = None.into();
    }
}

/// What records stand before.
#[derive(Clone, Copy, Default)]
pub(super) struct Anchor {
    /// The machine instruction; none at the end of the first machine block of a block.
    pub(super) before: PackedOption<Inst>,
    /// How many machine blocks there were then: what is at the end of the block moves to later ones.
    pub(super) blocks: u32,
}

/// A debug instruction that follows the definition of a register.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    pub(super) value: DebugInst,
    pub(super) place: Place,
    pub(super) definition: Inst,
}

/// What a debug instruction with one place says of it.
#[derive(Clone, Copy)]
pub(super) struct DebugInst {
    pub(super) key: VariableKey,
    pub(super) expression: MetadataId,
    pub(super) location: MetadataId,
    pub(super) is_address: bool,
}

/// A place in the code, and how many instructions come before it.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) point: InsertPoint,
    pub(super) order: u32,
}

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In a register.
    Register(Reg),
    /// It is the address of a stack object.
    Slot(FrameIndex),
    /// It is a number.
    Number(Const),
}

/// A result: the number of an instruction, and which operand of it.
pub(super) type Number = (u32, u32);

/// What has been found out.
#[derive(Default)]
pub(super) struct References {
    /// What registers refer to; the number 0 is none.
    pub(super) numbers: SecondaryMap<VReg, Number>,
    /// The expressions with numbered arguments of those without.
    pub(super) numbered: BTreeMap<MetadataId, MetadataId>,
}

impl References {
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.numbered.clear();
    }
}

/// A register of a debug value.
pub(super) fn debug_register(register: impl Into<Reg>) -> Operand {
    Operand::reg(register).with(OperandFlags::DEBUG)
}

/// Whether two parts of a variable have something in common; none is all of it.
pub(super) fn overlap(left: Option<Fragment>, right: Option<Fragment>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => left.overlaps(right),
        _ => true,
    }
}

/// Whether a node is a parameter of the function that it is a variable of.
pub(super) fn is_parameter(module: &Module, variable: MetadataId) -> bool {
    let view = DebugInfo::of(module);
    let node = view.and_then(|view| view.node_of(variable, "DILocalVariable"));
    node.is_some_and(|node| node.number("arg") != 0)
}
