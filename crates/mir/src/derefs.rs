//! Dereferences that code generation adds to the expression of a debug value.
//!
//! A value that moves to a stack slot is described by the same expression with one more `DW_OP_deref`. Nodes of
//! expressions belong to the module, which all functions share: the operand that refers to the node counts its
//! additional dereferences, and prints them.

/// Dereferences on top of an expression's own.
///
/// ```text
///   bits 0..8     number of dereferences before all else
///   bit  8 + n    one after argument n of the list of values
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Derefs(pub(crate) u64);

impl Derefs {
    const ARGUMENTS: u32 = 8;

    /// All of them as one number.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many come before everything else.
    pub fn before(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// Whether one follows argument `argument` of a list of at most 56.
    pub fn after_argument(self, argument: usize) -> bool {
        let bit = u32::try_from(argument).map_or(64, |n| n.saturating_add(Self::ARGUMENTS));
        self.0.checked_shr(bit).is_some_and(|bits| bits & 1 != 0)
    }

    /// Adds one: after an argument, or before everything else. Those for which there is no room are dropped.
    pub fn add(&mut self, argument: Option<usize>) {
        match argument {
            None if self.before() < 0xff => self.0 += 1,
            None => {}
            Some(argument) => {
                let bit = u32::try_from(argument).map_or(64, |n| n.saturating_add(Self::ARGUMENTS));
                self.0 |= 1_u64.checked_shl(bit).unwrap_or(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Derefs;

    #[test]
    fn counts_and_marks_are_apart() {
        let mut derefs = Derefs::default();
        assert!(derefs.is_empty());
        derefs.add(None);
        derefs.add(Some(0));
        derefs.add(Some(55));
        derefs.add(Some(56));
        derefs.add(Some(usize::MAX));
        assert_eq!(derefs.before(), 1);
        let marked: Vec<usize> = (0..100).filter(|n| derefs.after_argument(*n)).collect();
        assert_eq!(marked, [0, 55]);
        for _ in 0..1000 {
            derefs.add(None);
        }
        assert_eq!(derefs.before(), 255);
        assert!(derefs.after_argument(0) && !derefs.after_argument(1));
    }
}
