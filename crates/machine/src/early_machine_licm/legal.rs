//! Which instructions may be hoisted out of a loop.

use avarice_mir::{Inst, MachineLoop, MemPointer};
use avarice_target::InstrFlags;

use super::Licm;
use avarice_mir::inst_facts;

impl Licm<'_> {
    /// Whether an instruction computes the same in each turn of a loop, and may do so in front of it.
    pub(super) fn is_invariant(&mut self, inst: Inst, id: MachineLoop) -> bool {
        self.may_move(inst, id) && self.has_invariant_operands(inst, id)
    }

    fn may_move(&mut self, inst: Inst, id: MachineLoop) -> bool {
        let keeps_memory = self.scratch.keeps_memory[id.as_u32() as usize];
        if !inst_facts::is_safe_to_move(self.function, inst, !keeps_memory)
            || inst_facts::is_inline_asm(self.function, inst)
            || self.function.desc(inst).has(InstrFlags::CONVERGENT)
        {
            return false;
        }
        // A load may trap where the loop does not run it.
        !inst_facts::may_load(self.function, inst)
            || self.reads_own_data(inst)
            || self.is_certain(inst, id)
    }

    /// Whether a load reads data that the compiler made, which are always there; nothing is known of a load
    /// without memory operands.
    fn reads_own_data(&self, inst: Inst) -> bool {
        let mut memory = self.function.mem_ops(inst).peekable();
        memory.peek().is_none()
            || memory.any(|m| matches!(m.pointer, MemPointer::Got | MemPointer::ConstPool))
    }

    /// Whether the loop is never left without having executed the block of `inst`.
    pub(super) fn is_certain(&mut self, inst: Inst, id: MachineLoop) -> bool {
        match self.certain {
            Some((of, known)) if of == id => return known,
            _ => {}
        }
        let Some(block) = self.function.inst_block(inst) else {
            return false;
        };
        let is_certain = block == self.loops.header(id)
            || self
                .loops
                .exits(self.cfg, id)
                .all(|(from, _)| self.dominators.dominates(block, from));
        self.certain = Some((id, is_certain));
        is_certain
    }

    fn has_invariant_operands(&mut self, inst: Inst, id: MachineLoop) -> bool {
        for op in self.function.op_ids(inst) {
            let operand = *self.function.op(op);
            let reg = operand.as_reg();
            if reg.is_none() {
                continue;
            }
            let is_invariant = match (reg.as_physical(), reg.as_virtual()) {
                (Some(reg), _) if operand.is_use() => self.is_constant_reg(reg),
                (Some(reg), _) => {
                    let header = &self.function.blocks[self.loops.header(id)];
                    operand.has(avarice_mir::OperandFlags::DEAD)
                        && !header.live_ins.iter().any(|(live, _)| *live == reg)
                }
                (_, Some(reg)) if operand.is_use() => {
                    let def = self.function.unique_def(reg);
                    let block = def.and_then(|def| self.function.inst_block(def));
                    block.is_some_and(|block| !self.loops.contains(id, block))
                }
                _ => true,
            };
            if !is_invariant {
                return false;
            }
        }
        true
    }
}
