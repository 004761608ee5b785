//! The machine passes that only this target has, and their places in the pipeline.

use avarice_machine::pass::pipeline::{Place, TargetPass};
use avarice_machine::pass::{MachinePass, MachineUnit};
use avarice_machine::{branch_relaxation, cfi_fixup};
use avarice_trace::Log;

use crate::encode::relocations::ELF;
use crate::scheduling;
use crate::{branch_targets, load_store, pointer_auth, sls_hardening};

/// `cfi-fixup`, see [`cfi_fixup::run`].
const CFI_FIXUP: MachinePass = MachinePass {
    after: &["branch-relaxation"],
    ..MachinePass::new(
        "cfi-fixup",
        "Insert CFI remember/restore state instructions",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                let (register, offset) = ELF.initial_cfa;
                cfi_fixup::run(&mut unit.function, register, i64::from(offset));
                Ok(())
            })
        },
    )
};

/// The passes of this target, in order at each place.
pub const PASSES: &[TargetPass] = &[
    TargetPass::at(Place::OptimizedRegAlloc, &scheduling::PRE_RA),
    TargetPass::at(Place::PreSched2, &load_store::PASS),
    TargetPass::at(Place::PreSched2, &scheduling::POST_RA),
    TargetPass::at(Place::PreEmit, &sls_hardening::PASS),
    TargetPass::at(Place::PreEmit, &pointer_auth::PASS),
    TargetPass::at(Place::PreEmit, &branch_targets::PASS),
    TargetPass::at(Place::PreEmit, &branch_relaxation::PASS),
    TargetPass::at(Place::PreEmit, &CFI_FIXUP),
];
