//! Walks over a block of both versions of the code and pairs their instructions.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{
    Block, FrameIndex, Inst, MachineFunction, Operand, OperandFlags, OperandKind, Reg, VReg,
};
use avarice_target::{PhysReg, RegUnit, op};
use smallvec::SmallVec;

use super::effects::{Effects, computes_same, written};
use super::folded::Memory;
use super::slot_contents::SlotContent;
use super::state::{Part, State, UNIT_LANE, Var, unit_index};

impl Effects<'_> {
    /// The state after `block`, from the one before it.
    pub fn run_block(&mut self, block: Block, mut state: State) -> State {
        self.begin(block);
        let mut waiting: Vec<Inst> = self.code_of_before(block);
        waiting.reverse();
        let after: Vec<Inst> = self
            .after
            .block_insts(block)
            .filter(|inst| !self.after.is_debug(*inst))
            .collect();
        for (at, inst) in after.iter().copied().enumerate() {
            if inst.as_u32() < self.first_inserted {
                self.skip_up_to(&mut state, &mut waiting, inst);
                if waiting.pop() == Some(inst) {
                    self.pair(&mut state, inst);
                } else {
                    self.error(Some(inst), || "it is not where it was".into());
                }
            } else {
                let mut rest = after[at..].iter().copied();
                let anchor = rest.find(|inst| inst.as_u32() < self.first_inserted);
                self.inserted(&mut state, &mut waiting, anchor, inst);
            }
        }
        while let Some(inst) = waiting.pop() {
            self.skip(&mut state, inst);
        }
        state.crossings.clear();
        state
    }

    fn code_of_before(&self, block: Block) -> Vec<Inst> {
        let insts = self.before.block_insts(block);
        let is_code =
            |inst: &Inst| !self.before.is_debug(*inst) && self.before.opcode(*inst) != op::PHI;
        insts.filter(is_code).collect()
    }

    /// Skips what comes before `inst`.
    fn skip_up_to(&mut self, state: &mut State, waiting: &mut Vec<Inst>, inst: Inst) {
        if self.before.inst_block(inst) != Some(self.block()) {
            return;
        }
        while let Some(next) = waiting.pop_if(|next| *next != inst) {
            self.skip(state, next);
        }
    }

    /// An instruction that the code after does not have.
    pub fn skip(&mut self, state: &mut State, inst: Inst) {
        let operands: SmallVec<[Operand; 8]> = self.before.operands(inst).into();
        match (self.before.opcode(inst), &operands[..]) {
            (op::COPY, [dst, src, ..]) => self.copy_before(state, *dst, *src),
            (op::KILL, _) => {}
            _ if self.copy_parts(state, inst) => {}
            _ => {
                if !self.only_defines(inst) {
                    let opcode = self.before.desc(inst).name;
                    self.error(None, || format!("an instruction is gone: {opcode}"));
                }
                self.define_nowhere(state, inst, &operands);
            }
        }
    }

    /// What `inst` of the code before defines is in no place.
    fn define_nowhere(&self, state: &mut State, inst: Inst, operands: &[Operand]) {
        for operand in operands.iter().filter(|operand| operand.is_def()) {
            if let Some(reg) = operand.as_reg().as_virtual() {
                self.redefine(state, reg, operand);
                if self.before.opcode(inst) == op::IMPLICIT_DEF {
                    let (var, lanes) = (Var::Virtual(reg), self.lanes_of(reg));
                    state.undef.add(Part { var, lanes });
                }
            } else if let Some(reg) = operand.as_reg().as_physical() {
                for (_, unit) in self.units(reg) {
                    state.forget(Var::Unit(unit), UNIT_LANE);
                    state.is_defined[unit_index(unit)] = false;
                }
            }
        }
        self.note_origin(state, inst);
    }

    /// An instruction that both codes have.
    fn pair(&mut self, state: &mut State, inst: Inst) {
        let (before, after) = (self.before.opcode(inst), self.after.opcode(inst));
        match (before, after) {
            (op::KILL, _) => {}
            (_, op::KILL) => self.skip(state, inst),
            (op::COPY, op::COPY) => {
                let operands = [&self.before, self.after].map(|function| {
                    let operands = function.operands(inst);
                    (operands[0], operands[1])
                });
                let [(dst, src), (to, from)] = operands;
                let is_undef = src.has(OperandFlags::UNDEF);
                let is_in_place = !is_undef && self.holds(state, &src, &from);
                let is_same = src.as_reg().is_physical() && src.as_reg() == from.as_reg();
                self.copy_before(state, dst, src);
                if let (Some(to), Some(from)) =
                    (to.as_reg().as_physical(), from.as_reg().as_physical())
                {
                    self.copy_after(state, to, from);
                }
                // Between registers whose parts are of different kinds, the copy is all that is known.
                if let (Some(reg), Some(phys), true) = (
                    dst.as_reg().as_virtual(),
                    to.as_reg().as_physical(),
                    is_in_place,
                ) {
                    self.put(state, phys, reg, dst.sub_reg());
                }
                if is_undef || is_in_place || is_same {
                    self.keep_fixed(state, &dst, &to);
                }
            }
            (op::COPY, op::IMPLICIT_DEF) => {
                let operands = self.before.operands(inst);
                let (dst, src) = (operands[0], operands[1]);
                self.copy_before(state, dst, src);
                for operand in self.after.operands(inst) {
                    if let Some(reg) = written(operand) {
                        self.clear(state, reg);
                    }
                }
            }
            (op::INSERT_SUBREG, op::COPY) => {
                self.copy_parts(state, inst);
                let operands = self.after.operands(inst);
                let regs = (operands[0].as_reg(), operands[1].as_reg());
                if let (Some(to), Some(from)) = (regs.0.as_physical(), regs.1.as_physical()) {
                    self.copy_after(state, to, from);
                }
            }
            (op::IMPLICIT_DEF, _) => {
                let operands: SmallVec<[Operand; 8]> = self.before.operands(inst).into();
                self.define_nowhere(state, inst, &operands);
                for operand in self.after.operands(inst) {
                    if let Some(reg) = written(operand) {
                        self.clear(state, reg);
                    }
                }
            }
            _ => self.execute(state, inst, inst),
        }
    }

    /// A physical register into which both codes copy the same holds itself.
    fn keep_fixed(&self, state: &mut State, dst: &Operand, to: &Operand) {
        if dst.as_reg() == to.as_reg()
            && let Some(reg) = dst.as_reg().as_physical()
        {
            for (_, unit) in self.units(reg) {
                let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                state.units[unit_index(unit)].add(Part { var, lanes });
            }
        }
    }

    /// `before` and `after` are one instruction, with virtual and with physical registers.
    pub fn execute(&mut self, state: &mut State, before: Inst, after: Inst) {
        let wanted: SmallVec<[Operand; 8]> = self.before.operands(before).into();
        let places: SmallVec<[Operand; 8]> = self.after.operands(after).into();
        if self.before.opcode(before) != self.after.opcode(after) || places.len() < wanted.len() {
            self.error(Some(after), || {
                "it is another instruction than it was".into()
            });
            return;
        }
        self.check_operands(state, after, &wanted, &places);
        for operand in &places {
            if operand.kind() == OperandKind::RegMask {
                self.clobber(state, operand);
            }
        }
        self.write_memory(state, before);
        for operand in wanted.iter().filter(|operand| operand.is_def()) {
            if let Some(reg) = operand.as_reg().as_virtual() {
                self.redefine(state, reg, operand);
            }
        }
        // Writing a part leaves the rest of a register: the following operand for the whole is not a clobber.
        for operand in &places[..wanted.len()] {
            if let Some(reg) = written(operand) {
                self.clear(state, reg);
            }
        }
        for (operand, place) in wanted.iter().zip(&places) {
            let Some(phys) = written(place) else {
                continue;
            };
            match operand.as_reg().as_virtual() {
                Some(reg) => self.put(state, phys, reg, operand.sub_reg()),
                None => self.define_phys(state, phys),
            }
        }
        if let Some(phys) = places.first().and_then(written) {
            self.put_computed(state, phys, before);
        }
        self.note_origin(state, before);
    }

    fn check_operands(
        &mut self,
        state: &State,
        inst: Inst,
        wanted: &[Operand],
        places: &[Operand],
    ) {
        for (operand, place) in wanted.iter().zip(places) {
            if !operand.is_reg() {
                if operand.value() != place.value() {
                    self.error(Some(inst), || "an operand is another than it was".into());
                }
                continue;
            }
            if operand.is_def() != place.is_def() {
                self.error(Some(inst), || "an operand is another than it was".into());
            } else if operand.is_def() {
                let is_moved = operand.as_reg().is_physical() && operand.as_reg() != place.as_reg();
                if is_moved {
                    self.error(Some(inst), || "a physical register was changed".into());
                }
            } else if operand.reads_reg() {
                self.check_use(state, inst, operand, place);
            }
            if let Some(tied) = operand.tied_to().filter(|_| operand.is_use())
                && places[tied].as_reg() != place.as_reg()
            {
                self.error(Some(inst), || {
                    "tied operands are different registers".into()
                });
            }
        }
        self.check_definitions(inst, wanted, places);
    }

    /// Checks that results do not overwrite each other, nor inputs that are read after them.
    fn check_definitions(&mut self, inst: Inst, wanted: &[Operand], places: &[Operand]) {
        for (at, place) in places.iter().enumerate().take(wanted.len()) {
            let Some(reg) = written(place).filter(|_| wanted[at].as_reg().is_virtual()) else {
                continue;
            };
            let is_early = place.has(OperandFlags::EARLY_CLOBBER);
            for (other_at, other) in places.iter().enumerate().take(wanted.len()) {
                let Some(other_reg) = other.as_reg().as_physical().filter(|_| other_at != at)
                else {
                    continue;
                };
                let is_result = other.is_def() && wanted[other_at].as_reg() != wanted[at].as_reg();
                let is_input = is_early
                    && other.is_use()
                    && !other.has(OperandFlags::UNDEF)
                    && other.tied_to() != Some(at);
                if (is_result || is_input) && self.after.target.regs_overlap(reg, other_reg) {
                    self.error(Some(inst), || "a result overwrites another operand".into());
                }
            }
        }
    }

    // ---- What the allocator inserted ----------------------------------------------------------

    /// An instruction that the code before does not have. What is waiting up to `anchor` is not in the code after,
    /// or in another form.
    fn inserted(
        &mut self,
        state: &mut State,
        waiting: &mut Vec<Inst>,
        anchor: Option<Inst>,
        inst: Inst,
    ) {
        if self.after.opcode(inst) == op::KILL {
            return;
        }
        if let Some(((dst, _), (src, _))) = self.after.as_copy(inst) {
            match (dst.as_physical(), src.as_physical()) {
                (Some(dst), Some(src)) => self.copy_after(state, dst, src),
                _ => self.error(Some(inst), || "a copy of no physical registers".into()),
            }
            return;
        }
        let pending: Vec<Inst> = waiting
            .iter()
            .rev()
            .copied()
            .take_while(|next| Some(*next) != anchor)
            .collect();
        if let Some(folded) = self.find_folded(state, &pending, inst) {
            for _ in 0..folded.at {
                if let Some(skipped) = waiting.pop() {
                    self.skip(state, skipped);
                }
            }
            waiting.pop();
            self.execute_folded(state, &folded, inst);
            return;
        }
        let first = self.first_slot;
        let is_slot = |slot: &FrameIndex| slot.0 >= first;
        let stored = self.hooks.is_store_to_slot(self.after, inst);
        let stored = stored.or_else(|| self.find_access(inst, true));
        if let Some((reg, slot)) = stored.filter(|(_, slot)| is_slot(slot))
            && let Some(reg) = reg.as_physical()
        {
            self.store(state, slot, reg);
            return;
        }
        let loaded = self.hooks.is_load_from_slot(self.after, inst);
        let loaded = loaded.or_else(|| self.find_access(inst, false));
        if let Some((reg, slot)) = loaded.filter(|(_, slot)| is_slot(slot))
            && let Some(reg) = reg.as_physical()
        {
            self.load(state, reg, slot);
            return;
        }
        self.recompute(state, inst);
    }

    /// The register and the slot of a store to a slot, or of a load from one, of a kind that the target only
    /// makes: it knows no others when it sees them. The instruction may name parts of the register.
    fn find_access(&mut self, inst: Inst, is_store: bool) -> Option<(Reg, FrameIndex)> {
        let slot = self.slot_of(inst)?;
        let block = self.after.inst_block(inst)?;
        let moved = moved_registers(self.after, inst, is_store);
        let target = self.after.target;
        let units = |regs: &[PhysReg]| {
            let mut units: SmallVec<[RegUnit; 8]> = SmallVec::new();
            units.extend(regs.iter().flat_map(|reg| target.reg(*reg).units).copied());
            units.sort_unstable();
            units
        };
        let moved_units = units(&moved);
        let all = (1..target.registers.len()).map(PhysReg::from_index);
        for reg in all.filter(|reg| !moved.is_empty() && units(&[*reg]) == moved_units) {
            let files = self.hooks.register_files().concat();
            let classes = files.into_iter().chain(target.minimal_class(reg));
            for class in classes {
                if !target.class(class).contains(reg) || !self.hooks.has_slot_access(class) {
                    continue;
                }
                let access = SlotAccess {
                    reg: reg.into(),
                    slot,
                    class,
                    kill: false,
                };
                let (before, hooks) = (&mut self.before, self.hooks);
                let made = match is_store {
                    true => hooks.store_to_slot(before, InsertPoint::at_end(block), access),
                    false => hooks.load_from_slot(before, InsertPoint::at_end(block), access),
                };
                before.remove_inst(made);
                if before.opcode(made) == self.after.opcode(inst)
                    && moved_registers(before, made, is_store) == moved
                {
                    return Some((reg.into(), slot));
                }
            }
        }
        None
    }

    /// The slot that `inst` names.
    pub fn slot_of(&self, inst: Inst) -> Option<FrameIndex> {
        let operands = self.after.operands(inst).iter();
        let mut slots = operands.filter_map(Operand::as_frame_index);
        slots.find(|slot| slot.0 >= self.first_slot)
    }

    /// The code after computes a constant of the code before, perhaps again.
    fn recompute(&mut self, state: &mut State, inst: Inst) {
        let Some(dst) = self.after.operands(inst).first().and_then(written) else {
            self.store_constant(state, inst);
            return;
        };
        // It need not be used, and the definition of the value that does use it may come later, or be further down on
        // another path.
        let mut known = self.computations.iter().copied();
        let known = known.find(|known| self.is_same_computation(*known, inst));
        let known = known.and_then(|known| self.computation(known));
        let same: Vec<(VReg, Inst)> = state
            .origins
            .iter()
            .copied()
            .filter(|(_, origin)| self.is_same_computation(*origin, inst))
            .collect();
        let is_known = known.is_some() || !same.is_empty();
        if !is_known && self.after.opcode(inst) != op::IMPLICIT_DEF {
            self.error(Some(inst), || "it computes what no variable holds".into());
        }
        if self.is_reserved(dst) {
            self.error(Some(inst), || "it writes a reserved register".into());
        }
        for operand in self.after.operands(inst) {
            if let Some(reg) = written(operand) {
                self.clear(state, reg);
            }
        }
        for (reg, origin) in same {
            let part = self.before.operand(origin, 0).sub_reg();
            self.put(state, dst, reg, part);
        }
        if let Some(computation) = known {
            self.put_computed(state, dst, computation);
        }
    }

    /// The code after computes a constant of the code before into a slot.
    fn store_constant(&mut self, state: &mut State, inst: Inst) {
        let Some(slot) = self.slot_of(inst) else {
            self.error(Some(inst), || "it was inserted, and is not known".into());
            return;
        };
        let mut content: Option<SlotContent> = None;
        for (reg, origin) in state.origins.clone() {
            if self.is_stored_form(origin, slot, inst) {
                let mut own = self.content_of(reg);
                if let Some(computed) = self.computation(origin) {
                    own.add_everywhere(Var::Computed(computed));
                }
                match &mut content {
                    Some(content) => content.add(&own),
                    None => content = Some(own),
                }
            }
        }
        if content.is_none() {
            // As for registers: it may be of no use, or early.
            let all = self.computations.clone();
            let mut all = all.into_iter();
            let known = all.find(|known| self.is_stored_form(*known, slot, inst));
            let reg = known.and_then(|known| self.before.operand(known, 0).as_reg().as_virtual());
            let computed = known.and_then(|known| self.computation(known));
            if let (Some(computed), Some(reg)) = (computed, reg) {
                let mut own = self.content_of(reg).emptied();
                own.add_everywhere(Var::Computed(computed));
                content = Some(own);
            }
        }
        match content {
            Some(content) => state.slots.set(slot, content),
            None => self.error(Some(inst), || "it was inserted, and is not known".into()),
        }
    }

    /// Whether `inst` stores what `origin` computes to a slot.
    fn is_stored_form(&mut self, origin: Inst, slot: FrameIndex, inst: Inst) -> bool {
        let form = self.try_fold(origin, &[0], Memory::Slot(slot));
        form.is_some_and(|form| self.is_same_form(form, inst))
    }

    /// Whether `inst` computes what `origin` of the code before did, perhaps in another form.
    fn is_same_computation(&self, origin: Inst, inst: Inst) -> bool {
        computes_same(self.hooks, (&self.before, origin), (self.after, inst))
    }
}

/// The registers that a store reads, or a load writes, as its operands name them.
fn moved_registers(
    function: &MachineFunction,
    inst: Inst,
    is_store: bool,
) -> SmallVec<[PhysReg; 2]> {
    let operands = function.operands(inst).iter();
    let moved = operands
        .filter(|operand| operand.is_def() != is_store && !operand.has(OperandFlags::IMPLICIT));
    moved
        .filter_map(|operand| operand.as_reg().as_physical())
        .collect()
}
