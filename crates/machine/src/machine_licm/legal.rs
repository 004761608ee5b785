//! Which instructions may be hoisted out of a loop.

use avarice_mir::{
    Block, Inst, MachineCfg, MachineDominatorTree, MachineFunction, MachineLoop, MachineLoopInfo,
    MemPointer, OperandFlags, Reg, inst_facts,
};
use avarice_target::{InstrFlags, op};

/// The loops of a function, and what is known of them.
#[derive(Debug)]
pub(super) struct Nest<'a> {
    pub(super) cfg: &'a MachineCfg,
    pub(super) dominators: &'a MachineDominatorTree,
    pub(super) loops: &'a MachineLoopInfo,
    /// By register number.
    pub(super) reserved: &'a [bool],
    /// By loop: whether memory stays as it is while the loop runs.
    pub(super) keeps_memory: &'a [bool],
    /// Whether the current block is always executed. As in llc, what was found for the first loop that it was asked of
    /// holds for all.
    pub(super) certain: Option<bool>,
}

impl Nest<'_> {
    /// Whether an instruction could be in front of a loop as well, as far as its operands allow.
    pub(super) fn is_candidate(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        id: MachineLoop,
    ) -> bool {
        let keeps_memory = self.keeps_memory[id.as_u32() as usize];
        if !inst_facts::is_safe_to_move(function, inst, !keeps_memory) {
            return false;
        }
        // A load may trap where the loop does not run it.
        let is_harmless = !inst_facts::may_load(function, inst)
            || reads_own_data(function, inst)
            || self.is_certain(function, inst, id);
        is_harmless && !function.desc(inst).has(InstrFlags::CONVERGENT)
    }

    /// Whether the loop is never left without having executed the block of `inst`.
    pub(super) fn is_certain(
        &mut self,
        function: &MachineFunction,
        inst: Inst,
        id: MachineLoop,
    ) -> bool {
        if let Some(known) = self.certain {
            return known;
        }
        let Some(block) = function.inst_block(inst) else {
            return false;
        };
        let mut exits = self.loops.exits(self.cfg, id);
        let is_certain = block == self.loops.header(id)
            || exits.all(|(from, _)| self.dominators.dominates(block, from));
        self.certain = Some(is_certain);
        is_certain
    }

    /// Whether an instruction is in a loop.
    pub(super) fn is_inside(
        &self,
        function: &MachineFunction,
        inst: Inst,
        id: MachineLoop,
    ) -> bool {
        let block = function.inst_block(inst);
        block.is_some_and(|block| self.loops.contains(id, block))
    }

    /// Whether nothing that an instruction of machine SSA reads changes in a loop, `but` left out, and it writes nothing
    /// that lives into it.
    pub(super) fn has_invariant_operands(
        &self,
        function: &MachineFunction,
        inst: Inst,
        id: MachineLoop,
        but: Reg,
    ) -> bool {
        let mut operands = function.operands(inst).iter();
        operands.all(|operand| {
            let reg = operand.as_reg();
            if reg.is_none() || reg == but {
                return true;
            }
            match (reg.as_physical(), reg.as_virtual()) {
                (Some(reg), _) if operand.is_use() => {
                    inst_facts::is_constant_phys_reg(function, self.reserved, reg)
                }
                (Some(reg), _) => {
                    let header = &function.blocks[self.loops.header(id)];
                    let mut live_ins = header.live_ins.iter();
                    operand.has(OperandFlags::DEAD) && !live_ins.any(|(live, _)| *live == reg)
                }
                (_, Some(reg)) if operand.is_use() => {
                    let def = function.unique_def(reg);
                    def.is_some_and(|def| !self.is_inside(function, def, id))
                }
                _ => true,
            }
        })
    }
}

/// Whether a load reads data that the compiler made, which are always there; nothing is known of a load without memory
/// operands.
fn reads_own_data(function: &MachineFunction, inst: Inst) -> bool {
    let mut memory = function.mem_ops(inst).peekable();
    memory.peek().is_none()
        || memory.any(|m| matches!(m.pointer, MemPointer::Got | MemPointer::ConstPool))
}

/// Whether what a block ends with lets code move there.
pub(super) fn takes_code(function: &MachineFunction, block: Block) -> bool {
    let is_pad = |to: &Block| function.blocks[*to].eh_pad;
    let last = function.blocks[block].last.expand();
    let returns = last.is_some_and(|last| function.desc(last).has(InstrFlags::RETURN));
    let mut terminators = std::iter::successors(function.first_terminator(block), |inst| {
        function.next_inst(*inst)
    });
    let jumps_from_asm = terminators.any(|inst| function.opcode(inst) == op::INLINEASM_BR);
    !returns && !jumps_from_asm && !function.blocks[block].succs.iter().any(is_pad)
}

/// By loop: whether nothing in it may change memory.
pub(super) fn find_loops_that_keep_memory(
    function: &MachineFunction,
    loops: &MachineLoopInfo,
    keeps_memory: &mut Vec<bool>,
) {
    keeps_memory.clear();
    keeps_memory.resize(loops.len(), true);
    for block in &function.layout {
        let Some(innermost) = loops.loop_of(*block) else {
            continue;
        };
        let changes = |inst| changes_memory(function, inst);
        if keeps_memory[innermost.as_u32() as usize] && function.block_insts(*block).any(changes) {
            let around = std::iter::successors(Some(innermost), |id| loops.parent(*id));
            around.for_each(|id| keeps_memory[id.as_u32() as usize] = false);
        }
    }
}

/// Whether an instruction may change memory, or must keep its place among accesses to memory.
fn changes_memory(function: &MachineFunction, inst: Inst) -> bool {
    let has_effects =
        inst_facts::has_side_effects(function, inst) && function.opcode(inst) != op::PSEUDO_PROBE;
    inst_facts::may_store(function, inst)
        || inst_facts::is_call(function, inst)
        || has_effects
        || inst_facts::may_load(function, inst)
            && inst_facts::has_ordered_memory_access(function, inst)
}
