//! The guard of stack protectors: `LOAD_STACK_GUARD` stands for reading it, until registers are allocated.
//!
//! It is in the variable `__stack_chk_guard`, or, if the module flag `stack-protector-guard` is `sysreg`, in memory at a
//! distance from where a system register points ([`crate::stack_guard`]).

use avarice_ir::{Inst, Module, TypeTable};
use avarice_legalize::{StackCheck, declare_variable};
use avarice_lower::{PartType, Result};
use avarice_mir::{GuardAccess, MemFlags, MemOperand, MemPointer, Reg};

use super::Selector;
use crate::op;
use crate::stack_guard::{self, VARIABLE};

/// Where functions check the guard: selection makes the check, unless the guard is thread-local.
pub(super) fn stack_check(module: &Module) -> StackCheck {
    match stack_guard::is_thread_local(module) {
        true => StackCheck::Exits,
        false => StackCheck::Returns,
    }
}

/// Declares the variable that the guard is in, if it is in one.
pub(super) fn declare_stack_guard(module: &mut Module) {
    if stack_guard::is_thread_local(module) {
        return;
    }
    declare_variable(module, VARIABLE, TypeTable::PTR, 0);
}

impl Selector<'_, '_> {
    /// Selects a call of `llvm.stackguard`.
    pub(super) fn lower_stack_guard(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        match stack_guard::access(self.module) {
            Ok(GuardAccess::ThreadLocal) => {
                let base = self.new_reg(PartType::Pointer);
                self.emit(op::MOVbaseTLS).def(base).done();
                let flags = MemFlags::LOAD | MemFlags::VOLATILE;
                let mem = MemOperand::new(flags, MemPointer::Unknown, 0, 8, 8);
                let emit = self.emit(op::LDRXui).def(dst).reg(base);
                emit.imm(stack_guard::THREAD_LOCAL_WORD).mem(mem).done();
                return Ok(());
            }
            Ok(_) => {}
            Err(reason) => return self.unsupported(reason),
        }
        let variable = self.module.globals_by_name.get(VARIABLE.as_bytes());
        let flags = MemFlags::LOAD | MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
        let mem = variable.map(|global| MemPointer::Global(*global));
        let mem = MemOperand::new(flags, mem.unwrap_or_default(), 0, 8, 8);
        self.emit(op::LOAD_STACK_GUARD).def(dst).mem(mem).done();
        Ok(())
    }

    /// Selects a call of `llvm.stackprotector`: the guard goes into its slot.
    pub(super) fn lower_stack_protector(&mut self, inst: Inst) -> Result<()> {
        let [guard, slot] = self.operands(inst);
        let Some(slot) = self.frame_value(slot) else {
            return self.unsupported("llvm.stackprotector of a slot that is no stack object");
        };
        let guard: Reg = self.use_value(guard)?;
        let flags = MemFlags::STORE | MemFlags::VOLATILE;
        let mem = MemOperand::new(flags, MemPointer::Stack(slot), 0, 8, 8);
        let emit = self.emit(op::STRXui).reg(guard).frame_index(slot);
        emit.imm(0).mem(mem).done();
        Ok(())
    }
}
