//! `livevars`: kill and dead flags, and the blocks that each virtual register is live through.
//!
//! One walk over the blocks, depth first from the entry. A use in a block other than the definition's
//! makes the register live through the blocks on the way up to the definition:
//!
//! ```text
//!   bb.0  %1 = …             alive_blocks(%1) = {bb.1}
//!   bb.1  …                  kills(%1)        = the use in bb.2
//!   bb.2  … = %1 (killed)
//! ```

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind, Reg, VReg};
use avarice_target::{PhysReg, op};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use crate::block_set::BlockSet;
use avarice_mir::inst_facts::{find_def, is_debug_or_probe};
use avarice_mir::inst_flags::{add_dead, add_killed, clear_kill};

/// Liveness of one virtual register.
#[derive(Clone, Debug, Default)]
pub struct VarInfo {
    /// Blocks that it is live into and out of, the definition's left out.
    pub alive_blocks: BlockSet,
    /// Last uses, at most one a block; the definition itself if there is no use.
    pub kills: SmallVec<[Inst; 2]>,
}

impl VarInfo {
    /// The last use in `block`.
    pub fn find_kill(&self, function: &MachineFunction, block: Block) -> Option<Inst> {
        self.kills
            .iter()
            .copied()
            .find(|inst| function.inst_block(*inst) == Some(block))
    }

    /// Forgets a last use; returns whether it was one.
    pub fn remove_kill(&mut self, inst: Inst) -> bool {
        let at = self.kills.iter().position(|kill| *kill == inst);
        at.map(|at| self.kills.remove(at)).is_some()
    }

    /// Puts `new` in the place of the last use `old`.
    pub fn replace_kill(&mut self, old: Inst, new: Inst) {
        for kill in &mut self.kills {
            if *kill == old {
                *kill = new;
            }
        }
    }
}

/// Last reference of a physical register in the current block.
#[derive(Clone, Copy, Debug, Default)]
struct PhysState {
    def: PackedOption<Inst>,
    used: PackedOption<Inst>,
}

impl PhysState {
    fn is_set(self) -> bool {
        self.def.is_some() || self.used.is_some()
    }
}

/// Liveness of all virtual registers of a function in SSA form, kept up to date by the passes that
/// leave SSA form.
#[derive(Clone, Debug, Default)]
pub struct LiveVariables {
    is_tracked: bool,
    vars: SecondaryMap<VReg, VarInfo>,
    phys: Vec<PhysState>,
    /// The physical registers that are set in `phys`: with a register, all its parts.
    touched: Vec<PhysReg>,
    /// Position of each instruction in its block, for instructions seen so far.
    distance: SecondaryMap<Inst, u32>,
    /// Registers that PHIs of successors read, by predecessor.
    phi_uses: Vec<(Block, VReg)>,
    reserved: Vec<bool>,
    /// The number of each block in the walk, from 1; 0 for blocks that it has not come to.
    order: SecondaryMap<Block, u32>,
    work_list: Vec<Block>,
    live_outs: Vec<PhysReg>,
}

impl LiveVariables {
    /// Computes liveness and sets the marks.
    ///
    /// `reserved` says by register number which registers must not be allocated.
    ///
    /// # Requires
    /// Machine SSA without unreachable blocks.
    ///
    /// # Ensures
    /// Last uses carry kill marks and unread definitions dead marks, on virtual registers and on
    /// unreserved physical ones (with implicit operands where parts of a register are concerned).
    ///
    /// # Preserves
    /// Everything else.
    pub fn run(&mut self, function: &mut MachineFunction, reserved: &[bool]) {
        self.reset(function, reserved);
        self.collect_phi_uses(function);
        let Some(entry) = function.layout.first().copied() else {
            return;
        };
        let mut stack: Vec<(Block, usize)> = vec![(entry, 0)];
        let mut visited = 1;
        self.order[entry] = visited;
        self.run_on_block(function, entry);
        while let Some((block, next)) = stack.last_mut() {
            let Some(succ) = function.blocks[*block].succs.get(*next).copied() else {
                stack.pop();
                continue;
            };
            *next += 1;
            if self.order[succ] == 0 {
                visited += 1;
                self.order[succ] = visited;
                stack.push((succ, 0));
                self.run_on_block(function, succ);
            }
        }
        self.set_marks(function);
    }

    /// Whether liveness is known. Where it is not, updates do nothing.
    pub fn is_tracked(&self) -> bool {
        self.is_tracked
    }

    /// Forgets all liveness.
    pub fn forget(&mut self) {
        self.is_tracked = false;
        for var in self.vars.values_mut() {
            var.alive_blocks.clear();
            var.kills.clear();
        }
    }

    fn reset(&mut self, function: &MachineFunction, reserved: &[bool]) {
        self.forget();
        self.is_tracked = true;
        self.vars.resize(function.vregs.len());
        self.phys.clear();
        self.touched.clear();
        self.phys
            .resize(function.target.registers.len(), PhysState::default());
        self.distance.clear();
        self.distance.resize(function.insts.len());
        self.order.clear();
        self.order.resize(function.blocks.len());
        self.reserved.clear();
        self.reserved.extend_from_slice(reserved);
    }

    fn collect_phi_uses(&mut self, function: &MachineFunction) {
        self.phi_uses.clear();
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                if function.opcode(inst) != op::PHI {
                    break;
                }
                for pair in function.operands(inst)[1..].chunks_exact(2) {
                    if let (Some(reg), Some(pred)) =
                        (pair[0].as_reg().as_virtual(), pair[1].as_block())
                        && pair[0].reads_reg()
                    {
                        self.phi_uses.push((pred, reg));
                    }
                }
            }
        }
        // Stable: each predecessor keeps the order of its PHIs.
        self.phi_uses.sort_by_key(|(pred, _)| *pred);
    }

    /// Liveness of a virtual register.
    pub fn var(&self, reg: VReg) -> &VarInfo {
        &self.vars[reg]
    }

    /// Liveness of a virtual register, to change it.
    pub fn var_mut(&mut self, reg: VReg) -> &mut VarInfo {
        &mut self.vars[reg]
    }

    // ---- Virtual registers --------------------------------------------------------------------

    /// The block that defines a register.
    pub fn def_block(function: &MachineFunction, reg: VReg) -> Option<Block> {
        let def = function.defs(reg).next()?;
        function.inst_block(function.op_inst(def))
    }

    /// Makes `reg` live out of `block` and everything between it and the definition. Last uses are in the order of
    /// the walk.
    fn mark_alive(
        &mut self,
        function: &MachineFunction,
        reg: VReg,
        def_block: Block,
        block: Block,
    ) {
        let var = &mut self.vars[reg];
        let order = &self.order;
        self.work_list.clear();
        self.work_list.push(block);
        while let Some(block) = self.work_list.pop() {
            let place = |i: &Inst| function.inst_block(*i).map_or(0, |block| order[block]);
            if let Ok(at) = var.kills.binary_search_by_key(&order[block], place) {
                var.kills.remove(at);
            }
            if block != def_block && var.alive_blocks.insert(block) {
                self.work_list
                    .extend(function.blocks[block].preds.iter().rev());
            }
        }
    }

    fn handle_vreg_use(&mut self, function: &MachineFunction, reg: VReg, block: Block, inst: Inst) {
        let var = &mut self.vars[reg];
        if let Some(last) = var.kills.last_mut()
            && function.inst_block(*last) == Some(block)
        {
            *last = inst;
            return;
        }
        let Some(def_block) = Self::def_block(function, reg) else {
            return;
        };
        if def_block == block {
            return;
        }
        if !var.alive_blocks.contains(block) {
            var.kills.push(inst);
        }
        for pred in &function.blocks[block].preds {
            self.mark_alive(function, reg, def_block, *pred);
        }
    }

    // ---- Physical registers -------------------------------------------------------------------

    /// The state of a register, which is about to be set.
    fn touch(&mut self, reg: PhysReg) -> &mut PhysState {
        let state = &mut self.phys[reg.index()];
        if !state.is_set() {
            self.touched.push(reg);
        }
        state
    }

    fn dist(&self, inst: Inst) -> u32 {
        self.distance[inst]
    }

    fn is_reserved(&self, reg: PhysReg) -> bool {
        self.reserved.get(reg.index()).copied().unwrap_or(false)
    }

    /// A use of a physical register: if only parts of it were defined, their last definition gets an
    /// implicit definition of the whole.
    fn handle_phys_use(&mut self, function: &mut MachineFunction, reg: PhysReg, inst: Inst) {
        let target = function.target;
        let state = self.phys[reg.index()];
        if !state.is_set() {
            self.define_from_parts(function, reg);
        } else if let (Some(def), None) = (state.def.expand(), state.used.expand())
            && find_def(function, def, reg.into()).is_none()
        {
            function.push_operand(def, avarice_mir::Operand::implicit_def(reg));
        }
        self.touch(reg).used = inst.into();
        for (_, sub) in target.reg(reg).sub_regs {
            self.touch(*sub).used = inst.into();
        }
    }

    fn define_from_parts(&mut self, function: &mut MachineFunction, reg: PhysReg) {
        let target = function.target;
        let subs = target.reg(reg).sub_regs;
        let mut last: Option<(Inst, PhysReg)> = None;
        for (_, sub) in subs {
            if let Some(def) = self.phys[sub.index()].def.expand()
                && self.dist(def) > last.map_or(0, |(inst, _)| self.dist(inst))
            {
                last = Some((def, *sub));
            }
        }
        let Some((def, last_reg)) = last else { return };
        // Parts of `reg` that the instruction defines.
        let mut defined: SmallVec<[PhysReg; 8]> = SmallVec::from_slice(&[last_reg]);
        for operand in function.operands(def) {
            if let Some(other) = operand.as_reg().as_physical()
                && operand.is_def()
                && subs.iter().any(|(_, sub)| *sub == other)
            {
                defined.push(other);
                defined.extend(target.reg(other).sub_regs.iter().map(|(_, sub)| *sub));
            }
        }
        function.push_operand(def, avarice_mir::Operand::implicit_def(reg));
        self.touch(reg).def = def.into();
        let mut processed: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for (_, sub) in subs {
            if processed.contains(sub) || defined.contains(sub) {
                continue;
            }
            // This part was defined before: it is read, to be part of the whole.
            function.push_operand(def, avarice_mir::Operand::implicit_use(*sub));
            self.touch(*sub).def = def.into();
            processed.extend(target.reg(*sub).sub_regs.iter().map(|(_, sub)| *sub));
        }
    }

    /// The last instruction that refers to `reg` or a part of it.
    fn last_ref(&self, function: &MachineFunction, reg: PhysReg) -> Option<Inst> {
        let state = self.phys[reg.index()];
        let mut last = state.used.expand().or(state.def.expand())?;
        let mut last_dist = self.dist(last);
        for (_, sub) in function.target.reg(reg).sub_regs {
            let part = self.phys[sub.index()];
            if part.def.is_some() && part.def != state.def {
                continue;
            }
            if let Some(used) = part.used.expand()
                && self.dist(used) > last_dist
            {
                last = used;
                last_dist = self.dist(used);
            }
        }
        Some(last)
    }

    /// The value of `reg` ends before `inst` (or at the block's end): marks its last reference.
    fn handle_phys_kill(
        &mut self,
        function: &mut MachineFunction,
        reg: PhysReg,
        inst: Option<Inst>,
    ) {
        let state = self.phys[reg.index()];
        let Some(mut last_ref) = state.used.expand().or(state.def.expand()) else {
            return;
        };
        let subs = function.target.reg(reg).sub_regs;
        let mut last_dist = self.dist(last_ref);
        let mut last_part_def: Option<Inst> = None;
        let mut part_dist = 0;
        let needs_part_uses = state.used.is_none();
        let mut part_uses: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for (_, sub) in subs {
            let part = self.phys[sub.index()];
            if let Some(def) = part.def.expand()
                && part.def != state.def
            {
                if self.dist(def) > part_dist {
                    part_dist = self.dist(def);
                    last_part_def = Some(def);
                }
            } else if let Some(used) = part.used.expand() {
                if needs_part_uses {
                    part_uses.push(*sub);
                    part_uses.extend(function.target.reg(*sub).sub_regs.iter().map(|(_, s)| *s));
                }
                if self.dist(used) > last_dist {
                    last_dist = self.dist(used);
                    last_ref = used;
                }
            }
        }
        match (state.used.expand(), state.def.expand()) {
            (None, Some(def)) => self.kill_used_parts(function, reg, def, last_ref, part_uses),
            (_, Some(def)) if def == last_ref && inst != Some(last_ref) => match last_part_def {
                Some(part_def) => {
                    let kill = avarice_mir::Operand::implicit_use(reg).with(OperandFlags::KILL);
                    function.push_operand(part_def, kill);
                }
                None => {
                    mark_phys_dead(function, last_ref, reg);
                }
            },
            _ => {
                add_killed(function, last_ref, reg.into(), true);
            }
        }
    }

    /// The whole of `reg`, defined by `def`, is never used, but parts of it are: the whole is dead, each
    /// used part gets a definition and a kill.
    fn kill_used_parts(
        &mut self,
        function: &mut MachineFunction,
        reg: PhysReg,
        def: Inst,
        last_ref: Inst,
        mut part_uses: SmallVec<[PhysReg; 8]>,
    ) {
        add_dead(function, def, reg.into(), true);
        for (_, sub) in function.target.reg(reg).sub_regs {
            if !part_uses.contains(sub) {
                continue;
            }
            let same = self.phys[sub.index()].def.expand() == Some(def);
            if !same || find_def(function, def, Reg::phys(*sub)).is_none() {
                function.push_operand(def, avarice_mir::Operand::implicit_def(*sub));
            }
            let parts = function.target.reg(*sub).sub_regs;
            match self.last_ref(function, *sub) {
                Some(last) => {
                    add_killed(function, last, Reg::phys(*sub), true);
                }
                None => {
                    add_killed(function, last_ref, Reg::phys(*sub), true);
                    self.touch(*sub).used = last_ref.into();
                    for (_, part) in parts {
                        self.touch(*part).used = last_ref.into();
                    }
                }
            }
            part_uses.retain(|used| !parts.iter().any(|(_, part)| part == used));
        }
    }

    fn handle_reg_mask(&mut self, function: &mut MachineFunction, inst: Inst, index: usize) {
        let mask = *function.operand(inst, index);
        // In the order of the numbers.
        self.touched.sort_unstable();
        for at in 0..self.touched.len() {
            let reg = self.touched[at];
            if function.mask_preserves(&mask, reg) {
                continue;
            }
            // Kill the largest clobbered register that is live.
            let mut whole = reg;
            for wider in function.target.reg(reg).super_regs {
                if self.phys[wider.index()].is_set() && !function.mask_preserves(&mask, *wider) {
                    whole = *wider;
                }
            }
            self.handle_phys_kill(function, whole, None);
        }
    }

    fn handle_phys_def(
        &mut self,
        function: &mut MachineFunction,
        reg: PhysReg,
        inst: Option<Inst>,
    ) {
        let target = function.target;
        let subs = target.reg(reg).sub_regs;
        let mut live: SmallVec<[PhysReg; 8]> = SmallVec::new();
        if self.phys[reg.index()].is_set() {
            live.extend(subs.iter().map(|(_, sub)| *sub));
        } else {
            for (_, sub) in subs {
                if !live.contains(sub) && self.phys[sub.index()].is_set() {
                    live.push(*sub);
                    live.extend(target.reg(*sub).sub_regs.iter().map(|(_, part)| *part));
                }
            }
        }
        self.handle_phys_kill(function, reg, inst);
        for (_, sub) in subs {
            if live.contains(sub) {
                self.handle_phys_kill(function, *sub, inst);
            }
        }
    }

    fn set_phys_def(&mut self, function: &MachineFunction, reg: PhysReg, inst: Inst) {
        let state = PhysState {
            def: inst.into(),
            used: None.into(),
        };
        *self.touch(reg) = state;
        for (_, sub) in function.target.reg(reg).sub_regs {
            *self.touch(*sub) = state;
        }
    }

    // ---- The walk -----------------------------------------------------------------------------

    fn run_on_block(&mut self, function: &mut MachineFunction, block: Block) {
        let mut dist = 0;
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            if !is_debug_or_probe(function, inst) {
                self.distance[inst] = dist;
                dist += 1;
                self.run_on_inst(function, block, inst);
            }
            cursor = function.next_inst(inst);
        }
        let from = self.phi_uses.partition_point(|(pred, _)| *pred < block);
        for at in from..self.phi_uses.len() {
            let (pred, reg) = self.phi_uses[at];
            if pred != block {
                break;
            }
            if let Some(def_block) = Self::def_block(function, reg) {
                self.mark_alive(function, reg, def_block, block);
            }
        }
        self.kill_at_end(function, block);
    }

    /// Ends the values of physical registers that no successor needs.
    fn kill_at_end(&mut self, function: &mut MachineFunction, block: Block) {
        let mut live_outs = std::mem::take(&mut self.live_outs);
        live_outs.clear();
        for succ in &function.blocks[block].succs {
            let data = &function.blocks[*succ];
            if data.eh_pad {
                continue;
            }
            for (reg, _) in &data.live_ins {
                if !function.target.reg(*reg).allocatable {
                    live_outs.push(*reg);
                }
            }
        }
        self.touched.sort_unstable();
        for at in 0..self.touched.len() {
            let reg = self.touched[at];
            if !live_outs.contains(&reg) {
                self.handle_phys_def(function, reg, None);
            }
        }
        for reg in self.touched.drain(..) {
            self.phys[reg.index()] = PhysState::default();
        }
        self.live_outs = live_outs;
    }

    fn run_on_inst(&mut self, function: &mut MachineFunction, block: Block, inst: Inst) {
        let mut uses: SmallVec<[Reg; 8]> = SmallVec::new();
        let mut defs: SmallVec<[Reg; 8]> = SmallVec::new();
        let mut masks: SmallVec<[usize; 1]> = SmallVec::new();
        let is_phi = function.opcode(inst) == op::PHI;
        let count = if is_phi {
            1
        } else {
            function.num_operands(inst)
        };
        for index in 0..count {
            let operand = *function.operand(inst, index);
            if operand.kind() == OperandKind::RegMask {
                masks.push(index);
            }
            let reg = operand.as_reg();
            if reg.is_none() {
                continue;
            }
            let reserved = reg.as_physical().is_some_and(|reg| self.is_reserved(reg));
            if operand.is_def() {
                if reg.is_physical() && !reserved {
                    function
                        .operand_mut(inst, index)
                        .set(OperandFlags::DEAD, false);
                }
                defs.push(reg);
            } else {
                if !reserved {
                    function
                        .operand_mut(inst, index)
                        .set(OperandFlags::KILL, false);
                }
                if operand.reads_reg() {
                    uses.push(reg);
                }
            }
        }
        for reg in uses {
            match (reg.as_virtual(), reg.as_physical()) {
                (Some(reg), _) => self.handle_vreg_use(function, reg, block, inst),
                (_, Some(reg)) if !self.is_reserved(reg) => {
                    self.handle_phys_use(function, reg, inst)
                }
                _ => {}
            }
        }
        for mask in masks {
            self.handle_reg_mask(function, inst, mask);
        }
        for reg in &defs {
            match (reg.as_virtual(), reg.as_physical()) {
                (Some(reg), _) => {
                    let var = &mut self.vars[reg];
                    if var.alive_blocks.is_empty() {
                        var.kills.push(inst);
                    }
                }
                (_, Some(reg)) if !self.is_reserved(reg) => {
                    self.handle_phys_def(function, reg, Some(inst));
                }
                _ => {}
            }
        }
        for reg in defs.iter().rev().filter_map(|reg| reg.as_physical()) {
            if !self.is_reserved(reg) {
                self.set_phys_def(function, reg, inst);
            }
        }
    }

    fn set_marks(&mut self, function: &mut MachineFunction) {
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            let def = function.defs(reg).next().map(|op| function.op_inst(op));
            for kill in &self.vars[reg].kills {
                if Some(*kill) == def {
                    add_dead(function, *kill, reg.into(), false);
                } else {
                    add_killed(function, *kill, reg.into(), false);
                }
            }
        }
    }

    // ---- Queries and updates ------------------------------------------------------------------

    /// Whether `reg` is live into `block`, PHIs of the block not counted.
    pub fn is_live_in(&self, function: &MachineFunction, reg: VReg, block: Block) -> bool {
        let var = &self.vars[reg];
        if var.alive_blocks.contains(block) {
            return true;
        }
        Self::def_block(function, reg) != Some(block) && var.find_kill(function, block).is_some()
    }

    /// Whether `reg` is live out of `block`, PHIs of successors not counted.
    pub fn is_live_out(&self, function: &MachineFunction, reg: VReg, block: Block) -> bool {
        let var = &self.vars[reg];
        function.blocks[block].succs.iter().any(|succ| {
            var.alive_blocks.contains(*succ) || var.find_kill(function, *succ).is_some()
        })
    }

    /// Marks a last use and remembers it.
    pub fn add_kill(&mut self, function: &mut MachineFunction, reg: VReg, inst: Inst) {
        if self.is_tracked && add_killed(function, inst, reg.into(), false) {
            self.vars[reg].kills.push(inst);
        }
    }

    /// Marks a definition as dead and remembers it.
    pub fn add_dead(&mut self, function: &mut MachineFunction, reg: VReg, inst: Inst) {
        if self.is_tracked && add_dead(function, inst, reg.into(), false) {
            self.vars[reg].kills.push(inst);
        }
    }

    /// Forgets a last use and clears its mark; returns whether it was one.
    pub fn remove_kill(&mut self, function: &mut MachineFunction, reg: VReg, inst: Inst) -> bool {
        let removed = self.vars[reg].remove_kill(inst);
        if removed {
            clear_kill(function, inst, reg.into());
        }
        removed
    }
}

/// Marks `reg` dead in `inst`, which defines it or a register that contains it; an added operand is early
/// clobber if that one is.
fn mark_phys_dead(function: &mut MachineFunction, inst: Inst, reg: PhysReg) {
    let target = function.target;
    let covering = function.operands(inst).iter().find(|operand| {
        let other = operand.as_reg().as_physical().filter(|_| operand.is_def());
        other.is_some_and(|other| other == reg || target.reg(reg).super_regs.contains(&other))
    });
    let early = covering.is_some_and(|operand| {
        operand.has(OperandFlags::EARLY_CLOBBER) && operand.as_reg() != Reg::phys(reg)
    });
    add_dead(function, inst, reg.into(), true);
    if early && let Some(op) = find_def(function, inst, reg.into()) {
        function.op_mut(op).set(OperandFlags::EARLY_CLOBBER, true);
    }
}
