//! Intrinsics on vectors: LLVM's own that are a few instructions, and x86's that are one.

use avarice_ir::{BinaryOp, ConstKind, Function, Inst, InstFlags, Intrinsic, Module, Value};
use avarice_lower::select::{VectorCalls, VectorElements};
use avarice_lower::{Lane, PartType, Result, VectorShape, splat};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::super::math::rounding;
use super::arithmetic::{ADD, AND, AND_NOT, OR, SUB, XOR};
use super::lanes::Source;
use super::shift::Amount;
use crate::op;
use crate::subtarget::Features;

/// What an intrinsic of x86 is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// `opcode left, right`
    Binary(Opcode),
    /// `opcode src`
    Unary(Opcode),
    /// `opcode src, imm`, all lanes undefined or zero from a limit on: shifts by a constant.
    Shift(BinaryOp, Lane),
    /// `opcode src, count`, in a vector register.
    Count(Opcode),
    /// `opcode left, right, imm`
    Compare(Opcode),
    /// A 32-bit integer of a vector.
    ToInt(Opcode),
}

/// Intrinsics of SSE and SSE2 under their names without `llvm.x86.`, sorted.
const X86: &[(&str, Form)] = &[
    ("sse.cmp.ps", Form::Compare(op::CMPPSrri)),
    ("sse.max.ps", Form::Binary(op::MAXPSrr)),
    ("sse.max.ss", Form::Binary(op::MAXSSrr_Int)),
    ("sse.min.ps", Form::Binary(op::MINPSrr)),
    ("sse.min.ss", Form::Binary(op::MINSSrr_Int)),
    ("sse.movmsk.ps", Form::ToInt(op::MOVMSKPSrr)),
    ("sse.rcp.ps", Form::Unary(op::RCPPSr)),
    ("sse.rsqrt.ps", Form::Unary(op::RSQRTPSr)),
    ("sse2.cmp.pd", Form::Compare(op::CMPPDrri)),
    ("sse2.cvtpd2dq", Form::Unary(op::CVTPD2DQrr)),
    ("sse2.cvtpd2ps", Form::Unary(op::CVTPD2PSrr)),
    ("sse2.cvtps2dq", Form::Unary(op::CVTPS2DQrr)),
    ("sse2.cvttpd2dq", Form::Unary(op::CVTTPD2DQrr)),
    ("sse2.cvttps2dq", Form::Unary(op::CVTTPS2DQrr)),
    ("sse2.max.pd", Form::Binary(op::MAXPDrr)),
    ("sse2.max.sd", Form::Binary(op::MAXSDrr_Int)),
    ("sse2.min.pd", Form::Binary(op::MINPDrr)),
    ("sse2.min.sd", Form::Binary(op::MINSDrr_Int)),
    ("sse2.movmsk.pd", Form::ToInt(op::MOVMSKPDrr)),
    ("sse2.packssdw.128", Form::Binary(op::PACKSSDWrr)),
    ("sse2.packsswb.128", Form::Binary(op::PACKSSWBrr)),
    ("sse2.packuswb.128", Form::Binary(op::PACKUSWBrr)),
    ("sse2.pavg.b", Form::Binary(op::PAVGBrr)),
    ("sse2.pavg.w", Form::Binary(op::PAVGWrr)),
    ("sse2.pmadd.wd", Form::Binary(op::PMADDWDrr)),
    ("sse2.pmovmskb.128", Form::ToInt(op::PMOVMSKBrr)),
    ("sse2.pmulh.w", Form::Binary(op::PMULHWrr)),
    ("sse2.pmulhu.w", Form::Binary(op::PMULHUWrr)),
    ("sse2.psad.bw", Form::Binary(op::PSADBWrr)),
    ("sse2.psll.d", Form::Count(op::PSLLDrr)),
    ("sse2.psll.q", Form::Count(op::PSLLQrr)),
    ("sse2.psll.w", Form::Count(op::PSLLWrr)),
    ("sse2.pslli.d", Form::Shift(BinaryOp::Shl, Lane::I32)),
    ("sse2.pslli.q", Form::Shift(BinaryOp::Shl, Lane::I64)),
    ("sse2.pslli.w", Form::Shift(BinaryOp::Shl, Lane::I16)),
    ("sse2.psra.d", Form::Count(op::PSRADrr)),
    ("sse2.psra.w", Form::Count(op::PSRAWrr)),
    ("sse2.psrai.d", Form::Shift(BinaryOp::AShr, Lane::I32)),
    ("sse2.psrai.w", Form::Shift(BinaryOp::AShr, Lane::I16)),
    ("sse2.psrl.d", Form::Count(op::PSRLDrr)),
    ("sse2.psrl.q", Form::Count(op::PSRLQrr)),
    ("sse2.psrl.w", Form::Count(op::PSRLWrr)),
    ("sse2.psrli.d", Form::Shift(BinaryOp::LShr, Lane::I32)),
    ("sse2.psrli.q", Form::Shift(BinaryOp::LShr, Lane::I64)),
    ("sse2.psrli.w", Form::Shift(BinaryOp::LShr, Lane::I16)),
];

/// What `inst` is if it calls an intrinsic of x86.
fn x86_form(module: &Module, function: &Function, inst: Inst) -> Option<Form> {
    let global = avarice_ir::intrinsics::called_global(module, function, inst)?;
    let name = module.globals[global].name.strip_prefix(b"llvm.x86.")?;
    let found = X86.binary_search_by(|row| row.0.as_bytes().cmp(name));
    let form = X86[found.ok()?].1;
    let constant = |index| {
        let operand = function.operand(inst, index);
        let id = function.as_const(operand)?;
        matches!(module.consts[id].kind, ConstKind::Int(_)).then_some(())
    };
    match form {
        Form::Shift(..) => constant(1)?,
        Form::Compare(_) => constant(2)?,
        _ => {}
    }
    Some(form)
}

/// Minimum or maximum as one instruction.
fn min_max(intrinsic: Intrinsic, lane: Lane, sse41: bool) -> Option<Opcode> {
    use Intrinsic::{Smax, Smin, Umax, Umin};
    Some(match (intrinsic, lane) {
        (Smax, Lane::I16) => op::PMAXSWrr,
        (Smin, Lane::I16) => op::PMINSWrr,
        (Umax, Lane::I8) => op::PMAXUBrr,
        (Umin, Lane::I8) => op::PMINUBrr,
        _ if !sse41 => return None,
        (Smax, Lane::I8) => op::PMAXSBrr,
        (Smin, Lane::I8) => op::PMINSBrr,
        (Smax, Lane::I32) => op::PMAXSDrr,
        (Smin, Lane::I32) => op::PMINSDrr,
        (Umax, Lane::I16) => op::PMAXUWrr,
        (Umin, Lane::I16) => op::PMINUWrr,
        (Umax, Lane::I32) => op::PMAXUDrr,
        (Umin, Lane::I32) => op::PMINUDrr,
        _ => return None,
    })
}

/// Saturating addition or subtraction as one instruction.
fn saturating(intrinsic: Intrinsic, lane: Lane) -> Option<Opcode> {
    use Intrinsic::{SaddSat, SsubSat, UaddSat, UsubSat};
    let opcodes = match intrinsic {
        SaddSat => [op::PADDSBrr, op::PADDSWrr],
        SsubSat => [op::PSUBSBrr, op::PSUBSWrr],
        UaddSat => [op::PADDUSBrr, op::PADDUSWrr],
        UsubSat => [op::PSUBUSBrr, op::PSUBUSWrr],
        _ => return None,
    };
    opcodes.get(lane as usize).copied()
}

/// One of two opcodes by the kind of numbers in lanes.
fn by_float(lane: Lane, single: Opcode, double: Opcode) -> Opcode {
    match lane {
        Lane::F32 => single,
        _ => double,
    }
}

/// Whether the call `inst` of an intrinsic with a vector as result or first operand is selected.
/// `sse41`: rounding has instructions.
pub(super) fn takes_call(module: &Module, function: &Function, inst: Inst, sse41: bool) -> bool {
    use Intrinsic::*;
    let Some(intrinsic) = Intrinsic::of_call(module, function, inst) else {
        let callee = avarice_ir::intrinsics::called_global(module, function, inst);
        let own = callee.is_some_and(|g| module.globals[g].name.starts_with(b"llvm."));
        return !own || x86_form(module, function, inst).is_some();
    };
    if intrinsic.is_identity() || intrinsic.is_hint() {
        return true;
    }
    let Some(shape) = VectorShape::of(&module.types, function.insts[inst].ty) else {
        return false;
    };
    if !shape.is_exact() {
        return false;
    }
    match intrinsic {
        Sqrt | Fabs | Copysign | Fmuladd | Minnum | Maxnum => shape.lane.is_float(),
        _ if rounding(intrinsic).is_some() => shape.lane.is_float() && sse41,
        Smax | Smin | Umax | Umin | Abs => true,
        SaddSat | SsubSat | UaddSat | UsubSat => shape.lane <= Lane::I16,
        Fshl | Fshr => {
            let amount = Amount::of(module, function, function.operand(inst, 2));
            matches!(amount, Amount::Constant(_))
        }
        _ => false,
    }
}

impl Selector<'_, '_> {
    fn lower_lane_intrinsic(&mut self, inst: Inst, intrinsic: Intrinsic, lane: Lane) -> Result<()> {
        use Intrinsic::*;
        let first = self.function.operand(inst, 0);
        let sse41 = self.features().contains(Features::SSE41);
        let single = min_max(intrinsic, lane, sse41).or_else(|| saturating(intrinsic, lane));
        if let Some(opcode) = single {
            return self.lower_packed(inst, opcode);
        }
        let sign = 1 << (lane.bits() - 1);
        if let Some(mode) = rounding(intrinsic) {
            let opcode = by_float(lane, op::ROUNDPSri, op::ROUNDPDri);
            return self.define_parts(inst, |this, part| {
                let src = this.use_part(first, part)?;
                Ok(this.packed_imm(opcode, src, mode as u32))
            });
        }
        match intrinsic {
            Sqrt => self.define_parts(inst, |this, part| {
                let src = this.use_part(first, part)?;
                let opcode = by_float(lane, op::SQRTPSr, op::SQRTPDr);
                Ok(this.packed_unary(opcode, src))
            }),
            Fabs => self.define_parts(inst, |this, part| {
                let src = this.use_part(first, part)?;
                Ok(this.packed_const(AND[1], src, splat(lane, sign - 1)))
            }),
            Copysign => self.define_parts(inst, |this, part| {
                let second = this.function.operand(inst, 1);
                let (size, signs) = (this.use_part(first, part)?, this.use_part(second, part)?);
                let mask = this.vector_bytes(splat(lane, sign))?;
                let signs = this.packed(AND[1], signs, mask);
                let size = this.packed(AND_NOT[1], mask, size);
                Ok(this.packed(OR[1], size, signs))
            }),
            Fmuladd => self.define_parts(inst, |this, part| {
                let [second, third] = [1, 2].map(|index| this.function.operand(inst, index));
                let (a, b) = (this.use_part(first, part)?, this.use_part(second, part)?);
                let product = this.packed(by_float(lane, op::MULPSrr, op::MULPDrr), a, b);
                let third = this.vector_source(third, part)?;
                Ok(this.packed_with(ADD[lane as usize], product, third))
            }),
            Minnum | Maxnum => {
                let numbers = self.function.insts[inst].flags.contains(InstFlags::NNAN);
                self.define_parts(inst, |this, part| {
                    let second = this.function.operand(inst, 1);
                    let left = this.use_part(first, part)?;
                    let opcode = match intrinsic {
                        Maxnum => by_float(lane, op::MAXPSrr, op::MAXPDrr),
                        _ => by_float(lane, op::MINPSrr, op::MINPDrr),
                    };
                    if numbers || this.has_only_numbers(second, part, lane)? {
                        let right = this.vector_source(second, part)?;
                        return Ok(this.packed_with(opcode, left, right));
                    }
                    let right = this.use_part(second, part)?;
                    Ok(this.number_extreme(lane, opcode, left, right))
                })
            }
            Abs => self.define_parts(inst, |this, part| {
                let src = this.use_part(first, part)?;
                this.absolute(lane, src)
            }),
            Fshl | Fshr => self.lower_vector_funnel(inst, intrinsic == Fshl),
            _ => self.define_parts(inst, |this, part| {
                let second = this.function.operand(inst, 1);
                let (left, right) = (this.use_part(first, part)?, this.use_part(second, part)?);
                this.extreme(intrinsic, lane, left, right)
            }),
        }
    }

    /// Minimum or maximum of numbers, as `opcode` computes it: the other one if one is no number. The
    /// instruction gives its second operand then, so only a first one that is none needs a choice.
    fn number_extreme(&mut self, lane: Lane, opcode: Opcode, left: Reg, right: Reg) -> Reg {
        let extreme = self.packed(opcode, right, left);
        let compare = by_float(lane, op::CMPPSrri, op::CMPPDrri);
        let unordered = self.packed_pair_imm(compare, left, left, 3);
        self.blend(1, unordered, Source::Reg(right), Source::Reg(extreme))
    }

    /// Whether part `part` of a vector is a constant without NaN.
    fn has_only_numbers(&self, value: Value, part: usize, lane: Lane) -> Result<bool> {
        let infinity = match lane {
            Lane::F32 => u64::from(f32::INFINITY.to_bits()),
            _ => f64::INFINITY.to_bits(),
        };
        let bits = lane.bits();
        let magnitude = u64::MAX >> (65 - bits);
        let is_number = |word: u64| {
            let mut lanes = (0..64).step_by(bits as usize);
            lanes.all(|at| word >> at & magnitude <= infinity)
        };
        let words = self.const_bytes(value, part)?;
        Ok(words.is_some_and(|words| words.into_iter().all(is_number)))
    }

    /// Absolute values.
    fn absolute(&mut self, lane: Lane, src: Reg) -> Result<Reg> {
        if self.features().contains(Features::SSSE3) && lane != Lane::I64 {
            let opcode = [op::PABSBrr, op::PABSWrr, op::PABSDrr][lane as usize];
            return Ok(self.packed_unary(opcode, src));
        }
        let larger = match lane {
            // Of a number and its negation: as unsigned the smaller, as signed the larger one.
            Lane::I8 => op::PMINUBrr,
            Lane::I16 => op::PMAXSWrr,
            _ => {
                let signs = self.sign_mask(lane, src)?;
                let flipped = self.packed(XOR[0], src, signs);
                return Ok(self.packed(SUB[lane as usize], flipped, signs));
            }
        };
        let zero = self.vector_zero()?;
        let negated = self.packed(SUB[lane as usize], zero, src);
        Ok(self.packed(larger, negated, src))
    }

    /// Minimum or maximum without an instruction of its own.
    fn extreme(&mut self, of: Intrinsic, lane: Lane, left: Reg, right: Reg) -> Result<Reg> {
        use Intrinsic::{Smax, Smin, Umax, Umin};
        match (of, lane) {
            (Umax, Lane::I16) => {
                let above = self.packed(op::PSUBUSWrr, left, right);
                return Ok(self.packed(ADD[lane as usize], above, right));
            }
            (Umin, Lane::I16) => {
                let above = self.packed(op::PSUBUSWrr, left, right);
                return Ok(self.packed(SUB[lane as usize], left, above));
            }
            _ => {}
        }
        let greater = self.compare_greater(lane, left, right, matches!(of, Smax | Smin))?;
        let (yes, no) = match of {
            Umax | Smax => (left, right),
            _ => (right, left),
        };
        Ok(self.blend(0, greater, Source::Reg(yes), Source::Reg(no)))
    }

    // ---- Intrinsics of x86 --------------------------------------------------------------------

    fn lower_x86(&mut self, inst: Inst, form: Form) -> Result<()> {
        let operand = |index| self.function.operand(inst, index);
        match form {
            Form::Binary(opcode) | Form::Count(opcode) => {
                let (left, right) = (operand(0), operand(1));
                let (left, right) = (self.use_part(left, 0)?, self.use_part(right, 0)?);
                let result = self.packed(opcode, left, right);
                self.define_regs(inst, &[result])?;
            }
            Form::Unary(opcode) => {
                let src = operand(0);
                let src = self.use_part(src, 0)?;
                let result = self.packed_unary(opcode, src);
                self.define_regs(inst, &[result])?;
            }
            Form::Shift(op, lane) => {
                let (src, by) = (operand(0), self.const_int(operand(1)).unwrap_or(0));
                let src = self.use_part(src, 0)?;
                let limit = u64::from(lane.bits());
                let result = match op {
                    BinaryOp::AShr => self.shift_lanes(op, lane, src, by.min(limit - 1) as u32)?,
                    _ if by >= limit => self.vector_zero()?,
                    _ => self.shift_lanes(op, lane, src, by as u32)?,
                };
                self.define_regs(inst, &[result])?;
            }
            Form::Compare(opcode) => {
                let (left, right) = (operand(0), operand(1));
                let imm = self.const_int(operand(2)).unwrap_or(0) as u32 & 7;
                let (left, right) = (self.use_part(left, 0)?, self.use_part(right, 0)?);
                let result = self.packed_pair_imm(opcode, left, right, imm);
                self.define_regs(inst, &[result])?;
            }
            Form::ToInt(opcode) => {
                let src = operand(0);
                let src = self.use_part(src, 0)?;
                let bits = self.new_reg(PartType::Int(32));
                self.emit(opcode).def(bits).reg(src).done();
                let dst = self.result_reg(inst)?;
                self.define(dst, bits);
            }
        }
        Ok(())
    }
}

impl<'m> VectorCalls<'m> for Selector<'_, 'm> {
    fn lower_vector_call(&mut self, inst: Inst) -> Result<bool> {
        if let Some(form) = x86_form(self.module, self.function, inst) {
            self.lower_x86(inst, form)?;
            return Ok(true);
        }
        let Some(intrinsic) = Intrinsic::of_call(self.module, self.function, inst) else {
            return Ok(false);
        };
        let sse41 = self.features().contains(Features::SSE41);
        if !takes_call(self.module, self.function, inst, sse41) {
            return self.unsupported(format!("intrinsic {} on vectors", intrinsic.name()));
        }
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(false);
        };
        let lane = self.shape(result)?.lane;
        self.lower_lane_intrinsic(inst, intrinsic, lane)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x86_intrinsics_are_sorted() {
        assert!(X86.is_sorted_by_key(|row| row.0));
    }
}
