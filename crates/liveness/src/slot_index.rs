//! Places in the code of a function, as numbers.

use std::fmt;

/// A place in the code: an instruction (or a block boundary) and one of its four slots.
///
/// ```text
///   raw = position + slot        position: a multiple of 4; instructions are 16 apart at first
///
///   16B  block          block boundaries, PHI definitions; uses read before the rest
///   16e  early clobber  early-clobber definitions
///   16r  register       normal definitions, ends of uses
///   16d  dead           end of a value that is not read
/// ```
///
/// The order of raw numbers is the order in the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotIndex(u32);

impl SlotIndex {
    /// No place.
    pub const NONE: Self = Self(u32::MAX);
    /// The first place of a function.
    pub const ZERO: Self = Self(0);
    /// Distance of neighbouring instructions at first numbering.
    pub const INST_DISTANCE: u32 = 16;
    const SLOTS: u32 = 3;

    /// The place with this raw number.
    #[inline]
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }

    /// The raw number.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// Whether this is [`SlotIndex::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    /// The block slot of the same instruction.
    #[inline]
    #[must_use]
    pub const fn base(self) -> Self {
        Self(self.0 & !Self::SLOTS)
    }

    /// The register slot of the same instruction, or its early-clobber slot.
    #[inline]
    #[must_use]
    pub const fn reg_slot(self, early_clobber: bool) -> Self {
        Self(self.base().0 + if early_clobber { 1 } else { 2 })
    }

    /// The dead slot of the same instruction.
    #[inline]
    #[must_use]
    pub const fn dead_slot(self) -> Self {
        Self(self.0 | Self::SLOTS)
    }

    /// The last slot of the same instruction.
    #[inline]
    #[must_use]
    pub const fn boundary(self) -> Self {
        self.dead_slot()
    }

    /// The place just before: of no instruction if this is a block slot, but in order.
    #[inline]
    #[must_use]
    pub const fn prev_slot(self) -> Self {
        Self(self.0 - 1)
    }

    /// Whether this is a block slot.
    #[inline]
    pub const fn is_block(self) -> bool {
        self.0 & Self::SLOTS == 0
    }

    /// Whether this is an early-clobber slot.
    #[inline]
    pub const fn is_early_clobber(self) -> bool {
        self.0 & Self::SLOTS == 1
    }

    /// Whether this is a dead slot.
    #[inline]
    pub const fn is_dead(self) -> bool {
        self.0 & Self::SLOTS == 3
    }

    /// Whether both are slots of the same instruction.
    #[inline]
    pub const fn same_inst(self, other: Self) -> bool {
        self.base().0 == other.base().0
    }

    /// Whether this belongs to an earlier instruction.
    #[inline]
    pub const fn earlier_inst(self, other: Self) -> bool {
        self.base().0 < other.base().0
    }

    /// Distance to a later place, in raw numbers.
    #[inline]
    pub const fn distance(self, later: Self) -> u32 {
        later.0.wrapping_sub(self.0)
    }
}

/// `16r`, `0B`, `invalid`.
impl fmt::Display for SlotIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("invalid");
        }
        let slot = ["B", "e", "r", "d"][(self.0 & Self::SLOTS) as usize];
        write!(f, "{}{slot}", self.base().0)
    }
}

impl fmt::Debug for SlotIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for SlotIndex {
    fn default() -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_print_as_letters() {
        let base = SlotIndex::from_raw(16);
        assert_eq!(base.to_string(), "16B");
        assert_eq!(base.reg_slot(true).to_string(), "16e");
        assert_eq!(base.reg_slot(false).to_string(), "16r");
        assert_eq!(base.dead_slot().to_string(), "16d");
        assert_eq!(SlotIndex::NONE.to_string(), "invalid");
    }

    #[test]
    fn slots_are_ordered_within_an_instruction() {
        let base = SlotIndex::from_raw(32);
        assert!(base < base.reg_slot(true));
        assert!(base.reg_slot(true) < base.reg_slot(false));
        assert!(base.reg_slot(false) < base.dead_slot());
        assert!(base.dead_slot() < SlotIndex::from_raw(36));
        assert!(base.dead_slot().same_inst(base) && !base.prev_slot().same_inst(base));
    }
}
