//! Loads that extend what they read, where the number itself is used as well.
//!
//! ```text
//!   %v = load i32, ptr %p                   %s = MOVSX64rm32 %p, …
//!   store i32 %v, ptr %q                    %v = COPY %s.sub_32bit
//!   %s = sext i32 %v to i64         ─▶      MOV32mr %q, …, %v
//! ```
//!
//! The extension is visited before the load: it leaves itself to the load, which is in its block or one before. LLVM does
//! so where truncation costs nothing, unless both numbers outlive the block of the load for little.

use avarice_ir::{AtomicOrdering, CastOp, Inst, InstFlags, InstKind, Value};

use crate::function::FunctionLowering;

impl FunctionLowering<'_> {
    /// Leaves `extension`, which is to be emitted, to the load of its operand if that can extend. Returns whether it can.
    pub(crate) fn leave_to_load(&mut self, extension: Inst, op: CastOp) -> bool {
        let value = self.function.operand(extension, 0);
        let Some((load, InstKind::Load { ordering, .. })) = self.def_kind(value) else {
            return false;
        };
        let is_plain = *ordering == AtomicOrdering::NotAtomic
            && !self.function.insts[load]
                .flags
                .contains(InstFlags::VOLATILE)
            && !self.is_non_temporal(load);
        let is_folded = self.function.has_one_use(value) && self.memory_is_same(load);
        if !self.is_optimized() || !is_plain || is_folded || !self.is_widening(extension, op) {
            return false;
        }
        if !self.may_extend_uses(value, load, extension, op) {
            return false;
        }
        let before = self.scratch.widened[load];
        self.scratch.widened[extension] = before;
        self.scratch.widened[load] = extension.into();
        true
    }

    /// Whether loads extend as `extension` does.
    fn is_widening(&self, extension: Inst, op: CastOp) -> bool {
        let bits = |ty| self.module.types.int_bits(ty);
        let from = bits(self.ty(self.function.operand(extension, 0)));
        let to = bits(self.function.insts[extension].ty);
        match op {
            CastOp::SExt => matches!(
                (from, to),
                (Some(8 | 16), Some(32 | 64)) | (Some(32), Some(64))
            ),
            CastOp::ZExt => matches!((from, to), (Some(8 | 16), Some(32 | 64))),
            _ => false,
        }
    }

    /// Whether all that reads `value`, which `load` gives, can read a part of the extended number.
    fn may_extend_uses(&self, value: Value, load: Inst, extension: Inst, op: CastOp) -> bool {
        let function = self.function;
        let home = function.insts[load].block;
        let outlives = |user: Inst| {
            let data = &function.insts[user];
            data.block != home || matches!(data.kind, InstKind::Phi)
        };
        let ty = function.insts[extension].ty;
        let (mut number_outlives, mut is_compared) = (false, false);
        for slot in function.uses_of(value) {
            let user = function.uses[slot].user;
            let data = &function.insts[user];
            match &data.kind {
                InstKind::Cast(other @ (CastOp::SExt | CastOp::ZExt)) => {
                    if *other != op || data.ty != ty {
                        return false;
                    }
                }
                InstKind::ICmp(predicate) => {
                    let mut operands = function.operands(user);
                    let is_const = |operand| function.as_const(operand).is_some();
                    if (op == CastOp::ZExt && predicate.is_signed())
                        || !operands.all(|operand| operand == value || is_const(operand))
                    {
                        return false;
                    }
                    is_compared = true;
                }
                _ => number_outlives |= outlives(user),
            }
        }
        let result = function.insts[extension].result.expand();
        let mut readers = result
            .into_iter()
            .flat_map(|result| function.uses_of(result));
        let extended_outlives = function.insts[extension].block != home
            || readers.any(|slot| outlives(function.uses[slot].user));
        is_compared || !number_outlives || !extended_outlives
    }
}
