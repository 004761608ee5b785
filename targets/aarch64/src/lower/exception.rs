//! Calls that may unwind to a landing pad, landing pads, and what ends a cleanup.

use avarice_ir::Inst;
use avarice_lower::Result;

use super::{Selector, Width};
use crate::{reg, sub};

impl Selector<'_, '_> {
    /// Selects `landingpad`: the unwinder leaves the exception and the selector in two registers.
    pub(super) fn lower_landing_pad(&mut self, inst: Inst) -> Result<()> {
        self.emit_landing_pad(inst, [reg::X0, reg::X1], sub::SUB_32)
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
