//! One pattern of a check file: parsing it, and finding it in a text.
//!
//! A pattern without `{{` and `[[` is searched for literally. Any other becomes a regular
//! expression with holes for the values of variables; if it has no holes it is compiled once.

use std::collections::BTreeMap;

use fancy_regex::{Regex, RegexBuilder};

use super::numeric::{self, EvaluationError, Expression, Format, NumericVariables};
use super::posix;
use super::{DirectiveKind, FileCheckOptions};

/// Steps the backtracking matcher may take in one search.
const BACKTRACK_LIMIT: usize = 10_000_000;

/// The variables of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    pub(super) strings: BTreeMap<String, String>,
    pub(super) numbers: NumericVariables,
}

impl Variables {
    /// Forgets all variables except those whose name starts with `$`.
    pub(super) fn clear_local(&mut self) {
        self.strings.retain(|name, _| name.starts_with('$'));
        self.numbers.retain(|name, _| name.starts_with('$'));
    }
}

/// A parsed pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    matcher: Matcher,
    /// Whether every search ignores the case of letters.
    ignore_case: bool,
    /// Bytes at the start of a match that do not belong to the result (`CHECK-EMPTY` begins with
    /// the newline that ends the line before).
    skip: usize,
    definitions: Vec<Definition>,
}

#[derive(Debug)]
enum Matcher {
    EndOfInput,
    Fixed(String),
    Regex(Box<Regex>),
    Template {
        pieces: Vec<Piece>,
        alternation: bool,
    },
}

/// A part of a regular expression with holes.
#[derive(Debug)]
enum Piece {
    Regex(String),
    StringUse(String),
    NumericUse(Expression, Option<Format>),
}

/// A variable that a match defines from a capture group.
#[derive(Debug)]
struct Definition {
    name: String,
    group: usize,
    kind: DefinitionKind,
}

#[derive(Debug)]
enum DefinitionKind {
    String,
    /// The format named in the block, else that of the expression, else unsigned.
    Numeric(Option<Format>, Option<Expression>),
}

/// Why a pattern could not be parsed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PatternError {
    /// Byte offset in the pattern's text.
    pub(super) offset: usize,
    pub(super) message: String,
}

/// Where a pattern was found, as byte offsets in the searched text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Why a search has no result.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SearchError {
    NotFound,
    /// The pattern itself cannot be used: an undefined variable, an impossible number …
    Invalid(String),
}

impl Pattern {
    /// The pattern that is found at the end of any text, and there only.
    pub(super) fn end_of_input() -> Self {
        Self {
            matcher: Matcher::EndOfInput,
            ignore_case: false,
            skip: 0,
            definitions: Vec::new(),
        }
    }

    /// Parses `text`, the rest of a line after the directive's colon.
    pub(super) fn parse(
        text: &str,
        kind: DirectiveKind,
        literal: bool,
        line: usize,
        options: &FileCheckOptions,
    ) -> Result<Self, PatternError> {
        let keep_blanks = options.strict_whitespace && options.match_full_lines;
        let text = if keep_blanks {
            text
        } else {
            text.trim_end_matches([' ', '\t'])
        };
        let refuse = |message: &str| {
            Err(PatternError {
                offset: 0,
                message: message.to_owned(),
            })
        };
        if kind == DirectiveKind::Empty {
            if !text.is_empty() {
                return refuse("found non-empty check string for empty check");
            }
            let mut builder = Builder::new(line, options.ignore_case);
            builder.push_regex("(?:\\n$)");
            let mut pattern = builder.finish()?;
            pattern.skip = 1;
            return Ok(pattern);
        }
        if text.is_empty() {
            return refuse("found empty check string");
        }
        let full_line = options.match_full_lines && kind != DirectiveKind::Not;
        let has_blocks = !literal && (text.contains("{{") || text.contains("[["));
        if !full_line && !has_blocks && !options.ignore_case {
            let matcher = Matcher::Fixed(text.to_owned());
            return Ok(Self {
                matcher,
                ignore_case: false,
                skip: 0,
                definitions: Vec::new(),
            });
        }
        let mut builder = Builder::new(line, options.ignore_case);
        if full_line {
            builder.push_regex(if options.strict_whitespace {
                "^"
            } else {
                "^ *"
            });
        }
        if !has_blocks {
            builder.push_regex(&fancy_regex::escape(text));
        } else {
            builder.parse_blocks(text)?;
        }
        if full_line {
            builder.push_regex(if options.strict_whitespace {
                "$"
            } else {
                " *$"
            });
        }
        builder.finish()
    }

    /// Whether the pattern uses or defines a variable.
    pub(super) fn has_variables(&self) -> bool {
        !self.definitions.is_empty() || matches!(self.matcher, Matcher::Template { .. })
    }

    /// The text to compare input lines with when looking for what may have been meant.
    pub(super) fn example(&self, source: &str) -> String {
        match &self.matcher {
            Matcher::Fixed(text) => text.clone(),
            _ => source.to_owned(),
        }
    }

    /// Searches `text` from its start and, if the pattern is found, defines its variables.
    pub(super) fn find(&self, text: &str, variables: &mut Variables) -> Result<Found, SearchError> {
        match &self.matcher {
            Matcher::EndOfInput => Ok(Found {
                start: text.len(),
                end: text.len(),
            }),
            Matcher::Fixed(wanted) => match text.find(wanted.as_str()) {
                Some(start) => Ok(Found {
                    start,
                    end: start + wanted.len(),
                }),
                None => Err(SearchError::NotFound),
            },
            Matcher::Regex(regex) => self.find_regex(regex, text, variables),
            Matcher::Template {
                pieces,
                alternation,
            } => {
                let source = fill(pieces, variables)?;
                let dialect = Dialect {
                    longest_match: *alternation,
                    ignore_case: self.ignore_case,
                };
                let regex = dialect.compile(&source).map_err(SearchError::Invalid)?;
                self.find_regex(&regex, text, variables)
            }
        }
    }

    fn find_regex(
        &self,
        regex: &Regex,
        text: &str,
        variables: &mut Variables,
    ) -> Result<Found, SearchError> {
        let invalid = |error: fancy_regex::Error| SearchError::Invalid(error.to_string());
        if self.definitions.is_empty() {
            let found = regex
                .find(text)
                .map_err(invalid)?
                .ok_or(SearchError::NotFound)?;
            return Ok(Found {
                start: found.start() + self.skip,
                end: found.end(),
            });
        }
        let captures = regex
            .captures(text)
            .map_err(invalid)?
            .ok_or(SearchError::NotFound)?;
        for definition in &self.definitions {
            let captured = captures
                .get(definition.group)
                .map_or("", |group| group.as_str());
            definition.define(captured, variables)?;
        }
        let whole = captures.get(0).ok_or(SearchError::NotFound)?;
        Ok(Found {
            start: whole.start() + self.skip,
            end: whole.end(),
        })
    }
}

impl Definition {
    fn define(&self, captured: &str, variables: &mut Variables) -> Result<(), SearchError> {
        match &self.kind {
            DefinitionKind::String => {
                variables
                    .strings
                    .insert(self.name.clone(), captured.to_owned());
            }
            DefinitionKind::Numeric(format, constraint) => {
                let implied = constraint
                    .as_ref()
                    .and_then(|expression| expression.evaluate(&variables.numbers).ok())
                    .and_then(|(_, format)| format);
                let format = format.or(implied).unwrap_or(Format::UNSIGNED);
                let value = format.parse(captured).map_err(SearchError::Invalid)?;
                variables.numbers.insert(self.name.clone(), (value, format));
            }
        }
        Ok(())
    }
}

/// The regular expression that `pieces` make with the values of `variables` in the holes.
fn fill(pieces: &[Piece], variables: &Variables) -> Result<String, SearchError> {
    let mut source = String::new();
    let mut undefined = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Regex(text) => source.push_str(text),
            Piece::StringUse(name) => match variables.strings.get(name) {
                Some(value) => source.push_str(&fancy_regex::escape(value)),
                None => undefined.push(name.clone()),
            },
            Piece::NumericUse(expression, format) => {
                match expression.evaluate(&variables.numbers) {
                    Ok((value, implied)) => {
                        let format = format.or(implied).unwrap_or(Format::UNSIGNED);
                        source.push_str(&format.print(value).map_err(SearchError::Invalid)?);
                    }
                    Err(EvaluationError::Undefined(name)) => undefined.push(name),
                    Err(EvaluationError::Arithmetic(message)) => {
                        return Err(SearchError::Invalid(message));
                    }
                }
            }
        }
    }
    if undefined.is_empty() {
        Ok(source)
    } else {
        Err(SearchError::Invalid(format!(
            "undefined variable: {}",
            undefined.join(", ")
        )))
    }
}

/// How a regular expression is understood.
struct Dialect {
    /// Of the matches at a place, the longest is found instead of the first alternative.
    longest_match: bool,
    ignore_case: bool,
}

impl Dialect {
    fn compile(&self, source: &str) -> Result<Regex, String> {
        RegexBuilder::new(source)
            .multi_line(true)
            .case_insensitive(self.ignore_case)
            .leftmost_longest(self.longest_match)
            .backtrack_limit(BACKTRACK_LIMIT)
            .build()
            .map_err(|error| format!("invalid regex: {error}"))
    }
}

/// Assembles a pattern from its blocks.
struct Builder {
    line: usize,
    ignore_case: bool,
    pieces: Vec<Piece>,
    definitions: Vec<Definition>,
    /// Capture groups opened so far.
    groups: usize,
    alternation: bool,
}

impl Builder {
    fn new(line: usize, ignore_case: bool) -> Self {
        Self {
            line,
            ignore_case,
            pieces: Vec::new(),
            definitions: Vec::new(),
            groups: 0,
            alternation: false,
        }
    }

    fn push_regex(&mut self, source: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Regex(text)) => text.push_str(source),
            _ => self.pieces.push(Piece::Regex(source.to_owned())),
        }
    }

    fn finish(self) -> Result<Pattern, PatternError> {
        let matcher = match self.pieces.as_slice() {
            [Piece::Regex(source)] => {
                let dialect = Dialect {
                    longest_match: self.alternation,
                    ignore_case: self.ignore_case,
                };
                let compiled = dialect.compile(source);
                Matcher::Regex(Box::new(
                    compiled.map_err(|message| PatternError { offset: 0, message })?,
                ))
            }
            _ => Matcher::Template {
                pieces: self.pieces,
                alternation: self.alternation,
            },
        };
        Ok(Pattern {
            matcher,
            ignore_case: self.ignore_case,
            skip: 0,
            definitions: self.definitions,
        })
    }

    /// Reads literal text, `{{…}}` and `[[…]]` blocks until the end of `text`.
    fn parse_blocks(&mut self, text: &str) -> Result<(), PatternError> {
        let mut offset = 0;
        while offset < text.len() {
            let rest = &text[offset..];
            let at = |message: String| PatternError { offset, message };
            if let Some(inside) = rest.strip_prefix("{{") {
                let end = inside
                    .find("}}")
                    .ok_or_else(|| at("found start of regex string with no end '}}'".to_owned()))?;
                self.group(&inside[..end]).map_err(at)?;
                offset += end + 4;
            } else if rest.starts_with("[[") && !rest.starts_with("[[[") {
                let inside = &rest[2..];
                let end = variable_block_end(inside).map_err(|message| at(message.to_owned()))?;
                self.variable_block(&inside[..end]).map_err(at)?;
                offset += end + 4;
            } else {
                // At least one character is literal here, even if it is a bracket.
                let first = rest.chars().next().map_or(1, char::len_utf8);
                let next_block = |opening: &str| rest[first..].find(opening).map(|at| at + first);
                let end = [next_block("{{"), next_block("[[")]
                    .into_iter()
                    .flatten()
                    .min()
                    .unwrap_or(rest.len());
                self.push_regex(&fancy_regex::escape(&rest[..end]));
                offset += end;
            }
        }
        Ok(())
    }

    /// Adds `(source)` with `source` in POSIX syntax.
    fn group(&mut self, source: &str) -> Result<usize, String> {
        let translation =
            posix::translate(source).map_err(|message| format!("invalid regex: {message}"))?;
        self.groups += 1;
        let group = self.groups;
        self.groups += translation.groups;
        self.alternation |= translation.alternation;
        self.push_regex(&format!("({})", translation.regex));
        Ok(group)
    }

    /// The inside of `[[…]]`.
    fn variable_block(&mut self, text: &str) -> Result<(), String> {
        if let Some(numeric) = text.strip_prefix('#') {
            return self.numeric_block(numeric);
        }
        if text.starts_with("@LINE") {
            // The old spelling of `[[#@LINE…]]`.
            return self.numeric_block(text);
        }
        let (name, definition) = match text.split_once(':') {
            Some((name, regex)) => (name, Some(regex)),
            None => (text, None),
        };
        if !is_variable_name(name) {
            return Err(format!("invalid name '{name}' in string variable"));
        }
        if let Some(regex) = definition {
            let group = self.group(regex)?;
            self.definitions.push(Definition {
                name: name.to_owned(),
                group,
                kind: DefinitionKind::String,
            });
            return Ok(());
        }
        let own = self
            .definitions
            .iter()
            .rev()
            .find(|definition| definition.name == name);
        match own {
            Some(Definition {
                kind: DefinitionKind::Numeric(..),
                ..
            }) => Err(format!("numeric variable '{name}' used as a string")),
            // Defined earlier in this pattern: the text of that group once more.
            Some(definition) => {
                let reference = format!("(?:\\{})", definition.group);
                self.push_regex(&reference);
                Ok(())
            }
            None => {
                self.pieces.push(Piece::StringUse(name.to_owned()));
                Ok(())
            }
        }
    }

    fn numeric_block(&mut self, text: &str) -> Result<(), String> {
        let block = numeric::parse_block(text, self.line)?;
        if let Some(expression) = &block.expression {
            let mut own = None;
            expression.for_each_variable(&mut |name| {
                if self
                    .definitions
                    .iter()
                    .any(|definition| definition.name == name)
                {
                    own = Some(name.to_owned());
                }
            });
            if let Some(name) = own {
                return Err(format!(
                    "numeric variable '{name}' defined earlier in the same directive"
                ));
            }
        }
        self.push_regex("(");
        self.groups += 1;
        let group = self.groups;
        match &block.expression {
            Some(expression) => {
                self.pieces
                    .push(Piece::NumericUse(expression.clone(), block.format));
            }
            None => {
                let format = block.format.unwrap_or(Format::UNSIGNED);
                self.push_regex(&format.wildcard());
            }
        }
        self.push_regex(")");
        if let Some(name) = block.definition {
            let kind = DefinitionKind::Numeric(block.format, block.expression);
            self.definitions.push(Definition { name, group, kind });
        }
        Ok(())
    }
}

/// The offset of the `]]` that ends a variable block whose inside `text` starts with.
///
/// Brackets nest, so that a bracket expression may end next to the block's own end.
fn variable_block_end(text: &str) -> Result<usize, &'static str> {
    let mut depth = 0_usize;
    let mut characters = text.char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            ']' if depth == 0 && text[offset..].starts_with("]]") => return Ok(offset),
            ']' if depth == 0 => return Err("missing closing \"]\" for regex variable"),
            ']' => depth -= 1,
            '[' => depth += 1,
            '\\' => {
                characters.next();
            }
            _ => {}
        }
    }
    Err("found start of a variable block with no end ']]'")
}

/// Whether `name` can name a variable: a letter or `_`, then letters, digits and `_`; a `$` before
/// makes it global.
pub(super) fn is_variable_name(name: &str) -> bool {
    let local = name.strip_prefix('$').unwrap_or(name);
    local.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && local.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Result<Pattern, PatternError> {
        Pattern::parse(
            text,
            DirectiveKind::Plain,
            false,
            3,
            &FileCheckOptions::default(),
        )
    }

    fn find(text: &str, input: &str) -> Result<(usize, usize), SearchError> {
        let found = pattern(text)
            .unwrap()
            .find(input, &mut Variables::default())?;
        Ok((found.start, found.end))
    }

    #[test]
    fn fixed_text_is_found_as_it_stands() {
        assert_eq!(find("a.b", "axb a.b"), Ok((4, 7)));
        assert_eq!(find("a.b", "axb"), Err(SearchError::NotFound));
    }

    #[test]
    fn regex_blocks_mix_with_text() {
        assert_eq!(find("x{{[0-9]+}}.", "x1 x22."), Ok((3, 7)));
        assert_eq!(find("{{^b}}", "ab\nb"), Ok((3, 4)));
    }

    #[test]
    fn the_longest_alternative_wins() {
        assert_eq!(find("{{a|ab}}", "ab"), Ok((0, 2)));
    }

    #[test]
    fn a_variable_may_be_used_where_it_is_defined() {
        assert_eq!(find("[[R:[a-z]+]], [[R]];", "ax, bx; cx, cx;"), Ok((8, 15)));
    }

    #[test]
    fn variables_carry_over_to_the_next_pattern() {
        let mut variables = Variables::default();
        pattern("r[[N:[0-9]+]]")
            .unwrap()
            .find("r12", &mut variables)
            .unwrap();
        let found = pattern("<[[N]]>")
            .unwrap()
            .find("<1><12>", &mut variables)
            .unwrap();
        assert_eq!(found, Found { start: 3, end: 7 });
    }

    #[test]
    fn numeric_variables_are_computed_with() {
        let mut variables = Variables::default();
        pattern("at [[#%x,A:]]")
            .unwrap()
            .find("at ff", &mut variables)
            .unwrap();
        let use_next = pattern("to [[#A+1]]").unwrap();
        assert!(use_next.find("to 100", &mut variables).is_ok());
        assert_eq!(
            use_next.find("to 256", &mut variables),
            Err(SearchError::NotFound)
        );
    }

    #[test]
    fn the_line_number_is_a_value() {
        assert_eq!(find("line [[@LINE+1]]:", "line 4:"), Ok((0, 7)));
        assert_eq!(
            find("line [[#@LINE]]:", "line 4:"),
            Err(SearchError::NotFound)
        );
    }

    #[test]
    fn undefined_variables_are_reported() {
        assert_eq!(
            find("[[X]] [[#Y]]", "anything"),
            Err(SearchError::Invalid("undefined variable: X, Y".to_owned()))
        );
    }

    #[test]
    fn a_third_bracket_is_literal() {
        assert_eq!(find("[[[A:[a-z]+]]]", "[foo]"), Ok((0, 5)));
    }

    #[test]
    fn malformed_blocks_are_refused() {
        for text in [
            "{{a",
            "[[A",
            "[[1A]]",
            "[[A:(]]",
            "[[#A:]] [[#A]]",
            "{{*}}",
            "",
        ] {
            assert!(pattern(text).is_err(), "{text}");
        }
    }
}
