//! Tail calls: they become jumps, so that the callee returns to the caller's caller.
//!
//! ```text
//!   %r = tail call i32 @g(i32 %x)        $edi = COPY %x
//!   ret i32 %r                           TCRETURNdi64 @g, 0, csr_64, implicit $rsp, …, implicit $edi
//!
//!   after frames are laid out:           (epilogue) TAILJMPd64 @g
//! ```
//!
//! A call marked `tail` becomes a jump if everything is already in its place: arguments in registers, or
//! on the stack exactly where this function received them; the result where this function returns its
//! own. A call marked `musttail` always does; its signature is this function's, so that its stack
//! arguments fit over the incoming ones:
//!
//! ```text
//!   caller's frame  │ argument 8 │   ◀ read by copies first, then overwritten
//!                   │ argument 7 │
//!                   │ return to  │   ◀ stays
//! ```

use avarice_ir::{CallInfo, Inst};
use avarice_lower::select::{StackStore, TailCalls};
use avarice_lower::{PartType, Result};
use avarice_mir::{Inst as MachineInst, MemFlags, MemOperand, MemPointer, Operand, OperandFlags};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::Selector;
use super::address::{Address, Base};
use super::call::{argument_bytes, is_float_reg};
use super::callee::Callee;
use crate::frame_attributes::{KEEPS_ALL, KEEPS_NOTHING, kept_registers};
use crate::{mask, op, reg};

/// Most registers with arguments beside which a jump can read its target from memory.
const MAX_BESIDE_MEMORY: usize = 6;

impl Selector<'_, '_> {
    /// Whether a call returns nothing in the registers of the x87, which would have to be popped.
    /// Whether the function returns the address of the memory in which it has put its result.
    fn returns_result_address(&self) -> bool {
        (0..self.function.args.len()).any(|index| self.is_sret_param(index))
    }

    /// Whether the function keeps other registers for its caller, too, than most do.
    fn keeps_more_registers(&self) -> bool {
        let function = self.module.globals[self.global].function();
        function.is_some_and(|function| {
            let keeps_all = self.module.attrs(function.attrs.function).has(KEEPS_ALL);
            kept_registers(self.features(), function.conv, keeps_all).is_some()
        })
    }

    fn leaves_x87_empty(&self, call: Inst) -> Result<bool> {
        let parts = self.parts(self.function.insts[call].ty)?;
        Ok(parts.iter().all(|part| part.ty != PartType::X86Fp80))
    }
}

impl<'m> TailCalls<'m> for Selector<'_, 'm> {
    fn leaves_result_of(&self, call: Inst, ret: Inst) -> Result<bool> {
        if self.returns_result_address() {
            return Ok(false);
        }
        if self.function.num_operands(ret) == 0 {
            return self.leaves_x87_empty(call);
        }
        self.returns_result_of(call, ret, &|ty| self.result_regs(ty))
    }

    fn must_return(&self) -> bool {
        self.returns_result_address() || self.keeps_more_registers()
    }

    fn keeps_promises(&self, call: Inst, info: &CallInfo, must: bool) -> Result<bool> {
        if self.keeps_more_registers() {
            // They would be restored after arguments are in them.
            return match must {
                true => self.unsupported("musttail call in a function that keeps more registers"),
                false => Ok(false),
            };
        }
        if !self.call_has(call, info, KEEPS_NOTHING) || self.function_attr(KEEPS_NOTHING).is_some()
        {
            return Ok(true);
        }
        match must {
            true => self.unsupported("musttail call of a function that keeps no register"),
            false => Ok(false),
        }
    }

    fn pass_register_count(&mut self, used: &mut SmallVec<[PhysReg; 8]>) {
        let floats = used.iter().filter(|r| is_float_reg(**r)).count();
        self.emit_vector_count(floats);
        used.push(reg::AL);
    }

    fn emit_tail_jump(&mut self, callee: Callee, used: &[PhysReg]) -> MachineInst {
        let (callee, by_thunk) = self.through_thunk(callee);
        let mut emit = match callee {
            Callee::Symbol(symbol) => self.emit(op::TCRETURNdi64).op(symbol),
            Callee::Reg(reg) | Callee::Untracked(reg) => self.emit(op::TCRETURNri64).reg(reg),
            // A base and an index need two registers besides those of arguments.
            Callee::Memory(address, mem) if used.len() <= MAX_BESIDE_MEMORY => {
                let emit = self.emit(op::TCRETURNmi64).ops(&address.operands());
                emit.mem(mem)
            }
            Callee::Memory(address, mem) => {
                let target = self.load_callee(address, mem);
                self.emit(op::TCRETURNri64).reg(target)
            }
        };
        emit = emit.imm(0).reg_mask(mask::CSR_64);
        for reg in used {
            emit = emit.implicit_use(*reg);
        }
        if by_thunk {
            let address = Operand::implicit_use(reg::R11).with(OperandFlags::KILL);
            emit = emit.extra(address);
        }
        emit.done()
    }

    fn emit_store_over_argument(&mut self, store: &StackStore) -> Result<()> {
        let bytes = argument_bytes(store.ty);
        let frame = &mut self.mf.frame;
        let slot = frame.create_fixed_object(bytes, store.offset as i64, false);
        let align = frame.object(slot).align;
        let pointer = MemPointer::Stack(slot);
        let mem = MemOperand::new(MemFlags::STORE, pointer, 0, bytes, align);
        let address = Address {
            base: Base::Frame(slot),
            ..Address::default()
        };
        self.emit_argument_store(&address, store.src, store.ty, mem);
        Ok(())
    }
}
