//! The callee-saved registers of a function: those that it leaves as it finds them.

use avarice_target::{PhysReg, RegMaskId};

use crate::function::MachineFunction;
use crate::operand::{Operand, OperandKind};

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

    /// Whether its calling convention or its attributes say which registers are callee-saved.
    pub fn saves_by_convention(&self) -> bool {
        matches!(self.callee_saved, CalleeSaved::Convention(_))
    }

    /// The callee-saved registers that some call does not preserve: none where the list is the target's, which all calls
    /// preserve.
    pub fn saved_and_lost_in_calls(&self) -> Vec<PhysReg> {
        if self.callee_saved == CalleeSaved::Usual {
            return Vec::new();
        }
        let mut kept = self.callee_saved().to_vec();
        let mut lost = Vec::new();
        let blocks = self.layout.iter();
        for inst in blocks.flat_map(|block| self.block_insts(*block)) {
            let masks = self.operands(inst).iter();
            for mask in masks.filter(|operand| operand.kind() == OperandKind::RegMask) {
                lost.extend(kept.extract_if(.., |reg| !self.mask_preserves(mask, *reg)));
            }
        }
        lost
    }

    /// A mask that preserves what `mask` does, but for `registers` and what overlaps them.
    pub fn mask_without(&mut self, mask: RegMaskId, registers: &[PhysReg]) -> Operand {
        let target = self.target;
        let mut words = target.reg_masks[mask.index()].preserved.to_vec();
        for index in 0..target.registers.len() {
            let reg = PhysReg(index as u16);
            if registers
                .iter()
                .any(|other| target.regs_overlap(*other, reg))
            {
                words[index / 32] &= !(1 << (index % 32));
            }
        }
        let index = self.custom_reg_masks.len() as u32;
        self.custom_reg_masks.push(words.into());
        Operand::custom_reg_mask(index)
    }
}
