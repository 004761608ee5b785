//! Branches: analysis, removal, insertion.
//!
//! A block ends in one of these (or in something that analysis leaves alone):
//!
//! ```text
//!   (nothing)                  falls through
//!   B a                        goes to a
//!   Bcc c, a                   to a if c, else falls through
//!   CBZX %0, a   TBNZW %0, 3, a     likewise: a register is zero, a bit is set
//!   Bcc c, a; B b              to a if c, else to b
//! ```
//!
//! The condition of a `Bcc` is its immediate; that of the others is -1, the opcode, the register and, for a
//! test of a bit, its number.

use crate::hooks::AArch64Hooks;
use avarice_mir::hooks::BranchHooks;
use avarice_mir::{Block, BranchAnalysis, Inst, InstBuilder, MachineFunction, Operand};
use avarice_target::{InstrFlags, Opcode};
use smallvec::SmallVec;

use crate::op;

/// The first operand of the condition of a compare-and-branch.
const COMPARE_AND_BRANCH: i64 = -1;

/// Compare-and-branch opcodes, each with the one of the opposite condition.
const OPPOSITES: &[(Opcode, Opcode)] = &[
    (op::CBZW, op::CBNZW),
    (op::CBZX, op::CBNZX),
    (op::TBZW, op::TBNZW),
    (op::TBZX, op::TBNZX),
];

fn opposite(opcode: Opcode) -> Option<Opcode> {
    OPPOSITES.iter().find_map(|(a, b)| match opcode {
        _ if opcode == *a => Some(*b),
        _ if opcode == *b => Some(*a),
        _ => None,
    })
}

fn is_conditional(opcode: Opcode) -> bool {
    opcode == op::Bcc || opposite(opcode).is_some()
}

fn tests_bit(opcode: Opcode) -> bool {
    matches!(opcode, op::TBZW | op::TBZX | op::TBNZW | op::TBNZX)
}

/// Target and condition of a conditional branch.
fn read_conditional(
    function: &MachineFunction,
    inst: Inst,
) -> Option<(Block, SmallVec<[Operand; 4]>)> {
    let opcode = function.opcode(inst);
    let operand = |index| function.operand(inst, index).detached();
    let mut condition: SmallVec<[Operand; 4]> = SmallVec::new();
    if opcode != op::Bcc {
        condition.push(Operand::imm(COMPARE_AND_BRANCH));
        condition.push(Operand::imm(opcode.0.into()));
    }
    condition.push(operand(0));
    let mut target = 1;
    if tests_bit(opcode) {
        condition.push(operand(1));
        target = 2;
    }
    Some((function.operand(inst, target).as_block()?, condition))
}

/// The last instruction of `block` that is no debug instruction.
fn last_inst(function: &MachineFunction, block: Block) -> Option<Inst> {
    let mut insts = function.block_insts_rev(block);
    insts.find(|inst| !function.is_debug(*inst))
}

fn append_jump(function: &mut MachineFunction, block: Block, target: Block) {
    InstBuilder::new(function, op::B)
        .block(target)
        .append(block);
}

/// The terminator just before `inst`.
fn terminator_before(function: &MachineFunction, inst: Inst) -> Option<Inst> {
    let before = function.prev_inst(inst);
    before.filter(|inst| function.is_terminator(*inst))
}

/// Removes jumps that other jumps are in front of; the final jump after another branch if it leads to `next`; a jump after
/// an indirect one.
fn remove_useless_jumps(function: &mut MachineFunction, block: Block, next: Option<Block>) {
    let last = last_inst(function, block);
    let Some(mut last) = last.filter(|inst| function.opcode(*inst) == op::B) else {
        return;
    };
    let mut before = terminator_before(function, last);
    while let Some(inst) = before.filter(|inst| function.opcode(*inst) == op::B) {
        function.remove_inst(last);
        last = inst;
        before = terminator_before(function, last);
    }
    let Some(second) = before else { return };
    let target = function.operand(last, 0).as_block();
    let is_indirect = function.desc(second).has(InstrFlags::INDIRECT_BRANCH)
        && terminator_before(function, second).is_none();
    if target.is_some() && target == next || is_indirect {
        function.remove_inst(last);
    }
}

impl BranchHooks for AArch64Hooks {
    /// The branches at the end of `block`, or `None` if they are not understood.
    fn analyze_branch(&self, function: &MachineFunction, block: Block) -> Option<BranchAnalysis> {
        let Some(mut last) = last_inst(function, block) else {
            return Some(BranchAnalysis::default());
        };
        if matches!(
            function.opcode(last),
            op::SpeculationBarrierISBDSBEndBB | op::SpeculationBarrierSBEndBB
        ) {
            let Some(before) = function.prev_inst(last) else {
                return Some(BranchAnalysis::default());
            };
            last = before;
        }
        if !function.is_terminator(last) {
            return Some(BranchAnalysis::default());
        }
        let opcode = function.opcode(last);
        let jump = |inst| {
            let taken = Some(function.operand(inst, 0).as_block()?);
            Some(BranchAnalysis {
                taken,
                ..BranchAnalysis::default()
            })
        };
        let Some(second) = terminator_before(function, last) else {
            if opcode == op::B {
                return jump(last);
            }
            if !is_conditional(opcode) {
                return None;
            }
            let (taken, condition) = read_conditional(function, last)?;
            return Some(BranchAnalysis {
                taken: Some(taken),
                otherwise: None,
                condition,
            });
        };
        if terminator_before(function, second).is_some() || opcode != op::B {
            return None;
        }
        match function.opcode(second) {
            // What follows a jump is never reached.
            op::B => jump(second),
            opcode if is_conditional(opcode) => {
                let (taken, condition) = read_conditional(function, second)?;
                Some(BranchAnalysis {
                    taken: Some(taken),
                    otherwise: Some(function.operand(last, 0).as_block()?),
                    condition,
                })
            }
            _ => None,
        }
    }

    fn tail_duplicate_size(&self, level: u8) -> usize {
        if level >= 3 { 6 } else { 2 }
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

    /// Removes the branches at the end of `block`; returns how many.
    fn remove_branch(&self, function: &mut MachineFunction, block: Block) -> usize {
        let Some(last) = last_inst(function, block) else {
            return 0;
        };
        let opcode = function.opcode(last);
        if opcode != op::B && !is_conditional(opcode) {
            return 0;
        }
        function.remove_inst(last);
        let before = function.block_insts_rev(block).next();
        match before.filter(|inst| is_conditional(function.opcode(*inst))) {
            Some(inst) => {
                function.remove_inst(inst);
                2
            }
            None => 1,
        }
    }

    /// Inserts branches at the end of `block`.
    fn insert_branch(&self, function: &mut MachineFunction, block: Block, branch: &BranchAnalysis) {
        let Some(taken) = branch.taken else { return };
        match branch.condition[..] {
            [] => return append_jump(function, block, taken),
            [kind, opcode, ref operands @ ..] if kind.as_imm() == Some(COMPARE_AND_BRANCH) => {
                let opcode = opcode
                    .as_imm()
                    .map_or(op::CBZX, |number| Opcode(number as u16));
                InstBuilder::new(function, opcode)
                    .ops(operands)
                    .block(taken)
                    .append(block);
            }
            [cond, ..] => {
                InstBuilder::new(function, op::Bcc)
                    .op(cond)
                    .block(taken)
                    .append(block);
            }
        }
        if let Some(otherwise) = branch.otherwise {
            append_jump(function, block, otherwise);
        }
    }

    /// Reverses a condition; `false` if it cannot be.
    fn reverse_condition(&self, condition: &mut [Operand]) -> bool {
        match condition {
            [kind, opcode, ..] if kind.as_imm() == Some(COMPARE_AND_BRANCH) => {
                let number = opcode.as_imm().and_then(|n| u16::try_from(n).ok());
                let Some(other) = number.and_then(|number| opposite(Opcode(number))) else {
                    return false;
                };
                opcode.set_imm(other.0.into());
                true
            }
            [cond, ..] => {
                // Conditions are numbered in pairs of opposites.
                let Some(number) = cond.as_imm() else {
                    return false;
                };
                cond.set_imm(number ^ 1);
                true
            }
            [] => false,
        }
    }
}
