//! The package of tests that need several inputs, processes or properties. The tests are in `tests/`; here is what
//! they share with programs of their own: random LLVM IR.

pub mod ir_fuzz;
pub mod mutate;
pub mod random;
