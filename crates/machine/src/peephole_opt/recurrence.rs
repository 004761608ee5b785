//! Recurrences whose copies go away if operands change places.
//!
//! ```text
//!   bb.1:  %1 = PHI %0, bb.0, %2, bb.1
//!          %2 = ADD %3(tied to %2), %1        %2 = ADD %1(tied to %2), %3
//! ```
//!
//! A PHI becomes copies. The one from %2 to %1 can only go if the two are never live together: with the operands in the
//! other order, %1 ends where %2 begins.

use avarice_mir::{Inst, Reg, VReg};
use smallvec::SmallVec;

use super::Peephole;

/// Most instructions of a recurrence.
const MAX_LENGTH: usize = 3;

/// An instruction of a recurrence, with the operands that change places.
type Link = (Inst, Option<(usize, usize)>);

impl Peephole<'_> {
    /// Exchanges operands of a recurrence through `phi`. `true` if there were such.
    pub(super) fn commute_recurrence(&mut self, phi: Inst) -> bool {
        let operands = self.function.operands(phi);
        let Some(start) = operands.first().and_then(|def| def.as_reg().as_virtual()) else {
            return false;
        };
        let Some(links) = self.recurrence(phi, start) else {
            return false;
        };
        let mut changed = false;
        for (inst, exchanged) in links {
            if let Some((a, b)) = exchanged {
                self.hooks.commute(self.function, inst, a, b);
                changed = true;
            }
        }
        changed
    }

    /// The instructions that lead from `start` back to an operand of `phi`, each the only user of the result before.
    fn recurrence(&self, phi: Inst, start: VReg) -> Option<SmallVec<[Link; MAX_LENGTH]>> {
        let function = &*self.function;
        let is_operand = |reg: VReg| {
            let mut operands = function.operands(phi).iter().skip(1);
            operands.any(|operand| operand.as_reg() == Reg::virt(reg))
        };
        let mut links: SmallVec<[Link; MAX_LENGTH]> = SmallVec::new();
        let mut reg = start;
        while !is_operand(reg) {
            if links.len() == MAX_LENGTH || !function.has_one_non_debug_use(reg) {
                return None;
            }
            let used = function.non_debug_uses(reg).next()?;
            let (inst, at) = (function.op_inst(used), function.op_index(used));
            if function.desc(inst).num_defs != 1 {
                return None;
            }
            let def = function.operand(inst, 0);
            let result = def.as_reg().as_virtual()?;
            let tied = def.tied_to().filter(|_| def.is_def())?;
            let exchanged = if at == tied {
                None
            } else {
                let pair = self.hooks.commutable_operands(function, inst, Some(at))?;
                Some(pair).filter(|pair| pair.1 == tied).map(Some)?
            };
            links.push((inst, exchanged));
            reg = result;
        }
        Some(links)
    }
}
