//! POSIX extended regular expressions, as FileCheck patterns use them, rewritten in the syntax of
//! the `fancy-regex` crate.
//!
//! The two dialects differ in what a test author can observe:
//!
//! | construct      | POSIX (LLVM's engine)               | Rust                       |
//! |----------------|-------------------------------------|----------------------------|
//! | `\d`, `\w` …   | the letter itself                   | a character class          |
//! | `[^a]`         | never a newline                     | newlines too               |
//! | `[\]`          | a backslash is an ordinary member   | an escape                  |
//! | `{` + no digit | an ordinary character               | an error                   |
//! | `a*?`          | an error                            | a lazy repetition          |
//! | `a\|ab`        | the longest alternative wins        | the first alternative wins |
//!
//! The last line is handled by the matcher (told by [`Translation::alternation`]), the rest here.

use std::iter::Peekable;
use std::str::Chars;

/// A POSIX expression in Rust's syntax.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Translation {
    /// The expression for `fancy-regex` in multi-line mode.
    pub(super) regex: String,
    /// How many capture groups it opens.
    pub(super) groups: usize,
    /// Whether alternatives occur, for which the longest match has to be found.
    pub(super) alternation: bool,
}

/// Rewrites the POSIX extended regular expression `source`.
///
/// # Errors
///
/// A message in the style of `regerror` if the expression is malformed.
pub(super) fn translate(source: &str) -> Result<Translation, String> {
    let mut translator = Translator {
        chars: source.chars().peekable(),
        output: String::with_capacity(source.len() + 8),
        groups: 0,
        open: 0,
        alternation: false,
        after_atom: false,
    };
    while let Some(character) = translator.chars.next() {
        translator.item(character)?;
    }
    if translator.open != 0 {
        return Err("parentheses not balanced".to_owned());
    }
    Ok(Translation {
        regex: translator.output,
        groups: translator.groups,
        alternation: translator.alternation,
    })
}

struct Translator<'a> {
    chars: Peekable<Chars<'a>>,
    output: String,
    groups: usize,
    /// Groups opened and not yet closed.
    open: usize,
    alternation: bool,
    /// Whether what was read last may be repeated.
    after_atom: bool,
}

impl Translator<'_> {
    fn item(&mut self, character: char) -> Result<(), String> {
        let is_repetition = match character {
            '*' | '+' | '?' => true,
            '{' => self.chars.peek().is_some_and(char::is_ascii_digit),
            _ => false,
        };
        if is_repetition {
            if !self.after_atom {
                return Err("repetition-operator operand invalid".to_owned());
            }
            self.after_atom = false;
            self.output.push(character);
            return if character == '{' {
                self.bound()
            } else {
                Ok(())
            };
        }
        self.after_atom = !matches!(character, '(' | '|' | '^' | '$');
        match character {
            '(' => {
                self.groups += 1;
                self.open += 1;
                self.output.push('(');
            }
            ')' => {
                self.open = self.open.checked_sub(1).ok_or("parentheses not balanced")?;
                self.output.push(')');
            }
            '|' => {
                self.alternation = true;
                self.output.push('|');
            }
            '^' | '$' | '.' => self.output.push(character),
            '[' => self.bracket()?,
            '\\' => self.escape()?,
            other => push_escaped(&mut self.output, other),
        }
        Ok(())
    }

    /// The rest of `{n}`, `{n,}` or `{n,m}` after the opening brace.
    fn bound(&mut self) -> Result<(), String> {
        for character in self.chars.by_ref() {
            match character {
                '0'..='9' | ',' => self.output.push(character),
                '}' => {
                    self.output.push('}');
                    return Ok(());
                }
                _ => return Err("invalid repetition count(s)".to_owned()),
            }
        }
        Err("braces not balanced".to_owned())
    }

    /// What follows a backslash: a back-reference or an ordinary character.
    fn escape(&mut self) -> Result<(), String> {
        match self.chars.next() {
            None => Err("trailing backslash (\\)".to_owned()),
            Some(digit @ '1'..='9') => {
                // The group keeps a digit that follows from joining the number.
                self.output.push_str("(?:\\");
                self.output.push(digit);
                self.output.push(')');
                Ok(())
            }
            Some(other) => {
                push_escaped(&mut self.output, other);
                Ok(())
            }
        }
    }

    /// A bracket expression, after its opening bracket.
    fn bracket(&mut self) -> Result<(), String> {
        self.output.push('[');
        if self.chars.next_if_eq(&'^').is_some() {
            self.output.push_str("^\\n");
        }
        let mut first = true;
        loop {
            let member = self.bracket_member()?;
            match member {
                Member::Character(']') if !first => break,
                Member::Class(name) => {
                    self.output.push_str("[:");
                    self.output.push_str(&name);
                    self.output.push_str(":]");
                }
                Member::Character(start) | Member::Collating(start) => self.range_from(start)?,
            }
            first = false;
        }
        self.output.push(']');
        Ok(())
    }

    /// Writes `start` or, if a hyphen follows that is not the last member, the range from it.
    fn range_from(&mut self, start: char) -> Result<(), String> {
        let mut ahead = self.chars.clone();
        let is_range = ahead.next() == Some('-') && ahead.next().is_some_and(|next| next != ']');
        push_escaped(&mut self.output, start);
        if !is_range {
            return Ok(());
        }
        self.chars.next();
        let (Member::Character(end) | Member::Collating(end)) = self.bracket_member()? else {
            return Err("invalid character range".to_owned());
        };
        if start > end {
            return Err("invalid character range".to_owned());
        }
        self.output.push('-');
        push_escaped(&mut self.output, end);
        Ok(())
    }

    fn bracket_member(&mut self) -> Result<Member, String> {
        let unbalanced = || "brackets ([ ]) not balanced".to_owned();
        let character = self.chars.next().ok_or_else(unbalanced)?;
        if character != '[' {
            return Ok(Member::Character(character));
        }
        let Some(kind) = self.chars.next_if(|next| matches!(next, ':' | '.' | '=')) else {
            return Ok(Member::Character('['));
        };
        let mut name = String::new();
        loop {
            let next = self.chars.next().ok_or_else(unbalanced)?;
            if next == kind && self.chars.next_if_eq(&']').is_some() {
                break;
            }
            name.push(next);
        }
        let mut characters = name.chars();
        match (kind, characters.next(), characters.next()) {
            (':', ..) if CLASSES.contains(&name.as_str()) => Ok(Member::Class(name)),
            (':', ..) => Err("invalid character class".to_owned()),
            (_, Some(only), None) => Ok(Member::Collating(only)),
            _ => Err("invalid collating element".to_owned()),
        }
    }
}

/// One member of a bracket expression, or the bracket that ends it.
enum Member {
    Character(char),
    /// `[.x.]` or `[=x=]`, which is `x` but never closes the expression.
    Collating(char),
    /// The name of a `[:class:]`.
    Class(String),
}

const CLASSES: [&str; 12] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "xdigit",
];

/// Appends `character` so that it stands for itself, in a class as well as outside.
fn push_escaped(output: &mut String, character: char) {
    if character.is_ascii_punctuation() {
        output.push('\\');
    }
    output.push(character);
}

#[cfg(test)]
mod tests {
    use super::translate;

    fn regex(source: &str) -> String {
        translate(source).unwrap().regex
    }

    #[test]
    fn letters_after_a_backslash_are_ordinary() {
        assert_eq!(regex(r"\w\d\."), r"wd\.");
    }

    #[test]
    fn negated_brackets_exclude_the_newline() {
        assert_eq!(regex("[^a-c]"), r"[^\na-c]");
    }

    #[test]
    fn brackets_take_backslashes_and_closing_brackets_as_members() {
        assert_eq!(regex(r"[]\]"), r"[\]\\]");
        assert_eq!(regex("[a-]"), r"[a\-]");
        assert_eq!(regex("[[:alpha:]_]"), r"[[:alpha:]\_]");
    }

    #[test]
    fn braces_without_a_number_are_ordinary() {
        assert_eq!(regex("a{x}"), r"a\{x\}");
        assert_eq!(regex("a{2,3}"), "a{2,3}");
    }

    #[test]
    fn groups_and_alternatives_are_counted() {
        let translation = translate("(a|b)(c)").unwrap();
        assert_eq!(translation.groups, 2);
        assert!(translation.alternation);
    }

    #[test]
    fn malformed_expressions_are_refused() {
        for source in [
            "*a",
            "a**",
            "a*?",
            "(a",
            "a)",
            "[a",
            "a{1",
            "a\\",
            "[z-a]",
            "[[:nope:]]",
        ] {
            assert!(translate(source).is_err(), "{source}");
        }
    }
}
