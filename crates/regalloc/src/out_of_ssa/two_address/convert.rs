//! Three-address forms, and unfolded loads.

use avarice_machine::debug_numbers::substitute;
use avarice_mir::{Inst, OperandFlags, Reg};
use avarice_target::SubRegIdx;
use smallvec::SmallVec;

use super::TwoAddress;
use super::tied_operands::TiedPair;
use avarice_mir::inst_flags::add_killed;

impl TwoAddress<'_> {
    /// Whether the tie of `dst` to `src` would force two physical registers together.
    pub(super) fn is_profitable_to_convert(&mut self, dst: Reg, src: Reg) -> bool {
        let from = self.scratch.src_map.mapped(src);
        if from.is_none() {
            return false;
        }
        let to = self.scratch.dst_map.mapped(dst);
        !to.is_none() && !self.compatible(from, to)
    }

    /// Replaces `inst` by its three-address form, if it has one here. Returns the instruction that
    /// defines the result now.
    pub(super) fn convert_to_three_address(
        &mut self,
        inst: Inst,
        dst: Reg,
        src: Reg,
    ) -> Option<Inst> {
        let before = self.function.prev_inst(inst);
        let new = self.hooks.convert_to_three_address(self.function, inst);
        let mut made: SmallVec<[Inst; 8]> = SmallVec::new();
        let mut cursor = match before {
            Some(before) => self.function.next_inst(before),
            None => self.function.blocks[self.block].first.expand(),
        };
        while let Some(other) = cursor.filter(|other| *other != inst) {
            made.push(other);
            cursor = self.function.next_inst(other);
        }
        let new = new?;
        self.move_kills(inst, &made);
        for made in &made {
            self.function
                .set_debug_loc(*made, self.function.debug_loc(inst));
            self.scratch.positions.note_new(*made, self.dist);
            self.dist += 1;
        }
        self.dist -= 1;
        let result = |inst| {
            let mut operands = self.function.operands(inst).iter();
            operands.position(|operand| operand.is_def()).unwrap_or(0) as u32
        };
        let (from, to) = ((inst, result(inst)), (new, result(new)));
        substitute(self.function, from, to, SubRegIdx::NONE);
        self.function.remove_inst(inst);
        self.scratch.positions.remove(inst);
        if let Some(dst) = dst.as_virtual() {
            self.scratch.src_map.remove(dst);
        }
        if let Some(src) = src.as_virtual() {
            self.scratch.dst_map.remove(src);
        }
        Some(new)
    }

    /// Splits off the load of `inst` if its operands can then be exchanged so that the tied one ends:
    ///
    /// ```text
    ///   %2 = ADD %0 (tied), [%1]          %3 = MOV [%1]
    ///   … = %0                            %2 = ADD %3 (killed, tied), %0
    /// ```
    ///
    /// Returns the instruction that needs copies now, `inst` or the new one.
    pub(super) fn try_unfold(&mut self, inst: Inst, dst: Reg, src: Reg) -> Inst {
        let Some(class) = self.hooks.unfolded_load_class(self.function, inst) else {
            return inst;
        };
        let reg = self.function.create_vreg(class);
        let Some([load, new]) = self.hooks.unfold_load(self.function, inst, reg) else {
            return inst;
        };
        add_killed(self.function, new, reg.into(), false);
        self.function.insert_before(inst, load);
        self.function.insert_before(inst, new);
        self.scratch.positions.note_new(load, self.dist);
        self.dist += 1;
        self.scratch.positions.note_new(new, self.dist);
        let is_killed = self.commute_unfolded(new, dst, src);
        if is_killed {
            self.move_kills(inst, &[load, new]);
            self.function.remove_inst(inst);
            self.scratch.positions.forget(inst);
            self.scratch.positions.remove(inst);
            return new;
        }
        for discarded in [load, new] {
            self.function.remove_inst(discarded);
            self.scratch.positions.forget(discarded);
            self.scratch.positions.remove(discarded);
        }
        self.dist -= 1;
        inst
    }

    /// Exchanges operands of an instruction whose load was split off. Returns whether the tied operand
    /// ends now.
    fn commute_unfolded(&mut self, new: Inst, dst: Reg, src: Reg) -> bool {
        let find = |reg: Reg, is_def: bool| {
            let operands = self.function.operands(new).iter();
            let mut matching = operands.enumerate().filter(|(_, o)| o.as_reg() == reg);
            matching
                .find(|(_, o)| o.is_def() == is_def)
                .map(|(at, _)| at)
        };
        let (Some(dst), Some(src)) = (find(dst, true), find(src, false)) else {
            return false;
        };
        let tied = self.function.operand(new, src).as_reg();
        let killed = self.is_killed(new, tied, true);
        self.scan_and_commute(new, TiedPair { src, dst }, killed);
        self.function.operand(new, src).has(OperandFlags::KILL)
    }

    /// Gives the kills and dead definitions of `old` to the instructions that replace it.
    fn move_kills(&mut self, old: Inst, new: &[Inst]) {
        if !self.live_variables.is_tracked() {
            return;
        }
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
}
