//! Whether it is better to keep a value than to compute it again: keeping it takes a register for longer.

use avarice_mir::{Inst, MachineFunction, VReg, inst_facts};
use avarice_target::op;

use super::Cse;

/// A value of which there are more users is taken not to be used wherever another one is.
const MAX_USERS: usize = 1024;

fn reads(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| operand.is_use() && operand.as_reg() == reg.into())
}

impl Cse<'_> {
    /// Whether it is better to use `new`, which `other` defines, than to have `inst` compute `old`.
    pub(super) fn is_profitable(&self, inst: Inst, old: VReg, other: Inst, new: VReg) -> bool {
        let function = &*self.function;
        let lives_anyway = function
            .non_debug_users(old)
            .all(|user| reads(function, user, new))
            && function.non_debug_users(new).nth(MAX_USERS).is_none();
        if lives_anyway {
            return true;
        }
        let blocks = function.inst_block(other).zip(function.inst_block(inst));
        let Some((from, to)) = blocks else {
            return false;
        };
        let is_near = from == to || function.is_successor(from, to);
        if !is_near && self.hooks.is_as_cheap_as_move(function, inst) {
            return false;
        }
        // A constant that is only copied is computed in the place of the copy.
        let mut operands = function.operands(inst).iter();
        let reads_vreg = operands.any(|operand| operand.is_use() && operand.as_reg().is_virtual());
        if !reads_vreg
            && function
                .non_debug_users(old)
                .all(|user| inst_facts::is_copy_like(function, user))
        {
            return false;
        }
        // A PHI copies a value that stays live after it.
        let mut is_in_phi = false;
        for user in function.non_debug_users(new) {
            if function.inst_block(user) == Some(to) {
                return true;
            }
            is_in_phi |= function.opcode(user) == op::PHI;
        }
        !is_in_phi
    }
}
