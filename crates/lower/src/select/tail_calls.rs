//! Calls that end a function: they become jumps, so that the callee returns to the caller's caller.
//!
//! A call marked `tail` becomes a jump if everything is in its place already: arguments in registers, or
//! on the stack exactly where this function got them; the result where this function returns its own. A
//! call marked `musttail` always does; its signature is this function's, so that its stack arguments fit
//! over the incoming ones:
//!
//! ```text
//!   caller's frame  │ argument 8 │   ◀ read by copies first, then overwritten
//!                   │ argument 7 │
//!                   │ return to  │   ◀ stays, where the return address is on the stack
//! ```

use avarice_ir::{CallInfo, Inst, InstKind, TailKind, ValueDef};
use avarice_mir::{Inst as MachineInst, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::calls::{Argument, ArgumentPart, Calls};
use super::places::{ArgumentPlaces, Location};
use crate::parts::PartType;
use crate::signature::Extension;
use avarice_legalize::Result;

/// A stack argument in the making: its value, where it goes, what it is.
pub struct StackStore {
    /// Its value.
    pub src: Reg,
    /// Its offset from the first stack argument.
    pub offset: u64,
    /// What it is.
    pub ty: PartType,
}

/// Selects calls that end a function.
pub trait TailCalls<'m>: Calls<'m> {
    /// Whether the function may leave its own promises to the function that it calls in the end.
    ///
    /// # Errors
    /// If the call must become a jump and cannot.
    fn keeps_promises(&self, call: Inst, info: &CallInfo, must: bool) -> Result<bool> {
        let _ = (call, info, must);
        Ok(true)
    }

    /// Whether this function has something to do after a copy or fill of memory, so that it cannot end by a jump to one.
    fn must_return(&self) -> bool {
        false
    }

    /// Whether after `call` nothing is left to do for `ret`.
    fn leaves_result_of(&self, call: Inst, ret: Inst) -> Result<bool>;

    /// Says how many registers the arguments of a variadic call are in, where callees ask for that.
    fn pass_register_count(&mut self, used: &mut SmallVec<[PhysReg; 8]>) {
        let _ = used;
    }

    /// Emits a jump to `callee`, whose arguments are in the registers `used`.
    fn emit_tail_jump(&mut self, callee: Self::Callee, used: &[PhysReg]) -> MachineInst;

    /// Puts a stack argument over one that came in.
    fn emit_store_over_argument(&mut self, store: &StackStore) -> Result<()>;

    /// Selects the return `ret` together with the call before it as a jump; `false` if that cannot be.
    ///
    /// # Errors
    /// If the call must become a jump and cannot.
    fn lower_tail_call(&mut self, ret: Inst) -> Result<bool> {
        let Some(call) = self.tail_call_before(ret) else {
            return Ok(false);
        };
        if let Some(name) = self.memory_function(call) {
            return self.lower_tail_memory_call(name, call, ret);
        }
        let function = self.function;
        let InstKind::Call(info) = &function.insts[call].kind else {
            return Ok(false);
        };
        let must = info.tail == TailKind::MustTail;
        if !self.keeps_promises(call, info, must)? {
            return Ok(false);
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

    /// Selects `ret` and the copy or fill of memory before it as a jump to the C library's function `name`; `false` if that
    /// cannot be. As in llc, the attribute `disable-tail-calls` is about calls that the program makes.
    fn lower_tail_memory_call(&mut self, name: &str, inst: Inst, ret: Inst) -> Result<bool> {
        let is_result = self.returns_destination_of(inst, ret);
        if !is_result || self.mf.frame.realigns() || self.must_return() {
            return Ok(false);
        }
        let root = std::mem::replace(&mut self.root, inst);
        let jump = self.emit_tail_memory_call(name, inst);
        self.root = root;
        jump?;
        self.mark_done(inst);
        Ok(true)
    }

    /// Emits the arguments of a copy or fill, and the jump to `name`, which does it.
    fn emit_tail_memory_call(&mut self, name: &str, inst: Inst) -> Result<()> {
        let args = self.memory_call_arguments(name, inst)?;
        let callee = self.runtime_callee(name);
        self.mf.frame.has_tail_call = true;
        let used = self.place_runtime_arguments(name, &args)?;
        self.emit_tail_jump(callee, &used);
        Ok(())
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
            self.pass_register_count(&mut used);
        }
        let jump = self.emit_tail_jump(callee, &used);
        self.note_call_site(jump, call, info);
        Ok(true)
    }

    /// Whether a stack argument is what this function got at the same place.
    fn comes_in_at(&self, argument: Argument, offset: u64) -> Result<bool> {
        let part = match argument {
            Argument::ByVal(pointer, size) => {
                let slot = self.frame_value(pointer).filter(|slot| slot.0 < 0);
                return Ok(slot.is_some_and(|slot| {
                    let object = self.mf.frame.object(slot);
                    object.offset == offset as i64 && object.size == size.max(1)
                }));
            }
            Argument::Part(part) => part,
        };
        let ArgumentPart { ty, extension, .. } = part;
        let (value, index) = self.resolve(part.value, part.index)?;
        let ValueDef::Arg(number) = self.function.values[value].def else {
            return Ok(false);
        };
        let mut assigner = Self::Places::new(self.is_variadic());
        for at in 0..number as usize {
            match self.by_val_param(at) {
                Some((ty, align)) => {
                    assigner.stack_slot(self.byte_size(ty)?, align);
                }
                None => {
                    let of = (self.function.args[at], self.param_attrs(at));
                    self.assign_value(&mut assigner, of)?;
                }
            }
        }
        if self.by_val_param(number as usize).is_some() {
            return Ok(false);
        }
        let attrs = self.param_attrs(number as usize);
        let places = self.assign_value(&mut assigner, (value, attrs))?;
        let own = self.extension(attrs);
        Ok(places.get(index) == Some(&(ty, Location::Stack(offset)))
            && (ty.bits() >= 32 || !ty.is_int() || extension == Extension::Any || extension == own))
    }

    /// Puts arguments of a `musttail` call over those that came in: all are read before any is written.
    fn move_stack_arguments(&mut self, moved: &[(Argument, u64)]) -> Result<()> {
        let mut stores: SmallVec<[StackStore; 4]> = SmallVec::new();
        for (argument, offset) in moved {
            let Argument::Part(part) = argument else {
                return self
                    .unsupported("musttail call with another byval argument than its caller's");
            };
            stores.push(StackStore {
                src: self.extended_part(part)?,
                offset: *offset,
                ty: part.ty,
            });
        }
        for store in &stores {
            self.emit_store_over_argument(store)?;
        }
        Ok(())
    }
}
