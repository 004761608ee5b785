//! The AArch64 target: its tables, made from `registers.tab` and `instructions/*.tab` by `build.rs`, and its
//! hooks for the passes on machine functions up to the rewriter, selection, encoder and printer.

pub mod abi;
pub mod aliases;
pub mod asm;
pub mod branch_reach;
mod branch_targets;
pub mod branches;
mod clear_registers;
pub mod copies;
pub mod encode;
pub mod frame;
pub mod hooks;
pub mod immediates;
mod load_store;
mod loop_alignment;
pub mod lower;
pub mod passes;
pub mod pointer_auth;
pub mod processors;
mod pseudos;
pub mod registers;
pub mod scheduling;
pub mod slots;
mod sls_hardening;
mod stack_guard;
pub mod subtarget;
pub mod tables;
pub mod target_flags;

pub use tables::{TARGET, class, mask, op, reg, sub};
