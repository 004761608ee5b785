//! Numeric constants: integers of any width, and floating-point numbers in all formats.

use crate::constant::ConstKind;

/// Longest decimal integer, so that conversion stays linear in the text.
pub(super) const MAX_DECIMAL_DIGITS: usize = 20_000;

/// `u0x…` as a number of 64 bits.
pub(super) fn hex_u64(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("u0x")?, 16).ok()
}

/// The integer constant of `bits` bits that `text` writes, its higher bits dropped as LLVM does.
/// `None` if it has too many digits.
pub(super) fn integer(text: &[u8], bits: u32) -> Option<ConstKind> {
    if let [sign @ (b's' | b'u'), b'0', b'x', digits @ ..] = text {
        return Some(hex_integer(digits, *sign == b's', bits));
    }
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if bits <= 64 {
        let value = digits.iter().fold(0u64, |value, digit| {
            value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'))
        });
        let value = if negative {
            value.wrapping_neg()
        } else {
            value
        };
        return Some(ConstKind::Int(value & (u64::MAX >> (64 - bits))));
    }
    if digits.len() > MAX_DECIMAL_DIGITS {
        return None;
    }
    let mut words = vec![0u64; bits.div_ceil(64) as usize];
    let mut used = 0;
    for chunk in digits.chunks(19) {
        let factor = 10u64.pow(chunk.len() as u32);
        let mut carry = chunk
            .iter()
            .fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
        for word in &mut words[..used] {
            let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
            *word = product as u64;
            carry = (product >> 64) as u64;
        }
        if carry != 0 && used < words.len() {
            words[used] = carry;
            used += 1;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    Some(big(words, bits))
}

/// `words` with the bits beyond `bits` cleared.
fn big(mut words: Vec<u64>, bits: u32) -> ConstKind {
    if let (Some(top), 1..) = (words.last_mut(), bits % 64) {
        *top &= u64::MAX >> (64 - bits % 64);
    }
    ConstKind::BigInt(words.into())
}

/// Hexadecimal digits; a signed number's sign is its highest bit that is set, as in LLVM.
fn hex_integer(digits: &[u8], signed: bool, bits: u32) -> ConstKind {
    let mut words = vec![0u64; bits.div_ceil(64) as usize];
    let mut width = 0;
    for (i, digit) in digits.iter().rev().enumerate() {
        let digit = char::from(*digit).to_digit(16).unwrap_or(0);
        if digit != 0 {
            width = i * 4 + (32 - digit.leading_zeros()) as usize;
        }
        if let Some(word) = words.get_mut(i / 16) {
            *word |= u64::from(digit) << (i % 16 * 4);
        }
    }
    if signed && width > 0 {
        for bit in width..words.len() * 64 {
            words[bit / 64] |= 1 << (bit % 64);
        }
    }
    if bits <= 64 {
        ConstKind::Int(words[0] & (u64::MAX >> (64 - bits)))
    } else {
        big(words, bits)
    }
}

/// A binary floating-point format narrower than double.
#[derive(Clone, Copy)]
pub(super) struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

/// `half`
pub(super) const HALF: Format = Format {
    exponent_bits: 5,
    fraction_bits: 10,
};

/// `bfloat`
pub(super) const BFLOAT: Format = Format {
    exponent_bits: 8,
    fraction_bits: 7,
};

/// `float`
pub(super) const FLOAT: Format = Format {
    exponent_bits: 8,
    fraction_bits: 23,
};

impl Format {
    /// The bits, in this format, of the number whose bits as a double are `double`; `None` if the
    /// format does not have exactly this number (or, for a NaN, this payload).
    pub fn narrow(self, double: u64) -> Option<u64> {
        let sign = (double >> 63) << (self.exponent_bits + self.fraction_bits);
        let exponent = (double >> 52) as i32 & 0x7ff;
        let fraction = double & ((1 << 52) - 1);
        let drop = 52 - self.fraction_bits;
        let special = ((1u64 << self.exponent_bits) - 1) << self.fraction_bits;
        let exact = |bits: u64, shift: u32| (bits & ((1 << shift) - 1) == 0).then(|| bits >> shift);
        match exponent {
            0x7ff => Some(sign | special | exact(fraction, drop)?),
            0 => (fraction == 0).then_some(sign),
            _ => {
                let bias = (1 << (self.exponent_bits - 1)) - 1;
                let exponent = exponent - 1023 + bias;
                if exponent > 2 * bias {
                    None
                } else if exponent > 0 {
                    let exponent = (exponent as u64) << self.fraction_bits;
                    Some(sign | exponent | exact(fraction, drop)?)
                } else {
                    let shift = drop + (1 - exponent) as u32;
                    let significand = fraction | 1 << 52;
                    (shift <= 52).then(|| exact(significand, shift).map(|bits| sign | bits))?
                }
            }
        }
    }
}

/// The bits of a double from its decimal text.
pub(super) fn decimal_double(text: &[u8]) -> Option<u64> {
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    Some(value.to_bits())
}

/// Hexadecimal digits as a number of at most `digits` digits; `None` if there are more or none.
pub(super) fn hex_word(text: &[u8], digits: usize) -> Option<u64> {
    if text.is_empty() || text.len() > digits {
        return None;
    }
    text.iter().try_fold(0, |value, digit| {
        Some(value << 4 | u64::from(char::from(*digit).to_digit(16)?))
    })
}

/// Two numbers: of the first `first` hexadecimal digits and of up to sixteen after them. LLVM ignores
/// further digits.
pub(super) fn hex_words(text: &[u8], first: usize) -> Option<[u64; 2]> {
    let (head, tail) = text.split_at_checked(first)?;
    let tail = &tail[..tail.len().min(16)];
    let second = if tail.is_empty() {
        Some(0)
    } else {
        hex_word(tail, 16)
    };
    Some([hex_word(head, first)?, second?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let int = |text: &str, bits| match integer(text.as_bytes(), bits) {
            Some(ConstKind::Int(value)) => value,
            other => panic!("{other:?}"),
        };
        assert_eq!(int("300", 8), 44);
        assert_eq!(int("-129", 8), 127);
        assert_eq!(int("18446744073709551615", 64), u64::MAX);
        assert_eq!(int("u0xFF", 32), 255);
        assert_eq!(int("s0x7F", 32), 0xffff_ffff);
        let big = |text: &str, bits| match integer(text.as_bytes(), bits) {
            Some(ConstKind::BigInt(words)) => words.to_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            big("340282366920938463463374607431768211455", 128),
            [u64::MAX; 2]
        );
        assert_eq!(big("-1", 65), [u64::MAX, 1]);
        assert_eq!(big("36893488147419103232", 65), [0, 0]);
        let words = [0x4395ca0000000000, 0xdfa371a19e6f7cb5, 0x125];
        assert_eq!(
            big("100000000000000000000000000000000000000000", 192),
            words
        );
    }

    #[test]
    fn narrowing_is_exact_or_refused() {
        for value in [
            0.0f32,
            -0.0,
            1.0,
            0.1,
            f32::MAX,
            f32::MIN_POSITIVE,
            1e-45,
            -3.5e-40,
        ] {
            let double = f64::from(value).to_bits();
            assert_eq!(
                FLOAT.narrow(double),
                Some(u64::from(value.to_bits())),
                "{value}"
            );
        }
        for value in [0.1f64, 1e39, 1e-46, 5e-324, 16_777_217.0] {
            assert_eq!(FLOAT.narrow(value.to_bits()), None, "{value}");
        }
        assert_eq!(HALF.narrow(0.5f64.to_bits()), Some(0x3800));
        assert_eq!(HALF.narrow(65504f64.to_bits()), Some(0x7bff));
        assert_eq!(HALF.narrow(2f64.powi(-24).to_bits()), Some(1));
        assert_eq!(HALF.narrow(2f64.powi(-25).to_bits()), None);
        assert_eq!(BFLOAT.narrow(f64::INFINITY.to_bits()), Some(0x7f80));
        assert_eq!(FLOAT.narrow(0x7ff0_0000_2000_0000), Some(0x7f80_0001));
        assert_eq!(FLOAT.narrow(0x7ff0_0000_0000_0001), None);
    }
}
