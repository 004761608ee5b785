//! Blends: which lanes come from the second source is a mask, whose bits stand for lanes of another width in another
//! domain.

use avarice_machine::execution_domain_fix::DomainSet;
use avarice_mir::{Inst, MachineFunction, Operand};
use avarice_target::Opcode;

use super::table::{self, Forms};
use super::{DOUBLE, DOUBLE_SET, INTEGER_SET, SINGLE, SINGLE_SET};
use crate::op;
use crate::subtarget::{self, Features};

/// How many lanes a blend has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Blend {
    /// Bits of its mask.
    lanes: u32,
    /// Whether it is one of vectors of 256 bits.
    is_wide: bool,
}

const fn of(lanes: u32, is_wide: bool) -> Blend {
    Blend { lanes, is_wide }
}

/// All blends.
#[rustfmt::skip]
pub(super) const BLENDS: &[(Opcode, Blend)] = &[
    (op::BLENDPDrmi, of(2, false)), (op::BLENDPDrri, of(2, false)),
    (op::VBLENDPDrmi, of(2, false)), (op::VBLENDPDrri, of(2, false)),
    (op::VBLENDPDYrmi, of(4, true)), (op::VBLENDPDYrri, of(4, true)),
    (op::BLENDPSrmi, of(4, false)), (op::BLENDPSrri, of(4, false)),
    (op::VBLENDPSrmi, of(4, false)), (op::VBLENDPSrri, of(4, false)),
    (op::VPBLENDDrmi, of(4, false)), (op::VPBLENDDrri, of(4, false)),
    (op::VBLENDPSYrmi, of(8, true)), (op::VBLENDPSYrri, of(8, true)),
    (op::VPBLENDDYrmi, of(8, true)), (op::VPBLENDDYrri, of(8, true)),
    (op::PBLENDWrmi, of(8, false)), (op::PBLENDWrri, of(8, false)),
    (op::VPBLENDWrmi, of(8, false)), (op::VPBLENDWrri, of(8, false)),
    (op::VPBLENDWYrmi, of(16, true)), (op::VPBLENDWYrri, of(16, true)),
];

/// Bits of the mask in an instruction. A wide blend of words uses it for both halves.
const MASK: u32 = 0xff;

/// `mask` of `lanes` lanes as one of `others`; `None` if it takes a part of one of these.
fn scaled(mask: u32, lanes: u32, others: u32) -> Option<u32> {
    let mut result = 0;
    if lanes >= others {
        let scale = lanes / others;
        let whole = (1 << scale) - 1;
        for lane in 0..others {
            let part = mask >> (lane * scale) & whole;
            if part == whole {
                result |= 1 << lane;
            } else if part != 0 {
                return None;
            }
        }
    } else {
        let scale = others / lanes;
        let whole = (1 << scale) - 1;
        for lane in (0..lanes).filter(|lane| mask >> lane & 1 != 0) {
            result |= whole << (lane * scale);
        }
    }
    Some(result)
}

impl Blend {
    /// The lanes of single and of double precision.
    fn float_lanes(self) -> (u32, u32) {
        if self.is_wide { (8, 4) } else { (4, 2) }
    }

    /// The mask of `inst`, and which operand it is.
    fn mask(function: &MachineFunction, inst: Inst) -> Option<(usize, u32)> {
        let at = function.desc(inst).operands.len().checked_sub(1)?;
        let mask = function.operands(inst).get(at).and_then(Operand::as_imm)?;
        Some((at, mask as u32))
    }

    /// The domains that a blend with the mask of `inst` could have.
    pub(super) fn domains(self, function: &MachineFunction, inst: Inst) -> DomainSet {
        let Some((_, mask)) = Self::mask(function, inst) else {
            return 0;
        };
        // A wide blend of words repeats the mask of one half.
        let half = match self.lanes {
            16 => of(8, false),
            _ => self,
        };
        let (singles, doubles) = half.float_lanes();
        let mut set = 0;
        if scaled(mask, half.lanes, singles).is_some() {
            set |= SINGLE_SET;
        }
        if scaled(mask, half.lanes, doubles).is_some() {
            set |= DOUBLE_SET;
        }
        if !half.is_wide || subtarget::of(function).contains(Features::AVX2) {
            set |= INTEGER_SET;
        }
        set
    }

    /// Gives `inst` one of these domains.
    pub(super) fn set_domain(self, function: &mut MachineFunction, inst: Inst, domain: u32) {
        let Some((at, mask)) = Self::mask(function, inst) else {
            return;
        };
        let mask = match self.lanes {
            16 => (mask & MASK) << 8 | mask & MASK,
            _ => mask & MASK,
        };
        let (singles, doubles) = self.float_lanes();
        let has_avx2 = subtarget::of(function).contains(Features::AVX2);
        let is_words = self.lanes / if self.is_wide { 2 } else { 1 } == 8;
        let opcode = function.opcode(inst);
        let (lanes, prefers_avx2) = match domain {
            SINGLE => (singles, false),
            DOUBLE => (doubles, false),
            _ if has_avx2 && is_words => (self.lanes, false),
            _ if has_avx2 => (singles, true),
            _ => (8, false),
        };
        let find = |forms: &'static [Forms]| forms.iter().find(|row| row.contains(&opcode));
        let forms = match prefers_avx2 {
            true => find(table::BLENDS_WITH_AVX2),
            false => find(table::BLENDS).or_else(|| find(table::BLENDS_WITH_AVX2)),
        };
        if let (Some(forms), Some(mask)) = (forms, scaled(mask, self.lanes, lanes)) {
            function.set_opcode(inst, forms[(domain - SINGLE) as usize]);
            let mask = i64::from(mask & MASK);
            function.operand_mut(inst, at).set_imm(mask);
        }
    }
}
