//! Bits or bytes in reverse order, made by shifts and masks: one instruction.
//!
//! ```text
//!   %a = shl i32 %x, 24
//!   %b = shl i32 %x, 8
//!   %c = and i32 %b, 16711680
//!   …
//!   %g = or i32 %e, %f                   %g = call i32 @llvm.bswap.i32(i32 %x)
//! ```
//!
//! For each bit of a result, the bit of the source value that it comes from is found. All bits come from one value of
//! the same width: truncations and extensions are not looked through.

use avarice_ir::{BinaryOp, InstKind, Intrinsic, Value};

use super::patterns::low_bits;
use super::{Combined, Combiner};
use crate::build;

/// How many definitions are followed in all; a loop over 64 bits, unrolled, has fewer.
const MAX_DEFINITIONS: u32 = 512;
/// How deep they are followed.
const MAX_DEPTH: u32 = 160;

/// A bit that is 0.
const ZERO: u8 = u8::MAX;

/// Bits of a value that were made of bits of one other.
#[derive(Clone)]
struct Places {
    /// What they were made of; `None` if all are 0.
    source: Option<Value>,
    /// By bit: the bit of the source, or [`ZERO`].
    bits: [u8; 64],
}

impl Places {
    /// The bits in `mask`, the others being 0.
    fn masked(mut self, mask: u64) -> Self {
        for (at, bit) in self.bits.iter_mut().enumerate() {
            if mask >> at & 1 == 0 {
                *bit = ZERO;
            }
        }
        self
    }

    /// Bits that come from where `from` says; it may say that they come from nowhere.
    fn moved(&self, from: impl Fn(usize) -> Option<usize>) -> Self {
        let bit = |at| from(at).and_then(|at| self.bits.get(at)).copied();
        Self {
            source: self.source,
            bits: std::array::from_fn(|at| bit(at).unwrap_or(ZERO)),
        }
    }

    /// The bits of either; `None` if both have one at a place, or they were made of two values.
    fn or(mut self, other: &Self) -> Option<Self> {
        if self.source.is_some() && other.source.is_some() && self.source != other.source {
            return None;
        }
        self.source = self.source.or(other.source);
        for (bit, other) in self.bits.iter_mut().zip(other.bits) {
            match (*bit, other) {
                (_, ZERO) => {}
                (ZERO, _) => *bit = other,
                (one, another) if one == another => {}
                _ => return None,
            }
        }
        Some(self)
    }
}

impl Combiner<'_> {
    /// `left | right`, or the bytes of something in reverse order, as the bits or bytes of one value in reverse order
    pub(super) fn reversal(&mut self) -> Option<Combined> {
        let result = self.function.insts[self.at].result.expand()?;
        let bits = self.bits_of(result)?;
        let is_call = matches!(self.function.insts[self.at].kind, InstKind::Call(_));
        if is_call && self.intrinsic_of(result).is_none() {
            return None;
        }
        if !matches!(bits, 8 | 16 | 32 | 64) || self.is_part_of_more(result) {
            return None;
        }
        let mut left = MAX_DEFINITIONS;
        let places = self.places_of(bits, result, &mut left, 0)?;
        let source = places.source?;
        let width = bits as usize;
        let is_made_by = |from: fn(usize, usize) -> usize| {
            (0..width).all(|at| usize::from(places.bits[at]) == from(width, at))
        };
        let name = if is_made_by(|width, at| width - 1 - at) {
            "bitreverse"
        } else if bits > 16 && is_made_by(|width, at| width - 8 - (at & !7) + (at & 7)) {
            "bswap"
        } else {
            return None;
        };
        let is_there = self
            .intrinsic_of(result)
            .is_some_and(|(_, operand)| operand == source);
        if self.bits_of(source) != Some(bits) || is_there {
            return None;
        }
        let name = format!("llvm.{name}.i{bits}");
        let call = build::unary_intrinsic(self.folder.module, self.function, &name, source);
        self.function.insts[call].debug_loc = self.function.insts[self.at].debug_loc;
        self.function.insert_before(self.at, call);
        self.work.made.push(call);
        self.function.insts[call]
            .result
            .expand()
            .map(Combined::Value)
    }

    /// Whether only another step of such a computation uses a value.
    fn is_part_of_more(&self, value: Value) -> bool {
        use BinaryOp::*;
        let mut users = self
            .function
            .uses_of(value)
            .map(|slot| self.function.uses[slot].user);
        users.all(|user| matches!(self.function.insts[user].kind, InstKind::Binary(Or | Shl)))
    }

    /// The operand of a reversal of bits or bytes, and which of the two it is.
    fn intrinsic_of(&self, value: Value) -> Option<(Intrinsic, Value)> {
        let (InstKind::Call(_), call) = self.kind_of(value)? else {
            return None;
        };
        let intrinsic = Intrinsic::of_call(self.folder.module, self.function, call)?;
        matches!(intrinsic, Intrinsic::Bswap | Intrinsic::Bitreverse)
            .then(|| (intrinsic, self.function.operand(call, 0)))
    }

    /// Where the `bits` bits of a value come from, looking at no more than `left` definitions.
    fn places_of(&self, bits: u32, value: Value, left: &mut u32, depth: u32) -> Option<Places> {
        use BinaryOp::*;
        *left = left.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        let itself = || Places {
            source: Some(value),
            bits: std::array::from_fn(|at| if at < bits as usize { at as u8 } else { ZERO }),
        };
        let mut of = |bits, value| self.places_of(bits, value, left, depth + 1);
        if let Some((a, b, _)) = self.operands_of(Or, value) {
            let first = of(bits, a)?;
            return first.or(&of(bits, b)?);
        }
        if let Some((x, mask, _)) = self.with_number(And, value) {
            return Some(of(bits, x)?.masked(mask));
        }
        for op in [Shl, LShr] {
            if let Some((x, by, _)) = self.with_number(op, value)
                && by < u64::from(bits)
            {
                let by = by as usize;
                let moved = of(bits, x)?.moved(|at| match op {
                    Shl => at.checked_sub(by),
                    _ => Some(at + by),
                });
                return Some(moved.masked(low_bits(bits)));
            }
        }
        if let Some((intrinsic, x)) = self.intrinsic_of(value) {
            let last = bits as usize - 1;
            let moved = of(bits, x)?.moved(|at| match intrinsic {
                _ if at > last => None,
                Intrinsic::Bswap => Some((last & !7) - (at & !7) + (at & 7)),
                _ => Some(last - at),
            });
            return Some(moved);
        }
        Some(itself())
    }
}
