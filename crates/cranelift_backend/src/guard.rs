//! Runs foreign code that may panic, without ending the program or writing to standard error.
//!
//! ```text
//!   guarded(work) ──▶ work returns  ──▶ Ok(result)
//!                 └─▶ work panics ──▶ hook: the message is kept for this thread ──▶ Err(message)
//! ```
//!
//! The hook is set when it is first needed, and passes everything outside of [`guarded`] on to the previous
//! hook.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::Path;
use std::sync::Once;

/// What a panic of this thread means.
#[derive(Default)]
enum Guard {
    /// Nothing waits for it.
    #[default]
    Off,
    /// [`guarded`] waits.
    On,
    /// It has happened, and said this.
    Said(String),
}

thread_local! {
    static GUARD: Cell<Guard> = const { Cell::new(Guard::Off) };
}

/// Does `work`.
///
/// # Requires
/// What `work` changes outside of itself is thrown away after a panic: it may be half done.
///
/// # Errors
/// What it said when it panicked, and where.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| match GUARD.take() {
            Guard::Off => before(info),
            Guard::On => GUARD.set(Guard::Said(message(info))),
            // A second one ends the program: what it says is all there will be.
            Guard::Said(_) => before(info),
        }));
    });
    let outer = GUARD.replace(Guard::On);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    let guard = GUARD.replace(outer);
    result.map_err(|_| match guard {
        Guard::Said(message) => message,
        Guard::Off | Guard::On => "without a message".into(),
    })
}

/// The message of a panic, and where it happened: the file without the folders, which are those of a machine.
fn message(info: &PanicHookInfo<'_>) -> String {
    let text = info.payload_as_str().unwrap_or("without a message");
    let Some(location) = info.location() else {
        return text.into();
    };
    let file = Path::new(location.file()).file_name().unwrap_or_default();
    format!("{text} ({}:{})", file.display(), location.line())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_message_and_place() {
        let result: Result<(), String> = guarded(|| panic!("no register for {}", "v7"));
        let error = result.expect_err("it panics");
        assert!(
            error.starts_with("no register for v7 (guard.rs:"),
            "{error}"
        );
    }

    #[test]
    fn work_goes_on_after_a_panic() {
        let empty: [u8; 0] = [];
        assert!(guarded(|| empty[empty.len()]).is_err());
        assert_eq!(guarded(|| 6 * 7), Ok(42));
    }

    #[test]
    fn a_panic_in_inner_work_leaves_the_outer_guard() {
        let outer = guarded(|| -> u8 {
            assert!(guarded(|| panic!("inner")).is_err());
            panic!("outer")
        });
        assert!(outer.is_err_and(|error| error.starts_with("outer")));
    }
}
