//! The threads that compile.

use std::num::NonZero;
use std::thread::available_parallelism;

use rayon::ThreadPool;

use crate::diagnostics::Diagnostic;

/// Stack of a worker thread in bytes: reading is bounded in depth, this leaves room for it.
const STACK_SIZE: usize = 16 << 20;

/// Instructions that another thread must have to pay for its start.
const INSTRUCTIONS_OF_THREAD: usize = 500;

/// The number of threads for so many instructions, of LLVM IR or of a machine: what is asked for, or for 0 as many as pay, of
/// one for each processor, for which 0 stands too.
pub(crate) fn count(asked: usize, instructions: usize) -> usize {
    let paying = instructions / INSTRUCTIONS_OF_THREAD + 1;
    let processors = || available_parallelism().map_or(1, NonZero::get);
    match asked {
        0 if paying < processors() => paying,
        _ => asked,
    }
}

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
