//! Instructions that set the flags as a test of one of their registers does.

use avarice_mir::{Inst, MachineFunction};
use avarice_target::Opcode;

use crate::condition::Cond;
use crate::{op, target_flags};

/// What the flags that an instruction leaves have to do with its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flags {
    /// Zero and sign are those of the result, carry and overflow are not.
    Result,
    /// The same, and overflow is clear.
    ResultWithoutOverflow,
    /// Zero is that of the result, nothing else.
    Zero,
    /// Zero is that of the result, overflow is clear, sign is something else.
    ZeroWithoutOverflow,
}

impl Flags {
    pub(super) fn has_sign(self) -> bool {
        matches!(self, Self::Result | Self::ResultWithoutOverflow)
    }

    pub(super) fn clears_overflow(self) -> bool {
        matches!(
            self,
            Self::ResultWithoutOverflow | Self::ZeroWithoutOverflow
        )
    }
}

/// The number of bits by which an instruction shifts, which is its operand `at`.
fn shift_count(function: &MachineFunction, inst: Inst, at: usize, is_wide: bool) -> Option<i64> {
    let number = function.operands(inst).get(at)?.as_imm()?;
    Some(number & if is_wide { 63 } else { 31 })
}

/// Whether the sum that `inst` computes may become a `LEA` when the program is linked: an access to a thread-local variable.
fn may_become_address(function: &MachineFunction, inst: Inst) -> bool {
    let flags = function.operands(inst).get(5).map(|o| o.target_flags());
    matches!(
        flags,
        Some(target_flags::MO_GOTTPOFF | target_flags::MO_INDNTPOFF | target_flags::MO_GOTNTPOFF)
    )
}

/// The flags that `inst` leaves of its result; `None` if they say nothing of it.
#[rustfmt::skip]
pub(super) fn of_result(function: &MachineFunction, inst: Inst) -> Option<Flags> {
    let opcode = function.opcode(inst);
    let moved = |at, is_wide| shift_count(function, inst, at, is_wide).unwrap_or(0);
    match opcode {
        op::ADD64rm | op::ADD32rm if may_become_address(function, inst) => None,
        // A shift by nothing leaves the flags as they are.
        op::SAR8ri | op::SAR16ri | op::SAR32ri | op::SHR8ri | op::SHR16ri | op::SHR32ri => {
            (moved(2, false) != 0).then_some(Flags::Result)
        }
        op::SAR64ri | op::SHR64ri => (moved(2, true) != 0).then_some(Flags::Result),
        // Shifts by up to three may become LEA, which sets no flags.
        op::SHL8ri | op::SHL16ri | op::SHL32ri => (moved(2, false) > 3).then_some(Flags::Result),
        op::SHL64ri => (moved(2, true) > 3).then_some(Flags::Result),
        op::SHRD16rri8 | op::SHRD32rri8 | op::SHLD16rri8 | op::SHLD32rri8 => {
            (moved(3, false) != 0).then_some(Flags::Result)
        }
        op::SHRD64rri8 | op::SHLD64rri8 => (moved(3, true) != 0).then_some(Flags::Result),
        op::BEXTR32rr | op::BEXTR64rr | op::BEXTR32rm | op::BEXTR64rm | op::BEXTRI32ri
        | op::BEXTRI32mi | op::BEXTRI64ri | op::BEXTRI64mi => Some(Flags::Zero),
        _ if is_arithmetic(opcode) => Some(Flags::Result),
        _ if is_logic(opcode) => Some(Flags::ResultWithoutOverflow),
        _ => None,
    }
}

#[rustfmt::skip]
fn is_arithmetic(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::SUB64ri32 | op::SUB32ri | op::SUB16ri | op::SUB8ri | op::SUB64rr | op::SUB32rr
            | op::SUB16rr | op::SUB8rr | op::SUB64rm | op::SUB32rm | op::SUB16rm | op::SUB8rm
            | op::DEC64r | op::DEC32r | op::DEC16r | op::DEC8r
            | op::ADD64ri32 | op::ADD32ri | op::ADD16ri | op::ADD8ri | op::ADD64rr | op::ADD32rr
            | op::ADD16rr | op::ADD8rr | op::ADD64rm | op::ADD32rm | op::ADD16rm | op::ADD8rm
            | op::INC64r | op::INC32r | op::INC16r | op::INC8r
            | op::ADC64ri32 | op::ADC32ri | op::ADC16ri | op::ADC8ri | op::ADC64rr | op::ADC32rr
            | op::ADC16rr | op::ADC8rr | op::ADC64rm | op::ADC32rm | op::ADC16rm | op::ADC8rm
            | op::SBB64ri32 | op::SBB32ri | op::SBB16ri | op::SBB8ri | op::SBB64rr | op::SBB32rr
            | op::SBB16rr | op::SBB8rr | op::SBB64rm | op::SBB32rm | op::SBB16rm | op::SBB8rm
            | op::NEG8r | op::NEG16r | op::NEG32r | op::NEG64r
            | op::LZCNT16rr | op::LZCNT16rm | op::LZCNT32rr | op::LZCNT32rm | op::LZCNT64rr
            | op::LZCNT64rm | op::POPCNT16rr | op::POPCNT16rm | op::POPCNT32rr | op::POPCNT32rm
            | op::POPCNT64rr | op::POPCNT64rm | op::TZCNT16rr | op::TZCNT16rm | op::TZCNT32rr
            | op::TZCNT32rm | op::TZCNT64rr | op::TZCNT64rm
    )
}

/// Whether it is a conjunction whose result has the flags of a test.
#[rustfmt::skip]
pub(super) fn is_and(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::AND64ri32 | op::AND32ri | op::AND16ri | op::AND8ri | op::AND64rr | op::AND32rr
            | op::AND16rr | op::AND8rr | op::AND64rm | op::AND32rm | op::AND16rm | op::AND8rm
            | op::AND64ri8 | op::AND32ri8 | op::AND16ri8
    )
}

#[rustfmt::skip]
fn is_logic(opcode: Opcode) -> bool {
    is_and(opcode) && !matches!(opcode, op::AND64ri8 | op::AND32ri8 | op::AND16ri8) || matches!(
        opcode,
        op::XOR64ri32 | op::XOR32ri | op::XOR16ri | op::XOR8ri | op::XOR64rr | op::XOR32rr
            | op::XOR16rr | op::XOR8rr | op::XOR64rm | op::XOR32rm | op::XOR16rm | op::XOR8rm
            | op::OR64ri32 | op::OR32ri | op::OR16ri | op::OR8ri | op::OR64rr | op::OR32rr
            | op::OR16rr | op::OR8rr | op::OR64rm | op::OR32rm | op::OR16rm | op::OR8rm
            | op::ANDN32rr | op::ANDN32rm | op::ANDN64rr | op::ANDN64rm
            | op::BLSI32rr | op::BLSI32rm | op::BLSI64rr | op::BLSI64rm
            | op::BLSMSK32rr | op::BLSMSK32rm | op::BLSMSK64rr | op::BLSMSK64rm
            | op::BLSR32rr | op::BLSR32rm | op::BLSR64rr | op::BLSR64rm
            | op::BLCFILL32rr | op::BLCFILL32rm | op::BLCFILL64rr | op::BLCFILL64rm
            | op::BLCI32rr | op::BLCI32rm | op::BLCI64rr | op::BLCI64rm
            | op::BLCIC32rr | op::BLCIC32rm | op::BLCIC64rr | op::BLCIC64rm
            | op::BLCMSK32rr | op::BLCMSK32rm | op::BLCMSK64rr | op::BLCMSK64rm
            | op::BLCS32rr | op::BLCS32rm | op::BLCS64rr | op::BLCS64rm
            | op::BLSFILL32rr | op::BLSFILL32rm | op::BLSFILL64rr | op::BLSFILL64rm
            | op::BLSIC32rr | op::BLSIC32rm | op::BLSIC64rr | op::BLSIC64rm
            | op::BZHI32rr | op::BZHI32rm | op::BZHI64rr | op::BZHI64rm
            | op::T1MSKC32rr | op::T1MSKC32rm | op::T1MSKC64rr | op::T1MSKC64rm
            | op::TZMSK32rr | op::TZMSK32rm | op::TZMSK64rr | op::TZMSK64rm
    )
}

/// The condition that holds after an instruction if the register that it reads is zero.
#[rustfmt::skip]
pub(super) fn zero_of_source(opcode: Opcode) -> Option<Cond> {
    match opcode {
        op::NEG8r | op::NEG16r | op::NEG32r | op::NEG64r | op::BLSI32rr | op::BLSI64rr => Some(Cond::AE),
        op::LZCNT16rr | op::LZCNT32rr | op::LZCNT64rr | op::TZCNT16rr | op::TZCNT32rr
        | op::TZCNT64rr | op::BLSR32rr | op::BLSR64rr | op::BLSMSK32rr | op::BLSMSK64rr => Some(Cond::B),
        op::POPCNT16rr | op::POPCNT32rr | op::POPCNT64rr | op::BSF16rr | op::BSF32rr | op::BSF64rr
        | op::BSR16rr | op::BSR32rr | op::BSR64rr => Some(Cond::E),
        _ => None,
    }
}
