//! What the combiner of instructions knows of AArch64.
//!
//! ```text
//!   %2 = MADDWrrr %0, %1, $wzr            %4 = MADDWrrr %0, %1, %3
//!   %4 = ADDWrr %2, %3
//!
//!   %2 = DUPv4i32lane %0, 1               %3 = FMULv4i32_indexed %1, %0, 1
//!   %3 = FMULv4f32 %1, %2
//!
//!   %2 = ADDWrr %0, %1                    %4 = SUBWrr %3, %0
//!   %3 = SUBWrr %3, %2                    %5 = SUBWrr %4, %1
//! ```
//!
//! | file | has |
//! |---|---|
//! | `rules` | multiplications and what they are joined with |
//! | `make` | the instructions that come out of it |

mod make;
mod rules;

use avarice_machine::machine_combiner::{Alternative, CombinerHooks, Math, Objective, Pattern};
use avarice_mir::{Inst, MachineFunction, MiFlags, OperandFlags, Reg};
use avarice_target::Opcode;

use crate::{op, reg};
use rules::{Condition, RULES, Rule, rules_of};

/// The hooks of AArch64 for the combiner.
pub(crate) struct Combinations;

/// The numbers of the patterns that make two subtractions of one of a sum, by the operand of the sum that comes first.
const SUBTRACTIONS: [u16; 2] = [u16::MAX - 1, u16::MAX];

impl CombinerHooks for Combinations {
    fn is_associative(&self, function: &MachineFunction, inst: Inst, math: Math) -> bool {
        match function.opcode(inst) {
            op::FADDHrr
            | op::FADDSrr
            | op::FADDDrr
            | op::FMULHrr
            | op::FMULSrr
            | op::FMULDrr
            | op::FMULX16
            | op::FMULX32
            | op::FMULX64
            | op::FADDv4f16
            | op::FADDv8f16
            | op::FADDv2f32
            | op::FADDv4f32
            | op::FADDv2f64
            | op::FMULv4f16
            | op::FMULv8f16
            | op::FMULv2f32
            | op::FMULv4f32
            | op::FMULv2f64
            | op::FMULXv4f16
            | op::FMULXv8f16
            | op::FMULXv2f32
            | op::FMULXv4f32
            | op::FMULXv2f64 => {
                let flags = function.insts[inst].flags;
                math == Math::Unsafe || flags.contains(MiFlags::REASSOC | MiFlags::NSZ)
            }
            op::ADDWrr
            | op::ADDXrr
            | op::ANDWrr
            | op::ANDXrr
            | op::ORRWrr
            | op::ORRXrr
            | op::EORWrr
            | op::EORXrr
            | op::EONWrr
            | op::EONXrr
            | op::ADDv8i8
            | op::ADDv16i8
            | op::ADDv4i16
            | op::ADDv8i16
            | op::ADDv2i32
            | op::ADDv4i32
            | op::ADDv1i64
            | op::ADDv2i64
            | op::MULv8i8
            | op::MULv16i8
            | op::MULv4i16
            | op::MULv8i16
            | op::MULv2i32
            | op::MULv4i32
            | op::ANDv8i8
            | op::ANDv16i8
            | op::ORRv8i8
            | op::ORRv16i8
            | op::EORv8i8
            | op::EORv16i8 => true,
            _ => false,
        }
    }

    fn find(&self, function: &MachineFunction, root: Inst, math: Math, out: &mut Vec<Pattern>) {
        let Some(opcode) = without_flags(function, root) else {
            return;
        };
        for number in rules_of(opcode) {
            if applies(function, root, &RULES[number], math) {
                out.push(Pattern::Target(number as u16));
            }
        }
        let is_subtraction = matches!(opcode, op::SUBWrr | op::SUBXrr);
        if out.is_empty() && is_subtraction && subtracts_sum(function, root) {
            out.extend(SUBTRACTIONS.map(Pattern::Target));
        }
    }

    fn objective(&self, pattern: u16) -> Objective {
        RULES
            .get(usize::from(pattern))
            .map_or(Objective::Depth, |rule| rule.objective)
    }

    fn make(
        &self,
        function: &mut MachineFunction,
        root: Inst,
        pattern: u16,
        out: &mut Alternative,
    ) {
        // Without what an alternative needs after all, it stays empty.
        let _ = match RULES.get(usize::from(pattern)) {
            Some(rule) => make::by_rule(function, root, rule, out),
            None => {
                let first = if pattern == SUBTRACTIONS[0] { 1 } else { 2 };
                make::two_subtractions(function, root, first, out)
            }
        };
    }
}

/// The opcode that does the same as `inst` without setting flags; `None` if the flags are read.
fn without_flags(function: &MachineFunction, inst: Inst) -> Option<Opcode> {
    let opcode = function.opcode(inst);
    let (plain, takes_stack_pointer) = match opcode {
        op::ADDSWrr => (op::ADDWrr, false),
        op::ADDSWri => (op::ADDWri, true),
        op::ADDSXrr => (op::ADDXrr, false),
        op::ADDSXri => (op::ADDXri, true),
        op::SUBSWrr => (op::SUBWrr, false),
        op::SUBSWri => (op::SUBWri, true),
        op::SUBSXrr => (op::SUBXrr, false),
        op::SUBSXri => (op::SUBXri, true),
        _ => return Some(opcode),
    };
    let zeros = [reg::WZR, reg::XZR].map(Reg::phys);
    let is_compare = zeros.contains(&function.operand(inst, 0).as_reg());
    let changes = takes_stack_pointer && is_compare;
    (has_dead_flags(function, inst) && !changes).then_some(plain)
}

/// Whether an instruction sets flags that nothing reads.
fn has_dead_flags(function: &MachineFunction, inst: Inst) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| {
        operand.has(OperandFlags::DEF | OperandFlags::DEAD)
            && operand.as_reg() == Reg::phys(reg::NZCV)
    })
}

/// What defines operand `at` of an instruction, if that is in the same block, and nothing else reads it.
fn only_read_by(function: &MachineFunction, inst: Inst, at: usize) -> Option<Inst> {
    let register = function.operand(inst, at).as_reg().as_virtual()?;
    let def = function.unique_def(register)?;
    let result = function.operand(def, 0).as_reg();
    let mut uses = function.non_debug_uses(result);
    let is_read_once = uses.next().is_some() && uses.next().is_none();
    let is_near = function.inst_block(def) == function.inst_block(inst);
    (is_near && is_read_once).then_some(def)
}

/// Whether a rule applies to an instruction.
fn applies(function: &MachineFunction, root: Inst, rule: &Rule, math: Math) -> bool {
    let is_inner = |inst: &Inst| function.opcode(*inst) == rule.inner;
    let operand = usize::from(rule.operand);
    let inner = || only_read_by(function, root, operand).filter(is_inner);
    let flags = |inst: Inst| function.insts[inst].flags;
    match rule.condition {
        Condition::OnlyReader => inner().is_some(),
        Condition::PlainProduct(zero) => {
            inner().is_some_and(|inner| function.operand(inner, 3).as_reg() == Reg::phys(zero))
        }
        Condition::Contract => {
            let may = math == Math::Unsafe || flags(root).contains(MiFlags::CONTRACT);
            may && inner().is_some()
        }
        Condition::AnyReader => {
            make::duplicate(function, root, operand).is_some_and(|inst| is_inner(&inst))
        }
        Condition::Negation => {
            let wanted = MiFlags::CONTRACT | MiFlags::NSZ;
            let register = function.operand(root, operand).as_reg().as_virtual();
            let def = register.and_then(|register| function.unique_def(register));
            def.filter(is_inner).is_some_and(|inner| {
                let mut uses = function.non_debug_uses(function.operand(inner, 0).as_reg());
                let is_read_once = uses.next().is_some() && uses.next().is_none();
                is_read_once && flags(root).contains(wanted) && flags(inner).contains(wanted)
            })
        }
    }
}

/// Whether a subtraction is one of a sum that nothing else reads.
fn subtracts_sum(function: &MachineFunction, root: Inst) -> bool {
    only_read_by(function, root, 2).is_some_and(|inner| match function.opcode(inner) {
        op::ADDWrr | op::ADDXrr => true,
        op::ADDSWrr | op::ADDSXrr => has_dead_flags(function, inner),
        _ => false,
    })
}
