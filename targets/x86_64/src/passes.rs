//! The machine passes that only this target has, and their places in the pipeline.

use avarice_machine::cfi_inserter;
use avarice_machine::cfi_inserter::{Check, EntryRule};
use avarice_machine::early_if_conversion::{self, IfConverter};
use avarice_machine::live_range_shrink;
use avarice_machine::machine_combiner::{self, Combiner};
use avarice_machine::pass::pipeline::{Place, TargetPass};
use avarice_machine::pass::{MachinePass, MachineUnit};
use avarice_machine::unpack_bundles;
use avarice_trace::Log;

use crate::call_pushes;
use crate::cmov_conversion;
use crate::combinations::Combinations;
use crate::compress_evex;
use crate::discriminate_memory;
use crate::domain_reassignment;
use crate::encode::relocations::ELF;
use crate::execution_domains;
use crate::expand_pseudos;
use crate::fixup_inst_tuning;
use crate::fixup_leas;
use crate::fixup_setcc;
use crate::fixup_vector_constants;
use crate::flags_copy;
use crate::optimize_leas;
use crate::reg;
use crate::scheduling;
use crate::selections::Selections;
use crate::side_effect_fences;
use crate::store_forwarding;
use crate::vzero_upper;
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
                let ir_function = unit.function.ir_function;
                let check = match unit.options.verify_unwind_rows {
                    true => Check::Paths(ir_function.and_then(|it| unit.module.globals[it].body())),
                    false => Check::None,
                };
                let entry = EntryRule {
                    register,
                    offset: i64::from(offset),
                    frame_pointer: unit.function.target.reg(reg::RBP).dwarf as u16,
                };
                cfi_inserter::run(&mut unit.function, &entry, check)
            })
        },
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
    TargetPass::at(
        Place::BeforeMachineSsaOptimization,
        &domain_reassignment::PASS,
    ),
    TargetPass::at(Place::PreRegAlloc, &live_range_shrink::PASS),
    TargetPass::at(Place::PreRegAlloc, &fixup_setcc::PASS),
    TargetPass::at(Place::PreRegAlloc, &optimize_leas::PASS),
    TargetPass::at(Place::PreRegAlloc, &call_pushes::PASS),
    TargetPass::at(Place::PreRegAlloc, &store_forwarding::PASS),
    TargetPass::at(Place::PreRegAlloc, &flags_copy::PASS),
    TargetPass::at(Place::IlpOpts, &EARLY_IF_CONVERSION),
    TargetPass::at(Place::IlpOpts, &MACHINE_COMBINER),
    TargetPass::at(Place::IlpOpts, &cmov_conversion::PASS),
    TargetPass::at(Place::OptimizedRegAlloc, &scheduling::PRE_RA),
    TargetPass::at(Place::PostRegAlloc, &float_stack::PASS),
    TargetPass::at(Place::PreSched2, &expand_pseudos::PASS),
    TargetPass::at(Place::PreSched2, &scheduling::POST_RA),
    TargetPass::at(Place::PreEmit, &execution_domains::PASS),
    TargetPass::at(Place::PreEmit, &false_deps::PASS),
    TargetPass::at(Place::PreEmit, &indirect_branch_tracking::PASS),
    TargetPass::at(Place::PreEmit, &vzero_upper::PASS),
    TargetPass::at(Place::PreEmit, &fixup_bw::PASS),
    TargetPass::at(Place::PreEmit, &fixup_leas::PASS),
    TargetPass::at(Place::PreEmit, &fixup_inst_tuning::PASS),
    TargetPass::at(Place::PreEmit, &fixup_vector_constants::PASS),
    TargetPass::at(Place::PreEmit, &compress_evex::PASS),
    TargetPass::at(Place::PreEmit, &discriminate_memory::PASS),
    TargetPass::at(Place::PreEmit2, &side_effect_fences::PASS),
    TargetPass::at(Place::PreEmit2, &thunks::INDIRECT_THUNKS),
    TargetPass::at(Place::PreEmit2, &thunks::RETURN_THUNKS),
    TargetPass::at(Place::PreEmit2, &CFI_INSTR_INSERTER),
    TargetPass::at(Place::PreEmit2, &thunks::LVI_RETURNS),
    TargetPass::at(Place::PreEmit2, &unpack_bundles::PASS),
];
