//! Low-level types: `s32`, `p0`, `<4 x s8>`.

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::Result;
use super::lexer::Tok;
use crate::low_level_type::LowLevelType;

impl DocumentReader<'_> {
    /// A type and the next token.
    pub(super) fn low_level_type(&self, cursor: &mut Cursor<'_>) -> Result<LowLevelType> {
        if cursor.token.tok == Tok::Word {
            return self.element_type(cursor, true);
        }
        if !cursor.eat_punct(b'<')? {
            return cursor.fail("expected a low-level type: 's32', 'p0', '<4 x s8>'");
        }
        let scalable = cursor.eat_word("vscale")?;
        if scalable && !cursor.eat_word("x")? {
            return cursor.fail("expected 'x' after 'vscale'");
        }
        let span = cursor.token.span.clone();
        let count = cursor.unsigned32("the number of elements")?;
        let least = if scalable { 1 } else { 2 };
        let Some(count) = u16::try_from(count).ok().filter(|n| *n >= least) else {
            return super::error::fault(span, "invalid number of vector elements");
        };
        if !cursor.eat_word("x")? {
            return cursor.fail("expected 'x' after the number of elements");
        }
        let element = self.element_type(cursor, false)?;
        cursor.expect(b'>')?;
        Ok(element.vector_of(count, scalable))
    }

    /// `s32` or `p0`; `s0`, which is a token, only alone.
    fn element_type(&self, cursor: &mut Cursor<'_>, alone: bool) -> Result<LowLevelType> {
        let word = cursor.word();
        let (kind, digits) = word.split_at(word.len().min(1));
        let number = digits.parse::<u32>().ok();
        let number = number.filter(|_| digits.bytes().all(|c| c.is_ascii_digit()));
        let ty = match (kind, number) {
            ("s", Some(bits)) if bits <= 0xffff && (bits > 0 || alone) => {
                LowLevelType::scalar(bits)
            }
            ("s", Some(_)) => return cursor.fail("invalid size for scalar type"),
            ("p", Some(space)) if space < 1 << 24 => {
                let bits = self.shared.layout.pointer(space).bits;
                LowLevelType::pointer(space, bits)
            }
            ("p", Some(_)) => return cursor.fail("invalid address space number"),
            _ => return cursor.fail("expected a low-level type: 's32', 'p0', '<4 x s8>'"),
        };
        cursor.advance()?;
        Ok(ty)
    }
}
