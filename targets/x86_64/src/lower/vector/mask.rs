//! Masks: vectors of bits, in lanes of any size; and what chooses by them.
//!
//! The type of a mask has lanes of one size. Who needs it in others, as a `select` of bytes by eight bits
//! does, converts it; a comparison, or logic on comparisons, that nobody else needs is computed in the
//! lanes that are needed.

use avarice_ir::{BinaryOp, Inst, InstKind, Value};
use avarice_lower::{Lane, Result, VectorShape};
use avarice_mir::Reg;

use super::super::Selector;
use super::arithmetic::{AND, AND_NOT, OR, XOR};
use super::compare::Mask;
use super::lanes::{Regs, Source};
use crate::op;
use crate::subtarget::Features;

/// Masks of the parts of a vector, all of them or none complemented.
pub(super) type Masks = (Regs, bool);

/// How deep logic on comparisons is followed.
const MAX_DEPTH: u32 = 6;

impl Selector<'_, '_> {
    /// The mask as it is meant.
    pub(super) fn upright_one(&mut self, (mask, inverted): Mask) -> Result<Reg> {
        if !inverted {
            return Ok(mask);
        }
        let ones = self.vector_ones()?;
        Ok(self.packed(XOR[0], mask, ones))
    }

    /// The masks as they are meant.
    pub(super) fn upright(&mut self, (masks, inverted): Masks) -> Result<Regs> {
        let upright = |mask| self.upright_one((mask, inverted));
        masks.into_iter().map(upright).collect()
    }

    /// All parts of a comparison in its operands' lanes.
    pub(super) fn compare_regs(&mut self, inst: Inst) -> Result<Masks> {
        let operand = self.function.operand(inst, 0);
        let mut inverted = false;
        let mut masks = Regs::new();
        for part in 0..self.shape(operand)?.parts() {
            let mask = self.compare_part(inst, part)?;
            inverted = mask.1;
            masks.push(mask.0);
        }
        Ok((masks, inverted))
    }

    /// All parts of mask `value` in lanes of the size of `lane`.
    pub(super) fn mask_regs(&mut self, value: Value, lane: Lane) -> Result<Masks> {
        self.mask_regs_within(value, lane.to_int(), MAX_DEPTH)
    }

    fn mask_regs_within(&mut self, value: Value, lane: Lane, depth: u32) -> Result<Masks> {
        let shape = self.shape(value)?;
        if let Some(id) = self.function.as_const(value) {
            let wanted = shape.with_lane(lane);
            let mut regs = Regs::new();
            for part in 0..wanted.parts() {
                let bits = self.vector_bits(id, wanted, part)?;
                regs.push(self.vector_bytes(bits.map_or([0; 2], |(words, _)| words))?);
            }
            return Ok((regs, false));
        }
        if self.is_foldable(value)
            && depth > 0
            && let Some((inst, kind)) = self.def_kind(value)
        {
            let operand = |index| self.function.operand(inst, index);
            let (left, right) = match kind {
                InstKind::ICmp(_) | InstKind::FCmp(_) => (operand(0), operand(0)),
                InstKind::Binary(_) => (operand(0), operand(1)),
                InstKind::Select => (operand(1), operand(2)),
                _ => (value, value),
            };
            match kind {
                // `c ? x : false` and `c ? true : x`.
                InstKind::Select if self.module.types.is_vector(self.ty(operand(0))) => {
                    let condition = operand(0);
                    if self.is_zero_vector(right) {
                        return self.mask_logic(BinaryOp::And, (condition, left), lane, depth);
                    }
                    if self.is_all_true(left) {
                        return self.mask_logic(BinaryOp::Or, (condition, right), lane, depth);
                    }
                }
                InstKind::ICmp(_) | InstKind::FCmp(_) if !self.shape(left)?.is_mask() => {
                    let from = self.shape(left)?;
                    let (masks, inverted) = self.compare_regs(inst)?;
                    let masks = self.convert_mask(masks, from.lane, lane, shape.count);
                    return Ok((masks, inverted));
                }
                InstKind::Binary(BinaryOp::Xor) if self.is_all_true(right) => {
                    let (masks, inverted) = self.mask_regs_within(left, lane, depth - 1)?;
                    return Ok((masks, !inverted));
                }
                InstKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)) => {
                    return self.mask_logic(*op, (left, right), lane, depth);
                }
                _ => {}
            }
        }
        let masks = self.vector_regs(value)?;
        Ok((
            self.convert_mask(masks, shape.lane, lane, shape.count),
            false,
        ))
    }

    /// Whether a mask is true in all lanes.
    fn is_all_true(&self, value: Value) -> bool {
        let lanes = self.lane_constants(value);
        lanes.is_some_and(|lanes| lanes.iter().flatten().all(|bit| bit & 1 == 1))
    }

    fn mask_logic(
        &mut self,
        op: BinaryOp,
        (left, right): (Value, Value),
        lane: Lane,
        depth: u32,
    ) -> Result<Masks> {
        let (lhs, not_left) = self.mask_regs_within(left, lane, depth - 1)?;
        let (rhs, not_right) = self.mask_regs_within(right, lane, depth - 1)?;
        // Both complemented: `~a & ~b` is `~(a | b)`.
        let both = not_left && not_right;
        let (opcode, inverted) = match op {
            BinaryOp::And if both => (OR[0], true),
            BinaryOp::Or if both => (AND[0], true),
            BinaryOp::Xor => (XOR[0], not_left != not_right),
            BinaryOp::And => (AND[0], false),
            _ => (OR[0], false),
        };
        let mut masks = Regs::new();
        for (left, right) in lhs.into_iter().zip(rhs) {
            masks.push(match (op, not_left, not_right) {
                (BinaryOp::And, true, false) => self.packed(AND_NOT[0], left, right),
                (BinaryOp::And, false, true) => self.packed(AND_NOT[0], right, left),
                (BinaryOp::Or, true, false) | (BinaryOp::Or, false, true) => {
                    let left = self.upright_one((left, not_left))?;
                    let right = self.upright_one((right, not_right))?;
                    self.packed(opcode, left, right)
                }
                _ => self.packed(opcode, left, right),
            });
        }
        Ok((masks, inverted))
    }

    // ---- Lanes of other sizes -----------------------------------------------------------------

    /// Masks of `count` lanes in lanes of another size.
    pub(super) fn convert_mask(
        &mut self,
        mut masks: Regs,
        from: Lane,
        to: Lane,
        count: u32,
    ) -> Regs {
        let (mut from, to) = (from.to_int(), to.to_int());
        while from > to {
            let (next, pack) = match from {
                Lane::I64 => (Lane::I32, op::SHUFPSrri),
                Lane::I32 => (Lane::I16, op::PACKSSDWrr),
                _ => (Lane::I8, op::PACKSSWBrr),
            };
            masks = masks
                .chunks(2)
                .map(|pair| {
                    let (low, high) = (pair[0], *pair.last().unwrap_or(&pair[0]));
                    match pack {
                        op::SHUFPSrri if low == high => self.packed_imm(op::PSHUFDri, low, 0xe8),
                        op::SHUFPSrri => self.packed_pair_imm(pack, low, high, 0x88),
                        _ => self.packed(pack, low, high),
                    }
                })
                .collect();
            from = next;
        }
        while from < to {
            let (next, low, high) = match from {
                Lane::I8 => (Lane::I16, op::PUNPCKLBWrr, op::PUNPCKHBWrr),
                Lane::I16 => (Lane::I32, op::PUNPCKLWDrr, op::PUNPCKHWDrr),
                _ => (Lane::I64, op::PUNPCKLDQrr, op::PUNPCKHDQrr),
            };
            let parts = count.div_ceil(next.per_register()) as usize;
            masks = (0..parts)
                .map(|part| {
                    let opcode = if part % 2 == 0 { low } else { high };
                    self.packed(opcode, masks[part / 2], masks[part / 2])
                })
                .collect();
            from = next;
        }
        masks
    }

    // ---- Select -------------------------------------------------------------------------------

    /// Selects a choice between vectors; `false` if the condition is one bit and the operands are
    /// selected part by part.
    pub(super) fn lower_vector_select(&mut self, inst: Inst) -> Result<bool> {
        let [condition, yes, no] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        if !self.module.types.is_vector(self.ty(condition)) {
            return Ok(false);
        }
        let shape = self.shape(yes)?;
        if shape.lane.is_float() && self.lower_vector_min_max(inst, shape)? {
            return Ok(true);
        }
        let (masks, inverted) = self.mask_regs(condition, shape.lane)?;
        let (yes, no) = if inverted { (no, yes) } else { (yes, no) };
        let float = usize::from(shape.lane.is_float());
        self.define_parts(inst, |this, part| {
            let mask = masks[part];
            let all_true = this.const_bytes(yes, part)? == Some([u64::MAX; 2]);
            if this.is_zero_vector(no) || all_true {
                let (opcode, value) = if all_true { (OR, no) } else { (AND, yes) };
                let value = this.vector_source(value, part)?;
                return Ok(this.packed_with(opcode[float], mask, value));
            }
            let no = this.vector_source(no, part)?;
            if this.is_zero_vector(yes) {
                return Ok(this.packed_with(AND_NOT[float], mask, no));
            }
            let yes = this.vector_source(yes, part)?;
            Ok(this.blend(float, mask, yes, no))
        })?;
        Ok(true)
    }

    /// `mask ? yes : no`; on numbers if `float` is 1.
    pub(super) fn blend(&mut self, float: usize, mask: Reg, yes: Source, no: Source) -> Reg {
        if self.features().contains(Features::AVX) {
            let no = self.source_reg(no);
            return self.blend_by_mask(float, mask, yes, no);
        }
        let chosen = self.packed_with(AND[float], mask, yes);
        let other = self.packed_with(AND_NOT[float], mask, no);
        self.packed(OR[float], other, chosen)
    }

    /// The same by the instruction of AVX.
    fn blend_by_mask(&mut self, float: usize, mask: Reg, yes: Source, no: Reg) -> Reg {
        let (in_reg, in_memory) = match float {
            0 => (op::VPBLENDVBrrr, op::VPBLENDVBrmr),
            _ => (op::VBLENDVPSrrr, op::VBLENDVPSrmr),
        };
        let dst = self.new_vector();
        match yes {
            Source::Reg(yes) => {
                let emit = self.emit(in_reg).def(dst).reg(no).reg(yes);
                emit.reg(mask).done();
            }
            Source::Memory(address, mem) => {
                let emit = self.emit(in_memory).def(dst).reg(no);
                let emit = emit.ops(&address.operands()).reg(mask);
                emit.mem(mem).done();
            }
        }
        dst
    }

    /// A choice of numbers by a comparison of them that is a minimum or maximum with the hardware's
    /// meaning. Returns whether it was one.
    fn lower_vector_min_max(&mut self, inst: Inst, shape: VectorShape) -> Result<bool> {
        use avarice_ir::FloatPredicate::{Ogt, Olt, Uge, Ule};
        let [condition, yes, no] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        let Some((compare, InstKind::FCmp(predicate))) = self.def_kind(condition) else {
            return Ok(false);
        };
        let (left, right) = (
            self.function.operand(compare, 0),
            self.function.operand(compare, 1),
        );
        // Unordered predicates are ordered ones negated: exchange the arms.
        let (less, yes, no) = match predicate {
            Olt => (true, yes, no),
            Ogt => (false, yes, no),
            Uge => (true, no, yes),
            Ule => (false, no, yes),
            _ => return Ok(false),
        };
        let (less, first, second) = if (left, right) == (yes, no) {
            (less, left, right)
        } else if (left, right) == (no, yes) {
            (!less, right, left)
        } else {
            return Ok(false);
        };
        let opcode = match (shape.lane, less) {
            (Lane::F32, true) => op::MINPSrr,
            (Lane::F32, false) => op::MAXPSrr,
            (_, true) => op::MINPDrr,
            (_, false) => op::MAXPDrr,
        };
        self.define_parts(inst, |this, part| {
            let first = this.use_part(first, part)?;
            let second = this.vector_source(second, part)?;
            Ok(this.packed_with(opcode, first, second))
        })?;
        Ok(true)
    }
}
