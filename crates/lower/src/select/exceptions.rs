//! Where unwinding arrives.

use avarice_ir::Inst;
use avarice_mir::Reg;
use avarice_target::{PhysReg, SubRegIdx};

use super::selector::Select;
use avarice_legalize::Result;

/// Selects what unwinding needs.
pub trait Exceptions<'m>: Select<'m> {
    /// The registers in which the unwinder leaves the exception and the selector.
    const LANDING_REGISTERS: [PhysReg; 2];
    /// The low 32 bits of such a register.
    const LOW_WORD: SubRegIdx;

    /// Emits `dst = number`, 32 bits.
    fn emit_word(&mut self, dst: Reg, number: u32);

    /// Selects `landingpad`.
    fn lower_landing_pad(&mut self, inst: Inst) -> Result<()> {
        self.emit_landing_pad(inst, Self::LANDING_REGISTERS, Self::LOW_WORD)
    }

    /// Selects `llvm.eh.typeid.for`: the number by which a landing pad knows a type.
    fn lower_type_id(&mut self, inst: Inst) -> Result<()> {
        let dst = self.result_reg(inst)?;
        let info = self.function.operand(inst, 0);
        let id = self.type_id(info)?;
        self.emit_word(dst, id);
        Ok(())
    }
}
