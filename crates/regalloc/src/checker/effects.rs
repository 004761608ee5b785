//! Effects of instructions on places.

use avarice_mir::{
    Block, FrameIndex, Inst, MachineFunction, MirPrinter, Operand, OperandFlags, TargetHooks, VReg,
};
use avarice_target::{
    InstrFlags, LaneMask, PhysReg, RegClass, RegDesc, RegUnit, SubRegIdx, TargetDesc,
};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::CheckError;
use super::flow::LiveVariables;
use super::state::{Crossing, Part, Parts, SlotContent, State, UNIT_LANE, Var, unit_index};

/// Units of a register with the lanes that they hold, by lanes.
pub(super) type UnitLanes = SmallVec<[(LaneMask, RegUnit); 4]>;

/// What units of a register hold.
pub(super) type UnitParts = SmallVec<[(RegUnit, Parts); 4]>;

/// The transfer function, and what it has found to be wrong.
pub(super) struct Effects<'a> {
    /// The code before; forms on memory are tried out in it.
    pub before: MachineFunction,
    pub after: &'a MachineFunction,
    pub hooks: &'a dyn TargetHooks,
    /// Instructions from this one on were inserted.
    pub first_inserted: u32,
    /// Stack objects from this one on were made for variables.
    pub first_slot: i32,
    /// By unit: whether no allocator has it.
    is_reserved: Vec<bool>,
    /// By instruction of the code before that gives the same result anywhere: the first that computes the same.
    computed: SecondaryMap<Inst, PackedOption<Inst>>,
    /// One of each form that such instructions have.
    pub computations: Vec<Inst>,
    /// Lanes that are the same bits as others, by another index: those stand for them.
    aliases: Vec<(u64, u64)>,
    is_reporting: bool,
    block: Block,
    errors: Vec<CheckError>,
}

impl<'a> Effects<'a> {
    /// A transfer function that reports nothing yet.
    pub fn new(
        before: &MachineFunction,
        after: &'a MachineFunction,
        hooks: &'a dyn TargetHooks,
    ) -> Self {
        let mut before = before.clone();
        let first_slot = before.frame.objects.len() as i32;
        let first_inserted = before.insts.len() as u32;
        before.frame = after.frame.clone();
        before.const_pool = after.const_pool.clone();
        let reserved = hooks.reserved_regs(after);
        let (computed, computations) = find_computations(&before, hooks);
        let is_reserved = |unit: &avarice_target::UnitDesc| {
            let mut roots = unit.roots.iter();
            roots.any(|root| reserved[root.index()] || after.target.reg(*root).constant)
        };
        Self {
            is_reserved: after.target.units.iter().map(is_reserved).collect(),
            aliases: lane_aliases(after.target),
            computed,
            computations,
            before,
            after,
            hooks,
            first_inserted,
            first_slot,
            is_reporting: false,
            block: Block::from_u32(0),
            errors: Vec::new(),
        }
    }

    /// From now on, what is wrong is reported.
    pub fn report(&mut self) {
        self.is_reporting = true;
    }

    /// Does what may go wrong, and says nothing of it.
    pub fn without_report(&mut self, work: impl FnOnce(&mut Self)) {
        let is_reporting = std::mem::take(&mut self.is_reporting);
        work(self);
        self.is_reporting = is_reporting;
    }

    pub fn into_errors(self) -> Vec<CheckError> {
        self.errors
    }

    pub fn error(&mut self, inst: Option<Inst>, message: impl FnOnce() -> String) {
        if !self.is_reporting {
            return;
        }
        let mut message = message();
        if let Some(inst) = inst {
            let names = self.hooks.text_names();
            let mut text = String::new();
            MirPrinter::new(names, None, self.after).write_inst(&mut text, self.after, inst);
            message = format!("{message}: {}", text.trim());
        }
        self.errors.push(CheckError {
            block: self.after.blocks[self.block].number,
            inst,
            message,
        });
    }

    /// The state where the function begins: physical registers hold what they are passed.
    pub fn entry_state(&self, entry: Block, live: &LiveVariables) -> State {
        let mut state = State::empty(self.after.target.units.len());
        for (index, place) in state.units.iter_mut().enumerate() {
            let var = Var::Unit(RegUnit::from_index(index));
            let lanes = UNIT_LANE;
            place.add(Part { var, lanes });
        }
        state.is_defined.copy_from_slice(&self.is_reserved);
        self.define_live_ins(entry, &mut state);
        for reg in live.live_in(entry) {
            let lanes = self.lanes_of(reg);
            let var = Var::Virtual(reg);
            state.undef.add(Part { var, lanes });
        }
        state
    }

    /// What changes on the way into `block`: the unwinder writes registers.
    pub fn enter(&self, block: Block, state: &mut State) {
        if self.before.blocks[block].eh_pad {
            self.define_live_ins(block, state);
        }
    }

    fn define_live_ins(&self, block: Block, state: &mut State) {
        for (reg, _) in &self.before.blocks[block].live_ins {
            self.define_phys(state, *reg);
        }
    }

    // ---- Lanes and units ----------------------------------------------------------------------

    /// The lanes with one name for the same bits.
    fn canonical(&self, lanes: LaneMask) -> LaneMask {
        let mut all = lanes.0;
        for (alias, lane) in &self.aliases {
            if all & alias != 0 {
                all = all & !alias | lane;
            }
        }
        LaneMask(all)
    }

    /// All lanes of a virtual register.
    pub fn lanes_of(&self, reg: VReg) -> u64 {
        let class = self.after.target.class(self.before.class(reg));
        self.canonical(class.lane_mask).0
    }

    /// Where the lanes of a part of a virtual register are in it.
    pub fn lanes_in(&self, reg: VReg, part: SubRegIdx, lanes: LaneMask) -> u64 {
        if part.is_none() {
            return lanes.0 & self.lanes_of(reg);
        }
        let target = self.after.target;
        let all = target.sub_reg_lane_mask(part);
        let own = self.named(target.reverse_compose_lane_mask(part, all), lanes);
        self.canonical(target.compose_lane_mask(part, own)).0 & self.lanes_of(reg)
    }

    /// Which lanes of the part of a virtual register its lanes `lanes` are.
    pub(super) fn lanes_of_part(&self, part: SubRegIdx, lanes: u64) -> LaneMask {
        let lanes = LaneMask(lanes);
        if part.is_none() {
            return lanes;
        }
        let target = self.after.target;
        let within = self.named(target.sub_reg_lane_mask(part), lanes);
        self.canonical(target.reverse_compose_lane_mask(part, within))
    }

    /// Those of `lanes`, under the names that the target has for them, that have one of these names here.
    fn named(&self, lanes: LaneMask, names: LaneMask) -> LaneMask {
        let mut found = lanes.0 & names.0;
        for (alias, lane) in &self.aliases {
            if names.0 & lane != 0 {
                found |= lanes.0 & alias;
            }
        }
        LaneMask(found)
    }

    /// The units of a register.
    pub fn units(&self, reg: PhysReg) -> UnitLanes {
        let desc = self.after.target.reg(reg);
        let lanes = desc.unit_lanes.iter().map(|lanes| self.canonical(*lanes));
        let mut all: UnitLanes = lanes.zip(desc.units.iter().copied()).collect();
        all.sort_unstable();
        all
    }

    /// Writes a physical register in both codes. One that always reads the same takes no notice.
    pub fn define_phys(&self, state: &mut State, reg: PhysReg) {
        if self.after.target.reg(reg).constant {
            return;
        }
        for (_, unit) in self.units(reg) {
            let var = Var::Unit(unit);
            state.forget(var, UNIT_LANE);
            let place = &mut state.units[unit_index(unit)];
            place.clear();
            let lanes = UNIT_LANE;
            place.add(Part { var, lanes });
            state.is_defined[unit_index(unit)] = true;
        }
    }

    /// Whether no allocator may write `reg`.
    pub fn is_reserved(&self, reg: PhysReg) -> bool {
        let mut units = self.after.target.reg(reg).units.iter();
        units.any(|unit| self.is_reserved[unit_index(*unit)])
    }

    /// What was in a register is there no more.
    pub fn clear(&self, state: &mut State, reg: PhysReg) {
        if self.after.target.reg(reg).constant {
            return;
        }
        for unit in self.after.target.reg(reg).units {
            state.units[unit_index(*unit)].clear();
        }
    }

    /// A register holds a part of a virtual register.
    pub fn put(&self, state: &mut State, phys: PhysReg, reg: VReg, part: SubRegIdx) {
        for (lanes, unit) in self.units(phys) {
            let lanes = self.lanes_in(reg, part, lanes);
            let var = Var::Virtual(reg);
            state.units[unit_index(unit)].add(Part { var, lanes });
        }
    }

    // ---- The code before ----------------------------------------------------------------------

    /// A part of a virtual register gets a new value.
    pub fn redefine(&self, state: &mut State, reg: VReg, operand: &Operand) {
        let var = Var::Virtual(reg);
        let all = self.lanes_of(reg);
        let written = self.lanes_written(reg, operand);
        if operand.sub_reg().is_none() || operand.has(OperandFlags::UNDEF) {
            state.forget(var, all);
            let lanes = all & !written;
            state.undef.add(Part { var, lanes });
        } else {
            state.forget(var, written);
        }
        state.set_origin(reg, None);
    }

    /// Notes that `reg` is what `inst` computes, if it can be computed again or loaded where it is used.
    /// Places that hold this already hold the register too.
    pub fn note_origin(&self, state: &mut State, inst: Inst) {
        let Some(operand) = self.before.operands(inst).first().copied() else {
            return;
        };
        let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) else {
            return;
        };
        let is_whole = self.lanes_written(reg, &operand) == self.lanes_of(reg);
        if (is_whole || operand.has(OperandFlags::UNDEF)) && self.is_origin(inst) {
            state.set_origin(reg, Some(inst));
            self.find_computed(state, reg, operand.sub_reg(), inst);
        }
    }

    /// Adds `reg` to the places that hold what `inst`, which defines it, computes.
    fn find_computed(&self, state: &mut State, reg: VReg, part: SubRegIdx, inst: Inst) {
        let Some(computed) = self.computed[inst].expand() else {
            return;
        };
        for place in state.places() {
            let held = place.lanes(Var::Computed(computed));
            if held != 0 {
                let lanes = self.lanes_in(reg, part, LaneMask(held));
                let var = Var::Virtual(reg);
                place.add(Part { var, lanes });
            }
        }
    }

    /// A register holds what `inst` of the code before computes.
    pub fn put_computed(&self, state: &mut State, phys: PhysReg, inst: Inst) {
        if let Some(computed) = self.computed[inst].expand() {
            for (lanes, unit) in self.units(phys) {
                let (var, lanes) = (Var::Computed(computed), lanes.0);
                state.units[unit_index(unit)].add(Part { var, lanes });
            }
        }
    }

    /// What `inst` computes, as a variable.
    pub fn computation(&self, inst: Inst) -> Option<Inst> {
        self.computed[inst].expand()
    }

    /// Whether what `inst` computes can be computed again, or loaded where it is used.
    pub fn is_origin(&self, inst: Inst) -> bool {
        self.before.desc(inst).has(InstrFlags::FOLDABLE_LOAD)
            || self.hooks.is_trivially_rematerializable(&self.before, inst)
    }

    /// Memory may be written: what was loaded before may be something else now.
    pub fn write_memory(&self, state: &mut State, inst: Inst) {
        let desc = self.before.desc(inst);
        let writes = InstrFlags::MAY_STORE | InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
        if desc.flags.intersects(writes) {
            let hooks = self.hooks;
            let before = &self.before;
            state
                .origins
                .retain(|(_, origin)| hooks.is_trivially_rematerializable(before, *origin));
        }
    }

    /// The lanes of `reg` that an operand writes.
    pub fn lanes_written(&self, reg: VReg, operand: &Operand) -> u64 {
        let written = self.after.target.sub_reg_lane_mask(operand.sub_reg());
        self.canonical(written).0 & self.lanes_of(reg)
    }

    /// The lanes of `reg`, the destination of a copy, that lanes of the source become.
    pub fn lanes_copied(&self, reg: VReg, dst: &Operand, src: &Operand) -> u64 {
        let mut out = Parts::default();
        if let Some(from) = src.as_reg().as_virtual() {
            let (var, lanes) = (Var::Virtual(from), self.lanes_of(from));
            self.copied(Part { var, lanes }, dst, src, &mut out);
        } else if let Some(from) = src.as_reg().as_physical() {
            for (_, unit) in self.units(from) {
                let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                self.copied(Part { var, lanes }, dst, src, &mut out);
            }
        }
        out.lanes(Var::Virtual(reg))
    }

    /// Adds what `part` of the source of a copy is of its destination.
    pub fn copied(&self, part: Part, dst: &Operand, src: &Operand, out: &mut Parts) {
        let lanes_of_copy = match (src.as_reg().as_virtual(), part.var) {
            (Some(reg), Var::Virtual(var)) if reg == var => {
                if let Some(to) = self.copied_as_a_whole(dst, src) {
                    if part.lanes == self.lanes_of(reg) {
                        let (var, lanes) = (Var::Virtual(to), self.lanes_of(to));
                        out.add(Part { var, lanes });
                    }
                    return;
                }
                self.lanes_of_part(src.sub_reg(), part.lanes)
            }
            (None, Var::Unit(unit)) => {
                let Some(phys) = src.as_reg().as_physical() else {
                    return;
                };
                let units = self.units(phys);
                let Some(at) = units.iter().position(|(_, u)| *u == unit) else {
                    return;
                };
                if let Some(other) = dst.as_reg().as_physical() {
                    // Between physical registers, unit by unit.
                    let others = self.units(other);
                    if others.len() == units.len() {
                        let var = Var::Unit(others[at].1);
                        let lanes = UNIT_LANE;
                        out.add(Part { var, lanes });
                    }
                    return;
                }
                units[at].0
            }
            _ => return,
        };
        if let Some(reg) = dst.as_reg().as_virtual() {
            let lanes = self.lanes_in(reg, dst.sub_reg(), lanes_of_copy);
            let var = Var::Virtual(reg);
            out.add(Part { var, lanes });
        } else if let Some(phys) = dst.as_reg().as_physical() {
            let Some(reg) = src.as_reg().as_virtual() else {
                return;
            };
            for (lanes, unit) in self.units(phys) {
                let needed = self.lanes_in(reg, src.sub_reg(), lanes);
                if needed != 0 && needed & !part.lanes == 0 {
                    let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                    out.add(Part { var, lanes });
                }
            }
        }
    }

    /// The destination of a copy between registers whose parts are of different kinds.
    fn copied_as_a_whole(&self, dst: &Operand, src: &Operand) -> Option<VReg> {
        let (to, from) = (dst.as_reg().as_virtual()?, src.as_reg().as_virtual()?);
        let is_whole = dst.sub_reg().is_none() && src.sub_reg().is_none();
        (is_whole && self.lanes_of(to) != self.lanes_of(from)).then_some(to)
    }

    /// What of the destination a copy leaves undefined, as its source is.
    pub fn undefined_by_copy(&self, state: &State, dst: &Operand, src: &Operand) -> Parts {
        let mut out = Parts::default();
        let Some(reg) = src.as_reg().as_virtual() else {
            return out;
        };
        let var = Var::Virtual(reg);
        let lanes = match src.has(OperandFlags::UNDEF) {
            true => self.lanes_of(reg),
            false => state.undef.lanes(var),
        };
        if lanes == 0 {
            return out;
        }
        match dst.as_reg().as_physical() {
            None => self.copied(Part { var, lanes }, dst, src, &mut out),
            Some(phys) => {
                for (unit_lanes, unit) in self.units(phys) {
                    if self.lanes_in(reg, src.sub_reg(), unit_lanes) & lanes != 0 {
                        let (var, lanes) = (Var::Unit(unit), UNIT_LANE);
                        out.add(Part { var, lanes });
                    }
                }
            }
        }
        out
    }

    // ---- The code after -----------------------------------------------------------------------

    /// The code after copies a register.
    pub fn copy_after(&self, state: &mut State, dst: PhysReg, src: PhysReg) {
        let (to, from) = (self.units(dst), self.units(src));
        let content: SmallVec<[Parts; 4]> = from
            .iter()
            .map(|(_, unit)| state.units[unit_index(*unit)].clone())
            .collect();
        self.clear(state, dst);
        if to.len() == from.len() {
            for ((_, unit), parts) in to.iter().zip(content) {
                state.units[unit_index(*unit)] = parts;
            }
        }
    }

    /// The code after stores a register to a slot.
    pub fn store(&self, state: &mut State, slot: FrameIndex, src: PhysReg) {
        let content = self.stored(state, src);
        state.set_slot(slot, content);
    }

    /// What a slot holds that a register is stored to.
    pub fn stored(&self, state: &State, src: PhysReg) -> SlotContent {
        let units = self.units(src);
        let lanes = units
            .iter()
            .map(|(lanes, unit)| (*lanes, state.units[unit_index(*unit)].clone()));
        let mut content = SlotContent {
            lanes: lanes.collect(),
            whole: Parts::default(),
        };
        for crossing in &state.crossings {
            self.cross(&state.undef, crossing, &mut content);
        }
        content
    }

    /// A slot that holds the source of a crossing holds its result.
    pub fn cross(&self, undef: &Parts, crossing: &Crossing, content: &mut SlotContent) {
        if self.has(undef, content, crossing.source, crossing.part) {
            let (var, lanes) = (
                Var::Virtual(crossing.result),
                self.lanes_of(crossing.result),
            );
            content.whole.add(Part { var, lanes });
        }
    }

    /// The code after loads a register from a slot.
    pub fn load(&self, state: &mut State, dst: PhysReg, slot: FrameIndex) {
        let loaded = self.loaded(state, dst, slot);
        self.clear(state, dst);
        for (unit, parts) in loaded {
            state.units[unit_index(unit)] = parts;
        }
    }

    /// What the units of a register hold that is loaded from a slot.
    pub fn loaded(&self, state: &State, dst: PhysReg, slot: FrameIndex) -> UnitParts {
        let units = self.units(dst);
        let mut loaded: UnitParts = units
            .iter()
            .map(|(_, unit)| (*unit, Parts::default()))
            .collect();
        let Some(content) = state.slot(slot) else {
            return loaded;
        };
        let own_lanes = units.iter().map(|(lanes, _)| lanes);
        if own_lanes.eq(content.lanes.iter().map(|(lanes, _)| lanes)) {
            for ((_, held), (_, parts)) in loaded.iter_mut().zip(&content.lanes) {
                held.clone_from(parts);
            }
        }
        // Stored from a register with other parts: what is there as a whole is loaded as a whole.
        for part in self.wholes(&state.undef, content).iter() {
            let Var::Virtual(reg) = part.var else {
                continue;
            };
            // In a register of another file, units together hold all of it, and lanes mean nothing.
            let is_of_file = self.is_of_file(reg, dst);
            for ((_, held), (lanes, _)) in loaded.iter_mut().zip(&units) {
                let lanes = match is_of_file {
                    true => self.lanes_in(reg, SubRegIdx::NONE, *lanes),
                    false => part.lanes,
                };
                held.add(Part { lanes, ..part });
            }
        }
        loaded
    }

    /// Whether `phys` is of the register file whose registers `reg` gets. Lanes of different files have the same
    /// numbers.
    fn is_of_file(&self, reg: VReg, phys: PhysReg) -> bool {
        let target = self.after.target;
        let file_of = |phys: PhysReg| {
            let files = self.hooks.register_files();
            let overlaps = |class: &&RegClass| {
                let mut regs = target.class(**class).order.iter();
                regs.any(|reg| target.regs_overlap(*reg, phys))
            };
            files
                .iter()
                .position(|file| file.last().filter(overlaps).is_some())
        };
        let order = target.class(self.before.class(reg)).order;
        order
            .first()
            .is_some_and(|own| file_of(*own) == file_of(phys))
    }

    /// The virtual registers of which a slot holds all lanes, as if a register of their class had been stored.
    pub fn wholes(&self, undef: &Parts, content: &SlotContent) -> Parts {
        let mut wholes = Parts::default();
        let sets = content.lanes.iter().map(|(_, parts)| parts);
        for part in sets.chain([&content.whole]).flat_map(Parts::iter) {
            if let Var::Virtual(reg) = part.var
                && wholes.lanes(part.var) == 0
                && self.has(undef, content, reg, SubRegIdx::NONE)
            {
                let lanes = self.lanes_of(reg);
                wholes.add(Part { lanes, ..part });
            }
        }
        wholes
    }

    /// Whether a slot holds a part of a virtual register, from the beginning of the slot.
    fn has(&self, undef: &Parts, content: &SlotContent, reg: VReg, part: SubRegIdx) -> bool {
        let var = Var::Virtual(reg);
        let undefined = undef.lanes(var);
        let all = self.lanes_in(reg, part, LaneMask::ALL);
        if part.is_none() && all & !(content.whole.lanes(var) | undefined) == 0 {
            return true;
        }
        let mut found = 0;
        let is_in_place = content.lanes.iter().all(|(lanes, parts)| {
            let needed = self.lanes_in(reg, part, *lanes);
            found |= needed;
            needed & !(parts.lanes(var) | undefined) == 0
        });
        is_in_place && all & !(found | undefined) == 0
    }

    /// Calls and the like: what the mask does not preserve is gone, in both codes.
    pub fn clobber(&self, state: &mut State, mask: &Operand) {
        for (index, unit) in self.after.target.units.iter().enumerate() {
            let is_kept = |root: &PhysReg| self.after.mask_preserves(mask, *root);
            if !unit.roots.iter().all(is_kept) {
                let id = RegUnit::from_index(index);
                state.units[index].clear();
                let (var, lanes) = (Var::Unit(id), UNIT_LANE);
                state.forget(var, lanes);
                // What is new in a register that is never allocated is the same in both codes.
                if self.is_reserved[index] {
                    state.units[index].add(Part { var, lanes });
                }
                state.is_defined[index] = self.is_reserved[index];
            }
        }
    }

    // ---- Checks -------------------------------------------------------------------------------

    /// Whether the place of an operand holds the virtual register that the code before reads there.
    pub fn holds(&self, state: &State, wanted: &Operand, place: &Operand) -> bool {
        let regs = (wanted.as_reg().as_virtual(), place.as_reg().as_physical());
        let (Some(reg), Some(phys)) = regs else {
            return false;
        };
        let var = Var::Virtual(reg);
        let undefined = state.undef.lanes(var);
        self.units(phys).iter().all(|(lanes, unit)| {
            let needed = self.lanes_in(reg, wanted.sub_reg(), *lanes);
            needed & !(state.units[unit_index(*unit)].lanes(var) | undefined) == 0
        })
    }

    /// Checks that the place of an operand holds what the code before reads there.
    pub fn check_use(&mut self, state: &State, inst: Inst, wanted: &Operand, place: &Operand) {
        let Some(phys) = place.as_reg().as_physical() else {
            let is_nothing = wanted.as_reg().is_none() && place.as_reg().is_none();
            if !is_nothing {
                self.error(Some(inst), || {
                    "an operand is not a physical register".into()
                });
            }
            return;
        };
        match wanted.as_reg().as_virtual() {
            Some(reg) => {
                if !self.holds(state, wanted, place) {
                    let name = self.after.target.reg(phys).name;
                    self.error(Some(inst), || {
                        format!("${name} does not hold {}", name_of(reg))
                    });
                }
            }
            None if wanted.as_reg() != place.as_reg() => {
                self.error(Some(inst), || "a physical register was changed".into());
            }
            None => {
                let is_lost = self.units(phys).iter().any(|(_, unit)| {
                    let at = unit_index(*unit);
                    state.is_defined[at]
                        && !self.is_reserved[at]
                        && state.units[at].lanes(Var::Unit(*unit)) == 0
                });
                if is_lost {
                    let name = self.after.target.reg(phys).name;
                    self.error(Some(inst), || format!("${name} was overwritten"));
                }
            }
        }
    }

    /// Whether a slot holds a virtual register.
    pub fn slot_holds(&self, state: &State, reg: VReg, slot: FrameIndex) -> bool {
        let nothing = SlotContent::default();
        let content = state.slot(slot).unwrap_or(&nothing);
        self.has(&state.undef, content, reg, SubRegIdx::NONE)
    }

    /// Checks that a slot holds what the code before reads by the operands that were folded.
    pub fn check_slot(&mut self, state: &State, inst: Inst, reg: VReg, slot: FrameIndex) {
        if !self.slot_holds(state, reg, slot) {
            self.error(Some(inst), || {
                format!("stack slot {} does not hold {}", slot.0, name_of(reg))
            });
        }
    }

    /// Begins a block.
    pub fn begin(&mut self, block: Block) {
        self.block = block;
    }

    /// The current block.
    pub fn block(&self) -> Block {
        self.block
    }

    /// Whether all an instruction of the code before does is to define registers.
    pub fn only_defines(&self, inst: Inst) -> bool {
        let effects = InstrFlags::CALL
            | InstrFlags::MAY_STORE
            | InstrFlags::SIDE_EFFECTS
            | InstrFlags::TERMINATOR
            | InstrFlags::BRANCH
            | InstrFlags::RETURN
            | InstrFlags::BARRIER;
        !self.before.desc(inst).flags.intersects(effects)
    }
}

/// For each instruction that gives the same result anywhere: the first that computes the same; and one of each form
/// that such instructions have.
fn find_computations(
    before: &MachineFunction,
    hooks: &dyn TargetHooks,
) -> (SecondaryMap<Inst, PackedOption<Inst>>, Vec<Inst>) {
    let mut forms: Vec<Inst> = Vec::new();
    let mut computed = SecondaryMap::new();
    for block in &before.layout {
        for inst in before.block_insts(*block) {
            if !hooks.is_trivially_rematerializable(before, inst) {
                continue;
            }
            let mut known = forms.iter();
            let same = known.find(|other| computes_same(hooks, (before, **other), (before, inst)));
            computed[inst] = (*same.unwrap_or(&inst)).into();
            if !forms
                .iter()
                .any(|other| is_same(before, inst, before, *other))
            {
                forms.push(inst);
            }
        }
    }
    (computed, forms)
}

/// Whether two instructions compute the same, perhaps in different forms.
pub(super) fn computes_same(
    hooks: &dyn TargetHooks,
    (a_of, a): (&MachineFunction, Inst),
    (b_of, b): (&MachineFunction, Inst),
) -> bool {
    let number = hooks.number_computed(a_of, a);
    is_same(a_of, a, b_of, b) || number.is_some() && number == hooks.number_computed(b_of, b)
}

/// Whether two instructions are the same but for their results.
fn is_same(a_of: &MachineFunction, a: Inst, b_of: &MachineFunction, b: Inst) -> bool {
    let (first, second) = (a_of.operands(a), b_of.operands(b));
    let count = a_of.desc(a).operands.len().min(first.len());
    let rest = || first[..count].iter().zip(second).skip(1);
    a_of.opcode(a) == b_of.opcode(b)
        && second.len() >= count
        && rest().all(|(one, other)| one.value() == other.value())
}

/// Lanes that are the same bits of a register as a lane with a lower number (the second byte of a register that has a
/// name for it, and of one that has not).
fn lane_aliases(target: &TargetDesc) -> Vec<(u64, u64)> {
    let rows = target.sub_reg_indices.iter().skip(1);
    let single = rows.filter(|row| row.lane_mask.0.is_power_of_two());
    let mut lanes: Vec<_> = single
        .filter_map(|row| {
            row.bits()
                .map(|(offset, size)| (offset, size, row.lane_mask.0))
        })
        .collect();
    lanes.sort_unstable();
    lanes.dedup();
    // Parts of tuples have offsets of their own; where a register has both, they are different bits.
    let has = |reg: &RegDesc, lane: u64, other: u64| {
        let mut units = reg.unit_lanes.iter();
        units.any(|lanes| lanes.0 & lane != 0 && lanes.0 & other == 0)
    };
    let is_alias = |a: u64, b: u64| {
        let mut regs = target.registers.iter();
        !regs.any(|reg| has(reg, a, b) && has(reg, b, a))
    };
    let mut aliases = Vec::new();
    for chunk in lanes.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        // The parts of a pair may all be said to begin at bit 0: each is an alias of a part that stands alone, but they
        // are none of each other.
        let mut same: SmallVec<[u64; 8]> = SmallVec::new();
        for (.., lane) in chunk {
            if same.iter().all(|other| is_alias(*other, *lane)) {
                same.push(*lane);
            }
        }
        let (first, others) = same.split_first().expect("a chunk is not empty");
        aliases.extend(others.iter().map(|other| (*other, *first)));
    }
    aliases
}

/// A virtual register as text.
pub(super) fn name_of(reg: VReg) -> String {
    format!("%{}", reg.as_u32())
}

/// The physical register of an operand that writes one.
pub(super) fn written(operand: &Operand) -> Option<PhysReg> {
    let reg = operand.as_reg().as_physical();
    reg.filter(|_| operand.is_def())
}
