//! What `peephole-opt` asks of AArch64: comparisons whose flags are there already, branches that need no comparison,
//! extensions.

mod branch;
mod compare;
mod flags;

use avarice_mir::hooks::{Extension, PeepholeHooks};
use avarice_mir::{Inst, MachineFunction};

use crate::hooks::AArch64Hooks;
use crate::{op, sub};

impl PeepholeHooks for AArch64Hooks {
    fn extension(&self, function: &MachineFunction, inst: Inst) -> Option<Extension> {
        let is_bit_field = matches!(function.opcode(inst), op::SBFMXri | op::UBFMXri);
        let [dst, src, first, last, ..] = function.operands(inst) else {
            return None;
        };
        let is_extension = is_bit_field && first.as_imm() == Some(0) && last.as_imm() == Some(31);
        is_extension.then_some(Extension {
            src: src.as_reg(),
            dst: dst.as_reg(),
            part: sub::SUB_32,
        })
    }

    fn optimize_compare(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        compare::optimize(function, inst)
    }

    fn optimize_conditional_branch(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        branch::optimize(function, inst).is_some()
    }
}
