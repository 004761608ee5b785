//! Loads that become memory operands of the only instruction that reads what they load.

use avarice_mir::{Inst, VReg, inst_facts};
use avarice_target::InstrFlags;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::{Peephole, make_debug_value_undefined};
use crate::memory_fold::fold_load;

/// Registers that were loaded, with nothing since that a load may not move past.
#[derive(Debug, Default)]
pub(super) struct Loads {
    /// From this number on, a mark counts.
    stamp: u32,
    marks: SecondaryMap<VReg, u32>,
    count: u32,
}

impl Loads {
    pub(super) fn begin_function(&mut self) {
        self.marks.clear();
        self.clear();
    }

    pub(super) fn clear(&mut self) {
        self.stamp += 1;
        self.count = 0;
    }

    fn insert(&mut self, reg: VReg) {
        self.count += u32::from(!self.contains(reg));
        self.marks[reg] = self.stamp;
    }

    fn remove(&mut self, reg: VReg) {
        self.count -= u32::from(self.contains(reg));
        self.marks[reg] = 0;
    }

    fn contains(&self, reg: VReg) -> bool {
        self.marks[reg] == self.stamp
    }
}

impl Peephole<'_> {
    /// Notes `inst` as a load, or folds loads into it.
    pub(super) fn fold_loads(&mut self, inst: Inst) {
        let mut inst = inst;
        if !self.is_foldable_load(inst) && self.scratch.loads.count > 0 {
            let mut at = usize::from(self.function.desc(inst).num_defs);
            while at < self.function.num_operands(inst) {
                let reg = self.function.operand(inst, at).as_reg().as_virtual();
                if let Some(reg) = reg.filter(|reg| self.scratch.loads.contains(*reg))
                    && let Some(new) = self.fold_load(inst, reg)
                {
                    inst = new;
                }
                at += 1;
            }
        }
        let desc = self.function.desc(inst);
        let is_barrier = inst_facts::may_store(self.function, inst)
            || desc.has(InstrFlags::CALL)
            || inst_facts::has_side_effects(self.function, inst)
                && self.function.opcode(inst) != avarice_target::op::PSEUDO_PROBE;
        if is_barrier {
            self.scratch.loads.clear();
        }
    }

    fn is_foldable_load(&mut self, inst: Inst) -> bool {
        let desc = self.function.desc(inst);
        if !desc.has(InstrFlags::FOLDABLE_LOAD)
            || desc.num_defs != 1
            || !inst_facts::may_load(self.function, inst)
        {
            return false;
        }
        let def = self.function.operands(inst).first();
        let reg = def.filter(|def| def.sub_reg().is_none());
        let Some(reg) = reg.and_then(|def| def.as_reg().as_virtual()) else {
            return false;
        };
        let mut users = self.function.non_debug_users(reg);
        let has_one_user = users.next().is_some() && users.next().is_none();
        drop(users);
        if has_one_user {
            self.scratch.loads.insert(reg);
        }
        has_one_user
    }

    /// Folds the load of `reg` into `inst`: the instruction that stands for both.
    fn fold_load(&mut self, inst: Inst, reg: VReg) -> Option<Inst> {
        let load = self.function.unique_def(reg)?;
        if load == inst || !inst_facts::is_safe_to_move(self.function, load, false) {
            return None;
        }
        let mut reads: SmallVec<[usize; 2]> = SmallVec::new();
        for (at, operand) in self.function.operands(inst).iter().enumerate() {
            if operand.as_reg() != reg.into() {
                continue;
            }
            if operand.is_def() || !operand.sub_reg().is_none() {
                return None;
            }
            reads.push(at);
        }
        let new = fold_load(self.function, self.hooks, inst, &reads, load)?;
        self.scratch.visited[new] = self.scratch.stamp;
        self.function.remove_inst(inst);
        self.function.remove_inst(load);
        let described = self.function.reg_ops(reg);
        let described: SmallVec<[Inst; 2]> =
            described.map(|op| self.function.op_inst(op)).collect();
        for inst in described {
            make_debug_value_undefined(self.function, inst);
        }
        self.scratch.loads.remove(reg);
        Some(new)
    }
}
