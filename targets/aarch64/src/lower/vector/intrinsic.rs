//! Intrinsics on vectors.

use avarice_ir::{BinaryOp, Function, Inst, InstKind, Intrinsic, Module, Value};
use avarice_lower::select::{VectorCalls, VectorElements};
use avarice_lower::{Lane, Result, VectorShape, lane_constants, uniform};
use avarice_mir::Reg;
use avarice_target::Opcode;

use super::super::Selector;
use super::opcodes::{self, ByFloats, Form};
use super::reduction::takes_reduction;
use crate::op;

/// Integer operations with two operands that are one instruction.
fn int_pair(intrinsic: Intrinsic) -> Option<&'static [Opcode]> {
    use Intrinsic::*;
    Some(match intrinsic {
        Smax => &opcodes::SMAX,
        Smin => &opcodes::SMIN,
        Umax => &opcodes::UMAX,
        Umin => &opcodes::UMIN,
        SaddSat => &opcodes::SQADD,
        SsubSat => &opcodes::SQSUB,
        UaddSat => &opcodes::UQADD,
        UsubSat => &opcodes::UQSUB,
        _ => return None,
    })
}

/// Integer operations with one operand that are one instruction.
fn int_unary(intrinsic: Intrinsic) -> Option<&'static [Opcode]> {
    Some(match intrinsic {
        Intrinsic::Abs => &opcodes::ABS,
        Intrinsic::Ctlz => &opcodes::CLZ,
        _ => return None,
    })
}

/// Operations on numbers with one operand that are one instruction.
fn number_unary(intrinsic: Intrinsic) -> Option<&'static ByFloats> {
    use Intrinsic::*;
    Some(match intrinsic {
        Sqrt => &opcodes::FSQRT,
        Fabs => &opcodes::FABS,
        Floor => &opcodes::FRINTM,
        Ceil => &opcodes::FRINTP,
        Trunc => &opcodes::FRINTZ,
        Round => &opcodes::FRINTA,
        Roundeven => &opcodes::FRINTN,
        Rint => &opcodes::FRINTX,
        Nearbyint => &opcodes::FRINTI,
        _ => return None,
    })
}

/// Operations on numbers with two operands that are one instruction.
fn number_pair(intrinsic: Intrinsic) -> Option<&'static ByFloats> {
    use Intrinsic::*;
    Some(match intrinsic {
        Minnum => &opcodes::FMINNM,
        Maxnum => &opcodes::FMAXNM,
        Minimum => &opcodes::FMIN,
        Maximum => &opcodes::FMAX,
        _ => return None,
    })
}

/// The order of bytes turned round within lanes.
fn byte_swap(form: Form) -> Option<Opcode> {
    Some(match (form.lane, form.wide) {
        (Lane::I16, false) => op::REV16v8i8,
        (Lane::I16, true) => op::REV16v16i8,
        (Lane::I32, false) => op::REV32v8i8,
        (Lane::I32, true) => op::REV32v16i8,
        (Lane::I64, _) => op::REV64v16i8,
        _ => return None,
    })
}

/// The constant by which all lanes are shifted.
fn uniform_amount(module: &Module, function: &Function, value: Value) -> Option<u64> {
    let id = function.as_const(value)?;
    uniform(&lane_constants(module, id)?)
}

/// Whether `inst` calls an intrinsic of AArch64.
pub(super) fn is_own_intrinsic(module: &Module, function: &Function, inst: Inst) -> bool {
    let callee = avarice_ir::intrinsics::called_global(module, function, inst);
    callee.is_some_and(|callee| module.globals[callee].name.starts_with(b"llvm.aarch64."))
}

/// Whether the call `inst` of an intrinsic with a vector as result or among the first operands is selected.
pub(super) fn takes_call(module: &Module, function: &Function, inst: Inst) -> bool {
    use Intrinsic::*;
    let Some(intrinsic) = Intrinsic::of_call(module, function, inst) else {
        let callee = avarice_ir::intrinsics::called_global(module, function, inst);
        return !callee.is_some_and(|g| module.globals[g].name.starts_with(b"llvm."));
    };
    if intrinsic.is_identity() || intrinsic.is_hint() {
        return true;
    }
    let operand = |index| function.values[function.operand(inst, index)].ty;
    if intrinsic.name().starts_with("llvm.vector.reduce.") {
        let shape = VectorShape::of(&module.types, operand(0));
        return shape.is_some_and(|shape| takes_reduction(intrinsic, shape));
    }
    let Some(shape) = VectorShape::of(&module.types, function.insts[inst].ty) else {
        return false;
    };
    if !shape.is_exact() {
        return false;
    }
    let (lane, is_float) = (shape.lane, shape.lane.is_float());
    match intrinsic {
        Fma | Fmuladd | Copysign => is_float,
        _ if number_unary(intrinsic).is_some() || number_pair(intrinsic).is_some() => is_float,
        Ctlz => lane <= Lane::I32,
        _ if int_pair(intrinsic).is_some() || int_unary(intrinsic).is_some() => true,
        Ctpop | Bswap | Bitreverse => true,
        Fshl | Fshr => uniform_amount(module, function, function.operand(inst, 2)).is_some(),
        FptosiSat | FptouiSat => {
            let from = VectorShape::of(&module.types, operand(0));
            from.is_some_and(|from| from.lane.is_float() && from.lane.to_int() == lane)
        }
        _ => false,
    }
}

impl Selector<'_, '_> {
    /// Part `part` of the result of an intrinsic.
    fn lane_intrinsic(
        &mut self,
        inst: Inst,
        intrinsic: Intrinsic,
        form: Form,
        part: usize,
    ) -> Result<Reg> {
        use Intrinsic::*;
        if matches!(intrinsic, Fma | Fmuladd) {
            return self.fused_lanes(inst, form, part);
        }
        let first = self.function.operand(inst, 0);
        if intrinsic == Fabs
            && let Some((difference, InstKind::Binary(BinaryOp::FSub))) = self.def_kind(first)
            && self.is_foldable(first)
        {
            let [left, right] = [0, 1].map(|index| self.function.operand(difference, index));
            let (left, right) = (self.use_part(left, part)?, self.use_part(right, part)?);
            return Ok(self.packed(form.float(&opcodes::FABD), left, right));
        }
        let src = self.use_part(first, part)?;
        if let Some(opcodes) = number_unary(intrinsic) {
            return Ok(self.packed_unary(form.float(opcodes), src));
        }
        if let Some(opcodes) = int_unary(intrinsic) {
            let opcode = self.int_opcode(form, opcodes)?;
            return Ok(self.packed_unary(opcode, src));
        }
        match intrinsic {
            Ctpop => return self.count_ones(form, src),
            Bswap => return Ok(self.byte_swapped(form, src)),
            Bitreverse => {
                let opcode = Self::bits_opcode(form, op::RBITv8i8, op::RBITv16i8);
                let bytes = self.packed_unary(opcode, src);
                return Ok(self.byte_swapped(form, bytes));
            }
            FptosiSat | FptouiSat => {
                let opcodes = match intrinsic {
                    FptosiSat => &opcodes::FCVTZS,
                    _ => &opcodes::FCVTZU,
                };
                let numbers = match form.lane {
                    Lane::I64 => Lane::F64,
                    _ => Lane::F32,
                };
                return Ok(self.packed_unary(form.with_lane(numbers).float(opcodes), src));
            }
            _ => {}
        }
        let second = self.function.operand(inst, 1);
        let right = self.use_part(second, part)?;
        if let Some(opcodes) = number_pair(intrinsic) {
            return Ok(self.packed(form.float(opcodes), src, right));
        }
        match intrinsic {
            Copysign => {
                let sign = 1 << (form.lane.bits() - 1);
                let magnitude = self.vector_splat(form, sign - 1)?;
                Ok(self.blend(form, magnitude, src, right))
            }
            Fshl | Fshr => {
                let amount = self.function.operand(inst, 2);
                let by = uniform_amount(self.module, self.function, amount).unwrap_or(0);
                self.funnel_shifted(form, (src, right), by as u32, intrinsic == Fshl)
            }
            _ => self.int_pair_of(intrinsic, form, src, right),
        }
    }

    /// A sum with a product, or a difference if a factor is negated.
    fn fused_lanes(&mut self, inst: Inst, form: Form, part: usize) -> Result<Reg> {
        let [left, right, sum] = self.operands(inst);
        let negated = |value: Value| {
            let (negation, kind) = self.def_kind(value)?;
            let inner = self.function.operand(negation, 0);
            (*kind == InstKind::FNeg && self.is_foldable(value)).then_some(inner)
        };
        let (opcodes, left, right) = match (negated(left), negated(right)) {
            (Some(inner), None) => (&opcodes::FMLS, inner, right),
            (None, Some(inner)) => (&opcodes::FMLS, left, inner),
            _ => (&opcodes::FMLA, left, right),
        };
        let sum = self.use_part(sum, part)?;
        self.packed_product(form.float(opcodes), Some(sum), (right, left), part)
    }

    fn int_pair_of(
        &mut self,
        intrinsic: Intrinsic,
        form: Form,
        left: Reg,
        right: Reg,
    ) -> Result<Reg> {
        use Intrinsic::{Smax, Smin, Umax};
        let Some(opcodes) = int_pair(intrinsic) else {
            return self.unsupported(format!("intrinsic {} on vectors", intrinsic.name()));
        };
        if let Some(opcode) = form.int(opcodes) {
            return Ok(self.packed(opcode, left, right));
        }
        // Minimum and maximum of 64 bits: a comparison and a choice.
        let compare = match intrinsic {
            Smax | Smin => &opcodes::CMGT,
            _ => &opcodes::CMHI,
        };
        let compare = self.int_opcode(form, compare)?;
        let greater = self.packed(compare, left, right);
        Ok(match intrinsic {
            Smax | Umax => self.blend(form, greater, left, right),
            _ => self.blend(form, greater, right, left),
        })
    }

    /// The number of ones in each lane: of each byte, then sums of neighbours.
    fn count_ones(&mut self, form: Form, src: Reg) -> Result<Reg> {
        let count = Self::bits_opcode(form, op::CNTv8i8, op::CNTv16i8);
        let mut sum = self.packed_unary(count, src);
        let steps = [
            [op::UADDLPv8i8_v4i16, op::UADDLPv16i8_v8i16],
            [op::UADDLPv4i16_v2i32, op::UADDLPv8i16_v4i32],
            [op::UADDLPv2i32_v1i64, op::UADDLPv4i32_v2i64],
        ];
        for opcodes in steps.iter().take(form.lane as usize) {
            sum = self.packed_unary(opcodes[usize::from(form.wide)], sum);
        }
        Ok(sum)
    }

    fn byte_swapped(&mut self, form: Form, src: Reg) -> Reg {
        match byte_swap(form) {
            Some(opcode) => self.packed_unary(opcode, src),
            None => src,
        }
    }

    /// The upper or lower half of both operands shifted together by a constant.
    fn funnel_shifted(
        &mut self,
        form: Form,
        (high, low): (Reg, Reg),
        by: u32,
        left: bool,
    ) -> Result<Reg> {
        let bits = form.lane.bits();
        let by = by % bits;
        let up = if left { by } else { (bits - by) % bits };
        if by == 0 {
            return Ok(if left { high } else { low });
        }
        let high = self.shift_lanes(BinaryOp::Shl, form, high, up)?;
        let dst_opcode = self.int_opcode(form, &opcodes::USRA)?;
        Ok(self.packed_pair_imm(dst_opcode, high, low, bits - up))
    }
}

impl<'m> VectorCalls<'m> for Selector<'_, 'm> {
    fn lower_vector_call(&mut self, inst: Inst) -> Result<bool> {
        let Some(intrinsic) = Intrinsic::of_call(self.module, self.function, inst) else {
            return Ok(false);
        };
        if !takes_call(self.module, self.function, inst) {
            return self.unsupported(format!("intrinsic {} on vectors", intrinsic.name()));
        }
        let first = self.function.operand(inst, 0);
        if intrinsic.name().starts_with("llvm.vector.reduce.") {
            self.lower_reduction(inst, intrinsic, first)?;
            return Ok(true);
        }
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(false);
        };
        let shape = self.shape(result)?;
        self.define_parts(inst, |this, part| {
            this.lane_intrinsic(inst, intrinsic, Self::form(shape, part), part)
        })?;
        Ok(true)
    }
}
