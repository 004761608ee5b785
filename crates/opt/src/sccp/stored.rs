//! Facts as they are kept while a function is solved: eight bytes each.
//!
//! There is a fact for each value, read wherever the value is used, so their size decides how large a function can be
//! before they no longer fit in the cache. Most are overdefined. Ranges, integer constants among them, take fifty bytes
//! and lie in a pool:
//!
//! ```text
//!   by slot   │ overdefined │ range 1, or undef │ constant @g │ range 0 │
//!                                  │                             │
//!   pool      │ [0, 1) of i32 ◀───┼─────────────────────────────┘
//!             │ [3, 9) of i8  ◀───┘
//! ```
//!
//! A range that grows keeps its place.
//!
//! # Requires
//! Facts are loaded from the pool in which they were stored, and the pool is cleared only together with them.
//!
//! # Ensures
//! What is loaded is what was stored, except the extensions of facts that are not ranges, which are never read.

use avarice_ir::Const;

use super::lattice::{Fact, Known};
use crate::range::ConstantRange;

/// A fact, whose range lies in a [`RangePool`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum StoredFact {
    /// [`Known::Unknown`]
    #[default]
    Unknown,
    /// [`Known::Undef`]
    Undef,
    /// [`Known::Constant`]
    Constant(Const),
    /// [`Known::NotConstant`]
    NotConstant(Const),
    /// [`Known::Range`]
    Range {
        /// Place in the pool.
        at: u32,
        /// It may also be undef.
        or_undef: bool,
        /// [`Fact::extensions`], which no other fact needs.
        extensions: u8,
    },
    /// [`Known::Overdefined`]
    Overdefined,
}

const _: () = assert!(size_of::<StoredFact>() == 8);

impl StoredFact {
    /// Whether it may be anything.
    pub fn is_overdefined(self) -> bool {
        matches!(self, Self::Overdefined)
    }
}

/// The ranges of the facts of a function.
#[derive(Default)]
pub struct RangePool {
    ranges: Vec<ConstantRange>,
}

impl RangePool {
    /// Forgets all ranges.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// The fact that is stored.
    pub fn load(&self, stored: StoredFact) -> Fact {
        let known = match stored {
            StoredFact::Unknown => Known::Unknown,
            StoredFact::Undef => Known::Undef,
            StoredFact::Constant(id) => Known::Constant(id),
            StoredFact::NotConstant(id) => Known::NotConstant(id),
            StoredFact::Range {
                at,
                or_undef,
                extensions,
            } => {
                let range = self.ranges[at as usize];
                return Fact {
                    known: Known::Range { range, or_undef },
                    extensions,
                };
            }
            StoredFact::Overdefined => Known::Overdefined,
        };
        Fact {
            known,
            extensions: 0,
        }
    }

    /// Replaces the stored fact by `fact`.
    pub fn store(&mut self, stored: &mut StoredFact, fact: &Fact) {
        *stored = match fact.known {
            Known::Unknown => StoredFact::Unknown,
            Known::Undef => StoredFact::Undef,
            Known::Constant(id) => StoredFact::Constant(id),
            Known::NotConstant(id) => StoredFact::NotConstant(id),
            Known::Range { range, or_undef } => {
                let at = match *stored {
                    StoredFact::Range { at, .. } => at,
                    _ => {
                        self.ranges.push(range);
                        self.ranges.len() as u32 - 1
                    }
                };
                self.ranges[at as usize] = range;
                StoredFact::Range {
                    at,
                    or_undef,
                    extensions: fact.extensions,
                }
            }
            Known::Overdefined => StoredFact::Overdefined,
        };
    }
}
