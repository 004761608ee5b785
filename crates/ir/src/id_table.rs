//! Ids, found by the hash of what they stand for.

use hashbrown::HashTable;

/// Ids, each beside the hash of what it stands for. What an id stands for is read only where the hashes are equal, and never
/// when the table grows: in a large module each such read would be a trip to memory.
#[derive(Clone, Debug)]
pub(crate) struct IdTable<T> {
    entries: HashTable<(u32, T)>,
}

impl<T> Default for IdTable<T> {
    fn default() -> Self {
        Self {
            entries: HashTable::new(),
        }
    }
}

/// The part of a hash that is kept.
fn kept(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

/// A hash for the table, which takes the place from the low bits and a tag from the high ones.
fn spread(kept: u32) -> u64 {
    u64::from(kept) << 32 | u64::from(kept)
}

impl<T: Copy> IdTable<T> {
    /// The id with this hash that `is_meant` accepts.
    #[inline]
    pub fn find(&self, hash: u64, mut is_meant: impl FnMut(T) -> bool) -> Option<T> {
        let kept = kept(hash);
        let found = self
            .entries
            .find(spread(kept), |(own, id)| *own == kept && is_meant(*id));
        found.map(|(_, id)| *id)
    }

    /// Adds an id that is not in the table.
    #[inline]
    pub fn insert_unique(&mut self, hash: u64, id: T) {
        let kept = kept(hash);
        self.entries
            .insert_unique(spread(kept), (kept, id), |(own, _)| spread(*own));
    }

    /// Removes the id with this hash that `is_meant` accepts, if there is one.
    pub fn remove(&mut self, hash: u64, mut is_meant: impl FnMut(T) -> bool) {
        let kept = kept(hash);
        let found = self
            .entries
            .find_entry(spread(kept), |(own, id)| *own == kept && is_meant(*id));
        if let Ok(entry) = found {
            entry.remove();
        }
    }

    /// Forgets all ids; costs the capacity.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Gives back memory that further ids would have used.
    pub fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit(|(own, _)| spread(*own));
    }

    /// Number of ids for which there is room.
    pub fn capacity(&self) -> usize {
        self.entries.capacity()
    }
}
