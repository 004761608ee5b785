//! Options of assembly as text.

use clap::{ArgAction, Args, ValueEnum};

/// The syntax of AArch64's vector instructions.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeonSyntax {
    /// `add v0.4s, v1.4s, v2.4s`
    Generic,
    /// `add.4s v0, v1, v2`
    Apple,
}

/// What assembly looks like.
#[derive(Args, Clone, Debug)]
pub struct AssemblyOptions {
    /// Write comments into assembly
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true", action = ArgAction::Set)]
    pub asm_verbose: bool,
    /// Syntax of AArch64's vector instructions in assembly
    #[arg(long, value_name = "SYNTAX", default_value = "generic")]
    pub aarch64_neon_syntax: NeonSyntax,
}
