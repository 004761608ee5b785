//! What instructions do to the places of variables.

use avarice_ir::debug_expressions::entry_value_step;
use avarice_mir::memory::{MemFlags, MemPointer};
use avarice_mir::{Inst, OperandFlags, OperandKind, Reg};
use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::{SmallVec, smallvec};

use super::open::{Kept, Open};
use super::var_loc::{Entry, Location, Origin, VarLoc, VarLocId, VarLocs};
use super::variables::Variables;
use crate::live_debug_values::code::{Code, FramePlace, is_undefined};
use crate::live_debug_values::properties::PropertiesTable;
use avarice_mir::debug_values::{DebugValue, Shape};

/// Kills that keep the order in which they are found.
const KEPT_IN_ORDER: usize = 32;

/// Places of variables while the code is walked through.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub all: VarLocs,
    pub open: Open,
    pub variables: Variables,
    pub expressions: PropertiesTable,
    /// New debug values after instructions, for variables that move.
    pub transfers: Vec<(Inst, VarLocId)>,
    /// New debug values after instructions, of parameters that have their values on entry.
    pub entry_values: Vec<(Inst, VarLocId)>,
    /// By debug value: what it says, once that is known.
    said: SecondaryMap<Inst, PackedOption<VarLocId>>,
    callee_saved: Vec<bool>,
    /// By register: the last instruction of the block that defines it.
    setters: Vec<(u32, PackedOption<Inst>)>,
    /// Number of the walk through a block.
    round: u32,
    /// Whether the block began with debug values only, so far, and it is the entry.
    is_at_entry: bool,
    /// Registers that the entry block has defined so far.
    defined: Vec<bool>,
}

impl Walk {
    pub fn begin(&mut self, code: &Code<'_>) {
        let registers = code.function.target.registers.len();
        self.all.clear();
        self.open.begin(registers);
        self.variables.clear();
        self.expressions.begin(code.function);
        self.transfers.clear();
        self.entry_values.clear();
        self.said.clear();
        self.callee_saved.clear();
        self.callee_saved.resize(registers, false);
        for (reg, _) in &code.function.frame.callee_saved {
            for reg in code.registers.overlapping(*reg) {
                self.callee_saved[reg.index()] = true;
            }
        }
        self.setters.clear();
        self.setters.resize(registers, (0, None.into()));
        self.round = 0;
        self.defined.clear();
        self.defined.resize(registers, false);
    }

    /// Begins a walk through a block.
    pub fn begin_block(&mut self, is_entry: bool) {
        self.round += 1;
        self.is_at_entry = is_entry;
    }

    /// Follows an instruction.
    pub fn step(&mut self, code: &Code<'_>, inst: Inst) {
        if let Some(value) = DebugValue::of(code.function, inst) {
            if value.shape != Shape::References {
                self.say(code, &value);
            }
            return;
        }
        self.is_at_entry &= code.function.is_debug(inst);
        if !code.is_meta(inst) {
            self.define(code, inst);
        }
        self.copy(code, inst);
        self.spill_or_restore(code, inst);
    }

    // ---- Debug values ---------------------------------------------------------------------------

    /// What a debug value says. Places that are the same count once.
    fn var_loc(&mut self, code: &Code<'_>, value: &DebugValue) -> (VarLoc, Origin) {
        let key = value.part_key(code.function, code.module);
        let expression = self
            .expressions
            .expression_of(code.function, code.module, value);
        let mut said = VarLoc {
            variable: self.variables.id(key),
            entry: Entry::No,
            locations: SmallVec::new(),
            expression,
        };
        let mut origin = Origin {
            inst: value.inst,
            operands: SmallVec::new(),
        };
        for (number, place) in (0..).zip(value.places(code.function)) {
            let location = Location::of(place).unwrap_or(Location::Nowhere);
            let same = said.locations.iter().position(|other| *other == location);
            match same {
                None => {
                    said.locations.push(location);
                    origin.operands.push(number);
                }
                Some(same) => {
                    let old = said.locations.len() as u64;
                    let changed = self.expressions.expression(code.module, said.expression);
                    let changed = changed.with_argument_replaced(old, same as u64);
                    said.expression = self.expressions.id_of(code.module, changed);
                }
            }
        }
        (said, origin)
    }

    fn say(&mut self, code: &Code<'_>, value: &DebugValue) {
        let key = value.part_key(code.function, code.module);
        let variable = self.variables.id(key);
        if let Some(backup) = self.open.backup(variable)
            && code.is_parameter(key)
        {
            self.reconsider_backup(code, value, backup);
        }
        let places = value.places(code.function);
        if places.iter().any(is_undefined) {
            self.open
                .erase(&self.all, &mut self.variables, (variable, Kept::Current));
            return;
        }
        let id = match self.said[value.inst].expand() {
            Some(known) => known,
            None => {
                let (said, origin) = self.var_loc(code, value);
                let id = self.all.id(said, &origin);
                self.said[value.inst] = id.into();
                id
            }
        };
        self.open
            .erase(&self.all, &mut self.variables, (variable, Kept::Current));
        self.open.insert(&self.all, id);
    }

    /// Another debug value of a parameter: it has changed, unless the debug value only says that it was copied.
    fn reconsider_backup(&mut self, code: &Code<'_>, value: &DebugValue, backup: VarLocId) {
        if value.inst == self.all.origin(backup).inst {
            return;
        }
        let first = value.places(code.function).first();
        let Some(place) = first.filter(|place| place.is_reg()) else {
            return;
        };
        let reg = place.as_reg().as_physical();
        let setter = reg.and_then(|reg| self.setter(reg));
        if setter.is_none() && self.is_at_entry {
            return;
        }
        if let (Some(reg), Some(setter)) = (reg, setter)
            && self.is_plain(code, value)
            && let Some(copied) = code.copy(setter)
            && copied.to == reg
        {
            let backups: SmallVec<[VarLocId; 8]> = self.open.backups().into();
            let is_copy = |backup: &VarLocId| {
                let value = self.all.get(*backup);
                value.entry == Entry::CopiedBackup
                    && value.uses(Location::Register(reg))
                    && self.first_register(code, *backup) == Some(copied.from)
            };
            if backups.iter().any(is_copy) {
                return;
            }
        }
        if let Some(setter) = setter {
            self.take_back_entry_value(setter, backup);
        }
        let variable = self.all.get(backup).variable;
        self.open
            .erase(&self.all, &mut self.variables, (variable, Kept::Backup));
    }

    /// Whether the expression of a debug value is empty.
    fn is_plain(&mut self, code: &Code<'_>, value: &DebugValue) -> bool {
        let id = self
            .expressions
            .expression_of(code.function, code.module, value);
        let expression = self.expressions.expression(code.module, id);
        expression.steps().is_empty()
    }

    /// The register of the debug value from which one comes.
    fn first_register(&self, code: &Code<'_>, id: VarLocId) -> Option<PhysReg> {
        let value = DebugValue::of(code.function, self.all.origin(id).inst)?;
        value.places(code.function).first()?.as_reg().as_physical()
    }

    /// The entry value that was to be said after `setter` is no more true.
    fn take_back_entry_value(&mut self, setter: Inst, backup: VarLocId) {
        let value = self.all.get(backup);
        let is_same = |(inst, id): &(Inst, VarLocId)| {
            let emitted = self.all.get(*id);
            *inst == setter
                && emitted.variable == value.variable
                && emitted.locations.first() == value.locations.first()
                && emitted.expression == value.expression
        };
        if let Some((_, emitted)) = self.entry_values.iter().copied().find(is_same) {
            let variable = self.all.get(emitted).variable;
            self.open
                .erase(&self.all, &mut self.variables, (variable, Kept::Current));
            self.entry_values.retain(|(inst, _)| *inst != setter);
        }
    }

    /// Looks for parameters in registers in the entry block, whose values on entry may be asked for later.
    pub fn record_entry_values(&mut self, code: &Code<'_>, inst: Inst) {
        for operand in code.function.operands(inst) {
            if let Some(reg) = Code::defined(operand) {
                for reg in code.registers.overlapping(reg) {
                    self.defined[reg.index()] = true;
                }
            }
        }
        let value = DebugValue::of(code.function, inst);
        let Some(value) = value.filter(|value| value.shape != Shape::References) else {
            return;
        };
        let key = value.part_key(code.function, code.module);
        let first = value.places(code.function).first();
        let Some(reg) = first.and_then(|place| place.as_reg().as_physical()) else {
            return;
        };
        let expression = self
            .expressions
            .expression_of(code.function, code.module, &value);
        let said = self.expressions.expression(code.module, expression);
        let is_candidate = code.is_own_parameter(key)
            && !code.addresses_frame(reg)
            && !self.defined[reg.index()]
            && said.is_entry_candidate();
        let variable = self.variables.id(key);
        if !is_candidate || self.open.backup(variable).is_some() {
            return;
        }
        let expression = said.prepended([entry_value_step()]);
        let backup = VarLoc {
            variable,
            entry: Entry::Backup,
            locations: smallvec![Location::Register(reg)],
            expression: self.expressions.id_of(code.module, expression),
        };
        let origin = Origin {
            inst,
            operands: smallvec![0],
        };
        let id = self.all.id(backup, &origin);
        self.open.insert(&self.all, id);
    }

    // ---- Definitions ----------------------------------------------------------------------------

    fn setter(&self, reg: PhysReg) -> Option<Inst> {
        let (round, inst) = self.setters[reg.index()];
        inst.expand().filter(|_| round == self.round)
    }

    fn define(&mut self, code: &Code<'_>, inst: Inst) {
        let stack_pointer = code.target.stack_pointer();
        let is_call = code.is_call(inst);
        let mut dead: SmallVec<[PhysReg; 16]> = SmallVec::new();
        let mut masks: SmallVec<[usize; 2]> = SmallVec::new();
        for (at, operand) in code.function.operands(inst).iter().enumerate() {
            if operand.kind() == OperandKind::RegMask {
                masks.push(at);
            } else if let Some(reg) = Code::defined(operand)
                && !(is_call && reg == stack_pointer)
            {
                dead.extend_from_slice(code.registers.overlapping(reg));
                self.setters[reg.index()] = (self.round, inst.into());
            }
        }
        if !masks.is_empty() {
            for reg in self.open.used_registers() {
                let is_kept = |mask: &usize| {
                    let mask = code.function.operand(inst, *mask);
                    code.function.mask_preserves(mask, *reg)
                };
                if *reg != stack_pointer && !masks.iter().all(is_kept) {
                    dead.push(*reg);
                    self.setters[reg.index()] = (self.round, inst.into());
                }
            }
        }
        dead.sort_unstable();
        dead.dedup();
        let mut killed: SmallVec<[VarLocId; 8]> = SmallVec::new();
        for reg in dead {
            for id in self.open.in_register(reg) {
                if !killed.contains(id) {
                    killed.push(*id);
                }
            }
        }
        if killed.len() > KEPT_IN_ORDER {
            killed.sort_unstable();
        }
        for id in &killed {
            self.open.remove(&self.all, *id);
        }
        if !code.function.is_terminator(inst) {
            self.say_entry_values(code, inst, &killed);
        }
    }

    /// Parameters that are lost can still have their values on entry.
    fn say_entry_values(&mut self, code: &Code<'_>, inst: Inst, killed: &[VarLocId]) {
        for id in killed {
            let variable = self.all.get(*id).variable;
            let Some(backup) = self.open.backup(variable) else {
                continue;
            };
            if !code.is_parameter(self.variables.key(variable)) {
                continue;
            }
            let value = VarLoc {
                entry: Entry::Value,
                ..self.all.get(backup).clone()
            };
            let origin = self.all.origin(backup).clone();
            let id = self.all.id(value, &origin);
            self.entry_values.push((inst, id));
            self.open.insert(&self.all, id);
        }
    }

    // ---- Moves ----------------------------------------------------------------------------------

    fn copy(&mut self, code: &Code<'_>, inst: Inst) {
        let Some(copied) = code.copy(inst) else {
            return;
        };
        if !self.callee_saved[copied.to.index()] {
            return;
        }
        if !code.addresses_frame(copied.to) {
            let from = Location::Register(copied.from);
            let is_source = |id: &&VarLocId| {
                let value = self.all.get(**id);
                value.entry == Entry::Backup && value.uses(from)
            };
            if let Some(backup) = self.open.backups().iter().find(is_source).copied() {
                let value = self.all.get(backup).clone();
                let origin = self.all.origin(backup).clone();
                let erased = (value.variable, Kept::Backup);
                self.open.erase(&self.all, &mut self.variables, erased);
                let copy = VarLoc {
                    entry: Entry::CopiedBackup,
                    locations: smallvec![Location::Register(copied.to)],
                    ..value
                };
                let id = self.all.id(copy, &origin);
                self.open.insert(&self.all, id);
            }
        }
        let first = self.open.in_register(copied.from).first().copied();
        if let Some(id) = first.filter(|_| copied.kills) {
            let (from, to) = (copied.from, copied.to);
            self.transfer(inst, id, Location::Register(from), Location::Register(to));
        }
    }

    /// A variable moves: says so after `inst`.
    fn transfer(&mut self, inst: Inst, id: VarLocId, old: Location, new: Location) {
        let value = self.all.get(id).clone();
        let origin = self.all.origin(id).clone();
        let erased = (value.variable, Kept::Current);
        self.open.erase(&self.all, &mut self.variables, erased);
        let id = self.all.id(value.moved(old, new), &origin);
        self.open.insert(&self.all, id);
        self.transfers.push((inst, id));
    }

    fn spill_or_restore(&mut self, code: &Code<'_>, inst: Inst) {
        let Some(memory) = code.memory(inst) else {
            return;
        };
        let MemPointer::Stack(object) = memory.pointer else {
            return;
        };
        if memory.flags.contains(MemFlags::STORE) {
            let place = code.frame_place(object);
            self.overwrite(inst, place);
            if let Some(reg) = spilled(code, inst) {
                let first = self.open.in_register(reg).first().copied();
                if let Some(id) = first {
                    self.transfer(inst, id, Location::Register(reg), Location::Slot(place));
                }
                return;
            }
        }
        let Some((reg, object)) = code.target.loaded_from_frame(code.function, inst) else {
            return;
        };
        let Some(reg) = reg.as_physical().filter(|_| code.is_spill_slot(object)) else {
            return;
        };
        let place = Location::Slot(code.frame_place(object));
        let all = &self.all;
        let is_there = |id: &&VarLocId| all.get(**id).uses(place);
        if let Some(id) = self.open.in_slots().iter().find(is_there).copied() {
            self.transfer(inst, id, place, Location::Register(reg));
        }
    }

    /// Variables in a slot that is written to are lost. Whoever reads debug values would not see it.
    fn overwrite(&mut self, inst: Inst, place: FramePlace) {
        let slot = Location::Slot(place);
        let all = &self.all;
        let slots = self.open.in_slots().iter();
        let lost: SmallVec<[VarLocId; 4]> = slots
            .filter(|id| all.get(**id).uses(slot))
            .copied()
            .collect();
        for id in lost {
            let value = self.all.get(id).moved(slot, Location::Nowhere);
            let origin = self.all.origin(id).clone();
            let nowhere = self.all.id(value, &origin);
            self.transfers.push((inst, nowhere));
            self.open.remove(&self.all, id);
        }
    }
}

/// The register whose last value a store to the frame writes: it is killed there or by the next instruction.
fn spilled(code: &Code<'_>, inst: Inst) -> Option<PhysReg> {
    let killed = |inst: Inst, reg: PhysReg| {
        let mut operands = code.function.operands(inst).iter();
        operands.any(|operand| {
            operand.is_use()
                && operand.has(OperandFlags::KILL)
                && operand.as_reg() == Reg::phys(reg)
        })
    };
    let next = code.function.next_inst(inst);
    for operand in code.function.operands(inst) {
        let used = operand.as_reg().as_physical().filter(|_| operand.is_use());
        let Some(reg) = used else {
            continue;
        };
        if operand.has(OperandFlags::KILL) || next.is_some_and(|next| killed(next, reg)) {
            return Some(reg);
        }
    }
    None
}
