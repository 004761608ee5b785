//! Instructions of the code before that now have a form that works on memory.
//!
//! An inserted instruction is such a form if the target can make it from one that is waiting. If there are several, one
//! is taken whose inputs are in their places.
//!
//! The forms of a move between register files are plain loads and stores: what is stored from one file is loaded into
//! the other. Then it is ambiguous whether the move or its operand is meant, and both are true:
//!
//! ```text
//!   before                    after                      state after it
//!   %1 = MOV32rm @x           $eax = MOV32rm @x          eax {%1}
//!                             MOV32mr %stack.0, $eax     eax {%1}  stack.0 {%1 %2}
//!   %2 = MOVDI2SSrr %1        MOV32mr %stack.1, $eax     eax {%1}  stack.0 {%1 %2}  stack.1 {%1 %2}
//! ```
//!
//! So long as both keep their values, every slot that holds the source of such a *crossing* holds the result as a
//! whole.

use avarice_machine::stack_map_fold::{self, fixed_operands};
use avarice_mir::{FrameIndex, Inst, MachineFunction, Operand, OperandFlags, VReg};
use avarice_target::{LaneMask, PhysReg, RegClass};
use smallvec::SmallVec;

use super::effects::Effects;
use super::slot_contents::SlotContent;
use super::state::{Crossing, Part, Parts, State, Var, unit_index};

/// What is folded into an instruction.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    Slot(FrameIndex),
    /// What this instruction loads.
    Load(Inst),
}

/// An instruction of the code before in its form on memory.
pub(super) struct Folded {
    /// How many instructions come before it among those that are waiting.
    pub at: usize,
    /// The instruction.
    original: Inst,
    /// The form, in the code before, detached.
    form: Inst,
    /// The registers that memory stands for, if that is slots of them.
    in_slots: SmallVec<[InSlot; 1]>,
}

/// A register that an instruction has in a slot.
pub(super) struct InSlot {
    reg: VReg,
    slot: FrameIndex,
    reads: bool,
    writes: bool,
}

impl InSlot {
    /// A register in the place of which `inst` of a function has a slot.
    fn new(function: &MachineFunction, inst: Inst, reg: VReg, slot: FrameIndex) -> Self {
        let operands = function.operands(inst).iter();
        let of_reg = operands.filter(|operand| operand.as_reg() == reg.into());
        Self {
            reg,
            slot,
            reads: of_reg.clone().any(Operand::reads_reg),
            writes: of_reg.clone().any(Operand::is_def),
        }
    }
}

impl Effects<'_> {
    /// The waiting instruction of which `inst` is a form on memory.
    pub fn find_folded(&mut self, state: &State, pending: &[Inst], inst: Inst) -> Option<Folded> {
        let is_plain = self.plain_load(inst).or(self.plain_store(inst)).is_some();
        let mut misplaced = None;
        for at in 0..pending.len() {
            for folded in self.forms(state, pending, at, inst) {
                if self.fits(state, pending, &folded, inst) {
                    return Some(folded);
                }
                misplaced = misplaced.or(Some(folded));
            }
            // A plain load or store may be the allocator's own. It is no form of an instruction that comes after one which the
            // allocator does not remove.
            if is_plain && !self.may_be_gone(pending[at]) {
                break;
            }
        }
        // Moves of the allocator have nothing to do with what is waiting.
        misplaced.filter(|_| !is_plain)
    }

    /// Whether the allocator removes instructions such as `inst`: copies, and what it computes again where it is needed.
    fn may_be_gone(&self, inst: Inst) -> bool {
        use avarice_target::op;
        let opcode = self.before.opcode(inst);
        matches!(
            opcode,
            op::COPY | op::KILL | op::IMPLICIT_DEF | op::INSERT_SUBREG
        ) || self.is_origin(inst)
    }

    /// What `inst` is as a form of the waiting instruction number `at`: one for each register that it may have in
    /// memory.
    fn forms(
        &mut self,
        state: &State,
        pending: &[Inst],
        at: usize,
        inst: Inst,
    ) -> SmallVec<[Folded; 1]> {
        let mut forms = SmallVec::new();
        let original = pending[at];
        // A copy from a slot, or to one, is a load or a store.
        if self.before.opcode(original) == avarice_target::op::COPY {
            return forms;
        }
        if fixed_operands(&self.before, original).is_some() {
            forms.extend(self.stack_map_form(at, original, inst));
            return forms;
        }
        let slot = self.slot_of(inst);
        let operands: SmallVec<[Operand; 8]> = self.before.operands(original).into();
        let regs = operands.iter();
        let mut regs: SmallVec<[VReg; 4]> = regs
            .filter_map(|operand| operand.as_reg().as_virtual())
            .collect();
        regs.sort_unstable();
        regs.dedup();
        for reg in regs {
            let is_folded = |operand: &Operand| {
                let tied_use = operand.is_use() && operand.tied_to().is_some();
                operand.as_reg() == reg.into() && !operand.has(OperandFlags::IMPLICIT) && !tied_use
            };
            let ops = (0..operands.len()).filter(|at| is_folded(&operands[*at]));
            let ops: SmallVec<[usize; 4]> = ops.collect();
            let memory = match slot {
                Some(slot) => Some(Memory::Slot(slot)),
                None => self
                    .origin_behind(state, &pending[..at], reg)
                    .map(Memory::Load),
            };
            let form = memory.and_then(|memory| self.try_fold(original, &ops, memory));
            let Some(form) = form.filter(|form| self.is_same_form(*form, inst)) else {
                continue;
            };
            forms.push(Folded {
                at,
                original,
                form,
                in_slots: slot
                    .map(|slot| InSlot::new(&self.before, original, reg, slot))
                    .into_iter()
                    .collect(),
            });
        }
        forms
    }

    /// What `inst` is as a form of an instruction with a map of the stack, which may have any number of its registers in
    /// slots.
    fn stack_map_form(&mut self, at: usize, original: Inst, inst: Inst) -> Option<Folded> {
        if self.before.opcode(original) != self.after.opcode(inst) {
            return None;
        }
        let mut form = original;
        let mut in_slots = SmallVec::new();
        while !self.is_same_form(form, inst) {
            let (reg, slot) = self.first_in_slot(form, inst)?;
            in_slots.push(InSlot::new(&self.before, form, reg, slot));
            let operands = self.before.operands(form).iter().enumerate();
            let of_reg = operands.filter(|(_, operand)| {
                operand.as_reg() == reg.into() && !operand.has(OperandFlags::IMPLICIT)
            });
            let ops: SmallVec<[usize; 4]> = of_reg.map(|(at, _)| at).collect();
            // Implicit operands are never in slots; without others, no round would bring the form nearer.
            if ops.is_empty() {
                return None;
            }
            form = self.fold_stack_map((original, form), &ops, slot)?;
        }
        Some(Folded {
            at,
            original,
            form,
            in_slots,
        })
    }

    /// The first register of `form` in whose place `inst` has a slot. Results of values in slots are gone, so operands
    /// are compared after them.
    fn first_in_slot(&self, form: Inst, inst: Inst) -> Option<(VReg, FrameIndex)> {
        let first = fixed_operands(&self.before, form)?.start;
        let first_after = fixed_operands(self.after, inst)?.start;
        let places = self.after.operands(inst).get(first_after..)?;
        let wanted = self.before.operands(form).get(first..)?;
        let differs = |(wanted, place): (&Operand, &Operand)| wanted.is_reg() && !place.is_reg();
        let at = wanted.iter().zip(places).position(differs)?;
        let slot = places.get(at + 2)?.as_frame_index()?;
        Some((wanted[at].as_reg().as_virtual()?, slot))
    }

    /// `form` of `original` of the code before with a slot for the operands `ops`, in no block.
    fn fold_stack_map(
        &mut self,
        (original, form): (Inst, Inst),
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst> {
        let before = &mut self.before;
        let operands: SmallVec<[Operand; 8]> = before.operands(form).into();
        let tried = before.create_inst(before.opcode(form), &operands);
        for (at, operand) in operands.iter().enumerate() {
            if let Some(def) = operand.tied_to().filter(|_| operand.is_use())
                && !ops.contains(&at)
            {
                before.tie_operands(tried, def, at);
            }
        }
        before.insert_before(original, tried);
        let form = stack_map_fold::fold_slot(before, tried, ops, slot);
        if let Some(form) = form {
            before.remove_inst(form);
        }
        before.remove_inst(tried);
        form
    }

    /// The form of `inst` of the code before with memory for the operands `ops`, in no block. `inst` stays as it
    /// is: to find a form, targets may exchange operands, and narrow the classes of registers.
    pub fn try_fold(&mut self, inst: Inst, ops: &[usize], memory: Memory) -> Option<Inst> {
        let before = &mut self.before;
        let operands: SmallVec<[Operand; 8]> = before.operands(inst).into();
        let regs = operands
            .iter()
            .filter_map(|operand| operand.as_reg().as_virtual());
        let classes: SmallVec<[(VReg, RegClass); 4]> =
            regs.map(|reg| (reg, before.class(reg))).collect();
        let tried = before.create_inst(before.opcode(inst), &operands);
        before.insts[tried].flags = before.insts[inst].flags;
        match before.inst_block(inst) {
            Some(_) => before.insert_before(inst, tried),
            // Itself a form, which some values have as their origin.
            None => before.append_inst(before.layout[0], tried),
        }
        let form = match memory {
            Memory::Slot(slot) => self.hooks.fold_slot(before, tried, ops, slot),
            Memory::Load(load) => self.hooks.fold_load(before, tried, ops, load),
        };
        if let Some(form) = form {
            before.remove_inst(form);
        }
        before.remove_inst(tried);
        for (reg, class) in classes {
            before.set_class(reg, class);
        }
        form
    }

    /// What defines `reg` among the first instructions that are waiting, or else before them.
    fn origin_behind(&self, state: &State, pending: &[Inst], reg: VReg) -> Option<Inst> {
        let defines = |inst: &&Inst| {
            let operands = self.before.operands(**inst).iter();
            operands
                .filter(|operand| operand.is_def())
                .any(|operand| operand.as_reg() == reg.into())
        };
        match pending.iter().rev().find(defines) {
            Some(inst) => self.is_origin(*inst).then_some(*inst),
            None => state.origin(reg),
        }
    }

    /// The register and the slot of a plain load.
    fn plain_load(&self, inst: Inst) -> Option<(PhysReg, FrameIndex)> {
        let (reg, slot) = self.hooks.is_load_from_slot(self.after, inst)?;
        Some((reg.as_physical()?, slot))
    }

    /// The register and the slot of a plain store.
    fn plain_store(&self, inst: Inst) -> Option<(PhysReg, FrameIndex)> {
        let (reg, slot) = self.hooks.is_store_to_slot(self.after, inst)?;
        Some((reg.as_physical()?, slot))
    }

    /// Whether places hold what a form on memory reads, after the instructions that wait in front of its original.
    fn fits(&mut self, state: &State, pending: &[Inst], folded: &Folded, inst: Inst) -> bool {
        let mut after_skipped;
        let mut state = state;
        if folded.at != 0 {
            after_skipped = state.clone();
            self.without_report(|effects| {
                for skipped in &pending[..folded.at] {
                    effects.skip(&mut after_skipped, *skipped);
                }
            });
            state = &after_skipped;
        }
        let (wanted, places) = (self.before.operands(folded.form), self.after.operands(inst));
        let reads_place = |(wanted, place): (&Operand, &Operand)| {
            let is_read = wanted.is_use() && wanted.as_reg().is_virtual();
            !is_read || self.holds(state, wanted, place)
        };
        let in_slots = &folded.in_slots;
        let reads_slot = |it: &InSlot| !it.reads || self.slot_holds(state, it.reg, it.slot);
        in_slots.iter().all(reads_slot) && wanted.iter().zip(places).all(reads_place)
    }

    /// Whether an instruction of the code before and one of the code after are the same but for registers.
    pub fn is_same_form(&self, before: Inst, after: Inst) -> bool {
        let (wanted, places) = (self.before.operands(before), self.after.operands(after));
        self.before.opcode(before) == self.after.opcode(after)
            && wanted.len() <= places.len()
            && wanted.iter().zip(places).all(|(operand, place)| {
                match (operand.is_reg(), place.is_reg()) {
                    (true, true) => {
                        operand.is_def() == place.is_def()
                            && (operand.as_reg().is_virtual() || operand.as_reg() == place.as_reg())
                    }
                    (false, false) => operand.value() == place.value(),
                    _ => false,
                }
            })
    }

    /// `inst` does what an instruction of the code before did.
    pub fn execute_folded(&mut self, state: &mut State, folded: &Folded, inst: Inst) {
        for read in folded.in_slots.iter().filter(|it| it.reads) {
            self.check_slot(state, inst, read.reg, read.slot);
        }
        let (loaded, stored) = (self.plain_load(inst), self.plain_store(inst));
        let also_loaded = loaded.map(|(reg, slot)| self.loaded(state, reg, slot));
        self.execute(state, folded.form, inst);
        for written in folded.in_slots.iter().filter(|it| it.writes) {
            let (reg, slot) = (written.reg, written.slot);
            let (var, lanes) = (Var::Virtual(reg), self.lanes_of(reg));
            state.forget(var, lanes);
            state.set_origin(reg, None);
            let mut content = match stored {
                Some((phys, _)) => self.stored(state, phys),
                None => self.content_of(reg),
            };
            content.whole.add(Part { var, lanes });
            if let Some(computed) = self.computation(folded.original) {
                content.add_everywhere(Var::Computed(computed));
                self.share_computed(state, reg, computed, &mut content);
            }
            state.slots.set(slot, content);
            self.note_origin(state, folded.original);
        }
        if loaded.or(stored).is_some()
            && let Some(crossing) = self.crossing(folded)
        {
            for (unit, parts) in also_loaded.into_iter().flatten() {
                let known = parts
                    .iter()
                    .filter(|part| part.var != Var::Virtual(crossing.result));
                for part in known {
                    state.units[unit_index(unit)].add(part);
                }
            }
            self.cross_in_slots(state, &crossing);
            state.crossings.push(crossing);
        }
    }

    /// Of several equal constants that are computed into slots, it cannot be said which is which: each slot holds all of
    /// them, so that where ways meet, what both hold is not lost. `reg` was just set to `computed`, and `content` holds it.
    fn share_computed(
        &self,
        state: &mut State,
        reg: VReg,
        computed: Inst,
        content: &mut SlotContent,
    ) {
        for (other, origin) in &state.origins {
            if self.computation(*origin) == Some(computed) {
                content.add(&self.content_of(*other));
            }
        }
        let own = self.content_of(reg);
        let var = Var::Computed(computed);
        let slots: SmallVec<[FrameIndex; 4]> = state.slots.holding(var).into();
        for slot in slots {
            let holds = |(_, parts): &(LaneMask, Parts)| parts.lanes(var) != 0;
            let held = state.slots.get(slot);
            if held.is_some_and(|held| held.lanes.iter().all(holds)) {
                state.slots.add(slot, &own);
            }
        }
    }

    /// What a plain access does in the place of a move between registers of two files: all of one virtual register
    /// comes from another, or from a part of that.
    fn crossing(&self, folded: &Folded) -> Option<Crossing> {
        let [dst, src, ..] = self.before.operands(folded.original) else {
            return None;
        };
        // A load may widen what it loads.
        let is_whole = |operand: &Operand| operand.is_use() || operand.sub_reg().is_none();
        let form = self.before.operands(folded.form);
        let (result, source) = (dst.as_reg().as_virtual()?, src.as_reg().as_virtual()?);
        let is_move = dst.is_def() && is_whole(dst) && form.iter().all(is_whole) && src.is_use();
        (is_move && result != source).then_some(Crossing {
            result,
            source,
            part: src.sub_reg(),
        })
    }

    /// What a slot holds that a register was written to.
    pub fn content_of(&self, reg: VReg) -> SlotContent {
        let class = self.after.target.class(self.before.class(reg));
        let mut content = SlotContent::default();
        if let Some(phys) = class.order.first() {
            for (unit_lanes, _) in self.units(*phys) {
                let lanes = unit_lanes.0 & self.lanes_of(reg);
                let mut parts = Parts::default();
                let var = Var::Virtual(reg);
                parts.add(Part { var, lanes });
                content.lanes.push((unit_lanes, parts));
            }
        }
        content
    }
}
