//! `indvars`: counters that become part of addresses count in the width of addresses.
//!
//! ```text
//!   head:                                         head:
//!     %i = phi i32 [ 0, %before ], [ %n, %head ]    %w = phi i64 [ 0, %before ], [ %v, %head ]
//!     %j = add nsw i32 %i, 2                        %k = add nsw i64 %w, 2
//!     %s = sext i32 %j to i64                  ─▶   %a = getelementptr i32, ptr %p, i64 %k
//!     %a = getelementptr i32, ptr %p, i64 %s        …
//!     …                                             %v = add nsw i64 %w, 1
//!     %n = add nsw i32 %i, 1                        %d = icmp slt i64 %v, 9
//!     %c = icmp slt i32 %n, 9                       br i1 %d, label %head, label %exit
//!     br i1 %c, label %head, label %exit
//! ```
//!
//! `nsw` makes that correct: the narrow sum is the wide one, or poison. Additions, subtractions, multiplications and
//! shifts of this kind between the counter and the extension are widened with it; values from outside are extended
//! before the loop. The narrow counter then disappears: comparisons with loop invariants compare the wide one, and
//! other users get its low bits.
//!
//! Inner loops come first: the extensions placed before them are then handled in the enclosing loop.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same, whose loops have the form of [`loop_simplify`](crate::loop_simplify).
//!
//! # Preserves
//! Blocks and their edges, but for that form.

use avarice_ir::{
    BinaryOp, Block, CastOp, ConstKind, Function, Global, Inst, InstFlags, InstKind, Loop, Module,
    Type, TypeData, Use, Value,
};
use cranelift_entity::SecondaryMap;

use crate::build::{Builder, insert_first};
use crate::edges::incoming;
use crate::loop_simplify::Loops;
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};
use crate::preheaders::open_preheader;

/// The width of addresses.
const WIDE: u32 = 64;
/// How many operations are followed from an extension to a counter.
const MAX_DEPTH: u32 = 4;

/// `indvars`.
pub const PASS: PassInfo = PassInfo {
    name: "indvars",
    class_name: "IndVarSimplifyPass",
    summary: "widen counters that become part of addresses to the width of addresses",
    make: MakePass::Function(|| Box::<IndVarSimplify>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct IndVarSimplify {
    loops: Loops,
    /// By loop: its own blocks in reverse postorder.
    own_blocks: SecondaryMap<Loop, Vec<Block>>,
    /// Counters of the current loop.
    counters: Vec<Counter>,
    /// Values from outside the current loop, and their extensions before it.
    extended: Vec<(Value, Value)>,
}

/// A phi to which each round adds a constant, and no sum wraps.
#[derive(Clone, Copy)]
struct Counter {
    phi: Inst,
    value: Value,
    /// What it begins with.
    first: Value,
    /// The sum, and the instruction that adds.
    next: Value,
    add: Inst,
    step: i64,
    /// The phi and the sum in the width of addresses, once they are needed.
    wide: Option<(Value, Value)>,
}

/// The current loop.
#[derive(Clone, Copy)]
struct Place {
    id: Loop,
    header: Block,
    before: Block,
    /// The end of the block before the loop.
    end: Inst,
    latch: Block,
}

impl FunctionPass for IndVarSimplify {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut changed = self.loops.simplify(function);
        self.own_blocks.clear();
        for block in self.loops.cfg.postorder().iter().rev() {
            if let Some(id) = self.loops.info.loop_of(*block) {
                self.own_blocks[id].push(*block);
            }
        }
        for id in self.loops.info.loops().rev() {
            if let Some(place) = self.place(function, id) {
                changed |= self.widen_counters(module, function, &place, log);
            }
        }
        changed
    }
}

impl IndVarSimplify {
    fn place(&self, function: &Function, id: Loop) -> Option<Place> {
        let before = open_preheader(function, &self.loops.cfg, &self.loops.info, id)?;
        Some(Place {
            id,
            header: self.loops.info.header(id),
            before,
            end: function.terminator(before)?,
            latch: self.loops.latch(id)?,
        })
    }

    fn widen_counters(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &Place,
        log: &mut Log,
    ) -> bool {
        self.find_counters(module, function, place);
        self.extended.clear();
        if self.counters.is_empty() {
            return false;
        }
        let wide = module.types.int(WIDE);
        let mut changed = false;
        for block in std::mem::take(&mut self.own_blocks[place.id]) {
            let mut next = function.blocks[block].first.expand();
            while let Some(inst) = next {
                next = function.insts[inst].next.expand();
                let data = &function.insts[inst];
                // Of what is not negative, either extension is the other.
                let extends = match data.kind {
                    InstKind::Cast(CastOp::SExt) => true,
                    InstKind::Cast(CastOp::ZExt) => data.flags.contains(InstFlags::NNEG),
                    _ => false,
                };
                let result = data.result.expand();
                let Some(result) = result.filter(|_| extends && data.ty == wide) else {
                    continue;
                };
                let narrow = function.operand(inst, 0);
                if self.counts(function, place, narrow, MAX_DEPTH) != Some(true) {
                    continue;
                }
                log.line(|| {
                    let inst = avarice_ir::printer::print_inst(module, function, inst);
                    format!("IndVars: widening {}", inst.trim_start())
                });
                let value = self.widen(module, function, place, narrow);
                function.replace_all_uses(result, value);
                function.remove_inst(inst);
                changed = true;
            }
        }
        for counter in std::mem::take(&mut self.counters) {
            self.drop_narrow(module, function, place, &counter);
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

    /// Whether a value can be made wide: `Some(true)` if it depends on a counter of the loop, `Some(false)` if it comes
    /// from outside.
    fn counts(&self, function: &Function, place: &Place, value: Value, depth: u32) -> Option<bool> {
        let Some(def) = self.def_inside(function, place, value) else {
            return Some(false);
        };
        let is_counter = |counter: &Counter| counter.value == value || counter.next == value;
        if self.counters.iter().any(is_counter) {
            return Some(true);
        }
        let data = &function.insts[def];
        let is_exact = matches!(
            data.kind,
            InstKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
        ) && data.flags.contains(InstFlags::NSW);
        // Where it is used otherwise, too, it would be computed twice.
        if !is_exact || depth == 0 || !function.has_one_use(value) {
            return None;
        }
        let [left, right] = [0, 1]
            .map(|index| self.counts(function, place, function.operand(def, index), depth - 1));
        Some(left? | right?)
    }

    /// Makes a value wide for which [`Self::counts`] says that it can be.
    fn widen(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &Place,
        value: Value,
    ) -> Value {
        let Some(def) = self.def_inside(function, place, value) else {
            return self.extend(module, function, place, value);
        };
        for at in 0..self.counters.len() {
            let counter = self.counters[at];
            if counter.value == value || counter.next == value {
                let (phi, next) = self.wide_counter(module, function, place, at);
                return if counter.value == value { phi } else { next };
            }
        }
        let [left, right] = [0, 1].map(|index| {
            let operand = function.operand(def, index);
            self.widen(module, function, place, operand)
        });
        let kind = function.insts[def].kind.clone();
        make(module, function, def, kind, &[left, right], InstFlags::NSW)
    }

    /// The wide phi of a counter and its sum, which are created on demand.
    fn wide_counter(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &Place,
        at: usize,
    ) -> (Value, Value) {
        let counter = self.counters[at];
        if let Some(wide) = counter.wide {
            return wide;
        }
        let first = self.extend(module, function, place, counter.first);
        let ty = module.types.int(WIDE);
        let phi = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
        insert_first(function, place.header, phi);
        let value = function.insts[phi].result.expect("a phi has a result");
        let step = module.int_constant(ty, counter.step as u64);
        let step = function.const_value(&module.consts, step);
        let kind = InstKind::Binary(BinaryOp::Add);
        let next = make(
            module,
            function,
            counter.add,
            kind,
            &[value, step],
            InstFlags::NSW,
        );
        function.set_incoming(phi, &[first, next], &[place.before, place.latch]);
        self.counters[at].wide = Some((value, next));
        (value, next)
    }

    /// The extension of a value from outside the loop.
    fn extend(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &Place,
        value: Value,
    ) -> Value {
        let known = self.extended.iter().find(|(narrow, _)| *narrow == value);
        if let Some((_, wide)) = known {
            return *wide;
        }
        let ty = module.types.int(WIDE);
        let wide = match int_of(module, function, value) {
            Some(number) => {
                let id = module.int_constant(ty, number as u64);
                function.const_value(&module.consts, id)
            }
            None => {
                let mut builder = Builder {
                    module,
                    function,
                    at: place.end,
                };
                builder.cast(CastOp::SExt, value, ty)
            }
        };
        self.extended.push((value, wide));
        wide
    }

    /// Gives the users of a counter that was made wide that, and removes it.
    fn drop_narrow(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &Place,
        counter: &Counter,
    ) {
        let Some((wide, wide_next)) = counter.wide else {
            return;
        };
        for (narrow, wide) in [(counter.value, wide), (counter.next, wide_next)] {
            let uses: Vec<Use> = function.uses_of(narrow).collect();
            let mut low = None;
            for slot in uses {
                let user = function.uses[slot].user;
                if user == counter.phi || user == counter.add {
                    continue;
                }
                if self.compare_wide(module, function, place, (user, narrow, wide)) {
                    continue;
                }
                let low = *low.get_or_insert_with(|| low_bits(function, narrow, wide, place));
                function.set_use(slot, low);
            }
        }
        // They only use each other now.
        function.set_operand(counter.add, 0, counter.first);
        function.remove_inst(counter.phi);
        function.remove_inst(counter.add);
    }

    /// Makes a comparison of a counter with what comes from outside the loop one of the wide counter. Returns whether
    /// `user` is such a comparison.
    fn compare_wide(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        place: &Place,
        (user, narrow, wide): (Inst, Value, Value),
    ) -> bool {
        // Extended with their signs, numbers keep their order, as unsigned ones too.
        let InstKind::ICmp(_) = function.insts[user].kind else {
            return false;
        };
        let [left, right] = [0, 1].map(|index| function.operand(user, index));
        let other = if left == narrow { right } else { left };
        let block = function.insts[user].block.expand();
        let is_inside = block.is_some_and(|block| self.loops.info.contains(place.id, block));
        if !is_inside || self.def_inside(function, place, other).is_some() {
            return false;
        }
        let other = self.extend(module, function, place, other);
        let operands = if left == narrow {
            [wide, other]
        } else {
            [other, wide]
        };
        for (index, value) in operands.into_iter().enumerate() {
            function.set_operand(user, index, value);
        }
        true
    }

    /// The instruction in the loop that defines a value.
    fn def_inside(&self, function: &Function, place: &Place, value: Value) -> Option<Inst> {
        let def = function.def_inst(value)?;
        let block = function.insts[def].block.expand()?;
        self.loops.info.contains(place.id, block).then_some(def)
    }
}

/// The counter that a phi of the header is.
fn counter(module: &Module, function: &Function, place: &Place, phi: Inst) -> Option<Counter> {
    let data = &function.insts[phi];
    let is_narrow = matches!(module.types[data.ty], TypeData::Integer(8..WIDE));
    let value = data.result.expand().filter(|_| is_narrow)?;
    let next = incoming(function, phi, place.latch)?;
    let add = function.def_inst(next)?;
    let sum = &function.insts[add];
    let is_sum = sum.kind == InstKind::Binary(BinaryOp::Add) && sum.flags.contains(InstFlags::NSW);
    if !is_sum || function.operand(add, 0) != value {
        return None;
    }
    Some(Counter {
        phi,
        value,
        first: incoming(function, phi, place.before)?,
        next,
        add,
        step: int_of(module, function, function.operand(add, 1))?,
        wide: None,
    })
}

/// The number that a value is, with its sign.
pub(crate) fn int_of(module: &Module, function: &Function, value: Value) -> Option<i64> {
    let id = function.as_const(value)?;
    let bits = module.types.int_bits(module.consts[id].ty)?;
    match module.consts[id].kind {
        ConstKind::Int(number) if (1..=WIDE).contains(&bits) => {
            let unused = WIDE - bits;
            Some(((number << unused) as i64) >> unused)
        }
        _ => None,
    }
}

/// An instruction in front of another.
fn make(
    module: &mut Module,
    function: &mut Function,
    at: Inst,
    kind: InstKind,
    operands: &[Value],
    flags: InstFlags,
) -> Value {
    let ty: Type = module.types.int(WIDE);
    let mut builder = Builder {
        module,
        function,
        at,
    };
    let value = builder.value(kind, ty, operands);
    let inst = function.def_inst(value);
    function.insts[inst.expect("an instruction defines it")].flags = flags;
    value
}

/// The low bits of a wide counter, to replace the narrow one.
fn low_bits(function: &mut Function, narrow: Value, wide: Value, place: &Place) -> Value {
    let ty = function.values[narrow].ty;
    let kind = InstKind::Cast(CastOp::Trunc);
    let low = function.create_inst(kind, ty, true, &[wide], &[]);
    let def = function.def_inst(narrow).expect("a counter is computed");
    function.insts[low].debug_loc = function.insts[def].debug_loc;
    let is_phi = function.is_phi(def);
    let at = if is_phi {
        let mut insts = function.block_insts(place.header);
        insts.find(|inst| !function.is_phi(*inst))
    } else {
        Some(def)
    };
    function.insert_before(at.expect("a block ends with a terminator"), low);
    let result = function.insts[low].result;
    result.expect("it was made with a result")
}
