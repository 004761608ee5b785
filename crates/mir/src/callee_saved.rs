//! The callee-saved registers of a function: those that it leaves as it finds them.

use avarice_target::PhysReg;

use crate::function::MachineFunction;

/// Where the list of a function's callee-saved registers comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum CalleeSaved {
    /// The target's default list.
    #[default]
    Usual,
    /// The function's calling convention or attributes: MIR text does not have the list.
    Convention(Vec<PhysReg>),
    /// MIR text, under `calleeSavedRegisters`. Nothing else changes it.
    Listed(Vec<PhysReg>),
}

impl MachineFunction {
    /// The callee-saved registers in the order in which LLVM lists them.
    pub fn callee_saved(&self) -> &[PhysReg] {
        match &self.callee_saved {
            CalleeSaved::Usual => self.target.callee_saved,
            CalleeSaved::Convention(regs) | CalleeSaved::Listed(regs) => regs,
        }
    }

    /// Says which registers the calling convention has callees save, if not the target's default list.
    pub fn set_convention_saves(&mut self, regs: Option<Vec<PhysReg>>) {
        if !matches!(self.callee_saved, CalleeSaved::Listed(_)) {
            self.callee_saved = regs.map_or(CalleeSaved::Usual, CalleeSaved::Convention);
        }
    }
}
