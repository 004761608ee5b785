//! How wide targets store constants.

/// The stores of constants that a function has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantStores {
    /// The sum of their sizes in bytes, which are powers of two. More than 8 bytes are a vector.
    pub sizes: u64,
    /// The same of those that are as fast at any address as at multiples of their size.
    pub anywhere: u64,
}
