//! Runs a plan on functions.

use avarice_ir::CrashNote;
use avarice_machine::instruction_mix::{self, Emitted};
use avarice_machine::pass::{Analysis, MachinePass, PassKind, RunPass, pipeline};
use avarice_machine::remarks::{count_insts, say_size_change};
use avarice_machine::stack_frame_layout::is_always_there;
use avarice_mir::MachineFunction;
use avarice_mir::print::MirPrinter;
use avarice_trace::remarks::RemarkPass;

use super::plan::Plan;
use super::stack_protector_remarks::say_reasons;
use super::state::State;
use crate::allocation_check::AllocationCheck;
use crate::move_counts;
use crate::options::FileType;
use crate::recording;
use crate::remarks::Turn;
use crate::timing::Timing;
use crate::verify::verify;

/// What `-time-passes` calls the verifier.
const VERIFIER: &str = "Verify generated machine code";

/// The passes of a plan with their scratch memory, for one function after the other.
pub struct Runner<'a> {
    plan: &'a Plan,
    passes: Vec<(&'static MachinePass, Box<dyn RunPass>)>,
}

impl<'a> Runner<'a> {
    /// The passes of `plan`.
    pub fn new(plan: &'a Plan) -> Self {
        let passes = plan.passes.iter().map(|pass| (*pass, (pass.make)()));
        Self {
            plan,
            passes: passes.collect(),
        }
    }

    /// Runs the passes on one function.
    ///
    /// # Errors
    /// A pass or the verifier refuses the function.
    pub fn run(
        &mut self,
        state: &mut State<'_>,
        timing: &mut Timing,
        note: &CrashNote<'_>,
    ) -> Result<(), String> {
        let plan = self.plan;
        if plan.from_mir {
            timing.measure(VERIFIER, || verify(state, "reading it"))?;
        }
        // A document without a body has no code to work on; that it is live nowhere can still be said.
        let has_code = !state.unit.function.layout.is_empty();
        let mut check = AllocationCheck::new(plan.verify_allocation);
        recording::start(state);
        if !plan.from_mir {
            state.with_log(say_reasons);
            if let Some(remarks) = &mut state.remarks {
                remarks.flush(Turn::Early, state.log);
            }
        }
        for (pass, made) in &mut self.passes {
            if !has_code && !pipeline::runs_without_code(pass) {
                continue;
            }
            // It does nothing else than to make a remark.
            if is_always_there(pass) && !(plan.printing.shows(state) && wants_layout(state)) {
                continue;
            }
            note.enter(pass.name);
            check.before(pass, &state.unit.function);
            let verifies = plan.verifies(pass);
            if verifies && !plan.verify {
                timing.measure(VERIFIER, || verify(state, "the passes before it"))?;
            }
            recording::enter(state, pass);
            let before = plan.printing.before(state, pass);
            let turn = plan.turn_of(pass.name);
            timing.measure(pass.title, || run_pass(state, pass, &mut **made, turn))?;
            // Tables for a large function go to the next pass, which finds their memory in the caches.
            if state.unit.function.is_larger_than_caches() {
                *made = (pass.make)();
            }
            check.after(pass, &state.unit)?;
            recording::leave(state, pass);
            plan.printing.after(state, pass, before);
            if verifies {
                timing.measure(VERIFIER, || verify(state, pass.name))?;
            }
        }
        if state.unit.analyses.has(Analysis::LIVE_INTERVALS) {
            check.finish(&mut state.unit)?;
        }
        Ok(())
    }
}

/// Whether a remark about the layout of the frame is wanted.
fn wants_layout(state: &State<'_>) -> bool {
    let remarks = state.remarks.as_ref();
    remarks.is_some_and(|remarks| remarks.sink.request.wants(RemarkPass::StackFrameLayout))
}

/// Runs a pass, and counts what allocation has left if that is asked for.
fn run_pass(
    state: &mut State<'_>,
    pass: &MachinePass,
    made: &mut dyn RunPass,
    turn: Turn,
) -> Result<(), String> {
    let was_rewritten = state.unit.function.no_vregs;
    state.with_log(|unit, log| {
        let before = log
            .wants_remarks(RemarkPass::SizeInfo)
            .then(|| count_insts(&unit.function));
        pass.run(made, unit, log)?;
        if let Some(before) = before {
            say_size_change(unit, log, pass.title, before);
        }
        Ok::<(), String>(())
    })?;
    state
        .log
        .push_str(&std::mem::take(&mut state.unit.warnings));
    if let Some(remarks) = &mut state.remarks {
        remarks.flush(turn, state.log);
    }
    let has_rewritten = match pass.kind {
        PassKind::Rewriter => !was_rewritten,
        kind => kind.is_rewriter(),
    };
    if state.stats.is_enabled() && has_rewritten {
        state.with_log(|unit, log| {
            let hooks = unit.hooks();
            let function = &mut unit.function;
            unit.analyses
                .require(Analysis::FREQUENCIES, function, hooks, log);
        });
        let unit = &state.unit;
        let frequencies = &unit.analyses.frequencies;
        move_counts::count(&unit.function, unit.hooks(), frequencies, &mut state.stats);
    }
    Ok(())
}

/// Makes the remarks about the instructions of a function that is complete.
pub(crate) fn say_instructions(state: &mut State<'_>, file_type: FileType, turn: Turn) {
    let emitted = match file_type {
        FileType::Asm => Emitted::Text,
        FileType::Obj | FileType::Null | FileType::Clif => Emitted::Bytes,
    };
    let texts = state.unit.target.text_names();
    let names = state.names;
    let name_of = |function: &MachineFunction, block| {
        let mut name = String::new();
        MirPrinter::new(texts, Some(names), function)
            .write_ir_block_name(&mut name, function, block);
        name
    };
    state.with_log(|unit, log| instruction_mix::say(unit, log, emitted, &name_of));
    if let Some(remarks) = &mut state.remarks {
        remarks.flush(turn, state.log);
    }
}
