//! `loop-reduce`: what is computed of a counter by a product is counted as well.
//!
//! ```text
//!   head:                                            head:
//!     %i = phi i64 [ 0, %before ], [ %n, %latch ]      %i = phi i64 [ 0, %before ], [ %n, %latch ]
//!     %a = getelementptr %S, ptr %p, i64 %i      ─▶    %a = phi ptr [ %p, %before ], [ %b, %latch ]
//!     …                                                …
//!     %n = add i64 %i, 1                               %n = add i64 %i, 1
//!                                                      %b = getelementptr i8, ptr %a, i64 24
//! ```
//!
//! Products with a constant or with a number from outside the loop, and elements of arrays of a size by which addresses do
//! not scale. Elements with the same place but for a constant share a counter. Innermost loops only: there a product in
//! each round costs more than a register that lives through the loop. LLVM's pass of this name weighs all that is
//! computed of a counter against each other; this one does what is always a gain.
//!
//! ```text
//!   same_counters    counters that go along with another one
//!   fixed_parts      parts of addresses that the loop does not change
//!   this file        products and addresses that are counted
//! ```
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same.
//!
//! # Preserves
//! Blocks and their edges, but for a block before a loop where there was none.

mod fixed_parts;
mod same_counters;

use avarice_ir::{
    BinaryOp, Block, Function, GepStep, GepWalk, Global, Inst, InstKind, Loop, Module, Type,
    TypeTable, Value,
};
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::build::{Builder, insert_first};
use crate::edges::{incoming, insert_block, is_branch};
use crate::indvars::int_of;
use crate::loop_simplify::Loops;
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};
use fixed_parts::FixedPart;

/// How many counters a loop gets at most.
const MAX_NEW: usize = 4;

/// `loop-reduce`.
pub const PASS: PassInfo = PassInfo {
    name: "loop-reduce",
    class_name: "LoopStrengthReducePass",
    summary: "count products and addresses of a loop's counter",
    make: MakePass::Function(|| Box::<LoopReduce>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct LoopReduce {
    loops: Loops,
    /// How many blocks there were when loops were looked for.
    known_blocks: usize,
    layout: KeptLayout,
    counters: Vec<Counter>,
    reduced: Vec<Reduced>,
    parts: Vec<FixedPart>,
}

/// A phi to which each round adds a constant.
#[derive(Clone, Copy)]
struct Counter {
    value: Value,
    /// What it begins with.
    first: Value,
    /// The sum.
    next: Value,
    step: i64,
}

/// The current loop.
#[derive(Clone, Copy)]
struct Place {
    id: Loop,
    header: Block,
    /// The only block outside from which the loop is entered.
    before: Block,
    /// Whether that one leads nowhere else, so that code may be put at its end.
    is_open: bool,
    latch: Block,
}

impl Place {
    /// The end of a block from which the loop and nothing else is entered, which is made if there is none.
    fn open(&mut self, function: &mut Function) -> Option<Inst> {
        if !self.is_open {
            let new = insert_block(function, self.header, &[self.before]);
            let at = function.layout.iter().position(|it| *it == self.header);
            function.layout.insert(at.unwrap_or(0), new);
            (self.before, self.is_open) = (new, true);
        }
        function.terminator(self.before)
    }
}

/// What a counter is multiplied by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// A number from outside the loop.
    Product(Value),
    /// The size of elements at an address from outside the loop.
    Element { base: Value, size: u64 },
}

/// A counter that was made, and what of: `counter * factor`, or the address of an element.
#[derive(Clone, Copy)]
struct Reduced {
    counter: Value,
    of: Of,
    value: Value,
}

/// What can be counted.
struct Candidate {
    counter: Counter,
    of: Of,
    /// What is added to the counter before it is multiplied.
    ahead: i64,
    /// Bytes further on than the element.
    offset: i64,
}

impl FunctionPass for LoopReduce {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.loops.compute(function);
        if self.loops.info.is_empty() {
            return false;
        }
        self.known_blocks = function.blocks.len();
        self.layout.update(module);
        let mut has_inner: SecondaryMap<Loop, bool> = SecondaryMap::new();
        for id in self.loops.info.loops() {
            if let Some(parent) = self.loops.info.parent(id) {
                has_inner[parent] = true;
            }
        }
        let mut changed = false;
        for id in self.loops.info.loops() {
            if let Some(mut place) = self.place(function, id).filter(|_| !has_inner[id]) {
                changed |= self.reduce(module, function, &mut place, log);
            }
        }
        changed
    }

    fn keeps_records(&self) -> bool {
        true
    }
}

impl LoopReduce {
    fn place(&self, function: &Function, id: Loop) -> Option<Place> {
        let header = self.loops.info.header(id);
        let preds = self.loops.cfg.predecessors(header).iter();
        let mut outside = preds.filter(|block| !self.loops.info.contains(id, **block));
        let before = *outside.next()?;
        let is_entered = outside.all(|block| *block == before) && is_branch(function, before);
        is_entered.then_some(Place {
            id,
            header,
            before,
            is_open: self.loops.cfg.successors(before) == [header],
            latch: self.loops.latch(id)?,
        })
    }

    fn reduce(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
        log: &mut Log,
    ) -> bool {
        self.find_counters(module, function, place);
        self.reduced.clear();
        if self.counters.is_empty() {
            return false;
        }
        let mut changed = self.merge_counters(module, function, place);
        changed |= self.fix_parts(module, function, place);
        for at in 0..self.loops.info.blocks(place.id).len() {
            let block = self.loops.info.blocks(place.id)[at];
            let mut next = function.blocks[block].first.expand();
            while let Some(inst) = next {
                next = function.insts[inst].next.expand();
                let Some(candidate) = self.candidate(module, function, place, inst) else {
                    continue;
                };
                let Some(value) = self.counted(module, function, place, &candidate) else {
                    continue;
                };
                log.line(|| {
                    let inst = avarice_ir::printer::print_inst(module, function, inst);
                    format!("LSR: counting {}", inst.trim_start())
                });
                replace(module, function, inst, (value, &candidate));
                changed = true;
            }
        }
        changed
    }

    fn find_counters(&mut self, module: &Module, function: &Function, place: &Place) {
        self.counters.clear();
        for phi in function.block_insts(place.header) {
            if !function.is_phi(phi) {
                break;
            }
            self.counters.extend(counter(module, function, place, phi));
        }
    }

    /// What `inst` computes, if that can be counted and is worth it.
    fn candidate(
        &self,
        module: &Module,
        function: &Function,
        place: &Place,
        inst: Inst,
    ) -> Option<Candidate> {
        let result = function.insts[inst].result.expand()?;
        if function.is_unused(result) {
            return None;
        }
        match function.insts[inst].kind {
            InstKind::Binary(BinaryOp::Mul) => self.product(module, function, place, inst),
            InstKind::GetElementPtr { source } => {
                self.element(module, function, place, (inst, source))
            }
            _ => None,
        }
    }

    fn product(
        &self,
        module: &Module,
        function: &Function,
        place: &Place,
        inst: Inst,
    ) -> Option<Candidate> {
        let [left, right] = [0, 1].map(|index| function.operand(inst, index));
        let of = |sum: Value, factor: Value| {
            let (counter, ahead) = self.sum(module, function, sum)?;
            let is_outside = !self.is_inside(function, place, factor);
            let number = int_of(module, function, factor);
            // Addresses and `lea` multiply by these.
            let is_cheap = matches!(number, Some(-1..=5 | 8 | 9));
            let is_laid_down = ahead == 0 || number.is_some();
            (is_outside && !is_cheap && is_laid_down).then_some(Candidate {
                counter,
                of: Of::Product(factor),
                ahead,
                offset: 0,
            })
        };
        of(left, right).or_else(|| of(right, left))
    }

    /// The address of an element of an array from outside, of a size by which addresses do not scale.
    fn element(
        &self,
        module: &Module,
        function: &Function,
        place: &Place,
        (inst, source): (Inst, Type),
    ) -> Option<Candidate> {
        let layout = self.layout.get()?;
        let mut operands = function.operands(inst);
        let base = operands.next().filter(|base| {
            function.values[*base].ty == TypeTable::PTR && !self.is_inside(function, place, *base)
        })?;
        let mut walk = GepWalk::new(source);
        let (mut found, mut offset) = (None, 0i64);
        for index in operands {
            let number = int_of(module, function, index);
            match walk.step(layout, &module.types, number)? {
                GepStep::Offset(bytes) => offset = offset.wrapping_add(bytes),
                GepStep::Stride(size) => {
                    let is_word = module.types.int_bits(function.values[index].ty) == Some(64);
                    let sum = self.sum(module, function, index).filter(|_| is_word)?;
                    if found.replace((sum, size)).is_some() {
                        return None;
                    }
                }
            }
        }
        let ((counter, ahead), size) = found?;
        let is_cheap = matches!(size, 0 | 1 | 2 | 4 | 8);
        (!is_cheap && i64::try_from(size).is_ok()).then_some(Candidate {
            counter,
            of: Of::Element { base, size },
            ahead,
            offset,
        })
    }

    /// The counter that `value` is, and how far ahead of it.
    fn sum(&self, module: &Module, function: &Function, value: Value) -> Option<(Counter, i64)> {
        let counter = |value: Value| {
            let found = self
                .counters
                .iter()
                .find(|it| it.value == value || it.next == value)?;
            Some((*found, if found.value == value { 0 } else { found.step }))
        };
        if let Some(found) = counter(value) {
            return Some(found);
        }
        let inst = function.def_inst(value)?;
        if function.insts[inst].kind != InstKind::Binary(BinaryOp::Add) {
            return None;
        }
        let (found, ahead) = counter(function.operand(inst, 0))?;
        let more = int_of(module, function, function.operand(inst, 1))?;
        Some((found, ahead.wrapping_add(more)))
    }

    /// The value of `candidate` without what is added to it: that of a counter, which is made if there is none yet.
    fn counted(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &mut Place,
        candidate: &Candidate,
    ) -> Option<Value> {
        let (counter, of) = (candidate.counter, candidate.of);
        let known = |it: &&Reduced| it.counter == counter.value && it.of == of;
        if let Some(known) = self.reduced.iter().find(known) {
            return Some(known.value);
        }
        if self.reduced.len() == MAX_NEW {
            return None;
        }
        let (before, end) = (place.open(function)?, function.terminator(place.latch)?);
        let mut builder = Builder {
            module,
            function,
            at: before,
        };
        let (first, step) = match of {
            Of::Product(factor) => {
                let ty = builder.ty(factor);
                let step = builder.int(ty, counter.step as u64);
                (
                    product(&mut builder, counter.first, factor),
                    product(&mut builder, step, factor),
                )
            }
            Of::Element { base, size } => {
                let word = builder.ty(counter.first);
                let size_of = builder.int(word, size);
                let bytes = product(&mut builder, counter.first, size_of);
                let step = builder.int(word, (counter.step as u64).wrapping_mul(size));
                (further(&mut builder, base, bytes), step)
            }
        };
        let ty = builder.ty(first);
        let phi = builder
            .function
            .create_inst(InstKind::Phi, ty, true, &[], &[]);
        insert_first(builder.function, place.header, phi);
        let value = builder.function.insts[phi].result.expand()?;
        builder.at = end;
        let next = match of {
            Of::Product(_) => builder.binary(BinaryOp::Add, value, step),
            Of::Element { .. } => further(&mut builder, value, step),
        };
        function.set_incoming(phi, &[first, next], &[place.before, place.latch]);
        self.reduced.push(Reduced {
            counter: counter.value,
            of,
            value,
        });
        Some(value)
    }

    fn is_inside(&self, function: &Function, place: &Place, value: Value) -> bool {
        let block = function
            .def_inst(value)
            .and_then(|def| function.insts[def].block.expand());
        // New blocks are before loops.
        let mut blocks = block
            .into_iter()
            .filter(|block| block.index() < self.known_blocks);
        blocks.any(|block| self.loops.info.contains(place.id, block))
    }
}

/// Replaces `inst` by `value` and what `candidate` adds to it.
fn replace(
    module: &mut Module,
    function: &mut Function,
    inst: Inst,
    (value, candidate): (Value, &Candidate),
) {
    let Some(result) = function.insts[inst].result.expand() else {
        return;
    };
    let ahead = candidate.ahead;
    let mut builder = Builder {
        module,
        function,
        at: inst,
    };
    let new = match candidate.of {
        Of::Product(_) if ahead == 0 => value,
        Of::Product(factor) => {
            let ty = builder.ty(factor);
            let ahead = builder.int(ty, ahead as u64);
            let more = product(&mut builder, ahead, factor);
            builder.binary(BinaryOp::Add, value, more)
        }
        Of::Element { size, .. } => {
            let word = builder.ty(candidate.counter.first);
            let bytes = ahead
                .wrapping_mul(size as i64)
                .wrapping_add(candidate.offset);
            let bytes = builder.int(word, bytes as u64);
            further(&mut builder, value, bytes)
        }
    };
    function.replace_all_uses(result, new);
    function.remove_inst(inst);
}

/// The product of two numbers, computed now where both are known.
fn product(builder: &mut Builder<'_>, left: Value, right: Value) -> Value {
    let numbers = [left, right].map(|value| int_of(builder.module, builder.function, value));
    match numbers {
        [Some(0), _] | [_, Some(1)] => left,
        [_, Some(0)] | [Some(1), _] => right,
        [Some(left_number), Some(right_number)] => {
            let ty = builder.ty(left);
            builder.int(ty, left_number.wrapping_mul(right_number) as u64)
        }
        _ => builder.binary(BinaryOp::Mul, left, right),
    }
}

/// The address `bytes` bytes further on.
fn further(builder: &mut Builder<'_>, address: Value, bytes: Value) -> Value {
    if int_of(builder.module, builder.function, bytes) == Some(0) {
        return address;
    }
    let source = builder.module.types.int(8);
    let kind = InstKind::GetElementPtr { source };
    builder.value(kind, TypeTable::PTR, &[address, bytes])
}

/// The counter that a phi of the header is.
fn counter(module: &Module, function: &Function, place: &Place, phi: Inst) -> Option<Counter> {
    let data = &function.insts[phi];
    let is_number = matches!(module.types.int_bits(data.ty), Some(32 | 64));
    let value = data.result.expand().filter(|_| is_number)?;
    let next = incoming(function, phi, place.latch)?;
    let add = function.def_inst(next)?;
    let is_sum = function.insts[add].kind == InstKind::Binary(BinaryOp::Add);
    if !is_sum || function.operand(add, 0) != value {
        return None;
    }
    Some(Counter {
        value,
        first: incoming(function, phi, place.before)?,
        next,
        step: int_of(module, function, function.operand(add, 1))?,
    })
}
