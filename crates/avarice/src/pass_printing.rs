//! Machine code printed around passes: `-print-after`, `-print-after-all`, `-print-changed`.

use avarice_liveness::SlotIndexes;
use avarice_machine::pass::{Analysis, MachinePass};
use similar::TextDiff;

use crate::machine_dump;
use crate::options::{CodegenOptions, PrintChanged};
use crate::passes::state::State;

/// Lines around a difference that are shown.
const CONTEXT: usize = 3;

/// What is printed after passes, by the options.
#[derive(Debug)]
pub struct PassPrinting {
    /// Passes after which the function is printed, by name.
    after: Vec<&'static str>,
    after_all: bool,
    changed: Option<PrintChanged>,
}

impl PassPrinting {
    /// What `options` ask for; `after` are the names of passes after which it prints.
    pub fn new(options: &CodegenOptions, after: Vec<&'static str>) -> Self {
        Self {
            after,
            after_all: options.print_after_all,
            changed: options.print_changed,
        }
    }

    /// To be called before a pass. Returns what [`Self::after`] has to know.
    pub fn before(&self, state: &State<'_>) -> Option<String> {
        self.changed.map(|_| text_of(state, None))
    }

    /// To be called after a pass, with what [`Self::before`] said.
    pub fn after(&self, state: &mut State<'_>, pass: &MachinePass, before: Option<String>) {
        if let (Some(how), Some(before)) = (self.changed, before) {
            print_change(state, pass, how, &before);
        }
        if self.after_all || self.after.contains(&pass.name) {
            let (title, name) = (pass.title, pass.name);
            let holds = state.unit.analyses.has(Analysis::LIVE_INTERVALS);
            let indexes = Some(&state.unit.analyses.live_intervals.indexes).filter(|_| holds);
            let text = text_of(state, indexes);
            let banner = format!("# *** IR Dump After {title} ({name}) ***:\n");
            state.log.push_str(&banner);
            state.log.push_str(&text);
        }
    }
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
