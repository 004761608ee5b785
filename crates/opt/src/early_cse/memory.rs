//! What is known about memory: the value at an address since a point in time, and the last time something was written.
//!
//! Memory is distinguished by [objects](crate::objects).

use avarice_ir::{Function, Global, Inst, InstKind, Module, Type, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::objects::{Object, Objects, Write};

/// A point in time.
type Time = u32;

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
    /// Possibly all of memory.
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
    objects: Objects,
    slots: SecondaryMap<Value, Time>,
    variables: SecondaryMap<Global, Time>,
    written: Written,
    undo: Vec<Undo>,
    /// The last store of the block, if nothing may have read what it stored.
    last_store: Option<Inst>,
}

impl Memory {
    /// Begins with a function.
    pub(super) fn reset(&mut self, module: &Module, function: &Function) {
        // Time continues from function to function, so what is kept by variable need not be cleared.
        self.forget_all();
        self.contents.clear();
        self.slots.clear();
        self.undo.clear();
        self.objects.compute(module, function);
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

    /// Follows what `inst` does to memory. Removes it if it does nothing new. Returns whether anything was removed.
    pub(super) fn visit(
        &mut self,
        module: &Module,
        function: &mut Function,
        inst: Inst,
        restricting: &[bool],
    ) -> bool {
        match self.objects.write_of(module, function, inst) {
            Write::Anything => self.write_anywhere(),
            write => match function.insts[inst].kind {
                InstKind::Load { .. } => return self.visit_load(function, inst, restricting),
                InstKind::Store { .. } => return self.visit_store(function, inst),
                InstKind::Call(_) => {
                    self.last_store = None;
                    if let Write::To(object) = write {
                        self.write(object);
                    }
                }
                _ => {}
            },
        }
        false
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
        self.write(self.objects.of(address));
        self.learn(address, value, store);
        last.is_some()
    }

    /// The value of type `ty` at an address, and how it is known.
    fn content(&self, function: &Function, address: Value, ty: Type) -> Option<(Value, Inst)> {
        let content = self.contents[address];
        let (value, from) = (content.value.expand()?, content.from.expand()?);
        let written = match self.objects.of(address) {
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
