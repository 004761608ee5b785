//! Slots: stores after definitions, loads after instructions that take a register away, and at the start of the block.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{FrameIndex, Inst, StackObject, StackObjectKind, VReg};
use avarice_target::{LaneMask, PhysReg, op};
use avarice_trace::events::Event;
use avarice_trace::{event, log};

use super::Fast;
use super::state::{LiveId, UnitState};

impl Fast<'_, '_> {
    /// The slot of a register, made on first request.
    fn slot(&mut self, reg: VReg) -> FrameIndex {
        if let Some(slot) = self.state.slots[reg] {
            return slot;
        }
        let class = self.function.target.class(self.function.class(reg));
        let (size, align) = (u64::from(class.spill_size), u64::from(class.spill_align));
        let slot = self.function.frame.create_object(StackObject::new(
            StackObjectKind::SpillSlot,
            size,
            align,
        ));
        self.state.slots[reg] = Some(slot);
        slot
    }

    /// Stores a register after its definition `inst`, where it is in `phys`.
    pub(super) fn spill(&mut self, inst: Inst, id: LiveId, phys: PhysReg) {
        let entry = self.state.live[id];
        let before = self.function.next_bundle(inst);
        log!(
            self.log,
            "Spill Reason: LO: {} RL: {}\nSpilling {} in {} to stack slot #",
            u8::from(entry.live_out),
            u8::from(entry.reloaded),
            entry.reg,
            self.name(phys)
        );
        let slot = self.slot(entry.reg);
        log!(self.log, "{}\n", slot.0);
        event!(
            self.log,
            Event::StoreBehind {
                reg: entry.reg,
                phys,
                slot,
                text: self.log.inst_text(self.function, inst),
            }
        );
        let access = SlotAccess {
            reg: phys.into(),
            slot,
            class: self.function.class(entry.reg),
            kill: !entry.used,
        };
        self.hooks
            .store_to_slot(self.function, InsertPoint::new(self.block, before), access);
        self.move_debug_values_to_slot(entry.reg, slot, before, entry.live_out);
        if self.function.opcode(inst) == op::INLINEASM_BR {
            self.spill_in_targets(inst, phys, access);
        }
        let entry = &mut self.state.live[id];
        (entry.used, entry.live_out, entry.reloaded) = (false, false, false);
    }

    /// Stores what inline assembly defines in the blocks that it may jump to: code after it is not on those paths.
    fn spill_in_targets(&mut self, inst: Inst, phys: PhysReg, access: SlotAccess) {
        for index in 0..self.function.num_operands(inst) {
            let Some(target) = self.function.operand(inst, index).as_block() else {
                continue;
            };
            let first = self.function.blocks[target].first.expand();
            self.hooks
                .store_to_slot(self.function, InsertPoint::new(target, first), access);
            let live_ins = &mut self.function.blocks[target].live_ins;
            live_ins.push((phys, LaneMask::ALL));
        }
    }

    /// Loads a register from its slot before `before`, at the end of the block for `None`.
    fn reload(&mut self, before: Option<Inst>, reg: VReg, phys: PhysReg) {
        log!(self.log, "Reloading {reg} into {}\n", self.name(phys));
        let slot = self.slot(reg);
        event!(
            self.log,
            Event::LoadBefore {
                reg,
                phys,
                slot,
                text: before.map(|inst| self.log.inst_text(self.function, inst)),
            }
        );
        let access = SlotAccess {
            reg: phys.into(),
            slot,
            class: self.function.class(reg),
            kill: false,
        };
        self.hooks
            .load_from_slot(self.function, InsertPoint::new(self.block, before), access);
    }

    /// Frees `phys`: registers that are in it, or in a part of it, are loaded after `inst`. Returns whether it was not
    /// free.
    pub(super) fn displace(&mut self, inst: Inst, phys: PhysReg) -> bool {
        let target = self.function.target;
        let mut any = false;
        for unit in target.reg(phys).units {
            match self.state.registers.unit(*unit) {
                UnitState::Free | UnitState::LiveIn => continue,
                UnitState::PreAssigned => self.state.registers.free_unit(*unit),
                UnitState::Held(id) => {
                    let before = self.function.next_bundle(inst);
                    let LiveEntry { reg, phys } = self.release(id);
                    self.reload(before, reg, phys);
                    self.state.live[id].reloaded = true;
                }
            }
            any = true;
        }
        any
    }

    /// Takes the register away from a value; says which value and which register.
    pub(super) fn release(&mut self, id: LiveId) -> LiveEntry {
        let target = self.function.target;
        let phys = self.state.live.unassign(id);
        self.state.registers.set(target, phys, UnitState::Free);
        LiveEntry {
            reg: self.state.live[id].reg,
            phys,
        }
    }

    /// Loads registers that a mask of `inst` clobbers, in the order in which they were met.
    pub(super) fn displace_clobbered(&mut self, inst: Inst) {
        let mut clobbered = std::mem::take(&mut self.state.clobbered);
        let registers = &self.state.registers;
        let assigned = self.state.live.assigned();
        let in_way = assigned.filter(|(_, phys)| registers.is_clobbered(self.function, *phys));
        clobbered.extend(in_way.map(|(id, _)| id));
        clobbered.sort_unstable();
        for id in clobbered.drain(..) {
            let phys = self.state.live[id].phys();
            self.displace(inst, phys);
        }
        self.state.clobbered = clobbered;
    }

    /// Loads what is still held at the start of the block. Registers that are live into it are skipped: they hold what
    /// they come with.
    pub(super) fn reload_at_begin(&mut self) {
        let target = self.function.target;
        for (reg, _) in &self.function.blocks[self.block].live_ins {
            self.state.registers.set(target, *reg, UnitState::LiveIn);
        }
        let is_label = |inst: &Inst| {
            let opcode = self.function.opcode(*inst);
            matches!(opcode, op::EH_LABEL | op::GC_LABEL | op::ANNOTATION_LABEL)
        };
        let mut before = self.function.blocks[self.block].first.expand();
        while let Some(label) = before.filter(is_label) {
            before = self.function.next_inst(label);
        }
        let mut live = std::mem::take(&mut self.state.live);
        for entry in live.iter().filter(|entry| !entry.phys().is_none()) {
            let phys = entry.phys();
            if self.state.registers.first_unit(target, phys) != UnitState::LiveIn {
                self.reload(before, entry.reg, phys);
            }
        }
        live.clear();
        self.state.live = live;
    }
}

/// A value and the register that it was in.
pub(super) struct LiveEntry {
    pub reg: VReg,
    pub phys: PhysReg,
}
