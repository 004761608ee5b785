//! Copies returns to where a tail call can use them.
//!
//! A call becomes a jump only if a return follows it. Front ends create one return for the whole function:
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
    Block, Function, GlobalKind, Inst, InstKind, Intrinsic, Module, TailKind, TypeTable, Value,
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
    let functions: Vec<_> = module.globals.keys().collect();
    for global in functions {
        let GlobalKind::Function(data) = &mut module.globals[global].kind else {
            continue;
        };
        let Some(mut body) = data.body.take() else {
            continue;
        };
        let mut copies = find_copies(module, &body);
        copies.sort_by_key(|copy| copy.block);
        for group in copies.chunk_by(|a, b| a.block == b.block) {
            make_copies(&mut body, group);
        }
        if let GlobalKind::Function(data) = &mut module.globals[global].kind {
            data.body = Some(body);
        }
    }
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
        let Some(value) = value_returned(function, block, *from) else {
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

/// What control that comes from `from` returns, if `block` does nothing but return that. `None` also for
/// a value that is the same for all predecessors: it is not the result of a call.
fn value_returned(function: &Function, block: Block, from: Block) -> Option<Option<Value>> {
    let first = function.blocks[block].first.expand()?;
    match &function.insts[first].kind {
        InstKind::Ret => (function.num_operands(first) == 0).then_some(None),
        InstKind::Phi => {
            let ret = function.insts[first].next.expand()?;
            let returns_phi = function.insts[ret].kind == InstKind::Ret
                && function.operands(ret).next() == function.insts[first].result.expand();
            let at = function
                .inst_blocks(first)
                .iter()
                .position(|b| *b == from)?;
            returns_phi.then(|| Some(function.operand(first, at)))
        }
        _ => None,
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

/// Whether a call marked as a tail call is right before `branch`, and `value` is its result.
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
        match Intrinsic::of_call(module, function, inst) {
            Some(intrinsic) if intrinsic.is_hint() => cursor = data.prev.expand(),
            Some(_) => return false,
            None => {
                let marked = info.tail == TailKind::Tail;
                let result = data.result.expand();
                let used_here_only = match value {
                    Some(value) => result == Some(value) && function.has_one_use(value),
                    None => result.is_none_or(|result| function.is_unused(result)),
                };
                return marked && used_here_only;
            }
        }
    }
    false
}

/// Takes the values that come from `blocks` out of the phi that the next instruction returns.
fn drop_incoming(function: &mut Function, phi: Inst, blocks: &[Block]) {
    let (Some(old), Some(ret), Some(block)) = (
        function.insts[phi].result.expand(),
        function.insts[phi].next.expand(),
        function.insts[phi].block.expand(),
    ) else {
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
