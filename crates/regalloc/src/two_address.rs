//! `twoaddressinstruction`: makes tied operands the same register.
//!
//! ```text
//!   %2 = SUB32rr %0 (tied to %2), %1      becomes      %2 = COPY %0
//!                                                      %2 = SUB32rr %2, %1
//! ```
//!
//! A copy costs nothing where the value ends: the coalescer will remove it. Where it does not end, other
//! ways are tried first: exchanging operands, a three-address form, moving the instruction below the last
//! use of the value or that use above it. `REG_SEQUENCE` and `INSERT_SUBREG` become sub-register copies.

use avarice_mir::{
    Block, Inst, MachineFunction, Operand, OperandFlags, OperandKind, Reg, TargetHooks, VReg,
};
use avarice_target::{InstrFlags, LaneMask, op};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::context::Context;
use crate::inst_facts::{has_one_use, is_copy_like, may_load};
use crate::inst_flags::kills;
use crate::live_variables::LiveVariables;
use crate::reg_map::RegMap;
use crate::tied_operands::{TiedOperands, TiedPair};

/// Rewrites tied operands.
///
/// # Requires
/// No PHIs; live variables.
///
/// # Ensures
/// Tied operands are the same register; no `REG_SEQUENCE`, no `INSERT_SUBREG`. `optimize` allows to
/// exchange, convert and move instructions.
///
/// # Preserves
/// The CFG.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    context: &mut Context,
    optimize: bool,
) {
    function.is_ssa = false;
    let mut pass = TwoAddress {
        function,
        hooks,
        live_variables: &mut context.live_variables,
        optimize,
        block: Block::from_u32(0),
        dist: 0,
        distance: SecondaryMap::new(),
        processed: SecondaryMap::new(),
        src_map: RegMap::default(),
        dst_map: RegMap::default(),
        tied: TiedOperands::default(),
    };
    for at in 0..pass.function.layout.len() {
        pass.run_on_block(pass.function.layout[at]);
    }
}

/// What became of an instruction.
enum Transformed {
    /// Nothing: copies are needed.
    No,
    /// It was moved or replaced; go on with this instruction, the last one handled being the other.
    Done { handled: Inst, next: Option<Inst> },
}

pub(crate) struct TwoAddress<'a> {
    pub(crate) function: &'a mut MachineFunction,
    pub(crate) hooks: &'a dyn TargetHooks,
    pub(crate) live_variables: &'a mut LiveVariables,
    optimize: bool,
    pub(crate) block: Block,
    dist: u32,
    /// Position of instructions that have been handled; 0 for others.
    pub(crate) distance: SecondaryMap<Inst, u32>,
    processed: SecondaryMap<Inst, bool>,
    src_map: RegMap,
    dst_map: RegMap,
    tied: TiedOperands,
}

/// How far copy chains are followed.
const MAX_DATA_FLOW_EDGE: usize = 3;

impl TwoAddress<'_> {
    fn run_on_block(&mut self, block: Block) {
        self.block = block;
        self.dist = 0;
        self.src_map.clear();
        self.dst_map.clear();
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(mut inst) = cursor {
            cursor = self.function.next_inst(inst);
            if self.function.is_debug(inst) {
                continue;
            }
            if self.function.opcode(inst) == op::REG_SEQUENCE {
                inst = self.eliminate_reg_sequence(inst);
            }
            self.dist += 1;
            self.distance[inst] = self.dist;
            self.process_copy(inst);
            if !self.collect_tied_operands(inst) {
                self.remove_clobbered(inst);
                continue;
            }
            if let Some(pair) = self.tied.single()
                && let Transformed::Done { handled, next } = self.try_transform(inst, pair)
            {
                self.tied.clear();
                self.remove_clobbered(handled);
                cursor = next;
                continue;
            }
            for group in self.tied.take_groups() {
                self.process_tied_pairs(inst, &group);
            }
            if self.function.opcode(inst) == op::INSERT_SUBREG {
                self.lower_insert_subreg(inst);
            }
            self.remove_clobbered(inst);
        }
    }

    /// `%0 = INSERT_SUBREG %0 (tied), %1, index` becomes `%0.index = COPY %1`.
    fn lower_insert_subreg(&mut self, inst: Inst) {
        let index = self.function.operand(inst, 3).as_imm().unwrap_or(0);
        let undef = self.function.operand(inst, 1).has(OperandFlags::UNDEF);
        self.function.remove_operand(inst, 3);
        self.function.untie_operand(inst, 1);
        self.function.remove_operand(inst, 1);
        let def = self.function.operand_mut(inst, 0);
        def.set_sub_reg(avarice_target::SubRegIdx(index as u8));
        def.set(OperandFlags::UNDEF, undef);
        self.function.set_opcode(inst, op::COPY);
    }

    /// `%0 = REG_SEQUENCE %1, a, %2, b` becomes `undef %0.a = COPY %1; %0.b = COPY %2`. Returns the first
    /// copy, or the instruction itself if it became an implicit definition.
    fn eliminate_reg_sequence(&mut self, inst: Inst) -> Inst {
        let dst = *self.function.operand(inst, 0);
        let mut first = None;
        let count = self.function.num_operands(inst);
        for at in (1..count).step_by(2) {
            let mut source = *self.function.operand(inst, at);
            let index = self.function.operand(inst, at + 1).as_imm().unwrap_or(0);
            if source.has(OperandFlags::UNDEF) {
                continue;
            }
            let mut killed = source.has(OperandFlags::KILL);
            let later = (at + 2..count)
                .step_by(2)
                .find(|j| self.function.operand(inst, *j).as_reg() == source.as_reg());
            if let Some(later) = later.filter(|_| killed) {
                self.function
                    .operand_mut(inst, later)
                    .set(OperandFlags::KILL, true);
                self.function
                    .operand_mut(inst, at)
                    .set(OperandFlags::KILL, false);
                source.set(OperandFlags::KILL, false);
                killed = false;
            }
            let def =
                Operand::def(dst.as_reg()).with_sub_reg(avarice_target::SubRegIdx(index as u8));
            let copy = self.function.create_inst(op::COPY, &[def, source]);
            if first.is_none() {
                self.function
                    .operand_mut(copy, 0)
                    .set(OperandFlags::UNDEF, true);
                first = Some(copy);
            }
            self.function.insert_before(inst, copy);
            if let Some(reg) = source.as_reg().as_virtual().filter(|_| killed) {
                self.live_variables.var_mut(reg).replace_kill(inst, copy);
            }
        }
        match first {
            Some(first) => {
                self.function.remove_inst(inst);
                first
            }
            None => {
                for at in (1..count).rev() {
                    self.function.remove_operand(inst, at);
                }
                self.function.set_opcode(inst, op::IMPLICIT_DEF);
                inst
            }
        }
    }

    // ---- Tied operands ------------------------------------------------------------------------

    /// Collects pairs of tied operands that are different registers, by source register. Returns whether
    /// there are tied operands at all.
    fn collect_tied_operands(&mut self, inst: Inst) -> bool {
        self.tied.clear();
        let mut any = false;
        for src in 0..self.function.num_operands(inst) {
            let source = *self.function.operand(inst, src);
            let Some(dst) = source.tied_to().filter(|_| source.is_use()) else {
                continue;
            };
            any = true;
            let dest = *self.function.operand(inst, dst);
            let (from, to) = (source.as_reg(), dest.as_reg());
            if from == to {
                continue;
            }
            if source.has(OperandFlags::UNDEF) && dest.sub_reg().is_none() {
                // Nothing is read: no copy.
                if let (Some(to), Some(from)) = (to.as_virtual(), from.as_virtual()) {
                    let class = self.function.class(from);
                    self.function.constrain_class(to, class, 0);
                }
                self.function.set_reg(inst, src, to);
                let operand = self.function.operand_mut(inst, src);
                operand.set_sub_reg(avarice_target::SubRegIdx::NONE);
                continue;
            }
            self.tied.add(from, TiedPair { src, dst });
        }
        any
    }

    /// Inserts copies for the tied pairs of one source register.
    fn process_tied_pairs(&mut self, inst: Inst, pairs: &[TiedPair]) {
        let early = pairs.iter().any(|pair| {
            self.function
                .operand(inst, pair.dst)
                .has(OperandFlags::EARLY_CLOBBER)
        });
        let mut removed_kill = false;
        let mut all_copied = true;
        let mut last_copied = Reg::NONE;
        let mut source = (Reg::NONE, avarice_target::SubRegIdx::NONE);
        for pair in pairs {
            let to = self.function.operand(inst, pair.dst).as_reg();
            let operand = *self.function.operand(inst, pair.src);
            source = (operand.as_reg(), operand.sub_reg());
            let (from, sub) = source;
            if from == to {
                all_copied = false;
                continue;
            }
            last_copied = to;
            let read = Operand::reg(from).with_sub_reg(sub);
            let copy = self
                .function
                .create_inst(op::COPY, &[Operand::def(to), read]);
            self.function.insert_before(inst, copy);
            self.distance[copy] = self.dist;
            self.dist += 1;
            self.distance[inst] = self.dist;
            if self.is_plainly_killed(inst, from) || operand.has(OperandFlags::KILL) {
                self.function
                    .operand_mut(inst, pair.src)
                    .set(OperandFlags::KILL, false);
                removed_kill = true;
            }
            if let (Some(to), Some(from)) = (to.as_virtual(), from.as_virtual())
                && sub.is_none()
            {
                let class = self.function.class(from);
                self.function.constrain_class(to, class, 0);
            }
            self.function.set_reg(inst, pair.src, to);
            self.function
                .operand_mut(inst, pair.src)
                .set_sub_reg(avarice_target::SubRegIdx::NONE);
        }
        if all_copied {
            self.replace_other_uses(inst, source, last_copied, early, removed_kill);
        } else if removed_kill {
            let ops = self.function.op_ids(inst);
            let mut uses = ops.filter(|op| {
                self.function.op(*op).is_use() && self.function.op(*op).as_reg() == source.0
            });
            if let Some(op) = uses.next() {
                self.function.op_mut(op).set(OperandFlags::KILL, true);
            }
        }
    }

    /// After all tied uses of the source were copied to `copied`: other uses of it read the copy as
    /// well, so that the copy is the source's last use if the instruction was.
    fn replace_other_uses(
        &mut self,
        inst: Inst,
        source: (Reg, avarice_target::SubRegIdx),
        copied: Reg,
        early: bool,
        mut removed_kill: bool,
    ) {
        let (from, sub) = source;
        let mut remaining = LaneMask::NONE;
        for at in 0..self.function.num_operands(inst) {
            let operand = *self.function.operand(inst, at);
            if !operand.is_use() || operand.as_reg() != from {
                continue;
            }
            if operand.sub_reg() == sub && !early {
                if operand.has(OperandFlags::KILL) || self.is_plainly_killed(inst, from) {
                    self.function
                        .operand_mut(inst, at)
                        .set(OperandFlags::KILL, false);
                    removed_kill = true;
                }
                self.function.set_reg(inst, at, copied);
                self.function
                    .operand_mut(inst, at)
                    .set_sub_reg(avarice_target::SubRegIdx::NONE);
            } else {
                let index = operand.sub_reg();
                remaining |= if index.is_none() {
                    LaneMask::ALL
                } else {
                    self.function.target.sub_reg_indices[index.index()].lane_mask
                };
            }
        }
        if !removed_kill || remaining.any() {
            return;
        }
        if let Some(from) = from.as_virtual()
            && self.live_variables.var_mut(from).remove_kill(inst)
            && let Some(copy) = self.function.prev_inst(inst)
        {
            self.live_variables.add_kill(self.function, from, copy);
        }
        if let Some(copied) = copied.as_virtual() {
            self.src_map.set(copied, from);
        }
    }

    // ---- What copies say about registers ------------------------------------------------------

    /// Destination and source of an instruction that copies.
    fn as_copy(&self, inst: Inst) -> Option<(Reg, Reg)> {
        let source = match self.function.opcode(inst) {
            op::COPY => 1,
            op::INSERT_SUBREG | op::SUBREG_TO_REG => 2,
            _ => return None,
        };
        let operands = self.function.operands(inst);
        Some((operands[0].as_reg(), operands.get(source)?.as_reg()))
    }

    fn process_copy(&mut self, inst: Inst) {
        if self.processed[inst] {
            return;
        }
        let Some((dst, src)) = self.as_copy(inst) else {
            return;
        };
        match (dst.as_virtual(), src.as_virtual()) {
            (None, Some(src)) => self.dst_map.insert_new(src, dst),
            (Some(dst), None) => {
                self.src_map.insert_new(dst, src);
                self.scan_uses(dst);
            }
            _ => {}
        }
        self.processed[inst] = true;
    }

    /// Follows the last uses of `dst` through copies and two-address instructions, to learn in which
    /// physical register it should end up.
    fn scan_uses(&mut self, dst: VReg) {
        let mut chain: SmallVec<[Reg; 8]> = SmallVec::new();
        let mut reg = dst;
        while let Some((inst, is_copy, to)) = self.only_interesting_use(reg) {
            if is_copy && std::mem::replace(&mut self.processed[inst], true) {
                break;
            }
            if self.distance[inst] != 0 {
                break;
            }
            chain.push(to);
            let Some(next) = to.as_virtual() else { break };
            self.src_map.set(next, reg.into());
            reg = next;
        }
        let Some(mut to) = chain.pop() else { return };
        while let Some(from) = chain.pop() {
            if let Some(virt) = from.as_virtual() {
                self.dst_map.insert_new(virt, to);
            }
            to = from;
        }
        self.dst_map.insert_new(dst, to);
    }

    /// If all uses of `reg` are in this block: the instruction that ends it, whether that is a copy, and
    /// the register that it leads to.
    fn only_interesting_use(&self, reg: VReg) -> Option<(Inst, bool, Reg)> {
        let function = &*self.function;
        let mut found = None;
        for op in function.non_debug_uses(reg) {
            let inst = function.op_inst(op);
            if function.inst_block(inst) != Some(self.block) {
                return None;
            }
            if self.is_plainly_killed(inst, reg.into()) {
                found = Some(op);
            }
        }
        let used = found?;
        let inst = function.op_inst(used);
        if let Some((dst, _)) = self.as_copy(inst) {
            return Some((inst, true, dst));
        }
        if let Some(dst) = self.two_address_use(inst, reg.into()) {
            return Some((inst, false, dst));
        }
        if function.desc(inst).has(InstrFlags::COMMUTABLE) {
            let index = function.op_index(used);
            let (a, b) = self
                .hooks
                .commutable_operands(function, inst, Some(index))?;
            let other = function.operand(inst, if a == index { b } else { a });
            if other.is_use() {
                return self
                    .two_address_use(inst, other.as_reg())
                    .map(|dst| (inst, false, dst));
            }
        }
        None
    }

    /// The register of the definition that a use of `reg` is tied to.
    pub(crate) fn two_address_use(&self, inst: Inst, reg: Reg) -> Option<Reg> {
        let operands = self.function.operands(inst);
        let mut uses = operands.iter().filter(|o| o.is_use() && o.as_reg() == reg);
        let tied = uses.find_map(|operand| operand.tied_to())?;
        Some(operands[tied].as_reg())
    }

    fn remove_clobbered(&mut self, inst: Inst) {
        let function = &*self.function;
        if function.opcode(inst) == op::COPY {
            let dst = function.operand(inst, 0).as_reg();
            let Some(dst) = dst.as_physical() else { return };
            let src = self.src_map.mapped(function.operand(inst, 1).as_reg());
            if src
                .as_physical()
                .is_some_and(|src| function.target.regs_overlap(src, dst))
            {
                return;
            }
        }
        if self.src_map.has_no_physical() {
            return;
        }
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                self.src_map
                    .remove_clobbered(|reg| !function.mask_preserves(operand, reg));
            } else if let Some(def) = operand.as_reg().as_physical().filter(|_| operand.is_def()) {
                self.src_map
                    .remove_clobbered(|reg| function.target.regs_overlap(reg, def));
            }
        }
    }

    // ---- Kills --------------------------------------------------------------------------------

    /// Whether an instruction is marked as the last use of a register.
    pub(crate) fn is_plainly_killed(&self, inst: Inst, reg: Reg) -> bool {
        kills(self.function, inst, reg)
    }

    /// Whether an instruction ends a value, looking through the copies that the value went through.
    fn is_killed(&self, mut inst: Inst, mut reg: Reg, allow_false_positives: bool) -> bool {
        loop {
            if reg.is_physical() && (allow_false_positives || has_one_use(self.function, reg)) {
                return true;
            }
            if !self.is_plainly_killed(inst, reg) {
                return false;
            }
            let mut defs = self.function.defs(reg);
            let (Some(def), None) = (defs.next(), defs.next()) else {
                return true;
            };
            if reg.is_physical() {
                return true;
            }
            inst = self.function.op_inst(def);
            match self.as_copy(inst) {
                Some((_, src)) => reg = src,
                None => return true,
            }
        }
    }

    // ---- Transformations ----------------------------------------------------------------------

    /// Tries to do without a copy for a single tied pair.
    fn try_transform(&mut self, inst: Inst, pair: TiedPair) -> Transformed {
        if !self.optimize {
            return Transformed::No;
        }
        let dst = self.function.operand(inst, pair.dst).as_reg();
        let mut src = self.function.operand(inst, pair.src).as_reg();
        let Some(src_virtual) = src.as_virtual() else {
            return Transformed::No;
        };
        let mut killed = self.is_killed(inst, src, true);
        if let Some(dst) = dst.as_virtual() {
            self.scan_uses(dst);
        }
        let commuted = self.try_commute(inst, pair, killed);
        let convertible = self
            .function
            .desc(inst)
            .has(InstrFlags::CONVERTIBLE_TO_3ADDR);
        if commuted && !convertible {
            return Transformed::No;
        }
        if !commuted && let Some(next) = self.reschedule_below_kill(inst, src_virtual) {
            return Transformed::Done {
                handled: inst,
                next,
            };
        }
        if commuted {
            src = self.function.operand(inst, pair.src).as_reg();
            killed = self.is_killed(inst, src, true);
        }
        if convertible
            && (!killed || self.is_profitable_to_convert(dst, src))
            && let Some(new) = self.convert_to_three_address(inst, dst, src)
        {
            let next = self.function.next_inst(new);
            return Transformed::Done { handled: new, next };
        }
        if commuted {
            return Transformed::No;
        }
        match src
            .as_virtual()
            .and_then(|src| self.reschedule_kill_above(inst, src))
        {
            Some(next) => Transformed::Done {
                handled: inst,
                next: Some(next),
            },
            None => Transformed::No,
        }
    }

    fn try_commute(&mut self, inst: Inst, pair: TiedPair, mut base_killed: bool) -> bool {
        if !self.function.desc(inst).has(InstrFlags::COMMUTABLE) {
            return false;
        }
        let mut made_change = false;
        let dst = self.function.operand(inst, pair.dst).as_reg();
        let mut base = self.function.operand(inst, pair.src).as_reg();
        let desc = self.function.desc(inst);
        for other in usize::from(desc.num_defs)..desc.operands.len() {
            let operand = *self.function.operand(inst, other);
            if other == pair.src
                || !operand.is_reg()
                || !self.hooks.can_commute(self.function, inst, pair.src, other)
            {
                continue;
            }
            let other_reg = operand.as_reg();
            let other_killed = self.is_killed(inst, other_reg, false);
            let useful = !base_killed && other_killed
                || self.is_profitable_to_commute(inst, dst, base, other_reg);
            if useful && self.hooks.commute(self.function, inst, pair.src, other) {
                let from = self.src_map.mapped(other_reg);
                if let Some(dst) = dst.as_virtual().filter(|_| !from.is_none()) {
                    self.src_map.set(dst, from);
                }
                made_change = true;
                base = other_reg;
                base_killed = other_killed;
            }
        }
        made_change
    }

    /// Whether `dst = op base, other` is better as `dst = op other, base`.
    fn is_profitable_to_commute(&self, inst: Inst, dst: Reg, base: Reg, other: Reg) -> bool {
        if !self.is_plainly_killed(inst, other) {
            return false;
        }
        let to = self.dst_map.mapped(dst);
        if !to.is_none() {
            let (from_base, from_other) = (self.src_map.mapped(base), self.src_map.mapped(other));
            let base_fits = !from_base.is_none() && self.compatible(from_base, to);
            let other_fits = !from_other.is_none() && self.compatible(from_other, to);
            if from_base.is_none() && other_fits
                || !from_base.is_none() && !base_fits && (from_other.is_none() || other_fits)
            {
                return true;
            }
            if from_other.is_none() && base_fits
                || !from_other.is_none() && !other_fits && (from_base.is_none() || base_fits)
            {
                return false;
            }
        }
        let dist = self.dist;
        let Some(last_def_other) = self.last_def_without_use(other, dist) else {
            return false;
        };
        let Some(last_def_base) = self.last_def_without_use(base, dist) else {
            return true;
        };
        if self.is_reverse_copy_chain(other, dst) {
            return true;
        }
        if self.is_reverse_copy_chain(base, dst) {
            return false;
        }
        if let Some(preference) = self.hooks.commute_preference(self.function, inst) {
            return preference;
        }
        last_def_base != 0 && last_def_other != 0 && last_def_other > last_def_base
    }

    fn compatible(&self, a: Reg, b: Reg) -> bool {
        let both = a.as_physical().zip(b.as_physical());
        a == b || both.is_some_and(|(a, b)| self.function.target.regs_overlap(a, b))
    }

    /// Position of the last definition of `reg` in this block so far (0 if none), unless a use comes
    /// between it and `dist`.
    fn last_def_without_use(&self, reg: Reg, dist: u32) -> Option<u32> {
        let (mut last_def, mut last_use) = (0, dist);
        for op in self.function.reg_ops(reg) {
            let inst = self.function.op_inst(op);
            let position = self.distance[inst];
            if self.function.inst_block(inst) != Some(self.block) || position == 0 {
                continue;
            }
            if self.function.op(op).is_use() {
                last_use = last_use.min(position);
            } else {
                last_def = last_def.max(position);
            }
        }
        (!(last_use > last_def && last_use < dist)).then_some(last_def)
    }

    /// Whether `from` is a copy of a copy … of `to` in this block.
    fn is_reverse_copy_chain(&self, from: Reg, to: Reg) -> bool {
        let mut reg = from;
        for _ in 0..MAX_DATA_FLOW_EDGE {
            let def = self.single_def_in_block(reg);
            let Some(def) = def.filter(|inst| self.function.opcode(*inst) == op::COPY) else {
                return false;
            };
            reg = self.function.operand(def, 1).as_reg();
            if reg == to {
                return true;
            }
        }
        false
    }

    fn single_def_in_block(&self, reg: Reg) -> Option<Inst> {
        if reg.is_none() {
            return None;
        }
        let defs = self.function.defs(reg).map(|op| self.function.op_inst(op));
        let mut here = defs.filter(|inst| self.function.inst_block(*inst) == Some(self.block));
        let first = here.next()?;
        here.all(|inst| inst == first).then_some(first)
    }

    fn is_profitable_to_convert(&self, dst: Reg, src: Reg) -> bool {
        let from = self.src_map.mapped(src);
        let to = self.dst_map.mapped(dst);
        !from.is_none() && !to.is_none() && !self.compatible(from, to)
    }

    /// Replaces `inst` by its three-address form, if it has one here. Returns the new instruction.
    fn convert_to_three_address(&mut self, inst: Inst, dst: Reg, src: Reg) -> Option<Inst> {
        let before = self.function.prev_inst(inst);
        let new = self.hooks.convert_to_three_address(self.function, inst)?;
        let mut made: SmallVec<[Inst; 4]> = SmallVec::new();
        let first = match before {
            Some(before) => self.function.next_inst(before),
            None => self.function.blocks[self.block].first.expand(),
        };
        let mut cursor = first;
        while let Some(other) = cursor.filter(|other| *other != inst) {
            made.push(other);
            cursor = self.function.next_inst(other);
        }
        self.move_kills(inst, &made);
        self.function.remove_inst(inst);
        for inst in &made {
            self.distance[*inst] = self.dist;
            self.dist += 1;
        }
        self.dist = self.dist.saturating_sub(1);
        if let Some(dst) = dst.as_virtual() {
            self.src_map.remove(dst);
        }
        if let Some(src) = src.as_virtual() {
            self.dst_map.remove(src);
        }
        Some(new)
    }

    /// Gives the kills and dead definitions of `old` to the instructions that replace it.
    fn move_kills(&mut self, old: Inst, new: &[Inst]) {
        for at in 0..self.function.num_operands(old) {
            let Some(reg) = self.function.operand(old, at).as_reg().as_virtual() else {
                continue;
            };
            if !self.live_variables.var(reg).kills.contains(&old) {
                continue;
            }
            let marked = |inst: &&Inst| {
                self.function.operands(**inst).iter().any(|operand| {
                    operand.as_reg() == reg.into()
                        && operand
                            .flags()
                            .intersects(OperandFlags::KILL | OperandFlags::DEAD)
                })
            };
            match new.iter().rev().find(marked).copied() {
                Some(new) => self.live_variables.var_mut(reg).replace_kill(old, new),
                None => _ = self.live_variables.var_mut(reg).remove_kill(old),
            }
        }
        // Registers that only the new instructions have end within them.
        for inst in new {
            for at in 0..self.function.num_operands(*inst) {
                let operand = *self.function.operand(*inst, at);
                if let Some(reg) = operand.as_reg().as_virtual()
                    && operand.has(OperandFlags::KILL)
                    && !self.live_variables.var(reg).kills.contains(inst)
                {
                    self.live_variables.var_mut(reg).kills.push(*inst);
                }
            }
        }
    }

    /// Whether moving is pointless: the instruction only copies.
    pub(crate) fn only_copies(&self, inst: Inst) -> bool {
        is_copy_like(self.function, inst)
    }

    /// Cycles until the result of an instruction can be used, as far as is known without a model.
    pub(crate) fn latency(&self, inst: Inst) -> u32 {
        if may_load(self.function, inst) { 2 } else { 1 }
    }
}
