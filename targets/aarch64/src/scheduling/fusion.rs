//! Pairs of instructions that processors execute as one.

use avarice_mir::{Inst, MachineFunction};
use avarice_target::{Opcode, PhysReg};

use crate::subtarget::Features;
use crate::{op, reg};

/// The features by which a processor is taken to fuse anything.
pub(super) const ANY: Features = Features::FUSE_ARITHMETIC_BCC
    .union(Features::FUSE_ARITHMETIC_CBZ)
    .union(Features::FUSE_AES)
    .union(Features::FUSE_ARITHMETIC_LOGIC)
    .union(Features::FUSE_CSEL)
    .union(Features::FUSE_ADRP_ADD)
    .union(Features::FUSE_LITERALS);

/// A kind of pairs: the features that ask for it, and whether two instructions are one. Without a first instruction:
/// whether there is any for the second one.
type Kind = (Features, fn(Pair<'_>) -> bool);

const KINDS: [Kind; 10] = [
    (
        Features::FUSE_CMP_BCC.union(Features::FUSE_ARITHMETIC_BCC),
        is_arithmetic_and_branch,
    ),
    (Features::FUSE_ARITHMETIC_CBZ, is_arithmetic_and_zero_branch),
    (Features::FUSE_AES, is_aes),
    (Features::FUSE_CRYPTO_EOR, is_crypto_and_eor),
    (Features::FUSE_ADRP_ADD, is_address),
    (Features::FUSE_LITERALS, is_literal),
    (Features::FUSE_ADDRESS, is_address_and_access),
    (Features::FUSE_CSEL, is_compare_and_select),
    (Features::FUSE_ARITHMETIC_LOGIC, is_arithmetic_and_logic),
    (Features::FUSE_ADD_SUB_ONE, is_sum_and_one),
];

/// Whether the processor executes `second` together with `first`.
pub(super) fn are_fused(function: &MachineFunction, first: Option<Inst>, second: Inst) -> bool {
    let features = Features::of(function);
    let pair = Pair {
        function,
        first,
        second,
    };
    let mut kinds = KINDS.iter();
    kinds.any(|(wanted, holds)| features.intersects(*wanted) && holds(pair))
}

/// Two instructions, of which the first is open if it is none.
#[derive(Clone, Copy)]
struct Pair<'a> {
    function: &'a MachineFunction,
    first: Option<Inst>,
    second: Inst,
}

impl Pair<'_> {
    fn second(&self) -> Opcode {
        self.function.opcode(self.second)
    }

    fn imm(&self, inst: Inst, at: usize) -> Option<i64> {
        self.function.operands(inst).get(at)?.as_imm()
    }

    /// Whether the first one is open or has one of these opcodes.
    fn first_is(&self, opcodes: &[Opcode]) -> bool {
        let has = |inst| opcodes.contains(&self.function.opcode(inst));
        self.first.is_none_or(has)
    }

    /// Whether the first one is open, or has one of these opcodes and shifts no operand.
    fn first_is_unshifted(&self, opcodes: &[Opcode]) -> bool {
        let shifts = |inst| self.is_shifted(inst);
        self.first_is(opcodes) && !self.first.is_some_and(shifts)
    }

    /// Whether an operand of an instruction is shifted or extended.
    fn is_shifted(&self, inst: Inst) -> bool {
        let name = self.function.desc(inst).name;
        let has_shift = name.ends_with("rs") || name.ends_with("rx") || name.ends_with("rx64");
        has_shift && self.imm(inst, 3).is_some_and(|shift| shift != 0)
    }

    /// Whether the first one is open or writes `zero`.
    fn first_defines(&self, zero: PhysReg) -> bool {
        let defines = |inst| {
            let mut operands = self.function.operands(inst).iter();
            operands.any(|o| o.is_def() && o.as_reg().as_physical() == Some(zero))
        };
        self.first.is_none_or(defines)
    }
}

fn is_arithmetic_and_branch(pair: Pair<'_>) -> bool {
    if pair.second() != op::Bcc {
        return false;
    }
    let Some(first) = pair.first else {
        return true;
    };
    let features = Features::of(pair.function);
    if !features.contains(Features::FUSE_ARITHMETIC_BCC) {
        let result = pair.function.operands(first).first();
        let result = result.filter(|operand| operand.is_reg());
        let is_zero = |reg| matches!(reg, Some(reg::XZR | reg::WZR));
        if result.is_some_and(|result| !is_zero(result.as_reg().as_physical())) {
            return false;
        }
    }
    pair.first_is_unshifted(&[
        op::ADDSWri,
        op::ADDSWrr,
        op::ADDSXri,
        op::ADDSXrr,
        op::ANDSWri,
        op::ANDSWrr,
        op::ANDSXri,
        op::ANDSXrr,
        op::SUBSWri,
        op::SUBSWrr,
        op::SUBSXri,
        op::SUBSXrr,
        op::BICSWrr,
        op::BICSXrr,
        op::ADDSWrs,
        op::ADDSXrs,
        op::ANDSWrs,
        op::ANDSXrs,
        op::SUBSWrs,
        op::SUBSXrs,
        op::BICSWrs,
        op::BICSXrs,
    ])
}

fn is_arithmetic_and_zero_branch(pair: Pair<'_>) -> bool {
    matches!(pair.second(), op::CBZW | op::CBZX | op::CBNZW | op::CBNZX)
        && pair.first_is_unshifted(&[
            op::ADDWri,
            op::ADDWrr,
            op::ADDXri,
            op::ADDXrr,
            op::ANDWri,
            op::ANDWrr,
            op::ANDXri,
            op::ANDXrr,
            op::EORWri,
            op::EORWrr,
            op::EORXri,
            op::EORXrr,
            op::ORRWri,
            op::ORRWrr,
            op::ORRXri,
            op::ORRXrr,
            op::SUBWri,
            op::SUBWrr,
            op::SUBXri,
            op::SUBXrr,
            op::ADDWrs,
            op::ADDXrs,
            op::ANDWrs,
            op::ANDXrs,
            op::SUBWrs,
            op::SUBXrs,
            op::BICWrs,
            op::BICXrs,
        ])
}

fn is_aes(pair: Pair<'_>) -> bool {
    match pair.second() {
        op::AESMCrr | op::AESMCrrTied => pair.first_is(&[op::AESErr]),
        op::AESIMCrr | op::AESIMCrrTied => pair.first_is(&[op::AESDrr]),
        _ => false,
    }
}

fn is_crypto_and_eor(pair: Pair<'_>) -> bool {
    pair.second() == op::EORv16i8
        && pair.first_is(&[
            op::AESErr,
            op::AESDrr,
            op::PMULLv16i8,
            op::PMULLv8i8,
            op::PMULLv1i64,
            op::PMULLv2i64,
        ])
}

fn is_address(pair: Pair<'_>) -> bool {
    pair.second() == op::ADDXri && pair.first_is(&[op::ADRP])
}

/// Parts of a constant, 16 bits each.
fn is_literal(pair: Pair<'_>) -> bool {
    match (pair.second(), pair.imm(pair.second, 3)) {
        (op::MOVKWi, Some(16)) => pair.first_is(&[op::MOVZWi]),
        (op::MOVKXi, Some(16)) => pair.first_is(&[op::MOVZXi]),
        (op::MOVKXi, Some(48)) => {
            let is_lower = |inst| pair.imm(inst, 3) == Some(32);
            pair.first_is(&[op::MOVKXi]) && pair.first.is_none_or(is_lower)
        }
        _ => false,
    }
}

fn is_address_and_access(pair: Pair<'_>) -> bool {
    let is_access = matches!(
        pair.second(),
        op::STRBBui
            | op::STRBui
            | op::STRDui
            | op::STRHHui
            | op::STRHui
            | op::STRQui
            | op::STRSui
            | op::STRWui
            | op::STRXui
            | op::LDRBBui
            | op::LDRBui
            | op::LDRDui
            | op::LDRHHui
            | op::LDRHui
            | op::LDRQui
            | op::LDRSui
            | op::LDRWui
            | op::LDRXui
            | op::LDRSBWui
            | op::LDRSBXui
            | op::LDRSHWui
            | op::LDRSHXui
            | op::LDRSWui
    );
    let is_at_address = pair.imm(pair.second, 2) == Some(0);
    is_access
        && match pair.first.map(|inst| pair.function.opcode(inst)) {
            None | Some(op::ADRP) => true,
            Some(op::ADR) => is_at_address,
            Some(_) => false,
        }
}

fn is_compare_and_select(pair: Pair<'_>) -> bool {
    match pair.second() {
        op::CSELWr => {
            let compares = [op::SUBSWrs, op::SUBSWrx, op::SUBSWrr, op::SUBSWri];
            pair.first_defines(reg::WZR) && pair.first_is_unshifted(&compares)
        }
        op::CSELXr => {
            let compares = [
                op::SUBSXrs,
                op::SUBSXrx,
                op::SUBSXrx64,
                op::SUBSXrr,
                op::SUBSXri,
            ];
            pair.first_defines(reg::XZR) && pair.first_is_unshifted(&compares)
        }
        _ => false,
    }
}

const SUMS: [Opcode; 8] = [
    op::ADDWrr,
    op::ADDXrr,
    op::SUBWrr,
    op::SUBXrr,
    op::ADDWrs,
    op::ADDXrs,
    op::SUBWrs,
    op::SUBXrs,
];

const SUMS_WITH_FLAGS: [Opcode; 8] = [
    op::ADDSWrr,
    op::ADDSXrr,
    op::SUBSWrr,
    op::SUBSXrr,
    op::ADDSWrs,
    op::ADDSXrs,
    op::SUBSWrs,
    op::SUBSXrs,
];

const LOGIC: [Opcode; 24] = [
    op::ANDWrr,
    op::ANDXrr,
    op::BICWrr,
    op::BICXrr,
    op::EONWrr,
    op::EONXrr,
    op::EORWrr,
    op::EORXrr,
    op::ORNWrr,
    op::ORNXrr,
    op::ORRWrr,
    op::ORRXrr,
    op::ANDWrs,
    op::ANDXrs,
    op::BICWrs,
    op::BICXrs,
    op::EONWrs,
    op::EONXrs,
    op::EORWrs,
    op::EORXrs,
    op::ORNWrs,
    op::ORNXrs,
    op::ORRWrs,
    op::ORRXrs,
];

fn is_arithmetic_and_logic(pair: Pair<'_>) -> bool {
    if pair.is_shifted(pair.second) {
        return false;
    }
    let second = pair.second();
    if SUMS.contains(&second) || LOGIC.contains(&second) {
        pair.first_is_unshifted(&SUMS) || pair.first_is_unshifted(&SUMS_WITH_FLAGS)
    } else {
        SUMS_WITH_FLAGS.contains(&second) && pair.first_is_unshifted(&SUMS)
    }
}

/// `a + b + 1` or `a - b - 1`.
fn is_sum_and_one(pair: Pair<'_>) -> bool {
    if pair.imm(pair.second, 2) != Some(1) {
        return false;
    }
    match pair.second() {
        op::ADDWri | op::ADDXri => {
            pair.first_is_unshifted(&[op::ADDWrs, op::ADDXrs, op::ADDWrr, op::ADDXrr])
        }
        op::SUBWri | op::SUBXri => {
            pair.first_is_unshifted(&[op::SUBWrs, op::SUBXrs, op::SUBWrr, op::SUBXrr])
        }
        _ => false,
    }
}
