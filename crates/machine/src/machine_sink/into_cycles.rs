//! Instructions that move from in front of a cycle into it, so that fewer registers are in use through it
//! (`-sink-insts-to-avoid-spills`).

use avarice_mir::{
    Block, Inst, MachineCycle, MachineFunction, MemPointer, OperandFlags, VReg, inst_facts,
};
use avarice_target::{InstrFlags, op};

use super::Sinking;
use crate::sinking::place_after_labels;

impl Sinking<'_, '_> {
    /// Moves what can move into each outermost cycle.
    pub(super) fn sink_into_cycles(&mut self) {
        for at in 0..self.scratch.cycles.outermost().len() {
            let cycle = self.scratch.cycles.outermost()[at];
            let Some(preheader) = self.preheader(cycle) else {
                continue;
            };
            let function = &self.unit.function;
            let code = function.block_insts_rev(preheader);
            let candidates = code.filter(|inst| self.is_candidate(cycle, *inst));
            let most = self.options.most_for_cycle as usize;
            let candidates: Vec<Inst> = candidates.take(most).collect();
            for inst in candidates {
                // As in llc, the first one that stays ends it.
                let Some(block) = self.block_of_copies(cycle, preheader, inst) else {
                    break;
                };
                let place = place_after_labels(&self.unit.function, block);
                self.unit.function.splice(inst, place);
                self.unit.function.set_debug_loc(inst, None.into());
                self.forget_kills(inst);
            }
        }
    }

    /// The block in front of a cycle from which alone control enters it.
    fn preheader(&self, cycle: MachineCycle) -> Option<Block> {
        let function = &self.unit.function;
        let cycles = &self.scratch.cycles;
        if !cycles.is_reducible(cycle) {
            return None;
        }
        let preds = function.blocks[cycles.header(cycle)].preds.iter();
        let mut outside = preds.filter(|pred| !cycles.contains(cycle, **pred));
        let first = *outside.next()?;
        let last = function.blocks[first].last.expand();
        let returns = last.is_some_and(|last| function.desc(last).has(InstrFlags::RETURN));
        let is_only = outside.all(|other| *other == first);
        (is_only && !returns && function.blocks[first].succs.len() == 1).then_some(first)
    }

    fn is_candidate(&self, cycle: MachineCycle, inst: Inst) -> bool {
        let function = &self.unit.function;
        let Some(first) = function.operands(inst).first() else {
            return false;
        };
        let loads_own_data =
            !inst_facts::may_load(function, inst) || reads_own_data(function, inst);
        let def = first.as_reg().as_virtual().filter(|_| first.is_def());
        let has_one_def = |reg: VReg| function.unique_def(reg).is_some();
        def.is_some_and(has_one_def)
            && inst_facts::is_safe_to_move(function, inst, true)
            && loads_own_data
            && !function.desc(inst).has(InstrFlags::CONVERGENT)
            && self.is_invariant(cycle, inst)
    }

    /// Whether an instruction reads nothing that changes in a cycle, and writes nothing that lives into it.
    fn is_invariant(&self, cycle: MachineCycle, inst: Inst) -> bool {
        let function = &self.unit.function;
        let cycles = &self.scratch.cycles;
        let mut operands = function.operands(inst).iter();
        operands.all(|operand| {
            let reg = operand.as_reg();
            match (reg.as_physical(), reg.as_virtual()) {
                (Some(reg), _) if operand.is_use() => self.is_constant(reg),
                (Some(reg), _) => {
                    let lives_into = |block: Block| {
                        let mut live = function.blocks[block].live_ins.iter();
                        live.any(|(live, _)| *live == reg)
                    };
                    operand.has(OperandFlags::DEAD) && !cycles.entries(cycle).any(lives_into)
                }
                (_, Some(reg)) if operand.is_use() => {
                    let def = function.unique_def(reg);
                    let block = def.and_then(|def| function.inst_block(def));
                    block.is_some_and(|block| !cycles.contains(cycle, block))
                }
                _ => true,
            }
        })
    }

    /// The block in a cycle that dominates all users of `inst`, if they are copies in the cycle.
    fn block_of_copies(&self, cycle: MachineCycle, preheader: Block, inst: Inst) -> Option<Block> {
        let function = &self.unit.function;
        let reg = function.operands(inst).first()?.as_reg();
        let mut common = None;
        for op in function.uses(reg) {
            let user = function.op_inst(op);
            let block = function.inst_block(user)?;
            if !self.scratch.cycles.contains(cycle, block) || function.opcode(user) != op::COPY {
                return None;
            }
            let dominators = &self.unit.analyses.dominators;
            common = Some(match common {
                Some(other) => dominators.nearest_common_dominator(other, block)?,
                None => block,
            });
        }
        let block = common.filter(|block| *block != preheader)?;
        let limit = self.options.most_insts_crossed as usize;
        let code = function.block_insts(block);
        let size = code
            .filter(|inst| !function.is_debug(*inst))
            .take(limit + 1);
        (size.count() <= limit).then_some(block)
    }
}

/// Whether a load reads a table of addresses or a constant of the compiler; without memory operands, it may.
fn reads_own_data(function: &MachineFunction, inst: Inst) -> bool {
    let mut memory = function.mem_ops(inst).peekable();
    memory.peek().is_none()
        || memory.any(|memory| matches!(memory.pointer, MemPointer::Got | MemPointer::ConstPool))
}
