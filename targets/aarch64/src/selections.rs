//! Selections by conditional moves, for branches that go.

use avarice_machine::early_if_conversion::{Selection, SelectionCycles, SelectionHooks};
use avarice_machine::pass::IfConversionOptions;
use avarice_mir::{InsertPoint, Inst, InstBuilder, MachineFunction, OperandFlags, Reg, VReg};
use avarice_target::{Opcode, PhysReg, RegClass};

use crate::condition::Cc;
use crate::immediates::logical_bits;
use crate::{TARGET, class, op, reg};

/// The selections of AArch64.
pub(crate) struct Selections;

/// Whether all registers of `inner` are in `outer`.
fn is_within(inner: RegClass, outer: RegClass) -> bool {
    inner == outer || TARGET.class(inner).has_super_class(outer)
}

impl SelectionHooks for Selections {
    fn is_wanted(&self, _: &IfConversionOptions) -> bool {
        true
    }

    fn cycles(
        &self,
        function: &MachineFunction,
        selection: &Selection<'_>,
    ) -> Option<SelectionCycles> {
        let [taken, otherwise, result] =
            [selection.taken, selection.otherwise, selection.result].map(|reg| function.class(reg));
        let class = TARGET.common_sub_class(taken, otherwise)?;
        TARGET.common_sub_class(class, result)?;
        // A branch on a register needs a comparison.
        let comparison = u32::from(selection.condition.len() != 1);
        if is_within(class, class::GPR64all) || is_within(class, class::GPR32all) {
            let folds_taken = folded(function, selection.taken).is_some();
            let folds_other = !folds_taken && folded(function, selection.otherwise).is_some();
            return Some(SelectionCycles {
                condition: 1 + comparison,
                taken: u32::from(!folds_taken),
                otherwise: u32::from(!folds_other),
            });
        }
        let is_float = is_within(class, class::FPR64) || is_within(class, class::FPR32);
        is_float.then_some(SelectionCycles {
            condition: 5 + comparison,
            taken: 2,
            otherwise: 2,
        })
    }

    fn insert(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        branch: Inst,
        selection: &Selection<'_>,
    ) {
        let Some(mut condition) = insert_comparison(function, at, branch, selection) else {
            return;
        };
        let classes = [
            (class::GPR64, op::CSELXr),
            (class::GPR32, op::CSELWr),
            (class::FPR64, op::FCSELDrrr),
            (class::FPR32, op::FCSELSrrr),
        ];
        let mut classes = classes.into_iter();
        let found = classes.find(|(class, _)| {
            function
                .constrain_class(selection.result, *class, 0)
                .is_some()
        });
        let Some((class, mut opcode)) = found else {
            return;
        };
        let mut taken = Reg::virt(selection.taken);
        let mut otherwise = Reg::virt(selection.otherwise);
        if class == class::GPR64 || class == class::GPR32 {
            let mut fold = folded(function, selection.taken);
            if fold.is_some() {
                // What is folded applies to the second operand.
                condition = condition.inverse();
                taken = otherwise;
            } else {
                fold = folded(function, selection.otherwise);
            }
            if let Some((folded, source)) = fold {
                opcode = folded;
                otherwise = source;
                function.clear_kill_flags(source);
            }
        }
        for reg in [taken, otherwise].into_iter().filter_map(Reg::as_virtual) {
            function.constrain_class(reg, class, 0);
        }
        let location = function.debug_loc(branch);
        InstBuilder::new(function, opcode)
            .location(location)
            .def(selection.result)
            .reg(taken)
            .reg(otherwise)
            .imm(condition.imm())
            .insert_at(at);
    }
}

/// Inserts the comparison that a branch on a register does itself, and gives the condition on the flags.
fn insert_comparison(
    function: &mut MachineFunction,
    at: InsertPoint,
    branch: Inst,
    selection: &Selection<'_>,
) -> Option<Cc> {
    let location = function.debug_loc(branch);
    match *selection.condition {
        [condition] => Cc::from_imm(condition.as_imm()?),
        [_, opcode, operand] => {
            let opcode = Opcode(opcode.as_imm()? as u16);
            let (subtract, zero, class) = match opcode {
                op::CBZW | op::CBNZW => (op::SUBSWri, reg::WZR, class::GPR32sp),
                _ => (op::SUBSXri, reg::XZR, class::GPR64sp),
            };
            if let Some(reg) = operand.as_reg().as_virtual() {
                function.constrain_class(reg, class, 0);
            }
            InstBuilder::new(function, subtract)
                .location(location)
                .def(zero)
                .reg(operand.as_reg())
                .imm(0)
                .imm(0)
                .insert_at(at);
            let is_zero = matches!(opcode, op::CBZW | op::CBZX);
            Some(if is_zero { Cc::Eq } else { Cc::Ne })
        }
        [_, opcode, operand, bit] => {
            let opcode = Opcode(opcode.as_imm()? as u16);
            let bit = 1u64.checked_shl(u32::try_from(bit.as_imm()?).ok()?)?;
            let (and, zero, mask) = match opcode {
                op::TBZW | op::TBNZW => (op::ANDSWri, reg::WZR, bit | bit << 32),
                _ => (op::ANDSXri, reg::XZR, bit),
            };
            InstBuilder::new(function, and)
                .location(location)
                .def(zero)
                .reg(operand.as_reg())
                .imm(logical_bits(mask))
                .insert_at(at);
            let is_zero = matches!(opcode, op::TBZW | op::TBZX);
            Some(if is_zero { Cc::Eq } else { Cc::Ne })
        }
        _ => None,
    }
}

/// The register that full copies end in.
fn copied(function: &MachineFunction, mut register: Reg) -> Reg {
    for _ in 0..function.vregs.len() {
        let Some(vreg) = register.as_virtual() else {
            break;
        };
        let Some(def) = function.unique_def(vreg) else {
            break;
        };
        let is_whole = |at| function.operand(def, at).sub_reg().is_none();
        if function.opcode(def) != op::COPY || !is_whole(0) || !is_whole(1) {
            break;
        }
        register = function.operand(def, 1).as_reg();
    }
    register
}

/// The selection that computes a register from another one, if that takes no other instruction: an increment, a negation or
/// a complement.
fn folded(function: &MachineFunction, register: VReg) -> Option<(Opcode, Reg)> {
    let register = copied(function, register.into()).as_virtual()?;
    let is_wide = is_within(function.class(register), class::GPR64all);
    let def = function.unique_def(register)?;
    let opcode = function.opcode(def);
    let sets_flags = matches!(
        opcode,
        op::ADDSXri | op::ADDSWri | op::SUBSXrr | op::SUBSWrr
    );
    let is_dead_flags = |o: &avarice_mir::Operand| {
        o.has(OperandFlags::DEF | OperandFlags::DEAD) && o.as_reg() == Reg::phys(reg::NZCV)
    };
    if sets_flags && !function.operands(def).iter().any(is_dead_flags) {
        return None;
    }
    let imm = |at: usize| function.operand(def, at).as_imm();
    let is_from_zero = || {
        let first = copied(function, function.operand(def, 1).as_reg()).as_physical();
        first.is_some_and(|first: PhysReg| first == reg::XZR || first == reg::WZR)
    };
    let (forms, source, applies) = match opcode {
        op::ADDSXri | op::ADDSWri | op::ADDXri | op::ADDWri => {
            let is_increment = imm(2) == Some(1) && imm(3) == Some(0);
            ([op::CSINCWr, op::CSINCXr], 1, is_increment)
        }
        op::ORNXrr | op::ORNWrr => ([op::CSINVWr, op::CSINVXr], 2, is_from_zero()),
        op::SUBSXrr | op::SUBSWrr | op::SUBXrr | op::SUBWrr => {
            ([op::CSNEGWr, op::CSNEGXr], 2, is_from_zero())
        }
        _ => return None,
    };
    let opcode = forms[usize::from(is_wide)];
    applies.then(|| (opcode, function.operand(def, source).as_reg()))
}
