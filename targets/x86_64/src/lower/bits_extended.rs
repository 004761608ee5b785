//! Shifts and logic of the bit manipulation extensions: shifts that take their amount from any register and leave
//! the flags alone, and operations on the lowest bit that is set.

use avarice_ir::{BinaryOp, Inst, InstKind, Value};
use avarice_lower::Result;
use avarice_lower::select::{IntWidth, Integers};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::{Selector, Width};
use crate::subtarget::Features;
use crate::{class, op, sub};

/// An opcode for 32 and for 64 bits.
type Pair = [Opcode; 2];

const AND_NOT: Pair = [op::ANDN32rr, op::ANDN64rr];
const AND_NOT_MEMORY: Pair = [op::ANDN32rm, op::ANDN64rm];

fn pick(pair: Pair, width: Width) -> Opcode {
    pair[usize::from(width == Width::W64)]
}

impl Selector<'_, '_> {
    /// A shift by a variable amount as an instruction of BMI2. Returns whether it was one.
    pub(super) fn lower_flagless_shift(
        &mut self,
        op: BinaryOp,
        bits: u32,
        dst: Reg,
        src: Reg,
        amount: Value,
    ) -> Result<bool> {
        let width = Width::of_bits(bits);
        if width < Width::W32 || !self.features().contains(Features::BMI2) {
            return Ok(false);
        }
        let opcodes = match op {
            BinaryOp::Shl => [op::SHLX32rr, op::SHLX64rr],
            BinaryOp::LShr => [op::SHRX32rr, op::SHRX64rr],
            _ => [op::SARX32rr, op::SARX64rr],
        };
        let (by, from) = self.shift_amount(amount, bits)?;
        let by = self.any_width(by, from, width);
        let emit = self.emit(pick(opcodes, width)).def(dst);
        emit.reg(src).reg(by).done();
        Ok(true)
    }

    /// `src`, of width `from`, in a register of width `to` of 32 or 64 bits; what is above it is anything.
    pub(super) fn any_width(&mut self, src: Reg, from: Width, to: Width) -> Reg {
        let index = match from {
            Width::W8 => sub::SUB_8BIT,
            Width::W64 => return self.low(src, from, to),
            _ if to == Width::W64 => sub::SUB_32BIT,
            _ => return src,
        };
        let class = match to {
            Width::W64 if from == Width::W8 => class::GR64_with_sub_8bit,
            _ => to.class(),
        };
        let (undefined, dst) = (self.new_of(class), self.new_of(class));
        self.emit(op::IMPLICIT_DEF).def(undefined).done();
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undefined);
        emit.reg(src).imm(i64::from(index.0)).done();
        dst
    }

    /// `and` and `xor` that are one BMI instruction together with the definition of their operand, which
    /// has no other use. Returns whether it was one.
    ///
    /// ```text
    ///   ~x & y         ANDN         x & -x          BLSI
    ///   x & (x - 1)    BLSR         x ^ (x - 1)     BLSMSK
    /// ```
    pub(super) fn lower_bit_logic(
        &mut self,
        op: BinaryOp,
        bits: u32,
        dst: Reg,
        left: Value,
        right: Value,
    ) -> Result<bool> {
        let width = Width::of_bits(bits);
        let is_logic = matches!(op, BinaryOp::And | BinaryOp::Xor);
        if !is_logic || width < Width::W32 || !self.features().contains(Features::BMI) {
            return Ok(false);
        }
        for (made, other) in [(left, right), (right, left)] {
            if !self.is_foldable(made) {
                continue;
            }
            let Some((inner, InstKind::Binary(inner_op))) = self.def_kind(made) else {
                continue;
            };
            let opcodes = match (op, inner_op) {
                (BinaryOp::And, BinaryOp::Xor) if self.is_minus_one(inner) => {
                    if self.function.as_const(other).is_some() {
                        continue;
                    }
                    let negated = self.function.operand(inner, 0);
                    self.emit_and_not(width, dst, negated, other)?;
                    return Ok(true);
                }
                (BinaryOp::And, BinaryOp::Add) => [op::BLSR32rr, op::BLSR64rr],
                (BinaryOp::Xor, BinaryOp::Add) => [op::BLSMSK32rr, op::BLSMSK64rr],
                (BinaryOp::And, BinaryOp::Sub) => [op::BLSI32rr, op::BLSI64rr],
                _ => continue,
            };
            let (first, second) = (
                self.function.operand(inner, 0),
                self.function.operand(inner, 1),
            );
            let same = match inner_op {
                BinaryOp::Add => first == other && self.is_minus_one(inner),
                _ => second == other && self.const_int(first) == Some(0),
            };
            if same {
                let src = self.use_value(other)?;
                self.emit(pick(opcodes, width)).def(dst).reg(src).done();
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the second operand of `inst` has all bits set.
    fn is_minus_one(&self, inst: Inst) -> bool {
        self.const_signed(self.function.operand(inst, 1)) == Some(-1)
    }

    /// `dst = ~negated & other`
    fn emit_and_not(&mut self, width: Width, dst: Reg, negated: Value, other: Value) -> Result<()> {
        let negated = self.use_value(negated)?;
        if let Some(load) = self.foldable_operand(other, width) {
            return self.emit_load_op(pick(AND_NOT_MEMORY, width), dst, Some(negated), load);
        }
        let other = self.use_value(other)?;
        let emit = self.emit(pick(AND_NOT, width)).def(dst);
        emit.reg(negated).reg(other).done();
        Ok(())
    }
}
