//! `unpack-mi-bundles`: takes bundles apart, since nothing comes any more that could part their instructions.
//!
//! ```text
//!   BUNDLE implicit-def $lr {        gone
//!     BLR $x0, …                     BLR $x0, …
//!     HINT 36                        HINT 36
//!   }
//! ```

use avarice_mir::{Inst, MachineFunction, MiFlags, OperandFlags};
use avarice_target::op;

use crate::pass::{MachinePass, on_functions};

/// `unpack-mi-bundles`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    ..MachinePass::new(
        "unpack-mi-bundles",
        "Unpack machine instruction bundles",
        || on_functions(run),
    )
};

/// Takes bundles apart.
///
/// # Requires
/// Nothing.
///
/// # Ensures
/// No `BUNDLE`; no instruction is bound to another.
///
/// # Preserves
/// The control flow graph.
pub fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if function.opcode(inst) == op::BUNDLE {
                unpack(function, inst);
                function.remove_inst(inst);
            }
        }
    }
}

/// Lets go of the instructions that are bound to `head`.
fn unpack(function: &mut MachineFunction, head: Inst) {
    let mut cursor = Some(head);
    while let Some(inst) = cursor {
        let goes_on = function.insts[inst].flags.contains(MiFlags::BUNDLED_SUCC);
        let bound = MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC;
        function.insts[inst].flags.remove(bound);
        for index in 0..function.num_operands(inst) {
            if function.operand(inst, index).is_reg() {
                let operand = function.operand_mut(inst, index);
                operand.set(OperandFlags::INTERNAL, false);
            }
        }
        cursor = function.next_inst(inst).filter(|_| goes_on);
    }
}
