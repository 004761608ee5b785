//! The options that llc has, as LLVM 19.1.7 lists them.

/// One line an option: name, kind of its value, values if it is an enumeration, number of LLVM's X86 and AArch64 tests
/// that use it.
const TABLE: &str = include_str!("facts.tsv");

/// What follows the name of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing: `-O2`.
    Nothing,
    /// Optionally a truth value after `=`; the next argument is never part of it.
    Flag,
    /// Optionally a value after `=`.
    Optional,
    /// A value after `=` or as the next argument.
    Value,
}

/// An option of llc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What follows it.
    pub takes: Takes,
    /// The values of an enumeration, separated by commas; else empty.
    values: &'static str,
    /// The number of LLVM's X86 and AArch64 tests that use it.
    pub tests: u32,
}

impl Fact {
    /// The values of an enumeration, none for another option.
    pub fn values(&self) -> impl Iterator<Item = &'static str> {
        self.values.split(',').filter(|value| !value.is_empty())
    }
}

/// All options, by name.
pub fn all() -> impl Iterator<Item = Fact> {
    TABLE.lines().filter_map(fact)
}

/// The option called `name`.
pub fn find(name: &str) -> Option<Fact> {
    let rest = |line: &'static str| line.strip_prefix(name)?.starts_with('\t').then_some(line);
    TABLE.lines().find_map(rest).and_then(fact)
}

fn fact(line: &'static str) -> Option<Fact> {
    let mut columns = line.split('\t');
    let name = columns.next()?;
    let takes = match columns.next()? {
        "none" => Takes::Nothing,
        "flag" => Takes::Flag,
        "optional" => Takes::Optional,
        _ => Takes::Value,
    };
    let values = columns.next()?;
    let tests = columns.next()?.parse().ok()?;
    Some(Fact {
        name,
        takes,
        values,
        tests,
    })
}
