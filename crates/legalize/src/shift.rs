//! Shifts whose amounts differ from element to element, and funnel shifts.
//!
//! The baseline shifts all elements by one amount. A few wide elements are shifted once for each
//! amount, and each result provides the element that its amount was for:
//!
//! ```text
//!   a b c d  by  1 2 3 4:   a<<1 b<<1  …    …
//!                            …   b<<2  …    …      ▶  a<<1 b<<2 c<<3 d<<4
//!                            …    …   c<<3  …
//!                            …    …    …   d<<4
//! ```
//!
//! Many narrow ones are shifted by 8, 4, 2 and 1 where their amount has that bit.

use avarice_ir::{BinaryOp, InstKind, IntPredicate, Intrinsic, Value};

use super::builder::Builder;

impl Builder<'_> {
    /// A shift by amounts that are not all the same; `None` if they are.
    pub(super) fn expand_shift(&mut self, op: BinaryOp) -> Option<Value> {
        let (value, amounts) = (self.operand(0), self.operand(1));
        if self.const_splat(amounts).is_some() || self.is_splat(amounts) {
            return None;
        }
        self.shift_each(op, value, amounts)
    }

    /// Whether `vector` is one element of another one, everywhere.
    fn is_splat(&self, vector: Value) -> bool {
        let kind = self
            .function
            .def_inst(vector)
            .map(|inst| &self.function.insts[inst].kind);
        match kind {
            Some(InstKind::ShuffleVector { mask, .. }) => {
                mask.iter().all(|from| *from == mask[0] && *from >= 0)
            }
            _ => false,
        }
    }

    fn shift_each(&mut self, op: BinaryOp, value: Value, amounts: Value) -> Option<Value> {
        let shape = self.shape(self.ty(value))?;
        match self.bits(shape.element)? {
            bits @ (8 | 16) => Some(self.shift_by_bits(op, value, amounts, bits)),
            32 | 64 => {
                let per_part = 128 / self.bits(shape.element)?;
                Some(self.shift_by_element(op, value, amounts, per_part as usize))
            }
            _ => None,
        }
    }

    /// Shifts by each power of two that is in the amounts.
    fn shift_by_bits(&mut self, op: BinaryOp, value: Value, amounts: Value, bits: u32) -> Value {
        let zero = self.int(self.ty(value), 0);
        let mut result = value;
        let mut step = bits / 2;
        while step > 0 {
            let shifted = self.binary_int(op, result, u64::from(step));
            let bit = self.binary_int(BinaryOp::And, amounts, u64::from(step));
            let is_unset = self.icmp(IntPredicate::Eq, bit, zero);
            result = self.select(is_unset, result, shifted);
            step /= 2;
        }
        result
    }

    /// Shifts everything by each of the amounts; `per_part` elements have a register together.
    fn shift_by_element(
        &mut self,
        op: BinaryOp,
        value: Value,
        amounts: Value,
        per_part: usize,
    ) -> Value {
        let len = self.shape(self.ty(value)).map_or(0, |shape| shape.len) as usize;
        let poison = self.poison(self.ty(value));
        let constants = self.const_elements(amounts);
        let mut parts = Vec::new();
        for first in (0..len).step_by(per_part) {
            let count = per_part.min(len - first);
            let range = |from: usize| (from as i32..).take(count).collect::<Vec<i32>>();
            let part = self.shuffle(value, poison, &range(first));
            let mut result = None;
            for index in 0..count {
                let amount = match &constants {
                    Some(constants) => self.int(self.ty(part), constants[first + index]),
                    None => self.shuffle(amounts, poison, &vec![(first + index) as i32; count]),
                };
                let shifted = self.binary(op, part, amount);
                result = Some(match result {
                    None => shifted,
                    Some(before) => {
                        let mut mask = range(0);
                        mask[index] += count as i32;
                        self.shuffle(before, shifted, &mask)
                    }
                });
            }
            parts.extend(result);
        }
        self.concatenate(&parts)
    }

    /// The elements of several vectors one after the other; all but the last are of one length.
    pub(super) fn concatenate(&mut self, parts: &[Value]) -> Value {
        let mut all = parts[0];
        for part in &parts[1..] {
            let len = |builder: &Self, value| {
                let shape = builder.shape(builder.ty(value));
                shape.map_or(0, |shape| shape.len as i32)
            };
            let (before, added) = (len(self, all), len(self, *part));
            // A shuffle has two operands of one type.
            let poison = self.poison(self.ty(*part));
            let mut widened: Vec<i32> = (0..before)
                .map(|i| if i < added { i } else { -1 })
                .collect();
            let part = match before.cmp(&added) {
                std::cmp::Ordering::Equal => *part,
                _ => self.shuffle(*part, poison, &widened),
            };
            widened.clear();
            widened.extend(0..before + added);
            all = self.shuffle(all, part, &widened);
        }
        all
    }

    /// `fshl` and `fshr`: two shifts, put together.
    pub(super) fn expand_funnel_shift(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        let is_left = match intrinsic {
            Intrinsic::Fshl => true,
            Intrinsic::Fshr => false,
            _ => return None,
        };
        let [high, low, amounts] = [0, 1, 2].map(|index| self.operand(index));
        let bits = self.bits(self.ty(high))?;
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return None;
        }
        let width = u64::from(bits);
        if let Some(amount) = self.const_splat(amounts) {
            let left = match amount % width {
                0 => return Some(if is_left { high } else { low }),
                amount if is_left => amount,
                amount => width - amount,
            };
            let high = self.binary_int(BinaryOp::Shl, high, left);
            let low = self.binary_int(BinaryOp::LShr, low, width - left);
            return Some(self.binary(BinaryOp::Or, high, low));
        }
        // One of the shifts is done in two steps, since its amount may be the whole width.
        let amount = self.binary_int(BinaryOp::And, amounts, width - 1);
        let rest = self.binary_int(BinaryOp::Xor, amount, width - 1);
        let (high, low) = if is_left {
            let low = self.binary_int(BinaryOp::LShr, low, 1);
            let high = self.binary(BinaryOp::Shl, high, amount);
            (high, self.binary(BinaryOp::LShr, low, rest))
        } else {
            let high = self.binary_int(BinaryOp::Shl, high, 1);
            let high = self.binary(BinaryOp::Shl, high, rest);
            (high, self.binary(BinaryOp::LShr, low, amount))
        };
        Some(self.binary(BinaryOp::Or, high, low))
    }
}
