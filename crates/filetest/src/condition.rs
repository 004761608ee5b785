//! The conditions of `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` lines.
//!
//! A line is a list of conditions separated by commas. A condition is made of feature names, `!`,
//! `&&`, `||` and parentheses. A name may hold `{{regex}}` parts and is then true if it matches a
//! feature; `*` and `true` are always true.

use std::fmt;

use fancy_regex::Regex;

/// A parsed condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Always,
    /// One feature has to be this.
    Feature(String),
    /// One feature has to match this regular expression, whose source is anchored at both ends.
    Matching(String),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// Whether the condition holds for `features`.
    pub(crate) fn holds(&self, features: &[String]) -> bool {
        match self {
            Self::Always => true,
            Self::Feature(name) => features.contains(name),
            Self::Matching(source) => Regex::new(source).is_ok_and(|regex| {
                let matches = |feature: &String| regex.is_match(feature).unwrap_or(false);
                features.iter().any(matches)
            }),
            Self::Not(inner) => !inner.holds(features),
            Self::And(left, right) => left.holds(features) && right.holds(features),
            Self::Or(left, right) => left.holds(features) || right.holds(features),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("true"),
            Self::Feature(name) | Self::Matching(name) => f.write_str(name),
            Self::Not(inner) => write!(f, "!{inner}"),
            Self::And(left, right) => write!(f, "({left} && {right})"),
            Self::Or(left, right) => write!(f, "({left} || {right})"),
        }
    }
}

/// Parses the comma-separated conditions of one line.
///
/// # Errors
///
/// A sentence about the first malformed condition.
pub(crate) fn parse_list(text: &str) -> Result<Vec<Condition>, String> {
    text.split(',').map(parse).collect()
}

/// The deepest nesting of operators; the parser is recursive.
const MAX_DEPTH: usize = 64;

fn parse(text: &str) -> Result<Condition, String> {
    let mut parser = Parser {
        rest: text.trim(),
        depth: 0,
    };
    let condition = parser.or()?;
    if parser.rest.is_empty() {
        Ok(condition)
    } else {
        Err(format!(
            "unexpected '{}' in the condition '{}'",
            parser.rest,
            text.trim()
        ))
    }
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn or(&mut self) -> Result<Condition, String> {
        let mut left = self.and()?;
        while self.eat("||") {
            left = Condition::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Condition, String> {
        let mut left = self.not()?;
        while self.eat("&&") {
            left = Condition::And(Box::new(left), Box::new(self.not()?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Condition, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("a condition is nested too deeply".to_owned());
        }
        let result = if self.eat("!") {
            Ok(Condition::Not(Box::new(self.not()?)))
        } else if self.eat("(") {
            let inner = self.or()?;
            if self.eat(")") {
                Ok(inner)
            } else {
                Err("missing ')' in a condition".to_owned())
            }
        } else {
            self.name()
        };
        self.depth -= 1;
        result
    }

    fn name(&mut self) -> Result<Condition, String> {
        if self.eat("*") {
            return Ok(Condition::Always);
        }
        let mut source = String::from("^");
        let mut name = String::new();
        let mut has_regex = false;
        loop {
            if let Some((regex, rest)) = self
                .rest
                .strip_prefix("{{")
                .and_then(|inside| inside.split_once("}}"))
            {
                has_regex = true;
                source.push_str(&format!("(?:{regex})"));
                self.rest = rest;
                continue;
            }
            let is_name = |c: char| c.is_ascii_alphanumeric() || "-+=._".contains(c);
            let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
            if end == 0 {
                break;
            }
            let (part, rest) = self.rest.split_at(end);
            name.push_str(part);
            source.push_str(&fancy_regex::escape(part));
            self.rest = rest;
        }
        self.rest = self.rest.trim_start();
        source.push('$');
        match name.as_str() {
            _ if has_regex => match Regex::new(&source) {
                Ok(_) => Ok(Condition::Matching(source)),
                Err(_) => Err("a condition holds a malformed regular expression".to_owned()),
            },
            "" => Err("a condition lacks a feature name".to_owned()),
            "true" => Ok(Condition::Always),
            "false" => Ok(Condition::Not(Box::new(Condition::Always))),
            _ => Ok(Condition::Feature(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str) -> bool {
        let features = ["x86".to_owned(), "target=x86_64-linux".to_owned()];
        parse_list(text)
            .unwrap()
            .iter()
            .all(|condition| condition.holds(&features))
    }

    #[test]
    fn operators_combine_features() {
        assert!(holds("x86 && !arm"));
        assert!(holds("arm || (x86 && *)"));
        assert!(!holds("x86, arm"));
        assert!(holds("target={{x86_64-.*}}"));
        assert!(!holds("target={{arm.*}}"));
    }

    #[test]
    fn malformed_conditions_are_refused() {
        for text in ["", "a &&", "(a", "a b", "{{(}}", &"!".repeat(1000)] {
            assert!(parse_list(text).is_err(), "{text}");
        }
    }
}
