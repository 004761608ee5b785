//! What is known about a value.
//!
//! ```text
//!                 Unknown                nothing has been seen yet
//!                    │
//!                  Undef                 only undef
//!            ┌───────┼──────────┐
//!        Constant  NotConstant  Range    one constant; not this constant; one of some integers
//!            └───────┼──────────┘
//!               Overdefined              it may be anything
//! ```
//!
//! A single integer is a range too. A range may grow many times before it is full, so merges count how often it has
//! grown, and give up after a limit.

use avarice_ir::{Const, ConstKind, Module};

use crate::fold::int::Int;
use crate::range::{ConstantRange, MAX_BITS, Prefer};

/// The place in the lattice.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Known {
    /// Nothing yet.
    #[default]
    Unknown,
    /// `undef` or `poison`.
    Undef,
    /// This constant, which is no integer with a range.
    Constant(Const),
    /// Not this constant.
    NotConstant(Const),
    /// An element of a range that is neither empty nor full.
    Range {
        /// The range.
        range: ConstantRange,
        /// It may also be undef.
        or_undef: bool,
    },
    /// Anything.
    Overdefined,
}

/// What is known of a value, and how often its range has grown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fact {
    /// What is known.
    pub known: Known,
    /// How often the range was extended.
    pub extensions: u8,
}

impl PartialEq for Fact {
    fn eq(&self, other: &Self) -> bool {
        self.known == other.known
    }
}

/// How a merge treats ranges that grow.
#[derive(Clone, Copy, Default)]
pub struct Merge {
    /// The new range may also be undef.
    pub or_undef: bool,
    /// After more extensions than this, the range is given up.
    pub max_extensions: Option<u8>,
}

impl Fact {
    /// It may be anything.
    pub const OVERDEFINED: Self = Self {
        known: Known::Overdefined,
        extensions: 0,
    };

    /// An element of `range`.
    pub fn of_range(range: ConstantRange) -> Self {
        let known = if range.is_full() {
            Known::Overdefined
        } else if range.is_empty() {
            Known::Unknown
        } else {
            Known::Range {
                range,
                or_undef: false,
            }
        };
        Self {
            known,
            extensions: 0,
        }
    }

    /// A constant.
    pub fn of_const(module: &Module, id: Const) -> Self {
        let mut fact = Self::default();
        fact.mark_constant(module, id, false);
        fact
    }

    /// Not a constant.
    pub fn of_not(id: Const) -> Self {
        Self {
            known: Known::NotConstant(id),
            extensions: 0,
        }
    }

    /// Whether no value has been seen, or only undef.
    pub fn is_unknown_or_undef(&self) -> bool {
        matches!(self.known, Known::Unknown | Known::Undef)
    }

    /// Whether it may be anything.
    pub fn is_overdefined(&self) -> bool {
        matches!(self.known, Known::Overdefined)
    }

    /// Whether it is one constant.
    pub fn is_constant(&self) -> bool {
        match self.known {
            Known::Constant(_) => true,
            Known::Range { range, .. } => range.as_single().is_some(),
            _ => false,
        }
    }

    /// The range, unless it may be undef and has more than one element.
    pub fn defined_range(&self) -> Option<ConstantRange> {
        match self.known {
            Known::Range { range, or_undef } if !or_undef || range.as_single().is_some() => {
                Some(range)
            }
            _ => None,
        }
    }

    /// The range of an integer or of the elements of a vector, of `bits` bits.
    pub fn as_range(&self, module: &Module, bits: u32, undef_allowed: bool) -> ConstantRange {
        match self.known {
            Known::Range { range, .. } if undef_allowed => range,
            Known::Constant(id) => range_of_const(module, id, bits),
            Known::Unknown => ConstantRange::empty(bits),
            _ => self.defined_range().unwrap_or(ConstantRange::full(bits)),
        }
    }

    /// Narrows it to a constant. Whether it changed.
    pub fn mark_constant(&mut self, module: &Module, id: Const, or_undef: bool) -> bool {
        let kind = &module.consts[id].kind;
        if matches!(kind, ConstKind::Undef | ConstKind::Poison) {
            let changed = matches!(self.known, Known::Unknown);
            if changed {
                self.known = Known::Undef;
            }
            return changed;
        }
        if let Known::Constant(_) = self.known {
            return false;
        }
        if let Some((bits, value)) = as_small_int(module, id) {
            let merge = Merge {
                or_undef,
                max_extensions: None,
            };
            return self.mark_range(ConstantRange::single(bits, value), merge);
        }
        self.known = Known::Constant(id);
        self.extensions = 0;
        true
    }

    /// Widens it to `range`, which has the present one. Whether it changed.
    pub fn mark_range(&mut self, range: ConstantRange, merge: Merge) -> bool {
        if range.is_full() {
            return self.mark_overdefined();
        }
        let was_undef = matches!(
            self.known,
            Known::Undef | Known::Range { or_undef: true, .. }
        );
        let or_undef = was_undef || merge.or_undef;
        if let Known::Range { range: old, .. } = self.known {
            if old == range {
                self.known = Known::Range { range, or_undef };
                return or_undef != was_undef;
            }
            if let Some(most) = merge.max_extensions {
                self.extensions = self.extensions.saturating_add(1);
                if self.extensions > most {
                    return self.mark_overdefined();
                }
            }
        } else {
            self.extensions = 0;
        }
        self.known = Known::Range { range, or_undef };
        true
    }

    /// Gives it up. Whether it changed.
    pub fn mark_overdefined(&mut self) -> bool {
        let changed = !self.is_overdefined();
        self.known = Known::Overdefined;
        changed
    }

    /// Makes it hold also where `other` does. Whether it changed.
    pub fn merge_in(&mut self, module: &Module, other: &Self, merge: Merge) -> bool {
        if matches!(other.known, Known::Unknown) || self.is_overdefined() {
            return false;
        }
        if other.is_overdefined() {
            return self.mark_overdefined();
        }
        match (self.known, other.known) {
            (Known::Undef, Known::Undef) => false,
            (Known::Undef, Known::Constant(id)) => self.mark_constant(module, id, true),
            (Known::Undef, Known::Range { range, .. }) => {
                let merge = Merge {
                    or_undef: true,
                    ..merge
                };
                self.mark_range(range, merge)
            }
            (Known::Unknown, _) => {
                *self = *other;
                true
            }
            (Known::Constant(id), _) => {
                if self.known == other.known || other.known == Known::Undef {
                    return false;
                }
                match vector_bits(module, id) {
                    Some(bits) => {
                        let range = range_of_const(module, id, bits);
                        self.merge_ranges(module, range, other, merge)
                    }
                    None => self.mark_overdefined(),
                }
            }
            (Known::NotConstant(_), _) if self.known == other.known => false,
            (Known::Range { range, or_undef }, Known::Undef) => {
                self.known = Known::Range {
                    range,
                    or_undef: true,
                };
                !or_undef
            }
            (Known::Range { range, .. }, _) => self.merge_ranges(module, range, other, merge),
            _ => self.mark_overdefined(),
        }
    }

    fn merge_ranges(
        &mut self,
        module: &Module,
        range: ConstantRange,
        other: &Self,
        merge: Merge,
    ) -> bool {
        let other_range = other.as_range(module, range.bits(), true);
        let merge = Merge {
            or_undef: matches!(other.known, Known::Range { or_undef: true, .. }),
            ..merge
        };
        self.mark_range(range.union(other_range, Prefer::Smallest), merge)
    }
}

/// Width and value of a scalar integer that has a range.
fn as_small_int(module: &Module, id: Const) -> Option<(u32, u128)> {
    let data = &module.consts[id];
    let bits = module.types.int_bits(data.ty)?;
    match &data.kind {
        ConstKind::Int(word) => Some((bits, u128::from(*word))),
        ConstKind::Zero => Some((bits, 0)),
        ConstKind::BigInt(words) => Some((bits, Int::from_words(bits, words).low_u128())),
        _ => None,
    }
    .filter(|_| bits <= MAX_BITS)
}

/// The width of the elements of a vector constant that have a range.
fn vector_bits(module: &Module, id: Const) -> Option<u32> {
    let ty = module.consts[id].ty;
    if !module.types.is_vector(ty) {
        return None;
    }
    let bits = module.types.int_bits(module.types.scalar(ty))?;
    (bits <= MAX_BITS).then_some(bits)
}

/// The range of all elements of a constant.
pub fn range_of_const(module: &Module, id: Const, bits: u32) -> ConstantRange {
    let data = &module.consts[id];
    match &data.kind {
        _ if as_small_int(module, id).is_some() => {
            let (bits, value) = as_small_int(module, id).unwrap_or((bits, 0));
            ConstantRange::single(bits, value)
        }
        ConstKind::Zero if module.types.is_vector(data.ty) => ConstantRange::single(bits, 0),
        ConstKind::Splat(element) => range_of_const(module, *element, bits),
        ConstKind::Aggregate(elements) if module.types.is_vector(data.ty) => {
            let mut range = ConstantRange::empty(bits);
            for element in elements {
                if module.consts[*element].kind == ConstKind::Poison {
                    continue;
                }
                let Some((_, value)) = as_small_int(module, *element) else {
                    return ConstantRange::full(bits);
                };
                range = range.union(ConstantRange::single(bits, value), Prefer::Smallest);
            }
            range
        }
        _ => ConstantRange::full(bits),
    }
}
