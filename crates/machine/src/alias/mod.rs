//! Whether two instructions may access the same memory, from what they say of it.
//!
//! ```text
//!   str x8, [x0, #8] (store … into %ir.a)
//!   ldr x9, [x1]     (load … from @b)       apart: a variable of the stack and a global
//!   ldr x9, [x0, #16]                       apart: the same base, and no byte in common
//! ```
//!
//! - What operands say decides first ([`MemoryAccesses`]): distances from one base.
//! - Memory operands then name places ([`object`]): values of the IR, or what only machine code knows.
//! - Values of the IR are looked at as LLVM's basic alias analysis does ([`basic`]).
//! - What metadata says of types and scopes is last ([`metadata`]).

pub mod addresses;
pub mod basic;
mod metadata;
pub(crate) mod object;

use avarice_ir::Module;
use avarice_mir::{Inst, MachineFunction, MemOperand, Operand, inst_facts};

use addresses::IrAddress;
use basic::{BasicAlias, Extent, Location, Relation};
use metadata::MetadataAlias;
use object::Pointer;

/// Above so many pairs of memory operands, two instructions are taken to access the same.
const MOST_PAIRS: usize = 16;

/// What an access of memory is relative to.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAddress<'a> {
    /// The operand that the address begins with: a register or a stack object.
    pub base: &'a Operand,
    /// What is added to it, in bytes.
    pub offset: i64,
    /// How many bytes are accessed; 0 if that is not known.
    pub width: u64,
}

/// What a target knows of the addresses that its instructions access.
pub trait MemoryAccesses {
    /// What `inst` accesses, if it accesses one place at a known distance from a base.
    fn memory_address<'a>(
        &self,
        function: &'a MachineFunction,
        inst: Inst,
    ) -> Option<MemoryAddress<'a>>;

    /// Whether two accesses have the same base and no byte in common.
    fn are_disjoint(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        let is_plain = |inst| {
            !inst_facts::has_side_effects(function, inst)
                && !inst_facts::has_ordered_memory_access(function, inst)
        };
        if !is_plain(a) || !is_plain(b) {
            return false;
        }
        let address = |inst| self.memory_address(function, inst);
        let (Some(a), Some(b)) = (address(a), address(b)) else {
            return false;
        };
        let same_base = a.base.value() == b.base.value() && a.base.sub_reg() == b.base.sub_reg();
        let (low, high) = match a.offset < b.offset {
            true => (a, b),
            false => (b, a),
        };
        let distance = high.offset.saturating_sub(low.offset);
        same_base && i64::try_from(low.width).is_ok_and(|width| width <= distance)
    }
}

/// What decides beside the operands of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// What memory operands point to.
    Operands,
    /// That, and what addresses of the IR are made of.
    Addresses,
    /// These, and what metadata says.
    Metadata,
}

/// What decides whether instructions of a function may access the same memory.
pub struct AliasAnalysis<'a> {
    module: &'a Module,
    accesses: &'a dyn MemoryAccesses,
    basic: BasicAlias<'a>,
    evidence: Evidence,
}

impl<'a> AliasAnalysis<'a> {
    /// For the instructions of `function`.
    pub fn new(
        module: &'a Module,
        function: &MachineFunction,
        accesses: &'a dyn MemoryAccesses,
        evidence: Evidence,
    ) -> Self {
        Self {
            module,
            accesses,
            basic: BasicAlias::new(module, function),
            evidence,
        }
    }

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
        if self.accesses.are_disjoint(function, a, b) {
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
        let first = Pointer::of(self.module, function, a);
        let second = Pointer::of(self.module, function, b);
        if first == second && first != Pointer::Unknown {
            let (Some(size_a), Some(size_b)) = (a.size, b.size) else {
                return true;
            };
            let lower_size = match a.offset <= b.offset {
                true => size_a,
                false => size_b,
            };
            return lower_size > a.offset.abs_diff(b.offset);
        }
        let (first, second) = match (first, second) {
            (Pointer::Ir(first), Pointer::Ir(second)) => (first, second),
            (Pointer::Pseudo(object), Pointer::Ir(_))
            | (Pointer::Ir(_), Pointer::Pseudo(object)) => return !object.is_private(function),
            _ => return true,
        };
        self.evidence == Evidence::Operands || self.may_overlap_in_ir((first, a), (second, b))
    }

    /// Whether both memory operands point to values of the IR, and what they name has no byte in common whatever their offsets
    /// from one value.
    pub fn are_values_apart(
        &self,
        function: &MachineFunction,
        a: &MemOperand,
        b: &MemOperand,
    ) -> bool {
        let pointers = [a, b].map(|operand| Pointer::of(self.module, function, operand));
        match pointers {
            [Pointer::Ir(first), Pointer::Ir(second)] => {
                !self.may_overlap_in_ir((first, a), (second, b))
            }
            _ => false,
        }
    }

    /// Whether two memory operands with their addresses of the IR may name the same byte.
    fn may_overlap_in_ir(
        &self,
        (first, a): (IrAddress, &MemOperand),
        (second, b): (IrAddress, &MemOperand),
    ) -> bool {
        let lowest = a.offset.min(b.offset);
        let location = |address, operand: &MemOperand| Location {
            address,
            extent: match operand.size {
                Some(size) => Extent::Bytes(size.saturating_add(operand.offset.abs_diff(lowest))),
                None => Extent::Around,
            },
        };
        match self.basic.relate(&location(first, a), &location(second, b)) {
            Relation::Apart => false,
            Relation::Same | Relation::Overlap => true,
            Relation::Unknown => {
                self.evidence != Evidence::Metadata
                    || !MetadataAlias::new(self.module).are_disjoint(a, b)
            }
        }
    }
}
