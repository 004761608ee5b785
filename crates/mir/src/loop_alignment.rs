//! Where loops should begin.

/// Where loops should begin in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopAlignment {
    /// At multiples of so many bytes, 1 for anywhere.
    pub bytes: u64,
    /// That at most is skipped for it, 0 for no limit.
    pub max_padding: u64,
}

impl Default for LoopAlignment {
    fn default() -> Self {
        Self {
            bytes: 1,
            max_padding: 0,
        }
    }
}
