//! Changes of signatures: common code for calls, arguments and returns when a pass gives functions
//! other parameters or results.

use avarice_ir::{
    AttrGroup, Block, CallInfo, Function, Inst, InstKind, TailKind, Type, TypeTable, Value,
};

/// A call's new signature and arguments.
pub(super) struct NewCall {
    /// Type of the function.
    pub fn_type: Type,
    /// Type of the result.
    pub result: Type,
    /// Arguments.
    pub args: Vec<Value>,
    /// Attributes of each argument.
    pub params: Vec<Option<AttrGroup>>,
    /// Tail mark.
    pub tail: TailKind,
}

/// Puts a call (or invoke) with another signature in front of `old`, which has no operand bundles.
pub(super) fn make_call(function: &mut Function, old: Inst, new: NewCall) -> Option<Inst> {
    let (mut kind, flags) = {
        let data = &function.insts[old];
        (data.kind.clone(), data.flags)
    };
    let (InstKind::Call(info) | InstKind::Invoke(info)) = &mut kind else {
        return None;
    };
    **info = CallInfo {
        fn_type: new.fn_type,
        tail: new.tail,
        num_args: new.args.len() as u32,
        ..(**info).clone()
    };
    info.attrs.params = new.params.into();
    let mut operands = new.args;
    operands.extend(function.operands(old).next_back());
    let blocks = function.inst_blocks(old).to_vec();
    let has_result = new.result != TypeTable::VOID;
    let inst = function.create_inst(kind, new.result, has_result, &operands, &blocks);
    function.insts[inst].flags = flags;
    function.insts[inst].debug_loc = function.insts[old].debug_loc;
    function.set_origin(inst, old);
    function.insert_before(old, inst);
    Some(inst)
}

/// Where the result of a call is there: the instruction after it, or, for an invoke, the branch of a new
/// block between it and where it goes if nothing is thrown. The call is in a block.
pub(super) fn after_call(function: &mut Function, call: Inst) -> Option<Inst> {
    if !matches!(function.insts[call].kind, InstKind::Invoke(_)) {
        return function.insts[call].next.expand();
    }
    let from = function.insts[call].block.expand()?;
    let normal = *function.inst_blocks(call).first()?;
    let between = function.create_block(b"");
    let at = function.layout.iter().position(|block| *block == from)?;
    function.layout.insert(at + 1, between);
    let branch = function.create_inst(InstKind::Br, TypeTable::VOID, false, &[], &[normal]);
    function.set_origin(branch, call);
    function.append_inst(between, branch);
    let Function {
        insts, block_lists, ..
    } = function;
    insts[call].blocks.as_mut_slice(block_lists)[0] = between;
    replace_incoming(function, normal, from, &[between]);
    Some(branch)
}

/// Makes phis of `block` get the values of edges from `old` from other blocks, one an edge.
pub(super) fn replace_incoming(function: &mut Function, block: Block, old: Block, new: &[Block]) {
    let Function {
        insts,
        block_lists,
        blocks,
        ..
    } = function;
    let mut cursor = blocks[block].first.expand();
    while let Some(phi) = cursor.filter(|inst| insts[*inst].kind == InstKind::Phi) {
        let from = insts[phi].blocks.as_mut_slice(block_lists).iter_mut();
        for (place, new) in from.filter(|place| **place == old).zip(new) {
            *place = *new;
        }
        cursor = insts[phi].next.expand();
    }
}

/// Numbers arguments again, in the order of `args`.
pub(super) fn set_args(function: &mut Function, args: Vec<Value>) {
    for (index, value) in args.iter().enumerate() {
        function.values[*value].def = avarice_ir::ValueDef::Arg(index as u32);
    }
    function.args = args;
}
