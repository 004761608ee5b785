//! Branches: analysis, removal, insertion.
//!
//! A block ends in one of these (or in something that analysis leaves alone):
//!
//! ```text
//!   (nothing)                         falls through
//!   JMP_1 a                           goes to a
//!   JCC_1 a, c                        to a if c, else falls through
//!   JCC_1 a, c; JMP_1 b               to a if c, else to b
//!   JCC_1 a, NE; JCC_1 a, P; …        to a if NE or P: a floating-point "not equal"
//!   JCC_1 b, NE; JCC_1 a, NP; JMP_1 b to a if E and NP: a floating-point "equal"
//! ```

use crate::hooks::X86Hooks;
use avarice_ir::CodeModel;
use avarice_mir::LoopAlignment;
use avarice_mir::hooks::BranchHooks;
use avarice_mir::{
    Block, BranchAnalysis, Inst, InstBuilder, JumpTableIndex, MachineFunction, Operand,
    OperandFlags, OperandKind, OperandValue,
};
use avarice_target::InstrFlags;
use smallvec::{SmallVec, smallvec};

use crate::condition::Cond;
use crate::op;

/// The conditional branches of `block` in order, and its final jump.
struct Ending {
    conditional: SmallVec<[(Block, Cond); 2]>,
    jump: Option<Block>,
}

fn ending(function: &MachineFunction, block: Block) -> Option<Ending> {
    let mut end = Ending {
        conditional: SmallVec::new(),
        jump: None,
    };
    let insts = function.block_insts_rev(block);
    for inst in insts.filter(|inst| !function.is_debug(*inst)) {
        if !function.is_terminator(inst) {
            break;
        }
        match function.opcode(inst) {
            op::JMP_1 => {
                // Whatever follows a jump is never reached.
                end.conditional.clear();
                end.jump = Some(function.operand(inst, 0).as_block()?);
            }
            op::JCC_1 => {
                let flags = function.operands(inst).get(2)?;
                if flags.has(OperandFlags::UNDEF) {
                    return None;
                }
                let target = function.operand(inst, 0).as_block()?;
                let cond = Cond::from_number(function.operand(inst, 1).as_imm()?)?;
                end.conditional.insert(0, (target, cond));
            }
            _ => return None,
        }
    }
    Some(end)
}

/// Where control goes from `block`, which branches to `taken`, if it falls through: the only other
/// successor that is no landing pad; `taken` if there is no other.
fn fallthrough(function: &MachineFunction, block: Block, taken: Block) -> Option<Block> {
    let mut found = None;
    let successors = function.blocks[block].succs.iter().copied();
    for successor in successors.filter(|b| !function.blocks[*b].eh_pad) {
        match found {
            Some(_) if successor == taken => {}
            Some(other) if other != taken => return None,
            _ => found = Some(successor),
        }
    }
    found
}

/// Removes what follows jumps, and a final jump to `next`, up to a terminator that is no branch.
fn remove_useless_jumps(function: &mut MachineFunction, block: Block, next: Option<Block>) {
    let mut cursor = function.blocks[block].last.expand();
    while let Some(inst) = cursor {
        cursor = function.prev_inst(inst);
        match function.opcode(inst) {
            _ if function.is_debug(inst) => {}
            op::JMP_1 => {
                while let Some(after) = function.next_inst(inst) {
                    function.remove_inst(after);
                }
                let target = function.operand(inst, 0).as_block();
                if target.is_some() && target == next {
                    function.remove_inst(inst);
                }
            }
            op::JCC_1 => {}
            _ => break,
        }
    }
}

fn append_jump(function: &mut MachineFunction, block: Block, target: Block) {
    InstBuilder::new(function, op::JMP_1)
        .block(target)
        .append(block);
}

/// Whether `inst` is an unconditional branch, a return or anything else that control never passes.
pub fn is_barrier(function: &MachineFunction, inst: Inst) -> bool {
    function.desc(inst).has(InstrFlags::BARRIER)
}

/// Whether a kernel replaces the function that `call` goes to when it starts, and does not expect a condition.
fn is_patched_thunk(function: &MachineFunction, call: Inst) -> bool {
    let OperandValue::Symbol(symbol, _) = function.operand(call, 0).value() else {
        return false;
    };
    function.target_info.code_model == CodeModel::Kernel
        && *function.symbols[symbol] == *"__x86_indirect_thunk_r11"
}

impl BranchHooks for X86Hooks {
    fn loop_alignment(&self, _: &MachineFunction) -> LoopAlignment {
        LoopAlignment {
            bytes: 16,
            max_padding: 0,
        }
    }

    /// The branches at the end of `block`, or `None` if they are not understood.
    fn analyze_branch(&self, function: &MachineFunction, block: Block) -> Option<BranchAnalysis> {
        let end = ending(function, block)?;
        let mut conditional = end.conditional.iter().rev();
        let Some((taken, mut cond)) = conditional.next().copied() else {
            return Some(BranchAnalysis {
                taken: end.jump,
                ..BranchAnalysis::default()
            });
        };
        for earlier in conditional {
            cond = match (*earlier, cond) {
                (earlier, cond) if earlier == (taken, cond) => continue,
                ((target, Cond::NE), Cond::P) | ((target, Cond::P), Cond::NE)
                    if target == taken =>
                {
                    Cond::NeOrP
                }
                ((target, Cond::NE), Cond::NP) | ((target, Cond::P), Cond::E)
                    if end.jump.or_else(|| fallthrough(function, block, taken)) == Some(target) =>
                {
                    Cond::EAndNp
                }
                _ => return None,
            };
        }
        Some(BranchAnalysis {
            taken: Some(taken),
            otherwise: end.jump,
            condition: smallvec![Operand::imm(cond.number())],
        })
    }

    fn tidy_branch(
        &self,
        function: &mut MachineFunction,
        block: Block,
        next: Option<Block>,
    ) -> Option<BranchAnalysis> {
        remove_useless_jumps(function, block, next);
        self.analyze_branch(function, block)
    }

    fn is_tail_call(&self, function: &MachineFunction, inst: Inst) -> bool {
        matches!(
            function.opcode(inst),
            op::TCRETURNdi
                | op::TCRETURNri
                | op::TCRETURNmi
                | op::TCRETURNdi64
                | op::TCRETURNri64
                | op::TCRETURNmi64
        )
    }

    fn conditional_tail_call(
        &self,
        function: &mut MachineFunction,
        block: Block,
        condition: &[Operand],
        call: Inst,
    ) -> Option<(Inst, Inst)> {
        let opcode = match function.opcode(call) {
            op::TCRETURNdi64 => op::TCRETURNdi64cc,
            op::TCRETURNdi => op::TCRETURNdicc,
            _ => return None,
        };
        // Pairs of branches have no call in their place, and neither can the stack pointer change on the way.
        let cond = condition.first()?.as_imm()?;
        let moved = function.operand(call, 1).as_imm();
        if cond > Cond::G.number() || moved != Some(0) || is_patched_thunk(function, call) {
            return None;
        }
        let tests = |inst: &Inst| {
            function.opcode(*inst) == op::JCC_1 && function.operand(*inst, 1).as_imm() == Some(cond)
        };
        let branch = function.block_insts_rev(block).find(tests)?;
        let operands = function.operands(call);
        let is_implicit = |operand: &&Operand| operand.is_reg();
        let mask = operands.iter().find(|o| o.kind() == OperandKind::RegMask);
        let (target, mask) = (operands[0], mask.copied());
        let implicit: SmallVec<[Operand; 8]> =
            operands.iter().filter(is_implicit).copied().collect();
        let mut new = InstBuilder::new(function, opcode)
            .op(target)
            .imm(0)
            .op(condition[0]);
        if let Some(mask) = mask {
            new = new.op(mask);
        }
        for operand in implicit {
            new = new.extra(operand);
        }
        Some((branch, new.create()))
    }

    /// The jump table of an indirect jump, before register allocation.
    ///
    /// ```text
    ///   JMP64m $noreg, 8, %i, %jump-table.0, $noreg
    ///
    ///   %0 = LEA64r $rip, 1, $noreg, %jump-table.0, $noreg
    ///   %1 = MOVSX64rm32 %0, 4, %i, 0, $noreg
    ///   %2 = ADD64rr %1, %0
    ///   JMP64r %2
    /// ```
    fn jump_table_index(&self, function: &MachineFunction, inst: Inst) -> Option<JumpTableIndex> {
        let table = |inst: Inst| {
            function
                .operands(inst)
                .iter()
                .find_map(|operand| match operand.value() {
                    OperandValue::JumpTable(index) => Some(index),
                    _ => None,
                })
        };
        let def = |inst: Inst, operand: usize| {
            let reg = function.operand(inst, operand).as_reg().as_virtual()?;
            function.unique_def(reg)
        };
        match function.opcode(inst) {
            // As in llc, the table of a jump that is not tracked is not looked for: its edges stay as they are.
            op::JMP64m | op::JMP32m => table(inst),
            op::JMP64r | op::JMP32r => {
                let sum = def(inst, 0)?;
                if !matches!(function.opcode(sum), op::ADD64rr | op::ADD32rr) {
                    return None;
                }
                let is_lea =
                    |inst: &Inst| matches!(function.opcode(*inst), op::LEA64r | op::LEA32r);
                [1, 2]
                    .into_iter()
                    .find_map(|operand| table(def(sum, operand).filter(is_lea)?))
            }
            _ => None,
        }
    }

    /// Removes the branches at the end of `block`; returns how many.
    fn remove_branch(&self, function: &mut MachineFunction, block: Block) -> usize {
        let branches: SmallVec<[Inst; 4]> = function
            .block_insts_rev(block)
            .filter(|inst| !function.is_debug(*inst))
            .take_while(|inst| matches!(function.opcode(*inst), op::JMP_1 | op::JCC_1))
            .collect();
        for inst in &branches {
            function.remove_inst(*inst);
        }
        branches.len()
    }

    /// Inserts branches at the end of `block`. Floating-point equality takes two: away if not equal, to the goal
    /// if not unordered.
    fn insert_branch(&self, function: &mut MachineFunction, block: Block, branch: &BranchAnalysis) {
        let Some(taken) = branch.taken else { return };
        let cond = branch.condition.first();
        let Some(cond) = cond.and_then(|c| Cond::from_number(c.as_imm()?)) else {
            return append_jump(function, block, taken);
        };
        let pair: [Option<(Block, Cond)>; 2] = match cond {
            Cond::NeOrP => [Some((taken, Cond::NE)), Some((taken, Cond::P))],
            Cond::EAndNp => {
                let other = branch
                    .otherwise
                    .or_else(|| fallthrough(function, block, taken));
                [other.map(|b| (b, Cond::NE)), Some((taken, Cond::NP))]
            }
            _ => [Some((taken, cond)), None],
        };
        for (target, cond) in pair.into_iter().flatten() {
            InstBuilder::new(function, op::JCC_1)
                .block(target)
                .imm(cond.number())
                .append(block);
        }
        if let Some(otherwise) = branch.otherwise {
            append_jump(function, block, otherwise);
        }
    }

    /// Reverses a condition; `false` if it cannot be.
    fn reverse_condition(&self, condition: &mut [Operand]) -> bool {
        let Some(operand) = condition.first_mut() else {
            return false;
        };
        let Some(cond) = operand.as_imm().and_then(Cond::from_number) else {
            return false;
        };
        operand.set_imm(cond.inverse().number());
        true
    }
}
