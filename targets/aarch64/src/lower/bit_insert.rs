//! Insertion of bits: `or` of a field of one number and the surrounding bits of another.
//!
//! ```text
//!   (a & ~0xff0) | ((b << 4) & 0xff0)     bfi   a, b, #4, #8
//!   (a & ~0xff) | ((b >> 4) & 0xff)       bfxil a, b, #4, #8
//! ```

use avarice_ir::{BinaryOp, CastOp, InstKind, Value};
use avarice_lower::Result;
use avarice_lower::select::{IntWidth, Integers};
use avarice_mir::Reg;

use super::{Selector, Width};
use crate::op;

/// A field of `value`, put elsewhere: bits `from` to `from + count`, which become bits `to` to `to + count`.
/// There are zeros around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field {
    value: Value,
    from: u32,
    to: u32,
    count: u32,
    /// Whether `or` could take it for nothing, as a shifted register.
    is_free: bool,
}

impl Field {
    fn mask(self) -> u64 {
        ones(self.count) << self.to
    }

    /// Whether inserting it spares no instruction but a mask around it.
    fn needs_mask(self) -> bool {
        self.is_free || self.is_moved()
    }

    /// Whether it has to come to the lowest bits first.
    fn is_moved(self) -> bool {
        self.from > 0 && self.to > 0
    }
}

/// The lowest `count` (0 to 64) bits.
fn ones(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}

/// Where the ones of `mask` begin and how many there are, if they are next to each other.
fn run_of_ones(mask: u64) -> Option<(u32, u32)> {
    let low = mask.trailing_zeros();
    let count = mask.checked_shr(low)?.trailing_ones();
    (mask == ones(count) << low).then_some((low, count))
}

impl Selector<'_, '_> {
    /// `dst = left | right`, numbers that fill their registers, as an insertion of bits. Returns whether it was one.
    pub(super) fn lower_bit_insertion(
        &mut self,
        bits: u32,
        dst: Reg,
        left: Value,
        right: Value,
    ) -> Result<bool> {
        // Of other numbers it is known that the mask clears what is above them.
        if bits != Width::of_bits(bits).bits() {
            return Ok(false);
        }
        let insertion = |(around, inserted)| {
            let field = self.field(inserted, bits)?;
            let base = self.around_field(around, field, bits)?;
            Some((base, field))
        };
        let found = [(left, right), (right, left)].map(insertion);
        let best = found
            .iter()
            .flatten()
            .min_by_key(|(_, field)| field.is_moved());
        let Some((base, field)) = best else {
            return Ok(false);
        };
        self.emit_bit_insertion(bits, dst, *base, *field)?;
        Ok(true)
    }

    fn emit_bit_insertion(&mut self, bits: u32, dst: Reg, base: Value, field: Field) -> Result<()> {
        let width = Width::of_bits(bits);
        let base = self.use_value(base)?;
        let own = Width::of_bits(self.int_bits(field.value).unwrap_or(bits));
        let src = self.use_value(field.value)?;
        let src = match own < width {
            true => self.any_extended_64(src),
            false => src,
        };
        let (src, from) = match field.to > 0 {
            true => (self.shift_right(false, width, src, field.from), 0),
            false => (src, field.from),
        };
        let size = width.bits();
        let rotate = (size - field.to + from) % size;
        let opcode = [op::BFMWri, op::BFMXri][width as usize];
        let emit = self.emit(opcode).def(dst).reg(base).reg(src);
        let last = from + field.count - 1;
        emit.imm(rotate.into()).imm(last.into()).done();
        Ok(())
    }

    /// What keeps its bits around `field`, if `value` has zeros there: the number whose bits a mask clears
    /// there and nowhere else, or `value`.
    fn around_field(&self, value: Value, field: Field, bits: u32) -> Option<Value> {
        if self.function.as_const(value).is_some() {
            return None;
        }
        if let Some((inst, InstKind::Binary(BinaryOp::And))) = self.def_kind(value)
            && let Some(kept) = self.const_int(self.function.operand(inst, 1))
            && !kept & ones(bits) == field.mask()
            && self.is_foldable(value)
        {
            let inner = self.function.operand(inst, 0);
            return self.function.as_const(inner).is_none().then_some(inner);
        }
        let fits = self.known_zeros(value, bits, 3) & field.mask() == field.mask();
        (fits && !field.needs_mask()).then_some(value)
    }

    /// Bits of `value`, of `bits` bits, that are zero, looking `depth` instructions deep.
    fn known_zeros(&self, value: Value, bits: u32, depth: u32) -> u64 {
        let all = ones(bits);
        if let Some(constant) = self.const_int(value) {
            return !constant & all;
        }
        let Some((inst, kind)) = self.def_kind(value).filter(|_| depth > 0) else {
            return 0;
        };
        let operand = |index| self.function.operand(inst, index);
        let zeros = |index, bits| self.known_zeros(operand(index), bits, depth - 1);
        let amount = || {
            let amount = self.const_int(operand(1))?;
            u32::try_from(amount).ok().filter(|amount| *amount < bits)
        };
        match kind {
            InstKind::Binary(BinaryOp::And) => zeros(0, bits) | zeros(1, bits),
            InstKind::Binary(BinaryOp::Or) => zeros(0, bits) & zeros(1, bits),
            InstKind::Binary(BinaryOp::Shl) => {
                amount().map_or(0, |amount| (zeros(0, bits) << amount | ones(amount)) & all)
            }
            InstKind::Binary(BinaryOp::LShr) => amount().map_or(0, |amount| {
                zeros(0, bits) >> amount | all & !(all >> amount)
            }),
            InstKind::Cast(CastOp::ZExt) => match self.int_bits(operand(0)) {
                Some(from) => all & !ones(from) | zeros(0, from),
                None => 0,
            },
            _ => 0,
        }
    }

    /// The field that `value` is, if making it takes an instruction of its own that has no other use.
    fn field(&self, value: Value, bits: u32) -> Option<Field> {
        if !self.is_foldable(value) {
            return None;
        }
        let (inst, kind) = self.def_kind(value)?;
        let inner = self.function.operand(inst, 0);
        let constant = || self.const_int(self.function.operand(inst, 1));
        let field = match kind {
            InstKind::Binary(BinaryOp::And) => {
                let (to, count) = run_of_ones(constant()?)?;
                self.moved_field(inner, to, count, bits)
            }
            InstKind::Binary(BinaryOp::Shl) => {
                let to = u32::try_from(constant()?).ok().filter(|to| *to < bits)?;
                let low = self.low_field(inner);
                let (value, count) = low.unwrap_or((inner, bits));
                Field {
                    value,
                    from: 0,
                    to,
                    count: count.min(bits - to),
                    is_free: low.is_none(),
                }
            }
            InstKind::Binary(BinaryOp::LShr) => {
                let from = u32::try_from(constant()?)
                    .ok()
                    .filter(|from| *from < bits)?;
                Field {
                    value: inner,
                    from,
                    to: 0,
                    count: bits - from,
                    is_free: true,
                }
            }
            InstKind::Cast(CastOp::ZExt) => {
                let (value, count) = self.low_field(value)?;
                Field {
                    value,
                    from: 0,
                    to: 0,
                    count,
                    is_free: false,
                }
            }
            _ => return None,
        };
        let is_value = self.function.as_const(field.value).is_none();
        (is_value && field.count > 0 && field.count < bits).then_some(field)
    }

    /// The field that a mask of `count` ones from bit `to` on makes of `value`: of what `value` shifts, if the shift
    /// has no other use.
    fn moved_field(&self, value: Value, to: u32, count: u32, bits: u32) -> Field {
        let plain = Field {
            value,
            from: to,
            to,
            count,
            is_free: false,
        };
        let shift = || {
            let (inst, InstKind::Binary(op)) = self.def_kind(value)? else {
                return None;
            };
            let amount = self.const_int(self.function.operand(inst, 1))?;
            let amount = u32::try_from(amount).ok().filter(|by| *by < bits)?;
            let from = match op {
                BinaryOp::Shl => to.checked_sub(amount)?,
                BinaryOp::LShr => to + amount,
                _ => return None,
            };
            let value = self.function.operand(inst, 0);
            (from + count <= bits).then_some(Field {
                value,
                from,
                ..plain
            })
        };
        match self.is_foldable(value) {
            true => shift().unwrap_or(plain),
            false => plain,
        }
    }

    /// The source of an extension or a mask of low bits that has no other use, and the number of low bits. Not what a
    /// load extends.
    fn low_field(&self, value: Value) -> Option<(Value, u32)> {
        if !self.is_foldable(value) {
            return None;
        }
        let (inst, kind) = self.def_kind(value)?;
        let inner = self.function.operand(inst, 0);
        match kind {
            InstKind::Cast(CastOp::ZExt)
                if self.foldable_load(inner).is_none() && !self.is_zero_extended(inner, 4) =>
            {
                Some((inner, self.int_bits(inner)?))
            }
            InstKind::Binary(BinaryOp::And) => {
                let mask = self.const_int(self.function.operand(inst, 1))?;
                let (low, count) = run_of_ones(mask)?;
                (low == 0).then_some((inner, count))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_ones() {
        assert_eq!(run_of_ones(0xff0), Some((4, 8)));
        assert_eq!(run_of_ones(u64::MAX), Some((0, 64)));
        assert_eq!(run_of_ones(1 << 63), Some((63, 1)));
        assert_eq!((run_of_ones(0), run_of_ones(0b101)), (None, None));
        assert_eq!((ones(0), ones(64)), (0, u64::MAX));
    }
}
