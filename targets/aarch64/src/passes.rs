//! The machine passes that only this target has, and their places in the pipeline.

use avarice_machine::cfi_fixup::EntryRows;
use avarice_machine::early_if_conversion::{self, IfConverter};
use avarice_machine::machine_combiner::{self, Combiner};
use avarice_machine::pass::pipeline::{Place, TargetPass};
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, PassKind, When};
use avarice_machine::unpack_bundles;
use avarice_machine::{branch_relaxation, cfi_fixup};
use avarice_target::PhysReg;
use avarice_trace::Log;

use crate::branch_tuning;
use crate::combiner::Combinations;
use crate::condition_optimizer;
use crate::conditional_compares;
use crate::copy_elimination;
use crate::dead_defs;
use crate::encode::relocations::ELF;
use crate::expand_pseudos;
use crate::jump_tables;
use crate::mi_peephole;
use crate::scheduling;
use crate::selections::Selections;
use crate::simd_instr_opt;
use crate::store_pairs;
use crate::{TARGET, reg};
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
                let function = &mut unit.function;
                let stores_link = |(saved, _): &(PhysReg, _)| *saved == reg::LR;
                let has_shadow_stack = function.target_info.protection.shadow_call_stack
                    && function.frame.callee_saved.iter().any(stores_link);
                let entry = EntryRows {
                    register,
                    offset: i64::from(offset),
                    shadow_stack: has_shadow_stack.then(|| TARGET.reg(reg::X18).dwarf as u16),
                };
                cfi_fixup::run(function, &entry);
                Ok(())
            })
        },
    )
};

/// `aarch64-post-coalescer-pass`: removes the barriers that keep the coalescer from joining registers across a change of
/// the streaming mode. Selection refuses functions that change it, so there are none.
const POST_COALESCER: MachinePass = MachinePass {
    kind: PassKind::Analysis,
    when: When::LIVE_INTERVALS,
    preserves: Analysis::all(),
    after: &["register-coalescer"],
    ..MachinePass::new(
        "aarch64-post-coalescer-pass",
        "AArch64 Post Coalescer pass",
        || Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(())),
    )
};

/// `early-ifcvt` with the selections of this target.
const EARLY_IF_CONVERSION: MachinePass = MachinePass {
    make: || Box::new(IfConverter::new(&Selections)),
    ..early_if_conversion::PASS
};

/// `machine-combiner` with what this target knows.
const MACHINE_COMBINER: MachinePass = MachinePass {
    make: || Box::new(Combiner::new(&Combinations)),
    ..machine_combiner::PASS
};

/// The passes of this target, in order at each place.
pub const PASSES: &[TargetPass] = &[
    TargetPass::at(Place::IlpOpts, &condition_optimizer::PASS),
    TargetPass::at(Place::IlpOpts, &conditional_compares::PASS),
    TargetPass::at(Place::IlpOpts, &MACHINE_COMBINER),
    TargetPass::at(Place::IlpOpts, &branch_tuning::PASS),
    TargetPass::at(Place::IlpOpts, &EARLY_IF_CONVERSION),
    TargetPass::at(Place::IlpOpts, &store_pairs::PASS),
    TargetPass::at(Place::IlpOpts, &simd_instr_opt::PASS),
    TargetPass::at(Place::MachineSsaOptimization, &mi_peephole::PASS),
    TargetPass::at(Place::PreRegAlloc, &dead_defs::PASS),
    TargetPass::at(Place::RegAssignAndRewriteOptimized, &POST_COALESCER),
    TargetPass::at(Place::PostRegAlloc, &copy_elimination::PASS),
    TargetPass::at(Place::PreSched2, &expand_pseudos::PASS),
    TargetPass::at(Place::OptimizedRegAlloc, &scheduling::PRE_RA),
    TargetPass::at(Place::PreSched2, &load_store::PASS),
    TargetPass::at(Place::PreSched2, &scheduling::POST_RA),
    TargetPass::at(Place::PostBbSections, &sls_hardening::PASS),
    TargetPass::at(Place::PostBbSections, &pointer_auth::PASS),
    TargetPass::at(Place::PostBbSections, &branch_targets::PASS),
    TargetPass::at(Place::PostBbSections, &branch_relaxation::PASS),
    TargetPass::at(Place::PostBbSections, &jump_tables::PASS),
    TargetPass::at(Place::PostBbSections, &CFI_FIXUP),
    TargetPass::at(Place::PreEmit2, &unpack_bundles::PASS),
];
