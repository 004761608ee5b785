//! The number of instructions that build a constant.
//!
//! A 64-bit constant is four chunks of 16 bits. `MOVZ` and `MOVN` set one chunk and make the others zero or
//! one, `MOVK` replaces one chunk, and `ORR`, `AND` and `EOR` with an immediate know *logical immediates*:
//! a run of ones in an element of 2, 4, … 64 bits, rotated, and repeated over the register.

use smallvec::{SmallVec, smallvec};

/// Whether `value` is a logical immediate of 64 bits.
pub fn is_logical(value: u64) -> bool {
    if value == 0 || value == u64::MAX {
        return false;
    }
    // The smallest element of which the value is made.
    let mut size = 64;
    while size > 2 && value.rotate_right(size / 2) == value {
        size /= 2;
    }
    // A run of ones begins where a bit is set and the one below is not: one run an element.
    let starts = value & !value.rotate_left(1);
    starts.count_ones() == 64 / size
}

/// The logical immediate of a register of `size` bits that 13 bits of an instruction stand for.
///
/// From the high end, the 13 bits say: the size of the element in the leading bit and the leading zeros of
/// the last six, the rotation to the right in the six in between, and the number of ones less one in the
/// rest of the last six.
pub fn logical_value(bits: u64, size: u32) -> u64 {
    let [top, rotation, ones] = [bits >> 12 & 1, bits >> 6 & 0x3f, bits & 0x3f];
    let length = (top << 6 | !ones & 0x3f).max(1);
    let element = 1u32 << length.ilog2();
    let mask = u64::MAX >> (64 - element);
    let count = ones as u32 & (element - 1);
    let run = u64::MAX >> (63 - count);
    let rotation = rotation as u32 & (element - 1);
    let rotated = match rotation {
        0 => run,
        _ => (run >> rotation | run << (element - rotation)) & mask,
    };
    let mut value = rotated;
    let mut width = element;
    while width < size {
        value |= value << width;
        width *= 2;
    }
    value
}

/// The 13 bits that say `value` as a logical immediate of 64 bits: the inverse of [`logical_value`].
///
/// # Requires
/// [`is_logical`]
pub fn logical_bits(value: u64) -> i64 {
    let mut size = 64;
    while size > 2 && value.rotate_right(size / 2) == value {
        size /= 2;
    }
    let starts = value & !value.rotate_left(1);
    let start = starts.trailing_zeros() % size;
    let ones = value.count_ones() * size / 64;
    let rotation = (size - start) % size;
    let length = (!(size - 1) << 1 & 0x3f) | (ones - 1);
    i64::from(u32::from(size == 64) << 12 | rotation << 6 | length)
}

/// One instruction of those that make a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantStep {
    /// `ORR` of the zero register and a logical immediate of 13 bits.
    Logical(i64),
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

/// The instructions that make `value` in a register of 32 or 64 bits.
pub fn constant_steps(value: u64, is_wide: bool) -> SmallVec<[ConstantStep; 4]> {
    let size: u8 = if is_wide { 64 } else { 32 };
    let value = value & u64::MAX >> (64 - size);
    let shifts = || (0..size).step_by(16);
    let chunk = |shift: u8| (value >> shift) as u16;
    let count = |wanted: u16| shifts().filter(|shift| chunk(*shift) == wanted).count();
    let (zeros, ones) = (count(0), count(0xffff));
    // Made of one chunk: everybody reads that more easily than a logical immediate.
    let is_simple = zeros.max(ones) + 1 >= usize::from(size / 16);
    let repeated = if is_wide { value } else { value | value << 32 };
    if !is_simple && is_logical(repeated) {
        let bits = logical_bits(repeated);
        return smallvec![ConstantStep::Logical(bits)];
    }
    if is_wide
        && zeros.max(ones) < 2
        && let Some(steps) = logical_and_chunk(value)
    {
        return steps;
    }
    let (background, inverted) = match ones > zeros {
        true => (0xffff, true),
        false => (0, false),
    };
    let mut steps = SmallVec::new();
    for shift in shifts().filter(|shift| chunk(*shift) != background) {
        let chunk = chunk(shift);
        steps.push(match (steps.is_empty(), inverted) {
            (true, true) => ConstantStep::Ones {
                chunk: !chunk,
                shift,
            },
            (true, false) => ConstantStep::Zeros { chunk, shift },
            (false, _) => ConstantStep::Keep { chunk, shift },
        });
    }
    if steps.is_empty() {
        steps.push(match inverted {
            true => ConstantStep::Ones { chunk: 0, shift: 0 },
            false => ConstantStep::Zeros { chunk: 0, shift: 0 },
        });
    }
    steps
}

/// A logical immediate, of which one chunk is replaced then.
fn logical_and_chunk(value: u64) -> Option<SmallVec<[ConstantStep; 4]>> {
    [0u8, 16, 32, 48].into_iter().find_map(|shift| {
        let immediate = logical_but_one_chunk(value, shift)?;
        let chunk = (value >> shift) as u16;
        Some(smallvec![
            ConstantStep::Logical(logical_bits(immediate)),
            ConstantStep::Keep { chunk, shift },
        ])
    })
}

/// Whether two instructions or one make `value` in a 64-bit register.
pub fn takes_at_most_two(value: u64) -> bool {
    let chunks = [0, 16, 32, 48].map(|shift| (value >> shift) as u16);
    let count = |chunk: u16| chunks.iter().filter(|c| **c == chunk).count();
    count(0xffff) >= 2
        || count(0) >= 2
        || is_logical(value)
        || is_logical_but_one_chunk(value)
        || is_or_of_two(value)
        || is_or_of_two(!value)
        || is_exclusive_or_of_two(value)
}

/// `ORR`, then `MOVK` of one chunk.
fn is_logical_but_one_chunk(value: u64) -> bool {
    let mut shifts = [0u8, 16, 32, 48].into_iter();
    shifts.any(|shift| logical_but_one_chunk(value, shift).is_some())
}

/// The logical immediate that is `value` but for the chunk at `shift`.
fn logical_but_one_chunk(value: u64, shift: u8) -> Option<u64> {
    let chunk = 0xffff << shift;
    let zeroed = value & !chunk;
    let other_half = zeroed | (value.rotate_left(32) & chunk);
    let mut candidates = [zeroed, value | chunk, other_half].into_iter();
    candidates.find(|candidate| is_logical(*candidate))
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

/// Whether `value` is one logical immediate or another. (By the laws of De Morgan its complement is then one
/// and another.)
fn is_or_of_two(value: u64) -> bool {
    if value == 0 || value == u64::MAX {
        return false;
    }
    // No run of ones across the end.
    let rotated = value.rotate_right(value.trailing_ones());
    let first = widest_run(rotated, rotated);
    let rest = rotated & !first;
    let second = widest_run(rest, rotated);
    rest & !second == 0 && is_logical(first) && is_logical(second)
}

/// Whether `value` is the exclusive or of a run of ones repeated often and one repeated less often.
fn is_exclusive_or_of_two(value: u64) -> bool {
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
        _ => return false,
    };
    let small = big >> shift;
    let ones = match small {
        64 => 1,
        _ => u64::MAX / ((1 << small) - 1),
    };
    let mut rotation = starts.trailing_zeros();
    (0..3).any(|_| {
        let length = value.rotate_right(rotation).trailing_ones();
        let runs = ones.checked_shl(length).unwrap_or(0).wrapping_sub(ones);
        let runs = runs.rotate_left(rotation);
        let found = is_logical(value ^ runs) && is_logical(runs);
        rotation += (starts.rotate_right(rotation) & !1).trailing_zeros();
        rotation %= 64;
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logical_immediates_are_repeated_runs() {
        for value in [
            1,
            0xff00,
            0x5555_5555_5555_5555,
            0x8000_0000_0000_0001,
            0x00ff_00ff_00ff_00ff,
        ] {
            assert!(is_logical(value), "{value:#x}");
        }
        for value in [0, u64::MAX, 5, 0x1234, 0x00ff_00ff_00ff_00fe] {
            assert!(!is_logical(value), "{value:#x}");
        }
    }

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
