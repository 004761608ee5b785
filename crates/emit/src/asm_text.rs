//! Text of assembly whose lines may end in comments, as llc lays it out.
//!
//! ```text
//!   movl  8(%rsp), %eax                     # 4-byte Reload
//!   ▲ written                               ▲ column 40: comments that waited for the end of a line,
//!                                           #   each further one on a line of its own
//! ```

use std::fmt::{self, Write};

/// The column in which comments begin.
const COMMENT_COLUMN: usize = 40;

/// Distance of tab stops in columns.
const TAB: usize = 8;

/// What is said beside the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comments {
    /// Nothing.
    None,
    /// What helps a reader: `-asm-verbose`.
    Verbose,
    /// The encoding of each instruction too: `-show-mc-encoding`.
    WithEncoding,
}

/// Assembly under construction.
///
/// Invariant: `waiting` is empty, or ends in a line feed.
#[derive(Debug)]
pub struct AsmText {
    /// What is written. Appending here passes comments by.
    pub text: String,
    waiting: String,
    /// What begins a comment: `#`, `//`.
    mark: &'static str,
    comments: Comments,
}

impl AsmText {
    /// Empty text whose comments begin with `mark`.
    pub fn new(mark: &'static str, comments: Comments) -> Self {
        Self {
            text: String::new(),
            waiting: String::new(),
            mark,
            comments,
        }
    }

    /// Whether comments for readers are written.
    pub fn is_verbose(&self) -> bool {
        self.comments != Comments::None
    }

    /// Whether encodings are.
    pub fn shows_encoding(&self) -> bool {
        self.comments == Comments::WithEncoding
    }

    /// What begins a comment.
    pub fn mark(&self) -> &'static str {
        self.mark
    }

    /// Puts a line of comment at the end of the line that is written next.
    pub fn comment(&mut self, text: impl fmt::Display) {
        if self.is_verbose() {
            let _ = writeln!(self.waiting, "{text}");
        }
    }

    /// Appends text; each line feed ends a line.
    pub fn push_str(&mut self, text: &str) {
        let mut rest = text;
        while !self.waiting.is_empty()
            && let Some((line, after)) = rest.split_once('\n')
        {
            self.text.push_str(line);
            self.end_line();
            rest = after;
        }
        self.text.push_str(rest);
    }

    /// Ends a line with the comments that wait. On an empty line they stand alone.
    pub fn end_line(&mut self) {
        if self.waiting.is_empty() {
            self.text.push('\n');
            return;
        }
        let mut column = self.column();
        let waiting = std::mem::take(&mut self.waiting);
        for line in waiting.lines() {
            let room = COMMENT_COLUMN.saturating_sub(column).max(1);
            self.text.extend(std::iter::repeat_n(' ', room));
            self.text.push_str(self.mark);
            self.text.push(' ');
            self.text.push_str(line);
            self.text.push('\n');
            column = 0;
        }
        self.waiting = waiting;
        self.waiting.clear();
    }

    /// The column after the last character, as LLVM counts: a tab in a column where a tab stop is takes no room.
    fn column(&self) -> usize {
        let start = self.text.rfind('\n').map_or(0, |at| at + 1);
        let advance = |column: usize, c| match c {
            '\t' => column.next_multiple_of(TAB),
            _ => column + 1,
        };
        self.text[start..].chars().fold(0, advance)
    }
}

impl Write for AsmText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_begin_in_one_column() {
        let mut text = AsmText::new("#", Comments::Verbose);
        text.comment("first");
        text.comment("second");
        text.push_str("\tret\nf:");
        text.comment("third");
        text.end_line();
        let far = format!("\t{}\n", "x".repeat(40));
        text.comment("far");
        text.push_str(&far);
        let indent = " ".repeat(40);
        let expected = format!(
            "\tret{} # first\n{indent}# second\nf:{}# third\n\t{} # far\n",
            " ".repeat(36),
            " ".repeat(38),
            "x".repeat(40)
        );
        assert_eq!(text.text, expected);
    }

    #[test]
    fn nothing_is_said_where_no_one_asks() {
        let mut text = AsmText::new("//", Comments::None);
        text.comment("said");
        text.push_str("\tret\n");
        assert_eq!(text.text, "\tret\n");
    }
}
