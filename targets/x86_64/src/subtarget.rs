//! Which instruction set extensions a function may use.
//!
//! They come from the function's `"target-features"` (`+sse4.1,-avx`), on top of what its `"target-cpu"` has: the table
//! of processors has the features of each processor that LLVM knows. Extensions without a flag here are never used.

use std::sync::LazyLock;

use crate::processors::PROCESSORS;
use crate::tables::TARGET;
use crate::tuning;

use avarice_ir::{AttrSet, Global, Module};
use avarice_mir::MachineFunction;
use avarice_target::processors::Resolved;

macro_rules! features {
    ($($(#[$($doc:tt)*])* $name:ident $text:literal;)*) => {
        /// The number of each flag, so that no two have the same.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the flags are")]
        enum Bit {
            $($name),*
        }

        bitflags::bitflags! {
            /// Extensions beyond the baseline (CMOV, x87), and SSE2, which may be switched off.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Features: u32 {
                $($(#[$($doc)*])* const $name = 1 << Bit::$name as u32;)*
            }
        }

        const FEATURES: &[(&str, Features)] = &[
            $(($text, Features::$name)),*
        ];
    };
}

features! {
    /// SSE3
    SSE3 "sse3";
    /// SSSE3
    SSSE3 "ssse3";
    /// SSE4.1: `ROUNDSD`, `PMINSD` …
    SSE41 "sse4.1";
    /// SSE4.2
    SSE42 "sse4.2";
    /// `POPCNT`
    POPCNT "popcnt";
    /// AVX
    AVX "avx";
    /// AVX2
    AVX2 "avx2";
    /// `ANDN`, `BLSR` …
    BMI "bmi";
    /// `SHLX`, `RORX`, `MULX` …
    BMI2 "bmi2";
    /// `LZCNT`
    LZCNT "lzcnt";
    /// `MOVBE`
    MOVBE "movbe";
    /// FMA3
    FMA "fma";
    /// `VCVTPH2PS` …
    F16C "f16c";
    /// `CMPXCHG16B`
    CX16 "cx16";
    /// SSE2: vectors of integers and doubles
    SSE2 "sse2";
    /// `int3` after returns
    HARDEN_SLS_RET "harden-sls-ret";
    /// `int3` after indirect jumps
    HARDEN_SLS_IJMP "harden-sls-ijmp";
    /// Indirect calls by thunks
    RETPOLINE_CALLS "retpoline-indirect-calls";
    /// Indirect jumps by thunks
    RETPOLINE_BRANCHES "retpoline-indirect-branches";
    /// Both
    RETPOLINE_BOTH "retpoline";
    /// Thunks that the program has
    RETPOLINE_EXTERNAL "retpoline-external-thunk";
    /// Indirect calls and jumps by thunks with a fence, and returns likewise
    LVI_CFI "lvi-cfi";
    /// Prefixes of branches say whether they are taken
    BRANCH_HINT "branch-hint";
    /// `REP MOVSB` of few bytes is fast
    FSRM "fsrm";
    /// Fences before accesses of memory and branches
    SESES "seses";
    /// Registers of 512 bits
    AVX512F "avx512f";
    /// Vectors of 8-bit and 16-bit integers in them, and masks of 32 and 64 bits
    AVX512BW "avx512bw";
    /// Masks of 8 bits, and more
    AVX512DQ "avx512dq";
    /// Comparisons are executed with any branch on them
    BRANCH_FUSION "branchfusion";
    /// Some instructions are executed with the branch on their flags
    MACRO_FUSION "macrofusion";
}

impl Features {
    /// Indirect calls or jumps by thunks that no speculation gets through.
    pub const RETPOLINE: Self = Self::RETPOLINE_CALLS.union(Self::RETPOLINE_BRANCHES);
}

/// The flags by the places of their names in the table of features.
static PLACES: LazyLock<Vec<(usize, Features)>> = LazyLock::new(|| {
    let places = FEATURES.iter();
    let places = places.filter_map(|(name, flag)| Some((PROCESSORS.feature(name)?, *flag)));
    places.collect()
});

thread_local! {
    static RESOLVED: Resolved<Features> = const { Resolved::new() };
}

/// The features of a function with attributes `attrs`.
pub fn features(attrs: &AttrSet) -> Features {
    let words = ["target-cpu", "target-features"].map(|name| attrs.string(name).unwrap_or(""));
    RESOLVED.with(|resolved| resolved.of([words[0], tuned_for(attrs), words[1]], resolve))
}

/// The processor that a function is tuned for. Where nothing says which, it is an old one.
fn tuned_for(attrs: &AttrSet) -> &str {
    let tuned = attrs.string("tune-cpu").or(attrs.string("target-cpu"));
    tuned.filter(|name| !name.is_empty()).unwrap_or("i586")
}

fn resolve([processor, tune, words]: [&str; 3]) -> Features {
    // Code of 64 bits begins with SSE2, whatever the processor.
    let set = PROCESSORS.resolve(processor, tune, &["+sse2", words]);
    let flags = PLACES.iter().filter(|(place, _)| set.has(*place));
    flags.map(|(_, flag)| *flag).collect()
}

/// The features of a function of the IR.
pub fn of_global(module: &Module, global: Global) -> Features {
    let attrs = module.globals[global].function().map(|f| f.attrs.function);
    features(module.attrs(attrs.flatten()))
}

/// The features of a function, as [`read`] left them.
pub fn of(function: &MachineFunction) -> Features {
    Features::from_bits_retain(function.target_info.features as u32)
}

/// Sets what passes ask of `function` from the attributes of its IR function: extensions, whether to
/// optimize for size.
pub fn read(module: &Module, function: &mut MachineFunction) {
    let data = function.ir_function.map(|global| &module.globals[global]);
    let ir = data.and_then(|data| data.function());
    let none = AttrSet::default();
    let attrs = ir.map_or(&none, |ir| module.attrs(ir.attrs.function));
    let info = &mut function.target_info;
    info.features = u64::from(features(attrs).bits()) | tuning::bits(attrs);
    info.processor_model = TARGET.scheduling.of_processor(tuned_for(attrs));
    info.protection.marks_targets = module.flag("cf-protection-branch").is_some();
}

#[cfg(test)]
mod tests {
    use super::*;
    use avarice_ir::AttributeKind;

    fn of(cpu: &str, text: &str) -> Features {
        let string = |k: &str, v: &str| AttributeKind::String(k.into(), v.into());
        features(&AttrSet {
            attrs: vec![string("target-cpu", cpu), string("target-features", text)],
        })
    }

    #[test]
    fn features_imply_and_exclude_each_other() {
        let of_extensions = |text| of("x86-64", text) - Features::MACRO_FUSION;
        assert_eq!(of_extensions("+cx8,+mmx,+sse2"), Features::SSE2);
        assert!(of("x86-64", "+avx2").contains(Features::SSE41));
        assert_eq!(
            of_extensions("+avx2,-ssse3"),
            Features::SSE3 | Features::SSE2
        );
        assert!(of("x86-64-v3", "").contains(Features::BMI2 | Features::FMA));
        assert!(!of("x86-64-v3", "-avx").intersects(Features::AVX2 | Features::FMA));
    }
}
