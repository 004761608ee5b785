//! Traps that become calls: `"trap-func-name"` on calls of `llvm.trap` and the like.
//!
//! ```text
//!   call void @llvm.ubsantrap(i8 3) #0                  call void @report(i8 3)
//!   attributes #0 = { "trap-func-name"="report" }
//! ```

use avarice_ir::attribute::AttributeList;
use avarice_ir::{
    AttributeKind, CallInfo, CallingConv, ConstKind, Function, Inst, InstKind, Intrinsic, Module,
    TailKind, TypeData, TypeTable, declare_function,
};

/// The attribute.
const KEY: &str = "trap-func-name";

/// Replaces traps that name a function by calls of it. That of a check has the number of the check as its argument.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module without the attribute on traps. The calls may return.
pub(super) fn call_trap_functions(module: &mut Module) {
    let is_key = |attr: &AttributeKind| attr.name() == KEY;
    let mut sets = module.attr_sets.iter();
    if !sets.any(|(_, set)| set.attrs.iter().any(is_key)) {
        return;
    }
    module.for_each_body(|module, _, body| {
        for index in 0..body.layout.len() {
            let block = body.layout[index];
            let mut next = body.blocks[block].first.expand();
            while let Some(inst) = next {
                next = body.insts[inst].next.expand();
                replace(module, body, inst);
            }
        }
    });
}

/// Replaces `inst` if it is such a trap.
fn replace(module: &mut Module, function: &mut Function, inst: Inst) {
    use Intrinsic::{Debugtrap, Trap, Ubsantrap};
    let Some(trap @ (Debugtrap | Trap | Ubsantrap)) = Intrinsic::of_call(module, function, inst)
    else {
        return;
    };
    let InstKind::Call(info) = &function.insts[inst].kind else {
        return;
    };
    let name = module.attrs(info.attrs.function).string(KEY).unwrap_or("");
    if name.is_empty() {
        return;
    }
    let name: Box<str> = name.into();
    let mut operands = Vec::new();
    if trap == Ubsantrap {
        operands.push(function.operand(inst, 0));
    }
    let params: Vec<_> = operands
        .iter()
        .map(|one| function.values[*one].ty)
        .collect();
    let num_args = operands.len();
    let fn_type = module.types.intern(TypeData::Function {
        ret: TypeTable::VOID,
        params: params.into(),
        var_arg: false,
    });
    let callee = declare_function(module, &name, fn_type);
    let callee = module.constant(TypeTable::PTR, ConstKind::Global(callee));
    operands.push(function.const_value(&module.consts, callee));
    let info = CallInfo {
        fn_type,
        conv: CallingConv::C,
        tail: TailKind::None,
        attrs: AttributeList::default(),
        num_args: num_args as u32,
        bundles: Vec::new(),
        address_space: 0,
    };
    let kind = InstKind::Call(Box::new(info));
    let call = function.create_inst(kind, TypeTable::VOID, false, &operands, &[]);
    function.insts[call].debug_loc = function.insts[inst].debug_loc;
    function.insert_before(inst, call);
    function.remove_inst(inst);
}
