//! FileCheck's options and its command line.

use super::numeric;
use super::pattern::{Variables, is_variable_name};

/// How to read the check file and to compare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCheckOptions {
    /// The words that begin a directive; `CHECK` if empty.
    pub check_prefixes: Vec<String>,
    /// The words that begin a comment, whose line is not read; `COM` and `RUN` if empty.
    pub comment_prefixes: Vec<String>,
    /// Whether a prefix without directives is accepted, as long as another one has some.
    pub allow_unused_prefixes: bool,
    /// Whether blanks count: otherwise a run of spaces and tabs equals one space.
    pub strict_whitespace: bool,
    /// Whether a directive has to match a whole line.
    pub match_full_lines: bool,
    /// Whether upper and lower case are the same.
    pub ignore_case: bool,
    /// Whether the input may be empty.
    pub allow_empty: bool,
    /// Patterns that must not occur between any two directives.
    pub implicit_check_not: Vec<String>,
    /// Whether variables whose names do not begin with `$` are forgotten at each `-LABEL`.
    pub enable_var_scope: bool,
    /// Variables defined from outside: `NAME=VALUE`, or `#NAME=EXPRESSION` for a number.
    pub definitions: Vec<String>,
}

impl FileCheckOptions {
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &str> {
        let default = self.check_prefixes.is_empty().then_some("CHECK");
        self.check_prefixes
            .iter()
            .map(String::as_str)
            .chain(default)
    }

    pub(super) fn comment_prefixes(&self) -> impl Iterator<Item = &str> {
        let default: &[&str] = if self.comment_prefixes.is_empty() {
            &["COM", "RUN"]
        } else {
            &[]
        };
        self.comment_prefixes
            .iter()
            .map(String::as_str)
            .chain(default.iter().copied())
    }

    /// The variables of [`Self::definitions`].
    pub(super) fn variables(&self) -> Result<Variables, String> {
        let mut variables = Variables::default();
        for definition in &self.definitions {
            let malformed = || format!("error: malformed definition '-D{definition}'\n");
            let (name, value) = definition.split_once('=').ok_or_else(malformed)?;
            if let Some(numeric_name) = name.strip_prefix('#') {
                let (format, name) = match numeric_name.rsplit_once(',') {
                    Some((format, name)) => (format!("{format},"), name),
                    None => (String::new(), numeric_name),
                };
                let name = name.trim();
                let block = numeric::parse_block(&format!("{format}{name}:{value}"), 0)
                    .map_err(|message| format!("error: -D{definition}: {message}\n"))?;
                let expression = block.expression.ok_or_else(malformed)?;
                let (number, implied) = expression
                    .evaluate(&variables.numbers)
                    .map_err(|_| malformed())?;
                let format = block
                    .format
                    .or(implied)
                    .unwrap_or(numeric::Format::UNSIGNED);
                variables.numbers.insert(name.to_owned(), (number, format));
            } else if is_variable_name(name) {
                variables.strings.insert(name.to_owned(), value.to_owned());
            } else {
                return Err(malformed());
            }
        }
        Ok(variables)
    }
}

/// A FileCheck command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    pub(crate) check_file: String,
    /// The file to check; standard input if none is named.
    pub(crate) input_file: Option<String>,
    pub(crate) options: FileCheckOptions,
}

/// Reads the arguments of a `FileCheck` command. Options take one dash or two, and their value
/// after `=` or as the next argument.
///
/// # Errors
///
/// A sentence naming the argument that is unknown, misplaced or missing.
pub(crate) fn parse_arguments(arguments: &[String]) -> Result<CommandLine, String> {
    let mut options = FileCheckOptions::default();
    let mut check_file = None;
    let mut input_file = None;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if let Some(definition) = argument.strip_prefix("-D") {
            let mut next = || arguments.next().cloned().ok_or("-D needs NAME=VALUE");
            let definition = if definition.is_empty() {
                next()?
            } else {
                definition.to_owned()
            };
            options.definitions.push(definition);
            continue;
        }
        if !argument.starts_with('-') {
            if check_file.replace(argument.clone()).is_some() {
                return Err("FileCheck takes one check file".to_owned());
            }
            continue;
        }
        let option = argument.trim_start_matches('-');
        let (name, inline) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        if let Some(flag) = flag(&mut options, name) {
            *flag = inline.as_deref() != Some("false");
            continue;
        }
        if matches!(
            name,
            "v" | "vv" | "color" | "dump-input-filter" | "dump-input-context" | "dump-input"
        ) {
            // What these shape is LLVM's form of a report; ours is fixed.
            if name.starts_with("dump") && inline.is_none() {
                arguments.next();
            }
            continue;
        }
        let mut value = || {
            inline
                .clone()
                .or_else(|| arguments.next().cloned())
                .ok_or_else(|| format!("FileCheck option '{argument}' needs a value"))
        };
        match name {
            "check-prefix" | "check-prefixes" => {
                add_prefixes(&mut options.check_prefixes, &value()?)?
            }
            "comment-prefixes" => add_prefixes(&mut options.comment_prefixes, &value()?)?,
            "implicit-check-not" => options.implicit_check_not.push(value()?),
            "input-file" => input_file = Some(value()?).filter(|path| path != "-"),
            _ => return Err(format!("unknown FileCheck option '{argument}'")),
        }
    }
    let check_file = check_file.ok_or("FileCheck needs a check file")?;
    Ok(CommandLine {
        check_file,
        input_file,
        options,
    })
}

/// The option called `name`, if it is one that is on or off.
fn flag<'a>(options: &'a mut FileCheckOptions, name: &str) -> Option<&'a mut bool> {
    match name {
        "allow-empty" => Some(&mut options.allow_empty),
        "allow-unused-prefixes" => Some(&mut options.allow_unused_prefixes),
        "enable-var-scope" => Some(&mut options.enable_var_scope),
        "ignore-case" => Some(&mut options.ignore_case),
        "match-full-lines" => Some(&mut options.match_full_lines),
        "strict-whitespace" => Some(&mut options.strict_whitespace),
        _ => None,
    }
}

fn add_prefixes(prefixes: &mut Vec<String>, list: &str) -> Result<(), String> {
    for prefix in list.split(',') {
        let valid = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if prefix.is_empty() || !prefix.chars().all(valid) {
            return Err(format!("FileCheck prefix '{prefix}' is not a word"));
        }
        prefixes.push(prefix.to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<CommandLine, String> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse_arguments(&arguments)
    }

    #[test]
    fn options_take_values_both_ways() {
        let line =
            parse("f -check-prefix A --check-prefixes=B,C -D X=1 -DY=2 --input-file=i").unwrap();
        assert_eq!(line.options.check_prefixes, ["A", "B", "C"]);
        assert_eq!(line.options.definitions, ["X=1", "Y=2"]);
        assert_eq!(
            (line.check_file.as_str(), line.input_file.as_deref()),
            ("f", Some("i"))
        );
    }

    #[test]
    fn flags_and_report_options_are_accepted() {
        let line = parse("--dump-input=always -v f --dump-input fail -match-full-lines").unwrap();
        assert!(line.options.match_full_lines && !line.options.ignore_case);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(parse("f --nonsense").unwrap_err().contains("'--nonsense'"));
        assert!(
            parse("f --check-prefix")
                .unwrap_err()
                .contains("needs a value")
        );
        assert!(
            parse("--check-prefix=A")
                .unwrap_err()
                .contains("check file")
        );
        assert!(
            parse("f --check-prefix=A:")
                .unwrap_err()
                .contains("not a word")
        );
    }
}
