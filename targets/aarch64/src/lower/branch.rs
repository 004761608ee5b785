//! Terminators other than switches and returns.

use avarice_ir::{BinaryOp, InstKind, Value};
use avarice_lower::select::{
    Argument, ArgumentPart, BranchCondition, Branches, Calls, Integers, ReturnRegisters,
};
use avarice_lower::{Extension, Result};
use avarice_mir::{Block, BranchProbability, Reg};

use super::compare::{Cc, Condition, float_condition};
use super::{Selector, Width};
use crate::op;

impl Selector<'_, '_> {
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
        let [left, right] = self.operands(inst);
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

impl<'m> Branches<'m> for Selector<'_, 'm> {
    fn emit_result(&mut self, value: Value, extension: Extension) -> Result<ReturnRegisters> {
        let Some(places) = self.result_places(self.ty(value))? else {
            return self.unsupported("result that does not fit in registers");
        };
        let mut returned = ReturnRegisters::new();
        for (index, (ty, reg)) in places.into_iter().enumerate() {
            let part = ArgumentPart::new(value, index, ty, extension);
            returned.push(self.emit_to_phys(Argument::Part(part), reg)?);
        }
        Ok(returned)
    }

    fn emit_return(&mut self, returned: ReturnRegisters) -> Result<()> {
        let mut emit = self.emit(op::RET_ReallyLR);
        for reg in returned {
            emit = emit.implicit_use(reg);
        }
        emit.done();
        Ok(())
    }

    fn emit_goto(&mut self, target: Block) {
        self.emit(op::B).block(target).done();
    }

    fn emit_indirect_jump(&mut self, address: Reg) {
        self.emit(op::BR).reg(address).done();
    }

    fn emit_branch_condition(&mut self, condition: Value) -> Result<Condition> {
        self.emit_condition(condition, true)
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

    /// Two branches for a condition that joins two, where looking at a register is all that one of them
    /// does: no flags then, nor what sets them. Returns whether it was that.
    ///
    /// ```text
    ///   a == 0 || b < c         cbz a, yes
    ///                         next:
    ///                           cmp b, c
    ///                           b.lt yes
    /// ```
    fn lower_special_branch(
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
}
