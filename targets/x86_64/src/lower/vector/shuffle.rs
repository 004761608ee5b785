//! Shuffles: each lane of the result is a lane of some register.
//!
//! A mask says for each lane of the result which lane of the sources it is, counted through all of them;
//! -1 leaves it undefined. Pairs of lanes that stay together are treated as one wider lane:
//!
//! ```text
//!   <4 x i32> [2, 3, 4, 5]     is <2 x i64> [1, 2]: one SHUFPD
//! ```

use avarice_ir::Value;
use avarice_lower::select::{VectorElements, VectorShuffles};
use avarice_lower::{Lane, LaneChoice, PartType, Result, VectorShape, lanes_match, pairs_of_lanes};
use avarice_mir::Reg;
use avarice_target::Opcode;
use smallvec::SmallVec;

use super::super::Selector;
use crate::op;
use crate::subtarget::Features;

/// The same shuffle of lanes of twice the size, if pairs stay together.
fn widened(lane: Lane, mask: &[i32]) -> Option<(Lane, LaneChoice)> {
    let wide = match lane {
        Lane::I8 => Lane::I16,
        Lane::I16 => Lane::I32,
        Lane::I32 => Lane::I64,
        Lane::F32 => Lane::F64,
        Lane::I64 | Lane::F64 => return None,
    };
    Some((wide, pairs_of_lanes(mask)?))
}

/// Interleaving of the lower and of the upper halves of two registers, by lane.
fn unpack(lane: Lane) -> (Opcode, Opcode) {
    match lane {
        Lane::I8 => (op::PUNPCKLBWrr, op::PUNPCKHBWrr),
        Lane::I16 => (op::PUNPCKLWDrr, op::PUNPCKHWDrr),
        Lane::I32 => (op::PUNPCKLDQrr, op::PUNPCKHDQrr),
        Lane::I64 => (op::PUNPCKLQDQrr, op::PUNPCKHQDQrr),
        Lane::F32 => (op::UNPCKLPSrr, op::UNPCKHPSrr),
        Lane::F64 => (op::UNPCKLPDrr, op::UNPCKHPDrr),
    }
}

/// The immediate of a shuffle of four lanes; lanes that may be anything stay.
pub(super) fn immediate(mask: &[i32]) -> u32 {
    let lanes = mask.iter().enumerate().map(|(at, lane)| {
        let lane = if *lane < 0 { at as u32 } else { *lane as u32 };
        (lane % 4) << (2 * at)
    });
    lanes.sum()
}

impl Selector<'_, '_> {
    // ---- Registers ----------------------------------------------------------------------------

    /// Lanes of one register.
    pub(super) fn permute(&mut self, lane: Lane, src: Reg, mask: &[i32]) -> Result<Reg> {
        if lanes_match(mask, |at| at) {
            return Ok(src);
        }
        if let Some((lane, mask)) = widened(lane, mask) {
            return self.permute(lane, src, &mask);
        }
        let half = lane.per_register() as i32 / 2;
        let (low, high) = unpack(lane);
        let small = lane <= Lane::I16;
        if (small || lane == Lane::F64) && lanes_match(mask, |at| at / 2) {
            return Ok(self.packed(low, src, src));
        }
        if (small || lane == Lane::F64) && lanes_match(mask, |at| half + at / 2) {
            return Ok(self.packed(high, src, src));
        }
        match lane {
            Lane::I64 => {
                let wide = |at: i32| {
                    if at < 0 {
                        [-1, -1]
                    } else {
                        [2 * at, 2 * at + 1]
                    }
                };
                let lanes: LaneChoice = mask.iter().flat_map(|lane| wide(*lane)).collect();
                Ok(self.packed_imm(op::PSHUFDri, src, immediate(&lanes)))
            }
            Lane::F64 => Ok(self.packed_pair_imm(op::SHUFPDrri, src, src, 1)),
            Lane::I32 => Ok(self.packed_imm(op::PSHUFDri, src, immediate(mask))),
            Lane::F32 => {
                let imm = immediate(mask);
                Ok(self.packed_pair_imm(op::SHUFPSrri, src, src, imm))
            }
            Lane::I16 => self.permute_words(src, mask),
            Lane::I8 => self.permute_bytes(src, mask),
        }
    }

    /// Lanes of two registers.
    pub(super) fn combine(
        &mut self,
        lane: Lane,
        left: Reg,
        right: Reg,
        mask: &[i32],
    ) -> Result<Reg> {
        let count = lane.per_register() as i32;
        if mask.iter().all(|lane| *lane < count) {
            return self.permute(lane, left, mask);
        }
        if mask.iter().all(|lane| *lane < 0 || *lane >= count) {
            let mask: LaneChoice = mask.iter().map(|lane| (lane - count).max(-1)).collect();
            return self.permute(lane, right, &mask);
        }
        if let Some((lane, mask)) = widened(lane, mask) {
            return self.combine(lane, left, right, &mask);
        }
        let (low, high) = unpack(lane);
        for (opcode, first) in [(low, 0), (high, count / 2)] {
            if lanes_match(mask, |at| first + at / 2 + at % 2 * count) {
                return Ok(self.packed(opcode, left, right));
            }
            if lanes_match(mask, |at| first + at / 2 + (1 - at % 2) * count) {
                return Ok(self.packed(opcode, right, left));
            }
        }
        if lanes_match(mask, |at| {
            at + count * i32::from(mask[at as usize] >= count)
        }) {
            return self.blend_lanes(lane, left, right, mask);
        }
        match lane {
            Lane::I64 | Lane::F64 => Ok(self.combine_words64(left, right, mask)),
            Lane::I32 | Lane::F32 => self.combine_words32(lane, left, right, mask),
            _ => self.combine_small(lane, left, right, mask),
        }
    }

    /// Each lane stays where it is in one of the registers.
    fn blend_lanes(&mut self, lane: Lane, left: Reg, right: Reg, mask: &[i32]) -> Result<Reg> {
        let count = lane.per_register() as i32;
        let bytes = lane.bytes();
        if self.features().contains(Features::SSE41) && bytes >= 2 {
            let words = bytes / 2;
            let imm = mask.iter().enumerate().filter(|(_, lane)| **lane >= count);
            let imm = imm.fold(0, |imm, (at, _)| {
                imm | ((1u32 << words) - 1) << (at as u32 * words)
            });
            return Ok(self.packed_pair_imm(op::PBLENDWrri, left, right, imm));
        }
        match lane {
            Lane::I64 | Lane::F64 => return Ok(self.combine_words64(left, right, mask)),
            Lane::I32 | Lane::F32 => {
                if lanes_match(mask, |at| if at == 0 { 4 } else { at }) {
                    return Ok(self.packed(op::MOVSSrr, left, right));
                }
                if lanes_match(mask, |at| if at == 0 { 0 } else { 4 + at }) {
                    return Ok(self.packed(op::MOVSSrr, right, left));
                }
                return self.combine_words32(lane, left, right, mask);
            }
            _ => {}
        }
        let mut words = [0u64; 2];
        for (at, _) in mask.iter().enumerate().filter(|(_, lane)| **lane < count) {
            let bit = at as u32 * lane.bits();
            words[bit as usize / 64] |= (u64::MAX >> (64 - lane.bits())) << (bit % 64);
        }
        let kept = self.vector_bytes(words)?;
        let (left, right) = (
            super::lanes::Source::Reg(left),
            super::lanes::Source::Reg(right),
        );
        Ok(self.blend(0, kept, left, right))
    }

    /// One lane of 64 bits of each register, the lower one of either.
    fn combine_words64(&mut self, left: Reg, right: Reg, mask: &[i32]) -> Reg {
        let (low, high) = (mask[0].max(0), mask[1]);
        let (first, second) = if low < 2 {
            (left, right)
        } else {
            (right, left)
        };
        if (low % 2, high % 2) == (0, 1) {
            return self.packed(op::MOVSDrr, second, first);
        }
        let imm = (low % 2) | (high % 2) << 1;
        self.packed_pair_imm(op::SHUFPDrri, first, second, imm as u32)
    }

    /// Lanes of 32 bits: `SHUFPS` takes its lower two from one register and its upper two from the
    /// other, so a second one brings them into place.
    fn combine_words32(&mut self, lane: Lane, left: Reg, right: Reg, mask: &[i32]) -> Result<Reg> {
        let side = |at: usize| (mask[at] >= 0).then(|| mask[at] >= 4);
        let half = |at: usize| match (side(at), side(at + 1)) {
            (Some(a), Some(b)) if a != b => None,
            (a, b) => Some(a.or(b)),
        };
        let regs = |is_right: bool| if is_right { right } else { left };
        if let (Some(low), Some(high)) = (half(0), half(2)) {
            let (low, high) = (low.unwrap_or(false), high.unwrap_or(false));
            return Ok(self.packed_pair_imm(op::SHUFPSrri, regs(low), regs(high), immediate(mask)));
        }
        let mut chosen: [SmallVec<[i32; 4]>; 2] = Default::default();
        for lane in mask.iter().filter(|lane| **lane >= 0) {
            let list = &mut chosen[usize::from(*lane >= 4)];
            if !list.contains(&(lane % 4)) {
                list.push(lane % 4);
            }
        }
        if chosen.iter().all(|list| list.len() <= 2) {
            let pick = |list: &[i32]| [list[0], *list.last().unwrap_or(&0)];
            let ([a, b], [c, d]) = (pick(&chosen[0]), pick(&chosen[1]));
            let gathered =
                self.packed_pair_imm(op::SHUFPSrri, left, right, immediate(&[a, b, c, d]));
            let place = |lane: &i32| match *lane {
                -1 => -1,
                lane => {
                    let list = &chosen[usize::from(lane >= 4)];
                    let at = list.iter().position(|known| *known == lane % 4);
                    at.unwrap_or(0) as i32 + 2 * (lane / 4)
                }
            };
            let mask: LaneChoice = mask.iter().map(place).collect();
            return self.permute(lane, gathered, &mask);
        }
        Ok(self.insert_word32(left, right, mask))
    }

    /// Three lanes of one register and one of the other.
    fn insert_word32(&mut self, left: Reg, right: Reg, mask: &[i32]) -> Reg {
        let rights = mask.iter().filter(|lane| **lane >= 4).count();
        let (many, one) = if rights == 1 {
            (left, right)
        } else {
            (right, left)
        };
        let is_one = |lane: i32| lane >= 0 && (lane >= 4) == (rights == 1);
        let at = mask.iter().position(|lane| is_one(*lane)).unwrap_or(0);
        let partner = mask[at ^ 1].max(0);
        let pair = immediate(&[mask[at], mask[at], partner, partner]);
        let pair = self.packed_pair_imm(op::SHUFPSrri, one, many, pair);
        let places = if at % 2 == 0 { [0, 2] } else { [2, 0] };
        match at < 2 {
            true => {
                let imm = immediate(&[places[0], places[1], mask[2], mask[3]]);
                self.packed_pair_imm(op::SHUFPSrri, pair, many, imm)
            }
            false => {
                let imm = immediate(&[mask[0], mask[1], places[0], places[1]]);
                self.packed_pair_imm(op::SHUFPSrri, many, pair, imm)
            }
        }
    }

    /// Lanes of 16 and 8 bits: neighbours of a concatenation, one lane inserted, or each register's
    /// lanes brought into place and blended.
    fn combine_small(&mut self, lane: Lane, left: Reg, right: Reg, mask: &[i32]) -> Result<Reg> {
        let count = lane.per_register() as i32;
        if let Some(shifted) = self.neighbours(lane, [left, right], mask) {
            return Ok(shifted);
        }
        let is_right = |lane: i32| lane >= count;
        let mut rights = mask.iter().enumerate().filter(|(_, l)| is_right(**l));
        if lane == Lane::I16
            && let (Some((at, index)), None) = (rights.next(), rights.next())
            && lanes_match(mask, |lane| if lane == at as i32 { *index } else { lane })
        {
            let word = self.extract_word(right, (index % count) as u32);
            return Ok(self.insert_word(left, word, at as u32));
        }
        let side = |right: bool| -> LaneChoice {
            let lanes = mask.iter().map(|lane| match *lane {
                lane if lane >= 0 && is_right(lane) == right => lane % count,
                _ => -1,
            });
            lanes.collect()
        };
        let placed = self.permute(lane, left, &side(false))?;
        let other = self.permute(lane, right, &side(true))?;
        let place = |(at, lane): (usize, &i32)| match *lane {
            -1 => -1,
            lane => at as i32 + if is_right(lane) { count } else { 0 },
        };
        let mask: LaneChoice = mask.iter().enumerate().map(place).collect();
        self.blend_lanes(lane, placed, other, &mask)
    }

    /// Consecutive lanes of two registers one after the other, in either order.
    fn neighbours(&mut self, lane: Lane, regs: [Reg; 2], mask: &[i32]) -> Option<Reg> {
        let count = lane.per_register() as i32;
        let (at, first) = mask.iter().enumerate().find(|(_, lane)| **lane >= 0)?;
        let by = (first - at as i32).rem_euclid(2 * count);
        if by % count == 0 || !lanes_match(mask, |at| (at + by) % (2 * count)) {
            return None;
        }
        let (low, high) = if by < count {
            (regs[0], regs[1])
        } else {
            (regs[1], regs[0])
        };
        let bytes = (by % count) as u32 * lane.bytes();
        Some(self.align_bytes(low, high, bytes))
    }

    /// The 16 bytes from byte `by` of `low` on, `high` following it.
    pub(super) fn align_bytes(&mut self, low: Reg, high: Reg, by: u32) -> Reg {
        if self.features().contains(Features::SSSE3) {
            return self.packed_pair_imm(op::PALIGNRrri, high, low, by);
        }
        let low = self.packed_imm(op::PSRLDQri, low, by);
        let high = self.packed_imm(op::PSLLDQri, high, 16 - by);
        self.packed(op::PORrr, low, high)
    }
}

impl<'m> VectorShuffles<'m> for Selector<'_, 'm> {
    /// A register with lanes of `sources`, chosen by `mask`.
    fn shuffle(&mut self, lane: Lane, sources: &[Reg], mask: &[i32]) -> Result<Reg> {
        let per_register = lane.per_register() as i32;
        let mut used: SmallVec<[i32; 4]> = SmallVec::new();
        for index in mask.iter().filter(|lane| **lane >= 0) {
            if !used.contains(&(index / per_register)) {
                used.push(index / per_register);
            }
        }
        let Some(first) = used.first() else {
            return Ok(self.vector_undef());
        };
        let mut sum = sources[*first as usize];
        let mut lanes: LaneChoice = mask
            .iter()
            .map(|lane| match *lane {
                lane if lane >= 0 && lane / per_register == *first => lane % per_register,
                _ => -1,
            })
            .collect();
        if used.len() == 1 {
            return self.permute(lane, sum, &lanes);
        }
        for source in &used[1..] {
            for (at, index) in mask.iter().enumerate() {
                if *index >= 0 && index / per_register == *source {
                    lanes[at] = per_register + index % per_register;
                }
            }
            sum = self.combine(lane, sum, sources[*source as usize], &lanes)?;
            // What was placed stays.
            for (at, index) in lanes.iter_mut().enumerate().filter(|(_, lane)| **lane >= 0) {
                *index = at as i32;
            }
        }
        Ok(sum)
    }

    fn extract_part(
        &mut self,
        (dst, part): (Reg, PartType),
        src: Reg,
        shape: VectorShape,
        index: u32,
    ) -> Result<()> {
        if part != PartType::Half {
            return self.extract_lane(dst, src, shape, index);
        }
        // A `half` is a word, which is in a general register first.
        let bits = self.new_reg(PartType::Int(32));
        self.extract_lane(bits, src, shape, index)?;
        self.emit(op::MOVDI2SSrr).def(dst).reg(bits).done();
        Ok(())
    }

    fn scalar_for_lane(&mut self, value: Value, part: usize, shape: VectorShape) -> Result<Reg> {
        match shape.is_mask() {
            true => self.bit_in_lanes(value, part),
            false => self.scalar_bits(value, part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_wider_lanes() {
        let found = widened(Lane::I32, &[2, 3, -1, 5]);
        assert_eq!(found, Some((Lane::I64, LaneChoice::from_slice(&[1, 2]))));
        assert_eq!(widened(Lane::I32, &[1, 2, 3, 4]), None);
        assert_eq!(widened(Lane::F64, &[1, 0]), None);
    }

    #[test]
    fn immediates_keep_what_does_not_matter() {
        assert_eq!(immediate(&[0, 1, 2, 3]), 0xe4);
        assert_eq!(immediate(&[3, -1, 0, -1]), 0xc7);
    }
}
