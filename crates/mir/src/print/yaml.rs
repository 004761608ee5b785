//! The part of YAML that MIR documents need, laid out as LLVM lays it out.
//!
//! Values of a block mapping start at column 17 after their key; flow mappings and sequences break their
//! lines at the first comma after column 70.

use std::fmt::Write;

/// Column after which a flow collection continues on a new line.
const WRAP_COLUMN: usize = 70;

/// Column at which values start, counted from the key.
const VALUE_COLUMN: usize = 16;

/// Writes one document.
#[derive(Debug)]
pub(super) struct YamlWriter<'s> {
    pub out: &'s mut String,
    /// Lines whose value is the one that a reader assumes are left out.
    pub simplify: bool,
}

impl YamlWriter<'_> {
    /// `key:` and the spaces up to the value.
    pub fn key(&mut self, indent: usize, key: &str) {
        let width = VALUE_COLUMN.max(key.len() + 1);
        let _ = write!(
            self.out,
            "{:indent$}{key}:{:pad$}",
            "",
            "",
            pad = width - key.len()
        );
    }

    /// `key:            value` with the value as it is.
    pub fn plain(&mut self, indent: usize, key: &str, value: impl std::fmt::Display) {
        self.key(indent, key);
        let _ = writeln!(self.out, "{value}");
    }

    /// The same, unless a reader assumes the value anyway.
    pub fn optional<T: std::fmt::Display + PartialEq>(
        &mut self,
        indent: usize,
        key: &str,
        value: T,
        assumed: T,
    ) {
        if !self.simplify || value != assumed {
            self.plain(indent, key, value);
        }
    }

    /// `key:            'text'`, quoted if needed.
    pub fn text(&mut self, indent: usize, key: &str, value: &str) {
        self.key(indent, key);
        write_scalar(self.out, value);
        self.out.push('\n');
    }

    /// The same, unless a reader assumes the text, which is empty, anyway.
    pub fn optional_text(&mut self, indent: usize, key: &str, value: &str) {
        if !self.simplify || !value.is_empty() {
            self.text(indent, key, value);
        }
    }

    /// `key:` alone on its line, or `key: []` if nothing will follow.
    pub fn list(&mut self, key: &str, empty: bool) {
        if !empty {
            let _ = writeln!(self.out, "{key}:");
        } else if !self.simplify {
            self.plain(0, key, "[]");
        }
    }

    /// Begins `- { `.
    pub fn flow_map(&mut self) -> FlowMap<'_> {
        let start = 2 + "- ".len();
        self.out.push_str("  - { ");
        FlowMap {
            line: self.out.len() - start - "{ ".len(),
            out: self.out,
            start,
            first: true,
            simplify: self.simplify,
        }
    }

    /// A flow sequence of quoted texts, ending the line.
    pub fn flow_list(&mut self, items: &[String]) {
        let line = self.out.rfind('\n').map_or(0, |at| at + 1);
        let start = self.out.len() - line;
        let mut column = start + 2;
        self.out.push_str("[ ");
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
                column += 2;
            }
            if column > WRAP_COLUMN {
                let _ = write!(self.out, "\n{:start$}  ", "");
                column = start + 2;
            }
            let before = self.out.len();
            write_scalar(self.out, item);
            column += self.out.len() - before;
        }
        self.out.push_str(" ]\n");
    }
}

/// A mapping in braces on a line of its own in a list.
#[derive(Debug)]
pub(super) struct FlowMap<'s> {
    out: &'s mut String,
    /// Where the current line starts.
    line: usize,
    /// Column of the brace.
    start: usize,
    first: bool,
    simplify: bool,
}

impl FlowMap<'_> {
    /// `key: value`, unless a reader assumes the value anyway.
    pub fn optional<T: std::fmt::Display + PartialEq>(
        &mut self,
        key: &str,
        value: T,
        assumed: T,
    ) -> &mut Self {
        if self.simplify && value == assumed {
            return self;
        }
        self.plain(key, value)
    }

    /// `key: 'text'`, quoted if needed, unless a reader assumes the text, which is empty, anyway.
    pub fn optional_text(&mut self, key: &str, value: &str) -> &mut Self {
        if self.simplify && value.is_empty() {
            return self;
        }
        self.text(key, value)
    }

    /// `key: ` and a list of mappings, each on a line of its own; `[]` if it is empty.
    pub fn list<T>(
        &mut self,
        key: &str,
        items: &[T],
        mut write: impl FnMut(&mut FlowMap<'_>, &T),
    ) -> &mut Self {
        if items.is_empty() {
            return self.optional(key, "[]", "[]");
        }
        self.plain(key, "");
        let indent = self.start + 2;
        for item in items {
            let line = self.out.len() + 1;
            let _ = write!(self.out, "\n{:indent$}- {{ ", "");
            let mut inner = FlowMap {
                line,
                out: self.out,
                start: indent + 2,
                first: true,
                simplify: self.simplify,
            };
            write(&mut inner, item);
            self.out.push_str(" }");
        }
        self
    }

    /// `key: value` with the value as it is.
    pub fn plain(&mut self, key: &str, value: impl std::fmt::Display) -> &mut Self {
        if !self.first {
            self.out.push_str(", ");
        }
        self.first = false;
        if self.out.len() - self.line > WRAP_COLUMN {
            self.out.push('\n');
            self.line = self.out.len();
            let _ = write!(self.out, "{:width$}", "", width = self.start + 2);
        }
        let _ = write!(self.out, "{key}: {value}");
        self
    }

    /// `key: 'text'`, quoted if needed.
    pub fn text(&mut self, key: &str, value: &str) -> &mut Self {
        let mut scalar = String::new();
        write_scalar(&mut scalar, value);
        self.plain(key, scalar)
    }

    /// The closing brace.
    pub fn end(&mut self) {
        self.out.push_str(" }\n");
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Quotes {
    None,
    Single,
    Double,
}

/// Appends a scalar with the quotes that LLVM gives it.
pub fn write_scalar(out: &mut String, text: &str) {
    match quotes(text) {
        Quotes::None => out.push_str(text),
        Quotes::Single => {
            out.push('\'');
            out.push_str(&text.replace('\'', "''"));
            out.push('\'');
        }
        Quotes::Double => {
            out.push('"');
            text.chars().for_each(|c| write_escaped(out, c));
            out.push('"');
        }
    }
}

fn write_escaped(out: &mut String, c: char) {
    let _ = match c {
        '\\' => out.write_str("\\\\"),
        '"' => out.write_str("\\\""),
        '\0' => out.write_str("\\0"),
        '\x07' => out.write_str("\\a"),
        '\x08' => out.write_str("\\b"),
        '\t' => out.write_str("\\t"),
        '\n' => out.write_str("\\n"),
        '\x0b' => out.write_str("\\v"),
        '\x0c' => out.write_str("\\f"),
        '\r' => out.write_str("\\r"),
        '\x1b' => out.write_str("\\e"),
        c if c < ' ' => write!(out, "\\x{:02X}", c as u32),
        c => out.write_char(c),
    };
}

fn quotes(text: &str) -> Quotes {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return Quotes::Single;
    };
    let special = first.is_ascii_whitespace()
        || last.is_ascii_whitespace()
        || b"-?:\\,[]{}#&*!|>'\"%@`".contains(first)
        || is_other_scalar(text);
    let whole = if special {
        Quotes::Single
    } else {
        Quotes::None
    };
    let each = bytes.iter().map(|c| match c {
        b'_' | b'-' | b'^' | b'.' | b',' | b' ' | b'\t' => Quotes::None,
        c if c.is_ascii_alphanumeric() => Quotes::None,
        c if *c < b' ' || *c >= 0x7f => Quotes::Double,
        _ => Quotes::Single,
    });
    each.max().unwrap_or(Quotes::None).max(whole)
}

/// Whether plain `text` would be read as null, a truth value or a number.
fn is_other_scalar(text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE",
    ];
    let is_digits = |text: &str, test: fn(char) -> bool| !text.is_empty() && text.chars().all(test);
    if WORDS.contains(&text) || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return is_digits(hex, |c| c.is_ascii_hexdigit());
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return is_digits(octal, |c| c.is_digit(8));
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let exponent_fits = exponent.is_none_or(|text| {
        is_digits(text.strip_prefix(['+', '-']).unwrap_or(text), |c| {
            c.is_ascii_digit()
        })
    });
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.len() + fraction.len() > 0;
    digits && exponent_fits && (whole.chars().chain(fraction.chars())).all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(text: &str) -> String {
        let mut out = String::new();
        write_scalar(&mut out, text);
        out
    }

    #[test]
    fn scalars_are_quoted_as_llvm_does() {
        for (text, expected) in [
            ("main", "main"),
            ("", "''"),
            ("%bb.1", "'%bb.1'"),
            ("$rdi", "'$rdi'"),
            ("a'b", "'a''b'"),
            ("true", "'true'"),
            ("12", "'12'"),
            ("1e5", "'1e5'"),
            ("e5", "e5"),
            (".", "."),
            ("a\nb", "\"a\\nb\""),
            ("_ZN3fooE", "_ZN3fooE"),
        ] {
            assert_eq!(scalar(text), expected);
        }
    }

    #[test]
    fn flow_lists_wrap() {
        let mut out = String::from("      blocks:          ");
        let items: Vec<String> = (0..10).map(|i| format!("%bb.{i}")).collect();
        let simplify = false;
        YamlWriter {
            out: &mut out,
            simplify,
        }
        .flow_list(&items);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(
            lines[0].ends_with("'%bb.5', ") && lines[1].starts_with(&" ".repeat(25)),
            "{out}"
        );
    }
}
