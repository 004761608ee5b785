//! `aarch64-cond-br-tuning`: lets arithmetic set the flags for a branch that compares with zero.
//!
//! ```text
//!   %2 = ADDWri %1, 1, 0                 $wzr = ADDSWri %1, 1, 0
//!   CBZW %2, %bb.4                       Bcc eq, %bb.4
//! ```
//!
//! A branch on flags reaches farther, and processors join it with what sets them. A test of the sign is one of the flag
//! for negative results.

use avarice_machine::pass::{Analysis, MachinePass, When, on_functions};
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::Opcode;

use crate::condition::{Cc, reads_flags, writes_flags};
use crate::{op, reg};

/// `aarch64-cond-br-tuning`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["aarch64-condopt", "machine-combiner"],
    ..MachinePass::new(
        "aarch64-cond-br-tuning",
        "AArch64 Conditional Branch Tuning",
        || on_functions(run),
    )
};

/// Arithmetic, and what also sets the flags, by the width of the register.
const FLAG_SETTING: &[(Opcode, Opcode, Width)] = {
    use Width::{W, X};
    &[
        (op::ADDWri, op::ADDSWri, W),
        (op::ADDWrr, op::ADDSWrr, W),
        (op::ADDWrs, op::ADDSWrs, W),
        (op::ADDWrx, op::ADDSWrx, W),
        (op::ANDWri, op::ANDSWri, W),
        (op::ANDWrr, op::ANDSWrr, W),
        (op::ANDWrs, op::ANDSWrs, W),
        (op::BICWrr, op::BICSWrr, W),
        (op::BICWrs, op::BICSWrs, W),
        (op::SUBWri, op::SUBSWri, W),
        (op::SUBWrr, op::SUBSWrr, W),
        (op::SUBWrs, op::SUBSWrs, W),
        (op::SUBWrx, op::SUBSWrx, W),
        (op::ADDXri, op::ADDSXri, X),
        (op::ADDXrr, op::ADDSXrr, X),
        (op::ADDXrs, op::ADDSXrs, X),
        (op::ADDXrx, op::ADDSXrx, X),
        (op::ANDXri, op::ANDSXri, X),
        (op::ANDXrr, op::ANDSXrr, X),
        (op::ANDXrs, op::ANDSXrs, X),
        (op::BICXrr, op::BICSXrr, X),
        (op::BICXrs, op::BICSXrs, X),
        (op::SUBXri, op::SUBSXri, X),
        (op::SUBXrr, op::SUBSXrr, X),
        (op::SUBXrs, op::SUBSXrs, X),
        (op::SUBXrx, op::SUBSXrx, X),
    ]
};

/// Width of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// 32 bits.
    W,
    /// 64 bits.
    X,
}

/// A branch that looks at a register.
struct RegisterBranch {
    condition: Cc,
    width: Width,
    target: Block,
}

/// Replaces a branch of each block that compares with zero by one on the flags, where arithmetic before it in the block can
/// set these.
///
/// # Requires
/// Machine SSA.
///
/// # Preserves
/// Machine SSA, the CFG.
pub fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.first_terminator(block);
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            // A second one would set the flags that the first reads.
            if let Some(branch) = register_branch(function, inst)
                && tune(function, inst, &branch).is_some()
            {
                break;
            }
        }
    }
}

/// What a branch on a register tests, if flags can say it.
fn register_branch(function: &MachineFunction, inst: Inst) -> Option<RegisterBranch> {
    use Width::{W, X};
    let (condition, width) = match function.opcode(inst) {
        op::CBZW => (Cc::Eq, W),
        op::CBZX => (Cc::Eq, X),
        op::CBNZW => (Cc::Ne, W),
        op::CBNZX => (Cc::Ne, X),
        op::TBZW => (Cc::Pl, W),
        op::TBZX => (Cc::Pl, X),
        op::TBNZW => (Cc::Mi, W),
        op::TBNZX => (Cc::Mi, X),
        _ => return None,
    };
    let mut target = 1;
    if matches!(condition, Cc::Pl | Cc::Mi) {
        let sign = if width == W { 31 } else { 63 };
        if function.operand(inst, 1).as_imm() != Some(sign) {
            return None;
        }
        target = 2;
    }
    Some(RegisterBranch {
        condition,
        width,
        target: function.operand(inst, target).as_block()?,
    })
}

/// Replaces a branch if what defines its register can set the flags for it.
fn tune(function: &mut MachineFunction, inst: Inst, branch: &RegisterBranch) -> Option<()> {
    let register = function.operand(inst, 0).as_reg().as_virtual()?;
    let def = function.unique_def(register)?;
    let opcode = function.opcode(def);
    let mut forms = FLAG_SETTING.iter();
    let form = forms.find(|(plain, setting, _)| *plain == opcode || *setting == opcode);
    let (_, setting, width) = *form?;
    let is_alone = width == branch.width
        && function.inst_block(def) == function.inst_block(inst)
        && !are_flags_touched(function, def, inst);
    if !is_alone {
        return None;
    }
    if opcode == setting {
        keep_flags(function, def);
    } else {
        set_flags(function, def, (setting, width));
    }
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::Bcc)
        .location(location)
        .imm(branch.condition.imm())
        .block(branch.target)
        .insert_before(inst);
    function.remove_inst(inst);
    Some(())
}

/// Whether an instruction after `from` and before `to` reads or writes the flags.
fn are_flags_touched(function: &MachineFunction, from: Inst, to: Inst) -> bool {
    let next = |inst: &Inst| function.next_inst(*inst).filter(|inst| *inst != to);
    let mut between = std::iter::successors(next(&from), next);
    between.any(|inst| {
        !function.is_debug(inst) && (reads_flags(function, inst) || writes_flags(function, inst))
    })
}

/// Makes the flags that an instruction sets live.
fn keep_flags(function: &mut MachineFunction, inst: Inst) {
    for at in 0..function.num_operands(inst) {
        let operand = function.operand(inst, at);
        let flags = OperandFlags::IMPLICIT | OperandFlags::DEAD;
        if operand.has(flags) && operand.as_reg() == Reg::phys(reg::NZCV) {
            function
                .operand_mut(inst, at)
                .set(OperandFlags::DEAD, false);
        }
    }
}

/// Puts an instruction that also sets the flags into the place of `inst`.
fn set_flags(function: &mut MachineFunction, inst: Inst, (opcode, width): (Opcode, Width)) {
    let zero = match width {
        Width::W => reg::WZR,
        Width::X => reg::XZR,
    };
    let mut operands: smallvec::SmallVec<[Operand; 4]> = function
        .operands(inst)
        .iter()
        .map(|operand| operand.detached())
        .collect();
    let result = operands[0].as_reg();
    // The branch is one reader.
    let has_others = function.non_debug_uses(result).nth(1).is_some();
    operands[0] = Operand::def(if has_others { result } else { zero.into() });
    let explicit = operands
        .iter()
        .take_while(|operand| !operand.has(OperandFlags::IMPLICIT));
    let (explicit, implicit) = operands.split_at(explicit.count());
    let location = function.debug_loc(inst);
    let mut build = InstBuilder::new(function, opcode)
        .location(location)
        .ops(explicit);
    for operand in implicit {
        build = build.extra(*operand);
    }
    build.insert_before(inst);
    function.remove_inst(inst);
}
