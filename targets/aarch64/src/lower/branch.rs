//! Terminators other than switches and returns.

use avarice_ir::{BinaryOp, Inst, InstKind, Value};
use avarice_lower::{Result, kind_name};
use avarice_mir::{Block, BranchProbability};

use super::compare::{Cc, Condition, float_condition};
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
            InstKind::Ret if self.lower_tail_call(inst)? => Ok(()),
            InstKind::Ret => self.lower_return(inst),
            InstKind::Invoke(info) => self.lower_invoke(inst, info),
            InstKind::Resume => self.lower_resume(inst),
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
        if self.lower_split_branch(function.operand(inst, 0), yes, no)? {
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

    /// Two branches for a condition that joins two, where looking at a register is all that one of them
    /// does: no flags then, nor what sets them. Returns whether it was that.
    ///
    /// ```text
    ///   a == 0 || b < c         cbz a, yes
    ///                         next:
    ///                           cmp b, c
    ///                           b.lt yes
    /// ```
    fn lower_split_branch(
        &mut self,
        condition: Value,
        yes: avarice_ir::Block,
        no: avarice_ir::Block,
    ) -> Result<bool> {
        let Some(junction) = self.junction(condition) else {
            return Ok(false);
        };
        let parts = [junction.left, junction.right];
        let tests = parts.iter().any(|part| self.tests_register(*part));
        let fits = parts
            .iter()
            .all(|part| self.is_foldable(*part) && self.is_compare(*part));
        if !self.options.optimize || !tests || !fits || !self.is_foldable(condition) {
            return Ok(false);
        }
        let machine = self.point().block;
        let first = self.emit_condition(junction.left, true)?;
        let (first, early, other) = match junction.both {
            true => (first.inverse(), no, yes),
            false => (first, yes, no),
        };
        let next = self.create_block_after(machine);
        let early_block = self.block_of(early);
        self.emit_conditional_branch(first, early_block);
        self.emit(op::B).block(next).done();
        let whole = self.successor_probability(early);
        let half = BranchProbability(whole.0 / 2);
        self.add_successor(machine, early, half);
        self.mf.add_edge(machine, next, Some(half.complement()));
        self.set_point_at_end(next);
        let second = self.emit_condition(junction.right, true)?;
        let rest = u64::from(half.complement().0).max(1);
        let again = BranchProbability::new(u64::from(half.0), rest);
        self.add_successor(next, early, again);
        self.add_successor(next, other, again.complement());
        let (early_block, other_block) = (self.block_of(early), self.block_of(other));
        let second = if junction.both {
            second.inverse()
        } else {
            second
        };
        match second {
            Condition::Known(holds) => {
                let target = if holds { early_block } else { other_block };
                self.emit(op::B).block(target).done();
            }
            _ if self.next_block() == Some(early_block) => {
                self.emit_branch(second.inverse(), other_block, early_block);
            }
            _ => self.emit_branch(second, early_block, other_block),
        }
        Ok(true)
    }

    fn is_compare(&self, value: Value) -> bool {
        self.def_kind(value).is_some_and(|(_, kind)| match kind {
            InstKind::FCmp(predicate) => {
                matches!(float_condition(*predicate), Condition::One(_))
            }
            InstKind::ICmp(_) => true,
            _ => false,
        })
    }

    /// Whether comparison `value` is about a register being zero, or one of its bits.
    fn tests_register(&self, value: Value) -> bool {
        use avarice_ir::IntPredicate::{Eq, Ne, Sge, Sgt, Slt, Ugt, Ult};
        let Some((inst, InstKind::ICmp(predicate))) = self.def_kind(value) else {
            return false;
        };
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        if self.is_wide(left) || self.int_bits(left).is_none() {
            return false;
        }
        let tests = match (predicate, self.const_signed(right)) {
            (Slt | Sge, Some(0)) | (Sgt, Some(-1)) => return true,
            (Eq | Ne | Ugt, Some(0)) | (Ult, Some(1)) => true,
            _ => false,
        };
        // A test of several bits sets flags.
        let mask = self.def_kind(left).filter(|_| self.is_foldable(left));
        tests
            && match mask {
                Some((and, InstKind::Binary(BinaryOp::And))) => {
                    let mask = self.const_int(self.function.operand(and, 1));
                    mask.is_some_and(u64::is_power_of_two)
                }
                _ => true,
            }
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
