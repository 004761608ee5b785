//! Which instructions are better hoisted.
//!
//! A hoisted value is in a register for the length of the loop; if a PHI of the loop reads it, it needs a copy there
//! too.

use avarice_mir::{Inst, MachineLoop, Reg};
use avarice_target::op;

use super::Licm;
use avarice_mir::inst_facts;

impl Licm<'_> {
    /// Whether an invariant instruction should move.
    pub(super) fn is_profitable(&mut self, inst: Inst, id: MachineLoop) -> bool {
        if self.function.opcode(inst) == op::IMPLICIT_DEF {
            return true;
        }
        let is_cheap = self.hooks.is_as_cheap_as_move(self.function, inst)
            || inst_facts::is_copy_like(self.function, inst);
        let makes_copy = self.feeds_phi(inst, id);
        if is_cheap && makes_copy {
            return false;
        }
        if self.is_free_to_repeat(inst) || self.is_slow(inst, id) {
            return true;
        }
        let cost = self.scratch.pressure.cost(self.function, inst);
        if !self.scratch.pressure.is_too_high(cost, is_cheap) {
            return true;
        }
        if makes_copy || !self.is_certain(inst, id) && self.duplicate(inst).is_none() {
            return false;
        }
        let is_too_high = self.scratch.pressure.is_too_high(cost, false);
        self.lets_users_move(inst, id, is_too_high)
            || inst_facts::is_invariant_load(self.function, inst)
    }

    /// Whether the allocator can compute the value again where it is needed.
    fn is_free_to_repeat(&self, inst: Inst) -> bool {
        let reads_vreg = |op| {
            let operand = self.function.op(op);
            operand.is_use() && operand.as_reg().is_virtual()
        };
        self.hooks
            .is_trivially_rematerializable(self.function, inst)
            && !self.function.op_ids(inst).any(reads_vreg)
    }

    /// Whether a PHI of the loop or after it reads what `inst` defines, through copies or directly.
    fn feeds_phi(&mut self, inst: Inst, id: MachineLoop) -> bool {
        let mut work = std::mem::take(&mut self.scratch.insts);
        work.clear();
        work.push(inst);
        let mut found = false;
        while let Some(inst) = work.pop()
            && !found
        {
            for operand in self.function.operands(inst).iter().filter(|o| o.is_def()) {
                let Some(reg) = operand.as_reg().as_virtual() else {
                    continue;
                };
                for user in self.function.uses(reg).map(|op| self.function.op_inst(op)) {
                    let is_inside = self.is_inside(user, id);
                    match self.function.opcode(user) {
                        op::PHI => found |= is_inside || self.is_behind(user, id),
                        op::COPY if is_inside => work.push(user),
                        _ => {}
                    }
                }
            }
        }
        self.scratch.insts = work;
        found
    }

    fn is_inside(&self, inst: Inst, id: MachineLoop) -> bool {
        let block = self.function.inst_block(inst);
        block.is_some_and(|block| self.loops.contains(id, block))
    }

    /// Whether an instruction is in a block to which a loop exits.
    fn is_behind(&self, inst: Inst, id: MachineLoop) -> bool {
        let block = self.function.inst_block(inst);
        block.is_some_and(|block| {
            let mut preds = self.function.blocks[block].preds.iter();
            preds.any(|pred| self.loops.contains(id, *pred))
        })
    }

    /// Whether an instruction in the loop has to wait long for what `inst` defines.
    fn is_slow(&self, inst: Inst, id: MachineLoop) -> bool {
        if !self.hooks.has_high_latency(self.function, inst) {
            return false;
        }
        let defs = self.function.operands(inst).iter().filter(|o| o.is_def());
        defs.filter_map(|def| def.as_reg().as_virtual()).any(|reg| {
            let mut users = self.function.non_debug_uses(reg);
            users.any(|op| {
                let user = self.function.op_inst(op);
                !inst_facts::is_copy_like(self.function, user) && self.is_inside(user, id)
            })
        })
    }

    /// Whether this is a copy whose users in the loop may move after it.
    fn lets_users_move(&mut self, inst: Inst, id: MachineLoop, is_too_high: bool) -> bool {
        let opcode = self.function.opcode(inst);
        let def = self.function.operand(inst, 0).as_reg();
        if !matches!(opcode, op::COPY | op::REG_SEQUENCE) || !def.is_virtual() {
            return false;
        }
        let users = self.function.non_debug_uses(def);
        let inside = users
            .map(|op| self.function.op_inst(op))
            .filter(|user| self.is_inside(*user, id));
        let mut inside: smallvec::SmallVec<[Inst; 8]> = inside.collect();
        inside.retain(|user| !is_too_high || self.is_invariant_but_for(*user, def, id));
        !inside.is_empty()
    }

    /// Whether nothing that an instruction reads but `reg` changes in the loop.
    fn is_invariant_but_for(&self, inst: Inst, reg: Reg, id: MachineLoop) -> bool {
        self.function.operands(inst).iter().all(|operand| {
            let read = operand.as_reg();
            if read.is_none() || read == reg || operand.is_def() {
                return true;
            }
            let def = read.as_virtual().and_then(|r| self.function.unique_def(r));
            def.is_some_and(|def| !self.is_inside(def, id))
        })
    }
}
