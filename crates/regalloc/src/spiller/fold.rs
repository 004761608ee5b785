//! Folds a slot, or a rematerializable load, into the instruction that uses the register.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{Block, FrameIndex, Inst, MachineFunction, MiFlags, OperandFlags, VReg};
use avarice_target::{SubRegIdx, op};
use avarice_trace::event;
use avarice_trace::events::Event;
use smallvec::SmallVec;

use super::Spiller;
use avarice_machine::debug_numbers::{MEMORY_OPERAND, number_of, substitute, substitute_results};
use avarice_machine::memory_fold::{fold_load, fold_slot};
use avarice_mir::inst_facts::{VRegUse, copy_operands, is_inline_asm};

impl Spiller<'_, '_, '_> {
    /// Makes `inst` use the slot, or what `load` loads, directly. Returns whether it does; then another
    /// instruction has taken its place.
    pub(super) fn fold(
        &mut self,
        reg: VReg,
        inst: Inst,
        used: &VRegUse,
        load: Option<Inst>,
    ) -> bool {
        let cx = &mut self.edit.cx;
        let bundled = MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC;
        let Some(block) = cx.function.inst_block(inst) else {
            return false;
        };
        if cx.function.insts[inst].flags.intersects(bundled) || is_inline_asm(cx.function, inst) {
            return false;
        }
        let was_copy = cx.hooks.is_copy(cx.function, inst);
        let Some((fold_ops, implicit)) = foldable(cx.function, inst, used, load.is_some()) else {
            return false;
        };
        if fold_ops.is_empty() {
            return false;
        }
        let (prev, next) = (cx.function.prev_inst(inst), cx.function.next_inst(inst));
        let ties = untie(cx.function, inst, &fold_ops);
        let folded = match (load, self.slot) {
            (Some(load), _) => fold_load(cx.function, cx.hooks, inst, &fold_ops, load),
            (None, Some(slot)) => {
                let folded = fold_slot(cx.function, cx.hooks, inst, &fold_ops, slot);
                folded.or_else(|| self.fold_copy(reg, inst, &fold_ops, slot))
            }
            (None, None) => None,
        };
        let Some(new) = folded else {
            for (def, used) in ties {
                self.edit.cx.function.tie_operands(inst, def, used);
            }
            return false;
        };
        self.forget_lost_defs(inst, new);
        let cx = &mut self.edit.cx;
        if let Some((_, slot)) = cx.hooks.is_store_to_slot(cx.function, inst) {
            self.hoister.remove(cx.live_intervals, inst, slot);
        }
        follow_debug_values(cx.function, inst, new, &used.operands);
        cx.live_intervals.replace_inst(inst, new);
        cx.function.remove_inst(inst);
        self.number_between(block, prev, next);
        if implicit {
            self.remove_implicit(reg, new);
        }
        self.note_fold(reg, new, load.is_some(), (block, prev, next));
        let function = &*self.edit.cx.function;
        let first = function.next_or_first(block, prev);
        let single = first == Some(new) && function.next_inst(new) == next;
        if was_copy && used.operands.first() == Some(&0) && single && load.is_none() {
            self.add_mergeable(new);
        }
        true
    }

    /// Writes and records that `new` works on memory, with what was put between two instructions for it.
    fn note_fold(
        &mut self,
        of: VReg,
        new: Inst,
        is_load: bool,
        (block, prev, next): (Block, Option<Inst>, Option<Inst>),
    ) {
        self.write_between("folded", None, block, prev, next);
        let cx = &mut self.edit.cx;
        event!(
            cx.log,
            Event::Fold {
                of,
                at: cx.live_intervals.indexes.index(new),
                text: cx.log.inst_text(cx.function, new),
                is_load,
            }
        );
    }

    /// A copy from or to the register is a load or a store of the other register.
    fn fold_copy(
        &mut self,
        reg: VReg,
        inst: Inst,
        ops: &[usize],
        slot: FrameIndex,
    ) -> Option<Inst> {
        let cx = &mut self.edit.cx;
        let function = &mut *cx.function;
        let ((_, dst_sub), (_, src_sub)) = copy_operands(function, cx.hooks, inst)?;
        let &[index] = ops else { return None };
        if function.num_operands(inst) != 2 || !dst_sub.is_none() || !src_sub.is_none() {
            return None;
        }
        let other = *function.operand(inst, 1 - index);
        let class = function.class(reg);
        let fits = match (other.as_reg().as_physical(), other.as_reg().as_virtual()) {
            (Some(phys), _) => function.target.class(class).contains(phys),
            (_, Some(virt)) => {
                let of = function.class(virt);
                of == class || function.target.class(of).has_super_class(class)
            }
            _ => false,
        };
        if !fits {
            return None;
        }
        let access = SlotAccess {
            reg: other.as_reg(),
            slot,
            class,
            kill: other.is_use() && other.has(OperandFlags::KILL),
        };
        let block = function.inst_block(inst)?;
        if index == 0 {
            cx.hooks
                .store_to_slot(function, InsertPoint::new(block, Some(inst)), access);
        } else {
            cx.hooks
                .load_from_slot(function, InsertPoint::new(block, Some(inst)), access);
        }
        function.prev_inst(inst)
    }

    /// Physical registers that `old` defined (dead) and `new` does not: their values disappear.
    fn forget_lost_defs(&mut self, old: Inst, new: Inst) {
        let cx = &mut self.edit.cx;
        let target = cx.function.target;
        let at = cx.live_intervals.indexes.index(old).reg_slot(false);
        for index in 0..cx.function.num_operands(old) {
            let operand = *cx.function.operand(old, index);
            let Some(phys) = operand.as_reg().as_physical().filter(|_| operand.is_def()) else {
                continue;
            };
            if cx.reserved.get(phys.index()).copied().unwrap_or(false) {
                continue;
            }
            let kept = cx.function.operands(new).iter().any(|other| {
                let covering = other.as_reg().as_physical().filter(|_| other.is_def());
                covering.is_some_and(|c| c == phys || target.reg(phys).super_regs.contains(&c))
            });
            if !kept {
                cx.live_intervals
                    .remove_phys_reg_def_at(cx.function, phys, at);
            }
        }
    }

    /// Removes implicit operands of the spilled register that folding left.
    fn remove_implicit(&mut self, reg: VReg, inst: Inst) {
        let function = &mut *self.edit.cx.function;
        for at in (0..function.num_operands(inst)).rev() {
            let operand = function.operand(inst, at);
            if !operand.has(OperandFlags::IMPLICIT) {
                break;
            }
            if operand.as_reg() == reg.into() {
                function.remove_operand(inst, at);
            }
        }
    }
}

/// The operands of `inst` to be folded, and whether it has implicit ones of the register besides; `None` if it
/// cannot be folded. A use that is tied follows its result.
fn foldable(
    function: &MachineFunction,
    inst: Inst,
    used: &VRegUse,
    is_load: bool,
) -> Option<(SmallVec<[usize; 4]>, bool)> {
    let mut ops = SmallVec::new();
    let mut implicit = false;
    for index in &used.operands {
        let operand = function.operand(inst, *index);
        if operand.is_use() && !operand.reads_reg() && operand.tied_to().is_none() {
            continue;
        }
        if operand.has(OperandFlags::IMPLICIT) {
            implicit = true;
            continue;
        }
        if is_load && operand.is_def() {
            return None;
        }
        if changes_memory(function, inst) || !(operand.is_use() && operand.tied_to().is_some()) {
            ops.push(*index);
        }
    }
    Some((ops, implicit))
}

/// Whether a value that the instruction changes is changed in memory if it is there: result and use fold together.
fn changes_memory(function: &MachineFunction, inst: Inst) -> bool {
    function.opcode(inst) == op::STATEPOINT
}

/// Unties operands `ops` of `inst`, if it [changes memory](changes_memory); returns the pairs of result and use that were tied.
fn untie(
    function: &mut MachineFunction,
    inst: Inst,
    ops: &[usize],
) -> SmallVec<[(usize, usize); 2]> {
    let mut ties = SmallVec::new();
    if !changes_memory(function, inst) {
        return ties;
    }
    for index in ops {
        let operand = function.operand(inst, *index);
        let Some(other) = operand.tied_to() else {
            continue;
        };
        ties.push(match operand.is_def() {
            true => (*index, other),
            false => (other, *index),
        });
        function.untie_operand(inst, *index);
    }
    ties
}

/// Says where debug values find what `old` defined, after `new` took its place with these of its operands in memory.
fn follow_debug_values(function: &mut MachineFunction, old: Inst, new: Inst, folded: &[usize]) {
    let Some(first) = folded.first().filter(|_| number_of(function, old) != 0) else {
        return;
    };
    if *first != 0 {
        // Past the folded operand, operands may have other numbers now.
        substitute_results(function, old, new, *first);
        return;
    }
    let result = function.operand(old, 0);
    let is_tied = |other: &avarice_mir::Operand| {
        other.tied_to().is_some() && other.as_reg() == result.as_reg()
    };
    let is_result = result.is_def()
        && match folded {
            [_] => true,
            [_, _] => function.operands(old).get(1).is_some_and(is_tied),
            _ => false,
        };
    if is_result {
        let memory = (new, MEMORY_OPERAND);
        substitute(function, (old, 0), memory, SubRegIdx::NONE);
    }
}
