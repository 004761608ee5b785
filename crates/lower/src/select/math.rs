//! Intrinsics of floating-point numbers.

use avarice_ir::{BinaryOp, Inst, Intrinsic};
use avarice_legalize::library_function;
use avarice_mir::Reg;
use smallvec::SmallVec;

use super::arithmetic::Arithmetic;
use super::conditions::BranchCondition;
use super::float_arithmetic::FloatArithmetic;
use super::integers::IntWidth;
use super::overflow::OverflowArithmetic;
use super::runtime_calls::LibcallValue;
use crate::float::{FloatKind, class_ranges};
use crate::local::LocalKey;
use crate::parts::PartType;
use avarice_legalize::Result;

/// Selects intrinsics of floating-point numbers.
pub trait FloatMath<'m>: OverflowArithmetic<'m> + FloatArithmetic<'m> {
    /// Selects an intrinsic for which the target has instructions; `false` if it has none.
    fn lower_own_math(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool>;

    /// Emits `dst = src` rounded to an integer as `intrinsic` says; `false` if there is no instruction for that.
    fn emit_rounding(&mut self, intrinsic: Intrinsic, kind: FloatKind, dst: Reg, src: Reg) -> bool;

    /// Selects an intrinsic of floating-point numbers; `false` if it is none.
    fn lower_math(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        match intrinsic {
            _ if self.lower_own_math(inst, intrinsic)? => {}
            Intrinsic::IsFpclass => self.lower_float_class(inst)?,
            Intrinsic::Canonicalize => self.lower_canonicalize(inst)?,
            Intrinsic::Powi => self.lower_powi(inst)?,
            Intrinsic::Ldexp => self.lower_ldexp(inst)?,
            _ => return self.lower_library_function(inst, intrinsic),
        }
        Ok(true)
    }

    /// Rounding instructions where there are, else the C library.
    fn lower_library_function(&mut self, inst: Inst, intrinsic: Intrinsic) -> Result<bool> {
        let Some(name) = library_function(intrinsic) else {
            return Ok(false);
        };
        let kind = self.float_kind(self.function.operand(inst, 0))?;
        let dst = self.result_reg(inst)?;
        let info = self.function.insts[inst].kind.call_info();
        let count = info.map_or(0, |info| info.num_args as usize);
        let mut args: SmallVec<[LibcallValue; 3]> = SmallVec::new();
        for index in 0..count {
            let operand = self.function.operand(inst, index);
            let src = self.use_value(operand)?;
            args.push((kind.part(), src));
        }
        if let [(_, src), ..] = args[..]
            && self.emit_rounding(intrinsic, kind, dst, src)
        {
            return Ok(true);
        }
        self.emit_math_call(name, kind.part(), &args, (kind.part(), dst))?;
        Ok(true)
    }

    /// A product with one: what is no canonical number becomes one.
    fn lower_canonicalize(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        let kind = self.float_kind(operand)?;
        let (dst, src) = (self.result_reg(inst)?, self.use_value(operand)?);
        let one = LocalKey::Float(kind.part(), kind.power_of_two(0));
        let one = self.use_local(one)?;
        self.emit_float_product(kind, dst, src, one);
        Ok(())
    }

    // ---- Integers -----------------------------------------------------------------------------

    /// Selects `llvm.powi`.
    fn lower_powi(&mut self, inst: Inst) -> Result<()> {
        let [base, exponent] = self.operands(inst);
        let kind = self.float_kind(base)?;
        if self.int_bits(exponent) != Some(32) {
            return self.unsupported("llvm.powi with an exponent that is no i32");
        }
        let dst = self.result_reg(inst)?;
        let args = [
            (kind.part(), self.use_value(base)?),
            (PartType::Int(32), self.use_value(exponent)?),
        ];
        let name = kind.pick("__powisf2", "__powidf2");
        self.emit_libcall(name, &args, &[(kind.part(), dst)])
    }

    /// Selects `llvm.ldexp`.
    fn lower_ldexp(&mut self, inst: Inst) -> Result<()> {
        let [base, exponent] = self.operands(inst);
        let kind = self.float_kind(base)?;
        let bits = self.narrow_bits(exponent)?;
        if bits > 32 {
            return self.unsupported("llvm.ldexp with an exponent of more than 32 bits");
        }
        let dst = self.result_reg(inst)?;
        let exponent = self.extend(exponent, true, Self::Width::WORD)?;
        let args = [
            (kind.part(), self.use_value(base)?),
            (PartType::Int(32), exponent),
        ];
        let name = kind.pick("ldexpf", "ldexp");
        self.emit_libcall(name, &args, &[(kind.part(), dst)])
    }

    // ---- Classes ------------------------------------------------------------------------------

    /// `llvm.is.fpclass`: each class is a range of the number's bits, read as an unsigned integer.
    fn lower_float_class(&mut self, inst: Inst) -> Result<()> {
        let [operand, test] = self.operands(inst);
        let kind = self.float_kind(operand)?;
        let dst = self.result_reg(inst)?;
        let ranges = class_ranges(kind, self.const_int(test).unwrap_or(0));
        let width = kind.pick(Self::Width::WORD, Self::Width::DOUBLE_WORD);
        let src = self.use_value(operand)?;
        let bits = self.float_bits(kind, src);
        let mut found: Option<Reg> = None;
        for (low, high) in ranges {
            let from = self.use_int(width.bits(), low)?;
            let span = self.use_int(width.bits(), high - low)?;
            let offset = self.new_reg(width.part());
            self.emit_arithmetic(Arithmetic::Sub, width, offset, (bits, from));
            self.cmp(width, offset, span);
            let inside = self.bit_of(Self::AT_MOST);
            found = Some(match found {
                None => inside,
                Some(before) => {
                    let both = self.new_reg(PartType::Int(1));
                    self.emit_bit_logic(BinaryOp::Or, both, before, inside);
                    both
                }
            });
        }
        match found {
            Some(found) => self.define(dst, found),
            None => self.emit_set(dst, Self::Condition::constant(false)),
        }
        Ok(())
    }
}
