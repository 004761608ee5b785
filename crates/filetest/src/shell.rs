//! The shell language of `RUN:` lines.
//!
//! It is the part of `sh` that lit's own interpreter understands: words with quotes, pipes,
//! redirections, `&&`, `||` and `;`. There are no variables, no globs and no subshells, so that a
//! test means the same on every machine.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// Commands and how each is joined to the one before it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Script {
    /// The pipelines in order; the joint of the first says [`Joint::Always`].
    pub(crate) pipelines: Vec<(Joint, Pipeline)>,
}

/// When a pipeline runs, depending on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    /// `;`: in any case.
    Always,
    /// `&&`: if it succeeded.
    IfSucceeded,
    /// `||`: if it failed.
    IfFailed,
}

/// Commands of which each reads what the one before wrote.
pub(crate) type Pipeline = Vec<SimpleCommand>;

/// A program with its arguments and redirections.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SimpleCommand {
    /// The program's name and the arguments; never empty.
    pub(crate) words: Vec<String>,
    /// The redirections, in order.
    pub(crate) redirects: Vec<Redirect>,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Redirect {
    /// `< file`
    Input(String),
    /// `> file`, `>> file` (append), `2> file`, `&> file`.
    File {
        stream: Stream,
        path: String,
        append: bool,
    },
    /// `2>&1`
    StderrToStdout,
    /// `>&2`
    StdoutToStderr,
}

/// What a redirection to a file redirects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
    Both,
}

/// Why a command line cannot be run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SyntaxError {
    /// It is no command line in any shell.
    Malformed(&'static str),
    /// It uses what a shell understands and this one does not.
    NotUnderstood(&'static str),
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(message) => f.write_str(message),
            Self::NotUnderstood(what) => write!(f, "'{what}' is not understood in a command"),
        }
    }
}

/// Parses `source`; every word goes through `substitute` (for `%s` and the like).
///
/// # Errors
///
/// What is malformed or not understood.
pub(crate) fn parse(
    source: &str,
    substitute: &dyn Fn(&str) -> String,
) -> Result<Script, SyntaxError> {
    let tokens = tokenize(source, substitute)?;
    let mut script = Script {
        pipelines: Vec::new(),
    };
    let mut pipeline = Pipeline::new();
    let mut command = SimpleCommand::default();
    let mut joint = Joint::Always;
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let next_joint = match token {
            Token::Word(word) => {
                command.words.push(word);
                continue;
            }
            Token::Redirect(operator) => {
                let redirect = match operator {
                    RedirectOperator::Plain(redirect) => redirect,
                    RedirectOperator::WithFile(make) => match tokens.next() {
                        Some(Token::Word(path)) => make(path),
                        _ => return Err(SyntaxError::Malformed("a redirection lacks its file")),
                    },
                };
                command.redirects.push(redirect);
                continue;
            }
            Token::Pipe => {
                end_command(&mut pipeline, &mut command)?;
                continue;
            }
            Token::Joint(next_joint) => next_joint,
        };
        end_command(&mut pipeline, &mut command)?;
        script
            .pipelines
            .push((joint, std::mem::take(&mut pipeline)));
        joint = next_joint;
    }
    let is_empty = command == SimpleCommand::default() && pipeline.is_empty();
    // Only a semicolon may end the line.
    if !is_empty || joint != Joint::Always || script.pipelines.is_empty() {
        end_command(&mut pipeline, &mut command)?;
        script.pipelines.push((joint, pipeline));
    }
    Ok(script)
}

fn end_command(pipeline: &mut Pipeline, command: &mut SimpleCommand) -> Result<(), SyntaxError> {
    if command.words.is_empty() {
        return Err(SyntaxError::Malformed("a command is missing"));
    }
    pipeline.push(std::mem::take(command));
    Ok(())
}

enum Token {
    Word(String),
    Redirect(RedirectOperator),
    Pipe,
    Joint(Joint),
}

enum RedirectOperator {
    Plain(Redirect),
    WithFile(fn(String) -> Redirect),
}

fn tokenize(source: &str, substitute: &dyn Fn(&str) -> String) -> Result<Vec<Token>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut characters = source.chars().peekable();
    loop {
        while characters.next_if(|c| c.is_whitespace()).is_some() {}
        let Some(&first) = characters.peek() else {
            return Ok(tokens);
        };
        if let Some(token) = operator(&mut characters)? {
            tokens.push(token);
            continue;
        }
        match first {
            '(' => return Err(SyntaxError::NotUnderstood("(")),
            ')' => return Err(SyntaxError::NotUnderstood(")")),
            _ => {}
        }
        let word = word(&mut characters)?;
        tokens.push(Token::Word(substitute(&word)));
    }
}

/// Reads an operator if one comes next.
fn operator(characters: &mut Peekable<Chars<'_>>) -> Result<Option<Token>, SyntaxError> {
    // Longer operators first. `2>&1` is one token, so that `2` is no argument.
    type Maker = fn(String) -> Redirect;
    const STDOUT: Maker = |path| Redirect::File {
        stream: Stream::Stdout,
        path,
        append: false,
    };
    const STDOUT_APPEND: Maker = |path| Redirect::File {
        stream: Stream::Stdout,
        path,
        append: true,
    };
    const STDERR: Maker = |path| Redirect::File {
        stream: Stream::Stderr,
        path,
        append: false,
    };
    const STDERR_APPEND: Maker = |path| Redirect::File {
        stream: Stream::Stderr,
        path,
        append: true,
    };
    const BOTH: Maker = |path| Redirect::File {
        stream: Stream::Both,
        path,
        append: false,
    };
    let rest: String = characters.clone().take(4).collect();
    let with_file = |make: Maker| Token::Redirect(RedirectOperator::WithFile(make));
    let plain = |redirect| Token::Redirect(RedirectOperator::Plain(redirect));
    let (length, token) = match rest.as_str() {
        text if text.starts_with("2>&1") => (4, plain(Redirect::StderrToStdout)),
        text if text.starts_with("1>&2") => (4, plain(Redirect::StdoutToStderr)),
        text if text.starts_with(">&2") => (3, plain(Redirect::StdoutToStderr)),
        text if text.starts_with("2>>") => (3, with_file(STDERR_APPEND)),
        text if text.starts_with("1>>") => (3, with_file(STDOUT_APPEND)),
        text if text.starts_with("2>") => (2, with_file(STDERR)),
        text if text.starts_with("1>") => (2, with_file(STDOUT)),
        text if text.starts_with("&>") => (2, with_file(BOTH)),
        text if text.starts_with(">&") => (2, with_file(BOTH)),
        text if text.starts_with(">>") => (2, with_file(STDOUT_APPEND)),
        text if text.starts_with('>') => (1, with_file(STDOUT)),
        text if text.starts_with("<<") => return Err(SyntaxError::NotUnderstood("<<")),
        text if text.starts_with('<') => (1, with_file(Redirect::Input)),
        text if text.starts_with("&&") => (2, Token::Joint(Joint::IfSucceeded)),
        text if text.starts_with("||") => (2, Token::Joint(Joint::IfFailed)),
        text if text.starts_with("|&") => return Err(SyntaxError::NotUnderstood("|&")),
        text if text.starts_with('|') => (1, Token::Pipe),
        text if text.starts_with(';') => (1, Token::Joint(Joint::Always)),
        text if text.starts_with('&') => return Err(SyntaxError::NotUnderstood("&")),
        _ => return Ok(None),
    };
    for _ in 0..length {
        characters.next();
    }
    Ok(Some(token))
}

/// Reads a word with its quotes and backslashes resolved.
fn word(characters: &mut Peekable<Chars<'_>>) -> Result<String, SyntaxError> {
    const OPEN_SINGLE: SyntaxError = SyntaxError::Malformed("a single quote is not closed");
    const OPEN_DOUBLE: SyntaxError = SyntaxError::Malformed("a double quote is not closed");
    let mut word = String::new();
    while let Some(character) =
        characters.next_if(|c| !c.is_whitespace() && !matches!(c, '|' | '>' | '<' | '&' | ';'))
    {
        match character {
            '\'' => loop {
                match characters.next().ok_or(OPEN_SINGLE)? {
                    '\'' => break,
                    other => word.push(other),
                }
            },
            '"' => loop {
                match characters.next().ok_or(OPEN_DOUBLE)? {
                    '"' => break,
                    '\\' => match characters.next().ok_or(OPEN_DOUBLE)? {
                        escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                        other => word.extend(['\\', other]),
                    },
                    other => push_plain(&mut word, other, characters)?,
                }
            },
            '\\' => {
                let ends = SyntaxError::Malformed("a backslash ends the command");
                word.push(characters.next().ok_or(ends)?);
            }
            other => push_plain(&mut word, other, characters)?,
        }
    }
    Ok(word)
}

/// Adds a character outside single quotes, where a command could be substituted.
fn push_plain(
    word: &mut String,
    character: char,
    characters: &mut Peekable<Chars<'_>>,
) -> Result<(), SyntaxError> {
    match (character, characters.peek()) {
        ('`', _) => Err(SyntaxError::NotUnderstood("`")),
        ('$', Some('(')) => Err(SyntaxError::NotUnderstood("$(")),
        _ => {
            word.push(character);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(source: &str) -> Script {
        parse(source, &|word| word.replace("%s", "file")).unwrap()
    }

    fn words(source: &str) -> Vec<Vec<String>> {
        let commands = parsed(source)
            .pipelines
            .into_iter()
            .flat_map(|(_, pipeline)| pipeline);
        commands.map(|command| command.words).collect()
    }

    #[test]
    fn pipes_and_joints_separate_commands() {
        assert_eq!(
            words("a b|c && d;e"),
            [vec!["a", "b"], vec!["c"], vec!["d"], vec!["e"]]
        );
        let joints: Vec<Joint> = parsed("a && b || c; d;")
            .pipelines
            .iter()
            .map(|p| p.0)
            .collect();
        assert_eq!(
            joints,
            [
                Joint::Always,
                Joint::IfSucceeded,
                Joint::IfFailed,
                Joint::Always
            ]
        );
    }

    #[test]
    fn quotes_keep_a_word_together() {
        assert_eq!(
            words(r#"a 'b "c' "d 'e\"" f\ g -x="y z""#),
            [["a", "b \"c", "d 'e\"", "f g", "-x=y z"]]
        );
        assert_eq!(words(r#"a "\d" ''"#), [["a", "\\d", ""]]);
    }

    #[test]
    fn redirections_are_no_arguments() {
        let script = parsed("a < %s 2>&1 > out 2>err >> more");
        let command = &script.pipelines[0].1[0];
        assert_eq!(command.words, ["a"]);
        assert_eq!(command.redirects[0], Redirect::Input("file".to_owned()));
        assert_eq!(command.redirects[1], Redirect::StderrToStdout);
        let file = |stream, path: &str, append| Redirect::File {
            stream,
            path: path.to_owned(),
            append,
        };
        assert_eq!(
            command.redirects[2..],
            [
                file(Stream::Stdout, "out", false),
                file(Stream::Stderr, "err", false),
                file(Stream::Stdout, "more", true),
            ]
        );
    }

    #[test]
    fn malformed_commands_are_refused() {
        for source in [
            "", "a |", "| a", "a &&", "a >", "a 'b", "a \"b", "a & b", "(a)", "a ;; b", "a\\",
        ] {
            assert!(parse(source, &str::to_owned).is_err(), "{source}");
        }
    }
}
