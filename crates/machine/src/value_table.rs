//! Instructions by what they compute, for passes over machine SSA that remove what is computed twice.
//!
//! ```text
//!   %1:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg     in the table
//!   %7:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg     find: %1's
//! ```
//!
//! Newest first: what was entered last can be taken out again, so that a walk over the dominator tree keeps the entries
//! that dominate the current block.

use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, OperandValue, VReg};
use avarice_target::RegClass;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, EntitySet, entity_impl};
use smallvec::SmallVec;

use crate::identical::is_same_computation;
use avarice_mir::inst_facts;

/// Least number of buckets, a power of two.
const MIN_BUCKETS: usize = 1 << 10;

/// An entry, by its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EntryId(u32);
entity_impl!(EntryId);

#[derive(Clone, Copy, Debug)]
struct Entry {
    inst: Inst,
    hash: u32,
    /// The entry that was first in the bucket before this one.
    older: PackedOption<EntryId>,
}

/// Instructions that can be found by what they compute.
///
/// Invariant: `buckets[b]` is the newest entry of bucket `b`, and each entry leads to older ones of its bucket. The number of
/// buckets is a power of two, and no less than that of entries.
#[derive(Debug, Default)]
pub struct ValueTable {
    buckets: Vec<PackedOption<EntryId>>,
    entries: Vec<Entry>,
}

impl ValueTable {
    /// Empties the table.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.buckets.truncate(MIN_BUCKETS);
        self.buckets.resize(MIN_BUCKETS, None.into());
    }

    /// Number of instructions in the table.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Takes out all but the oldest `len` instructions.
    pub fn truncate(&mut self, len: usize) {
        while self.entries.len() > len
            && let Some(entry) = self.entries.pop()
        {
            let bucket = self.bucket(entry.hash);
            self.buckets[bucket] = entry.older;
        }
    }

    /// Enters an instruction.
    pub fn insert(&mut self, function: &MachineFunction, inst: Inst) {
        if self.entries.len() == self.buckets.len() {
            self.grow();
        }
        let hash = hash_of(function, inst);
        let bucket = self.bucket(hash);
        let head = &mut self.buckets[bucket];
        let older = std::mem::replace(head, EntryId::new(self.entries.len()).into());
        self.entries.push(Entry { inst, hash, older });
    }

    /// The bucket of what has this hash.
    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// Doubles the number of buckets.
    fn grow(&mut self) {
        let count = 2 * self.buckets.len();
        self.buckets.clear();
        self.buckets.resize(count, None.into());
        for at in 0..self.entries.len() {
            let bucket = self.bucket(self.entries[at].hash);
            self.entries[at].older =
                std::mem::replace(&mut self.buckets[bucket], EntryId::new(at).into());
        }
    }

    /// The newest other instruction with the value of `inst` that `accept` takes.
    pub fn find(
        &self,
        function: &MachineFunction,
        inst: Inst,
        accept: impl Fn(Inst) -> bool,
    ) -> Option<Inst> {
        self.same(function, inst).find(|other| accept(*other))
    }

    /// The oldest other instruction with the value of `inst` that `accept` takes.
    pub fn find_oldest(
        &self,
        function: &MachineFunction,
        inst: Inst,
        accept: impl Fn(Inst) -> bool,
    ) -> Option<Inst> {
        self.same(function, inst)
            .filter(|other| accept(*other))
            .last()
    }

    /// Other instructions with the value of `inst`, newest first.
    fn same<'a>(
        &'a self,
        function: &'a MachineFunction,
        inst: Inst,
    ) -> impl Iterator<Item = Inst> + 'a {
        let hash = hash_of(function, inst);
        let newest = self.buckets[self.bucket(hash)].expand();
        let ids = std::iter::successors(newest, |id| self.entries[id.index()].older.expand());
        let entries = ids.map(|id| self.entries[id.index()]);
        entries
            .filter(move |entry| {
                entry.hash == hash
                    && entry.inst != inst
                    && is_same_computation(function, inst, entry.inst)
            })
            .map(|entry| entry.inst)
    }
}

/// A virtual register that is defined: its number says nothing of the value.
fn defines_vreg(operand: &Operand) -> bool {
    operand.is_def() && operand.as_reg().is_virtual()
}

/// A hash of what an instruction computes: mixes opcode, registers read, numbers, stack objects and offsets.
fn hash_of(function: &MachineFunction, inst: Inst) -> u32 {
    let mut hash = u64::from(function.opcode(inst).0);
    for operand in function.operands(inst) {
        if defines_vreg(operand) {
            continue;
        }
        let part = match operand.value() {
            OperandValue::Reg(reg, index) => u64::from(reg.raw()) << 8 | index.index() as u64,
            OperandValue::Imm(number) => number as u64,
            OperandValue::Global(global, offset) => {
                u64::from(global.as_u32()) << 16 ^ offset as u64
            }
            OperandValue::ConstPool(index, offset) => {
                u64::from(index.as_u32()) << 16 ^ offset as u64
            }
            OperandValue::CImm(number) | OperandValue::FpImm(number) => u64::from(number.as_u32()),
            OperandValue::FrameIndex(index) => u64::from(index.0 as u32),
            OperandValue::Symbol(symbol, offset) => {
                u64::from(symbol.as_u32()) << 16 ^ offset as u64
            }
            OperandValue::BlockAddress(_, block, offset) => {
                u64::from(block.as_u32()) << 16 ^ offset as u64
            }
            OperandValue::JumpTable(index) => u64::from(index.as_u32()),
            OperandValue::ShuffleMask(index) => u64::from(index),
            _ => operand.offset() as u64,
        };
        // The constant is 2^64 divided by the golden ratio.
        hash = (hash.rotate_left(5) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32) as u32
}

/// Removes `inst` and makes users of its results users of those of `other`, which computes the same and dominates
/// it. `false` if no class has room for a register of both.
///
/// `replacing` has the registers that have taken the place of others; the caller sees to it that none of their uses has got
/// a kill mark since, and that it has been emptied for the function.
pub fn replace_by(
    function: &mut MachineFunction,
    inst: Inst,
    other: Inst,
    replacing: &mut EntitySet<VReg>,
) -> bool {
    let defs: SmallVec<[(VReg, VReg); 2]> =
        std::iter::zip(function.operands(inst), function.operands(other))
            .filter(|(old, _)| old.is_def())
            .filter_map(|(old, new)| old.as_reg().as_virtual().zip(new.as_reg().as_virtual()))
            .collect();
    let mut narrowed: SmallVec<[(VReg, RegClass); 2]> = SmallVec::new();
    for (old, new) in &defs {
        let class = function.class(*new);
        if function
            .constrain_class(*new, function.class(*old), 0)
            .is_none()
        {
            for (reg, class) in narrowed {
                function.set_class(reg, class);
            }
            return false;
        }
        narrowed.push((*new, class));
    }
    function.remove_inst(inst);
    for (old, new) in defs {
        // Uses of `new` have no marks if it took the place of another register before.
        function.clear_kill_flags(old);
        if replacing.insert(new) {
            function.clear_kill_flags(new);
        }
        function.replace_reg(old, new);
        let def = inst_facts::find_def(function, other, new.into());
        if let Some(def) = def {
            function.op_mut(def).set(OperandFlags::DEAD, false);
        }
    }
    true
}
