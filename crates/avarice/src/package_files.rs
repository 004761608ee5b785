//! `avarice package-files`: what a package has besides the program. It is made from the declaration of the command line.
//!
//! ```text
//!   FOLDER/avarice.bash  FOLDER/_avarice  FOLDER/avarice.fish      completions
//!   FOLDER/man1/avarice.1  FOLDER/man1/avarice-compile.1 …         a page for each command
//! ```

use std::fs;
use std::io;
use std::path::Path;

use clap_complete::Shell;

use crate::diagnostics::Diagnostic;
use crate::grammar;

const NAME: &str = "avarice";

/// Writes all of it.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(folder: &Path) -> Result<(), Diagnostic> {
    let without_help = |command: clap::Command| command.disable_help_subcommand(true);
    let command = grammar::declaration().mut_subcommands(without_help);
    let command = without_help(command);
    write_all(command, folder).map_err(|error| {
        Diagnostic::new(format!("cannot write to '{}': {error}", folder.display()))
    })
}

fn write_all(mut command: clap::Command, folder: &Path) -> io::Result<()> {
    let pages = folder.join("man1");
    fs::create_dir_all(&pages)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut command, NAME, folder)?;
    }
    clap_mangen::generate_to(command, &pages)
}
