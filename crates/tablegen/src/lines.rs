//! Splits the text of a file into logical lines, and a cursor that reads one of them.

use crate::error::{Error, Source};

/// A statement or row: one line with its continuation lines, comments and empty lines left out.
pub(crate) struct Line<'a> {
    path: &'a str,
    text: String,
    /// Where in `text` each physical line starts, with its number.
    starts: Vec<(usize, usize)>,
}

/// The logical lines of a file. A line that starts with white space continues the one before.
pub(crate) fn logical_lines(source: &Source) -> Result<Vec<Line<'_>>, Error> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (number, text) in source.text.lines().enumerate() {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let continues = text.starts_with(char::is_whitespace);
        match lines.last_mut() {
            Some(line) if continues => {
                line.text.push(' ');
                line.starts.push((line.text.len(), number + 1));
                line.text.push_str(text);
            }
            None if continues => {
                return Err(Error {
                    path: source.path.clone(),
                    line: number + 1,
                    column: 1,
                    message: "a continuation line needs a line before it".into(),
                });
            }
            _ => lines.push(Line {
                path: &source.path,
                text: text.to_owned(),
                starts: vec![(0, number + 1)],
            }),
        }
    }
    Ok(lines)
}

impl<'a> Line<'a> {
    /// The first word.
    pub(crate) fn keyword(&self) -> &str {
        let end = self.text.find(is_separator).unwrap_or(self.text.len());
        &self.text[..end]
    }

    /// A cursor at the start.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        Cursor {
            line: self,
            position: 0,
            token: 0,
        }
    }
}

/// Reads one line from left to right.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    line: &'a Line<'a>,
    position: usize,
    /// Where the token read last starts: errors point there.
    token: usize,
}

/// Whether `c` ends a word.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || "=,()[]<>{}:\"&~".contains(c)
}

impl<'a> Cursor<'a> {
    /// An error at the token read last.
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        let start = self
            .line
            .starts
            .iter()
            .rev()
            .find(|(at, _)| *at <= self.token);
        let (start, line) = *start.expect("the first line starts at 0");
        Error {
            path: self.line.path.to_owned(),
            line,
            column: self.token - start + 1,
            message: message.into(),
        }
    }

    fn rest(&self) -> &'a str {
        &self.line.text[self.position..]
    }

    fn skip_space(&mut self) {
        self.position += self.rest().len() - self.rest().trim_start().len();
    }

    /// Whether nothing is left.
    pub(crate) fn at_end(&mut self) -> bool {
        self.skip_space();
        self.rest().is_empty()
    }

    /// Whether `mark` comes next.
    pub(crate) fn peek(&mut self, mark: char) -> bool {
        self.skip_space();
        self.rest().starts_with(mark)
    }

    /// Reads `mark` if it comes next.
    pub(crate) fn eat(&mut self, mark: char) -> bool {
        let found = self.peek(mark);
        if found {
            self.token = self.position;
            self.position += mark.len_utf8();
        }
        found
    }

    /// Reads `mark`, which must come next.
    pub(crate) fn expect(&mut self, mark: char) -> Result<(), Error> {
        if self.eat(mark) {
            return Ok(());
        }
        Err(self.expected(&format!("`{mark}`")))
    }

    /// Reads a word; `what` says in an error what it should have been.
    pub(crate) fn word(&mut self, what: &str) -> Result<&'a str, Error> {
        self.skip_space();
        let rest = self.rest();
        let end = rest.find(is_separator).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected(what));
        }
        self.token = self.position;
        self.position += end;
        Ok(&rest[..end])
    }

    /// Reads the name of an attribute and the `=` after it, if any; says whether there was one, so that a
    /// value comes next. Errors still point to the name.
    pub(crate) fn attribute(&mut self) -> Result<(&'a str, bool), Error> {
        let name = self.word("an attribute")?;
        let token = self.token;
        let has_value = self.eat('=');
        self.token = token;
        Ok((name, has_value))
    }

    /// Reads a number, decimal or `0x` hexadecimal.
    pub(crate) fn number<T: TryFrom<i64>>(&mut self, what: &str) -> Result<T, Error> {
        let word = self.word(what)?;
        let value = match word.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16),
            None => word.parse(),
        };
        let value = value.ok().and_then(|value| T::try_from(value).ok());
        value.ok_or_else(|| self.error(format!("expected {what}, found `{word}`")))
    }

    /// Reads a quoted string, in which `\t` is a tabulator.
    pub(crate) fn string(&mut self, what: &str) -> Result<String, Error> {
        if !self.eat('"') {
            return Err(self.expected(what));
        }
        let rest = self.rest();
        let Some(end) = rest.find('"') else {
            return Err(self.error("the string does not end"));
        };
        self.position += end + 1;
        Ok(rest[..end].replace("\\t", "\t"))
    }

    /// The error that `what` was expected here.
    pub(crate) fn expected(&mut self, what: &str) -> Error {
        self.skip_space();
        self.token = self.position;
        let found = match self.rest().chars().next() {
            None => "the end of the line".to_owned(),
            Some(mark) if is_separator(mark) => format!("`{mark}`"),
            Some(_) => {
                let rest = self.rest();
                format!(
                    "`{}`",
                    &rest[..rest.find(is_separator).unwrap_or(rest.len())]
                )
            }
        };
        self.error(format!("expected {what}, found {found}"))
    }
}
