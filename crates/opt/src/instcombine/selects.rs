//! Selects.

use avarice_ir::{BinaryOp, CastOp, InstFlags, InstKind, Value};

use super::patterns::low_bits;
use super::{Combined, Combiner};

const NONE: InstFlags = InstFlags::empty();

impl Combiner<'_> {
    /// `condition ? yes : no`
    pub(super) fn select(&mut self) -> Option<Combined> {
        let (condition, yes, no) = (self.operand(0), self.operand(1), self.operand(2));
        if !self.folder.module.types.is_int(self.ty(condition)) {
            return None;
        }
        // !c ? x : y -> c ? y : x; not where the arms have probabilities
        if let Some(inverse) = self.complement(condition)
            && self.function.attachments_of(self.at).is_empty()
        {
            self.set_operand(0, inverse);
            self.set_operand(1, no);
            self.set_operand(2, yes);
            return Some(Combined::InPlace);
        }
        if let Some(bits) = self.bits_of(yes) {
            let found = match bits {
                1 => self.select_of_truth(condition, yes, no),
                _ => self.select_of_numbers(bits, condition, yes, no),
            };
            if let Some(found) = found {
                return Some(found.into());
            }
        }
        // c ? (c ? x : y) : z -> c ? x : z
        for (index, arm) in [(1, yes), (2, no)] {
            if let Some((InstKind::Select, inner)) = self.kind_of(arm)
                && self.function.operand(inner, 0) == condition
            {
                let value = self.function.operand(inner, index);
                self.set_operand(index, value);
                return Some(Combined::InPlace);
            }
        }
        self.select_of_operations(condition, yes, no)
            .map(Combined::Value)
    }

    /// `a && b`, `a || b`, which ask for `b` only where `a` does not decide
    fn select_of_truth(&mut self, condition: Value, yes: Value, no: Value) -> Option<Value> {
        let (is_and, other) = match (self.number(yes), self.number(no)) {
            (_, Some(0)) => (true, yes),
            (Some(1), _) => (false, no),
            _ => return None,
        };
        if let Some(found) = self.two_comparisons(is_and, condition, other, true) {
            return Some(found);
        }
        // If the first is poison whenever the second is, both may be evaluated.
        let (_, x, number) = self.comparison(other)?;
        let (_, left, right) = self.comparison(condition)?;
        let is_shared = self.number(number).is_some() && (x == left || x == right);
        let op = if is_and { BinaryOp::And } else { BinaryOp::Or };
        is_shared.then(|| self.make(op, condition, other, NONE))
    }

    /// A choice between 0 and 1, or -1: the condition as a number
    fn select_of_numbers(
        &mut self,
        bits: u32,
        condition: Value,
        yes: Value,
        no: Value,
    ) -> Option<Value> {
        let ty = self.ty(yes);
        let (a, b) = (self.number(yes)?, self.number(no)?);
        let ones = low_bits(bits);
        let cast = |number| match number {
            1 => Some(CastOp::ZExt),
            _ if number == ones => Some(CastOp::SExt),
            _ => None,
        };
        let (condition, op) = match (a, b) {
            (_, 0) => (condition, cast(a)?),
            (0, _) => {
                let op = cast(b)?;
                (self.make_not(condition), op)
            }
            _ => return None,
        };
        Some(self.make_cast(op, condition, ty, NONE))
    }

    /// A choice between results of one operation: the operation on a choice
    fn select_of_operations(&mut self, condition: Value, yes: Value, no: Value) -> Option<Value> {
        if !self.has_one_use(yes) || !self.has_one_use(no) {
            return None;
        }
        if let (Some((a, x, _)), Some((b, y, _))) = (self.any_cast(yes), self.any_cast(no)) {
            let is_extension = matches!(a, CastOp::ZExt | CastOp::SExt) && a == b;
            if !is_extension || self.ty(x) != self.ty(y) || self.bits_of(x)? < 32 {
                return None;
            }
            let ty = self.ty(yes);
            let chosen = self.make_select(condition, x, y);
            return Some(self.make_cast(a, chosen, ty, NONE));
        }
        self.bits_of(yes)?;
        let (op, a, b) = self.low_operation(yes)?;
        let (c, d, flags) = self.operands_of(op, no)?;
        let flags = flags & self.operands_of(op, yes)?.2;
        let commutes = op != BinaryOp::Sub;
        let (common, x, y, is_left) = match () {
            () if a == c => (a, b, d, true),
            () if b == d => (b, a, c, false),
            () if commutes && a == d => (a, b, c, true),
            () if commutes && b == c => (b, a, d, false),
            () => return None,
        };
        let chosen = self.make_select(condition, x, y);
        Some(match is_left {
            true => self.make(op, common, chosen, flags),
            false => self.make(op, chosen, common, flags),
        })
    }
}
