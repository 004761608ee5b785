//! regalloc2 in the place of our allocators.
//!
//! ```text
//!   machine SSA ──▶ machine::allocate ──▶ regalloc2::run ──▶ code with physical registers
//! ```
//!
//! [`machine`] gives our machine functions to [regalloc2](https://docs.rs/regalloc2), the allocator of Cranelift,
//! and puts what it decides back: `-regalloc=ion` and `-regalloc=fastalloc`.

pub mod machine;
