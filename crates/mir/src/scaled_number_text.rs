//! The decimal form of scaled numbers, with the digits that LLVM prints.

use std::fmt;

use crate::scaled_number::ScaledNumber;

/// Significant digits that are printed.
const PRECISION: usize = 10;
/// The bits below the four that take up the next digit.
const BELOW: u64 = u64::MAX >> 4;

/// A number cut at the point: an integer and 128 bits of fraction, of which `lost` are not known.
struct Cut {
    above: u64,
    below: u64,
    extra: u64,
    lost: i32,
}

impl Cut {
    /// `None` for numbers that are too large or too small.
    fn new(mut digits: u64, mut scale: i32) -> Option<Self> {
        let mut cut = Self {
            above: 0,
            below: 0,
            extra: 0,
            lost: 0,
        };
        match scale {
            0 => cut.above = digits,
            1.. => {
                let shift = (digits.leading_zeros() as i32).min(scale);
                digits <<= shift;
                scale -= shift;
                if scale == 0 {
                    cut.above = digits;
                }
            }
            -63..=-1 => {
                cut.above = digits >> -scale;
                cut.below = digits << (64 + scale);
            }
            -64 => cut.below = digits,
            -119..=-65 => {
                cut.below = digits >> (-scale - 64);
                cut.extra = digits << (128 + scale);
                cut.lost = -64 - scale;
            }
            _ => {}
        }
        (cut.above != 0 || cut.below != 0).then_some(cut)
    }

    /// Appends digits of the fraction until the rest is within the error, or there are enough. Returns how
    /// many significant digits there are.
    fn write_fraction(&self, text: &mut String, mut significant: usize) -> usize {
        let mut error = 1_u64;
        let mut lost = self.lost;
        let mut extra = (self.below & 0xf) << 56 | self.extra >> 8;
        let mut below = self.below >> 4;
        let mut since_point = 0;
        loop {
            let grow = if lost > 0 { 5 } else { 10 };
            lost -= 1;
            error = error.wrapping_mul(grow);
            below = below.wrapping_mul(10);
            extra = extra.wrapping_mul(10);
            below = below.wrapping_add(extra >> 60);
            extra &= BELOW;
            let digit = (below >> 60) as u8;
            text.push(char::from(b'0' + digit));
            below &= BELOW;
            significant += usize::from(significant != 0 || digit != 0);
            since_point += 1;
            let rest = below << 4 | extra >> 60;
            let go_on = error != 0 && rest >= error / 2;
            if !go_on || significant > PRECISION && since_point >= 2 {
                return significant;
            }
        }
    }
}

/// `0.0`, `1.5`, `0.03125`: at most ten significant digits, at least one after the point.
impl fmt::Display for ScaledNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0.0");
        }
        let (digits, scale) = self.parts();
        let Some(cut) = Cut::new(digits, scale) else {
            return write!(f, "{:e}", self.to_f64());
        };
        let mut text = cut.above.to_string();
        if cut.below == 0 {
            return write!(f, "{text}.0");
        }
        let significant = if cut.above == 0 { 0 } else { text.len() };
        text.push('.');
        let after_point = text.len();
        let significant = cut.write_fraction(&mut text, significant);
        if significant > PRECISION {
            let end = (text.len() - (significant - PRECISION)).max(after_point + 1);
            round_at(&mut text, end);
        }
        let kept = text.trim_end_matches('0');
        let zero = if kept.ends_with('.') { "0" } else { "" };
        write!(f, "{kept}{zero}")
    }
}

/// Cuts `text` at `end`, rounding by the first digit cut.
fn round_at(text: &mut String, end: usize) {
    if end >= text.len() {
        return;
    }
    let up = text.as_bytes()[end] >= b'5';
    text.truncate(end);
    if !up {
        return;
    }
    let mut digits = std::mem::take(text).into_bytes();
    let mut carry = true;
    for digit in digits.iter_mut().rev().filter(|digit| **digit != b'.') {
        if *digit != b'9' {
            *digit += 1;
            carry = false;
            break;
        }
        *digit = b'0';
    }
    if carry {
        text.push('1');
    }
    text.extend(digits.into_iter().map(char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_ten_digits_without_trailing_zeros() {
        let text = |a, b| {
            ScaledNumber::new(a, 0)
                .divide(ScaledNumber::new(b, 0))
                .to_string()
        };
        assert_eq!(text(0, 7), "0.0");
        assert_eq!(text(21, 7), "3.0");
        assert_eq!(text(3, 2), "1.5");
        assert_eq!(text(1, 3), "0.3333333333");
        assert_eq!(text(2, 3), "0.6666666667");
        assert_eq!(text(1, 32), "0.03125");
        assert_eq!(text(200, 3), "66.66666667");
        assert_eq!(text(99_999_999_999_999, 100_000_000_000), "1000.0");
    }
}
