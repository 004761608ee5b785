//! Which instructions are better hoisted.
//!
//! A hoisted value is in a register for the length of the loop; if a PHI of the loop reads it, it needs a copy there
//! too.

use avarice_mir::{Inst, MachineLoop, inst_facts};
use avarice_target::op;

use super::ssa::{Licm, is_invariant_load};

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
        let is_high = |licm: &Self, is_cheap| {
            let pressure = &licm.scratch.pressure;
            pressure.is_too_high(licm.function, is_cheap)
        };
        self.scratch.pressure.find_cost(self.function, inst);
        if !is_high(self, is_cheap) {
            return true;
        }
        if makes_copy {
            return false;
        }
        let is_certain = self.nest.is_certain(self.function, inst, id);
        if !is_certain && self.duplicate(inst).is_none() {
            return false;
        }
        self.lets_users_move(inst, id, is_high(self, false))
            || is_invariant_load(self.function, inst)
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
                    let is_inside = self.nest.is_inside(self.function, user, id);
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

    /// Whether an instruction is in a block to which a loop exits.
    fn is_behind(&self, inst: Inst, id: MachineLoop) -> bool {
        let block = self.function.inst_block(inst);
        block.is_some_and(|block| {
            let mut preds = self.function.blocks[block].preds.iter();
            preds.any(|pred| self.nest.loops.contains(id, *pred))
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
                !inst_facts::is_copy_like(self.function, user)
                    && self.nest.is_inside(self.function, user, id)
            })
        })
    }

    /// Whether this is a copy whose users in the loop may move after it.
    fn lets_users_move(&self, inst: Inst, id: MachineLoop, is_too_high: bool) -> bool {
        let opcode = self.function.opcode(inst);
        let def = self.function.operand(inst, 0).as_reg();
        if !matches!(opcode, op::COPY | op::REG_SEQUENCE) || !def.is_virtual() {
            return false;
        }
        let mut users = self.function.non_debug_uses(def);
        users.any(|op| {
            let user = self.function.op_inst(op);
            self.nest.is_inside(self.function, user, id)
                && (!is_too_high
                    || self
                        .nest
                        .has_invariant_operands(self.function, user, id, def))
        })
    }
}
