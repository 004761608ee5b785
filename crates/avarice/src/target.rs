//! The targets that this binary has, by triple.

use std::str::FromStr;

use avarice_emit::TargetEmitter;
use avarice_ir::Module;
use avarice_lower::TargetLowering;
use avarice_machine::pass::pipeline::TargetPass;
use avarice_mir::parse::{MirTarget, ParseError};
use avarice_mir::{FrameHooks, MachineFunction, TargetHooks};
use avarice_target::processors::Processors;
use target_lexicon::{Aarch64Architecture, Architecture, BinaryFormat, OperatingSystem, Triple};

use crate::diagnostics::Diagnostic;
use crate::ledger::Machine;
use crate::options::CodegenOptions;
use crate::triple::{is_system, normalize};

/// AArch64 with the highest byte first.
const BIG_ENDIAN: Architecture = Architecture::Aarch64(Aarch64Architecture::Aarch64be);

/// A target and what the pipeline asks of it.
pub struct Target {
    /// Its hooks.
    pub hooks: &'static dyn TargetHooks,
    /// Instruction selection; `None` for a target that only has the passes on machine functions.
    pub lowering: Option<&'static dyn TargetLowering>,
    /// Frames and pseudos.
    pub frame: &'static dyn FrameHooks,
    /// Machine passes of its own.
    pub passes: &'static [TargetPass],
    /// Encoder and printer.
    pub emitter: &'static dyn TargetEmitter,
    /// Its processors and their features.
    pub processors: &'static Processors,
    /// Sizes and alignments of types, as `target datalayout` says them.
    pub data_layout: &'static str,
    /// The triple that chose it.
    pub triple: String,
}

impl Target {
    /// Its column in the ledger.
    pub fn machine(&self) -> Machine {
        match self.hooks.desc().name {
            "x86_64" => Machine::X86_64,
            _ => Machine::AArch64,
        }
    }

    /// Instruction selection.
    ///
    /// # Errors
    /// The target has none; what the user is told.
    pub fn lowering(&self) -> Result<&'static dyn TargetLowering, String> {
        self.lowering.ok_or_else(|| {
            let triple = &self.triple;
            format!("unsupported: selection for {triple}, which has the passes on .mir")
        })
    }
}

/// The target that the options choose for a module with `triple`, which becomes that of the options if they
/// have one.
pub fn choose(options: &CodegenOptions, triple: &mut Box<str>) -> Result<Target, Diagnostic> {
    by_triple(&effective_triple(options, triple)?)
}

/// The triple that the options choose for a module with `triple`, which becomes that of the options if they have one.
fn effective_triple(options: &CodegenOptions, triple: &mut Box<str>) -> Result<String, Diagnostic> {
    if let Some(option) = &options.mtriple {
        *triple = normalize(option).into();
    }
    let Some(arch) = options.march.as_deref() else {
        return Ok(triple.to_string());
    };
    let arch = match arch {
        "x86-64" => "x86_64",
        "aarch64" | "arm64" => "aarch64",
        _ => {
            return Err(
                Diagnostic::new(format!("unsupported: architecture '{arch}'"))
                    .note("supported: x86-64, aarch64"),
            );
        }
    };
    let rest = triple.split_once('-').map_or("unknown-linux-gnu", |t| t.1);
    Ok(format!("{arch}-{rest}"))
}

/// The same as its parts; the host's for an empty one.
///
/// # Errors
/// What is no triple.
#[cfg(feature = "cranelift")]
pub fn choose_triple(
    options: &CodegenOptions,
    triple: &mut Box<str>,
) -> Result<Triple, Diagnostic> {
    match &*effective_triple(options, triple)? {
        "" => Ok(Triple::host()),
        triple => parse(triple),
    }
}

/// The target of `triple`; the host's for an empty one.
pub fn by_triple(triple: &str) -> Result<Target, Diagnostic> {
    if let Some(what) = foreign_abi(triple) {
        return Err(
            Diagnostic::new(format!("unsupported: {what}: target '{triple}'"))
                .note("supported: pointers of 64 bits"),
        );
    }
    let parsed = match triple {
        "" => Triple::host(),
        _ => parse(triple)?,
    };
    let linux = !is_other_system(triple)
        && matches!(
            parsed.operating_system,
            OperatingSystem::Linux | OperatingSystem::Unknown | OperatingSystem::None_
        );
    match parsed.architecture {
        Architecture::X86_64 if linux => Ok(Target {
            hooks: &avarice_target_x86_64::hooks::X86Hooks,
            lowering: Some(&avarice_target_x86_64::lower::X86Lowering),
            frame: &avarice_target_x86_64::hooks::X86Hooks,
            passes: avarice_target_x86_64::passes::PASSES,
            emitter: &avarice_target_x86_64::encode::X86Emitter,
            processors: &avarice_target_x86_64::processors::PROCESSORS,
            data_layout: avarice_ir::data_layout::X86_64_LAYOUT,
            triple: triple.to_string(),
        }),
        Architecture::Aarch64(_) => Ok(Target {
            hooks: &avarice_target_aarch64::hooks::AArch64Hooks,
            // Other systems and byte orders call functions and lay out data in other ways.
            lowering: (linux && parsed.architecture != BIG_ENDIAN)
                .then_some(&avarice_target_aarch64::lower::AArch64Lowering as _),
            frame: &avarice_target_aarch64::hooks::AArch64Hooks,
            passes: avarice_target_aarch64::passes::PASSES,
            emitter: &avarice_target_aarch64::encode::A64Emitter,
            processors: &avarice_target_aarch64::processors::PROCESSORS,
            data_layout: aarch64_layout(&parsed),
            triple: triple.to_string(),
        }),
        _ => Err(Diagnostic::new(format!("unsupported: target '{triple}'"))
            .note("supported: x86_64 and aarch64 on Linux; aarch64 elsewhere from .mir on")),
    }
}

/// The ABI that a triple's environment asks for and that no target has here.
fn foreign_abi(triple: &str) -> Option<&'static str> {
    let words: Vec<&str> = triple.split('-').collect();
    let has = |word: &str| words.iter().any(|part| part.starts_with(word));
    if has("gnux32") || has("muslx32") {
        Some("the ABI x32")
    } else if has("gnu_ilp32") || has("aarch64_32") || has("arm64_32") {
        Some("the ABI ILP32")
    } else {
        None
    }
}

/// Whether a triple names a system or an object format with other rules, by a word that its parser takes for an unknown one.
fn is_other_system(triple: &str) -> bool {
    const SYSTEMS: [&str; 7] = [
        "mingw",
        "cygwin",
        "driverkit",
        "kfreebsd",
        "nacl",
        "ps4",
        "ps5",
    ];
    triple.split('-').any(|word| {
        matches!(word, "coff" | "macho") || SYSTEMS.iter().any(|system| word.starts_with(system))
    })
}

/// LLVM's layout for the object format of the system.
fn aarch64_layout(triple: &Triple) -> &'static str {
    let is_big = triple.architecture == BIG_ENDIAN;
    match triple.binary_format {
        _ if is_big => avarice_ir::data_layout::AARCH64_BE_LAYOUT,
        BinaryFormat::Macho => avarice_ir::data_layout::AARCH64_MACHO_LAYOUT,
        BinaryFormat::Coff => avarice_ir::data_layout::AARCH64_COFF_LAYOUT,
        _ => avarice_ir::data_layout::AARCH64_LAYOUT,
    }
}

fn parse(triple: &str) -> Result<Triple, Diagnostic> {
    // LLVM writes `x86_64-pc-linux-gnu`, `x86_64-linux-gnu` and `x86_64-unknown-linux-gnu` for one system.
    let parts = || triple.split('-');
    let system = parts().find(|part| is_system(part)).unwrap_or("linux");
    Triple::from_str(triple)
        .or_else(|error| {
            let arch = parts().next().unwrap_or("");
            let rest = match system {
                _ if parts().any(|part| part == "gnux32") => return Err(error),
                system if system.starts_with("linux") => "unknown-linux-gnu",
                system if system.starts_with("win") => "pc-windows-msvc",
                "darwin" => "apple-darwin",
                system if system.starts_with("macos") || system.starts_with("ios") => {
                    "apple-darwin"
                }
                _ => return Err(error),
            };
            Triple::from_str(&format!("{arch}-{rest}"))
        })
        .map_err(|error| Diagnostic::new(format!("bad target triple '{triple}': {error}")))
}

/// Reads a `.mir` file for the target that the options or its module name; the module gets the target's data
/// layout.
///
/// # Errors
/// The first thing in the text that is not right, or a target that is not here.
pub fn parse_mir(
    text: &[u8],
    options: &CodegenOptions,
) -> Result<(Module, Vec<MachineFunction>), ParseError> {
    let target_of = |module: &mut Module| {
        let target = choose(options, &mut module.triple).map_err(|error| error.to_string())?;
        module.data_layout = target.data_layout.into();
        Ok(MirTarget {
            desc: target.hooks.desc(),
            text: target.hooks.text_names(),
        })
    };
    avarice_mir::parse::parse_mir(text, &target_of).map(|file| (file.module, file.functions))
}
