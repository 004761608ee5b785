//! Terminators other than switches and returns.

use avarice_ir::{Inst, Value};
use avarice_lower::select::{Argument, ArgumentPart, Branches, Calls, ReturnRegisters};
use avarice_lower::{Extension, Junction, Result};
use avarice_mir::{Block, Reg};

use super::compare::{Cc, Condition};
use super::{Selector, Width, sub_phys};
use crate::{op, reg};

impl Selector<'_, '_> {
    /// `JCC_1 target, cc`.
    pub(super) fn emit_jcc(&mut self, target: Block, cc: Cc) {
        self.emit(op::JCC_1).block(target).imm(cc.imm()).done();
    }
}

impl<'m> Branches<'m> for Selector<'_, 'm> {
    fn emit_result(&mut self, value: Value, extension: Extension) -> Result<ReturnRegisters> {
        let parts = self.passed_parts(self.ty(value))?;
        let Some(regs) = self.result_regs(self.ty(value)) else {
            return self.unsupported("result that does not fit in registers");
        };
        let mut returned = ReturnRegisters::new();
        for (index, (part, reg)) in parts.iter().zip(regs).enumerate() {
            let ty = part.ty;
            let byte = extension == Extension::Any && (ty.bits() == 8 || ty.bits() == 1);
            if byte && ty.is_int() && self.const_part_of(value, index).is_none() {
                let src = self.use_part(value, index)?;
                let low = sub_phys(reg, Width::W8);
                self.emit_copy(low, src);
                returned.push(low);
                continue;
            }
            let part = ArgumentPart::new(value, index, ty, extension);
            returned.push(self.emit_to_phys(Argument::Part(part), reg)?);
        }
        Ok(returned)
    }

    fn emit_return(&mut self, mut returned: ReturnRegisters) -> Result<()> {
        for index in 0..self.function.args.len() {
            if self.is_sret_param(index) && !self.is_naked() {
                let argument = self.function.args[index];
                let pointer = self.use_value(argument)?;
                self.emit_copy(reg::RAX, pointer);
                returned.push(reg::RAX);
            }
        }
        let mut emit = self.emit(op::RET).imm(0);
        for reg in returned {
            emit = emit.reg(reg);
        }
        emit.done();
        Ok(())
    }

    fn emit_goto(&mut self, target: Block) {
        self.emit(op::JMP_1).block(target).done();
    }

    fn emit_indirect_jump(&mut self, address: Reg) {
        self.emit(op::JMP64r).reg(address).done();
    }

    fn emit_branch_condition(&mut self, condition: Value) -> Result<Condition> {
        self.emit_condition(condition)
    }

    fn merged_latency(&self, junction: Junction) -> Option<u32> {
        Some(self.merged_latency_of(junction))
    }

    fn latency(&self, inst: Inst) -> u32 {
        self.latency_of(inst)
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
}
