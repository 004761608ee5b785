//! Branches on a register that need not be computed for them.
//!
//! ```text
//!   %1 = ANDWri %0, #0x400          %1 = ANDWri %0, #0x400
//!   CBNZW %1, %bb.1                 TBNZW %0, 10, %bb.1
//!
//!   %1 = CSINCWr $wzr, $wzr, 1      %1 = CSINCWr $wzr, $wzr, 1
//!   TBNZW %1, 0, %bb.1              Bcc 0, %bb.1
//! ```

use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, OperandFlags, Reg, VReg};

use super::flags::{self, Access};
use crate::{immediates, op, reg, sub};

/// A branch on a register.
struct Branch {
    reg: VReg,
    to: Block,
    /// Whether it is taken if the register, or the bit, is not zero.
    on_nonzero: bool,
    /// Whether it tests the lowest bit alone.
    tests_bit: bool,
}

impl Branch {
    /// `None` for other branches, and for tests of other bits.
    fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let (on_nonzero, tests_bit) = match function.opcode(inst) {
            op::CBZW | op::CBZX => (false, false),
            op::CBNZW | op::CBNZX => (true, false),
            op::TBZW | op::TBZX => (false, true),
            op::TBNZW | op::TBNZX => (true, true),
            _ => return None,
        };
        let operands = function.operands(inst);
        if tests_bit && operands.get(1)?.as_imm()? != 0 {
            return None;
        }
        Some(Self {
            reg: operands.first()?.as_reg().as_virtual()?,
            to: operands.get(if tests_bit { 2 } else { 1 })?.as_block()?,
            on_nonzero,
            tests_bit,
        })
    }
}

/// Replaces the branch `inst` if it can be another one.
pub(super) fn optimize(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let branch = Branch::of(function, inst)?;
    let mut def = function.unique_def(branch.reg)?;
    let mut steps = function.layout.len() + function.insts.len();
    while function.opcode(def) == avarice_target::op::COPY && steps > 0 {
        steps -= 1;
        let src = function.operand(def, 1).as_reg().as_virtual()?;
        if !function.has_one_non_debug_use(src) {
            return None;
        }
        def = function.unique_def(src)?;
    }
    match function.opcode(def) {
        op::ANDWri | op::ANDXri => test_bit(function, inst, &branch, def),
        op::CSINCWr | op::CSINCXr => branch_on_condition(function, inst, &branch, def),
        _ => None,
    }
}

/// A branch on a register with all but one bit cleared tests that bit.
fn test_bit(function: &mut MachineFunction, inst: Inst, branch: &Branch, and: Inst) -> Option<()> {
    let is_local = function.inst_block(and) == function.inst_block(inst);
    if branch.tests_bit || !is_local || !function.has_one_non_debug_use(branch.reg) {
        return None;
    }
    let is_word = function.opcode(and) == op::ANDWri;
    let bits = function.operands(and).get(2)?.as_imm()?;
    let mask = immediates::logical_value(bits as u64, if is_word { 32 } else { 64 });
    let tested = function.operands(and).get(1)?.as_reg().as_virtual()?;
    if !mask.is_power_of_two() {
        return None;
    }
    let bit = mask.trailing_zeros();
    let opcode = match (bit < 32, branch.on_nonzero) {
        (true, true) => op::TBNZW,
        (true, false) => op::TBZW,
        (false, true) => op::TBNZX,
        (false, false) => op::TBZX,
    };
    let location = function.debug_loc(inst);
    let new = InstBuilder::new(function, opcode)
        .reg(tested)
        .imm(i64::from(bit))
        .block(branch.to)
        .location(location)
        .insert_before(inst);
    function.operand_mut(and, 1).set(OperandFlags::KILL, false);
    // A test of a bit below 32 has a register of 32 bits.
    if !is_word && bit < 32 {
        function.operand_mut(new, 0).set_sub_reg(sub::SUB_32);
    }
    function.remove_inst(inst);
    Some(())
}

/// A branch on whether a condition has held branches on the condition, if the flags are still the same.
fn branch_on_condition(
    function: &mut MachineFunction,
    inst: Inst,
    branch: &Branch,
    select: Inst,
) -> Option<()> {
    let [_, on_true, on_false, condition, ..] = function.operands(select) else {
        return None;
    };
    let both = |zero| on_true.as_reg() == Reg::phys(zero) && on_false.as_reg() == Reg::phys(zero);
    let condition = condition
        .as_imm()
        .filter(|_| both(reg::WZR) || both(reg::XZR))?;
    if flags::dead_def(function, select).is_some()
        || flags::is_accessed_between(function, select, inst, Access::Write)
    {
        return None;
    }
    let condition = if branch.on_nonzero {
        flags::inverse(condition)
    } else {
        condition
    };
    let location = function.debug_loc(inst);
    InstBuilder::new(function, op::Bcc)
        .imm(condition)
        .block(branch.to)
        .location(location)
        .insert_before(inst);
    function.remove_inst(inst);
    Some(())
}
