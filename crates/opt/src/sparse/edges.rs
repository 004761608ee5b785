//! Which edges of a flow graph can be taken, by their ends.
//!
//! Each block has a row of its successors in order of their ids, each once, so that an edge is found by a search in a row
//! that mostly has one or two entries.

use cranelift_entity::EntityRef;

/// The edges of a graph, each with a mark.
#[derive(Debug)]
pub struct FeasibleEdges<B> {
    /// By block, one more than blocks.
    starts: Vec<u32>,
    targets: Vec<B>,
    marks: Vec<bool>,
}

impl<B> Default for FeasibleEdges<B> {
    fn default() -> Self {
        Self {
            starts: Vec::new(),
            targets: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl<B: EntityRef + Ord> FeasibleEdges<B> {
    /// Makes these the edges of a graph of `count` blocks, none marked.
    pub fn reset<'a>(&mut self, count: usize, successors: impl Fn(B) -> &'a [B])
    where
        B: 'a,
    {
        self.starts.clear();
        self.targets.clear();
        for block in (0..count).map(B::new) {
            let start = self.targets.len();
            self.starts.push(start as u32);
            self.targets.extend_from_slice(successors(block));
            self.targets[start..].sort_unstable();
            let mut end = start;
            for at in start..self.targets.len() {
                if at == start || self.targets[at] != self.targets[end - 1] {
                    self.targets[end] = self.targets[at];
                    end += 1;
                }
            }
            self.targets.truncate(end);
        }
        self.starts.push(self.targets.len() as u32);
        self.marks.clear();
        self.marks.resize(self.targets.len(), false);
    }

    fn find(&self, from: B, to: B) -> Option<usize> {
        let start = *self.starts.get(from.index())? as usize;
        let end = *self.starts.get(from.index() + 1)? as usize;
        let at = self.targets[start..end].binary_search(&to).ok()?;
        Some(start + at)
    }

    /// Marks the edge. Whether it was not yet.
    pub fn insert(&mut self, from: B, to: B) -> bool {
        let at = self.find(from, to);
        at.is_some_and(|at| !std::mem::replace(&mut self.marks[at], true))
    }

    /// Whether the edge is marked.
    pub fn contains(&self, from: B, to: B) -> bool {
        self.find(from, to).is_some_and(|at| self.marks[at])
    }
}
