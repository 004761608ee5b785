//! Which operations on vectors selection takes as they are; all others are expanded before.

use avarice_ir::{
    BinaryOp, CastOp, ConstKind, Function, Global, Inst, InstKind, IntPredicate, Module, Type,
};
use avarice_lower::{Lane, VectorShape, count_parts};

use super::arithmetic::{binary_opcode, mask_opcode};
use super::intrinsic::takes_call;
use super::shift::takes_shift;
use crate::subtarget::{self, Features};

/// Whether `inst`, which has a vector as operand or result, is selected.
pub(in super::super) fn takes_vector_op(
    module: &Module,
    global: Global,
    function: &Function,
    inst: Inst,
) -> bool {
    let data = &function.insts[inst];
    let types = &module.types;
    let ty = |index: usize| function.values[function.operand(inst, index)].ty;
    let shape = |ty: Type| VectorShape::of(types, ty);
    if computes(&data.kind) && has_halves(module, function, inst) {
        return false;
    }
    match &data.kind {
        InstKind::Binary(op) => {
            shape(data.ty).is_some_and(|shape| takes_binary(module, function, inst, *op, shape))
        }
        InstKind::FNeg => shape(data.ty).is_some(),
        InstKind::Cast(op) => takes_cast(module, *op, ty(0), data.ty),
        InstKind::ICmp(predicate) => shape(ty(0)).is_some_and(|shape| {
            let equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
            shape.is_exact() || (shape.is_mask() && equality)
        }),
        InstKind::FCmp(_) => shape(ty(0)).is_some(),
        InstKind::Select => !types.is_vector(ty(0)) || shape(data.ty).is_some(),
        InstKind::ExtractElement => {
            is_constant(module, function, inst, 1) && has_lanes_or_registers(module, ty(0))
        }
        InstKind::InsertElement => {
            is_constant(module, function, inst, 2) && has_lanes_or_registers(module, ty(0))
        }
        InstKind::ShuffleVector { scalable, .. } => {
            let lanes = shape(ty(0)).is_some() || shape(data.ty).is_some();
            !scalable && (lanes || has_lanes_or_registers(module, ty(0)))
        }
        InstKind::Call(_) => {
            let features = subtarget::of_global(module, global);
            takes_call(module, function, inst, features.contains(Features::SSE41))
        }
        InstKind::Load { .. } => in_memory(module, data.ty),
        InstKind::Store { .. } => in_memory(module, ty(0)),
        InstKind::GetElementPtr { .. } => !types.is_vector(data.ty),
        _ => true,
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

/// Whether an operand or the result has elements that are moved but not computed with in vectors.
fn has_halves(module: &Module, function: &Function, inst: Inst) -> bool {
    use avarice_ir::TypeData::{BFloat, Half};
    let types = &module.types;
    let is_half =
        |ty: Type| types.is_vector(ty) && matches!(types[types.scalar(ty)], Half | BFloat);
    let mut operands = function.operands(inst);
    is_half(function.insts[inst].ty) || operands.any(|value| is_half(function.values[value].ty))
}

/// Whether operand `index` is a constant integer.
fn is_constant(module: &Module, function: &Function, inst: Inst, index: usize) -> bool {
    let id = function.as_const(function.operand(inst, index));
    id.is_some_and(|id| matches!(module.consts[id].kind, ConstKind::Int(_) | ConstKind::Zero))
}

/// Whether a vector type has registers, of vectors or of its elements.
fn has_lanes_or_registers(module: &Module, ty: Type) -> bool {
    use avarice_ir::TypeData::{BFloat, Double, Float, Fp128, Half, Integer, Pointer, X86Fp80};
    let element = &module.types[module.types.scalar(ty)];
    VectorShape::of(&module.types, ty).is_some()
        || matches!(
            element,
            Integer(1..=128) | Pointer(0) | Half | BFloat | Float | Double | X86Fp80 | Fp128
        )
}

/// Whether memory holds a vector as its registers do.
fn in_memory(module: &Module, ty: Type) -> bool {
    if !module.types.is_vector(ty) {
        return true;
    }
    match VectorShape::of(&module.types, ty) {
        Some(shape) => shape.is_exact(),
        None => {
            use avarice_ir::TypeData::{
                BFloat, Double, Float, Fp128, Half, Integer, Pointer, X86Fp80,
            };
            let element = &module.types[module.types.scalar(ty)];
            matches!(
                element,
                Integer(8 | 16 | 32 | 64 | 128)
                    | Pointer(0)
                    | Half
                    | BFloat
                    | Float
                    | Double
                    | X86Fp80
                    | Fp128
            )
        }
    }
}

fn takes_binary(
    module: &Module,
    function: &Function,
    inst: Inst,
    op: BinaryOp,
    shape: VectorShape,
) -> bool {
    use BinaryOp::{AShr, LShr, Mul, Shl};
    match op {
        _ if shape.is_mask() => mask_opcode(op).is_some(),
        Shl | LShr | AShr => takes_shift(module, function, inst, shape),
        Mul => true,
        _ => binary_opcode(op, shape.lane).is_some(),
    }
}

fn takes_cast(module: &Module, op: CastOp, from: Type, to: Type) -> bool {
    let types = &module.types;
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
                .all(|ty| has_lanes_or_registers(module, *ty) && count_parts(types, *ty) == 1),
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
        CastOp::SiToFp => from.is_mask() || (from.is_exact() && from.lane != Lane::I64),
        CastOp::UiToFp => {
            from.is_mask() || (from.is_exact() && (from.lane != Lane::I64 || to.lane == Lane::F64))
        }
        CastOp::FpToSi => exact && to.lane <= Lane::I32,
        CastOp::FpToUi => exact && to.lane <= Lane::I32,
        CastOp::FpExt | CastOp::FpTrunc => exact && from.lane != to.lane,
        _ => false,
    }
}
