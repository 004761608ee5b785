//! What has a number in a text: mostly they are dense.

use rustc_hash::FxHashMap;

/// A table indexed by the numbers in names such as `%7` or `!7`: dense where numbers are, as usual,
/// given out in order, a hash map for the others.
#[derive(Default)]
pub(crate) struct NumberMap<T> {
    dense: Vec<T>,
    sparse: FxHashMap<u32, T>,
}

impl<T: Copy + Default> NumberMap<T> {
    /// Numbers that may be skipped before the hash map is used.
    const GAP: usize = 256;

    pub fn clear(&mut self) {
        self.dense.clear();
        self.sparse.clear();
    }

    #[inline]
    pub fn get(&self, number: u32) -> T {
        if let Some(entry) = self.dense.get(number as usize) {
            return *entry;
        }
        self.sparse.get(&number).copied().unwrap_or_default()
    }

    #[inline]
    pub fn set(&mut self, number: u32, entry: T) {
        let index = number as usize;
        if let Some(slot) = self.dense.get_mut(index) {
            *slot = entry;
        } else if index <= self.dense.len() + Self::GAP {
            let old = self.dense.len();
            self.dense.resize(index + 1, T::default());
            if !self.sparse.is_empty() {
                for number in old..index {
                    let moved = self.sparse.remove(&(number as u32));
                    self.dense[number] = moved.unwrap_or_default();
                }
                self.sparse.remove(&number);
            }
            self.dense[index] = entry;
        } else {
            self.sparse.insert(number, entry);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.dense.iter().chain(self.sparse.values()).copied()
    }
}
