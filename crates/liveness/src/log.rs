//! Where passes write their debug output.

use std::fmt;

/// A debug log that is off most of the time.
///
/// Passes write with [`log!`](crate::log!), which formats only if the log is on: one predictable branch.
#[derive(Default)]
pub struct Log<'a> {
    out: Option<&'a mut dyn fmt::Write>,
}

impl<'a> Log<'a> {
    /// A log that drops everything.
    pub fn off() -> Self {
        Self { out: None }
    }

    /// A log that writes to `out`.
    pub fn on(out: &'a mut dyn fmt::Write) -> Self {
        Self { out: Some(out) }
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
