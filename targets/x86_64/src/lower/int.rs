//! Integer arithmetic and shifts.

use avarice_ir::{BinaryOp, CastOp, Inst, InstFlags, InstKind, Value};
use avarice_lower::select::{IntOperation, IntWidth, IntegerArithmetic, Integers};
use avarice_lower::{PartType, Result};
use avarice_mir::{MiFlags, Reg};
use avarice_target::Opcode;

use super::address::Address;
use super::{Selector, Width};
use crate::{op, reg, sub};

/// The opcodes of a two-operand operation by width: 8, 16, 32, 64 bits.
pub(super) struct AluOps {
    pub rr: [Opcode; 4],
    pub ri: [Opcode; 4],
    pub rm: [Opcode; 4],
    pub mr: [Opcode; 4],
    pub mi: [Opcode; 4],
}

macro_rules! alu {
    ($rr8:ident $rr16:ident $rr32:ident $rr64:ident,
     $ri8:ident $ri16:ident $ri32:ident $ri64:ident,
     $rm8:ident $rm16:ident $rm32:ident $rm64:ident,
     $mr8:ident $mr16:ident $mr32:ident $mr64:ident,
     $mi8:ident $mi16:ident $mi32:ident $mi64:ident) => {
        AluOps {
            rr: [op::$rr8, op::$rr16, op::$rr32, op::$rr64],
            ri: [op::$ri8, op::$ri16, op::$ri32, op::$ri64],
            rm: [op::$rm8, op::$rm16, op::$rm32, op::$rm64],
            mr: [op::$mr8, op::$mr16, op::$mr32, op::$mr64],
            mi: [op::$mi8, op::$mi16, op::$mi32, op::$mi64],
        }
    };
}

pub(super) const ADD: AluOps = alu!(ADD8rr ADD16rr ADD32rr ADD64rr, ADD8ri ADD16ri ADD32ri ADD64ri32,
    ADD8rm ADD16rm ADD32rm ADD64rm, ADD8mr ADD16mr ADD32mr ADD64mr, ADD8mi ADD16mi ADD32mi ADD64mi32);
pub(super) const SUB: AluOps = alu!(SUB8rr SUB16rr SUB32rr SUB64rr, SUB8ri SUB16ri SUB32ri SUB64ri32,
    SUB8rm SUB16rm SUB32rm SUB64rm, SUB8mr SUB16mr SUB32mr SUB64mr, SUB8mi SUB16mi SUB32mi SUB64mi32);
pub(super) const AND: AluOps = alu!(AND8rr AND16rr AND32rr AND64rr, AND8ri AND16ri AND32ri AND64ri32,
    AND8rm AND16rm AND32rm AND64rm, AND8mr AND16mr AND32mr AND64mr, AND8mi AND16mi AND32mi AND64mi32);
pub(super) const OR: AluOps = alu!(OR8rr OR16rr OR32rr OR64rr, OR8ri OR16ri OR32ri OR64ri32,
    OR8rm OR16rm OR32rm OR64rm, OR8mr OR16mr OR32mr OR64mr, OR8mi OR16mi OR32mi OR64mi32);
pub(super) const XOR: AluOps = alu!(XOR8rr XOR16rr XOR32rr XOR64rr, XOR8ri XOR16ri XOR32ri XOR64ri32,
    XOR8rm XOR16rm XOR32rm XOR64rm, XOR8mr XOR16mr XOR32mr XOR64mr, XOR8mi XOR16mi XOR32mi XOR64mi32);

/// Additions of 1 and -1, by width.
const INC: [Opcode; 4] = [op::INC8r, op::INC16r, op::INC32r, op::INC64r];
const DEC: [Opcode; 4] = [op::DEC8r, op::DEC16r, op::DEC32r, op::DEC64r];

/// Shifts by an immediate and by CL, by width.
pub(super) struct ShiftOps {
    pub ri: [Opcode; 4],
    pub cl: [Opcode; 4],
}

pub(super) const SHL: ShiftOps = ShiftOps {
    ri: [op::SHL8ri, op::SHL16ri, op::SHL32ri, op::SHL64ri],
    cl: [op::SHL8rCL, op::SHL16rCL, op::SHL32rCL, op::SHL64rCL],
};
pub(super) const SHR: ShiftOps = ShiftOps {
    ri: [op::SHR8ri, op::SHR16ri, op::SHR32ri, op::SHR64ri],
    cl: [op::SHR8rCL, op::SHR16rCL, op::SHR32rCL, op::SHR64rCL],
};
pub(super) const SAR: ShiftOps = ShiftOps {
    ri: [op::SAR8ri, op::SAR16ri, op::SAR32ri, op::SAR64ri],
    cl: [op::SAR8rCL, op::SAR16rCL, op::SAR32rCL, op::SAR64rCL],
};

/// The opcodes of an operation that has all forms.
pub(super) fn alu_ops(op: BinaryOp) -> Option<(&'static AluOps, bool)> {
    Some(match op {
        BinaryOp::Add => (&ADD, true),
        BinaryOp::Sub => (&SUB, false),
        BinaryOp::And => (&AND, true),
        BinaryOp::Or => (&OR, true),
        BinaryOp::Xor => (&XOR, true),
        _ => return None,
    })
}

/// Whether an opcode computes the integer operation `op` and nothing else.
fn is_form_of(op: BinaryOp, opcode: Opcode) -> bool {
    const MULTIPLICATIONS: [Opcode; 8] = [
        op::IMUL32rr,
        op::IMUL32rm,
        op::IMUL32rri,
        op::IMUL32rmi,
        op::IMUL64rr,
        op::IMUL64rm,
        op::IMUL64rri32,
        op::IMUL64rmi32,
    ];
    const NEGATIONS: [Opcode; 4] = [op::NEG8r, op::NEG16r, op::NEG32r, op::NEG64r];
    let shift = |ops: &ShiftOps| ops.ri.contains(&opcode) || ops.cl.contains(&opcode);
    let alu = |ops: &AluOps| [ops.rr, ops.ri, ops.rm].as_flattened().contains(&opcode);
    match op {
        BinaryOp::Add => alu(&ADD) || INC.contains(&opcode) || DEC.contains(&opcode),
        BinaryOp::Sub => alu(&SUB) || NEGATIONS.contains(&opcode),
        BinaryOp::Mul => MULTIPLICATIONS.contains(&opcode),
        // Doubling is an addition.
        BinaryOp::Shl => shift(&SHL) || ADD.rr.contains(&opcode),
        BinaryOp::LShr => shift(&SHR),
        BinaryOp::AShr => shift(&SAR),
        _ => false,
    }
}

impl Selector<'_, '_> {
    /// Selects add, sub, and, or, xor into `dst`; status flags are the caller's to keep.
    fn lower_alu(&mut self, operation: &IntOperation) -> Result<()> {
        let (op, bits, dst) = (operation.op, operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let Some((ops, commutative)) = alu_ops(op) else {
            return self.unsupported(format!("integer operation {}", op.keyword()));
        };
        if op == BinaryOp::Or && self.lower_rotation(bits, dst, left, right)? {
            return Ok(());
        }
        if self.lower_bit_logic(op, bits, dst, left, right)? {
            return Ok(());
        }
        if self.lower_sum_with_carry(operation)? {
            return Ok(());
        }
        let (mut left, mut right) = (left, right);
        if commutative && self.function.as_const(left).is_some() {
            std::mem::swap(&mut left, &mut right);
        }
        if op == BinaryOp::Sub && self.const_int(left) == Some(0) {
            let src = self.use_value(right)?;
            let opcode = [op::NEG8r, op::NEG16r, op::NEG32r, op::NEG64r][width as usize];
            self.emit(opcode).def(dst).reg(src).done();
            return Ok(());
        }
        if let Some(value) = self.const_signed(right) {
            return self.lower_alu_imm(op, bits, dst, left, value);
        }
        if op == BinaryOp::Add && width == Width::W64 && self.lower_lea_sum(dst, left, right)? {
            return Ok(());
        }
        if commutative && self.foldable_operand(right, width).is_none() {
            let left_load = self.foldable_operand(left, width);
            if left_load.is_some() {
                std::mem::swap(&mut left, &mut right);
            }
        }
        let lhs = self.use_value(left)?;
        if let Some(load) = self.foldable_operand(right, width) {
            self.emit_load_op(ops.rm[width as usize], dst, Some(lhs), load)?;
        } else {
            let rhs = self.use_value(right)?;
            self.emit(ops.rr[width as usize])
                .def(dst)
                .reg(lhs)
                .reg(rhs)
                .done();
        }
        Ok(())
    }

    /// The load that `value` is, if it can be folded as a memory operand of `width`.
    pub(super) fn foldable_operand(&self, value: Value, width: Width) -> Option<Inst> {
        let bits = self.int_bits(value)?;
        (bits == width.bits())
            .then(|| self.foldable_load(value))
            .flatten()
    }

    /// `dst = opcode lhs, [the load's address]`.
    pub(super) fn emit_load_op(
        &mut self,
        opcode: Opcode,
        dst: Reg,
        lhs: Option<Reg>,
        load: Inst,
    ) -> Result<()> {
        let (address, mem) = self.load_address(load)?;
        let emit = self.emit(opcode).def(dst);
        let emit = match lhs {
            Some(lhs) => emit.reg(lhs),
            None => emit,
        };
        emit.ops(&address.operands()).mem(mem).done();
        Ok(())
    }

    fn lower_alu_imm(
        &mut self,
        op: BinaryOp,
        bits: u32,
        dst: Reg,
        left: Value,
        value: i64,
    ) -> Result<()> {
        let width = Width::of_bits(bits);
        // Subtraction of a constant is addition of its negative.
        let (op, value) = match op {
            BinaryOp::Sub => (BinaryOp::Add, value.wrapping_neg()),
            _ => (op, value),
        };
        let w = width as usize;
        match (op, value) {
            (BinaryOp::And, _) => return self.lower_and_imm(bits, dst, left, value),
            (BinaryOp::Xor, -1) => {
                let src = self.use_value(left)?;
                let opcode = [op::NOT8r, op::NOT16r, op::NOT32r, op::NOT64r][w];
                self.emit(opcode).def(dst).reg(src).done();
                return Ok(());
            }
            (BinaryOp::Add, 1 | -1) => {
                let src = self.use_value(left)?;
                let opcode = match value {
                    1 => INC[w],
                    _ => DEC[w],
                };
                self.emit(opcode).def(dst).reg(src).done();
                return Ok(());
            }
            (BinaryOp::Add, _)
                if width == Width::W64 && self.lower_lea_disp(dst, left, value)? =>
            {
                return Ok(());
            }
            _ => {}
        }
        let src = self.use_value(left)?;
        // 128 does not fit in a signed byte, -128 does.
        let (ops, value) = match (op, value) {
            (BinaryOp::Add, 128) if width != Width::W8 => (&SUB, -128),
            (BinaryOp::Add, _) => (&ADD, value),
            (BinaryOp::Or, _) => (&OR, value),
            _ => (&XOR, value),
        };
        self.emit_alu_imm(ops, width, dst, src, value)
    }

    /// `dst = src op value`; the constant goes into a register if it does not fit.
    pub(super) fn emit_alu_imm(
        &mut self,
        ops: &AluOps,
        width: Width,
        dst: Reg,
        src: Reg,
        value: i64,
    ) -> Result<()> {
        let value = match width {
            Width::W8 => i64::from(value as i8),
            Width::W16 => i64::from(value as i16),
            Width::W32 => i64::from(value as i32),
            Width::W64 => value,
        };
        if i32::try_from(value).is_ok() {
            self.emit(ops.ri[width as usize])
                .def(dst)
                .reg(src)
                .imm(value)
                .done();
        } else {
            let amount = self.use_int(64, value as u64)?;
            self.emit(ops.rr[width as usize])
                .def(dst)
                .reg(src)
                .reg(amount)
                .done();
        }
        Ok(())
    }

    /// `and` with a constant: zero extension where the mask is one.
    fn lower_and_imm(&mut self, bits: u32, dst: Reg, left: Value, value: i64) -> Result<()> {
        let width = Width::of_bits(bits);
        let mask = value as u64 & (u64::MAX >> (64 - bits));
        let src = self.use_value(left)?;
        if width == Width::W8 {
            return self.emit_alu_imm(&AND, width, dst, src, value);
        }
        let narrow = match mask {
            0xff => Some((op::MOVZX32rr8, sub::SUB_8BIT)),
            0xffff => Some((op::MOVZX32rr16, sub::SUB_16BIT)),
            _ => None,
        };
        if let Some((opcode, index)) = narrow {
            let result = self.narrow_result(width, dst);
            self.emit(opcode).def(result).sub_reg(src, index).done();
            self.finish_narrow(width, dst, result);
            return Ok(());
        }
        if width == Width::W64 && mask <= u64::from(u32::MAX) {
            let result = self.narrow_result(width, dst);
            let low = self.new_reg(PartType::Int(32));
            let copy = self.emit(op::COPY).def(low);
            copy.sub_reg(src, sub::SUB_32BIT).done();
            if mask == u64::from(u32::MAX) {
                self.emit(op::MOV32rr).def(result).reg(low).done();
            } else {
                self.emit_alu_imm(&AND, Width::W32, result, low, mask as i64)?;
            }
            self.finish_narrow(width, dst, result);
            return Ok(());
        }
        self.emit_alu_imm(&AND, width, dst, src, value)
    }

    /// The 32-bit register that a 32-bit operation defines for a result of `width` in `dst`.
    pub(super) fn narrow_result(&mut self, width: Width, dst: Reg) -> Reg {
        match width {
            Width::W64 => self.new_reg(PartType::Int(32)),
            _ => dst,
        }
    }

    /// After `narrow_result`: the full register from its lower half.
    pub(super) fn finish_narrow(&mut self, width: Width, dst: Reg, result: Reg) {
        if width == Width::W64 {
            self.emit_zero_extension(dst, result);
        }
    }

    /// `left + right` by `lea`, if a part of it is a small shift or a sum with a constant without
    /// other uses.
    fn lower_lea_sum(&mut self, dst: Reg, left: Value, right: Value) -> Result<bool> {
        for (base, index) in [(left, right), (right, left)] {
            if !self.is_foldable(index) {
                continue;
            }
            let Some((inst, InstKind::Binary(op))) = self.def_kind(index) else {
                continue;
            };
            let inner = self.function.operand(inst, 0);
            let Some(value) = self.const_signed(self.function.operand(inst, 1)) else {
                continue;
            };
            let address = match (op, value) {
                (BinaryOp::Shl, 1..=3) => {
                    let base = self.use_value(base)?;
                    let mut address = Address::base(base, 0);
                    address.index = self.use_value(inner)?;
                    address.scale = 1 << value;
                    address
                }
                (BinaryOp::Add, _) if i32::try_from(value).is_ok() => {
                    let base = self.use_value(base)?;
                    let mut address = Address::base(base, value);
                    address.index = self.use_value(inner)?;
                    address
                }
                _ => continue,
            };
            self.emit_lea(dst, &address);
            return Ok(true);
        }
        Ok(false)
    }

    /// `left + disp` by `lea`, if `left` is a sum of registers or a small shift without other uses.
    fn lower_lea_disp(&mut self, dst: Reg, left: Value, disp: i64) -> Result<bool> {
        if i32::try_from(disp).is_err() || !self.is_foldable(left) {
            return Ok(false);
        }
        let Some((inst, InstKind::Binary(BinaryOp::Add))) = self.def_kind(left) else {
            return Ok(false);
        };
        let [a, b] = self.operands(inst);
        if self.function.as_const(a).is_some() || self.function.as_const(b).is_some() {
            return Ok(false);
        }
        let base = self.use_value(a)?;
        let mut address = Address::base(base, disp);
        address.index = self.use_value(b)?;
        self.emit_lea(dst, &address);
        Ok(true)
    }

    // ---- Multiplication -----------------------------------------------------------------------

    /// `dst = src * factor` by the cheapest instructions. `width` is 32 or 64 bits.
    pub(super) fn emit_mul_by(&mut self, width: Width, dst: Reg, src: Reg, factor: i64) {
        let part = width.part();
        let magnitude = factor.unsigned_abs();
        let splits = !self.options.keeps_products;
        match factor {
            1 => {
                self.emit_copy(dst, src);
            }
            3 | 5 | 9 if splits => self.emit_lea_times(width, dst, src, factor - 1),
            _ if factor > 0 && magnitude.is_power_of_two() => {
                self.emit_shift_left(width, dst, src, magnitude.trailing_zeros());
            }
            _ if splits
                && factor > 0
                && matches!(magnitude >> magnitude.trailing_zeros(), 3 | 5 | 9) =>
            {
                let shift = magnitude.trailing_zeros();
                let part = self.new_reg(part);
                self.emit_lea_times(width, part, src, (magnitude >> shift) as i64 - 1);
                self.emit_shift_left(width, dst, part, shift);
            }
            -1 => {
                let opcode = if width == Width::W64 {
                    op::NEG64r
                } else {
                    op::NEG32r
                };
                self.emit(opcode).def(dst).reg(src).done();
            }
            _ if i32::try_from(factor).is_ok() || width != Width::W64 => {
                let opcode = if width == Width::W64 {
                    op::IMUL64rri32
                } else {
                    op::IMUL32rri
                };
                let value = i64::from(factor as i32);
                self.emit(opcode).def(dst).reg(src).imm(value).done();
            }
            _ => {
                let amount = self.new_reg(part);
                self.emit(op::MOV64ri).def(amount).imm(factor).done();
                self.emit(op::IMUL64rr).def(dst).reg(src).reg(amount).done();
            }
        }
    }

    fn emit_lea_times(&mut self, width: Width, dst: Reg, src: Reg, scale: i64) {
        if width == Width::W64 {
            let mut address = Address::base(src, 0);
            (address.index, address.scale) = (src, scale);
            self.emit_lea(dst, &address);
        } else {
            self.emit_lea32(dst, Some(src), src, scale, 0);
        }
    }

    fn emit_shift_left(&mut self, width: Width, dst: Reg, src: Reg, amount: u32) {
        if amount == 1 {
            self.emit(ADD.rr[width as usize])
                .def(dst)
                .reg(src)
                .reg(src)
                .done();
        } else {
            let opcode = SHL.ri[width as usize];
            self.emit(opcode)
                .def(dst)
                .reg(src)
                .imm(i64::from(amount))
                .done();
        }
    }

    // ---- Shifts -------------------------------------------------------------------------------

    /// Puts a shift amount into CL. The hardware looks at its low 5 (6 for 64-bit operations) bits.
    pub(super) fn emit_shift_amount(&mut self, amount: Value, bits: u32) -> Result<()> {
        let (src, width) = self.shift_amount(amount, bits)?;
        let copy = self.emit(op::COPY).def(reg::CL);
        match width {
            Width::W8 => copy.reg(src).done(),
            _ => copy.sub_reg(src, sub::SUB_8BIT).done(),
        };
        Ok(())
    }

    /// A register whose low byte is the amount of a shift, as far as the hardware looks at it, and the
    /// register's width.
    pub(super) fn shift_amount(&mut self, amount: Value, bits: u32) -> Result<(Reg, Width)> {
        let ignored = if bits > 32 { 63 } else { 31 };
        let mut amount = amount;
        while let Some((inst, kind)) = self.def_kind(amount) {
            let operand = self.function.operand(inst, 0);
            let peel = match kind {
                InstKind::Cast(CastOp::ZExt | CastOp::SExt | CastOp::Trunc) => {
                    self.int_bits(operand).is_some_and(|b| b >= 8)
                        && self.int_bits(amount).is_some_and(|b| b >= 8)
                }
                InstKind::Binary(BinaryOp::And) if matches!(bits, 8 | 16 | 32 | 64) => {
                    let mask = self.const_int(self.function.operand(inst, 1));
                    mask.is_some_and(|mask| mask & ignored == ignored)
                }
                _ => false,
            };
            if !peel {
                break;
            }
            amount = operand;
        }
        let amount_bits = self.int_bits(amount).unwrap_or(8);
        let src = match amount_bits {
            1..8 => self.extend(amount, false, Width::W8)?,
            _ => self.use_value(amount)?,
        };
        Ok((src, Width::of_bits(amount_bits)))
    }
}

impl<'m> IntegerArithmetic<'m> for Selector<'_, 'm> {
    const WRAP_FLAGS: &'static [(InstFlags, MiFlags)] = &[
        (InstFlags::NUW, MiFlags::NUW),
        (InstFlags::NSW, MiFlags::NSW),
        (InstFlags::EXACT, MiFlags::EXACT),
    ];

    fn is_form_of(op: BinaryOp, opcode: Opcode) -> bool {
        is_form_of(op, opcode)
    }

    fn lower_simple(&mut self, operation: &IntOperation) -> Result<()> {
        self.lower_alu(operation)
    }

    fn lower_shift(&mut self, operation: &IntOperation) -> Result<()> {
        let (op, bits, dst) = (operation.op, operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let amount = self.const_int(right).map(|amount| amount & 63);
        let ops = match op {
            BinaryOp::Shl => &SHL,
            BinaryOp::LShr => &SHR,
            _ => &SAR,
        };
        let src = match op {
            BinaryOp::Shl => self.use_value(left)?,
            _ => self.extend(left, op == BinaryOp::AShr, width)?,
        };
        let Some(amount) = amount else {
            if self.lower_flagless_shift(op, bits, dst, src, right)? {
                return Ok(());
            }
            self.emit_shift_amount(right, bits)?;
            self.emit(ops.cl[width as usize]).def(dst).reg(src).done();
            return Ok(());
        };
        match (op, amount) {
            (_, 0) => {
                self.emit_copy(dst, src);
            }
            (BinaryOp::Shl, _) => self.emit_shift_left(width, dst, src, amount as u32),
            _ => {
                let opcode = ops.ri[width as usize];
                self.emit(opcode)
                    .def(dst)
                    .reg(src)
                    .imm(amount as i64)
                    .done();
            }
        }
        Ok(())
    }

    fn lower_mul(&mut self, operation: &IntOperation) -> Result<()> {
        let (bits, dst) = (operation.bits, operation.dst);
        let (left, right) = (operation.left, operation.right);
        let width = Width::of_bits(bits);
        let (left, right) = match self.function.as_const(left) {
            Some(_) => (right, left),
            None => (left, right),
        };
        if width == Width::W8 {
            let wide = self.new_reg(PartType::Int(32));
            let lhs = self.extend(left, false, Width::W32)?;
            match self.const_signed(right) {
                Some(value) => self.emit_mul_by(Width::W32, wide, lhs, value),
                None => {
                    let rhs = self.extend(right, false, Width::W32)?;
                    self.emit(op::IMUL32rr).def(wide).reg(lhs).reg(rhs).done();
                }
            }
            let copy = self.emit(op::COPY).def(dst);
            copy.sub_reg(wide, sub::SUB_8BIT).done();
            return Ok(());
        }
        if let Some(value) = self.const_signed(right) {
            let simple = is_cheap_factor(value);
            if !simple
                && i32::try_from(value).is_ok()
                && let Some(load) = self.foldable_operand(left, width)
            {
                let (address, mem) = self.load_address(load)?;
                let opcode = [op::IMUL32rmi, op::IMUL64rmi32][usize::from(width == Width::W64)];
                let emit = self.emit(opcode).def(dst).ops(&address.operands());
                emit.imm(value).mem(mem).done();
                return Ok(());
            }
            let src = self.use_value(left)?;
            self.emit_mul_by(width, dst, src, value);
            return Ok(());
        }
        let is64 = usize::from(width == Width::W64);
        let (left, right) = match self.foldable_operand(right, width) {
            None if self.foldable_operand(left, width).is_some() => (right, left),
            _ => (left, right),
        };
        let lhs = self.use_value(left)?;
        match self.foldable_operand(right, width) {
            Some(load) => {
                self.emit_load_op([op::IMUL32rm, op::IMUL64rm][is64], dst, Some(lhs), load)
            }
            None => {
                let rhs = self.use_value(right)?;
                let opcode = [op::IMUL32rr, op::IMUL64rr][is64];
                self.emit(opcode).def(dst).reg(lhs).reg(rhs).done();
                Ok(())
            }
        }
    }
}

/// Whether a multiplication by `factor` is better done without `imul`.
fn is_cheap_factor(factor: i64) -> bool {
    let odd = factor.unsigned_abs() >> factor.unsigned_abs().trailing_zeros().min(63);
    factor > 0 && matches!(odd, 1 | 3 | 5 | 9) || factor == -1
}
