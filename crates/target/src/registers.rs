//! Rows of registers, units, sub-register indices, classes and masks.

use crate::ids::{LaneMask, PhysReg, RegClass, RegUnit, SubRegIdx};

/// A physical register.
#[derive(Debug)]
pub struct RegDesc {
    /// As MIR prints it, without `$`: `eax`.
    pub name: &'static str,
    /// As unit lists print it: `EAX`.
    pub print_name: &'static str,
    /// The hardware number used in encodings.
    pub encoding: u16,
    /// DWARF number, -1 if none.
    pub dwarf: i16,
    /// LLVM's CostPerUse.
    pub cost: u8,
    /// Reserved even in a leaf function without frame pointer.
    pub reserved: bool,
    /// Reads always give the same value.
    pub constant: bool,
    /// It is in a class that is allocated: unless it is reserved, a virtual register may come to be in it.
    pub allocatable: bool,
    /// Units, ascending.
    pub units: &'static [RegUnit],
    /// For each unit in `units`, the lanes of this register that it holds.
    pub unit_lanes: &'static [LaneMask],
    /// All parts with their indices, in LLVM's order.
    pub sub_regs: &'static [(SubRegIdx, PhysReg)],
    /// All registers that contain this one, each after those that it contains itself.
    pub super_regs: &'static [PhysReg],
}

/// A register unit.
#[derive(Debug)]
pub struct UnitDesc {
    /// The printed form: `AL`, `D0_HI`, `FPCW~FPSW`.
    pub name: &'static str,
    /// One or two root registers.
    pub roots: &'static [PhysReg],
}

/// A sub-register index.
#[derive(Debug)]
pub struct SubRegIdxDesc {
    /// As MIR prints it: `sub_32bit`. Empty for index 0.
    pub name: &'static str,
    /// Size in bits; 65535 if not contiguous.
    pub size_bits: u16,
    /// Offset in bits from the low end; 65535 if unknown.
    pub offset_bits: u16,
    /// Lanes that it covers.
    pub lane_mask: LaneMask,
}

impl SubRegIdxDesc {
    /// Offset and size in bits; `None` if they are not the same in all registers.
    pub fn bits(&self) -> Option<(u16, u16)> {
        let are_known = self.offset_bits != u16::MAX && self.size_bits != u16::MAX;
        are_known.then_some((self.offset_bits, self.size_bits))
    }
}

/// A register class.
#[derive(Debug)]
pub struct RegClassDesc {
    /// LLVM's name: `GR32_NOSP`.
    pub name: &'static str,
    /// As MIR prints it: `gr32_nosp`.
    pub mir_name: &'static str,
    /// Whether virtual registers of this class can be allocated.
    pub allocatable: bool,
    /// Cost of a copy; negative means copies are to be avoided.
    pub copy_cost: i8,
    /// LLVM's AllocationPriority.
    pub alloc_priority: u8,
    /// LLVM's GlobalPriority.
    pub global_priority: bool,
    /// Whether sub-registers may be live apart from each other.
    pub has_disjunct_sub_regs: bool,
    /// Lanes of a register in this class.
    pub lane_mask: LaneMask,
    /// Register size in bits.
    pub size_bits: u16,
    /// Spill slot size in bytes.
    pub spill_size: u16,
    /// Spill slot alignment in bytes.
    pub spill_align: u16,
    /// Raw allocation order, reserved registers included.
    pub order: &'static [PhysReg],
    /// The registers of the class as a bit set by register number: the order, and what LLVM has in the
    /// class but never allocates (a high byte, in code that may need a prefix).
    pub members: &'static [u32],
    /// All proper super classes, by LLVM's order.
    pub super_classes: &'static [RegClass],
    /// This class and all classes that it is a super class of, as a bit set by class number.
    pub sub_classes: &'static [u32],
    /// For each sub-register index that some class has in this one: the classes all of whose registers
    /// have such a part, and have it in this class, as a bit set by class number.
    pub super_reg_classes: &'static [(SubRegIdx, &'static [u32])],
    /// The sub-register indices that all registers of the class have, ascending.
    pub sub_reg_indices: &'static [SubRegIdx],
    /// The largest class that is legal in its place.
    pub largest_legal_super: RegClass,
}

impl RegClassDesc {
    /// Whether `reg` is in the class.
    #[inline]
    pub fn contains(&self, reg: PhysReg) -> bool {
        let word = self.members.get(reg.index() / 32).copied().unwrap_or(0);
        word >> (reg.index() % 32) & 1 != 0
    }

    /// Whether `other` is a proper super class of this one.
    #[inline]
    pub fn has_super_class(&self, other: RegClass) -> bool {
        self.super_classes.contains(&other)
    }
}

/// A call-preserved register mask.
#[derive(Debug)]
pub struct RegMaskDesc {
    /// LLVM's name: `CSR_64`.
    pub name: &'static str,
    /// Bit set by register number; a set bit means preserved.
    pub preserved: &'static [u32],
    /// The registers that a function saves whose callers rely on this mask, in LLVM's order. May be empty
    /// where the target has another source for it.
    pub saved: &'static [PhysReg],
}

impl RegMaskDesc {
    /// Whether a call with this mask leaves `reg` alone.
    #[inline]
    pub fn preserves(&self, reg: PhysReg) -> bool {
        self.preserved[reg.index() / 32] >> (reg.index() % 32) & 1 != 0
    }
}
