//! Reductions of a vector to one element.

use avarice_ir::{Inst, Intrinsic, Value};
use avarice_lower::select::VectorElements;
use avarice_lower::{Lane, Result, VectorShape};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::opcodes::{self, BySmallInts, Form};
use crate::{class, op, sub};

/// How the registers of a vector become one, and the lanes of that a number.
enum Steps {
    /// Integers: both by form.
    Ints(&'static [Opcode], &'static BySmallInts),
    /// Numbers: by form, then of two and of four singles and of two doubles.
    Numbers(&'static opcodes::ByFloats, [Opcode; 3]),
}

fn steps_of(intrinsic: Intrinsic) -> Option<Steps> {
    use Intrinsic::*;
    Some(match intrinsic {
        VectorReduceAdd => Steps::Ints(&opcodes::ADD, &opcodes::ADDV),
        VectorReduceSmax => Steps::Ints(&opcodes::SMAX, &opcodes::SMAXV),
        VectorReduceSmin => Steps::Ints(&opcodes::SMIN, &opcodes::SMINV),
        VectorReduceUmax => Steps::Ints(&opcodes::UMAX, &opcodes::UMAXV),
        VectorReduceUmin => Steps::Ints(&opcodes::UMIN, &opcodes::UMINV),
        VectorReduceFmax => Steps::Numbers(
            &opcodes::FMAXNM,
            [op::FMAXNMPv2i32p, op::FMAXNMVv4i32v, op::FMAXNMPv2i64p],
        ),
        VectorReduceFmin => Steps::Numbers(
            &opcodes::FMINNM,
            [op::FMINNMPv2i32p, op::FMINNMVv4i32v, op::FMINNMPv2i64p],
        ),
        _ => return None,
    })
}

/// Whether a reduction of a vector of this shape is selected: all registers full.
pub(super) fn takes_reduction(intrinsic: Intrinsic, shape: VectorShape) -> bool {
    let bytes = shape.count * shape.lane.bytes();
    let full = bytes == 8 || bytes.is_multiple_of(16);
    let fits = match steps_of(intrinsic) {
        Some(Steps::Ints(..)) => {
            !shape.lane.is_float()
                && (shape.lane != Lane::I64 || intrinsic == Intrinsic::VectorReduceAdd)
        }
        Some(Steps::Numbers(..)) => shape.lane.is_float(),
        None => false,
    };
    full && fits && shape.is_exact()
}

impl Selector<'_, '_> {
    /// Selects a reduction that [`takes_reduction`] takes.
    pub(super) fn lower_reduction(
        &mut self,
        inst: Inst,
        intrinsic: Intrinsic,
        value: Value,
    ) -> Result<()> {
        let Some(steps) = steps_of(intrinsic) else {
            return self.unsupported(format!("intrinsic {}", intrinsic.name()));
        };
        let shape = self.shape(value)?;
        let form = Self::form(shape, 0);
        let dst = self.result(inst, 0)?;
        let mut all: Option<Reg> = None;
        for reg in self.vector_regs(value)? {
            all = Some(match (all, &steps) {
                (None, _) => reg,
                (Some(other), Steps::Ints(opcodes, _)) => {
                    let opcode = self.int_opcode(form, opcodes)?;
                    self.packed(opcode, other, reg)
                }
                (Some(other), Steps::Numbers(opcodes, _)) => {
                    self.packed(form.float(opcodes), other, reg)
                }
            });
        }
        let Some(all) = all else {
            return self.unsupported("reduction of an empty vector");
        };
        match steps {
            Steps::Numbers(_, last) => {
                let found = self.packed_unary(form.float(&last), all);
                self.define(dst, found);
            }
            Steps::Ints(_, last) => self.reduce_ints(dst, form, all, last)?,
        }
        Ok(())
    }

    /// `dst` = what `opcodes` make of all lanes of integers.
    pub(super) fn reduce_ints(
        &mut self,
        dst: Reg,
        form: Form,
        src: Reg,
        opcodes: &BySmallInts,
    ) -> Result<()> {
        if form.lane == Lane::I64 {
            let sum = self.packed_unary(op::ADDPv2i64p, src);
            self.emit_copy(dst, sum);
            return Ok(());
        }
        let opcode = self.int_opcode(form, opcodes)?;
        if form.lane == Lane::I32 && !form.wide {
            let both = self.packed(opcode, src, src);
            self.emit(op::COPY).def(dst).sub_reg(both, sub::SSUB).done();
            return Ok(());
        }
        let found = self.packed_unary(opcode, src);
        let index = match form.lane {
            Lane::I8 => sub::BSUB,
            Lane::I16 => sub::HSUB,
            _ => {
                self.emit_copy(dst, found);
                return Ok(());
            }
        };
        let undef = self.new_of(class::FPR32);
        self.emit(op::IMPLICIT_DEF).def(undef).done();
        let whole = self.new_of(class::FPR32);
        let emit = self.emit(op::INSERT_SUBREG).def(whole).reg(undef);
        emit.reg(found).imm(index.0.into()).done();
        self.emit_copy(dst, whole);
        Ok(())
    }
}
