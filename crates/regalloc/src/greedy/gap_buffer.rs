//! A sorted list that grows in the middle.
//!
//! Adding items at ascending places between existing ones would move all that follow each time. Here the free
//! memory is where the last item was added, and only what lies between that place and the next is moved:
//!
//! ```text
//!   before  a c d │ . . . │ k m x  after        add e, then f, then l
//!   before  a c d e f │ . │ k m x  after
//!   before  a c d e f k l │ m x    after
//! ```

/// Items in two parts: those before the gap, and those after it, the last of all first.
#[derive(Clone, Debug)]
pub struct GapBuffer<T> {
    before: Vec<T>,
    after: Vec<T>,
}

impl<T> Default for GapBuffer<T> {
    fn default() -> Self {
        Self {
            before: Vec::new(),
            after: Vec::new(),
        }
    }
}

impl<T: Copy> GapBuffer<T> {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
    }

    /// All items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.before.iter().chain(self.after.iter().rev())
    }

    /// All items in order, from the first on that does not lie `before` a place, to be changed.
    pub fn iter_mut_from(&mut self, before: impl Fn(&T) -> bool) -> impl Iterator<Item = &mut T> {
        let first = self.before.partition_point(&before);
        let last = self.after.partition_point(|item| !before(item));
        let after = self.after[..last].iter_mut().rev();
        self.before[first..].iter_mut().chain(after)
    }

    /// Moves the gap to where all items that lie `before` a place are before it.
    pub fn seek(&mut self, before: impl Fn(&T) -> bool) {
        let first = self.before.partition_point(&before);
        if first < self.before.len() {
            self.after.extend(self.before.drain(first..).rev());
        } else {
            let last = self.after.partition_point(|item| !before(item));
            self.before.extend(self.after.drain(last..).rev());
        }
    }

    /// Adds an item at the gap.
    pub fn insert(&mut self, item: T) {
        self.before.push(item);
    }

    /// Removes the item after the gap.
    pub fn remove_next(&mut self) -> Option<T> {
        self.after.pop()
    }

    /// The items next to the gap.
    pub fn neighbors(&mut self) -> (Option<&mut T>, Option<&mut T>) {
        (self.before.last_mut(), self.after.last_mut())
    }

    /// Moves the gap after all items. Returns the items.
    pub fn close(&mut self) -> &mut [T] {
        self.before.extend(self.after.drain(..).rev());
        &mut self.before
    }

    /// All items; the gap must be closed.
    pub fn closed(&self) -> &[T] {
        debug_assert!(self.after.is_empty(), "the gap is open");
        &self.before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_sorted() {
        let mut buffer = GapBuffer::default();
        let mut expected = Vec::new();
        for item in (0..50_u32).map(|at| at * 37 % 50) {
            buffer.seek(|other| *other < item);
            let (before, after) = buffer.neighbors();
            assert!(before.is_none_or(|other| *other < item));
            assert!(after.is_none_or(|other| *other > item));
            buffer.insert(item);
            expected.push(item);
            expected.sort_unstable();
            assert!(buffer.iter().eq(&expected));
            let from = expected.partition_point(|other| *other < 20);
            let rest: Vec<u32> = buffer
                .iter_mut_from(|other| *other < 20)
                .map(|item| *item)
                .collect();
            assert_eq!(rest, expected[from..]);
        }
        buffer.seek(|other| *other < 7);
        assert_eq!(buffer.remove_next(), Some(7));
        expected.remove(7);
        assert_eq!(buffer.close(), expected);
        assert_eq!(buffer.closed(), expected);
    }
}
