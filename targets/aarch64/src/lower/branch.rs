//! Terminators other than switches and returns.

use avarice_ir::{Inst, InstKind};
use avarice_lower::{Result, kind_name};
use avarice_mir::{Block, BranchProbability};

use super::compare::{Cc, Condition};
use super::{Selector, Width};
use crate::op;

/// The operand of the instruction that stops a program.
const TRAP: i64 = 1;

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
                if self.options.trap_unreachable {
                    self.emit_trap();
                }
                Ok(())
            }
            kind => self.unsupported(format!("terminator {}", kind_name(kind))),
        }
    }

    /// `brk #1`
    pub(super) fn emit_trap(&mut self) {
        self.emit(op::BRK).imm(TRAP).done();
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
        self.emit(op::BR).reg(address).done();
        Ok(())
    }

    /// A jump at the end of the block in hand, unless `target` follows in the layout.
    pub(super) fn emit_jump(&mut self, target: Block) {
        if self.next_block() != Some(target) {
            self.emit(op::B).block(target).done();
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
        let condition = self.emit_condition(function.operand(inst, 0), true)?;
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
        let is_one = !matches!(condition, Condition::Either(..));
        self.emit_conditional_branch(condition, yes);
        if self.options.optimize && is_one {
            // Even if `no` follows, as llc does it; block placement takes it away.
            self.emit(op::B).block(no).done();
        } else {
            self.emit_jump(no);
        }
    }

    fn emit_conditional_branch(&mut self, condition: Condition, target: Block) {
        match condition {
            Condition::One(cc) => self.emit_bcc(target, cc),
            Condition::Either(a, b) => {
                self.emit_bcc(target, a);
                self.emit_bcc(target, b);
            }
            Condition::Zero(reg, width, zero) => {
                let opcodes = match zero {
                    true => [op::CBZW, op::CBZX],
                    false => [op::CBNZW, op::CBNZX],
                };
                let opcode = opcodes[width as usize];
                self.emit(opcode).reg(reg).block(target).done();
            }
            Condition::Bit(reg, width, bit, set) => {
                // The 64-bit form is for the upper half.
                let (reg, width) = match bit < 32 {
                    true => (self.low(reg, width, Width::W32), Width::W32),
                    false => (reg, width),
                };
                let opcodes = match set {
                    true => [op::TBNZW, op::TBNZX],
                    false => [op::TBZW, op::TBZX],
                };
                let emit = self.emit(opcodes[width as usize]).reg(reg);
                emit.imm(bit.into()).block(target).done();
            }
            Condition::Known(_) => {}
        }
    }

    /// `b.cc target`
    pub(super) fn emit_bcc(&mut self, target: Block, cc: Cc) {
        self.emit(op::Bcc).imm(cc.imm()).block(target).done();
    }
}
