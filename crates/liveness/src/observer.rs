//! Those who watch live intervals being computed and changed.

use std::fmt;

use avarice_mir::{Inst, MachineFunction, VReg};

/// Watches live intervals being computed and changed: a debug log, or a recorder of events. It steers nothing.
pub trait Observer {
    /// Whether anything that is written is kept.
    fn is_on(&self) -> bool;

    /// Writes a piece of the debug log.
    fn write(&mut self, text: fmt::Arguments<'_>);

    /// Writes an instruction in debug form and a line end.
    fn write_inst(&mut self, function: &MachineFunction, inst: Inst);

    /// The components of the interval of `reg` have become registers of their own, `parts`; one of them keeps `reg`.
    fn separated(&mut self, reg: VReg, parts: &[VReg]);
}

/// No one watches.
pub struct Unobserved;

impl Observer for Unobserved {
    fn is_on(&self) -> bool {
        false
    }

    fn write(&mut self, _: fmt::Arguments<'_>) {}

    fn write_inst(&mut self, _: &MachineFunction, _: Inst) {}

    fn separated(&mut self, _: VReg, _: &[VReg]) {}
}

/// Formats to an [`Observer`] or a log if it is on; the arguments are not evaluated otherwise.
#[macro_export]
macro_rules! log {
    ($log:expr, $($arguments:tt)*) => {
        if $log.is_on() {
            $log.write(::std::format_args!($($arguments)*));
        }
    };
}

pub use log;
