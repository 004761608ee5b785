//! The package of tests that need several inputs, processes or properties. The tests are in `tests/`; this library has
//! what they share with separate programs: random LLVM IR.

pub mod ir_fuzz;
pub mod mutate;
pub mod random;
