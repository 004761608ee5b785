//! Where branches can become selections.

use avarice_mir::{Block, Inst, MachineFunction, OperandKind, TargetHooks, inst_facts};
use avarice_target::op;
use smallvec::SmallVec;

use super::{Candidate, IfConverter, Phi, Selection, conditional};
use crate::pass::IfConversionOptions;

/// At most so many instructions of a side are executed where they were not.
const MAX_INSTRUCTIONS: usize = 30;

impl IfConverter {
    /// The branch at the end of `head`, if it can become selections.
    pub(super) fn find(
        &mut self,
        function: &MachineFunction,
        target: &dyn TargetHooks,
        head: Block,
        options: IfConversionOptions,
    ) -> Option<Candidate> {
        let [mut side, mut other] = function.blocks[head].succs[..] else {
            return None;
        };
        let preds = |block: Block| function.blocks[block].preds.len();
        if preds(side) != 1 {
            std::mem::swap(&mut side, &mut other);
        }
        let [tail] = function.blocks[side].succs[..] else {
            return None;
        };
        let is_diamond = other != tail;
        let has_shape = preds(side) == 1
            && (!is_diamond
                || preds(other) == 1
                    && function.blocks[other].succs[..] == [tail]
                    && function.blocks[tail].live_ins.is_empty());
        let first = function.blocks[tail].first.expand();
        let has_phi = first.is_some_and(|inst| function.opcode(inst) == op::PHI);
        if !has_shape || !has_phi {
            return None;
        }
        let branch = conditional(function, target, head)?;
        let taken = branch.taken?;
        let mut candidate = Candidate {
            head,
            tail,
            taken,
            otherwise: if taken == side { other } else { side },
            condition: branch.condition,
            phis: SmallVec::new(),
            place: first?,
        };
        self.collect_phis(function, &mut candidate)?;
        self.place.begin();
        for side in candidate.sides() {
            if !self.can_always_run(function, head, side, options) {
                return None;
            }
        }
        candidate.place = self.place.find(function, head)?;
        Some(candidate)
    }

    /// Collects the PHIs of the tail; `None` if one cannot become a selection.
    fn collect_phis(&self, function: &MachineFunction, candidate: &mut Candidate) -> Option<()> {
        let preds = [candidate.taken_pred(), candidate.other_pred()];
        let insts = function.block_insts(candidate.tail);
        for inst in insts.take_while(|inst| function.opcode(*inst) == op::PHI) {
            let operands = function.operands(inst);
            let result = operands.first()?.as_reg().as_virtual()?;
            let source = |pred: Block| {
                let mut places = (1..operands.len().saturating_sub(1)).step_by(2);
                let at = places.rfind(|at| operands[at + 1].as_block() == Some(pred))?;
                operands[at].as_reg().as_virtual()
            };
            let (taken, otherwise) = (source(preds[0])?, source(preds[1])?);
            let selection = Selection {
                condition: &candidate.condition,
                result,
                taken,
                otherwise,
            };
            let cycles = self.hooks.cycles(function, &selection)?;
            candidate.phis.push(Phi {
                inst,
                result,
                taken,
                otherwise,
                cycles,
            });
        }
        Some(())
    }

    /// Whether the instructions of a side but for terminators may run where they did not. Notes what they need from the
    /// head.
    fn can_always_run(
        &mut self,
        function: &MachineFunction,
        head: Block,
        side: Block,
        options: IfConversionOptions,
    ) -> bool {
        if !function.blocks[side].live_ins.is_empty() {
            return false;
        }
        let end = function.first_terminator(side);
        let insts = function.block_insts(side);
        let body = insts.take_while(|inst| Some(*inst) != end);
        let body = body.filter(|inst| !function.is_debug(*inst));
        for (at, inst) in body.enumerate() {
            let stays = at >= MAX_INSTRUCTIONS && !options.stress
                || function.opcode(inst) == op::PHI
                || inst_facts::may_load(function, inst)
                || !inst_facts::is_safe_to_move(function, inst, true);
            if stays || !self.note_needs(function, head, inst) {
                return false;
            }
        }
        true
    }

    /// Notes which registers an instruction of a side writes, and which instructions of the head it has to come after;
    /// `false` if it cannot come before the head's terminators.
    fn note_needs(&mut self, function: &MachineFunction, head: Block, inst: Inst) -> bool {
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                return false;
            }
            let reg = operand.as_reg();
            if let Some(reg) = reg.as_physical().filter(|_| operand.is_def()) {
                self.place.clobber(function, reg);
            }
            let Some(reg) = reg.as_virtual().filter(|_| operand.reads_reg()) else {
                continue;
            };
            let Some(op) = function.defs(reg).next() else {
                continue;
            };
            let def = function.op_inst(op);
            if function.inst_block(def) == Some(head) {
                self.place.come_after(def);
                if function.is_terminator(def) {
                    return false;
                }
            }
        }
        true
    }
}
