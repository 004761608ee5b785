//! How wide constants are stored.

use avarice_ir::{Global, Module};
use avarice_legalize::ConstantStores;

use super::memory_comparisons::vector_bytes;
use crate::subtarget::{self, Features};
use crate::tuning::{self, Tuning};

/// Sizes in bytes of integers.
const INTS: u64 = 1 + 2 + 4 + 8;
/// The size in bytes of a vector register.
const VECTOR: u64 = 16;

/// The stores of `global`: integers, and vectors if the function may use them.
pub(super) fn of(module: &Module, global: Global) -> ConstantStores {
    let features = subtarget::of_global(module, global);
    let attrs = module.globals[global].function();
    let attrs = module.attrs(attrs.and_then(|data| data.attrs.function));
    let likes_vectors = vector_bytes(module, global).is_some_and(|bytes| bytes >= VECTOR);
    let is_slow = tuning::of_attributes(attrs).contains(Tuning::SLOW_UNALIGNED_16)
        && !features.contains(Features::SSE42);
    let (aligned, anywhere) = match likes_vectors && !attrs.has("noimplicitfloat") {
        true => (VECTOR, if is_slow { 0 } else { VECTOR }),
        false => (0, 0),
    };
    ConstantStores {
        sizes: INTS + aligned,
        anywhere: INTS + anywhere,
    }
}
