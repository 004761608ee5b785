//! Calls that end a function: they become jumps, so that the callee returns to the caller's caller.
//!
//! ```text
//!   %r = tail call i32 @g(i32 %x)        $edi = COPY %x
//!   ret i32 %r                           TCRETURNdi64 @g, 0, csr_64, implicit $rsp, …, implicit $edi
//!
//!   after frames are laid out:           (epilogue) TAILJMPd64 @g
//! ```
//!
//! A call marked `tail` becomes a jump if everything is in its place already: arguments in registers, or
//! on the stack exactly where this function got them; the result where this function returns its own. A
//! call marked `musttail` always does; its signature is this function's, so that its stack arguments fit
//! over the incoming ones:
//!
//! ```text
//!   caller's frame  │ argument 8 │   ◀ read by copies first, then overwritten
//!                   │ argument 7 │
//!                   │ return to  │   ◀ stays
//! ```

use avarice_ir::{CallInfo, Inst, InstKind, TailKind, ValueDef};
use avarice_lower::{Extension, PartType, Result};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Operand, OperandFlags, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::Selector;
use super::address::{Address, Base};
use super::call::{Argument, Callee, argument_bytes};
use crate::abi::{ArgAssigner, Location};
use crate::frame_attributes::KEEPS_NOTHING;
use crate::{mask, op, reg};

/// Most registers with arguments beside which a jump can read its target from memory.
const MAX_BESIDE_MEMORY: usize = 6;

/// A stack argument in the making: its value, where it goes, what it is.
struct StackStore {
    src: Reg,
    offset: u64,
    ty: PartType,
}

impl Selector<'_, '_> {
    /// Selects the return `ret` together with the call before it as a jump; `false` if that cannot be.
    ///
    /// # Errors
    /// If the call must become a jump and cannot.
    pub(super) fn lower_tail_call(&mut self, ret: Inst) -> Result<bool> {
        let Some(call) = self.tail_call_before(ret) else {
            return Ok(false);
        };
        let function = self.function;
        let InstKind::Call(info) = &function.insts[call].kind else {
            return Ok(false);
        };
        let must = info.tail == TailKind::MustTail;
        if self.call_has(call, info, KEEPS_NOTHING) && self.function_attr(KEEPS_NOTHING).is_none() {
            return match must {
                true => self.unsupported("musttail call of a function that keeps no register"),
                false => Ok(false),
            };
        }
        if !self.may_be_jump(call, info) || !(must || self.leaves_result_of(call, ret)?) {
            return Ok(false);
        }
        let root = std::mem::replace(&mut self.root, call);
        let done = self.emit_tail_call(call, info, must);
        self.root = root;
        let done = done?;
        if done {
            self.mark_done(call);
        }
        Ok(done)
    }

    /// Whether after `call` nothing is left to do for `ret`.
    fn leaves_result_of(&self, call: Inst, ret: Inst) -> Result<bool> {
        // Who returns the address of memory for a result has it in RAX when it returns.
        if (0..self.function.args.len()).any(|index| self.is_sret_param(index)) {
            return Ok(false);
        }
        if self.function.num_operands(ret) == 0 {
            return self.leaves_x87_empty(call);
        }
        self.returns_result_of(call, ret, &|ty| self.result_regs(ty))
    }

    /// Whether a call returns nothing in the registers of the x87, which would have to be popped.
    fn leaves_x87_empty(&self, call: Inst) -> Result<bool> {
        let parts = self.parts(self.function.insts[call].ty)?;
        Ok(parts.iter().all(|part| part.ty != PartType::X86Fp80))
    }

    /// Emits the arguments and the jump; `false`, with nothing emitted, if an argument is not in its place.
    fn emit_tail_call(&mut self, call: Inst, info: &CallInfo, must: bool) -> Result<bool> {
        let (arguments, _) = self.call_arguments(call, info)?;
        let var_arg = self.is_variadic_type(info.fn_type);
        let mut moved: SmallVec<[(Argument, u64); 4]> = SmallVec::new();
        for (argument, location) in &arguments {
            let Location::Stack(offset) = *location else {
                continue;
            };
            if (!must && var_arg) || !self.comes_in_at(*argument, offset)? {
                moved.push((*argument, offset));
            }
        }
        if !must && !moved.is_empty() {
            return Ok(false);
        }
        let callee = self.callee(call)?;
        self.mf.frame.has_tail_call = true;
        self.move_stack_arguments(&moved)?;
        let mut used: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for (argument, location) in &arguments {
            if let Location::Reg(to) = location {
                used.push(self.emit_to_phys(*argument, *to)?);
            }
        }
        if var_arg && must {
            self.emit_forwarded_registers(&mut used);
        } else if var_arg {
            let floats = used
                .iter()
                .filter(|r| super::call::is_float_reg(**r))
                .count();
            self.emit_vector_count(floats);
            used.push(reg::AL);
        }
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
            emit = emit.implicit_use(reg);
        }
        if by_thunk {
            let address = Operand::implicit_use(reg::R11).with(OperandFlags::KILL);
            emit = emit.extra(address);
        }
        let jump = emit.done();
        self.note_call_site(jump, call, info);
        Ok(true)
    }

    /// Whether a stack argument is what this function got at the same place.
    fn comes_in_at(&self, argument: Argument, offset: u64) -> Result<bool> {
        let (value, index, ty, extension) = match argument {
            Argument::ByVal(pointer, size) => {
                let slot = self.frame_value(pointer).filter(|slot| slot.0 < 0);
                return Ok(slot.is_some_and(|slot| {
                    let object = self.mf.frame.object(slot);
                    object.offset == offset as i64 && object.size == size.max(1)
                }));
            }
            Argument::Part(value, index, ty, extension) => (value, index, ty, extension),
        };
        let (value, index) = self.resolve(value, index)?;
        let ValueDef::Arg(number) = self.function.values[value].def else {
            return Ok(false);
        };
        let mut assigner = ArgAssigner::new(self.is_variadic());
        for at in 0..number as usize {
            match self.by_val_param(at) {
                Some((ty, align)) => {
                    assigner.stack_slot(self.byte_size(ty)?, align);
                }
                None => {
                    self.assign_value(&mut assigner, self.function.args[at], self.param_attrs(at))?;
                }
            }
        }
        if self.by_val_param(number as usize).is_some() {
            return Ok(false);
        }
        let places = self.assign_value(&mut assigner, value, self.param_attrs(number as usize))?;
        let own = self.extension(self.param_attrs(number as usize));
        Ok(places.get(index) == Some(&(ty, Location::Stack(offset)))
            && (ty.bits() >= 32 || !ty.is_int() || extension == Extension::Any || extension == own))
    }

    /// Puts arguments of a `musttail` call over those that came in: all are read before any is written.
    fn move_stack_arguments(&mut self, moved: &[(Argument, u64)]) -> Result<()> {
        let mut stores: SmallVec<[StackStore; 4]> = SmallVec::new();
        for (argument, offset) in moved {
            let Argument::Part(value, index, ty, extension) = *argument else {
                return self
                    .unsupported("musttail call with another byval argument than its caller's");
            };
            stores.push(StackStore {
                src: self.extended_part(value, index, ty, extension)?,
                offset: *offset,
                ty,
            });
        }
        for store in stores {
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
        }
        Ok(())
    }

    /// Whether incoming stack arguments may be overwritten before the function ends.
    pub(super) fn overwrites_arguments(&self) -> bool {
        let mut insts = self.function.insts.values();
        insts.any(|data| match &data.kind {
            InstKind::Call(info) => info.tail == TailKind::MustTail && data.block.is_some(),
            _ => false,
        })
    }

    /// Hands on the arguments without names of a variadic function.
    fn emit_forwarded_registers(&mut self, used: &mut SmallVec<[PhysReg; 8]>) {
        for index in 0..self.mf.target_info.forwarded.len() {
            let (place, src) = self.mf.target_info.forwarded[index];
            self.emit_copy(place, src);
            used.push(place);
        }
    }
}
