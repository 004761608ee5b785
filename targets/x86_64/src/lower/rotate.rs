//! Rotations that are written as two shifts.
//!
//! ```text
//!   x << 5 | x >> 27                       rol $5, x
//!   x << n | x >> (32 - n)                 rol %cl, x
//!   x << (n & 31) | x >> (-n & 31)         the same; n may be zero
//!   x << 5 | y >> 27                       shld $5, y, x
//! ```

use avarice_ir::{BinaryOp, CastOp, InstKind, Value};
use avarice_lower::Result;
use avarice_mir::Reg;

use super::Selector;

/// The values of two shifts whose results are joined, and by how much they are shifted.
struct Shifts {
    high: Value,
    left: Value,
    low: Value,
    right: Value,
}

impl Selector<'_, '_> {
    /// Selects an `or` of shifts without other uses, if it is a rotation or a funnel shift. Returns whether it was one.
    pub(super) fn lower_rotation(
        &mut self,
        bits: u32,
        dst: Reg,
        left: Value,
        right: Value,
    ) -> Result<bool> {
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return Ok(false);
        }
        let shifts = self.shifts_of(left, right);
        let Some(shifts) = shifts.or_else(|| self.shifts_of(right, left)) else {
            return Ok(false);
        };
        let Shifts { high, low, .. } = shifts;
        let rotates = high == low;
        if !rotates && bits < 32 {
            return Ok(false);
        }
        let constants = (self.const_int(shifts.left), self.const_int(shifts.right));
        if let (Some(up), Some(down)) = constants {
            let exact = up != 0 && down != 0 && up.checked_add(down) == Some(u64::from(bits));
            if exact {
                self.emit_constant_funnel_shift(dst, (high, low), bits, up as u32)?;
            }
            return Ok(exact);
        }
        let (to_left, amount) = if self.is_rest(shifts.right, shifts.left, bits, rotates) {
            (true, shifts.left)
        } else if self.is_rest(shifts.left, shifts.right, bits, rotates) {
            (false, shifts.right)
        } else {
            return Ok(false);
        };
        self.emit_variable_funnel_shift(dst, (high, low), amount, bits, to_left)?;
        Ok(true)
    }

    fn shifts_of(&self, first: Value, second: Value) -> Option<Shifts> {
        if !self.is_foldable(first) || !self.is_foldable(second) {
            return None;
        }
        let (
            Some((up, InstKind::Binary(BinaryOp::Shl))),
            Some((down, InstKind::Binary(BinaryOp::LShr))),
        ) = (self.def_kind(first), self.def_kind(second))
        else {
            return None;
        };
        let operand = |inst, index| self.function.operand(inst, index);
        Some(Shifts {
            high: operand(up, 0),
            left: operand(up, 1),
            low: operand(down, 0),
            right: operand(down, 1),
        })
    }

    /// Whether `rest` is what `amount` lacks of `bits`; with `modulo`, it may be so only in the low bits, as is
    /// right if nothing else is asked for when both are zero. Amounts of `bits` and more have no meaning.
    fn is_rest(&self, rest: Value, amount: Value, bits: u32, modulo: bool) -> bool {
        let (difference, masked) = self.without_mask(rest, bits);
        let Some((inst, InstKind::Binary(BinaryOp::Sub))) = self.def_kind(difference) else {
            return false;
        };
        let whole = self.const_int(self.function.operand(inst, 0));
        let fits = match whole {
            Some(whole) if masked => modulo && whole.is_multiple_of(u64::from(bits)),
            Some(whole) => whole == u64::from(bits),
            None => false,
        };
        let (taken, _) = self.without_mask(self.function.operand(inst, 1), bits);
        let (amount, amount_masked) = self.without_mask(amount, bits);
        // What is rotated by nothing is itself; two different values are not joined then.
        fits && taken == amount && (modulo || !amount_masked)
    }

    /// What an amount is before it was made shorter or longer and its upper bits were cleared, and whether they
    /// were.
    fn without_mask(&self, amount: Value, bits: u32) -> (Value, bool) {
        let (mut value, mut masked) = (amount, false);
        while let Some((inst, kind)) = self.def_kind(value) {
            let inner = self.function.operand(inst, 0);
            let wide = |value| self.int_bits(value).is_some_and(|width| width >= 8);
            match kind {
                InstKind::Cast(CastOp::ZExt | CastOp::SExt | CastOp::Trunc)
                    if wide(inner) && wide(value) => {}
                InstKind::Binary(BinaryOp::And) => {
                    let mask = self.const_int(self.function.operand(inst, 1));
                    let kept = u64::from(bits) - 1;
                    if mask.is_none_or(|mask| mask & kept != kept || mask > 0xff) {
                        break;
                    }
                    masked |= mask == Some(kept);
                }
                _ => break,
            }
            value = inner;
        }
        (value, masked)
    }
}
