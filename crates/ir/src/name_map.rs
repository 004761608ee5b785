//! What has a name in a text.

use std::borrow::Cow;
use std::cell::Cell;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::id_table::IdTable;

/// What names stand for. The names are stored in the order in which they came. Many are looked up in this order, or twice
/// in a row: these are found without a search.
pub(crate) struct NameMap<'a, T> {
    ids: IdTable<u32>,
    entries: Vec<(Cow<'a, [u8]>, T)>,
    /// The entry found last.
    found: Cell<usize>,
}

fn hash_of(name: &[u8]) -> u64 {
    FxBuildHasher.hash_one(name)
}

impl<T> Default for NameMap<'_, T> {
    fn default() -> Self {
        Self {
            ids: IdTable::default(),
            entries: Vec::new(),
            found: Cell::new(0),
        }
    }
}

impl<'a, T: Copy> NameMap<'a, T> {
    #[inline]
    fn find(&self, name: &[u8]) -> Option<usize> {
        let entries = &self.entries;
        let is_named = |at: usize| entries.get(at).is_some_and(|(own, _)| own.as_ref() == name);
        let last = self.found.get();
        let near = [last, last + 1].into_iter().find(|at| is_named(*at));
        let at = near.or_else(|| {
            let found = self.ids.find(hash_of(name), |id| is_named(id as usize));
            found.map(|id| id as usize)
        })?;
        self.found.set(at);
        Some(at)
    }

    /// What `name` stands for.
    #[inline]
    pub fn get(&self, name: &[u8]) -> Option<T> {
        self.find(name).map(|at| self.entries[at].1)
    }

    /// Makes `name` stand for `entry`.
    #[inline]
    pub fn set(&mut self, name: Cow<'a, [u8]>, entry: T) {
        match self.find(&name) {
            Some(at) => self.entries[at].1 = entry,
            None => {
                let at = self.entries.len();
                self.ids.insert_unique(hash_of(&name), at as u32);
                self.entries.push((name, entry));
                self.found.set(at);
            }
        }
    }

    /// What any name stands for.
    pub fn values(&self) -> impl Iterator<Item = T> + '_ {
        self.entries.iter().map(|(_, entry)| *entry)
    }

    /// Forgets all names. A table that has become much too large is dropped, since to clear it costs its capacity.
    pub fn clear(&mut self) {
        if self.ids.capacity() > 1024 && self.entries.len() < self.ids.capacity() / 8 {
            *self = Self::default();
        }
        self.ids.clear();
        self.entries.clear();
    }
}
