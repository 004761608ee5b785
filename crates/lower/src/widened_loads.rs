//! Loads that extend what they read, where the number itself is used as well.
//!
//! ```text
//!   %v = load i32, ptr %p                   %s = MOVSX64rm32 %p, …
//!   store i32 %v, ptr %q                    %v = COPY %s.sub_32bit
//!   %s = sext i32 %v to i64         ─▶      MOV32mr %q, …, %v
//! ```
//!
//! The extension is visited before the load: it leaves itself to the load, which is in its block or one before. LLVM does
//! so where truncation costs nothing, unless both numbers outlive the block of the load and no comparison gains by it.
//! What reads the number must not take the register of such a load to have zeros above it: [`may_load_sign`] says so.
//!
//! [`may_load_sign`]: FunctionLowering::may_load_sign

use avarice_ir::{AtomicOrdering, CastOp, Inst, InstData, InstFlags, InstKind, Value};

use crate::function::FunctionLowering;

/// How many readers of a load are looked at.
const MAX_READERS: usize = 64;

impl FunctionLowering<'_> {
    /// Leaves `extension`, which is to be emitted, to the load of its operand if that can extend. Returns whether it can.
    pub(crate) fn leave_to_load(&mut self, extension: Inst) -> bool {
        let Some(load) = self.load_that_extends(extension) else {
            return false;
        };
        let before = self.scratch.widened[load];
        self.scratch.widened[extension] = before;
        self.scratch.widened[load] = extension.into();
        true
    }

    /// The load to which `extension` is left if it is emitted at all.
    fn load_that_extends(&self, extension: Inst) -> Option<Inst> {
        let value = self.function.operand(extension, 0);
        let (load, InstKind::Load { ordering, .. }) = self.def_kind(value)? else {
            return None;
        };
        let is_plain = *ordering == AtomicOrdering::NotAtomic
            && !self.function.insts[load]
                .flags
                .contains(InstFlags::VOLATILE)
            && !self.is_non_temporal(load);
        let is_folded = self.function.has_one_use(value) && self.memory_is_same(load);
        let widens = self.is_optimized() && is_plain && !is_folded && self.is_widening(extension);
        (widens && self.may_extend_uses(value, load, extension)).then_some(load)
    }

    /// Whether loads extend as `extension` does.
    fn is_widening(&self, extension: Inst) -> bool {
        let bits = |ty| self.module.types.int_bits(ty);
        let from = bits(self.ty(self.function.operand(extension, 0)));
        let to = bits(self.function.insts[extension].ty);
        match self.function.insts[extension].kind {
            InstKind::Cast(CastOp::SExt) => matches!(
                (from, to),
                (Some(8 | 16), Some(32 | 64)) | (Some(32), Some(64))
            ),
            InstKind::Cast(CastOp::ZExt) => matches!((from, to), (Some(8 | 16), Some(32 | 64))),
            _ => false,
        }
    }

    /// Whether the load extends by the sign for `extension`: a number that is not negative may be, and is where a comparison
    /// with a constant asks for its sign and no other comparison reads it.
    pub(crate) fn extends_sign(&self, extension: Inst) -> bool {
        let function = self.function;
        let data = &function.insts[extension];
        if !data.flags.contains(InstFlags::NNEG) {
            return matches!(data.kind, InstKind::Cast(CastOp::SExt));
        }
        self.is_sign_compared(function.operand(extension, 0))
    }

    /// Whether what is above the number of a load in its register may be its sign.
    pub fn may_load_sign(&self, value: Value) -> bool {
        let insts = &self.function.insts;
        let mut readers = self.readers(value);
        let mut casts = readers.by_ref().take(MAX_READERS).filter_map(|user| {
            let data = &insts[user];
            let is_nneg = data.flags.contains(InstFlags::NNEG);
            (is_nneg || matches!(data.kind, InstKind::Cast(CastOp::SExt))).then_some(is_nneg)
        });
        let by_sign = casts.any(|is_nneg| !is_nneg || self.is_sign_compared(value));
        let is_extended = matches!(self.int_bits(value), Some(8 | 16 | 32)) && self.is_optimized();
        is_extended && (by_sign || readers.next().is_some())
    }

    /// Whether all comparisons of `value` are with constants, and one asks for its sign.
    fn is_sign_compared(&self, value: Value) -> bool {
        let mut asks_sign = false;
        for user in self.readers(value).take(MAX_READERS) {
            if let InstKind::ICmp(predicate) = self.function.insts[user].kind {
                if !self.is_compared_with_constant(user, value) {
                    return false;
                }
                asks_sign |= predicate.is_signed();
            }
        }
        asks_sign
    }

    /// An extension of `value` that its load gives, or will if it is asked for, and whether by the sign: a comparison with a
    /// constant may as well be of that.
    pub(crate) fn extended_by_load(&self, value: Value) -> Option<(Value, bool)> {
        let function = self.function;
        let (load, InstKind::Load { .. }) = self.def_kind(value)? else {
            return None;
        };
        let will_be_left = |extension: &Inst| {
            self.in_current_block(*extension)
                && !self.scratch.passed.contains(*extension)
                && self.load_that_extends(*extension).is_some()
        };
        let left = self.scratch.widened[load].expand();
        let mut readers = self.readers(value).take(MAX_READERS);
        let extension = left.or_else(|| readers.find(will_be_left))?;
        let result = function.insts[extension].result.expand()?;
        Some((result, self.extends_sign(extension)))
    }

    fn readers(&self, value: Value) -> impl Iterator<Item = Inst> {
        let function = self.function;
        function.uses_of(value).map(|slot| function.uses[slot].user)
    }

    fn is_compared_with_constant(&self, compare: Inst, value: Value) -> bool {
        let mut operands = self.function.operands(compare);
        operands.all(|operand| operand == value || self.function.as_const(operand).is_some())
    }

    /// Whether all that reads `value`, which `load` gives, can read a part of the extended number.
    fn may_extend_uses(&self, value: Value, load: Inst, extension: Inst) -> bool {
        let function = self.function;
        let extended = &function.insts[extension];
        let signed = self.extends_sign(extension);
        let is_same = |other: &InstData| {
            let by_sign = matches!(other.kind, InstKind::Cast(CastOp::SExt));
            other.ty == extended.ty && (by_sign == signed || other.flags.contains(InstFlags::NNEG))
        };
        let home = function.insts[load].block;
        let outlives = |user: Inst| {
            let data = &function.insts[user];
            data.block != home || matches!(data.kind, InstKind::Phi)
        };
        if self.readers(value).nth(MAX_READERS).is_some() {
            return false;
        }
        let (mut number_outlives, mut is_compared) = (false, false);
        for user in self.readers(value) {
            let data = &function.insts[user];
            match &data.kind {
                InstKind::Cast(CastOp::SExt | CastOp::ZExt) if !is_same(data) => return false,
                InstKind::Cast(CastOp::SExt | CastOp::ZExt) => {}
                InstKind::ICmp(_) => is_compared |= self.is_compared_with_constant(user, value),
                _ => number_outlives |= outlives(user),
            }
        }
        let result = extended.result.expand();
        let mut readers = result
            .into_iter()
            .flat_map(|result| function.uses_of(result));
        let extended_outlives =
            extended.block != home || readers.any(|slot| outlives(function.uses[slot].user));
        is_compared || !number_outlives || !extended_outlives
    }
}
