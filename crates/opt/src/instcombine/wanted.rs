//! Demanded bits: operations that only change other bits are left out.
//!
//! ```text
//!   %a = and i16 %x, -256
//!   %b = or i16 %a, %y
//!   %c = and i16 %b, 255                 %c = and i16 %y, 255
//! ```
//!
//! Masks, shifts and truncations demand only some bits of their operand. An operation whose result has no other use
//! passes this on to its own operands; with other users, it stays as it is, and at most one of its operands takes its
//! place.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, Value};

use super::known_bits::KnownBits;
use super::patterns::low_bits;
use super::{Combined, Combiner};

/// How many definitions are followed.
const MAX_DEPTH: u32 = 5;

/// What may be said of bits that are not wanted, and so no longer holds once these are others.
const PROMISES: InstFlags = InstFlags::NUW
    .union(InstFlags::NSW)
    .union(InstFlags::EXACT)
    .union(InstFlags::NNEG)
    .union(InstFlags::DISJOINT);

impl Combiner<'_> {
    /// Leaves out operations on bits that the current instruction does not demand.
    pub(super) fn leave_out_unwanted(&mut self) -> Option<Combined> {
        let (bits, wanted) = self.wanted_of_operand()?;
        let value = self.operand(0);
        let found = self.with_wanted(bits, value, wanted, 0)?;
        if found != value {
            self.set_operand(0, found);
        }
        self.function.insts[self.at].flags -= PROMISES;
        Some(Combined::InPlace)
    }

    /// The width of the first operand of the current instruction, and which bits of it are demanded; `None` if that is
    /// all of them, or not known.
    fn wanted_of_operand(&self) -> Option<(u32, u64)> {
        use BinaryOp::*;
        let data = &self.function.insts[self.at];
        let op = match data.kind {
            InstKind::Cast(CastOp::Trunc) => {
                let bits = self.bits_of(self.operand(0))?;
                return Some((bits, low_bits(self.bits_of_type(data.ty)?)));
            }
            InstKind::Binary(op @ (And | Or | Shl | LShr | AShr)) => op,
            _ => return None,
        };
        let (bits, number) = (
            self.bits_of(self.operand(0))?,
            self.number(self.operand(1))?,
        );
        let by = u32::try_from(number).ok().filter(|by| *by < bits);
        let wanted = match op {
            And => number,
            Or => !number & low_bits(bits),
            Shl => low_bits(bits - by?),
            _ => low_bits(bits) & !low_bits(by?),
        };
        Some((bits, wanted))
    }

    /// A value of `bits` bits whose wanted bits are those of `value`, if there is a simpler one. It is `value` itself if
    /// something simpler was found for what that is made of.
    fn with_wanted(&mut self, bits: u32, value: Value, wanted: u64, depth: u32) -> Option<Value> {
        if self.is_constant(value) {
            return None;
        }
        let known = self.known_bits(bits, value);
        if wanted & !(known.zero | known.one) == 0 {
            return Some(self.int(self.ty(value), known.one & wanted));
        }
        let inst = self.function.def_inst(value)?;
        if let InstKind::Binary(op) = self.function.insts[inst].kind
            && let Some(operand) = self.operand_with_wanted(bits, op, inst, wanted)
        {
            return Some(operand);
        }
        if depth == MAX_DEPTH || !self.has_one_use(value) {
            return None;
        }
        let changed = match self.function.insts[inst].kind {
            InstKind::Binary(op) => self.wanted_in_operation(bits, op, inst, wanted, depth),
            InstKind::Cast(op) => self.wanted_in_cast(op, inst, wanted, depth),
            InstKind::Select => [1, 2]
                .into_iter()
                .any(|index| self.wanted_in(bits, inst, index, wanted, depth)),
            _ => false,
        };
        changed.then_some(value)
    }

    /// The operand that has the wanted bits of the result.
    fn operand_with_wanted(
        &self,
        bits: u32,
        op: BinaryOp,
        inst: Inst,
        wanted: u64,
    ) -> Option<Value> {
        use BinaryOp::*;
        let [left, right] = [0, 1].map(|index| self.function.operand(inst, index));
        if !matches!(op, And | Or | Xor | Add | Sub) {
            return None;
        }
        let [a, b] = [left, right].map(|value| self.known_bits(bits, value));
        let below = low_bits(64 - wanted.leading_zeros());
        let has = |of: KnownBits, other: KnownBits| {
            let (all, same) = match op {
                And => (wanted, of.zero | other.one),
                Or => (wanted, of.one | other.zero),
                Xor => (wanted, other.zero),
                _ => (below, other.zero),
            };
            all & !same == 0
        };
        match () {
            () if has(a, b) => Some(left),
            () if op != Sub && has(b, a) => Some(right),
            () => None,
        }
    }

    /// Passes on to the operands of an operation what is wanted of its result; whether that changed anything.
    fn wanted_in_operation(
        &mut self,
        bits: u32,
        op: BinaryOp,
        inst: Inst,
        wanted: u64,
        depth: u32,
    ) -> bool {
        use BinaryOp::*;
        let [left, right] = [0, 1].map(|index| self.function.operand(inst, index));
        let below = low_bits(64 - wanted.leading_zeros());
        match op {
            And | Or => {
                // What one operand decides is not wanted of the other.
                let decided = [right, left].map(|value| {
                    let known = self.known_bits(bits, value);
                    if op == And { known.zero } else { known.one }
                });
                let mut indices = [0, 1].into_iter();
                indices.any(|at| self.wanted_in(bits, inst, at, wanted & !decided[at], depth))
            }
            Xor => [0, 1]
                .into_iter()
                .any(|at| self.wanted_in(bits, inst, at, wanted, depth)),
            Add | Sub | Mul => [0, 1]
                .into_iter()
                .any(|at| self.wanted_in(bits, inst, at, below, depth)),
            Shl | LShr | AShr => {
                let by = self.number(right).and_then(|by| u32::try_from(by).ok());
                let Some(by) = by.filter(|by| *by < bits) else {
                    return false;
                };
                let entering = low_bits(bits) & !low_bits(bits - by);
                let inner = match op {
                    Shl => wanted >> by,
                    AShr if wanted & entering != 0 => wanted << by | 1 << (bits - 1),
                    _ => wanted << by,
                };
                self.wanted_in(bits, inst, 0, inner & low_bits(bits), depth)
            }
            _ => false,
        }
    }

    /// Passes on to what is converted what is wanted of the result; whether that changed anything.
    fn wanted_in_cast(&mut self, op: CastOp, inst: Inst, wanted: u64, depth: u32) -> bool {
        let Some(from) = self.bits_of(self.function.operand(inst, 0)) else {
            return false;
        };
        let low = wanted & low_bits(from);
        let inner = match op {
            CastOp::Trunc | CastOp::ZExt => low,
            CastOp::SExt if wanted == low => low,
            CastOp::SExt => low | 1 << (from - 1),
            _ => return false,
        };
        self.wanted_in(from, inst, 0, inner, depth)
    }

    /// Gives operand `index` of an instruction with one user the bits that are wanted of it; whether it changed.
    fn wanted_in(&mut self, bits: u32, inst: Inst, index: usize, wanted: u64, depth: u32) -> bool {
        let value = self.function.operand(inst, index);
        let Some(found) = self.with_wanted(bits, value, wanted, depth + 1) else {
            return false;
        };
        if found != value {
            if let Some(def) = self.function.def_inst(value) {
                self.work.push(def);
            }
            self.function.set_operand(inst, index, found);
        }
        self.function.insts[inst].flags -= PROMISES;
        self.work.push(inst);
        true
    }
}
