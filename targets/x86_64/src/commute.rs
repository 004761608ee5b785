//! Commutation: which operands can change places, and what else changes with them (opcode, condition,
//! immediate).

use avarice_mir::{Inst, MachineFunction, Operand, hooks};
use avarice_target::{InstrFlags, Opcode, OperandType};

use crate::condition::Cond;
use crate::op;
use crate::subtarget::{self, Features};

// ---- Fused multiply-add -----------------------------------------------------------------------

/// The forms of fused multiply-add, by the operands that are multiplied, then added: `132` is
/// `1 × 3 + 2`. Rows of one operation follow each other, all of one form together:
///
/// ```text
///   first: VFMADD132PDYm … VFMADD132SSr_Int, VFMADD213PDYm … VFMADD213SSr_Int, VFMADD231PDYm …
///          ╰────────── stride ───────────╯
/// ```
struct FmaFamily {
    first: Opcode,
    stride: u16,
}

const fn family(first: Opcode, second: Opcode) -> FmaFamily {
    FmaFamily {
        first,
        stride: second.0 - first.0,
    }
}

const FMA_FAMILIES: &[FmaFamily] = &[
    family(op::VFMADD132PDYm, op::VFMADD213PDYm),
    family(op::VFMADDSUB132PDYm, op::VFMADDSUB213PDYm),
    family(op::VFMSUB132PDYm, op::VFMSUB213PDYm),
    family(op::VFMSUBADD132PDYm, op::VFMSUBADD213PDYm),
    family(op::VFNMADD132PDYm, op::VFNMADD213PDYm),
    family(op::VFNMSUB132PDYm, op::VFNMSUB213PDYm),
];

/// The family of a fused multiply-add, and the place of its form in it: 132, 213, 231.
fn fma_form(opcode: Opcode) -> Option<(&'static FmaFamily, u16)> {
    let place = |family: &'static FmaFamily| {
        let form = opcode.0.checked_sub(family.first.0)? / family.stride;
        (form < 3).then_some((family, form))
    };
    FMA_FAMILIES.iter().find_map(place)
}

/// The opcode that computes the same with two operands exchanged.
fn commuted_fma(opcode: Opcode, first: usize, second: usize) -> Option<Opcode> {
    const FORM_132: u16 = 0;
    const FORM_213: u16 = 1;
    const FORM_231: u16 = 2;
    let (family, form) = fma_form(opcode)?;
    let forms = match (first.min(second), first.max(second)) {
        (1, 2) => [FORM_231, FORM_213, FORM_132],
        (1, 3) => [FORM_132, FORM_231, FORM_213],
        (2, 3) => [FORM_213, FORM_132, FORM_231],
        _ => return None,
    };
    let kind = opcode.0 - form * family.stride;
    Some(Opcode(kind + forms[usize::from(form)] * family.stride))
}

/// Whether an operand of a fused multiply-add can change places: a register, and not the first one of an
/// operation on the lowest element, which takes the other elements from there.
fn is_commutable_fma_operand(function: &MachineFunction, inst: Inst, index: usize) -> bool {
    let desc = function.desc(inst);
    let first = if desc.name.ends_with("_Int") { 2 } else { 1 };
    let has_memory = desc.operands[3].kind == OperandType::MEMORY;
    let last = if has_memory { 2 } else { 3 };
    (first..=last).contains(&index)
}

/// The last operand, in a register other than that of `first`, that can change places with `first` (the
/// last of all for `None`).
fn commutable_fma_operands(
    function: &MachineFunction,
    inst: Inst,
    first: Option<usize>,
) -> Option<(usize, usize)> {
    let mut candidates = (1..=3)
        .rev()
        .filter(|index| is_commutable_fma_operand(function, inst, *index));
    let fixed = match first {
        None => candidates.clone().next()?,
        Some(fixed) => Some(fixed).filter(|_| candidates.clone().any(|at| Some(at) == first))?,
    };
    let reg = function.operand(inst, fixed).as_reg();
    let other = candidates.find(|index| function.operand(inst, *index).as_reg() != reg)?;
    Some(if first.is_none() {
        (other, fixed)
    } else {
        (fixed, other)
    })
}

// ---- Which operands ---------------------------------------------------------------------------

/// The two operands that can change places in an instruction that has just one such pair.
fn only_pair(function: &MachineFunction, inst: Inst) -> Option<(usize, usize)> {
    let ops = function.operands(inst);
    let has = |feature| subtarget::of(function).contains(feature);
    let immediate = |index: usize| ops.get(index)?.as_imm();
    let allowed = match function.opcode(inst) {
        op::CMPSDrri
        | op::CMPSSrri
        | op::CMPPDrri
        | op::CMPPSrri
        | op::VCMPSDrri
        | op::VCMPSSrri
        | op::VCMPPDrri
        | op::VCMPPSrri
        | op::VCMPPDYrri
        | op::VCMPPSYrri => {
            // Equal, unordered, and their opposites are symmetric.
            matches!(immediate(3)? & 7, 0 | 3 | 4 | 7)
        }
        op::MOVSSrr => has(Features::SSE41),
        op::MOVHLPSrr | op::UNPCKHPDrr | op::VMOVHLPSrr | op::VUNPCKHPDrr => has(Features::SSE2),
        op::SHUFPDrri => immediate(3)? == 2,
        _ => true,
    };
    if !allowed {
        return None;
    }
    Some(match function.opcode(inst) {
        // Operand 1 is accumulated into.
        op::VPDPWSSDYrr
        | op::VPDPWSSDrr
        | op::VPDPWSSDSYrr
        | op::VPDPWSSDSrr
        | op::VPDPWUUDrr
        | op::VPDPWUUDYrr
        | op::VPDPWUUDSrr
        | op::VPDPWUUDSYrr
        | op::VPDPBSSDSrr
        | op::VPDPBSSDSYrr
        | op::VPDPBSSDrr
        | op::VPDPBSSDYrr
        | op::VPDPBUUDSrr
        | op::VPDPBUUDSYrr
        | op::VPDPBUUDrr
        | op::VPDPBUUDYrr
        | op::VPMADD52HUQrr
        | op::VPMADD52HUQYrr
        | op::VPMADD52LUQrr
        | op::VPMADD52LUQYrr => (2, 3),
        _ => {
            let first = usize::from(function.desc(inst).num_defs);
            (first, first + 1)
        }
    })
}

/// Two operands that can change places; `first` may be fixed by the caller.
pub fn commutable_operands(
    function: &MachineFunction,
    inst: Inst,
    first: Option<usize>,
) -> Option<(usize, usize)> {
    if !function.desc(inst).has(InstrFlags::COMMUTABLE) {
        return None;
    }
    if fma_form(function.opcode(inst)).is_some() {
        return commutable_fma_operands(function, inst, first);
    }
    let (a, b) = only_pair(function, inst)?;
    let ops = function.operands(inst);
    let registers = [a, b]
        .iter()
        .all(|at| ops.get(*at).is_some_and(Operand::is_reg));
    match first.filter(|_| registers) {
        None if registers => Some((a, b)),
        Some(at) if at == a => Some((a, b)),
        Some(at) if at == b => Some((b, a)),
        _ => None,
    }
}

/// Whether two operands can change places.
pub fn can_commute(function: &MachineFunction, inst: Inst, first: usize, second: usize) -> bool {
    if fma_form(function.opcode(inst)).is_some() {
        return function.desc(inst).has(InstrFlags::COMMUTABLE)
            && is_commutable_fma_operand(function, inst, first)
            && is_commutable_fma_operand(function, inst, second);
    }
    commutable_operands(function, inst, Some(first)).is_some_and(|pair| pair.1 == second)
}

// ---- What else changes ------------------------------------------------------------------------

/// Pairs of opcodes that are each other's exchange.
const OPCODE_PAIRS: &[(Opcode, Opcode)] = &[
    (op::PFSUBrr, op::PFSUBRrr),
    (op::MOVHLPSrr, op::UNPCKHPDrr),
    (op::VMOVHLPSrr, op::VUNPCKHPDrr),
];

/// Pairs of double shifts that are each other's exchange, with the width.
const DOUBLE_SHIFTS: &[(Opcode, Opcode, i64)] = &[
    (op::SHLD16rri8, op::SHRD16rri8, 16),
    (op::SHLD32rri8, op::SHRD32rri8, 32),
    (op::SHLD64rri8, op::SHRD64rri8, 64),
];

/// A blend: all bits of its immediate, and the move of the lowest element that does the same as a blend
/// with all bits but the lowest.
const BLENDS: &[(Opcode, i8, Option<Opcode>)] = &[
    (op::BLENDPDrri, 0x03, Some(op::MOVSDrr)),
    (op::BLENDPSrri, 0x0f, Some(op::MOVSSrr)),
    (op::VBLENDPDrri, 0x03, Some(op::VMOVSDrr)),
    (op::VBLENDPSrri, 0x0f, Some(op::VMOVSSrr)),
    (op::PBLENDWrri, -1, None),
    (op::VBLENDPDYrri, 0x0f, None),
    (op::VBLENDPSYrri, -1, None),
    (op::VPBLENDDrri, 0x0f, None),
    (op::VPBLENDWrri, -1, None),
    (op::VPBLENDDYrri, -1, None),
    (op::VPBLENDWYrri, -1, None),
];

/// Changes opcode and immediate of an instruction whose operands `first` and `second` are about to change
/// places. `None`, with nothing changed, if that is not possible.
fn adjust(function: &mut MachineFunction, inst: Inst, first: usize, second: usize) -> Option<()> {
    let opcode = function.opcode(inst);
    let partner = |pairs: &[(Opcode, Opcode)]| {
        pairs.iter().find_map(|(a, b)| match opcode {
            _ if opcode == *a => Some(*b),
            _ if opcode == *b => Some(*a),
            _ => None,
        })
    };
    if let Some(other) = partner(OPCODE_PAIRS).or_else(|| commuted_fma(opcode, first, second)) {
        function.set_opcode(inst, other);
        return Some(());
    }
    if let Some((other, width)) = DOUBLE_SHIFTS
        .iter()
        .find_map(|(a, b, width)| Some((partner(&[(*a, *b)])?, *width)))
    {
        let amount = function.operand(inst, 3).as_imm()?;
        function.operand_mut(inst, 3).set_imm(width - amount);
        function.set_opcode(inst, other);
        return Some(());
    }
    if let Some((_, mask, single)) = BLENDS.iter().find(|(blend, ..)| *blend == opcode) {
        return adjust_blend(function, inst, *mask, *single);
    }
    match opcode {
        op::MOVSDrr | op::MOVSSrr | op::VMOVSDrr | op::VMOVSSrr => {
            move_to_blend(function, inst);
            Some(())
        }
        op::SHUFPDrri => {
            function.remove_operand(inst, 3);
            function.set_opcode(inst, op::MOVSDrr);
            Some(())
        }
        _ => adjust_immediate(function, inst),
    }
}

/// The elements that came from one operand come from the other.
fn adjust_blend(
    function: &mut MachineFunction,
    inst: Inst,
    mask: i8,
    single: Option<Opcode>,
) -> Option<()> {
    let imm = function.operand(inst, 3).as_imm()?;
    if let Some(single) = single.filter(|_| function.optimize_for_size)
        && imm ^ i64::from(mask) == 1
    {
        function.remove_operand(inst, 3);
        function.set_opcode(inst, single);
        return Some(());
    }
    // Selection makes sign-extended bytes, so this does too.
    let imm = mask ^ (imm as i8 & mask);
    function.operand_mut(inst, 3).set_imm(i64::from(imm));
    Some(())
}

/// A move of the lowest element is a blend of all others; without blends, a shuffle.
fn move_to_blend(function: &mut MachineFunction, inst: Inst) {
    let (opcode, imm) = match function.opcode(inst) {
        _ if !subtarget::of(function).contains(Features::SSE41) => (op::SHUFPDrri, 0x02),
        op::MOVSDrr => (op::BLENDPDrri, 0x02),
        op::MOVSSrr => (op::BLENDPSrri, 0x0e),
        op::VMOVSDrr => (op::VBLENDPDrri, 0x02),
        _ => (op::VBLENDPSrri, 0x0e),
    };
    function.set_opcode(inst, opcode);
    function.insert_operand(inst, 3, Operand::imm(imm));
}

/// Changes the last immediate of instructions where only that changes; others are left alone.
fn adjust_immediate(function: &mut MachineFunction, inst: Inst) -> Option<()> {
    let opcode = function.opcode(inst);
    let change: fn(i64) -> Option<i64> = match opcode {
        op::CMOV16rr | op::CMOV32rr | op::CMOV64rr => {
            |imm| Some(Cond::from_number(imm)?.inverse().number())
        }
        op::INSERTPSrr | op::VINSERTPSrr => commuted_insertion,
        op::PCLMULQDQrri | op::VPCLMULQDQrri | op::VPCLMULQDQYrri => {
            |imm| Some((imm & 0x01) << 4 | (imm & 0x10) >> 4)
        }
        op::VPCOMBri
        | op::VPCOMUBri
        | op::VPCOMDri
        | op::VPCOMUDri
        | op::VPCOMQri
        | op::VPCOMUQri
        | op::VPCOMWri
        | op::VPCOMUWri => |imm| {
            // Less and less or equal; greater and greater or equal; symmetric ones.
            Some(if imm & 7 < 4 { imm & 7 ^ 2 } else { imm & 7 })
        },
        op::VPERM2F128rr | op::VPERM2I128rr => |imm| Some(imm & 0xff ^ 0x22),
        _ => return Some(()),
    };
    let imm = change(function.operand(inst, 3).as_imm()?)?;
    function.operand_mut(inst, 3).set_imm(imm);
    Some(())
}

/// An insertion of an element at its own place, with two others set to zero, takes the fourth from the
/// other operand: so that can be inserted instead.
fn commuted_insertion(imm: i64) -> Option<i64> {
    let zeros = imm & 15;
    let (to, from) = (imm >> 4 & 3, imm >> 6 & 3);
    if to != from || zeros & 1 << to != 0 || zeros.count_ones() != 2 {
        return None;
    }
    let other = i64::from(((zeros | 1 << to) ^ 15).trailing_zeros());
    Some(other << 6 | other << 4 | zeros)
}

// ---- Exchanging -------------------------------------------------------------------------------

/// Exchanges two commutable operands; the tie stays with its place. Returns whether it did.
pub fn commute(function: &mut MachineFunction, inst: Inst, first: usize, second: usize) -> bool {
    first != second
        && can_commute(function, inst, first, second)
        && adjust(function, inst, first, second).is_some()
        && hooks::commute(function, inst, first, second)
}

// ---- Preference -------------------------------------------------------------------------------

/// An LEA that only adds two registers, or copies one.
fn is_plain_lea(function: &MachineFunction, inst: Inst) -> bool {
    let ops = function.operands(inst);
    matches!(
        function.opcode(inst),
        op::LEA32r | op::LEA64r | op::LEA64_32r
    ) && ops[5].as_reg().is_none()
        && ops[4].as_imm() == Some(0)
        && ops[2].as_imm().is_some_and(|scale| scale <= 1)
}

/// Whether the operands of an addition should change places, where it matters: the sum of an LEA in the
/// same block goes to operand 2, so that the LEA can become an addition later.
pub fn preference(function: &MachineFunction, inst: Inst) -> Option<bool> {
    if !matches!(function.opcode(inst), op::ADD32rr | op::ADD64rr) {
        return None;
    }
    let from_lea = |index: usize| {
        let reg = function.operand(inst, index).as_reg().as_virtual();
        reg.and_then(|reg| function.unique_def(reg))
            .is_some_and(|def| {
                is_plain_lea(function, def) && function.inst_block(def) == function.inst_block(inst)
            })
    };
    match (from_lea(1), from_lea(2)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TARGET;

    #[test]
    fn fused_multiply_add_families_are_regular() {
        for row in TARGET.instrs {
            let Some(opcode) = TARGET.opcode_by_name(row.name) else {
                continue;
            };
            let number = ["132", "213", "231"]
                .iter()
                .position(|n| row.name.contains(n));
            let is_fma = row.name.starts_with("VF") && number.is_some();
            assert_eq!(fma_form(opcode).is_some(), is_fma, "{}", row.name);
            let Some((_, form)) = fma_form(opcode) else {
                continue;
            };
            assert_eq!(Some(usize::from(form)), number, "{}", row.name);
            let commuted = commuted_fma(opcode, 2, 3).map(|other| TARGET.instr(other).name);
            let wanted = match form {
                0 => row.name.replace("132", "213"),
                1 => row.name.replace("213", "132"),
                _ => row.name.to_owned(),
            };
            assert_eq!(commuted, Some(wanted.as_str()));
        }
    }

    #[test]
    fn insertions_exchange_where_the_elements_are_in_place() {
        // Element 1 to place 1, places 2 and 3 are zero: element 0 is the other's.
        assert_eq!(commuted_insertion(0b0101_1100), Some(0b0000_1100));
        assert_eq!(commuted_insertion(0b0100_1100), None);
        assert_eq!(commuted_insertion(0b0101_1110), None);
    }
}
