//! The bit stream: blocks, records and the abbreviations by which records are written.
//!
//! ```text
//!   block ::= ENTER id width align32 words  entry*  END align32
//!   entry ::= block | record | definition of an abbreviation
//! ```
//!
//! Each entry starts with the number of its abbreviation, `width` bits wide: 0 ends the block, 1 enters one, 2 defines
//! an abbreviation, 3 is a record without one, and the others are abbreviations of this block. The block with number 0
//! defines abbreviations for all blocks of another number.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::error::{BitcodeError, Result};

/// How one operand of an abbreviated record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Literal(u64),
    Fixed(u32),
    Vbr(u32),
    Char6,
    /// Number of elements, then each as the field after this one says.
    Array,
    /// Number of bytes, and these at a multiple of 32 bits.
    Blob,
}

/// An abbreviation: a range of [`Stream::fields`].
#[derive(Clone, Copy, Debug)]
struct Abbreviation {
    start: u32,
    end: u32,
}

/// A block that has been entered.
#[derive(Clone, Debug)]
struct Scope {
    width: u32,
    abbreviations: Vec<Abbreviation>,
}

/// What comes next in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A block; enter or skip it.
    Block(u32),
    /// A record, whose operands are in [`Stream::operands`].
    Record(u32),
    /// The block ended.
    End,
}

/// Reads a stream.
pub(crate) struct Stream<'a> {
    bits: Bits<'a>,
    fields: Vec<Field>,
    scopes: Vec<Scope>,
    /// Abbreviations for blocks by their number.
    shared: FxHashMap<u32, Vec<Abbreviation>>,
    /// The number of the blocks for which abbreviations are being defined.
    shared_with: Option<u32>,
    /// Operands of the last record.
    pub operands: Vec<u64>,
    /// The blob of the last record.
    pub blob: &'a [u8],
    /// Where the last entry starts.
    entry: u64,
}

/// The number of the block that defines abbreviations for others.
const BLOCK_INFO: u32 = 0;

/// Deepest nesting of blocks.
const MAX_BLOCKS: usize = 16;

const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

impl<'a> Stream<'a> {
    /// The stream in `data`, which starts after the magic number at bit `start`.
    pub fn new(data: &'a [u8], start: u64) -> Result<Self> {
        let mut bits = Bits::new(data);
        bits.seek(start)?;
        Ok(Self {
            bits,
            fields: Vec::new(),
            scopes: vec![Scope {
                width: 2,
                abbreviations: Vec::new(),
            }],
            shared: FxHashMap::default(),
            shared_with: None,
            operands: Vec::new(),
            blob: &[],
            entry: start,
        })
    }

    /// Where the last entry starts.
    pub fn entry_bit(&self) -> u64 {
        self.entry
    }

    /// Bits of the file that are left.
    pub fn bits_left(&self) -> u64 {
        self.bits.left()
    }

    /// An error about the last entry.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Box<BitcodeError> {
        Box::new(BitcodeError {
            bit: self.entry,
            message: message.into(),
        })
    }

    /// Whether the stream has ended; only between the outermost blocks.
    pub fn at_end(&self) -> bool {
        self.bits.left() < 32
    }

    /// The next entry of the block.
    #[inline]
    pub fn next(&mut self) -> Result<Entry> {
        loop {
            self.entry = self.bits.pos();
            let Some(scope) = self.scopes.last() else {
                return Err(self.error("a block ends that did not start"));
            };
            let id = self.bits.fixed(scope.width)?;
            match id {
                0 => {
                    if self.scopes.len() == 1 {
                        return Err(self.error("a block ends that did not start"));
                    }
                    self.bits.align()?;
                    self.scopes.pop();
                    return Ok(Entry::End);
                }
                1 => return Ok(Entry::Block(self.bits.vbr(8)? as u32)),
                2 => {
                    let abbreviation = self.definition()?;
                    if let Some(block) = self.shared_with {
                        self.shared.entry(block).or_default().push(abbreviation);
                    } else if let Some(scope) = self.scopes.last_mut() {
                        scope.abbreviations.push(abbreviation);
                    }
                }
                3 => return self.plain_record(),
                id => {
                    let abbreviation = scope.abbreviations.get(id as usize - 4).copied();
                    let Some(abbreviation) = abbreviation else {
                        return Err(self.error(format!("abbreviation {id} is not defined here")));
                    };
                    return self.record(abbreviation);
                }
            }
        }
    }

    /// Enters the block that is the last entry. The block with abbreviations for others is for
    /// [`Self::skip`].
    pub fn enter(&mut self, id: u32) -> Result<()> {
        self.enter_sized(id).map(|_| ())
    }

    /// Likewise; returns how many words of 32 bits the block says that it has.
    pub fn enter_sized(&mut self, id: u32) -> Result<u32> {
        if self.scopes.len() >= MAX_BLOCKS {
            return Err(self.error("blocks are nested too deeply"));
        }
        let width = self.bits.vbr(4)?;
        if !(2..=32).contains(&width) {
            return Err(self.error("the numbers of abbreviations have from 2 to 32 bits"));
        }
        self.bits.align()?;
        let words = self.bits.fixed(32)?;
        let abbreviations = self.shared.get(&id).cloned().unwrap_or_default();
        self.scopes.push(Scope {
            width: width as u32,
            abbreviations,
        });
        Ok(words as u32)
    }

    /// Skips the block that is the last entry; one with abbreviations for others is read.
    pub fn skip(&mut self, id: u32) -> Result<()> {
        if id == BLOCK_INFO {
            return self.block_info();
        }
        self.bits.vbr(4)?;
        self.bits.align()?;
        let words = self.bits.fixed(32)?;
        self.bits.seek(self.bits.pos() + words * 32)
    }

    fn block_info(&mut self) -> Result<()> {
        self.enter(BLOCK_INFO)?;
        loop {
            match self.next()? {
                Entry::End => break,
                Entry::Block(id) => return Err(self.error(format!("block {id} cannot be here"))),
                Entry::Record(1) => self.shared_with = self.operands.first().map(|id| *id as u32),
                Entry::Record(_) => {}
            }
        }
        self.shared_with = None;
        Ok(())
    }

    #[cold]
    fn definition(&mut self) -> Result<Abbreviation> {
        let start = self.fields.len() as u32;
        let mut left = self.bits.vbr(5)?;
        while left > 0 {
            left -= 1;
            if self.bits.fixed(1)? == 1 {
                let value = self.bits.vbr(8)?;
                self.fields.push(Field::Literal(value));
                continue;
            }
            let field = match self.bits.fixed(3)? {
                1 => self.width(64)?.map_or(Field::Literal(0), Field::Fixed),
                2 => match self.width(32)? {
                    Some(1) => return Err(self.error("a chunk has at least 2 bits")),
                    width => width.map_or(Field::Literal(0), Field::Vbr),
                },
                3 if left == 1 => Field::Array,
                4 => Field::Char6,
                5 if left == 0 => Field::Blob,
                _ => return Err(self.error("this abbreviation is not well-formed")),
            };
            self.fields.push(field);
        }
        let end = self.fields.len() as u32;
        let fields = &self.fields[start as usize..];
        // The code is one number; what an array consists of is one too.
        let first = fields.first();
        let element = match fields {
            [.., Field::Array, element] => Some(element),
            _ => None,
        };
        if matches!(first, None | Some(Field::Array | Field::Blob))
            || matches!(element, Some(Field::Array | Field::Blob))
        {
            return Err(self.error("this abbreviation is not well-formed"));
        }
        Ok(Abbreviation { start, end })
    }

    /// A width of at most `most` bits, `None` for 0.
    fn width(&mut self, most: u64) -> Result<Option<u32>> {
        match self.bits.vbr(5)? {
            0 => Ok(None),
            width if width <= most => Ok(Some(width as u32)),
            _ => Err(self.error(format!("a number has at most {most} bits here"))),
        }
    }

    #[inline]
    fn plain_record(&mut self) -> Result<Entry> {
        let code = self.bits.vbr(6)?;
        let len = self.bits.vbr(6)?;
        self.check_len(len, 6)?;
        self.operands.clear();
        self.blob = &[];
        self.operands.resize(len as usize, 0);
        self.bits.vbrs(6, &mut self.operands)?;
        Ok(Entry::Record(code as u32))
    }

    /// Refuses more elements than the rest of the file can hold.
    fn check_len(&self, len: u64, width: u64) -> Result<()> {
        if len
            .checked_mul(width)
            .is_none_or(|bits| bits > self.bits.left())
        {
            return Err(self.error("this record is longer than the file"));
        }
        Ok(())
    }

    fn record(&mut self, abbreviation: Abbreviation) -> Result<Entry> {
        self.operands.clear();
        self.blob = &[];
        let Abbreviation { start, end } = abbreviation;
        let code = number(&mut self.bits, self.fields[start as usize])?;
        for at in start as usize + 1..end as usize {
            match self.fields[at] {
                Field::Array => {
                    self.array(self.fields[at + 1])?;
                    break;
                }
                Field::Blob => {
                    let len = self.bits.vbr(6)?;
                    self.bits.align()?;
                    self.blob = self.bits.bytes(len)?;
                    self.bits.align()?;
                }
                field => self.operands.push(number(&mut self.bits, field)?),
            }
        }
        Ok(Entry::Record(code as u32))
    }

    /// The number of elements, and these.
    fn array(&mut self, element: Field) -> Result<()> {
        let len = self.bits.vbr(6)?;
        // What takes no bits is limited likewise.
        self.check_len(len, 1)?;
        let start = self.operands.len();
        self.operands.resize(start + len as usize, 0);
        let numbers = &mut self.operands[start..];
        match element {
            Field::Vbr(width) => return self.bits.vbrs(width, numbers),
            Field::Fixed(width) => {
                for operand in numbers {
                    *operand = self.bits.fixed(width)?;
                }
            }
            element => {
                for operand in numbers {
                    *operand = number(&mut self.bits, element)?;
                }
            }
        }
        Ok(())
    }
}

/// The number that is written as `field` says.
#[inline(always)]
fn number(bits: &mut Bits<'_>, field: Field) -> Result<u64> {
    match field {
        Field::Literal(value) => Ok(value),
        Field::Fixed(width) => bits.fixed(width),
        Field::Vbr(width) => bits.vbr(width),
        _ => Ok(u64::from(CHAR6[bits.fixed(6)? as usize])),
    }
}
