//! Vector registers: operands, constants, and short names for operations on them.

use avarice_lower::{LocalKey, PartType, Result, splat};
use avarice_mir::{MiFlags, Reg};
use avarice_target::{InstrFlags, Opcode};

use super::super::Selector;
use super::opcodes::Form;
use crate::{TARGET, class, op, sub};

impl Selector<'_, '_> {
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
    pub(in super::super) fn fit_size(&mut self, src: Reg, wide: bool) -> Reg {
        match wide {
            true => self.whole_of(src),
            false => self.low_half_of(src),
        }
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

    // ---- Operations ---------------------------------------------------------------------------

    /// The exception flags of instructions of `opcode`: exceptions are not observed.
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
}
