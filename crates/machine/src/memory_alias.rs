//! Whether two instructions may access the same memory, from what they say of it.
//!
//! ```text
//!   str x8, [x0, #8] (store … into %ir.a)
//!   ldr x9, [x1]     (load … from @b)       apart: a variable of the stack and a global
//!   ldr x9, [x0, #16]                       apart: the same base, and no byte in common
//! ```
//!
//! Values of the IR are looked at as llc's basic alias analysis does, in [`crate::memory_address`].

use avarice_ir::Module;
use avarice_mir::inst_facts::{
    has_ordered_memory_access, has_side_effects, is_call, may_load, may_store,
};
use avarice_mir::{
    FrameIndex, Inst, MachineFunction, MemOperand, MemPointer, Operand, StackObjectKind,
};

use crate::memory_address::Addresses;

/// Pairs of memory operands beyond which two instructions count as accessing the same.
const MOST_PAIRS: usize = 16;

/// Bytes at a constant distance from a base.
#[derive(Clone, Copy, Debug)]
pub struct AccessRange {
    /// Which operand the base is.
    pub base: usize,
    /// First byte, from the base.
    pub offset: i64,
    /// How many bytes.
    pub width: i64,
}

/// The bytes that an instruction of the target accesses, if they are at a constant distance from one of its operands.
pub type RangeOf = fn(&MachineFunction, Inst) -> Option<AccessRange>;

/// What decides whether instructions of a function may access the same memory.
pub struct MemoryAlias<'m> {
    addresses: Addresses<'m>,
    range_of: RangeOf,
}

impl<'m> MemoryAlias<'m> {
    /// For the instructions of `function`.
    pub fn new(module: &'m Module, function: &MachineFunction, range_of: RangeOf) -> Self {
        Self {
            addresses: Addresses::new(module, function),
            range_of,
        }
    }

    /// Whether one may write what the other accesses.
    pub fn may_alias(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        let accesses = |inst| may_load(function, inst) || may_store(function, inst);
        if is_call(function, a) || is_call(function, b) {
            return true;
        }
        if !may_store(function, a) && !may_store(function, b) || !accesses(a) || !accesses(b) {
            return false;
        }
        if self.are_disjoint(function, a, b) {
            return false;
        }
        let (ours, theirs) = (function.mem_ops(a).count(), function.mem_ops(b).count());
        if ours == 0 || theirs == 0 || ours * theirs > MOST_PAIRS {
            return true;
        }
        function.mem_ops(a).any(|ours| {
            let mut theirs = function.mem_ops(b);
            theirs.any(|theirs| self.may_overlap(function, ours, theirs))
        })
    }

    /// Whether two accesses have the same base and no byte in common.
    fn are_disjoint(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        let is_plain =
            |inst| !has_side_effects(function, inst) && !has_ordered_memory_access(function, inst);
        if !is_plain(a) || !is_plain(b) {
            return false;
        }
        let (Some(first), Some(second)) =
            ((self.range_of)(function, a), (self.range_of)(function, b))
        else {
            return false;
        };
        let (ours, theirs) = (
            function.operand(a, first.base),
            function.operand(b, second.base),
        );
        let (low, high) = match first.offset < second.offset {
            true => (first, second),
            false => (second, first),
        };
        is_same_base(ours, theirs) && low.offset.saturating_add(low.width) <= high.offset
    }

    fn may_overlap(&self, function: &MachineFunction, a: &MemOperand, b: &MemOperand) -> bool {
        let is_hidden = |this: &MemOperand, other: &MemOperand| {
            is_value(other.pointer) && !is_visible(function, this.pointer)
        };
        if a.pointer == b.pointer && a.pointer != MemPointer::Unknown {
            let (low, high) = if a.offset <= b.offset { (a, b) } else { (b, a) };
            let (Some(width), Some(_)) = (low.size, high.size) else {
                return true;
            };
            let end = low.offset.saturating_add_unsigned(width);
            return end > high.offset;
        }
        if is_hidden(a, b) || is_hidden(b, a) {
            return false;
        }
        // Both from the smaller of the offsets on.
        let start = a.offset.min(b.offset);
        let reach = |operand: &MemOperand| {
            let from = operand.offset.checked_sub(start)?;
            operand.size?.checked_add(u64::try_from(from).ok()?)
        };
        let both = [(a.pointer, reach(a)), (b.pointer, reach(b))];
        !self.addresses.are_apart(both)
    }
}

fn is_same_base(a: &Operand, b: &Operand) -> bool {
    match (a.as_frame_index(), b.as_frame_index()) {
        (None, None) => {
            a.is_reg() && b.is_reg() && a.as_reg() == b.as_reg() && a.sub_reg() == b.sub_reg()
        }
        (a, b) => a == b,
    }
}

/// Whether a memory operand points where a value of the IR does.
fn is_value(pointer: MemPointer) -> bool {
    matches!(
        pointer,
        MemPointer::Value(_) | MemPointer::Global(_) | MemPointer::Const(_)
    )
}

/// Whether values of the IR may point to the same memory.
fn is_visible(function: &MachineFunction, pointer: MemPointer) -> bool {
    match pointer {
        MemPointer::Stack(slot) => is_visible_slot(function, slot),
        MemPointer::Got
        | MemPointer::ConstPool
        | MemPointer::JumpTable
        | MemPointer::CallEntryGlobal(_)
        | MemPointer::CallEntrySymbol(_) => false,
        _ => true,
    }
}

/// What is spilled is no value of the IR that has an address.
fn is_visible_slot(function: &MachineFunction, slot: FrameIndex) -> bool {
    function.frame.object(slot).kind != StackObjectKind::SpillSlot
}
