//! `x86-seses`: fences that keep what is executed speculatively from leaving traces in caches.
//!
//! An access of memory waits for all instructions before it, and so does a branch: what is executed by mistake gets no
//! further than the next fence.
//!
//! ```text
//!   $eax = MOV32rm $rdi …             LFENCE
//!   CMP32ri $eax, 0                   $eax = MOV32rm $rdi …
//!   JCC_1 %bb.1, 4              ─▶    CMP32ri $eax, 0
//!   JMP_1 %bb.2                       LFENCE
//!                                     JCC_1 %bb.1, 4
//!                                     JMP_1 %bb.2
//! ```

use avarice_machine::pass::{Analysis, FenceOptions, MachinePass, MachineUnit, When};
use avarice_mir::inst_facts;
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction};
use avarice_target::InstrFlags;
use avarice_trace::Log;

use crate::subtarget::{self, Features};
use crate::{op, reg};

/// `x86-seses`: fences in functions with the feature `seses`, or in all with `-x86-seses-enable-without-lvi-cfi`.
///
/// # Requires
/// Final code.
///
/// # Ensures
/// A fence before each access of memory, and before the first terminator of a block that ends with a branch, if the
/// instruction before is none; fewer as [`FenceOptions`] says.
///
/// # Preserves
/// The control flow graph, all values.
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    ..MachinePass::new(
        "x86-seses",
        "X86 Speculative Execution Side Effect Suppression",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let options = unit.options.fences;
                let function = &mut unit.function;
                if options.everywhere || subtarget::of(function).contains(Features::SESES) {
                    for at in 0..function.layout.len() {
                        fence_block(function, function.layout[at], &options);
                    }
                }
                Ok(())
            })
        },
    )
};

fn fence_block(function: &mut MachineFunction, block: Block, options: &FenceOptions) {
    let mut first_terminator = None;
    let mut is_after_fence = false;
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = function.next_bundle(inst);
        let row = function.desc(inst);
        if function.opcode(inst) == op::LFENCE {
            is_after_fence = true;
            continue;
        }
        let is_terminator = row.has(InstrFlags::TERMINATOR);
        let is_branch = row.has(InstrFlags::BRANCH);
        if !is_terminator && accesses_memory(function, inst) {
            if !is_after_fence {
                InstBuilder::new(function, op::LFENCE).insert_before(inst);
            }
            if options.one_per_block {
                return;
            }
        }
        if is_terminator {
            first_terminator = first_terminator.or(Some(inst));
        }
        let is_fenced = is_branch
            && !options.not_before_branches
            && !(options.only_before_variable_branches && has_constant_address(function, inst));
        if is_fenced {
            if !is_after_fence {
                InstBuilder::new(function, op::LFENCE)
                    .insert_before(first_terminator.unwrap_or(inst));
            }
            return;
        }
        is_after_fence = false;
    }
}

fn accesses_memory(function: &MachineFunction, inst: Inst) -> bool {
    inst_facts::may_load(function, inst) || inst_facts::may_store(function, inst)
}

/// Whether a branch reads no register but the instruction pointer. One on a condition reads the flags.
fn has_constant_address(function: &MachineFunction, branch: Inst) -> bool {
    let mut operands = function.operands(branch).iter();
    !operands.any(|operand| {
        let is_read = operand.is_reg() && operand.is_use();
        is_read && operand.as_reg().as_physical() != Some(reg::RIP)
    })
}
