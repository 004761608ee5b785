//! Tables of repeated data, each entry once.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Entries by number, and numbers by entry.
#[derive(Clone, Debug)]
pub struct Table<T> {
    entries: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    /// The number of `entry`, which is added if it is not there.
    pub fn number(&mut self, entry: T) -> u32 {
        if let Some(number) = self.numbers.get(&entry) {
            return *number;
        }
        let number = self.entries.len() as u32;
        self.entries.push(entry.clone());
        self.numbers.insert(entry, number);
        number
    }

    /// The entry with a number.
    pub fn get(&self, number: u32) -> &T {
        &self.entries[number as usize]
    }

    /// The entries, in order of their numbers.
    pub fn into_entries(self) -> Vec<T> {
        self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_equal_has_one_number() {
        let mut table = Table::default();
        assert_eq!(table.number("a"), 0);
        assert_eq!(table.number("b"), 1);
        assert_eq!(table.number("a"), 0);
        assert_eq!(*table.get(1), "b");
        assert_eq!(table.into_entries(), ["a", "b"]);
    }
}
