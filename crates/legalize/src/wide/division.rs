//! Division of integers that are held in words: a function for each width, made when it is first needed.
//!
//! It is long division in base two. The rest of the dividend and the quotient share one register, out of
//! which the dividend is shifted as the quotient is shifted in:
//!
//! ```text
//!   remainder               dividend │ quotient
//!   ────────────── ◀ 1 bit  ──────────────────── ◀ 1 bit: whether the divisor went in
//! ```

use avarice_ir::{
    BinaryOp, Block, CallInfo, CallingConv, CastOp, Function, Global, GlobalKind, InstFlags,
    InstKind, IntPredicate, Intrinsic, Linkage, Module, TailKind, Type, TypeData, TypeTable, Value,
};

use super::super::builder::Builder;
use super::Splitter;
use crate::target::ExpansionTarget;

impl Splitter<'_> {
    /// The function `void (ptr quotient, ptr remainder, iN dividend, iN divisor)` for unsigned numbers of
    /// `bits` bits.
    pub(super) fn divider(&mut self, bits: u32) -> Global {
        let name = format!("avarice.udivrem.i{bits}");
        if let Some(found) = self.module.globals_by_name.get(name.as_bytes()) {
            return *found;
        }
        let ty = self.module.types.int(bits);
        let fn_type = divider_type(self.module, ty);
        let mut function = Function::new();
        let args = [TypeTable::PTR, TypeTable::PTR, ty, ty].map(|ty| function.add_arg(ty, b""));
        Divider {
            module: &mut *self.module,
            function: &mut function,
            global: self.global,
            target: self.target,
        }
        .fill(args);
        let entry = self.function.entry();
        let at = self.function.blocks[entry].first.expand();
        let mut builder = self.before(at.expect("a block has a terminator"));
        let global = builder.declare(&name, fn_type);
        let data = &mut self.module.globals[global];
        data.linkage = Linkage::Private;
        if let GlobalKind::Function(data) = &mut data.kind {
            data.body = Some(Box::new(function));
        }
        global
    }
}

/// The type of the function, before numbers become words.
pub(super) fn divider_type(module: &mut Module, ty: Type) -> Type {
    let params = [TypeTable::PTR, TypeTable::PTR, ty, ty].into();
    module.types.intern(TypeData::Function {
        ret: TypeTable::VOID,
        params,
        var_arg: false,
    })
}

/// The call of a divider with this many arguments.
pub(super) fn divider_call(fn_type: Type, num_args: u32) -> InstKind {
    InstKind::Call(Box::new(CallInfo {
        fn_type,
        conv: CallingConv::C,
        tail: TailKind::None,
        attrs: avarice_ir::AttributeList::default(),
        num_args,
        bundles: Vec::new(),
        address_space: 0,
    }))
}

/// A divider in the making.
struct Divider<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    /// The function that needs it: its attributes count.
    global: Global,
    target: &'a dyn ExpansionTarget,
}

impl Builder<'_> {
    /// Ends the current block with a branch on `condition` instead of its present terminator.
    fn branch(&mut self, condition: Value, yes: Block, no: Block) {
        let blocks = [yes, no];
        let branch = self.function.create_inst(
            InstKind::CondBr,
            TypeTable::VOID,
            false,
            &[condition],
            &blocks,
        );
        self.function.insert_before(self.at, branch);
        self.function.remove_inst(self.at);
        self.at = branch;
    }

    fn return_both(&mut self, places: [Value; 2], values: [Value; 2]) {
        for (place, value) in places.into_iter().zip(values) {
            self.store(value, place, 8);
        }
    }

    fn same_zeros(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let never = self.int(TypeTable::I1, 0);
        let flags = InstFlags::empty();
        self.intrinsic(Intrinsic::Ctlz, &[ty], ty, flags, &[value, never])
    }
}

impl Divider<'_> {
    /// Appends a terminator to `block` and returns what inserts before it.
    fn end(&mut self, block: Block, kind: InstKind, targets: &[Block]) -> Builder<'_> {
        let at = self
            .function
            .create_inst(kind, TypeTable::VOID, false, &[], targets);
        self.function.append_inst(block, at);
        Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            global: self.global,
            target: self.target,
            at,
        }
    }

    fn fill(&mut self, args: [Value; 4]) {
        let [quotient_place, remainder_place, dividend, divisor] = args;
        let places = [quotient_place, remainder_place];
        let ty = self.function.values[dividend].ty;
        let bits = self.module.types.int_bits(ty).unwrap_or(0);
        let [entry, small, start, again, done] = [(); 5].map(|()| self.function.append_block(b""));
        let number = |builder: &mut Builder<'_>, value: u64| {
            let id = super::wide_const(builder.module, ty, value);
            builder.function.const_value(&builder.module.consts, id)
        };

        let mut b = self.end(entry, InstKind::Unreachable, &[]);
        let is_small = b.icmp(IntPredicate::Ult, dividend, divisor);
        b.branch(is_small, small, start);

        let mut b = self.end(small, InstKind::Ret, &[]);
        let zero = number(&mut b, 0);
        b.return_both(places, [zero, dividend]);

        let mut b = self.end(start, InstKind::Br, &[again]);
        let [divisor_zeros, dividend_zeros] = [divisor, dividend].map(|value| b.same_zeros(value));
        let by = b.binary(BinaryOp::Sub, divisor_zeros, dividend_zeros);
        let (one, last) = (number(&mut b, 1), number(&mut b, u64::from(bits - 1)));
        let half = b.binary(BinaryOp::LShr, dividend, one);
        let first_remainder = b.binary(BinaryOp::LShr, half, by);
        let up = b.binary(BinaryOp::Sub, last, by);
        let first_quotient = b.binary(BinaryOp::Shl, dividend, up);
        let first_count = b.cast(CastOp::Trunc, by, TypeTable::I32);

        let mut b = self.end(again, InstKind::Unreachable, &[]);
        let [quotient, remainder, count] =
            [ty, ty, TypeTable::I32].map(|ty| b.value(InstKind::Phi, ty, InstFlags::empty(), &[]));
        let up = b.binary(BinaryOp::Shl, remainder, one);
        let next = b.binary(BinaryOp::LShr, quotient, last);
        let grown = b.binary(BinaryOp::Or, up, next);
        let goes_in = b.icmp(IntPredicate::Uge, grown, divisor);
        let less = b.binary(BinaryOp::Sub, grown, divisor);
        let next_remainder = b.select(goes_in, less, grown);
        let up = b.binary(BinaryOp::Shl, quotient, one);
        let bit = b.cast(CastOp::ZExt, goes_in, ty);
        let next_quotient = b.binary(BinaryOp::Or, up, bit);
        let next_count = b.binary_int(BinaryOp::Sub, count, 1);
        let zero = b.int(TypeTable::I32, 0);
        let is_last = b.icmp(IntPredicate::Eq, count, zero);
        b.branch(is_last, done, again);
        let incoming = [
            (quotient, first_quotient, next_quotient),
            (remainder, first_remainder, next_remainder),
            (count, first_count, next_count),
        ];
        for (phi, first, next) in incoming {
            if let Some(phi) = b.function.def_inst(phi) {
                b.function.add_incoming(phi, first, start);
                b.function.add_incoming(phi, next, again);
            }
        }

        let mut b = self.end(done, InstKind::Ret, &[]);
        b.return_both(places, [next_quotient, next_remainder]);
    }
}
