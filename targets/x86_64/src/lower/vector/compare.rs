//! Comparisons of lanes: all ones where the predicate holds, else zeros.

use avarice_ir::{FloatPredicate, IntPredicate, Value};
use avarice_lower::select::Mask;
use avarice_lower::{Lane, Result, splat};
use avarice_mir::Reg;

use super::super::Selector;
use super::super::float_compare::mask_compare;
use super::arithmetic::{AND, OR, XOR};
use crate::op;
use crate::subtarget::Features;

impl Selector<'_, '_> {
    // ---- Integers -----------------------------------------------------------------------------

    pub(super) fn compare_ints(
        &mut self,
        predicate: IntPredicate,
        lane: Lane,
        (left, right): (Value, Value),
        part: usize,
    ) -> Result<Mask> {
        use IntPredicate::*;
        if matches!(predicate, Eq | Ne) {
            let equal = self.equal_lanes(lane, left, right, part)?;
            return Ok((equal, predicate == Ne));
        }
        if predicate == Slt && self.is_zero_vector(right) {
            let src = self.use_part(left, part)?;
            return Ok((self.sign_mask(lane, src)?, false));
        }
        let sse41 = self.features().contains(Features::SSE41);
        if !predicate.is_signed() && (lane <= Lane::I16 || (sse41 && lane == Lane::I32)) {
            return self.compare_unsigned(predicate, lane, (left, right), part);
        }
        let sign = self.ordering_bits(lane, predicate.is_signed());
        let lhs = self.flipped(left, part, sign)?;
        let rhs = self.flipped(right, part, sign)?;
        Ok(match predicate {
            Sgt | Ugt => (self.greater_lanes(lane, lhs, rhs), false),
            Slt | Ult => (self.greater_lanes(lane, rhs, lhs), false),
            Sge | Uge => (self.greater_lanes(lane, rhs, lhs), true),
            _ => (self.greater_lanes(lane, lhs, rhs), true),
        })
    }

    /// `left > right` for lanes in registers.
    pub(super) fn compare_greater(
        &mut self,
        lane: Lane,
        left: Reg,
        right: Reg,
        signed: bool,
    ) -> Result<Reg> {
        let sign = self.ordering_bits(lane, signed);
        if sign == [0; 2] {
            return Ok(self.greater_lanes(lane, left, right));
        }
        let sign = self.vector_bytes(sign)?;
        let left = self.packed(XOR[0], left, sign);
        let right = self.packed(XOR[0], right, sign);
        Ok(self.greater_lanes(lane, left, right))
    }

    /// The bits to invert in both operands before `greater_lanes`. Lanes of 64 bits without an
    /// instruction are compared in halves, of which the lower ones are unsigned anyway.
    fn ordering_bits(&self, lane: Lane, signed: bool) -> [u64; 2] {
        let sign = if signed { 0 } else { 1 << (lane.bits() - 1) };
        let halves = lane == Lane::I64 && !self.features().contains(Features::SSE42);
        splat(lane, if halves { sign | 1 << 31 } else { sign })
    }

    /// Part `part` of a vector with these bits inverted; constants now, others by an instruction.
    fn flipped(&mut self, value: Value, part: usize, sign: [u64; 2]) -> Result<Reg> {
        if sign == [0; 2] {
            return self.use_part(value, part);
        }
        if let Some(words) = self.const_bytes(value, part)? {
            return self.vector_bytes([words[0] ^ sign[0], words[1] ^ sign[1]]);
        }
        let src = self.use_part(value, part)?;
        let sign = self.vector_bytes(sign)?;
        Ok(self.packed(XOR[0], src, sign))
    }

    fn equal_lanes(&mut self, lane: Lane, left: Value, right: Value, part: usize) -> Result<Reg> {
        let lhs = self.use_part(left, part)?;
        let rhs = self.vector_source(right, part)?;
        let opcode = match lane {
            Lane::I8 => op::PCMPEQBrr,
            Lane::I16 => op::PCMPEQWrr,
            Lane::I64 if self.features().contains(Features::SSE41) => op::PCMPEQQrr,
            _ => op::PCMPEQDrr,
        };
        let equal = self.packed_with(opcode, lhs, rhs);
        if lane == Lane::I64 && opcode == op::PCMPEQDrr {
            let other = self.packed_imm(op::PSHUFDri, equal, 0xb1);
            return Ok(self.packed(AND[0], equal, other));
        }
        Ok(equal)
    }

    /// Signed `left > right`. Lanes of 64 bits without an instruction: the lower halves have their signs
    /// inverted.
    fn greater_lanes(&mut self, lane: Lane, left: Reg, right: Reg) -> Reg {
        let opcode = match lane {
            Lane::I8 => op::PCMPGTBrr,
            Lane::I16 => op::PCMPGTWrr,
            Lane::I64 if self.features().contains(Features::SSE42) => op::PCMPGTQrr,
            _ => op::PCMPGTDrr,
        };
        let greater = self.packed(opcode, left, right);
        if lane != Lane::I64 || opcode == op::PCMPGTQrr {
            return greater;
        }
        let equal = self.packed(op::PCMPEQDrr, left, right);
        let equal = self.packed_imm(op::PSHUFDri, equal, 0xf5);
        let low = self.packed_imm(op::PSHUFDri, greater, 0xa0);
        let both = self.packed(AND[0], equal, low);
        let high = self.packed_imm(op::PSHUFDri, greater, 0xf5);
        self.packed(OR[0], both, high)
    }

    /// By minimum or maximum, or by a subtraction that stops at zero.
    fn compare_unsigned(
        &mut self,
        predicate: IntPredicate,
        lane: Lane,
        (left, right): (Value, Value),
        part: usize,
    ) -> Result<Mask> {
        use IntPredicate::*;
        let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
        let at_most = matches!(predicate, Ule | Ugt);
        let inverted = matches!(predicate, Ugt | Ult);
        let sse41 = self.features().contains(Features::SSE41);
        let mask = match lane {
            Lane::I16 if !sse41 => {
                let (a, b) = if at_most { (lhs, rhs) } else { (rhs, lhs) };
                let above = self.packed(op::PSUBUSWrr, a, b);
                let zero = self.vector_zero()?;
                self.packed(op::PCMPEQWrr, above, zero)
            }
            _ => {
                let (min, max, equal) = match lane {
                    Lane::I8 => (op::PMINUBrr, op::PMAXUBrr, op::PCMPEQBrr),
                    Lane::I16 => (op::PMINUWrr, op::PMAXUWrr, op::PCMPEQWrr),
                    _ => (op::PMINUDrr, op::PMAXUDrr, op::PCMPEQDrr),
                };
                let bound = self.packed(if at_most { min } else { max }, rhs, lhs);
                self.packed(equal, bound, lhs)
            }
        };
        Ok((mask, inverted))
    }

    // ---- Numbers ------------------------------------------------------------------------------

    pub(super) fn compare_numbers(
        &mut self,
        predicate: FloatPredicate,
        lane: Lane,
        (left, right): (Value, Value),
        part: usize,
    ) -> Result<Mask> {
        use FloatPredicate::{False, One, True, Ueq};
        let opcode = match lane {
            Lane::F32 => op::CMPPSrri,
            _ => op::CMPPDrri,
        };
        match predicate {
            False => return Ok((self.vector_zero()?, false)),
            True => return Ok((self.vector_ones()?, false)),
            One | Ueq => {
                let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
                let ordered = predicate == One;
                let (differ, order, join) = if ordered {
                    (4, 7, AND[1])
                } else {
                    (0, 3, OR[1])
                };
                let differ = self.packed_pair_imm(opcode, lhs, rhs, differ);
                let order = self.packed_pair_imm(opcode, lhs, rhs, order);
                return Ok((self.packed(join, differ, order), false));
            }
            _ => {}
        }
        let Some((swap, imm)) = mask_compare(predicate) else {
            return self.unsupported("comparison of this kind");
        };
        let (left, right) = if swap { (right, left) } else { (left, right) };
        let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
        Ok((self.packed_pair_imm(opcode, lhs, rhs, imm as u32), false))
    }
}
