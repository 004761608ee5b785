//! From text to tokens.

/// A word of the language.
#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    Int(i64),
    Str(String),
    Name(String),
    /// An operator, a parenthesis, or a word that is no name.
    Symbol(&'static str),
    End,
}

/// Tokens with their lines.
pub type Tokens = Vec<(Token, u32)>;

const SYMBOLS: &[&str] = &[
    "...", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "{", "}", "[", "]", ",", ":",
    "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "fn", "extern", "var", "while",
    "if", "else", "return", "int", "bool", "str", "true", "false",
];

/// The tokens of `text`.
pub fn tokens(text: &str) -> Result<Tokens, String> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let word = |part: fn(char) -> bool| rest.find(|c| !part(c)).unwrap_or(rest.len());
        let (len, token) = if first == '#' {
            (word(|c| c != '\n'), None)
        } else if first.is_whitespace() {
            line += u32::from(first == '\n');
            (first.len_utf8(), None)
        } else if first.is_ascii_digit() {
            let len = word(|c| c.is_ascii_digit());
            let value = rest[..len].parse();
            let value = value.map_err(|_| format!("line {line}: this number is too large"))?;
            (len, Some(Token::Int(value)))
        } else if first.is_alphabetic() || first == '_' {
            let len = word(|c| c.is_alphanumeric() || c == '_');
            let known = SYMBOLS.iter().find(|word| **word == &rest[..len]);
            let name = || Token::Name(rest[..len].to_owned());
            (
                len,
                Some(known.map_or_else(name, |word| Token::Symbol(word))),
            )
        } else if first == '"' {
            let (text, len) =
                string(rest).ok_or(format!("line {line}: this string does not end"))?;
            (len, Some(Token::Str(text)))
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let symbol = symbol.ok_or(format!("line {line}: what is '{first}'?"))?;
            (symbol.len(), Some(Token::Symbol(symbol)))
        };
        tokens.extend(token.map(|token| (token, line)));
        rest = &rest[len..];
    }
    tokens.push((Token::End, line));
    Ok(tokens)
}

/// The text of the string at the start of `rest`, and its length with quotes.
fn string(rest: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    loop {
        match chars.next()? {
            (at, '"') => return Some((text, at + 1)),
            (_, '\\') => text.push(match chars.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            (_, other) => text.push(other),
        }
    }
}
