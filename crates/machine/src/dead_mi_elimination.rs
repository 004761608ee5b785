//! `dead-mi-elimination`: removes instructions whose results nothing reads.
//!
//! ```text
//!   %1:gr32 = MOV32ri 7                        (gone in the same walk: its only reader is)
//!   %2:gr32 = ADD32rr %1, %0, implicit-def dead $eflags
//!                                              (gone: nothing reads %2)
//! ```
//!
//! Blocks are visited in postorder and their instructions from the last to the first, so that what only dead
//! instructions read is found dead in the same walk; around a loop it takes another one.

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, inst_facts};
use avarice_target::op;
use avarice_trace::Log;

use crate::live_reg_units::LiveRegUnits;
use crate::pass::{Analyses, Analysis, MachinePass, MachineUnit, RunPass, When};

/// `dead-mi-elimination`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["opt-phis"],
    times: 2,
    ..MachinePass::new(
        "dead-mi-elimination",
        "Remove dead machine instructions",
        || Box::<Scratch>::default(),
    )
};

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    live: LiveRegUnits,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, unit.analyses, self);
        Ok(())
    }
}

/// Removes dead instructions.
///
/// # Requires
/// [`Analysis::LOOPS`], [`Analysis::RESERVED_REGS`]; lists of registers that are live into blocks.
///
/// # Ensures
/// No instruction without side effects defines only virtual registers that no other instruction reads, and physical
/// ones that are not read below it.
///
/// # Preserves
/// The control flow graph.
pub fn run(function: &mut MachineFunction, analyses: &Analyses, scratch: &mut Scratch) {
    scratch.live.begin_function(function);
    while remove_dead(function, analyses, &mut scratch.live) {
        scratch.live.begin_function(function);
    }
}

/// Removes what one walk finds dead; returns whether another one may find more.
fn remove_dead(
    function: &mut MachineFunction,
    analyses: &Analyses,
    live: &mut LiveRegUnits,
) -> bool {
    let mut goes_on = false;
    for block in analyses.cfg.postorder() {
        // As in llc, what was live at the begin of the blocks before stays live.
        live.add_live_outs(function, *block);
        let mut cursor = function.blocks[*block].last.expand();
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst);
            if is_dead(function, &analyses.reserved, live, inst) {
                goes_on |= !has_inputs_above(function, analyses, *block, inst);
                function.remove_inst(inst);
            } else {
                live.step_backward(function, inst);
            }
        }
    }
    goes_on
}

/// Whether the walk comes to all that `inst`, which is in `block`, reads: then it finds itself what becomes dead with it.
fn has_inputs_above(
    function: &MachineFunction,
    analyses: &Analyses,
    block: Block,
    inst: Inst,
) -> bool {
    let is_phi = function.opcode(inst) == op::PHI;
    let is_above = |def: Inst| match function.inst_block(def) {
        Some(other) if other == block => !is_phi,
        Some(other) => analyses.dominators.dominates(other, block) && !is_phi,
        None => false,
    };
    let mut reads = function.operands(inst).iter().filter(|o| o.is_use());
    reads.all(|read| match read.as_reg().as_virtual() {
        Some(reg) => function.is_ssa && function.unique_def(reg).is_some_and(is_above),
        None => true,
    })
}

/// Whether `inst`, below which `live` is live, does nothing.
fn is_dead(function: &MachineFunction, reserved: &[bool], live: &LiveRegUnits, inst: Inst) -> bool {
    let mut defs = function.operands(inst).iter().filter(|o| o.is_def());
    let is_unused = defs.all(|def| match def.as_reg().as_physical() {
        Some(reg) => live.is_available(function, reg) && !reserved[reg.index()],
        None if def.has(OperandFlags::DEAD) || def.as_reg().is_none() => true,
        None => {
            let mut uses = function.non_debug_uses(def.as_reg());
            uses.all(|user| function.op_inst(user) == inst)
        }
    });
    let opcode = function.opcode(inst);
    is_unused
        && !inst_facts::is_inline_asm(function, inst)
        && opcode != op::LOCAL_ESCAPE
        && (opcode == op::PHI || inst_facts::is_safe_to_move(function, inst, false))
}
