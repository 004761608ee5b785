//! `aarch64-condopt`: makes two comparisons of neighbouring blocks the same, so that one of them goes.
//!
//! `a > 4` is `a >= 5`. Where a block that branches on `a > 4` leads to one that branches on `a < 6`, both can compare
//! with 5, and elimination of common subexpressions removes the second comparison:
//!
//! ```text
//!   %1 = SUBSWri %0, 4, 0                %1 = SUBSWri %0, 5, 0
//!   Bcc gt, %bb.1                        Bcc ge, %bb.1
//!   bb.1:                                bb.1:
//!   %2 = SUBSWri %0, 6, 0                %2 = SUBSWri %0, 5, 0
//!   Bcc lt, %bb.2                        Bcc le, %bb.2
//! ```

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, When};
use avarice_mir::hooks::BranchHooks;
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Operand};
use avarice_target::Opcode;
use avarice_trace::Log;

use crate::condition::{Cc, flags_live_out, reads_flags};
use crate::hooks::AArch64Hooks;
use crate::op;

/// `aarch64-condopt`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["early-tailduplication"],
    ..MachinePass::new("aarch64-condopt", "AArch64 Condition Optimizer", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            let blocks = unit.analyses.dominators.preorder();
            run(&mut unit.function, blocks);
            Ok(())
        })
    })
};

/// A comparison with an immediate that a conditional branch looks at.
#[derive(Clone, Copy)]
struct Comparison {
    inst: Inst,
    opcode: Opcode,
    immediate: i64,
    condition: Cc,
}

/// Makes comparisons the same where strict and other inequalities allow it.
///
/// # Requires
/// Machine SSA; `blocks` in an order in which dominators come first.
///
/// # Preserves
/// Machine SSA, the CFG, where each branch goes.
pub fn run(function: &mut MachineFunction, blocks: &[Block]) {
    for block in blocks {
        let Some((target, Some(first))) = conditional(function, *block) else {
            continue;
        };
        if target == *block {
            continue;
        }
        let Some((_, Some(second))) = conditional(function, target) else {
            continue;
        };
        let pair = (
            suitable(function, *block, first),
            suitable(function, target, second),
        );
        if let (Some(first), Some(second)) = pair {
            adjust(function, first, second);
        }
    }
}

/// Where the branch of a block goes, and its condition if that is one of the flags.
fn conditional(function: &MachineFunction, block: Block) -> Option<(Block, Option<Cc>)> {
    let branch = AArch64Hooks.analyze_branch(function, block)?;
    let condition = match branch.condition[..] {
        [condition] => condition.as_imm().and_then(Cc::from_imm),
        _ => None,
    };
    Some((branch.taken?, condition))
}

/// Changes one of two comparisons so that it is the other, or both.
fn adjust(function: &mut MachineFunction, first: Comparison, second: Comparison) {
    let distance = (second.immediate - first.immediate).abs();
    match (first.condition, second.condition) {
        (Cc::Gt, Cc::Lt) | (Cc::Lt, Cc::Gt) if distance == 2 => {
            let (a, b) = (first.adjusted(), second.adjusted());
            if a.is_same(&b) {
                replace(function, a);
                replace(function, b);
            }
        }
        (Cc::Gt, Cc::Gt) | (Cc::Lt, Cc::Lt) if distance == 1 => {
            // `gt` becomes `ge` of a larger number, `lt` becomes `le` of a smaller one.
            let is_smaller = first.immediate < second.immediate;
            let (changed, other) = match is_smaller == (first.condition == Cc::Gt) {
                true => (first, second),
                false => (second, first),
            };
            let changed = changed.adjusted();
            if changed.is_same(&other) {
                replace(function, changed);
            }
        }
        _ => {}
    }
}

impl Comparison {
    /// The same as an inequality that is not strict. An addition compares with a negative number, so that it and
    /// subtraction change places at zero.
    fn adjusted(self) -> Self {
        let (is_addition, other) = match self.opcode {
            op::ADDSWri => (true, op::SUBSWri),
            op::ADDSXri => (true, op::SUBSXri),
            op::SUBSXri => (false, op::ADDSXri),
            _ => (false, op::ADDSWri),
        };
        let is_greater = self.condition == Cc::Gt;
        let step = if is_greater != is_addition { 1 } else { -1 };
        let crosses_zero = self.immediate == 0 && step == -1 && is_greater == is_addition;
        Self {
            opcode: if crosses_zero { other } else { self.opcode },
            immediate: (self.immediate + step).abs(),
            condition: if is_greater { Cc::Ge } else { Cc::Le },
            ..self
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.immediate == other.immediate && self.opcode == other.opcode
    }
}

/// The comparison that the branch at the end of a block looks at, if it can be changed.
fn suitable(function: &MachineFunction, block: Block, condition: Cc) -> Option<Comparison> {
    let branch = function.first_terminator(block)?;
    if function.opcode(branch) != op::Bcc || flags_live_out(function, block) {
        return None;
    }
    let mut cursor = function.prev_inst(branch);
    while let Some(inst) = cursor {
        cursor = function.prev_inst(inst);
        if function.is_debug(inst) {
            continue;
        }
        if reads_flags(function, inst) {
            return None;
        }
        match function.opcode(inst) {
            opcode @ (op::SUBSWri | op::SUBSXri | op::ADDSWri | op::ADDSXri) => {
                let immediate = function.operand(inst, 2).as_imm()?;
                let shift = function.operand(inst, 3).as_imm()? & 63;
                let result = function.operand(inst, 0).as_reg();
                let is_unused = function.non_debug_uses(result).next().is_none();
                let fits = immediate
                    .checked_shl(shift as u32)
                    .is_some_and(|value| value < 0xfff);
                return (fits && is_unused).then_some(Comparison {
                    inst,
                    opcode,
                    immediate,
                    condition,
                });
            }
            op::FCMPDri
            | op::FCMPSri
            | op::FCMPESri
            | op::FCMPEDri
            | op::SUBSWrr
            | op::SUBSXrr
            | op::ADDSWrr
            | op::ADDSXrr
            | op::FCMPSrr
            | op::FCMPDrr
            | op::FCMPESrr
            | op::FCMPEDrr => return None,
            _ => {}
        }
    }
    None
}

/// Puts a comparison and its branch into the place of those that there are.
fn replace(function: &mut MachineFunction, new: Comparison) {
    let block = function.inst_block(new.inst);
    let Some(branch) = block.and_then(|block| function.first_terminator(block)) else {
        return;
    };
    let operand = |function: &MachineFunction, inst, at| function.operand(inst, at).detached();
    let [result, left, shift] = [0, 1, 3].map(|at| operand(function, new.inst, at));
    let location = function.debug_loc(new.inst);
    InstBuilder::new(function, new.opcode)
        .location(location)
        .ops(&[result, left, Operand::imm(new.immediate), shift])
        .insert_before(new.inst);
    function.remove_inst(new.inst);
    let target = operand(function, branch, 1);
    let location = function.debug_loc(branch);
    InstBuilder::new(function, op::Bcc)
        .location(location)
        .ops(&[Operand::imm(new.condition.imm()), target])
        .insert_before(branch);
    function.remove_inst(branch);
}
