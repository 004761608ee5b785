//! Stack objects of the IR that share memory.

use avarice_ir::Value;

/// Which allocas of the IR function have got the memory of others. What the IR computes from their addresses, it computes
/// from those of the others now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MergedAllocas {
    /// An alloca, and the one whose memory it has; by the first.
    pairs: Vec<(Value, Value)>,
}

impl MergedAllocas {
    /// None.
    pub fn none() -> &'static Self {
        static NONE: MergedAllocas = MergedAllocas { pairs: Vec::new() };
        &NONE
    }

    /// Says that `alloca` has the memory of `other`.
    pub fn add(&mut self, alloca: Value, other: Value) {
        let at = self.pairs.partition_point(|(first, _)| *first < alloca);
        self.pairs.insert(at, (alloca, other));
    }

    /// The alloca whose memory `value` has; anything else is returned as it is.
    pub fn stand_in(&self, value: Value) -> Value {
        match self.pairs.binary_search_by_key(&value, |(first, _)| *first) {
            Ok(at) => self.pairs[at].1,
            Err(_) => value,
        }
    }

    /// The allocas that have the memory of `alloca`, without itself.
    pub fn sharers(&self, alloca: Value) -> impl Iterator<Item = Value> + '_ {
        let pairs = self.pairs.iter().filter(move |(_, other)| *other == alloca);
        pairs.map(|(first, _)| *first)
    }

    /// Whether the memory of `alloca` is shared.
    pub fn is_shared(&self, alloca: Value) -> bool {
        self.stand_in(alloca) != alloca || self.sharers(alloca).next().is_some()
    }
}
