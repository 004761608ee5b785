//! Atomic accesses. Cranelift's are always sequentially consistent; they take integers of 8, 16, 32 and 64 bits at
//! their natural alignment. Other operations of `atomicrmw` are loops around a compare-exchange.

use avarice_ir::{AtomicOrdering, Inst, InstKind, IntPredicate, RmwOp, Type, Value};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AtomicRmwOp, InstBuilder, MemFlagsData};

use crate::parts::PartKind;
use crate::translator::{Result, Translator};

/// What Cranelift may take for granted of atomic accesses.
fn aligned() -> MemFlagsData {
    MemFlagsData::new().with_notrap().with_aligned()
}

impl Translator<'_, '_> {
    /// The kind of what is accessed, which Cranelift accesses atomically.
    fn atomic_kind(&self, ty: Type, align: u64) -> Result<PartKind> {
        let kind = self.only_kind(ty)?;
        let bits = kind.bits();
        let bytes = u64::from(bits / 8);
        match bits {
            8 | 16 | 32 | 64 if align == 0 || align >= bytes => Ok(kind),
            _ => {
                let ty = avarice_ir::printer::print_type(self.convention.module, ty);
                self.unsupported(format!("atomic access to {ty} with alignment {align}"))
            }
        }
    }

    /// An atomic load.
    pub(crate) fn atomic_load(
        &mut self,
        ty: Type,
        address: ir::Value,
        align: u64,
    ) -> Result<ir::Value> {
        let kind = self.atomic_kind(ty, align)?;
        let int = PartKind::Int(kind.bits()).clif();
        let bits = self.builder.ins().atomic_load(int, aligned(), address);
        Ok(self.of_bits(kind, bits))
    }

    /// Bits as a part.
    fn of_bits(&mut self, kind: PartKind, bits: ir::Value) -> ir::Value {
        match kind {
            PartKind::Int(_) => bits,
            _ => self.as_float(kind.clif(), bits),
        }
    }

    /// An atomic store.
    pub(crate) fn atomic_store(
        &mut self,
        value: Value,
        address: ir::Value,
        align: u64,
    ) -> Result<()> {
        self.atomic_kind(self.ty(value), align)?;
        let value = self.value(value)?;
        let bits = self.bits(value);
        self.builder.ins().atomic_store(aligned(), bits, address);
        Ok(())
    }

    pub(crate) fn translate_fence(&mut self, inst: Inst) {
        // One that is for this thread alone keeps only the compiler from moving accesses, and this does that too.
        if let InstKind::Fence { ordering, .. } = self.function.insts[inst].kind
            && ordering != AtomicOrdering::NotAtomic
        {
            self.builder.ins().fence();
        }
    }

    pub(crate) fn translate_cmpxchg(&mut self, inst: Inst) -> Result<()> {
        let InstKind::CmpXchg { align, .. } = self.function.insts[inst].kind else {
            return self.unsupported("a compare-exchange");
        };
        let [address, expected, new] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        let kind = self.atomic_kind(self.ty(expected), align)?;
        let address = self.value(address)?;
        let expected = self.value(expected)?;
        let new = self.value(new)?;
        let seen = self
            .builder
            .ins()
            .atomic_cas(aligned(), address, expected, new);
        let done = self.int_compare(IntPredicate::Eq, kind.bits(), seen, expected);
        self.define_result(inst, &[seen, done]);
        Ok(())
    }

    pub(crate) fn translate_rmw(&mut self, inst: Inst) -> Result<()> {
        let InstKind::AtomicRmw { op, align, .. } = self.function.insts[inst].kind else {
            return self.unsupported("an atomicrmw");
        };
        let value = self.function.operand(inst, 1);
        let kind = self.atomic_kind(self.ty(value), align)?;
        let address = self.operand(inst, 0)?;
        let value = self.value(value)?;
        let known = match op {
            RmwOp::Xchg => Some(AtomicRmwOp::Xchg),
            RmwOp::Add => Some(AtomicRmwOp::Add),
            RmwOp::Sub => Some(AtomicRmwOp::Sub),
            RmwOp::And => Some(AtomicRmwOp::And),
            RmwOp::Nand => Some(AtomicRmwOp::Nand),
            RmwOp::Or => Some(AtomicRmwOp::Or),
            RmwOp::Xor => Some(AtomicRmwOp::Xor),
            RmwOp::Max => Some(AtomicRmwOp::Smax),
            RmwOp::Min => Some(AtomicRmwOp::Smin),
            RmwOp::UMax => Some(AtomicRmwOp::Umax),
            RmwOp::UMin => Some(AtomicRmwOp::Umin),
            _ => None,
        };
        let int = PartKind::Int(kind.bits()).clif();
        let old = match known {
            Some(op) => {
                let value = self.bits(value);
                let ins = self.builder.ins();
                ins.atomic_rmw(int, aligned(), op, address, value)
            }
            None if self.passes_phis_in_memory() => {
                let op = op.keyword();
                let construct = format!("atomicrmw {op} beside a call that returns twice");
                return self.unsupported(construct);
            }
            None => self.rmw_loop(op, kind, address, value)?,
        };
        let old = self.of_bits(kind, old);
        self.define_result(inst, &[old]);
        Ok(())
    }

    /// An operation in a loop around a compare-exchange; gives what was in memory, as bits.
    fn rmw_loop(
        &mut self,
        op: RmwOp,
        kind: PartKind,
        address: ir::Value,
        value: ir::Value,
    ) -> Result<ir::Value> {
        let int = PartKind::Int(kind.bits()).clif();
        let first = self.builder.ins().atomic_load(int, aligned(), address);
        let [again, done] = [(); 2].map(|()| self.builder.create_block());
        let seen = self.builder.append_block_param(again, int);
        self.builder.ins().jump(again, &[first.into()]);
        self.builder.switch_to_block(again);
        let old = self.of_bits(kind, seen);
        let new = self.rmw_result(op, kind, old, value)?;
        let new = self.bits(new);
        let found = self.builder.ins().atomic_cas(aligned(), address, seen, new);
        let failed = self.builder.ins().icmp(IntCC::NotEqual, found, seen);
        let args = [found.into()];
        self.builder.ins().brif(failed, again, &args, done, &[]);
        self.builder.switch_to_block(done);
        Ok(seen)
    }

    /// What an operation stores.
    fn rmw_result(
        &mut self,
        op: RmwOp,
        kind: PartKind,
        old: ir::Value,
        value: ir::Value,
    ) -> Result<ir::Value> {
        let bits = kind.bits();
        let single = kind == PartKind::Float;
        Ok(match op {
            RmwOp::FAdd => self.builder.ins().fadd(old, value),
            RmwOp::FSub => self.builder.ins().fsub(old, value),
            RmwOp::FMax | RmwOp::FMin => {
                let name = match (op, single) {
                    (RmwOp::FMax, true) => "fmaxf",
                    (RmwOp::FMax, false) => "fmax",
                    (_, true) => "fminf",
                    (_, false) => "fmin",
                };
                self.call_runtime(name, &[old, value], kind.clif())
            }
            RmwOp::FMaximum => self.builder.ins().fmax(old, value),
            RmwOp::FMinimum => self.builder.ins().fmin(old, value),
            RmwOp::UIncWrap => {
                let one = self.iconst(kind.clif(), 1);
                let zero = self.iconst(kind.clif(), 0);
                let next = self.builder.ins().iadd(old, one);
                self.select_by(IntPredicate::Uge, bits, (old, value), (zero, next))
            }
            RmwOp::UDecWrap => {
                let one = self.iconst(kind.clif(), 1);
                let zero = self.iconst(kind.clif(), 0);
                let next = self.builder.ins().isub(old, one);
                let next = self.select_by(IntPredicate::Ugt, bits, (old, value), (value, next));
                self.select_by(IntPredicate::Eq, bits, (old, zero), (value, next))
            }
            RmwOp::USubCond | RmwOp::USubSat => {
                let zero = self.iconst(kind.clif(), 0);
                let less = self.builder.ins().isub(old, value);
                let other = if op == RmwOp::USubSat { zero } else { old };
                self.select_by(IntPredicate::Uge, bits, (old, value), (less, other))
            }
            _ => {
                let op = op.keyword();
                return self.unsupported(format!("atomicrmw {op}"));
            }
        })
    }
}
