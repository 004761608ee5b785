//! Which instruction set extensions a function may use.
//!
//! They come from the function's `"target-features"` (`+sse4.1,-avx`), on top of what its
//! `"target-cpu"` implies. Front ends write all features of a processor beside its name, so only the
//! architecture levels and a few processors of each are known here by name; any other one counts as the baseline.

use avarice_ir::{AttrSet, Global, Module};
use avarice_mir::MachineFunction;

macro_rules! features {
    ($($(#[$($doc:tt)*])* $name:ident = $bit:literal $text:literal implies $implied:expr;)*) => {
        bitflags::bitflags! {
            /// Extensions beyond the baseline (CMOV, x87), and SSE2, which may be switched off.
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
            pub struct Features: u32 {
                $($(#[$($doc)*])* const $name = 1 << $bit;)*
            }
        }

        const FEATURES: &[(&str, Features, Features)] = &[
            $(($text, Features::$name, $implied)),*
        ];
    };
}

features! {
    /// SSE3
    SSE3 = 0 "sse3" implies Features::SSE2;
    /// SSSE3
    SSSE3 = 1 "ssse3" implies Features::SSE3;
    /// SSE4.1: `ROUNDSD`, `PMINSD` …
    SSE41 = 2 "sse4.1" implies Features::SSSE3;
    /// SSE4.2
    SSE42 = 3 "sse4.2" implies Features::SSE41;
    /// `POPCNT`
    POPCNT = 4 "popcnt" implies Features::empty();
    /// AVX
    AVX = 5 "avx" implies Features::SSE42;
    /// AVX2
    AVX2 = 6 "avx2" implies Features::AVX;
    /// `ANDN`, `BLSR` …
    BMI = 7 "bmi" implies Features::empty();
    /// `SHLX`, `RORX`, `MULX` …
    BMI2 = 8 "bmi2" implies Features::empty();
    /// `LZCNT`
    LZCNT = 9 "lzcnt" implies Features::empty();
    /// `MOVBE`
    MOVBE = 10 "movbe" implies Features::empty();
    /// FMA3
    FMA = 11 "fma" implies Features::AVX;
    /// `VCVTPH2PS` …
    F16C = 12 "f16c" implies Features::AVX;
    /// `CMPXCHG16B`
    CX16 = 13 "cx16" implies Features::empty();
    /// SSE2: vectors of integers and doubles
    SSE2 = 14 "sse2" implies Features::empty();
    /// `int3` after returns
    HARDEN_SLS_RET = 15 "harden-sls-ret" implies Features::empty();
    /// `int3` after indirect jumps
    HARDEN_SLS_IJMP = 16 "harden-sls-ijmp" implies Features::empty();
    /// Indirect calls by thunks
    RETPOLINE_CALLS = 17 "retpoline-indirect-calls" implies Features::empty();
    /// Indirect jumps by thunks
    RETPOLINE_BRANCHES = 18 "retpoline-indirect-branches" implies Features::empty();
    /// Both
    RETPOLINE_BOTH = 19 "retpoline" implies Features::RETPOLINE;
    /// Thunks that the program has
    RETPOLINE_EXTERNAL = 20 "retpoline-external-thunk" implies Features::RETPOLINE_CALLS;
    /// Indirect calls and jumps by thunks with a fence, and returns likewise
    LVI_CFI = 21 "lvi-cfi" implies Features::empty();
}

impl Features {
    /// Indirect calls or jumps by thunks that no speculation gets through.
    pub const RETPOLINE: Self = Self::RETPOLINE_CALLS.union(Self::RETPOLINE_BRANCHES);
}

const V2: Features = Features::SSE42
    .union(Features::POPCNT)
    .union(Features::CX16);
const V3: Features = V2
    .union(Features::AVX2)
    .union(Features::BMI)
    .union(Features::BMI2)
    .union(Features::LZCNT)
    .union(Features::MOVBE)
    .union(Features::FMA)
    .union(Features::F16C);

/// All features that `features` imply, themselves included.
fn closure(mut features: Features) -> Features {
    loop {
        let implied = FEATURES
            .iter()
            .filter(|(_, feature, _)| features.contains(*feature))
            .fold(features, |all, (_, _, implied)| all | *implied);
        if implied == features {
            return features;
        }
        features = implied;
    }
}

/// `features` without `removed` and all that imply it.
fn without(features: Features, removed: Features) -> Features {
    let gone = FEATURES
        .iter()
        .filter(|(_, feature, _)| closure(*feature).intersects(removed))
        .fold(removed, |gone, (_, feature, _)| gone | *feature);
    features - gone
}

/// The features of a function with attributes `attrs`.
pub fn features(attrs: &AttrSet) -> Features {
    let processor = match attrs.string("target-cpu") {
        Some("x86-64-v2" | "nehalem" | "westmere") => V2,
        Some("sandybridge" | "ivybridge" | "corei7-avx" | "core-avx-i") => V2.union(Features::AVX),
        Some(
            "x86-64-v3" | "x86-64-v4" | "haswell" | "core-avx2" | "broadwell" | "skylake"
            | "skylake-avx512" | "cascadelake" | "icelake-client" | "icelake-server" | "tigerlake"
            | "alderlake" | "sapphirerapids" | "znver1" | "znver2" | "znver3" | "znver4",
        ) => V3,
        _ => Features::empty(),
    };
    let mut features = closure(processor | Features::SSE2);
    for word in attrs.string("target-features").unwrap_or("").split(',') {
        let mut chars = word.trim().chars();
        let sign = chars.next();
        let Some((_, feature, _)) = FEATURES.iter().find(|(text, ..)| *text == chars.as_str())
        else {
            continue;
        };
        features = match sign {
            Some('+') => closure(features | *feature),
            Some('-') => without(features, *feature),
            _ => features,
        };
    }
    features
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
    info.features = features(attrs).bits().into();
    info.protection.marks_targets = module.flag("cf-protection-branch").is_some();
    info.optimize_for_size = attrs.has("optsize") || attrs.has("minsize");
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
        assert_eq!(of("x86-64", "+cx8,+mmx,+sse2"), Features::SSE2);
        assert!(of("x86-64", "+avx2").contains(Features::SSE41));
        assert_eq!(
            of("x86-64", "+avx2,-ssse3"),
            Features::SSE3 | Features::SSE2
        );
        assert!(of("x86-64-v3", "").contains(Features::BMI2 | Features::FMA));
        assert!(!of("x86-64-v3", "-avx").intersects(Features::AVX2 | Features::FMA));
    }
}
