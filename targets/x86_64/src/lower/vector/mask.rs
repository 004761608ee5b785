//! Masks: vectors of bits, in lanes of any size, and the instructions that select by them.

use avarice_ir::{BinaryOp, Inst, InstKind, IntPredicate};
use avarice_lower::select::{Mask, VectorElements, VectorMasks};
use avarice_lower::{Lane, Regs, Result, VectorShape};
use avarice_mir::Reg;

use super::super::Selector;
use super::arithmetic::{AND, AND_NOT, OR, XOR};
use super::lanes::Source;
use crate::op;
use crate::subtarget::Features;

impl Selector<'_, '_> {
    // ---- Lanes of other sizes -----------------------------------------------------------------

    // ---- Select -------------------------------------------------------------------------------

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
        let [condition, yes, no] = self.operands(inst);
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

impl<'m> VectorMasks<'m> for Selector<'_, 'm> {
    fn const_register(&mut self, words: [u64; 2], _: Lane) -> Result<Reg> {
        self.vector_bytes(words)
    }

    fn compare_part(&mut self, inst: Inst, part: usize) -> Result<Mask> {
        let [left, right] = self.operands(inst);
        let shape = self.shape(left)?;
        match self.function.insts[inst].kind {
            InstKind::ICmp(predicate) if shape.is_mask() => {
                let (lhs, rhs) = (self.use_part(left, part)?, self.use_part(right, part)?);
                let differs = self.packed(XOR[0], lhs, rhs);
                match predicate {
                    IntPredicate::Ne => Ok((differs, false)),
                    IntPredicate::Eq => Ok((differs, true)),
                    _ => self.unsupported("comparison of masks"),
                }
            }
            InstKind::ICmp(predicate) => {
                let constant = self.function.as_const(left).is_some();
                let (predicate, left, right) = match constant {
                    true => (predicate.swapped(), right, left),
                    false => (predicate, left, right),
                };
                self.compare_ints(predicate, shape.lane, (left, right), part)
            }
            InstKind::FCmp(predicate) => {
                self.compare_numbers(predicate, shape.lane, (left, right), part)
            }
            _ => self.unsupported("comparison of this kind"),
        }
    }

    fn complement_mask(&mut self, _: Lane, mask: Reg) -> Result<Reg> {
        let ones = self.vector_ones()?;
        Ok(self.packed(XOR[0], mask, ones))
    }

    fn join_masks(&mut self, op: BinaryOp, left: Mask, right: Mask) -> Result<Reg> {
        let opcode = match (op, left.1, right.1) {
            (BinaryOp::And, true, false) => return Ok(self.packed(AND_NOT[0], left.0, right.0)),
            (BinaryOp::And, false, true) => return Ok(self.packed(AND_NOT[0], right.0, left.0)),
            (BinaryOp::And, ..) => AND[0],
            (BinaryOp::Xor, ..) => XOR[0],
            _ => OR[0],
        };
        let left = self.upright_one(Lane::I8, left)?;
        let right = self.upright_one(Lane::I8, right)?;
        Ok(self.packed(opcode, left, right))
    }

    fn convert_mask(&mut self, mut masks: Regs, from: Lane, to: Lane, count: u32) -> Regs {
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

    /// Selects a choice between vectors; `false` if the condition is one bit and the operands are
    /// selected part by part.
    fn lower_vector_select(&mut self, inst: Inst) -> Result<bool> {
        let [condition, yes, no] = self.operands(inst);
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
}
