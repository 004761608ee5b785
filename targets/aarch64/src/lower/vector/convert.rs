//! Conversions of vectors, from, to and between numbers.

use avarice_ir::{BinaryOp, CastOp, Inst, Value};
use avarice_lower::select::{LaneCast, VectorElements, VectorMasks, Vectors};
use avarice_lower::{Lane, Regs, Result, VectorShape};
use avarice_mir::Reg;

use super::super::Selector;
use super::opcodes::{self, Form};
use crate::op;

/// The form of register `part` of `count` lanes.
fn form_of(lane: Lane, count: u32, part: usize) -> Form {
    let per_register = lane.per_register();
    let lanes = (count - part as u32 * per_register).min(per_register);
    Form::of(lane, lanes)
}

impl Selector<'_, '_> {
    /// A mask as lanes of 1, or -1 if `signed`, and 0.
    fn bits_as_ints(&mut self, mask: Value, lane: Lane, signed: bool) -> Result<Regs> {
        let count = self.shape(mask)?.count;
        let mut regs = self.upright_mask(mask, lane)?;
        if !signed {
            for (part, reg) in regs.iter_mut().enumerate() {
                let form = form_of(lane.to_int(), count, part);
                *reg = self.shift_lanes(BinaryOp::LShr, form, *reg, lane.bits() - 1)?;
            }
        }
        Ok(regs)
    }

    /// The lowest bits of lanes as a mask.
    fn bits_of_lanes(&mut self, value: Value, from: VectorShape, to: VectorShape) -> Result<Regs> {
        let mut regs = self.vector_regs(value)?;
        for (part, reg) in regs.iter_mut().enumerate() {
            *reg = self.mask_of_bits(Self::form(from, part), *reg)?;
        }
        Ok(self.convert_mask(regs, from.lane, to.lane, from.count))
    }

    /// All ones in lanes whose lowest bit is set, zeros in the others.
    pub(super) fn mask_of_bits(&mut self, form: Form, src: Reg) -> Result<Reg> {
        let up = self.shift_lanes(BinaryOp::Shl, form, src, form.lane.bits() - 1)?;
        let opcode = self.int_opcode(form, &opcodes::CMLT_ZERO)?;
        Ok(self.packed_unary(opcode, up))
    }

    // ---- Numbers ------------------------------------------------------------------------------

    /// Singles as doubles.
    fn longer_numbers(&mut self, regs: &[Reg], count: u32) -> Regs {
        let parts = count.div_ceil(Lane::F64.per_register()) as usize;
        (0..parts)
            .map(|part| {
                let src = regs[part / 2];
                match part % 2 {
                    0 => {
                        let low = self.low_half_of(src);
                        self.packed_unary(op::FCVTLv2i32, low)
                    }
                    _ => {
                        let whole = self.whole_of(src);
                        self.packed_unary(op::FCVTLv4i32, whole)
                    }
                }
            })
            .collect()
    }

    /// Doubles as singles.
    fn shorter_numbers(&mut self, regs: &[Reg]) -> Regs {
        regs.chunks(2)
            .map(|pair| {
                let low = self.packed_unary(op::FCVTNv2i32, pair[0]);
                match pair {
                    [_, high] => {
                        let low = self.whole_of(low);
                        self.packed(op::FCVTNv4i32, low, *high)
                    }
                    _ => low,
                }
            })
            .collect()
    }

    /// The lanes of `regs`, of `count` in all, each through the conversion for numbers of `lane`.
    fn convert_lanes(
        &mut self,
        mut regs: Regs,
        lane: Lane,
        count: u32,
        opcodes: &opcodes::ByFloats,
    ) -> Regs {
        for (part, reg) in regs.iter_mut().enumerate() {
            let form = form_of(lane, count, part);
            *reg = self.packed_unary(form.float(opcodes), *reg);
        }
        regs
    }

    /// Integers are brought to the size of the numbers first; larger ones are converted to doubles.
    fn numbers_of_ints(&mut self, cast: LaneCast, signed: bool) -> Result<Regs> {
        let LaneCast { operand, from, to } = cast;
        let opcodes = match signed {
            true => &opcodes::SCVTF,
            false => &opcodes::UCVTF,
        };
        let ints = match from.is_mask() {
            true => self.bits_as_ints(operand, to.lane.to_int(), signed)?,
            false => self.resized(operand, to.lane.to_int(), signed)?,
        };
        Ok(self.convert_lanes(ints, to.lane, from.count, opcodes))
    }

    /// Numbers are made as large as the integers, or converted to integers of their size that are cut.
    fn ints_of_numbers(&mut self, cast: LaneCast, signed: bool) -> Result<Regs> {
        let LaneCast { operand, from, to } = cast;
        let opcodes = match signed {
            true => &opcodes::FCVTZS,
            false => &opcodes::FCVTZU,
        };
        let mut numbers = self.vector_regs(operand)?;
        let mut lane = from.lane;
        if lane == Lane::F32 && to.lane == Lane::I64 {
            numbers = self.longer_numbers(&numbers, from.count);
            lane = Lane::F64;
        }
        let ints = self.convert_lanes(numbers, lane, from.count, opcodes);
        Ok(self.resize(ints, lane.to_int(), to.lane, from.count, signed))
    }
}

impl<'m> Vectors<'m> for Selector<'_, 'm> {
    const LOOKED_AT: usize = 2;

    fn convert_vector(&mut self, op: CastOp, values: [Value; 2]) -> Result<Option<Regs>> {
        use CastOp::*;
        let types = &self.module.types;
        let shapes = values.map(|value| VectorShape::of(types, self.ty(value)));
        let [Some(from), Some(to)] = shapes else {
            return Ok(None);
        };
        let operand = values[0];
        let cast = LaneCast { operand, from, to };
        let regs = match op {
            Trunc if to.is_mask() => self.bits_of_lanes(operand, from, to)?,
            Trunc | PtrToInt | IntToPtr => self.resized(operand, to.lane, false)?,
            ZExt | SExt if from.is_mask() => self.bits_as_ints(operand, to.lane, op == SExt)?,
            ZExt | SExt => self.resized(operand, to.lane, op == SExt)?,
            SiToFp | UiToFp => self.numbers_of_ints(cast, op == SiToFp)?,
            FpToSi | FpToUi => self.ints_of_numbers(cast, op == FpToSi)?,
            FpExt => {
                let regs = self.vector_regs(operand)?;
                self.longer_numbers(&regs, from.count)
            }
            FpTrunc => {
                let regs = self.vector_regs(operand)?;
                self.shorter_numbers(&regs)
            }
            _ => return self.unsupported(format!("{} of vectors", op.keyword())),
        };
        Ok(Some(regs))
    }

    fn bits_in_registers(&mut self, value: Value) -> Result<Regs> {
        match VectorShape::of(&self.module.types, self.ty(value)) {
            Some(_) => self.vector_regs(value),
            None => self.bits_of_parts(value),
        }
    }

    fn lower_lanes_to_parts(&mut self, operand: Value, result: Value) -> Result<()> {
        self.emit_lanes_to_parts(operand, result)
    }

    fn lower_mask_to_int(&mut self, result: Value, mask: Value, from: VectorShape) -> Result<()> {
        self.emit_mask_to_int(result, mask, from)
    }

    fn lower_int_to_mask(&mut self, inst: Inst, operand: Value, to: VectorShape) -> Result<()> {
        self.emit_int_to_mask(inst, operand, to)
    }
}
