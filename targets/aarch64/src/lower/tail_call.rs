//! Calls that end a function: they become jumps, so that the callee returns to the caller's caller.
//!
//! ```text
//!   %r = tail call i32 @g(i32 %x)        $w0 = COPY %x
//!   ret i32 %r                           TCRETURNdi @g, 0, csr_aarch64_aapcs, implicit $sp, implicit $w0
//!
//!   after frames are laid out:           (epilogue) B @g
//! ```
//!
//! A call marked `tail` becomes a jump if everything is in its place already: arguments in registers, or
//! on the stack exactly where this function got them; the result where this function returns its own. A
//! call marked `musttail` always does; its signature is this function's, so that its stack arguments fit
//! over the incoming ones: those are all read before any is written.

use avarice_ir::{CallInfo, Inst, InstKind, TailKind, ValueDef};
use avarice_lower::{Extension, PartType, Result};
use avarice_mir::{MemFlags, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::Selector;
use super::call::{Argument, Callee};
use crate::abi::{ArgAssigner, Location};
use crate::{class, op};

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
        let places = |ty| {
            let places = self.result_places(ty).ok().flatten()?;
            Some(places.iter().map(|(_, place)| *place).collect())
        };
        Ok(self.function.num_operands(ret) == 0 || self.returns_result_of(call, ret, &places)?)
    }

    /// Emits the arguments and the jump; `false`, with nothing emitted, if an argument is not in its place.
    fn emit_tail_call(&mut self, call: Inst, info: &CallInfo, must: bool) -> Result<bool> {
        let arguments = self.call_arguments(call, info)?;
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
        }
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
            emit = emit.implicit_use(reg);
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
        let mut assigner = ArgAssigner::default();
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
            let ops = self.part_ops(store.ty).1;
            let frame = &mut self.mf.frame;
            let slot = frame.create_fixed_object(ops.size, store.offset as i64, false);
            let (address, mut mem) = self.slot_access(slot, ops.size);
            mem.flags = MemFlags::STORE;
            self.emit_store(ops, store.src, address, mem)?;
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
