//! Logical immediates: a run of ones in an element of 2, 4, … 64 bits, rotated, and repeated over the register. `ORR`,
//! `AND` and `EOR` take them.

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
}
