//! Which blocks are copied, and into which.

use avarice_mir::inline_asm::AsmExtra;
use avarice_mir::{Block, Inst, MachineFunction, MiFlags};
use avarice_target::{InstrFlags, op};

use super::phis::{incoming, phis};
use super::{Code, Order, Stage, TailDuplicator};

/// What the instructions of a block allow.
enum Size {
    /// One of them may not be copied, or there are too many.
    Refused,
    Fits,
}

impl TailDuplicator {
    /// Whether copying `tail` into its predecessors is right and pays.
    pub fn should_duplicate(&self, code: &Code<'_>, tail: Block) -> bool {
        let function = &*code.function;
        let data = &function.blocks[tail];
        if self.order == Order::Present && code.can_fall_through(tail)
            || function.is_successor(tail, tail)
            || data.preds.len() > self.limits.preds && data.succs.len() > self.limits.succs
        {
            return false;
        }
        let is_understood = code.hooks.analyze_branch(function, tail).is_some();
        if !is_understood && code.can_fall_through(tail) {
            return false;
        }
        let last = data.last.expand();
        let is_indirect = self.stage == Stage::Ssa
            && last.is_some_and(|inst| function.desc(inst).has(InstrFlags::INDIRECT_BRANCH));
        let most = match (is_indirect, function.optimize_for_size) {
            (true, _) => self.limits.indirect_size,
            (false, true) => 1,
            (false, false) => self.limits.size,
        };
        if matches!(self.size(function, tail, most), Size::Refused)
            || reads_part_in_successor(function, tail)
        {
            return false;
        }
        is_indirect
            || self.stage == Stage::Allocated
            || code.is_simple(tail)
            || can_copy_into_all(code, tail)
    }

    /// Compares the instructions of `tail` with `most`.
    fn size(&self, function: &MachineFunction, tail: Block, most: usize) -> Size {
        let mut count = 0;
        for inst in function.block_insts(tail) {
            let opcode = function.opcode(inst);
            let desc = function.desc(inst);
            let is_refused = desc.has(InstrFlags::NOT_DUPLICABLE) && opcode != op::CFI_INSTRUCTION
                || is_convergent(function, inst)
                || opcode == op::INLINEASM_BR
                || self.stage == Stage::Ssa
                    && desc.flags.intersects(InstrFlags::RETURN | InstrFlags::CALL);
            if opcode != op::PHI && !desc.has(InstrFlags::META) && opcode != op::BUNDLE {
                count += 1;
            }
            if is_refused || count > most {
                return Size::Refused;
            }
        }
        Size::Fits
    }
}

/// Whether a copy of `inst` on other paths would change what it means for threads that run together.
fn is_convergent(function: &MachineFunction, inst: Inst) -> bool {
    let is_assembly = function.opcode(inst) == op::INLINEASM;
    let extra = function.operands(inst).get(1).filter(|_| is_assembly);
    let extra = extra.and_then(|extra| extra.as_imm()).unwrap_or(0);
    AsmExtra::from_bits_truncate(extra).contains(AsmExtra::CONVERGENT)
        || function.desc(inst).has(InstrFlags::CONVERGENT)
            && !function.insts[inst].flags.contains(MiFlags::NOCONVERGENT)
}

/// Whether a PHI of a successor reads a part of a register on the edge from `tail`.
fn reads_part_in_successor(function: &MachineFunction, tail: Block) -> bool {
    function.blocks[tail].succs.iter().any(|succ| {
        phis(function, *succ).any(|phi| {
            incoming(function, phi, tail)
                .is_some_and(|at| !function.operand(phi, at).sub_reg().is_none())
        })
    })
}

/// Whether all predecessors jump to `tail`.
fn can_copy_into_all(code: &Code<'_>, tail: Block) -> bool {
    let mut preds = code.function.blocks[tail].preds.iter();
    preds.all(|pred| only_goes_to_one(code, *pred))
}

/// Whether `block` has at most one successor, and the target understands how it goes there.
fn only_goes_to_one(code: &Code<'_>, block: Block) -> bool {
    let function = &*code.function;
    function.blocks[block].succs.len() <= 1
        && code
            .hooks
            .analyze_branch(function, block)
            .is_some_and(|branch| branch.condition.is_empty())
}

/// Whether `tail` can be copied into `pred`.
pub fn can_copy_into(code: &Code<'_>, tail: Block, pred: Block) -> bool {
    only_goes_to_one(code, pred) && !code.function.blocks[tail].inline_asm_br_target
}

/// Whether control leaves `block` by unwinding or from inside inline assembly as well.
pub fn may_leave_by_other_means(function: &MachineFunction, block: Block) -> bool {
    let mut succs = function.blocks[block].succs.iter();
    succs.any(|succ| {
        let data = &function.blocks[*succ];
        data.eh_pad || data.inline_asm_br_target
    })
}

/// Whether `target` has PHIs, and `block` goes there already.
pub fn shares_phis(function: &MachineFunction, block: Block, target: Block) -> bool {
    function.is_successor(block, target) && phis(function, target).next().is_some()
}

/// Whether `inst` is a branch that always goes to the same place.
pub fn is_unconditional_branch(function: &MachineFunction, inst: Inst) -> bool {
    let desc = function.desc(inst);
    desc.has(InstrFlags::BRANCH)
        && desc.has(InstrFlags::BARRIER)
        && !desc.has(InstrFlags::INDIRECT_BRANCH)
}
