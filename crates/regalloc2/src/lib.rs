//! Two register allocators in each other's place.
//!
//! ```text
//!   machine SSA ──▶ machine::allocate ──▶ regalloc2::run ──▶ code with physical registers
//!   regalloc2::Function ──▶ run ──▶ our greedy allocator ──▶ regalloc2::Output
//! ```
//!
//! [`machine`] gives our machine functions to [regalloc2](https://docs.rs/regalloc2), the allocator of Cranelift,
//! and puts what it decides back: `-regalloc=ion` and `-regalloc=fastalloc`. [`run`] is to users of regalloc2 what
//! `regalloc2::run` is, by our allocator.

pub mod function;
pub mod machine;

pub use function::{run, run_with};
