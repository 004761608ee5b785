//! What assembly says of the encoding of an instruction, as llc does with `-show-mc-encoding`.
//!
//! ```text
//!   callq  ext@PLT          # encoding: [0xe8,A,A,A,A]
//!                           #   fixup A - offset: 1, value: ext@PLT-4, kind: FK_PCRel_4
//! ```

use std::fmt::Write;

use crate::asm_text::AsmText;

/// A field of an instruction that is filled in later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownFixup {
    /// Offset in bytes from the start of the instruction, from which `first_bit` counts.
    pub offset: usize,
    /// Its lowest bit, counted from the lowest bit of the byte at `offset`.
    pub first_bit: usize,
    /// Number of bits.
    pub bits: usize,
    /// What it will hold, as assembly says it.
    pub value: String,
    /// LLVM's name of its kind.
    pub kind: &'static str,
}

/// Adds the comments about an instruction of these bytes.
pub fn comment_encoding(bytes: &[u8], fixups: &[ShownFixup], out: &mut AsmText) {
    let mut text = String::from("encoding: [");
    for (at, byte) in bytes.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        show_byte(*byte, at, fixups, &mut text);
    }
    text.push(']');
    out.comment(text);
    for (fixup, letter) in fixups.iter().zip('A'..) {
        let ShownFixup {
            offset,
            value,
            kind,
            ..
        } = fixup;
        out.comment(format_args!(
            "  fixup {letter} - offset: {offset}, value: {value}, kind: {kind}"
        ));
    }
}

/// The byte `at`: in hexadecimal, as the letter of the fixup that fills it, or bit by bit where only some are filled.
fn show_byte(byte: u8, at: usize, fixups: &[ShownFixup], text: &mut String) {
    // The last of several that overlap counts.
    let letter_of = |bit: usize| {
        let bit = at * 8 + bit;
        let holds = |fixup: &ShownFixup| {
            let first = fixup.offset * 8 + fixup.first_bit;
            (first..first + fixup.bits).contains(&bit)
        };
        fixups
            .iter()
            .zip('A'..)
            .filter(|(fixup, _)| holds(fixup))
            .last()
            .map(|(_, letter)| letter)
    };
    let first = letter_of(0);
    if (1..8).all(|bit| letter_of(bit) == first) {
        let _ = match first {
            None => write!(text, "{byte:#04x}"),
            Some(letter) if byte == 0 => write!(text, "{letter}"),
            Some(letter) => write!(text, "{byte:#04x}'{letter}'"),
        };
        return;
    }
    text.push_str("0b");
    for bit in (0..8).rev() {
        let fixed = if byte >> bit & 1 == 1 { '1' } else { '0' };
        text.push(letter_of(bit).unwrap_or(fixed));
    }
}
