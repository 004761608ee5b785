//! The targets that this binary has, by triple.

use std::str::FromStr;

use avarice_emit::TargetEmitter;
use avarice_ir::Module;
use avarice_lower::TargetLowering;
use avarice_mir::parse::{MirTarget, ParseError};
use avarice_mir::{MachineFunction, TargetHooks};
use target_lexicon::{Architecture, OperatingSystem, Triple};

use crate::diagnostics::Diagnostic;

/// A target and what the pipeline asks of it.
pub struct Target {
    /// Its hooks.
    pub hooks: &'static dyn TargetHooks,
    /// Its instruction selection.
    pub lowering: &'static dyn TargetLowering,
    /// Its encoder and printer.
    pub emitter: &'static dyn TargetEmitter,
    /// Sizes and alignments of types, as `target datalayout` says them.
    pub data_layout: &'static str,
    /// The triple that chose it.
    pub triple: String,
}

/// The target of `triple`; the host's for an empty one.
pub fn by_triple(triple: &str) -> Result<Target, Diagnostic> {
    let parsed = match triple {
        "" => Triple::host(),
        _ => parse(triple)?,
    };
    let linux = matches!(
        parsed.operating_system,
        OperatingSystem::Linux | OperatingSystem::Unknown | OperatingSystem::None_
    );
    match parsed.architecture {
        Architecture::X86_64 if linux => Ok(Target {
            hooks: &avarice_target_x86_64::hooks::X86Hooks,
            lowering: &avarice_target_x86_64::lower::X86Lowering,
            emitter: &avarice_target_x86_64::encode::X86Emitter,
            data_layout: avarice_ir::data_layout::X86_64_LAYOUT,
            triple: triple.to_string(),
        }),
        _ => Err(Diagnostic::new(format!("unsupported: target '{triple}'"))
            .note("supported: x86_64 on Linux")),
    }
}

fn parse(triple: &str) -> Result<Triple, Diagnostic> {
    // LLVM writes `x86_64-pc-linux-gnu`, `x86_64-linux-gnu` and `x86_64-unknown-linux-gnu` for one system.
    Triple::from_str(triple)
        .or_else(|_| {
            let arch = triple.split('-').next().unwrap_or("");
            Triple::from_str(&format!("{arch}-unknown-linux-gnu"))
        })
        .map_err(|error| Diagnostic::new(format!("bad target triple '{triple}': {error}")))
}

/// Reads a `.mir` file for the target that its module names.
///
/// # Errors
/// The first thing in the text that is not right, or a target that is not here.
pub fn parse_mir(text: &[u8]) -> Result<(Module, Vec<MachineFunction>), ParseError> {
    let target_of = |module: &Module| {
        let target = by_triple(&module.triple).map_err(|error| error.to_string())?;
        Ok(MirTarget {
            desc: target.hooks.desc(),
            text: target.hooks.text_names(),
        })
    };
    avarice_mir::parse::parse_mir(text, &target_of).map(|file| (file.module, file.functions))
}
