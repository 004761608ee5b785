//! `aarch64-dead-defs`: results that nothing reads go to the zero register.
//!
//! ```text
//!   %3:gpr32 = SUBSWri %0, 5, 0, …        dead $wzr = SUBSWri %0, 5, 0, …
//! ```
//!
//! That leaves a register to others. Where the zero register would change what an instruction does, it stays as it is: an
//! atomic operation that writes it is one that only stores, and need not be ordered as one that loads.

use avarice_machine::pass::{Analysis, MachinePass, When, on_functions};
use avarice_mir::{Inst, MachineFunction, OperandFlags, OperandKind, Reg};
use avarice_target::{Opcode, PhysReg};

use crate::{TARGET, op, reg};

/// `aarch64-dead-defs`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["aarch64-mi-peephole-opt"],
    ..MachinePass::new(
        "aarch64-dead-defs",
        "AArch64 Dead register definitions",
        || on_functions(run),
    )
};

/// Atomic operations that give back what was in memory, from the first to the last of each kind.
const ATOMIC: [(Opcode, Opcode); 9] = [
    (op::LDADDAB, op::LDADDX),
    (op::LDCLRAB, op::LDCLRX),
    (op::LDEORAB, op::LDEORX),
    (op::LDSETAB, op::LDSETX),
    (op::LDSMAXAB, op::LDSMAXX),
    (op::LDSMINAB, op::LDSMINX),
    (op::LDUMAXAB, op::LDUMAXX),
    (op::LDUMINAB, op::LDUMINX),
    (op::SWPAB, op::SWPX),
];

/// Makes instructions write the zero register instead of a virtual register that nothing reads.
///
/// # Requires
/// Code before allocation.
///
/// # Ensures
/// No instruction defines two zero registers.
///
/// # Preserves
/// The CFG, machine SSA.
pub fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_bundle(inst);
            if may_write_zero(function, inst) {
                replace_dead(function, inst);
            }
        }
    }
}

/// Whether an instruction does the same if it writes a zero register.
fn may_write_zero(function: &MachineFunction, inst: Inst) -> bool {
    let opcode = function.opcode(inst).0;
    let is_atomic = ATOMIC
        .iter()
        .any(|(first, last)| (first.0..=last.0).contains(&opcode));
    let defs = usize::from(function.desc(inst).num_defs);
    let blocks = |(at, operand): (usize, &avarice_mir::Operand)| match operand.kind() {
        // The address of an object may need an addition that takes the stack pointer for the zero register.
        OperandKind::FrameIndex => at >= defs,
        _ => operand.is_def() && is_zero(operand.as_reg()),
    };
    !is_atomic && !function.operands(inst).iter().enumerate().any(blocks)
}

fn is_zero(register: Reg) -> bool {
    register == Reg::phys(reg::WZR) || register == Reg::phys(reg::XZR)
}

/// Replaces the first result of an instruction that nothing reads.
fn replace_dead(function: &mut MachineFunction, inst: Inst) {
    for at in 0..usize::from(function.desc(inst).num_defs) {
        let operand = function.operand(inst, at);
        let Some(register) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) else {
            continue;
        };
        let is_dead =
            operand.has(OperandFlags::DEAD) || function.non_debug_uses(register).next().is_none();
        let Some(zero) = zero_register(function, inst, at) else {
            continue;
        };
        if is_dead && operand.tied_to().is_none() {
            function.set_reg(inst, at, zero);
            function.operand_mut(inst, at).set(OperandFlags::DEAD, true);
            return;
        }
    }
}

/// The zero register that operand `at` of an instruction may be.
fn zero_register(function: &MachineFunction, inst: Inst, at: usize) -> Option<PhysReg> {
    let class = TARGET.class(function.desc(inst).operands.get(at)?.class?);
    [reg::WZR, reg::XZR]
        .into_iter()
        .find(|zero| class.contains(*zero))
}
