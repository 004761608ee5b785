//! Reports that point at a place in a text.

use std::fmt::Write as _;

/// A text with the name that reports give it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

/// How grave a report is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Severity {
    Error,
    Note,
}

impl Source<'_> {
    /// The line that byte `offset` is in, counted from 1.
    pub(super) fn line_number(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    }

    /// `name:line:column: error: message`, the line, and a caret below the place.
    pub(super) fn report(&self, offset: usize, severity: Severity, message: &str) -> String {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[offset..]
            .find('\n')
            .map_or(self.text.len(), |at| offset + at);
        let before = &self.text[start..offset];
        let padding: String = before
            .chars()
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let severity = match severity {
            Severity::Error => "error",
            Severity::Note => "note",
        };
        format!(
            "{}:{}:{}: {severity}: {message}\n{}\n{padding}^\n",
            self.name,
            self.line_number(offset),
            before.chars().count() + 1,
            &self.text[start..end],
        )
    }

    /// Up to `count` numbered lines from the one that `offset` is in.
    pub(super) fn excerpt(&self, offset: usize, count: usize) -> String {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let first = self.line_number(offset);
        let mut excerpt = String::new();
        let mut lines = self.text[start..].lines();
        for (index, line) in lines.by_ref().take(count).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(excerpt, "{:>6} | {line}", first + index);
        }
        if lines.next().is_some() {
            excerpt.push_str("       | …\n");
        }
        excerpt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_line_and_column() {
        let source = Source {
            name: "f",
            text: "one\ntwo three\n",
        };
        assert_eq!(
            source.report(8, Severity::Error, "what"),
            "f:2:5: error: what\ntwo three\n    ^\n"
        );
    }

    #[test]
    fn an_excerpt_says_when_it_is_cut() {
        let source = Source {
            name: "f",
            text: "one\ntwo\nthree\n",
        };
        assert_eq!(source.excerpt(5, 1), "     2 | two\n       | …\n");
        assert_eq!(source.excerpt(8, 5), "     3 | three\n");
    }
}
