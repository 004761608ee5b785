//! Records what passes do to a function while it is compiled.

use std::collections::BTreeSet;

use avarice_ir::debug_info::{DebugInfo, string};
use avarice_ir::{MetadataId, Value};
use avarice_lower::LowerScratch;
use avarice_machine::pass::{Analysis, MachinePass};
use avarice_mir::MachineFunction;
use avarice_mir::print::{IrNames, MirPrinter, ModuleNames};
use avarice_trace::events::{Event, FunctionRecord, Recorder};

use crate::passes::state::State;

/// What to record.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// Names of functions; all are recorded if there is none.
    pub functions: &'a [String],
    /// The most instructions of a function for which the changes of each event are looked for: that takes time in
    /// the size of the function. For larger ones, changes come where passes end.
    pub max_close: usize,
}

impl Default for Selection<'_> {
    fn default() -> Self {
        Self {
            functions: &[],
            max_close: usize::MAX,
        }
    }
}

impl Selection<'_> {
    /// Whether the function of this name is to be recorded.
    pub fn has(&self, name: &[u8]) -> bool {
        let names = self.functions;
        names.is_empty() || names.iter().any(|one| one.as_bytes() == name)
    }
}

/// A recorder for a function, which says what is known of its values and lines. `selected` is what selection has left,
/// if the function was selected. From here on the function keeps a journal.
pub(crate) fn begin(
    names: &ModuleNames<'_>,
    function: &mut MachineFunction,
    selected: Option<&LowerScratch>,
    selection: &Selection<'_>,
) -> Recorder {
    let mut recorder = Recorder::new();
    function.journal.begin();
    let blocks = function.layout.iter();
    let insts = blocks.map(|block| function.block_insts(*block).count());
    if insts.sum::<usize>() > selection.max_close {
        recorder.make_coarse();
    }
    let values = selected.map_or_else(Vec::new, LowerScratch::value_registers);
    let ir_names = IrNames::new(Some(names), function.ir_function);
    for (value, part, reg) in values {
        let mut name = String::new();
        ir_names.write_value(&mut name, value);
        recorder.push(Event::Value { reg, name, part });
    }
    if selected.is_some() {
        push_variables(names, function, &mut recorder);
    }
    let mut locations: Vec<MetadataId> = Vec::new();
    for block in &function.layout {
        let insts = function.block_insts(*block);
        locations.extend(insts.filter_map(|inst| function.debug_loc(inst).expand()));
    }
    locations.sort_unstable();
    locations.dedup();
    let info = DebugInfo::of(names.module());
    let places = locations.into_iter().filter_map(|id| place(info?, id));
    places.for_each(|event| recorder.push(event));
    recorder
}

/// Says which values are variables of the source, by debug information.
fn push_variables(names: &ModuleNames<'_>, function: &MachineFunction, recorder: &mut Recorder) {
    let module = names.module();
    let body = function
        .ir_function
        .and_then(|global| module.globals[global].body());
    let Some((info, body)) = DebugInfo::of(module).zip(body) else {
        return;
    };
    let ir_names = IrNames::new(Some(names), function.ir_function);
    let said: BTreeSet<(Value, MetadataId)> = body.debug.plain_values(&module.metadata).collect();
    for (value, variable) in said {
        let name = info.node(variable).and_then(|node| string(node, "name"));
        if let Some(name) = name {
            let mut value_name = String::new();
            ir_names.write_value(&mut value_name, value);
            recorder.push(Event::Variable {
                value: value_name,
                name: String::from_utf8_lossy(&name).into_owned(),
            });
        }
    }
}

/// What was recorded of a function.
pub(crate) fn finish(recorder: Recorder, function: &MachineFunction) -> FunctionRecord {
    FunctionRecord {
        name: String::from_utf8_lossy(&function.name).into_owned(),
        target: function.target,
        records: recorder.into_records(),
    }
}

/// Where a debug location is in the source.
fn place(info: DebugInfo<'_>, id: MetadataId) -> Option<Event> {
    let location = info.location(id)?;
    let file = info.file_of(location.scope);
    let file = file.and_then(|file| string(info.node(file)?, "filename"));
    Some(Event::Location {
        location: id,
        file: String::from_utf8_lossy(&file.unwrap_or_default()).into_owned(),
        line: location.line,
        column: location.column,
    })
}

/// Records the function as the passes find it.
pub(crate) fn start(state: &mut State<'_>) {
    push(state, Event::Start {});
}

/// Says that the next events belong to a pass.
pub(crate) fn enter(state: &mut State<'_>, pass: &MachinePass) {
    if let Some(recorder) = &mut state.recorder {
        recorder.enter_pass(pass.name);
    }
}

/// Records what a pass has left.
pub(crate) fn leave(state: &mut State<'_>, pass: &MachinePass) {
    push(state, Event::Pass { title: pass.title });
}

/// Records an event with all changes.
fn push(state: &mut State<'_>, event: Event) {
    let Some(recorder) = &mut state.recorder else {
        return;
    };
    let unit = &state.unit;
    let printer = MirPrinter::new(unit.target.text_names(), Some(state.names), &unit.function);
    let holds = unit.analyses.has(Analysis::LIVE_INTERVALS);
    let intervals = Some(&unit.analyses.live_intervals).filter(|_| holds);
    recorder.push_changes(event, &unit.function, intervals, Some(&printer));
}
