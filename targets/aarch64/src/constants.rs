//! The instructions that make a constant.
//!
//! A constant of 64 bits is four chunks of 16 bits. `MOVZ` and `MOVN` set one chunk and make the others zero or one,
//! `MOVK` replaces one chunk; `ORR`, `AND` and `EOR` take logical immediates ([`crate::immediates`]). What is tried, the
//! first that does it:
//!
//! ```text
//!   0x0000000012340000   one chunk                        movz
//!   0x00ff00ff00ff00ff   a logical immediate              orr
//!   0x0000000012345678   two chunks                       movz movk
//!   0x5555555555551234   a logical immediate but a chunk  orr movk
//!   0x0000ff000000aa00   two logical immediates           orr orr | orr and | orr eor
//!   0x0000123456789abc   three chunks                     movz movk movk
//!   0x1234abcd1234abcd   two equal halves                 movz movk orr (shifted)
//!   0x1234555555559abc   a repeated chunk and others      orr movk movk
//!   0xfff01234567800ff   a run of ones and other chunks   orr movk movk
//! ```

use smallvec::{SmallVec, smallvec};

use crate::immediates::{is_logical, logical_bits};

/// Where the chunks of 64 bits are.
const SHIFTS: [u8; 4] = [0, 16, 32, 48];

/// One instruction of those that make a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantStep {
    /// `ORR` of the zero register and a logical immediate of 13 bits.
    Logical(i64),
    /// `ORR` of what was there and a logical immediate of 13 bits.
    Or(i64),
    /// The same by `AND`.
    And(i64),
    /// The same by `EOR`.
    ExclusiveOr(i64),
    /// `ORR` of what was there and the same, shifted by 32 bits.
    Repeat,
    /// `MOVZ`: a chunk, and zeros elsewhere.
    Zeros {
        /// The bits.
        chunk: u16,
        /// Their place.
        shift: u8,
    },
    /// `MOVN`: an inverted chunk, and ones elsewhere.
    Ones {
        /// The bits before they are inverted.
        chunk: u16,
        /// Their place.
        shift: u8,
    },
    /// `MOVK`: a chunk, and elsewhere what was there.
    Keep {
        /// The bits.
        chunk: u16,
        /// Their place.
        shift: u8,
    },
}

/// The instructions of a constant.
pub type ConstantSteps = SmallVec<[ConstantStep; 4]>;

/// The instructions that make `value` in a register of 32 or 64 bits.
pub fn constant_steps(value: u64, is_wide: bool) -> ConstantSteps {
    let size: u8 = if is_wide { 64 } else { 32 };
    let value = value & u64::MAX >> (64 - size);
    let chunks = usize::from(size / 16);
    let count = |wanted: u16| {
        let shifts = SHIFTS[..chunks].iter();
        shifts
            .filter(|shift| chunk_at(value, **shift) == wanted)
            .count()
    };
    let same = count(0).max(count(0xffff));
    // Made of one chunk: disassemblers show that as the constant, which they do not with a logical immediate.
    if same + 1 >= chunks {
        return by_chunks(value, size);
    }
    let repeated = if is_wide { value } else { value | value << 32 };
    if is_logical(repeated) {
        return smallvec![ConstantStep::Logical(logical_bits(repeated))];
    }
    if same + 2 >= chunks {
        return by_chunks(value, size);
    }
    let two = logical_and_chunk(value)
        .or_else(|| or_of_two(value))
        .or_else(|| and_of_two(value))
        .or_else(|| exclusive_or_of_two(value));
    if let Some(steps) = two {
        return steps;
    }
    if same > 0 {
        return by_chunks(value, size);
    }
    let three = repeated_chunk(value).or_else(|| run_of_ones(value));
    three.unwrap_or_else(|| by_chunks(value, size))
}

/// Whether two instructions or one make `value` in a 64-bit register.
pub fn takes_at_most_two(value: u64) -> bool {
    constant_steps(value, true).len() <= 2
}

fn chunk_at(value: u64, shift: u8) -> u16 {
    (value >> shift) as u16
}

fn keep(value: u64, shift: u8) -> ConstantStep {
    ConstantStep::Keep {
        chunk: chunk_at(value, shift),
        shift,
    }
}

/// `MOVZ` or `MOVN`, then `MOVK` of each chunk that is not what the first made it.
fn by_chunks(value: u64, size: u8) -> ConstantSteps {
    let shifts = &SHIFTS[..usize::from(size / 16)];
    let count = |wanted: u16| {
        let shifts = shifts.iter();
        shifts
            .filter(|shift| chunk_at(value, **shift) == wanted)
            .count()
    };
    let inverted = count(0xffff) > count(0);
    let background = if inverted { 0xffff } else { 0 };
    let first = |shift: u8| match inverted {
        true => ConstantStep::Ones {
            chunk: !chunk_at(value, shift),
            shift,
        },
        false => ConstantStep::Zeros {
            chunk: chunk_at(value, shift),
            shift,
        },
    };
    let mut steps = ConstantSteps::new();
    for shift in shifts {
        if chunk_at(value, *shift) != background {
            steps.push(match steps.is_empty() {
                true => first(*shift),
                false => keep(value, *shift),
            });
        }
    }
    if steps.is_empty() {
        steps.push(first(0));
    }
    if steps.len() > 2 && value >> 32 == value & 0xffff_ffff {
        steps.truncate(2);
        steps.push(ConstantStep::Repeat);
    }
    steps
}

/// A logical immediate, of which one chunk is replaced then.
fn logical_and_chunk(value: u64) -> Option<ConstantSteps> {
    SHIFTS.into_iter().find_map(|shift| {
        let chunk = 0xffff << shift;
        let zeroed = value & !chunk;
        let other_half = zeroed | (value.rotate_left(32) & chunk);
        let candidates = [zeroed, value | chunk, other_half];
        let found = candidates.into_iter().find(|value| is_logical(*value))?;
        let logical = ConstantStep::Logical(logical_bits(found));
        Some(smallvec![logical, keep(value, shift)])
    })
}

/// Two logical immediates of which `value` has all ones, and no other.
fn split_into_two(value: u64) -> Option<[u64; 2]> {
    if value == 0 || value == u64::MAX {
        return None;
    }
    // No run of ones across the end.
    let rotation = value.trailing_ones();
    let rotated = value.rotate_right(rotation);
    let first = widest_run(rotated, rotated);
    let rest = rotated & !first;
    let second = widest_run(rest, rotated);
    (rest & !second == 0).then(|| [first, second].map(|part| part.rotate_left(rotation)))
}

/// The logical immediate that begins with the lowest run of ones of `bits`, repeated as long as all is in
/// `within`.
fn widest_run(bits: u64, within: u64) -> u64 {
    let position = bits.trailing_zeros();
    if position == u64::BITS {
        return 0;
    }
    let length = (within >> position).trailing_ones();
    let ones = match length {
        64 => u64::MAX,
        _ => (1 << length) - 1,
    };
    let mut all: u64 = ones << position;
    for rotation in [64, 32, 16, 8, 4, 2] {
        let wider = all | all.rotate_left(rotation);
        if wider & within != wider {
            break;
        }
        all = wider;
    }
    all
}

fn both_logical([first, second]: [u64; 2]) -> Option<[i64; 2]> {
    (is_logical(first) && is_logical(second)).then(|| [logical_bits(first), logical_bits(second)])
}

fn or_of_two(value: u64) -> Option<ConstantSteps> {
    let [first, second] = both_logical(split_into_two(value)?)?;
    Some(smallvec![
        ConstantStep::Logical(first),
        ConstantStep::Or(second)
    ])
}

/// By the laws of De Morgan: the complement is one or another.
fn and_of_two(value: u64) -> Option<ConstantSteps> {
    let [first, second] = both_logical(split_into_two(!value)?.map(|part| !part))?;
    Some(smallvec![
        ConstantStep::Logical(first),
        ConstantStep::And(second)
    ])
}

/// The exclusive or of a run of ones repeated often and one repeated less often.
fn exclusive_or_of_two(value: u64) -> Option<ConstantSteps> {
    let mut big = 64u32;
    while big > 2 && value.rotate_right(big / 2) == value {
        big /= 2;
    }
    let starts = value & !value.rotate_left(1);
    // One run more or less than a power of two, or just that many.
    let shift = match (starts & (u64::MAX >> (64 - big))).count_ones() {
        2 => 0,
        3 => 1,
        4 | 5 => 2,
        7..=9 => 3,
        15..=17 => 4,
        31 => 5,
        _ => return None,
    };
    let small = big >> shift;
    let ones = match small {
        64 => 1,
        _ => u64::MAX / ((1 << small) - 1),
    };
    let mut rotation = starts.trailing_zeros();
    for _ in 0..3 {
        let length = value.rotate_right(rotation).trailing_ones();
        let runs = ones.checked_shl(length).unwrap_or(0).wrapping_sub(ones);
        let runs = runs.rotate_left(rotation);
        if let Some([first, second]) = both_logical([runs, value ^ runs]) {
            let first = ConstantStep::Logical(first);
            return Some(smallvec![first, ConstantStep::ExclusiveOr(second)]);
        }
        rotation += (starts.rotate_right(rotation) & !1).trailing_zeros();
        rotation %= 64;
    }
    None
}

/// A chunk that there is two or three times, everywhere, and then the others.
fn repeated_chunk(value: u64) -> Option<ConstantSteps> {
    let repeat = |chunk: u16| u64::from(chunk) * 0x0001_0001_0001_0001;
    let mut candidates: SmallVec<[u16; 4]> = SmallVec::new();
    for shift in SHIFTS {
        let chunk = chunk_at(value, shift);
        let count = SHIFTS
            .into_iter()
            .filter(|shift| chunk_at(value, *shift) == chunk)
            .count();
        if (2..=3).contains(&count) && !candidates.contains(&chunk) && is_logical(repeat(chunk)) {
            candidates.push(chunk);
        }
    }
    // Of two, llc takes the one that comes first in its hash table.
    let chunk = candidates
        .into_iter()
        .min_by_key(|chunk| u64::from(*chunk) * 37 % 64)?;
    let mut steps: ConstantSteps = smallvec![ConstantStep::Logical(logical_bits(repeat(chunk)))];
    let others = SHIFTS
        .into_iter()
        .filter(|shift| chunk_at(value, *shift) != chunk);
    steps.extend(others.map(|shift| keep(value, shift)));
    Some(steps)
}

/// A run of ones that begins in one chunk and ends in another, and then the chunks that are not of it.
fn run_of_ones(value: u64) -> Option<ConstantSteps> {
    let is_mask = |chunk: u16| chunk & chunk.wrapping_add(1) == 0;
    let (mut start, mut end) = (None, None);
    for (index, shift) in SHIFTS.into_iter().enumerate() {
        match chunk_at(value, shift) {
            0 | 0xffff => {}
            chunk if is_mask(!chunk) => start = Some(index),
            chunk if is_mask(chunk) => end = Some(index),
            _ => {}
        }
    }
    let (start, end) = (start?, end?);
    // A run across the end is one of zeros between ones.
    let (low, high) = (start.min(end), start.max(end));
    let (outside, inside) = if start > end {
        (0xffff, 0)
    } else {
        (0, 0xffff)
    };
    let mut run = value;
    let mut others = ConstantSteps::new();
    for (index, shift) in SHIFTS.into_iter().enumerate() {
        let wanted = match index {
            _ if index == low || index == high => continue,
            _ if index > low && index < high => inside,
            _ => outside,
        };
        if chunk_at(value, shift) != wanted {
            run = run & !(0xffff << shift) | u64::from(wanted) << shift;
            others.push(keep(value, shift));
        }
    }
    if !is_logical(run) {
        return None;
    }
    let mut steps: ConstantSteps = smallvec![ConstantStep::Logical(logical_bits(run))];
    steps.extend(others);
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_of_a_logical_immediate_is_replaced() {
        let steps = constant_steps(0x5555_5555_5555_5556, true);
        let logical = ConstantStep::Logical(logical_bits(0x5555_5555_5555_5555));
        let keep = ConstantStep::Keep {
            chunk: 0x5556,
            shift: 0,
        };
        assert_eq!(steps[..], [logical, keep]);
        assert_eq!(constant_steps(0x1234_5678_9abc_def0, true).len(), 4);
    }

    #[test]
    fn two_instructions_make_what_they_make_for_llvm() {
        // Counted in what llc 19.1.7 -O2 makes of functions that return these.
        for value in [
            0,
            0x1234_5678,
            0xffff_ffff_1234_5678,
            0x00ff_00ff_00ff_1234,
            0x0000_0f00_00f0_0000,
            0x5555_5555_5555_5155,
        ] {
            assert!(takes_at_most_two(value), "{value:#x}");
        }
        for value in [
            0x1234_5678_9abc,
            0x1234_5678_9abc_def0,
            0x4000_2000_1000_0801,
        ] {
            assert!(!takes_at_most_two(value), "{value:#x}");
        }
    }
}
