//! Comparisons that are not needed, and instructions that set flags which nothing reads.
//!
//! ```text
//!   dead $nzcv = SUBSWrr …                                    = SUBWrr …
//!
//!   %1 = SUBWrr %0, %2                          %1 = SUBSWrr %0, %2, implicit-def $nzcv
//!   $wzr = SUBSWri %1, 0, 0                     gone
//!   Bcc 0, %bb.1                                Bcc 0, %bb.1
//!
//!   %1 = CSINCWr $wzr, $wzr, 1                  %1 = CSINCWr $wzr, $wzr, 1
//!   $wzr = SUBSWri %1, 0, 0                     gone
//!   Bcc 1, %bb.1                                Bcc 0, %bb.1
//! ```

use avarice_mir::{Inst, MachineFunction, MiFlags, Reg, VReg, inst_flags};
use avarice_target::{Opcode, PhysReg};

use super::flags::{self, Access, Nzcv};
use crate::{TARGET, immediates, op, reg};

/// What an instruction that sets flags compares.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    first: Reg,
    with: With,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum With {
    Reg(Reg),
    Number(i64),
}

impl Comparison {
    fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let [_, first, second, ..] = function.operands(inst) else {
            return None;
        };
        if !first.is_reg() {
            return None;
        }
        let mask = |size| {
            let bits = second.as_imm()?;
            Some(immediates::logical_value(bits as u64, size) as i64)
        };
        let with = match function.opcode(inst) {
            op::SUBSWrr
            | op::SUBSWrs
            | op::SUBSWrx
            | op::SUBSXrr
            | op::SUBSXrs
            | op::SUBSXrx
            | op::ADDSWrr
            | op::ADDSWrs
            | op::ADDSWrx
            | op::ADDSXrr
            | op::ADDSXrs
            | op::ADDSXrx => With::Reg(second.as_reg()),
            op::SUBSWri | op::ADDSWri | op::SUBSXri | op::ADDSXri => With::Number(second.as_imm()?),
            op::ANDSWri => With::Number(mask(32)?),
            op::ANDSXri => With::Number(mask(64)?),
            _ => return None,
        };
        let first = first.as_reg();
        Some(Self { first, with })
    }
}

/// Improves the comparison `inst`. `true` if it is gone or sets no flags any more.
pub(super) fn optimize(function: &mut MachineFunction, inst: Inst) -> bool {
    let Some(comparison) = Comparison::of(function, inst) else {
        return false;
    };
    let is_physical = |reg: Reg| reg.as_physical().is_some();
    if is_physical(comparison.first)
        || matches!(comparison.with, With::Reg(reg) if is_physical(reg))
    {
        return false;
    }
    if let Some(at) = flags::dead_def(function, inst) {
        return drop_flags(function, inst, at);
    }
    let (Some(first), With::Number(number)) = (comparison.first.as_virtual(), comparison.with)
    else {
        return false;
    };
    let result = function.operand(inst, 0).as_reg();
    if function.non_debug_uses(result).next().is_some() {
        return false;
    }
    number == 0 && set_flags_earlier(function, inst, first).is_some()
        || matches!(number, 0 | 1) && remove_after_select(function, inst, first, number).is_some()
}

// ---- Flags that nothing reads -----------------------------------------------------------------

fn defines_zero(function: &MachineFunction, inst: Inst) -> bool {
    let is_zero = |phys: PhysReg| matches!(phys, reg::WZR | reg::XZR);
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| operand.is_def() && operand.as_reg().as_physical().is_some_and(is_zero))
}

/// The same operation that sets no flags.
fn without_flags(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::ADDSWrr => op::ADDWrr,
        op::ADDSWri => op::ADDWri,
        op::ADDSWrs => op::ADDWrs,
        op::ADDSWrx => op::ADDWrx,
        op::ADDSXrr => op::ADDXrr,
        op::ADDSXri => op::ADDXri,
        op::ADDSXrs => op::ADDXrs,
        op::ADDSXrx => op::ADDXrx,
        op::SUBSWrr => op::SUBWrr,
        op::SUBSWri => op::SUBWri,
        op::SUBSWrs => op::SUBWrs,
        op::SUBSWrx => op::SUBWrx,
        op::SUBSXrr => op::SUBXrr,
        op::SUBSXri => op::SUBXri,
        op::SUBSXrs => op::SUBXrs,
        op::SUBSXrx => op::SUBXrx,
        _ => return None,
    })
}

/// Removes `inst`, whose flags (operand `at`) nothing reads, if it has no other result; else makes it set none.
fn drop_flags(function: &mut MachineFunction, inst: Inst, at: usize) -> bool {
    if defines_zero(function, inst) {
        function.remove_inst(inst);
        return true;
    }
    let Some(opcode) = without_flags(function.opcode(inst)) else {
        return false;
    };
    function.set_opcode(inst, opcode);
    function.untie_operand(inst, at);
    function.remove_operand(inst, at);
    constrain_operands(function, inst);
    true
}

/// Narrows the classes of registers to what the opcode allows.
fn constrain_operands(function: &mut MachineFunction, inst: Inst) {
    for (at, row) in function.desc(inst).operands.iter().enumerate() {
        let reg = function.operands(inst).get(at).map(|o| o.as_reg());
        let reg = reg.and_then(Reg::as_virtual);
        if let (Some(reg), Some(class)) = (reg, row.class) {
            let own = function.class(reg);
            if own != class && !TARGET.class(own).has_super_class(class) {
                function.constrain_class(reg, class, 0);
            }
        }
    }
}

// ---- Comparisons with zero --------------------------------------------------------------------

/// The operation that sets flags besides; itself if it does.
fn with_flags(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::ADDSWrr
        | op::ADDSWri
        | op::ADDSXrr
        | op::ADDSXri
        | op::SUBSWrr
        | op::SUBSWri
        | op::SUBSXrr
        | op::SUBSXri => opcode,
        op::ADDWrr => op::ADDSWrr,
        op::ADDWri => op::ADDSWri,
        op::ADDXrr => op::ADDSXrr,
        op::ADDXri => op::ADDSXri,
        op::ADCWr => op::ADCSWr,
        op::ADCXr => op::ADCSXr,
        op::SUBWrr => op::SUBSWrr,
        op::SUBWri => op::SUBSWri,
        op::SUBXrr => op::SUBSXrr,
        op::SUBXri => op::SUBSXri,
        op::SBCWr => op::SBCSWr,
        op::SBCXr => op::SBCSXr,
        op::ANDWri => op::ANDSWri,
        op::ANDXri => op::ANDSXri,
        _ => return None,
    })
}

fn adds_number(opcode: Opcode) -> bool {
    matches!(opcode, op::ADDSWri | op::ADDSXri)
}

fn subtracts_number(opcode: Opcode) -> bool {
    matches!(opcode, op::SUBSWri | op::SUBSXri)
}

/// Makes the definition of `first`, which `compare` compares with zero, set the flags, and removes `compare`.
fn set_flags_earlier(function: &mut MachineFunction, compare: Inst, first: VReg) -> Option<()> {
    let def = function.unique_def(first)?;
    let opcode = function.opcode(def);
    let form = with_flags(opcode)?;
    let compare_opcode = function.opcode(compare);
    if !adds_number(compare_opcode) && !subtracts_number(compare_opcode) {
        return None;
    }
    let readers = flags::readers(function, def, compare)?;
    // A sum that does not overflow leaves the flag for it clear, as the comparison does.
    let is_exact = function.insts[def].flags.contains(MiFlags::NSW);
    let differs = Nzcv::C | if is_exact { Nzcv::empty() } else { Nzcv::V };
    let access = if form == opcode {
        Access::Write
    } else {
        Access::Any
    };
    if readers.flags.intersects(differs)
        || flags::is_accessed_between(function, def, compare, access)
    {
        return None;
    }
    function.set_opcode(def, form);
    function.remove_inst(compare);
    constrain_operands(function, def);
    inst_flags::add_defined(function, def, reg::NZCV);
    Some(())
}

/// Removes the comparison of `first`, which a `CSINC` sets to 1 or 0 by a condition, with one of these.
fn remove_after_select(
    function: &mut MachineFunction,
    compare: Inst,
    first: VReg,
    number: i64,
) -> Option<()> {
    let select = function.unique_def(first)?;
    let zero = match function.opcode(select) {
        op::CSINCWr => reg::WZR,
        op::CSINCXr => reg::XZR,
        _ => return None,
    };
    let [_, on_true, on_false, ..] = function.operands(select) else {
        return None;
    };
    let is_flag = on_true.as_reg() == Reg::phys(zero) && on_false.as_reg() == Reg::phys(zero);
    let condition = flags::condition(function, select).filter(|_| is_flag)?;
    let opcode = function.opcode(compare);
    let is_comparison = subtracts_number(opcode) || number == 0 && adds_number(opcode);
    if !is_comparison || flags::dead_def(function, select).is_some() {
        return None;
    }
    let used = flags::of_condition(condition);
    let others = Nzcv::C | Nzcv::V;
    if used.intersects(others) {
        return None;
    }
    let readers = flags::readers(function, select, compare)?;
    let reads = |flag| readers.flags.contains(flag);
    if readers.flags.intersects(others)
        || used.contains(Nzcv::Z) && reads(Nzcv::N)
        || used.contains(Nzcv::N) && (reads(Nzcv::Z) || number == 0)
        || flags::is_accessed_between(function, select, compare, Access::Write)
    {
        return None;
    }
    // 0 is EQ, 1 is NE, 5 is PL.
    let inverts = match number {
        0 => condition == 1,
        _ => matches!(condition, 0 | 5),
    };
    function.remove_inst(compare);
    for reader in readers.insts.into_iter().filter(|_| inverts) {
        if let Some(at) = flags::condition_operand(function, reader) {
            let operand = function.operand_mut(reader, at);
            let number = operand.as_imm().unwrap_or(0);
            operand.set_imm(flags::inverse(number));
        }
    }
    Some(())
}
