//! Terminators other than switches and returns.

use avarice_ir::{Inst, InstKind};
use avarice_lower::Result;
use avarice_mir::{Block, BranchProbability};

use super::Selector;
use super::compare::{Cc, Condition};
use crate::op;

impl Selector<'_, '_> {
    /// Selects a terminator.
    pub(super) fn lower_terminator(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let machine = self.point().block;
        match &function.insts[inst].kind {
            InstKind::Ret => self.lower_return(inst),
            InstKind::Br => {
                let target = function.inst_blocks(inst)[0];
                self.add_successor(machine, target, BranchProbability::ONE);
                let target = self.block_of(target);
                self.emit_jump(target);
                Ok(())
            }
            InstKind::CondBr => self.lower_conditional_branch(inst),
            InstKind::Switch => self.lower_switch(inst),
            InstKind::IndirectBr => self.lower_indirect_branch(inst),
            InstKind::Unreachable => {
                if self.traps_at(inst) {
                    self.emit(op::TRAP).done();
                }
                Ok(())
            }
            InstKind::Invoke(info) => self.lower_invoke(inst, info),
            InstKind::Resume => self.lower_resume(inst),
            kind => self.unsupported(format!("terminator {}", avarice_lower::kind_name(kind))),
        }
    }

    /// A jump to an address. Every possible target is a block whose address is taken.
    fn lower_indirect_branch(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let machine = self.point().block;
        let address = self.use_value(function.operand(inst, 0))?;
        let targets = function.inst_blocks(inst);
        for (index, target) in targets.iter().enumerate() {
            let probability = self.edge_probability(index);
            self.add_successor(machine, *target, probability);
            let block = self.block_of(*target);
            self.mf.blocks[block].ir_address_taken = (*target).into();
        }
        self.emit(op::JMP64r).reg(address).done();
        Ok(())
    }

    /// A jump at the end of the block in hand, unless `target` follows in the layout.
    pub(super) fn emit_jump(&mut self, target: Block) {
        if self.next_block() != Some(target) {
            self.emit(op::JMP_1).block(target).done();
        }
    }

    fn lower_conditional_branch(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let machine = self.point().block;
        let [yes, no] = function.inst_blocks(inst) else {
            return self.unsupported("conditional branch without two successors");
        };
        let (yes, no) = (*yes, *no);
        if yes == no {
            self.add_successor(machine, yes, BranchProbability::ONE);
            let target = self.block_of(yes);
            self.emit_jump(target);
            return Ok(());
        }
        let condition = self.emit_condition(function.operand(inst, 0))?;
        let (yes_block, no_block) = (self.block_of(yes), self.block_of(no));
        if let Condition::Known(value) = condition {
            // The other block may have no machine predecessor then; it is removed later.
            let (taken, block) = if value {
                (yes, yes_block)
            } else {
                (no, no_block)
            };
            self.add_successor(machine, taken, BranchProbability::ONE);
            self.emit_jump(block);
            return Ok(());
        }
        for successor in [yes, no] {
            let probability = self.successor_probability(successor);
            self.add_successor(machine, successor, probability);
        }
        BranchProbability::normalize(&mut self.mf.blocks[machine].probs);
        if self.next_block() == Some(yes_block) {
            self.emit_branch(condition.inverse(), no_block, yes_block);
        } else {
            self.emit_branch(condition, yes_block, no_block);
        }
        Ok(())
    }

    /// Branches to `yes` if `condition` holds, else to `no`, which may follow in the layout.
    fn emit_branch(&mut self, condition: Condition, yes: Block, no: Block) {
        match condition {
            Condition::One(cc) if self.options.optimize => {
                self.emit_jcc(yes, cc);
                // Even if `no` follows, as llc does it; block placement takes it away.
                self.emit(op::JMP_1).block(no).done();
                return;
            }
            Condition::One(cc) => self.emit_jcc(yes, cc),
            Condition::Either(a, b) => {
                self.emit_jcc(yes, a);
                self.emit_jcc(yes, b);
            }
            Condition::Both(a, b) => {
                self.emit_jcc(no, a.inverse());
                self.emit_jcc(no, b.inverse());
                // Not reached if either fails; now `yes` is the block to fall into or jump to.
                self.emit_jump(yes);
                return;
            }
            Condition::Known(_) => {}
        }
        self.emit_jump(no);
    }

    /// `JCC_1 target, cc`.
    pub(super) fn emit_jcc(&mut self, target: Block, cc: Cc) {
        self.emit(op::JCC_1).block(target).imm(cc.imm()).done();
    }
}
