//! A position in a sequence of bits: numbers of fixed and of variable width.
//!
//! Bits are counted from the least significant of each byte. A number of variable width (VBR) consists of chunks of
//! equal width, least significant first, of which the highest bit says that another follows.

use crate::error::{BitcodeError, Result};

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

    /// The 8 bytes from the byte of the next bit on; zeros after the end.
    #[inline(always)]
    fn window(&self, byte: usize) -> u64 {
        match self.data.get(byte..).and_then(|rest| rest.first_chunk()) {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => self.last_window(byte),
        }
    }

    /// Likewise, of the last bytes.
    #[cold]
    fn last_window(&self, byte: usize) -> u64 {
        let rest = self.data.get(byte..).unwrap_or_default();
        let bytes = rest.iter().rev();
        bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    /// A number of `width` bits, at most 64.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        if u64::from(width) > self.end - self.pos {
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
        let first = self.fixed(width)?;
        if first & more == 0 {
            return Ok(first);
        }
        // Most of the others have two chunks.
        let next = self.window((self.pos / 8) as usize) >> (self.pos % 8);
        if next & more == 0 && u64::from(width) <= self.left() {
            self.pos += u64::from(width);
            return Ok(first & (more - 1) | (next & (more - 1)) << (width - 1));
        }
        self.vbr_rest(width, first & (more - 1))
    }

    /// The number whose first chunk is `value`.
    #[inline(never)]
    fn vbr_rest(&mut self, width: u32, mut value: u64) -> Result<u64> {
        let more = 1 << (width - 1);
        let mut shift = width - 1;
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
