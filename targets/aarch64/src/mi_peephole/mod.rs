//! `aarch64-mi-peephole-opt`: improves machine SSA where it helps to know what instructions do with the upper half of a
//! register, and which immediates they take.
//!
//! | file | makes |
//! |---|---|
//! | `split` | two instructions with an immediate instead of a constant in a register |
//! | `upper` | nothing of what makes zeros where there are zeros |
//! | `lanes` | moves between lanes instead of a way through a general register |

mod lanes;
mod split;
mod upper;

use avarice_machine::pass::{Analyses, Analysis, MachinePass, MachineUnit, When};
use avarice_mir::{Inst, MachineFunction, Reg};
use avarice_target::Opcode;
use avarice_trace::Log;

use crate::op;

/// `aarch64-mi-peephole-opt`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["peephole-opt", "dead-mi-elimination"],
    ..MachinePass::new(
        "aarch64-mi-peephole-opt",
        "AArch64 MI Peephole Optimization pass",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                run(&mut unit.function, unit.analyses);
                Ok(())
            })
        },
    )
};

/// Improves machine SSA.
///
/// # Requires
/// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`], [`Analysis::RESERVED_REGS`].
///
/// # Preserves
/// Machine SSA, the CFG.
pub fn run(function: &mut MachineFunction, analyses: &Analyses) {
    if !function.is_ssa {
        return;
    }
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor.filter(|inst| function.inst_block(*inst).is_some()) {
            cursor = function.next_bundle(inst);
            visit(function, analyses, inst);
        }
    }
}

/// Improves one instruction, or leaves it alone.
fn visit(function: &mut MachineFunction, analyses: &Analyses, inst: Inst) -> Option<()> {
    let opcode = function.opcode(inst);
    match opcode {
        op::INSERT_SUBREG => upper::visit_insert(function, inst),
        op::ORRWrs => upper::visit_or(function, inst),
        op::FMOVDr => upper::visit_float_move(function, inst),
        op::COPY => upper::visit_copy(function, inst),
        op::INSvi64lane => lanes::visit_high_half(function, inst),
        op::INSvi64gpr => lanes::visit_from_general(function, inst, op::INSvi64lane),
        op::INSvi32gpr => lanes::visit_from_general(function, inst, op::INSvi32lane),
        op::INSvi16gpr => lanes::visit_from_general(function, inst, op::INSvi16lane),
        op::INSvi8gpr => lanes::visit_from_general(function, inst, op::INSvi8lane),
        _ => split::visit(function, analyses, inst, opcode),
    }
}

/// The only instruction that defines a virtual register.
fn def_of(function: &MachineFunction, register: Reg) -> Option<Inst> {
    function.unique_def(register.as_virtual()?)
}

/// Whether an opcode is one of the target's own, rather than one of those that every target has.
fn is_own(opcode: Opcode) -> bool {
    opcode.0 > op::G_UBFX.0
}

/// Whether exactly one operand that is not of a debug instruction reads a register.
fn has_one_reader(function: &MachineFunction, register: Reg) -> bool {
    let mut uses = function.non_debug_uses(register);
    uses.next().is_some() && uses.next().is_none()
}
