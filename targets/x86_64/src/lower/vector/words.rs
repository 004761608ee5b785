//! Permutations of the lanes of 16 and 8 bits of one register.

use avarice_lower::select::VectorShuffles;
use avarice_lower::{Lane, LaneChoice, PartType, Result, lanes_match};
use avarice_mir::Reg;
use smallvec::SmallVec;

use super::super::Selector;
use super::shuffle::immediate;
use crate::op;
use crate::subtarget::Features;

impl Selector<'_, '_> {
    /// A shift of the whole register that brings all lanes into place; `None` if there is none.
    fn shift_register(&mut self, lane: Lane, src: Reg, mask: &[i32]) -> Option<Reg> {
        let (at, first) = mask.iter().enumerate().find(|(_, lane)| **lane >= 0)?;
        let by = first - at as i32;
        if !lanes_match(mask, |at| at + by) {
            return None;
        }
        let bytes = by.unsigned_abs() * lane.bytes();
        let opcode = if by > 0 { op::PSRLDQri } else { op::PSLLDQri };
        Some(self.packed_imm(opcode, src, bytes))
    }

    /// One instruction for any order of bytes, where there is one.
    fn shuffle_bytes(&mut self, lane: Lane, src: Reg, mask: &[i32]) -> Option<Reg> {
        if !self.features().contains(Features::SSSE3) {
            return None;
        }
        let size = lane.bytes() as i32;
        let mut bytes = [0x80u8; 16];
        for (at, lane) in mask.iter().enumerate().filter(|(_, lane)| **lane >= 0) {
            for byte in 0..size {
                bytes[at * size as usize + byte as usize] = (lane * size + byte) as u8;
            }
        }
        let all = u128::from_le_bytes(bytes);
        let words = [all as u64, (all >> 64) as u64];
        Some(self.packed_const(op::PSHUFBrr, src, words))
    }

    /// Lanes of 16 bits: `PSHUFD` brings the pairs that each half needs there, and the halves are
    /// shuffled by themselves.
    pub(super) fn permute_words(&mut self, src: Reg, mask: &[i32]) -> Result<Reg> {
        if let Some(shifted) = self.shift_register(Lane::I16, src, mask) {
            return Ok(shifted);
        }
        let first = mask.iter().copied().find(|lane| *lane >= 0).unwrap_or(0);
        if lanes_match(mask, |_| first) {
            let (opcode, pair) = match first {
                ..4 => (op::PSHUFLWri, 0),
                _ => (op::PSHUFHWri, 2),
            };
            let doubled = self.packed_imm(opcode, src, immediate(&[first % 4; 4]));
            return Ok(self.packed_imm(op::PSHUFDri, doubled, immediate(&[pair; 4])));
        }
        let needed = |half: &[i32]| {
            let mut pairs: SmallVec<[i32; 4]> = SmallVec::new();
            for lane in half.iter().filter(|lane| **lane >= 0) {
                if !pairs.contains(&(lane / 2)) {
                    pairs.push(lane / 2);
                }
            }
            pairs
        };
        let (mut low, mut high) = (needed(&mask[..4]), needed(&mask[4..]));
        if low.len() > 2 || high.len() > 2 {
            return match self.shuffle_bytes(Lane::I16, src, mask) {
                Some(shuffled) => Ok(shuffled),
                None => Ok(self.move_words(src, mask)),
            };
        }
        for (pairs, home) in [(&mut low, [0, 1]), (&mut high, [2, 3])] {
            if pairs.iter().all(|pair| home.contains(pair)) {
                *pairs = SmallVec::from_slice(&home);
            }
        }
        let at = |pairs: &[i32], index: usize| pairs.get(index).copied().unwrap_or(-1);
        let pairs = [at(&low, 0), at(&low, 1), at(&high, 0), at(&high, 1)];
        let mut result = src;
        if !lanes_match(&pairs, |at| at) {
            result = self.packed_imm(op::PSHUFDri, result, immediate(&pairs));
        }
        let halves = [
            (op::PSHUFLWri, &mask[..4], &low),
            (op::PSHUFHWri, &mask[4..], &high),
        ];
        for (opcode, half, pairs) in halves {
            let place = |lane: &i32| match *lane {
                -1 => -1,
                lane => {
                    let at = pairs.iter().position(|pair| *pair == lane / 2);
                    at.unwrap_or(0) as i32 * 2 + lane % 2
                }
            };
            let places: LaneChoice = half.iter().map(place).collect();
            if !lanes_match(&places, |at| at) {
                result = self.packed_imm(opcode, result, immediate(&places));
            }
        }
        Ok(result)
    }

    /// Word by word through integer registers; those in place stay.
    fn move_words(&mut self, src: Reg, mask: &[i32]) -> Reg {
        let mut result = src;
        for (at, lane) in mask.iter().enumerate() {
            if *lane >= 0 && *lane != at as i32 {
                let word = self.extract_word(src, *lane as u32);
                result = self.insert_word(result, word, at as u32);
            }
        }
        result
    }

    /// Word `index` of a vector register, with zeros above.
    pub(super) fn extract_word(&mut self, src: Reg, index: u32) -> Reg {
        let dst = self.new_reg(PartType::Int(32));
        let emit = self.emit(op::PEXTRWrr).def(dst).reg(src);
        emit.imm(i64::from(index)).done();
        dst
    }

    /// A vector register with word `index` replaced.
    pub(super) fn insert_word(&mut self, vector: Reg, word: Reg, index: u32) -> Reg {
        let dst = self.new_vector();
        let emit = self.emit(op::PINSRWrr).def(dst).reg(vector).reg(word);
        emit.imm(i64::from(index)).done();
        dst
    }

    /// Lanes of 8 bits: without `PSHUFB` as lanes of 16, packed again.
    pub(super) fn permute_bytes(&mut self, src: Reg, mask: &[i32]) -> Result<Reg> {
        if let Some(shifted) = self.shift_register(Lane::I8, src, mask) {
            return Ok(shifted);
        }
        let first = mask.iter().copied().find(|lane| *lane >= 0).unwrap_or(0);
        let ssse3 = self.features().contains(Features::SSSE3);
        if !ssse3 && lanes_match(mask, |_| first) {
            let opcode = if first < 8 {
                op::PUNPCKLBWrr
            } else {
                op::PUNPCKHBWrr
            };
            let doubled = self.packed(opcode, src, src);
            return self.permute_words(doubled, &[first % 8; 8]);
        }
        if let Some(shuffled) = self.shuffle_bytes(Lane::I8, src, mask) {
            return Ok(shuffled);
        }
        if mask
            .iter()
            .enumerate()
            .all(|(at, lane)| *lane < 0 || *lane == (at as i32 ^ 1))
        {
            let up = self.packed_imm(op::PSLLWri, src, 8);
            let down = self.packed_imm(op::PSRLWri, src, 8);
            return Ok(self.packed(op::PORrr, up, down));
        }
        let mut sources = [src; 2];
        for (source, opcode) in sources.iter_mut().zip([op::PUNPCKLBWrr, op::PUNPCKHBWrr]) {
            let needed = match opcode {
                op::PUNPCKLBWrr => mask.iter().any(|lane| (0..8).contains(lane)),
                _ => mask.iter().any(|lane| *lane >= 8),
            };
            if needed {
                let zero = self.vector_zero()?;
                *source = self.packed(opcode, src, zero);
            }
        }
        let low = self.shuffle(Lane::I16, &sources, &mask[..8])?;
        let high = match mask[8..].iter().all(|lane| *lane < 0) {
            true => low,
            false => self.shuffle(Lane::I16, &sources, &mask[8..])?,
        };
        let low = match mask[..8].iter().all(|lane| *lane < 0) {
            true => high,
            false => low,
        };
        Ok(self.packed(op::PACKUSWBrr, low, high))
    }

    /// A vector register with byte `index` replaced by the low byte of a 32-bit register: with its
    /// neighbour, as a word.
    pub(super) fn insert_byte(&mut self, vector: Reg, byte: Reg, index: u32) -> Result<Reg> {
        use super::super::Width::W32;
        use super::super::int::{AND, OR, SHL};
        if self.features().contains(Features::SSE41) {
            let dst = self.new_vector();
            let emit = self.emit(op::PINSRBrr).def(dst).reg(vector).reg(byte);
            emit.imm(i64::from(index)).done();
            return Ok(dst);
        }
        let word = self.extract_word(vector, index / 2);
        let byte = self.alu_imm(&AND, W32, byte, 0xff)?;
        let (kept, byte) = match index % 2 {
            0 => (0xff00, byte),
            _ => (0xff, self.shift(&SHL, W32, byte, 8)),
        };
        let kept = self.alu_imm(&AND, W32, word, kept)?;
        let word = self.alu(&OR, W32, kept, byte);
        Ok(self.insert_word(vector, word, index / 2))
    }
}
