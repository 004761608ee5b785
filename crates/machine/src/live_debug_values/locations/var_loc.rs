//! A variable with the places from which it is computed.

use std::collections::BTreeMap; // Allowed because it is asked once for each debug value and each move.

use avarice_ir::MetadataId;
use avarice_mir::{Inst, Operand, OperandValue};
use avarice_target::PhysReg;
use cranelift_entity::{PrimaryMap, entity_impl};
use smallvec::SmallVec;

use crate::live_debug_values::code::FramePlace;
use avarice_mir::debug_values::VariableId;

/// A [`VarLoc`], in the order in which they were first met. New debug values come in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct VarLocId(u32);
entity_impl!(VarLocId);

/// A place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Location {
    Register(PhysReg),
    Slot(FramePlace),
    /// A constant, told apart by kind and number.
    Constant(u8, i64),
    /// Nowhere any more.
    Nowhere,
}

impl Location {
    /// The place that an operand of a debug value is; `None` if it is nowhere.
    pub fn of(operand: &Operand) -> Option<Self> {
        let kind = operand.kind() as u8;
        match operand.value() {
            OperandValue::Reg(reg, _) => reg.as_physical().map(Self::Register),
            OperandValue::Imm(number) => Some(Self::Constant(kind, number)),
            OperandValue::CImm(id) | OperandValue::FpImm(id) => {
                Some(Self::Constant(kind, i64::from(id.as_u32())))
            }
            OperandValue::TargetIndex(index, offset) => {
                Some(Self::Constant(kind, offset ^ i64::from(index)))
            }
            _ => None,
        }
    }
}

/// What is said of a parameter's value on entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Entry {
    /// Nothing: this is where the variable is.
    No,
    /// The variable is what a register had on entry.
    Value,
    /// The variable still has the value of its register on entry.
    Backup,
    /// The same, and that was copied to this register.
    CopiedBackup,
}

/// A variable with the places from which it is computed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct VarLoc {
    pub variable: VariableId,
    pub entry: Entry,
    pub locations: SmallVec<[Location; 1]>,
    pub expression: MetadataId,
}

impl VarLoc {
    /// Whether it is what a parameter had on entry, in case no place has it any more.
    pub fn is_backup(&self) -> bool {
        matches!(self.entry, Entry::Backup | Entry::CopiedBackup)
    }

    /// Whether it is computed from a place.
    pub fn uses(&self, location: Location) -> bool {
        self.locations.contains(&location)
    }

    /// The registers that it is computed from. Those of entry values do not count: they may change.
    pub fn registers(&self) -> impl Iterator<Item = PhysReg> + '_ {
        let counts = self.entry == Entry::No;
        let locations = self.locations.iter().filter(move |_| counts);
        locations.filter_map(|location| match location {
            Location::Register(reg) => Some(*reg),
            _ => None,
        })
    }

    /// Whether it is computed from a spill slot.
    pub fn has_slots(&self) -> bool {
        let mut locations = self.locations.iter();
        locations.any(|location| matches!(location, Location::Slot(_)))
    }

    /// With a place in place of the first that is `old`.
    pub fn moved(&self, old: Location, new: Location) -> Self {
        let mut moved = self.clone();
        if let Some(location) = moved.locations.iter_mut().find(|other| **other == old) {
            *location = new;
        }
        moved
    }
}

/// Where a [`VarLoc`] comes from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// A debug value that says the same, but for places.
    pub inst: Inst,
    /// By place: the operand of that.
    pub operands: SmallVec<[u32; 1]>,
}

/// All that were met.
#[derive(Clone, Debug, Default)]
pub(super) struct VarLocs {
    all: PrimaryMap<VarLocId, (VarLoc, Origin)>,
    known: BTreeMap<VarLoc, VarLocId>,
}

impl VarLocs {
    pub fn clear(&mut self) {
        self.all.clear();
        self.known.clear();
    }

    /// The id of one, which is new at first mention; later ones have the origin of the first.
    pub fn id(&mut self, value: VarLoc, origin: &Origin) -> VarLocId {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let id = self.all.push((value.clone(), origin.clone()));
        self.known.insert(value, id);
        id
    }

    pub fn get(&self, id: VarLocId) -> &VarLoc {
        &self.all[id].0
    }

    pub fn origin(&self, id: VarLocId) -> &Origin {
        &self.all[id].1
    }
}
