//! Calls that may unwind to a landing pad, landing pads, and what ends a cleanup.

use avarice_ir::Inst;
use avarice_lower::Result;

use super::Selector;
use crate::{op, reg, sub};

impl Selector<'_, '_> {
    /// Selects `landingpad`: the unwinder leaves the exception and the selector in two registers.
    pub(super) fn lower_landing_pad(&mut self, inst: Inst) -> Result<()> {
        self.emit_landing_pad(inst, [reg::RAX, reg::RDX], sub::SUB_32BIT)
    }

    /// Selects `llvm.eh.typeid.for`: the number by which a landing pad knows a type.
    pub(super) fn lower_type_id(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let info = self.function.operand(inst, 0);
        let id = self.type_id(info)?;
        self.emit(op::MOV32ri).def(dst).imm(i64::from(id)).done();
        Ok(())
    }
}
