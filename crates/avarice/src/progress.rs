//! A line on the terminal that says how far a long compilation is.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::output::report;

/// How long nothing is said, and how much time passes between two changes of the line.
const SILENT: Duration = Duration::from_secs(2);
const STEP: Duration = Duration::from_millis(100);

/// Counts the functions that are compiled. After two seconds it says how many, where standard error is a terminal; the line is
/// gone when this is dropped.
pub(crate) struct Progress {
    total: usize,
    done: AtomicUsize,
    /// The line; `None` where it is never shown.
    line: Option<Mutex<Line>>,
}

struct Line {
    /// When it changes next.
    next: Instant,
    is_shown: bool,
}

impl Progress {
    /// For so many functions; `is_wanted` says whether they are compiled for someone who waits at a terminal.
    pub(crate) fn new(total: usize, is_wanted: bool) -> Self {
        let is_shown = is_wanted && io::stderr().is_terminal();
        Self {
            total,
            done: AtomicUsize::new(0),
            line: is_shown.then(|| {
                Mutex::new(Line {
                    next: Instant::now() + SILENT,
                    is_shown: false,
                })
            }),
        }
    }

    /// Counts one more, of which this is the result.
    pub(crate) fn after<T>(&self, result: T) -> T {
        self.advance();
        result
    }

    fn advance(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        // While another thread writes, there is nothing to do.
        let Some(Ok(mut line)) = self.line.as_ref().map(Mutex::try_lock) else {
            return;
        };
        let now = Instant::now();
        if now >= line.next {
            line.next = now + STEP;
            line.is_shown = true;
            report!("\r{done} of {} functions\x1b[K", self.total);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let line = self.line.as_mut().and_then(|line| line.get_mut().ok());
        if line.is_some_and(|line| line.is_shown) {
            report!("\r\x1b[K");
        }
    }
}
