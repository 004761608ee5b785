//! Sets of variables, which are numbers below a limit (the universe).
//!
//! Two representations, after the two answers to "how many variables does a set have?":
//!
//! - [`BitSet`]: one bit per variable. An operation on two sets costs a word for each 64 variables of
//!   the universe, whatever is in the sets.
//! - [`SortedSet`]: the members in ascending order. An operation costs as many steps as there are members, so it
//!   is the better one while sets have fewer members than a bit set has words.
//!
//! The third answer is to look at one variable at a time: then a set is [`Single`], one bit.

use smallvec::SmallVec;

/// A set of variables below a universe's limit.
///
/// Lists that operations take are in ascending order, without repetitions.
pub trait VariableSet: Clone + PartialEq {
    /// The empty set.
    fn empty(universe: u32) -> Self;

    /// Removes all.
    fn clear(&mut self);

    /// Adds all variables of the universe.
    fn fill(&mut self, universe: u32);

    /// Whether `variable` is a member.
    fn contains(&self, variable: u32) -> bool;

    /// Adds the members of `other`.
    fn union(&mut self, other: &Self);

    /// Keeps only the members of `other`.
    fn intersect(&mut self, other: &Self);

    /// Adds all of a list.
    fn insert_all(&mut self, list: &[u32]);

    /// Removes all of a list.
    fn remove_all(&mut self, list: &[u32]);

    /// The members in ascending order.
    fn iter(&self) -> impl Iterator<Item = u32> + '_;

    /// Steps of an operation with this set: words of bits, or members.
    fn steps(&self) -> u64;

    /// Memory in bytes, its own and on the heap.
    fn bytes(&self) -> u64;
}

/// Bits of a word.
const WORD_BITS: u32 = u64::BITS;

/// A set as one bit a variable.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl Clone for BitSet {
    fn clone(&self) -> Self {
        let words = self.words.clone();
        Self { words }
    }

    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
    }
}

impl VariableSet for BitSet {
    fn empty(universe: u32) -> Self {
        let words = vec![0; universe.div_ceil(WORD_BITS) as usize];
        Self { words }
    }

    fn clear(&mut self) {
        self.words.fill(0);
    }

    fn fill(&mut self, universe: u32) {
        self.words.fill(u64::MAX);
        if let Some(last) = self.words.last_mut()
            && !universe.is_multiple_of(WORD_BITS)
        {
            *last = (1 << (universe % WORD_BITS)) - 1;
        }
    }

    fn contains(&self, variable: u32) -> bool {
        let word = self.words.get((variable / WORD_BITS) as usize);
        word.is_some_and(|word| word >> (variable % WORD_BITS) & 1 == 1)
    }

    fn union(&mut self, other: &Self) {
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word |= theirs;
        }
    }

    fn intersect(&mut self, other: &Self) {
        for (word, theirs) in self.words.iter_mut().zip(&other.words) {
            *word &= theirs;
        }
    }

    fn insert_all(&mut self, list: &[u32]) {
        for variable in list {
            self.words[(variable / WORD_BITS) as usize] |= 1 << (variable % WORD_BITS);
        }
    }

    fn remove_all(&mut self, list: &[u32]) {
        for variable in list {
            self.words[(variable / WORD_BITS) as usize] &= !(1 << (variable % WORD_BITS));
        }
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().zip(0..).flat_map(|(word, index)| {
            let without_lowest = |rest: &u64| rest.checked_sub(1).map(|less| rest & less);
            let rests = std::iter::successors(Some(*word), without_lowest);
            rests
                .take_while(|rest| *rest != 0)
                .map(move |rest| index * WORD_BITS + rest.trailing_zeros())
        })
    }

    fn steps(&self) -> u64 {
        self.words.len() as u64
    }

    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.words.len() * size_of::<u64>()) as u64
    }
}

/// A set as an ascending list of its members.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct SortedSet {
    members: SmallVec<[u32; 4]>,
}

impl Clone for SortedSet {
    fn clone(&self) -> Self {
        let members = self.members.clone();
        Self { members }
    }

    fn clone_from(&mut self, source: &Self) {
        self.members.clear();
        self.members.extend_from_slice(&source.members);
    }
}

impl SortedSet {
    /// Adds a variable that is larger than all members.
    pub fn push(&mut self, variable: u32) {
        debug_assert!(self.members.last().is_none_or(|last| *last < variable));
        self.members.push(variable);
    }

    /// The members in ascending order.
    pub fn as_slice(&self) -> &[u32] {
        &self.members
    }
}

/// Members of `list` that are not in `members`; both ascend.
fn count_missing(members: &[u32], list: &[u32]) -> usize {
    let mut at = 0;
    let is_missing = |variable: &&u32| {
        while members.get(at).is_some_and(|member| *member < **variable) {
            at += 1;
        }
        members.get(at) != Some(*variable)
    };
    list.iter().filter(is_missing).count()
}

impl VariableSet for SortedSet {
    fn empty(_: u32) -> Self {
        Self::default()
    }

    fn clear(&mut self) {
        self.members.clear();
    }

    fn fill(&mut self, universe: u32) {
        self.members.clear();
        self.members.extend(0..universe);
    }

    fn contains(&self, variable: u32) -> bool {
        self.members.binary_search(&variable).is_ok()
    }

    fn union(&mut self, other: &Self) {
        self.insert_all(&other.members);
    }

    fn intersect(&mut self, other: &Self) {
        let mut theirs = other.members.iter().peekable();
        self.members.retain(|member| {
            while theirs.next_if(|their| **their < *member).is_some() {}
            theirs.peek() == Some(&&*member)
        });
    }

    /// Merges from the back, where there is room.
    fn insert_all(&mut self, list: &[u32]) {
        let missing = count_missing(&self.members, list);
        if missing == 0 {
            return;
        }
        let (mut mine, mut theirs) = (self.members.len(), list.len());
        let mut end = mine + missing;
        self.members.resize(end, 0);
        while theirs > 0 {
            let next = list[theirs - 1];
            let larger = if mine > 0 && self.members[mine - 1] >= next {
                mine -= 1;
                theirs -= usize::from(self.members[mine] == next);
                self.members[mine]
            } else {
                theirs -= 1;
                next
            };
            end -= 1;
            self.members[end] = larger;
        }
    }

    fn remove_all(&mut self, list: &[u32]) {
        if list.is_empty() {
            return;
        }
        let mut others = list.iter().peekable();
        self.members.retain(|member| {
            while others.next_if(|other| **other < *member).is_some() {}
            others.peek() != Some(&&*member)
        });
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.members.iter().copied()
    }

    fn steps(&self) -> u64 {
        self.members.len() as u64
    }

    fn bytes(&self) -> u64 {
        let heap = if self.members.spilled() {
            self.members.len() * size_of::<u32>()
        } else {
            0
        };
        (size_of::<Self>() + heap) as u64
    }
}

/// A set of at most one variable: number 0 of a universe of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Single(pub bool);

impl VariableSet for Single {
    fn empty(_: u32) -> Self {
        Self(false)
    }

    fn clear(&mut self) {
        self.0 = false;
    }

    fn fill(&mut self, _: u32) {
        self.0 = true;
    }

    fn contains(&self, _: u32) -> bool {
        self.0
    }

    fn union(&mut self, other: &Self) {
        self.0 |= other.0;
    }

    fn intersect(&mut self, other: &Self) {
        self.0 &= other.0;
    }

    fn insert_all(&mut self, list: &[u32]) {
        self.0 |= !list.is_empty();
    }

    fn remove_all(&mut self, list: &[u32]) {
        self.0 &= list.is_empty();
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.then_some(0).into_iter()
    }

    fn steps(&self) -> u64 {
        1
    }

    fn bytes(&self) -> u64 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIVERSE: u32 = 70;

    fn set<S: VariableSet>(list: &[u32]) -> S {
        let mut set = S::empty(UNIVERSE);
        set.insert_all(list);
        set
    }

    fn members(set: &impl VariableSet) -> Vec<u32> {
        set.iter().collect()
    }

    fn check<S: VariableSet + std::fmt::Debug>() {
        let some: S = set(&[1, 3, 64, 69]);
        let others: S = set(&[0, 3, 5, 69]);
        let mut result = some.clone();
        result.union(&others);
        assert_eq!(members(&result), [0, 1, 3, 5, 64, 69]);
        result.remove_all(&[0, 2, 5, 69]);
        assert_eq!(members(&result), [1, 3, 64]);
        result.intersect(&others);
        assert_eq!(members(&result), [3]);
        assert!(result.contains(3) && !result.contains(64));
        result.fill(UNIVERSE);
        assert_eq!(members(&result), Vec::from_iter(0..UNIVERSE));
        result.intersect(&some);
        assert_eq!(result, some);
        result.clear();
        assert_eq!(result, S::empty(UNIVERSE));
        result.clone_from(&others);
        assert_eq!(result, others);
    }

    #[test]
    fn both_representations_are_sets() {
        check::<BitSet>();
        check::<SortedSet>();
    }

    #[test]
    fn a_full_universe_of_whole_words_is_full() {
        let mut set = BitSet::empty(128);
        set.fill(128);
        assert_eq!(set.iter().count(), 128);
    }
}
