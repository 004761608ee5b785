//! Aliases: names of special cases of instructions, which the assembler accepts and llc prints.
//!
//! ```text
//!   orr  x0, xzr, x1        mov  x0, x1
//!   subs wzr, w0, #1        cmp  w0, #1
//!   ubfm w0, w1, #28, #27   lsl  w0, w1, #4
//!   csinc w0, wzr, wzr, ne  cset w0, eq
//! ```
//!
//! An alias is a text with the row's operands, like the row's own text. `$inverse` is the condition with the opposite
//! meaning.

use std::borrow::Cow;

use avarice_emit::McOperand;
use avarice_target::{Opcode, PhysReg};

use crate::encode::mc_inst::McInst;
use crate::immediates::logical_value;
use crate::subtarget::Features;
use crate::{TARGET, class, op, reg, sub};

/// What an operand must be for an alias.
#[derive(Clone, Copy)]
enum When {
    /// The operand is the zero register.
    Zero(u8),
    /// Two operands are one register.
    Same(u8, u8),
    /// A number.
    Number(u8, i64),
    /// A condition that has an opposite.
    Condition(u8),
    /// One of the first two operands is the stack pointer.
    Stack,
    /// The operand is the register that holds the return address.
    Link(u8),
}

use When::{Condition, Link, Number, Same, Stack, Zero};

/// Aliases by opcode; the first that fits is the one.
const ALIASES: &[(&[Opcode], &[When], &str)] = &[
    (
        &[op::ORRWrs, op::ORRXrs],
        &[Zero(1), Number(3, 0)],
        "mov\t$Rd, $Rm_and_shift",
    ),
    (
        &[op::ORNWrs, op::ORNXrs],
        &[Zero(1)],
        "mvn\t$Rd, $Rm_and_shift",
    ),
    (&[op::SUBSWri, op::SUBSXri], &[Zero(0)], "cmp\t$Rn, $imm"),
    (
        &[op::SUBSWrs, op::SUBSXrs],
        &[Zero(0)],
        "cmp\t$Rn, $Rm_and_shift",
    ),
    (
        &[op::SUBSWrx, op::SUBSXrx],
        &[Zero(0)],
        "cmp\t$Rn, $Rm_and_extend",
    ),
    (&[op::SUBSXrx64], &[Zero(0)], "cmp\t$Rn, $Rm$ext"),
    (&[op::ADDSWri, op::ADDSXri], &[Zero(0)], "cmn\t$Rn, $imm"),
    (
        &[op::ADDSWrs, op::ADDSXrs],
        &[Zero(0)],
        "cmn\t$Rn, $Rm_and_shift",
    ),
    (
        &[op::ADDSWrx, op::ADDSXrx],
        &[Zero(0)],
        "cmn\t$Rn, $Rm_and_extend",
    ),
    (&[op::ADDSXrx64], &[Zero(0)], "cmn\t$Rn, $Rm$ext"),
    (&[op::ANDSWri, op::ANDSXri], &[Zero(0)], "tst\t$Rn, $imm"),
    (
        &[op::ANDSWrs, op::ANDSXrs],
        &[Zero(0)],
        "tst\t$Rn, $Rm_and_shift",
    ),
    (
        &[op::SUBWrs, op::SUBXrs],
        &[Zero(1)],
        "neg\t$Rd, $Rm_and_shift",
    ),
    (
        &[op::SUBSWrs, op::SUBSXrs],
        &[Zero(1)],
        "negs\t$Rd, $Rm_and_shift",
    ),
    (&[op::SBCWr, op::SBCXr], &[Zero(1)], "ngc\t$Rd, $Rm"),
    (&[op::SBCSWr, op::SBCSXr], &[Zero(1)], "ngcs\t$Rd, $Rm"),
    (
        &[op::ADDWri, op::ADDXri],
        &[Stack, Number(2, 0), Number(3, 0)],
        "mov\t$Rd, $Rn",
    ),
    (
        &[op::MADDWrrr, op::MADDXrrr],
        &[Zero(3)],
        "mul\t$Rd, $Rn, $Rm",
    ),
    (
        &[op::MSUBWrrr, op::MSUBXrrr],
        &[Zero(3)],
        "mneg\t$Rd, $Rn, $Rm",
    ),
    (&[op::SMADDLrrr], &[Zero(3)], "smull\t$Rd, $Rn, $Rm"),
    (&[op::SMSUBLrrr], &[Zero(3)], "smnegl\t$Rd, $Rn, $Rm"),
    (&[op::UMADDLrrr], &[Zero(3)], "umull\t$Rd, $Rn, $Rm"),
    (&[op::UMSUBLrrr], &[Zero(3)], "umnegl\t$Rd, $Rn, $Rm"),
    (
        &[op::CSINCWr, op::CSINCXr],
        &[Zero(1), Zero(2), Condition(3)],
        "cset\t$Rd, $inverse",
    ),
    (
        &[op::CSINVWr, op::CSINVXr],
        &[Zero(1), Zero(2), Condition(3)],
        "csetm\t$Rd, $inverse",
    ),
    (
        &[op::CSINCWr, op::CSINCXr],
        &[Same(1, 2), Condition(3)],
        "cinc\t$Rd, $Rn, $inverse",
    ),
    (
        &[op::CSINVWr, op::CSINVXr],
        &[Same(1, 2), Condition(3)],
        "cinv\t$Rd, $Rn, $inverse",
    ),
    (
        &[op::CSNEGWr, op::CSNEGXr],
        &[Same(1, 2), Condition(3)],
        "cneg\t$Rd, $Rn, $inverse",
    ),
    (
        &[op::EXTRWrri, op::EXTRXrri],
        &[Same(1, 2)],
        "ror\t$Rd, $Rn, $imm",
    ),
    (&[op::RET], &[Link(0)], "ret"),
    (&[op::HINT], &[Number(0, 0)], "nop"),
    (&[op::HINT], &[Number(0, 1)], "yield"),
    (&[op::HINT], &[Number(0, 2)], "wfe"),
    (&[op::HINT], &[Number(0, 3)], "wfi"),
    (&[op::HINT], &[Number(0, 4)], "sev"),
    (&[op::HINT], &[Number(0, 5)], "sevl"),
    (&[op::CLREX], &[Number(0, 15)], "clrex"),
    (&[op::ISB], &[Number(0, 15)], "isb"),
    (
        &[op::ORRv16i8],
        &[Same(1, 2)],
        "mov{\t$Rd.16b, $Rn.16b|.16b\t$Rd, $Rn}",
    ),
    (
        &[op::ORRv8i8],
        &[Same(1, 2)],
        "mov{\t$Rd.8b, $Rn.8b|.8b\t$Rd, $Rn}",
    ),
];

/// Hints that sign and check addresses where the processor can.
const SIGNING_HINTS: &[(Opcode, &str)] = &[
    (op::XPACLRI, "xpaclri"),
    (op::PACIA1716, "pacia1716"),
    (op::PACIB1716, "pacib1716"),
    (op::AUTIA1716, "autia1716"),
    (op::AUTIB1716, "autib1716"),
    (op::PACIAZ, "paciaz"),
    (op::PACIASP, "paciasp"),
    (op::PACIBZ, "pacibz"),
    (op::PACIBSP, "pacibsp"),
    (op::AUTIAZ, "autiaz"),
    (op::AUTIASP, "autiasp"),
    (op::AUTIBZ, "autibz"),
    (op::AUTIBSP, "autibsp"),
];

/// Instructions whose alias is another name for all operands.
const RENAMED: &[(&[Opcode], &str, &str)] = &[
    (&[op::NOTv8i8, op::NOTv16i8], "not", "mvn"),
    (&[op::UMOVvi32, op::UMOVvi64], "umov", "mov"),
    (
        &[
            op::INSvi8gpr,
            op::INSvi16gpr,
            op::INSvi32gpr,
            op::INSvi64gpr,
            op::INSvi8lane,
            op::INSvi16lane,
            op::INSvi32lane,
            op::INSvi64lane,
        ],
        "ins",
        "mov",
    ),
];

/// What atomic operations in memory do, in their names.
const ATOMIC_OPERATIONS: [&str; 8] = ["add", "clr", "eor", "set", "smax", "smin", "umax", "umin"];

/// The text of `inst`: its alias, or its row's.
pub fn text_of(inst: &McInst) -> Cow<'static, str> {
    let row = inst.desc();
    let mut aliases = ALIASES.iter();
    let fits = |when: &[When]| when.iter().all(|when| holds(inst, *when));
    let found = aliases.find(|(opcodes, when, _)| opcodes.contains(&inst.opcode) && fits(when));
    if let Some((_, _, text)) = found {
        return Cow::Borrowed(text);
    }
    let mut renamed = RENAMED.iter();
    let found = renamed.find(|(opcodes, ..)| opcodes.contains(&inst.opcode));
    if let Some((_, old, new)) = found {
        return Cow::Owned(row.asm.replacen(old, new, 1));
    }
    move_of_constant(inst)
        .or_else(|| bit_field(inst))
        .or_else(|| store_of_atomic(inst))
        .map_or(Cow::Borrowed(row.asm), Cow::Owned)
}

/// The name of a hint that assemblers know where the processor does something for it.
pub fn hint_of(inst: &McInst, features: Features) -> Option<&'static str> {
    if features.contains(Features::BTI) && inst.opcode == op::HINT {
        return match number(inst, 0) {
            Some(32) => Some("bti"),
            Some(34) => Some("bti\tc"),
            Some(36) => Some("bti\tj"),
            Some(38) => Some("bti\tjc"),
            _ => None,
        };
    }
    let has_names = features.contains(Features::PAUTH);
    let names = SIGNING_HINTS.iter().filter(|_| has_names);
    let mut found = names.filter(|(opcode, _)| *opcode == inst.opcode);
    found.next().map(|(_, name)| *name)
}

fn register(inst: &McInst, index: u8) -> Option<PhysReg> {
    match inst.operand(index) {
        Ok(McOperand::Reg(reg)) => Some(reg),
        _ => None,
    }
}

fn number(inst: &McInst, index: u8) -> Option<i64> {
    inst.operand(index).ok()?.imm()
}

fn is_zero(register: Option<PhysReg>) -> bool {
    matches!(register, Some(reg::WZR | reg::XZR))
}

fn holds(inst: &McInst, when: When) -> bool {
    match when {
        Zero(index) => is_zero(register(inst, index)),
        Same(a, b) => register(inst, a).is_some() && register(inst, a) == register(inst, b),
        Number(index, value) => number(inst, index) == Some(value),
        Condition(index) => number(inst, index).is_some_and(|number| (0..14).contains(&number)),
        Stack => [0, 1]
            .iter()
            .any(|at| matches!(register(inst, *at), Some(reg::SP | reg::WSP))),
        Link(index) => register(inst, index) == Some(reg::LR),
    }
}

/// Whether one `movz` makes `value` in a register of `bits` bits with the chunk at `shift`. A zero that is
/// shifted keeps its name.
fn is_move_of_zeros(value: u64, shift: u32) -> bool {
    (value != 0 || shift == 0) && value & !(0xffff << shift) == 0
}

fn is_any_move_of_zeros(value: u64, bits: u32) -> bool {
    (0..bits)
        .step_by(16)
        .any(|shift| is_move_of_zeros(value, shift))
}

/// `mov` of a constant that `movz`, `movn` or `orr` makes.
fn move_of_constant(inst: &McInst) -> Option<String> {
    let (value, bits) = constant_moved(inst)?;
    let signed = (value << (64 - bits)) as i64 >> (64 - bits);
    Some(format!("mov\t$Rd, #{signed}"))
}

/// The constant that an instruction with the alias `mov` writes to a register, and the bits of that.
pub fn constant_moved(inst: &McInst) -> Option<(u64, u32)> {
    let wide = matches!(inst.opcode, op::MOVZXi | op::MOVNXi | op::ORRXri);
    let bits = if wide { 64 } else { 32 };
    let mask = u64::MAX >> (64 - bits);
    let value = match inst.opcode {
        op::MOVZWi | op::MOVZXi | op::MOVNWi | op::MOVNXi => {
            let shift = number(inst, 2)? as u32 & 63;
            let chunk = (number(inst, 1)? as u64) << shift;
            if matches!(inst.opcode, op::MOVZWi | op::MOVZXi) {
                is_move_of_zeros(chunk & mask, shift).then_some(chunk & mask)?
            } else {
                let value = !chunk & mask;
                let is_alias =
                    !is_any_move_of_zeros(value, bits) && is_move_of_zeros(!value & mask, shift);
                is_alias.then_some(value)?
            }
        }
        op::ORRWri | op::ORRXri if is_zero(register(inst, 1)) => {
            let value = logical_value(number(inst, 2)? as u64, bits) & mask;
            let is_move =
                is_any_move_of_zeros(value, bits) || is_any_move_of_zeros(!value & mask, bits);
            (!is_move).then_some(value)?
        }
        _ => return None,
    };
    Some((value, bits))
}

/// Shifts, extensions, insertions and extractions of bits.
fn bit_field(inst: &McInst) -> Option<String> {
    let (is_signed, is_wide) = match inst.opcode {
        op::SBFMWri => (true, false),
        op::SBFMXri => (true, true),
        op::UBFMWri => (false, false),
        op::UBFMXri => (false, true),
        op::BFMWri | op::BFMXri => return insertion(inst),
        _ => return None,
    };
    let (rotate, last) = (number(inst, 2)?, number(inst, 3)?);
    let top = if is_wide { 63 } else { 31 };
    let letter = if is_signed { 's' } else { 'u' };
    let extension = match last {
        7 if is_signed || !is_wide => Some('b'),
        15 if is_signed || !is_wide => Some('h'),
        31 if is_signed && is_wide => Some('w'),
        _ => None,
    };
    if let Some(size) = extension.filter(|_| rotate == 0) {
        let src = register(inst, 1)?;
        let src = if is_wide { word_of(src) } else { src };
        let name = super::asm::register_name(TARGET.reg(src).name);
        return Some(format!("{letter}xt{size}\t$Rd, {name}"));
    }
    Some(match (is_signed, last) {
        (false, last) if last != top && last + 1 == rotate => {
            format!("lsl\t$Rd, $Rn, #{}", top - last)
        }
        (false, last) if last == top => format!("lsr\t$Rd, $Rn, #{rotate}"),
        (true, last) if last == top => format!("asr\t$Rd, $Rn, #{rotate}"),
        _ if rotate > last => {
            format!(
                "{letter}bfiz\t$Rd, $Rn, #{}, #{}",
                top + 1 - rotate,
                last + 1
            )
        }
        _ => format!("{letter}bfx\t$Rd, $Rn, #{rotate}, #{}", last - rotate + 1),
    })
}

/// `bfi` and `bfxil`.
fn insertion(inst: &McInst) -> Option<String> {
    let bits = if inst.opcode == op::BFMXri { 64 } else { 32 };
    let (rotate, last) = (number(inst, 3)?, number(inst, 4)?);
    Some(match last < rotate {
        true => format!("bfi\t$Rd, $Rn, #{}, #{}", (bits - rotate) % bits, last + 1),
        false => format!("bfxil\t$Rd, $Rn, #{rotate}, #{}", last - rotate + 1),
    })
}

/// The lower half of a 64-bit register.
fn word_of(whole: PhysReg) -> PhysReg {
    match TARGET.class(class::GPR64all).contains(whole) {
        true => TARGET.sub_reg(whole, sub::SUB_32),
        false => whole,
    }
}

/// `stadd`: an atomic operation whose old value is not used.
fn store_of_atomic(inst: &McInst) -> Option<String> {
    let asm = inst.desc().asm;
    let name = asm.strip_prefix("ld")?.split('\t').next()?;
    let operation = ATOMIC_OPERATIONS
        .iter()
        .find(|known| name.starts_with(**known))?;
    let order = &name[operation.len()..];
    let is_release = matches!(order, "" | "l" | "b" | "h" | "lb" | "lh");
    (is_release && is_zero(register(inst, 0))).then(|| format!("st{name}\t$Rs, [$Rn]"))
}
