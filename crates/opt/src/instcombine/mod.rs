//! `instcombine`: combines instructions into fewer or simpler ones that compute the same.
//!
//! ```text
//!   %a = zext i8 %x to i32
//!   %b = and i32 %a, 255                %a
//!   %c = icmp ne i32 %a, 10             %c = icmp ne i8 %x, 10
//!   %d = zext i1 %c to i32
//!   %e = icmp ne i32 %d, 0              %c
//! ```
//!
//! An instruction is considered together with those that define its operands, and with no other memory or blocks.
//! Instructions to visit are on a work list; an instruction that changes puts its users and its operands there again.
//!
//! | file | what |
//! |---|---|
//! | `add_sub`, `multiply`, `shifts`, `logic` | integer arithmetic, by operation |
//! | `compares`, `intervals` | comparisons of integers; pairs that become one |
//! | `casts`, `narrow` | conversions; arithmetic in fewer bits where only those are used |
//! | `selects`, `phis`, `branches` | choices |
//! | `addresses`, `floats` | the rest |
//! | `known_bits` | analysis: bits that are the same whatever the program does |
//! | `reversal` | bits or bytes in reverse order |
//! | `roots` | square roots of non-negative numbers |
//! | `wanted` | demanded bits: operations that only affect unused bits |
//! | `patterns`, `make` | the vocabulary in which rules are written |
//!
//! Rules apply to integers of at most 64 bits; all others stay as they are.
//!
//! # Why it ends
//!
//! A rule produces fewer instructions, or as many in a canonical form that no rule leaves again: constants on the
//! right; additions rather than subtractions of constants; shifts and masks rather than products, quotients and
//! remainders by powers of two; strict comparisons with constants; unsigned operations where signs are known; narrow
//! comparisons and operations; flags are only added to existing instructions.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same, and no rule applies to it.
//!
//! # Preserves
//! Blocks and their edges, except the order of the two edges of a branch.

mod add_sub;
mod addresses;
mod branches;
mod casts;
mod compares;
mod floats;
mod intervals;
mod known_bits;
mod logic;
mod make;
mod multiply;
mod narrow;
mod patterns;
mod phis;
mod reversal;
mod roots;
mod selects;
mod shifts;
mod wanted;

use avarice_ir::{Block, Cfg, Const, DataLayout, Function, Global, Inst, InstKind, Module, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::effects::is_removable;
use crate::fold::Folder;
use crate::instsimplify;
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};

/// `instcombine`.
pub const PASS: PassInfo = PassInfo {
    name: "instcombine",
    class_name: "InstCombinePass",
    summary: "combine instructions into fewer or simpler ones",
    make: MakePass::Function(|| Box::<InstCombine>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct InstCombine {
    layout: KeptLayout,
    cfg: Cfg,
    work: Worklist,
    operands: Vec<Const>,
    /// By block: its first instruction that is not a phi, when last queried.
    after_phis: SecondaryMap<Block, PackedOption<Inst>>,
}

/// Instructions to look at, the last added first; each is there at most once.
#[derive(Default)]
struct Worklist {
    stack: Vec<Inst>,
    /// Made for the current instruction, in order: operands before users.
    made: Vec<Inst>,
    /// By instruction; no set of bits, for that would look for its new end when the last one goes.
    is_listed: SecondaryMap<Inst, bool>,
}

impl Worklist {
    fn push(&mut self, inst: Inst) {
        if !std::mem::replace(&mut self.is_listed[inst], true) {
            self.stack.push(inst);
        }
    }

    /// Puts new instructions on the list, so that the first is visited first.
    fn push_made(&mut self) {
        while let Some(inst) = self.made.pop() {
            self.push(inst);
        }
    }

    fn pop(&mut self) -> Option<Inst> {
        let inst = self.stack.pop()?;
        self.is_listed[inst] = false;
        Some(inst)
    }

    /// The instructions that use a value.
    fn push_users(&mut self, function: &Function, value: Value) {
        for slot in function.uses_of(value) {
            self.push(function.uses[slot].user);
        }
    }
}

/// What a rule did.
enum Combined {
    /// The result of the instruction is this value.
    Value(Value),
    /// The instruction itself was changed.
    InPlace,
}

impl From<Value> for Combined {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl FunctionPass for InstCombine {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.layout.update(module);
        let Some(layout) = self.layout.take() else {
            return false;
        };
        self.cfg.compute(function);
        self.after_phis.clear();
        // From the last: operands come off the list before their users.
        for block in self.cfg.postorder() {
            for inst in function.block_insts_rev(*block) {
                self.work.push(inst);
            }
        }
        let mut changed = false;
        while let Some(inst) = self.work.pop() {
            // In unreachable blocks a value may be made of itself.
            let block = function.insts[inst].block.expand();
            if block.is_some_and(|block| self.cfg.is_reachable(block)) {
                changed |= self.visit(module, &layout, function, inst, log);
            }
        }
        self.layout.put_back(layout);
        changed
    }
}

impl InstCombine {
    /// Applies the first rule that fits `inst`; whether one did.
    fn visit(
        &mut self,
        module: &mut Module,
        layout: &DataLayout,
        function: &mut Function,
        inst: Inst,
        log: &mut Log,
    ) -> bool {
        let result = function.insts[inst].result.expand();
        let is_unused = result.is_none_or(|result| function.is_unused(result));
        if is_unused && is_removable(module, function, inst) {
            self.remove(function, inst);
            return true;
        }
        let before = log
            .is_enabled()
            .then(|| avarice_ir::printer::print_inst(module, function, inst));
        let simpler = match result {
            Some(_) => instsimplify::simplify(module, layout, function, &mut self.operands, inst),
            None => None,
        };
        let combined = simpler.map(Combined::Value).or_else(|| {
            let mut combiner = Combiner {
                folder: Folder { module, layout },
                function,
                work: &mut self.work,
                cfg: &self.cfg,
                after_phis: &mut self.after_phis,
                at: inst,
            };
            combiner.combine()
        });
        let has_changed = self.apply(module, function, inst, combined, before, log);
        self.work.push_made();
        has_changed
    }

    /// Replaces `inst`, which was `before`, by what a rule found.
    fn apply(
        &mut self,
        module: &Module,
        function: &mut Function,
        inst: Inst,
        combined: Option<Combined>,
        before: Option<String>,
        log: &mut Log,
    ) -> bool {
        let result = function.insts[inst].result.expand();
        match (combined, result) {
            (Some(Combined::Value(value)), Some(result)) if value != result => {
                self.work.push_users(function, result);
                self.replace(function, result, value);
                if is_removable(module, function, inst) {
                    self.remove(function, inst);
                }
                log.line(|| {
                    let after = match function.def_inst(value) {
                        Some(def) => avarice_ir::printer::print_inst(module, function, def),
                        None => avarice_ir::printer::print_value(module, function, value),
                    };
                    format!(
                        "{}  =>  {}",
                        before.unwrap_or_default().trim(),
                        after.trim()
                    )
                });
                true
            }
            (Some(Combined::InPlace), _) => {
                log.line(|| {
                    let after = avarice_ir::printer::print_inst(module, function, inst);
                    format!(
                        "{}  =>  {}",
                        before.unwrap_or_default().trim(),
                        after.trim()
                    )
                });
                if let Some(result) = result {
                    self.work.push_users(function, result);
                }
                self.work.push(inst);
                true
            }
            _ => false,
        }
    }

    /// Makes users of `old` use `new`, which gets its name if it has none and is an instruction.
    fn replace(&mut self, function: &mut Function, old: Value, new: Value) {
        let name = function.values[old].name;
        let is_nameless = function.name(function.values[new].name).is_empty();
        if is_nameless && function.def_inst(new).is_some() {
            function.values[new].name = name;
            function.values[old].name = Default::default();
        }
        function.replace_all_uses(old, new);
    }

    /// Removes `inst`; its operands have one use less, and what still uses one may be the only user now.
    fn remove(&mut self, function: &mut Function, inst: Inst) {
        for index in (0..function.num_operands(inst)).rev() {
            let operand = function.operand(inst, index);
            if let Some(def) = function.def_inst(operand) {
                self.work.push(def);
                if function.uses_of(operand).take(3).count() <= 2 {
                    self.work.push_users(function, operand);
                }
            }
        }
        function.remove_inst(inst);
    }
}

/// Looks for something simpler that computes what one instruction does.
struct Combiner<'a> {
    folder: Folder<'a>,
    function: &'a mut Function,
    work: &'a mut Worklist,
    cfg: &'a Cfg,
    after_phis: &'a mut SecondaryMap<Block, PackedOption<Inst>>,
    /// The instruction.
    at: Inst,
}

impl Combiner<'_> {
    fn combine(&mut self) -> Option<Combined> {
        let inst = self.at;
        if let Some(found) = self.leave_out_unwanted() {
            return Some(found);
        }
        match self.function.insts[inst].kind {
            InstKind::Binary(op) => self.binary(op),
            InstKind::Cast(op) => self.cast(op),
            InstKind::ICmp(predicate) => self.icmp(predicate),
            InstKind::Select => self.select(),
            InstKind::Phi => self.phi(),
            InstKind::CondBr => self.branch(),
            InstKind::Switch => self.switch(),
            InstKind::GetElementPtr { source } => self.address(source),
            InstKind::Call(_) => self.square_root().or_else(|| self.reversal()),
            _ => None,
        }
    }

    /// An operation on two numbers.
    fn binary(&mut self, op: avarice_ir::BinaryOp) -> Option<Combined> {
        use avarice_ir::BinaryOp::*;
        let (mut left, mut right) = (self.operand(0), self.operand(1));
        let is_commutative = matches!(op, Add | Mul | And | Or | Xor | FAdd | FMul);
        if is_commutative && self.is_constant(left) && !self.is_constant(right) {
            (left, right) = (right, left);
            self.set_operand(0, left);
            self.set_operand(1, right);
            return Some(Combined::InPlace);
        }
        match op {
            FSub => return self.subtract_float(left, right),
            FDiv => return self.divide_floats(left, right),
            _ => {}
        }
        let bits = self.bits_of(left)?;
        let combined = match op {
            Add => self.add(bits, left, right),
            Sub => self.sub(bits, left, right),
            Mul => self.mul(bits, left, right),
            UDiv | SDiv => self.divide(op, bits, left, right),
            URem | SRem => self.remainder(op, bits, left, right),
            Shl | LShr | AShr => self.shift(op, bits, left, right),
            Or => self
                .logic(op, bits, left, right)
                .or_else(|| self.reversal()),
            And | Xor => self.logic(op, bits, left, right),
            FAdd | FSub | FMul | FDiv | FRem => None,
        };
        combined
            .or_else(|| self.operation_on_phi())
            .or_else(|| self.add_flags(op, bits, left, right))
    }
}
