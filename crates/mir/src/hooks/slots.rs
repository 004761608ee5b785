//! Stores of registers to stack slots, and loads from them.

use avarice_target::RegClass;

use crate::entities::{FrameIndex, Inst, Reg};
use crate::function::MachineFunction;
use crate::insert_point::InsertPoint;

/// A register class's stack slot access: which registers move where.
#[derive(Clone, Copy, Debug)]
pub struct SlotAccess {
    /// Register stored or loaded.
    pub reg: Reg,
    /// Slot.
    pub slot: FrameIndex,
    /// Class of the register.
    pub class: RegClass,
    /// Whether a store is the register's last use.
    pub kill: bool,
}

/// A register and the slot that it is stored to or loaded from.
pub type RegisterInSlot = (Reg, FrameIndex);

/// Stores of registers to stack slots, and loads from them.
pub trait SlotHooks {
    /// Whether registers of `class` can be stored to a slot and loaded from it.
    fn has_slot_access(&self, class: RegClass) -> bool;

    /// Inserts a store of a register to a slot. Its class has slot access.
    fn store_to_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst;

    /// Inserts a load of a register from a slot. Its class has slot access.
    fn load_from_slot(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        access: SlotAccess,
    ) -> Inst;

    /// If `inst` is a plain load of a whole register from a slot: the register and the slot.
    fn is_load_from_slot(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot>;

    /// If `inst` is a plain store of a whole register to a slot: the register and the slot.
    fn is_store_to_slot(&self, function: &MachineFunction, inst: Inst) -> Option<RegisterInSlot>;
}
