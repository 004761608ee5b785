//! Atomic operations on 128 bits where the processor has `cmpxchg16b`; elsewhere they are calls before
//! selection.
//!
//! ```text
//!   block:  low, high = MOV64rm p, MOV64rm p + 8    (the halves need not belong together)
//!   again:  old = PHI …, PHI …
//!           new = op old, value
//!           $rax, $rdx = COPY old;  $rcx = COPY high half of new
//!           LCMPXCHG16B_NO_RBX p, low half of new
//!           seen = COPY $rax, COPY $rdx
//!           JCC_1 again, NE                         (falls through)
//!   rest:   …
//! ```
//!
//! The instruction takes the low half of the new value in RBX, which may be the base register of the
//! frame. Whether it is, is known once all blocks exist: [`Selector::compute_exchanged_address`].

use avarice_ir::{AtomicOrdering, IntPredicate, RmwOp, Value};
use avarice_lower::select::{
    AtomicUpdate, CompareExchange, Conditions, Halves, WideIntegers, WideSum,
};
use avarice_lower::{PartType, Result};
use avarice_mir::{BranchProbability, InstBuilder, MemFlags, MemOperand, Operand, Reg};
use smallvec::SmallVec;

use super::address::Address;
use super::compare::{Cc, Condition};
use super::int::{AND, AluOps, OR, XOR};
use super::{Selector, Width};
use crate::subtarget::Features;
use crate::{class, frame, op, reg};

const W: Width = Width::W64;
const HALF: PartType = PartType::Int(64);

/// Bytes that are accessed.
const BYTES: u64 = 16;

impl Selector<'_, '_> {
    /// Whether an atomic operation on `value` is one of this file's.
    pub(super) fn is_wide_atomic(&self, value: Value) -> bool {
        self.wide_bits(value) == Some(128) && self.features().contains(Features::CX16)
    }

    fn wide_access(
        &mut self,
        inst: avarice_ir::Inst,
        align: u64,
        ordering: AtomicOrdering,
    ) -> Result<(Address, MemOperand)> {
        if align != 0 && align < BYTES {
            return self.unsupported("atomic operation that is not aligned");
        }
        let pointer = self.function.operand(inst, 0);
        let address = self.address(pointer)?;
        let flags = MemFlags::LOAD | MemFlags::STORE;
        let mut mem = self.mem_operand(flags, pointer, 0, BYTES, BYTES);
        mem.ordering = ordering;
        Ok((address, mem))
    }

    /// Selects `cmpxchg` of 128 bits.
    pub(super) fn lower_wide_exchange(&mut self, exchange: &CompareExchange) -> Result<()> {
        let (inst, align) = (exchange.inst, exchange.align);
        let (success, failure) = (exchange.success, exchange.failure);
        let (address, mut mem) = self.wide_access(inst, align, success)?;
        mem.failure_ordering = failure;
        let [expected, new] = [1, 2].map(|index| self.function.operand(inst, index));
        let (expected, new) = (self.halves(expected)?, self.halves(new)?);
        let wanted = match self.function.insts[inst].result.expand() {
            Some(result) => [0, 1, 2].map(|part| self.requested(result, part)),
            None => [Reg::NONE; 3],
        };
        let [low, high] = [wanted[0], wanted[1]].map(|dst| match dst.is_none() {
            true => self.new_reg(HALF),
            false => dst,
        });
        self.emit_wide_compare_exchange(&address, mem, (low, high), expected, new);
        if !wanted[2].is_none() {
            self.emit_set(wanted[2], Condition::One(Cc::E));
        }
        Ok(())
    }

    /// `LCMPXCHG16B`: `dst` is what was in memory; the zero flag says whether it was `expected`.
    fn emit_wide_compare_exchange(
        &mut self,
        address: &Address,
        mem: MemOperand,
        dst: Halves,
        expected: Halves,
        new: Halves,
    ) {
        self.emit_copy(reg::RAX, expected.0);
        self.emit_copy(reg::RDX, expected.1);
        self.emit_copy(reg::RCX, new.1);
        let emit = self.emit(op::LCMPXCHG16B_NO_RBX);
        let emit = emit.ops(&address.operands()).reg(new.0);
        emit.mem(mem).keep_flags().done();
        self.emit_copy(dst.0, reg::RAX);
        self.emit_copy(dst.1, reg::RDX);
    }

    /// Selects `atomicrmw` of 128 bits.
    pub(super) fn lower_wide_atomic_update(&mut self, update: &AtomicUpdate) -> Result<()> {
        let (inst, op) = (update.inst, update.op);
        let (align, ordering) = (update.align, update.ordering);
        let (address, mem) = self.wide_access(inst, align, ordering)?;
        let src = self.function.operand(inst, 1);
        let src = self.halves(src)?;
        let result = self.function.insts[inst].result.expand();
        let [low, high] = [0, 1].map(|part| {
            let wanted = result.map_or(Reg::NONE, |result| self.requested(result, part));
            match wanted.is_none() {
                true => self.new_reg(HALF),
                false => wanted,
            }
        });
        let first = (self.new_reg(HALF), self.new_reg(HALF));
        for (dst, offset) in [(first.0, 0), (first.1, 8)] {
            let mut half = mem;
            half.flags = MemFlags::LOAD;
            half.ordering = AtomicOrdering::Monotonic;
            half.offset += offset as i64;
            half.size = Some(8);
            let emit = self.emit(op::MOV64rm).def(dst);
            let place = address.offset(offset).operands();
            emit.ops(&place).mem(half).done();
        }
        let block = self.point().block;
        let rest = self.split_block();
        let again = self.create_block_after(block);
        self.mf.add_edge(block, again, Some(BranchProbability::ONE));
        let stay = BranchProbability::new(31, 32);
        self.mf.add_edge(again, rest, Some(stay.complement()));
        self.mf.add_edge(again, again, Some(stay));
        self.set_point_at_end(again);
        let old = (self.new_reg(HALF), self.new_reg(HALF));
        for (old, first, seen) in [(old.0, first.0, low), (old.1, first.1, high)] {
            let phi = self.emit(op::PHI).def(old).reg(first).block(block);
            phi.reg(seen).block(again).done();
        }
        let new = self.wide_atomic_value(op, old, src)?;
        self.emit_wide_compare_exchange(&address, mem, (low, high), old, new);
        let emit = self.emit(op::JCC_1).op(Operand::block(again));
        emit.imm(Cc::Ne.imm()).done();
        Ok(())
    }

    /// What an operation makes of the old value.
    fn wide_atomic_value(&mut self, op: RmwOp, old: Halves, src: Halves) -> Result<Halves> {
        let both = |this: &mut Self, ops: &AluOps| {
            (
                this.alu(ops, W, old.0, src.0),
                this.alu(ops, W, old.1, src.1),
            )
        };
        let bound = |this: &mut Self, predicate| {
            let condition = this.compare_halves(predicate, [old, src]);
            let dst = (this.new_reg(HALF), this.new_reg(HALF));
            this.emit_cmov(op::CMOV64rr, dst.0, condition, old.0, src.0);
            this.emit_cmov(op::CMOV64rr, dst.1, condition, old.1, src.1);
            Ok(dst)
        };
        match op {
            RmwOp::Xchg => Ok(src),
            RmwOp::Add | RmwOp::Sub => {
                let dst = (self.new_reg(HALF), self.new_reg(HALF));
                let sum = WideSum {
                    is_difference: op == RmwOp::Sub,
                    left: old,
                    right: src,
                    keeps_flags: false,
                };
                self.emit_wide_sum(dst, sum);
                Ok(dst)
            }
            RmwOp::And => Ok(both(self, &AND)),
            RmwOp::Or => Ok(both(self, &OR)),
            RmwOp::Xor => Ok(both(self, &XOR)),
            RmwOp::Nand => {
                let (low, high) = both(self, &AND);
                Ok((
                    self.unary(op::NOT64r, W, low),
                    self.unary(op::NOT64r, W, high),
                ))
            }
            RmwOp::Max => bound(self, IntPredicate::Sgt),
            RmwOp::Min => bound(self, IntPredicate::Slt),
            RmwOp::UMax => bound(self, IntPredicate::Ugt),
            RmwOp::UMin => bound(self, IntPredicate::Ult),
            _ => self.unsupported(format!("atomicrmw {} of 128 bits", op.keyword())),
        }
    }

    /// Computes the address of a local that `LCMPXCHG16B_NO_RBX` accesses where addresses of locals are relative to RBX,
    /// in which it has an operand.
    pub(super) fn compute_exchanged_address(&mut self, inst: avarice_mir::Inst) {
        let is_local = self.mf.operand(inst, 0).as_frame_index().is_some();
        if !is_local || !frame::has_base_pointer(&self.mf) {
            return;
        }
        let location = self.mf.debug_loc(inst);
        let address: SmallVec<[Operand; 5]> = self.mf.operands(inst)[..5].into();
        let place = self.new_of(class::GR64);
        InstBuilder::new(&mut self.mf, op::LEA64r)
            .location(location)
            .def(place)
            .ops(&address)
            .insert_before(inst);
        let operands = Address::base(place, 0).operands();
        for (at, operand) in operands.into_iter().enumerate() {
            self.mf.replace_operand(inst, at, operand);
        }
    }
}
