//! Tied operands of `STATEPOINT`: a pointer that the garbage collector may have moved.
//!
//! ```text
//!   %2 = STATEPOINT …, %1 (killed, tied)      becomes      %1 = STATEPOINT …, %1 (tied)
//!   … = %2                                                 … = %1
//! ```
//!
//! The pointer ends there, so its new place can have the same name, and no copy is needed.

use avarice_mir::{Inst, OperandFlags};

use super::TwoAddress;
use super::tied_operands::TiedPair;

impl TwoAddress<'_> {
    /// Renames the results of a statepoint to the operands that they are tied to. Returns whether that was
    /// possible for all.
    pub(super) fn process_statepoint(&mut self, inst: Inst) -> bool {
        let mut all = true;
        for group in self.scratch.tied.groups() {
            all &= match group[..] {
                [pair] => self.rename_result(inst, pair),
                _ => false,
            };
        }
        all
    }

    /// Renames one result. Returns whether the operand that it is tied to ends here, so that it could.
    fn rename_result(&mut self, inst: Inst, pair: TiedPair) -> bool {
        let result = self.function.operand(inst, pair.dst).as_reg().as_virtual();
        let source = *self.function.operand(inst, pair.src);
        let (Some(result), Some(reg)) = (result, source.as_reg().as_virtual()) else {
            return false;
        };
        if result == reg {
            return true;
        }
        let tracked = self.live_variables.is_tracked();
        let kill = self
            .live_variables
            .var(reg)
            .find_kill(self.function, self.block);
        let class = self.function.class(result);
        if tracked && kill != Some(inst) || self.function.constrain_class(reg, class, 0).is_none() {
            return false;
        }
        self.function.replace_reg(result, reg);
        if !tracked {
            return true;
        }
        if source.has(OperandFlags::KILL) {
            self.live_variables.remove_kill(self.function, reg, inst);
        }
        let renamed = std::mem::take(self.live_variables.var_mut(result));
        let info = self.live_variables.var_mut(reg);
        for block in renamed.alive_blocks.iter() {
            info.alive_blocks.insert(block);
        }
        for kill in &renamed.kills {
            self.live_variables.add_kill(self.function, reg, *kill);
        }
        self.live_variables.var_mut(result).kills = renamed.kills;
        true
    }
}
