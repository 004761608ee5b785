//! Ranges of conditional branches, and sizes of code.
//!
//! | branch | bits of the distance in words | reach |
//! |---|---|---|
//! | `TBZ`, `TBNZ` | 14 | 32 KiB |
//! | `CBZ`, `CBNZ`, `Bcc` | 19 | 1 MiB |
//! | `B` | 26 | 128 MiB, and beyond by the linker's veneers |

use avarice_mir::hooks::{BranchBits, BranchReach};
use avarice_mir::{Inst, MachineFunction, OperandValue};
use avarice_target::InstrFlags;

use crate::op;

/// Bytes of an instruction.
const WORD: u64 = 4;

/// The bytes that `bits` bits reach forwards.
fn bytes_of(bits: u32) -> u64 {
    let words = 1u64 << (bits.clamp(1, 32) - 1);
    (words - 1) * WORD
}

/// The bytes that the shortest branch reaches forwards.
pub fn least(bits: &BranchBits) -> u64 {
    bytes_of(bits.test_bit.min(bits.compare_zero).min(bits.condition))
}

/// Where the conditional branch `inst` goes, and how far it can.
pub fn of(function: &MachineFunction, inst: Inst, bits: &BranchBits) -> Option<BranchReach> {
    let (target, bits) = match function.opcode(inst) {
        op::TBZW | op::TBZX | op::TBNZW | op::TBNZX => (2, bits.test_bit),
        op::CBZW | op::CBZX | op::CBNZW | op::CBNZX => (1, bits.compare_zero),
        op::Bcc => (1, bits.condition),
        _ => return None,
    };
    Some(BranchReach {
        target: function.operand(inst, target).as_block()?,
        bytes: bytes_of(bits),
    })
}

/// The most bytes that `inst` becomes.
pub fn code_size(function: &MachineFunction, inst: Inst) -> u64 {
    let row = function.desc(inst);
    if row.has(InstrFlags::META) {
        return 0;
    }
    match function.opcode(inst) {
        op::SPACE => {
            let bytes = function.operand(inst, 1).as_imm();
            bytes.map_or(WORD, |bytes| bytes.clamp(0, 1 << 40) as u64)
        }
        op::INLINEASM | op::INLINEASM_BR => match function.operand(inst, 0).value() {
            OperandValue::Symbol(symbol, _) => asm_size(&function.symbols[symbol]),
            _ => WORD,
        },
        op::BUNDLE => 0,
        _ if row.size != 0 => row.size.into(),
        _ => WORD,
    }
}

/// The most bytes of inline assembly: one instruction for each statement.
fn asm_size(text: &str) -> u64 {
    let statements = text.split(['\n', ';']).map(str::trim);
    let is_code = |text: &&str| !text.is_empty() && !text.starts_with("//");
    statements.filter(is_code).count() as u64 * WORD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_is_counted_in_words() {
        assert_eq!(bytes_of(14), (1 << 15) - 4);
        assert_eq!(bytes_of(19), (1 << 20) - 4);
        assert_eq!(bytes_of(3), 12);
    }

    #[test]
    fn each_statement_of_assembly_counts() {
        assert_eq!(asm_size("nop\n\tnop; nop\n"), 12);
        assert_eq!(asm_size(""), 0);
    }
}
