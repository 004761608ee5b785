//! Branches: on a condition rather than its negation, on a number rather than its sum with a constant.

use avarice_ir::BinaryOp;

use super::{Combined, Combiner};

impl Combiner<'_> {
    /// `br !c, a, b -> br c, b, a`; not where the edges have probabilities.
    pub(super) fn branch(&mut self) -> Option<Combined> {
        let condition = self.complement(self.operand(0))?;
        if !self.function.attachments_of(self.at).is_empty() {
            return None;
        }
        self.set_operand(0, condition);
        let function = &mut *self.function;
        let blocks = function.insts[self.at]
            .blocks
            .as_mut_slice(&mut function.block_lists);
        blocks.swap(0, 1);
        Some(Combined::InPlace)
    }

    /// `switch x + C` with cases `A` -> `switch x` with cases `A - C`
    pub(super) fn switch(&mut self) -> Option<Combined> {
        let (x, number, _) = self.with_number(BinaryOp::Add, self.operand(0))?;
        let ty = self.ty(x);
        let count = self.function.num_operands(self.at);
        for index in 1..count {
            self.number(self.operand(index))?;
        }
        self.set_operand(0, x);
        for index in 1..count {
            let case = self.number(self.operand(index))?;
            let case = self.int(ty, case.wrapping_sub(number));
            self.set_operand(index, case);
        }
        Some(Combined::InPlace)
    }
}
