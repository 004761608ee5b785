//! Tail calls: they become jumps, so that the callee returns to the caller's caller.
//!
//! ```text
//!   %r = tail call i32 @g(i32 %x)        $w0 = COPY %x
//!   ret i32 %r                           TCRETURNdi @g, 0, csr_aarch64_aapcs, implicit $sp, implicit $w0
//!
//!   after frames are laid out:           (epilogue) B @g
//! ```
//!
//! A call marked `tail` becomes a jump if everything is already in its place: arguments in registers, or
//! on the stack exactly where this function received them; the result where this function returns its
//! own. A call marked `musttail` always does; its signature is this function's, so that its stack
//! arguments fit over the incoming ones: those are all read before any is written.

use avarice_ir::Inst;
use avarice_lower::Result;
use avarice_lower::select::{StackStore, TailCalls};
use avarice_mir::{Inst as MachineInst, MemFlags};
use avarice_target::PhysReg;

use super::Selector;
use super::callee::Callee;
use crate::{class, op};

impl<'m> TailCalls<'m> for Selector<'_, 'm> {
    fn leaves_result_of(&self, call: Inst, ret: Inst) -> Result<bool> {
        let places = |ty| {
            let places = self.result_places(ty).ok().flatten()?;
            Some(places.iter().map(|(_, place)| *place).collect())
        };
        Ok(self.function.num_operands(ret) == 0 || self.returns_result_of(call, ret, &places)?)
    }

    fn emit_tail_jump(&mut self, callee: Callee, used: &[PhysReg]) -> MachineInst {
        let call_mask = self.call_mask();
        let mut emit = match callee {
            Callee::Symbol(symbol) | Callee::Twice(symbol) => self.emit(op::TCRETURNdi).op(symbol),
            Callee::Reg(reg) => {
                // With these two, a jump counts as a call for the mark at its target.
                let (class, opcode) = match self.has_branch_targets() {
                    true => (class::tcGPRx16x17, op::TCRETURNrix16x17),
                    false => (class::tcGPR64, op::TCRETURNri),
                };
                let target = self.new_of(class);
                self.emit_copy(target, reg);
                self.emit(opcode).reg(target)
            }
        };
        emit = emit.imm(0).reg_mask(call_mask);
        for reg in used {
            emit = emit.implicit_use(*reg);
        }
        emit.done()
    }

    fn emit_store_over_argument(&mut self, store: &StackStore) -> Result<()> {
        let ops = self.part_ops(store.ty).1;
        let frame = &mut self.mf.frame;
        let slot = frame.create_fixed_object(ops.size, store.offset as i64, false);
        let (address, mut mem) = self.slot_access(slot, ops.size);
        mem.flags = MemFlags::STORE;
        self.emit_store(ops, store.src, address, mem)
    }
}
