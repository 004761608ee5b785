//! Two register allocators, each in place of the other.
//!
//! ```text
//!   machine SSA ──▶ machine::allocate ──▶ regalloc2::run ──▶ code with physical registers
//!   regalloc2::Function ──▶ run ──▶ our greedy allocator ──▶ regalloc2::Output
//! ```
//!
//! [`machine`] passes our machine functions to [regalloc2](https://docs.rs/regalloc2), the allocator of Cranelift, and
//! applies its decisions: `-regalloc=ion` and `-regalloc=fastalloc`. [`run`] has the interface of `regalloc2::run`,
//! with our allocator.

pub mod function;
pub mod machine;

pub use function::{Memory, run, run_with};
