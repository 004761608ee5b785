//! Changes a function that has something on the unsafe stack.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{
    BinaryOp, Block, CastOp, DataLayout, Function, Global, Inst, InstFlags, InstKind, IntPredicate,
    Intrinsic, Module, Type, TypeTable, Value,
};

use super::room::Room;
use super::{EndOfUnsafeStack, Object, POINTER, POINTER_ADDRESS, Plan, is_android};
use crate::builder::Builder;
use crate::target::ExpansionTarget;

/// Alignment of the end of the unsafe stack, in bytes.
const STACK_ALIGN: u64 = 16;

/// Bytes of an address.
const POINTER_SIZE: u64 = 8;

/// What is called when the guard has changed.
const FAIL: &str = "__stack_chk_fail";

/// How far from the thread pointer Android keeps the end of the unsafe stack of a thread, in bytes.
const ANDROID_SLOT: u64 = 0x48;

/// A function that is changed.
pub(super) struct Rewrite<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    global: Global,
    target: &'a dyn ExpansionTarget,
    end: EndOfUnsafeStack,
}

/// Values that the function has from its beginning on.
struct Bases {
    /// The address of the end of the unsafe stack.
    end: Value,
    /// That end when the function was called.
    base: Value,
    /// The same, aligned for the objects.
    aligned: Value,
    /// The end below all objects of constant size.
    top: Value,
    /// The guard and the address of its copy.
    guard: Option<(Value, Value)>,
}

impl<'a> Rewrite<'a> {
    pub(super) fn new(
        module: &'a mut Module,
        function: &'a mut Function,
        global: Global,
        target: &'a dyn ExpansionTarget,
        end: EndOfUnsafeStack,
    ) -> Self {
        Self {
            module,
            function,
            global,
            target,
            end,
        }
    }

    pub(super) fn run(mut self, layout: &DataLayout, mut plan: Plan) {
        let entry = self.function.entry();
        // Allocas that may go do not mark a place.
        let is_fixed = |inst: &Inst| {
            let is_variable = plan.variable.iter().any(|(alloca, ..)| alloca == inst);
            is_variable || !matches!(self.function.insts[*inst].kind, InstKind::Alloca { .. })
        };
        let Some(first) = self.function.block_insts(entry).find(is_fixed) else {
            return;
        };
        let own = self.module.globals[self.global].function();
        let own = self.module.attrs(own.and_then(|data| data.attrs.function));
        let is_protected = ["ssp", "sspstrong", "sspreq"]
            .iter()
            .any(|name| own.has(name));
        let mut room = Room::default();
        let align = plan.objects.iter().map(|object| object.align);
        let align = align.fold(STACK_ALIGN, u64::max);
        let has_room = !plan.objects.is_empty();
        let guard = (is_protected && has_room).then(|| room.place(POINTER_SIZE, POINTER_SIZE));
        // Large ones first, so that small ones fill the gaps; what comes first of all stays where it is.
        let sorted = plan.objects.len() + usize::from(is_protected) > 2;
        let from = usize::from(sorted && !is_protected);
        if sorted {
            plan.objects[from..].sort_by_key(|object| std::cmp::Reverse(object.size));
        }
        let places: Vec<u64> = plan
            .objects
            .iter()
            .map(|o| room.place(o.size, o.align))
            .collect();
        let size = room.size().next_multiple_of(STACK_ALIGN);
        let bases = self.begin(
            first,
            (has_room.then_some(size), align),
            is_protected,
            guard,
        );
        for (object, place) in plan.objects.iter().zip(places) {
            match object.alloca {
                Some(alloca) => self.move_alloca(alloca, object.address, bases.aligned, place),
                None => self.copy_argument(first, object, bases.aligned, place),
            }
        }
        let dynamic = self.restore(first, &bases, &plan);
        for (inst, ty, align) in &plan.variable {
            self.move_variable(layout, (*inst, *ty, *align), bases.end, dynamic);
        }
        if !plan.variable.is_empty() {
            self.move_stack_saves(bases.end);
        }
        for place in &plan.returns {
            if let Some((guard, slot)) = bases.guard {
                self.check(*place, guard, slot);
            }
            self.builder(*place)
                .store(bases.base, bases.end, POINTER_SIZE);
        }
        if has_room {
            self.annotate(size);
        }
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

    /// Makes room of `size` bytes with this alignment, before `first`.
    fn begin(
        &mut self,
        first: Inst,
        (size, align): (Option<u64>, u64),
        is_protected: bool,
        guard_place: Option<u64>,
    ) -> Bases {
        let end = self.end_of_stack(first);
        let mut builder = self.builder(first);
        let base = builder.load(TypeTable::PTR, end, POINTER_SIZE);
        let name = builder.function.intern_name(b"unsafe_stack_ptr");
        builder.function.values[base].name = name;
        let mut bases = Bases {
            end,
            base,
            aligned: base,
            top: base,
            guard: None,
        };
        if align > STACK_ALIGN {
            let number = builder.cast(CastOp::PtrToInt, base, TypeTable::I64);
            let number = builder.binary_int(BinaryOp::And, number, align.wrapping_neg());
            bases.aligned = builder.cast(CastOp::IntToPtr, number, TypeTable::PTR);
        }
        if let Some(size) = size {
            bases.top = below(&mut builder, bases.aligned, size);
            let name = builder.function.intern_name(b"unsafe_stack_static_top");
            builder.function.values[bases.top].name = name;
            builder.store(bases.top, end, POINTER_SIZE);
        }
        if is_protected {
            let guard = builder.call("llvm.stackguard", TypeTable::PTR, &[]);
            let slot = match guard_place {
                Some(place) => below(&mut builder, bases.aligned, place),
                None => builder.alloca(TypeTable::PTR, POINTER_SIZE),
            };
            builder.store(guard, slot, POINTER_SIZE);
            bases.guard = Some((guard, slot));
        }
        bases
    }

    /// The address of the end of the unsafe stack.
    fn end_of_stack(&mut self, first: Inst) -> Value {
        if self.end == EndOfUnsafeStack::Called {
            return self
                .builder(first)
                .call(POINTER_ADDRESS, TypeTable::PTR, &[]);
        }
        let variable = self.module.globals_by_name.get(POINTER.as_bytes()).copied();
        let is_android = is_android(self.module);
        let mut builder = self.builder(first);
        match variable.filter(|_| !is_android) {
            None => {
                let thread = builder.call("llvm.thread.pointer", TypeTable::PTR, &[]);
                let offset = builder.int(TypeTable::I64, ANDROID_SLOT);
                builder.element_pointer(TypeTable::I8, thread, offset)
            }
            Some(variable) => {
                let kind = avarice_ir::ConstKind::Global(variable);
                let constant = builder.module.constant(TypeTable::PTR, kind);
                builder
                    .function
                    .const_value(&builder.module.consts, constant)
            }
        }
    }

    /// Gives all users of an alloca its address on the unsafe stack, each its own.
    fn move_alloca(&mut self, alloca: Inst, old: Value, base: Value, place: u64) {
        let users = self.function.uses_of(old);
        let mut users: Vec<Inst> = users.map(|slot| self.function.uses[slot].user).collect();
        users.sort_unstable();
        users.dedup();
        for user in users {
            let intrinsic = Intrinsic::of_call(self.module, self.function, user);
            if let Some(Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd) = intrinsic {
                self.function.remove_inst(user);
                continue;
            }
            let mut known: Vec<(Inst, Value)> = Vec::new();
            for index in 0..self.function.num_operands(user) {
                if self.function.operand(user, index) != old {
                    continue;
                }
                let at = match self.function.is_phi(user) {
                    true => self
                        .function
                        .terminator(self.function.inst_blocks(user)[index]),
                    false => Some(user),
                };
                let Some(at) = at else { continue };
                let same = known.iter().find(|(other, _)| *other == at);
                let new = match same {
                    Some((_, new)) => *new,
                    None => below(&mut self.builder(at), base, place),
                };
                known.push((at, new));
                self.function.set_operand(user, index, new);
            }
        }
        self.function
            .debug_declares
            .retain(|declare| declare.address != old);
        self.function.remove_inst(alloca);
    }

    /// Copies an argument that the caller has put on the stack.
    fn copy_argument(&mut self, first: Inst, object: &Object, base: Value, place: u64) {
        let mut builder = self.builder(first);
        let new = below(&mut builder, base, place);
        builder.function.replace_all_uses(object.address, new);
        let size = builder.int(TypeTable::I64, object.size);
        let volatile = builder.int(TypeTable::I1, 0);
        builder.call_inst(
            "llvm.memcpy.p0.p0.i64",
            TypeTable::VOID,
            InstFlags::empty(),
            &[new, object.address, size, volatile],
        );
        let old = object.address;
        self.function
            .debug_declares
            .retain(|declare| declare.address != old);
    }

    /// Sets the end of the stack again where control comes back; returns the variable with that end, if it changes.
    fn restore(&mut self, first: Inst, bases: &Bases, plan: &Plan) -> Option<Value> {
        if plan.restores.is_empty() {
            return None;
        }
        let variable = (!plan.variable.is_empty()).then(|| {
            let mut builder = self.builder(first);
            let variable = builder.alloca(TypeTable::PTR, POINTER_SIZE);
            builder.store(bases.top, variable, POINTER_SIZE);
            variable
        });
        for inst in &plan.restores {
            let Some(next) = self.function.insts[*inst].next.expand() else {
                continue;
            };
            let mut builder = self.builder(next);
            let top = match variable {
                Some(variable) => builder.load(TypeTable::PTR, variable, POINTER_SIZE),
                None => bases.top,
            };
            builder.store(top, bases.end, POINTER_SIZE);
        }
        variable
    }

    /// Makes an object of variable size on the unsafe stack.
    fn move_variable(
        &mut self,
        layout: &DataLayout,
        (alloca, ty, align): (Inst, Type, u64),
        end: Value,
        dynamic: Option<Value>,
    ) {
        let Some(old) = self.function.insts[alloca].result.expand() else {
            return;
        };
        let size = layout.alloc_size(&self.module.types, ty).unwrap_or(0);
        let mut builder = self.builder(alloca);
        let mut count = builder.function.operand(alloca, 0);
        let count_ty = builder.ty(count);
        match builder.bits(count_ty) {
            Some(bits) if bits < 64 => count = builder.cast(CastOp::ZExt, count, TypeTable::I64),
            Some(bits) if bits > 64 => count = builder.cast(CastOp::Trunc, count, TypeTable::I64),
            _ => {}
        }
        let bytes = builder.binary_int(BinaryOp::Mul, count, size);
        let top = builder.load(TypeTable::PTR, end, POINTER_SIZE);
        let top = builder.cast(CastOp::PtrToInt, top, TypeTable::I64);
        let top = builder.binary(BinaryOp::Sub, top, bytes);
        let align = align.max(STACK_ALIGN);
        let top = builder.binary_int(BinaryOp::And, top, align.wrapping_neg());
        let top = builder.cast(CastOp::IntToPtr, top, TypeTable::PTR);
        builder.store(top, end, POINTER_SIZE);
        if let Some(dynamic) = dynamic {
            builder.store(top, dynamic, POINTER_SIZE);
        }
        self.function.replace_all_uses(old, top);
        self.function
            .debug_declares
            .retain(|declare| declare.address != old);
        self.function.remove_inst(alloca);
    }

    /// Has `llvm.stacksave` and `llvm.stackrestore` mean the unsafe stack.
    fn move_stack_saves(&mut self, end: Value) {
        let blocks = self.function.layout.iter();
        let insts = blocks.flat_map(|block| self.function.block_insts(*block));
        let insts: Vec<Inst> = insts.collect();
        for inst in insts {
            match Intrinsic::of_call(self.module, self.function, inst) {
                Some(Intrinsic::Stacksave) => {
                    let top = self.builder(inst).load(TypeTable::PTR, end, POINTER_SIZE);
                    if let Some(old) = self.function.insts[inst].result.expand() {
                        self.function.replace_all_uses(old, top);
                    }
                }
                Some(Intrinsic::Stackrestore) => {
                    let saved = self.function.operand(inst, 0);
                    self.builder(inst).store(saved, end, POINTER_SIZE);
                }
                _ => continue,
            }
            self.function.remove_inst(inst);
        }
    }

    /// Looks before `place` whether the guard is what it was.
    fn check(&mut self, place: Inst, guard: Value, slot: Value) {
        let Some(block) = self.function.insts[place].block.expand() else {
            return;
        };
        let mut builder = self.builder(place);
        let kept = builder.load(TypeTable::PTR, slot, POINTER_SIZE);
        let differs = builder.icmp(IntPredicate::Ne, guard, kept);
        let fail = self.fail_block(place);
        let rest = self.function.create_block(b"");
        if let Some(compare) = self.function.def_inst(differs) {
            self.function.move_insts_after(compare, rest);
        }
        let kind = InstKind::CondBr;
        let branch =
            self.function
                .create_inst(kind, TypeTable::VOID, false, &[differs], &[fail, rest]);
        self.function.set_origin(branch, place);
        self.function.append_inst(block, branch);
        let layout = &mut self.function.layout;
        let at = layout.iter().position(|other| *other == block);
        let at = at.map_or(layout.len(), |at| at + 1);
        layout.splice(at..at, [fail, rest]);
    }

    /// A block that says that the guard has changed, on behalf of `place`.
    fn fail_block(&mut self, place: Inst) -> Block {
        let fail = self.function.create_block(b"");
        let kind = InstKind::Unreachable;
        let end = self
            .function
            .create_inst(kind, TypeTable::VOID, false, &[], &[]);
        self.function.append_inst(fail, end);
        self.function.insts[end].debug_loc = self.function.insts[place].debug_loc;
        self.builder(end)
            .call_inst(FAIL, TypeTable::VOID, InstFlags::empty(), &[]);
        fail
    }

    /// Notes how much room the function has on the unsafe stack.
    fn annotate(&mut self, size: u64) {
        let metadata = &mut self.module.metadata;
        let known = metadata
            .kinds
            .iter()
            .position(|kind| &**kind == "annotation");
        let kind = known.unwrap_or_else(|| {
            metadata.kinds.push("annotation".into());
            metadata.kinds.len() - 1
        });
        let name = metadata
            .nodes
            .push(MetadataData::String((*b"unsafe-stack-size").into()));
        let size = self.module.int_constant(TypeTable::I32, size);
        let nodes = &mut self.module.metadata.nodes;
        let size = nodes.push(MetadataData::Const(size));
        let node = nodes.push(MetadataData::Node {
            distinct: false,
            operands: [Some(name), Some(size)].into(),
        });
        let own = &mut self.module.globals[self.global].metadata;
        own.push((kind as u32, node));
    }
}

/// The address `bytes` below `base`.
fn below(builder: &mut Builder<'_>, base: Value, bytes: u64) -> Value {
    let offset = builder.int(TypeTable::I64, bytes.wrapping_neg());
    builder.element_pointer(TypeTable::I8, base, offset)
}
