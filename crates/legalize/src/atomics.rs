//! Atomic operations on 128 bits: calls of libatomic functions, which use the processor's instruction where there is
//! one. Where the target can rely on that instruction, a load is a compare-exchange of zero for zero and a store is an
//! exchange.

use avarice_ir::{
    AtomicOrdering, InstFlags, InstKind, IntPredicate, RmwOp, Type, TypeData, TypeTable, Value,
};

use super::builder::Builder;
use crate::replacement::Replacement;

/// Bytes of what is accessed, and the alignment that the functions ask for.
const BYTES: u64 = 16;

/// The number of an ordering in C.
fn order_number(ordering: AtomicOrdering) -> u64 {
    match ordering {
        AtomicOrdering::NotAtomic | AtomicOrdering::Unordered | AtomicOrdering::Monotonic => 0,
        AtomicOrdering::Acquire => 2,
        AtomicOrdering::Release => 3,
        AtomicOrdering::AcqRel => 4,
        AtomicOrdering::SeqCst => 5,
    }
}

/// Whether an access with this alignment, 0 for the natural one, is aligned as the functions ask for.
fn is_aligned(align: u64) -> bool {
    align == 0 || align >= BYTES
}

/// What a compare-exchange may have for `ordering`.
fn at_least_monotonic(ordering: AtomicOrdering) -> AtomicOrdering {
    match ordering {
        AtomicOrdering::Unordered => AtomicOrdering::Monotonic,
        ordering => ordering,
    }
}

/// Whether an instruction is atomic, on any type.
pub(super) fn is_atomic(kind: &InstKind) -> bool {
    match kind {
        InstKind::CmpXchg { .. } | InstKind::AtomicRmw { .. } => true,
        InstKind::Load { ordering, .. } | InstKind::Store { ordering, .. } => {
            *ordering != AtomicOrdering::NotAtomic
        }
        _ => false,
    }
}

impl Builder<'_> {
    /// Rewrites an atomic operation on 128 bits. `None` for others, and for those that libatomic has no
    /// function for.
    pub(super) fn expand_atomic(&mut self) -> Option<Replacement> {
        let i128 = TypeTable::I128;
        if self
            .target
            .has_compare_exchange_16(self.module, self.global)
        {
            return self.expand_native_atomic();
        }
        match self.function.insts[self.at].kind.clone() {
            InstKind::Load {
                align, ordering, ..
            } if self.function.insts[self.at].ty == i128 && is_aligned(align) => {
                let args = [self.operand(0), self.order(ordering)];
                let value = self.call_runtime("__atomic_load_16", i128, &args);
                value.map(Replacement::Value)
            }
            InstKind::Store {
                align, ordering, ..
            } if self.ty(self.operand(0)) == i128 && is_aligned(align) => {
                let args = [self.operand(1), self.operand(0), self.order(ordering)];
                self.call_runtime("__atomic_store_16", TypeTable::VOID, &args);
                Some(Replacement::Effect)
            }
            InstKind::AtomicRmw {
                op,
                align,
                ordering,
                ..
            } if self.ty(self.operand(1)) == i128 && is_aligned(align) => {
                let name = match op {
                    RmwOp::Xchg => "__atomic_exchange_16",
                    RmwOp::Add => "__atomic_fetch_add_16",
                    RmwOp::Sub => "__atomic_fetch_sub_16",
                    RmwOp::And => "__atomic_fetch_and_16",
                    RmwOp::Nand => "__atomic_fetch_nand_16",
                    RmwOp::Or => "__atomic_fetch_or_16",
                    RmwOp::Xor => "__atomic_fetch_xor_16",
                    _ => return None,
                };
                let args = [self.operand(0), self.operand(1), self.order(ordering)];
                self.call_runtime(name, i128, &args).map(Replacement::Value)
            }
            InstKind::CmpXchg {
                align,
                success,
                failure,
                ..
            } if self.ty(self.operand(1)) == i128 && is_aligned(align) => {
                Some(Replacement::Value(self.compare_exchange(success, failure)?))
            }
            _ => None,
        }
    }

    /// Loads and stores of 128 bits with compare-exchanges.
    fn expand_native_atomic(&mut self) -> Option<Replacement> {
        let i128 = TypeTable::I128;
        let flags = self.function.insts[self.at].flags & InstFlags::VOLATILE;
        match self.function.insts[self.at].kind.clone() {
            InstKind::Load {
                align,
                ordering,
                scope,
            } if self.function.insts[self.at].ty == i128 && is_aligned(align) => {
                let fields = [i128, TypeTable::I1].into();
                let pair = self.module.types.intern(TypeData::Struct {
                    fields,
                    packed: false,
                });
                let zero = self.wide_int(i128, 0);
                let kind = InstKind::CmpXchg {
                    align,
                    success: at_least_monotonic(ordering),
                    failure: at_least_monotonic(ordering),
                    scope,
                };
                let args = [self.operand(0), zero, zero];
                let pair = self.value(kind, pair, flags, &args);
                let kind = InstKind::ExtractValue([0].into());
                let value = self.value(kind, i128, InstFlags::empty(), &[pair]);
                Some(Replacement::Value(value))
            }
            InstKind::Store {
                align,
                ordering,
                scope,
            } if self.ty(self.operand(0)) == i128 && is_aligned(align) => {
                let kind = InstKind::AtomicRmw {
                    op: RmwOp::Xchg,
                    align,
                    ordering: at_least_monotonic(ordering),
                    scope,
                };
                let args = [self.operand(1), self.operand(0)];
                self.inst(kind, i128, flags, &args);
                Some(Replacement::Effect)
            }
            _ => None,
        }
    }

    fn order(&mut self, ordering: AtomicOrdering) -> Value {
        self.int(TypeTable::I32, order_number(ordering))
    }

    /// The pair of what was in memory and whether it was what was expected. The function gets the expected
    /// value in memory, and leaves there what it found instead.
    fn compare_exchange(
        &mut self,
        success: AtomicOrdering,
        failure: AtomicOrdering,
    ) -> Option<Value> {
        let [pointer, expected, new] = [0, 1, 2].map(|index| self.operand(index));
        let place = self.alloca(TypeTable::I128, BYTES);
        self.store(expected, place, BYTES);
        let (success, failure) = (self.order(success), self.order(failure));
        let args = [pointer, place, new, success, failure];
        let done = self.call_runtime("__atomic_compare_exchange_16", TypeTable::I8, &args)?;
        let zero = self.int(TypeTable::I8, 0);
        let done = self.icmp(IntPredicate::Ne, done, zero);
        let seen = self.load(TypeTable::I128, place, BYTES);
        let ty = self.function.insts[self.at].ty;
        let mut pair = self.poison(ty);
        for (index, value) in [seen, done].into_iter().enumerate() {
            let kind = InstKind::InsertValue([index as u32].into());
            pair = self.value(kind, ty, InstFlags::empty(), &[pair, value]);
        }
        Some(pair)
    }

    /// Calls a function of the runtime; its result, if it has one.
    fn call_runtime(&mut self, name: &str, ret: Type, args: &[Value]) -> Option<Value> {
        let call = self.call_inst(name, ret, InstFlags::empty(), args);
        self.function.insts[call].result.expand()
    }
}
