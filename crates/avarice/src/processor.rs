//! `-mcpu` and `-mattr`, and the names of processors and features in a module.

use avarice_ir::Module;
use avarice_target::PhysReg;
use avarice_target::processors::Processors;

use crate::diagnostics::Diagnostic;
use crate::ledger::Machine;
use crate::options::CodegenOptions;
use crate::target::{self, Target};

/// The list of processors and features, if the options ask for it.
///
/// # Errors
/// No target has the triple.
pub(crate) fn help(options: &CodegenOptions) -> Result<Option<String>, Diagnostic> {
    let is_asked = options.mcpu.as_deref() == Some("help")
        || options
            .mattr
            .iter()
            .any(|word| matches!(&**word, "help" | "+help"));
    if !is_asked {
        return Ok(None);
    }
    let target = target::choose(options, &mut "".into())?;
    Ok(Some(target.processors.help()))
}

/// Gives the functions of `module` the processor and the features of the options, as far as they have none or after their
/// own. Returns warnings about names that `target` does not know, in llc's words, each once.
pub(crate) fn apply(module: &mut Module, options: &CodegenOptions, target: &Target) -> String {
    let mut cpu = options.mcpu.clone().filter(|cpu| !cpu.is_empty());
    let mut features = options.mattr.clone();
    if cpu.as_deref() == Some("native")
        && let Some((processor, detected)) = native(target)
    {
        cpu = Some(processor.into());
        features.splice(0..0, detected);
    }
    let mut words: Vec<String> = Vec::new();
    for word in features.into_iter().filter(|word| !word.is_empty()) {
        // A name without a sign is added, as for llc.
        words.push(match word.starts_with(['+', '-']) {
            true => word,
            false => format!("+{word}"),
        });
    }
    if let Some(cpu) = &cpu {
        module.add_default_function_attr("target-cpu", cpu);
    }
    if !words.is_empty() {
        module.append_function_attr("target-features", &words.join(","));
    }
    let own = (cpu.as_deref().unwrap_or(""), words.join(","));
    warnings(module, target.processors, own)
}

/// Warnings about unknown names: of the options (`own`), then of the functions.
fn warnings(module: &Module, known: &Processors, own: (&str, String)) -> String {
    let mut all = known.unknown(own.0, &own.1);
    for (_, set) in module.attr_sets.iter() {
        let cpu = set.string("target-cpu").unwrap_or("");
        let tune = set.string("tune-cpu").unwrap_or("");
        let features = set.string("target-features").unwrap_or("");
        for warning in [known.unknown(cpu, features), known.unknown(tune, "")].concat() {
            if !all.contains(&warning) {
                all.push(warning);
            }
        }
    }
    all.concat()
}

/// A processor and features that together are this machine's, if it is one of `target`. Which of the processors of its
/// kind it is does not matter: only features do.
fn native(target: &Target) -> Option<(&'static str, Vec<String>)> {
    let (arch, processor, has) = host();
    let is_own = target.hooks.desc().name == arch;
    let known = target.processors.features.iter();
    let found = known.filter_map(|row| {
        let has = has(row.name)?;
        Some(format!("{}{}", if has { '+' } else { '-' }, row.name))
    });
    is_own.then(|| (processor, found.collect()))
}

/// A question about features of this machine: whether it has the one with LLVM's name, `None` if that is not known.
type Has = fn(&str) -> Option<bool>;

macro_rules! host {
    ($detect:ident, $arch:literal, $processor:literal, { $($name:literal = $std:tt,)* }) => {
        /// This machine's architecture, the least processor of it, and what it has beyond.
        fn host() -> (&'static str, &'static str, Has) {
            ($arch, $processor, |name| match name {
                $($name => Some(std::arch::$detect!($std)),)*
                _ => None,
            })
        }
    };
}

#[cfg(target_arch = "x86_64")]
host!(is_x86_feature_detected, "x86_64", "x86-64", {
    "adx" = "adx",
    "aes" = "aes",
    "avx" = "avx",
    "avx2" = "avx2",
    "avx512bw" = "avx512bw",
    "avx512cd" = "avx512cd",
    "avx512dq" = "avx512dq",
    "avx512f" = "avx512f",
    "avx512vl" = "avx512vl",
    "bmi" = "bmi1",
    "bmi2" = "bmi2",
    "cx16" = "cmpxchg16b",
    "f16c" = "f16c",
    "fma" = "fma",
    "lzcnt" = "lzcnt",
    "movbe" = "movbe",
    "pclmul" = "pclmulqdq",
    "popcnt" = "popcnt",
    "rdrnd" = "rdrand",
    "rdseed" = "rdseed",
    "sha" = "sha",
    "sse3" = "sse3",
    "sse4.1" = "sse4.1",
    "sse4.2" = "sse4.2",
    "ssse3" = "ssse3",
    "xsave" = "xsave",
});

#[cfg(target_arch = "aarch64")]
host!(is_aarch64_feature_detected, "aarch64", "generic", {
    "aes" = "aes",
    "bf16" = "bf16",
    "crc" = "crc",
    "dotprod" = "dotprod",
    "fullfp16" = "fp16",
    "i8mm" = "i8mm",
    "lse" = "lse",
    "rcpc" = "rcpc",
    "rdm" = "rdm",
    "sha2" = "sha2",
    "sha3" = "sha3",
    "sve" = "sve",
    "sve2" = "sve2",
});

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn host() -> (&'static str, &'static str, Has) {
    ("", "generic", |_| None)
}

/// The registers that `-reserve-regs-for-regalloc` names, by their low halves. Names of no register are ignored, as by llc.
pub(crate) fn reserved_registers(options: &CodegenOptions, target: &Target) -> Vec<PhysReg> {
    let number = |name: &String| match name.as_str() {
        "FP" => Some(29),
        "LR" => Some(30),
        name => name
            .strip_prefix('X')?
            .parse()
            .ok()
            .filter(|number: &u8| *number <= 30),
    };
    if target.machine() != Machine::AArch64 {
        return Vec::new();
    }
    let names = options.reserve_regs_for_regalloc.iter();
    let numbers = names.filter_map(number);
    let registers = numbers.filter_map(|number| {
        let desc = target.hooks.desc();
        desc.reg_by_name(&format!("w{number}"))
    });
    registers.collect()
}
