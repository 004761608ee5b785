//! Vector registers: operands, constants, and short names for operations on them.

use avarice_ir::{Inst, InstKind, Value};
use avarice_lower::{LocalKey, REGISTER_BYTES, Result, VectorShape};
use avarice_mir::{MemFlags, MemOperand, MiFlags, Reg};
use avarice_target::{InstrFlags, Opcode};

use super::super::Selector;
use super::super::address::Address;
use crate::subtarget::Features;
use crate::{FOLDS, TARGET, class, op};

/// Where the last operand of an operation is.
#[derive(Clone, Copy)]
pub(in super::super) enum Source {
    /// In a register.
    Reg(Reg),
    /// In memory that is aligned to 16 bytes, or is any with AVX.
    Memory(Address, MemOperand),
}

impl Selector<'_, '_> {
    /// A new vector register.
    pub(super) fn new_vector(&mut self) -> Reg {
        self.new_of(class::VR128)
    }

    // ---- Constants ----------------------------------------------------------------------------

    /// A register with these bytes.
    pub(super) fn vector_bytes(&mut self, words: [u64; 2]) -> Result<Reg> {
        self.use_local(LocalKey::Vector(words))
    }

    /// A register of zeros.
    pub(super) fn vector_zero(&mut self) -> Result<Reg> {
        self.vector_bytes([0; 2])
    }

    /// A register of ones.
    pub(super) fn vector_ones(&mut self) -> Result<Reg> {
        self.vector_bytes([u64::MAX; 2])
    }

    /// A register of which nothing is known.
    pub(super) fn vector_undef(&mut self) -> Reg {
        let dst = self.new_vector();
        self.emit(op::IMPLICIT_DEF).def(dst).done();
        dst
    }

    /// A memory operand with these bytes.
    pub(super) fn bytes_in_memory(&mut self, words: [u64; 2]) -> Source {
        let text = format!(
            "<2 x i64> <i64 {}, i64 {}>",
            words[0] as i64, words[1] as i64
        );
        let (address, mem) = self.vector_constant(&words, text);
        Source::Memory(address, mem)
    }

    // ---- Operands -----------------------------------------------------------------------------

    /// Part `part` of a vector as the last operand of an operation: a load of aligned memory
    /// without other uses, a constant that is used once, or a register. Each part is requested once
    /// in a group.
    pub(super) fn vector_source(&mut self, value: Value, part: usize) -> Result<Source> {
        let (inner, inner_part) = self.resolve(value, part)?;
        if let Some(load) = self.foldable_vector_load(inner, inner_part) {
            let (address, mem) = self.vector_load_address(load, inner_part)?;
            return Ok(Source::Memory(address, mem));
        }
        if self.function.as_const(inner).is_some()
            && self.function.has_one_use(inner)
            && let Some(words) = self.const_bytes(inner, inner_part)?
            && words != [0; 2]
            && words != [u64::MAX; 2]
        {
            return Ok(self.bytes_in_memory(words));
        }
        Ok(Source::Reg(self.use_part(value, part)?))
    }

    /// The load that part `part` of a vector is, if it is a whole register at an aligned address and
    /// can be folded into the current group.
    fn foldable_vector_load(&self, value: Value, part: usize) -> Option<Inst> {
        let load = self.foldable_load(value)?;
        let shape = VectorShape::of(&self.module.types, self.ty(value))?;
        let InstKind::Load { align, .. } = self.function.insts[load].kind else {
            return None;
        };
        let whole = shape.is_exact() && shape.lanes_of(part) == shape.lane.per_register();
        let align = self.access_align(align, self.ty(value));
        let anywhere = self.features().contains(Features::AVX);
        (whole && (anywhere || align >= u64::from(REGISTER_BYTES))).then_some(load)
    }

    /// Address and memory operand of one part of a vector load.
    fn vector_load_address(&mut self, load: Inst, part: usize) -> Result<(Address, MemOperand)> {
        let pointer = self.function.operand(load, 0);
        let offset = part as u64 * u64::from(REGISTER_BYTES);
        let address = self.address(pointer)?.offset(offset);
        let align = match self.function.insts[load].kind {
            InstKind::Load { align, .. } => {
                let ty = self.function.insts[load].ty;
                self.access_align(align, ty).min(u64::from(REGISTER_BYTES))
            }
            _ => 1,
        };
        let mem = self.mem_operand(MemFlags::LOAD, pointer, offset, 16, align);
        Ok((address, mem))
    }

    // ---- Operations ---------------------------------------------------------------------------

    /// The exception flags of instructions of `opcode`: exceptions are not observed.
    fn packed_flags(opcode: Opcode) -> MiFlags {
        match TARGET.instr(opcode).has(InstrFlags::FP_EXCEPTION) {
            true => MiFlags::NOFPEXCEPT,
            false => MiFlags::empty(),
        }
    }

    /// `opcode left, right`
    pub(super) fn packed(&mut self, opcode: Opcode, left: Reg, right: Reg) -> Reg {
        let dst = self.new_vector();
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        emit.flags(Self::packed_flags(opcode)).done();
        dst
    }

    /// `opcode left, right` with the right operand anywhere.
    pub(super) fn packed_with(&mut self, opcode: Opcode, left: Reg, right: Source) -> Reg {
        let (address, mem) = match right {
            Source::Reg(right) => return self.packed(opcode, left, right),
            Source::Memory(address, mem) => (address, mem),
        };
        let Some(fold) = FOLDS.memory_form(opcode, 2) else {
            let right = self.source_reg(right);
            return self.packed(opcode, left, right);
        };
        let dst = self.new_vector();
        let emit = self.emit(fold.memory_form).def(dst).reg(left);
        let emit = emit.ops(&address.operands()).mem(mem);
        emit.flags(Self::packed_flags(opcode)).done();
        dst
    }

    /// `opcode left, bytes`
    pub(super) fn packed_const(&mut self, opcode: Opcode, left: Reg, words: [u64; 2]) -> Reg {
        let source = self.bytes_in_memory(words);
        self.packed_with(opcode, left, source)
    }

    /// A register with an operand that may be in memory.
    pub(super) fn source_reg(&mut self, source: Source) -> Reg {
        match source {
            Source::Reg(reg) => reg,
            Source::Memory(address, mem) => {
                let dst = self.new_vector();
                let opcode = match mem.align() >= u64::from(REGISTER_BYTES) {
                    true => op::MOVAPSrm,
                    false => op::MOVUPSrm,
                };
                let emit = self.emit(opcode).def(dst);
                emit.ops(&address.operands()).mem(mem).done();
                dst
            }
        }
    }

    /// `opcode src`
    pub(super) fn packed_unary(&mut self, opcode: Opcode, src: Reg) -> Reg {
        let dst = self.new_vector();
        let emit = self.emit(opcode).def(dst).reg(src);
        emit.flags(Self::packed_flags(opcode)).done();
        dst
    }

    /// `opcode src, imm`
    pub(super) fn packed_imm(&mut self, opcode: Opcode, src: Reg, imm: u32) -> Reg {
        let dst = self.new_vector();
        let emit = self.emit(opcode).def(dst).reg(src).imm(i64::from(imm));
        emit.flags(Self::packed_flags(opcode)).done();
        dst
    }

    /// `opcode left, right, imm`
    pub(super) fn packed_pair_imm(
        &mut self,
        opcode: Opcode,
        left: Reg,
        right: Reg,
        imm: u32,
    ) -> Reg {
        let dst = self.new_vector();
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        let emit = emit.imm(i64::from(imm));
        emit.flags(Self::packed_flags(opcode)).done();
        dst
    }
}
