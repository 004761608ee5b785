//! `expand-memcmp`: calls of `memcmp` and `bcmp` on a known, small number of bytes become loads and comparisons.
//!
//! Where only equality matters, loads are combined by as many a block as the target likes:
//!
//! ```text
//!                                          %a0 = load i64 %a         %b0 = load i64 %b
//!   %r = call i32 @memcmp(%a, %b, 12)      %a8 = load i32 %a + 8     %b8 = load i32 %b + 8
//!   %e = icmp eq i32 %r, 0            ─▶   %d = or (xor %a0, %b0), (xor (zext %a8), (zext %b8))
//!                                          %n = icmp ne i64 %d, 0
//! ```
//!
//! Where the order matters, each block compares one pair of loads as numbers whose first byte is the highest:
//!
//! ```text
//!               loadbb:   %x = bswap (load %a)       %y = bswap (load %b)       x = y ─▶ loadbb1, else res_block
//!               loadbb1:  the same, further on                                  x = y ─▶ endblock, else res_block
//!   12 bytes    res_block: x < y ? -1 : 1            of the loads that differ         ─▶ endblock
//!               endblock: %r = phi [0, loadbb1], [%it, res_block]
//! ```
//!
//! | file | has |
//! |---|---|
//! | `mod` | which calls are expanded, and how their result is used |
//! | `loads` | which bytes are loaded together |
//! | `expansion` | the code |

mod expansion;
mod loads;

use avarice_ir::intrinsics::called_global;
use avarice_ir::{
    BinaryOp, Block, ConstKind, Function, Global, Inst, InstKind, IntPredicate, Module, Type,
    TypeData, TypeTable, Value,
};

use crate::builder::Builder;
use crate::comparison_loads::Comparison;
use crate::target::ExpansionTarget;
use expansion::Expansion;
use loads::Load;

/// What `-max-loads-per-memcmp` and its like say in place of the target.
#[derive(Clone, Copy, Default, Debug)]
pub struct ComparisonOptions {
    /// Most loads of each side.
    pub most: Option<u64>,
    /// The same in functions that are optimized for size.
    pub most_for_size: Option<u64>,
    /// Most loads in a block, where only equality matters; not zero.
    pub per_block: Option<u64>,
}

/// Expands the calls, but not in functions marked `minsize` or `optnone`. Returns the functions that changed.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. What is simpler now (zero comparisons of a result that is 0 or 1, bytes of constants)
/// is not simplified.
pub fn expand_memory_comparisons(
    module: &mut Module,
    target: &dyn ExpansionTarget,
    options: &ComparisonOptions,
) -> Vec<Global> {
    let mut changed = Vec::new();
    let is_known = |name: &[u8]| matches!(name, b"memcmp" | b"bcmp");
    if !module.globals.values().any(|data| is_known(&data.name)) {
        return changed;
    }
    module.for_each_body(|module, global, function| {
        let calls = find_calls(module, global, function);
        if calls.is_empty() {
            return;
        }
        let mut builder = Builder {
            module,
            function,
            at: calls[0].inst,
            global,
            target,
        };
        if expand_calls(&mut builder, &calls, options) {
            changed.push(global);
        }
    });
    changed
}

/// A call with a known number of bytes.
struct Call {
    inst: Inst,
    block: Block,
    result: Value,
    size: u64,
    comparison: Comparison,
}

/// Expands what the target has few enough loads for. Returns whether there was any such call.
fn expand_calls(builder: &mut Builder<'_>, calls: &[Call], options: &ComparisonOptions) -> bool {
    let attrs = builder.module.globals[builder.global].function();
    let attrs = builder
        .module
        .attrs(attrs.and_then(|data| data.attrs.function));
    let for_size = attrs.has("optsize");
    let mut changed = false;
    let mut order = Vec::with_capacity(builder.function.layout.len());
    let mut calls = calls.iter().peekable();
    for block in std::mem::take(&mut builder.function.layout) {
        order.push(block);
        while let Some(call) = calls.next_if(|call| call.block == block) {
            let found = builder.target.comparison_loads(
                builder.module,
                builder.global,
                call.comparison,
                for_size,
            );
            let Some(mut wanted) = found else { continue };
            let most = match for_size {
                true => options.most_for_size,
                false => options.most,
            };
            wanted.most = most.unwrap_or(wanted.most);
            wanted.per_block = options.per_block.unwrap_or(wanted.per_block);
            let loads = loads::of_bytes(call.size, call.comparison, &wanted);
            if loads.is_empty() {
                continue;
            }
            changed = true;
            expand(builder, call, &loads, wanted.per_block, &mut order);
        }
    }
    builder.function.layout = order;
    changed
}

/// Replaces one call. New blocks are added to `order`.
fn expand(
    builder: &mut Builder<'_>,
    call: &Call,
    loads: &[Load],
    per_block: u64,
    order: &mut Vec<Block>,
) {
    builder.at = call.inst;
    let mut expansion = Expansion::new(builder, call.size, loads);
    let result = match call.comparison {
        Comparison::Equality => expansion.equality(per_block as usize, order),
        Comparison::Order if loads.len() > 1 => expansion.order(order),
        // Of one or two bytes the difference is simpler than what is asked of it.
        Comparison::Order if call.size <= 2 => expansion.difference(),
        Comparison::Order => match one_outcome(expansion.builder, call) {
            Some(outcome) => {
                expansion.outcome(outcome);
                return expansion.builder.function.remove_inst(call.inst);
            }
            None => expansion.order_of_one(),
        },
    };
    builder.function.replace_all_uses(call.result, result);
    builder.function.remove_inst(call.inst);
}

/// The calls of a function that can be expanded, in the order of the layout.
fn find_calls(module: &Module, global: Global, function: &Function) -> Vec<Call> {
    let mut calls = Vec::new();
    let attrs = module.globals[global].function();
    let attrs = module.attrs(attrs.and_then(|data| data.attrs.function));
    if attrs.has("minsize") || module.is_optnone(global) {
        return calls;
    }
    for block in &function.layout {
        for inst in function.block_insts(*block) {
            if !is_comparison(module, function, inst) {
                continue;
            }
            let size = number(module, function, function.operand(inst, 2));
            let result = function.insts[inst].result.expand();
            let (Some(size @ 1..), Some(result)) = (size, result) else {
                continue;
            };
            let comparison = match is_bcmp(module, function, inst)
                || only_compared_with_zero(module, function, result)
            {
                true => Comparison::Equality,
                false => Comparison::Order,
            };
            calls.push(Call {
                inst,
                block: *block,
                result,
                size,
                comparison,
            });
        }
    }
    calls
}

/// Whether `inst` calls the library's `memcmp` or `bcmp`.
fn is_comparison(module: &Module, function: &Function, inst: Inst) -> bool {
    let InstKind::Call(info) = &function.insts[inst].kind else {
        return false;
    };
    let Some(callee) = called_global(module, function, inst) else {
        return false;
    };
    let data = &module.globals[callee];
    let Some(own) = data.function() else {
        return false;
    };
    let is_named = matches!(&*data.name, b"memcmp" | b"bcmp");
    let says = |word: &str| {
        let lists = [info.attrs.function, own.attrs.function];
        lists.iter().any(|list| module.attrs(*list).has(word))
    };
    is_named
        && !data.linkage.is_local()
        && data.value_type == info.fn_type
        && is_signature(&module.types, info.fn_type)
        && (!says("nobuiltin") || says("builtin"))
}

/// Whether a function takes two addresses and a number of bytes, and returns an `i32`.
fn is_signature(types: &TypeTable, ty: Type) -> bool {
    let wanted = [TypeTable::PTR, TypeTable::PTR, TypeTable::I64];
    matches!(
        &types[ty],
        TypeData::Function { ret: TypeTable::I32, params, var_arg: false } if **params == wanted
    )
}

/// Whether the result of a comparison is zero or any other number.
fn is_bcmp(module: &Module, function: &Function, inst: Inst) -> bool {
    let callee = called_global(module, function, inst);
    callee.is_some_and(|callee| *module.globals[callee].name == *b"bcmp")
}

/// Whether a value is only asked for being zero.
fn only_compared_with_zero(module: &Module, function: &Function, value: Value) -> bool {
    function.uses_of(value).all(|slot| {
        let user = function.uses[slot].user;
        matches!(
            function.insts[user].kind,
            InstKind::ICmp(IntPredicate::Eq | IntPredicate::Ne)
        ) && is_zero(module, function, function.operand(user, 1))
    })
}

fn is_zero(module: &Module, function: &Function, value: Value) -> bool {
    number(module, function, value) == Some(0)
}

/// The number that a constant is.
fn number(module: &Module, function: &Function, value: Value) -> Option<u64> {
    match module.consts[function.as_const(value)?].kind {
        ConstKind::Int(number) => Some(number),
        _ => None,
    }
}

/// The only use of a result, which asks for one of two outcomes.
struct Outcome {
    /// The instruction that asks.
    user: Inst,
    /// How the bytes compare as numbers without sign if the answer is yes.
    predicate: IntPredicate,
}

/// What the only instruction that uses the result of `call` asks for: a comparison with zero, or the sign bit.
fn one_outcome(builder: &Builder<'_>, call: &Call) -> Option<Outcome> {
    use IntPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let (module, function) = (&*builder.module, &*builder.function);
    let mut users = function
        .uses_of(call.result)
        .map(|slot| function.uses[slot].user);
    let user = users.next()?;
    if users.any(|other| other != user) || function.operand(user, 0) != call.result {
        return None;
    }
    let right = *function.operands(user).collect::<Vec<_>>().get(1)?;
    let predicate = match function.insts[user].kind {
        InstKind::Binary(BinaryOp::LShr) => {
            (number(module, function, right) == Some(31)).then_some(Ult)?
        }
        InstKind::ICmp(predicate) if is_zero(module, function, right) => match predicate {
            Slt => Ult,
            Sle => Ule,
            Sgt => Ugt,
            Sge => Uge,
            _ => return None,
        },
        _ => return None,
    };
    Some(Outcome { user, predicate })
}
