//! What is known of memory: the value at an address since a point in time, and the last time something was written.
//!
//! Memory is told apart by the object that an address was made of:
//!
//! | object | who can write it |
//! |---|---|
//! | a stack slot whose address goes nowhere else | writes to it |
//! | a variable of the module | writes to it and to unknown addresses, calls |
//! | anything else | writes to variables and unknown addresses, calls |

use avarice_ir::{
    AtomicOrdering, CastOp, ConstExpr, ConstKind, Function, Global, Inst, InstFlags, InstKind,
    Intrinsic, Module, Type, Value,
};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::effects::{has_side_effects, is_lifetime_mark, only_reads};

/// A point in time.
type Time = u32;

/// What an address was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Object {
    #[default]
    Unknown,
    /// A stack slot that only loads and stores access.
    Slot(Value),
    Variable(Global),
}

/// The value at an address.
#[derive(Clone, Copy, Debug, Default)]
struct Content {
    value: PackedOption<Value>,
    /// The load or store from which it is known.
    from: PackedOption<Inst>,
    since: Time,
}

/// When things were last written.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    /// At an unknown address.
    unknown: Time,
    /// Anything but private slots.
    visible: Time,
    /// Anything at all, perhaps.
    all: Time,
}

/// What is undone when a block is left.
enum Undo {
    Content(Value, Content),
    Slot(Value, Time),
    Variable(Global, Time),
    Written(Written),
}

/// What is known of memory.
#[derive(Default)]
pub(super) struct Memory {
    now: Time,
    /// By address.
    contents: SecondaryMap<Value, Content>,
    objects: SecondaryMap<Value, Object>,
    slots: SecondaryMap<Value, Time>,
    variables: SecondaryMap<Global, Time>,
    written: Written,
    undo: Vec<Undo>,
    /// The last store of the block, if nothing may have read what it stored.
    last_store: Option<Inst>,
    work: Vec<Value>,
}

impl Memory {
    /// Begins with a function.
    pub(super) fn reset(&mut self, module: &Module, function: &Function) {
        // Time goes on from function to function, so that what is kept by variable need not be cleared.
        self.forget_all();
        self.contents.clear();
        self.objects.clear();
        self.slots.clear();
        self.undo.clear();
        for inst in function.block_insts(function.entry()) {
            if let InstKind::Alloca { .. } = function.insts[inst].kind
                && let Some(address) = function.insts[inst].result.expand()
                && self.is_private(module, function, address)
            {
                self.objects[address] = Object::Slot(address);
            }
        }
        for (value, data) in function.values.iter() {
            if let avarice_ir::ValueDef::Const(id) = data.def {
                self.objects[value] = variable_of(module, id);
            }
        }
    }

    /// How much there is to undo.
    pub(super) fn mark(&mut self) -> usize {
        self.undo.push(Undo::Written(self.written));
        self.undo.len() - 1
    }

    /// Forgets what was learned since there was so much to undo.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.undo.len() > mark
            && let Some(undo) = self.undo.pop()
        {
            match undo {
                Undo::Content(address, old) => self.contents[address] = old,
                Undo::Slot(slot, old) => self.slots[slot] = old,
                Undo::Variable(variable, old) => self.variables[variable] = old,
                Undo::Written(old) => self.written = old,
            }
        }
    }

    /// Other ways lead here.
    pub(super) fn forget_all(&mut self) {
        self.now += 1;
        self.written = Written {
            unknown: self.now,
            visible: self.now,
            all: self.now,
        };
    }

    pub(super) fn begin_block(&mut self) {
        self.last_store = None;
    }

    /// Notes what the address that `inst` computes is made of.
    pub(super) fn derive(&mut self, function: &Function, inst: Inst) {
        let data = &function.insts[inst];
        if let InstKind::GetElementPtr { .. } | InstKind::Cast(CastOp::BitCast) = data.kind
            && let Some(result) = data.result.expand()
        {
            self.objects[result] = self.objects[function.operand(inst, 0)];
        }
    }

    /// Follows what `inst` does to memory. Removes it if it does nothing new. Returns whether anything was removed.
    pub(super) fn visit(
        &mut self,
        module: &Module,
        function: &mut Function,
        inst: Inst,
        restricting: &[bool],
    ) -> bool {
        let data = &function.insts[inst];
        let is_volatile = data.flags.contains(InstFlags::VOLATILE);
        match &data.kind {
            InstKind::Load { ordering, .. } => {
                if is_volatile || *ordering > AtomicOrdering::NotAtomic {
                    self.write_anywhere();
                    return false;
                }
                self.visit_load(function, inst, restricting)
            }
            InstKind::Store { ordering, .. } => {
                if is_volatile || *ordering > AtomicOrdering::NotAtomic {
                    self.write_anywhere();
                    return false;
                }
                self.visit_store(function, inst)
            }
            InstKind::Phi | InstKind::Alloca { .. } => false,
            InstKind::Call(_) => {
                self.visit_call(module, function, inst);
                false
            }
            _ => {
                if has_side_effects(module, function, inst) {
                    self.write_anywhere();
                }
                false
            }
        }
    }

    fn visit_load(&mut self, function: &mut Function, load: Inst, restricting: &[bool]) -> bool {
        let address = function.operand(load, 0);
        let ty = function.insts[load].ty;
        let Some(result) = function.insts[load].result.expand() else {
            return false;
        };
        match self.content(function, address, ty) {
            Some((value, from)) if keeps_promises(function, from, load, restricting) => {
                function.replace_all_uses(result, value);
                function.remove_inst(load);
                true
            }
            _ => {
                self.last_store = None;
                self.learn(address, result, load);
                false
            }
        }
    }

    fn visit_store(&mut self, function: &mut Function, store: Inst) -> bool {
        let [value, address] = [0, 1].map(|index| function.operand(store, index));
        let ty = function.values[value].ty;
        if let Some((known, _)) = self.content(function, address, ty)
            && known == value
        {
            function.remove_inst(store);
            return true;
        }
        // What is stored over before anybody can have read it need not be stored.
        let last = self.last_store.replace(store).filter(|last| {
            let stored = function.values[function.operand(*last, 0)].ty;
            function.operand(*last, 1) == address && stored == ty
        });
        if let Some(last) = last {
            function.remove_inst(last);
        }
        self.write(self.objects[address]);
        self.learn(address, value, store);
        last.is_some()
    }

    fn visit_call(&mut self, module: &Module, function: &Function, call: Inst) {
        self.last_store = None;
        let intrinsic = Intrinsic::of_call(module, function, call);
        match intrinsic {
            Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset) => {
                self.write(self.objects[function.operand(call, 0)]);
            }
            Some(Intrinsic::Assume | Intrinsic::ExperimentalNoaliasScopeDecl) => {}
            _ if is_lifetime_mark(module, function, call) => {
                let slot = function.operands(call).rev().nth(1);
                self.write(slot.map_or(Object::Unknown, |slot| self.objects[slot]));
            }
            // What only reads may still throw, or not return; that changes no memory.
            _ if only_reads(module, function, call) => {}
            _ => self.write(Object::Unknown),
        }
    }

    /// The value of type `ty` at an address, and how it is known.
    fn content(&self, function: &Function, address: Value, ty: Type) -> Option<(Value, Inst)> {
        let content = self.contents[address];
        let (value, from) = (content.value.expand()?, content.from.expand()?);
        let written = match self.objects[address] {
            Object::Unknown => self.written.visible,
            Object::Variable(variable) => self.variables[variable].max(self.written.unknown),
            Object::Slot(slot) => self.slots[slot],
        };
        let is_current = content.since >= written.max(self.written.all);
        (is_current && function.values[value].ty == ty).then_some((value, from))
    }

    fn learn(&mut self, address: Value, value: Value, from: Inst) {
        let new = Content {
            value: value.into(),
            from: from.into(),
            since: self.now,
        };
        let old = std::mem::replace(&mut self.contents[address], new);
        self.undo.push(Undo::Content(address, old));
    }

    fn write(&mut self, object: Object) {
        self.now += 1;
        match object {
            Object::Slot(slot) => {
                let old = std::mem::replace(&mut self.slots[slot], self.now);
                self.undo.push(Undo::Slot(slot, old));
            }
            Object::Variable(variable) => {
                let old = std::mem::replace(&mut self.variables[variable], self.now);
                self.undo.push(Undo::Variable(variable, old));
                self.written.visible = self.now;
            }
            Object::Unknown => {
                self.written.unknown = self.now;
                self.written.visible = self.now;
            }
        }
    }

    fn write_anywhere(&mut self) {
        self.last_store = None;
        self.forget_all();
    }

    /// Whether only loads, stores, copies and fills access a slot.
    fn is_private(&mut self, module: &Module, function: &Function, slot: Value) -> bool {
        self.work.clear();
        self.work.push(slot);
        while let Some(address) = self.work.pop() {
            for slot in function.uses_of(address) {
                let user = function.uses[slot].user;
                let index = slot.as_u32() - function.insts[user].first_use;
                match (&function.insts[user].kind, index) {
                    (InstKind::Load { .. }, _) | (InstKind::Store { .. }, 1) => {}
                    (InstKind::GetElementPtr { .. } | InstKind::Cast(CastOp::BitCast), 0) => {
                        self.work.extend(function.insts[user].result.expand());
                    }
                    (InstKind::Call(_), _) if is_lifetime_mark(module, function, user) => {}
                    (InstKind::Call(_), 0 | 1) => {
                        let intrinsic = Intrinsic::of_call(module, function, user);
                        let only_accesses = matches!(
                            intrinsic,
                            Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset)
                        );
                        if !only_accesses {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
        }
        true
    }
}

/// The variable that a constant address is in.
fn variable_of(module: &Module, mut id: avarice_ir::Const) -> Object {
    loop {
        match &module.consts[id].kind {
            // Others may be names of the same variable.
            ConstKind::Global(global) if module.globals[*global].variable().is_some() => {
                return Object::Variable(*global);
            }
            ConstKind::Expr(ConstExpr::Gep { operands, .. }) => id = operands[0],
            _ => return Object::Unknown,
        }
    }
}

/// Whether what is promised of the value that `from` loads is promised of that of `load` too.
fn keeps_promises(function: &Function, from: Inst, load: Inst, restricting: &[bool]) -> bool {
    let attachments = function.attachments_of(from).iter();
    let mut promises =
        attachments.filter(|(_, (kind, _))| restricting.get(*kind as usize) != Some(&false));
    promises.all(|(_, promise)| {
        let others = function.attachments_of(load);
        others.iter().any(|(_, other)| other == promise)
    })
}
