//! `STATEPOINT`: its operands after the results.
//!
//! ```text
//!   id, patch bytes, number of call arguments, target, call arguments,
//!   2, calling convention, 2, flags, 2, number of deopt values, deopt values,
//!   2, number of pointers, pointers, 2, number of allocas, allocas, 2, number of map entries, entries
//! ```
//!
//! A value is a register, or a kind (0 address on the stack, 1 contents of the stack, 2 constant) with its parts.

use super::Verifier;
use crate::entities::Inst;
use crate::operand::Operand;

/// The kind of a constant.
const CONSTANT: i64 = 2;

impl Verifier<'_> {
    pub(super) fn check_statepoint(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let results = operands.iter().take_while(|o| o.is_def()).count();
        let imm = |index: usize| operands.get(index).and_then(Operand::as_imm);
        let (Some(_), Some(_), Some(arguments)) =
            (imm(results), imm(results + 1), imm(results + 2))
        else {
            self.report_inst(inst, "meta operands to STATEPOINT not constant!");
            return;
        };
        // After the call arguments come pairs of kind and value: convention, flags, then three lists.
        let mut at = usize::try_from(arguments)
            .unwrap_or(usize::MAX)
            .saturating_add(results + 4);
        let mut pointers = 0..0;
        for section in 0..6 {
            match self.statepoint_constant(inst, at) {
                None => return,
                Some(count) if section >= 2 => {
                    let first = at + 2;
                    at = skip_values(operands, first, count);
                    if section == 3 {
                        pointers = first..at;
                    }
                }
                Some(_) => at += 2,
            }
        }
        for result in &operands[..results] {
            match result.tied_to() {
                None => {
                    self.report_inst(inst, "STATEPOINT defs expected to be tied");
                    return;
                }
                Some(operand) if !pointers.contains(&operand) => {
                    self.report_inst(inst, "STATEPOINT def tied to non-gc operand");
                    return;
                }
                Some(_) => {}
            }
        }
    }

    /// The constant whose kind is operand `at`.
    fn statepoint_constant(&mut self, inst: Inst, at: usize) -> Option<i64> {
        let operands = self.function.operands(inst);
        let (Some(kind), Some(value)) = (operands.get(at), operands.get(at.saturating_add(1)))
        else {
            let message = "stack map constant to STATEPOINT is out of range!";
            self.report_inst(inst, message);
            return None;
        };
        if kind.as_imm() != Some(CONSTANT) || value.as_imm().is_none() {
            let message = "stack map constant to STATEPOINT not well formed!";
            self.report_inst(inst, message);
            return None;
        }
        value.as_imm()
    }
}

/// The operand after `count` values.
fn skip_values(operands: &[Operand], mut at: usize, count: i64) -> usize {
    for _ in 0..count {
        let Some(operand) = operands.get(at) else {
            break;
        };
        at += match operand.as_imm() {
            Some(0) => 3,
            Some(1) => 4,
            Some(CONSTANT) => 2,
            _ => 1,
        };
    }
    at
}
