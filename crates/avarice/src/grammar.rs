//! What a command line may say, put together once for a process: that takes longer than to compile a small file.

use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use clap::{CommandFactory, FromArgMatches};

use crate::options::CommandLine;

static GRAMMAR: LazyLock<Mutex<clap::Command>> =
    LazyLock::new(|| Mutex::new(CommandLine::command()));

/// Looks at the subcommands and their options. `clap` adds the options that print help to what was once read.
pub fn inspect<R>(look: impl FnOnce(&clap::Command) -> R) -> R {
    look(&locked())
}

/// Reads a command line (the program's name first) in `clap`'s spelling.
///
/// # Errors
/// It does not follow the grammar, or asks for help or the version.
pub fn read(args: &[OsString]) -> Result<CommandLine, clap::Error> {
    let mut grammar = locked();
    let mut matches = grammar.try_get_matches_from_mut(args)?;
    CommandLine::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut grammar))
}

fn locked() -> MutexGuard<'static, clap::Command> {
    // A panic while reading leaves nothing that a later command line could see.
    GRAMMAR.lock().unwrap_or_else(PoisonError::into_inner)
}
