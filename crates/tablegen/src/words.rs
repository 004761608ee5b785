//! Reads encodings of whole words: fixed bits and operand fields.

use avarice_target::EncodingField;

use crate::error::Error;
use crate::lines::Cursor;
use crate::model::{Encoding, Instruction};

/// Reads a word of `bits` bits from its high end, up to `>`. The operands of `row` are known by now.
///
/// `1001 Rm[4:0] ??? imm[7:6] 0 imm[5:0] …` has fixed bits, bits that the row leaves open (`?`) and runs of
/// bits of operands or of their parts.
pub(crate) fn read(
    cursor: &mut Cursor<'_>,
    row: &Instruction,
    bits: u32,
) -> Result<Encoding, Error> {
    let mut encoding = Encoding {
        form: 0,
        opcode: 0,
        bits: 0,
        fields: Vec::new(),
    };
    let mut left = bits;
    while !cursor.eat('>') {
        let word = cursor.word("bits, an operand or `>`")?;
        let is_literal = word.chars().all(|c| "01?".contains(c));
        let width = match is_literal {
            true => word.len() as u32,
            false => {
                let field = read_field(cursor, row, word)?;
                encoding.fields.push(field);
                field.width.into()
            }
        };
        let error = || cursor.error(format!("the word has more than {bits} bits"));
        left = left.checked_sub(width).ok_or_else(error)?;
        if is_literal {
            for (i, bit) in word.chars().rev().enumerate() {
                let place = 1 << (left + i as u32);
                match bit {
                    '1' => encoding.opcode |= place,
                    '?' => encoding.bits |= place,
                    _ => {}
                }
            }
        } else if let Some(field) = encoding.fields.last_mut() {
            field.at = left as u8;
        }
    }
    match left {
        0 => Ok(encoding),
        _ => Err(cursor.error(format!("the word has {left} bits too few"))),
    }
}

/// What follows the name of an operand: `[high:low]` or `[bit]`.
fn read_field(
    cursor: &mut Cursor<'_>,
    row: &Instruction,
    name: &str,
) -> Result<EncodingField, Error> {
    let operands = row.names.iter().map(|(name, _, flat)| (name, *flat));
    let parts = row.parts.iter().map(|(name, flat)| (name, *flat));
    let found = operands.chain(parts).find(|(other, _)| *other == name);
    let error = || cursor.error(format!("the row has no operand `{name}`"));
    let (_, operand) = found.ok_or_else(error)?;
    cursor.expect('[')?;
    let high: u8 = cursor.number("a bit")?;
    let low = match cursor.eat(':') {
        true => cursor.number("a bit")?,
        false => high,
    };
    if low > high || high > 63 {
        return Err(cursor.error("the high bit comes first, and there are 64"));
    }
    cursor.expect(']')?;
    Ok(EncodingField {
        operand,
        low,
        width: high - low + 1,
        at: 0,
    })
}
