//! Atomic operations.

use avarice_ir::{AtomicOrdering, Inst, IntPredicate, RmwOp, Value};
use avarice_mir::{Block, BranchProbability, MemFlags, MemOperand, Reg};
use avarice_target::op;

use super::integers::Integers;
use crate::function::FunctionLowering;
use crate::parts::PartType;
use avarice_legalize::Result;

/// An `atomicrmw`.
#[derive(Clone, Copy)]
pub struct AtomicUpdate {
    /// The instruction.
    pub inst: Inst,
    /// What it does.
    pub op: RmwOp,
    /// Alignment of the address in bytes, 0 for that of the type.
    pub align: u64,
    /// Its order among other accesses.
    pub ordering: AtomicOrdering,
}

/// A `cmpxchg`.
#[derive(Clone, Copy)]
pub struct CompareExchange {
    /// The instruction.
    pub inst: Inst,
    /// Alignment of the address in bytes, 0 for that of the type.
    pub align: u64,
    /// Its order among other accesses if it writes.
    pub success: AtomicOrdering,
    /// The same if it does not.
    pub failure: AtomicOrdering,
}

/// A loop that repeats until nothing else wrote in between.
pub struct AtomicLoop {
    /// Its block, which branches to itself.
    pub again: Block,
    /// The block after it.
    pub rest: Block,
    /// What was read last.
    pub old: Reg,
}

/// Selects atomic operations.
pub trait Atomics<'m>: Integers<'m> {
    /// Selects `fence`, which may be about this thread alone.
    fn lower_fence(&mut self, ordering: AtomicOrdering, own_thread: bool);

    /// Selects `atomicrmw`.
    fn lower_atomic_update(&mut self, update: &AtomicUpdate) -> Result<()>;

    /// Selects `cmpxchg`.
    fn lower_compare_exchange(&mut self, exchange: &CompareExchange) -> Result<()>;
}

/// The comparison that a minimum or maximum chooses by: of the old number with the new one.
pub fn chosen_by(op: RmwOp) -> IntPredicate {
    match op {
        RmwOp::Max => IntPredicate::Sgt,
        RmwOp::Min => IntPredicate::Slt,
        RmwOp::UMax => IntPredicate::Ugt,
        _ => IntPredicate::Ult,
    }
}

impl FunctionLowering<'_> {
    /// The memory operand of an atomic access to a `part` at `pointer`.
    ///
    /// # Errors
    /// If the type has no atomic instructions, or is not aligned.
    pub fn atomic_mem(
        &self,
        pointer: Value,
        part: PartType,
        align: u64,
        (flags, ordering): (MemFlags, AtomicOrdering),
    ) -> Result<MemOperand> {
        let size = part.store_size();
        if !matches!(part.bits(), 8 | 16 | 32 | 64) {
            return self.unsupported("atomic operation on this type");
        }
        if align != 0 && align < size {
            return self.unsupported("atomic operation that is not aligned");
        }
        let mut mem = self.mem_operand(flags, pointer, 0, size, align.max(size));
        mem.ordering = ordering;
        Ok(mem)
    }

    /// Begins a loop at the end of the current block: `first` was read before it, each turn leaves in `seen` what it
    /// read, and is repeated with probability `stay`.
    pub fn begin_atomic_loop(
        &mut self,
        first: Reg,
        seen: Reg,
        part: PartType,
        stay: BranchProbability,
    ) -> AtomicLoop {
        let block = self.point().block;
        let rest = self.split_block();
        let again = self.create_block_after(block);
        self.mf.add_edge(block, again, Some(BranchProbability::ONE));
        self.mf.add_edge(again, rest, Some(stay.complement()));
        self.mf.add_edge(again, again, Some(stay));
        self.set_point_at_end(again);
        let old = self.new_reg(part);
        let phi = self.emit(op::PHI).def(old).reg(first).block(block);
        phi.reg(seen).block(again).done();
        AtomicLoop { again, rest, old }
    }
}
