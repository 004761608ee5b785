//! Lists by index in two flat arrays (compressed rows).
//!
//! ```text
//!   starts: [0, 2, 3, 3]      row 0 → items[0..2], row 1 → items[2..3], row 2 → none
//!   items:  [1, 2, 2]
//! ```

/// One list an index. Rows are filled in order: the items of the last one, then the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows<T> {
    /// Where each row starts; one more than there are rows.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self {
            starts: vec![0],
            items: Vec::new(),
        }
    }
}

impl<T: Copy> Rows<T> {
    /// Adds `item` to the row that is being filled.
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Ends the row that is being filled.
    pub fn end_row(&mut self) {
        self.starts.push(self.items.len() as u32);
    }

    /// The items of row `index`.
    #[inline]
    pub fn row(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// Number of rows that are complete.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether no row is complete.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of items of all rows.
    pub fn num_items(&self) -> usize {
        self.items.len()
    }

    /// Heap memory in bytes.
    pub fn bytes(&self) -> u64 {
        let starts = self.starts.len() * size_of::<u32>();
        (starts + self.items.len() * size_of::<T>()) as u64
    }
}

impl<T: Copy + Ord> Rows<T> {
    /// Sorts the row that is being filled, leaves out repetitions, and ends it.
    pub fn end_sorted_row(&mut self) {
        let start = self.starts.last().map_or(0, |start| *start as usize);
        self.items[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.items.len() {
            if kept == start || self.items[kept - 1] != self.items[at] {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.items.truncate(kept);
        self.end_row();
    }
}

impl Rows<u32> {
    /// Rows the other way round: row `b` of the result has each `a` whose row has `b`, ascending. `len` is the
    /// number of rows of the result, more than any item.
    pub fn transposed(&self, len: usize) -> Self {
        let mut starts = vec![0; len + 1];
        for item in &self.items {
            starts[*item as usize + 1] += 1;
        }
        for at in 0..len {
            starts[at + 1] += starts[at];
        }
        let mut ends = starts.clone();
        let mut items = vec![0; self.items.len()];
        for row in 0..self.len() {
            for item in self.row(row) {
                let end = &mut ends[*item as usize];
                items[*end as usize] = row as u32;
                *end += 1;
            }
        }
        Self { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn rows_are_sorted_and_transposed() {
        let mut rows = Rows::default();
        for row in [&[2, 1, 2][..], &[], &[0, 1]] {
            row.iter().for_each(|item| rows.push(*item));
            rows.end_sorted_row();
        }
        assert_eq!((rows.len(), rows.num_items()), (3, 4));
        assert_eq!(rows.row(0), [1, 2]);
        assert!(rows.row(1).is_empty());
        let transposed = rows.transposed(4);
        let all: Vec<&[u32]> = (0..4).map(|row| transposed.row(row)).collect();
        assert_eq!(all, [&[2][..], &[0, 2], &[0], &[]]);
    }
}
