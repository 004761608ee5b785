//! Calls that may unwind to a landing pad, landing pads, and what ends a cleanup.

use avarice_ir::{CallInfo, Inst};
use avarice_lower::{FunctionLowering, PartType, Result};

use super::{Selector, Width};
use crate::{reg, sub};

impl Selector<'_, '_> {
    /// Selects `invoke`: the call between two labels, then a jump to the normal destination.
    pub(super) fn lower_invoke(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let call = |cx: &mut FunctionLowering<'_>| Selector { cx }.lower_call(inst, info);
        let normal = self.emit_invoke(inst, call)?;
        self.emit_jump(normal);
        Ok(())
    }

    /// Selects `landingpad`: the unwinder leaves the exception and the selector in two registers.
    pub(super) fn lower_landing_pad(&mut self, inst: Inst) -> Result<()> {
        self.emit_landing_pad(inst, [reg::X0, reg::X1], sub::SUB_32)
    }

    /// Selects `resume`: the unwinder goes on.
    pub(super) fn lower_resume(&mut self, inst: Inst) -> Result<()> {
        let exception = self.function.operand(inst, 0);
        let parts = self.parts(self.ty(exception))?;
        if parts.first().map(|part| part.ty) != Some(PartType::Pointer) {
            return self.unsupported("resume of something that does not begin with a pointer");
        }
        let pointer = self.use_part(exception, 0)?;
        self.emit_libcall("_Unwind_Resume", &[(PartType::Pointer, pointer)], &[])
    }

    /// Selects `llvm.eh.typeid.for`: the number by which a landing pad knows a type.
    pub(super) fn lower_type_id(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result(inst, 0)?;
        let info = self.function.operand(inst, 0);
        let id = self.type_id(info)?;
        self.emit_int(dst, Width::W32, u64::from(id));
        Ok(())
    }
}
