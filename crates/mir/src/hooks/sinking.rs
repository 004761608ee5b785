//! What `machine-sink` asks of a target.

use avarice_target::RegClass;

use crate::entities::{Inst, Reg, VReg};
use crate::function::MachineFunction;

/// How the narrow register of an address is widened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widening {
    /// With its sign.
    Signed,
    /// With zeros.
    Unsigned,
}

/// The address that an access has once the instruction that computes it is part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldedAddress {
    /// A register and so many bytes.
    Offset {
        /// The register.
        base: Reg,
        /// The bytes.
        bytes: i64,
    },
    /// The sum of two registers.
    Indexed {
        /// The first.
        base: Reg,
        /// The second.
        index: Reg,
        /// The second is multiplied by this: 1, or what is accessed in bytes.
        scale: u64,
        /// How the second is widened, if it is a narrow one.
        widening: Option<Widening>,
    },
}

impl FoldedAddress {
    /// The registers that it is made of.
    pub fn registers(self) -> [Option<Reg>; 2] {
        match self {
            Self::Offset { base, .. } => [Some(base), None],
            Self::Indexed { base, index, .. } => [Some(base), Some(index)],
        }
    }
}

/// Moving instructions to where their results are used.
pub trait SinkHooks {
    /// Whether instructions become part of all that use them, where that is possible.
    fn sinks_into_uses(&self) -> bool {
        false
    }

    /// The address of `access` if `address`, which defines `reg`, were part of it; `None` if that cannot be, or is slower.
    fn fold_address(
        &self,
        function: &MachineFunction,
        access: Inst,
        reg: VReg,
        address: Inst,
    ) -> Option<FoldedAddress> {
        let _ = (function, access, reg, address);
        None
    }

    /// Inserts the form of `access` that has this address, which [`Self::fold_address`] gave, before it.
    fn insert_folded_access(
        &self,
        function: &mut MachineFunction,
        access: Inst,
        address: FoldedAddress,
    ) {
        let _ = (function, access, address);
    }

    /// Whether definitions of registers of a class may move to other blocks.
    fn can_sink_class(&self, class: RegClass) -> bool {
        let _ = class;
        true
    }

    /// Whether two accesses of memory cannot overlap, by what their operands say.
    fn are_accesses_disjoint(&self, function: &MachineFunction, a: Inst, b: Inst) -> bool {
        let _ = (function, a, b);
        false
    }
}
