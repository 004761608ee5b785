//! Construction of new instructions by passes.

use avarice_ir::attribute::{AttrSet, AttributeList};
use avarice_ir::inst::CallInfo;
use avarice_ir::{
    AtomicOrdering, AttributeKind, BinaryOp, Block, CallingConv, CastOp, ConstKind, Function, Inst,
    InstFlags, InstKind, Module, TailKind, Type, TypeData, TypeTable, Value, declare_function,
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
    let aligns = [Some(to_align), Some(from_align)];
    memory_call(
        module,
        function,
        "llvm.memcpy.p0.p0.i64",
        [to, from],
        aligns,
        size,
    )
}

/// A call that sets `size` bytes at a place with an alignment to `byte`.
pub fn memset(
    module: &mut Module,
    function: &mut Function,
    (to, align): (Value, u64),
    byte: Value,
    size: u64,
) -> Inst {
    let aligns = [Some(align), None];
    memory_call(
        module,
        function,
        "llvm.memset.p0.i64",
        [to, byte],
        aligns,
        size,
    )
}

/// A call of an intrinsic of two operands, a size, and whether it is volatile.
fn memory_call(
    module: &mut Module,
    function: &mut Function,
    name: &str,
    operands: [Value; 2],
    aligns: [Option<u64>; 2],
    size: u64,
) -> Inst {
    let [bit, word] = [1, 64].map(|bits| module.types.int(bits));
    let [first, second] = operands.map(|value| function.values[value].ty);
    let fn_type = module.types.intern(TypeData::Function {
        ret: TypeTable::VOID,
        params: [first, second, word, bit].into(),
        var_arg: false,
    });
    let callee = declare_function(module, name, fn_type);
    let consts = [
        module.int_constant(word, size),
        module.int_constant(bit, 0),
        module.constant(TypeTable::PTR, ConstKind::Global(callee)),
    ];
    let [size, is_volatile, callee] = consts.map(|id| function.const_value(&module.consts, id));
    let params = aligns.map(|align| {
        let attrs = align.map(|align| AttributeKind::Int("align".into(), align));
        let attrs = attrs.into_iter().collect();
        module.intern_attrs(AttrSet { attrs })
    });
    let attrs = AttributeList {
        function: None,
        ret: None,
        params: params.into(),
    };
    let info = call_info(fn_type, attrs, 4);
    let [first, second] = operands;
    let operands = [first, second, size, is_volatile, callee];
    let kind = InstKind::Call(Box::new(info));
    function.create_inst(kind, TypeTable::VOID, false, &operands, &[])
}

/// A call of an intrinsic that makes of a value another of its type.
pub fn unary_intrinsic(
    module: &mut Module,
    function: &mut Function,
    name: &str,
    operand: Value,
) -> Inst {
    let ty = function.values[operand].ty;
    let fn_type = module.types.intern(TypeData::Function {
        ret: ty,
        params: [ty].into(),
        var_arg: false,
    });
    let callee = declare_function(module, name, fn_type);
    let callee = module.constant(TypeTable::PTR, ConstKind::Global(callee));
    let callee = function.const_value(&module.consts, callee);
    let attrs = AttributeList {
        function: None,
        ret: None,
        params: [None].into(),
    };
    let kind = InstKind::Call(Box::new(call_info(fn_type, attrs, 1)));
    function.create_inst(kind, ty, true, &[operand, callee], &[])
}

/// The name of the intrinsic for the square root of a `ty`, which is `float` or `double`.
pub fn square_root_of(ty: Type) -> &'static str {
    match ty {
        TypeTable::FLOAT => "llvm.sqrt.f32",
        _ => "llvm.sqrt.f64",
    }
}

/// Makes of a call of the library's square root one of the intrinsic, which sets no `errno`.
pub fn make_square_root(module: &mut Module, function: &mut Function, call: Inst) {
    let InstKind::Call(info) = &mut function.insts[call].kind else {
        return;
    };
    let attrs = AttributeList {
        function: None,
        ret: None,
        params: [None].into(),
    };
    **info = call_info(info.fn_type, attrs, 1);
    let fn_type = info.fn_type;
    let callee = declare_function(module, square_root_of(function.insts[call].ty), fn_type);
    let callee = module.constant(TypeTable::PTR, ConstKind::Global(callee));
    let callee = function.const_value(&module.consts, callee);
    function.set_operand(call, 1, callee);
}

/// The `CallInfo` of a plain call.
fn call_info(fn_type: Type, attrs: AttributeList, num_args: u32) -> CallInfo {
    CallInfo {
        fn_type,
        conv: CallingConv::C,
        tail: TailKind::None,
        attrs,
        num_args,
        bundles: Vec::new(),
        address_space: 0,
    }
}

/// Makes instructions in front of one that they take the place of, or help.
pub struct Builder<'a> {
    /// The module, without the body of the current function.
    pub module: &'a mut Module,
    /// The current function.
    pub function: &'a mut Function,
    /// The instruction before which new ones are put, and whose place in the source they get.
    pub at: Inst,
}

impl Builder<'_> {
    /// An instruction with a result.
    pub fn value(&mut self, kind: InstKind, ty: Type, operands: &[Value]) -> Value {
        let inst = self.function.create_inst(kind, ty, true, operands, &[]);
        self.insert(inst);
        self.function.insts[inst]
            .result
            .expect("it was made with a result")
    }

    /// Puts `inst` in its place.
    pub fn insert(&mut self, inst: Inst) {
        self.function.insts[inst].debug_loc = self.function.insts[self.at].debug_loc;
        self.function.insert_before(self.at, inst);
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.function.values[value].ty
    }

    /// An integer of at most 64 bits.
    pub fn int(&mut self, ty: Type, value: u64) -> Value {
        let id = self.module.int_constant(ty, value);
        self.function.const_value(&self.module.consts, id)
    }

    /// Any value of a type, of which nothing is used.
    pub fn poison(&mut self, ty: Type) -> Value {
        let id = self.module.constant(ty, ConstKind::Poison);
        self.function.const_value(&self.module.consts, id)
    }

    /// An operation on two integers.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        self.value(InstKind::Binary(op), ty, &[left, right])
    }

    /// A conversion to `ty`, if the value is not of that type.
    pub fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        self.value(InstKind::Cast(op), ty, &[value])
    }

    /// The address `bytes` bytes further on.
    pub fn offset(&mut self, address: Value, bytes: u64) -> Value {
        if bytes == 0 {
            return address;
        }
        let [byte, word] = [8, 64].map(|bits| self.module.types.int(bits));
        let bytes = self.int(word, bytes);
        let kind = InstKind::GetElementPtr { source: byte };
        let inst = self
            .function
            .create_inst(kind, TypeTable::PTR, true, &[address, bytes], &[]);
        self.function.insts[inst].flags = InstFlags::INBOUNDS;
        self.insert(inst);
        self.function.insts[inst]
            .result
            .expect("it was made with a result")
    }

    /// What is at an address.
    pub fn load(&mut self, ty: Type, address: Value, align: u64) -> Value {
        let kind = InstKind::Load {
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        self.value(kind, ty, &[address])
    }

    /// Puts a value at an address.
    pub fn store(&mut self, value: Value, address: Value, align: u64) {
        let kind = InstKind::Store {
            align,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        let operands = [value, address];
        let inst = self
            .function
            .create_inst(kind, TypeTable::VOID, false, &operands, &[]);
        self.insert(inst);
    }
}

/// The alignment at `offset` bytes after a place with alignment `align`.
pub fn align_at(align: u64, offset: u64) -> u64 {
    let either = align | offset;
    1 << either.trailing_zeros().min(63)
}
