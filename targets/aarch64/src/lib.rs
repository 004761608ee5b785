//! The AArch64 target: its tables, made from `registers.tab` and `instructions/*.tab` by `build.rs`, and its
//! hooks for the passes on machine functions up to the rewriter, selection, encoder and printer.

pub mod abi;
mod address_folding;
pub mod aliases;
pub mod asm;
pub mod branch_reach;
mod branch_targets;
mod branch_tuning;
pub mod branches;
mod clear_registers;
mod combiner;
mod condition;
mod condition_optimizer;
mod conditional_compares;
mod constants;
pub mod copies;
mod copy_elimination;
mod custom_insertion;
mod dead_defs;
pub mod encode;
mod encoding_comments;
mod expand_pseudos;
pub mod frame;
pub mod hooks;
pub mod immediates;
mod jump_tables;
mod load_store;
mod loop_alignment;
pub mod lower;
mod mi_peephole;
pub mod passes;
mod peephole;
pub mod pointer_auth;
pub mod processors;
pub mod registers;
pub mod scheduling;
mod selections;
mod simd_instr_opt;
pub mod slots;
mod sls_hardening;
mod stack_guard;
mod store_pairs;
pub mod subtarget;
pub mod tables;
pub mod target_flags;

pub use tables::{TARGET, class, mask, op, reg, sub};
