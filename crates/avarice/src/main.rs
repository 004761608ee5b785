//! The `avarice` binary: see [`avarice::run_command_line`].

use std::process::ExitCode;

fn main() -> ExitCode {
    avarice::run_command_line(std::env::args_os())
}
