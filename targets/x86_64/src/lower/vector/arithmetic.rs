//! Arithmetic and logic, lane by lane.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Value};
use avarice_lower::select::{VectorArithmetic, VectorElements, VectorMasks};
use avarice_lower::{Lane, Result, VectorShape, splat};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::extent::Extent;
use super::lanes::Source;
use super::splats::splatted;
use crate::op;
use crate::subtarget::Features;

/// Opcodes by lane, in the order of [`Lane`].
pub(super) type ByLane = [Opcode; 6];

/// Additions.
pub(super) const ADD: ByLane = [
    op::PADDBrr,
    op::PADDWrr,
    op::PADDDrr,
    op::PADDQrr,
    op::ADDPSrr,
    op::ADDPDrr,
];
/// Subtractions.
pub(super) const SUB: ByLane = [
    op::PSUBBrr,
    op::PSUBWrr,
    op::PSUBDrr,
    op::PSUBQrr,
    op::SUBPSrr,
    op::SUBPDrr,
];
/// Multiplications of numbers, singles and doubles.
const FMUL: [Opcode; 2] = [op::MULPSrr, op::MULPDrr];
/// Divisions of numbers.
const FDIV: [Opcode; 2] = [op::DIVPSrr, op::DIVPDrr];

/// `and`, `or`, `xor`, `and` with the complement of the left operand: on integers, on numbers.
pub(super) const AND: [Opcode; 2] = [op::PANDrr, op::ANDPSrr];
pub(super) const OR: [Opcode; 2] = [op::PORrr, op::ORPSrr];
pub(super) const XOR: [Opcode; 2] = [op::PXORrr, op::XORPSrr];
pub(super) const AND_NOT: [Opcode; 2] = [op::PANDNrr, op::ANDNPSrr];

/// The single instruction that `op` is on lanes.
pub(super) fn binary_opcode(op: BinaryOp, lane: Lane) -> Option<Opcode> {
    let float = usize::from(lane == Lane::F64);
    Some(match op {
        BinaryOp::Add | BinaryOp::FAdd => ADD[lane as usize],
        BinaryOp::Sub | BinaryOp::FSub => SUB[lane as usize],
        BinaryOp::FMul => FMUL[float],
        BinaryOp::FDiv => FDIV[float],
        BinaryOp::And => AND[0],
        BinaryOp::Or => OR[0],
        BinaryOp::Xor => XOR[0],
        BinaryOp::Mul if lane == Lane::I16 => op::PMULLWrr,
        _ => return None,
    })
}

/// The same operation on masks, whose lanes are bits.
pub(super) fn mask_opcode(op: BinaryOp) -> Option<Opcode> {
    Some(match op {
        BinaryOp::And | BinaryOp::Mul => AND[0],
        BinaryOp::Or => OR[0],
        BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => XOR[0],
        _ => return None,
    })
}

fn is_commutative(op: BinaryOp) -> bool {
    use BinaryOp::{Add, And, FAdd, FMul, Mul, Or, Xor};
    matches!(op, Add | And | FAdd | FMul | Mul | Or | Xor)
}

impl Selector<'_, '_> {
    /// Whether a vector is better the second operand: a load, or a constant.
    fn is_memory(&self, value: Value) -> bool {
        self.function.as_const(value).is_some() || self.foldable_load(value).is_some()
    }

    /// `~a & b` as one instruction, if one operand is a complement without other uses.
    fn and_not(&mut self, left: Value, right: Value, part: usize) -> Result<Option<Reg>> {
        for (negated, other) in [(left, right), (right, left)] {
            let Some((inst, InstKind::Binary(BinaryOp::Xor))) = self.def_kind(negated) else {
                continue;
            };
            let ones = self.function.operand(inst, 1);
            let ones = self.const_bytes(ones, part)? == Some([u64::MAX; 2]);
            if ones && self.is_foldable(negated) {
                let inner = self.function.operand(inst, 0);
                let inner = self.use_part(inner, part)?;
                let other = self.vector_source(other, part)?;
                return Ok(Some(self.packed_with(AND_NOT[0], inner, other)));
            }
        }
        Ok(None)
    }

    /// An addition of a mask's bits is the subtraction of the mask. Returns whether it was one.
    fn lower_count(
        &mut self,
        inst: Inst,
        shape: VectorShape,
        left: Value,
        right: Value,
    ) -> Result<bool> {
        for (bits, other) in [(left, right), (right, left)] {
            let Some((extension, InstKind::Cast(CastOp::ZExt))) = self.def_kind(bits) else {
                continue;
            };
            let mask = self.function.operand(extension, 0);
            if shape.is_mask() || !self.is_foldable(bits) || !self.shape(mask)?.is_mask() {
                continue;
            }
            let masks = self.upright_mask(mask, shape.lane)?;
            self.define_parts(inst, |this, part| {
                let other = this.use_part(other, part)?;
                Ok(this.packed(SUB[shape.lane as usize], other, masks[part]))
            })?;
            return Ok(true);
        }
        Ok(false)
    }

    // ---- Multiplication -----------------------------------------------------------------------

    /// The low halves of the products of integer lanes; `known`: between which numbers they are; `are_equal`: whether all
    /// lanes of a factor are equal.
    pub(super) fn multiply(
        &mut self,
        lane: Lane,
        [left, right]: [Reg; 2],
        known: [Extent; 2],
        are_equal: [bool; 2],
    ) -> Result<Reg> {
        match lane {
            Lane::I8 => self.multiply_bytes(left, right),
            Lane::I32 if known.iter().all(|e| e.is_within(-1 << 15, (1 << 15) - 1)) => {
                self.multiply_words16(left, right, known)
            }
            Lane::I32 if self.features().contains(Features::SSE41) => {
                Ok(self.packed(op::PMULLDrr, left, right))
            }
            Lane::I32 => {
                let even = self.packed(op::PMULUDQrr, left, right);
                let mut odd = [left, right];
                for (factor, _) in odd.iter_mut().zip(are_equal).filter(|(_, equal)| !equal) {
                    *factor = self.packed_imm(op::PSHUFDri, *factor, 0xf5);
                }
                let odd = self.packed(op::PMULUDQrr, odd[0], odd[1]);
                let even = self.packed_imm(op::PSHUFDri, even, 0xe8);
                let odd = self.packed_imm(op::PSHUFDri, odd, 0xe8);
                Ok(self.packed(op::PUNPCKLDQrr, even, odd))
            }
            Lane::I64 => {
                let sse41 = self.features().contains(Features::SSE41);
                if sse41 && known.iter().all(|e| e.is_within(-1 << 31, (1 << 31) - 1)) {
                    return Ok(self.packed(op::PMULDQrr, left, right));
                }
                let small = known.map(|e| e.is_within(0, (1 << 32) - 1));
                Ok(self.multiply_words64(left, right, small))
            }
            _ => self.unsupported("multiplication of lanes of this type"),
        }
    }

    /// Lanes of 32 bits that are numbers of 16 bits with signs: the sum of the products of both halves,
    /// where the upper half of one lane is zero.
    fn multiply_words16(&mut self, left: Reg, right: Reg, known: [Extent; 2]) -> Result<Reg> {
        if known.iter().any(|e| e.is_within(0, (1 << 15) - 1)) {
            return Ok(self.packed(op::PMADDWDrr, left, right));
        }
        let low = self.vector_bytes(splat(Lane::I32, 0xffff))?;
        let left = self.packed(AND[0], left, low);
        Ok(self.packed(op::PMADDWDrr, left, right))
    }

    /// Bytes are multiplied in lanes of 16 bits.
    fn multiply_bytes(&mut self, left: Reg, right: Reg) -> Result<Reg> {
        let low_bytes = splat(Lane::I16, 0xff);
        let mut halves = [Reg::NONE; 2];
        for (half, unpack) in halves.iter_mut().zip([op::PUNPCKLBWrr, op::PUNPCKHBWrr]) {
            let a = self.packed(unpack, left, left);
            let b = self.packed(unpack, right, right);
            let product = self.packed(op::PMULLWrr, a, b);
            let mask = self.vector_bytes(low_bytes)?;
            *half = self.packed(AND[0], product, mask);
        }
        Ok(self.packed(op::PACKUSWBrr, halves[0], halves[1]))
    }

    /// `low * low + ((low * high + high * low) << 32)`; `small`: which operand's lanes have nothing in
    /// their upper halves.
    fn multiply_words64(&mut self, left: Reg, right: Reg, small: [bool; 2]) -> Reg {
        let low = self.packed(op::PMULUDQrr, left, right);
        let mut cross: Option<Reg> = None;
        for (wide, other, small) in [(left, right, small[0]), (right, left, small[1])] {
            if small {
                continue;
            }
            let high = self.packed_imm(op::PSRLQri, wide, 32);
            let product = self.packed(op::PMULUDQrr, high, other);
            cross = Some(match cross {
                Some(sum) => self.packed(ADD[Lane::I64 as usize], product, sum),
                None => product,
            });
        }
        match cross {
            Some(cross) => {
                let cross = self.packed_imm(op::PSLLQri, cross, 32);
                self.packed(ADD[Lane::I64 as usize], low, cross)
            }
            None => low,
        }
    }

    /// `opcode left, right` for all parts of the result of `inst`, whose first operands they are.
    pub(super) fn lower_packed(&mut self, inst: Inst, opcode: Opcode) -> Result<()> {
        let [left, right] = self.operands(inst);
        self.define_parts(inst, |this, part| {
            let lhs = this.use_part(left, part)?;
            let rhs: Source = this.vector_source(right, part)?;
            Ok(this.packed_with(opcode, lhs, rhs))
        })
    }
}

impl<'m> VectorArithmetic<'m> for Selector<'_, 'm> {
    fn lower_vector_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        use BinaryOp::{AShr, LShr, Shl};
        let [left, right] = self.operands(inst);
        let shape = self.shape(left)?;
        if matches!(op, Shl | LShr | AShr) {
            return self.lower_vector_shift(inst, op);
        }
        if op == BinaryOp::Add && self.lower_count(inst, shape, left, right)? {
            return Ok(());
        }
        let opcode = match shape.is_mask() {
            true => mask_opcode(op),
            false => binary_opcode(op, shape.lane),
        };
        let (left, right) = match is_commutative(op) && self.is_memory(left) {
            true if !self.is_memory(right) => (right, left),
            _ => (left, right),
        };
        self.define_parts(inst, |this, part| {
            if op == BinaryOp::And
                && let Some(result) = this.and_not(left, right, part)?
            {
                return Ok(result);
            }
            let Some(opcode) = opcode else {
                let (lhs, rhs) = (this.use_part(left, part)?, this.use_part(right, part)?);
                let known = [left, right].map(|value| this.extent(value));
                return match op {
                    BinaryOp::Mul => {
                        let is_one = |value| splatted(this.module, this.function, value).is_some();
                        let are_equal = [left, right].map(is_one);
                        this.multiply(shape.lane, [lhs, rhs], known, are_equal)
                    }
                    _ => this.unsupported(format!("{} of vectors", op.keyword())),
                };
            };
            let lhs = this.use_part(left, part)?;
            let rhs = this.vector_source(right, part)?;
            Ok(this.packed_with(opcode, lhs, rhs))
        })
    }

    fn lower_vector_negation(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let lane = self.shape(operand)?.lane;
        let sign = splat(lane, 1 << (lane.bits() - 1));
        self.define_parts(inst, |this, part| {
            let src = this.use_part(operand, part)?;
            Ok(this.packed_const(XOR[1], src, sign))
        })
    }
}
