//! Reading the directives of a check file.

use fancy_regex::Regex;

use super::pattern::{Pattern, PatternError};
use super::report::{Severity, Source};
use super::{DirectiveKind, FileCheckOptions};

/// One directive with its pattern.
#[derive(Debug)]
pub(super) struct Directive {
    pub(super) kind: DirectiveKind,
    /// How many matches in a row `CHECK-COUNT-n` asks for; 1 for the others.
    pub(super) count: u32,
    /// The directive as reports call it: `CHECK-NEXT`.
    pub(super) name: String,
    /// Byte offset of the pattern in the check file.
    pub(super) offset: usize,
    /// The pattern's text.
    pub(super) text: String,
    pub(super) pattern: Pattern,
}

/// A directive that moves the position in the input forward, with the `-DAG` and `-NOT` directives
/// that stand between it and the one before.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) before: Vec<Directive>,
    pub(super) directive: Directive,
}

/// What follows a prefix in the check file.
enum Suffix {
    /// Not a directive, such as `CHECKED` or `CHECK-FOO:`.
    None,
    Comment,
    Directive {
        kind: DirectiveKind,
        count: u32,
        literal: bool,
        name: String,
        length: usize,
    },
    Malformed(String),
}

/// Reads the directives of `source` in order.
///
/// # Errors
///
/// Reports, ready to be shown, of everything that is wrong with the check file.
pub(super) fn read(source: &Source<'_>, options: &FileCheckOptions) -> Result<Vec<Step>, String> {
    let mut reader = Reader {
        source,
        options,
        steps: Vec::new(),
        pending: implicit_exclusions(options)?,
        used_prefixes: Vec::new(),
        problems: String::new(),
    };
    reader.scan();
    reader.finish()
}

struct Reader<'a> {
    source: &'a Source<'a>,
    options: &'a FileCheckOptions,
    steps: Vec<Step>,
    /// `-DAG` and `-NOT` directives that wait for the next step.
    pending: Vec<Directive>,
    used_prefixes: Vec<String>,
    problems: String,
}

impl Reader<'_> {
    fn scan(&mut self) {
        let prefixes = prefix_regex(self.options);
        let text = self.source.text;
        let mut position = 0;
        while let Ok(Some(found)) = prefixes.find_from_pos(text, position) {
            let prefix = found.as_str();
            let preceded = text[position..found.start()].ends_with(is_part_of_word);
            let suffix = if preceded {
                Suffix::None
            } else {
                suffix_of(prefix, &text[found.end()..], self.options)
            };
            let line_end = |from: usize| {
                text[from..]
                    .find(['\n', '\r'])
                    .map_or(text.len(), |at| from + at)
            };
            position = match suffix {
                Suffix::None => {
                    let rest = &text[found.end()..];
                    found.end() + rest.find(|c| !is_part_of_word(c)).unwrap_or(rest.len())
                }
                Suffix::Comment => line_end(found.end()),
                Suffix::Malformed(message) => {
                    self.problem(found.start(), &message);
                    line_end(found.end())
                }
                Suffix::Directive {
                    kind,
                    count,
                    literal,
                    name,
                    length,
                } => {
                    if !self.used_prefixes.iter().any(|used| used == prefix) {
                        self.used_prefixes.push(prefix.to_owned());
                    }
                    let mut start = found.end() + length;
                    let end = line_end(start);
                    if !(self.options.strict_whitespace && self.options.match_full_lines) {
                        let blanks = text[start..end].trim_start_matches([' ', '\t']);
                        start = end - blanks.len();
                    }
                    self.directive(kind, count, literal, name, start, &text[start..end]);
                    end
                }
            };
        }
    }

    fn directive(
        &mut self,
        kind: DirectiveKind,
        count: u32,
        literal: bool,
        name: String,
        offset: usize,
        text: &str,
    ) {
        let line = self.source.line_number(offset);
        let pattern = match Pattern::parse(text, kind, literal, line, self.options) {
            Ok(pattern) => pattern,
            Err(PatternError {
                offset: inside,
                message,
            }) => {
                self.problem(offset + inside, &format!("{name}: {message}"));
                return;
            }
        };
        if kind == DirectiveKind::Label && pattern.has_variables() {
            self.problem(
                offset,
                &format!("found '{name}:' with variable definition or use"),
            );
            return;
        }
        let follows = matches!(
            kind,
            DirectiveKind::Next | DirectiveKind::Same | DirectiveKind::Empty
        );
        if follows && self.steps.is_empty() {
            self.problem(
                offset,
                &format!("found '{name}' without previous check line"),
            );
            return;
        }
        let directive = Directive {
            kind,
            count,
            name,
            offset,
            text: text.to_owned(),
            pattern,
        };
        if matches!(kind, DirectiveKind::Dag | DirectiveKind::Not) {
            self.pending.push(directive);
            return;
        }
        self.push_step(directive);
    }

    fn push_step(&mut self, directive: Directive) {
        // The options parsed once already, so the implicit exclusions do so again.
        let implicit = implicit_exclusions(self.options).unwrap_or_default();
        let before = std::mem::replace(&mut self.pending, implicit);
        self.steps.push(Step { before, directive });
    }

    fn problem(&mut self, offset: usize, message: &str) {
        self.problems
            .push_str(&self.source.report(offset, Severity::Error, message));
    }

    fn finish(mut self) -> Result<Vec<Step>, String> {
        let unused: Vec<&str> = self
            .options
            .prefixes()
            .filter(|prefix| !self.used_prefixes.iter().any(|used| used == prefix))
            .collect();
        if !unused.is_empty()
            && (!self.options.allow_unused_prefixes || self.used_prefixes.is_empty())
        {
            let listed: Vec<String> = unused.iter().map(|prefix| format!("'{prefix}:'")).collect();
            let plural = if unused.len() == 1 {
                "prefix"
            } else {
                "prefixes"
            };
            self.problems.push_str(&format!(
                "{}: error: no check strings found with {plural} {}\n",
                self.source.name,
                listed.join(", ")
            ));
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        if !self.pending.is_empty() {
            let before = std::mem::take(&mut self.pending);
            let directive = Directive {
                kind: DirectiveKind::EndOfInput,
                count: 1,
                name: "end of input".to_owned(),
                offset: self.source.text.len(),
                text: String::new(),
                pattern: Pattern::end_of_input(),
            };
            self.steps.push(Step { before, directive });
        }
        Ok(self.steps)
    }
}

/// The `-NOT` directives that `--implicit-check-not` puts before every step.
fn implicit_exclusions(options: &FileCheckOptions) -> Result<Vec<Directive>, String> {
    let parse = |text: &String| {
        let pattern = Pattern::parse(text, DirectiveKind::Not, false, 0, options)
            .map_err(|error| format!("--implicit-check-not='{text}': {}\n", error.message))?;
        Ok(Directive {
            kind: DirectiveKind::Not,
            count: 1,
            name: "implicit CHECK-NOT".to_owned(),
            offset: 0,
            text: text.clone(),
            pattern,
        })
    };
    options.implicit_check_not.iter().map(parse).collect()
}

/// Finds the leftmost prefix, the longest of those that start there.
fn prefix_regex(options: &FileCheckOptions) -> Regex {
    let mut prefixes: Vec<&str> = options
        .prefixes()
        .chain(options.comment_prefixes())
        .collect();
    prefixes.sort_by_key(|prefix| std::cmp::Reverse(prefix.len()));
    let alternatives: Vec<_> = prefixes.into_iter().map(fancy_regex::escape).collect();
    Regex::new(&alternatives.join("|")).expect("escaped text is a regular expression")
}

fn is_part_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-' || character == '_'
}

/// Decides what `rest`, the text after `prefix`, makes of it.
fn suffix_of(prefix: &str, rest: &str, options: &FileCheckOptions) -> Suffix {
    if options.comment_prefixes().any(|comment| comment == prefix) {
        return if rest.starts_with(':') {
            Suffix::Comment
        } else {
            Suffix::None
        };
    }
    if let Some((literal, after)) = modifiers(rest) {
        return Suffix::Directive {
            kind: DirectiveKind::Plain,
            count: 1,
            literal,
            name: prefix.to_owned(),
            length: rest.len() - after.len(),
        };
    }
    let misspelled = rest.starts_with('_');
    let Some(word) = rest.strip_prefix(['-', '_']) else {
        return Suffix::None;
    };
    if let Some(number) = word.strip_prefix("COUNT-") {
        return count_suffix(prefix, number, rest, misspelled);
    }
    const COMBINED: [&str; 8] = [
        "DAG-NOT",
        "NOT-DAG",
        "NEXT-NOT",
        "NOT-NEXT",
        "SAME-NOT",
        "NOT-SAME",
        "EMPTY-NOT",
        "NOT-EMPTY",
    ];
    let is_combined = |combined: &&str| {
        word.strip_prefix(*combined)
            .is_some_and(|after| after.starts_with(':'))
    };
    if COMBINED.iter().any(is_combined) {
        return Suffix::Malformed(format!("unsupported -NOT combo on prefix '{prefix}'"));
    }
    const KINDS: [(&str, DirectiveKind); 6] = [
        ("NEXT", DirectiveKind::Next),
        ("SAME", DirectiveKind::Same),
        ("NOT", DirectiveKind::Not),
        ("DAG", DirectiveKind::Dag),
        ("LABEL", DirectiveKind::Label),
        ("EMPTY", DirectiveKind::Empty),
    ];
    for (keyword, kind) in KINDS {
        let Some(after) = word.strip_prefix(keyword) else {
            continue;
        };
        let Some((literal, after)) = modifiers(after) else {
            continue;
        };
        if misspelled {
            return Suffix::Malformed(format!("misspelled directive '{prefix}_{keyword}:'"));
        }
        return Suffix::Directive {
            kind,
            count: 1,
            literal,
            name: format!("{prefix}-{keyword}"),
            length: rest.len() - after.len(),
        };
    }
    Suffix::None
}

/// `COUNT-<number>:` with `number` starting at the number.
fn count_suffix(prefix: &str, number: &str, rest: &str, misspelled: bool) -> Suffix {
    let digits = number
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(number.len());
    let count = number[..digits]
        .parse::<u32>()
        .ok()
        .filter(|&count| count > 0);
    match (count, modifiers(&number[digits..])) {
        (Some(count), Some((literal, after))) if !misspelled => Suffix::Directive {
            kind: DirectiveKind::Plain,
            count,
            literal,
            name: format!("{prefix}-COUNT-{count}"),
            length: rest.len() - after.len(),
        },
        (Some(_), Some(_)) => Suffix::Malformed(format!("misspelled directive '{prefix}_COUNT'")),
        _ => Suffix::Malformed(format!(
            "invalid count in -COUNT specification on prefix '{prefix}'"
        )),
    }
}

/// `:` or `{LITERAL}:` at the start of `text`: whether the pattern is literal, and what follows.
fn modifiers(text: &str) -> Option<(bool, &str)> {
    if let Some(after) = text.strip_prefix(':') {
        return Some((false, after));
    }
    let (list, after) = text.strip_prefix('{')?.split_once('}')?;
    let known = list.split(',').all(|modifier| modifier.trim() == "LITERAL");
    if known {
        after.strip_prefix(':').map(|after| (true, after))
    } else {
        None
    }
}
