//! The arguments of `avarice cc`.

use std::ffi::OsString;

use clap::Args;

/// Compile and link C or C++: clang reads it, this program makes the code
#[derive(Args, Clone, Debug)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct CcOptions {
    /// Options and files as gcc and clang take them (-c -S -E -o -x -g -O -I -D -l -L ...)
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<OsString>,
}

/// The language whose libraries are linked, and that headers are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `avarice cc`
    C,
    /// `avarice c++`
    Cxx,
}
