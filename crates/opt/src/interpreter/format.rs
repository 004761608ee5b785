//! The text that `printf` makes.

use avarice_ir::{Inst, TypeTable};

use super::datum::{Datum, signed, truncate};
use super::{Failure, Interpreter, Spectator};

/// Columns and digits that are not exceeded.
const MAX_WIDTH: usize = 4096;

/// A conversion such as `%-08.3f`.
#[derive(Clone, Copy, Default, Debug)]
struct Conversion {
    left: bool,
    zeros: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    width: usize,
    precision: Option<usize>,
    /// Bits of an integer.
    bits: u32,
    letter: u8,
}

/// Reads the text of a format.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == byte;
        self.at += usize::from(is_there);
        is_there
    }

    fn number(&mut self) -> usize {
        let mut number = 0;
        while self.peek().is_ascii_digit() {
            number = (number * 10 + usize::from(self.peek() - b'0')).min(MAX_WIDTH);
            self.at += 1;
        }
        number
    }

    /// Number of bits that a length modifier says.
    fn length(&mut self) -> u32 {
        if self.take(b'h') {
            return if self.take(b'h') { 8 } else { 16 };
        }
        if self.take(b'l') {
            self.take(b'l');
            return 64;
        }
        if self.take(b'z') || self.take(b't') || self.take(b'j') {
            return 64;
        }
        32
    }

    fn flags(&mut self) -> Conversion {
        let mut conversion = Conversion::default();
        loop {
            match self.peek() {
                b'-' => conversion.left = true,
                b'0' => conversion.zeros = true,
                b'+' => conversion.plus = true,
                b' ' => conversion.space = true,
                b'#' => conversion.alternative = true,
                _ => return conversion,
            }
            self.at += 1;
        }
    }
}

impl<W: Spectator> Interpreter<'_, W> {
    /// The text for the format at address `format` with the arguments from number `next`.
    pub(super) fn format(
        &self,
        format: u64,
        args: &[Datum],
        mut next: usize,
        call: Inst,
    ) -> Result<Vec<u8>, Failure> {
        let text = self.memory.string(format)?;
        let mut reader = Reader { text, at: 0 };
        let mut out = Vec::new();
        let mut argument = || {
            let index = next;
            next += 1;
            let datum = args
                .get(index)
                .ok_or_else(|| Failure::trap("printf lacks an argument"))?;
            Ok((datum, index))
        };
        while reader.at < text.len() {
            let byte = reader.peek();
            reader.at += 1;
            if byte != b'%' {
                out.push(byte);
                continue;
            }
            if reader.take(b'%') {
                out.push(b'%');
                continue;
            }
            let mut conversion = reader.flags();
            conversion.width = if reader.take(b'*') {
                let width = argument()?.0.word() as i32;
                conversion.left |= width < 0;
                (width.unsigned_abs() as usize).min(MAX_WIDTH)
            } else {
                reader.number()
            };
            if reader.take(b'.') {
                conversion.precision = if reader.take(b'*') {
                    let precision = usize::try_from(argument()?.0.word() as i32).ok();
                    precision.map(|precision| precision.min(MAX_WIDTH))
                } else {
                    Some(reader.number())
                };
            }
            conversion.bits = reader.length();
            conversion.letter = reader.peek();
            reader.at += 1;
            let (datum, index) = argument()?;
            let is_double = self.operand_type(call, index) == TypeTable::DOUBLE;
            self.convert(conversion, datum, is_double, &mut out)?;
        }
        Ok(out)
    }

    fn convert(
        &self,
        conversion: Conversion,
        datum: &Datum,
        is_double: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let letter = conversion.letter;
        if matches!(letter.to_ascii_lowercase(), b'f' | b'e' | b'g') {
            if !is_double {
                return Err(Failure::trap("printf prints as a number what is no double"));
            }
            conversion.float(f64::from_bits(datum.word()), out);
            return Ok(());
        }
        match letter {
            b's' => {
                let text = self.string_up_to(datum.word(), conversion.precision)?;
                conversion.pad(b"", text, false, out);
            }
            b'c' => conversion.pad(b"", &[datum.word() as u8], false, out),
            b'p' => conversion.pad(b"", format!("{:#x}", datum.word()).as_bytes(), false, out),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => conversion.integer(datum.bits(), out),
            _ => {
                let what = format!("printf's conversion '%{}'", char::from(letter));
                return Err(Failure::unsupported(what));
            }
        }
        Ok(())
    }

    /// The string at `address`, of at most `limit` bytes, of which then none needs to be its end.
    fn string_up_to(&self, address: u64, limit: Option<usize>) -> Result<&[u8], Failure> {
        if let Some(limit) = limit
            && let Ok(bytes) = self.memory.bytes(address, limit as u64)
        {
            let end = bytes.iter().position(|byte| *byte == 0);
            return Ok(&bytes[..end.unwrap_or(limit)]);
        }
        let text = self.memory.string(address)?;
        Ok(&text[..limit.unwrap_or(text.len()).min(text.len())])
    }
}

impl Conversion {
    /// Appends sign (or prefix) and body, filled up to the width.
    fn pad(&self, sign: &[u8], body: &[u8], with_zeros: bool, out: &mut Vec<u8>) {
        let fill = self.width.saturating_sub(sign.len() + body.len());
        let spaces = |out: &mut Vec<u8>| out.extend(std::iter::repeat_n(b' ', fill));
        if !self.left && !with_zeros {
            spaces(out);
        }
        out.extend_from_slice(sign);
        if !self.left && with_zeros {
            out.extend(std::iter::repeat_n(b'0', fill));
        }
        out.extend_from_slice(body);
        if self.left {
            spaces(out);
        }
    }

    fn sign(&self, is_negative: bool) -> &'static [u8] {
        match (is_negative, self.plus, self.space) {
            (true, ..) => b"-",
            (_, true, _) => b"+",
            (_, _, true) => b" ",
            _ => b"",
        }
    }

    fn integer(&self, value: u128, out: &mut Vec<u8>) {
        let value = truncate(value, self.bits);
        let (sign, digits) = match self.letter {
            b'd' | b'i' => {
                let value = signed(value, self.bits);
                (self.sign(value < 0), value.unsigned_abs().to_string())
            }
            b'x' if self.alternative && value != 0 => (&b"0x"[..], format!("{value:x}")),
            b'X' if self.alternative && value != 0 => (&b"0X"[..], format!("{value:X}")),
            b'x' => (&b""[..], format!("{value:x}")),
            b'X' => (&b""[..], format!("{value:X}")),
            b'o' if self.alternative => (&b"0"[..], format!("{value:o}")),
            b'o' => (&b""[..], format!("{value:o}")),
            _ => (&b""[..], value.to_string()),
        };
        let mut body = digits.into_bytes();
        if self.precision == Some(0) && value == 0 {
            body.clear();
        }
        let missing = self.precision.unwrap_or(0).saturating_sub(body.len());
        body.splice(0..0, std::iter::repeat_n(b'0', missing));
        self.pad(sign, &body, self.zeros && self.precision.is_none(), out);
    }

    fn float(&self, number: f64, out: &mut Vec<u8>) {
        let sign = self.sign(number.is_sign_negative() && !number.is_nan());
        let magnitude = number.abs();
        let body = match self.letter.to_ascii_lowercase() {
            _ if number.is_nan() => "nan".into(),
            _ if magnitude.is_infinite() => "inf".into(),
            b'f' => format!("{magnitude:.*}", self.precision.unwrap_or(6)),
            b'e' => scientific(magnitude, self.precision.unwrap_or(6)),
            _ => general(
                magnitude,
                self.precision.unwrap_or(6).max(1),
                self.alternative,
            ),
        };
        let body = if self.letter.is_ascii_uppercase() {
            body.to_ascii_uppercase()
        } else {
            body
        };
        self.pad(sign, body.as_bytes(), self.zeros && number.is_finite(), out);
    }
}

/// `1.5e+07`: C writes a sign and at least two digits of the exponent.
fn scientific(magnitude: f64, precision: usize) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// `%g`: the shorter of both forms with `precision` digits, without zeros at the end unless `keep_zeros`.
fn general(magnitude: f64, precision: usize, keep_zeros: bool) -> String {
    let text = scientific(magnitude, precision - 1);
    let exponent: i32 = match text.split_once('e') {
        Some((_, exponent)) => exponent.parse().unwrap_or(0),
        None => 0,
    };
    let without_zeros = |text: &str| {
        if keep_zeros || !text.contains('.') {
            return text.to_owned();
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    if exponent < -4 || exponent >= precision as i32 {
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{exponent}", without_zeros(digits));
    }
    let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{magnitude:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(conversion: Conversion, number: f64) -> String {
        let mut out = Vec::new();
        conversion.float(number, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn numbers_as_c_writes_them() {
        let with = |letter, precision, width| Conversion {
            letter,
            precision,
            width,
            ..Conversion::default()
        };
        assert_eq!(text_of(with(b'f', None, 0), 1.5), "1.500000");
        assert_eq!(text_of(with(b'f', Some(2), 8), -1.005), "   -1.00");
        assert_eq!(text_of(with(b'e', None, 0), 15_000_000.0), "1.500000e+07");
        assert_eq!(text_of(with(b'g', None, 0), 100_000.0), "100000");
        assert_eq!(text_of(with(b'g', None, 0), 1_000_000.0), "1e+06");
        assert_eq!(text_of(with(b'g', None, 0), 0.0001), "0.0001");
        assert_eq!(text_of(with(b'G', Some(3), 0), 1.234e-7), "1.23E-07");
        assert_eq!(text_of(with(b'f', None, 0), f64::NAN), "nan");
    }
}
