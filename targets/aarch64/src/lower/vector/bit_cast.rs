//! The same bits as another type: vectors from and to scalars, and masks from and to integers.
//!
//! The bits of a mask are gathered by a sum: lane `i` gives `1 << i`.
//!
//! ```text
//!   <4 x i1>   -1  0 -1 -1     and  1 2 4 8     addv = 0b1101
//! ```

use avarice_ir::{Inst, Value};
use avarice_lower::select::{IntWidth, Integers, VectorElements, VectorMasks};
use avarice_lower::{Lane, PartType, Regs, Result, VectorShape};
use avarice_mir::Reg;

use super::super::operand::ORR;
use super::super::{Selector, Width};
use super::arithmetic::AND;
use super::opcodes::{self, Form};
use crate::{class, op, sub};

impl Selector<'_, '_> {
    /// The bits of a scalar in registers of 128 bits.
    pub(super) fn bits_of_parts(&mut self, value: Value) -> Result<Regs> {
        let parts = self.parts(self.ty(value))?;
        let mut regs = Regs::new();
        for (index, part) in parts.iter().enumerate() {
            let scalar = self.use_part(value, index)?;
            if matches!(part.ty, PartType::Vector { .. }) {
                regs.push(scalar);
            } else if index % 2 == 0 {
                let reg = self.scalar_to_vector(scalar);
                regs.push(reg);
            } else if let Some(low) = regs.pop() {
                let dst = self.new_vector(true);
                let emit = self.emit(op::INSvi64gpr).def(dst).reg(low);
                emit.imm(1).reg(scalar).done();
                regs.push(dst);
            }
        }
        Ok(regs)
    }

    /// The parts of a scalar are pieces of at most 64 bits of a vector.
    pub(super) fn emit_lanes_to_parts(&mut self, operand: Value, result: Value) -> Result<()> {
        let regs = self.vector_regs(operand)?;
        for (index, ty, dst) in self.requested_parts(result)? {
            if matches!(ty, PartType::Vector { .. }) {
                let src = self.whole_of(regs[index]);
                self.define(dst, src);
                continue;
            }
            let src = regs[index / 2];
            if index % 2 == 1 {
                let src = self.whole_of(src);
                self.emit(op::UMOVvi64).def(dst).reg(src).imm(1).done();
                continue;
            }
            let piece = match ty {
                PartType::Half => sub::HSUB,
                ty if ty.bits() <= 32 => sub::SSUB,
                _ => sub::DSUB,
            };
            if piece == sub::DSUB && !self.is_wide_reg(src) {
                self.emit_copy(dst, src);
            } else {
                self.emit(op::COPY).def(dst).sub_reg(src, piece).done();
            }
        }
        Ok(())
    }

    // ---- Masks --------------------------------------------------------------------------------

    /// The bits of a mask as an integer.
    pub(super) fn emit_mask_to_int(
        &mut self,
        result: Value,
        mask: Value,
        from: VectorShape,
    ) -> Result<()> {
        let masks = self.upright_mask(mask, from.lane)?;
        let per_register = from.lane.per_register() as usize;
        for (index, ty, dst) in self.requested_parts(result)? {
            let width = Width::of_bits(ty.bits());
            let registers = 64 / per_register;
            let mut sum: Option<Reg> = None;
            let own = masks.iter().skip(index * registers).take(registers);
            for (at, mask) in own.enumerate() {
                let lanes = (from.count as usize - (index * registers + at) * per_register)
                    .min(per_register) as u32;
                let bits = self.gathered_bits(from.lane, lanes, *mask)?;
                let bits = match width {
                    Width::W64 => self.zero_extended_64(bits),
                    Width::W32 => bits,
                };
                let placed = self.shift_left(width, bits, (at * per_register) as u32);
                sum = Some(match sum {
                    Some(sum) => self.alu(&ORR, width, sum, placed),
                    None => placed,
                });
            }
            match sum {
                Some(sum) => self.define(dst, sum),
                None => return self.unsupported("bitcast of an empty vector"),
            }
        }
        Ok(())
    }

    /// The bits of the first lanes of a mask, in 32 bits whose others are zero.
    fn gathered_bits(&mut self, lane: Lane, lanes: u32, mask: Reg) -> Result<Reg> {
        let mask = self.whole_of(mask);
        let mut words = [0u64; 2];
        for index in 0..lanes {
            let place = index * lane.bits();
            let bit = if lane == Lane::I8 { index % 8 } else { index };
            words[place as usize / 64] |= 1 << (place % 64 + bit);
        }
        let bits = self.vector_bytes(words, true)?;
        let mut bits = self.packed(AND[1], mask, bits);
        let sum = match lane {
            Lane::I64 => self.packed_unary(op::ADDPv2i64p, bits),
            Lane::I32 => self.packed_unary(op::ADDVv4i32v, bits),
            _ => {
                if lane == Lane::I8 {
                    // Bytes of both halves by turns are the bytes of eight numbers.
                    let upper = self.packed_pair_imm(op::EXTv16i8, bits, bits, 8);
                    bits = self.packed(op::ZIP1v16i8, bits, upper);
                }
                self.packed_unary(op::ADDVv8i16v, bits)
            }
        };
        let dst = self.new_reg(PartType::Int(32));
        match lane {
            Lane::I64 => {
                let emit = self.emit(op::COPY).def(dst);
                emit.sub_reg(sum, sub::SSUB).done();
            }
            Lane::I32 => {
                self.emit_copy(dst, sum);
            }
            _ => {
                let undef = self.new_of(class::FPR32);
                self.emit(op::IMPLICIT_DEF).def(undef).done();
                let whole = self.new_of(class::FPR32);
                let emit = self.emit(op::INSERT_SUBREG).def(whole).reg(undef);
                emit.reg(sum).imm(sub::HSUB.0.into()).done();
                self.emit_copy(dst, whole);
            }
        }
        Ok(dst)
    }

    /// An integer's bits as a mask: each lane tests its bit of a copy of the integer.
    pub(super) fn emit_int_to_mask(
        &mut self,
        inst: Inst,
        operand: Value,
        to: VectorShape,
    ) -> Result<()> {
        let lane = to.lane;
        let per_register = lane.per_register();
        let parts = self.parts(self.ty(operand))?;
        self.define_parts(inst, |this, part| {
            let first = part as u32 * per_register;
            let src = this.use_part(operand, (first / 64) as usize)?;
            let width = Width::of_bits(parts[(first / 64) as usize].ty.bits());
            let src = this.shift_right(false, width, src, first % 64);
            let src = this.low(src, width, Width::W32);
            let copies = this.copied_bits(lane, src)?;
            let mut words = [0u64; 2];
            for index in 0..per_register {
                let place = index * lane.bits();
                words[place as usize / 64] |= 1 << (place % 64 + index % 8);
            }
            let bits = this.vector_bytes(words, true)?;
            let opcode = this.int_opcode(Form { lane, wide: true }, &opcodes::CMTST)?;
            Ok(this.packed(opcode, copies, bits))
        })
    }

    /// The low bits of a 32-bit register in each lane that tests one of them.
    fn copied_bits(&mut self, lane: Lane, src: Reg) -> Result<Reg> {
        let form = Form { lane, wide: true };
        match lane {
            Lane::I64 => {
                let wide = self.any_extended_64(src);
                Ok(self.packed_unary(op::DUPv2i64gpr, wide))
            }
            Lane::I8 => {
                // Eight copies of the low byte, then eight of the next.
                let pairs = self.packed_unary(op::DUPv8i16gpr, src);
                let low = self.packed(op::UZP1v16i8, pairs, pairs);
                let high = self.packed(op::UZP2v16i8, pairs, pairs);
                Ok(self.packed(op::ZIP1v2i64, low, high))
            }
            _ => {
                let opcode = self.int_opcode(form, &opcodes::DUP_GENERAL)?;
                Ok(self.packed_unary(opcode, src))
            }
        }
    }
}
