//! What `peephole-opt` asks of x86: comparisons whose flags are there already, numbers in the place of registers,
//! extensions.

mod compare;
mod immediates;
mod setters;

use avarice_mir::hooks::{Extension, PeepholeHooks};
use avarice_mir::{Inst, MachineFunction, VReg};
use avarice_target::{RegClass, SubRegIdx, TargetDesc};

use crate::hooks::X86Hooks;
use crate::{TARGET, class, op, sub};

fn is_within(own: RegClass, class: RegClass) -> bool {
    own == class || TARGET.class(own).has_super_class(class)
}

impl PeepholeHooks for X86Hooks {
    fn extension(&self, function: &MachineFunction, inst: Inst) -> Option<Extension> {
        let part = match function.opcode(inst) {
            op::MOVSX16rr8 | op::MOVZX16rr8 | op::MOVSX32rr8 | op::MOVZX32rr8 | op::MOVSX64rr8 => {
                sub::SUB_8BIT
            }
            op::MOVSX32rr16 | op::MOVZX32rr16 | op::MOVSX64rr16 => sub::SUB_16BIT,
            op::MOVSX64rr32 => sub::SUB_32BIT,
            _ => return None,
        };
        let [dst, src, ..] = function.operands(inst) else {
            return None;
        };
        let is_whole = dst.sub_reg().is_none() && src.sub_reg().is_none();
        let (src, dst) = (src.as_reg(), dst.as_reg());
        is_whole.then_some(Extension { src, dst, part })
    }

    fn optimize_compare(&self, function: &mut MachineFunction, inst: Inst) -> bool {
        compare::optimize(function, inst)
    }

    fn should_rewrite_copy_source(
        &self,
        target: &TargetDesc,
        dst: (RegClass, SubRegIdx),
        src: (RegClass, SubRegIdx),
    ) -> bool {
        // A copy of 64 bits does not become one of 32.
        let narrows = is_within(dst.0, class::GR64)
            && dst.1.is_none()
            && is_within(src.0, class::GR64)
            && src.1 == sub::SUB_32BIT;
        !narrows && target.share_register_file(dst, src)
    }

    fn constant(&self, function: &MachineFunction, inst: Inst, reg: VReg) -> Option<i64> {
        immediates::constant(function, inst, reg)
    }

    fn fold_immediate(
        &self,
        function: &mut MachineFunction,
        inst: Inst,
        def: Inst,
        reg: VReg,
    ) -> bool {
        immediates::constant(function, def, reg)
            .is_some_and(|number| immediates::fold(function, inst, def, reg, number))
    }
}
