//! Atomic read-modify-write operations and compare-exchange.
//!
//! Operations without an instruction become a loop:
//!
//! ```text
//!   block:  first = MOV32rm p                       (falls through)
//!   again:  old = PHI first, block, seen, again
//!           new = op old, value
//!           $eax = COPY old
//!           LCMPXCHG32 p, new
//!           seen = COPY $eax
//!           JCC_1 again, NE                         (falls through)
//!   rest:   …
//! ```

use avarice_ir::{AtomicOrdering, Inst, RmwOp};
use avarice_lower::select::{
    AtomicLoop, AtomicUpdate, Atomics, CompareExchange, Conditions, IntWidth, Integers, Widening,
    chosen_by,
};
use avarice_lower::{PartType, Result};
use avarice_mir::{BranchProbability, MemFlags, MemOperand, Operand, Reg};
use avarice_target::{Opcode, PhysReg};

use super::address::Address;
use super::compare::{Cc, Condition};
use super::int::{ADD, AND, AluOps, OR, SUB, XOR};
use super::memory::width_of_size;
use super::shorthand::LOW_16;
use super::{Selector, Width, sub_phys};
use crate::{class, op, reg};

/// An atomic access.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub address: Address,
    pub width: Width,
    pub mem: MemOperand,
}

/// The instruction that does an operation in memory if the old value is not used.
fn locked_opcode(op: RmwOp, width: Width) -> Option<Opcode> {
    let row = match op {
        RmwOp::Add => [
            op::LOCK_ADD8mr,
            op::LOCK_ADD16mr,
            op::LOCK_ADD32mr,
            op::LOCK_ADD64mr,
        ],
        RmwOp::Sub => [
            op::LOCK_SUB8mr,
            op::LOCK_SUB16mr,
            op::LOCK_SUB32mr,
            op::LOCK_SUB64mr,
        ],
        RmwOp::And => [
            op::LOCK_AND8mr,
            op::LOCK_AND16mr,
            op::LOCK_AND32mr,
            op::LOCK_AND64mr,
        ],
        RmwOp::Or => [
            op::LOCK_OR8mr,
            op::LOCK_OR16mr,
            op::LOCK_OR32mr,
            op::LOCK_OR64mr,
        ],
        RmwOp::Xor => [
            op::LOCK_XOR8mr,
            op::LOCK_XOR16mr,
            op::LOCK_XOR32mr,
            op::LOCK_XOR64mr,
        ],
        _ => return None,
    };
    Some(row[width as usize])
}

impl Selector<'_, '_> {
    /// The access of `inst` to `size` bytes at its first operand.
    fn atomic_access(
        &mut self,
        inst: Inst,
        part: PartType,
        align: u64,
        order: AtomicOrdering,
    ) -> Result<Access> {
        let pointer = self.function.operand(inst, 0);
        let address = self.address(pointer)?;
        let flags = MemFlags::LOAD | MemFlags::STORE;
        let mem = self.atomic_mem(pointer, part, align, (flags, order))?;
        Ok(Access {
            address,
            width: width_of_size(part.store_size()),
            mem,
        })
    }

    /// A register as an atomic instruction takes it: 16 bits have a register of their own.
    pub(super) fn exact(&mut self, src: Reg, width: Width) -> Reg {
        if width != Width::W16 {
            return src;
        }
        let half = self.new_of(class::GR16);
        self.emit(op::COPY).def(half).sub_reg(src, LOW_16).done();
        half
    }

    /// A new register for a result of exactly `width`.
    pub(super) fn new_exact(&mut self, width: Width) -> Reg {
        match width {
            Width::W16 => self.new_of(class::GR16),
            _ => self.new_reg(width.part()),
        }
    }

    /// Puts what an instruction gave for `width` into `dst`.
    pub(super) fn define_exact(&mut self, dst: Reg, src: Reg, width: Width) {
        match width {
            Width::W16 => self.emit_widen_half(dst, src),
            _ => self.define(dst, src),
        }
    }

    fn is_result_requested(&self, inst: Inst) -> bool {
        let result = self.function.insts[inst].result.expand();
        result.is_some_and(|value| self.is_requested(value))
    }

    /// Emits the loop; `new` computes the new value from the old one.
    pub(super) fn emit_atomic_loop(
        &mut self,
        dst: Reg,
        access: Access,
        new: impl FnOnce(&mut Self, Reg) -> Result<Reg>,
    ) -> Result<()> {
        let width = access.width;
        let part = Width::of_bits(width.bits()).part();
        let first = self.new_reg(part);
        let load = [op::MOV8rm, op::MOVZX32rm16, op::MOV32rm, op::MOV64rm][width as usize];
        let mut mem = access.mem;
        mem.flags = MemFlags::LOAD;
        let emit = self.emit(load).def(first);
        emit.ops(&access.address.operands()).mem(mem).done();
        let stay = BranchProbability::new(31, 32);
        let AtomicLoop { again, old, .. } = self.begin_atomic_loop(first, dst, part, stay);
        let value = new(self, old)?;
        let seen = self.emit_compare_exchange(access, old, value);
        self.define_exact(dst, seen, width);
        let emit = self.emit(op::JCC_1).op(Operand::block(again));
        emit.imm(Cc::Ne.imm()).done();
        Ok(())
    }

    /// `LCMPXCHG`: returns the register with what was in memory; the zero flag says whether it was
    /// `expected`.
    fn emit_compare_exchange(&mut self, access: Access, expected: Reg, new: Reg) -> Reg {
        let width = access.width;
        let expected = self.exact(expected, width);
        let new = self.exact(new, width);
        let place: PhysReg = sub_phys(reg::RAX, width);
        self.emit_copy(place, expected);
        let opcodes = [
            op::LCMPXCHG8,
            op::LCMPXCHG16,
            op::LCMPXCHG32,
            op::LCMPXCHG64,
        ];
        let emit = self.emit(opcodes[width as usize]);
        let emit = emit.ops(&access.address.operands()).reg(new);
        emit.mem(access.mem).keep_flags().done();
        let seen = self.new_exact(width);
        self.emit_copy(seen, place);
        seen
    }

    fn lower_atomic_loop(
        &mut self,
        inst: Inst,
        op: RmwOp,
        access: Access,
        src: Reg,
        bits: u32,
    ) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let ops: Option<&AluOps> = match op {
            RmwOp::And | RmwOp::Nand => Some(&AND),
            RmwOp::Or => Some(&OR),
            RmwOp::Xor => Some(&XOR),
            RmwOp::Add => Some(&ADD),
            RmwOp::Sub => Some(&SUB),
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => None,
            _ => return self.unsupported(format!("atomicrmw {}", op.keyword())),
        };
        let width = Width::of_bits(bits);
        self.emit_atomic_loop(dst, access, |this, old| {
            let Some(ops) = ops else {
                return Ok(this.atomic_min_max(op, old, src, bits));
            };
            let new = this.alu(ops, width, old, src);
            Ok(match op {
                RmwOp::Nand => {
                    let opcode = [op::NOT8r, op::NOT32r, op::NOT32r, op::NOT64r][width as usize];
                    this.unary(opcode, width, new)
                }
                _ => new,
            })
        })
    }

    fn atomic_min_max(&mut self, op: RmwOp, old: Reg, src: Reg, bits: u32) -> Reg {
        let predicate = chosen_by(op);
        let (signed, cc) = (predicate.is_signed(), Cc::of(predicate));
        let width = if bits == 64 { Width::W64 } else { Width::W32 };
        let [old, src] = [old, src].map(|value| {
            if bits >= 32 {
                return value;
            }
            let wide = self.new_reg(width.part());
            self.emit_register_extension(wide, value, Widening::new(signed, bits, width));
            wide
        });
        self.cmp(width, old, src);
        let chosen = self.cmov(width, cc, old, src);
        self.low(chosen, width, Width::of_bits(bits))
    }
}

impl<'m> Atomics<'m> for Selector<'_, 'm> {
    /// Only a sequentially consistent fence needs an instruction.
    fn lower_fence(&mut self, ordering: AtomicOrdering, _: bool) {
        if ordering == AtomicOrdering::SeqCst {
            self.emit(op::MFENCE).done();
        }
    }

    fn lower_atomic_update(&mut self, update: &AtomicUpdate) -> Result<()> {
        let (inst, op) = (update.inst, update.op);
        let (align, ordering) = (update.align, update.ordering);
        let value = self.function.operand(inst, 1);
        if self.is_wide_atomic(value) {
            return self.lower_wide_atomic_update(update);
        }
        let part = self.part(self.ty(value))?;
        let access = self.atomic_access(inst, part, align, ordering)?;
        if !part.is_int() {
            return self.lower_atomic_float(inst, op, access, value);
        }
        let width = access.width;
        let used = self.is_result_requested(inst);
        let src = self.use_value(value)?;
        if let Some(opcode) = locked_opcode(op, width)
            && !used
        {
            let src = self.exact(src, width);
            let emit = self.emit(opcode).ops(&access.address.operands());
            emit.reg(src).mem(access.mem).done();
            return Ok(());
        }
        let opcodes = match op {
            RmwOp::Xchg => [op::XCHG8rm, op::XCHG16rm, op::XCHG32rm, op::XCHG64rm],
            RmwOp::Add | RmwOp::Sub => [op::LXADD8, op::LXADD16, op::LXADD32, op::LXADD64],
            _ => return self.lower_atomic_loop(inst, op, access, src, part.bits()),
        };
        let src = match op {
            RmwOp::Sub => {
                let opcode = [op::NEG8r, op::NEG32r, op::NEG32r, op::NEG64r][width as usize];
                self.unary(opcode, Width::of_bits(width.bits()), src)
            }
            _ => src,
        };
        let src = self.exact(src, width);
        let old = self.new_exact(width);
        let emit = self.emit(opcodes[width as usize]).def(old).reg(src);
        emit.ops(&access.address.operands()).mem(access.mem).done();
        if used {
            let dst = self.result_reg(inst)?;
            self.define_exact(dst, old, width);
        }
        Ok(())
    }

    fn lower_compare_exchange(&mut self, exchange: &CompareExchange) -> Result<()> {
        let (inst, align) = (exchange.inst, exchange.align);
        let (success, failure) = (exchange.success, exchange.failure);
        let (expected, new) = (
            self.function.operand(inst, 1),
            self.function.operand(inst, 2),
        );
        if self.is_wide_atomic(expected) {
            return self.lower_wide_exchange(exchange);
        }
        let part = self.part(self.ty(expected))?;
        if !part.is_int() {
            return self.unsupported("cmpxchg on this type");
        }
        let mut access = self.atomic_access(inst, part, align, success)?;
        access.mem.failure_ordering = failure;
        let (expected, new) = (self.use_value(expected)?, self.use_value(new)?);
        let seen = self.emit_compare_exchange(access, expected, new);
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let (dst, flag) = (self.requested(result, 0), self.requested(result, 1));
        if !dst.is_none() {
            self.define_exact(dst, seen, access.width);
        }
        if !flag.is_none() {
            self.emit_set(flag, Condition::One(Cc::E));
        }
        Ok(())
    }
}
