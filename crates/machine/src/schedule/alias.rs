//! Whether two instructions may access the same memory, and which objects an instruction accesses.

use avarice_ir::{AtomicOrdering, Const, Global, Module};
use avarice_mir::{
    FrameIndex, Inst, MachineFunction, MemFlags, MemOperand, MemPointer, StackObjectKind, Symbol,
    inst_facts,
};

use super::ir_alias::{Extent, IrAlias, Location};
use super::ir_objects::{self, IrAddress};
use super::target::SchedulingTarget;

/// Above so many pairs of memory operands, two instructions are taken to access the same.
const MOST_PAIRS: usize = 16;

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
enum Pointer {
    Unknown,
    Ir(IrAddress),
    /// Something that the IR does not know.
    Pseudo(MemoryObject),
}

impl Pointer {
    fn of(module: &Module, function: &MachineFunction, operand: &MemOperand) -> Self {
        let constant = |id: Const| Self::Ir(ir_objects::of_constant(module, id));
        match operand.pointer {
            MemPointer::Unknown => Self::Unknown,
            MemPointer::Value(value) => match ir_objects::body(module, function) {
                Some(body) => Self::Ir(ir_objects::of_value(module, body, value)),
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
    fn has_ir_address(self, function: &MachineFunction) -> bool {
        match self {
            Self::Stack(index) => function.frame.object(index).aliased,
            _ => false,
        }
    }

    /// Whether no access through the IR goes there.
    fn is_private(self, function: &MachineFunction) -> bool {
        match self {
            Self::Unknown | Self::Ir(_) | Self::StackArgs => false,
            Self::Stack(index) => function.frame.object(index).kind == StackObjectKind::SpillSlot,
            _ => true,
        }
    }
}

/// An object that an instruction accesses.
#[derive(Clone, Copy, Debug)]
pub struct UnderlyingObject {
    /// The object.
    pub object: MemoryObject,
    /// Whether no value of the IR points to it.
    pub is_private: bool,
}

/// The objects that an instruction accesses.
#[derive(Debug, Default)]
pub struct UnderlyingObjects {
    found: Vec<UnderlyingObject>,
    walk: ir_objects::Walk,
}

impl UnderlyingObjects {
    /// Those that [`Self::find`] has found.
    pub fn iter(&self) -> impl Iterator<Item = UnderlyingObject> + '_ {
        self.found.iter().copied()
    }

    /// Finds the objects that `inst` accesses. False if they are not all known; then there are none.
    pub fn find(&mut self, module: &Module, function: &MachineFunction, inst: Inst) -> bool {
        self.found.clear();
        let mut operands = function.mem_ops(inst);
        let are_known = operands.all(|operand| self.add(module, function, operand));
        if !are_known {
            self.found.clear();
        }
        are_known
    }

    fn add(&mut self, module: &Module, function: &MachineFunction, operand: &MemOperand) -> bool {
        let is_atomic = operand.ordering != AtomicOrdering::NotAtomic;
        if operand.flags.contains(MemFlags::VOLATILE) || is_atomic {
            return false;
        }
        match Pointer::of(module, function, operand) {
            Pointer::Unknown => false,
            Pointer::Pseudo(object) => {
                // Arguments of tail calls are stored where the function's own ones are.
                if function.frame.has_tail_call || object.has_ir_address(function) {
                    return false;
                }
                self.found.push(UnderlyingObject {
                    object,
                    is_private: object.is_private(function),
                });
                true
            }
            Pointer::Ir(address) => {
                let Some(addresses) = self.walk.objects(module, function, address) else {
                    return false;
                };
                let objects = addresses.iter().map(|address| UnderlyingObject {
                    object: MemoryObject::Ir(*address),
                    is_private: false,
                });
                self.found.extend(objects);
                true
            }
        }
    }
}

/// What decides whether two instructions may access the same memory.
#[derive(Clone, Copy)]
pub struct AliasQuery<'a> {
    /// The module.
    pub module: &'a Module,
    /// The target.
    pub target: &'a dyn SchedulingTarget,
    /// What addresses of the IR are made of, if that matters.
    pub ir: Option<&'a IrAlias<'a>>,
}

impl AliasQuery<'_> {
    /// Whether two instructions may access the same memory, and one of them writes it.
    pub fn may_alias(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        if inst_facts::is_call(function, a) || inst_facts::is_call(function, b) {
            return true;
        }
        let stores = |inst| inst_facts::may_store(function, inst);
        let accesses = |inst| stores(inst) || inst_facts::may_load(function, inst);
        if !stores(a) && !stores(b) || !accesses(a) || !accesses(b) {
            return false;
        }
        if self.target.are_disjoint(function, a, b) {
            return false;
        }
        let pairs = function.mem_ops(a).count() * function.mem_ops(b).count();
        if pairs == 0 || pairs > MOST_PAIRS {
            return true;
        }
        let mut operands = function.mem_ops(a);
        operands.any(|a| {
            let mut others = function.mem_ops(b);
            others.any(|b| self.may_overlap(function, a, b))
        })
    }

    /// Whether two memory operands may name the same byte.
    fn may_overlap(&self, function: &MachineFunction, a: &MemOperand, b: &MemOperand) -> bool {
        let pointers = (
            Pointer::of(self.module, function, a),
            Pointer::of(self.module, function, b),
        );
        let same = match &pointers {
            (Pointer::Ir(a), Pointer::Ir(b)) => a == b,
            (Pointer::Pseudo(a), Pointer::Pseudo(b)) => a == b,
            (Pointer::Pseudo(object), Pointer::Ir(_))
            | (Pointer::Ir(_), Pointer::Pseudo(object))
                if object.is_private(function) =>
            {
                return false;
            }
            _ => false,
        };
        if same {
            let (Some(size_a), Some(size_b)) = (a.size, b.size) else {
                return true;
            };
            let lower_size = match a.offset <= b.offset {
                true => size_a,
                false => size_b,
            };
            let distance = a.offset.abs_diff(b.offset);
            return lower_size > distance;
        }
        match pointers {
            (Pointer::Ir(first), Pointer::Ir(second)) => {
                let Some(ir) = self.ir else { return true };
                let lowest = a.offset.min(b.offset);
                let location = |address, operand: &MemOperand| Location {
                    address,
                    extent: match operand.size {
                        Some(size) => Extent::Bytes(size + operand.offset.abs_diff(lowest)),
                        None => Extent::Around,
                    },
                };
                !ir.are_disjoint(&location(first, a), &location(second, b))
            }
            _ => true,
        }
    }
}
