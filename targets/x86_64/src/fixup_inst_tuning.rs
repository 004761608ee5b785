//! `x86-fixup-inst-tuning`: the same permutation by an instruction that is as fast or faster.
//!
//! ```text
//!   $xmm0 = VPERMILPSri $xmm1, 27     ─▶     $xmm0 = VSHUFPSrri $xmm1, $xmm1, 27
//! ```
//!
//! `VSHUFPS` and `VSHUFPD` are as fast as `VPERMILPS` and `VPERMILPD` on all processors, and shorter on most. Other
//! exchanges, which llc makes for processors since Ice Lake, are not made.

use avarice_machine::pass::{Analysis, MachinePass, When, on_functions};
use avarice_mir::{Inst, MachineFunction, Operand};
use avarice_target::Opcode;

use crate::op;

/// `x86-fixup-inst-tuning`.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// No `VPERMILPS` and `VPERMILPD` of a register by an immediate.
///
/// # Preserves
/// The control flow graph, all registers.
pub const PASS: MachinePass = MachinePass {
    when: When {
        optnone: avarice_machine::pass::OptNone::Runs,
        ..When::OPTIMIZED
    },
    preserves: Analysis::all(),
    after: &["x86-fixup-LEAs"],
    ..MachinePass::new("x86-fixup-inst-tuning", "X86 Fixup Inst Tuning", || {
        on_functions(run)
    })
};

/// Permutations of one register, and shuffles of two.
const SHUFFLES: &[(Opcode, Opcode)] = &[
    (op::VPERMILPDri, op::VSHUFPDrri),
    (op::VPERMILPDYri, op::VSHUFPDYrri),
    (op::VPERMILPSri, op::VSHUFPSrri),
    (op::VPERMILPSYri, op::VSHUFPSYrri),
];

fn run(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let opcode = function.opcode(inst);
            let found = SHUFFLES.iter().find(|(old, _)| *old == opcode);
            if let Some((_, new)) = found {
                shuffle(function, inst, *new);
            }
        }
    }
}

/// Makes a permutation of operand 1 a shuffle of it with itself. The order, of which 8 bits count, is an unsigned number of
/// 32 bits after that, as in llc.
fn shuffle(function: &mut MachineFunction, inst: Inst, opcode: Opcode) {
    let [_, source, order, ..] = function.operands(inst) else {
        return;
    };
    let again = source.detached();
    let order = order.as_imm().map(|order| i64::from(order as u32));
    function.set_opcode(inst, opcode);
    function.insert_operand(inst, 2, again);
    if let Some(order) = order {
        function.replace_operand(inst, 3, Operand::imm(order));
    }
}
