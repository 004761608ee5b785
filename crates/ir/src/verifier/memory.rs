//! Rules of memory instructions: alignment, types and orderings.

use super::function::Body;
use super::globals::MAX_ALIGN;
use super::{Rule, ensure};
use crate::entities::{Inst, Type};
use crate::inst::{AtomicOrdering, InstFlags, InstKind, RmwOp};
use crate::types::{TypeData, TypeTable};

impl Body<'_, '_> {
    pub(super) fn memory_rule(&self, inst: Inst) -> Rule {
        use AtomicOrdering::*;
        let data = &self.function.insts[inst];
        match &data.kind {
            InstKind::Alloca { ty, align, .. } => {
                self.align_rule(*align)?;
                self.alloca_rule(inst, *ty)
            }
            InstKind::Load {
                align,
                ordering,
                scope,
            } => {
                self.align_rule(*align)?;
                self.pointer_rule(inst, 0)?;
                self.access_rule(data.ty, *ordering, *align, scope.is_some())?;
                ensure!(
                    !matches!(ordering, Release | AcqRel),
                    "load with ordering {}",
                    ordering.keyword()
                );
                Ok(())
            }
            InstKind::Store {
                align,
                ordering,
                scope,
            } => {
                self.align_rule(*align)?;
                self.pointer_rule(inst, 1)?;
                let ty = self.operand_type(inst, 0);
                self.access_rule(ty, *ordering, *align, scope.is_some())?;
                ensure!(
                    !matches!(ordering, Acquire | AcqRel),
                    "store with ordering {}",
                    ordering.keyword()
                );
                Ok(())
            }
            InstKind::Fence { ordering, .. } => {
                ensure!(
                    matches!(ordering, Acquire | Release | AcqRel | SeqCst),
                    "fence with ordering {}",
                    ordering.keyword()
                );
                Ok(())
            }
            InstKind::CmpXchg {
                align,
                success,
                failure,
                ..
            } => {
                self.align_rule(*align)?;
                self.cmpxchg_rule(inst, *success, *failure)
            }
            InstKind::AtomicRmw {
                op,
                align,
                ordering,
                ..
            } => {
                self.align_rule(*align)?;
                self.rmw_rule(inst, *op, *ordering)
            }
            _ => Ok(()),
        }
    }

    fn align_rule(&self, align: u64) -> Rule {
        ensure!(
            align == 0 || align.is_power_of_two() && align <= MAX_ALIGN,
            "alignment {align} is not a power of two up to 2^32"
        );
        Ok(())
    }

    fn pointer_rule(&self, inst: Inst, index: usize) -> Rule {
        let ty = self.operand_type(inst, index);
        ensure!(
            self.types().is_ptr(ty),
            "address is {}, not a pointer",
            self.show(ty)
        );
        Ok(())
    }

    fn alloca_rule(&self, inst: Inst, ty: Type) -> Rule {
        let data = &self.function.insts[inst];
        let count = self.operand_type(inst, 0);
        ensure!(
            self.types().is_int(count),
            "number of elements of alloca is {}, not an integer",
            self.show(count)
        );
        ensure!(
            self.verifier.is_sized(ty),
            "alloca of unsized type {}",
            self.show(ty)
        );
        ensure!(
            self.types().is_ptr(data.ty),
            "result of type {}",
            self.show(data.ty)
        );
        if data.flags.contains(InstFlags::SWIFTERROR) {
            ensure!(
                self.types().is_ptr(ty),
                "swifterror alloca of {}, not of a pointer",
                self.show(ty)
            );
        }
        Ok(())
    }

    /// Rules that loads and stores share.
    fn access_rule(&self, ty: Type, ordering: AtomicOrdering, align: u64, scoped: bool) -> Rule {
        let types = self.types();
        ensure!(
            self.verifier.is_sized(ty),
            "access to memory as {}, which has no size",
            self.show(ty)
        );
        if ordering == AtomicOrdering::NotAtomic {
            ensure!(
                !scoped,
                "synchronization scope on an access that is not atomic"
            );
            return Ok(());
        }
        ensure!(
            types.is_int(ty) || types.is_ptr(ty) || types.is_float(ty),
            "atomic access to {}, which is no integer, pointer or floating-point number",
            self.show(ty)
        );
        ensure!(align != 0, "atomic access without alignment");
        self.atomic_size_rule(ty)
    }

    fn atomic_size_rule(&self, ty: Type) -> Rule {
        let bits = self
            .verifier
            .layout
            .size_in_bits(self.types(), ty)
            .unwrap_or(0);
        ensure!(
            bits >= 8 && bits.is_power_of_two(),
            "atomic access to {}, whose size is not a power of two of at least a byte",
            self.show(ty)
        );
        Ok(())
    }

    fn cmpxchg_rule(&self, inst: Inst, success: AtomicOrdering, failure: AtomicOrdering) -> Rule {
        use AtomicOrdering::*;
        let types = self.types();
        self.pointer_rule(inst, 0)?;
        let (expected, new) = (self.operand_type(inst, 1), self.operand_type(inst, 2));
        ensure!(
            expected == new,
            "cmpxchg of {} against {}",
            self.show(expected),
            self.show(new)
        );
        ensure!(
            types.is_int(new) || types.is_ptr(new),
            "cmpxchg of {}, which is no integer or pointer",
            self.show(new)
        );
        self.atomic_size_rule(new)?;
        ensure!(
            !matches!(success, NotAtomic | Unordered),
            "cmpxchg with ordering {} on success",
            success.keyword()
        );
        ensure!(
            !matches!(failure, NotAtomic | Unordered | Release | AcqRel),
            "cmpxchg with ordering {} on failure",
            failure.keyword()
        );
        let result = types.struct_fields(self.function.insts[inst].ty);
        ensure!(
            result == Some((&[new, TypeTable::I1], false)),
            "cmpxchg does not give {}",
            self.show(self.function.insts[inst].ty)
        );
        Ok(())
    }

    fn rmw_rule(&self, inst: Inst, op: RmwOp, ordering: AtomicOrdering) -> Rule {
        use RmwOp::*;
        let types = self.types();
        self.pointer_rule(inst, 0)?;
        let ty = self.operand_type(inst, 1);
        ensure!(
            !matches!(
                ordering,
                AtomicOrdering::NotAtomic | AtomicOrdering::Unordered
            ),
            "atomicrmw with ordering {}",
            ordering.keyword()
        );
        let fits = match op {
            Xchg => types.is_int(ty) || types.is_float(ty) || types.is_ptr(ty),
            FAdd | FSub | FMax | FMin | FMaximum | FMinimum => {
                let fixed = !matches!(types[ty], TypeData::Vector { scalable: true, .. });
                fixed && types.is_float(types.scalar(ty))
            }
            _ => types.is_int(ty),
        };
        ensure!(fits, "atomicrmw {} of {}", op.keyword(), self.show(ty));
        ensure!(
            self.function.insts[inst].ty == ty,
            "result of type {}",
            self.show(self.function.insts[inst].ty)
        );
        self.atomic_size_rule(ty)
    }
}
