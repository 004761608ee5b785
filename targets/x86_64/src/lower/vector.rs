//! Vectors of two floats, in the low half of a vector register: what front ends make of small structs
//! in arguments and results. The upper half is anything.

use avarice_ir::{BinaryOp, CastOp, Function, Inst, InstKind, Module, TypeData, TypeTable, Value};
use avarice_lower::{LocalKey, Result};
use avarice_mir::{MiFlags, Reg};

use super::Selector;
use super::float::{FloatKind, VectorMask};
use crate::{class, op};

/// Whether selection takes an operation on vectors: arithmetic on two floats, and what only renames.
pub(super) fn takes_pair_op(module: &Module, function: &Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let is_pair = match module.types[data.ty] {
        TypeData::Vector { element, len, .. } => len == 2 && element == TypeTable::FLOAT,
        _ => false,
    };
    match data.kind {
        InstKind::Binary(op) => is_pair && super::is_float_op(op) && op != BinaryOp::FRem,
        InstKind::FNeg | InstKind::Freeze => is_pair,
        InstKind::Cast(op) => op == CastOp::BitCast,
        InstKind::Select => !module
            .types
            .is_vector(function.values[function.operand(inst, 0)].ty),
        InstKind::Phi => true,
        _ => false,
    }
}

impl Selector<'_, '_> {
    /// Whether `value` is a vector of two floats.
    pub(super) fn is_float_pair(&self, value: Value) -> bool {
        match self.module.types[self.ty(value)] {
            TypeData::Vector {
                element,
                len: 2,
                scalable: false,
            } => matches!(self.module.types[element], TypeData::Float),
            _ => false,
        }
    }

    fn check_float_pair(&self, value: Value) -> Result<()> {
        match self.is_float_pair(value) {
            true => Ok(()),
            false => self.unsupported("vector of this type"),
        }
    }

    /// Selects arithmetic on both elements.
    pub(super) fn lower_pair_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()> {
        let opcode = match op {
            BinaryOp::FAdd => op::ADDPSrr,
            BinaryOp::FSub => op::SUBPSrr,
            BinaryOp::FMul => op::MULPSrr,
            BinaryOp::FDiv => op::DIVPSrr,
            _ => return self.unsupported(format!("{} of vectors", op.keyword())),
        };
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let dst = self.result_reg(inst)?;
        let (lhs, rhs) = (self.use_value(left)?, self.use_value(right)?);
        let emit = self.emit(opcode).def(dst).reg(lhs).reg(rhs);
        emit.flags(MiFlags::NOFPEXCEPT).done();
        Ok(())
    }

    /// Selects fneg of both elements.
    pub(super) fn lower_pair_negation(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        self.emit_with_mask(op::XORPSrm, dst, src, FloatKind::Single, VectorMask::Sign);
        Ok(())
    }

    /// The index of an element, which must be a constant in range.
    fn element_index(&self, index: Value) -> Result<u64> {
        match self.const_int(index) {
            Some(index @ 0..=1) => Ok(index),
            _ => self.unsupported("vector element with a variable index"),
        }
    }

    /// A vector register whose first element is element `index` of `src`.
    fn element_first(&mut self, src: Reg, index: u64) -> Reg {
        match index {
            0 => src,
            _ => self.shuffled(src, 0x55),
        }
    }

    fn shuffled(&mut self, src: Reg, selector: i64) -> Reg {
        let dst = self.new_of(class::VR128);
        let emit = self.emit(op::SHUFPSrri).def(dst).reg(src).reg(src);
        emit.imm(selector).done();
        dst
    }

    /// Selects `extractelement`.
    pub(super) fn lower_extract_element(&mut self, inst: Inst) -> Result<()> {
        let (vector, index) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        self.check_float_pair(vector)?;
        let index = self.element_index(index)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(vector)?);
        let element = self.element_first(src, index);
        self.emit_copy(dst, element);
        Ok(())
    }

    /// Whether a vector is a constant of which nothing is known.
    fn is_undefined(&self, vector: Value) -> Result<bool> {
        let Some(id) = self.function.as_const(vector) else {
            return Ok(false);
        };
        Ok(matches!(self.const_key(id, 0)?, LocalKey::Undef(_)))
    }

    /// Selects `insertelement`.
    pub(super) fn lower_insert_element(&mut self, inst: Inst) -> Result<()> {
        let [vector, element, index] = [0, 1, 2].map(|index| self.function.operand(inst, index));
        self.check_float_pair(vector)?;
        let index = self.element_index(index)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(element)?);
        let element = self.new_of(class::VR128);
        self.emit_copy(element, src);
        if self.is_undefined(vector)? {
            // The other element may be anything: the same one, for instance.
            if index == 0 {
                self.emit_copy(dst, element);
            } else {
                let emit = self.emit(op::UNPCKLPSrr).def(dst);
                emit.reg(element).reg(element).done();
            }
            return Ok(());
        }
        let vector = self.use_value(vector)?;
        let opcode = if index == 0 {
            op::MOVSSrr
        } else {
            op::UNPCKLPSrr
        };
        self.emit(opcode).def(dst).reg(vector).reg(element).done();
        Ok(())
    }

    /// Selects `shufflevector`: elements of one vector change places, or one of each is taken.
    pub(super) fn lower_shuffle(&mut self, inst: Inst, mask: &[i32]) -> Result<()> {
        let vectors = [0, 1].map(|index| self.function.operand(inst, index));
        for vector in vectors {
            self.check_float_pair(vector)?;
        }
        let &[first, second] = mask else {
            return self.unsupported("shufflevector with a result of this type");
        };
        let dst = self.result_reg(inst)?;
        // An element that may be anything is the same as the other one.
        let first = if first < 0 { second.max(0) } else { first };
        let second = if second < 0 { first } else { second };
        let source = |element: i32| (vectors[usize::from(element >= 2)], (element & 1) as u64);
        let ((left, low), (right, high)) = (source(first), source(second));
        let lhs = self.use_value(left)?;
        if left == right {
            let emit = self.emit(op::SHUFPSrri).def(dst).reg(lhs).reg(lhs);
            emit.imm((low | high << 2) as i64).done();
            return Ok(());
        }
        let rhs = self.use_value(right)?;
        let (lhs, rhs) = (self.element_first(lhs, low), self.element_first(rhs, high));
        self.emit(op::UNPCKLPSrr).def(dst).reg(lhs).reg(rhs).done();
        Ok(())
    }
}
