//! PHIs: their operands, and that each predecessor has its pair.

use super::Verifier;
use super::flow::Facts;
use crate::entities::{Block, Inst};
use crate::operand::OperandFlags;

/// Marks that mean nothing on operands of a PHI.
const UNEXPECTED: OperandFlags = OperandFlags::IMPLICIT
    .union(OperandFlags::INTERNAL)
    .union(OperandFlags::EARLY_CLOBBER)
    .union(OperandFlags::DEBUG);

impl Verifier<'_> {
    pub(super) fn check_phis(&mut self, facts: &Facts) {
        let function = self.function;
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                if !function.is_phi(inst) {
                    break;
                }
                self.check_phi(*block, inst, facts);
            }
        }
    }

    fn check_phi(&mut self, block: Block, phi: Inst, facts: &Facts) {
        let function = self.function;
        let operands = function.operands(phi);
        let Some(def) = operands.first().filter(|def| def.is_def()) else {
            self.report_inst(phi, "Expected first PHI operand to be a register def");
            return;
        };
        if !self.is_plain(phi, 0) {
            self.report_operand(phi, 0, "Unexpected flag on PHI operand");
        }
        if !def.as_reg().is_virtual() {
            let message = "Expected first PHI operand to be a virtual register";
            self.report_operand(phi, 0, message);
        }
        let reachable = facts.is_reachable(block);
        let mut seen: Vec<Block> = Vec::new();
        for index in (1..operands.len()).step_by(2) {
            if let Some(pred) = self.check_pair(block, phi, index) {
                seen.push(pred);
                if reachable {
                    self.check_phi_source(phi, index, pred, facts);
                }
            }
        }
        for pred in &function.blocks[block].preds {
            if reachable && !seen.contains(pred) {
                let number = function.blocks[*pred].number;
                let message = format!(
                    "Missing PHI operand: %bb.{number} is a predecessor according to the CFG"
                );
                self.report_inst(phi, message);
            }
        }
    }

    /// Checks the value at `index` and the block after it; returns the block if it is a predecessor.
    fn check_pair(&mut self, block: Block, phi: Inst, index: usize) -> Option<Block> {
        let function = self.function;
        if !function.operand(phi, index).is_reg() {
            self.report_operand(phi, index, "Expected PHI operand to be a register");
            return None;
        }
        if !self.is_plain(phi, index) {
            self.report_operand(phi, index, "Unexpected flag on PHI operand");
        }
        let Some(operand) = function.operands(phi).get(index + 1) else {
            self.report_operand(phi, index, "Expected PHI operand to be a basic block");
            return None;
        };
        match operand.as_block() {
            None => {
                let message = "Expected PHI operand to be a basic block";
                self.report_operand(phi, index + 1, message);
                None
            }
            Some(pred) if !function.is_successor(pred, block) => {
                let message = "PHI input is not a predecessor block";
                self.report_operand(phi, index + 1, message);
                None
            }
            pred => pred,
        }
    }

    fn check_phi_source(&mut self, phi: Inst, index: usize, pred: Block, facts: &Facts) {
        let operand = self.function.operand(phi, index);
        let Some(reg) = operand.as_reg().as_virtual() else {
            return;
        };
        let undef = operand.has(OperandFlags::UNDEF);
        if !undef && facts.is_reachable(pred) && !facts.can_be_live_out(self.function, reg, pred) {
            let message = "PHI operand is not live-out from predecessor";
            self.report_operand(phi, index, message);
        }
    }

    fn is_plain(&self, phi: Inst, index: usize) -> bool {
        let operand = self.function.operand(phi, index);
        !operand.flags().intersects(UNEXPECTED) && operand.tied_to().is_none()
    }
}
