//! Whether and how to commute operands, so that the tied one is a value that ends.

use avarice_mir::{Inst, Reg};
use avarice_target::{InstrFlags, op};

use super::TwoAddress;
use super::tied_operands::TiedPair;

/// How far copy chains are followed.
const MAX_DATA_FLOW_EDGE: usize = 3;

impl TwoAddress<'_> {
    /// Exchanges the tied operand with others as long as that helps. Returns whether it did.
    pub(super) fn try_commute(
        &mut self,
        inst: Inst,
        pair: TiedPair,
        mut base_killed: bool,
    ) -> bool {
        if !self.function.desc(inst).has(InstrFlags::COMMUTABLE) {
            return false;
        }
        let mut made_change = false;
        let dst = self.function.operand(inst, pair.dst).as_reg();
        let mut base = self.function.operand(inst, pair.src).as_reg();
        let mut other = usize::from(self.function.desc(inst).num_defs);
        // Asked each time: an exchange may change the opcode.
        while other < self.function.desc(inst).operands.len() {
            let operand = *self.function.operand(inst, other);
            let at = other;
            other += 1;
            if at == pair.src
                || !operand.is_reg()
                || !self.hooks.can_commute(self.function, inst, pair.src, at)
            {
                continue;
            }
            let other_reg = operand.as_reg();
            let other_killed = self.is_killed(inst, other_reg, false);
            let useful = !base_killed && other_killed
                || self.is_profitable_to_commute(inst, dst, base, other_reg);
            if useful && self.hooks.commute(self.function, inst, pair.src, at) {
                let from = self.scratch.src_map.mapped(other_reg);
                if let Some(dst) = dst.as_virtual().filter(|_| !from.is_none()) {
                    self.scratch.src_map.set(dst, from);
                }
                made_change = true;
                base = other_reg;
                base_killed = other_killed;
            }
        }
        made_change
    }

    /// Whether `dst = op base, other` is better as `dst = op other, base`.
    fn is_profitable_to_commute(&mut self, inst: Inst, dst: Reg, base: Reg, other: Reg) -> bool {
        if !self.is_plainly_killed(inst, other) {
            return false;
        }
        if let Some(fits) = self.fits_better(dst, base, other) {
            return fits;
        }
        let Some(last_def_other) = self.last_def_without_use(other) else {
            return false;
        };
        let Some(last_def_base) = self.last_def_without_use(base) else {
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

    /// Whether `other` rather than `base` comes from the physical register that `dst` goes to; `None` if
    /// that does not tell.
    fn fits_better(&mut self, dst: Reg, base: Reg, other: Reg) -> Option<bool> {
        let to = self.scratch.dst_map.mapped(dst);
        if to.is_none() {
            return None;
        }
        let mut fits = |reg| {
            let from = self.scratch.src_map.mapped(reg);
            (!from.is_none()).then(|| self.compatible(from, to))
        };
        match (fits(base), fits(other)) {
            (None, Some(true)) | (Some(false), None | Some(true)) => Some(true),
            (Some(true), None) | (None | Some(true), Some(false)) => Some(false),
            _ => None,
        }
    }

    /// Whether two registers are the same or overlap.
    pub(super) fn compatible(&self, a: Reg, b: Reg) -> bool {
        let both = a.as_physical().zip(b.as_physical());
        a == b || both.is_some_and(|(a, b)| self.function.target.regs_overlap(a, b))
    }

    /// Position of the last definition of `reg` in this block so far (0 if none), unless a use comes between it and the
    /// current instruction.
    fn last_def_without_use(&self, reg: Reg) -> Option<u32> {
        let (mut last_def, mut last_use) = (0, self.dist);
        for op in self.function.reg_ops(reg) {
            let inst = self.function.op_inst(op);
            let position = self.scratch.positions.get(inst);
            if position == 0 || self.function.inst_block(inst) != Some(self.block) {
                continue;
            }
            if self.function.op(op).is_use() {
                last_use = last_use.min(position);
            } else {
                last_def = last_def.max(position);
            }
        }
        (!(last_use > last_def && last_use < self.dist)).then_some(last_def)
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
}
