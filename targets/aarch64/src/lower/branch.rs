//! Terminators other than switches and returns.

use avarice_ir::Value;
use avarice_lower::select::{Argument, ArgumentPart, Branches, Calls, Integers, ReturnRegisters};
use avarice_lower::{Extension, Result};
use avarice_mir::{Block, Reg};

use super::compare::{Cc, Condition};
use super::{Selector, Width};
use crate::op;

impl Selector<'_, '_> {
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
}
