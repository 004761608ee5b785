//! Conversions of vectors.

use avarice_ir::{BinaryOp, CastOp, Inst, Value};
use avarice_lower::select::{IntWidth, Integers, LaneCast, VectorElements, VectorMasks, Vectors};
use avarice_lower::{Lane, LaneChoice, PartType, Regs, Result, VectorShape, splat};
use avarice_mir::Reg;

use super::super::Selector;
use super::arithmetic::{AND, OR, SUB};
use crate::op;

impl Selector<'_, '_> {
    /// Masks as lanes of 1 and 0.
    fn low_bits_of(&mut self, mut masks: Regs, lane: Lane) -> Result<Regs> {
        let ones = self.vector_bytes(splat(lane, 1))?;
        for mask in &mut masks {
            *mask = self.packed(AND[0], *mask, ones);
        }
        Ok(masks)
    }

    /// The lowest bits of lanes as a mask.
    fn bits_of_lanes(&mut self, value: Value, from: VectorShape, to: VectorShape) -> Result<Regs> {
        let mut regs = self.vector_regs(value)?;
        let lane = from.lane;
        for reg in &mut regs {
            *reg = self.mask_of_bits(lane, *reg)?;
        }
        Ok(self.convert_mask(regs, lane, to.lane, from.count))
    }

    /// All ones in lanes whose lowest bit is set, zeros in the others.
    fn mask_of_bits(&mut self, lane: Lane, src: Reg) -> Result<Reg> {
        let up = match lane {
            Lane::I8 => self.packed_imm(op::PSLLWri, src, 7),
            _ => self.shift_lanes(BinaryOp::Shl, lane, src, lane.bits() - 1)?,
        };
        self.sign_mask(lane, up)
    }

    /// Whether `value` is a mask, and in which lanes.
    pub(in super::super) fn mask_lane(&self, value: Value) -> Option<Lane> {
        let shape = VectorShape::of(&self.module.types, self.ty(value))?;
        shape.is_mask().then_some(shape.lane)
    }

    /// `dst` = a mask that another function made: only the lowest bits of lanes count.
    pub(in super::super) fn emit_foreign_mask(
        &mut self,
        dst: Reg,
        src: Reg,
        lane: Lane,
    ) -> Result<()> {
        if lane != Lane::I8 {
            let mask = self.mask_of_bits(lane, src)?;
            self.define(dst, mask);
            return Ok(());
        }
        // Arguments come when the block's constants are placed already.
        let zero = self.new_vector();
        self.emit(op::V_SET0).def(zero).done();
        let up = self.packed_imm(op::PSLLWri, src, 7);
        let mask = self.packed(op::PCMPGTBrr, zero, up);
        self.define(dst, mask);
        Ok(())
    }

    /// Each half of each register through `opcode`, which makes a register of a lower half.
    fn spread(&mut self, regs: &[Reg], parts: usize, opcode: avarice_target::Opcode) -> Regs {
        (0..parts)
            .map(|part| {
                let src = match part % 2 {
                    0 => regs[part / 2],
                    _ => self.packed_imm(op::PSHUFDri, regs[part / 2], 0xee),
                };
                self.packed_unary(opcode, src)
            })
            .collect()
    }

    /// Each register through `opcode`, which makes a lower half of it, and pairs of them joined.
    fn gather(&mut self, regs: &[Reg], opcode: avarice_target::Opcode) -> Regs {
        regs.chunks(2)
            .map(|pair| {
                let low = self.packed_unary(opcode, pair[0]);
                match pair {
                    [_, high] => {
                        let high = self.packed_unary(opcode, *high);
                        self.packed(op::UNPCKLPDrr, low, high)
                    }
                    _ => low,
                }
            })
            .collect()
    }

    // ---- Numbers from integers ----------------------------------------------------------------

    fn numbers_of_ints(&mut self, cast: LaneCast, signed: bool) -> Result<Regs> {
        let LaneCast { operand, from, to } = cast;
        if from.is_mask() {
            let mut regs = self.upright_mask(operand, Lane::I32)?;
            if !signed {
                regs = self.low_bits_of(regs, Lane::I32)?;
            }
            return Ok(self.convert_ints(regs, to));
        }
        if from.lane == Lane::I64 {
            let regs = self.vector_regs(operand)?;
            return regs.iter().map(|reg| self.doubles_of_u64(*reg)).collect();
        }
        let regs = self.resized(operand, Lane::I32, signed)?;
        if signed || from.lane < Lane::I32 {
            return Ok(self.convert_ints(regs, to));
        }
        match to.lane {
            Lane::F32 => regs.iter().map(|reg| self.singles_of_u32(*reg)).collect(),
            _ => (0..to.parts())
                .map(|part| {
                    // The number is the fraction of 2^52.
                    let exponent = self.vector_bytes(splat(Lane::I32, 0x4330_0000))?;
                    let unpack = match part % 2 {
                        0 => op::PUNPCKLDQrr,
                        _ => op::PUNPCKHDQrr,
                    };
                    let bits = self.packed(unpack, regs[part / 2], exponent);
                    let bias = self.vector_bytes(splat(Lane::F64, 0x4330_0000 << 32))?;
                    Ok(self.packed(SUB[Lane::F64 as usize], bits, bias))
                })
                .collect(),
        }
    }

    /// Signed integers of 32 bits.
    fn convert_ints(&mut self, regs: Regs, to: VectorShape) -> Regs {
        match to.lane {
            Lane::F32 => regs
                .into_iter()
                .map(|reg| self.packed_unary(op::CVTDQ2PSrr, reg))
                .collect(),
            _ => self.spread(&regs, to.parts(), op::CVTDQ2PDrr),
        }
    }

    /// The halves of a lane become the fractions of 2^23 and 2^39; what remains after subtracting those is
    /// exact, and one addition rounds.
    fn singles_of_u32(&mut self, src: Reg) -> Result<Reg> {
        let low = self.vector_bytes(splat(Lane::I32, 0xffff))?;
        let low = self.packed(AND[0], src, low);
        let exponent = self.vector_bytes(splat(Lane::I32, 0x4b00_0000))?;
        let low = self.packed(OR[0], low, exponent);
        let high = self.packed_imm(op::PSRLDri, src, 16);
        let exponent = self.vector_bytes(splat(Lane::I32, 0x5300_0000))?;
        let high = self.packed(OR[0], high, exponent);
        let bias = self.vector_bytes(splat(Lane::I32, 0x5300_0080))?;
        let high = self.packed(op::SUBPSrr, high, bias);
        Ok(self.packed(op::ADDPSrr, high, low))
    }

    /// The same for 64 bits, with 2^52 and 2^84.
    fn doubles_of_u64(&mut self, src: Reg) -> Result<Reg> {
        let low = self.vector_bytes(splat(Lane::I64, 0xffff_ffff))?;
        let low = self.packed(AND[0], src, low);
        let exponent = self.vector_bytes(splat(Lane::I64, 0x4330_0000 << 32))?;
        let low = self.packed(OR[0], low, exponent);
        let high = self.packed_imm(op::PSRLQri, src, 32);
        let exponent = self.vector_bytes(splat(Lane::I64, 0x4530_0000 << 32))?;
        let high = self.packed(OR[0], high, exponent);
        let bias = self.vector_bytes(splat(Lane::I64, (0x4530_0000 << 32) | 0x10_0000))?;
        let high = self.packed(op::SUBPDrr, high, bias);
        Ok(self.packed(op::ADDPDrr, high, low))
    }

    // ---- Integers from numbers ----------------------------------------------------------------

    /// Truncated to signed integers of 32 bits, then cut.
    fn ints_of_numbers(&mut self, cast: LaneCast) -> Result<Regs> {
        let LaneCast { operand, from, to } = cast;
        let regs = self.vector_regs(operand)?;
        let ints = match from.lane {
            Lane::F32 => regs
                .into_iter()
                .map(|reg| self.packed_unary(op::CVTTPS2DQrr, reg))
                .collect(),
            _ => self.gather(&regs, op::CVTTPD2DQrr),
        };
        self.narrow(ints, Lane::I32, to.lane)
    }

    /// Numbers from 2^31 on give the smallest integer, whose sign selects the conversion of the number minus
    /// 2^31.
    fn unsigned_of_numbers(&mut self, value: Value, from: VectorShape) -> Result<Regs> {
        let regs = self.vector_regs(value)?;
        let bias = match from.lane {
            Lane::F32 => u64::from(2f32.powi(31).to_bits()),
            _ => 2f64.powi(31).to_bits(),
        };
        let bias = self.vector_bytes(splat(from.lane, bias))?;
        let mut small = Regs::new();
        for reg in &regs {
            small.push(self.packed(SUB[from.lane as usize], *reg, bias));
        }
        let convert = |this: &mut Self, regs: Regs| match from.lane {
            Lane::F32 => regs
                .into_iter()
                .map(|reg| this.packed_unary(op::CVTTPS2DQrr, reg))
                .collect(),
            _ => this.gather(&regs, op::CVTTPD2DQrr),
        };
        let (direct, rest): (Regs, Regs) = (convert(self, regs), convert(self, small));
        let mut ints = Regs::new();
        for (direct, rest) in direct.into_iter().zip(rest) {
            let is_big = self.packed_imm(op::PSRADri, direct, 31);
            let rest = self.packed(AND[0], rest, is_big);
            ints.push(self.packed(OR[0], direct, rest));
        }
        Ok(ints)
    }
}

impl<'m> Vectors<'m> for Selector<'_, 'm> {
    const LOOKED_AT: usize = 1;

    fn convert_vector(&mut self, op: CastOp, values: [Value; 2]) -> Result<Option<Regs>> {
        use CastOp::*;
        let [operand, result] = values;
        let (from, to) = (self.shape(operand)?, self.shape(result)?);
        let cast = LaneCast { operand, from, to };
        let regs = match op {
            Trunc if to.is_mask() => self.bits_of_lanes(operand, from, to)?,
            Trunc => self.truncated(operand, to.lane)?,
            PtrToInt | IntToPtr => self.resized(operand, to.lane, false)?,
            ZExt | SExt if from.is_mask() => {
                let masks = self.upright_mask(operand, to.lane)?;
                match op {
                    SExt => masks,
                    _ => self.low_bits_of(masks, to.lane)?,
                }
            }
            ZExt | SExt => self.resized(operand, to.lane, op == SExt)?,
            SiToFp | UiToFp => self.numbers_of_ints(cast, op == SiToFp)?,
            FpToUi if to.lane == Lane::I32 => self.unsigned_of_numbers(operand, from)?,
            FpToSi | FpToUi => self.ints_of_numbers(cast)?,
            FpExt => {
                let regs = self.vector_regs(operand)?;
                self.spread(&regs, to.parts(), op::CVTPS2PDrr)
            }
            FpTrunc => {
                let regs = self.vector_regs(operand)?;
                self.gather(&regs, op::CVTPD2PSrr)
            }
            _ => return self.unsupported(format!("{} of vectors", op.keyword())),
        };
        Ok(Some(regs))
    }

    fn bits_in_registers(&mut self, value: Value) -> Result<Regs> {
        if self.module.types.is_vector(self.ty(value))
            && VectorShape::of(&self.module.types, self.ty(value)).is_some()
        {
            return self.vector_regs(value);
        }
        let count = self.parts(self.ty(value))?.len();
        let mut regs = Regs::new();
        for part in (0..count).step_by(2) {
            let low = self.scalar_bits(value, part)?;
            regs.push(match part + 1 < count {
                true => {
                    let high = self.scalar_bits(value, part + 1)?;
                    self.packed(op::PUNPCKLQDQrr, low, high)
                }
                false => low,
            });
        }
        Ok(regs)
    }

    fn lower_lanes_to_parts(&mut self, operand: Value, result: Value) -> Result<()> {
        let regs = self.vector_regs(operand)?;
        for (index, ty, dst) in self.requested_parts(result)? {
            let src = match index % 2 {
                0 => regs[index / 2],
                _ => self.packed_imm(op::PSHUFDri, regs[index / 2], 0xee),
            };
            self.emit_low_bits(dst, src, ty);
        }
        Ok(())
    }

    /// The bits of a mask as an integer.
    fn lower_mask_to_int(&mut self, result: Value, mask: Value, from: VectorShape) -> Result<()> {
        use super::super::Width;
        use super::super::int::{OR, SHL};
        // Packed into bytes for what gathers those, unless lanes are wide enough to be few.
        let lane = if from.lane >= Lane::I32 {
            from.lane
        } else {
            Lane::I8
        };
        let masks = self.upright_mask(mask, lane)?;
        let opcode = match lane {
            Lane::I64 => op::MOVMSKPDrr,
            Lane::I32 => op::MOVMSKPSrr,
            _ => op::PMOVMSKBrr,
        };
        for (index, ty, dst) in self.requested_parts(result)? {
            let width = Width::of_bits(ty.bits());
            let first = index * 4;
            let mut sum: Option<Reg> = None;
            for (at, mask) in masks[first..].iter().take(4).enumerate() {
                let bits = self.new_reg(PartType::Int(32));
                self.emit(opcode).def(bits).reg(*mask).done();
                let wide = match width {
                    Width::W64 => self.zero_extended_64(bits),
                    _ => bits,
                };
                let wide_width = width.max(Width::W32);
                let placed = self.shift(&SHL, wide_width, wide, 16 * at as u32);
                sum = Some(match sum {
                    Some(sum) => self.alu(&OR, wide_width, sum, placed),
                    None => placed,
                });
            }
            match sum {
                Some(sum) if width == Width::W8 => self.copy_low(dst, sum, Width::W32, width),
                Some(sum) => self.define(dst, sum),
                None => return self.unsupported("bitcast of an empty vector"),
            }
        }
        Ok(())
    }

    /// An integer's bits as a mask: each lane tests its bit of a copy of the integer.
    fn lower_int_to_mask(&mut self, inst: Inst, operand: Value, to: VectorShape) -> Result<()> {
        let lane = to.lane;
        let per_register = lane.per_register();
        let sources = self.bits_in_registers(operand)?;
        self.define_parts(inst, |this, part| {
            let bytes = per_register.div_ceil(8);
            let first = part as u32 * bytes;
            let src = sources[(first / 16) as usize];
            let at = (first % 16) as i32;
            // Lanes of 8 bits: eight copies of each of two bytes; else the one byte everywhere.
            let mask: LaneChoice = match lane {
                Lane::I8 => (0..16).map(|byte| at + byte / 8).collect(),
                _ => (0..16)
                    .map(|byte| {
                        if byte % lane.bytes() as i32 == 0 {
                            at
                        } else {
                            -1
                        }
                    })
                    .collect(),
            };
            let copies = this.permute(Lane::I8, src, &mask)?;
            let mut words = [0u64; 2];
            for index in 0..per_register {
                let bit = index * lane.bits() + index % 8;
                words[bit as usize / 64] |= 1 << (bit % 64);
            }
            let bits = this.vector_bytes(words)?;
            let tested = this.packed(AND[0], copies, bits);
            // The bits are in the lower halves of lanes of 64 bits, whose upper halves are equal.
            Ok(match lane {
                Lane::I8 => this.packed(op::PCMPEQBrr, tested, bits),
                Lane::I16 => this.packed(op::PCMPEQWrr, tested, bits),
                Lane::I32 => this.packed(op::PCMPEQDrr, tested, bits),
                _ => {
                    let equal = this.packed(op::PCMPEQDrr, tested, bits);
                    this.packed_imm(op::PSHUFDri, equal, 0xa0)
                }
            })
        })
    }
}
