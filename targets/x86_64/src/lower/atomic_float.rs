//! Atomic operations on floating-point numbers: exchanges of their bits, and loops as for integers.

use avarice_ir::{Inst, RmwOp, TypeTable, Value};
use avarice_lower::select::{FloatArithmetic, IntWidth, RuntimeCalls};
use avarice_lower::{PartType, Result};
use avarice_mir::Reg;

use super::atomics::Access;
use super::float::int_width;
use super::int::SHL;
use super::{Selector, Width};
use crate::op;
use avarice_lower::FloatKind;

/// The type of the numbers in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    /// Computed as `float`.
    Half,
    /// Computed as `float`.
    BFloat,
    /// Computed as it is.
    Native(FloatKind),
}

impl Number {
    /// The kind of number that is computed with.
    fn kind(self) -> FloatKind {
        match self {
            Self::Half | Self::BFloat => FloatKind::Single,
            Self::Native(kind) => kind,
        }
    }

    /// The function that makes a number of 16 bits of a `float`.
    fn narrowing(self) -> &'static str {
        match self {
            Self::BFloat => "__truncsfbf2",
            _ => "__truncsfhf2",
        }
    }
}

impl Selector<'_, '_> {
    /// Selects `atomicrmw` of floating-point numbers: exchange, addition, subtraction, minimum, maximum.
    pub(super) fn lower_atomic_float(
        &mut self,
        inst: Inst,
        op: RmwOp,
        access: Access,
        value: Value,
    ) -> Result<()> {
        let number = match self.ty(value) {
            TypeTable::HALF => Number::Half,
            TypeTable::BFLOAT => Number::BFloat,
            _ => Number::Native(self.float_kind(value)?),
        };
        let kind = number.kind();
        let src = self.use_value(value)?;
        let dst = self.result_reg(inst)?;
        if op == RmwOp::Xchg {
            let bits = self.float_bits(kind, src);
            let bits = self.exact(bits, access.width);
            let old = self.new_exact(access.width);
            let opcodes = [op::XCHG8rm, op::XCHG16rm, op::XCHG32rm, op::XCHG64rm];
            let emit = self.emit(opcodes[access.width as usize]).def(old);
            let emit = emit.reg(bits).ops(&access.address.operands());
            emit.mem(access.mem).done();
            let wide = self.new_reg(int_width(kind).part());
            self.define_exact(wide, old, access.width);
            self.emit_number_of_bits(dst, wide, kind);
            return Ok(());
        }
        let opcode = match op {
            RmwOp::FAdd => Some(kind.pick(op::ADDSSrr, op::ADDSDrr)),
            RmwOp::FSub => Some(kind.pick(op::SUBSSrr, op::SUBSDrr)),
            RmwOp::FMax | RmwOp::FMin => None,
            _ => return self.unsupported(format!("atomicrmw {}", op.keyword())),
        };
        let src = match number {
            Number::Native(_) => src,
            _ => {
                let bits = self.float_bits(kind, src);
                self.emit_computed(number, bits)?
            }
        };
        let bits = self.new_reg(int_width(kind).part());
        self.emit_atomic_loop(bits, access, |this, old| {
            let old = this.emit_computed(number, old)?;
            let new = this.new_reg(kind.part());
            match opcode {
                Some(opcode) => this.emit_scalar(opcode, new, old, src),
                None => this.emit_min_max_number(kind, op == RmwOp::FMax, new, old, src),
            }
            let new = match number {
                Number::Native(_) => new,
                _ => {
                    let narrow = this.new_reg(PartType::Half);
                    let (args, result) = ([(PartType::Float, new)], (PartType::Half, narrow));
                    this.emit_libcall(number.narrowing(), &args, &[result])?;
                    narrow
                }
            };
            Ok(this.float_bits(kind, new))
        })?;
        // The number is needed after the loop.
        let again = self.point().block;
        let Some(rest) = self.mf.layout_successor(again) else {
            return self.unsupported("atomic operation at the end of a function");
        };
        self.set_point_at_start(rest);
        self.emit_number_of_bits(dst, bits, kind);
        Ok(())
    }

    /// `dst` = the number of these bits, of which there are 32 or 64.
    fn emit_number_of_bits(&mut self, dst: Reg, bits: Reg, kind: FloatKind) {
        let opcode = kind.pick(op::MOVDI2SSrr, op::MOV64toSDrr);
        self.emit(opcode).def(dst).reg(bits).done();
    }

    /// What memory holds as a number to compute with.
    fn emit_computed(&mut self, number: Number, bits: Reg) -> Result<Reg> {
        let kind = number.kind();
        let result = self.new_reg(kind.part());
        match number {
            Number::Native(_) => self.emit_number_of_bits(result, bits, kind),
            Number::BFloat => {
                let high = self.shift(&SHL, Width::W32, bits, 16);
                self.emit_number_of_bits(result, high, kind);
            }
            Number::Half => {
                let narrow = self.new_reg(PartType::Half);
                self.emit_number_of_bits(narrow, bits, kind);
                let (args, result) = ([(PartType::Half, narrow)], (PartType::Float, result));
                self.emit_libcall("__extendhfsf2", &args, &[result])?;
            }
        }
        Ok(result)
    }
}
