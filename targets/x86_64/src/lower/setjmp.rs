//! `llvm.eh.sjlj.setjmp` and `llvm.eh.sjlj.longjmp`, which implement `__builtin_setjmp` and `__builtin_longjmp`: jumps
//! into frames that still exist.
//!
//! ```text
//!   buffer      frame pointer        written by whoever calls setjmp
//!   buffer + 8  address of `restore` written here
//!   buffer + 16 stack pointer        written by whoever calls setjmp
//!
//!   block:   MOV64mi32 buffer + 8, restore        restore: (at the end of the function)
//!            EH_SjLj_Setup restore                  MOV32ri 1
//!   main:    MOV32r0                                JMP_1 rest
//!   rest:    PHI main, restore
//! ```
//!
//! `EH_SjLj_Setup` preserves no register, so all values are in memory when control returns.

use avarice_ir::Inst;
use avarice_lower::{PartType, RelocationModel, Result};
use avarice_mir::{Operand, Reg};

use super::Selector;
use super::address::{Address, Base};
use crate::{mask, op, reg};

/// Offset of the address to jump to in the buffer.
const PLACE: u64 = 8;
/// Offset of the stack pointer in the buffer.
const STACK: u64 = 16;

impl Selector<'_, '_> {
    /// Selects `llvm.eh.sjlj.setjmp`.
    pub(super) fn lower_setjmp(&mut self, inst: Inst) -> Result<()> {
        self.require_no_shadow_stack()?;
        let buffer = self.function.operand(inst, 0);
        let dst = self.result_reg(inst)?;
        let place = self.address(buffer)?.offset(PLACE);
        let block = self.point().block;
        let last = self.mf.layout.last().copied().unwrap_or(block);
        let restore = self.create_block_after(last);
        self.mf.blocks[restore].machine_address_taken = true;
        let target = Operand::block(restore);
        match self.options.relocation_model {
            RelocationModel::Static => {
                let emit = self.emit(op::MOV64mi32).ops(&place.operands());
                emit.op(target).done();
            }
            RelocationModel::Pic => {
                let address = self.new_reg(PartType::Pointer);
                let emit = self.emit(op::LEA64r).def(address);
                let none = Operand::reg(Reg::NONE);
                let operands = [Operand::reg(reg::RIP), Operand::imm(1), none, target, none];
                emit.ops(&operands).done();
                let emit = self.emit(op::MOV64mr).ops(&place.operands());
                emit.reg(address).done();
            }
        }
        let emit = self.emit(op::EH_SjLj_Setup).op(target);
        emit.reg_mask(mask::CSR_NoRegs).done();
        let rest = self.split_block();
        let main = self.create_block_after(block);
        for (from, to) in [
            (block, main),
            (block, restore),
            (main, rest),
            (restore, rest),
        ] {
            self.mf.add_edge(from, to, None);
        }
        self.set_point_at_end(main);
        let direct = self.new_reg(PartType::Int(32));
        self.emit(op::MOV32r0).def(direct).done();
        self.set_point_at_end(restore);
        let returned = self.new_reg(PartType::Int(32));
        self.emit(op::MOV32ri).def(returned).imm(1).done();
        self.emit(op::JMP_1).op(Operand::block(rest)).done();
        self.set_point_at_start(rest);
        let phi = self.emit(op::PHI).def(dst).reg(direct).block(main);
        phi.reg(returned).block(restore).done();
        Ok(())
    }

    /// Refuses jumps into frames where the processor keeps return addresses of its own, of which some would have to go.
    fn require_no_shadow_stack(&self) -> Result<()> {
        match self.module.flag("cf-protection-return") {
            Some(_) => self.unsupported("llvm.eh.sjlj.* with module flag \"cf-protection-return\""),
            None => Ok(()),
        }
    }

    /// Selects `llvm.eh.sjlj.longjmp`.
    pub(super) fn lower_longjmp(&mut self, inst: Inst) -> Result<()> {
        self.require_no_shadow_stack()?;
        let buffer = self.function.operand(inst, 0);
        let address = match self.address(buffer)? {
            global if global.base == Base::Rip => global,
            // Not relative to the registers that change.
            _ => Address::base(self.use_value(buffer)?, 0),
        };
        let target = self.new_reg(PartType::Pointer);
        for (dst, offset) in [
            (reg::RBP.into(), 0),
            (target, PLACE),
            (reg::RSP.into(), STACK),
        ] {
            let emit = self.emit(op::MOV64rm).def(dst);
            emit.ops(&address.offset(offset).operands()).done();
        }
        self.emit(op::JMP64r).reg(target).done();
        Ok(())
    }
}
