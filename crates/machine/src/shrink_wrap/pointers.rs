//! What pointers of memory operands are known not to point into: the frame.

use avarice_ir::{
    CastOp, Const, ConstExpr, ConstKind, Function, InstKind, Module, TypeData, Value, ValueDef,
};
use avarice_mir::{MachineFunction, MemOperand, MemPointer};

/// So many steps are made from a pointer to what it is computed from.
const MAX_STEPS: usize = 6;

/// Whether what `operand` accesses is known to be outside of the function's frame.
pub(super) fn is_outside_of_frame(
    module: &Module,
    function: &MachineFunction,
    operand: &MemOperand,
) -> bool {
    match operand.pointer {
        MemPointer::Global(_) | MemPointer::JumpTable => true,
        MemPointer::Const(id) => is_global(module, id),
        MemPointer::Value(value) => {
            let global = function.ir_function.map(|id| &module.globals[id]);
            let body = global.and_then(|global| global.body());
            body.is_some_and(|body| is_value_outside(module, function, body, value))
        }
        _ => false,
    }
}

fn is_value_outside(
    module: &Module,
    function: &MachineFunction,
    body: &Function,
    value: Value,
) -> bool {
    let mut value = value;
    for _ in 0..MAX_STEPS {
        match body.values[value].def {
            ValueDef::Arg(index) => return !is_copied_argument(module, function, index),
            ValueDef::Const(id) => return is_global(module, id),
            ValueDef::Forward => return false,
            ValueDef::Inst(inst) => match &body.insts[inst].kind {
                InstKind::GetElementPtr { .. }
                | InstKind::Cast(CastOp::BitCast | CastOp::AddrSpaceCast) => {
                    value = body.operand(inst, 0);
                }
                InstKind::Phi if body.num_operands(inst) == 1 => value = body.operand(inst, 0),
                _ => return false,
            },
        }
    }
    match body.values[value].def {
        ValueDef::Arg(index) => !is_copied_argument(module, function, index),
        ValueDef::Const(id) => matches!(module.consts[id].kind, ConstKind::Global(_)),
        _ => false,
    }
}

/// Whether the caller passes a copy of what an argument points to.
fn is_copied_argument(module: &Module, function: &MachineFunction, index: u32) -> bool {
    const COPIED: [&str; 3] = ["byval", "inalloca", "preallocated"];
    let data = function.ir_function.map(|id| &module.globals[id]);
    let data = data.and_then(|data| data.function());
    data.is_some_and(|data| {
        let group = data.attrs.params.get(index as usize).copied().flatten();
        let attrs = module.attrs(group);
        COPIED.iter().any(|name| attrs.has(name))
    })
}

/// Whether a constant is a global or a place in one.
fn is_global(module: &Module, id: Const) -> bool {
    let mut id = id;
    for _ in 0..MAX_STEPS {
        let data = &module.consts[id];
        match &data.kind {
            ConstKind::Global(_) => return true,
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => id = operands[0],
            ConstKind::Expr(ConstExpr::Cast(CastOp::BitCast | CastOp::AddrSpaceCast, from))
                if matches!(module.types[data.ty], TypeData::Pointer(..)) =>
            {
                id = *from;
            }
            _ => return false,
        }
    }
    matches!(module.consts[id].kind, ConstKind::Global(_))
}
