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

/// The syntax of x86's assembly.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum X86Syntax {
    /// `addl %edi, 8(%rsi)`
    Att,
    /// `add dword ptr [rsi + 8], edi`
    Intel,
}

/// What assembly looks like.
#[derive(Args, Clone, Debug)]
pub struct AssemblyOptions {
    /// Write comments into assembly
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true", action = ArgAction::Set)]
    pub asm_verbose: bool,
    /// Write the bytes of each instruction into the comments
    #[arg(long)]
    pub show_mc_encoding: bool,
    /// Syntax of AArch64's vector instructions in assembly
    #[arg(long, value_name = "SYNTAX", default_value = "generic")]
    pub aarch64_neon_syntax: NeonSyntax,
    /// Syntax of x86's assembly
    #[arg(long, value_name = "SYNTAX", default_value = "att")]
    pub x86_asm_syntax: X86Syntax,
}
