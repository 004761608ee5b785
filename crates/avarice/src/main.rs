//! The `avarice` binary: see [`avarice::run_command_line`].

use std::process::ExitCode;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: avarice::large_tables::LargeTables = avarice::large_tables::LargeTables;

fn main() -> ExitCode {
    avarice::run_command_line(std::env::args_os())
}
