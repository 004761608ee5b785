//! `early-cse`: what was computed or loaded before is not computed or loaded again.
//!
//! ```text
//!   %a = getelementptr i32, ptr %p, i64 %i       known: this address
//!   %x = load i32, ptr %a                        known: %x is at %a
//!   %b = getelementptr i32, ptr %p, i64 %i       is %a
//!   %y = load i32, ptr %b                        is %x
//!   store i32 %z, ptr %b                         known: %z is at %a, and nothing else of what memory holds
//!   %v = load i32, ptr %a                        is %z
//! ```
//!
//! A walk over the dominator tree: what is known in a block is known in those below it; leaving a block forgets what
//! was learned there. Nothing is known about memory at the start of a block with several predecessors, since other
//! paths lead there.
//!
//! | what | file |
//! |---|---|
//! | instructions by what they compute | [`table`] |
//! | what is known about memory, and what a write invalidates | [`memory`] |
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same; no value is computed where a dominating block has computed an equal one.
//!
//! # Preserves
//! Blocks and their edges.

mod memory;
mod table;

use avarice_ir::{
    AttributeKind, Block, Cfg, Const, ConstKind, DominatorTree, Function, Global, Inst, InstKind,
    Intrinsic, Module, TypeTable, intrinsics::called_global,
};
use cranelift_entity::SecondaryMap;

use crate::effects::is_removable;
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};
use memory::Memory;
use table::{ExpressionTable, hash_of};

/// `early-cse`.
pub const PASS: PassInfo = PassInfo {
    name: "early-cse",
    class_name: "EarlyCSEPass",
    summary: "reuse what has been computed or loaded before",
    make: MakePass::Function(|| Box::<EarlyCse>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct EarlyCse {
    cfg: Cfg,
    tree: DominatorTree,
    table: ExpressionTable,
    memory: Memory,
    walk: Vec<Step>,
    /// By attachment kind: whether it says something of a loaded value.
    restricting: Vec<bool>,
    /// By constant that is a function: `None` until queried, then whether it computes its result from its arguments
    /// only.
    pure_callees: SecondaryMap<Const, Option<bool>>,
}

/// A step of the walk over the dominator tree.
enum Step {
    Enter(Block),
    /// Forget what was learned since there was so much.
    Leave {
        expressions: usize,
        facts: usize,
    },
}

impl FunctionPass for EarlyCse {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.cfg.compute(function);
        self.tree.compute(&self.cfg);
        self.table.reset();
        self.memory.reset(module, function);
        self.restricting.clear();
        let kinds = module.metadata.kinds.iter();
        self.restricting.extend(kinds.map(|kind| {
            let says_something = ["range", "nonnull", "noundef", "align"].contains(&&**kind);
            says_something || kind.starts_with("dereferenceable")
        }));
        let mut changed = false;
        self.walk.push(Step::Enter(function.entry()));
        while let Some(step) = self.walk.pop() {
            match step {
                Step::Leave { expressions, facts } => {
                    self.table.truncate(expressions);
                    self.memory.undo(facts);
                }
                Step::Enter(block) => {
                    self.walk.push(Step::Leave {
                        expressions: self.table.len(),
                        facts: self.memory.mark(),
                    });
                    changed |= self.visit_block(module, function, block, log);
                    // The first child is next, so that the walk goes through memory forwards.
                    let children = self.tree.children(block).iter().rev();
                    self.walk.extend(children.map(|block| Step::Enter(*block)));
                }
            }
        }
        changed
    }
}

impl EarlyCse {
    fn visit_block(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        block: Block,
        log: &mut Log,
    ) -> bool {
        match self.cfg.predecessors(block) {
            [from] => self.learn_condition(module, function, *from, block),
            _ => self.memory.forget_all(),
        }
        self.memory.begin_block();
        let mut changed = false;
        let mut next = function.blocks[block].first.expand();
        while let Some(inst) = next {
            next = function.insts[inst].next.expand();
            let result = function.insts[inst].result.expand();
            let is_unused = result.is_some_and(|result| function.is_unused(result));
            let has_changed = if is_unused && is_removable(module, function, inst) {
                function.remove_inst(inst);
                true
            } else if self.is_expression(module, function, inst) {
                self.visit_expression(module, function, inst, log)
            } else {
                let restricting = &self.restricting;
                self.memory.visit(module, function, inst, restricting)
            };
            changed |= has_changed;
        }
        changed
    }

    /// In a block that is reached only where a condition is true, or false, it is that constant; so is what computes the
    /// same.
    fn learn_condition(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        from: Block,
        block: Block,
    ) {
        let Some(branch) = function.terminator(from) else {
            return;
        };
        let [if_true, if_false] = *function.inst_blocks(branch) else {
            return;
        };
        if !matches!(function.insts[branch].kind, InstKind::CondBr) || if_true == if_false {
            return;
        }
        let condition = function.def_inst(function.operand(branch, 0));
        if let Some(condition) = condition
            && self.is_expression(module, function, condition)
        {
            let value = module.constant(TypeTable::I1, ConstKind::Int(u64::from(block == if_true)));
            let value = function.const_value(&module.consts, value);
            self.table
                .insert(hash_of(function, condition), condition, value);
        }
    }

    /// Replaces `inst` by a value that is known to be equal, or makes it known.
    fn visit_expression(
        &mut self,
        module: &Module,
        function: &mut Function,
        inst: Inst,
        log: &mut Log,
    ) -> bool {
        let Some(result) = function.insts[inst].result.expand() else {
            return false;
        };
        let hash = hash_of(function, inst);
        let Some(known) = self.table.find(function, hash, inst) else {
            self.table.insert(hash, inst, result);
            return false;
        };
        log.line(|| {
            let inst = avarice_ir::printer::print_inst(module, function, inst);
            let value = avarice_ir::printer::print_value(module, function, known);
            format!("EarlyCSE: {}  =>  {value}", inst.trim_start())
        });
        if let Some(def) = function.def_inst(known) {
            // What only one of them promises is not promised to the users of both.
            let flags = function.insts[inst].flags;
            function.insts[def].flags &= flags;
        }
        function.replace_all_uses(result, known);
        function.remove_inst(inst);
        true
    }

    /// Whether the result of `inst` depends on its operands only, and computing it does nothing else.
    fn is_expression(&mut self, module: &Module, function: &Function, inst: Inst) -> bool {
        match &function.insts[inst].kind {
            InstKind::FNeg
            | InstKind::Binary(_)
            | InstKind::ExtractElement
            | InstKind::InsertElement
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue(_)
            | InstKind::InsertValue(_)
            | InstKind::GetElementPtr { .. }
            | InstKind::Cast(_)
            | InstKind::ICmp(_)
            | InstKind::FCmp(_)
            | InstKind::Select => true,
            InstKind::Call(info) => {
                let callee = function.operands(inst).next_back();
                let Some(callee) = callee.and_then(|value| function.as_const(value)) else {
                    return false;
                };
                info.bundles.is_empty()
                    && *self.pure_callees[callee]
                        .get_or_insert_with(|| is_pure(module, function, inst))
            }
            _ => false,
        }
    }
}

/// Whether a call is of an intrinsic that computes its result from its arguments.
fn is_pure(module: &Module, function: &Function, call: Inst) -> bool {
    let Some(callee) = called_global(module, function, call) else {
        return false;
    };
    let Some(data) = module.globals[callee].function() else {
        return false;
    };
    let attrs = module.attrs(data.attrs.function);
    let reads_nothing =
        matches!(attrs.get("memory"), Some(AttributeKind::Text(_, text)) if **text == *"none");
    let is_well_known = Intrinsic::of_global(module, callee).is_some();
    is_well_known
        && reads_nothing
        && attrs.has("willreturn")
        && attrs.has("nounwind")
        && !attrs.has("convergent")
}
