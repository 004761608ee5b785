//! Where variables are at one point of the code.

use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::var_loc::{VarLoc, VarLocId, VarLocs};
use super::variables::Variables;
use avarice_mir::debug_values::VariableId;

/// What is kept of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kept {
    /// Where it is.
    Current,
    /// That it has its value on entry.
    Backup,
}

impl Kept {
    fn of(value: &VarLoc) -> Self {
        match value.is_backup() {
            true => Self::Backup,
            false => Self::Current,
        }
    }
}

/// Where variables are, each at one place at most; and which parameters still have their values on entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    current: SecondaryMap<VariableId, PackedOption<VarLocId>>,
    backups: SecondaryMap<VariableId, PackedOption<VarLocId>>,
    /// All that are open, and some that are not any more.
    opened: Vec<VarLocId>,
    is_open: SecondaryMap<VarLocId, bool>,
    /// By register: those computed from it.
    in_register: Vec<Vec<VarLocId>>,
    /// Registers that have some, or had.
    registers: Vec<PhysReg>,
    in_slots: Vec<VarLocId>,
    open_backups: Vec<VarLocId>,
}

impl Open {
    /// Begins a function.
    pub fn begin(&mut self, registers: usize) {
        self.current.clear();
        self.backups.clear();
        self.opened.clear();
        self.is_open.clear();
        self.in_register.iter_mut().for_each(Vec::clear);
        self.in_register.resize(registers, Vec::new());
        self.registers.clear();
        self.in_slots.clear();
        self.open_backups.clear();
    }

    /// Ends a block: gives all that are open, ascending.
    pub fn take(&mut self, all: &VarLocs) -> Vec<VarLocId> {
        self.opened.sort_unstable();
        self.opened.dedup();
        let mut taken = Vec::with_capacity(self.opened.len());
        for id in self.opened.drain(..) {
            if std::mem::take(&mut self.is_open[id]) {
                let value = all.get(id);
                let map = match Kept::of(value) {
                    Kept::Backup => &mut self.backups,
                    Kept::Current => &mut self.current,
                };
                map[value.variable] = None.into();
                taken.push(id);
            }
        }
        for reg in self.registers.drain(..) {
            self.in_register[reg.index()].clear();
        }
        self.in_slots.clear();
        self.open_backups.clear();
        taken
    }

    /// Opens one.
    pub fn insert(&mut self, all: &VarLocs, id: VarLocId) {
        if std::mem::replace(&mut self.is_open[id], true) {
            return;
        }
        self.opened.push(id);
        let value = all.get(id);
        if value.is_backup() {
            self.backups[value.variable] = id.into();
            self.open_backups.push(id);
            return;
        }
        self.current[value.variable] = id.into();
        for reg in value.registers() {
            let held = &mut self.in_register[reg.index()];
            if held.is_empty() {
                self.registers.push(reg);
            }
            held.push(id);
        }
        if value.has_slots() {
            self.in_slots.push(id);
        }
    }

    /// Closes what is kept of a variable, and of the parts that share bits with it.
    pub fn erase(
        &mut self,
        all: &VarLocs,
        variables: &mut Variables,
        (variable, kept): (VariableId, Kept),
    ) {
        self.close(all, variable, kept);
        for other in variables.overlapping(variable) {
            self.close(all, other, kept);
        }
    }

    /// Closes one.
    pub fn remove(&mut self, all: &VarLocs, id: VarLocId) {
        let value = all.get(id);
        self.close(all, value.variable, Kept::of(value));
    }

    fn close(&mut self, all: &VarLocs, variable: VariableId, kept: Kept) {
        let map = match kept {
            Kept::Backup => &mut self.backups,
            Kept::Current => &mut self.current,
        };
        let Some(id) = map[variable].take() else {
            return;
        };
        self.is_open[id] = false;
        if kept == Kept::Backup {
            self.open_backups.retain(|other| *other != id);
            return;
        }
        let value = all.get(id);
        for reg in value.registers() {
            self.in_register[reg.index()].retain(|other| *other != id);
        }
        if value.has_slots() {
            self.in_slots.retain(|other| *other != id);
        }
    }

    /// The backup of a variable.
    pub fn backup(&self, variable: VariableId) -> Option<VarLocId> {
        self.backups[variable].expand()
    }

    /// All backups, ascending.
    pub fn backups(&mut self) -> &[VarLocId] {
        self.open_backups.sort_unstable();
        &self.open_backups
    }

    /// Those computed from a register, ascending.
    pub fn in_register(&mut self, reg: PhysReg) -> &[VarLocId] {
        let held = &mut self.in_register[reg.index()];
        held.sort_unstable();
        held.dedup();
        held
    }

    /// Those computed from spill slots, ascending.
    pub fn in_slots(&mut self) -> &[VarLocId] {
        self.in_slots.sort_unstable();
        &self.in_slots
    }

    /// The registers that some are computed from, by number.
    pub fn used_registers(&mut self) -> &[PhysReg] {
        let held = &self.in_register;
        self.registers.retain(|reg| !held[reg.index()].is_empty());
        self.registers.sort_unstable();
        self.registers.dedup();
        &self.registers
    }
}
