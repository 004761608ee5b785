//! Arithmetic of which only the low bits are used is done in a type that has no others.
//!
//! ```text
//!   %a = zext i8 %x to i32
//!   %b = zext i8 %y to i32
//!   %c = add i32 %a, %b                  %c = add i8 %x, %y
//!   %d = trunc i32 %c to i8              %c
//! ```
//!
//! Worth it if nothing else uses the wide values, and if all inputs of the arithmetic exist in the narrow type or are
//! constants.

use avarice_ir::{BinaryOp, CastOp, InstFlags, InstKind, Type, Value};

use super::patterns::low_bits;
use super::{Combined, Combiner};

/// How many operations deep arithmetic is rewritten.
const MAX_DEPTH: u32 = 5;

impl Combiner<'_> {
    /// `trunc value`, to `ty` of `to` bits
    pub(super) fn narrowed(&mut self, to: u32, value: Value, ty: Type) -> Option<Combined> {
        // One bit is a truth value; there is no arithmetic in odd widths.
        if !matches!(to, 8 | 16 | 32) || self.any_cast(value).is_some() {
            return None;
        }
        if !self.can_be_narrow(to, value, 0) {
            return None;
        }
        Some(self.make_narrow(value, ty).into())
    }

    /// Whether the low `to` bits of a value can be computed in `to` bits without more work.
    fn can_be_narrow(&self, to: u32, value: Value, depth: u32) -> bool {
        if self.number(value).is_some() {
            return true;
        }
        if let Some((op, source, _)) = self.any_cast(value) {
            // Another conversion takes the place of one that has no other use.
            let extends = matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::Trunc);
            return extends
                && self
                    .bits_of(source)
                    .is_some_and(|from| from == to || from != 1 && self.has_one_use(value));
        }
        if depth > MAX_DEPTH || !self.has_one_use(value) {
            return false;
        }
        if let Some((_, left, right)) = self.low_operation(value) {
            return self.can_be_narrow(to, left, depth + 1)
                && self.can_be_narrow(to, right, depth + 1);
        }
        if let Some((x, by, _)) = self.with_number(BinaryOp::Shl, value) {
            return by < u64::from(to) && self.can_be_narrow(to, x, depth + 1);
        }
        if let Some((x, by, _)) = self.with_number(BinaryOp::LShr, value) {
            // What is shifted in from above has to be 0.
            let bits = self.bits_of(x).unwrap_or(to);
            return by < u64::from(to)
                && self.is_zero_in(bits, x, low_bits(bits) & !low_bits(to))
                && self.can_be_narrow(to, x, depth + 1);
        }
        match self.kind_of(value) {
            Some((InstKind::Select, select)) => [1, 2].into_iter().all(|index| {
                self.can_be_narrow(to, self.function.operand(select, index), depth + 1)
            }),
            _ => false,
        }
    }

    /// The low bits of a value, computed in the type `ty`.
    fn make_narrow(&mut self, value: Value, ty: Type) -> Value {
        let none = InstFlags::empty();
        if let Some(number) = self.number(value) {
            return self.int(ty, number);
        }
        if let Some((op, source, _)) = self.any_cast(value) {
            let is_wider = self.bits_of(source) > self.bits_of_type(ty);
            let op = if is_wider { CastOp::Trunc } else { op };
            return self.make_cast(op, source, ty, none);
        }
        let operation = self.low_operation(value).or_else(|| {
            [BinaryOp::Shl, BinaryOp::LShr].into_iter().find_map(|op| {
                let (left, right, _) = self.operands_of(op, value)?;
                Some((op, left, right))
            })
        });
        if let Some((op, left, right)) = operation {
            let left = self.make_narrow(left, ty);
            let right = self.make_narrow(right, ty);
            return self.make(op, left, right, none);
        }
        match self.function.def_inst(value) {
            Some(select) => {
                let operand = |index| self.function.operand(select, index);
                let (condition, yes, no) = (operand(0), operand(1), operand(2));
                let yes = self.make_narrow(yes, ty);
                let no = self.make_narrow(no, ty);
                self.make_select(condition, yes, no)
            }
            None => value,
        }
    }
}
