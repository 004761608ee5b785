//! `licm`: what computes the same in each round of a loop is computed before it.
//!
//! ```text
//!   before:                              before:
//!     br label %loop                       %n = load i32, ptr @n
//!   loop:                                  %k = mul i32 %a, %b
//!     %n = load i32, ptr @n                br label %loop
//!     %k = mul i32 %a, %b              ─▶ loop:
//!     %x = add i32 %k, %i                  %x = add i32 %k, %i
//!     …                                    …
//! ```
//!
//! Inner loops come first: what is hoisted out of one is considered again for the loop around it. A load is hoisted out
//! of a loop in which nothing writes its [object](crate::objects), if the memory is known to be valid, or the loop is
//! certain to begin with the load. Memory that a loop loads and stores is kept in a value during the loop
//! ([`promote`]). Comparisons and constant offsets stay, since they become part of branches and addresses; they are
//! hoisted together with instructions that need them.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same; each loop that can be entered by branches only has a block of its own
//! before it.

mod promote;

use avarice_ir::{
    AtomicOrdering, AttributeKind, BinaryOp, Block, CastOp, Cfg, ConstKind, DominatorTree,
    Function, Global, Inst, InstFlags, InstKind, Intrinsic, Linkage, Loop, LoopInfo, Module, Value,
    ValueDef, intrinsics::called_global,
};
use cranelift_entity::{EntitySet, SecondaryMap};

use crate::effects::has_side_effects;
use crate::mem2reg::PromoteMemory;
use crate::objects::{Object, Objects, Write};
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};
use crate::preheaders::{self, open_preheader};
use promote::Accesses;

/// Limit of the objects that are distinguished in what a loop writes.
const MAX_OBJECTS: usize = 16;
/// How far what is needed for an instruction is followed.
const MAX_DEPTH: u32 = 4;

/// `licm`.
pub const PASS: PassInfo = PassInfo {
    name: "licm",
    class_name: "LICMPass",
    summary: "hoist loop-invariant code out of loops",
    make: MakePass::Function(|| Box::<Licm>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct Licm {
    layout: KeptLayout,
    cfg: Cfg,
    tree: DominatorTree,
    loops: LoopInfo,
    objects: Objects,
    /// By loop: what is written in it.
    writes: SecondaryMap<Loop, Writes>,
    /// By loop: its own blocks in reverse postorder.
    own_blocks: SecondaryMap<Loop, Vec<Block>>,
    /// By instruction: whether it has left a loop.
    moved: SecondaryMap<Inst, bool>,
    accesses: Accesses,
    promote: PromoteMemory,
}

/// What is written in a loop.
#[derive(Clone, Debug, Default)]
struct Writes {
    is_anything: bool,
    objects: Vec<Object>,
}

impl Writes {
    fn add(&mut self, write: Write) {
        match write {
            Write::Nothing => {}
            Write::Anything => self.is_anything = true,
            Write::To(object) => {
                if !self.objects.contains(&object) {
                    self.objects.push(object);
                }
                self.is_anything |= self.objects.len() > MAX_OBJECTS;
            }
        }
    }

    fn may_change(&self, object: Object) -> bool {
        let mut objects = self.objects.iter();
        self.is_anything || objects.any(|other| object.may_be_written_as(*other))
    }
}

impl FunctionPass for Licm {
    fn run(
        &mut self,
        module: &mut Module,
        global: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.layout.update(module);
        self.compute(function);
        if self.loops.is_empty() {
            return false;
        }
        let mut changed = preheaders::insert(function, &self.cfg, &self.loops);
        if changed {
            self.compute(function);
        }
        self.objects.compute(module, function);
        self.collect(module, function);
        for id in self.loops.loops().rev() {
            if let Some(before) = open_preheader(function, &self.cfg, &self.loops, id) {
                changed |= self.hoist_from(module, function, id, before, log);
            }
        }
        if self.promote_all(module, function) {
            self.promote.run(module, global, function, log);
            changed = true;
        }
        // What was promised of a value was promised where it was computed.
        let moved = &self.moved;
        function.attachments.retain(|(inst, _)| !moved[*inst]);
        changed
    }
}

impl Licm {
    /// Keeps in values what loops without others inside load and store. Returns whether any do.
    fn promote_all(&mut self, module: &mut Module, function: &mut Function) -> bool {
        let Some(layout) = self.layout.take() else {
            return false;
        };
        let mut has_inner: EntitySet<Loop> = EntitySet::new();
        has_inner.extend(self.loops.loops().filter_map(|id| self.loops.parent(id)));
        let mut changed = false;
        for id in self.loops.loops().filter(|id| !has_inner.contains(*id)) {
            if let Some(before) = open_preheader(function, &self.cfg, &self.loops, id) {
                changed |= self.promote(module, &layout, function, id, before);
            }
        }
        self.layout.put_back(layout);
        changed
    }

    fn compute(&mut self, function: &Function) {
        self.cfg.compute(function);
        self.tree.compute(&self.cfg);
        self.loops.compute(&self.cfg, &self.tree);
    }

    /// Notes for each loop its own blocks, and what is written in it and in those inside it.
    fn collect(&mut self, module: &Module, function: &Function) {
        self.writes.clear();
        self.own_blocks.clear();
        self.moved.clear();
        for block in self.cfg.postorder().iter().rev() {
            if let Some(id) = self.loops.loop_of(*block) {
                self.own_blocks[id].push(*block);
                for inst in function.block_insts(*block) {
                    self.writes[id].add(self.objects.write_of(module, function, inst));
                }
            }
        }
        for id in self.loops.loops().rev() {
            if let Some(parent) = self.loops.parent(id) {
                let inner = std::mem::take(&mut self.writes[id]);
                let outer = &mut self.writes[parent];
                outer.is_anything |= inner.is_anything;
                for object in &inner.objects {
                    outer.add(Write::To(*object));
                }
                self.writes[id] = inner;
            }
        }
    }

    /// Hoists what can be computed before a loop out of its own blocks; those of inner loops have been processed.
    fn hoist_from(
        &mut self,
        module: &Module,
        function: &mut Function,
        id: Loop,
        before: Block,
        log: &mut Log,
    ) -> bool {
        let Some(end) = function.terminator(before) else {
            return false;
        };
        let mut changed = false;
        let header = self.loops.header(id);
        for at in 0..self.own_blocks[id].len() {
            let block = self.own_blocks[id][at];
            // What the header begins with is executed whenever the loop is reached.
            let mut is_certain = block == header;
            let mut next = function.blocks[block].first.expand();
            while let Some(inst) = next {
                next = function.insts[inst].next.expand();
                if self.is_worth_it(module, function, inst)
                    && self.can_leave(module, function, id, inst, is_certain)
                    && self.needs_are_met(function, id, inst, MAX_DEPTH)
                {
                    log.line(|| {
                        let inst = avarice_ir::printer::print_inst(module, function, inst);
                        format!("LICM: hoisting {}", inst.trim_start())
                    });
                    self.hoist(function, id, inst, end);
                    changed = true;
                }
                is_certain &= !has_side_effects(module, function, inst);
            }
        }
        changed
    }

    /// Whether an instruction is one that takes time of its own.
    fn is_worth_it(&self, module: &Module, function: &Function, inst: Inst) -> bool {
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Binary(_)
            | InstKind::FNeg
            | InstKind::Load { .. }
            | InstKind::Select
            | InstKind::ExtractElement
            | InstKind::InsertElement
            | InstKind::ShuffleVector { .. } => true,
            InstKind::Cast(op) => !matches!(
                op,
                CastOp::Trunc | CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr
            ),
            InstKind::GetElementPtr { .. } => !is_constant_offset(function, inst),
            InstKind::Call(_) => is_speculatable_call(module, function, inst),
            _ => false,
        }
    }

    /// Whether an instruction may be executed before the loop, as far as it goes itself.
    fn can_leave(
        &self,
        module: &Module,
        function: &Function,
        id: Loop,
        inst: Inst,
        is_certain: bool,
    ) -> bool {
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Load { ordering, .. } => {
                let address = function.operand(inst, 0);
                let is_plain = *ordering == AtomicOrdering::NotAtomic
                    && !data.flags.contains(InstFlags::VOLATILE);
                is_plain
                    && !self.is_changed(module, id, address)
                    && (is_certain || self.is_there(module, function, inst, address))
            }
            InstKind::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem) => {
                is_certain || divides_by_harmless(module, function, function.operand(inst, 1))
            }
            _ => true,
        }
    }

    fn is_changed(&self, module: &Module, id: Loop, address: Value) -> bool {
        let object = self.objects.of(address);
        if let Object::Variable(variable) = object
            && module.globals[variable]
                .variable()
                .is_some_and(|v| v.constant)
        {
            return false;
        }
        self.writes[id].may_change(object)
    }

    /// Whether `load` certainly reads valid memory with the alignment it states: the beginning of a variable or slot
    /// that is large enough.
    fn is_there(&self, module: &Module, function: &Function, load: Inst, address: Value) -> bool {
        let (Some(layout), InstKind::Load { align, .. }) =
            (self.layout.get(), &function.insts[load].kind)
        else {
            return false;
        };
        let object = match function.values[address].def {
            ValueDef::Const(id) => match module.consts[id].kind {
                ConstKind::Global(global) => {
                    let data = &module.globals[global];
                    let is_sure = data.variable().is_some() && data.linkage != Linkage::ExternWeak;
                    is_sure.then(|| (data.value_type, data.align.unwrap_or(0)))
                }
                _ => None,
            },
            ValueDef::Inst(inst) => match function.insts[inst].kind {
                InstKind::Alloca { ty, align, .. } => {
                    let count = function.as_const(function.operand(inst, 0));
                    let is_sure = count.is_some_and(
                        |id| matches!(module.consts[id].kind, ConstKind::Int(count) if count > 0),
                    );
                    is_sure.then_some((ty, align))
                }
                _ => None,
            },
            _ => None,
        };
        let Some((object, object_align)) = object else {
            return false;
        };
        let align_of = |ty, written: u64| match written {
            0 => layout.abi_align(&module.types, ty),
            written => written,
        };
        let ty = function.insts[load].ty;
        let size = layout.store_size(&module.types, ty);
        let there = layout.alloc_size(&module.types, object);
        matches!((size, there), (Some(size), Some(there)) if size <= there)
            && align_of(ty, *align) <= align_of(object, object_align)
    }

    /// Whether all operands are known before the loop, or can be made there along with `inst`.
    fn needs_are_met(&self, function: &Function, id: Loop, inst: Inst, depth: u32) -> bool {
        function.operands(inst).all(|value| {
            let Some(def) = self.def_inside(function, id, value) else {
                return true;
            };
            depth > 0
                && goes_along(function, def)
                && self.needs_are_met(function, id, def, depth - 1)
        })
    }

    /// Moves `inst`, and what it needs, in front of `end`.
    fn hoist(&mut self, function: &mut Function, id: Loop, inst: Inst, end: Inst) {
        for index in 0..function.num_operands(inst) {
            let value = function.operand(inst, index);
            if let Some(def) = self.def_inside(function, id, value) {
                self.hoist(function, id, def, end);
            }
        }
        self.moved[inst] = true;
        function.move_before(inst, end);
    }

    /// The instruction in the loop that defines a value.
    fn def_inside(&self, function: &Function, id: Loop, value: Value) -> Option<Inst> {
        let def = function.def_inst(value)?;
        let block = function.insts[def].block.expand()?;
        self.loops.contains(id, block).then_some(def)
    }
}

/// Whether an instruction is moved with what needs it, but not for its own sake.
fn goes_along(function: &Function, inst: Inst) -> bool {
    match function.insts[inst].kind {
        InstKind::ICmp(_) | InstKind::FCmp(_) => true,
        InstKind::Cast(op) => matches!(
            op,
            CastOp::Trunc | CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr
        ),
        InstKind::GetElementPtr { .. } => is_constant_offset(function, inst),
        _ => false,
    }
}

fn is_constant_offset(function: &Function, gep: Inst) -> bool {
    let mut indices = function.operands(gep).skip(1);
    indices.all(|index| function.as_const(index).is_some())
}

/// Whether a division by this can neither be by zero nor overflow.
fn divides_by_harmless(module: &Module, function: &Function, divisor: Value) -> bool {
    let Some(id) = function.as_const(divisor) else {
        return false;
    };
    let bits = module.types.int_bits(module.consts[id].ty).unwrap_or(0);
    match module.consts[id].kind {
        ConstKind::Int(value) => {
            (2..=64).contains(&bits) && value != 0 && value != u64::MAX >> (64 - bits)
        }
        _ => false,
    }
}

/// Whether a call is of an intrinsic that may be executed speculatively.
fn is_speculatable_call(module: &Module, function: &Function, call: Inst) -> bool {
    let Some(data) = called_global(module, function, call)
        .filter(|callee| Intrinsic::of_global(module, *callee).is_some())
        .and_then(|callee| module.globals[callee].function())
    else {
        return false;
    };
    let attrs = module.attrs(data.attrs.function);
    let reads_nothing =
        matches!(attrs.get("memory"), Some(AttributeKind::Text(_, text)) if **text == *"none");
    attrs.has("speculatable") && reads_nothing
}
