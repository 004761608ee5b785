//! Reconsidering registers that missed their hint.
//!
//! When everything is assigned, the neighbours (by copies) of such a register may be able to take its
//! register, because what kept it from its hint has moved since. That continues from neighbour to
//! neighbour.

use std::ops::Range;

use avarice_liveness::RegName;
use avarice_mir::{Reg, VReg};
use avarice_target::PhysReg;
use avarice_trace::events::Event;
use avarice_trace::{event, log};
use cranelift_entity::SecondaryMap;

use super::Greedy;
use super::frequency::Frequency;
use crate::interference::Interference;
use avarice_mir::inst_facts::{copy_operands, reg_insts};

/// Registers that missed their hint, in the order in which that happened.
#[derive(Debug, Default)]
pub struct BrokenHints {
    /// With registers that were removed since.
    regs: Vec<VReg>,
    /// One more than the place of a register in `regs`, 0 if it is not in the set.
    places: SecondaryMap<VReg, u32>,
}

impl BrokenHints {
    /// Removes all.
    pub fn clear(&mut self) {
        self.regs.clear();
        self.places.clear();
    }

    /// Adds a register, unless it is there.
    pub fn insert(&mut self, reg: VReg) {
        if self.places[reg] == 0 {
            self.regs.push(reg);
            self.places[reg] = self.regs.len() as u32;
        }
    }

    /// Removes a register.
    pub fn remove(&mut self, reg: VReg) {
        if self.places.get(reg).is_some_and(|place| *place != 0) {
            self.places[reg] = 0;
        }
    }

    /// All registers.
    fn iter(&self) -> impl Iterator<Item = VReg> + '_ {
        let there = |(at, reg): &(u32, &VReg)| self.places[**reg] == at + 1;
        (0..).zip(&self.regs).filter(there).map(|(_, reg)| *reg)
    }
}

/// The ways along copies, each from a register that missed its hint.
///
/// A way leads on from the registers that have its physical register, and tries to move their neighbours there. Where it
/// has moved none, another way that begins at one of these registers comes to the same registers and moves none either,
/// until another assignment changes.
#[derive(Debug, Default)]
struct Ways {
    /// The number of the way.
    way: u32,
    /// For each register the last way on which it was met.
    met: SecondaryMap<VReg, u32>,
    /// How many ways have moved registers.
    changes: u32,
    /// For each register that a way has led on from, one more than [`Self::changes`] at that time.
    led_on: SecondaryMap<VReg, u32>,
    neighbours: Neighbours,
}

impl Ways {
    /// Begins another way.
    fn begin(&mut self) {
        self.way += 1;
    }

    /// Whether `reg` is met for the first time.
    fn meet(&mut self, reg: VReg) -> bool {
        std::mem::replace(&mut self.met[reg], self.way) != self.way
    }

    /// Notes that the way leads on from `reg`, which has its physical register.
    fn lead_on(&mut self, reg: VReg) {
        self.led_on[reg] = self.changes + 1;
    }

    /// Whether a way that begins at `reg` is known to move nothing.
    fn is_idle(&self, reg: VReg) -> bool {
        self.led_on[reg] == self.changes + 1
    }

    /// Ends a way. What was found on it holds only if it has moved nothing.
    fn end(&mut self, has_moved: bool) {
        self.changes += u32::from(has_moved);
    }
}

/// A copy and its other end.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    frequency: Frequency,
    reg: Reg,
}

/// The neighbours of registers, found when they are first asked for: ways cross each other often, and code stays as it is.
#[derive(Debug, Default)]
struct Neighbours {
    /// By register: its part of [`Self::all`].
    parts: SecondaryMap<VReg, Option<(u32, u32)>>,
    all: Vec<Neighbour>,
}

impl Greedy<'_, '_> {
    /// Tries to repair the hints that were missed.
    pub(super) fn reconcile_hints(&mut self) {
        let broken = std::mem::take(&mut self.scratch.greedy.events.broken_hints);
        let mut ways = Ways::default();
        for reg in broken.iter() {
            // A log has all ways.
            let is_wanted = self.log.is_watched() || !ways.is_idle(reg);
            if is_wanted && self.analyses.virt_reg_map.has_phys(reg) {
                self.reconcile(reg, &mut ways);
            }
        }
        self.scratch.greedy.events.broken_hints = broken;
    }

    fn reconcile(&mut self, reg: VReg, ways: &mut Ways) {
        let target = self.function.target;
        let phys = self.analyses.virt_reg_map.phys(reg);
        let name = RegName::phys(target, phys);
        log!(self.log, "Trying to reconcile hints for: {reg}({name})\n");
        ways.begin();
        ways.meet(reg);
        let mut has_moved = false;
        let mut candidates = vec![reg];
        while let Some(reg) = candidates.pop() {
            let current = self.analyses.virt_reg_map.phys(reg);
            if current.is_none() {
                continue;
            }
            let fits = current == phys
                || target.class(self.function.class(reg)).contains(phys)
                    && self.interference(reg, phys) == Interference::Free;
            if !fits {
                continue;
            }
            let current_name = RegName::phys(target, current);
            log!(self.log, "{reg}({current_name}) is recolorable.\n");
            let part = self.neighbours(reg, &mut ways.neighbours);
            let neighbours = &ways.neighbours.all[part.clone()];
            if current != phys && !self.is_profitable(reg, neighbours, current, phys) {
                continue;
            }
            if current != phys {
                self.unassign(reg);
                self.assign(reg, phys);
                has_moved = true;
            }
            ways.lead_on(reg);
            for at in part {
                let other = ways.neighbours.all[at].reg.as_virtual();
                candidates.extend(other.filter(|other| ways.meet(*other)));
            }
        }
        ways.end(has_moved);
    }

    /// Whether fewer copies are left, by frequency, if a register moves.
    fn is_profitable(
        &mut self,
        reg: VReg,
        neighbours: &[Neighbour],
        from: PhysReg,
        to: PhysReg,
    ) -> bool {
        let assigned = |reg: Reg| match reg.as_virtual() {
            Some(reg) => self.analyses.virt_reg_map.phys(reg),
            None => reg.as_physical().unwrap_or(PhysReg::NONE),
        };
        let broken = |phys: PhysReg| {
            let apart = neighbours
                .iter()
                .filter(|other| assigned(other.reg) != phys);
            apart.fold(Frequency::ZERO, |sum, other| sum + other.frequency)
        };
        let (old, new) = (broken(from), broken(to));
        event!(
            self.log,
            Event::Reconcile {
                reg,
                from,
                to,
                old_cost: self.runs(old),
                new_cost: self.runs(new),
                moves: old >= new,
            }
        );
        if self.log.is_on() {
            let (old, new) = (self.relative(old), self.relative(new));
            log!(self.log, "Checking profitability:\n");
            log!(self.log, "Old Cost: {old}\nNew Cost: {new}\n");
        }
        if old < new {
            log!(self.log, "=> Not profitable.\n");
            return false;
        }
        log!(self.log, "=> Profitable.\n");
        true
    }

    /// A frequency relative to the entry's, as the debug log has it.
    fn relative(&self, frequency: Frequency) -> String {
        if frequency == Frequency::ZERO {
            return "0".into();
        }
        let entry = Frequency(self.analyses.frequencies.entry());
        frequency.relative_to(entry).to_string()
    }

    /// The part of all neighbours that are the other ends of full copies from and to a register.
    fn neighbours(&self, reg: VReg, found: &mut Neighbours) -> Range<usize> {
        if let Some((from, to)) = found.parts[reg] {
            return from as usize..to as usize;
        }
        let from = found.all.len();
        let mut insts = Vec::new();
        reg_insts(self.function, reg, &mut insts);
        for inst in insts {
            let Some(((dst, dst_sub), (src, src_sub))) =
                copy_operands(self.function, self.hooks, inst)
            else {
                continue;
            };
            if !dst_sub.is_none() || !src_sub.is_none() {
                continue;
            }
            let other = if dst == reg.into() { src } else { dst };
            if other == reg.into() {
                continue;
            }
            let block = self.function.inst_block(inst);
            let frequency = block.map_or(0, |block| self.analyses.frequencies.frequency(block));
            found.all.push(Neighbour {
                frequency: Frequency(frequency),
                reg: other,
            });
        }
        let to = found.all.len();
        found.parts[reg] = Some((from as u32, to as u32));
        from..to
    }
}
