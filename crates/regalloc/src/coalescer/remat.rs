//! Rematerialization instead of a copy: the value is recomputed at the place to which it was copied.
//!
//! ```text
//!   %a = MOV32ri 7            %a = MOV32ri 7         gone, if nothing else reads it
//!   $edi = COPY %a     ─▶     $edi = MOV32ri 7
//! ```

use avarice_liveness::{LiveIntervals, LiveRange, SlotIndex};
use avarice_mir::InsertPoint;
use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags, Reg, VReg};
use avarice_target::{LaneMask, PhysReg, RegClass, SubRegIdx, op};
use avarice_trace::events::Event;
use avarice_trace::{event, log};
use smallvec::SmallVec;

use super::Coalescer;
use super::def_lanes::lanes_of_index;
use super::pair::CoalescerPair;
use super::rewrite::substitute_physical;
use avarice_mir::inst_facts::{is_constant_phys_reg, is_copy_like, is_safe_to_move};

/// What came of trying to compute a copied value again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rematerialized {
    /// The copy is gone.
    Yes,
    /// The value is itself copied from elsewhere, and may be computed when that copy is gone.
    IsCopy,
    /// It cannot be.
    No,
}

/// A copy whose value can be computed again.
struct Plan {
    /// The source register.
    src: VReg,
    /// The part of the joined register that it is.
    src_idx: SubRegIdx,
    /// The destination register of the pair.
    dst: Reg,
    dst_idx: SubRegIdx,
    /// The instruction to repeat.
    def: Inst,
    /// Class of what it defines.
    def_class: Option<RegClass>,
}

impl Coalescer<'_, '_> {
    /// Computes the copied value again into the copy's destination, if that is as cheap as copying.
    pub(super) fn rematerialize(&mut self, copy: Inst, pair: &CoalescerPair) -> Rematerialized {
        let plan = match self.plan_remat(copy, pair) {
            Ok(plan) => plan,
            Err(refusal) => return refusal,
        };
        let (copied_to, extra, new) = self.insert_remat(copy, &plan);
        let implicit = implicit_phys_defs(self.function, new);
        match (plan.dst.as_virtual(), copied_to.as_physical()) {
            (Some(dst), _) => self.define_virtual(new, dst, &plan, pair),
            (_, Some(copied_to)) if Reg::phys(copied_to) != self.defined(new) => {
                let whole = implicit.contains(&plan.dst.as_physical().unwrap_or_default());
                self.define_physical(new, copied_to, whole);
            }
            _ => {}
        }
        set_partial_defs_undef(self.function, new);
        for operand in extra {
            self.function.push_operand(new, operand.detached());
        }
        let at = self.live_intervals.indexes.index(new).reg_slot(false);
        for reg in implicit {
            self.add_dead_defs(reg, at);
        }
        log!(self.log, "Remat: ");
        self.log.write_inst(self.function, new);
        self.move_debug_values(&plan, new);
        let text = self.what_goes(new);
        self.shrink_source(plan.src);
        if let Some((_, text)) = text {
            let (of, reg) = (plan.src, plan.dst);
            event!(
                self.log,
                self.function,
                self.live_intervals,
                Event::Remat { of, reg, at, text }
            );
        }
        Rematerialized::Yes
    }

    fn defined(&self, inst: Inst) -> Reg {
        self.function.operand(inst, 0).as_reg()
    }

    fn plan_remat(&mut self, copy: Inst, pair: &CoalescerPair) -> Result<Plan, Rematerialized> {
        let no = Rematerialized::No;
        let ((src, src_idx), (dst, dst_idx)) = pair.copy_order();
        let src = src.as_virtual().ok_or(no)?;
        let copy_at = self.live_intervals.indexes.index(copy);
        let interval = self.live_intervals.interval(src);
        let value = interval.value(interval.query(copy_at).value_in.ok_or(no)?);
        if value.is_unused() || value.is_phi_def() {
            return Err(no);
        }
        let def = self.live_intervals.indexes.inst_at(value.def).ok_or(no)?;
        let function = &*self.function;
        if is_copy_like(function, def) {
            return Err(Rematerialized::IsCopy);
        }
        let copied_to = function.operand(copy, 0);
        let keeps_lanes = !copied_to.sub_reg().is_none() && !copied_to.has(OperandFlags::UNDEF);
        // With both indices, the value would become wider than either register.
        if !self.hooks.is_as_cheap_as_move(function, def)
            || !self.hooks.is_trivially_rematerializable(function, def)
            || !defines_whole(function, def, src)
            || !is_safe_to_move(function, def, false)
            || function.desc(def).num_defs != 1
            || keeps_lanes
            || !src_idx.is_none() && !dst_idx.is_none()
        {
            return Err(no);
        }
        let row = function.desc(def).operands.first();
        let def_class = row.and_then(|row| row.class);
        if let Some(dst) = dst
            .as_physical()
            .filter(|_| function.opcode(def) != op::IMPLICIT_DEF)
        {
            let target = function.target;
            let part = target.compose(pair.src_idx, function.operand(def, 0).sub_reg());
            let dst = target.sub_reg(dst, part);
            if !def_class.is_some_and(|class| target.class(class).contains(dst)) {
                return Err(no);
            }
        }
        self.settle_uses(def);
        let function = &*self.function;
        let available =
            uses_are_available(function, self.live_intervals, self.reserved, def, copy_at);
        let plan = Plan {
            src,
            src_idx,
            dst,
            dst_idx,
            def,
            def_class,
        };
        available.then_some(plan).ok_or(no)
    }

    /// Puts the repeated instruction in the copy's place. Returns what the copy defined, its additional
    /// operands, and the new instruction.
    fn insert_remat(&mut self, copy: Inst, plan: &Plan) -> (Reg, SmallVec<[Operand; 2]>, Inst) {
        let copied_to = self.defined(copy);
        let block = self.function.inst_block(copy);
        let block = block.expect("a copy that is looked at is in a block");
        let after = self.function.next_inst(copy);
        let new = self.hooks.rematerialize(
            self.function,
            InsertPoint::new(block, after),
            plan.dst,
            plan.src_idx,
            plan.def,
        );
        for operand in self.function.op_ids(new) {
            let data = self.function.op_mut(operand);
            if data.is_def() && data.as_reg() == plan.dst {
                data.set(OperandFlags::DEAD, false);
            }
        }
        self.live_intervals.replace_inst(copy, new);
        self.function
            .set_debug_loc(new, self.function.debug_loc(copy));
        let explicit = self.function.desc(copy).operands.len();
        let operands = &self.function.operands(copy)[explicit..];
        let extra = operands.iter().filter(|operand| operand.is_reg()).copied();
        let extra = extra.collect();
        self.function.remove_inst(copy);
        (copied_to, extra, new)
    }

    /// Fits class, operands and lanes of a virtual destination to the new definition.
    fn define_virtual(&mut self, new: Inst, dst: VReg, plan: &Plan, pair: &CoalescerPair) {
        let target = self.function.target;
        let mut class = pair.class.unwrap_or_else(|| self.function.class(dst));
        let mut dst_idx = plan.dst_idx;
        let part = self.function.operand(new, 0).sub_reg();
        if !dst_idx.is_none() && part == dst_idx {
            // The instruction defines just the part that was copied: the destination need not grow.
            let narrow = plan
                .def_class
                .and_then(|def_class| target.common_sub_class(def_class, self.function.class(dst)));
            if let Some(narrow) = narrow {
                class = narrow;
                self.drop_index(new, dst, dst_idx);
                dst_idx = SubRegIdx::NONE;
            }
        }
        let part = self.function.operand(new, 0).sub_reg();
        if let Some(def_class) = plan.def_class {
            let fitting = if part.is_none() {
                target.common_sub_class(class, def_class)
            } else {
                target.matching_super_reg_class(class, def_class, part)
            };
            class = fitting.unwrap_or(class);
        }
        for sub in self.live_intervals.interval_mut(dst).sub_ranges_mut() {
            sub.lanes = target.compose_lane_mask(dst_idx, sub.lanes);
        }
        self.function.set_class(dst, class);
        self.scratch.known_defs.forget(dst);
        self.update_operands(dst, dst.into(), dst_idx);
        let defined = self.function.operand_mut(new, 0);
        defined.set_sub_reg(part);
        if part.is_none() {
            defined.set(OperandFlags::UNDEF, false);
        }
        if self.live_intervals.interval(dst).has_sub_ranges() {
            self.define_lanes(new, dst, part);
        }
    }

    /// Takes an index off the operands of a register in an instruction.
    fn drop_index(&mut self, inst: Inst, reg: VReg, index: SubRegIdx) {
        for operand in self.function.op_ids(inst) {
            let data = self.function.op_mut(operand);
            if data.as_reg() == reg.into() && data.sub_reg() == index {
                data.set_sub_reg(SubRegIdx::NONE);
            }
        }
        let defined = self.function.operand_mut(inst, 0);
        defined.set(OperandFlags::UNDEF, false);
    }

    /// Gives the lanes that the new instruction defines a value, and takes it from those that are undefined
    /// now.
    fn define_lanes(&mut self, new: Inst, dst: VReg, part: SubRegIdx) {
        let target = self.function.target;
        let early = self.function.operand(new, 0);
        let early = early.has(OperandFlags::EARLY_CLOBBER);
        let at = self.live_intervals.indexes.index(new);
        let def = at.reg_slot(early);
        let all = target.class(self.function.class(dst)).lane_mask;
        let interval = self.live_intervals.interval_mut(dst);
        let defined = lanes_of_index(target, part);
        let mut rest = all;
        for sub in interval.sub_ranges_mut() {
            rest &= !sub.lanes;
            if (sub.lanes & defined).is_none() {
                log!(
                    self.log,
                    "Removing undefined SubRange {} : {sub}\n",
                    sub.lanes
                );
                if let Some(value) = sub.range.value_at(at.reg_slot(false)) {
                    sub.range.remove_value(value);
                }
            } else if part.is_none() && !sub.range.live_at(def) || sub.range.is_empty() {
                sub.range.create_dead_def(def);
            }
        }
        if part.is_none() && rest.any() {
            let mut range = LiveRange::default();
            range.create_dead_def(def);
            interval.create_sub_range(rest, range);
        }
        interval.remove_empty_sub_ranges();
    }

    /// The new instruction defines a part, or a larger register, than was asked for: it says so.
    fn define_physical(&mut self, new: Inst, copied_to: PhysReg, defines_whole: bool) {
        let defined = self.function.operand_mut(new, 0);
        defined.set(OperandFlags::DEAD, true);
        let defined = defined.as_reg().as_physical();
        if !defines_whole {
            self.function
                .push_operand(new, Operand::implicit_def(copied_to));
        }
        let at = self.live_intervals.indexes.index(new).reg_slot(false);
        if let Some(defined) = defined {
            self.add_dead_defs(defined, at);
        }
    }

    /// Adds a dead definition of a register to the ranges of its units.
    fn add_dead_defs(&mut self, reg: PhysReg, at: SlotIndex) {
        for unit in self.function.target.reg(reg).units {
            if let Some(range) = self.live_intervals.cached_reg_unit_mut(*unit) {
                range.create_dead_def(at);
            }
        }
    }

    /// If nothing but debug values uses the source any more, these follow the new value.
    fn move_debug_values(&mut self, plan: &Plan, new: Inst) {
        if self.function.non_debug_uses(plan.src).next().is_some() {
            return;
        }
        let Some(block) = self.function.inst_block(new) else {
            return;
        };
        let mut cursor = self.function.uses(plan.src).next();
        while let Some(operand) = cursor {
            cursor = self.function.next_reg_op(operand);
            let inst = self.function.op_inst(operand);
            match plan.dst.as_physical() {
                Some(phys) => substitute_physical(self.function, operand, phys),
                None => self.function.set_op_reg(operand, plan.dst),
            }
            let after = self.function.next_inst(new);
            if after != Some(inst) {
                self.function.splice(inst, InsertPoint::new(block, after));
            }
            log!(self.log, "\t\tupdated: ");
            self.log.write_inst(self.function, inst);
        }
    }

    /// The source has one use less. With very many copies its interval is shrunk only once, later.
    fn shrink_source(&mut self, src: VReg) {
        if self.scratch.to_update.contains(&src) {
            return;
        }
        let uses = self.function.non_debug_uses(src);
        let copies = uses.filter(|op| is_copy_like(self.function, self.function.op_inst(*op)));
        if copies.count() >= self.options.late_remat_update as usize {
            self.scratch.to_update.push(src);
        } else if self.can_wait(src) {
            self.scratch.unshrunk.insert(src);
        } else {
            self.shrink_and_clean(src);
        }
    }
}

/// Whether an instruction defines all of a register, or the rest does not matter.
fn defines_whole(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    function.operands(inst).iter().any(|operand| {
        operand.is_def()
            && operand.as_reg() == reg.into()
            && (operand.sub_reg().is_none() || operand.has(OperandFlags::UNDEF))
    })
}

/// Physical registers that an instruction defines beside its explicit operands.
fn implicit_phys_defs(function: &MachineFunction, inst: Inst) -> SmallVec<[PhysReg; 4]> {
    let explicit = function.desc(inst).operands.len();
    let operands = function.operands(inst).get(explicit..).unwrap_or(&[]);
    let defs = operands.iter().filter(|operand| operand.is_def());
    defs.filter_map(|operand| operand.as_reg().as_physical())
        .collect()
}

/// Marks partial definitions of what an instruction defines as not keeping the rest.
fn set_partial_defs_undef(function: &mut MachineFunction, inst: Inst) {
    let reg = function.operand(inst, 0).as_reg();
    for operand in function.op_ids(inst) {
        let data = function.op_mut(operand);
        if data.is_def() && data.as_reg() == reg && !data.sub_reg().is_none() {
            data.set(OperandFlags::UNDEF, true);
        }
    }
}

/// Whether all that `inst` reads has the same value at `at`.
fn uses_are_available(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    reserved: &[bool],
    inst: Inst,
    at: SlotIndex,
) -> bool {
    let target = function.target;
    let def = live_intervals.indexes.index(inst).reg_slot(true);
    let at = at.max(at.reg_slot(true));
    function.operands(inst).iter().all(|operand| {
        let reg = operand.as_reg();
        if reg.is_none() || !operand.reads_reg() {
            return true;
        }
        let Some(reg) = reg.as_virtual() else {
            let phys = reg.as_physical();
            return phys.is_some_and(|phys| is_constant_phys_reg(function, reserved, phys));
        };
        let interval = live_intervals.interval(reg);
        let Some(value) = interval.value_at(def) else {
            return true;
        };
        if def.same_inst(at) || interval.value_at(at) != Some(value) {
            return false;
        }
        let mut lanes = match operand.sub_reg() {
            SubRegIdx::NONE => target.class(function.class(reg)).lane_mask,
            index => lanes_of_index(target, index),
        };
        interval.sub_ranges().all(|sub| {
            let live = (sub.lanes & lanes).is_none() || sub.range.live_at(at);
            lanes = if live {
                lanes & !sub.lanes
            } else {
                LaneMask::NONE
            };
            live
        })
    })
}
