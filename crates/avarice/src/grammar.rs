//! What a command line may say, put together once for a process: that takes longer than to compile a small file.

use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, PoisonError};

use clap::{CommandFactory, FromArgMatches};

use crate::options::CommandLine;

static GRAMMAR: LazyLock<clap::Command> = LazyLock::new(CommandLine::command);

/// The grammar with what `clap` adds as it reads.
static PARSER: LazyLock<Mutex<clap::Command>> = LazyLock::new(|| Mutex::new(GRAMMAR.clone()));

/// The subcommands and their options, as they are declared.
pub fn grammar() -> &'static clap::Command {
    &GRAMMAR
}

/// Reads a command line (the program's name first) in `clap`'s spelling.
///
/// # Errors
/// It does not follow the grammar, or asks for help or the version.
pub fn read(args: &[OsString]) -> Result<CommandLine, clap::Error> {
    // A panic while reading leaves nothing that a later command line could see.
    let mut parser = PARSER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut matches = parser.try_get_matches_from_mut(args)?;
    CommandLine::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut parser))
}
