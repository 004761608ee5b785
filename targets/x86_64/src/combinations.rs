//! What the combiner of instructions knows of x86-64: chains of operations that may be done in another order.
//!
//! Not implemented: llc also takes the dot products of words apart on processors on which they are slow.

use avarice_machine::machine_combiner::{CombinerHooks, Math};
use avarice_mir::{Inst, MachineFunction, MiFlags};

use avarice_target::Opcode;

use crate::op;

/// Operations that may always be done in another order.
const EXACT: &[Opcode] = &[
    op::ADD8rr,
    op::ADD16rr,
    op::ADD32rr,
    op::ADD64rr,
    op::AND8rr,
    op::AND16rr,
    op::AND32rr,
    op::AND64rr,
    op::OR8rr,
    op::OR16rr,
    op::OR32rr,
    op::OR64rr,
    op::XOR8rr,
    op::XOR16rr,
    op::XOR32rr,
    op::XOR64rr,
    op::IMUL16rr,
    op::IMUL32rr,
    op::IMUL64rr,
    op::PANDrr,
    op::PORrr,
    op::PXORrr,
    op::ANDPDrr,
    op::ANDPSrr,
    op::ORPDrr,
    op::ORPSrr,
    op::XORPDrr,
    op::XORPSrr,
    op::PADDBrr,
    op::PADDWrr,
    op::PADDDrr,
    op::PADDQrr,
    op::PMULLWrr,
    op::PMULLDrr,
    op::PMAXSBrr,
    op::PMAXSDrr,
    op::PMAXSWrr,
    op::PMAXUBrr,
    op::PMAXUDrr,
    op::PMAXUWrr,
    op::PMINSBrr,
    op::PMINSDrr,
    op::PMINSWrr,
    op::PMINUBrr,
    op::PMINUDrr,
    op::PMINUWrr,
    op::VPANDrr,
    op::VPANDYrr,
    op::VPORrr,
    op::VPORYrr,
    op::VPXORrr,
    op::VPXORYrr,
    op::VANDPDrr,
    op::VANDPSrr,
    op::VANDPDYrr,
    op::VANDPSYrr,
    op::VORPDrr,
    op::VORPSrr,
    op::VORPDYrr,
    op::VORPSYrr,
    op::VXORPDrr,
    op::VXORPSrr,
    op::VXORPDYrr,
    op::VXORPSYrr,
    op::KADDBrr,
    op::KADDWrr,
    op::KADDDrr,
    op::KADDQrr,
    op::KANDBrr,
    op::KANDWrr,
    op::KANDDrr,
    op::KANDQrr,
    op::KORBrr,
    op::KORWrr,
    op::KORDrr,
    op::KORQrr,
    op::KXORBrr,
    op::KXORWrr,
    op::KXORDrr,
    op::KXORQrr,
    op::VPADDBrr,
    op::VPADDWrr,
    op::VPADDDrr,
    op::VPADDQrr,
    op::VPADDBYrr,
    op::VPADDWYrr,
    op::VPADDDYrr,
    op::VPADDQYrr,
    op::VPMULLWrr,
    op::VPMULLWYrr,
    op::VPMULLDrr,
    op::VPMULLDYrr,
    op::VPMAXSBrr,
    op::VPMAXSBYrr,
    op::VPMAXSDrr,
    op::VPMAXSDYrr,
    op::VPMAXSWrr,
    op::VPMAXSWYrr,
    op::VPMAXUBrr,
    op::VPMAXUBYrr,
    op::VPMAXUDrr,
    op::VPMAXUDYrr,
    op::VPMAXUWrr,
    op::VPMAXUWYrr,
    op::VPMINSBrr,
    op::VPMINSBYrr,
    op::VPMINSDrr,
    op::VPMINSDYrr,
    op::VPMINSWrr,
    op::VPMINSWYrr,
    op::VPMINUBrr,
    op::VPMINUBYrr,
    op::VPMINUDrr,
    op::VPMINUDYrr,
    op::VPMINUWrr,
    op::VPMINUWYrr,
    op::MAXCPDrr,
    op::MAXCPSrr,
    op::MAXCSDrr,
    op::MAXCSSrr,
    op::MINCPDrr,
    op::MINCPSrr,
    op::MINCSDrr,
    op::MINCSSrr,
    op::VMAXCPDrr,
    op::VMAXCPSrr,
    op::VMAXCPDYrr,
    op::VMAXCPSYrr,
    op::VMAXCSDrr,
    op::VMAXCSSrr,
    op::VMINCPDrr,
    op::VMINCPSrr,
    op::VMINCPDYrr,
    op::VMINCPSYrr,
    op::VMINCSDrr,
    op::VMINCSSrr,
];

/// Those that may be where rounding may differ and zeros have no sign.
const ROUNDED: &[Opcode] = &[
    op::ADDPDrr,
    op::ADDPSrr,
    op::ADDSDrr,
    op::ADDSSrr,
    op::MULPDrr,
    op::MULPSrr,
    op::MULSDrr,
    op::MULSSrr,
    op::VADDPDrr,
    op::VADDPSrr,
    op::VADDPDYrr,
    op::VADDPSYrr,
    op::VADDSDrr,
    op::VADDSSrr,
    op::VMULPDrr,
    op::VMULPSrr,
    op::VMULPDYrr,
    op::VMULPSYrr,
    op::VMULSDrr,
    op::VMULSSrr,
];

/// The hooks of x86-64 for the combiner.
pub(crate) struct Combinations;

impl CombinerHooks for Combinations {
    fn is_associative(&self, function: &MachineFunction, inst: Inst, _: Math) -> bool {
        let opcode = function.opcode(inst);
        let flags = function.insts[inst].flags;
        EXACT_SET.contains(opcode)
            || ROUNDED_SET.contains(opcode) && flags.contains(MiFlags::REASSOC | MiFlags::NSZ)
    }
}

/// A set of opcodes that is asked about each instruction.
struct OpcodeSet([u64; OpcodeSet::WORDS]);

static EXACT_SET: OpcodeSet = OpcodeSet::of(EXACT);
static ROUNDED_SET: OpcodeSet = OpcodeSet::of(ROUNDED);

impl OpcodeSet {
    const WORDS: usize = Self::words_for(EXACT, Self::words_for(ROUNDED, 0));

    /// How many words the opcodes of a list need, at least `words`.
    const fn words_for(list: &[Opcode], mut words: usize) -> usize {
        let mut at = 0;
        while at < list.len() {
            let needed = list[at].index() / 64 + 1;
            words = if needed > words { needed } else { words };
            at += 1;
        }
        words
    }

    const fn of(list: &[Opcode]) -> Self {
        let mut words = [0; Self::WORDS];
        let mut at = 0;
        while at < list.len() {
            words[list[at].index() / 64] |= 1 << (list[at].index() % 64);
            at += 1;
        }
        Self(words)
    }

    #[inline]
    fn contains(&self, opcode: Opcode) -> bool {
        let word = self.0.get(opcode.index() / 64);
        word.is_some_and(|word| word >> (opcode.index() % 64) & 1 != 0)
    }
}
