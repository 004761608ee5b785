//! Queries: registers, values of LLVM IR, lines of the source.

use std::fmt;

use avarice_mir::VReg;
use avarice_trace::events::FunctionRecord;

use crate::index::Index;

/// Names that are offered for one that is not there.
const OFFERED: usize = 5;

/// What to explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// A virtual register, by its number: `%13`.
    Reg(u32),
    /// A value of LLVM IR: `%sum` or `%ir.sum`, `%ir.5` for one without a name.
    Value(String),
    /// A line of the source: `file.c:12`, or `:12` for any file.
    Line {
        /// The file, or the end of its path; empty for any.
        file: String,
        /// The line.
        line: u32,
    },
}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    /// A message, if the text is not a valid query.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(name) = text.strip_prefix('%') {
            return match name.parse() {
                Ok(number) => Ok(Self::Reg(number)),
                Err(_) if name.is_empty() => Err("a name is missing after '%'".into()),
                Err(_) => {
                    let name = name.strip_prefix("ir.").unwrap_or(name);
                    Ok(Self::Value(name.trim_matches('"').into()))
                }
            };
        }
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            let file = file.into();
            return Ok(Self::Line { file, line });
        }
        Err(format!(
            "'{text}' is neither a register (%13), nor a value (%name), nor a line (file.c:12)"
        ))
    }
}

/// Why nothing can be explained.
#[derive(Debug, PartialEq, Eq)]
pub struct NotFound {
    /// What is missing.
    pub message: String,
    /// The nearest match, if there is one.
    pub help: Option<String>,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Finds what matches the query: functions, by their index in `records`, with registers in order.
///
/// # Errors
/// Nothing is found; the error names similar matches.
pub fn find(
    records: &[FunctionRecord],
    query: &Query,
    function: Option<&str>,
) -> Result<Vec<(usize, VReg)>, NotFound> {
    let chosen = choose(records, function)?;
    let found: Vec<(usize, VReg)> = chosen
        .iter()
        .flat_map(|(at, index)| matching(index, query).into_iter().map(|reg| (*at, reg)))
        .collect();
    if found.is_empty() {
        return Err(not_found(&chosen, query));
    }
    Ok(found)
}

/// All registers that a record names, in order.
pub fn registers(record: &FunctionRecord) -> Vec<VReg> {
    let index = Index::new(record);
    index.regs().map(|(reg, _)| reg).collect()
}

/// The functions with a name, or all, by their place in `records`.
pub(crate) fn choose<'a>(
    records: &'a [FunctionRecord],
    function: Option<&str>,
) -> Result<Vec<(usize, Index<'a>)>, NotFound> {
    let chosen: Vec<(usize, Index<'_>)> = records
        .iter()
        .enumerate()
        .filter(|(_, record)| function.is_none_or(|name| record.name == name))
        .map(|(at, record)| (at, Index::new(record)))
        .collect();
    if chosen.is_empty() {
        let names = records.iter().map(|record| record.name.as_str());
        let (message, wanted) = match function {
            Some(name) => (format!("there is no function '{name}'"), name),
            None => ("there is no function with code".into(), ""),
        };
        return Err(NotFound {
            message,
            help: offer(wanted, names, "functions are"),
        });
    }
    Ok(chosen)
}

/// The registers of a function that match the query.
fn matching(index: &Index<'_>, query: &Query) -> Vec<VReg> {
    match query {
        Query::Reg(number) => {
            let reg = VReg::from_u32(*number);
            index.life(reg).map(|_| reg).into_iter().collect()
        }
        Query::Value(name) => {
            let is_it = |value: &str| plain(value) == name;
            let regs = index.regs();
            regs.filter(|(_, life)| life.value.is_some_and(|(value, _)| is_it(value)))
                .map(|(reg, _)| reg)
                .collect()
        }
        Query::Line { file, line } => {
            let regs = index.regs();
            let on_line = regs.filter(|(_, life)| {
                let mut lines = index.lines_of(life);
                lines.any(|at| at.line == *line && is_file(at.file, file))
            });
            on_line.map(|(reg, _)| reg).collect()
        }
    }
}

/// Whether `path` matches `file`: `file` is the end of it, in whole names; an empty one matches any.
fn is_file(path: &str, file: &str) -> bool {
    let rest = path.strip_suffix(file);
    rest.is_some_and(|rest| file.is_empty() || rest.is_empty() || rest.ends_with('/'))
}

/// The name of a value without what says that it is one of LLVM IR.
fn plain(value: &str) -> &str {
    value
        .strip_prefix("%ir.")
        .unwrap_or(value)
        .trim_matches('"')
}

fn not_found(chosen: &[(usize, Index<'_>)], query: &Query) -> NotFound {
    match query {
        Query::Reg(number) => {
            let count = chosen
                .iter()
                .flat_map(|(_, index)| index.regs())
                .map(|(reg, _)| reg);
            let last = count.max();
            NotFound {
                message: format!("no instruction names %{number}"),
                help: last.map(|last| format!("virtual registers go up to {last}")),
            }
        }
        Query::Value(name) => {
            let lives = chosen.iter().flat_map(|(_, index)| index.regs());
            let names = lives
                .filter_map(|(_, life)| life.value)
                .map(|(value, _)| plain(value));
            NotFound {
                message: format!(
                    "no register holds the value '%{name}': there is no such value, or it is part of the instructions \
                     that use it, or it is a stack object"
                ),
                help: offer(name, names, "values in registers are"),
            }
        }
        Query::Line { file, line } => {
            let indexes = chosen.iter().map(|(_, index)| index);
            let mut lines: Vec<u32> = indexes
                .flat_map(|index| {
                    let lines = index.regs().flat_map(|(_, life)| index.lines_of(life));
                    lines.filter(|at| is_file(at.file, file)).map(|at| at.line)
                })
                .collect();
            lines.sort_unstable();
            lines.dedup();
            lines.sort_by_key(|other| other.abs_diff(*line));
            lines.truncate(OFFERED);
            lines.sort_unstable();
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            NotFound {
                message: format!("no register is defined for line {line}{}", in_file(file)),
                help: Some(if lines.is_empty() {
                    "the input has no debug locations there".into()
                } else {
                    format!("lines with registers are {}", lines.join(", "))
                }),
            }
        }
    }
}

fn in_file(file: &str) -> String {
    if file.is_empty() {
        String::new()
    } else {
        format!(" of '{file}'")
    }
}

/// The names that come nearest to one that is not there.
fn offer<'n>(wanted: &str, names: impl Iterator<Item = &'n str>, what: &str) -> Option<String> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names.sort_by_key(|name| strsim::levenshtein(wanted, name));
    let more = names.len() > OFFERED;
    names.truncate(OFFERED);
    let dots = if more { " …" } else { "" };
    (!names.is_empty()).then(|| format!("{what} {}{dots}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_read() {
        assert_eq!(Query::parse("%13"), Ok(Query::Reg(13)));
        assert_eq!(Query::parse("%sum"), Ok(Query::Value("sum".into())));
        assert_eq!(Query::parse("%ir.5"), Ok(Query::Value("5".into())));
        let line = |file: &str, line| {
            Ok(Query::Line {
                file: file.into(),
                line,
            })
        };
        assert_eq!(Query::parse("a.c:12"), line("a.c", 12));
        assert_eq!(Query::parse(":12"), line("", 12));
        assert!(Query::parse("sum").is_err() && Query::parse("%").is_err());
    }

    #[test]
    fn files_are_ends_of_paths() {
        assert!(is_file("src/a.c", "a.c") && is_file("src/a.c", "") && is_file("a.c", "a.c"));
        assert!(!is_file("src/ba.c", "a.c"));
    }

    #[test]
    fn near_names_are_offered() {
        let names = ["sum", "product", "sun"];
        let offered = offer("sum2", names.into_iter(), "values are");
        assert_eq!(offered.as_deref(), Some("values are sum, sun, product"));
    }
}
