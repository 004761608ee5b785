//! What is printed around passes: `-print-before`, `-print-after`, `-print-changed`, `-debug-pass`.

use avarice_liveness::SlotIndexes;
use avarice_machine::pass::{Analysis, MachinePass};
use avarice_machine::stack_frame_layout::is_always_there;
use similar::TextDiff;

use crate::machine_dump;
use crate::options::{CodegenOptions, DebugPass, PrintChanged};
use crate::passes::state::State;

/// Lines around a difference that are shown.
const CONTEXT: usize = 3;

/// The passes around which something is printed, by name.
#[derive(Debug)]
pub enum PrintedPasses {
    /// All.
    All,
    /// These.
    Named(Vec<&'static str>),
}

impl PrintedPasses {
    fn has(&self, pass: &MachinePass) -> bool {
        match self {
            Self::All => !is_always_there(pass),
            Self::Named(names) => names.contains(&pass.name),
        }
    }
}

/// What is printed around passes, by the options.
#[derive(Debug)]
pub struct PassPrinting {
    /// Passes before which the function is printed.
    pub before: PrintedPasses,
    /// Passes after which the function is printed.
    pub after: PrintedPasses,
    /// Names of the functions that are printed; none for all.
    functions: Vec<String>,
    changed: Option<PrintChanged>,
    /// Whether functions are printed after selection.
    selected: bool,
    executions: bool,
}

impl PassPrinting {
    /// What `options` ask for, with the passes that they name.
    pub fn new(options: &CodegenOptions, before: PrintedPasses, after: PrintedPasses) -> Self {
        let functions = &options.filter_print_funcs;
        let is_filtered = !functions.iter().any(|name| name == "*");
        Self {
            before,
            after,
            functions: functions.iter().filter(|_| is_filtered).cloned().collect(),
            changed: options.print_changed,
            selected: options.print_after_isel,
            executions: options.debug_pass == Some(DebugPass::Executions),
        }
    }

    /// Whether the function of `state` is one of those that are printed.
    pub fn shows(&self, state: &State<'_>) -> bool {
        let function = &*state.unit.function.name;
        self.functions.is_empty()
            || self
                .functions
                .iter()
                .any(|name| name.as_bytes() == function)
    }

    /// To be called after instruction selection.
    pub fn after_selection(&self, state: &mut State<'_>) {
        if self.selected && self.shows(state) {
            let text = text_of(state, None);
            state.log.push_str("# After Instruction Selection:\n");
            state.log.push_str(&text);
        }
    }

    /// To be called before a pass. Returns what [`Self::after`] has to know.
    pub fn before(&self, state: &mut State<'_>, pass: &MachinePass) -> Option<String> {
        if self.executions {
            let function = String::from_utf8_lossy(&state.unit.function.name).into_owned();
            let line = format!(
                "Executing Pass '{}' on Function '{function}'...\n",
                pass.title
            );
            state.log.push_str(&line);
        }
        if self.before.has(pass) && self.shows(state) {
            dump(state, pass, "Before");
        }
        let is_compared = self.changed.is_some() && self.shows(state);
        is_compared.then(|| text_of(state, None))
    }

    /// To be called after a pass, with what [`Self::before`] said.
    pub fn after(&self, state: &mut State<'_>, pass: &MachinePass, before: Option<String>) {
        if let (Some(how), Some(before)) = (self.changed, before) {
            print_change(state, pass, how, &before);
        }
        if self.after.has(pass) && self.shows(state) {
            dump(state, pass, "After");
        }
    }
}

/// Prints the function, with slot indexes where there are some.
fn dump(state: &mut State<'_>, pass: &MachinePass, place: &str) {
    let (title, name) = (pass.title, pass.name);
    let holds = state.unit.analyses.has(Analysis::LIVE_INTERVALS);
    let indexes = Some(&state.unit.analyses.live_intervals.indexes).filter(|_| holds);
    let text = text_of(state, indexes);
    let banner = format!("# *** IR Dump {place} {title} ({name}) ***:\n");
    state.log.push_str(&banner);
    state.log.push_str(&text);
}

/// The passes of a pipeline, as `-debug-pass` shows them before the first of them runs.
pub fn pipeline_text(passes: &[&MachinePass], how: DebugPass) -> String {
    let mut text = String::from("Pass Arguments: ");
    for pass in passes {
        text.push_str(" -");
        text.push_str(pass.name);
    }
    text.push('\n');
    if how != DebugPass::Arguments {
        text.push_str("  ModulePass Manager\n    FunctionPass Manager\n");
        for pass in passes {
            text.push_str("      ");
            text.push_str(pass.title);
            text.push('\n');
        }
    }
    text
}

/// The function in llc's debug form.
fn text_of(state: &State<'_>, indexes: Option<&SlotIndexes>) -> String {
    let mut text = String::new();
    let unit = &state.unit;
    let names = state.names;
    machine_dump::write_function(&mut text, names, unit.hooks(), &unit.function, indexes);
    text
}

/// Says what a pass has changed, in llc's words; differences are those of [`crate::opt_command`].
fn print_change(state: &mut State<'_>, pass: &MachinePass, how: PrintChanged, before: &str) {
    let after = text_of(state, None);
    let function = String::from_utf8_lossy(&state.unit.function.name);
    let place = format!("{} ({}) on {function}", pass.title, pass.name);
    let text = if before != after {
        let shown = match how {
            PrintChanged::Verbose | PrintChanged::Quiet => after,
            PrintChanged::Diff | PrintChanged::DiffQuiet => {
                let diff = TextDiff::from_lines(before, &after);
                diff.unified_diff().context_radius(CONTEXT).to_string()
            }
        };
        format!("*** IR Dump After {place} ***\n{shown}")
    } else if matches!(how, PrintChanged::Verbose | PrintChanged::Diff) {
        format!("*** IR Dump After {place} omitted because no change ***\n")
    } else {
        return;
    };
    state.log.push_str(&text);
}
