//! Which vector operations are legal for selection; all others are expanded before.

use avarice_ir::{BinaryOp, CastOp, Function, Global, Inst, Module};
use avarice_lower::select::{VectorOperation, VectorSupport};
use avarice_lower::{Lane, VectorShape};

use super::arithmetic::{binary_opcode, mask_opcode};
use super::intrinsic::takes_call;
use super::shift::takes_shift;
use crate::subtarget::{self, Features};

/// What the processor of a function takes.
struct Support {
    features: Features,
}

impl VectorSupport for Support {
    const HAS_X87: bool = true;

    fn takes_binary(&self, of: &VectorOperation<'_>, op: BinaryOp, shape: VectorShape) -> bool {
        use BinaryOp::{AShr, LShr, Mul, Shl};
        match op {
            _ if shape.is_mask() => mask_opcode(op).is_some(),
            Shl | LShr | AShr => takes_shift(of.module, of.function, of.inst, shape),
            Mul => true,
            _ => binary_opcode(op, shape.lane).is_some(),
        }
    }

    fn takes_number_cast(&self, op: CastOp, from: VectorShape, to: VectorShape) -> bool {
        match op {
            CastOp::SiToFp => from.lane != Lane::I64,
            CastOp::UiToFp => from.lane != Lane::I64 || to.lane == Lane::F64,
            _ => to.lane <= Lane::I32,
        }
    }

    fn takes_call(&self, of: &VectorOperation<'_>) -> bool {
        let sse41 = self.features.contains(Features::SSE41);
        takes_call(of.module, of.function, of.inst, sse41)
    }
}

/// Whether `inst`, which has a vector as operand or result, is selected.
pub(in super::super) fn takes_vector_op(
    module: &Module,
    global: Global,
    function: &Function,
    inst: Inst,
) -> bool {
    let operation = VectorOperation {
        module,
        function,
        inst,
    };
    let features = subtarget::of_global(module, global);
    operation.is_taken(&Support { features })
}
