//! Tail calls: which calls may become jumps.

use avarice_ir::intrinsics::called_global;
use avarice_ir::{
    BinaryOp, CallInfo, CastOp, ConstKind, Inst, InstKind, Intrinsic, TailKind, Type, Value,
};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use crate::fold::has_side_effects;
use crate::function::FunctionLowering;
use crate::signature::{Extension, is_known_convention};
use avarice_legalize::Result;

impl FunctionLowering<'_> {
    /// The call marked as a tail call after which the block of `ret` does nothing that matters. Of intrinsics, these are
    /// those that copy or fill memory.
    pub fn tail_call_before(&self, ret: Inst) -> Option<Inst> {
        let function = self.function;
        let mut cursor = function.insts[ret].prev.expand();
        while let Some(inst) = cursor {
            let data = &function.insts[inst];
            match &data.kind {
                InstKind::Call(info) => match Intrinsic::of_call(self.module, function, inst) {
                    Some(intrinsic) if intrinsic.is_hint() => {}
                    None | Some(Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset) => {
                        let marked = matches!(info.tail, TailKind::Tail | TailKind::MustTail);
                        return marked.then_some(inst);
                    }
                    Some(_) => return None,
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

    /// Whether a call can end this function as a jump, as far as the two functions say.
    pub fn may_be_jump(&self, call: Inst, info: &CallInfo) -> bool {
        let own_intrinsic = called_global(self.module, self.function, call)
            .is_some_and(|global| self.module.globals[global].name.starts_with(b"llvm."));
        if own_intrinsic
            || self.called_asm(call).is_some()
            || !is_known_convention(info.conv)
            || self.unknown_bundle(info).is_some()
        {
            return false;
        }
        let realigns = self.mf.frame.realigns();
        info.tail == TailKind::MustTail
            || !realigns && self.function_attr("disable-tail-calls") != Some("true")
    }

    /// Whether `ret` returns nothing that matters, or what the C library's function for `inst`, a copy or fill of memory,
    /// returns: where the bytes went.
    pub fn returns_destination_of(&self, inst: Inst, ret: Inst) -> bool {
        if self.function.num_operands(ret) == 0 {
            return true;
        }
        let value = self.function.operand(ret, 0);
        let is_undef = self.function.as_const(value).is_some_and(|id| {
            let kind = &self.module.consts[id].kind;
            matches!(kind, ConstKind::Undef | ConstKind::Poison)
        });
        is_undef || value == self.function.operand(inst, 0)
    }

    /// Whether `ret`, which returns something, returns the result of `call`, from the registers in which the
    /// callee leaves it: `places` says which these are for the parts of a type.
    pub fn returns_result_of(
        &self,
        call: Inst,
        ret: Inst,
        places: &dyn Fn(Type) -> Option<SmallVec<[PhysReg; 4]>>,
    ) -> Result<bool> {
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
        let (Some(from), Some(to)) = (places(self.ty(result)), places(self.ty(returned))) else {
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

    /// The integer in one register of which `value` is the low part.
    fn truncated_value(&self, value: Value) -> Option<Value> {
        let (inst, kind) = self.def_kind(value)?;
        if !matches!(kind, InstKind::Cast(CastOp::Trunc)) {
            return None;
        }
        let wide = self.function.operand(inst, 0);
        self.int_bits(wide).map(|_| wide)
    }
}
