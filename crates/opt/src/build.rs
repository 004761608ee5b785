//! Instructions that passes make.

use avarice_ir::attribute::{AttrSet, AttributeList};
use avarice_ir::inst::CallInfo;
use avarice_ir::{
    AttributeKind, Block, CallingConv, ConstKind, Function, Inst, InstKind, Module, TailKind, Type,
    TypeData, TypeTable, Value, declare_function,
};

/// A slot for a `ty`, to be put into the first block.
pub fn alloca(module: &mut Module, function: &mut Function, ty: Type, align: u64) -> Inst {
    let int = module.types.int(32);
    let one = module.int_constant(int, 1);
    let one = function.const_value(&module.consts, one);
    let kind = InstKind::Alloca {
        ty,
        align,
        address_space: 0,
    };
    function.create_inst(kind, TypeTable::PTR, true, &[one], &[])
}

/// Puts `inst` before all others of `block`.
pub fn insert_first(function: &mut Function, block: Block, inst: Inst) {
    match function.blocks[block].first.expand() {
        Some(first) => function.insert_before(first, inst),
        None => function.append_inst(block, inst),
    }
}

/// A call that copies `size` bytes between places that do not overlap; with each, its alignment.
pub fn memcpy(
    module: &mut Module,
    function: &mut Function,
    (to, to_align): (Value, u64),
    (from, from_align): (Value, u64),
    size: u64,
) -> Inst {
    let [bit, word] = [1, 64].map(|bits| module.types.int(bits));
    let params = [TypeTable::PTR, TypeTable::PTR, word, bit];
    let fn_type = module.types.intern(TypeData::Function {
        ret: TypeTable::VOID,
        params: params.into(),
        var_arg: false,
    });
    let callee = declare_function(module, "llvm.memcpy.p0.p0.i64", fn_type);
    let consts = [
        module.int_constant(word, size),
        module.int_constant(bit, 0),
        module.constant(TypeTable::PTR, ConstKind::Global(callee)),
    ];
    let [size, is_volatile, callee] = consts.map(|id| function.const_value(&module.consts, id));
    let aligns = [to_align, from_align].map(|align| {
        let attrs = vec![AttributeKind::Int("align".into(), align)];
        module.intern_attrs(AttrSet { attrs })
    });
    let info = CallInfo {
        fn_type,
        conv: CallingConv::C,
        tail: TailKind::None,
        attrs: AttributeList {
            function: None,
            ret: None,
            params: aligns.into(),
        },
        num_args: 4,
        bundles: Vec::new(),
        address_space: 0,
    };
    let operands = [to, from, size, is_volatile, callee];
    let kind = InstKind::Call(Box::new(info));
    function.create_inst(kind, TypeTable::VOID, false, &operands, &[])
}
