//! `stack-protector`: guards against overruns of arrays on the stack.
//!
//! A function stores a secret number, the guard, in a slot between its arrays and what must be preserved for the
//! caller. Before it returns, it checks whether the number is unchanged:
//!
//! ```text
//!   entry:    %StackGuardSlot = alloca ptr
//!             %guard = call ptr @llvm.stackguard()
//!             call void @llvm.stackprotector(ptr %guard, ptr %StackGuardSlot)
//!             ...
//!             %now = call ptr @llvm.stackguard()
//!             %kept = load volatile ptr, ptr %StackGuardSlot
//!             %same = icmp eq ptr %now, %kept
//!             br i1 %same, label %SP_return, label %CallStackCheckFailBlk
//!   SP_return:
//!             ret i32 %r
//!   CallStackCheckFailBlk:
//!             call void @__stack_chk_fail()
//!             unreachable
//! ```
//!
//! The target knows where the guard comes from; frame layout puts the slot above all other objects.
//!
//! | file | does |
//! |---|---|
//! | `requires` | decides which functions need it |

mod requires;

use std::sync::Arc;

use avarice_ir::attribute::AttrSet;
use avarice_ir::metadata::{LocationNode, MetadataData};
use avarice_ir::{
    AtomicOrdering, AttributeKind, Block, CallInfo, DataLayout, Function, Global, GlobalKind, Inst,
    InstFlags, InstKind, IntPredicate, MetadataId, Module, TailKind, TypeData, TypeTable, Value,
};

use super::builder::Builder;
use super::calls::replace_incoming;
use crate::options::LegalizeOptions;
use crate::target::{ExpansionTarget, StackCheck};
pub use requires::{Overrun, ProtectionReason, protection_reasons, ssp_layouts};

/// What is called when the guard has changed.
const FAIL: &str = "__stack_chk_fail";

/// How likely the guard is what it was, and that it is not: weights of a branch, as llc has them.
const WEIGHTS: [u64; 2] = [2_147_481_600, 2048];

/// The functions of `module` that need a stack protector.
pub(super) fn protected_functions(module: &Module) -> Vec<Global> {
    let asks = |set: &AttrSet| ["ssp", "sspstrong", "sspreq"].iter().any(|it| set.has(it));
    if !module.attr_sets.values().any(asks) {
        return Vec::new();
    }
    let Ok(layout) = DataLayout::of_module(module) else {
        return Vec::new();
    };
    let needs = |global: &Global| {
        let body = module.globals[*global].body();
        body.is_some_and(|body| requires::requires_protector(module, &layout, *global, body))
    };
    module.globals.keys().filter(needs).collect()
}

/// Gives the functions `protected` a stack protector.
///
/// # Requires
/// A verified module.
///
/// # Ensures
/// A verified module. What the target's selection of `llvm.stackguard` refers to is declared.
pub(super) fn insert_stack_protectors(
    module: &mut Module,
    target: &dyn ExpansionTarget,
    protected: &[Global],
    options: &LegalizeOptions,
) {
    let names: [&[u8]; 2] = [b"llvm.stackguard", b"llvm.stackprotector"];
    let is_there = |name: &[u8]| module.globals_by_name.contains_key(name);
    if !protected.is_empty() || names.into_iter().any(is_there) {
        target.declare_stack_guard(module);
    }
    let check = target.stack_check(module, options.optimize);
    for global in protected {
        module.with_body(*global, |module, body| {
            Insertion {
                module,
                function: body,
                global: *global,
                target,
                check,
                checks_returns_only: options.checks_returns_only,
                slot: None,
                fail: None,
            }
            .run();
        });
    }
}

/// One function while it gets its protector.
struct Insertion<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    global: Global,
    target: &'a dyn ExpansionTarget,
    check: StackCheck,
    /// Whether calls that do not return are no exits.
    checks_returns_only: bool,
    /// The slot of the guard, once it is there.
    slot: Option<Value>,
    /// The block that calls [`FAIL`], once it is there.
    fail: Option<Block>,
}

impl Insertion<'_> {
    fn run(mut self) {
        let mut layout = Vec::with_capacity(self.function.layout.len());
        for at in 0..self.function.layout.len() {
            let block = self.function.layout[at];
            layout.push(block);
            let Some(place) = self.exit(block) else {
                continue;
            };
            let slot = match self.slot {
                Some(slot) => slot,
                None => self.insert_prologue(place),
            };
            let is_return = self.function.insts[place].kind == InstKind::Ret;
            if is_return || self.check == StackCheck::Exits {
                let place = self.before_tail_call(place);
                layout.push(self.insert_check(block, place, slot));
            }
        }
        layout.extend(self.fail);
        self.function.layout = layout;
    }

    /// Where control leaves the function from `block`: a return, or the first call that may throw but not return.
    fn exit(&self, block: Block) -> Option<Inst> {
        let end = self.function.terminator(block)?;
        if self.function.insts[end].kind == InstKind::Ret {
            return Some(end);
        }
        if self.checks_returns_only {
            return None;
        }
        let mut insts = self.function.block_insts(block);
        insts.find(|inst| {
            let is_call = self.function.insts[*inst].kind.call_info().is_some();
            is_call && self.call_has(*inst, "noreturn") && !self.call_has(*inst, "nounwind")
        })
    }

    /// Whether a call or the function that it calls has an attribute.
    fn call_has(&self, call: Inst, name: &str) -> bool {
        let info = self.function.insts[call].kind.call_info();
        let own = info.and_then(|info| info.attrs.function);
        let called = avarice_ir::intrinsics::called_global(self.module, self.function, call);
        let called = called.and_then(|global| self.module.globals[global].function());
        let called = called.and_then(|data| data.attrs.function);
        self.module.attrs(own).has(name) || self.module.attrs(called).has(name)
    }

    /// The tail call that belongs to the exit `place`, if there is one: nothing may come between.
    fn before_tail_call(&self, place: Inst) -> Inst {
        let prev = |inst: Inst| self.function.insts[inst].prev.expand();
        let is_tail_call = |inst: &Inst| match &self.function.insts[*inst].kind {
            InstKind::Call(info) => match info.tail {
                TailKind::MustTail => true,
                TailKind::Tail => self.check == StackCheck::Exits || self.becomes_jump(info),
                TailKind::None | TailKind::NoTail => false,
            },
            _ => false,
        };
        let first = prev(place);
        let second = first.and_then(prev);
        let mut candidates = first.into_iter().chain(second);
        candidates.find(is_tail_call).unwrap_or(place)
    }

    /// Whether selection is likely to make a jump of a call marked as a tail call: then the check has to be before it. If
    /// not, it is better after it.
    fn becomes_jump(&self, call: &CallInfo) -> bool {
        /// Of any target, and of the one that has the fewest.
        const ARGUMENT_REGISTERS: (u32, u32) = (8, 6);
        let own = self.module.globals[self.global].function();
        let own = self.module.attrs(own.and_then(|data| data.attrs.function));
        let is_variadic = matches!(
            self.module.types[call.fn_type],
            TypeData::Function { var_arg: true, .. }
        );
        // What is not in registers would have to be where the arguments of this function are.
        let registers = match is_variadic {
            true => ARGUMENT_REGISTERS.1,
            false => ARGUMENT_REGISTERS.0,
        };
        let in_memory = |attrs| self.module.attrs(attrs).has("byval");
        call.num_args <= registers
            && !call.attrs.params.iter().copied().any(in_memory)
            && own.string("disable-tail-calls") != Some("true")
    }

    fn builder(&mut self, at: Inst) -> Builder<'_> {
        Builder {
            module: &mut *self.module,
            function: &mut *self.function,
            at,
            global: self.global,
            target: self.target,
        }
    }

    /// Puts the guard into its slot, before all else. `exit` is some instruction.
    fn insert_prologue(&mut self, exit: Inst) -> Value {
        let entry = self.function.entry();
        let first = self.function.blocks[entry].first.expand();
        let mut builder = self.builder(first.unwrap_or(exit));
        let slot = builder.alloca(TypeTable::PTR, 8);
        let name = builder.function.intern_name(b"StackGuardSlot");
        builder.function.values[slot].name = name;
        let guard = builder.call("llvm.stackguard", TypeTable::PTR, &[]);
        builder.call_inst(
            "llvm.stackprotector",
            TypeTable::VOID,
            InstFlags::empty(),
            &[guard, slot],
        );
        self.slot = Some(slot);
        slot
    }

    /// Ends `block` before `place` with a check of the guard; returns the block that goes on from there.
    fn insert_check(&mut self, block: Block, place: Inst, slot: Value) -> Block {
        let fail = self.fail_block();
        let check = self.check;
        let mut builder = self.builder(place);
        let kind = InstKind::Load {
            align: 8,
            ordering: AtomicOrdering::NotAtomic,
            scope: None,
        };
        let stackguard =
            |builder: &mut Builder<'_>| builder.call("llvm.stackguard", TypeTable::PTR, &[]);
        let load = |builder: &mut Builder<'_>| {
            builder.value(kind, TypeTable::PTR, InstFlags::VOLATILE, &[slot])
        };
        let (guard, kept) = match check {
            StackCheck::Exits => {
                let guard = stackguard(&mut builder);
                (guard, load(&mut builder))
            }
            StackCheck::Returns => {
                let kept = load(&mut builder);
                (stackguard(&mut builder), kept)
            }
        };
        let same = builder.icmp(IntPredicate::Eq, guard, kept);
        let rest = self.function.create_block(b"SP_return");
        if let Some(compare) = self.function.def_inst(same) {
            self.function.move_insts_after(compare, rest);
        }
        let mut after: Vec<Block> = self.function.successors(rest).to_vec();
        after.sort_unstable();
        for edges in after.chunk_by(|a, b| a == b) {
            let from = vec![rest; edges.len()];
            replace_incoming(self.function, edges[0], block, &from);
        }
        let branch = self.function.create_inst(
            InstKind::CondBr,
            TypeTable::VOID,
            false,
            &[same],
            &[rest, fail],
        );
        self.function.set_origin(branch, place);
        self.function.append_inst(block, branch);
        self.attach_weights(branch);
        rest
    }

    /// Says how likely the check succeeds.
    fn attach_weights(&mut self, branch: Inst) {
        let metadata = &mut self.module.metadata;
        let known = metadata.kinds.iter().position(|kind| &**kind == "prof");
        let kind = known.unwrap_or_else(|| {
            metadata.kinds.push("prof".into());
            metadata.kinds.len() - 1
        });
        let name = MetadataData::String((*b"branch_weights").into());
        let mut operands = vec![Some(metadata.nodes.push(name))];
        for weight in WEIGHTS {
            let weight = self.module.int_constant(TypeTable::I32, weight);
            let nodes = &mut self.module.metadata.nodes;
            operands.push(Some(nodes.push(MetadataData::Const(weight))));
        }
        let node = self.module.metadata.nodes.push(MetadataData::Node {
            distinct: false,
            operands: operands.into(),
        });
        // The branch is the newest instruction, so that attachments stay sorted.
        self.function
            .attachments
            .push((branch, (kind as u32, node)));
    }

    /// The block that is gone to when the guard has changed.
    fn fail_block(&mut self) -> Block {
        if let Some(fail) = self.fail {
            return fail;
        }
        let fail = self.function.create_block(b"CallStackCheckFailBlk");
        let end = InstKind::Unreachable;
        let end = self
            .function
            .create_inst(end, TypeTable::VOID, false, &[], &[]);
        self.function.append_inst(fail, end);
        let location = self.no_line();
        let call = self
            .builder(end)
            .call_inst(FAIL, TypeTable::VOID, InstFlags::empty(), &[]);
        self.function.insts[call].debug_loc = location.into();
        let callee = self.module.globals_by_name.get(FAIL.as_bytes()).copied();
        if let Some(callee) = callee {
            mark_noreturn(self.module, callee);
        }
        self.fail = Some(fail);
        fail
    }

    /// The location of code that no line of a function with debug information stands for.
    fn no_line(&mut self) -> Option<MetadataId> {
        let metadata = &mut self.module.metadata;
        let is_dbg = |kind: u32| {
            metadata
                .kinds
                .get(kind as usize)
                .is_some_and(|k| &**k == "dbg")
        };
        let own = self.module.globals[self.global].metadata.iter();
        let (_, scope) = own.copied().find(|(kind, _)| is_dbg(*kind))?;
        let node = LocationNode::new(0, 0, scope);
        Some(metadata.nodes.push(MetadataData::Location(node)))
    }
}

/// Marks a function as one that does not return.
fn mark_noreturn(module: &mut Module, global: Global) {
    let Some(old) = module.globals[global].function().map(|f| f.attrs.function) else {
        return;
    };
    let mut set = module.attrs(old).clone();
    if set.has("noreturn") {
        return;
    }
    set.attrs.push(AttributeKind::Enum(Arc::from("noreturn")));
    let new = module.intern_attrs(set);
    if let GlobalKind::Function(function) = &mut module.globals[global].kind {
        function.attrs.function = new;
    }
}
