//! One function on its way through the passes.

use avarice_machine::pass::MachineUnit;
use avarice_mir::print::{MirPrinter, ModuleNames};
use avarice_trace::events::Recorder;
use avarice_trace::{Log, LogParts};

use crate::remarks::FunctionRemarks;
use crate::timing::Stats;

/// A function, what passes know of it, and where they say what they do.
pub struct State<'a> {
    /// The function and what passes may know.
    pub unit: MachineUnit<'a>,
    /// Names of the module's parts, for whatever is printed.
    pub names: &'a ModuleNames<'a>,
    /// The parts that write debug output.
    pub debug: LogParts,
    /// Debug output, printed functions and warnings.
    pub log: &'a mut String,
    /// What passes do, if that is recorded.
    pub recorder: Option<Recorder>,
    /// Remarks, if any are wanted.
    pub(crate) remarks: Option<FunctionRemarks>,
    /// Counts.
    pub stats: Stats,
}

impl<'a> State<'a> {
    /// Runs `work` with the debug log, on or off.
    pub fn with_log<T>(&mut self, work: impl FnOnce(&mut MachineUnit<'a>, &mut Log<'_>) -> T) -> T {
        let recorder = self.recorder.as_mut();
        let remarks = self.remarks.as_mut().map(|remarks| &mut remarks.sink);
        if self.debug.is_empty() && recorder.is_none() {
            return work(&mut self.unit, &mut Log::off().with_remarks(remarks));
        }
        let texts = self.unit.target.text_names();
        let printer = MirPrinter::new(texts, Some(self.names), &self.unit.function);
        let log = if self.debug.is_empty() {
            Log::off()
        } else {
            Log::on(self.log).with_parts(self.debug)
        };
        let mut log = log
            .with_printer(printer)
            .with_recorder(recorder)
            .with_remarks(remarks);
        work(&mut self.unit, &mut log)
    }
}
