//! Atomic loads and stores that order others, read-modify-write operations, compare-exchange and fences.
//!
//! | the function has | operations are |
//! |---|---|
//! | `+lse` | instructions (`ldaddal w0, w1, [x2]`) |
//! | `+outline-atomics` | calls of the runtime (`__aarch64_ldadd4_acq_rel`), which tests what the processor has |
//! | neither | loops around a load-exclusive and a store-exclusive; without optimization around a compare-exchange, itself a loop that is expanded after allocation |
//!
//! Operations without an instruction are always a loop:
//!
//! ```text
//!   again:  old = LDAXRW p                          (falls through)
//!           new = op old, value
//!           status = STLXRW new, p;  cbnz status, again
//!   rest:   …
//!
//!   block:  first = LDRWui p                        (falls through)
//!   again:  old = PHI first, block, seen, again
//!           new = op old, value
//!           seen = compare-exchange p, old, new
//!           cmp seen, old;  b.ne again              (falls through)
//!   rest:   …
//! ```

use avarice_ir::{AtomicOrdering, Inst, InstKind, RmwOp, Value};
use avarice_lower::select::{
    AtomicLoop, AtomicUpdate, Atomics, CompareExchange, Conditions, IntWidth, RuntimeCalls,
    chosen_by,
};
use avarice_lower::{FloatKind, PartType, Result};
use avarice_mir::{Block, BranchProbability, MemFlags, MemOperand, Operand, Reg};

use super::address::Address;
use super::atomic_opcodes::{self as opcodes, ByOrder};
use super::compare::Cc;
use super::memory::LOADS;
use super::operand::{ADD, AND, BinaryOps, EOR, ORR, SUB, extend_imm};
use super::{Selector, Width};
use crate::subtarget::{self, Features};
use crate::{class, op};

/// The barrier of all accesses of the inner shareable domain, and that of loads.
const BARRIER_ALL: i64 = 11;
const BARRIER_LOADS: i64 = 9;

/// An atomic access to an integer.
#[derive(Clone, Copy)]
struct AtomicAccess {
    /// Its address.
    pointer: Reg,
    bits: u32,
    ordering: AtomicOrdering,
    mem: MemOperand,
}

impl AtomicAccess {
    /// The index of its size in tables.
    fn size(self) -> usize {
        (self.bits / 8).trailing_zeros() as usize
    }

    /// The width of registers that hold it.
    fn width(self) -> Width {
        Width::of_bits(self.bits)
    }

    /// The index of its ordering in tables, and the runtime's word for it.
    fn order(self) -> (usize, &'static str) {
        match self.ordering {
            AtomicOrdering::Acquire => (1, "acq"),
            AtomicOrdering::Release => (2, "rel"),
            AtomicOrdering::AcqRel | AtomicOrdering::SeqCst => (3, "acq_rel"),
            _ => (0, "relax"),
        }
    }
}

/// What an operation does to its operand before the instruction or call of a name does it in memory.
#[derive(Clone, Copy)]
enum Prepared {
    As,
    Negated,
    Complemented,
}

/// The instructions of an operation, its name in the runtime if it is there, and what is done to the operand.
fn direct(op: RmwOp) -> Option<(&'static ByOrder, Option<&'static str>, Prepared)> {
    use Prepared::{As, Complemented, Negated};
    Some(match op {
        RmwOp::Xchg => (&opcodes::SWP, Some("swp"), As),
        RmwOp::Add => (&opcodes::LDADD, Some("ldadd"), As),
        RmwOp::Sub => (&opcodes::LDADD, Some("ldadd"), Negated),
        RmwOp::Or => (&opcodes::LDSET, Some("ldset"), As),
        RmwOp::And => (&opcodes::LDCLR, Some("ldclr"), Complemented),
        RmwOp::Xor => (&opcodes::LDEOR, Some("ldeor"), As),
        RmwOp::Max => (&opcodes::LDSMAX, None, As),
        RmwOp::Min => (&opcodes::LDSMIN, None, As),
        RmwOp::UMax => (&opcodes::LDUMAX, None, As),
        RmwOp::UMin => (&opcodes::LDUMIN, None, As),
        _ => return None,
    })
}

impl Selector<'_, '_> {
    /// The features that the function's attributes name.
    fn atomic_features(&self) -> Features {
        let function = self.module.globals[self.global].function();
        let attrs = function.map(|function| function.attrs.function);
        subtarget::features(self.module.attrs(attrs.flatten()))
    }

    /// The access of `inst` to a part at `pointer`.
    fn atomic_access(
        &mut self,
        pointer: Value,
        part: PartType,
        align: u64,
        (flags, ordering): (MemFlags, AtomicOrdering),
    ) -> Result<AtomicAccess> {
        let mem = self.atomic_mem(pointer, part, align, (flags, ordering))?;
        Ok(AtomicAccess {
            pointer: self.use_value(pointer)?,
            bits: part.bits(),
            ordering,
            mem,
        })
    }

    // ---- Loads, stores, fences ----------------------------------------------------------------

    /// Selects a load that orders what follows.
    pub(super) fn lower_ordered_load(&mut self, inst: Inst) -> Result<()> {
        let InstKind::Load {
            align, ordering, ..
        } = self.function.insts[inst].kind
        else {
            return self.unsupported("load of this kind");
        };
        let part = self.part(self.function.insts[inst].ty)?;
        let pointer = self.function.operand(inst, 0);
        let access = self.atomic_access(pointer, part, align, (MemFlags::LOAD, ordering))?;
        let loaded = self.new_reg(access.width().part());
        let opcode = opcodes::ACQUIRE[access.size()];
        let emit = self.emit(opcode).def(loaded);
        emit.reg(access.pointer).mem(access.mem).done();
        if let Some(value) = self.function.insts[inst].result.expand() {
            let dst = self.requested(value, 0);
            if !dst.is_none() {
                self.define_bits(dst, loaded, part);
            }
        }
        Ok(())
    }

    /// Selects a store that orders what came before.
    pub(super) fn lower_ordered_store(&mut self, inst: Inst) -> Result<()> {
        let InstKind::Store {
            align, ordering, ..
        } = self.function.insts[inst].kind
        else {
            return self.unsupported("store of this kind");
        };
        let [value, pointer] = self.operands(inst);
        let part = self.part(self.ty(value))?;
        let access = self.atomic_access(pointer, part, align, (MemFlags::STORE, ordering))?;
        let src = self.use_value(value)?;
        let src = self.bits_of(src, part);
        let opcode = opcodes::RELEASE[access.size()];
        let emit = self.emit(opcode).reg(src).reg(access.pointer);
        emit.mem(access.mem).done();
        Ok(())
    }

    /// A part in an integer register.
    fn bits_of(&mut self, src: Reg, part: PartType) -> Reg {
        match part {
            PartType::Half => {
                let whole = self.new_of(class::FPR32);
                self.emit_low_part(whole, src, crate::sub::HSUB);
                let dst = self.new_reg(PartType::Int(32));
                self.emit_copy(dst, whole);
                dst
            }
            PartType::Float | PartType::Double => {
                let dst = self.new_reg(PartType::Int(part.bits() as u8));
                self.emit_copy(dst, src);
                dst
            }
            _ => src,
        }
    }

    /// `dst`, a part, = the bits in an integer register.
    fn define_bits(&mut self, dst: Reg, src: Reg, part: PartType) {
        match part {
            PartType::Half => {
                let whole = self.new_of(class::FPR32);
                self.emit_copy(whole, src);
                let copy = self.emit(op::COPY).def(dst);
                copy.sub_reg(whole, crate::sub::HSUB).done();
            }
            _ if part.is_int() => self.define(dst, src),
            _ => {
                self.emit_copy(dst, src);
            }
        }
    }

    /// `dst` = a register with `src` as its part `index`; the rest is anything.
    pub(super) fn emit_low_part(&mut self, dst: Reg, src: Reg, index: avarice_target::SubRegIdx) {
        let class = dst.as_virtual().map(|reg| self.mf.class(reg));
        let undef = self.new_of(class.unwrap_or(class::FPR32));
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undef);
        emit.reg(src).imm(index.0.into()).done();
    }

    // ---- Read, modify, write ------------------------------------------------------------------

    fn prepared(&mut self, src: Reg, how: Prepared, width: Width) -> Reg {
        if matches!(how, Prepared::As) {
            return src;
        }
        let dst = self.new_reg(width.part());
        match how {
            Prepared::Complemented => {
                let opcode = [op::ORNWrr, op::ORNXrr][width as usize];
                self.emit(opcode).def(dst).reg(width.zero()).reg(src).done();
            }
            _ => self.emit_neg(width, dst, src),
        }
        dst
    }

    fn lower_atomic_loop(
        &mut self,
        old: Reg,
        op: RmwOp,
        access: AtomicAccess,
        src: Reg,
    ) -> Result<()> {
        let ops: Option<&BinaryOps> = match op {
            RmwOp::And | RmwOp::Nand => Some(&AND),
            RmwOp::Or => Some(&ORR),
            RmwOp::Xor => Some(&EOR),
            RmwOp::Add => Some(&ADD),
            RmwOp::Sub => Some(&SUB),
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin | RmwOp::Xchg => None,
            RmwOp::UIncWrap | RmwOp::UDecWrap => None,
            _ => return self.unsupported(format!("atomicrmw {}", op.keyword())),
        };
        let width = access.width();
        self.emit_atomic_loop(old, access, |this, old| {
            let Some(ops) = ops else {
                return Ok(match op {
                    RmwOp::Xchg => src,
                    RmwOp::UIncWrap => this.atomic_increment(old, src, access.bits),
                    RmwOp::UDecWrap => this.atomic_decrement(old, src, access.bits),
                    _ => this.atomic_min_max(op, old, src, access.bits),
                });
            };
            let new = this.alu(ops, width, old, src);
            Ok(match op {
                RmwOp::Nand => this.prepared(new, Prepared::Complemented, width),
                _ => new,
            })
        })
    }

    fn atomic_min_max(&mut self, op: RmwOp, old: Reg, src: Reg, bits: u32) -> Reg {
        let predicate = chosen_by(op);
        let (signed, cc) = (predicate.is_signed(), Cc::of(predicate));
        let width = Width::of_bits(bits);
        let [left, right] =
            [old, src].map(|value| self.extended_in_place(value, signed, bits, width));
        self.cmp(width, left, right);
        self.csel(width, cc, old, src)
    }

    /// One more, or 0 from `most` on.
    fn atomic_increment(&mut self, old: Reg, most: Reg, bits: u32) -> Reg {
        let width = Width::of_bits(bits);
        let [left, right] =
            [old, most].map(|value| self.extended_in_place(value, false, bits, width));
        let dst = self.new_reg(width.part());
        self.cmp(width, left, right);
        let opcode = [op::CSINCWr, op::CSINCXr][width as usize];
        let emit = self.emit(opcode).def(dst).reg(width.zero()).reg(left);
        emit.imm(Cc::Hs.imm()).done();
        dst
    }

    /// One less, or `most` from 0 and from what is more than `most`.
    fn atomic_decrement(&mut self, old: Reg, most: Reg, bits: u32) -> Reg {
        let width = Width::of_bits(bits);
        let [left, right] =
            [old, most].map(|value| self.extended_in_place(value, false, bits, width));
        let less = self.new_reg(width.part());
        let emit = self.emit(SUB.ri[width as usize]).def(less).reg(left);
        emit.imm(1).imm(0).done();
        // Less than 0 is more than any `most`, and so is what one less than is `most` or more.
        self.cmp(width, less, right);
        self.csel(width, Cc::Hs, right, less)
    }

    /// Emits the loop; `new` computes the new value from the old one, which `dst` becomes in the end.
    fn emit_atomic_loop(
        &mut self,
        dst: Reg,
        access: AtomicAccess,
        new: impl FnOnce(&mut Self, Reg) -> Result<Reg>,
    ) -> Result<()> {
        let has_instructions = Features::LSE | Features::OUTLINE_ATOMICS;
        if self.options.optimize && !self.atomic_features().intersects(has_instructions) {
            return self.emit_exclusive_loop(dst, access, new);
        }
        let part = access.width().part();
        let first = self.new_reg(part);
        let mut mem = access.mem;
        mem.flags = MemFlags::LOAD;
        mem.ordering = AtomicOrdering::Monotonic;
        let place = Address::base(access.pointer, 0);
        self.emit_load(LOADS[access.size()], first, place, mem)?;
        let stay = BranchProbability::new(1, 32);
        let AtomicLoop { again, rest, old } = self.begin_atomic_loop(first, dst, part, stay);
        let value = new(self, old)?;
        self.emit_compare_exchange(dst, access, old, value)?;
        self.compare_seen(dst, old, access);
        let emit = self.emit(op::Bcc).imm(Cc::Ne.imm());
        emit.op(Operand::block(again)).done();
        self.set_point_at_start(rest);
        Ok(())
    }

    /// The same as a loop around a load and a store that fails if another store has happened meanwhile.
    /// Without optimization, registers are saved in between, which can make it fail forever.
    fn emit_exclusive_loop(
        &mut self,
        dst: Reg,
        access: AtomicAccess,
        new: impl FnOnce(&mut Self, Reg) -> Result<Reg>,
    ) -> Result<()> {
        let block = self.point().block;
        let rest = self.split_block();
        let again = self.create_block_after(block);
        self.mf.add_edge(block, again, Some(BranchProbability::ONE));
        let stay = BranchProbability::new(1, 32);
        self.mf.add_edge(again, rest, Some(stay.complement()));
        self.mf.add_edge(again, again, Some(stay));
        self.set_point_at_end(again);
        self.emit_exclusive_load(dst, access);
        let value = new(self, dst)?;
        self.emit_exclusive_store(value, access, again);
        self.set_point_at_start(rest);
        Ok(())
    }

    /// A compare-exchange as a loop around a load and a store that notices other stores.
    ///
    /// ```text
    ///   again:  seen = LDAXRW p;  cmp seen, expected;  b.ne rest     (falls through)
    ///   store:  status = STLXRW new, p;  cbnz status, again          (falls through)
    ///   rest:   …
    /// ```
    fn emit_exclusive_exchange(
        &mut self,
        seen: Reg,
        access: AtomicAccess,
        expected: Reg,
        new: Reg,
    ) {
        let block = self.point().block;
        let rest = self.split_block();
        let again = self.create_block_after(block);
        let store = self.create_block_after(again);
        let fails = BranchProbability::new(1, 32);
        self.mf.add_edge(block, again, Some(BranchProbability::ONE));
        self.mf.add_edge(again, store, Some(fails.complement()));
        self.mf.add_edge(again, rest, Some(fails));
        self.mf.add_edge(store, rest, Some(fails.complement()));
        self.mf.add_edge(store, again, Some(fails));
        self.set_point_at_end(again);
        self.emit_exclusive_load(seen, access);
        self.compare_seen(seen, expected, access);
        let emit = self.emit(op::Bcc).imm(Cc::Ne.imm());
        emit.op(Operand::block(rest)).done();
        self.set_point_at_end(store);
        self.emit_exclusive_store(new, access, again);
        self.set_point_at_start(rest);
    }

    fn emit_exclusive_load(&mut self, dst: Reg, access: AtomicAccess) {
        let opcode = opcodes::LOAD_EXCLUSIVE[access.order().0 & 1][access.size()];
        let emit = self.emit(opcode).def(dst).reg(access.pointer);
        emit.mem(access.mem).done();
    }

    /// The store, and the branch to `again` if it fails.
    fn emit_exclusive_store(&mut self, value: Reg, access: AtomicAccess, again: Block) {
        let status = self.new_reg(PartType::Int(32));
        let opcode = opcodes::STORE_EXCLUSIVE[access.order().0 >> 1][access.size()];
        let emit = self.emit(opcode).def(status).reg(value);
        emit.reg(access.pointer).mem(access.mem).done();
        let emit = self.emit(op::CBNZW).reg(status);
        emit.op(Operand::block(again)).done();
    }

    /// The flags of a comparison of what was in memory, with zeros above, with what was expected.
    fn compare_seen(&mut self, seen: Reg, expected: Reg, access: AtomicAccess) {
        match access.bits {
            8 | 16 => {
                let imm = extend_imm(false, access.bits, 0);
                let emit = self.emit(op::SUBSWrx).def(Width::W32.zero());
                emit.reg(seen).reg(expected).imm(imm).keep_flags().done();
            }
            _ => self.cmp(access.width(), seen, expected),
        }
    }

    /// `seen` = what was in memory, where now `new` is if that was `expected`.
    fn emit_compare_exchange(
        &mut self,
        seen: Reg,
        access: AtomicAccess,
        expected: Reg,
        new: Reg,
    ) -> Result<()> {
        let int = access.width().part();
        let features = self.atomic_features();
        if features.contains(Features::LSE) {
            let opcode = opcodes::CAS[access.order().0][access.size()];
            let emit = self.emit(opcode).def(seen).reg(expected).reg(new);
            emit.reg(access.pointer).mem(access.mem).done();
        } else if features.contains(Features::OUTLINE_ATOMICS) {
            let args = [
                (int, expected),
                (int, new),
                (PartType::Pointer, access.pointer),
            ];
            let name = format!("__aarch64_cas{}_{}", access.bits / 8, access.order().1);
            self.emit_libcall(&name, &args, &[(int, seen)])?;
        } else if self.options.optimize {
            self.emit_exclusive_exchange(seen, access, expected, new);
        } else {
            let status = self.new_reg(PartType::Int(32));
            let opcode = opcodes::CMP_SWAP[access.size()];
            let emit = self.emit(opcode).def(seen).def(status).reg(access.pointer);
            let emit = emit.reg(expected).reg(new);
            emit.implicit_def(crate::reg::NZCV).mem(access.mem).done();
        }
        Ok(())
    }

    // ---- Numbers ------------------------------------------------------------------------------

    fn lower_atomic_float(
        &mut self,
        dst: Reg,
        op: RmwOp,
        access: AtomicAccess,
        src: Reg,
        part: PartType,
    ) -> Result<()> {
        let Some(kind) = FloatKind::of(part) else {
            return self.unsupported(format!("atomicrmw {} of this type", op.keyword()));
        };
        let opcode = match op {
            RmwOp::FAdd => kind.pick(op::FADDSrr, op::FADDDrr),
            RmwOp::FSub => kind.pick(op::FSUBSrr, op::FSUBDrr),
            RmwOp::FMax => kind.pick(op::FMAXNMSrr, op::FMAXNMDrr),
            RmwOp::FMin => kind.pick(op::FMINNMSrr, op::FMINNMDrr),
            _ => return self.unsupported(format!("atomicrmw {}", op.keyword())),
        };
        let old = self.new_reg(access.width().part());
        self.emit_atomic_loop(old, access, |this, old| {
            let [number, sum] = [0, 1].map(|_| this.new_reg(part));
            this.emit_copy(number, old);
            this.emit(opcode).def(sum).reg(number).reg(src).done();
            Ok(this.bits_of(sum, part))
        })?;
        if !dst.is_none() {
            self.define_bits(dst, old, part);
        }
        Ok(())
    }
}

impl<'m> Atomics<'m> for Selector<'_, 'm> {
    /// Selects `fence`. Within one thread the order of instructions is enough.
    fn lower_fence(&mut self, ordering: AtomicOrdering, single_thread: bool) {
        let barrier = match ordering {
            _ if single_thread => return,
            AtomicOrdering::Acquire => BARRIER_LOADS,
            _ => BARRIER_ALL,
        };
        self.emit(op::DMB).imm(barrier).done();
    }

    fn lower_atomic_update(&mut self, update: &AtomicUpdate) -> Result<()> {
        let (inst, op) = (update.inst, update.op);
        let (align, ordering) = (update.align, update.ordering);
        let [pointer, value] = self.operands(inst);
        let part = self.part(self.ty(value))?;
        let flags = MemFlags::LOAD | MemFlags::STORE;
        let access = self.atomic_access(pointer, part, align, (flags, ordering))?;
        let src = self.use_value(value)?;
        let dst = match self.function.insts[inst].result.expand() {
            Some(result) => self.requested(result, 0),
            None => Reg::NONE,
        };
        if !part.is_int() && op != RmwOp::Xchg {
            return self.lower_atomic_float(dst, op, access, src, part);
        }
        let src = self.bits_of(src, part);
        let old = self.new_reg(access.width().part());
        let features = self.atomic_features();
        match direct(op) {
            Some((table, _, prepared)) if features.contains(Features::LSE) => {
                let src = self.prepared(src, prepared, access.width());
                let opcode = table[access.order().0][access.size()];
                let emit = self.emit(opcode).def(old).reg(src);
                emit.reg(access.pointer).mem(access.mem).done();
            }
            Some((_, Some(name), prepared)) if features.contains(Features::OUTLINE_ATOMICS) => {
                let src = self.prepared(src, prepared, access.width());
                let int = access.width().part();
                let args = [(int, src), (PartType::Pointer, access.pointer)];
                let name = format!("__aarch64_{name}{}_{}", access.bits / 8, access.order().1);
                self.emit_libcall(&name, &args, &[(int, old)])?;
            }
            _ => self.lower_atomic_loop(old, op, access, src)?,
        }
        if !dst.is_none() {
            self.define_bits(dst, old, part);
        }
        Ok(())
    }

    fn lower_compare_exchange(&mut self, exchange: &CompareExchange) -> Result<()> {
        let (inst, align) = (exchange.inst, exchange.align);
        let (success, failure) = (exchange.success, exchange.failure);
        let [pointer, expected, new] = self.operands(inst);
        let part = self.part(self.ty(expected))?;
        if !part.is_int() {
            return self.unsupported("cmpxchg on this type");
        }
        // One order for both outcomes: the stronger.
        let ordering = match (success, failure) {
            (AtomicOrdering::Release, AtomicOrdering::Acquire) => AtomicOrdering::AcqRel,
            (AtomicOrdering::Monotonic, failure) => failure,
            (_, AtomicOrdering::SeqCst) => AtomicOrdering::SeqCst,
            (success, _) => success,
        };
        let flags = MemFlags::LOAD | MemFlags::STORE;
        let mut access = self.atomic_access(pointer, part, align, (flags, ordering))?;
        access.mem.ordering = success;
        access.mem.failure_ordering = failure;
        let (expected, new) = (self.use_value(expected)?, self.use_value(new)?);
        let seen = self.new_reg(access.width().part());
        self.emit_compare_exchange(seen, access, expected, new)?;
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let (dst, flag) = (self.requested(result, 0), self.requested(result, 1));
        if !dst.is_none() {
            self.emit_copy(dst, seen);
        }
        if !flag.is_none() {
            self.compare_seen(seen, expected, access);
            self.emit_cset(flag, Cc::Eq);
        }
        Ok(())
    }
}
