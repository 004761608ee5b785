//! Where passes write their debug output.

use std::fmt;

use avarice_mir::print::MirPrinter;
use avarice_mir::{Inst, MachineFunction};

/// A debug log that is off most of the time.
///
/// Passes write with [`log!`](crate::log!), which formats only if the log is on: one predictable branch.
#[derive(Default)]
pub struct Log<'a> {
    out: Option<&'a mut dyn fmt::Write>,
    printer: Option<MirPrinter<'a>>,
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
            printer: None,
        }
    }

    /// The same log, with the names that instructions print with.
    pub fn with_printer(mut self, printer: MirPrinter<'a>) -> Self {
        self.printer = Some(printer);
        self
    }

    /// Whether anything is written.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.out.is_some()
    }

    /// Writes if the log is on. A failing writer is switched off.
    pub fn write(&mut self, arguments: fmt::Arguments<'_>) {
        if let Some(out) = &mut self.out
            && out.write_fmt(arguments).is_err()
        {
            self.out = None;
        }
    }

    /// Writes an instruction in debug form and a line end, if the log is on.
    #[inline]
    pub fn write_inst(&mut self, function: &MachineFunction, inst: Inst) {
        if self.is_on() {
            self.write_inst_text(function, inst);
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

/// Formats to a [`Log`](crate::log::Log) if it is on; the arguments are not evaluated otherwise.
#[macro_export]
macro_rules! log {
    ($log:expr, $($arguments:tt)*) => {
        if $log.is_on() {
            $log.write(::std::format_args!($($arguments)*));
        }
    };
}
