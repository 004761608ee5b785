//! Addresses: two constant offsets become one; and what an address is derived from.

use avarice_ir::gep::{GepStep, GepWalk};
use avarice_ir::{Inst, InstFlags, InstKind, Type, Value};

use super::patterns::signed;
use super::{Combined, Combiner};

impl Combiner<'_> {
    /// `getelementptr` in steps of `source`
    pub(super) fn address(&mut self, source: Type) -> Option<Combined> {
        let base = self.operand(0);
        let (InstKind::GetElementPtr { source: inner }, step) = self.kind_of(base)? else {
            return None;
        };
        let inner = *inner;
        if self.ty(base) != self.function.insts[self.at].ty {
            return None;
        }
        // Constant steps from the same place, by bytes
        let first = self.constant_offset(step, inner)?;
        let second = self.constant_offset(self.at, source)?;
        let start = self.function.operand(step, 0);
        if self.ty(start) != self.ty(base) {
            return None;
        }
        let flags = self.flags() & self.function.insts[step].flags & InstFlags::INBOUNDS;
        let [byte, word] = [8, 64].map(|bits| self.folder.module.types.int(bits));
        let offset = self.int(word, first.checked_add(second)? as u64);
        let kind = InstKind::GetElementPtr { source: byte };
        let ty = self.ty(base);
        Some(
            self.insert_before(self.at, kind, ty, flags, &[start, offset])
                .into(),
        )
    }

    /// Bytes that a `getelementptr` by constants only adds.
    fn constant_offset(&self, inst: Inst, source: Type) -> Option<i64> {
        let mut walk = GepWalk::new(source);
        let mut sum = 0i64;
        for index in self.function.operands(inst).skip(1) {
            let number = signed(self.bits_of(index)?, self.number(index)?);
            match walk.step(self.folder.layout, &self.folder.module.types, Some(number))? {
                GepStep::Offset(bytes) => sum = sum.checked_add(bytes)?,
                GepStep::Stride(_) => return None,
            }
        }
        Some(sum)
    }

    /// An address that is another and one number times a stride: these, and the flags of the step.
    pub(super) fn one_step(&self, value: Value) -> Option<(Value, Value, u64, InstFlags)> {
        let (InstKind::GetElementPtr { source }, inst) = self.kind_of(value)? else {
            return None;
        };
        let mut walk = GepWalk::new(*source);
        let mut step = None;
        for index in self.function.operands(inst).skip(1) {
            let bits = self.bits_of(index)?;
            let number = self.number(index).map(|number| signed(bits, number));
            match walk.step(self.folder.layout, &self.folder.module.types, number)? {
                GepStep::Offset(0) => {}
                GepStep::Stride(stride) if step.is_none() => step = Some((index, stride)),
                _ => return None,
            }
        }
        let (index, stride) = step?;
        let flags = self.function.insts[inst].flags;
        Some((self.function.operand(inst, 0), index, stride, flags))
    }
}
