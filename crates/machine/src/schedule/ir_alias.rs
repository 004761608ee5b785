//! Whether addresses of the IR can point to the same memory.

use avarice_ir::Module;
use avarice_mir::{MachineFunction, MemOperand};

use super::ir_objects::{Addresses, IrAddress};

/// Memory that an access goes to.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// Where it begins.
    pub address: IrAddress,
    /// Bytes, if that is known.
    pub size: Option<u64>,
    /// What else is known of the access.
    pub operand: MemOperand,
}

/// Whether two locations have no byte in common.
pub fn are_disjoint(
    module: &Module,
    function: &MachineFunction,
    a: &Location,
    b: &Location,
) -> bool {
    let Some(addresses) = Addresses::of(module, function) else {
        return false;
    };
    let (first, second) = (addresses.object(a.address), addresses.object(b.address));
    first != second && addresses.is_identified(first) && addresses.is_identified(second)
}
