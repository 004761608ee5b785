//! Division by constants without a division: the multiplier and the shift.
//!
//! ```text
//!   unsigned, d   (x * m) >> (N + s), m = ceil(2^(N+s) / d), for the smallest s where it is exact;
//!                 with one more addition where m needs N + 1 bits
//!   signed, d     the same with a signed m, plus one if the result is negative
//! ```
//!
//! Source: H. Warren, Hacker's Delight, chapter 10.

/// The low `bits` (1 to 64) of `value`, sign-extended.
pub fn sign_extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}

/// How to divide by an unsigned constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsignedMagic {
    /// Factor.
    pub multiplier: u64,
    /// Shift before the multiplication.
    pub pre_shift: u32,
    /// Shift of the upper half.
    pub post_shift: u32,
    /// The multiplier has another bit above: `(x - high) / 2 + high` before the shift, which is one
    /// less.
    pub add: bool,
}

/// The multiplier for `divisor`, at least 3 and no power of two, and numbers of `bits` (8 to 64) bits, of which the lowest
/// `significant` may not be 0.
pub fn unsigned_magic(divisor: u64, bits: u32, significant: u32) -> UnsignedMagic {
    let ceil_log = 64 - (divisor - 1).leading_zeros();
    if let Some((multiplier, post_shift)) = fitting_multiplier(divisor, bits, significant) {
        return UnsignedMagic {
            multiplier,
            pre_shift: 0,
            post_shift,
            add: false,
        };
    }
    let pre_shift = divisor.trailing_zeros();
    if pre_shift > 0 {
        let found = fitting_multiplier(
            divisor >> pre_shift,
            bits,
            significant.saturating_sub(pre_shift),
        );
        if let Some((multiplier, post_shift)) = found {
            return UnsignedMagic {
                multiplier,
                pre_shift,
                post_shift,
                add: false,
            };
        }
    }
    // m = floor(2^N * (2^l - d) / d) + 1, the lower N bits of ceil(2^(N+l) / d).
    let divisor = u128::from(divisor);
    let excess = (1u128 << ceil_log) - divisor;
    let multiplier = ((excess << bits) / divisor + 1) as u64;
    UnsignedMagic {
        multiplier,
        pre_shift: 0,
        post_shift: ceil_log,
        add: true,
    }
}

/// The smallest shift and its multiplier of at most `bits` bits that divide numbers of `value_bits` bits
/// exactly, or `None`.
fn fitting_multiplier(divisor: u64, bits: u32, value_bits: u32) -> Option<(u64, u32)> {
    let ceil_log = 64 - (divisor - 1).leading_zeros();
    let wide = u128::from(divisor);
    (0..=ceil_log.min(63)).find_map(|shift| {
        // 2^(N + shift) fits: at most 2^127.
        let power = 1u128 << (bits + shift);
        let multiplier = power.div_ceil(wide);
        let error = multiplier * wide - power;
        let exact = error <= 1u128 << (bits - value_bits + shift);
        (exact && multiplier >> bits == 0).then_some((multiplier as u64, shift))
    })
}

/// Multiplier (as signed) and shift for a signed divisor other than 0 and plus or minus powers of two.
pub fn signed_magic(divisor: i64, bits: u32) -> (i64, u32) {
    let magnitude = u128::from(divisor.unsigned_abs());
    let half = 1u128 << (bits - 1);
    // The largest number of the sign's side with remainder magnitude - 1.
    let limit = half + u128::from(divisor < 0);
    let largest = limit - 1 - limit % magnitude;
    let mut power = bits;
    while (1u128 << power) <= largest * (magnitude - (1u128 << power) % magnitude) {
        power += 1;
    }
    let remainder = magnitude - (1u128 << power) % magnitude;
    let multiplier = ((1u128 << power) + remainder) / magnitude;
    let multiplier = multiplier as i64;
    let multiplier = if divisor < 0 {
        multiplier.wrapping_neg()
    } else {
        multiplier
    };
    (sign_extend(multiplier as u64, bits), power - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(bits: u32) -> Vec<u64> {
        let top = u64::MAX >> (64 - bits);
        let mut samples: Vec<u64> = (0..70)
            .flat_map(|i| [i, top - i, top / 2 + i - 35].map(|sample| sample & top))
            .collect();
        samples.extend((0..bits).map(|bit| 1u64 << bit));
        samples.extend([0x1234_5678_9abc_def0 & top, 0xfedc_ba98_7654_3210 & top]);
        samples
    }

    #[test]
    fn unsigned_constants_divide_exactly() {
        for bits in [8u32, 16, 32, 64] {
            let top = u64::MAX >> (64 - bits);
            for divisor in samples(bits)
                .into_iter()
                .filter(|d| *d > 2 && !d.is_power_of_two())
            {
                let magic = unsigned_magic(divisor, bits, bits);
                for x in samples(bits) {
                    let shifted = x >> magic.pre_shift;
                    let high = (u128::from(shifted) * u128::from(magic.multiplier)) >> bits;
                    let high = high as u64 & top;
                    let quotient = match magic.add {
                        false => high >> magic.post_shift,
                        true => (((x - high) >> 1) + high) >> (magic.post_shift - 1),
                    };
                    assert_eq!(quotient, x / divisor, "{x} / {divisor} in {bits} bits");
                }
            }
        }
    }

    #[test]
    fn signed_constants_divide_exactly() {
        for bits in [8u32, 16, 32, 64] {
            let extend = |x: u64| sign_extend(x, bits);
            let divisors = samples(bits).into_iter().map(extend);
            for divisor in divisors.filter(|d| *d != 0 && !d.unsigned_abs().is_power_of_two()) {
                let (magic, shift) = signed_magic(divisor, bits);
                for x in samples(bits).into_iter().map(extend) {
                    let mut high = ((i128::from(x) * i128::from(magic)) >> bits) as i64;
                    if divisor > 0 && magic < 0 {
                        high = extend(high.wrapping_add(x) as u64);
                    } else if divisor < 0 && magic > 0 {
                        high = extend(high.wrapping_sub(x) as u64);
                    }
                    let quotient = (high >> shift) + i64::from(high < 0);
                    assert_eq!(quotient, x / divisor, "{x} / {divisor} in {bits} bits");
                }
            }
        }
    }
}
