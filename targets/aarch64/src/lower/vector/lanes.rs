//! Vector registers: operands, constants, and short names for operations on them.

use avarice_ir::{ConstKind, Inst, Value};
use avarice_lower::{Lane, LocalKey, PartType, Result, VectorShape};
use avarice_mir::{MiFlags, Reg};
use avarice_target::{InstrFlags, Opcode};
use smallvec::SmallVec;

use super::super::Selector;
use super::opcodes::Form;
use crate::{TARGET, class, op, sub};

/// The registers of a value, or of a step on the way to one.
pub(in super::super) type Regs = SmallVec<[Reg; 4]>;

/// The bytes of a register in which each lane has the low bits of `value`.
pub(super) fn splat(lane: Lane, value: u64) -> [u64; 2] {
    let bits = lane.bits();
    let value = value & (u64::MAX >> (64 - bits));
    let word = (0..64 / bits).fold(0, |word, at| word | value << (at * bits));
    [word; 2]
}

impl Selector<'_, '_> {
    /// How a vector lies in registers.
    ///
    /// # Errors
    /// If its elements are not lanes.
    pub(super) fn shape(&self, value: Value) -> Result<VectorShape> {
        match VectorShape::of(&self.module.types, self.ty(value)) {
            Some(shape) => Ok(shape),
            None => self.unsupported("operation on a vector of this type"),
        }
    }

    /// The form of register `part` of a vector.
    pub(super) fn form(shape: VectorShape, part: usize) -> Form {
        Form::of(shape.lane, shape.lanes_of(part))
    }

    /// A new vector register.
    pub(super) fn new_vector(&mut self, wide: bool) -> Reg {
        self.new_of(if wide { class::FPR128 } else { class::FPR64 })
    }

    /// Whether a register has 128 bits.
    pub(super) fn is_wide_reg(&self, reg: Reg) -> bool {
        let class = reg.as_virtual().map(|reg| self.mf.class(reg));
        class.is_some_and(|class| TARGET.class(class).size_bits == 128)
    }

    /// A register of 128 bits whose lower half is `src`, if that is none.
    pub(super) fn whole_of(&mut self, src: Reg) -> Reg {
        if self.is_wide_reg(src) {
            return src;
        }
        let undef = self.vector_undef(true);
        let dst = self.new_vector(true);
        let emit = self.emit(op::INSERT_SUBREG).def(dst).reg(undef);
        emit.reg(src).imm(i64::from(sub::DSUB.0)).done();
        dst
    }

    /// The lower half of `src`, if that has 128 bits.
    pub(super) fn low_half_of(&mut self, src: Reg) -> Reg {
        if !self.is_wide_reg(src) {
            return src;
        }
        let dst = self.new_vector(false);
        self.emit(op::COPY).def(dst).sub_reg(src, sub::DSUB).done();
        dst
    }

    /// `src` in a register of 128 bits or 64.
    pub(super) fn fit(&mut self, src: Reg, wide: bool) -> Reg {
        match wide {
            true => self.whole_of(src),
            false => self.low_half_of(src),
        }
    }

    /// The registers of all parts of `value`.
    pub(super) fn vector_regs(&mut self, value: Value) -> Result<Regs> {
        let parts = self.shape(value)?.parts();
        (0..parts).map(|part| self.use_part(value, part)).collect()
    }

    // ---- Constants ----------------------------------------------------------------------------

    /// A register with these bytes, of 128 bits or with the first 64.
    pub(super) fn vector_bytes(&mut self, words: [u64; 2], wide: bool) -> Result<Reg> {
        self.use_local(match wide {
            true => LocalKey::Vector(words),
            false => LocalKey::Float(PartType::Double, words[0]),
        })
    }

    /// A register of zeros.
    pub(super) fn vector_zero(&mut self, wide: bool) -> Result<Reg> {
        self.vector_bytes([0; 2], wide)
    }

    /// A register with the same number in all lanes.
    pub(super) fn vector_splat(&mut self, form: Form, value: u64) -> Result<Reg> {
        self.vector_bytes(splat(form.lane, value), form.wide)
    }

    /// A register of which nothing is known.
    pub(super) fn vector_undef(&mut self, wide: bool) -> Reg {
        let dst = self.new_vector(wide);
        self.emit(op::IMPLICIT_DEF).def(dst).done();
        dst
    }

    /// The bytes of part `part` of a vector constant; unspecified lanes are zero.
    pub(super) fn const_bytes(&self, value: Value, part: usize) -> Result<Option<[u64; 2]>> {
        let (value, part) = self.resolve(value, part)?;
        let Some(id) = self.function.as_const(value) else {
            return Ok(None);
        };
        Ok(match self.const_key(id, part)? {
            LocalKey::Vector(words) => Some(words),
            LocalKey::Float(PartType::Double, bits) => Some([bits, 0]),
            LocalKey::Undef(_) => Some([0; 2]),
            _ => None,
        })
    }

    /// Whether a vector is zero in all lanes.
    pub(super) fn is_zero_vector(&self, value: Value) -> bool {
        matches!(self.const_kind(value), Some(ConstKind::Zero))
    }

    /// Whether all bits of all lanes of a vector are ones.
    pub(super) fn is_ones_vector(&self, value: Value) -> bool {
        let Ok(shape) = self.shape(value) else {
            return false;
        };
        let ones = u64::MAX >> (64 - shape.element_bits);
        let lanes = self.lane_constants(value);
        lanes.is_some_and(|lanes| lanes.iter().flatten().all(|lane| lane & ones == ones))
    }

    /// The constants that the lanes of a vector are, `None` for lanes that may be anything; `None` if
    /// it is no constant.
    pub(super) fn lane_constants(&self, value: Value) -> Option<super::LaneConstants> {
        let id = self.function.as_const(value)?;
        super::lane_constants(self.module, id)
    }

    // ---- Operations ---------------------------------------------------------------------------

    /// What instructions of `opcode` say about exceptions: nobody looks at them.
    pub(super) fn packed_flags(opcode: Opcode) -> MiFlags {
        match TARGET.instr(opcode).has(InstrFlags::FP_EXCEPTION) {
            true => MiFlags::NOFPEXCEPT,
            false => MiFlags::empty(),
        }
    }

    /// A new register for the result of `opcode`.
    fn packed_result(&mut self, opcode: Opcode) -> Reg {
        let operand = TARGET.instr(opcode).operands.first();
        let class = operand.and_then(|operand| operand.class);
        self.new_of(class.unwrap_or(class::FPR128))
    }

    /// `opcode sources…, imm…`
    pub(super) fn packed_of(&mut self, opcode: Opcode, sources: &[Reg], imm: Option<i64>) -> Reg {
        let dst = self.packed_result(opcode);
        let mut emit = self.emit(opcode).def(dst);
        for src in sources {
            emit = emit.reg(*src);
        }
        if let Some(imm) = imm {
            emit = emit.imm(imm);
        }
        emit.flags(Self::packed_flags(opcode)).done();
        dst
    }

    /// `opcode left, right`
    pub(super) fn packed(&mut self, opcode: Opcode, left: Reg, right: Reg) -> Reg {
        self.packed_of(opcode, &[left, right], None)
    }

    /// `opcode src`
    pub(super) fn packed_unary(&mut self, opcode: Opcode, src: Reg) -> Reg {
        self.packed_of(opcode, &[src], None)
    }

    /// `opcode src, imm`
    pub(super) fn packed_imm(&mut self, opcode: Opcode, src: Reg, imm: u32) -> Reg {
        self.packed_of(opcode, &[src], Some(i64::from(imm)))
    }

    /// `opcode left, right, imm`
    pub(super) fn packed_pair_imm(
        &mut self,
        opcode: Opcode,
        left: Reg,
        right: Reg,
        imm: u32,
    ) -> Reg {
        self.packed_of(opcode, &[left, right], Some(i64::from(imm)))
    }

    /// `opcode first, second, third`, where the first is the result's register in most.
    pub(super) fn packed_triple(
        &mut self,
        opcode: Opcode,
        first: Reg,
        second: Reg,
        third: Reg,
    ) -> Reg {
        self.packed_of(opcode, &[first, second, third], None)
    }

    /// The opcode for integer lanes of this form.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn int_opcode(&self, form: Form, opcodes: &[Opcode]) -> Result<Opcode> {
        match form.int(opcodes) {
            Some(opcode) => Ok(opcode),
            None => self.unsupported("operation on lanes of 64 bits"),
        }
    }

    /// The opcode for all bits of a register.
    pub(super) fn bits_opcode(form: Form, narrow: Opcode, wide: Opcode) -> Opcode {
        if form.wide { wide } else { narrow }
    }

    /// `mask ? yes : no`, bit by bit.
    pub(super) fn blend(&mut self, form: Form, mask: Reg, yes: Reg, no: Reg) -> Reg {
        let opcode = Self::bits_opcode(form, op::BSPv8i8, op::BSPv16i8);
        self.packed_triple(opcode, mask, yes, no)
    }

    /// All bits inverted.
    pub(super) fn complement(&mut self, form: Form, src: Reg) -> Reg {
        let opcode = Self::bits_opcode(form, op::NOTv8i8, op::NOTv16i8);
        self.packed_unary(opcode, src)
    }

    // ---- Results ------------------------------------------------------------------------------

    /// Defines each requested part of `inst`'s result as what `part` computes for it.
    pub(super) fn define_parts(
        &mut self,
        inst: Inst,
        mut part: impl FnMut(&mut Self, usize) -> Result<Reg>,
    ) -> Result<()> {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let shape = self.shape(value)?;
        for index in 0..shape.parts() {
            let dst = self.requested(value, index);
            if !dst.is_none() {
                let src = part(self, index)?;
                let src = self.fit(src, Self::form(shape, index).wide);
                self.define(dst, src);
            }
        }
        Ok(())
    }

    /// Defines the requested parts of `inst`'s result as `regs`.
    pub(super) fn define_regs(&mut self, inst: Inst, regs: &[Reg]) -> Result<()> {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let shape = self.shape(value)?;
        for (index, reg) in regs.iter().enumerate().take(shape.parts()) {
            let dst = self.requested(value, index);
            if dst.is_none() {
                continue;
            }
            let src = self.fit(*reg, Self::form(shape, index).wide);
            match regs[index + 1..].contains(&src) {
                true => {
                    self.emit_copy(dst, src);
                }
                false => self.define(dst, src),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splats_fill_the_register() {
        assert_eq!(splat(Lane::I8, 0x180), [0x8080_8080_8080_8080; 2]);
        assert_eq!(splat(Lane::I32, 1), [0x1_0000_0001; 2]);
        assert_eq!(splat(Lane::F64, 1 << 63), [1 << 63; 2]);
    }
}
