//! The options that llc has, as LLVM 19.1.7 lists them.

use std::cmp::Ordering;

/// One line an option, sorted by name: name, kind of its value, values if it is an enumeration, number of LLVM's X86 and AArch64 tests
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

/// The option called `name`, by bisection of the text: the lines are sorted by name.
pub fn find(name: &str) -> Option<Fact> {
    let bytes = TABLE.as_bytes();
    let is_end = |byte: &u8| *byte == b'\n';
    // Both are starts of lines, or the end of the text.
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = bytes[..middle].iter().rposition(is_end);
        let start = start.map_or(0, |end| end + 1);
        let length = bytes[middle..].iter().position(is_end);
        let end = length.map_or(bytes.len(), |length| middle + length + 1);
        let line = &TABLE[start..end];
        let found = line.split('\t').next().unwrap_or("");
        match found.cmp(name) {
            Ordering::Less => low = end,
            Ordering::Greater => high = start,
            Ordering::Equal => return fact(line.trim_end()),
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_is_found_by_its_name() {
        for fact in all() {
            assert_eq!(find(fact.name), Some(fact));
        }
        for name in ["", "0", "mtripl", "mtriple=", "zzz"] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
