//! Shifts of lanes.

use avarice_ir::{BinaryOp, Function, Inst, InstKind, Module, Value};
use avarice_lower::select::{Integers, VectorElements};
use avarice_lower::{Lane, LaneConstants, Result, VectorShape, lane_constants, splat, uniform};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::{Selector, Width};
use super::arithmetic::{ADD, AND, OR, SUB, XOR};
use super::extent::Extent;
use super::lanes::Source;
use super::splats::splatted;
use crate::op;
use crate::subtarget::Features;

/// By how much lanes are shifted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Amount {
    /// All by the same constant.
    Constant(u64),
    /// All by the same scalar.
    Scalar(Value),
    /// By constants.
    Constants(LaneConstants),
    /// By anything.
    Lanes(Value),
}

impl Amount {
    /// The amount that the vector `value` is.
    pub fn of(module: &Module, function: &Function, value: Value) -> Self {
        if let Some(lanes) = function
            .as_const(value)
            .and_then(|id| lane_constants(module, id))
        {
            return match uniform(&lanes) {
                Some(amount) => Self::Constant(amount),
                None => Self::Constants(lanes),
            };
        }
        match splatted(module, function, value) {
            Some(scalar) => Self::Scalar(scalar),
            None => Self::Lanes(value),
        }
    }

    /// Whether a shift of lanes of `lane` by this amount is selected.
    pub fn is_selected(&self, op: BinaryOp, lane: Lane) -> bool {
        match self {
            Self::Constant(_) | Self::Scalar(_) => true,
            Self::Constants(amounts) => match (op, lane) {
                (BinaryOp::Shl, _) | (BinaryOp::LShr, Lane::I64) | (_, Lane::I32) => true,
                (BinaryOp::LShr, Lane::I16) => amounts.iter().flatten().all(|amount| *amount != 0),
                _ => false,
            },
            Self::Lanes(_) => match lane {
                Lane::I32 => true,
                Lane::I64 => op != BinaryOp::AShr,
                _ => false,
            },
        }
    }
}

/// The instructions for a shift of lanes of 16, 32 and 64 bits, by an immediate and by a register.
struct Shift {
    imm: [Opcode; 3],
    reg: [Opcode; 3],
}

const SHL: Shift = Shift {
    imm: [op::PSLLWri, op::PSLLDri, op::PSLLQri],
    reg: [op::PSLLWrr, op::PSLLDrr, op::PSLLQrr],
};
const LSHR: Shift = Shift {
    imm: [op::PSRLWri, op::PSRLDri, op::PSRLQri],
    reg: [op::PSRLWrr, op::PSRLDrr, op::PSRLQrr],
};
/// There is none for 64 bits.
const ASHR: Shift = Shift {
    imm: [op::PSRAWri, op::PSRADri, op::PSRLQri],
    reg: [op::PSRAWrr, op::PSRADrr, op::PSRLQrr],
};

fn table(op: BinaryOp) -> &'static Shift {
    match op {
        BinaryOp::Shl => &SHL,
        BinaryOp::LShr => &LSHR,
        _ => &ASHR,
    }
}

impl Selector<'_, '_> {
    /// Selects a shift.
    pub(super) fn lower_vector_shift(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let [value, by] = self.operands(inst);
        let shape = self.shape(value)?;
        let lane = shape.lane;
        match Amount::of(self.module, self.function, by) {
            Amount::Constant(amount) => self.define_parts(inst, |this, part| {
                let src = this.use_part(value, part)?;
                let amount = u32::try_from(amount).unwrap_or(u32::MAX);
                this.shift_lanes(op, lane, src, amount)
            }),
            Amount::Scalar(scalar) => {
                let width = if lane == Lane::I64 {
                    Width::W64
                } else {
                    Width::W32
                };
                let scalar = self.extend(scalar, false, width)?;
                let count = self.new_vector();
                let mov = match width {
                    Width::W64 => op::MOV64toPQIrr,
                    _ => op::MOVDI2PDIrr,
                };
                self.emit(mov).def(count).reg(scalar).done();
                self.define_parts(inst, |this, part| {
                    let src = this.use_part(value, part)?;
                    this.shift_by_count(op, lane, src, count)
                })
            }
            Amount::Constants(amounts) => self.define_parts(inst, |this, part| {
                let src = this.use_part(value, part)?;
                this.shift_by_constants(op, shape, src, (part, &amounts))
            }),
            Amount::Lanes(by) => self.define_parts(inst, |this, part| {
                let (src, by) = (this.use_part(value, part)?, this.use_part(by, part)?);
                this.shift_by_lanes(op, lane, src, by)
            }),
        }
    }

    /// Lanes shifted by a constant.
    pub(super) fn shift_lanes(
        &mut self,
        op: BinaryOp,
        lane: Lane,
        src: Reg,
        amount: u32,
    ) -> Result<Reg> {
        let bits = lane.bits();
        if amount >= bits {
            return Ok(self.vector_undef());
        }
        if amount == 0 {
            return Ok(src);
        }
        match (lane, op) {
            (_, BinaryOp::Shl) if amount == 1 => Ok(self.packed(ADD[lane as usize], src, src)),
            (_, BinaryOp::AShr) if amount == bits - 1 => self.sign_mask(lane, src),
            (Lane::I8, _) => self.shift_bytes(op, src, amount),
            (Lane::I64, BinaryOp::AShr) => {
                let shifted = self.packed_imm(op::PSRLQri, src, amount);
                self.extend_from_bit(lane, shifted, 63 - amount)
            }
            _ => Ok(self.packed_imm(table(op).imm[lane as usize - 1], src, amount)),
        }
    }

    /// Bytes are shifted in lanes of 16 bits; what came from the neighbour is masked.
    fn shift_bytes(&mut self, op: BinaryOp, src: Reg, amount: u32) -> Result<Reg> {
        let (opcode, kept) = match op {
            BinaryOp::Shl => (op::PSLLWri, 0xff << amount),
            _ => (op::PSRLWri, 0xff >> amount),
        };
        let shifted = self.packed_imm(opcode, src, amount);
        let mask = self.vector_bytes(splat(Lane::I8, kept))?;
        let masked = self.packed(AND[0], shifted, mask);
        match op {
            BinaryOp::AShr => self.extend_from_bit(Lane::I8, masked, 7 - amount),
            _ => Ok(masked),
        }
    }

    /// Lanes that are zero above bit `bit`, with copies of that bit there.
    fn extend_from_bit(&mut self, lane: Lane, src: Reg, bit: u32) -> Result<Reg> {
        let sign = self.vector_bytes(splat(lane, 1 << bit))?;
        let flipped = self.packed(XOR[0], src, sign);
        Ok(self.packed(SUB[lane as usize], flipped, sign))
    }

    /// All ones in lanes that are negative, zeros in the others.
    pub(super) fn sign_mask(&mut self, lane: Lane, src: Reg) -> Result<Reg> {
        Ok(match lane.to_int() {
            Lane::I8 => {
                let zero = self.vector_zero()?;
                self.packed(op::PCMPGTBrr, zero, src)
            }
            Lane::I16 => self.packed_imm(op::PSRAWri, src, 15),
            Lane::I64 => {
                let high = self.packed_imm(op::PSHUFDri, src, 0xf5);
                self.packed_imm(op::PSRADri, high, 31)
            }
            _ => self.packed_imm(op::PSRADri, src, 31),
        })
    }

    /// Lanes shifted by the low 64 bits of `count`.
    fn shift_by_count(&mut self, op: BinaryOp, lane: Lane, src: Reg, count: Reg) -> Result<Reg> {
        match (lane, op) {
            (Lane::I8, _) => self.shift_bytes_by_count(op, src, count),
            (Lane::I64, BinaryOp::AShr) => {
                let sign = self.vector_bytes(splat(lane, 1 << 63))?;
                let sign = self.packed(op::PSRLQrr, sign, count);
                let shifted = self.packed(op::PSRLQrr, src, count);
                let flipped = self.packed(XOR[0], shifted, sign);
                Ok(self.packed(SUB[lane as usize], flipped, sign))
            }
            _ => Ok(self.packed(table(op).reg[lane as usize - 1], src, count)),
        }
    }

    /// Bytes in lanes of 16 bits: in the upper halves for a shift with signs, else in the lower ones.
    fn shift_bytes_by_count(&mut self, op: BinaryOp, src: Reg, count: Reg) -> Result<Reg> {
        let mut halves = [Reg::NONE; 2];
        for (half, unpack) in halves.iter_mut().zip([op::PUNPCKLBWrr, op::PUNPCKHBWrr]) {
            *half = if op == BinaryOp::AShr {
                let wide = self.packed(unpack, src, src);
                let wide = self.packed_imm(op::PSRAWri, wide, 8);
                self.packed(op::PSRAWrr, wide, count)
            } else {
                let zero = self.vector_zero()?;
                let wide = self.packed(unpack, src, zero);
                let wide = self.packed(table(op).reg[0], wide, count);
                let mask = self.vector_bytes(splat(Lane::I16, 0xff))?;
                self.packed(AND[0], wide, mask)
            };
        }
        let pack = match op {
            BinaryOp::AShr => op::PACKSSWBrr,
            _ => op::PACKUSWBrr,
        };
        Ok(self.packed(pack, halves[0], halves[1]))
    }

    /// Lanes shifted by different constants; `part` and the amounts of all lanes of the vector.
    fn shift_by_constants(
        &mut self,
        op: BinaryOp,
        shape: VectorShape,
        src: Reg,
        (part, amounts): (usize, &LaneConstants),
    ) -> Result<Reg> {
        let lane = shape.lane;
        if let Some(opcode) = self.shift_instruction(op, lane) {
            let amounts = self.shift_amounts(lane, part, amounts);
            return Ok(self.packed_with(opcode, src, amounts));
        }
        let first = part * lane.per_register() as usize;
        let amount = |at: usize| {
            let amount = amounts.get(first + at).copied().flatten().unwrap_or(1);
            amount.min(u64::from(lane.bits()) - 1) as u32
        };
        match (op, lane) {
            (BinaryOp::Shl, Lane::I8 | Lane::I16 | Lane::I32) => {
                let factors = self.powers(lane, amount)?;
                match super::arithmetic::binary_opcode(BinaryOp::Mul, lane) {
                    Some(opcode) => Ok(self.packed(opcode, src, factors)),
                    None => {
                        let known = [Extent::full(lane.bits()); 2];
                        self.multiply(lane, [src, factors], known, [false; 2])
                    }
                }
            }
            (BinaryOp::LShr, Lane::I16) => {
                let factors = self.powers(lane, |at| 16 - amount(at))?;
                Ok(self.packed(op::PMULHUWrr, src, factors))
            }
            (_, Lane::I64) => {
                let low = self.shift_lanes(op, lane, src, amount(0))?;
                let high = self.shift_lanes(op, lane, src, amount(1))?;
                Ok(self.packed_pair_imm(op::SHUFPDrri, low, high, 2))
            }
            (_, Lane::I32) => {
                let mut shifted = [Reg::NONE; 4];
                for (at, reg) in shifted.iter_mut().enumerate() {
                    *reg = self.shift_lanes(op, lane, src, amount(at))?;
                }
                Ok(self.diagonal(shifted))
            }
            _ => self.unsupported("shift of a vector by these amounts"),
        }
    }

    /// A register with the powers of two that `exponent` gives for the lanes.
    fn powers(&mut self, lane: Lane, exponent: impl Fn(usize) -> u32) -> Result<Reg> {
        let mut words = [0u64; 2];
        for at in 0..lane.per_register() {
            let bit = at * lane.bits() + exponent(at as usize);
            words[bit as usize / 64] |= 1 << (bit % 64);
        }
        self.vector_bytes(words)
    }

    /// Lane `i` of register `i`, for lanes of 32 bits.
    fn diagonal(&mut self, regs: [Reg; 4]) -> Reg {
        let low = self.packed(op::PUNPCKLQDQrr, regs[0], regs[1]);
        let high = self.packed(op::PUNPCKHQDQrr, regs[2], regs[3]);
        self.packed_pair_imm(op::SHUFPSrri, low, high, 0xcc)
    }

    /// The instruction of AVX2 that shifts each lane by an amount of its own.
    fn shift_instruction(&self, op: BinaryOp, lane: Lane) -> Option<Opcode> {
        if !self.features().contains(Features::AVX2) {
            return None;
        }
        Some(match (op, lane) {
            (BinaryOp::Shl, Lane::I32) => op::VPSLLVDrr,
            (BinaryOp::Shl, Lane::I64) => op::VPSLLVQrr,
            (BinaryOp::LShr, Lane::I32) => op::VPSRLVDrr,
            (BinaryOp::LShr, Lane::I64) => op::VPSRLVQrr,
            (BinaryOp::AShr, Lane::I32) => op::VPSRAVDrr,
            _ => return None,
        })
    }

    /// The amounts of part `part` of a vector of lanes of 32 or 64 bits.
    fn shift_amounts(&mut self, lane: Lane, part: usize, amounts: &LaneConstants) -> Source {
        let lanes = lane.per_register() as usize;
        let mut words = [0u64; 2];
        for at in 0..lanes {
            let amount = amounts.get(part * lanes + at).copied().flatten();
            let bit = at as u32 * lane.bits();
            words[bit as usize / 64] |= amount.unwrap_or(0).min(64) << (bit % 64);
        }
        self.bytes_in_memory(words)
    }

    /// Lanes of 32 or 64 bits shifted by those of `by`.
    fn shift_by_lanes(&mut self, op: BinaryOp, lane: Lane, src: Reg, by: Reg) -> Result<Reg> {
        if let Some(opcode) = self.shift_instruction(op, lane) {
            return Ok(self.packed(opcode, src, by));
        }
        let high = self.packed_imm(op::PSHUFDri, by, 0xee);
        let opcode = table(op).reg[lane as usize - 1];
        match lane {
            Lane::I64 => {
                let low = self.packed(opcode, src, by);
                let high = self.packed(opcode, src, high);
                Ok(self.packed_pair_imm(op::SHUFPDrri, low, high, 2))
            }
            Lane::I32 => {
                // The upper 16 bits of an amount are zero, so they clear what is above it.
                let mut shifted = [Reg::NONE; 4];
                for (at, reg) in shifted.iter_mut().enumerate() {
                    let pair = if at < 2 { by } else { high };
                    let words = if at % 2 == 0 { 0x54 } else { 0xfe };
                    let count = self.packed_imm(op::PSHUFLWri, pair, words);
                    *reg = self.packed(opcode, src, count);
                }
                Ok(self.diagonal(shifted))
            }
            _ => self.unsupported("shift of a vector by different amounts"),
        }
    }

    /// Selects a funnel shift by the same constant in all lanes.
    pub(super) fn lower_vector_funnel(&mut self, inst: Inst, left: bool) -> Result<()> {
        let [high, low, by] = self.operands(inst);
        let lane = self.shape(high)?.lane;
        let Amount::Constant(by) = Amount::of(self.module, self.function, by) else {
            return self.unsupported("funnel shift of a vector by different amounts");
        };
        let by = (by % u64::from(lane.bits())) as u32;
        self.define_parts(inst, |this, part| {
            let only = if left { high } else { low };
            if by == 0 {
                return this.use_part(only, part);
            }
            let (up, down) = match left {
                true => (by, lane.bits() - by),
                false => (lane.bits() - by, by),
            };
            let (high, low) = (this.use_part(high, part)?, this.use_part(low, part)?);
            let high = this.shift_lanes(BinaryOp::Shl, lane, high, up)?;
            let low = this.shift_lanes(BinaryOp::LShr, lane, low, down)?;
            Ok(this.packed(OR[0], high, low))
        })
    }
}

/// Whether the shift `inst` is selected as it is.
pub(super) fn takes_shift(
    module: &Module,
    function: &Function,
    inst: Inst,
    shape: VectorShape,
) -> bool {
    let InstKind::Binary(op) = function.insts[inst].kind else {
        return false;
    };
    let amount = Amount::of(module, function, function.operand(inst, 1));
    shape.is_exact() && amount.is_selected(op, shape.lane)
}
