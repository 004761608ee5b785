//! What the processor that a function is tuned for does slowly or well: `"tune-cpu"`, or `"target-cpu"` where that is not
//! said. Code runs everywhere, whatever is said here.

use std::sync::LazyLock;

use avarice_ir::AttrSet;
use avarice_mir::MachineFunction;
use avarice_target::processors::Resolved;

use crate::processors::PROCESSORS;

bitflags::bitflags! {
    /// Hints about speed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Tuning: u32 {
        /// `LEA` is slow.
        const SLOW_LEA = 1 << 0;
        /// `LEA` of three operands is slow.
        const SLOW_LEA_OF_THREE = 1 << 1;
        /// `INC` and `DEC` are slow.
        const SLOW_INC_DEC = 1 << 2;
        /// `LEA` has its operands read earlier than others.
        const LEA_READS_EARLY = 1 << 3;
        /// The stack pointer is better changed by `LEA`.
        const LEA_FOR_STACK = 1 << 4;
        /// `POPCNT` waits for its result's register.
        const FALSE_DEPS_POPCNT = 1 << 5;
        /// `LZCNT` and `TZCNT` do.
        const FALSE_DEPS_ZERO_COUNTS = 1 << 6;
        /// Permutations of whole vectors do.
        const FALSE_DEPS_PERM = 1 << 7;
        /// It takes long to go from AVX to SSE without `VZEROUPPER`.
        const VZEROUPPER = 1 << 8;
        /// No-ops of up to 7 bytes are decoded fast.
        const FAST_NOPS_7 = 1 << 9;
        /// Those of up to 11 bytes are.
        const FAST_NOPS_11 = 1 << 10;
        /// Those of up to 15 bytes are.
        const FAST_NOPS_15 = 1 << 11;
        /// Registers of 128 bits are better than wider ones.
        const PREFER_128 = 1 << 12;
        /// Registers of 256 bits are better than wider ones.
        const PREFER_256 = 1 << 13;
        /// Accesses to 16 bytes are slow where these are not aligned.
        const SLOW_UNALIGNED_16 = 1 << 14;
    }
}

/// LLVM's names.
const NAMES: &[(&str, Tuning)] = &[
    ("slow-lea", Tuning::SLOW_LEA),
    ("slow-3ops-lea", Tuning::SLOW_LEA_OF_THREE),
    ("slow-incdec", Tuning::SLOW_INC_DEC),
    ("lea-uses-ag", Tuning::LEA_READS_EARLY),
    ("lea-sp", Tuning::LEA_FOR_STACK),
    ("false-deps-popcnt", Tuning::FALSE_DEPS_POPCNT),
    ("false-deps-lzcnt-tzcnt", Tuning::FALSE_DEPS_ZERO_COUNTS),
    ("false-deps-perm", Tuning::FALSE_DEPS_PERM),
    ("vzeroupper", Tuning::VZEROUPPER),
    ("fast-7bytenop", Tuning::FAST_NOPS_7),
    ("fast-11bytenop", Tuning::FAST_NOPS_11),
    ("fast-15bytenop", Tuning::FAST_NOPS_15),
    ("prefer-128-bit", Tuning::PREFER_128),
    ("prefer-256-bit", Tuning::PREFER_256),
    ("slow-unaligned-mem-16", Tuning::SLOW_UNALIGNED_16),
];

/// The flags by the places of their names in the table of features.
static PLACES: LazyLock<Vec<(usize, Tuning)>> = LazyLock::new(|| {
    let names = NAMES.iter();
    let places = names.filter_map(|(name, flag)| Some((PROCESSORS.feature(name)?, *flag)));
    places.collect()
});

thread_local! {
    static RESOLVED: Resolved<Tuning> = const { Resolved::new() };
}

/// What code is tuned for if no processor is named, as in LLVM.
const OLDEST: &str = "i586";

/// Where the flags are among the bits of a function's features.
const SHIFT: u32 = 32;

/// The bits of a function with attributes `attrs`, to be added to those of its features.
pub fn bits(attrs: &AttrSet) -> u64 {
    u64::from(of_attributes(attrs).bits()) << SHIFT
}

/// What a function with attributes `attrs` is tuned for.
pub fn of_attributes(attrs: &AttrSet) -> Tuning {
    let word = |name: &str| attrs.string(name);
    let cpu = word("target-cpu").unwrap_or("");
    // Who says `x86-64` says nothing of what it is for.
    let meant = if cpu == "x86-64" { "generic" } else { cpu };
    let words = [
        cpu,
        word("tune-cpu").unwrap_or(meant),
        word("target-features").unwrap_or(""),
    ];
    RESOLVED.with(|resolved| {
        resolved.of(words, |[cpu, tune, features]| {
            let tune = if tune.is_empty() { OLDEST } else { tune };
            let set = PROCESSORS.resolve(cpu, tune, &[features]);
            let flags = PLACES.iter().filter(|(place, _)| set.has(*place));
            flags.map(|(_, flag)| *flag).collect()
        })
    })
}

/// What a function is tuned for, as [`crate::subtarget::read`] left it.
pub fn of(function: &MachineFunction) -> Tuning {
    Tuning::from_bits_retain((function.target_info.features >> SHIFT) as u32)
}
