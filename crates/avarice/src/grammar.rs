//! What a command line may say, put together once for a process: that takes longer than to compile a small file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use clap::{CommandFactory, FromArgMatches};

use crate::options::CommandLine;

static GRAMMAR: LazyLock<Mutex<Grammar>> = LazyLock::new(|| {
    Mutex::new(Grammar {
        all: CommandLine::command(),
        inspected: BTreeMap::new(),
    })
});

/// What was put together up to now.
struct Grammar {
    /// The options of a subcommand are put together when it is used.
    all: clap::Command,
    /// Subcommands with their options, to be looked at.
    inspected: BTreeMap<String, clap::Command>,
}

/// The declaration of all of it.
pub fn declaration() -> clap::Command {
    locked().all.clone()
}

/// Looks at the options of a subcommand, to which `clap` has added those that print help.
///
/// # Panics
/// If there is no such subcommand.
pub fn inspect<R>(subcommand: &str, look: impl FnOnce(&clap::Command) -> R) -> R {
    let Grammar { all, inspected } = &mut *locked();
    if !inspected.contains_key(subcommand) {
        let found = all.find_subcommand(subcommand);
        let mut command = found.expect("it is a subcommand").clone();
        command.build();
        inspected.insert(subcommand.to_owned(), command);
    }
    look(&inspected[subcommand])
}

/// Reads a command line (the program's name first) in `clap`'s spelling.
///
/// # Errors
/// It does not follow the grammar, or asks for help or the version.
pub fn read(args: &[OsString]) -> Result<CommandLine, clap::Error> {
    let grammar = &mut locked().all;
    let mut matches = grammar.try_get_matches_from_mut(args)?;
    CommandLine::from_arg_matches_mut(&mut matches).map_err(|error| error.format(grammar))
}

fn locked() -> MutexGuard<'static, Grammar> {
    // A panic while reading leaves nothing that a later command line could see.
    GRAMMAR.lock().unwrap_or_else(PoisonError::into_inner)
}
