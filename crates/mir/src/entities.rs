//! Ids of everything in a machine function, each with its printed form where MIR has one.

use std::fmt;

use avarice_target::{PhysReg, RegMaskId};
use cranelift_entity::entity_impl;

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);)*
    };
}

entities! {
    /// A machine basic block, by order of creation. MIR prints its number, which can differ.
    Block "block";
    /// A machine instruction.
    Inst "inst";
    /// A virtual register.
    VReg "%";
    /// An operand slot in the function's operand pool.
    Op "op";
    /// A memory operand.
    MemOp "mem";
    /// A constant pool entry.
    ConstPoolIndex "%const.";
    /// A jump table.
    JumpTableIndex "%jump-table.";
    /// The name of an external symbol.
    Symbol "sym";
    /// A call frame instruction.
    CfiIndex "cfi";
    /// Rare notes on an instruction.
    Notes "notes";
}

/// A stack object: fixed objects (incoming arguments, callee-saved slots at fixed places) are negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameIndex(pub i32);

/// A physical or a virtual register, or none.
///
/// ```text
///   0                 no register
///   1 .. 2^31         physical register with that number
///   2^31 + n          virtual register n
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Reg(u32);

impl Reg {
    /// No register.
    pub const NONE: Self = Self(0);
    const VIRTUAL: u32 = 1 << 31;

    /// The physical register `reg`.
    #[inline]
    pub const fn phys(reg: PhysReg) -> Self {
        Self(reg.0 as u32)
    }

    /// The virtual register `reg`.
    #[inline]
    pub fn virt(reg: VReg) -> Self {
        Self(reg.as_u32() | Self::VIRTUAL)
    }

    /// Whether there is no register.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a virtual register.
    #[inline]
    pub const fn is_virtual(self) -> bool {
        self.0 & Self::VIRTUAL != 0
    }

    /// Whether this is a physical register.
    #[inline]
    pub const fn is_physical(self) -> bool {
        self.0 != 0 && !self.is_virtual()
    }

    /// The virtual register, or `None`.
    #[inline]
    pub fn as_virtual(self) -> Option<VReg> {
        self.is_virtual()
            .then(|| VReg::from_u32(self.0 & !Self::VIRTUAL))
    }

    /// The physical register, or `None`.
    #[inline]
    pub fn as_physical(self) -> Option<PhysReg> {
        self.is_physical().then_some(PhysReg(self.0 as u16))
    }

    /// The raw number, as in the picture above.
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// The register with this raw number.
    #[inline]
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }
}

impl From<PhysReg> for Reg {
    fn from(reg: PhysReg) -> Self {
        Self::phys(reg)
    }
}

impl From<VReg> for Reg {
    fn from(reg: VReg) -> Self {
        Self::virt(reg)
    }
}

/// `%3`, `$12` (a number: names need the target, see the text form), `$noreg`.
impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_virtual() {
            Some(reg) => write!(f, "{reg}"),
            None if self.is_none() => f.write_str("$noreg"),
            None => write!(f, "${}", self.0),
        }
    }
}

/// Which register mask an operand has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegMaskRef {
    /// One of the target's.
    Target(RegMaskId),
    /// One of the function's own, by index.
    Custom(u32),
}
