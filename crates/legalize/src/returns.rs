//! Copies returns to where a tail call can use them.
//!
//! A call becomes a jump only if a return follows it. Front ends create one return for the whole function, which ends the
//! lifetimes of variables first:
//!
//! ```text
//!   a:  %x = tail call i32 @g()            a:  %x = tail call i32 @g()
//!       br %end                                ret i32 %x
//!   b:  br %end                            b:  br %end
//!   end:                                   end:
//!       %r = phi i32 [%x, %a], [0, %b]         %r = phi i32 [0, %b]
//!       ret i32 %r                             ret i32 %r
//! ```

use avarice_ir::{
    Block, ConstKind, Function, Inst, InstKind, Intrinsic, Module, TailKind, TypeTable, Value,
};

/// Copies returns into blocks that end in a call marked as a tail call and a branch to the return.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module that does the same. A return that nothing branches to any more stays, or, if
/// it returned the value of a phi, becomes `unreachable`.
pub(super) fn duplicate_returns(module: &mut Module) {
    module.for_each_body(|module, _, body| {
        let mut copies = find_copies(module, body);
        copies.sort_by_key(|copy| copy.block);
        for group in copies.chunk_by(|a, b| a.block == b.block) {
            make_copies(body, group);
        }
    });
}

/// A return that is to be copied.
struct Copy {
    /// Its block.
    block: Block,
    /// The branch in whose place the copy is put.
    branch: Inst,
    /// What the copy returns.
    value: Option<Value>,
}

/// The copies to make, in the order of the layout.
fn find_copies(module: &Module, function: &Function) -> Vec<Copy> {
    let mut copies = Vec::new();
    for from in &function.layout {
        let Some(branch) = function.terminator(*from) else {
            continue;
        };
        let [block] = *function.inst_blocks(branch) else {
            continue;
        };
        if function.insts[branch].kind != InstKind::Br || block == function.entry() {
            continue;
        }
        let Some(value) = value_returned(module, function, block, *from) else {
            continue;
        };
        if ends_in_tail_call(module, function, branch, value) {
            copies.push(Copy {
                block,
                branch,
                value,
            });
        }
    }
    copies
}

/// What control that comes from `from` returns, if `block` does nothing but return that and end lifetimes.
fn value_returned(
    module: &Module,
    function: &Function,
    block: Block,
    from: Block,
) -> Option<Option<Value>> {
    let first = function.blocks[block].first.expand()?;
    let is_phi = function.is_phi(first);
    let after_phi = if is_phi {
        function.insts[first].next.expand()
    } else {
        Some(first)
    };
    let does_nothing = |inst: &Inst| {
        use Intrinsic::{DbgAssign, DbgDeclare, DbgLabel, DbgValue, LifetimeEnd, Pseudoprobe};
        matches!(
            Intrinsic::of_call(module, function, *inst),
            Some(LifetimeEnd | Pseudoprobe | DbgAssign | DbgDeclare | DbgLabel | DbgValue)
        )
    };
    let mut cursor = after_phi;
    while let Some(inst) = cursor.filter(does_nothing) {
        cursor = function.insts[inst].next.expand();
    }
    let ret = cursor.filter(|inst| function.insts[*inst].kind == InstKind::Ret)?;
    let value = function.operands(ret).next();
    match is_phi {
        false => Some(value),
        true if value == function.insts[first].result.expand() => {
            let blocks = function.inst_blocks(first);
            let at = blocks.iter().position(|it| *it == from)?;
            Some(Some(function.operand(first, at)))
        }
        true => None,
    }
}

/// Makes the copies of one return.
fn make_copies(function: &mut Function, copies: &[Copy]) {
    let block = copies[0].block;
    let mut from = Vec::with_capacity(copies.len());
    for copy in copies {
        from.extend(function.insts[copy.branch].block.expand());
        let operands = copy.value.as_slice();
        let new = function.create_inst(InstKind::Ret, TypeTable::VOID, false, operands, &[]);
        if let Some(ret) = function.terminator(block) {
            function.insts[new].debug_loc = function.insts[ret].debug_loc;
            function.set_origin(new, ret);
        }
        function.insert_before(copy.branch, new);
        function.remove_inst(copy.branch);
    }
    let first = function.blocks[block].first.expand();
    if let Some(phi) = first.filter(|inst| function.is_phi(*inst)) {
        drop_incoming(function, phi, &from);
    }
}

/// Whether a call marked as a tail call is right before `branch`, and `value` is its result, is the address to which it copies
/// bytes, or does not matter.
fn ends_in_tail_call(
    module: &Module,
    function: &Function,
    branch: Inst,
    value: Option<Value>,
) -> bool {
    let mut cursor = function.insts[branch].prev.expand();
    while let Some(inst) = cursor {
        let data = &function.insts[inst];
        let InstKind::Call(info) = &data.kind else {
            return false;
        };
        let intrinsic = Intrinsic::of_call(module, function, inst);
        if intrinsic.is_some_and(Intrinsic::is_hint) {
            cursor = data.prev.expand();
            continue;
        }
        let copies = matches!(
            intrinsic,
            Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset)
        ) && is_large(module, function, inst);
        if info.tail != TailKind::Tail || (intrinsic.is_some() && !copies) {
            return false;
        }
        let result = data.result.expand();
        let is_unused = result.is_none_or(|result| function.is_unused(result));
        return match value {
            Some(value) if result == Some(value) => function.has_one_use(value),
            Some(value) if copies && value == function.operand(inst, 0) => true,
            Some(value) => is_unused && is_undefined(module, function, value),
            None => is_unused,
        };
    }
    false
}

/// Whether a copy or fill of memory has so many bytes that it may become a call. For others, llc makes one return of the copies
/// again.
fn is_large(module: &Module, function: &Function, inst: Inst) -> bool {
    const MOST_BYTES_WITHOUT_CALL: u64 = 128;
    let size = function.as_const(function.operand(inst, 2));
    match size.map(|id| &module.consts[id].kind) {
        Some(ConstKind::Int(size)) => *size > MOST_BYTES_WITHOUT_CALL,
        _ => true,
    }
}

/// Whether a value is `undef` or `poison`.
fn is_undefined(module: &Module, function: &Function, value: Value) -> bool {
    function.as_const(value).is_some_and(|id| {
        let kind = &module.consts[id].kind;
        matches!(kind, ConstKind::Undef | ConstKind::Poison)
    })
}

/// Takes the values that come from `blocks` out of the phi that its block returns.
fn drop_incoming(function: &mut Function, phi: Inst, blocks: &[Block]) {
    let (Some(old), Some(block)) = (
        function.insts[phi].result.expand(),
        function.insts[phi].block.expand(),
    ) else {
        return;
    };
    let Some(ret) = function.terminator(block) else {
        return;
    };
    let incoming = function
        .operands(phi)
        .zip(function.inst_blocks(phi).iter().copied())
        .filter(|(_, block)| !blocks.contains(block));
    let (values, from): (Vec<Value>, Vec<Block>) = incoming.unzip();
    if values.is_empty() {
        function.remove_inst(ret);
        let kind = InstKind::Unreachable;
        let end = function.create_inst(kind, TypeTable::VOID, false, &[], &[]);
        function.set_origin(end, ret);
        function.append_inst(block, end);
    } else {
        let ty = function.values[old].ty;
        let new = function.create_inst(InstKind::Phi, ty, true, &values, &from);
        function.insts[new].debug_loc = function.insts[phi].debug_loc;
        function.set_origin(new, phi);
        function.insert_before(phi, new);
        if let Some(value) = function.insts[new].result.expand() {
            function.replace_all_uses(old, value);
        }
    }
    function.remove_inst(phi);
}
