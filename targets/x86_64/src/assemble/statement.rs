//! Parses lines of assembly into statements.

use avarice_emit::EmitError;

use super::refused;

/// One statement.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Statement<'t> {
    /// `name:`
    Label(&'t str),
    /// Data or a prefix.
    Bytes(Vec<u8>),
    /// An instruction.
    Instruction {
        /// Its name.
        mnemonic: &'t str,
        /// Its operands, trimmed.
        operands: Vec<&'t str>,
    },
}

/// Prefixes that are written as instructions or in front of them.
const PREFIXES: [(&str, u8); 9] = [
    ("lock", 0xf0),
    ("rep", 0xf3),
    ("repe", 0xf3),
    ("repz", 0xf3),
    ("repne", 0xf2),
    ("repnz", 0xf2),
    ("data16", 0x66),
    ("xacquire", 0xf2),
    ("xrelease", 0xf3),
];

/// The statements of `text`: a line may have several, with `;` between them; `#` begins a comment.
pub(super) fn parse(text: &str) -> Result<Vec<Statement<'_>>, EmitError> {
    let mut statements = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or("");
        for part in line.split(';') {
            parse_one(part.trim(), &mut statements)?;
        }
    }
    Ok(statements)
}

fn parse_one<'t>(text: &'t str, statements: &mut Vec<Statement<'t>>) -> Result<(), EmitError> {
    let mut text = text;
    while let Some((name, rest)) = text.split_once(':') {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        if name.is_empty() || !name.chars().all(is_name) {
            break;
        }
        statements.push(Statement::Label(name));
        text = rest.trim_start();
    }
    loop {
        if text.is_empty() {
            return Ok(());
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = (&text[..end], text[end..].trim());
        if let Some((_, byte)) = PREFIXES.iter().find(|(name, _)| *name == word) {
            statements.push(Statement::Bytes(vec![*byte]));
            text = rest;
            continue;
        }
        statements.push(match word.starts_with('.') {
            true => Statement::Bytes(directive(word, rest)?),
            false => Statement::Instruction {
                mnemonic: word,
                operands: split_operands(rest),
            },
        });
        return Ok(());
    }
}

/// The bytes of a directive for data.
fn directive(name: &str, rest: &str) -> Result<Vec<u8>, EmitError> {
    let size = match name {
        ".byte" => 1,
        ".word" | ".short" | ".value" | ".2byte" => 2,
        ".long" | ".int" | ".4byte" => 4,
        ".quad" | ".8byte" => 8,
        _ => return Err(refused(format!("directive {name}"))),
    };
    let mut bytes = Vec::new();
    for value in rest.split(',') {
        let value = number(value.trim()).ok_or_else(|| refused(format!("data {value}")))?;
        bytes.extend_from_slice(&value.to_le_bytes()[..size]);
    }
    Ok(bytes)
}

/// An integer: decimal, `0x`, `0b`, octal with a leading 0, negative or inverted.
pub(super) fn number(text: &str) -> Option<i64> {
    if let Some(rest) = text.strip_prefix('-') {
        return unsigned(rest.trim_start()).map(i64::wrapping_neg);
    }
    if let Some(rest) = text.strip_prefix('~') {
        return unsigned(rest.trim_start()).map(|value| !value);
    }
    unsigned(text)
}

/// An integer without a sign.
fn unsigned(text: &str) -> Option<i64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    u64::from_str_radix(digits, radix)
        .ok()
        .map(|value| value as i64)
}

/// Operands between commas that are in no parentheses.
fn split_operands(text: &str) -> Vec<&str> {
    let mut operands = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                operands.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        operands.push(last);
    }
    operands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_labels_prefixes_and_instructions() {
        let text = "1: lock; incl 8(%rax,%rcx,2)\n\tjne 1b # again\n.byte 0x0f, -1";
        let instruction = |mnemonic, operands: &[&'static str]| Statement::Instruction {
            mnemonic,
            operands: operands.to_vec(),
        };
        let expected = [
            Statement::Label("1"),
            Statement::Bytes(vec![0xf0]),
            instruction("incl", &["8(%rax,%rcx,2)"]),
            instruction("jne", &["1b"]),
            Statement::Bytes(vec![0x0f, 0xff]),
        ];
        assert_eq!(parse(text).unwrap(), expected);
        assert!(parse(".macro x").is_err());
    }

    #[test]
    fn numbers_have_four_radices() {
        let cases = [
            ("12", 12),
            ("-0x10", -16),
            ("0b101", 5),
            ("017", 15),
            ("~0", -1),
            ("0", 0),
        ];
        for (text, value) in cases {
            assert_eq!(number(text), Some(value), "{text}");
        }
        assert_eq!(number("x"), None);
    }
}
