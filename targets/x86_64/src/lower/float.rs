//! Floating point: scalar SSE2 arithmetic.

use avarice_ir::{BinaryOp, Inst, Value};
use avarice_lower::select::{FloatArithmetic, IntWidth};
use avarice_lower::{ConstValue, FloatKind, Result};
use avarice_mir::{ConstPoolValue, MemFlags, MemOperand, MiFlags, Reg};
use avarice_target::Opcode;

use super::address::Address;
use super::{Selector, Width};
use crate::op;
use crate::subtarget::Features;

/// A constant of a vector that selection uses to change bits of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VectorMask {
    /// The sign bit of each element.
    Sign,
    /// All other bits.
    Magnitude,
}

/// The width of an integer of the same size.
pub(super) fn int_width(kind: FloatKind) -> Width {
    kind.pick(Width::W32, Width::W64)
}

impl Selector<'_, '_> {
    /// What the function's attributes allow beyond the baseline.
    pub(super) fn features(&self) -> Features {
        crate::subtarget::of(&self.mf)
    }

    /// The place in memory of a number that can be a memory operand: a load without other uses, or a
    /// constant other than 0.0 that is used once.
    pub(super) fn float_memory(&mut self, value: Value) -> Result<Option<(Address, MemOperand)>> {
        if let Some(load) = self.foldable_load(value) {
            return self.load_address(load).map(Some);
        }
        if let Some(id) = self.function.as_const(value)
            && self.function.has_one_use(value)
            && let (ConstValue::Float(bits @ 1..), part) = self.const_value(id, 0)?
        {
            return Ok(Some(self.float_constant_address(part, bits)));
        }
        Ok(None)
    }

    /// Emits `dst = opcode left, right` for scalars.
    pub(super) fn emit_scalar(&mut self, opcode: Opcode, dst: Reg, left: Reg, right: Reg) {
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        emit.flags(MiFlags::NOFPEXCEPT).done();
    }

    /// `opcode left, right` for scalars.
    pub(super) fn scalar(&mut self, kind: FloatKind, opcode: Opcode, left: Reg, right: Reg) -> Reg {
        let dst = self.new_reg(kind.part());
        self.emit_scalar(opcode, dst, left, right);
        dst
    }

    // ---- Bits ---------------------------------------------------------------------------------

    /// Emits `dst = opcode src, [mask]`.
    pub(super) fn emit_with_mask(
        &mut self,
        opcode: Opcode,
        dst: Reg,
        src: Reg,
        kind: FloatKind,
        mask: VectorMask,
    ) {
        let (address, mem) = self.mask_address(kind, mask);
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.ops(&address.operands()).mem(mem).done();
    }

    fn mask_address(&mut self, kind: FloatKind, mask: VectorMask) -> (Address, MemOperand) {
        let bits = match mask {
            VectorMask::Sign => kind.sign_mask(),
            VectorMask::Magnitude => kind.sign_mask() - 1,
        };
        let text = match (kind, mask) {
            (FloatKind::Single, VectorMask::Sign) => "float -0.000000e+00",
            (FloatKind::Single, VectorMask::Magnitude) => "float 0x7FFFFFFFE0000000",
            (FloatKind::Double, VectorMask::Sign) => "double -0.000000e+00",
            (FloatKind::Double, VectorMask::Magnitude) => "double 0x7FFFFFFFFFFFFFFF",
        };
        match kind {
            FloatKind::Single => {
                let text = format!("<4 x float> <{text}, {text}, {text}, {text}>");
                self.vector_constant(&[(bits | bits << 32); 2], text)
            }
            FloatKind::Double => {
                self.vector_constant(&[bits; 2], format!("<2 x double> <{text}, {text}>"))
            }
        }
    }

    /// The place of a 16-byte constant, and the memory operand of its load.
    pub(super) fn vector_constant(
        &mut self,
        words: &[u64; 2],
        text: String,
    ) -> (Address, MemOperand) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let value = ConstPoolValue::Bytes(bytes.into(), text.into());
        let (address, mut mem) = self.const_pool_address(value, 16, 16);
        mem.flags = MemFlags::LOAD;
        (address, mem)
    }
}

impl<'m> FloatArithmetic<'m> for Selector<'_, 'm> {
    fn lower_float_operation(&mut self, inst: Inst, op: BinaryOp, dst: Reg) -> Result<()> {
        let [left, right] = self.operands(inst);
        let kind = self.float_kind(left)?;
        let Some((rr, rm)) = arithmetic(op, kind) else {
            return self.unsupported(format!("floating-point {}", op.keyword()));
        };
        let commutative = matches!(op, BinaryOp::FAdd | BinaryOp::FMul);
        let (left, right) = match commutative && self.foldable_load(right).is_none() {
            true if self.foldable_load(left).is_some() => (right, left),
            _ => (left, right),
        };
        let lhs = self.use_value(left)?;
        let flags = self.fast_math(inst) | MiFlags::NOFPEXCEPT;
        match self.float_memory(right)? {
            Some((address, mem)) => {
                let emit = self.emit(rm).def(dst).reg(lhs).ops(&address.operands());
                emit.mem(mem).flags(flags).done();
            }
            None => {
                let rhs = self.use_value(right)?;
                self.emit(rr).def(dst).reg(lhs).reg(rhs).flags(flags).done();
            }
        }
        Ok(())
    }

    /// Selects fneg: the sign bit is inverted.
    fn lower_fneg(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        self.emit_with_mask(op::XORPSrm, dst, src, kind, VectorMask::Sign);
        Ok(())
    }

    /// The bits of a number in an integer register of the same size.
    fn float_bits(&mut self, kind: FloatKind, src: Reg) -> Reg {
        let dst = self.new_reg(int_width(kind).part());
        let opcode = kind.pick(op::MOVSS2DIrr, op::MOVSDto64rr);
        self.emit(opcode).def(dst).reg(src).done();
        dst
    }

    fn emit_float_product(&mut self, kind: FloatKind, dst: Reg, left: Reg, right: Reg) {
        self.emit_scalar(kind.pick(op::MULSSrr, op::MULSDrr), dst, left, right);
    }
}

/// The register and memory forms of an arithmetic operation.
fn arithmetic(op: BinaryOp, kind: FloatKind) -> Option<(Opcode, Opcode)> {
    Some(match op {
        BinaryOp::FAdd => kind.pick((op::ADDSSrr, op::ADDSSrm), (op::ADDSDrr, op::ADDSDrm)),
        BinaryOp::FSub => kind.pick((op::SUBSSrr, op::SUBSSrm), (op::SUBSDrr, op::SUBSDrm)),
        BinaryOp::FMul => kind.pick((op::MULSSrr, op::MULSSrm), (op::MULSDrr, op::MULSDrm)),
        BinaryOp::FDiv => kind.pick((op::DIVSSrr, op::DIVSSrm), (op::DIVSDrr, op::DIVSDrm)),
        _ => return None,
    })
}
