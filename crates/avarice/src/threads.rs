//! The threads that compile.

use rayon::ThreadPool;

use crate::diagnostics::Diagnostic;

/// Stack of a worker thread in bytes: reading is bounded in depth, this leaves room for it.
const STACK_SIZE: usize = 16 << 20;

/// A pool of `count` threads.
///
/// # Errors
/// The system does not give them.
pub(crate) fn pool(count: usize) -> Result<ThreadPool, Diagnostic> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(STACK_SIZE)
        .build()
        .map_err(|error| Diagnostic::new(format!("cannot start threads: {error}")))
}
