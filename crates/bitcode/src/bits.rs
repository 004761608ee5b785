//! A position in a sequence of bits: numbers of fixed and of variable width.
//!
//! Bits are counted from the least significant of each byte. A number of variable width (VBR) consists of chunks of
//! equal width, least significant first, of which the highest bit says that another follows.

use crate::error::{BitcodeError, Result};

/// Bits of 8 bytes that are left after the first of them has been used in part.
const PEEKED: u32 = 57;

/// Reads bits.
#[derive(Clone)]
pub(crate) struct Bits<'a> {
    data: &'a [u8],
    /// Offset of the next bit.
    pos: u64,
    /// Offset after the last bit.
    end: u64,
}

impl<'a> Bits<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            pos: 0,
            end: data.len() as u64 * 8,
        }
    }

    /// Offset of the next bit.
    pub fn pos(&self) -> u64 {
        self.pos
    }

    /// Bits that are left.
    pub fn left(&self) -> u64 {
        self.end - self.pos
    }

    /// Continues at bit `pos`, which is not after the end.
    pub fn seek(&mut self, pos: u64) -> Result<()> {
        if pos > self.end {
            return Err(self.ends());
        }
        self.pos = pos;
        Ok(())
    }

    /// An error at the next bit.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Box<BitcodeError> {
        Box::new(BitcodeError {
            bit: self.pos,
            message: message.into(),
        })
    }

    #[cold]
    fn ends(&self) -> Box<BitcodeError> {
        self.error("the file ends here, but more must follow")
    }

    /// The bits from the next one on, of which at least [`PEEKED`] are there; `None` near the end.
    #[inline(always)]
    fn peek(&self) -> Option<u64> {
        let byte = (self.pos / 8) as usize;
        let bytes = self.data.get(byte..byte + 8)?;
        Some(u64::from_le_bytes(*bytes.first_chunk()?) >> (self.pos % 8))
    }

    /// The 8 bytes from `byte` on; zeros after the end.
    fn window(&self, byte: usize) -> u64 {
        let rest = self.data.get(byte..).unwrap_or_default();
        let bytes = rest.iter().take(8).rev();
        bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    /// A number of `width` bits, at most 64.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        match self.peek() {
            Some(word) if (1..=PEEKED).contains(&width) => {
                self.pos += u64::from(width);
                Ok(word & (u64::MAX >> (64 - width)))
            }
            _ => self.any_fixed(width),
        }
    }

    /// Likewise, near the end too.
    #[inline(never)]
    fn any_fixed(&mut self, width: u32) -> Result<u64> {
        if u64::from(width) > self.left() {
            return Err(self.ends());
        }
        if width == 0 {
            return Ok(0);
        }
        let (byte, shift) = ((self.pos / 8) as usize, (self.pos % 8) as u32);
        let mut word = self.window(byte) >> shift;
        if width + shift > 64 {
            word |= self.window(byte + 8) << (64 - shift);
        }
        self.pos += u64::from(width);
        Ok(word & (u64::MAX >> (64 - width)))
    }

    /// A number in chunks of `width` bits, from 2 to 32.
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        let more = 1 << (width - 1);
        match self.peek() {
            Some(word) if word & more == 0 => {
                self.pos += u64::from(width);
                Ok(word & (more - 1))
            }
            // Most of the others have two chunks.
            Some(word) if width <= PEEKED / 2 && word >> width & more == 0 => {
                self.pos += u64::from(2 * width);
                Ok(word & (more - 1) | (word >> width & (more - 1)) << (width - 1))
            }
            Some(word) => self.chunks(width, word),
            None => self.any_vbr(width),
        }
    }

    /// The number of several chunks that starts with `word`.
    #[inline(never)]
    fn chunks(&mut self, width: u32, mut word: u64) -> Result<u64> {
        let more = 1 << (width - 1);
        let (mut value, mut shift, mut used) = (0, 0, width);
        while used <= PEEKED {
            value |= (word & (more - 1)) << shift;
            if word & more == 0 {
                self.pos += u64::from(used);
                return Ok(value);
            }
            word >>= width;
            shift += width - 1;
            used += width;
        }
        self.any_vbr(width)
    }

    /// A number of as many chunks as there are.
    #[inline(never)]
    fn any_vbr(&mut self, width: u32) -> Result<u64> {
        let more = 1 << (width - 1);
        let (mut value, mut shift) = (0, 0);
        loop {
            let chunk = self.fixed(width)?;
            let part = chunk & (more - 1);
            let shifted = part.checked_shl(shift).unwrap_or(0);
            if shifted >> shift.min(63) != part {
                return Err(self.error("this number is wider than 64 bits"));
            }
            value |= shifted;
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
        }
    }

    /// Replaces `numbers` by as many numbers in chunks of `width` bits.
    #[inline(always)]
    pub fn vbrs(&mut self, width: u32, numbers: &mut [u64]) -> Result<()> {
        // The position stays in a register, which calls would not let it.
        let mut bits = self.clone();
        for number in numbers {
            *number = bits.vbr(width)?;
        }
        self.pos = bits.pos;
        Ok(())
    }

    /// Skips to the next multiple of 32 bits.
    pub fn align(&mut self) -> Result<()> {
        self.seek(self.pos.next_multiple_of(32))
    }

    /// The next `len` bytes.
    ///
    /// # Requires
    /// The position is at a byte.
    pub fn bytes(&mut self, len: u64) -> Result<&'a [u8]> {
        let start = (self.pos / 8) as usize;
        if len > self.left() / 8 {
            return Err(self.ends());
        }
        self.pos += len * 8;
        Ok(&self.data[start..start + len as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_cross_bytes() {
        let mut bits = Bits::new(&[0b1010_0101, 0xff, 0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(bits.fixed(3), Ok(0b101));
        assert_eq!(bits.fixed(6), Ok(0b110100));
        assert_eq!(bits.fixed(0), Ok(0));
        assert_eq!(bits.fixed(64), Ok(0x830282018100807f));
        assert_eq!(bits.pos(), 73);
        assert!(bits.fixed(8).is_err());
        assert_eq!(bits.fixed(7), Ok(3));
    }

    #[test]
    fn chunks_are_joined() {
        // 0b100100 and 0b000001: 4 and 1 << 5.
        let mut bits = Bits::new(&[0b0110_0100, 0, 0xff]);
        assert_eq!(bits.vbr(6), Ok(4 | 1 << 5));
        let mut endless = Bits::new(&[0xff; 40]);
        assert!(endless.vbr(6).is_err());
    }
}
