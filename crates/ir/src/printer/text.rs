//! Names, strings and floating-point numbers.

use std::fmt::Write;

/// Writes a number in decimal.
pub fn write_decimal(out: &mut String, mut number: u32) {
    let mut digits = [0; 10];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|digit| char::from(*digit)));
}

/// `@name`, quoted where it must be.
pub fn write_global_name(out: &mut String, name: &[u8]) {
    write_name(out, "@", name);
}

/// Writes the name of a value or block: `%x`, `%"odd name"`.
pub fn write_local_name(out: &mut String, name: &[u8]) {
    write_name(out, "%", name);
}

/// Writes `name` after `prefix`, in quotes if it has characters that plain names do not have.
pub(super) fn write_name(out: &mut String, prefix: &str, name: &[u8]) {
    out.push_str(prefix);
    let plain = |c: &u8| c.is_ascii_alphanumeric() || b"-._".contains(c);
    let starts_well = name.first().is_some_and(|c| !c.is_ascii_digit());
    if starts_well && name.iter().all(plain) {
        out.extend(name.iter().map(|c| char::from(*c)));
    } else {
        write_string(out, name);
    }
}

/// Writes `bytes` in quotes.
pub(super) fn write_string(out: &mut String, bytes: &[u8]) {
    out.push('"');
    write_escaped(out, bytes);
    out.push('"');
}

/// Writes `bytes` with a backslash as two, and quotes and everything but printable ASCII as `\XX`.
pub fn write_escaped(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        match byte {
            b'"' => write_hex_escape(out, *byte),
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => write_hex_escape(out, *byte),
        }
    }
}

fn write_hex_escape(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('\\');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// Writes the name of named metadata or of an attachment kind: no quotes, odd characters escaped.
pub(super) fn write_metadata_name(out: &mut String, name: &str) {
    for (at, byte) in name.bytes().enumerate() {
        let digit_allowed = at > 0 && byte.is_ascii_digit();
        if byte.is_ascii_alphabetic() || digit_allowed || b"-$._".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write_hex_escape(out, byte);
        }
    }
}

/// Writes a float or double, given as a double: in decimal with six digits if that is exact, else in
/// hexadecimal.
pub(super) fn write_double(out: &mut String, value: f64) {
    if value.is_finite() {
        let (digits, exponent) = six_digits(value);
        let sign = if value.is_sign_negative() { "-" } else { "" };
        let (first, rest) = (digits / 100_000, digits % 100_000);
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        let size = exponent.unsigned_abs();
        let decimal = format!("{sign}{first}.{rest:05}0e{exponent_sign}{size:02}");
        if decimal.parse() == Ok(value) {
            out.push_str(&decimal);
            return;
        }
    }
    // A string's writer cannot fail.
    let _ = write!(out, "0x{:X}", value.to_bits());
}

/// The first six decimal digits of a finite number and the power of ten of the first, as LLVM computes
/// them: the exact digits are cut off after the sixth to eighth, and the rest is rounded half up. So
/// 0.7, which is stored as a little less, gives 699999, and 0.2, stored as a little more, 200000.
fn six_digits(value: f64) -> (u32, i32) {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let (mut mantissa, mut exponent) = match (bits >> 52 & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    };
    if mantissa == 0 {
        return (0, 0);
    }
    exponent += mantissa.trailing_zeros() as i32;
    mantissa >>= mantissa.trailing_zeros();
    // mantissa * 2^exponent = words * 10^power
    let mut words = vec![mantissa];
    for _ in 0..exponent.unsigned_abs() {
        multiply(&mut words, if exponent < 0 { 5 } else { 2 });
    }
    let mut power = exponent.min(0);
    let active = words.len() as u32 * 64 - words.last().map_or(0, |word| word.leading_zeros());
    // 59/196 is a little less than the logarithm of 2 to base 10; six digits have 20 bits.
    let removable = active.saturating_sub(20) * 59 / 196;
    for _ in 0..removable {
        divide_by_ten(&mut words);
    }
    power += removable as i32;
    let mut digits = words.first().copied().unwrap_or(0);
    while digits >= 10_000_000 {
        digits /= 10;
        power += 1;
    }
    if digits >= 1_000_000 {
        digits = (digits + 5) / 10;
        power += 1;
    }
    if digits == 1_000_000 {
        digits = 100_000;
        power += 1;
    }
    while digits < 100_000 {
        digits *= 10;
        power -= 1;
    }
    (digits as u32, power + 5)
}

/// Multiplies a number of several words, least significant first.
fn multiply(words: &mut Vec<u64>, factor: u64) {
    let mut carry = 0;
    for word in words.iter_mut() {
        let product = u128::from(*word) * u128::from(factor) + carry;
        *word = product as u64;
        carry = product >> 64;
    }
    if carry > 0 {
        words.push(carry as u64);
    }
}

/// Divides a number of several words by ten, rounding down.
fn divide_by_ten(words: &mut Vec<u64>) {
    let mut remainder = 0;
    for word in words.iter_mut().rev() {
        let value = remainder << 64 | u128::from(*word);
        *word = (value / 10) as u64;
        remainder = value % 10;
    }
    if words.last() == Some(&0) {
        words.pop();
    }
}

/// The double that has the value of the float with these bits; a NaN keeps its bits in their places.
pub(super) fn float_bits_to_double(bits: u32) -> f64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let sign = u64::from(bits >> 31) << 63;
        let fraction = u64::from(bits & 0x7f_ffff) << 29;
        return f64::from_bits(sign | 0x7ff << 52 | fraction);
    }
    f64::from(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> String {
        let mut out = String::new();
        write_double(&mut out, value);
        out
    }

    #[test]
    fn doubles_are_decimal_where_six_digits_are_exact() {
        assert_eq!(double(1.0), "1.000000e+00");
        assert_eq!(double(-0.0), "-0.000000e+00");
        assert_eq!(double(0.1), "1.000000e-01");
        assert_eq!(double(1e100), "1.000000e+100");
        assert_eq!(double(1.234567), "0x3FF3C0C9539B8887");
        assert_eq!(double(123456.7), "0x40FE240B33333333");
        // Stored as a little less than 0.7, and LLVM cuts the digits off.
        assert_eq!(double(0.7), "0x3FE6666666666666");
        assert_eq!(double(0.2), "2.000000e-01");
        assert_eq!(double(9.6e-1), "0x3FEEB851EB851EB8");
        assert_eq!(double(f64::MAX), "0x7FEFFFFFFFFFFFFF");
        assert_eq!(double(f64::NAN), "0x7FF8000000000000");
        assert_eq!(double(f64::from_bits(1)), "4.940660e-324");
    }

    #[test]
    fn float_nan_keeps_its_payload() {
        assert_eq!(
            float_bits_to_double(0xffa0_0001).to_bits(),
            0xfff4_0000_2000_0000
        );
    }

    #[test]
    fn names_are_quoted_when_needed() {
        let name = |text: &[u8]| {
            let mut out = String::new();
            write_name(&mut out, "@", text);
            out
        };
        assert_eq!(name(b"main"), "@main");
        assert_eq!(name(b".str.1"), "@.str.1");
        assert_eq!(name(b"1x"), "@\"1x\"");
        assert_eq!(name(b"a$b"), "@\"a$b\"");
        assert_eq!(name(b"\x01_\"\\\xff"), "@\"\\01_\\22\\\\\\FF\"");
    }
}
