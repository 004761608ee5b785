//! Preparation of an IR module before instruction selection.

use avarice_ir::verifier::VerifyError;
use avarice_ir::{CrashNote, Global, Module};
use avarice_legalize::{EndOfUnsafeStack, LegalizeOptions};
use avarice_lower::TargetLowering;

use crate::diagnostics::Diagnostic;
use crate::input::{Input, all_or_errors};
use crate::located_errors::{check_value_sizes, unsupported};
use crate::options::CodegenOptions;
use crate::target::Target;
use crate::timing::Timing;

/// What the steps before selection look at.
pub(crate) struct Steps<'a> {
    pub(crate) input: &'a Input,
    pub(crate) options: &'a CodegenOptions,
    pub(crate) note: &'a CrashNote<'a>,
}

/// Does so: promotes stack slots, inserts calls of profilers, rewrites what selection does not take.
///
/// # Errors
/// A function to instrument with that is none, and a target without selection.
pub(crate) fn transform(
    module: &mut Module,
    target: &Target,
    steps: &Steps<'_>,
    timing: &mut Timing,
) -> Result<(), Diagnostic> {
    let Steps {
        input,
        options,
        note,
    } = steps;
    check_value_sizes(input, module)?;
    if options.opt_level > 0 {
        options.debug_locations.check(target.machine())?;
    }
    let lowering = target.lowering().map_err(Diagnostic::new)?;
    if let Err(errors) = avarice_lower::check_signatures(module, lowering) {
        let errors = errors
            .iter()
            .map(|one| Err(unsupported(input, module, one)));
        return all_or_errors::<()>(errors.collect()).map(drop);
    }
    improve(module, lowering, steps, timing);
    note.enter("instrumentation");
    avarice_opt::instrument::run(module)
        .map_err(|(global, message)| of_function(input, module, global, message))?;
    note.enter("the safe stack");
    let end = match options.safestack_use_pointer_address {
        true => EndOfUnsafeStack::Called,
        false => EndOfUnsafeStack::Variable,
    };
    avarice_legalize::move_to_safe_stack(module, lowering, end)
        .map_err(|(global, message)| of_function(input, module, global, message))?;
    if options.emulated_tls {
        note.enter("thread-local variables");
        avarice_legalize::emulate_thread_local(module, lowering);
    }
    note.enter("expansion before selection");
    timing.measure("Expansion before selection", || {
        let wanted = LegalizeOptions {
            optimize: options.opt_level > 0,
            checks_returns_only: options.disable_check_noreturn_call,
        };
        avarice_legalize::legalize(module, lowering, &wanted);
        avarice_legalize::hide_marks(module, lowering, options.x86_indirect_branch_tracking);
    });
    Ok(())
}

/// Makes code better that is right as it is.
fn improve(
    module: &mut Module,
    lowering: &'static dyn TargetLowering,
    steps: &Steps<'_>,
    timing: &mut Timing,
) {
    let Steps { options, note, .. } = steps;
    let optimize = options.opt_level > 0;
    if options.promote_slots.unwrap_or(optimize) {
        note.enter("promotion of stack slots");
        timing.measure("Promotion of stack slots", || {
            avarice_opt::clean_up::promote_slots(module);
        });
    }
    if optimize && !options.disable_lsr {
        note.enter("strength reduction of loops");
        timing.measure("Strength reduction of loops", || {
            avarice_opt::clean_up::reduce_loops(module);
        });
    }
    if optimize {
        note.enter("comparisons of memory");
        let wanted = (&options.comparisons).into();
        let changed = avarice_legalize::expand_memory_comparisons(module, lowering, &wanted);
        avarice_opt::clean_up::simplify(module, &changed);
    }
    if optimize && !options.disable_partial_libcall_inlining {
        note.enter("square roots");
        avarice_opt::clean_up::inline_square_roots(module);
    }
    if optimize {
        note.enter("repeated operations");
        avarice_legalize::share_repeated_operations(module);
        avarice_legalize::join_selects(module);
        note.enter("masked merges");
        avarice_legalize::rewrite_masked_merges(module, lowering);
        note.enter("stores of constants");
        avarice_legalize::merge_constant_stores(module, lowering);
    }
}

/// What is wrong with a function, with its line.
fn of_function(input: &Input, module: &Module, global: Global, message: String) -> Diagnostic {
    let name = module.globals[global].name_str();
    let place = VerifyError {
        message: format!("{message} in function `{name}`"),
        global: Some(global),
        inst: None,
        subject: String::new(),
    };
    let found = input.located(module, &place);
    found.unwrap_or_else(|| Diagnostic::new(format!("{}: {}", input.name, place.message)))
}
