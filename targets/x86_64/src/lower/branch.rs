//! Terminators other than switches and returns.

use avarice_ir::{Inst, Value};
use avarice_lower::select::{Argument, Branches, Calls, Integers};
use avarice_lower::switch_tree::{SwitchValue, lower_switch};
use avarice_lower::{Extension, Result};
use avarice_mir::{Block, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

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
    type Condition = Condition;

    /// Selects a return.
    fn lower_return(&mut self, inst: Inst) -> Result<()> {
        let mut returned: SmallVec<[PhysReg; 4]> = SmallVec::new();
        if self.function.num_operands(inst) != 0 {
            let value = self.function.operand(inst, 0);
            let parts = self.passed_parts(self.ty(value))?;
            let Some(regs) = self.result_regs(self.ty(value)) else {
                return self.unsupported("result that does not fit in registers");
            };
            let function = self.module.globals[self.global].function();
            let extension = self.extension(function.and_then(|f| f.attrs.ret));
            for (index, (part, reg)) in parts.iter().zip(regs).enumerate() {
                let byte =
                    extension == Extension::Any && (part.ty.bits() == 8 || part.ty.bits() == 1);
                if byte && part.ty.is_int() && self.const_part_of(value, index).is_none() {
                    let src = self.use_part(value, index)?;
                    let low = sub_phys(reg, Width::W8);
                    self.emit_copy(low, src);
                    returned.push(low);
                    continue;
                }
                let argument = Argument::Part(value, index, part.ty, extension);
                returned.push(self.emit_to_phys(argument, reg)?);
            }
        }
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

    /// Selects a switch.
    fn lower_switch(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        if self.is_wide(operand) {
            return self.unsupported("switch on an integer wider than 64 bits");
        }
        lower_switch(self, inst, |this| {
            let width = match this.int_bits(operand) {
                Some(0..=32) => Width::W32,
                Some(_) => Width::W64,
                None => return this.unsupported("switch on this type"),
            };
            Ok(SwitchValue {
                reg: this.extend(operand, true, width)?,
                is_wide: width == Width::W64,
            })
        })
    }

    fn emit_trap(&mut self) {
        self.emit(op::TRAP).done();
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
