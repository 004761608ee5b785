//! How targets load what `memcmp` compares.

/// What a call's result tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Whether it is zero.
    Equality,
    /// Whether it is below zero, zero or above it.
    Order,
}

/// How a target loads what is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparisonLoads {
    /// Sizes in bytes, the largest first. The last is 1. Loads may be anywhere, and overlap.
    pub sizes: &'static [u64],
    /// Sizes that are no powers of two which are loaded at once where the order matters.
    pub odd_sizes: &'static [u64],
    /// Most loads of each side.
    pub most: u64,
    /// Most of them in a block, where only equality matters.
    pub per_block: u64,
}
