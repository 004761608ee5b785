//! What memory operands point to.

use avarice_ir::{Const, Global, Module};
use avarice_mir::{FrameIndex, MachineFunction, MemOperand, MemPointer, StackObjectKind, Symbol};

use super::addresses::{self, IrAddress};

/// An object in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryObject {
    /// Any.
    Unknown,
    /// What an address of the IR points to.
    Ir(IrAddress),
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

/// What a memory operand points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointer {
    /// Something, or nothing that is known.
    Unknown,
    /// What an address of the IR points to.
    Ir(IrAddress),
    /// Something that the IR does not know.
    Pseudo(MemoryObject),
}

impl Pointer {
    /// What `operand` points to.
    pub(crate) fn of(module: &Module, function: &MachineFunction, operand: &MemOperand) -> Self {
        let constant = |id: Const| Self::Ir(addresses::of_constant(module, id));
        match operand.pointer {
            MemPointer::Unknown => Self::Unknown,
            MemPointer::Value(value) => match addresses::body(module, function) {
                Some(body) => {
                    let value = function.frame.merged_allocas.stand_in(value);
                    Self::Ir(addresses::of_value(module, body, value))
                }
                None => Self::Unknown,
            },
            MemPointer::Global(global) => Self::Ir(IrAddress::Global(global)),
            MemPointer::Const(id) => constant(id),
            MemPointer::Stack(index) => Self::Pseudo(MemoryObject::Stack(index)),
            MemPointer::StackArgs => Self::Pseudo(MemoryObject::StackArgs),
            MemPointer::ConstPool => Self::Pseudo(MemoryObject::ConstPool),
            MemPointer::JumpTable => Self::Pseudo(MemoryObject::JumpTable),
            MemPointer::Got => Self::Pseudo(MemoryObject::Got),
            MemPointer::CallEntryGlobal(id) => Self::Pseudo(MemoryObject::CallEntryGlobal(id)),
            MemPointer::CallEntrySymbol(id) => Self::Pseudo(MemoryObject::CallEntrySymbol(id)),
        }
    }
}

impl MemoryObject {
    /// Whether a value of the IR may be its address.
    pub(crate) fn has_ir_address(self, function: &MachineFunction) -> bool {
        match self {
            Self::Stack(index) => function.frame.object(index).aliased,
            _ => false,
        }
    }

    /// Whether no access through the IR goes there.
    pub(crate) fn is_private(self, function: &MachineFunction) -> bool {
        match self {
            Self::Unknown | Self::Ir(_) | Self::StackArgs => false,
            Self::Stack(index) => function.frame.object(index).kind == StackObjectKind::SpillSlot,
            _ => true,
        }
    }
}
