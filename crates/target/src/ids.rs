//! Ids of target facts: small newtypes over LLVM's own numbers.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $repr);

        impl $name {
            /// The id with this table index. Panics in debug builds if it does not fit.
            #[inline]
            pub const fn from_index(index: usize) -> Self {
                debug_assert!(index <= <$repr>::MAX as usize);
                Self(index as $repr)
            }

            /// The table index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A physical register under LLVM's number; 0 is NoRegister.
    PhysReg, u16
}
id! {
    /// A register unit: the smallest thing that interferes.
    RegUnit, u16
}
id! {
    /// A register class, in LLVM's order.
    RegClass, u16
}
id! {
    /// A sub-register index; 0 means "the whole register".
    SubRegIdx, u8
}
id! {
    /// A call-preserved register mask of the target.
    RegMaskId, u16
}
id! {
    /// A machine instruction's opcode, in LLVM's order.
    Opcode, u16
}

impl PhysReg {
    /// No register.
    pub const NONE: Self = Self(0);

    /// Whether this is NoRegister.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl SubRegIdx {
    /// The whole register.
    pub const NONE: Self = Self(0);

    /// Whether this names the whole register.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A set of lanes of a register, one bit a lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// No lane.
    pub const NONE: Self = Self(0);
    /// Every lane.
    pub const ALL: Self = Self(!0);

    /// Whether no lane is in the set.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether any lane is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether every lane is in the set.
    #[inline]
    pub const fn is_all(self) -> bool {
        self.0 == !0
    }
}

impl std::ops::BitAnd for LaneMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::BitOr for LaneMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for LaneMask {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl std::ops::BitAndAssign for LaneMask {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl std::ops::Not for LaneMask {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Sixteen upper-case hexadecimal digits, as live interval dumps print it.
impl fmt::Display for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016X}", self.0)
    }
}
