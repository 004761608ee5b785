//! Register units with the instruction that matters for each: the one that wrote it, or its highest reader.

use avarice_mir::{Inst, MachineFunction};
use avarice_target::PhysReg;

use crate::schedule::model::OperandPlace;

/// What is known of a register unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitUse {
    pub unit: u32,
    /// Height of the reader.
    pub cycle: u32,
    /// The instruction and its operand; `None` if it is in a block below.
    pub place: Option<OperandPlace>,
}

/// A set of register units.
#[derive(Debug, Default)]
pub struct UnitSet {
    members: Vec<UnitUse>,
    /// By unit: where it is in `members`, if it is there.
    places: Vec<u32>,
}

impl UnitSet {
    /// Begins a function.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.members.clear();
        self.places.clear();
        self.places.resize(function.target.units.len(), 0);
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.members.clear();
    }

    pub(super) fn members(&self) -> &[UnitUse] {
        &self.members
    }

    fn position(&self, unit: u32) -> Option<usize> {
        let at = *self.places.get(unit as usize)? as usize;
        let member = self.members.get(at)?;
        (member.unit == unit).then_some(at)
    }

    pub(super) fn get(&self, unit: u32) -> Option<&UnitUse> {
        self.position(unit).map(|at| &self.members[at])
    }

    /// What is known of `unit`, which is added if it is not there.
    pub(super) fn entry(&mut self, unit: u32) -> &mut UnitUse {
        let at = match self.position(unit) {
            Some(at) => at,
            None => {
                let at = self.members.len();
                self.places[unit as usize] = at as u32;
                self.members.push(UnitUse {
                    unit,
                    cycle: 0,
                    place: None,
                });
                at
            }
        };
        &mut self.members[at]
    }

    pub(super) fn remove(&mut self, unit: u32) {
        if let Some(at) = self.position(unit) {
            self.remove_at(at);
        }
    }

    fn remove_at(&mut self, at: usize) {
        self.members.swap_remove(at);
        if let Some(moved) = self.members.get(at) {
            self.places[moved.unit as usize] = at as u32;
        }
    }

    /// Removes units that an instruction wrote which is gone.
    pub fn forget(&mut self, inst: Inst) {
        let mut at = 0;
        while let Some(member) = self.members.get(at) {
            match member.place.is_some_and(|place| place.inst == inst) {
                true => self.remove_at(at),
                false => at += 1,
            }
        }
    }
}

/// The units of a register, as numbers.
pub(super) fn units_of(function: &MachineFunction, reg: PhysReg) -> impl Iterator<Item = u32> {
    let units = function.target.reg(reg).units;
    units.iter().map(|unit| unit.index() as u32)
}
