//! Several comparisons under one condition, without branches: the second comparison is made only if the first
//! holds, and else the flags are set so that its condition fails.
//!
//! ```text
//!   a < b && c == 5      cmp a, b
//!                        ccmp c, #5, #0, lt      flags of the comparison if lt, else 0: not equal
//!                        … eq
//!   a < b || c == 5      cmp a, b
//!                        ccmp c, #5, #4, ge      … else 4: equal
//!                        … eq
//! ```

use avarice_ir::{InstKind, Value};
use avarice_lower::select::{IntWidth, Integers};
use avarice_lower::{FloatKind, Junction, Result};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::compare::{Cc, Condition, float_condition};
use super::{Selector, Width};
use crate::op;

/// How deep conjunctions are looked into.
const MAX_DEPTH: u32 = 4;

impl Selector<'_, '_> {
    /// Whether `value` is a comparison that the group can make, or joins such.
    fn is_conjunction(&self, value: Value, depth: u32) -> bool {
        if self.is_leaf(value) {
            return true;
        }
        if depth == 0 || !self.is_foldable(value) {
            return false;
        }
        self.junction(value).is_some_and(|junction| {
            let (left, right) = (junction.left, junction.right);
            (self.is_conjunction(left, depth - 1) && self.is_leaf(right))
                || (self.is_leaf(left) && self.is_conjunction(right, depth - 1))
        })
    }

    /// Whether `value` is a comparison without other uses, of operands that conditional comparisons can compare.
    fn is_leaf(&self, value: Value) -> bool {
        let Some((inst, kind)) = self.def_kind(value) else {
            return false;
        };
        let left = self.function.operand(inst, 0);
        self.is_foldable(value)
            && match kind {
                InstKind::ICmp(_) => self.int_bits(left).is_some(),
                InstKind::FCmp(predicate) => {
                    let one = matches!(float_condition(*predicate), Condition::One(_));
                    one && self.float_kind(left).is_ok()
                }
                _ => false,
            }
    }

    /// Sets the flags for a conjunction; `None` if `value` is none that the group can make.
    pub(super) fn emit_conjunction(&mut self, value: Value) -> Result<Option<Condition>> {
        let Some(junction) = self.junction(value) else {
            return Ok(None);
        };
        let parts = [junction.left, junction.right];
        let fits = parts
            .iter()
            .all(|part| self.is_conjunction(*part, MAX_DEPTH))
            && parts.iter().any(|part| self.is_leaf(*part));
        if !fits {
            return Ok(None);
        }
        self.emit_junction(junction)
            .map(|cc| Some(Condition::One(cc)))
    }

    fn emit_junction(&mut self, junction: Junction) -> Result<Cc> {
        let (first, second) = match self.is_leaf(junction.right) {
            true => (junction.left, junction.right),
            false => (junction.right, junction.left),
        };
        // All registers are requested before flags are set: what loads them is emitted on its own.
        let comparison = self.comparison(second)?;
        let cc = match self.junction(first) {
            Some(inner) if !self.is_leaf(first) => self.emit_junction(inner)?,
            _ => self.emit_leaf(first)?,
        };
        let (needed, otherwise) = match junction.both {
            true => (cc, comparison.cc.inverse()),
            false => (cc.inverse(), comparison.cc),
        };
        let emit = self.emit(comparison.opcode).reg(comparison.left);
        let emit = match comparison.right {
            Right::Reg(reg) => emit.reg(reg),
            Right::Imm(imm) => emit.imm(imm),
        };
        let emit = emit.imm(otherwise.flags()).imm(needed.imm());
        let emit = match comparison.is_float {
            true => emit.flags(MiFlags::NOFPEXCEPT),
            false => emit,
        };
        emit.keep_flags().done();
        Ok(comparison.cc)
    }

    /// Sets the flags by an ordinary comparison.
    fn emit_leaf(&mut self, value: Value) -> Result<Cc> {
        match self.emit_flags_condition(value)? {
            Condition::One(cc) => Ok(cc),
            _ => self.unsupported("comparison in a conjunction"),
        }
    }

    /// The operands of comparison `value` in registers.
    fn comparison(&mut self, value: Value) -> Result<Comparison> {
        let Some((inst, kind)) = self.def_kind(value) else {
            return self.unsupported("conjunction of something that is no comparison");
        };
        let [left, right] = self.operands(inst);
        let mut predicate = match kind {
            InstKind::FCmp(predicate) => {
                let Condition::One(cc) = float_condition(*predicate) else {
                    return self.unsupported("comparison of this kind in a conjunction");
                };
                let single = self.float_kind(left)? == FloatKind::Single;
                let opcode = if single { op::FCCMPSrr } else { op::FCCMPDrr };
                return Ok(Comparison {
                    opcode,
                    left: self.use_value(left)?,
                    right: Right::Reg(self.use_value(right)?),
                    cc,
                    is_float: true,
                });
            }
            InstKind::ICmp(predicate) => *predicate,
            _ => return self.unsupported("conjunction of something that is no comparison"),
        };
        let (mut left, mut right) = (left, right);
        if self.function.as_const(left).is_some() {
            std::mem::swap(&mut left, &mut right);
            predicate = predicate.swapped();
        }
        let bits = self.int_bits(left).unwrap_or(64);
        let width = Width::of_bits(bits);
        let w = width as usize;
        let signed = predicate.is_signed();
        let cc = Cc::of(predicate);
        let constant = match signed || bits == width.bits() {
            true => self.const_signed(right),
            false => self.const_int(right).map(|bits| bits as i64),
        };
        let left = self.extend(left, signed, width)?;
        let (opcode, right) = match constant {
            Some(value @ 0..32) => ([op::CCMPWi, op::CCMPXi][w], Right::Imm(value)),
            Some(value @ -31..0) => ([op::CCMNWi, op::CCMNXi][w], Right::Imm(-value)),
            _ => {
                let right = self.extend(right, signed, width)?;
                ([op::CCMPWr, op::CCMPXr][w], Right::Reg(right))
            }
        };
        Ok(Comparison {
            opcode,
            left,
            right,
            cc,
            is_float: false,
        })
    }
}

/// A conditional comparison but for its condition.
struct Comparison {
    opcode: Opcode,
    left: Reg,
    right: Right,
    cc: Cc,
    is_float: bool,
}

/// What is compared with.
enum Right {
    Reg(Reg),
    Imm(i64),
}
