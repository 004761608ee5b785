//! The machine passes that only this target has, and their places in the pipeline.

use avarice_machine::cfi_inserter;
use avarice_machine::pass::pipeline::{Place, TargetPass};
use avarice_machine::pass::{MachinePass, MachineUnit};
use avarice_trace::Log;

use crate::encode::relocations::ELF;
use crate::scheduling;
use crate::{false_deps, fixup_bw, float_stack, indirect_branch_tracking, thunks};

/// `cfi-instr-inserter`, see [`cfi_inserter::run`].
const CFI_INSTR_INSERTER: MachinePass = MachinePass {
    after: &["block-placement"],
    ..MachinePass::new(
        "cfi-instr-inserter",
        "Insert CFI remember/restore state instructions",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let (register, offset) = ELF.initial_cfa;
                let verifies = unit.options.verify_unwind_rows;
                cfi_inserter::run(&mut unit.function, register, i64::from(offset), verifies)
            })
        },
    )
};

/// The passes of this target, in order at each place.
pub const PASSES: &[TargetPass] = &[
    TargetPass::at(Place::OptimizedRegAlloc, &scheduling::PRE_RA),
    TargetPass::at(Place::PostRegAlloc, &float_stack::PASS),
    TargetPass::at(Place::PreEmit, &false_deps::PASS),
    TargetPass::at(Place::PreEmit, &indirect_branch_tracking::PASS),
    TargetPass::at(Place::PreEmit, &fixup_bw::PASS),
    TargetPass::at(Place::PreEmit2, &thunks::INDIRECT_THUNKS),
    TargetPass::at(Place::PreEmit2, &thunks::RETURN_THUNKS),
    TargetPass::at(Place::PreEmit2, &CFI_INSTR_INSERTER),
    TargetPass::at(Place::PreEmit2, &thunks::LVI_RETURNS),
];
