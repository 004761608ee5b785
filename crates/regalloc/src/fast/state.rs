//! Which values hold which registers while a block is allocated, and which registers an instruction uses.

use avarice_mir::{MachineFunction, Operand, VReg};
use avarice_target::{PhysReg, RegUnit, TargetDesc};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

/// A virtual register that was met in the block, by the order in which they were met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LiveId(u32);
entity_impl!(LiveId, "live");

/// What holds a register unit at a point of the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum UnitState {
    /// Nothing.
    #[default]
    Free,
    /// The code itself: it names the register further down.
    PreAssigned,
    /// The blocks before: it is live into the block. Only at the block's begin.
    LiveIn,
    /// A virtual register.
    Held(LiveId),
}

/// What is known of a virtual register that was met in the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiveReg {
    /// The register.
    pub reg: VReg,
    /// Where it is at this point, or [`PhysReg::NONE`].
    phys: PhysReg,
    /// Whether it is read further down, before it is stored or loaded again.
    pub used: bool,
    /// Whether other blocks may read it.
    pub live_out: bool,
    /// Whether it is loaded from its slot further down.
    pub reloaded: bool,
    /// Index in `LiveRegs::assigned`, if it is in a register.
    place: u32,
}

impl LiveReg {
    /// Where it is at this point, or [`PhysReg::NONE`].
    #[inline]
    pub fn phys(&self) -> PhysReg {
        self.phys
    }
}

/// The virtual registers that were met in the block: a sparse set in order of insertion.
///
/// ```text
///   live      %7 in $eax   %3 nowhere   %9 in $ecx      PrimaryMap<LiveId, LiveReg>
///   ids       %3 ↦ 1, %7 ↦ 0, %9 ↦ 2, others ↦ anything  (right if that entry names the register)
///   assigned  0, 2                                       those in a register, in no order
/// ```
#[derive(Debug, Default)]
pub(super) struct LiveRegs {
    live: PrimaryMap<LiveId, LiveReg>,
    ids: SecondaryMap<VReg, PackedOption<LiveId>>,
    assigned: Vec<LiveId>,
}

impl LiveRegs {
    /// Forgets all registers.
    pub fn clear(&mut self) {
        self.live.clear();
        self.assigned.clear();
    }

    /// The entry of a register, if it was met.
    #[inline]
    pub fn find(&self, reg: VReg) -> Option<LiveId> {
        let id = self.ids[reg].expand()?;
        let entry = self.live.get(id)?;
        (entry.reg == reg).then_some(id)
    }

    /// The entry of a register, and whether it is a new one.
    #[inline]
    pub fn insert(&mut self, reg: VReg) -> (LiveId, bool) {
        if let Some(id) = self.find(reg) {
            return (id, false);
        }
        let id = self.live.push(LiveReg {
            reg,
            phys: PhysReg::NONE,
            used: false,
            live_out: false,
            reloaded: false,
            place: 0,
        });
        self.ids[reg] = id.into();
        (id, true)
    }

    /// Says where a register is that was nowhere.
    pub fn assign(&mut self, id: LiveId, phys: PhysReg) {
        let entry = &mut self.live[id];
        debug_assert!(entry.phys.is_none(), "{} is in a register", entry.reg);
        entry.phys = phys;
        entry.place = self.assigned.len() as u32;
        self.assigned.push(id);
    }

    /// Says that a register is nowhere; gives where it was.
    pub fn unassign(&mut self, id: LiveId) -> PhysReg {
        let entry = &mut self.live[id];
        let phys = std::mem::take(&mut entry.phys);
        if !phys.is_none() {
            let place = entry.place;
            self.assigned.swap_remove(place as usize);
            if let Some(moved) = self.assigned.get(place as usize) {
                self.live[*moved].place = place;
            }
        }
        phys
    }

    /// Those that are in a register, in no particular order.
    pub fn assigned(&self) -> impl Iterator<Item = (LiveId, PhysReg)> + '_ {
        self.assigned.iter().map(|id| (*id, self.live[*id].phys))
    }

    /// All entries, in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = &LiveReg> {
        self.live.values()
    }
}

impl std::ops::Index<LiveId> for LiveRegs {
    type Output = LiveReg;
    fn index(&self, id: LiveId) -> &LiveReg {
        &self.live[id]
    }
}

impl std::ops::IndexMut<LiveId> for LiveRegs {
    fn index_mut(&mut self, id: LiveId) -> &mut LiveReg {
        &mut self.live[id]
    }
}

/// The register units of the target: what holds each, and which the current instruction uses.
///
/// A mark of use is the generation of the instruction that set it, so that nothing is cleared between
/// instructions. Generations are even; that of a mark by an allocated operand is one more than that of a
/// mark by a physical register that is read.
#[derive(Debug, Default)]
pub(super) struct RegisterFile {
    units: Vec<UnitState>,
    used: Vec<u32>,
    generation: u32,
    /// Masks of the current instruction.
    masks: Vec<Operand>,
}

impl RegisterFile {
    /// Begins a function for this target.
    pub fn begin_function(&mut self, target: &TargetDesc) {
        self.used.clear();
        self.used.resize(target.units.len(), 0);
        self.units.resize(target.units.len(), UnitState::Free);
        self.generation = 0;
    }

    /// Begins a block: everything is free.
    pub fn begin_block(&mut self) {
        self.units.fill(UnitState::Free);
    }

    /// Begins an instruction: it uses nothing yet.
    pub fn begin_inst(&mut self) {
        self.masks.clear();
        self.generation = self.generation.wrapping_add(2);
        if self.generation == 0 {
            self.used.fill(0);
            self.generation = 2;
        }
    }

    /// The generation of the current instruction: different for each instruction of a function.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Adds a register mask of the instruction.
    pub fn add_mask(&mut self, mask: Operand) {
        self.masks.push(mask.detached());
    }

    /// Whether the instruction has register masks.
    pub fn has_masks(&self) -> bool {
        !self.masks.is_empty()
    }

    /// Whether a register mask of the instruction clobbers `phys`.
    pub fn is_clobbered(&self, function: &MachineFunction, phys: PhysReg) -> bool {
        let mut masks = self.masks.iter();
        masks.any(|mask| !function.mask_preserves(mask, phys))
    }

    /// What holds a unit.
    #[inline]
    pub fn unit(&self, unit: RegUnit) -> UnitState {
        self.units[unit.index()]
    }

    /// Frees a unit.
    pub fn free_unit(&mut self, unit: RegUnit) {
        self.units[unit.index()] = UnitState::Free;
    }

    /// Sets what holds all units of `phys`.
    #[inline]
    pub fn set(&mut self, target: &TargetDesc, phys: PhysReg, state: UnitState) {
        for unit in target.reg(phys).units {
            self.units[unit.index()] = state;
        }
    }

    /// Whether no unit of `phys` is held.
    #[inline]
    pub fn is_free(&self, target: &TargetDesc, phys: PhysReg) -> bool {
        let mut units = target.reg(phys).units.iter();
        units.all(|unit| self.unit(*unit) == UnitState::Free)
    }

    /// What holds the first unit of `phys`.
    pub fn first_unit(&self, target: &TargetDesc, phys: PhysReg) -> UnitState {
        let first = target.reg(phys).units.first();
        first.map_or(UnitState::Free, |unit| self.unit(*unit))
    }

    /// Marks `phys` as used by an allocated operand, or by a physical one for good.
    #[inline]
    pub fn mark_used(&mut self, target: &TargetDesc, phys: PhysReg) {
        self.mark(target, phys, self.generation | 1);
    }

    /// Marks `phys` as read: only definitions that must not share a register with what is read care.
    pub fn mark_read(&mut self, target: &TargetDesc, phys: PhysReg) {
        self.mark(target, phys, self.generation);
    }

    /// Removes all marks of `phys`.
    #[inline]
    pub fn unmark(&mut self, target: &TargetDesc, phys: PhysReg) {
        self.mark(target, phys, 0);
    }

    #[inline]
    fn mark(&mut self, target: &TargetDesc, phys: PhysReg, value: u32) {
        for unit in target.reg(phys).units {
            self.used[unit.index()] = value;
        }
    }

    /// Whether the instruction uses `phys`. With `avoid_reads`, what it reads and what its masks clobber
    /// counts as well.
    #[inline]
    pub fn is_used(&self, function: &MachineFunction, phys: PhysReg, avoid_reads: bool) -> bool {
        if avoid_reads && self.is_clobbered(function, phys) {
            return true;
        }
        let least = self.generation | u32::from(!avoid_reads);
        let mut units = function.target.reg(phys).units.iter();
        units.any(|unit| self.used[unit.index()] >= least)
    }
}
