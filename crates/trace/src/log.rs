//! The destination of the passes' debug output.

use std::fmt;

use avarice_liveness::{LiveIntervals, Observer};
use avarice_mir::print::{MirPrinter, SlotColumn};
use avarice_mir::{Block, Inst, MachineFunction, Operand, VReg};

use crate::event;
use crate::events::{Event, Recorder};
use crate::remarks::{Remark, RemarkPass, RemarkSink};

bitflags::bitflags! {
    /// Parts that write debug output: the names that `-debug-only` takes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct LogParts: u8 {
        /// `regalloc`: live intervals, the coalescer, allocators.
        const REGALLOC = 1 << 0;
        /// `detect-dead-lanes`
        const DETECT_DEAD_LANES = 1 << 1;
        /// `rename-independent-subregs`
        const RENAME_INDEPENDENT_SUBREGS = 1 << 2;
        /// `stack-slot-coloring`
        const STACK_SLOT_COLORING = 1 << 3;
        /// `machine-cp`
        const MACHINE_CP = 1 << 4;
        /// `livedebugvars`
        const LIVE_DEBUG_VARIABLES = 1 << 5;
    }
}

/// A debug log that is off most of the time.
///
/// Passes write with [`log!`](crate::log!), which formats only if the log is on: one predictable branch. What
/// is written belongs to a part; unless a pass says otherwise that is [`LogParts::REGALLOC`].
#[derive(Default)]
pub struct Log<'a> {
    out: Option<&'a mut dyn fmt::Write>,
    /// Parts that are written.
    parts: LogParts,
    /// Whether the selected part is written somewhere.
    active: bool,
    printer: Option<MirPrinter<'a>>,
    recorder: Option<&'a mut Recorder>,
    remarks: Option<&'a mut RemarkSink>,
}

impl<'a> Log<'a> {
    /// A log that drops everything.
    pub fn off() -> Self {
        Self::default()
    }

    /// A log that writes to `out`.
    pub fn on(out: &'a mut dyn fmt::Write) -> Self {
        Self {
            out: Some(out),
            parts: LogParts::all(),
            active: true,
            printer: None,
            recorder: None,
            remarks: None,
        }
    }

    /// The same log, with the names that instructions print with.
    pub fn with_printer(mut self, printer: MirPrinter<'a>) -> Self {
        self.printer = Some(printer);
        self
    }

    /// The same log, with a recorder of events, if there is one.
    pub fn with_recorder(mut self, recorder: Option<&'a mut Recorder>) -> Self {
        self.recorder = recorder;
        self
    }

    /// The same log, with a sink of remarks, if there is one.
    pub fn with_remarks(mut self, remarks: Option<&'a mut RemarkSink>) -> Self {
        self.remarks = remarks;
        self
    }

    /// The same log for some parts only.
    pub fn with_parts(mut self, parts: LogParts) -> Self {
        self.parts = parts;
        self.select(LogParts::REGALLOC);
        self
    }

    /// Says to which part belongs what is written from now on.
    pub fn select(&mut self, part: LogParts) {
        self.active = self.out.is_some() && self.parts.contains(part);
    }

    /// Whether anything is written.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.active
    }

    /// Whether events are recorded.
    #[inline]
    pub fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Whether the log or a recorder shows what decisions do not need: candidates that cannot win, copies that will be
    /// refused as before. Short cuts that pass these over are off then. They must lead to the same code, which the test
    /// `watched` looks at.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.active || self.recorder.is_some()
    }

    /// Whether there is a reader for remarks of `pass`.
    #[inline]
    pub fn wants_remarks(&self, pass: RemarkPass) -> bool {
        let remarks = self.remarks.as_ref();
        remarks.is_some_and(|remarks| remarks.request.wants(pass))
    }

    /// Whether remarks say how often the code that they speak of ran.
    pub fn wants_hotness(&self) -> bool {
        let remarks = self.remarks.as_ref();
        remarks.is_some_and(|remarks| remarks.request.hotness.is_said)
    }

    /// Hands over a remark of a pass whose remarks are wanted.
    pub fn remark(&mut self, remark: Remark) {
        if let Some(remarks) = &mut self.remarks {
            remarks.push(remark);
        }
    }

    /// Records an event, if events are recorded; see [`event!`](crate::event!).
    #[cold]
    pub fn record(&mut self, event: Event) {
        if let Some(recorder) = &mut self.recorder {
            recorder.push(event);
        }
    }

    /// Records an event with what has changed, if events are recorded; see [`event!`](crate::event!).
    #[cold]
    pub fn record_changes(
        &mut self,
        event: Event,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
    ) {
        if let Some(recorder) = &mut self.recorder {
            let printer = self.printer.as_ref();
            recorder.push_changes(event, function, Some(live_intervals), printer);
        }
    }

    /// An instruction in debug form, for events.
    #[cold]
    pub fn inst_text(&self, function: &MachineFunction, inst: Inst) -> String {
        let mut text = String::new();
        if let Some(printer) = &self.printer {
            printer.write_inst(&mut text, function, inst);
        }
        text
    }

    /// Writes if the log is on. A failing writer is switched off.
    #[cold]
    pub fn write(&mut self, arguments: fmt::Arguments<'_>) {
        if self.active
            && let Some(out) = &mut self.out
            && out.write_fmt(arguments).is_err()
        {
            self.out = None;
            self.active = false;
        }
    }

    /// Writes an instruction in debug form and a line end, if the log is on.
    #[inline]
    pub fn write_inst(&mut self, function: &MachineFunction, inst: Inst) {
        if self.is_on() {
            self.write_inst_text(function, inst);
        }
    }

    /// Writes an operand of an instruction by itself, if the log is on.
    pub fn write_operand(&mut self, function: &MachineFunction, inst: Inst, index: usize) {
        if self.is_on()
            && let Some(printer) = &self.printer
        {
            let mut text = String::new();
            printer.write_lone_operand(&mut text, function, inst, index);
            self.write(format_args!("{text}"));
        }
    }

    /// Adds a place where a variable is to `text`.
    pub fn print_place(&self, text: &mut String, function: &MachineFunction, place: &Operand) {
        if let Some(printer) = &self.printer {
            printer.write_place(text, function, place);
        }
    }

    /// Writes the name of a block's IR block, if it has one and the log is on.
    #[inline]
    pub fn write_block_name(&mut self, function: &MachineFunction, block: Block) {
        if self.is_on() {
            let mut text = String::new();
            if let Some(printer) = &self.printer {
                printer.write_ir_block_name(&mut text, function, block);
            }
            self.write(format_args!("{text}"));
        }
    }

    /// Writes a block in debug form with slot indexes, if the log is on.
    pub fn write_block(
        &mut self,
        function: &MachineFunction,
        block: Block,
        indexes: &dyn SlotColumn,
    ) {
        if let Some(printer) = self.printer.as_ref().filter(|_| self.out.is_some()) {
            let mut text = String::new();
            printer.write_block(&mut text, function, block, Some(indexes));
            self.write(format_args!("{text}"));
        }
    }

    /// Writes a block in debug form without slot indexes, if the log is on.
    pub fn write_code_block(&mut self, function: &MachineFunction, block: Block) {
        if let Some(printer) = self.printer.as_ref().filter(|_| self.active) {
            let mut text = String::new();
            printer.write_block(&mut text, function, block, None);
            self.write(format_args!("{text}"));
        }
    }

    /// Writes a whole function in debug form with slot indexes, if the log is on.
    pub fn write_function(&mut self, function: &MachineFunction, indexes: &dyn SlotColumn) {
        if let Some(printer) = self.printer.as_ref().filter(|_| self.out.is_some()) {
            let mut text = String::new();
            printer.write_function(&mut text, function, Some(indexes));
            self.write(format_args!("{text}"));
        }
    }

    #[cold]
    fn write_inst_text(&mut self, function: &MachineFunction, inst: Inst) {
        let mut text = String::new();
        if let Some(printer) = &self.printer {
            printer.write_inst(&mut text, function, inst);
        }
        self.write(format_args!("{text}\n"));
    }
}

impl fmt::Debug for Log<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("on", &self.is_on()).finish()
    }
}

impl Observer for Log<'_> {
    fn is_on(&self) -> bool {
        self.active
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        Log::write(self, text);
    }

    fn write_inst(&mut self, function: &MachineFunction, inst: Inst) {
        Log::write_inst(self, function, inst);
    }

    fn separated(&mut self, reg: VReg, parts: &[VReg]) {
        let parts = parts.to_vec();
        event!(self, Event::Separate { reg, parts });
    }
}
