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

use avarice_ir::{
    BinaryOp, CallInfo, CastOp, ConstKind, Inst, InstKind, Intrinsic, TailKind, Value, ValueDef,
};
use avarice_lower::{Extension, PartType, Result, has_side_effects, is_known_convention};
use avarice_mir::{MemFlags, MemOperand, MemPointer, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::Selector;
use super::address::{Address, Base};
use super::call::{Argument, Callee, argument_bytes};
use crate::abi::{ArgAssigner, Location};
use crate::{mask, op, reg};

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
        let Some(call) = self.call_before(ret) else {
            return Ok(false);
        };
        let function = self.function;
        let InstKind::Call(info) = &function.insts[call].kind else {
            return Ok(false);
        };
        let must = info.tail == TailKind::MustTail;
        if !self.may_jump_to(call, info) || !(must || self.returns_result_of(call, ret)?) {
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

    /// The call marked as a tail call after which the block of `ret` does nothing that matters.
    fn call_before(&self, ret: Inst) -> Option<Inst> {
        let function = self.function;
        let mut cursor = function.insts[ret].prev.expand();
        while let Some(inst) = cursor {
            let data = &function.insts[inst];
            match &data.kind {
                InstKind::Call(info) => match Intrinsic::of_call(self.module, function, inst) {
                    Some(intrinsic) if intrinsic.is_hint() => {}
                    Some(_) => return None,
                    None => {
                        let marked = matches!(info.tail, TailKind::Tail | TailKind::MustTail);
                        return marked.then_some(inst);
                    }
                },
                InstKind::Phi
                | InstKind::Load { .. }
                | InstKind::Alloca { .. }
                | InstKind::Binary(
                    BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem,
                ) => return None,
                _ if has_side_effects(self.module, function, inst) => return None,
                _ => {}
            }
            cursor = data.prev.expand();
        }
        None
    }

    /// Whether a call can end this function, as far as the two functions say.
    fn may_jump_to(&self, call: Inst, info: &CallInfo) -> bool {
        let own_intrinsic = avarice_ir::intrinsics::called_global(self.module, self.function, call)
            .is_some_and(|global| self.module.globals[global].name.starts_with(b"llvm."));
        if own_intrinsic
            || self.called_asm(call).is_some()
            || !is_known_convention(info.conv)
            || !info.bundles.is_empty()
        {
            return false;
        }
        if info.tail == TailKind::MustTail {
            return true;
        }
        // Who returns the address of memory for a result has it in RAX when it returns.
        let returns_pointer = (0..self.function.args.len()).any(|index| self.is_sret_param(index));
        let realigns = self.mf.frame.max_align > 16;
        !returns_pointer && !realigns && self.function_attr("disable-tail-calls") != Some("true")
    }

    /// Whether `ret` returns the result of `call`, from the registers in which the callee leaves it.
    fn returns_result_of(&self, call: Inst, ret: Inst) -> Result<bool> {
        if self.function.num_operands(ret) == 0 {
            return self.leaves_x87_empty(call);
        }
        let function = self.module.globals[self.global].function();
        let own = self.extension(function.and_then(|f| f.attrs.ret));
        let InstKind::Call(info) = &self.function.insts[call].kind else {
            return Ok(false);
        };
        let Some(result) = self.function.insts[call].result.expand() else {
            return Ok(false);
        };
        let unused = self.function.is_unused(result);
        if own != self.extension(info.attrs.ret) && !(unused && own == Extension::Any) {
            return Ok(false);
        }
        let returned = self.function.operand(ret, 0);
        let types = [result, returned].map(|value| self.passed_parts(self.ty(value)));
        let [Ok(given), Ok(wanted)] = types else {
            return Ok(false);
        };
        let (Some(from), Some(to)) = (
            self.result_regs(self.ty(result), given.iter().map(|part| part.ty)),
            self.result_regs(self.ty(returned), wanted.iter().map(|part| part.ty)),
        ) else {
            return Ok(false);
        };
        if returned == result {
            return Ok(true);
        }
        for (index, place) in to.iter().enumerate() {
            let (mut value, mut part) = self.resolve(returned, index)?;
            while let Some(wide) = self
                .truncated_value(value)
                .filter(|_| own == Extension::Any)
            {
                (value, part) = self.resolve(wide, 0)?;
            }
            let is_undef = self.function.as_const(value).is_some_and(|id| {
                let kind = &self.module.consts[id].kind;
                matches!(kind, ConstKind::Undef | ConstKind::Poison)
            });
            let in_place = value == result
                && from[part] == *place
                && given[part].ty.is_int() == wanted[index].ty.is_int();
            if !in_place && !is_undef {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a call returns nothing in the registers of the x87, which would have to be popped.
    fn leaves_x87_empty(&self, call: Inst) -> Result<bool> {
        let parts = self.parts(self.function.insts[call].ty)?;
        Ok(parts.iter().all(|part| part.ty != PartType::X86Fp80))
    }

    /// The integer in one register of which `value` is the low part.
    fn truncated_value(&self, value: Value) -> Option<Value> {
        let (inst, kind) = self.def_kind(value)?;
        if !matches!(kind, InstKind::Cast(CastOp::Trunc)) {
            return None;
        }
        let wide = self.function.operand(inst, 0);
        self.int_bits(wide).map(|_| wide)
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
        } else if var_arg {
            let floats = used
                .iter()
                .filter(|r| super::call::is_float_reg(**r))
                .count();
            self.emit_vector_count(floats);
            used.push(reg::AL);
        }
        let mut emit = match callee {
            Callee::Symbol(symbol) => self.emit(op::TCRETURNdi64).op(symbol),
            Callee::Reg(reg) => self.emit(op::TCRETURNri64).reg(reg),
        };
        emit = emit.imm(0).reg_mask(mask::CSR_64);
        for reg in used {
            emit = emit.implicit_use(reg);
        }
        emit.done();
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
