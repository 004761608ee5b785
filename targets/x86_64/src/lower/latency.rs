//! Latencies of IR instructions as LLVM's cost model estimates them, as far as they decide whether two conditions share a
//! branch. There a few cycles are the limit: all that takes longer counts as [`LONG`].

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, IntPredicate, Type};
use avarice_lower::Junction;

use super::Selector;

/// Longer than both conditions may take.
const LONG: u32 = 4;

/// Latency up to which the second condition is made before the branch, as `-x86-br-merging-base-cost`.
const MERGED: u32 = 2;

impl Selector<'_, '_> {
    /// The limit for a junction: two comparisons for equality are tested together with little effort.
    pub(super) fn merged_latency_of(&self, junction: Junction) -> u32 {
        let is_equality = |value| {
            let kind = self.def_kind(value).map(|(_, kind)| kind);
            matches!(kind, Some(InstKind::ICmp(IntPredicate::Eq)))
        };
        let equal = junction.both && is_equality(junction.left) && is_equality(junction.right);
        MERGED + u32::from(equal)
    }

    /// The latency of an instruction.
    pub(super) fn latency_of(&self, inst: Inst) -> u32 {
        let data = &self.function.insts[inst];
        let is_number = |ty: Type| self.module.types.is_int(ty) || self.module.types.is_ptr(ty);
        let operand = |index| self.function.operand(inst, index);
        match &data.kind {
            InstKind::Phi | InstKind::Freeze | InstKind::ExtractValue(_) => 0,
            InstKind::GetElementPtr { source } => self.latency_of_address(inst, *source),
            InstKind::ICmp(_) if is_number(self.ty(operand(0))) => 1,
            _ if !is_number(data.ty) => LONG,
            InstKind::Cast(cast) => self.latency_of_cast(inst, *cast),
            InstKind::Select => 1,
            InstKind::Binary(op) => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => 1,
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => 1,
                _ => LONG,
            },
            _ => LONG,
        }
    }

    /// Addresses that an access computes itself cost nothing.
    fn latency_of_address(&self, inst: Inst, source: Type) -> u32 {
        let mut indices = self.function.operands(inst).skip(1);
        let size = self.layout.alloc_size(&self.module.types, source);
        match (indices.next(), indices.next()) {
            (Some(index), None) if self.const_int(index).is_some() => 0,
            (Some(_), None) => u32::from(!matches!(size, Some(1 | 2 | 4 | 8))),
            _ => {
                let mut all = self.function.operands(inst).skip(1);
                u32::from(!all.all(|index| self.const_int(index).is_some()))
            }
        }
    }

    fn latency_of_cast(&self, inst: Inst, cast: CastOp) -> u32 {
        let from = self.function.operand(inst, 0);
        let result = self.function.insts[inst].ty;
        let bits = |ty| self.module.types.int_bits(ty);
        let is_load = |value| {
            let kind = self.def_kind(value).map(|(_, kind)| kind);
            matches!(kind, Some(InstKind::Load { .. }))
        };
        match cast {
            CastOp::Trunc | CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr => 0,
            CastOp::ZExt if bits(self.ty(from)) == Some(32) && bits(result) == Some(64) => 0,
            CastOp::ZExt | CastOp::SExt => u32::from(!is_load(from)),
            _ => LONG,
        }
    }
}
