//! Low-level types: `s32`, `p0`, `<4 x s8>`.

use super::body::Cursor;
use super::document::DocumentReader;
use super::error::{Result, fault};
use super::lexer::Tok;
use crate::low_level_type::LowLevelType;

/// Why a word is not the type of a scalar or a pointer.
enum NoElement {
    /// It does not begin with `s` or `p`.
    OtherWord,
    /// It does, but this is wrong with the number.
    Number(&'static str),
}

/// Whether a type may start here.
pub(super) fn is_type_start(cursor: &Cursor<'_>) -> bool {
    cursor.token.tok == Tok::Punct(b'<') || cursor.word().starts_with(['s', 'p'])
}

impl DocumentReader<'_> {
    /// A type and the next token.
    pub(super) fn low_level_type(&self, cursor: &mut Cursor<'_>) -> Result<LowLevelType> {
        if cursor.token.tok == Tok::Punct(b'<') {
            return self.vector_type(cursor);
        }
        match self.element_type(cursor.word(), true) {
            Ok(ty) => {
                cursor.advance()?;
                Ok(ty)
            }
            Err(NoElement::Number(message)) => cursor.fail(message),
            Err(NoElement::OtherWord) => cursor.fail(
                "expected sN, pA, <M x sN>, <M x pA>, <vscale x M x sN>, or <vscale x M x pA> for \
                 GlobalISel type",
            ),
        }
    }

    /// `<4 x s8>` or `<vscale x 4 x s8>` and the next token.
    fn vector_type(&self, cursor: &mut Cursor<'_>) -> Result<LowLevelType> {
        let start = cursor.token.span.clone();
        cursor.advance()?;
        let scalable = cursor.eat_word("vscale")?;
        if scalable && !cursor.eat_word("x")? {
            return cursor.fail("expected <vscale x M x sN> or <vscale x M x pA>");
        }
        let malformed = || {
            let message = match scalable {
                true => "expected <vscale x M x sN> or <vscale M x pA> for vector type",
                false => "expected <M x sN> or <M x pA> for vector type",
            };
            fault(start.clone(), message)
        };
        if cursor.token.tok != Tok::Int {
            return malformed();
        }
        let least = if scalable { 1 } else { 2 };
        let count = cursor.token_text().parse::<u16>().ok();
        let Some(count) = count.filter(|count| *count >= least) else {
            return cursor.fail("invalid number of vector elements");
        };
        cursor.advance()?;
        if !cursor.eat_word("x")? {
            return malformed();
        }
        let element = match self.element_type(cursor.word(), false) {
            Ok(element) => element,
            Err(NoElement::OtherWord) => return malformed(),
            Err(NoElement::Number(message)) => return cursor.fail(message),
        };
        cursor.advance()?;
        if !cursor.eat_punct(b'>')? {
            return malformed();
        }
        Ok(element.vector_of(count, scalable))
    }

    /// `s32` or `p0`; `s0`, which is a token, only alone.
    fn element_type(
        &self,
        word: &str,
        alone: bool,
    ) -> std::result::Result<LowLevelType, NoElement> {
        let (kind, digits) = word.split_at(word.len().min(1));
        if !matches!(kind, "s" | "p") {
            return Err(NoElement::OtherWord);
        }
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return Err(NoElement::Number(
                "expected integers after 's'/'p' type character",
            ));
        }
        let number = digits.parse::<u32>().ok();
        match (kind, number) {
            ("s", Some(bits)) if bits <= 0xffff && (bits > 0 || alone) => {
                Ok(LowLevelType::scalar(bits))
            }
            ("s", _) if alone => Err(NoElement::Number("invalid size for scalar type")),
            ("s", _) => Err(NoElement::Number(
                "invalid size for scalar element in vector",
            )),
            (_, Some(space)) if space < 1 << 24 => {
                let bits = self.shared.layout.pointer(space).bits;
                Ok(LowLevelType::pointer(space, bits))
            }
            _ => Err(NoElement::Number("invalid address space number")),
        }
    }
}
