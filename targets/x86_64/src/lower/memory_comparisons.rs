//! How bytes are loaded that are compared in place of a call of `memcmp`.

use avarice_ir::{Global, Module};
use avarice_legalize::{Comparison, ComparisonLoads};

use crate::subtarget::{self, Features};
use crate::tuning::{self, Tuning};

/// Loads of all sizes.
const SIZES: &[u64] = &[64, 32, 16, 8, 4, 2, 1];

/// How `global` loads what is compared: in vectors where only equality matters, of the width that the processor likes.
pub(super) fn loads(module: &Module, global: Global, comparison: Comparison) -> ComparisonLoads {
    let largest = match comparison {
        Comparison::Equality => vector_bytes(module, global).unwrap_or(8),
        Comparison::Order => 8,
    };
    let first = SIZES.partition_point(|size| *size > largest);
    ComparisonLoads {
        sizes: &SIZES[first..],
        odd_sizes: &[],
        most: 2,
        per_block: 2,
    }
}

/// The bytes of the widest vector that a function has and likes.
pub(super) fn vector_bytes(module: &Module, global: Global) -> Option<u64> {
    let features = subtarget::of_global(module, global);
    let attrs = module.globals[global].function();
    let attrs = module.attrs(attrs.and_then(|data| data.attrs.function));
    let tuning = tuning::of_attributes(attrs);
    let said = attrs.string("prefer-vector-width");
    let said: Option<u64> = said.and_then(|bits| bits.parse().ok());
    let preferred = said.filter(|bits| *bits != 0).unwrap_or({
        match tuning {
            it if it.contains(Tuning::PREFER_128) => 128,
            it if it.contains(Tuning::PREFER_256) => 256,
            _ => u64::MAX,
        }
    });
    let widths = [
        (512, Features::AVX512F),
        (256, Features::AVX),
        (128, Features::SSE2),
    ];
    let mut widths = widths.into_iter();
    let found = widths.find(|(bits, feature)| preferred >= *bits && features.contains(*feature));
    found.map(|(bits, _)| bits / 8)
}
