//! Which copies are valid at a place in a block, by register unit.
//!
//! ```text
//!                        writer   available   targets
//!   $ecx = COPY $eax     CX: 1    yes
//!                        AX:                  {$ecx}
//!   $eax = …             CX: 1    no                     $ecx is no copy of $eax any more
//! ```

use avarice_mir::{Inst, MachineFunction, OperandKind};
use avarice_target::{PhysReg, RegUnit, TargetDesc};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

/// What is known of a register unit.
#[derive(Clone, Debug, Default)]
struct Unit {
    /// Whether anything is.
    known: bool,
    /// Whether it is in the list of units to be cleared.
    listed: bool,
    /// Whether source and destination of `writer` still have the same value.
    available: bool,
    /// Whether a register mask between `writer` and here clobbers its source or destination.
    masked: bool,
    /// The copy that wrote it.
    writer: PackedOption<Inst>,
    /// Whether a copy read it.
    is_read: bool,
    /// The last copy that read it.
    reader: PackedOption<Inst>,
    /// What copies wrote with its value.
    targets: SmallVec<[PhysReg; 4]>,
}

/// The copies that hold. Going down a block, a copy is tracked from where it is; going up, up to where it is.
#[derive(Debug, Default)]
pub(super) struct CopyTracker {
    units: Vec<Unit>,
    listed: Vec<RegUnit>,
    /// How many units are known.
    known: usize,
    /// Units that [`Self::invalidate`] has to forget.
    to_forget: Vec<RegUnit>,
}

/// Destination and source of a copy between physical registers.
pub(super) fn copied(function: &MachineFunction, copy: Inst) -> (PhysReg, PhysReg) {
    let reg = |at| {
        let reg = function.operand(copy, at).as_reg().as_physical();
        reg.unwrap_or(PhysReg::NONE)
    };
    (reg(0), reg(1))
}

/// Whether `part` is `reg` or in it.
pub(super) fn is_part(target: &TargetDesc, reg: PhysReg, part: PhysReg) -> bool {
    reg == part || target.reg(part).super_regs.contains(&reg)
}

impl CopyTracker {
    /// Forgets everything, for a target with so many units.
    pub(super) fn clear(&mut self, units: usize) {
        for unit in self.listed.drain(..) {
            self.units[unit.index()] = Unit::default();
        }
        self.units.resize_with(units, Unit::default);
        self.known = 0;
    }

    /// Whether any copy is known.
    pub(super) fn has_any(&self) -> bool {
        self.known != 0
    }

    fn get(&self, unit: RegUnit) -> Option<&Unit> {
        Some(&self.units[unit.index()]).filter(|unit| unit.known)
    }

    fn forget(&mut self, unit: RegUnit) {
        let entry = &mut self.units[unit.index()];
        if entry.known {
            self.known -= 1;
            *entry = Unit {
                listed: true,
                ..Unit::default()
            };
        }
    }

    fn know(&mut self, unit: RegUnit) -> &mut Unit {
        let entry = &mut self.units[unit.index()];
        if !entry.listed {
            entry.listed = true;
            self.listed.push(unit);
        }
        if !entry.known {
            entry.known = true;
            self.known += 1;
        }
        entry
    }

    /// Adds a copy.
    pub(super) fn track(&mut self, function: &MachineFunction, copy: Inst) {
        let (dst, src) = copied(function, copy);
        let target = function.target;
        for unit in target.reg(dst).units {
            self.forget(*unit);
            let entry = self.know(*unit);
            entry.writer = copy.into();
            entry.available = true;
        }
        for unit in target.reg(src).units {
            let entry = self.know(*unit);
            if !entry.targets.contains(&dst) {
                entry.targets.push(dst);
            }
            entry.is_read = true;
            entry.reader = copy.into();
        }
    }

    fn mark_unavailable(&mut self, target: &TargetDesc, reg: PhysReg) {
        for unit in target.reg(reg).units {
            self.units[unit.index()].available = false;
        }
    }

    /// Going down: `reg` gets another value.
    pub(super) fn clobber(&mut self, function: &MachineFunction, reg: PhysReg) {
        if !self.has_any() || reg.is_none() {
            return;
        }
        let target = function.target;
        for unit in target.reg(reg).units {
            if !self.units[unit.index()].known {
                continue;
            }
            let targets = std::mem::take(&mut self.units[unit.index()].targets);
            for dst in &targets {
                self.mark_unavailable(target, *dst);
            }
            self.units[unit.index()].targets = targets;
            if let Some(copy) = self.units[unit.index()].writer.expand() {
                let (dst, src) = copied(function, copy);
                self.mark_unavailable(target, dst);
                for unit in target.reg(src).units {
                    self.drop_target(*unit, dst);
                }
            }
            self.forget(*unit);
        }
    }

    /// `dst` has no longer the value of `unit`.
    fn drop_target(&mut self, unit: RegUnit, dst: PhysReg) {
        let entry = &mut self.units[unit.index()];
        if !entry.known || !entry.is_read {
            return;
        }
        if let Some(at) = entry.targets.iter().position(|target| *target == dst) {
            entry.targets.remove(at);
            if entry.targets.is_empty() && entry.writer.is_none() {
                self.forget(unit);
            }
        }
    }

    /// Going up: `reg` is read or written, so that no copy that involves it can move above.
    pub(super) fn invalidate(&mut self, function: &MachineFunction, reg: PhysReg) {
        if !self.has_any() || reg.is_none() {
            return;
        }
        let target = function.target;
        self.to_forget.clear();
        for unit in target.reg(reg).units {
            let entry = &self.units[unit.index()];
            for copy in [entry.writer.expand(), entry.reader.expand()] {
                let Some(copy) = copy.filter(|_| entry.known) else {
                    continue;
                };
                let (dst, src) = copied(function, copy);
                self.to_forget.extend(target.reg(dst).units);
                self.to_forget.extend(target.reg(src).units);
            }
        }
        while let Some(unit) = self.to_forget.pop() {
            self.forget(unit);
        }
    }

    /// Calls on the way clobber what their register masks say.
    pub(super) fn apply_masks(&mut self, function: &MachineFunction, inst: Inst) {
        if !self.has_any() {
            return;
        }
        for operand in function.operands(inst) {
            if operand.kind() != OperandKind::RegMask {
                continue;
            }
            for unit in &self.listed {
                let entry = &mut self.units[unit.index()];
                if let Some(copy) = entry.writer.expand().filter(|_| entry.known) {
                    let (dst, src) = copied(function, copy);
                    entry.masked |= !function.mask_preserves(operand, dst)
                        || !function.mask_preserves(operand, src);
                }
            }
        }
    }

    /// The copy that wrote a unit.
    pub(super) fn writer(&self, unit: RegUnit) -> Option<Inst> {
        self.get(unit)?.writer.expand()
    }

    /// The copy of which `unit` is a source, if it has only one destination and holds.
    pub(super) fn only_copy_from(&self, target: &TargetDesc, unit: RegUnit) -> Option<Inst> {
        self.available_through(self.only_target(target, unit)?)
            .map(|(copy, _)| copy)
    }

    fn only_target(&self, target: &TargetDesc, unit: RegUnit) -> Option<RegUnit> {
        match self.get(unit)?.targets.as_slice() {
            [only] => target.reg(*only).units.first().copied(),
            _ => None,
        }
    }

    /// The copy that wrote `unit` if its source still has the value, and whether masks came in between.
    fn available_through(&self, unit: RegUnit) -> Option<(Inst, bool)> {
        let entry = self.get(unit).filter(|entry| entry.available)?;
        Some((entry.writer.expand()?, entry.masked))
    }

    /// Going down: the copy that `reg` has its value from, if that is still in the copy's source.
    pub(super) fn available_copy(&self, function: &MachineFunction, reg: PhysReg) -> Option<Inst> {
        let target = function.target;
        let (copy, masked) = self.available_through(*target.reg(reg).units.first()?)?;
        let (dst, _) = copied(function, copy);
        (is_part(target, dst, reg) && !masked).then_some(copy)
    }

    /// Going up: the only copy of `reg`, if its destination could be written in place of `reg` here.
    pub(super) fn available_copy_below(
        &self,
        function: &MachineFunction,
        reg: PhysReg,
    ) -> Option<Inst> {
        let target = function.target;
        let unit = self.only_target(target, *target.reg(reg).units.first()?)?;
        let (copy, masked) = self.available_through(unit)?;
        let (_, src) = copied(function, copy);
        (is_part(target, src, reg) && !masked).then_some(copy)
    }
}
