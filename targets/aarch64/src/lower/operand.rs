//! Second operands of integer operations: constants that fit, shifted and extended registers.
//!
//! ```text
//!   add x0, x1, #4095, lsl #12      12 bits, perhaps shifted by 12, of additions
//!   and x0, x1, #0xff00ff00ff00ff   logical immediates
//!   add x0, x1, x2, lsl #3          shifted registers
//!   add x0, x1, w2, sxtw #3         extended registers, of additions
//! ```

use avarice_ir::{BinaryOp, CastOp, InstKind, Intrinsic, Value};
use avarice_lower::Result;
use avarice_lower::select::{IntWidth, Integers, Widening};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::{Selector, Width};
use crate::constants::constant_steps;
use crate::immediates::{is_logical, logical_bits};
use crate::op;

/// The opcodes of an operation by width: with a register, a shifted register and an immediate.
pub(super) struct BinaryOps {
    pub rr: [Opcode; 2],
    pub rs: [Opcode; 2],
    pub ri: [Opcode; 2],
}

pub(super) const ADD: BinaryOps = BinaryOps {
    rr: [op::ADDWrr, op::ADDXrr],
    rs: [op::ADDWrs, op::ADDXrs],
    ri: [op::ADDWri, op::ADDXri],
};
pub(super) const SUB: BinaryOps = BinaryOps {
    rr: [op::SUBWrr, op::SUBXrr],
    rs: [op::SUBWrs, op::SUBXrs],
    ri: [op::SUBWri, op::SUBXri],
};
pub(super) const ADDS: BinaryOps = BinaryOps {
    rr: [op::ADDSWrr, op::ADDSXrr],
    rs: [op::ADDSWrs, op::ADDSXrs],
    ri: [op::ADDSWri, op::ADDSXri],
};
pub(super) const SUBS: BinaryOps = BinaryOps {
    rr: [op::SUBSWrr, op::SUBSXrr],
    rs: [op::SUBSWrs, op::SUBSXrs],
    ri: [op::SUBSWri, op::SUBSXri],
};
pub(super) const AND: BinaryOps = BinaryOps {
    rr: [op::ANDWrr, op::ANDXrr],
    rs: [op::ANDWrs, op::ANDXrs],
    ri: [op::ANDWri, op::ANDXri],
};
pub(super) const ANDS: BinaryOps = BinaryOps {
    rr: [op::ANDSWrr, op::ANDSXrr],
    rs: [op::ANDSWrs, op::ANDSXrs],
    ri: [op::ANDSWri, op::ANDSXri],
};
pub(super) const ORR: BinaryOps = BinaryOps {
    rr: [op::ORRWrr, op::ORRXrr],
    rs: [op::ORRWrs, op::ORRXrs],
    ri: [op::ORRWri, op::ORRXri],
};
pub(super) const EOR: BinaryOps = BinaryOps {
    rr: [op::EORWrr, op::EORXrr],
    rs: [op::EORWrs, op::EORXrs],
    ri: [op::EORWri, op::EORXri],
};

/// The opcodes of additions with an extended register, of 32 and 64 bits.
#[derive(Clone, Copy)]
pub(super) enum Additive {
    Add,
    Sub,
    AddFlags,
    SubFlags,
}

impl Additive {
    /// The operation that subtracts what this one adds, and the other way round.
    pub fn opposite(self) -> Self {
        match self {
            Self::Add => Self::Sub,
            Self::Sub => Self::Add,
            Self::AddFlags => Self::SubFlags,
            Self::SubFlags => Self::AddFlags,
        }
    }

    pub fn ops(self) -> &'static BinaryOps {
        match self {
            Self::Add => &ADD,
            Self::Sub => &SUB,
            Self::AddFlags => &ADDS,
            Self::SubFlags => &SUBS,
        }
    }

    fn extended(self) -> [Opcode; 2] {
        match self {
            Self::Add => [op::ADDWrx, op::ADDXrx],
            Self::Sub => [op::SUBWrx, op::SUBXrx],
            Self::AddFlags => [op::ADDSWrx, op::ADDSXrx],
            Self::SubFlags => [op::SUBSWrx, op::SUBSXrx],
        }
    }

    fn sets_flags(self) -> bool {
        matches!(self, Self::AddFlags | Self::SubFlags)
    }
}

/// Kinds of shifts, as encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShiftKind {
    Lsl = 0,
    Lsr = 1,
    Asr = 2,
    Ror = 3,
}

/// The immediate that says a shifted register.
pub(super) fn shift_imm(kind: ShiftKind, amount: u32) -> i64 {
    i64::from((kind as u32) << 6 | amount)
}

/// The immediate that says an extended register: from 8, 16 or 32 bits, then shifted left.
pub(super) fn extend_imm(signed: bool, bits: u32, amount: u32) -> i64 {
    let kind = bits.trailing_zeros() - 3 + 4 * u32::from(signed);
    i64::from(kind << 3 | amount)
}

/// The 12 bits and the shift of an immediate of additions.
pub(super) fn add_imm(value: u64) -> Option<(i64, i64)> {
    match value {
        0..0x1000 => Some((value as i64, 0)),
        _ if value & 0xfff == 0 && value < 0x100_0000 => Some((value as i64 >> 12, 12)),
        _ => None,
    }
}

/// The immediate of a logical operation on `value` (of a register of `width`), or `None`.
pub(super) fn logical_imm(value: u64, width: Width) -> Option<i64> {
    let repeated = match width {
        Width::W64 => value,
        Width::W32 => (value & 0xffff_ffff) | value << 32,
    };
    is_logical(repeated).then(|| logical_bits(repeated))
}

/// A second operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Second {
    Reg(Reg),
    Shifted(Reg, ShiftKind, u32),
    /// A 32-bit register, whether it is extended as signed, from how many bits, and a shift.
    Extended(Reg, bool, u32, u32),
}

impl Selector<'_, '_> {
    /// A shift of a register by a constant that `value` is, if it can be part of an operation of `bits`
    /// bits: the value shifted, the kind and the amount.
    pub(super) fn foldable_shift(
        &self,
        value: Value,
        bits: u32,
    ) -> Option<(Value, ShiftKind, u32)> {
        if !self.is_foldable(value) {
            return None;
        }
        // The bits that a truncation to fewer bits than a register's cuts off are not used.
        let full = Width::of_bits(bits).bits();
        let (value, bits) = match self.def_kind(value)? {
            (inst, InstKind::Cast(CastOp::Trunc)) => {
                let inner = self.function.operand(inst, 0);
                if self.int_bits(inner) != Some(full) || !self.is_foldable(inner) {
                    return None;
                }
                (inner, full)
            }
            _ => (value, bits),
        };
        let (inst, InstKind::Binary(op)) = self.def_kind(value)? else {
            return None;
        };
        let exact = bits == full;
        let kind = match op {
            BinaryOp::Shl => ShiftKind::Lsl,
            BinaryOp::LShr if exact => ShiftKind::Lsr,
            BinaryOp::AShr if exact => ShiftKind::Asr,
            _ => return None,
        };
        let src = self.function.operand(inst, 0);
        let amount = self.const_int(self.function.operand(inst, 1))?;
        let fits = amount > 0 && amount < u64::from(bits);
        (fits && self.function.as_const(src).is_none()).then_some((src, kind, amount as u32))
    }

    /// The extension from 8, 16 or 32 bits that `value`, of `bits` bits, is: what is extended, whether as
    /// signed, and from how many bits.
    pub(super) fn foldable_extension(&self, value: Value, bits: u32) -> Option<(Value, bool, u32)> {
        if !self.is_foldable(value) {
            return None;
        }
        let (inst, kind) = self.def_kind(value)?;
        let src = self.function.operand(inst, 0);
        if self.function.as_const(src).is_some() {
            return None;
        }
        let (signed, from) = match kind {
            InstKind::Cast(CastOp::SExt) => (true, self.int_bits(src)?),
            InstKind::Cast(CastOp::ZExt) => (false, self.int_bits(src)?),
            InstKind::Binary(BinaryOp::And) => {
                let mask = self.const_int(self.function.operand(inst, 1))?;
                match mask {
                    0xff => (false, 8),
                    0xffff => (false, 16),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let is_and = matches!(kind, InstKind::Binary(_));
        if is_and && Width::of_bits(bits) == Width::W64 {
            return None;
        }
        // A load extends for free.
        if !is_and && self.foldable_load(src).is_some() {
            return None;
        }
        if !is_and && !signed && self.is_zero_extended(src, 4) && from < 32 {
            return None;
        }
        (matches!(from, 8 | 16 | 32) && from < Width::of_bits(bits).bits())
            .then_some((src, signed, from))
    }

    /// A second operand of an addition of `bits` bits, with an extension or a shift folded into it.
    pub(super) fn second_of_addition(&mut self, value: Value, bits: u32) -> Result<Second> {
        if let Some(extended) = self.extended_operand(value, bits)? {
            return Ok(extended);
        }
        self.second(value, bits)
    }

    /// `value` as an extended register, perhaps shifted, or `None`.
    fn extended_operand(&mut self, value: Value, bits: u32) -> Result<Option<Second>> {
        if bits != Width::of_bits(bits).bits() {
            return Ok(None);
        }
        let (inner, amount) = match self.foldable_shift(value, bits) {
            Some((inner, ShiftKind::Lsl, amount @ 1..=4)) => (inner, amount),
            _ => (value, 0),
        };
        let Some((src, signed, from)) = self.foldable_extension(inner, bits) else {
            return Ok(None);
        };
        let src_bits = self.int_bits(src).unwrap_or(32);
        let src = self.use_value(src)?;
        let src = self.low(src, Width::of_bits(src_bits), Width::W32);
        Ok(Some(Second::Extended(src, signed, from, amount)))
    }

    /// A second operand of any operation of `bits` bits, with a shift folded into it.
    pub(super) fn second(&mut self, value: Value, bits: u32) -> Result<Second> {
        Ok(match self.foldable_shift(value, bits) {
            Some((src, kind, amount)) => Second::Shifted(self.use_value(src)?, kind, amount),
            None => Second::Reg(self.use_value(value)?),
        })
    }

    /// A rotation by a constant that `value` is, as a distance to the right, if it can be part of a logical
    /// operation of `bits` bits.
    fn foldable_rotation(&self, value: Value, bits: u32) -> Option<(Value, u32)> {
        let (inst, InstKind::Call(_)) = self.def_kind(value)? else {
            return None;
        };
        let left = match Intrinsic::of_call(self.module, self.function, inst)? {
            Intrinsic::Fshl => true,
            Intrinsic::Fshr => false,
            _ => return None,
        };
        let [high, low, amount] = self.operands(inst);
        let amount = (self.const_int(amount)? % u64::from(bits)) as u32;
        let exact = bits == Width::of_bits(bits).bits() && self.function.as_const(high).is_none();
        let right = if left { bits - amount } else { amount };
        (high == low && exact && amount != 0 && self.is_foldable(value)).then_some((high, right))
    }

    /// A second operand of a logical operation of `bits` bits, with a shift or a rotation folded into it.
    pub(super) fn second_of_logic(&mut self, value: Value, bits: u32) -> Result<Second> {
        match self.foldable_rotation(value, bits) {
            Some((src, amount)) => Ok(Second::Shifted(
                self.use_value(src)?,
                ShiftKind::Ror,
                amount,
            )),
            None => self.second(value, bits),
        }
    }

    /// Whether `value` becomes part of the instruction as a second operand of an operation.
    pub(super) fn folds_as_second(&self, value: Value, bits: u32, addition: bool) -> bool {
        self.foldable_shift(value, bits).is_some()
            || (!addition && self.foldable_rotation(value, bits).is_some())
            || (addition
                && bits == Width::of_bits(bits).bits()
                && self.foldable_extension(value, bits).is_some())
    }

    /// `dst = left op right` for an operation without extended registers.
    pub(super) fn emit_with_second(
        &mut self,
        ops: &BinaryOps,
        width: Width,
        dst: Reg,
        left: Reg,
        right: Second,
        flags: bool,
    ) {
        let w = width as usize;
        let (opcode, src, imm) = match right {
            Second::Reg(src) => (ops.rr[w], src, None),
            Second::Shifted(src, kind, amount) => (ops.rs[w], src, Some(shift_imm(kind, amount))),
            Second::Extended(src, signed, bits, amount) => {
                let src = self.extended_second(src, signed, bits, width);
                match amount {
                    0 => (ops.rr[w], src, None),
                    _ => (ops.rs[w], src, Some(shift_imm(ShiftKind::Lsl, amount))),
                }
            }
        };
        let mut emit = self.emit(opcode).def(dst).reg(left).reg(src);
        if let Some(imm) = imm {
            emit = emit.imm(imm);
        }
        match flags {
            true => emit.keep_flags().done(),
            false => emit.done(),
        };
    }

    fn extended_second(&mut self, src: Reg, signed: bool, bits: u32, width: Width) -> Reg {
        let dst = self.new_reg(width.part());
        self.emit_extend_reg(dst, src, Widening::new(signed, bits, width), false);
        dst
    }

    /// `dst = left op right` for an addition.
    pub(super) fn emit_addition(
        &mut self,
        op: Additive,
        width: Width,
        dst: Reg,
        left: Reg,
        right: Second,
    ) {
        let Second::Extended(src, signed, bits, amount) = right else {
            let flags = op.sets_flags();
            return self.emit_with_second(op.ops(), width, dst, left, right, flags);
        };
        let opcode = op.extended()[width as usize];
        let emit = self.emit(opcode).def(dst).reg(left).reg(src);
        let emit = emit.imm(extend_imm(signed, bits, amount));
        match op.sets_flags() {
            true => emit.keep_flags().done(),
            false => emit.done(),
        };
    }

    /// `dst = src op value` for an addition; the constant goes into a register if it does not fit.
    pub(super) fn emit_add_imm(
        &mut self,
        op: Additive,
        width: Width,
        dst: Reg,
        src: Reg,
        value: i64,
    ) -> Result<()> {
        let value = match width {
            Width::W32 => i64::from(value as i32),
            Width::W64 => value,
        };
        // Carries differ for zero and the smallest number; neither is negated here.
        let (signed_op, magnitude) = match value < 0 {
            true => (op.opposite(), value.unsigned_abs()),
            false => (op, value as u64),
        };
        let w = width as usize;
        if let Some((imm, shift)) = add_imm(magnitude) {
            let emit = self.emit(signed_op.ops().ri[w]).def(dst).reg(src);
            let emit = emit.imm(imm).imm(shift);
            match op.sets_flags() {
                true => emit.keep_flags().done(),
                false => emit.done(),
            };
            return Ok(());
        }
        let is_wide = width == Width::W64;
        if !op.sets_flags()
            && magnitude < 0x100_0000
            && constant_steps(value as u64, is_wide).len() > 1
        {
            let high = self.new_reg(width.part());
            let opcode = signed_op.ops().ri[w];
            let emit = self.emit(opcode).def(high).reg(src);
            emit.imm(magnitude as i64 >> 12).imm(12).done();
            let emit = self.emit(opcode).def(dst).reg(high);
            emit.imm(magnitude as i64 & 0xfff).imm(0).done();
            return Ok(());
        }
        let amount = self.use_int(width.bits(), value as u64)?;
        self.emit_addition(op, width, dst, src, Second::Reg(amount));
        Ok(())
    }

    /// `src + value`
    pub(super) fn add_imm_reg(&mut self, width: Width, src: Reg, value: i64) -> Result<Reg> {
        if value == 0 {
            return Ok(src);
        }
        let dst = self.new_reg(width.part());
        self.emit_add_imm(Additive::Add, width, dst, src, value)?;
        Ok(dst)
    }

    /// `dst = src op value` for a logical operation; the constant goes into a register if it does not fit.
    pub(super) fn emit_logical_imm(
        &mut self,
        ops: &BinaryOps,
        width: Width,
        dst: Reg,
        src: Reg,
        value: u64,
    ) -> Result<()> {
        if let Some(imm) = logical_imm(value, width) {
            let opcode = ops.ri[width as usize];
            self.emit(opcode).def(dst).reg(src).imm(imm).done();
            return Ok(());
        }
        let amount = self.use_int(width.bits(), value)?;
        let opcode = ops.rr[width as usize];
        self.emit(opcode).def(dst).reg(src).reg(amount).done();
        Ok(())
    }

    /// `src op value` for a logical operation.
    pub(super) fn logical_imm_reg(
        &mut self,
        ops: &BinaryOps,
        width: Width,
        src: Reg,
        value: u64,
    ) -> Result<Reg> {
        let dst = self.new_reg(width.part());
        self.emit_logical_imm(ops, width, dst, src, value)?;
        Ok(dst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_as_encoded() {
        assert_eq!(shift_imm(ShiftKind::Lsr, 31), 95);
        assert_eq!(extend_imm(false, 32, 0), 16);
        assert_eq!(extend_imm(true, 32, 1), 49);
        assert_eq!(extend_imm(true, 16, 0), 40);
        assert_eq!(add_imm(0xfff), Some((0xfff, 0)));
        assert_eq!(add_imm(0x1000), Some((1, 12)));
        assert_eq!(add_imm(0x1001), None);
        assert_eq!(logical_imm(0xff, Width::W32), Some(7));
        assert_eq!(logical_imm(0xff, Width::W64), Some(4103));
    }
}
