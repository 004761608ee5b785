//! Operations on vectors: which are selected as they are, and by what.

use avarice_ir::{
    BinaryOp, CastOp, ConstKind, Function, Inst, InstKind, IntPredicate, Module, Type, TypeTable,
    Value,
};

use avarice_mir::Reg;
use smallvec::SmallVec;

use super::vector_shuffles::VectorShuffles;
use crate::function::FunctionLowering;
use crate::parts::{PartType, count_parts};
use crate::vector::VectorShape;
use crate::vector_values::Regs;
use avarice_legalize::Result;

/// What selection of a target takes of vector operations, for one instruction of a function.
pub struct VectorOperation<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function.
    pub function: &'a Function,
    /// The instruction.
    pub inst: Inst,
}

/// Which vector operations of a kind a target has.
pub trait VectorSupport {
    /// Whether `x86_fp80` has registers.
    const HAS_X87: bool;

    /// Whether it has arithmetic or logic on vectors of this shape.
    fn takes_binary(&self, of: &VectorOperation<'_>, op: BinaryOp, shape: VectorShape) -> bool;

    /// Whether it converts between integers and numbers.
    fn takes_number_cast(&self, op: CastOp, from: VectorShape, to: VectorShape) -> bool;

    /// Whether it takes a call.
    fn takes_call(&self, of: &VectorOperation<'_>) -> bool;
}

impl VectorOperation<'_> {
    fn operand_type(&self, index: usize) -> Type {
        self.function.values[self.function.operand(self.inst, index)].ty
    }

    fn types(&self) -> &TypeTable {
        &self.module.types
    }

    /// Whether the instruction, which has a vector as operand or result, is selected as it is.
    pub fn is_taken<T: VectorSupport>(&self, target: &T) -> bool {
        let data = &self.function.insts[self.inst];
        let types = self.types();
        let ty = |index: usize| self.operand_type(index);
        let shape = |ty: Type| VectorShape::of(types, ty);
        let has_registers = |ty: Type| has_lanes_or_registers::<T>(types, ty);
        if computes(&data.kind) && self.has_halves() {
            return false;
        }
        match &data.kind {
            InstKind::Binary(op) => {
                shape(data.ty).is_some_and(|shape| target.takes_binary(self, *op, shape))
            }
            InstKind::FNeg => shape(data.ty).is_some(),
            InstKind::Cast(op) => takes_cast(target, types, *op, ty(0), data.ty),
            InstKind::ICmp(predicate) => shape(ty(0)).is_some_and(|shape| {
                let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
                shape.is_exact() || (shape.is_mask() && equality)
            }),
            InstKind::FCmp(_) => shape(ty(0)).is_some(),
            InstKind::Select => !types.is_vector(ty(0)) || shape(data.ty).is_some(),
            InstKind::ExtractElement => self.is_constant(1) && has_registers(ty(0)),
            InstKind::InsertElement => self.is_constant(2) && has_registers(ty(0)),
            InstKind::ShuffleVector { scalable, .. } => {
                let lanes = shape(ty(0)).is_some() || shape(data.ty).is_some();
                !scalable && (lanes || has_registers(ty(0)))
            }
            InstKind::Call(_) => target.takes_call(self),
            InstKind::Load { .. } => in_memory::<T>(types, data.ty),
            InstKind::Store { .. } => in_memory::<T>(types, ty(0)),
            InstKind::GetElementPtr { .. } => !types.is_vector(data.ty),
            _ => true,
        }
    }

    /// Whether operand `index` is a constant integer.
    fn is_constant(&self, index: usize) -> bool {
        let id = self
            .function
            .as_const(self.function.operand(self.inst, index));
        let kind = id.map(|id| &self.module.consts[id].kind);
        matches!(kind, Some(ConstKind::Int(_) | ConstKind::Zero))
    }

    /// Whether an operand or the result has elements that are moved but not computed with in vectors.
    fn has_halves(&self) -> bool {
        use avarice_ir::TypeData::{BFloat, Half};
        let types = self.types();
        let is_half =
            |ty: Type| types.is_vector(ty) && matches!(types[types.scalar(ty)], Half | BFloat);
        let mut operands = self.function.operands(self.inst);
        is_half(self.function.insts[self.inst].ty)
            || operands.any(|value| is_half(self.function.values[value].ty))
    }

    /// Whether there is a vector in the result or the first `operands` operands.
    pub fn is_of_vectors(&self, operands: usize) -> bool {
        let data = &self.function.insts[self.inst];
        let types = self.types();
        let looks_at_operands = matches!(
            data.kind,
            InstKind::ExtractElement | InstKind::Cast(_) | InstKind::Call(_)
        );
        let mut operands = 0..self.function.num_operands(self.inst).min(operands);
        types.is_vector(data.ty)
            || (looks_at_operands && operands.any(|at| types.is_vector(self.operand_type(at))))
    }
}

/// Whether an instruction does more than move values or name their bits otherwise.
fn computes(kind: &InstKind) -> bool {
    match kind {
        InstKind::Cast(op) => *op != CastOp::BitCast,
        InstKind::Binary(_) | InstKind::FNeg | InstKind::FCmp(_) | InstKind::Call(_) => true,
        _ => false,
    }
}

/// Whether a vector type has registers, of vectors or of its elements.
fn has_lanes_or_registers<T: VectorSupport>(types: &TypeTable, ty: Type) -> bool {
    use avarice_ir::TypeData::{BFloat, Double, Float, Fp128, Half, Integer, Pointer, X86Fp80};
    VectorShape::of(types, ty).is_some()
        || match &types[types.scalar(ty)] {
            X86Fp80 => T::HAS_X87,
            Integer(1..=128) | Pointer(0) | Half | BFloat | Float | Double | Fp128 => true,
            _ => false,
        }
}

/// Whether memory holds a vector as its registers do.
fn in_memory<T: VectorSupport>(types: &TypeTable, ty: Type) -> bool {
    use avarice_ir::TypeData::{BFloat, Double, Float, Fp128, Half, Integer, Pointer, X86Fp80};
    if !types.is_vector(ty) {
        return true;
    }
    match (VectorShape::of(types, ty), &types[types.scalar(ty)]) {
        (Some(shape), _) => shape.is_exact(),
        (None, X86Fp80) => T::HAS_X87,
        (None, Integer(8 | 16 | 32 | 64 | 128) | Pointer(0)) => true,
        (None, Half | BFloat | Float | Double | Fp128) => true,
        (None, _) => false,
    }
}

/// Whether a conversion of vectors is selected.
fn takes_cast<T: VectorSupport>(
    target: &T,
    types: &TypeTable,
    op: CastOp,
    from: Type,
    to: Type,
) -> bool {
    let shapes = (VectorShape::of(types, from), VectorShape::of(types, to));
    let is_integer = |ty: Type| types.int_bits(ty).is_some();
    if op == CastOp::BitCast {
        return match shapes {
            (Some(from), Some(to)) => from.is_exact() && to.is_exact(),
            (Some(shape), None) => shape.is_exact() || (shape.is_mask() && is_integer(to)),
            (None, Some(shape)) => shape.is_exact() || (shape.is_mask() && is_integer(from)),
            // One element is as the element.
            (None, None) => [from, to]
                .iter()
                .all(|ty| has_lanes_or_registers::<T>(types, *ty) && count_parts(types, *ty) == 1),
        };
    }
    let (Some(from), Some(to)) = shapes else {
        return false;
    };
    let exact = from.is_exact() && to.is_exact();
    match op {
        CastOp::Trunc => from.is_exact() && (to.is_exact() || to.is_mask()),
        CastOp::ZExt | CastOp::SExt => to.is_exact() && (from.is_exact() || from.is_mask()),
        CastOp::PtrToInt | CastOp::IntToPtr => exact,
        CastOp::FpExt | CastOp::FpTrunc => exact && from.lane != to.lane,
        CastOp::SiToFp | CastOp::UiToFp if from.is_mask() => true,
        CastOp::SiToFp | CastOp::UiToFp => {
            from.is_exact() && target.takes_number_cast(op, from, to)
        }
        CastOp::FpToSi | CastOp::FpToUi => exact && target.takes_number_cast(op, from, to),
        _ => false,
    }
}

/// Selects arithmetic on vectors.
pub trait VectorArithmetic<'m>: VectorShuffles<'m> {
    /// Selects arithmetic or logic.
    fn lower_vector_binary(&mut self, inst: Inst, op: BinaryOp) -> Result<()>;

    /// Selects `fneg`.
    fn lower_vector_negation(&mut self, inst: Inst) -> Result<()>;
}

/// Selects calls of intrinsics on vectors.
pub trait VectorCalls<'m>: VectorShuffles<'m> {
    /// Selects a call of an intrinsic; `false` if it is none of vectors.
    fn lower_vector_call(&mut self, inst: Inst) -> Result<bool>;
}

/// A conversion of lanes.
#[derive(Clone, Copy)]
pub struct LaneCast {
    /// What is converted.
    pub operand: Value,
    /// Its shape.
    pub from: VectorShape,
    /// The shape of the result.
    pub to: VectorShape,
}

/// Selects operations on vectors.
pub trait Vectors<'m>: VectorArithmetic<'m> + VectorCalls<'m> {
    /// How many operands of conversions and calls say whether they are about vectors.
    const LOOKED_AT: usize;

    /// The registers of the second of two values, a conversion of the first that is no bit cast; `None` if it is one of
    /// scalars.
    fn convert_vector(&mut self, op: CastOp, values: [Value; 2]) -> Result<Option<Regs>>;

    /// The bits of a value in vector registers.
    fn bits_in_registers(&mut self, value: Value) -> Result<Regs>;

    /// Makes the parts of `result`, which is no vector, the bits of `operand`, which is one.
    fn lower_lanes_to_parts(&mut self, operand: Value, result: Value) -> Result<()>;

    /// Makes the parts of an integer the bits of a mask.
    fn lower_mask_to_int(&mut self, result: Value, mask: Value, from: VectorShape) -> Result<()>;

    /// Makes the result of `inst` a mask with the bits of an integer.
    fn lower_int_to_mask(&mut self, inst: Inst, operand: Value, to: VectorShape) -> Result<()>;

    /// Selects a conversion; `false` if it is one of scalars.
    fn lower_vector_cast(&mut self, inst: Inst, op: CastOp) -> Result<bool> {
        let operand = self.function.operand(inst, 0);
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(true);
        };
        if op == CastOp::BitCast {
            return self.lower_vector_bit_cast(inst, operand, result);
        }
        let Some(regs) = self.convert_vector(op, [operand, result])? else {
            return Ok(false);
        };
        self.define_regs(inst, &regs)?;
        Ok(true)
    }

    /// Selects a bit cast; `false` if both types are those of scalars, as vectors of one element are.
    fn lower_vector_bit_cast(&mut self, inst: Inst, operand: Value, result: Value) -> Result<bool> {
        let types = &self.module.types;
        let from = VectorShape::of(types, self.ty(operand));
        let to = VectorShape::of(types, self.ty(result));
        match (from, to) {
            (None, None) => return Ok(false),
            (Some(from), None) if from.is_mask() => {
                self.lower_mask_to_int(result, operand, from)?;
            }
            (None, Some(to)) if to.is_mask() => self.lower_int_to_mask(inst, operand, to)?,
            (Some(from), Some(to)) if !from.is_exact() || !to.is_exact() => {
                return self.unsupported("bitcast of vectors of these types");
            }
            (_, Some(_)) => {
                let regs = self.bits_in_registers(operand)?;
                self.define_regs(inst, &regs)?;
            }
            (Some(_), None) => self.lower_lanes_to_parts(operand, result)?,
        }
        Ok(true)
    }

    /// Selects an operation on vectors; `false` if it is none or is selected part by part as on any
    /// other value.
    fn lower_vector(&mut self, inst: Inst) -> Result<bool> {
        let (module, function) = (self.module, self.function);
        let operation = VectorOperation {
            module,
            function,
            inst,
        };
        if !operation.is_of_vectors(Self::LOOKED_AT) {
            return Ok(false);
        }
        match &function.insts[inst].kind {
            InstKind::Binary(op) => self.lower_vector_binary(inst, *op)?,
            InstKind::FNeg => self.lower_vector_negation(inst)?,
            InstKind::Cast(op) => return self.lower_vector_cast(inst, *op),
            InstKind::ICmp(_) | InstKind::FCmp(_) => self.lower_vector_compare(inst)?,
            InstKind::Select => return self.lower_vector_select(inst),
            InstKind::ExtractElement => self.lower_extract_element(inst)?,
            InstKind::InsertElement => self.lower_insert_element(inst)?,
            InstKind::ShuffleVector { mask, .. } => self.lower_shuffle(inst, mask)?,
            InstKind::Call(_) => return self.lower_vector_call(inst),
            InstKind::GetElementPtr { .. } => {
                return self.unsupported("getelementptr of vectors");
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl FunctionLowering<'_> {
    /// The parts of `result` that are requested: their numbers, types and registers.
    pub fn requested_parts(&self, result: Value) -> Result<SmallVec<[(usize, PartType, Reg); 4]>> {
        let parts = self.parts(self.ty(result))?;
        let parts = parts.iter().enumerate();
        let parts = parts.map(|(index, part)| (index, part.ty, self.requested(result, index)));
        Ok(parts.filter(|(.., dst)| !dst.is_none()).collect())
    }
}
