//! A table of names in a file: each ends with a zero, and one that another ends with is a part of that one.
//!
//! ```text
//!   names      text  rela.text  main
//!   bytes      \0 rela.text\0 main\0        "text" is the end of "rela.text"
//! ```

use std::cmp::Ordering;

/// The bytes of the table, and where it has each name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StringTable {
    pub(crate) bytes: Vec<u8>,
    /// In the order of the names that were given.
    pub(crate) offsets: Vec<u32>,
}

impl StringTable {
    /// The table of `names`, sorted from their ends: a name stands before those that it ends with.
    pub(crate) fn new(names: &[&[u8]]) -> Self {
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_unstable_by(|a, b| from_end(names[*b], names[*a]));
        let mut table = Self {
            bytes: vec![0],
            offsets: vec![0; names.len()],
        };
        let mut last: &[u8] = b"";
        for index in order {
            let name = names[index];
            if name.is_empty() {
                continue;
            }
            if !last.ends_with(name) {
                table.bytes.extend_from_slice(name);
                table.bytes.push(0);
                last = name;
            }
            table.offsets[index] = (table.bytes.len() - 1 - name.len()) as u32;
        }
        table
    }
}

/// Compares names from their last character on.
fn from_end(a: &[u8], b: &[u8]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

#[cfg(test)]
mod tests {
    use super::StringTable;

    #[test]
    fn ends_are_shared() {
        let table = StringTable::new(&[b"text", b"rela.text", b"", b"main", b"text"]);
        assert_eq!(table.bytes, b"\0rela.text\0main\0");
        assert_eq!(table.offsets, [6, 1, 0, 11, 6]);
    }
}
