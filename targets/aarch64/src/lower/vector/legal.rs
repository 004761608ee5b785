//! Which vector operations are legal for selection; all others are expanded before.

use avarice_ir::{BinaryOp, CastOp, Function, Inst, InstKind, Module};
use avarice_lower::select::{VectorOperation, VectorSupport};
use avarice_lower::{Lane, VectorShape};

use super::arithmetic::{binary_opcode, is_shift, mask_opcode};
use super::intrinsic::{is_own_intrinsic, takes_call};
use super::long::is_long_product;
use super::opcodes::Form;

/// What every processor takes.
struct Support;

impl VectorSupport for Support {
    const HAS_X87: bool = false;

    fn takes_binary(&self, _: &VectorOperation<'_>, op: BinaryOp, shape: VectorShape) -> bool {
        let form = Form::of(shape.lane, shape.lanes_of(0));
        match op {
            _ if shape.is_mask() => mask_opcode(op, form).is_some(),
            BinaryOp::Shl => true,
            op if is_shift(op) => shape.is_exact(),
            op => binary_opcode(op, form).is_some(),
        }
    }

    fn takes_number_cast(&self, op: CastOp, from: VectorShape, to: VectorShape) -> bool {
        // A number that is rounded to a double first would be rounded twice.
        let rounds_once = from.lane != Lane::I64 || to.lane == Lane::F64;
        matches!(op, CastOp::FpToSi | CastOp::FpToUi) || rounds_once
    }

    fn takes_call(&self, of: &VectorOperation<'_>) -> bool {
        takes_call(of.module, of.function, of.inst)
    }
}

/// Whether `inst`, which has a vector as operand or result, is selected.
pub(in super::super) fn takes_vector_op(module: &Module, function: &Function, inst: Inst) -> bool {
    let operation = VectorOperation {
        module,
        function,
        inst,
    };
    match function.insts[inst].kind {
        InstKind::Call(_) if is_own_intrinsic(module, function, inst) => true,
        InstKind::Binary(BinaryOp::Mul) if is_long_product(module, function, inst) => true,
        _ => operation.is_taken(&Support),
    }
}
