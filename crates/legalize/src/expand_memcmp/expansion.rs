//! The code of an expanded comparison.

use avarice_ir::{
    BinaryOp, Block, CastOp, ConstKind, Inst, InstFlags, InstKind, IntPredicate, Intrinsic, Type,
    TypeTable, Value, ValueDef, typing,
};

use super::super::calls::replace_incoming;
use super::loads::Load;
use super::{Outcome, is_zero};
use crate::builder::Builder;

/// Makes the code of one call. Where it takes several blocks, the call goes along from block to block: new instructions are put
/// in front of it.
pub(super) struct Expansion<'b, 'a, 'l> {
    pub builder: &'b mut Builder<'a>,
    /// The call.
    call: Inst,
    /// What is compared, with what is known of the alignment.
    sides: [(Value, u64); 2],
    /// The number of bytes.
    size: u64,
    /// The loads of each side.
    loads: &'l [Load],
}

/// The blocks of an expansion that has several.
struct Blocks {
    /// One for each comparison.
    loads: Vec<Block>,
    /// Where a difference is found.
    difference: Block,
    /// What follows the call.
    end: Block,
}

/// The values that a phi gets, and from where.
#[derive(Default)]
struct Incoming {
    values: Vec<Value>,
    blocks: Vec<Block>,
}

impl Incoming {
    fn push(&mut self, value: Value, block: Block) {
        self.values.push(value);
        self.blocks.push(block);
    }
}

/// How the bytes of two loads become numbers.
#[derive(Clone, Copy)]
struct Numbers {
    /// The type with the first byte as the highest one, if it is to be that.
    swapped: Option<Type>,
    /// The type in the end, if it is another.
    extended: Option<Type>,
}

impl<'b, 'a, 'l> Expansion<'b, 'a, 'l> {
    pub fn new(builder: &'b mut Builder<'a>, size: u64, loads: &'l [Load]) -> Self {
        let call = builder.at;
        let sides = [0, 1].map(|index| {
            let side = builder.function.operand(call, index);
            (side, known_align(builder, side))
        });
        Self {
            builder,
            call,
            sides,
            size,
            loads,
        }
    }

    /// Whether bytes differ, as 0 or 1, with `per_block` loads a block.
    pub fn equality(&mut self, per_block: usize, order: &mut Vec<Block>) -> Value {
        let mut groups = self.loads.chunks(per_block).peekable();
        if self.loads.len() <= per_block {
            let differ = self.any_differs(self.loads);
            self.answer(differ);
            return self.builder.cast(CastOp::ZExt, differ, TypeTable::I32);
        }
        let blocks = self.create_blocks(self.loads.len().div_ceil(per_block), order);
        let mut results = Incoming::default();
        let mut at = 0;
        while let Some(group) = groups.next() {
            let differ = self.any_differs(group);
            let next = blocks.loads.get(at + 1).copied().unwrap_or(blocks.end);
            self.branch(differ, [blocks.difference, next]);
            if groups.peek().is_none() {
                let zero = self.builder.int(TypeTable::I32, 0);
                results.push(zero, blocks.loads[at]);
            }
            self.go_to(next);
            at += 1;
        }
        let one = self.builder.int(TypeTable::I32, 1);
        results.push(one, blocks.difference);
        self.append(blocks.difference, &[], &[blocks.end]);
        self.phi(blocks.end, TypeTable::I32, &results)
    }

    /// Replaces comparisons of the call's result with zero: whether bytes `differ` is known as a bit.
    fn answer(&mut self, differ: Value) {
        let function = &mut *self.builder.function;
        let Some(result) = function.insts[self.call].result.expand() else {
            return;
        };
        let uses = function.uses_of(result);
        let users: Vec<Inst> = uses.map(|slot| function.uses[slot].user).collect();
        for user in users {
            let (module, function) = (&*self.builder.module, &*self.builder.function);
            let answer = match function.insts[user].kind {
                InstKind::ICmp(_) if !is_zero(module, function, function.operand(user, 1)) => {
                    continue;
                }
                InstKind::ICmp(IntPredicate::Ne) => differ,
                InstKind::ICmp(IntPredicate::Eq) => self.inverse(differ),
                _ => continue,
            };
            let function = &mut *self.builder.function;
            if let Some(old) = function.insts[user].result.expand() {
                function.replace_all_uses(old, answer);
            }
            function.remove_inst(user);
        }
    }

    /// Whether what `differ` compares is equal.
    fn inverse(&mut self, differ: Value) -> Value {
        let function = &self.builder.function;
        match function.def_inst(differ) {
            Some(inst) => {
                let [left, right] = [0, 1].map(|index| function.operand(inst, index));
                self.builder.icmp(IntPredicate::Eq, left, right)
            }
            None => self.builder.not(differ),
        }
    }

    /// How the bytes of several loads compare, with one load a block.
    pub fn order(&mut self, order: &mut Vec<Block>) -> Value {
        let blocks = self.create_blocks(self.loads.len(), order);
        let widest = self.int_type(self.loads[0].size);
        let mut results = Incoming::default();
        let mut sources = [Incoming::default(), Incoming::default()];
        for (at, load) in self.loads.iter().enumerate() {
            let block = blocks.loads[at];
            let next = blocks.loads.get(at + 1).copied();
            if load.size == 1 {
                self.compare_bytes(load, [Some(blocks.end), next], &mut results);
            } else {
                let swapped = self.int_type(load.size);
                let numbers = self.load_pair(load, Numbers::swapped(swapped, widest));
                for (source, number) in sources.iter_mut().zip(numbers) {
                    source.push(number, block);
                }
                let [left, right] = numbers;
                let equal = self.builder.icmp(IntPredicate::Eq, left, right);
                let next = next.unwrap_or(blocks.end);
                self.branch(equal, [next, blocks.difference]);
                if next == blocks.end {
                    let zero = self.builder.int(TypeTable::I32, 0);
                    results.push(zero, block);
                }
            }
            self.go_to(next.unwrap_or(blocks.difference));
        }
        let [left, right] = sources.map(|source| self.phi(blocks.difference, widest, &source));
        let below = self.builder.icmp(IntPredicate::Ult, left, right);
        let [less, more] = [-1, 1].map(|it: i64| self.builder.int(TypeTable::I32, it as u64));
        let sign = self.builder.select(below, less, more);
        self.append(blocks.difference, &[], &[blocks.end]);
        results.push(sign, blocks.difference);
        self.go_to(blocks.end);
        self.phi(blocks.end, TypeTable::I32, &results)
    }

    /// The difference of one or two bytes.
    pub fn difference(&mut self) -> Value {
        let swapped = (self.size == 2).then(|| self.int_type(2));
        let numbers = Numbers {
            swapped,
            extended: Some(TypeTable::I32),
        };
        let [left, right] = self.load_pair(&self.loads[0], numbers);
        self.builder.binary(BinaryOp::Sub, left, right)
    }

    /// How the bytes of one load of more than two compare.
    pub fn order_of_one(&mut self) -> Value {
        let [left, right] = self.swapped_pair();
        let predicates = [IntPredicate::Ugt, IntPredicate::Ult];
        let bits = predicates.map(|predicate| self.builder.icmp(predicate, left, right));
        let [more, less] = bits.map(|bit| self.builder.cast(CastOp::ZExt, bit, TypeTable::I32));
        self.builder.binary(BinaryOp::Sub, more, less)
    }

    /// Whether the bytes of one load compare as is asked, in the place of the instruction that asks.
    pub fn outcome(&mut self, outcome: Outcome) {
        let [left, right] = self.swapped_pair();
        let answer = self.builder.icmp(outcome.predicate, left, right);
        let function = &self.builder.function;
        let ty = function.insts[outcome.user].ty;
        let old = function.insts[outcome.user].result.expand();
        let answer = self.builder.cast(CastOp::ZExt, answer, ty);
        if let Some(old) = old {
            self.builder.function.replace_all_uses(old, answer);
        }
        self.builder.function.remove_inst(outcome.user);
    }

    /// The numbers of the only load.
    fn swapped_pair(&mut self) -> [Value; 2] {
        let ty = self.int_type(self.size.next_power_of_two());
        self.load_pair(&self.loads[0], Numbers::swapped(ty, ty))
    }

    /// Compares two bytes by subtraction. A difference goes to the first block of `targets`, equality to the second; if there
    /// is no second one, both go to the first.
    fn compare_bytes(&mut self, load: &Load, targets: [Option<Block>; 2], results: &mut Incoming) {
        let numbers = Numbers {
            swapped: None,
            extended: Some(TypeTable::I32),
        };
        let [left, right] = self.load_pair(load, numbers);
        let difference = self.builder.binary(BinaryOp::Sub, left, right);
        let Some(block) = self.builder.function.insts[self.call].block.expand() else {
            return;
        };
        results.push(difference, block);
        match targets {
            [Some(end), Some(next)] => {
                let zero = self.builder.int(TypeTable::I32, 0);
                let differ = self.builder.icmp(IntPredicate::Ne, difference, zero);
                self.branch(differ, [end, next]);
            }
            [Some(end), None] => self.append(block, &[], &[end]),
            _ => {}
        }
    }

    /// Whether any pair of `loads` differs.
    fn any_differs(&mut self, loads: &[Load]) -> Value {
        let same = Numbers {
            swapped: None,
            extended: None,
        };
        if let [load] = loads {
            let [left, right] = self.load_pair(load, same);
            return self.builder.icmp(IntPredicate::Ne, left, right);
        }
        let widest = self.int_type(self.loads[0].size);
        let extended = Numbers {
            extended: Some(widest),
            ..same
        };
        let mut differences = Vec::with_capacity(loads.len());
        for load in loads {
            let [left, right] = self.load_pair(load, extended);
            differences.push(self.builder.binary(BinaryOp::Xor, left, right));
        }
        while differences.len() > 1 {
            let pairs = differences.chunks(2);
            let combined = pairs.map(|pair| match *pair {
                [left, right] => self.builder.binary(BinaryOp::Or, left, right),
                _ => pair[0],
            });
            differences = combined.collect();
        }
        let zero = typing::zero(&self.builder.module.types, widest);
        let zero = self.builder.module.constant(widest, zero);
        let Builder {
            module, function, ..
        } = &mut *self.builder;
        let zero = function.const_value(&module.consts, zero);
        self.builder.icmp(IntPredicate::Ne, differences[0], zero)
    }

    /// The numbers that both sides have at `load`.
    fn load_pair(&mut self, load: &Load, numbers: Numbers) -> [Value; 2] {
        let ty = self.int_type(load.size);
        let sides = self.sides.map(|(side, align)| {
            if load.offset == 0 {
                return (side, align);
            }
            let offset = self.builder.int(TypeTable::I64, load.offset);
            let place = self.builder.element_pointer(TypeTable::I8, side, offset);
            (place, align.min(1 << load.offset.trailing_zeros()))
        });
        let mut values = sides.map(|(place, align)| self.builder.load(ty, place, align));
        if let Some(swapped) = numbers.swapped {
            values = values.map(|value| self.builder.cast(CastOp::ZExt, value, swapped));
            values = values.map(|value| {
                let flags = InstFlags::empty();
                self.builder
                    .intrinsic(Intrinsic::Bswap, &[swapped], swapped, flags, &[value])
            });
        }
        match numbers.extended {
            Some(ty) => values.map(|value| self.builder.cast(CastOp::ZExt, value, ty)),
            None => values,
        }
    }

    /// The integer of so many bytes.
    fn int_type(&mut self, bytes: u64) -> Type {
        self.builder.module.types.int(bytes as u32 * 8)
    }

    // ---- Blocks --------------------------------------------------------------------------------

    /// Makes blocks out of that of the call, which moves to the first one for loads.
    fn create_blocks(&mut self, count: usize, order: &mut Vec<Block>) -> Blocks {
        let function = &mut *self.builder.function;
        let head = function.insts[self.call].block;
        let blocks = Blocks {
            difference: function.create_block(b""),
            loads: (0..count).map(|_| function.create_block(b"")).collect(),
            end: function.create_block(b""),
        };
        function.move_insts_after(self.call, blocks.end);
        if let Some(head) = head.expand() {
            for successor in function.successors(blocks.end).to_vec() {
                let edges = function.successors(blocks.end).len();
                replace_incoming(function, successor, head, &vec![blocks.end; edges]);
            }
            self.go_to(blocks.loads[0]);
            self.append(head, &[], &[blocks.loads[0]]);
        }
        order.push(blocks.difference);
        order.extend(&blocks.loads);
        order.push(blocks.end);
        blocks
    }

    /// Moves the call to the end of a block that has no terminator yet, or to the front of one that has.
    fn go_to(&mut self, block: Block) {
        let function = &mut *self.builder.function;
        match function.blocks[block].first.expand() {
            Some(first) => function.move_before(self.call, first),
            None => function.move_to_end(self.call, block),
        }
    }

    /// Ends the block of the call with a branch that depends on `condition`.
    fn branch(&mut self, condition: Value, targets: [Block; 2]) {
        if let Some(block) = self.builder.function.insts[self.call].block.expand() {
            self.append(block, &[condition], &targets);
        }
    }

    /// Ends `block` with a branch.
    fn append(&mut self, block: Block, condition: &[Value], targets: &[Block]) {
        let kind = match condition.is_empty() {
            true => InstKind::Br,
            false => InstKind::CondBr,
        };
        let function = &mut *self.builder.function;
        let branch = function.create_inst(kind, TypeTable::VOID, false, condition, targets);
        function.insts[branch].debug_loc = function.insts[self.call].debug_loc;
        function.set_origin(branch, self.call);
        function.append_inst(block, branch);
    }

    /// The value that comes into `block`, in front of all that it has.
    fn phi(&mut self, block: Block, ty: Type, incoming: &Incoming) -> Value {
        let Incoming { values, blocks } = incoming;
        let function = &mut *self.builder.function;
        let phi = function.create_inst(InstKind::Phi, ty, true, values, blocks);
        function.insts[phi].debug_loc = function.insts[self.call].debug_loc;
        function.set_origin(phi, self.call);
        // Nothing but phis is before the call.
        let first = function.insts[self.call].block.expand() == Some(block);
        match function.blocks[block].first.expand() {
            Some(_) if first => function.insert_before(self.call, phi),
            Some(first) => function.insert_before(first, phi),
            None => function.append_inst(block, phi),
        }
        let result = function.insts[phi].result.expand();
        result.expect("a phi has a result")
    }
}

impl Numbers {
    /// Numbers of type `ty` with the first byte as the highest one, then extended to `widest`.
    fn swapped(ty: Type, widest: Type) -> Self {
        Self {
            swapped: Some(ty),
            extended: Some(widest),
        }
    }
}

/// What is known of an address's alignment.
fn known_align(builder: &Builder<'_>, address: Value) -> u64 {
    let (module, function) = (&*builder.module, &*builder.function);
    let align = match function.values[address].def {
        ValueDef::Inst(inst) => match function.insts[inst].kind {
            InstKind::Alloca { align, .. } => Some(align),
            _ => None,
        },
        ValueDef::Arg(index) => {
            let own = module.globals[builder.global].function();
            own.and_then(|own| {
                let attrs = own.attrs.params.get(index as usize).copied().flatten();
                module.attrs(attrs).int("align")
            })
        }
        ValueDef::Const(id) => match module.consts[id].kind {
            ConstKind::Global(global) => module.globals[global].align,
            _ => None,
        },
        ValueDef::Forward => None,
    };
    align.unwrap_or(1).max(1)
}
